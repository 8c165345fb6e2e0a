"""The reinforcements panel: the timetable as a table by turn, edited in place."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...model.design import Design
from ...model.edit.any_names import names_of
from ...model.edit.documents import with_scenario
from ...model.edit.replacement_chart import line_name, received_choices, received_text, set_received
from ...model.edit.scenario import set_entry, set_event, set_turn
from ...model.edit.timetable_rows import (
    ARRIVALS,
    EVERYTHING,
    KINDS,
    RELEASES,
    UNITS,
    WITHDRAWALS,
    Row,
    drop,
    event_choices,
    set_moments,
    set_when,
    shift_when,
    timetable_rows,
    when_choices,
)
from ...model.edit.turn_track import Role, TrackBox, put_in_box
from ...model.inherited import OwnValue
from ...model.scenario import OFF_MAP, Scenario, Unit
from ...model.timetable_words import event_name, movement_words
from ...model.wording import count, listed
from ..inheritance import KEY, MARK, SIGNS
from ..map.hex_words import arrival_text, entry_names, when_text
from ..platforms import wheel_events
from ..session import Session
from ..widgets.columns import ElidedTexts, narrowest, widest
from ..widgets.context_menu import LINE, MenuEntry, RowMenus
from ..widgets.counter_pictures import CounterPictures
from ..widgets.fields import fit_choices
from ..widgets.flow import Flow
from ..widgets.keyboard import enter_field, focused
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import RangeSelection, TreeSelection
from ..widgets.typed_choice import take_on_return
from ..widgets.variables import when_written
from ..widgets.wrapped_label import ListAdvice, WrappedLabel
from ..window import theme
from .inherited_marks import reset_entry

_COLUMNS = (("turn", "Turn", False), ("side", "Side", False), ("entry", "Arrives at", True))
_PICTURE = 30
_PLACE = 84
"""Minimum width of the column of places, in pixels."""
_NARROW = 56
"""Maximum width of the columns turn and side, in pixels: names of events are cut before those of places."""
_NO_SCENARIO = ("This is only a map. Reinforcements belong to a scenario: begin one with Scenario > "
                "New scenario on this map….")
_NONE = "No reinforcements yet. Add… puts units on the schedule."
_FOR_COLUMNS = 220
"""The width of the list, in pixels at 100 %, from which turn and place have columns of their own."""
_ARROW_PX = 34
"""Pixels that a drop-down list needs beside its text, for its arrow and its scroll bar."""


_BOTH = "Both sides"
_NOT_YET = "Nothing of this kind on the schedule."


def change_turn(design: Design, key: str, turn: int) -> Design:
    """The design with another turn of arrival; raises `ValueError` with the reason if that is impossible."""
    assert design.scenario is not None
    return with_scenario(design, set_turn(design.scenario, key, turn))


def _value(unit: Unit, column: str) -> str:
    """The value of a reinforcement in a column: its entry, or its event or turn."""
    arrival = unit.reinforcement
    assert arrival is not None
    return arrival.entry if column == "entry" else arrival.brought_by or str(arrival.turn)


def _value_of(choices: Mapping[str, str], typed: str) -> str:
    """The value of a choice, typed as its words or as its id, in any letters; "" if it is none of them."""
    wanted = typed.casefold()
    return next((value for words, value in choices.items()
                 if wanted in (words.casefold(), value.casefold(), value.replace("-", " ").casefold())), "")


def _marked(text: str, own: OwnValue | None) -> str:
    """A text with a sign if it is not that of the base of a variant."""
    return f"{MARK} {text}" if own is not None else text


class ReinforcementsPanel(ttk.Frame):
    """The timetable: reinforcements, withdrawals, releases, events, replacements, by kind and side. A
    double-click or Return edits the turn or the entry of all selected rows."""

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
        # The colours of the counters show the sides; the names need the space.
        self._wide = ("turn", "entry") if self.winfo_screenwidth() < 1600 else ("turn", "side", "entry")
        self._narrow = False
        """Whether a row is too narrow for columns, so that turn and place are below the name."""
        self.tree.configure(displaycolumns=self._wide)
        self.tree.heading("#0", text="Unit", anchor="w")
        self.tree.column("#0", width=theme.px(140), minwidth=theme.px(90), stretch=True)
        for id, text, stretch in _COLUMNS:
            self.tree.heading(id, text=text, anchor="w")
            self.tree.column(id, width=theme.px(54), minwidth=theme.px(40), stretch=stretch, anchor="w")
        self._texts = ElidedTexts(self.tree)
        self.advice = ListAdvice(self.tree)
        self.tree.bind("<Configure>", lambda _e: self._sized(), add=True)
        self.rows: dict[str, Row] = {}
        """The rows that are listed, by their ids."""
        self.kind, self.side = tk.StringVar(self, UNITS), tk.StringVar(self, _BOTH)
        self._choose_rows()
        grid_scrolled(self.tree, 1)
        buttons = Flow(self, gap=theme.px(3))
        buttons.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        for text, command, tip in (
            ("Add…", self.add, "Schedule the selected units, or one that has no place yet"),
            ("Remove", self.remove, "Remove the selected rows from the schedule  (Del)"),
            ("Earlier", lambda: self.shift(-1), "Move the selected rows one turn earlier  (−)"),
            ("Later", lambda: self.shift(1), "Move the selected rows one turn later  (+)"),
            ("Leaves…", lambda: self.put("leaves"), "Let the selected units leave the map on a turn"),
            ("Held…", lambda: self.put("moves"), "Let the selected units move from a turn on only"),
        ):
            button = ttk.Button(buttons, text=text, style="Small.TButton", command=command)
            buttons.add(button, theme.px(4))
            Tooltip(button, tip)
        self._hint = WrappedLabel(self, "Double-click a turn or a place to change it for all selected rows.",
                                  "Quiet.TLabel")
        self._hint.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(theme.px(5), 0))
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
        for event in wheel_events():
            self.tree.bind(event, lambda _e: self._close(), add=True)
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)
        session.changed.connect(self._changed)
        session.selected.connect(self.follow)

    def _choose_rows(self) -> None:
        """The choices of kind and side above the list."""
        top = ttk.Frame(self, style="Panel.TFrame")
        top.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(5)))
        top.columnconfigure((0, 1), weight=1)
        self._sides = ttk.Combobox(top, textvariable=self.side, state="readonly", width=8)
        kinds = ttk.Combobox(top, textvariable=self.kind, state="readonly", width=8, values=KINDS)
        Tooltip(kinds, "What is listed: units that come, leave or may not move, events, replacements")
        Tooltip(self._sides, "The side whose rows are listed")
        kinds.grid(row=0, column=0, sticky="ew")
        self._sides.grid(row=0, column=1, sticky="ew", padx=(theme.px(4), 0))
        for variable in (self.kind, self.side):
            when_written(variable, self, self.show)

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
        names = {s.name: s.id for s in rules.sides}
        self._sides.configure(values=[_BOTH, *names])
        listed_rows = timetable_rows(
            self._session.design, self.kind.get(), names.get(self.side.get(), "")) if scenario else ()
        self.rows = {row.id: row for row in listed_rows}
        for id, row in self.rows.items():
            assert scenario is not None
            side = rules.side_by_id.get(row.side)
            unit = scenario.unit_by_key.get(row.unit)
            image: Any = {"image": self._pictures.picture(unit, rules, _PICTURE)} if unit else {}
            when, what = self._own(row, "turn"), self._own(row, "entry")
            new = unit is not None and self._session.inheritance.is_new(unit.key)
            self.tree.insert("", "end", id, values=("", side.name.split()[0] if side else ""),
                             tags=("own",) if new or when or what else (), **image)
            name = f"{SIGNS['added']} {self._row_name(row)}" if new else self._row_name(row)
            self._texts.put_cell(id, "turn", _marked(row.when, when), lines=2)
            if self._narrow:
                told = [f"turn {row.when}" if row.when.isdecimal() else row.when, row.what]
                name = f"{name}\n {_marked(', '.join(t for t in told if t), when or what)}"
            self._texts.put(id, f" {name}", 0, theme.px(_PICTURE) if unit else 0, lines=2)
            self._texts.put_cell(id, "entry", _marked(row.what, what), lines=2)
        empty = _NONE if self.kind.get() in (UNITS, ARRIVALS) and self.side.get() == _BOTH else _NOT_YET
        self.advice.show("" if self.rows else empty if scenario is not None else _NO_SCENARIO)
        self._size_columns()
        self.tree.selection_set([k for k in marked if self.tree.exists(k)])
        if focus and self.tree.exists(focus):
            self.tree.focus(focus)
        self.tree.yview_moveto(top)
        if seen := [k for k in in_sight if self.tree.exists(k)]:
            # Keep a row in view that moved to another turn.
            self.tree.see(seen[0])
        self._selection.listen_soon()

    def _sized(self) -> None:
        """Put turn and place below the names where there is no room for columns, or back into theirs."""
        narrow = 1 < self.tree.winfo_width() < theme.px(_FOR_COLUMNS)
        if narrow != self._narrow:
            self._narrow = narrow
            self._close()
            self.tree.configure(displaycolumns=() if narrow else self._wide)
            self.tree.heading("#0", text="Unit, turn and place" if narrow else "Unit")
            # The list needs the space; F2 and the context menu lead to the place.
            if narrow:
                self._hint.grid_remove()
            else:
                self._hint.grid()
            self._changed()
        else:
            self._size_columns()

    def _size_columns(self) -> None:
        """Set the widths of the columns: turn and side as needed, the names most of the rest."""
        tree = self.tree
        if self._narrow:
            tree.column("#0", width=tree.winfo_width())
            self._texts.fit()
            return
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
        """Select the session's selected units in the list; rows that are theirs stay selected."""
        if self._units_of(self.tree.selection()) == self._session.units:
            return
        rows = [next((id for id in (k, f"leaves {k}", f"moves {k}") if self.tree.exists(id)), "")
                for k in self._session.units]
        self._selection.select([id for id in rows if id])

    def _units_of(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The keys of the units of rows, each once."""
        units = (self.rows[id].unit for id in ids if id in self.rows)
        return tuple(dict.fromkeys(key for key in units if key))

    def _selected(self, _event: Any) -> None:
        ids = self.tree.selection()
        keys = self._units_of(ids)
        if not self._selection.quiet and keys != self._session.units:
            self._session.select(None, keys)
            if len(ids) > 1:
                what = count(len(ids), "unit") if len(keys) == len(ids) else count(len(ids), "row")
                self._session.say(f"{what} selected.")

    def _explain(self, event: Any) -> None:
        """Show the whole row in a tooltip, as the columns may be too narrow for it."""
        row, scenario = self.rows.get(self.tree.identify_row(event.y)), self._session.scenario
        if scenario is None or row is None:
            self._note.follow(event, "")
            return
        unit = scenario.unit_by_key.get(row.unit)
        design = self._session.design
        told = [arrival_text(design, unit), movement_words(design, unit)] if unit else [row.when, row.what]
        text = f"{self._row_name(row)}: {'; '.join(t for t in told if t)}"
        own = self._own(row)
        self._note.follow(event, f"{text}\n{own.words}  ({KEY}: reset)" if own is not None else text)

    def _own(self, row: Row, column: str = "") -> OwnValue | None:
        """What differs from the base of a variant in a row, or in its column `turn` or `entry`."""
        inherited = self._session.inheritance.now
        if inherited is None:
            return None
        if row.role == "arrives":
            return inherited.unit_cell(row.unit, column or "arrival")
        if column == "entry":
            return None
        if row.unit:
            return inherited.unit(row.unit, "withdrawal" if row.role == "leaves" else "release")
        scenario = self._session.scenario
        assert scenario is not None
        section = "schedule" if row.role == "happens" else "replacements"
        names = ([line.id for line in scenario.schedule] if row.role == "happens" else
                 [f"{line.turn}/{line.side}" for line in scenario.replacements])
        return inherited.entry("scenario", section, names.index(row.name)) if row.name in names else None

    # -- editing ------------------------------------------------------------------------

    def _unit_name(self, key: str) -> str:
        scenario = self._session.scenario
        return scenario.unit_by_key[key].name if scenario and key in scenario.unit_by_key else key

    def _names(self, keys: Sequence[str]) -> str:
        return self._unit_name(keys[0]) if len(keys) == 1 else f"{len(keys)} units"

    def _row_name(self, row: Row) -> str:
        if row.unit:
            return self._unit_name(row.unit)
        if row.role == "happens":
            return event_name(self._session.design, row.name)
        side = self._session.design.ruleset.side_by_id.get(row.side)
        return f"{side.name if side else row.side}: replacements"

    def _rows_named(self, rows: Sequence[Row]) -> str:
        if len(rows) == 1:
            return self._row_name(rows[0])
        return count(len(rows), "unit" if all(row.unit for row in rows) else "row")

    def _are_arrivals(self, ids: Sequence[str]) -> bool:
        return all(self.rows[id].role == "arrives" for id in ids)

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
        if not self._are_arrivals(keys):
            self._shift_rows([self.rows[id] for id in keys], by)
            return
        units = [scenario.unit_by_key[k] for k in keys]
        dated = [u for u in units if u.reinforcement and not u.reinforcement.brought_by]
        if not dated:
            event = when_text(self._session.design, units[0])
            one = f"{units[0].name} arrives with the event {event}, not on a turn"
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

    def _shift_rows(self, rows: Sequence[Row], by: int) -> None:
        """Move rows of any kind by some turns; those without a turn are left as they are."""
        dated = [row for row in rows if row.turn]
        if not dated:
            self._complain("None of these rows has a turn that could be moved: choose one with Return first.")
            return
        way, rest = "later" if by > 0 else "earlier", len(rows) - len(dated)
        complaint = self._session.change(
            f"{self._rows_named(dated)} {way}", lambda d: shift_when(d, dated, by))
        self._report(complaint)
        if not complaint:
            self._session.say(f"{count(len(dated), 'row')} moved one turn {way}"
                              f"{f'; {rest} unchanged' if rest else ''}.")
            self._select_moved(dated, {row.id: row.turn + by for row in dated})

    def put(self, role: Role) -> None:
        """Let the selected units leave the map on the last turn, or move from turn 2 on only, and open the
        list of turns in the first of their rows."""
        scenario, keys = self._session.scenario, self._session.units
        if scenario is None or not keys:
            self._complain("Select units first, on the map or in a list.")
            return
        unit = scenario.unit_by_key
        new = [k for k in keys if (unit[k].withdrawal if role == "leaves" else unit[k].release) is None]
        turn = scenario.turns if role == "leaves" else min(2, scenario.turns)
        box = TrackBox(f"Turn {turn}", turn=turn)
        if new:
            leave, move = ("leaves", "moves") if len(new) == 1 else ("leave", "move")
            told = (f"{self._names(new)} {leave} on turn {turn}" if role == "leaves" else
                    f"{self._names(new)} {move} from turn {turn} on")
            complaint = self._session.change(told, lambda d: put_in_box(d, new, box, role))
            self._report(complaint)
            if complaint:
                return
            self._session.say(f"{told}. Choose another turn in the list.")
        if self.kind.get() not in (UNITS, EVERYTHING):
            self.kind.set(WITHDRAWALS if role == "leaves" else RELEASES)
        self.side.set(_BOTH)
        self.show()
        ids = [f"{role} {key}" for key in keys]
        self._selection.select(ids)
        self.tree.update_idletasks()
        self.edit_cell("turn")

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
        if ids := self._selected_rows():
            rows = [self.rows[id] for id in ids]
            complaint = self._session.change(
                f"Remove {self._rows_named(rows)} from the schedule", lambda d: drop(d, rows))
            self._report(complaint)
            if not complaint and (len(rows) > 1 or rows[0].role != "arrives"):
                self._session.say(f"{self._rows_named(rows)} removed from the schedule. Ctrl+Z undoes it.")

    def entries(self, row: str) -> list[MenuEntry]:
        """The entries of the context menu: the commands, and the way back to the base of a variant."""
        rows = self.tree.selection()
        inheritance = self._session.inheritance
        own = [v for id in rows if (v := self._own(self.rows[id])) is not None]
        reset = (reset_entry(inheritance, own[0]) if len(own) == 1 else
                 MenuEntry(f"Reset {len(own)} rows to the base" if own else "Reset to the base",
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
        """Make the selected rows as in the base of a variant, in one step."""
        if ids := self._selected_rows():
            self._session.inheritance.reset([self._own(self.rows[id]) for id in ids],
                                            "What is selected is as in the base already.")

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
        # Also offer events of the game that bring no unit yet, or no longer, as when the file was opened.
        design, first = self._session.design, self._session.history.steps[0].state
        events = event_choices(design, (
            *names_of(design, "event"), *names_of(first, "event"), *self._session.game_events))
        return {str(turn): str(turn) for turn in range(1, scenario.turns + 1)} | events

    def edit_cell(self, column: str) -> None:
        """Open a list of choices in the focused row; the choice applies to all selected rows."""
        self._close()
        scenario, rows = self._session.scenario, self._selected_rows()
        if scenario is None or not rows:
            return
        row = self.tree.focus() if self.tree.focus() in rows else rows[0]
        self.tree.focus(row)
        self.tree.see(row)
        box = self.tree.bbox(row, "#0" if self._narrow else column)
        if not box:
            return
        chosen_rows = [self.rows[id] for id in rows]
        received = column == "entry" and all(row.role == "receives" for row in chosen_rows)
        if not self._are_arrivals(rows):
            choices = self._other_choices(chosen_rows, column)
            if choices is None:
                return
        else:
            choices = self._choices(scenario, [scenario.unit_by_key[k] for k in rows], column)
        values = [*choices]
        typed = column == "turn" or not self._are_arrivals(rows)
        editor = fit_choices(ttk.Combobox(self.tree, values=values, state="normal" if typed else "readonly"))
        # Return takes what letters show: a choice closes the list.
        take_on_return(editor)
        now = {_value(scenario.unit_by_key[row.name], column) if row.role == "arrives" else row.when
               for row in chosen_rows}
        editor.set(received_text(self._session.design, [r.name for r in chosen_rows]) if received else next(
            (words for words, value in choices.items() if now in ({value}, {words})), ""))
        x, y, width, height = box
        words = nametofont("TkTextFont", self.tree).measure
        width = max(width, widest(values, words, 64, self.tree.winfo_width()) + _ARROW_PX)
        width = min(width, self.tree.winfo_width())
        editor.place(x=max(0, min(x, self.tree.winfo_width() - width)), y=y, width=width, height=height)
        enter_field(editor)

        def accept(_event: Any = None) -> str:
            chosen = " ".join(editor.get().split())
            self._close()
            if self._are_arrivals(rows):
                self._accept(rows, column, choices, chosen)
            else:
                self._accept_rows(chosen_rows, column, choices, chosen)
            self.tree.focus_set()
            return "break"

        editor.bind("<Return>", accept)
        editor.bind("<<ComboboxSelected>>", accept)
        editor.bind("<Escape>", lambda _e: self._close(True))
        # Not when the list of choices opens, which takes the keyboard too.
        editor.bind("<FocusOut>", lambda e: self._close() if focused(self) is self.tree else None)
        self.editor = editor

    def _other_choices(self, rows: Sequence[Row], column: str) -> dict[str, str] | None:
        """The choices for rows that are not all arrivals; None, with a complaint, if there are none."""
        if column == "entry" and all(row.role == "receives" for row in rows):
            return {words: words for words in received_choices(
                self._session.design, [row.name for row in rows])}
        if column == "entry":
            self._complain("Only reinforcements have a place of arrival, and replacements, selected alone, "
                           "steps and what else they bring. Return changes the turn.")
            return None
        choices = when_choices(self._session.design, rows)
        if not choices:
            self._complain("These rows have no time in common: select rows of one kind.")
            return None
        return choices

    def _accept_rows(self, rows: Sequence[Row], column: str, choices: Mapping[str, str], chosen: str) -> None:
        """Apply a choice to rows that are not all arrivals, in one step."""
        value = _value_of(choices, chosen) or (chosen if chosen.isdecimal() else "")
        name = self._rows_named(rows)
        if column == "entry":
            change = partial(set_received, names=[row.name for row in rows], text=chosen)
        elif not value and chosen and all(row.role in ("leaves", "moves") for row in rows):
            change = partial(set_moments, rows=rows, text=chosen)
        elif not value:
            self._complain(f"Choose one of the list: {listed([*choices][:12])}.")
            return
        else:
            change = partial(set_when, rows=rows, value=value)
        complaint = self._session.change(f"{name}: {chosen}", change)
        self._report(complaint)
        if not complaint:
            self._session.say(f"{name}: {chosen}.")
            if column == "turn" and value.isdecimal():
                self._select_moved(rows, {row.id: int(value) for row in rows})

    def _select_moved(self, rows: Sequence[Row], turns: Mapping[str, int]) -> None:
        """Keep rows selected after they were moved: replacements are called by their turn."""
        self._selection.select([id for id in (
            f"receives {line_name(turns[row.id], row.side)}" if row.role == "receives" else row.id
            for row in rows) if self.tree.exists(id)])

    def _accept(self, keys: Sequence[str], column: str, choices: Mapping[str, str], chosen: str) -> None:
        """Apply a choice to all these rows in one step, and say how many changed."""
        scenario = self._session.scenario
        if scenario is None:
            return
        if not chosen:
            self._complain("Nothing was chosen, so nothing was changed.")
            return
        value = _value_of(choices, chosen) or (chosen if column == "turn" and chosen.isdecimal() else "")
        if not value:
            events = listed([c for c in choices if not c.isdecimal()])
            self._complain(f"Enter a turn as a whole number{f', or an event: {events}' if events else ''}.")
            return
        dated = column == "turn" and value.isdecimal()
        words = next((words for words, one in choices.items() if one == value), chosen)
        when = (f"at {words}" if column == "entry" else
                f"on turn {int(value)}" if dated else f"with the event {words}")

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
