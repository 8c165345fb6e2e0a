"""The inspector's fields for a unit."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import change_unit, place_units
from ..model.fields import Declared, declared, declared_by_name
from ..model.provenance import Provenance
from ..model.ruleset_values import HIGHEST, read_whole
from ..model.scenario import Scenario, Setup, Unit, Where
from .counter_pictures import CounterPictures
from .fields import Form
from .hexinfo import arrival_text, where_text
from .session import Session
from .theme import px
from .tools.terrain import country_name, palette_countries


def provenance_text(provenance: Provenance) -> str:
    """`rulebook, rule 3.0`, `reconstructed, rule 3.0. Strengths only.`"""
    text = f"{provenance.source}, rule {provenance.rule}" if provenance.rule else provenance.source
    return f"{text}. {provenance.note}" if provenance.note else text


def area_choices(design: Design) -> list[tuple[str, str]]:
    """(id, words) of the set-ups that leave the hex to the player: countries, then areas."""
    map = design.map
    countries = [c for c in palette_countries(design) if c and map.hexes_in(c)]
    return [("", "–"), *((f"country:{c}", f"anywhere in {country_name(design, c)}") for c in countries),
            *((f"area:{a.id}", a.name) for a in map.areas)]


def area_of(design: Design, setup: Setup | None) -> str:
    """The id in `area_choices` of a set-up; words where it is none of them."""
    if setup is None or setup.where.single_hex:
        return ""
    where = setup.where
    if setup == Setup(Where(countries=where.countries)) and len(where.countries) == 1:
        return f"country:{where.countries[0]}"
    if setup == Setup(Where(areas=where.areas)) and len(where.areas) == 1:
        return f"area:{where.areas[0]}"
    return where_text(design, setup)


def _bounds(one: Declared) -> tuple[int, int]:
    """The least and the greatest value of a number."""
    low, high = one.field.minimum, one.field.maximum
    return int(low or 0), int(HIGHEST if high is None else high)


class UnitFields:
    """Builds the fields of a unit into a frame."""

    def __init__(self, parent: ttk.Frame, session: Session, pictures: CounterPictures, unit: Unit) -> None:
        self._session = session
        self._key = unit.key
        """Of the unit these fields are about, whatever is selected by now."""
        design, scenario = session.design, session.scenario
        assert scenario is not None
        self._head(parent, design, pictures, unit)
        frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        self.form = Form(frame)
        self._fields(design, scenario, unit)

    def _head(self, parent: ttk.Frame, design: Design, pictures: CounterPictures, unit: Unit) -> None:
        head = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(8), px(8), px(2)))
        head.pack(fill="x")
        picture = pictures.picture(unit, design.ruleset, 72)
        ttk.Label(head, image=picture, style="Panel.TLabel").pack(side="left")
        words = ttk.Frame(head, style="Panel.TFrame", padding=(px(10), 0, 0, 0))
        words.pack(side="left", fill="x", expand=True)
        ttk.Label(words, text=unit.name, style="Title.TLabel", wraplength=px(200), justify="left").pack(
            anchor="w")
        tag = "Tag.TLabel" if unit.provenance.source == "reconstructed" else "Quiet.TLabel"
        source = provenance_text(unit.provenance)
        ttk.Label(words, text=source, wraplength=px(200), justify="left", style=tag).pack(
            anchor="w", pady=(px(3), 0))

    def _fields(self, design: Design, scenario: Scenario, unit: Unit) -> None:
        """A row for each field a unit is declared to have, in that order."""
        for one in declared(Unit):
            if one.name == "movement":
                self._movement(design, unit)
            elif one.name == "setup":
                self.form.text("Set-up hex", unit.hex, self._set_hex)
                self.form.choice(
                    "Set-up area", area_of(design, unit.setup), area_choices(design), self._set_area)
            elif one.name == "reinforcement":
                if unit.reinforcement:
                    self.form.note("Arrives", arrival_text(scenario, unit))
            elif one.name != "provenance":
                self._field(design, unit, one)

    def _movement(self, design: Design, unit: Unit) -> None:
        """The allowance, which is that of the type unless the unit has one of its own."""
        one = declared_by_name(Unit)["movement"]
        kind = design.ruleset.unit_type_by_id.get(unit.type)
        usual = kind.movement if kind else 0
        allowance = unit.movement if unit.movement is not None else usual
        self._number_row(one, allowance, lambda t: (
            self._set("Movement", movement=None) if kind and t.strip() == str(usual)
            else self._number(one, t)))

    def _field(self, design: Design, unit: Unit, one: Declared) -> None:
        """The row of a field, as its type and what is declared of it ask for."""
        form, field, value = self.form, one.field, getattr(unit, one.name)
        title = field.title or one.name
        if field.refers_to is not None:
            entries = getattr(design.ruleset, field.refers_to)
            form.choice(title, value, [(e.id, e.name) for e in entries],
                        lambda id: self._set(title, **{one.name: id}))
        elif field.suggested is not None:
            choices = dict.fromkeys((*field.suggested, value))
            form.choice(title, value, [(word, word or "–") for word in choices],
                        lambda word: self._set(title, **{one.name: word}))
        elif one.type is bool:
            chosen = tk.BooleanVar(form.frame, value)
            check = ttk.Checkbutton(form.frame, text="yes", variable=chosen,
                                    command=lambda: self._set(title, **{one.name: chosen.get()}))
            check.var = chosen  # type: ignore[attr-defined]
            form.widget(title, check)
        elif one.type is int:
            self._number_row(one, value, lambda t: self._number(one, t))
        elif one.type is str:
            # A name has no blanks beside blanks: orders could not hold them.
            form.text(title, value, lambda t: self._set(
                title, **{one.name: " ".join(t.split()) if one.name == "name" else t.strip()}))

    def _number_row(self, one: Declared, value: int, accept: Callable[[str], str]) -> None:
        low, high = _bounds(one)
        self.form.number(one.field.title or one.name, str(value), low, high, accept)

    # -- edits --------------------------------------------------------------------------

    def _name(self) -> str:
        scenario = self._session.scenario
        return scenario.unit_by_key[self._key].name if scenario and self._key in scenario.unit_by_key else ""

    def _set(self, label: str, **fields: object) -> str:
        old = self._key
        renamed = [old]

        def edited(design: Design) -> Design:
            if design.scenario is None or old not in design.scenario.unit_by_key:
                raise ValueError("This unit is not in the scenario any more.")
            after = change_unit(design.scenario, old, **fields)
            pairs = zip(design.scenario.units, after.units, strict=True)
            renamed[0] = next((new.key for was, new in pairs if was is not new), old)
            if renamed[0] != old:
                self._session.units = tuple(renamed[0] if k == old else k for k in self._session.units)
            return with_scenario(design, after)

        complaint = self._session.change(f"{label} of {self._name()}", edited)
        self._key = renamed[0]
        return complaint

    def _number(self, one: Declared, text: str) -> str:
        low, high = _bounds(one)
        label = one.field.title or one.name
        try:
            value = read_whole(text, low, high)
        except ValueError:
            reach = f"up to {high}" if low == 0 else f"from {low} to {high}"
            return f"{label} is a whole number {reach}."
        return self._set(label, **{one.name: value})

    def _set_hex(self, text: str) -> str:
        number = text.strip()
        if not number:
            return self._set("Set-up", setup=None)
        if self._session.design.map.grid.parse(number) is None:
            return f"There is no hex {number} on this map."
        key = self._key

        def placed(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, place_units(design.scenario, [key], number))

        return self._session.change(f"Move {self._name()} to {number}", placed)

    def _set_area(self, id: str) -> str:
        kind, _, name = id.partition(":")
        if not id:
            return self._set("Set-up", setup=None)
        where = Where(countries=(name,)) if kind == "country" else Where(areas=(name,))
        return self._set("Set-up", setup=Setup(where), reinforcement=None)
