"""The units that stand in no hex, by box and side, to be dragged onto the map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...model.scenario import Unit
from .. import theme
from ..counter_pictures import CounterPictures
from ..hexinfo import arrival_text, strength_text
from ..tooltips import Tooltip
from .session import PlaySession
from .words import BOXES, side_name


class BoxesPanel(ttk.Frame):
    """`drag(key, x_root, y_root, done)` is called while a unit is dragged out of the list."""

    def __init__(self, parent: tk.Misc, session: PlaySession,
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=6)
        self._session, self._drag_over = session, drag
        self._pictures = CounterPictures(self, theme.FIELD)
        self._drag: tuple[int, int, str] | None = None
        self._dragging = False
        self._quiet = False
        self._closed: set[str] = set()
        self.tree = ttk.Treeview(self, columns=("what",), show="tree", style="Units.Treeview",
                                 selectmode="browse")
        self.tree.column("#0", width=232, minwidth=120, stretch=True)
        self.tree.column("what", width=100, minwidth=60, stretch=True)
        bar = ttk.Scrollbar(self, orient="vertical", command=self.tree.yview)
        self.tree.configure(yscrollcommand=bar.set)
        self.tree.grid(row=0, column=0, sticky="nsew")
        bar.grid(row=0, column=1, sticky="ns")
        ttk.Label(self, style="Quiet.TLabel", justify="left", wraplength=330,
                  text="Units in bold can come onto the map now: drag them to a shaded hex.").grid(
            row=1, column=0, columnspan=2, sticky="w", pady=(5, 0))
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.tree.tag_configure("group", font="VeSection")
        self.tree.tag_configure("free", font=("TkDefaultFont", 9, "bold"))
        self.tree.tag_configure("bound", foreground=theme.QUIET)
        self.tree.bind("<<TreeviewSelect>>", self._selected)
        self.tree.bind("<ButtonPress-1>", self._press, add=True)
        self.tree.bind("<B1-Motion>", self._move)
        self.tree.bind("<ButtonRelease-1>", self._release)
        self.bind("<Map>", lambda _e: self.show())
        session.changed.connect(self._changed)
        session.chosen.connect(self._follow)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: self._note.follow(e, self._full(self.tree.identify_row(e.y))))
        self.show()

    @property
    def waiting(self) -> int:
        """How many units off the map can be chosen now."""
        session = self._session
        if not session.my_turn:
            return 0
        units = session.position.units
        return sum(1 for k in session.decision.pickable if not units[k].hex)

    def _changed(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.show()

    def show(self) -> None:
        """List the boxes; those groups that were closed stay closed."""
        session, design = self._session, self._session.design
        self._closed = {r for r in self._groups() if not self.tree.item(r, "open")}
        top = self.tree.yview()[0]
        self._quiet = True
        self.tree.delete(*self.tree.get_children())
        shown = session.shown().scenario
        assert shown is not None
        free = session.decision.pickable if session.my_turn else frozenset()
        places, sides = session.position.units, design.ruleset.nationality_by_id
        for box, title in BOXES.items():
            units = [u for u in shown.units if places[u.key].box == box]
            if box == "reinforcements":
                units.sort(key=lambda u: (u.reinforcement.turn or 99) if u.reinforcement else 99)
            for side in design.ruleset.sides:
                own = [u for u in units if u.nationality in sides and sides[u.nationality].side == side.id]
                if own:
                    self._group(f"{box}:{side.id}", f"{title}, {side_name(design, side.id)}",
                                own, free)
        self.tree.yview_moveto(top)
        self._quiet = False
        self._follow()

    def _group(self, id: str, title: str, units: list[Unit], free: frozenset[str]) -> None:
        design = self._session.design
        some = any(u.key in free for u in units)
        open = id not in self._closed and (some or len(units) < 9)
        self.tree.insert("", 0 if some else "end", id, text=title, tags=("group",), open=open,
                         values=(str(len(units)),))
        for unit in units:
            self.tree.insert(
                id, "end", f"unit:{unit.key}", text=f" {unit.name}", tags=(
                    "free" if unit.key in free else "bound",),
                image=self._pictures.picture(unit, design.ruleset, 30),
                values=(self._word(unit),))

    def _word(self, unit: Unit) -> str:
        scenario = self._session.design.scenario
        assert scenario is not None
        if self._session.position.units[unit.key].box == "reinforcements":
            return arrival_text(scenario, scenario.unit_by_key[unit.key])
        return strength_text(unit)

    def _full(self, row: str) -> str:
        """All of a row, which is often wider than the list."""
        if not row.startswith("unit:"):
            return ""
        return f"{self._session.timeline.game.unit_name(row[5:])}: {', '.join(self.tree.item(row, 'values'))}"

    def _groups(self) -> tuple[str, ...]:
        return tuple(self.tree.get_children())

    def _follow(self) -> None:
        """Mark the chosen unit."""
        if not self.winfo_exists() or not self._session.my_turn:
            return
        rows = [f"unit:{k}" for k in self._session.decision.picked if self.tree.exists(f"unit:{k}")]
        if set(rows) != set(self.tree.selection()):
            self._quiet = True
            self.tree.selection_set(rows)
            if rows:
                self.tree.see(rows[0])
            self.after_idle(self._listen)

    def _listen(self) -> None:
        self._quiet = False

    def _selected(self, _event: Any) -> None:
        rows = [r[5:] for r in self.tree.selection() if r.startswith("unit:")]
        if self._quiet or not rows or not self._session.my_turn:
            return
        decision = self._session.decision
        if rows[0] in decision.pickable and rows[0] not in decision.picked:
            decision.pick(rows[0])
            self._session.choose()

    # -- onto the map -------------------------------------------------------------------

    def _press(self, event: Any) -> None:
        row = self.tree.identify_row(event.y)
        free = self._session.my_turn and row[5:] in self._session.decision.pickable
        self._drag = (event.x, event.y, row[5:]) if row.startswith("unit:") and free else None
        self._dragging = False

    def _move(self, event: Any) -> str | None:
        if self._drag is None:
            return None
        x, y, key = self._drag
        if self._dragging or abs(event.x - x) + abs(event.y - y) > 8:
            self._dragging = True
            self._drag_over(key, event.x_root, event.y_root, False)
        return "break"

    def _release(self, event: Any) -> None:
        drag, dragging = self._drag, self._dragging
        self._drag, self._dragging = None, False
        if drag is not None and dragging:
            self._drag_over(drag[2], event.x_root, event.y_root, True)
