"""What the rules find wrong with the places where reinforcements are to arrive."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.bits import mask_of
from ...model.problems import Problem
from .constants import ALLIED
from .war import War


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
