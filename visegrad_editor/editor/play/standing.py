"""Where everything stands, for what draws or describes it: the map, and words about a hex."""

from __future__ import annotations

from dataclasses import replace

from ...drawing.counters import UnitView
from ...engine.position import Position
from ...model.design import Design
from ...model.scenario import Setup, Where


def views(design: Design, position: Position) -> dict[str, UnitView]:
    """The position as the map draws it, by unit key."""
    grid = design.map.grid
    found = {}
    for key, unit in position.units.items():
        marks = [m for m, on in (("out-of-supply", unit.out_of_supply), ("interdicted", unit.interdicted))
                 if on]
        found[key] = UnitView(grid.parse(unit.hex) if unit.hex else None, unit.reduced, tuple(marks))
    return found


def standing(design: Design, position: Position) -> Design:
    """The design with every unit set up where it stands now: for words about a hex, and for ghosts.

    The top counter of a stack is last, as it is in the order of a scenario file.
    """
    scenario = design.scenario
    assert scenario is not None
    places = position.units
    units = tuple(
        replace(u, reduced=places[u.key].reduced,
                setup=Setup(Where(hexes=(places[u.key].hex,))) if places[u.key].hex else None)
        for u in scenario.units if u.key in places)
    return replace(design, scenario=replace(scenario, units=units))
