"""The reinforcements panel: the schedule as a table by turn, edited in place."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.scenario import events_of, set_entry, set_event, set_turn, unschedule
from ...model.inherited import OwnValue
from ...model.scenario import OFF_MAP, Scenario, Unit
from ...model.wording import count, listed
from ..inheritance import KEY, MARK
from ..map.hex_words import arrival_text, entry_names, when_text
from ..session import Session
from ..widgets.columns import ElidedTexts, narrowest, widest
from ..widgets.context_menu import LINE, MenuEntry, RowMenus
from ..widgets.counter_pictures import CounterPictures
from ..widgets.fields import fit_choices
from ..widgets.flow import Flow
from ..widgets.keyboard import focused
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import RangeSelection, TreeSelection
from ..widgets.wrapped_label import ListAdvice, WrappedLabel
from ..window import theme
from .inherited_marks import SIGNS, reset_entry

_COLUMNS = (("turn", "Turn", False), ("side", "Side", False), ("entry", "Arrives at", True))
_PICTURE = 30
_PLACE = 84
"""Minimum width of the column of places, in pixels."""
_NARROW = 56
"""Maximum width of the columns turn and side, in pixels: names of events are cut before those of places."""
_NO_SCENARIO = ("This is only a map. Reinforcements belong to a scenario: begin one with Scenario > "
                "New scenario on this map….")
_NONE = "No reinforcements yet. Add… puts units on the schedule."
_ARROW_PX = 34
"""Pixels that a drop-down list needs beside its text, for its arrow and its scroll bar."""


def scheduled(scenario: Scenario | None) -> list[Unit]:
    """The reinforcements by turn; those brought by an event come last."""
    units = [u for u in scenario.units if u.reinforcement] if scenario else []
    def key(u: Unit) -> tuple[bool, int, str]:
        assert u.reinforcement is not None
        return bool(u.reinforcement.brought_by), u.reinforcement.turn, u.reinforcement.brought_by
    return sorted(units, key=key)


def change_turn(design: Design, key: str, turn: int) -> Design:
    """The design with another turn of arrival; raises `ValueError` with the reason if that is impossible."""
    assert design.scenario is not None
    return with_scenario(design, set_turn(design.scenario, key, turn))


def drop(design: Design, keys: tuple[str, ...]) -> Design:
    """The design with units taken off the schedule."""
    scenario = design.scenario
    assert scenario is not None
    for key in keys:
        scenario = unschedule(scenario, key)
    return with_scenario(design, scenario)


def _value(unit: Unit, column: str) -> str:
    """The value of a reinforcement in a column: its entry, or its event or turn."""
    arrival = unit.reinforcement
    assert arrival is not None
    return arrival.entry if column == "entry" else arrival.brought_by or str(arrival.turn)


def _marked(text: str, own: OwnValue | None) -> str:
    """A text with a sign if it is not that of the base of a variant."""
    return f"{MARK} {text}" if own is not None else text


class ReinforcementsPanel(ttk.Frame):
    """The schedule. A double-click or Return edits the turn or the entry of all selected rows."""

    def __init__(self, parent: tk.Misc, session: Session, add: Callable[[], tuple[str, ...]],
                 complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._ask, self._complain = session, add, complain
        self._pictures = CounterPictures(self, theme.FIELD)
        self._stale = True
        self.editor: ttk.Combobox | None = None
        self.tree = ttk.Treeview(self, columns=[c[0] for c in _COLUMNS], style="Schedule.Flat.Treeview",
                                 selectmode="extended")
        self._selection = TreeSelection(self.tree)
        if self.winfo_screenwidth() < 1600:
            # The colours of the counters show the sides; the names need the space.
            self.tree.configure(displaycolumns=("turn", "entry"))
        self.tree.heading("#0", text="Unit", anchor="w")
        self.tree.column("#0", width=theme.px(140), minwidth=theme.px(90), stretch=True)
        for id, text, stretch in _COLUMNS:
            self.tree.heading(id, text=text, anchor="w")
            self.tree.column(id, width=theme.px(54), minwidth=theme.px(40), stretch=stretch, anchor="w")
        self._texts = ElidedTexts(self.tree)
        self.advice = ListAdvice(self.tree)
        self.tree.bind("<Configure>", lambda _e: self._size_columns(), add=True)
        grid_scrolled(self.tree, 0)
        buttons = Flow(self, gap=theme.px(3))
        buttons.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        for text, command, tip in (
            ("Add…", self.add, "Schedule the selected units, or one that has no place yet"),
            ("Remove", self.remove, "Remove the selected units from the schedule  (Del)"),
            ("Earlier", lambda: self.shift(-1), "Move the selected units one turn earlier  (−)"),
            ("Later", lambda: self.shift(1), "Move the selected units one turn later  (+)"),
        ):
            button = ttk.Button(buttons, text=text, style="Small.TButton", command=command)
            buttons.add(button, theme.px(4))
            Tooltip(button, tip)
        WrappedLabel(self, "Double-click a turn or a place to change it for all selected units.",
                     "Quiet.TLabel").grid(
            row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(5), 0))
        self.tree.tag_configure("turn", font="VeSection", foreground=theme.QUIET)
        self.tree.tag_configure("own", foreground=theme.OWN)
        self._ranges = RangeSelection(self.tree)
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda _e: self.edit_cell("turn"))
        self.tree.bind("<F2>", lambda _e: self.edit_cell("entry"))
        self.tree.bind("<plus>", lambda _e: self.shift(1))
        self.tree.bind("<minus>", lambda _e: self.shift(-1))
        self.tree.bind("<Delete>", self._delete)
        self.tree.bind("<Alt-Return>", self._reset)
        RowMenus(self.tree, self.entries)
        for keys in ("<Shift-Delete>", "<Key-x>", "<Key-X>"):
            # In this list they need a selected reinforcement, not any selected unit.
            self.tree.bind(keys, lambda _e: None if self._selected_rows() else "break")
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
        """List the current schedule."""
        self._stale = False
        self._close()
        self._note.forget()
        self._texts.clear()
        top, marked, focus = self.tree.yview()[0], self.tree.selection(), self.tree.focus()
        in_sight = [k for k in marked if self.tree.bbox(k)]
        self._selection.quiet = True
        self.tree.delete(*self.tree.get_children())
        scenario, rules = self._session.scenario, self._session.design.ruleset
        for unit in scheduled(scenario):
            arrival = unit.reinforcement
            assert arrival is not None
            assert scenario is not None
            entry = scenario.entry_by_id.get(arrival.entry)
            nation = rules.nationality_by_id.get(unit.nationality)
            side = rules.side_by_id.get(nation.side) if nation else None
            when = arrival.brought_by.replace("-", " ") if arrival.brought_by else str(arrival.turn)
            own = {c: self._session.inheritance.unit_cell(unit.key, c) for c in ("turn", "entry")}
            new = self._session.inheritance.is_new(unit.key)
            self.tree.insert("", "end", unit.key, image=self._pictures.picture(unit, rules, _PICTURE),
                             tags=("own",) if new or any(own.values()) else (),
                             values=("", side.name.split()[0] if side else ""))
            self._texts.put_cell(unit.key, "turn", _marked(when, own["turn"]), lines=2)
            self._texts.put(unit.key, f" {SIGNS['added']} {unit.name}" if new else f" {unit.name}", 0,
                            theme.px(_PICTURE), lines=2)
            self._texts.put_cell(unit.key, "entry", _marked((entry.name if entry else arrival.entry)
                                 + (" …" if arrival.also else ""), own["entry"]), lines=2)
        self.advice.show("" if self.tree.get_children() else _NONE if scenario is not None else _NO_SCENARIO)
        self._size_columns()
        self.tree.selection_set([k for k in marked if self.tree.exists(k)])
        if focus and self.tree.exists(focus):
            self.tree.focus(focus)
        self.tree.yview_moveto(top)
        if seen := [k for k in in_sight if self.tree.exists(k)]:
            # Keep a row in view that moved to another turn.
            self.tree.see(seen[0])
        self._selection.listen_soon()

    def _size_columns(self) -> None:
        """Set the widths of the columns: turn and side as needed, the names most of the rest."""
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
            # Names and places have two lines each; names use one if there is space for that.
            first = min(names, max(folded, room - others - places), room - others - theme.px(_PLACE))
            tree.column("#0", width=first)
            tree.column("entry", width=room - others - first)
        self._texts.fit()

    def follow(self) -> None:
        """Select the session's selected units in the list."""
        self._selection.select([k for k in self._session.units if self.tree.exists(k)])

    def _selected(self, _event: Any) -> None:
        keys = self.tree.selection()
        if not self._selection.quiet and keys != self._session.units:
            self._session.select(None, tuple(keys))
            if len(keys) > 1:
                self._session.say(f"{len(keys)} units selected.")

    def _explain(self, event: Any) -> None:
        """Show the whole row in a tooltip, as the columns may be too narrow for it."""
        row, scenario = self.tree.identify_row(event.y), self._session.scenario
        unit = scenario.unit_by_key.get(row) if scenario else None
        text = f"{unit.name}: {arrival_text(scenario, unit)}" if scenario and unit else ""
        own = self._session.inheritance.unit_cell(row, "arrival") if unit else None
        self._note.follow(event, f"{text}\n{own.words}  ({KEY}: reset)" if own is not None else text)

    # -- editing ------------------------------------------------------------------------

    def _unit_name(self, key: str) -> str:
        scenario = self._session.scenario
        return scenario.unit_by_key[key].name if scenario and key in scenario.unit_by_key else key

    def _names(self, keys: Sequence[str]) -> str:
        return self._unit_name(keys[0]) if len(keys) == 1 else f"{len(keys)} units"

    def _selected_rows(self) -> tuple[str, ...]:
        """The selected rows; complains if there are none."""
        rows = self.tree.selection()
        if not rows:
            self._complain("Select a reinforcement in the list first, or several with Ctrl or Shift.")
        return rows

    def shift(self, by: int) -> None:
        """Move the arrival of the selected units by some turns; units brought by events are left as they
        are."""
        scenario, keys = self._session.scenario, self._selected_rows()
        if scenario is None or not keys:
            return
        units = [scenario.unit_by_key[k] for k in keys]
        dated = [u for u in units if u.reinforcement and not u.reinforcement.brought_by]
        if not dated:
            one = f"{units[0].name} arrives with the event {when_text(units[0])}, not on a turn"
            all_of_them = f"All {len(units)} selected units arrive with events, not on turns"
            self._complain(f"{one if len(units) == 1 else all_of_them}: choose a turn with Return first.")
            return

        def moved(design: Design) -> Design:
            for unit in dated:
                assert unit.reinforcement is not None
                turn = unit.reinforcement.turn + by
                if not 1 <= turn <= scenario.turns:
                    rest = ", so none was moved" if len(dated) > 1 else ""
                    raise ValueError(f"{unit.name} would arrive on turn {turn}, and the game has turns 1 to "
                                     f"{scenario.turns}{rest}.")
                design = change_turn(design, unit.key, turn)
            return design

        way, waiting = "later" if by > 0 else "earlier", len(units) - len(dated)
        complaint = self._session.change(f"{self._names([u.key for u in dated])} {way}", moved)
        self._report(complaint)
        if not complaint and len(units) > 1:
            unchanged = "arrives with an event and is" if waiting == 1 else "arrive with events and are"
            rest = f"; {waiting} {unchanged} unchanged" if waiting else ""
            self._session.say(f"{count(len(dated), 'unit')} moved one turn {way}{rest}.")

    def add(self) -> None:
        """Ask for units to schedule, and show their rows."""
        keys = self._ask()
        if keys:
            # Tk cannot scroll to new rows before it has laid them out. Selecting scrolls already; scrolling
            # again before the list is drawn would go too far.
            self.tree.update_idletasks()
            self._session.select(None, keys)
            self.tree.update_idletasks()
            if self.tree.exists(keys[0]):
                self.tree.focus(keys[0])
                if not self.tree.bbox(keys[0]):
                    self.tree.see(keys[0])
            if len(keys) > 1:
                self._session.say(f"{len(keys)} units added to the schedule.")

    def remove(self) -> None:
        """Remove the selected units from the schedule."""
        if keys := self._selected_rows():
            complaint = self._session.change(
                f"Remove {self._names(keys)} from the schedule", lambda d: drop(d, keys))
            self._report(complaint)
            if not complaint and len(keys) > 1:
                self._session.say(f"{len(keys)} units removed from the schedule. Ctrl+Z undoes it.")

    def entries(self, row: str) -> list[MenuEntry]:
        """The entries of the context menu: the commands, and the way back to the base of a variant."""
        rows = self.tree.selection()
        inheritance = self._session.inheritance
        own = [v for k in rows if (v := inheritance.unit_cell(k, "arrival")) is not None]
        reset = (reset_entry(inheritance, own[0]) if len(own) == 1 else
                 MenuEntry(f"Reset {len(own)} arrivals to the base" if own else "Reset to the base",
                           self.reset if own else None, KEY))
        there = bool(row and rows)
        commands: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("Turn…", "Return", lambda: self.edit_cell("turn")),
            ("Entry…", "F2", lambda: self.edit_cell("entry")),
            ("Earlier", "−", lambda: self.shift(-1)), ("Later", "+", lambda: self.shift(1)),
            ("Remove from the schedule", "Del", self.remove))
        return [*(MenuEntry(text, command if there else None, key) for text, key, command in commands),
                MenuEntry("Add…", self.add), LINE, reset]

    def reset(self) -> None:
        """Make the arrivals of the selected units as in the base of a variant, in one step."""
        if rows := self._selected_rows():
            inheritance = self._session.inheritance
            inheritance.reset([inheritance.unit_cell(key, "arrival") for key in rows],
                              "What is selected arrives as in the base already.")

    def _reset(self, _event: Any) -> str:
        self.reset()
        return "break"

    def _delete(self, _event: Any) -> str:
        self.remove()
        return "break"

    def _double(self, event: Any) -> str:
        row, column = self.tree.identify_row(event.y), self.tree.identify_column(event.x)
        if row:
            self.tree.focus(row)
            self.tree.selection_set(self._ranges.rows_for(row))
            self.edit_cell("entry" if column and self.tree.column(column, "id") == "entry" else "turn")
        return "break"

    def _choices(self, scenario: Scenario, units: Sequence[Unit], column: str) -> dict[str, str]:
        """The texts of the choices for a column, each with its turn, event or entry."""
        if column == "entry":
            names = entry_names(scenario)
            if any(_value(u, "entry") == OFF_MAP for u in units):
                names[OFF_MAP] = OFF_MAP
            return {words: id for id, words in names.items()}
        # Also offer events that no longer bring a unit but did so when the file was opened.
        first = self._session.history.steps[0].state.scenario
        events = dict.fromkeys((*events_of(scenario), *(events_of(first) if first else ()),
                                *(event.id for event in self._session.design.ruleset.events)))
        turns = {str(turn): str(turn) for turn in range(1, scenario.turns + 1)}
        return turns | {event.replace("-", " "): event for event in events}

    def edit_cell(self, column: str) -> None:
        """Open a list of choices in the focused row; the choice applies to all selected rows."""
        self._close()
        scenario, rows = self._session.scenario, self._selected_rows()
        if scenario is None or not rows:
            return
        row = self.tree.focus() if self.tree.focus() in rows else rows[0]
        self.tree.focus(row)
        self.tree.see(row)
        box = self.tree.bbox(row, column)
        if not box:
            return
        units = [scenario.unit_by_key[k] for k in rows]
        choices = self._choices(scenario, units, column)
        values = [*choices]
        editor = fit_choices(ttk.Combobox(self.tree, values=values,
                                          state="readonly" if column == "entry" else "normal"))
        now = {_value(u, column) for u in units}
        editor.set(next((words for words, value in choices.items() if {value} == now), ""))
        x, y, width, height = box
        words = nametofont("TkTextFont", self.tree).measure
        width = max(width, widest(values, words, 64, self.tree.winfo_width()) + _ARROW_PX)
        width = min(width, self.tree.winfo_width())
        editor.place(x=max(0, min(x, self.tree.winfo_width() - width)), y=y, width=width, height=height)
        editor.focus_set()
        editor.select_range(0, "end")

        def accept(_event: Any = None) -> str:
            chosen = " ".join(editor.get().split())
            self._close()
            self._accept(rows, column, choices, chosen)
            self.tree.focus_set()
            return "break"

        editor.bind("<Return>", accept)
        editor.bind("<<ComboboxSelected>>", accept)
        editor.bind("<Escape>", lambda _e: self._close(True))
        # Not when the list of choices opens, which takes the keyboard too.
        editor.bind("<FocusOut>", lambda e: self._close() if focused(self) is self.tree else None)
        self.editor = editor

    def _accept(self, keys: Sequence[str], column: str, choices: Mapping[str, str], chosen: str) -> None:
        """Apply a choice to all these rows in one step, and say how many changed."""
        scenario = self._session.scenario
        if scenario is None:
            return
        if not chosen:
            self._complain("Nothing was chosen, so nothing was changed.")
            return
        value = choices.get(chosen) or (chosen if column == "turn" and chosen.isdecimal() else "")
        if not value:
            events = listed([c for c in choices if not c.isdigit()])
            self._complain(f"Enter a turn as a whole number{f', or an event: {events}' if events else ''}.")
            return
        dated = column == "turn" and value.isdecimal()
        when = (f"at {chosen}" if column == "entry" else
                f"on turn {int(value)}" if dated else f"with the event {chosen}")

        def changed(design: Design) -> Design:
            after = design.scenario
            assert after is not None
            for key in keys:
                after = (set_entry(after, key, value) if column == "entry" else
                         set_turn(after, key, int(value)) if dated else set_event(after, key, value))
            return with_scenario(design, after)

        arrive = "arrives" if len(keys) == 1 else "arrive"
        complaint = self._session.change(f"{self._names(keys)} {arrive} {when}", changed)
        self._report(complaint)
        if not complaint:
            made, before = str(int(value)) if dated else value, [scenario.unit_by_key[k] for k in keys]
            self._say_arrivals(sum(_value(u, column) != made for u in before), len(keys), when)

    def _say_arrivals(self, changed: int, asked: int, when: str) -> None:
        rest = asked - changed
        if not changed:
            self._session.say(
                f"{'It already arrives' if asked == 1 else f'All {asked} units already arrive'} {when}.")
        elif asked > 1:
            did = f"; {rest} already did" if rest else ""
            arrive = "arrives" if changed == 1 else "arrive"
            self._session.say(f"{count(changed, 'unit')} now {arrive} {when}{did}.")

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
