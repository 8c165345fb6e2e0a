"""The panel of the units off the map, by box and side, to be dragged onto the map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk
from typing import Any

from ...engine.orders import IllegalOrderError
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.scenario import Unit
from ..map.hex_words import arrival_text, strength_text
from ..widgets.columns import ElidedTexts
from ..widgets.counter_pictures import CounterPictures
from ..widgets.presses import Presses
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import TreeSelection
from ..window import theme
from .session import PlaySession
from .words import side_name

_STRENGTH_PX, _PICTURE = 58, 30
_LOW = 170
"""A panel lower than this, in pixels at 100 %, has no room for its hint."""


class BoxesPanel(ttk.Frame):
    """The list of units off the map; `drag(key, x_root, y_root, done)` is called while one is dragged out."""

    def __init__(self, parent: tk.Misc, session: PlaySession,
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._drag_over = session, drag
        self._pictures = CounterPictures(self, theme.FIELD)
        self._drag: tuple[int, int, str] | None = None
        self._dragging = False
        self._presses = Presses()
        self.tree = ttk.Treeview(self, columns=("what",), show="tree", style="Units.Treeview",
                                 selectmode="browse")
        self._selection = TreeSelection(self.tree)
        # Names have all the room; a group's heading goes on above its figures, which need little.
        self.tree.column("#0", width=theme.px(262), minwidth=theme.px(120), stretch=True)
        self.tree.column("what", width=theme.px(_STRENGTH_PX), minwidth=theme.px(_STRENGTH_PX), stretch=False)
        grid_scrolled(self.tree, 0)
        self._hint = ttk.Label(self, style="Quiet.TLabel", justify="left", wraplength=theme.px(300))
        self._hint.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(theme.px(5), 0))
        self._hint.bind("<Configure>", lambda e: self._hint.configure(wraplength=max(150, e.width - 4)))
        self.tree.tag_configure("group", font="VeSection")
        self.tree.tag_configure("now", background=theme.NOTICE)
        self.tree.tag_configure("part", foreground=theme.QUIET, font="VeSmall")
        self.tree.tag_configure("free", font="VeSection")
        self.tree.tag_configure("bound", foreground=theme.QUIET)
        self.tree.bind("<<TreeviewSelect>>", self._selected)
        self.tree.bind("<ButtonPress-1>", self._press, add=True)
        self.tree.bind("<B1-Motion>", self._move)
        self.tree.bind("<ButtonRelease-1>", self._release)
        self.tree.bind("<Return>", lambda _e: self._use())
        self.bind("<Configure>", lambda e: self._fit(e.height))
        self.bind("<Map>", lambda _e: self.show())
        session.changed.connect(self._changed)
        session.chosen.connect(self._follow)
        self._texts = ElidedTexts(self.tree)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: self._note.follow(e, self._full(self.tree.identify_row(e.y))))
        self.show()

    def _fit(self, height: int) -> None:
        """Leave the hint, which the banner above the map has, too, out of a low panel."""
        if height < theme.px(_LOW):
            self._hint.grid_remove()
        else:
            self._hint.grid()

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
        """List the boxes; groups stay open or closed as they were."""
        session, tree = self._session, self.tree
        left = {row: bool(tree.item(row, "open")) for row in tree.get_children()}
        top = tree.yview()[0]
        listed = groups(session)
        self._selection.quiet = True
        self._note.forget()
        tree.delete(*tree.get_children())
        self._texts.clear()
        for group in listed:
            self._insert(group, left.get(group.id, group.open))
        # Scroll to groups that have become usable.
        new = [g.id for g in listed if g.now and g.id not in left]
        tree.yview_moveto(0.0 if new else top)
        self._hint.configure(text=hint(session))
        self._selection.quiet = False
        self._follow()

    def _insert(self, group: BoxGroup, open: bool) -> None:
        marks = ("group", "now") if group.now else ("group",)
        self._row("", group.id, group.title, str(group.count), marks, open, "VeSection")
        for i, part in enumerate(group.parts):
            below = group.id
            if part.heading:
                below = f"{group.id}:{i}"
                self._row(group.id, below, part.heading, str(len(part.units)), ("part",), True, "VeSmall")
            for unit in part.units:
                self._unit(below, unit, group.now, 2 if part.heading else 1)

    def _row(self, parent: str, id: str, title: str, count: str, tags: tuple[str, ...], open: bool,
             font: str) -> None:
        self.tree.insert(parent, "end", id, tags=tags, open=open, values=(count,))
        self._texts.put(id, title, 1 if parent else 0, font=font)

    def _unit(self, parent: str, unit: Unit, free: bool, depth: int) -> None:
        row = self.tree.insert(
            parent, "end", f"unit:{unit.key}", tags=("free" if free else "bound",),
            image=self._pictures.picture(unit, self._session.design.ruleset, _PICTURE),
            values=(strength_text(self._session.design.ruleset, unit),))
        font = "VeSection" if free else "TkDefaultFont"
        self._texts.put(row, f" {unit.name}", depth, theme.px(_PICTURE), font)

    def _full(self, row: str) -> str:
        """The full text of a row, which may be wider than the list."""
        return unit_note(self._session, row[5:]) if row.startswith("unit:") else self._texts.whole(row)

    def _follow(self) -> None:
        """Select the row of the chosen unit."""
        if not self.winfo_exists() or not self._session.my_turn:
            return
        rows = [f"unit:{k}" for k in self._session.decision.picked if self.tree.exists(f"unit:{k}")]
        self._selection.select(rows)

    def _selected(self, _event: Any) -> None:
        rows = [r[5:] for r in self.tree.selection() if r.startswith("unit:")]
        if self._selection.quiet or not rows or not self._session.my_turn:
            return
        decision = self._session.decision
        if rows[0] in decision.pickable and rows[0] not in decision.picked:
            decision.pick(rows[0])
            self._session.choose()

    def _use(self) -> str | None:
        """Give the only order of the selected unit; if it has none or several, show what to do."""
        rows = [r[5:] for r in self.tree.selection() if r.startswith("unit:")]
        if not rows:
            return None  # a group opens or closes
        session = self._session
        if session.my_turn:
            try:
                order = session.decision.only_order(rows[0])
                if order is not None:
                    session.give(order)
                else:
                    session.complain(hint(session))
            except IllegalOrderError as refusal:
                session.complain(refusal)
        return "break"

    # -- onto the map -------------------------------------------------------------------

    def _press(self, event: Any) -> str | None:
        row = self.tree.identify_row(event.y)
        if self._presses.press(event) > 1 and row in self.tree.selection():
            return self._use()
        free = self._session.my_turn and row[5:] in self._session.decision.pickable
        self._drag = (event.x, event.y, row[5:]) if row.startswith("unit:") and free else None
        self._dragging = False
        return None

    def _move(self, event: Any) -> str | None:
        self._presses.move(event)
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


# The units off the map in groups; those that can enter, fly or be bought now come first.

_LONG = 9
"""A group with this many units is closed at first, unless they can be used now."""


@dataclass(frozen=True)
class Part:
    """Units with a heading of their own, or "" for none."""

    heading: str
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class BoxGroup:
    """The units of a side in a box. `now` means that they can be used now, `open` that the group is open at
    first."""

    id: str
    title: str
    parts: tuple[Part, ...]
    now: bool = False

    @property
    def count(self) -> int:
        return sum(len(p.units) for p in self.parts)

    @property
    def open(self) -> bool:
        return self.now or self.count < _LONG


def groups(session: PlaySession) -> list[BoxGroup]:
    """All groups; those that can be used now come first."""
    design = session.design
    scenario = session.current_design().scenario
    assert scenario is not None
    free = session.decision.pickable if session.my_turn else frozenset()
    due = set(session.timeline.game.movable()) - free if session.my_turn else set()
    places, nations = session.position.units, design.ruleset.nationality_by_id
    result: list[BoxGroup] = []
    words = session.timeline.game.words
    barred_title = f"Due, but their entry is barred{words.cite('barred')}"
    for box in words.box_order(frozenset(u.box for u in places.values() if u.box)):
        title = words.box(box).title
        here = [u for u in scenario.units if places[u.key].box == box]
        for side in design.ruleset.sides:
            own = [u for u in here if u.nationality in nations and nations[u.nationality].side == side.id]
            name = side_name(design, side.id)
            now = [u for u in own if u.key in free]
            barred = [u for u in own if u.key in due]
            rest = [u for u in own if u.key not in free and u.key not in due]
            by_arrival = design if box == "reinforcements" else None
            for id, text, units in ((f"now:{box}", words.box(box).now or title, now),
                                    ("barred", barred_title, barred), (box, title, rest)):
                if units:
                    wanted = id.startswith("now:")
                    result.append(BoxGroup(f"{id}:{side.id}", text if wanted else f"{text}, {name}",
                                           _parts(units, by_arrival), wanted))
    return sorted(result, key=lambda g: not g.now)


def _parts(units: Iterable[Unit], design: Design | None) -> tuple[Part, ...]:
    """Reinforcements grouped by when and where they arrive, earliest first; other units without headings."""
    if design is None or design.scenario is None:
        return (Part("", tuple(units)),)
    headings: dict[str, list[Unit]] = {}
    turns: dict[str, int] = {}
    for unit in units:
        planned = design.scenario.unit_by_key[unit.key]
        heading = arrival_text(design, planned)
        heading = heading[:1].upper() + heading[1:]
        headings.setdefault(heading, []).append(unit)
        turns[heading] = (planned.reinforcement.turn or 99) if planned.reinforcement else 99
    return tuple(Part(h, tuple(headings[h])) for h in sorted(headings, key=lambda h: turns[h]))


def unit_note(session: PlaySession, key: str) -> str:
    """A text about a unit off the map: name, box or arrival, strength."""
    scenario = session.design.scenario
    assert scenario is not None
    unit = scenario.unit_by_key[key]
    box = session.position.units[key].box
    title = session.timeline.game.words.box(box).title.lower() if box else ""
    about = [arrival_text(session.design, unit) if box == "reinforcements" else title,
             strength_text(session.design.ruleset, unit)]
    return f"{session.timeline.game.unit_name(key)}: {', '.join(a for a in about if a)}".removesuffix(": ")


def hint(session: PlaySession) -> str:
    """What can be done with the units that can be used now, or that there are none."""
    free = session.decision.pickable if session.my_turn else frozenset()
    off = [k for k in free if not session.position.units[k].hex]
    if not off:
        return "No unit off the map can be used now."
    hexes = any(o.hexes for o in session.decision.orders if o.units and o.units[0] in off)
    plain = any(not o.hexes for o in session.decision.orders if o.units and o.units[0] in off)
    ways = (["drag them to a shaded hex"] if hexes else []) + (["double-click them"] if plain else [])
    return f"Units in bold can be used now: {', or '.join(ways)}."
