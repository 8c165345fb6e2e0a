"""What in a scenario names hexes by their numbers, apart from counters set up in one hex: letting it follow
a piece of the map that was cut and is put down elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ...hexgrid import Hex, HexGrid
from ..scenario import Scenario, Unit, Where, by_designer
from ..start import Start


def naming(scenario: Scenario, numbers: Collection[str]) -> tuple[str, ...]:
    """What of a scenario names at least one of these hexes: entries, set-ups of a unit in one of several
    hexes, and hexes scored or held when it begins. In the order of the file, in words."""
    wanted = set(numbers)
    found = [f"the entry {e.name}" for e in scenario.entries if wanted & _named(e.where)]
    found += [f"the set-up of {u.name}" for u in scenario.units
              if u.setup is not None and not u.hex and wanted & _named(u.setup.where)]
    if scenario.start is not None and wanted & {
            *scenario.start.scored, *(n for held in scenario.start.held for n in held.hexes)}:
        found.append("the hexes held at the start")
    return tuple(found)


def names_moved(scenario: Scenario, grid: HexGrid, moved: Mapping[Hex, Hex]) -> Scenario:
    """The scenario in which whatever `naming` finds names the new place of a hex instead of the old one.
    Values that came from a rulebook are the designer's then."""
    numbers = {grid.number(old): grid.number(new) for old, new in moved.items()}
    entries = tuple(replace(e, where=_moved(e.where, numbers)) for e in scenario.entries)
    units = tuple(_unit(u, numbers) for u in scenario.units)
    changed = replace(scenario, entries=entries, units=units, start=_start(scenario.start, numbers))
    return scenario if changed == scenario else changed


def _named(where: Where) -> set[str]:
    return {*where.hexes, *where.excluding}


def _moved(where: Where, numbers: Mapping[str, str]) -> Where:
    return replace(where, hexes=_renamed(where.hexes, numbers), excluding=_renamed(where.excluding, numbers))


def _renamed(hexes: tuple[str, ...], numbers: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(numbers.get(n, n) for n in hexes))


def _unit(unit: Unit, numbers: Mapping[str, str]) -> Unit:
    if unit.setup is None or unit.hex:
        return unit
    where = _moved(unit.setup.where, numbers)
    if where == unit.setup.where:
        return unit
    return by_designer(unit, replace(unit, setup=replace(unit.setup, where=where)))


def _start(start: Start | None, numbers: Mapping[str, str]) -> Start | None:
    if start is None:
        return None
    held = tuple(replace(h, hexes=_renamed(h.hexes, numbers)) for h in start.held)
    return replace(start, scored=_renamed(start.scored, numbers), held=held)
