"""The inspector's fields for one unit or several."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..model.counted import count
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import change_unit, place_units
from ..model.provenance import Provenance
from ..model.ruleset import Ruleset
from ..model.scenario import Scenario, Setup, Unit, Where
from ..model.wording import listed
from .counter_pictures import CounterPictures
from .fields import Form
from .hexinfo import arrival_text, where_text
from .scenario_dialogs import unit_names
from .session import Session
from .theme import px
from .tools.terrain import country_name, palette_countries


def provenance_text(provenance: Provenance) -> str:
    """`rulebook, rule 3.0`; with a value from elsewhere `rulebook; strength: reconstructed. A guess.`"""
    groups: dict[Provenance, list[str]] = {}
    for value, source in provenance.values:
        groups.setdefault(source, []).append(value.replace("_", " ").replace("setup", "set-up"))
    text = "; ".join([_source(provenance), *(f"{', '.join(v)}: {_source(p)}" for p, v in groups.items())])
    notes = dict.fromkeys(p.note for p in (provenance, *groups) if p.note)
    return ". ".join([text, *(note.rstrip(".") for note in notes)]) + ("." if notes else "")


def _source(provenance: Provenance) -> str:
    return f"{provenance.source}, rule {provenance.rule}" if provenance.rule else provenance.source


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


SEVERAL = "several values"
"""Stands where units differ."""
_NAMED = 6
"""As many of several units are named."""


class UnitFields:
    """Builds the fields of a unit into a frame, or those of several: what they have in common is shown, and
    an edit is made to all of them in one step."""

    def __init__(self, parent: ttk.Frame, session: Session, pictures: CounterPictures,
                 units: Sequence[Unit]) -> None:
        self._session, self._units = session, units
        self._keys = tuple(unit.key for unit in units)
        """Of the units these fields are about, whatever is selected by now."""
        design, scenario = session.design, session.scenario
        assert scenario is not None
        self._head(parent, design, pictures)
        frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        self.form = Form(frame)
        self._fields(design, scenario)

    def _head(self, parent: ttk.Frame, design: Design, pictures: CounterPictures) -> None:
        unit, several = self._units[0], len(self._units) > 1
        head = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(8), px(8), px(2)))
        head.pack(fill="x")
        if not several:
            picture = pictures.picture(unit, design.ruleset, 72)
            ttk.Label(head, image=picture, style="Panel.TLabel").pack(side="left")
        words = ttk.Frame(head, style="Panel.TFrame", padding=(0 if several else px(10), 0, 0, 0))
        words.pack(side="left", fill="x", expand=True)
        ttk.Label(words, text=f"{len(self._units)} units" if several else unit.name, style="Title.TLabel",
                  wraplength=px(200), justify="left").pack(anchor="w")
        tag = "Quiet.TLabel" if several or not unit.provenance.any_is("reconstructed") else "Tag.TLabel"
        told = _some_names(self._units) if several else provenance_text(unit.provenance)
        ttk.Label(words, text=told, wraplength=px(260 if several else 200), justify="left", style=tag).pack(
            anchor="w", pady=(px(3), 0))

    def _common(self, value: Callable[[Unit], str]) -> tuple[str, str]:
        """The value all units have, or "" and the words that stand in its place."""
        values = {value(unit) for unit in self._units}
        return (values.pop(), "") if len(values) == 1 else ("", SEVERAL)

    def _fields(self, design: Design, scenario: Scenario) -> None:
        form, rules, unit, common = self.form, design.ruleset, self._units[0], self._common
        if len(self._units) == 1:
            form.text("Name", unit.name, lambda t: self._set("Name", name=" ".join(t.split())))

        def choice(label: str, value: Callable[[Unit], str], choices: Sequence[tuple[str, str]],
                   accept: Callable[[str], str]) -> None:
            same, several = common(value)
            form.choice(label, several or same, choices, accept)

        choice("Nationality", lambda u: u.nationality, [(n.id, n.name) for n in rules.nationalities],
               lambda id: self._set("Nationality", nationality=id))
        choice("Type", lambda u: u.type, [(t.id, t.name) for t in rules.unit_types],
               lambda id: self._set("Type", type=id))

        def number(label: str, value: Callable[[Unit], object], accept: Callable[[str], str]) -> None:
            same, several = common(lambda u: str(value(u)))
            form.number(label, same, 0, 99, accept, several)

        number("Strength", lambda u: u.strength, lambda t: self._number("strength", "Strength", t))
        number("Reduced", lambda u: u.reduced_strength,
               lambda t: self._number("reduced_strength", "Reduced strength", t))
        number("Movement", lambda u: _usual_movement(rules, u) if u.movement is None else u.movement,
               lambda t: self._set_movement(rules, t))
        turned = sum(u.reduced for u in self._units)
        mixed = 0 < turned < len(self._units)
        reduced = tk.BooleanVar(form.frame, turned == len(self._units))
        check = ttk.Checkbutton(
            form.frame, text=f"{turned} of {len(self._units)} start reduced" if mixed else "starts reduced",
            variable=reduced, command=lambda: self._set("Side up", reduced=reduced.get()))
        check.var = reduced  # type: ignore[attr-defined]
        if mixed:
            check.state(["alternate"])
        form.widget("Side up", check)
        hex, several = common(lambda u: u.hex)
        form.text("Set-up hex", hex, self._set_hex, several)
        choice("Set-up area", lambda u: area_of(design, u.setup), area_choices(design), self._set_area)
        arrival, several = common(lambda u: arrival_text(scenario, u))
        if arrival or several:
            form.note("Arrives", arrival or several)
        notes, several = common(lambda u: u.notes)
        form.text("Notes", notes, lambda t: self._set("Notes", notes=t.strip()), several)

    # -- edits --------------------------------------------------------------------------

    def _name(self) -> str:
        return unit_names(self._session.scenario, self._keys)

    def _set(self, label: str, **fields: object) -> str:
        return self._change(f"{label} of {self._name()}", label,
                            lambda scenario, key: change_unit(scenario, key, **fields))

    def _change(self, step: str, label: str, edit: Callable[[Scenario, str], Scenario]) -> str:
        """Make an edit to all units in one step, and say to how many where there are several."""
        session, old, renamed, changed = self._session, self._keys, list[str](), 0
        selected = session.units

        def edited(design: Design) -> Design:
            nonlocal changed
            after = design.scenario
            if after is None or any(key not in after.unit_by_key for key in old):
                raise ValueError("This unit is not in the scenario any more." if len(old) == 1 else
                                 "Not all of these units are in the scenario any more.")
            for key in old:
                before, after = after, edit(after, key)
                pairs = zip(before.units, after.units, strict=True)
                new = next((now for was, now in pairs if was is not now), None)
                renamed.append(new.key if new is not None else key)
                changed += new is not None
            names = dict(zip(old, renamed, strict=True))
            # Before the design is another one: what it does not know any more is not selected then.
            session.units = tuple(names.get(k, k) for k in selected)
            return with_scenario(design, after)

        before = session.design
        complaint = session.change(step, edited)
        if session.design is before:
            session.units = selected
        else:
            self._keys = tuple(renamed)
        if not complaint and len(old) > 1:
            rest = f"; {len(old) - changed} had that already" if changed < len(old) else ""
            session.tell(f"{label}: {count(changed, 'unit')} changed{rest}." if changed else
                         f"{label}: all {len(old)} units have that already.")
        return complaint

    def _number(self, field: str, label: str, text: str) -> str:
        if not text.strip().isdecimal() or int(text) > 99:
            return f"{label} is a whole number up to 99."
        return self._set(label, **{field: int(text)})

    def _set_movement(self, rules: Ruleset, text: str) -> str:
        """An allowance that is usual for the type of a unit is not its own."""
        if not text.strip().isdecimal() or int(text) > 99:
            return "Movement is a whole number up to 99."
        allowance = int(text)

        def moves(scenario: Scenario, key: str) -> Scenario:
            unit = scenario.unit_by_key[key]
            usual = unit.type in rules.unit_type_by_id and allowance == _usual_movement(rules, unit)
            return change_unit(scenario, key, movement=None if usual else allowance)

        return self._change(f"Movement of {self._name()}", "Movement", moves)

    def _set_hex(self, text: str) -> str:
        number = text.strip()
        if not number:
            return self._set("Set-up", setup=None)
        if self._session.design.map.grid.parse(number) is None:
            return f"There is no hex {number} on this map."
        return self._change(f"Move {self._name()} to {number}", f"Set-up in {number}",
                            lambda scenario, key: place_units(scenario, [key], number))

    def _set_area(self, id: str) -> str:
        kind, _, name = id.partition(":")
        if not id:
            return self._set("Set-up", setup=None)
        where = Where(countries=(name,)) if kind == "country" else Where(areas=(name,))
        return self._set("Set-up", setup=Setup(where), reinforcement=None)


def _usual_movement(rules: Ruleset, unit: Unit) -> int:
    """The allowance of a unit's type."""
    kind = rules.unit_type_by_id.get(unit.type)
    return kind.movement if kind else 0


def _some_names(units: Sequence[Unit]) -> str:
    """The names of the first units, and how many more there are."""
    names = [unit.name for unit in units[:_NAMED]]
    more = len(units) - len(names)
    return listed([*names, f"{more} more"] if more else names)
