"""The pages for the units, where they are set up, and when others arrive."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

from ....errors import VisegradError
from ....hexgrid import Hex
from ....model.edit.goals import EDGE_NAMES
from ....model.edit.scenario import order_of_battle, orders_of_battle
from ....model.edit.scenario_plan import (
    ScenarioPlan,
    entry_at,
    rectangle,
    with_area,
    with_arrivals,
    without_arrivals,
)
from ....model.edit.taken_units import with_units_from
from ....model.rules.sentences import Sentences
from ....model.scenario import Unit
from ....model.where import Where
from ....model.wording import count, listed
from ...map.hex_words import strength_text
from ...session import OpenDocument, Session
from ...widgets.keyboard import enter_field
from ...widgets.tooltips import Tooltip
from ...window.theme import px
from ..unit_series_dialog import UnitSeriesDialog
from .page import Planning, Row, StepPage, fill_tree, number_in

_TABLES = (("Tables of units", "*.csv *.tsv *.txt *.xlsx"), ("All files", "*"))
_ALONG = (
    ("set_up", "set-up", "Where they may be set up and stand, if units can stand there on this map"),
    ("schedule", "schedule", "Arrivals, withdrawals, releases, entries and events, if they fit this map and "
     "these rules"),
    ("assets", "assets", "Assets and replacements of the sides, if these rules know them"))
_SCENARIOS = (("Scenarios", "*.yaml *.yml"), ("All files", "*"))


class ForcesPage(StepPage):
    """The units: made in series, taken from another scenario, or read from a table."""

    step = "forces"
    title = "Forces"
    help = ("Which units? Make them in series, or take those of another scenario or of a spreadsheet. The "
            "table of units (Shift+F3) changes them later.")

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self.units = self.tree(
            {"#0": ("Unit", 150), "nation": ("Nationality", 90), "type": ("Type", 90),
             "values": ("Values", 60)}, 8, many=True)
        self.units.bind("<Delete>", lambda _e: self._remove())
        row = self.row()
        self.series = self.push(row, "New units…", self._new)
        self.push(row, "From a table…", self._from_table)
        self.push(row, "Remove", self._remove)
        row = self.row()
        self.order = self.choice(row, [], 26)
        self.take = self.push(row, "Take these units", self._from_scenario)
        row = self.row("With their")
        self.along = {name: tk.BooleanVar(self, True) for name in ("set_up", "schedule", "assets")}
        """What comes with the units of another scenario."""
        self.boxes = {name: ttk.Checkbutton(row, text=text, variable=self.along[name])
                      for name, text, _ in _ALONG}
        for name, _, tip in _ALONG:
            self.boxes[name].pack(side="left", padx=(0, px(8)))
            Tooltip(self.boxes[name], tip)
        self.totals = self.text_room(2)
        self.first_field = self.series

    def show(self) -> None:
        rules = self.plan.ruleset
        if rules is None:
            return
        nations = {n.id: n for n in self.plan.nationalities or rules.nationalities}
        types = rules.unit_type_by_id
        fill_tree(self.units, [
            (u.key, u.name, (nations[u.nationality].name if u.nationality in nations else u.nationality,
                             types[u.type].name if u.type in types else u.type,
                             strength_text(rules, u) if u.type in types else "")) for u in self.plan.units])
        self._orders = orders_of_battle(rules)
        names = [*(b.title for b in self._orders), "A scenario in a file…"]
        if list(self.order.cget("values")) != names:
            self.order.configure(values=names)
            self.order.current(0)
        sides = {s.id: s.name for s in self.plan.sides or rules.sides}
        of = Counter(nations[u.nationality].side for u in self.plan.units if u.nationality in nations)
        told = [f"{name}: {count(of[side], 'unit')}" for side, name in sides.items()]
        self.totals.show(", ".join(told) + ".")

    def _new(self) -> None:
        try:
            design = self.plan.working_design
        except ValueError as error:
            self.planning.complain(str(error))
            return
        session = Session(design, OpenDocument("scenario", None, self.plan.title))
        dialog = UnitSeriesDialog(self, session)
        dialog.run(dialog.first_field)
        if dialog.made:
            self.planning.complain("")
            self.planning.changed(self.plan.with_units_of(session.design))
            if not self.planning.draft.plan.gaps("forces"):
                # Return goes on instead of asking for more units.
                self.planning.focus_next()

    def _from_table(self) -> None:
        from ....exchange.unit_table import read_units  # imported late because it takes long to load

        chosen = filedialog.askopenfilename(parent=self, title="Units from a table", filetypes=_TABLES,
                                            initialdir=self.planning.initial_folder())
        if not chosen:
            return
        try:
            read = read_units(Path(chosen), self.plan.working_design, make_formations=True)
        except (ValueError, VisegradError) as error:
            self.planning.complain(str(error))
            return
        self.planning.changed(self.plan.with_units_of(read.design))
        made = f" The formations are {listed(read.formations)}." if read.formations else ""
        notes = "".join(f" {note}" for note in read.notes)
        if not read.problems:
            self.planning.tell(f"{read.summary}.{made}{notes}")
            return
        self.planning.complain(
            f"{read.summary}.{made} {count(len(read.problems), 'problem')}: {read.problems[0]}")

    def _from_scenario(self) -> None:
        rules = self.plan.ruleset
        assert rules is not None
        at = self.order.current()
        name = f"scenarios/{self._orders[at].name}" if 0 <= at < len(self._orders) else (
            filedialog.askopenfilename(parent=self, title="Units of a scenario", filetypes=_SCENARIOS,
                                       initialdir=self.planning.initial_folder()))
        if not name:
            return
        try:
            other = order_of_battle(name, rules)
        except ValueError as error:
            self.planning.complain(str(error))
            return
        taken = with_units_from(self.plan, other, **{n: v.get() for n, v in self.along.items()})
        self.planning.changed(taken.plan)
        self.planning.tell(" ".join((taken.told, *taken.left)))

    def _remove(self) -> None:
        gone = set(self.units.selection())
        if not gone:
            self.planning.complain("Select the units to remove in the list first.")
            return
        self.planning.complain("")
        self.planning.changed(self.plan.without_units(gone))


class SetUpPage(StepPage):
    """Where the units of each side may be set up."""

    step = "set-up"
    title = "Set-up"
    help = ("Where may each side be set up? Choose a side and drag a rectangle over the small map, or give "
            "columns and rows, or an area of the map.")
    takes_hexes = True

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self.sides = self.tree({"#0": ("Side", 120), "area": ("May be set up in", 250)}, 3)
        row = self.row("Columns")
        self.box = [self.number(row, 1, 999, width=3)]
        self.words(row, "to")
        self.box.append(self.number(row, 3, 999, width=3))
        self.words(row, "rows")
        self.box.append(self.number(row, 1, 999, width=3))
        self.words(row, "to")
        self.box.append(self.number(row, 9, 999, width=3))
        self.use = self.push(row, "Use", self._use_box)
        self.use.configure(width=5)
        row = self.row()
        self.area = self.choice(row, [], 24)
        self.push(row, "Use this area", self._use_area)
        self.push(self.row(), "By hand later: no area", self._clear)
        self.fills = tk.BooleanVar(self, True)
        ttk.Checkbutton(
            self, text="Set up the units now, by the rules; they can still be moved", variable=self.fills,
            command=self._filled).pack(anchor="w", pady=(px(4), 0))
        self.supply = self.text_room(3)
        """Where each side draws its supply from, if it needs any."""
        self.first_field = self.sides
        self._wheres: list[Where] = []
        self._sized: object = None

    def show(self) -> None:
        rules, map = self.plan.ruleset, self.plan.map
        if rules is None or map is None:
            return
        own, side_of = dict(self.plan.areas), {n.id: n.side for n in rules.nationalities}
        rows: list[Row] = []
        for side in self.plan.sides or rules.sides:
            where, waiting = own.get(side.id), count(len(self.plan.waiting(side.id)), "unit")
            ready = sum(u.setup is not None and side_of.get(u.nationality) == side.id
                        for u in self.plan.units)
            more = f"; {count(ready, 'unit')} with a set-up of {'its' if ready == 1 else 'their'} own"
            rows.append((side.id, side.name, (
                f"{_area_words(self.plan, where) if where else 'no area'}; {waiting}"
                f"{more if ready else ''}",)))
        fill_tree(self.sides, rows)
        if not self.sides.selection() and rows:
            self.sides.selection_set(rows[0][0])
        own_rules = self.plan.rules
        say = Sentences(own_rules, map)
        self.supply.show(" ".join(f"{side.name}: supply from {of}." for side in own_rules.sides
                                  if (of := say.supply_of_side(side.id))))
        countries = sorted({c for c in map.countries.values.values() if c in rules.nationality_by_id})
        names = [*(f"Area {a.name}" for a in map.areas),
                 *(f"Country {rules.nationality_by_id[c].name}" for c in countries)]
        self._wheres = [*(Where(areas=(a.id,)) for a in map.areas),
                        *(Where(countries=(c,)) for c in countries)]
        self.area.configure(values=names)
        if names and self.area.current() < 0:
            self.area.current(0)
        if not names:
            self.area.set("The map has no areas")
        self.fills.set(self.planning.draft.fills)
        if self._sized != map.grid:
            self._sized = map.grid
            for field, value in zip(self.box, (1, max(1, map.grid.columns // 4), 1, map.grid.rows),
                                    strict=True):
                field.delete(0, "end")
                field.insert(0, str(value))

    @property
    def _side(self) -> str:
        return (self.sides.selection() or ("",))[0]

    def _put(self, where: Where) -> None:
        side, map = self._side, self.plan.map
        assert map is not None
        if not where.resolve(map):
            self.planning.complain("No unit can stand in any of these hexes. Choose others.")
            return
        self.planning.complain("")
        self.planning.changed(with_area(self.plan, side, where))

    def choose_hexes(self, first: Hex, last: Hex) -> None:
        rules, map = self.plan.ruleset, self.plan.map
        assert rules is not None
        assert map is not None
        cols, rows = sorted((first.col + 1, last.col + 1)), sorted((first.row + 1, last.row + 1))
        for field, number in zip(self.box, (*cols, *rows), strict=True):
            field.set(number)
        self._put(rectangle(map, rules, first, last))

    def _use_box(self) -> None:
        map = self.plan.map
        assert map is not None
        try:
            left, right = (number_in(f, "Columns", 1, map.grid.columns) for f in self.box[:2])
            top, bottom = (number_in(f, "Rows", 1, map.grid.rows) for f in self.box[2:])
        except ValueError as error:
            self.planning.complain(str(error))
            return
        self.choose_hexes(Hex(left - 1, top - 1), Hex(right - 1, bottom - 1))

    def _use_area(self) -> None:
        at = self.area.current()
        if 0 <= at < len(self._wheres):
            self._put(self._wheres[at])
        else:
            self.planning.complain("This map has no areas and no countries. Drag a rectangle instead.")

    def _clear(self) -> None:
        self.planning.complain("")
        self.planning.changed(with_area(self.plan, self._side, None))

    def _filled(self) -> None:
        self.planning.draft.fills = self.fills.get()
        self.planning.changed()


def _area_words(plan: ScenarioPlan, where: Where) -> str:
    map, rules = plan.map, plan.ruleset
    assert map is not None
    assert rules is not None
    if where.areas:
        return f"area {map.area_by_id[where.areas[0]].name}"
    if where.countries:
        return f"country {rules.nationality_by_id[where.countries[0]].name}"
    return f"{count(len(where.hexes), 'hex')}, {where.hexes[0]} to {where.hexes[-1]}"


class SchedulePage(StepPage):
    """How many turns, and which units arrive when and where."""

    step = "schedule"
    title = "Schedule"
    help = ("How many turns? Units that are not there at the start arrive on a turn, at an edge of the map "
            "or in a hex: select them, say when and where, and press Arrive.")
    takes_hexes = True

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self.turns = self.number(self.row("Turns"), 6, 99)
        for event in ("<<Increment>>", "<<Decrement>>"):
            self.turns.bind(event, lambda _e: self.after_idle(self._counted), add=True)
        self.turns.bind("<KeyRelease>", lambda _e: self._counted())
        self.units = self.tree({"#0": ("Unit", 140), "nation": ("Nationality", 90), "when": ("", 170)}, 7,
                               many=True)
        row = self.row("Turn")
        self.turn = self.number(row, 2, 99, width=4)
        self.words(row, "at")
        self.entry = ttk.Combobox(row, width=18)
        self.entry.pack(side="left", padx=(0, px(8)))
        self.entry.set(EDGE_NAMES["east"])
        self.arrive = self.push(row, "Arrive", self._arrive)
        # Return takes the entry, as on every list, and does not go on to the next step.
        for key in ("<Return>", "<KP_Enter>"):
            self.entry.bind(key, lambda _e: enter_field(self.arrive) or "break")  # type: ignore[func-returns-value]
        self.push(self.row(), "There at the start", self._start)
        self.first_field = self.turns

    def show(self) -> None:
        rules = self.plan.ruleset
        if rules is None:
            return
        self.put_number(self.turns, self.plan.turns)
        nations = {n.id: n.name for n in self.plan.nationalities or rules.nationalities}
        names = {e.id: e.name for e in self.plan.entries}
        fill_tree(self.units, [(u.key, u.name, (nations.get(u.nationality, u.nationality),
                                               _when(u, names))) for u in self.plan.units])
        own = [e.name for e in self.plan.entries]
        self.entry.configure(values=[*own, *(n for n in EDGE_NAMES.values() if n not in own)])

    def accept(self) -> str:
        try:
            turns = number_in(self.turns, "Turns", 1, 99)
        except ValueError as error:
            return str(error)
        if turns != self.plan.turns:
            self.planning.draft.plan = replace(self.plan, turns=turns)
        assert self.plan.map is not None
        if not self.entry.get().strip():
            return ""
        try:
            entry_at(self.plan.map, self.plan.entries, self.entry.get())
        except ValueError as error:
            return str(error)
        return ""

    def _counted(self) -> None:
        self.planning.complain(self.accept())
        self.planning.changed()

    def choose_hexes(self, first: Hex, last: Hex) -> None:
        assert self.plan.map is not None
        self.entry.set(f"{self.plan.map.grid.number(last)}")
        self.planning.changed()

    def marked_hexes(self) -> Sequence[Hex]:
        map = self.plan.map
        hex = map.grid.parse(self.entry.get().strip()) if map is not None else None
        return [hex] if hex is not None else []

    def _selected(self) -> tuple[str, ...]:
        keys = self.units.selection()
        if not keys:
            self.planning.complain("Select units in the list first; Ctrl and Shift select several.")
        return keys

    def _arrive(self) -> None:
        map = self.plan.map
        assert map is not None
        if wrong := self.accept():
            self.planning.complain(wrong)
            return
        if not (keys := self._selected()):
            return
        try:
            entry = entry_at(map, self.plan.entries, self.entry.get())
            plan = with_arrivals(self.plan, keys, number_in(self.turn, "Turn", 1, 99), entry)
        except ValueError as error:
            self.planning.complain(str(error))
            return
        self.planning.complain("")
        self.planning.changed(plan)

    def _start(self) -> None:
        if keys := self._selected():
            self.planning.complain("")
            self.planning.changed(without_arrivals(self.plan, keys))


def _when(unit: Unit, names: dict[str, str]) -> str:
    arrival = unit.reinforcement
    if arrival is None:
        return "at the start"
    place = names.get(arrival.entry, arrival.entry)
    return f"turn {arrival.turn}, {place}" if arrival.turn else f"{arrival.brought_by}, {place}"

