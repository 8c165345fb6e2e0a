"""What the rules find wrong with the places where reinforcements are to arrive."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.bits import mask_of
from ...model.problems import Problem
from ...model.scenario import Unit
from .constants import ALLIED, GUESTS, US_ENTRY
from .war import War

_WHO = {"usa": "the United States have", "romania": "Romania has", "italy": "Italy has"}


def guest_problems(w: War) -> Iterator[Problem]:
    """Units of those who join the war later that would be in it before (12.0 to 12.2)."""
    called = set(w.scenario.start.events) if w.scenario.start else set[str]()
    for u, unit in enumerate(w.forces.units):
        event, rule = GUESTS.get(unit.nationality, ("", ""))
        if not event or event in called:
            continue
        why = _too_early(unit, event)
        if why:
            yield Problem("warning", "before-entry", f"{w.label(u)} {why}, whether {_WHO[unit.nationality]} "
                          f"joined the war or not. Let it arrive by the event {event}.", hex=unit.hex,
                          unit=unit.key, rule=rule)


def _too_early(unit: Unit, event: str) -> str:
    """How a unit comes into play without the event that brings its country in, "" where it does not."""
    arrival = unit.reinforcement
    if arrival is None:
        return "is in the war from the start" if unit.setup and (
            not unit.setup.box or unit.setup.box.endswith("ready")) else ""
    if not arrival.event:
        return f"arrives on turn {arrival.turn}"
    # Romania and Italy come, if at all, at the moment the United States do.
    if arrival.event == event or event == US_ENTRY:
        return ""
    return f"arrives by the event {arrival.event}"


def arrival_problems(w: War) -> Iterator[Problem]:
    """Ground units that are to arrive where their enemy holds every hex when the scenario begins.

    10.0: reinforcements come in at cities under friendly control, or where the schedule of 3.0 says, which
    for either side is in countries of its own. Marines land in enemy ports too, and in the north (10.1).
    """
    f = w.forces
    for u, unit in enumerate(f.units):
        side = f.side[u]
        if side < 0 or f.air[u] or f.marine[u]:
            continue
        for way in f.ways[u]:
            hexes = mask_of(way.hexes)
            if hexes and not hexes & ~w.state.control[1 - side]:
                enemy = "Russian side" if side == ALLIED else "allied side"
                why = ("a unit enters only at a city under friendly control" if way.features else
                       "the schedule brings either side in on its own ground")
                yield Problem("warning", "enemy-entry", f"{w.label(u)} is to arrive at {way.entry.name}, "
                              f"where the {enemy} holds every hex when the scenario begins; {why}. Choose "
                              "another entry.", unit=unit.key, rule="10.0")
