"""A new scenario for a map, without counters on it yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from ..design import Design
from ..files.atomic import SaveError, save
from ..files.bytes import ReadError
from ..files.catalogue import Bundled, bundled
from ..files.load import load
from ..files.references import reference_to
from ..files.sources import SourceFile, Sources, moved_base
from ..files.store import save_as
from ..files.yaml_reader import read_file
from ..files.yaml_writer import YamlWriteError, new_text
from ..provenance import Provenance
from ..ruleset import Ruleset
from ..scenario import OFF_MAP, Entry, Reinforcement, Scenario, Unit
from ..schedule import UnitRelease, UnitWithdrawal
from ..wording import count, document_name, quoted
from .any_names import names_of
from .documents import change_scenario, with_scenario
from .units import change_unit


def begin_scenario(design: Design, title: str, turns: int, units_of: Scenario | None = None,
                   name: str = "") -> Design:
    """The map of a design with a new scenario on it, under the ruleset of the map.

    `units_of` provides its order of battle and the off-map assets of its sides; its counters wait off the
    map, because their hexes belong to another map. Without a `name` one is made from the title. Raises
    ValueError for a title or a number of turns that a scenario cannot have.

    >>> from visegrad_editor.model.files.load import load
    >>> made = begin_scenario(load("maps/visegrad4").design, "My War", 6, load("historical").design.scenario)
    >>> made.scenario.name, made.scenario.turns, len(made.scenario.units)
    ('my-war', 6, 87)
    >>> any(u.setup or u.reinforcement for u in made.scenario.units)
    False
    """
    scenario = Scenario(name or document_name(title), "", design.map.ruleset, design.map.name,
                        provenance=Provenance("designer"))
    if units_of is not None:
        units = tuple(replace(u, setup=None, reinforcement=None) for u in units_of.units)
        scenario = replace(scenario, units=units, assets=units_of.assets, prototypes=units_of.prototypes)
    return with_scenario(design, change_scenario(scenario, title=title.strip(), turns=turns))


# -- the moment at which a scenario begins ---------------------------------------------------------


def begin_before_turn_one(scenario: Scenario) -> Scenario:
    """The scenario with its set-up as that of turn 1: nothing has happened, no marker is spent.

    The positions of units, and the units lost, stay.
    """
    units = tuple(
        replace(u, setup=replace(u.setup, marks=())) if u.setup and u.setup.marks else u
        for u in scenario.units)
    assets = tuple(replace(a, boxes=()) for a in scenario.assets)
    changed = replace(scenario, start=None, units=units, assets=assets)
    return scenario if changed == scenario else changed


# -- the timetable: who arrives when and where, leaves, and may move -------------------------------


def refuse_turn(scenario: Scenario, turn: int, name: str, what: str) -> None:
    """Raise ValueError, with the name and what would happen then, for a turn that the game does not have."""
    if not 1 <= turn <= scenario.turns:
        why = f"the game has {count(scenario.turns, 'turn')}" if turn > 0 else "the first turn is 1"
        raise ValueError(f"{name} cannot {what} on turn {turn}: {why}.")


def refuse_moment(design: Design, unit: Unit, moment: UnitWithdrawal | UnitRelease | None) -> None:
    """Raise ValueError for a withdrawal or a release that a unit cannot have: on a turn that the game does
    not have, after an event that there is not, or, of a withdrawal, never."""
    if moment is None or design.scenario is None:
        return
    what = "leave" if isinstance(moment, UnitWithdrawal) else "be released"
    if moment.turn:
        refuse_turn(design.scenario, moment.turn, unit.name, what)
    if moment.event and moment.event not in names_of(design, "pool or event"):
        raise ValueError(f"{unit.name} cannot {what} after {quoted(moment.event)}: there is no such event.")
    if isinstance(moment, UnitWithdrawal) and bool(moment.turn) == bool(moment.event):
        raise ValueError(f"{unit.name} can leave on a turn or after an event: choose one of them.")


def set_moment(design: Design, key: str, moment: UnitWithdrawal | UnitRelease) -> Design:
    """The design in which a unit leaves, or may move, at a moment. Raises ValueError for one that it cannot
    have."""
    assert design.scenario is not None
    refuse_moment(design, design.scenario.unit_by_key[key], moment)
    name = "withdrawal" if isinstance(moment, UnitWithdrawal) else "release"
    return with_scenario(design, change_unit(design.scenario, key, **{name: moment}))


def schedule(scenario: Scenario, key: str, turn: int, entry: str, event: str = "") -> Scenario:
    """The scenario with a unit arriving on a turn (or at an event, then turn is 0), by the dice that it had.

    The unit loses its set-up. Raises ValueError for a turn outside the game, or an entry the scenario does
    not list.
    """
    unit = scenario.unit_by_key[key]
    if not event:
        refuse_turn(scenario, turn, unit.name, "arrive")
    if entry not in scenario.entry_by_id and entry != OFF_MAP:
        raise ValueError(f"This scenario has no entry called {entry}.")
    old = unit.reinforcement or Reinforcement()
    arrival = replace(old, entry=entry, turn=0 if event else turn, event=event, pool="",
                      also=tuple(e for e in old.also if e != entry))
    return change_unit(scenario, key, reinforcement=arrival, setup=None)


def set_turn(scenario: Scenario, key: str, turn: int) -> Scenario:
    """The scenario with another turn of arrival for a reinforcement, instead of any event."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is not a reinforcement.")
    return schedule(scenario, key, turn, old.entry)


