"""The counters of a piece put down: units placed, and made anew where they are on the map already."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from ...hexgrid import Hex
from ..design import Design
from ..provenance import Provenance
from ..region import CounterPiece, Offset
from ..scenario import Setup, Unit, Where
from .documents import with_scenario

LONGEST_NAME = 80


def put_counters(
    design: Design, counters: Iterable[CounterPiece], where: Mapping[Offset, Hex]
) -> tuple[Design, list[str]]:
    """The design with the counters set up in their hexes, and sentences on what was done otherwise.

    A unit that waits off the map without a day of arrival is the one that was cut, and is placed. Of
    any other a second one is made, the designer's, with a name no unit has.
    """
    landed = [c for c in counters if c.at in where]
    scenario, rules = design.scenario, design.ruleset
    if scenario is None:
        return design, ["A map alone has no counters; those of the piece are left out."] if landed else []
    known = dict(scenario.unit_by_key)
    changed: dict[str, Unit] = {}
    added: list[Unit] = []
    lost, renamed = 0, list[str]()
    for counter in landed:
        unit, number = counter.unit, design.map.grid.number(where[counter.at])
        if unit.nationality not in rules.nationality_by_id or unit.type not in rules.unit_type_by_id:
            lost += 1
            continue
        setup = Setup(Where(hexes=(number,)))
        old = known.get(unit.key)
        if old is not None and old.setup is None and old.reinforcement is None:
            changed[old.key] = known[old.key] = replace(old, setup=setup)
            continue
        new = replace(unit, setup=setup, reinforcement=None, provenance=Provenance("designer"))
        if old is not None:
            new = replace(new, name=free_name(unit, known))
            renamed.append(new.name)
        known[new.key] = new
        added.append(new)
    notes = []
    if renamed:
        more = f" and {len(renamed) - 1} more" if len(renamed) > 1 else ""
        notes.append(f"Units that are on the map already were put down a second time: {renamed[0]}{more}.")
    if lost:
        were = "counter was" if lost == 1 else "counters were"
        notes.append(f"{lost} {were} left out: this ruleset does not have the nationality or the type.")
    if not changed and not added:
        return design, notes
    units = (*(changed.get(u.key, u) for u in scenario.units), *added)
    return with_scenario(design, replace(scenario, units=units)), notes


def free_name(unit: Unit, taken: Collection[str]) -> str:
    """A name no unit of the nationality has: `27th Motorized (2)`; `taken` are unit keys."""
    base = re.sub(r" \(\d+\)$", "", unit.name)
    n = 2
    while True:
        tail = f" ({n})"
        name = base[: LONGEST_NAME - len(tail)].rstrip() + tail
        if f"{unit.nationality}/{name}" not in taken:
            return name
        n += 1
