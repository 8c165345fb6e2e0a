"""The reinforcement schedule: who arrives when and where."""

from __future__ import annotations

from dataclasses import replace

from ..scenario import OFF_MAP, Entry, Reinforcement, Scenario
from .units import change_unit


def schedule(scenario: Scenario, key: str, turn: int, entry: str, event: str = "") -> Scenario:
    """The scenario with a unit arriving on a turn (or at an event, then turn is 0).

    The unit leaves its set-up. Raises ValueError for a turn the game does not have, or an
    entry the scenario does not list.
    """
    if not event and not 1 <= turn <= scenario.turns:
        raise ValueError(f"The turn must be between 1 and {scenario.turns}.")
    if entry not in scenario.entry_by_id and entry != OFF_MAP:
        raise ValueError(f"This scenario has no entry called {entry}.")
    old = scenario.unit_by_key[key].reinforcement
    also = tuple(e for e in old.also if e != entry) if old else ()
    arrival = Reinforcement(entry, 0 if event else turn, event, also)
    return change_unit(scenario, key, reinforcement=arrival, setup=None)


def set_turn(scenario: Scenario, key: str, turn: int) -> Scenario:
    """The scenario with another turn of arrival for a reinforcement; no event brings it any more."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is no reinforcement.")
    return schedule(scenario, key, turn, old.entry)


def set_event(scenario: Scenario, key: str, event: str) -> Scenario:
    """The scenario with a reinforcement that an event brings, and no turn."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is no reinforcement.")
    return schedule(scenario, key, 0, old.entry, event)


def events_of(scenario: Scenario) -> tuple[str, ...]:
    """The events that bring reinforcements, in the order of the file."""
    events = (u.reinforcement.event for u in scenario.units if u.reinforcement)
    return tuple(dict.fromkeys(e for e in events if e))


def set_entry(scenario: Scenario, key: str, entry: str) -> Scenario:
    """The scenario with another way in for a reinforcement."""
    old = scenario.unit_by_key[key].reinforcement
    if old is None:
        raise ValueError("This unit is no reinforcement.")
    return schedule(scenario, key, old.turn, entry, old.event)


def unschedule(scenario: Scenario, key: str) -> Scenario:
    """The scenario with the unit taken off the schedule; it stays in the order of battle."""
    return change_unit(scenario, key, reinforcement=None)


def add_entry(scenario: Scenario, entry: Entry) -> Scenario:
    """The scenario with one more way onto the map. Raises ValueError where its id is taken."""
    if entry.id in scenario.entry_by_id:
        raise ValueError(f"There is already an entry called {entry.id}.")
    return replace(scenario, entries=(*scenario.entries, entry))