def set_event(scenario: Scenario, key: str, event: str) -> Scenario:
    """The scenario with an event that brings a reinforcement, instead of a turn."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is not a reinforcement.")
    return schedule(scenario, key, 0, old.entry, event)


def events_of(scenario: Scenario) -> tuple[str, ...]:
    """The events that bring reinforcements, in the order of the file."""
    events = (u.reinforcement.event for u in scenario.units if u.reinforcement)
    return tuple(dict.fromkeys(e for e in events if e))


def set_entry(scenario: Scenario, key: str, entry: str) -> Scenario:
    """The scenario with another entry for a reinforcement."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is not a reinforcement.")
    if old.pool:
        return change_unit(scenario, key, reinforcement=replace(old, entry=entry))
    return schedule(scenario, key, old.turn, entry, old.event)


def unschedule(scenario: Scenario, key: str) -> Scenario:
    """The scenario with the unit taken off the schedule; it stays in the order of battle."""
    return change_unit(scenario, key, reinforcement=None)


def add_entry(scenario: Scenario, entry: Entry) -> Scenario:
    """The scenario with one more way onto the map. Raises ValueError if its id is taken."""
    if entry.id in scenario.entry_by_id:
        raise ValueError(f"There is already an entry called {entry.id}.")
    return replace(scenario, entries=(*scenario.entries, entry))


# -- a new scenario as a variant of another --------------------------------------------------------


def write_variant(
    design: Design, sources: Sources, path: Path, name: str, title: str,
    positions: Mapping[str, str] | None = None,
) -> tuple[str, tuple[str, ...]]:
    """Write a scenario file that contains only the differences from the design's scenario.

    With `positions`, hex numbers by unit key, its units with a choice of hexes stand there and no others.

    If the base cannot be named from the new file's folder, everything is written out instead. Returns the
    name of the base in the file, or "", and sentences on what else was written; raises `SaveError`.
    """
    base = cast(SourceFile, sources.scenario)
    reference = reference_to("scenario", base.path, path.parent)
    if reference is None:
        scenario = replace(cast(Scenario, design.scenario), name=name, title=title, extends="")
        scenario = _positioned(scenario, positions)
        return "", save_as(replace(design, scenario=scenario), sources, path).notes
    seen = cast(Scenario, moved_base(base, path.parent))
    scenario = replace(
        seen, name=name, title=title, extends=reference, version="1", summary=f"A variant of {seen.title}.",
        provenance=Provenance("designer"))
    scenario = _positioned(scenario, positions)
    try:
        text = new_text(scenario, seen)
    except YamlWriteError as error:
        raise SaveError(f"Not saved: {error}") from None
    save(text, path)
    return reference, ()


def _positioned(scenario: Scenario, positions: Mapping[str, str] | None) -> Scenario:
    if positions is None:
        return scenario
    return replace(scenario, units=tuple(
        replace(u, position=positions.get(u.key, "")) if u.setup is not None and u.setup.has_choice else u
        for u in scenario.units))


# -- the bundled scenarios whose order of battle a new scenario can use ----------------------------


def orders_of_battle(ruleset: Ruleset) -> tuple[Bundled, ...]:
    """The bundled scenarios under a ruleset, or the one it extends, that write out their units, without
    variants of them.

    >>> from visegrad_editor.model.files.load import load
    >>> [b.name for b in orders_of_battle(load("historical").design.ruleset)]
    ['historical']
    """
    names = {ruleset.name, ruleset.extends.rpartition("/")[2].removesuffix(".yaml")} - {""}
    return tuple(b for b in bundled() if b.kind == "scenario" and _ruleset_of(b) in names)


def order_of_battle(name: str, ruleset: Ruleset) -> Design:
    """The design of the scenario of that bundled name or path, if its units belong to this ruleset. Raises
    ValueError with a sentence if it is not a scenario, or its units belong to another game."""
    design = load(name).design
    if design is None or design.scenario is None:
        raise ValueError(f"{name} is not a readable scenario, so its units cannot be used.")
    known, types = ruleset.nationality_by_id, ruleset.unit_type_by_id
    strange = next((u for u in design.scenario.units
                    if u.nationality not in known or u.type not in types), None)
    if strange is not None:
        raise ValueError(
            f"The units of {name} belong to another game: the ruleset {ruleset.title} does not know the "
            f"nationality or the type of {strange.name}.")
    return design


def _ruleset_of(scenario: Bundled) -> str:
    try:
        data = read_file(scenario.path).data
    except ReadError:
        return ""
    return str(data.get("ruleset", "")) if isinstance(data, dict) and data.get("units") else ""
