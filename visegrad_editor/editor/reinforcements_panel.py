"""The reinforcement schedule as a table by turn, edited in place."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.reinforcements import set_entry, set_turn, unschedule
from ..model.scenario import Scenario, Unit
from . import theme
from .choice_list import fit_choices
from .columns import ElidedTexts, narrowest, widest
from .counter_pictures import CounterPictures
from .flow import Flow
from .hexinfo import arrival_text, entry_names
from .keyboard_focus import focused
from .marked_rows import MarkedRows
from .scroll_bar import grid_scrolled
from .session import Session
from .tooltips import Tooltip
from .wrapped import WrappedLabel

_COLUMNS = (("turn", "Turn", False), ("side", "Side", False), ("entry", "Arrives at", True))
_PICTURE = 30
_PLACE = 84
"""The least pixels for the places."""
_NARROW = 56
"""The most pixels that turn and side take: the name of an event is cut before those of places are."""
_ARROW_PX = 34
"""Pixels beside the words of a drop-down list: its arrow, and the scroll bar of its choices."""


def scheduled(scenario: Scenario | None) -> list[Unit]:
    """The reinforcements by turn; those an event brings come last."""
    units = [u for u in scenario.units if u.reinforcement] if scenario else []
    def key(u: Unit) -> tuple[bool, int, str]:
        assert u.reinforcement is not None
        return bool(u.reinforcement.event), u.reinforcement.turn, u.reinforcement.event
    return sorted(units, key=key)


def change_turn(design: Design, key: str, turn: int) -> Design:
    """The design with another turn of arrival; ValueError says why not."""
    assert design.scenario is not None
    return with_scenario(design, set_turn(design.scenario, key, turn))


def change_entry(design: Design, key: str, entry: str) -> Design:
    """The design with another place of arrival."""
    assert design.scenario is not None
    return with_scenario(design, set_entry(design.scenario, key, entry))


def drop(design: Design, keys: tuple[str, ...]) -> Design:
    """The design with units taken off the schedule."""
    scenario = design.scenario
    assert scenario is not None
    for key in keys:
        scenario = unschedule(scenario, key)
    return with_scenario(design, scenario)


class ReinforcementsPanel(ttk.Frame):
    """A double click, or Return, edits the turn or the entry of a row in its cell."""

    def __init__(self, parent: tk.Misc, session: Session, add: Callable[[], str],
                 complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._ask, self._complain = session, add, complain
        self._pictures = CounterPictures(self, theme.FIELD)
        self._stale = True
        self.editor: ttk.Combobox | None = None
        self.tree = ttk.Treeview(self, columns=[c[0] for c in _COLUMNS], style="Schedule.Flat.Treeview",
                                 selectmode="extended")
        self._marked = MarkedRows(self.tree)
        if self.winfo_screenwidth() < 1600:
            # The counters' colours tell the sides; the names need the room.
            self.tree.configure(displaycolumns=("turn", "entry"))
        self.tree.heading("#0", text="Unit", anchor="w")
        self.tree.column("#0", width=theme.px(140), minwidth=theme.px(90), stretch=True)
        for id, text, stretch in _COLUMNS:
            self.tree.heading(id, text=text, anchor="w")
            self.tree.column(id, width=theme.px(54), minwidth=theme.px(40), stretch=stretch, anchor="w")
        self._texts = ElidedTexts(self.tree)
        self.tree.bind("<Configure>", lambda _e: self._size_columns(), add=True)
        grid_scrolled(self.tree, 0)
        buttons = Flow(self, gap=theme.px(3))
        buttons.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        for text, command, tip in (
            ("Add…", self.add, "Schedule a unit that has no place yet"),
            ("Remove", self.remove, "Take the selected units off the schedule"),
            ("Earlier", lambda: self.shift(-1), "One turn earlier  (−)"),
            ("Later", lambda: self.shift(1), "One turn later  (+)"),
        ):
            button = ttk.Button(buttons, text=text, style="Small.TButton", command=command)
            buttons.add(button, theme.px(4))
            Tooltip(button, tip)
        WrappedLabel(self, "Double-click a turn or a place to change it.", "Quiet.TLabel").grid(
            row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(5), 0))
        self.tree.tag_configure("turn", font="VeSection", foreground=theme.QUIET)
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda _e: self.edit_cell("turn"))
        self.tree.bind("<F2>", lambda _e: self.edit_cell("entry"))
        self.tree.bind("<plus>", lambda _e: self.shift(1))
        self.tree.bind("<minus>", lambda _e: self.shift(-1))
        self.tree.bind("<Delete>", self._delete)
        self.tree.bind("<<TreeviewSelect>>", self._selected)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", self._explain, add=True)
        self.tree.bind("<MouseWheel>", lambda _e: self._close(), add=True)
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)
        session.changed.connect(self._changed)
        session.selected.connect(self.follow)

    # -- the table ----------------------------------------------------------------------

    def _changed(self) -> None:
        if self.winfo_ismapped():
            self.show()
        else:
            self._stale = True

    def show(self) -> None:
        """List the schedule again."""
        self._stale = False
        self._close()
        self._note.forget()
        self._texts.clear()
        top, marked, focus = self.tree.yview()[0], self.tree.selection(), self.tree.focus()
        in_sight = [k for k in marked if self.tree.bbox(k)]
        self._marked.quiet = True
        self.tree.delete(*self.tree.get_children())
        scenario, rules = self._session.scenario, self._session.design.ruleset
        for unit in scheduled(scenario):
            arrival = unit.reinforcement
            assert arrival is not None
            assert scenario is not None
            entry = scenario.entry_by_id.get(arrival.entry)
            nation = rules.nationality_by_id.get(unit.nationality)
            side = rules.side_by_id.get(nation.side) if nation else None
            when = arrival.event.replace("-", " ") if arrival.event else str(arrival.turn)
            self.tree.insert("", "end", unit.key, image=self._pictures.picture(unit, rules, _PICTURE),
                             values=("", side.name.split()[0] if side else ""))
            self._texts.put_cell(unit.key, "turn", when)
            self._texts.put(unit.key, f" {unit.name}", 0, theme.px(_PICTURE), lines=2)
            self._texts.put_cell(unit.key, "entry", (entry.name if entry else arrival.entry)
                                 + (" …" if arrival.also else ""), lines=2)
        self._size_columns()
        self.tree.selection_set([k for k in marked if self.tree.exists(k)])
        if focus and self.tree.exists(focus):
            self.tree.focus(focus)
        self.tree.yview_moveto(top)
        if seen := [k for k in in_sight if self.tree.exists(k)]:
            # A row that moved to another turn is still what the user looks at.
            self.tree.see(seen[0])
        self._marked.listen_soon()

    def _size_columns(self) -> None:
        """Give each column what its texts need: turn and side all of it, the names most of the rest."""
        tree = self.tree
        measure = nametofont("TkDefaultFont", tree).measure
        heading = nametofont("VeSection", tree).measure
        rows = tree.get_children()
        for id, text, stretch in _COLUMNS:
            if not stretch:
                texts = (self._texts.whole(r, id) or tree.set(r, id) for r in rows)
                tree.column(id, width=widest(texts, measure, heading(text) + 14, _NARROW))
        beside = theme.px(_PICTURE + 16)
        units = [self._texts.whole(r) for r in rows]
        names = widest(units, measure, theme.px(90)) + beside
        folded = max((narrowest(t, measure) for t in units), default=0) + theme.px(14) + beside
        entries = [self._texts.whole(r, "entry") for r in rows]
        places = max((narrowest(t, measure) for t in entries), default=0) + theme.px(12)
        room = tree.winfo_width()
        if room > 1:
            shown = [str(c) for c in tree.cget("displaycolumns")]
            others = sum(int(tree.column(id, "width")) for id, _, stretch in _COLUMNS
                         if not stretch and (id in shown or shown == ["#all"]))
            # Names and places have two lines each; names on one where there is room for that.
            first = min(names, max(folded, room - others - places), room - others - theme.px(_PLACE))
            tree.column("#0", width=first)
            tree.column("entry", width=room - others - first)
        self._texts.fit()

    def follow(self) -> None:
        """Mark the session's selected units."""
        rows = [k for k in self._session.units if self.tree.exists(k)]
        if rows:
            self._marked.mark(rows)

    def _selected(self, _event: Any) -> None:
        keys = self.tree.selection()
        if keys and not self._marked.quiet and keys != self._session.units:
            self._session.select(None, tuple(keys))

    def _explain(self, event: Any) -> None:
        """The whole row in words, where the columns are too narrow for it."""
        row, scenario = self.tree.identify_row(event.y), self._session.scenario
        unit = scenario.unit_by_key.get(row) if scenario else None
        text = f"{unit.name}: {arrival_text(scenario, unit)}" if scenario and unit else ""
        self._note.follow(event, text)

    # -- editing ------------------------------------------------------------------------

    def _unit_name(self, key: str) -> str:
        scenario = self._session.scenario
        return scenario.unit_by_key[key].name if scenario and key in scenario.unit_by_key else key

    def shift(self, by: int) -> None:
        """The marked units arrive a turn earlier or later."""
        scenario = self._session.scenario
        keys = self.tree.selection()
        if scenario is None or not keys:
            return

        def moved(design: Design) -> Design:
            for key in keys:
                arrival = scenario.unit_by_key[key].reinforcement
                if arrival and not arrival.event:
                    design = change_turn(design, key, arrival.turn + by)
            return design

        what = self._unit_name(keys[0]) if len(keys) == 1 else f"{len(keys)} units"
        self._report(self._session.change(f"{what} {'later' if by > 0 else 'earlier'}", moved))

    def add(self) -> None:
        """Ask for a unit to schedule, and show its row."""
        key = self._ask()
        if key:
            # Rows just made have no place to scroll to yet. Selecting scrolls there; to be asked twice
            # before it is drawn takes the list too far.
            self.tree.update_idletasks()
            self._session.select(None, (key,))
            self.tree.update_idletasks()
            if self.tree.exists(key):
                self.tree.focus(key)
                if not self.tree.bbox(key):
                    self.tree.see(key)

    def remove(self) -> None:
        """Take the marked units off the schedule."""
        keys = tuple(self.tree.selection())
        if keys:
            what = self._unit_name(keys[0]) if len(keys) == 1 else f"{len(keys)} units"
            self._report(self._session.change(f"Take {what} off the schedule", lambda d: drop(d, keys)))

    def _delete(self, _event: Any) -> str:
        self.remove()
        return "break"

    def _double(self, event: Any) -> str:
        row, column = self.tree.identify_row(event.y), self.tree.identify_column(event.x)
        if row:
            self.tree.focus(row)
            self.tree.selection_set(row)
            self.edit_cell("entry" if column and self.tree.column(column, "id") == "entry" else "turn")
        return "break"

    def edit_cell(self, column: str) -> None:
        """Open a list of choices in the cell of the row that has the focus."""
        self._close()
        scenario, row = self._session.scenario, self.tree.focus()
        if scenario is None or not row or not self.tree.exists(row):
            return
        box = self.tree.bbox(row, column)
        if not box:
            return
        arrival = scenario.unit_by_key[row].reinforcement
        assert arrival is not None
        if column == "turn":
            values = [str(t) for t in range(1, scenario.turns + 1)]
        else:
            values = list(entry_names(scenario).values())
        editor = fit_choices(ttk.Combobox(self.tree, values=values,
                                          state="readonly" if column == "entry" else "normal"))
        named = entry_names(scenario).get(arrival.entry, "")
        editor.set(named if column == "entry" else str(arrival.turn or ""))
        x, y, wide, high = box
        words = nametofont("TkTextFont", self.tree).measure
        wide = max(wide, widest(values, words, 64, self.tree.winfo_width()) + _ARROW_PX)
        wide = min(wide, self.tree.winfo_width())
        editor.place(x=max(0, min(x, self.tree.winfo_width() - wide)), y=y, width=wide, height=high)
        editor.focus_set()
        editor.select_range(0, "end")

        def accept(_event: Any = None) -> str:
            chosen = editor.get().strip()
            self._close()
            self._accept(row, column, chosen)
            self.tree.focus_set()
            return "break"

        editor.bind("<Return>", accept)
        editor.bind("<<ComboboxSelected>>", accept)
        editor.bind("<Escape>", lambda _e: self._close(True))
        # Not when the list of choices opens: that takes the keyboard too.
        editor.bind("<FocusOut>", lambda e: self._close() if focused(self) is self.tree else None)
        self.editor = editor

    def _accept(self, key: str, column: str, chosen: str) -> None:
        scenario = self._session.scenario
        if scenario is None:
            return
        name = self._unit_name(key)
        if column == "turn":
            if not chosen.isdigit():
                self._complain("A turn is a whole number.")
                return
            label = f"{name} arrives on turn {chosen}"
            self._report(self._session.change(label, lambda d: change_turn(d, key, int(chosen))))
        else:
            ids = [id for id, words in entry_names(scenario).items() if words == chosen]
            if ids:
                label = f"{name} arrives at {chosen}"
                self._report(self._session.change(label, lambda d: change_entry(d, key, ids[0])))

    def _close(self, back: bool = False) -> str:
        editor, self.editor = self.editor, None
        if editor is not None:
            editor.destroy()
        if back:
            self.tree.focus_set()
        return "break"

    def _report(self, complaint: str) -> None:
        if complaint:
            self._complain(complaint)
