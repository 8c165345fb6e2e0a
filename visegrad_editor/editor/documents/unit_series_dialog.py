"""A dialog for a series of new units: numbered names, values, and when or where they begin."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from ...model.counter_values import counter_numbers, number_title, own_value, type_value
from ...model.design import Design
from ...model.edit.unit_cells import (
    arrival_at,
    cell_choices,
    read_count,
    read_entries,
    read_setup,
)
from ...model.edit.unit_series import (
    STYLES,
    UnitSeries,
    add_units,
    formations_of,
    next_number,
    series_units,
    usual_pattern,
    with_formation,
)
from ...model.edit.units import new_unit
from ...model.scenario import Reinforcement, Unit
from ...model.unit_values import trimmed
from ...model.wording import count
from ...systems import boxes_of
from ..map.hex_words import entry_names
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.fields import fit_choices
from ..widgets.small_screen import fold_form, is_low
from ..widgets.variables import when_written
from ..widgets.wrapped_label import keep_room
from ..window.theme import px
from .scenario_dialogs import form_row

_USUAL = 12
"""How many units are proposed."""
_LAST_ROW = 40
"""A row below all fields."""
_SHOWN = 6
"""Names in the preview."""


def ask_unit_series(parent: tk.Misc, session: Session) -> tuple[str, ...]:
    """Ask for a series of units and add them in one step; their keys, none if it was cancelled."""
    dialog = UnitSeriesDialog(parent, session)
    dialog.run(dialog.first_field)
    return dialog.made


class UnitSeriesDialog(Dialog):
    """Asks what the units of a series are. The names are shown while they are described."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, "New units")
        self._session = session
        self.made: tuple[str, ...] = ()
        """The keys of the units that were added."""
        design = session.design
        assert design.scenario is not None
        self._rules, self._scenario = design.ruleset, design.scenario
        rules, body = design.ruleset, self.body
        self._nation = self._box([n.name for n in rules.nationalities])
        self._kind = self._box([t.name for t in rules.unit_types])
        selected = design.scenario.unit_by_key[session.units[0]] if session.units else None
        # That of the selected unit, or of the units made last; files may name others than there are.
        like = selected or next(reversed(design.scenario.units), None)
        if like is not None and like.nationality in rules.nationality_by_id:
            self._nation.current([n.id for n in rules.nationalities].index(like.nationality))
        if selected is not None and selected.type in rules.unit_type_by_id:
            self._kind.current([t.id for t in rules.unit_types].index(selected.type))
        self.first_field: tk.Misc = self._nation
        self._proposed = ""
        """The pattern of names that was proposed last."""
        self._numbers = ("1", str(_USUAL))
        """The numbers that were proposed last."""
        self.texts: dict[str, tk.StringVar] = {}
        """What is in each field, by its name."""
        row = 0

        def add(label: str, widget: tk.Widget, sticky: str = "ew") -> None:
            nonlocal row
            form_row(body, row, label, widget, sticky)
            row += 1

        add("Nationality", self._nation)
        add("Type", self._kind)
        self.prototype: ttk.Combobox | None = None
        if design.scenario.prototypes:
            self.prototype = self._box(["–", *(p.name for p in design.scenario.prototypes)])
            add("Prototype", self.prototype)
        low = is_low(self)
        numbers = ttk.Frame(body, style="Panel.TFrame")
        self.first = self._number(numbers, "first", self._numbers[0], 0, 9999)
        self.first.pack(side="left")
        ttk.Label(numbers, text="to", style="Quiet.TLabel").pack(side="left", padx=px(6))
        self.last = self._number(numbers, "last", self._numbers[1], 0, 9999)
        self.last.pack(side="left")
        self.style = ttk.Combobox(body if low else numbers, values=list(STYLES), state="readonly", width=12)
        self.style.current(0)
        add("Numbers", numbers, "w")
        if low:
            add("Written", self.style, "w")
        else:
            ttk.Label(numbers, text="written", style="Quiet.TLabel").pack(side="left", padx=px(6))
            self.style.pack(side="left")
        self.pattern = ttk.Entry(body, textvariable=self._text("pattern", ""), width=24 if low else 36)
        add("Name, # is the number", self.pattern)
        self.preview = ttk.Label(
            body, style="Quiet.TLabel", wraplength=px(600 if low else 430), justify="left")
        # Below both columns, or below the name.
        below = _LAST_ROW if low else row
        self.preview.grid(row=below, column=0, columnspan=4, sticky="nw", pady=(0, px(6)))
        keep_room(body, below, beside=px(6))
        row += 0 if low else 1
        self._values = [(v, lost, self._number(body, f"{v.id}:{lost}", "", v.least, v.most))
                        for v, lost in counter_numbers(rules) if v.from_ != "type"]
        for value, lost, box in self._values:
            add(number_title(rules, value, lost, whole=True), box, "w")
        self.of_type = [ttk.Label(body, style="Quiet.TLabel") for v in rules.values if v.from_ == "type"]
        """What the chosen type says of the values that come from it."""
        for value, told in zip((v for v in rules.values if v.from_ == "type"), self.of_type, strict=True):
            add(value.name, told, "w")
        self.formation = fit_choices(ttk.Combobox(body, textvariable=self._text("formation", "")))
        add("Formation", self.formation)
        arrives = ttk.Frame(body, style="Panel.TFrame")
        self.turn = fit_choices(ttk.Combobox(
            arrives, textvariable=self._text("turn", ""), values=cell_choices(design, "turn"), width=12))
        self.turn.pack(side="left")
        self.every = self._number(body if low else arrives, "every", "0", 0, design.scenario.turns)
        add("Turn or event", arrives, "w")
        if low:
            add("Each next later by", self.every, "w")
        else:
            ttk.Label(arrives, text="each next one later by", style="Quiet.TLabel").pack(
                side="left", padx=px(6))
            self.every.pack(side="left")
        names = entry_names(design.scenario)
        self.entry = fit_choices(ttk.Combobox(
            body, textvariable=self._text("entry", ""), values=[*names.values()]))
        add("Arrive at", self.entry)
        self.setup = fit_choices(ttk.Combobox(
            body, textvariable=self._text("setup", ""),
            values=cell_choices(design, "setup", boxes_of(design))))
        add("Or set up in", self.setup)
        self.size_box = fit_choices(ttk.Combobox(
            body, textvariable=self._text("size", ""), values=cell_choices(design, "size")))
        add("Size", self.size_box)
        self.reduced = tk.BooleanVar(self, False)
        add("Starts reduced", ttk.Checkbutton(body, text="yes", variable=self.reduced), "w")
        if low:
            rows = [r for r in range(row) if body.grid_slaves(r)]
            fold_form(body, rows[(len(rows) + 1) // 2:], px(16))
        for choice in (self._nation, self._kind):
            choice.bind("<<ComboboxSelected>>", self._suggest, add=True)
        self.style.bind("<<ComboboxSelected>>", self._show, add=True)
        if self.prototype is not None:
            self.prototype.bind("<<ComboboxSelected>>", self._show, add=True)
            self.prototype.bind("<<ComboboxSelected>>", self._as_prototype, add=True)
        self._suggest()
        for variable in self.texts.values():
            when_written(variable, self, self._show)
        when_written(self.texts["pattern"], self, self._suggest_numbers)
        self.create = self.button("Create", self._accept, default=True)
        self.button("Cancel", self.cancel)
        self._show()

    def _box(self, values: list[str]) -> ttk.Combobox:
        box = fit_choices(ttk.Combobox(self.body, values=values, state="readonly"))
        if values:
            box.current(0)
        return box

    def _text(self, name: str, value: str) -> tk.StringVar:
        self.texts[name] = tk.StringVar(self, value)
        return self.texts[name]

    def _number(self, parent: tk.Misc, name: str, value: str, low: int, high: int) -> ttk.Spinbox:
        return ttk.Spinbox(parent, textvariable=self._text(name, value), from_=low, to=high, width=6)

    def _suggest(self, _event: object = None) -> None:
        """Suggest the usual name and values of the type."""
        nation = self._rules.nationalities[self._nation.current()].id
        kind = self._rules.unit_types[self._kind.current()]
        usual = new_unit(self._rules, self._scenario, nation, kind.id)
        now = self.texts["pattern"].get()
        # What the user has written stays.
        if now in ("", self._proposed):
            self._proposed = usual_pattern(self._scenario, nation, kind.id, kind.name)
            self.texts["pattern"].set(self._proposed)
        self._suggest_numbers()
        for value, lost, _ in self._values:
            number = own_value(self._rules, usual, value.id, lost)
            self.texts[f"{value.id}:{lost}"].set("" if number is None else str(number))
        usual_movement = type_value(self._rules, usual)
        for told in self.of_type:
            told.configure(text=f"{'–' if usual_movement is None else usual_movement}, of its type")
        formations = [f.name for f in formations_of(self._rules, nation)]
        if self.texts["formation"].get() not in ("", *formations) and self.texts["formation"].get() in {
                f.name for f in self._rules.formations}:
            # That of the nationality chosen before.
            self.texts["formation"].set("")
        self.formation.configure(values=["–", *formations])
        if self.texts["size"].get() in {"", *(t.size for t in self._rules.unit_types)}:
            self.texts["size"].set(kind.size)
        self._show()

    def _suggest_numbers(self) -> None:
        """Suggest the numbers after those that units with such names have, unless the user has written one:
        the other one then belongs to it."""
        nation = self._rules.nationalities[self._nation.current()].id
        first = next_number(self._scenario, nation, self.texts["pattern"].get())
        before, self._numbers = self._numbers, (str(first), str(first + _USUAL - 1))
        if (self.texts["first"].get(), self.texts["last"].get()) == before != self._numbers:
            self.texts["first"].set(self._numbers[0])
            self.texts["last"].set(self._numbers[1])

    def _as_prototype(self, _event: object = None) -> None:
        """Take type, values and size from the chosen prototype."""
        assert self.prototype is not None
        if self.prototype.current() < 1:
            return
        like = self._scenario.prototype_by_id[self._scenario.prototypes[self.prototype.current() - 1].id]
        types = [t.id for t in self._rules.unit_types]
        if like.type in types:
            self._kind.current(types.index(like.type))
            self._suggest()
        if like.values:
            for value, lost, _ in self._values:
                row = like.values[min(lost, len(like.values) - 1)]
                place = self._rules.value_place[value.id]
                number = row[place] if place < len(row) else None
                self.texts[f"{value.id}:{lost}"].set("" if number is None else str(number))
        if like.size:
            self.texts["size"].set(like.size)
        self._show()

    def _count(self, name: str, title: str, high: int = 9999, low: int = 0) -> int:
        """The number in a field; ValueError with its title."""
        text = self.texts[name].get().strip()
        try:
            return read_count(text, low, high) if text else 0
        except ValueError as error:
            raise ValueError(f"{title}: {error}") from None

    def series(self, design: Design) -> UnitSeries:
        """What the fields describe; raises ValueError with a sentence."""
        rules, scenario = self._rules, self._scenario
        rows: list[list[int | None]] = [[None] * len(rules.values) for _ in range(max(1, rules.steps.usual))]
        for value, lost, _ in self._values:
            text = self.texts[f"{value.id}:{lost}"].get().strip()
            title = number_title(rules, value, lost)
            rows[lost][rules.value_place[value.id]] = (
                self._count(f"{value.id}:{lost}", title, value.most, value.least) if text else None)
        entry, setup = self.texts["entry"].get().strip(), self.texts["setup"].get().strip()
        when = self.texts["turn"].get().strip()
        arrival = arrival_at(design, when, Reinforcement()) if when else Reinforcement()
        every = self._count("every", "Later by")
        if when and not arrival.turn and every:
            raise ValueError("Units of an event or a pool come together: leave 0 as the turns between them.")
        if when and setup:
            raise ValueError("Units are set up, or arrive on a turn: leave one of the two empty.")
        entry = {name: id for id, name in entry_names(scenario).items()}.get(entry, entry)
        try:
            entries = read_entries(scenario, entry) if entry and when and not arrival.pool else ()
        except ValueError as error:
            raise ValueError(f"{error} Scenario > Entries… makes others.") from None
        prototype = self.prototype.current() - 1 if self.prototype is not None else -1
        return UnitSeries(
            rules.nationalities[self._nation.current()].id, rules.unit_types[self._kind.current()].id,
            self._count("first", "Numbers"), self._count("last", "Numbers"), self.texts["pattern"].get(),
            STYLES[self.style.get()], trimmed(rows), self.texts["size"].get().strip(),
            setup=read_setup(design, setup, boxes=boxes_of(design)), turn=arrival.turn, every=every,
            entry=entries[0] if entries else "", event=arrival.event, pool=arrival.pool,
            reduced=self.reduced.get(),
            prototype=scenario.prototypes[prototype].id if prototype >= 0 else "")

    def _units(self, design: Design) -> tuple[Design, tuple[Unit, ...]]:
        """The units, and the design with the formation that they belong to, which may be a new one."""
        series = self.series(design)
        design, formation = with_formation(design, series.nationality, self.texts["formation"].get())
        series = replace(series, formation=formation)
        if (series.turn or series.event) and not series.entry and not cell_choices(design, "entry")[:-1]:
            raise ValueError("The scenario has no entry, a place where reinforcements arrive. Make one "
                             "first.")
        return design, series_units(design, series)

    def _show(self, _event: object = None) -> None:
        """Show the names that the units will have, or why there can be none."""
        try:
            design, units = self._units(self._session.design)
        except ValueError as error:
            self.preview.configure(text=str(error), style="Error.TLabel")
            return
        names = [unit.name for unit in units]
        if len(names) > _SHOWN:
            names = [*names[:_SHOWN - 1], "…", names[-1]]
        place = units[0].reinforcement or units[0].setup
        waits = "" if place else ". They wait off the map"
        made = " The formation is new." if design is not self._session.design else ""
        self.preview.configure(
            text=f"{count(len(units), 'unit')}: {', '.join(names)}{waits}.{made}", style="Quiet.TLabel")

    def _accept(self) -> None:
        units: tuple[Unit, ...] = ()
        before = self._session.design.ruleset.formations

        def added(design: Design) -> Design:
            nonlocal units
            design, units = self._units(design)
            return add_units(design, units)

        complaint = self._session.change(f"New units {self.texts['pattern'].get()}", added)
        if complaint:
            self.preview.configure(text=complaint, style="Error.TLabel")
            self.bell()
            return
        self.made = tuple(unit.key for unit in units)
        new = self._session.design.ruleset.formations[len(before):]
        also = f" and the formation {new[-1].name}" if new else ""
        self._session.say(f"{count(len(units), 'unit')}{also} made. Ctrl+Z undoes it.")
        self.finish("made")
