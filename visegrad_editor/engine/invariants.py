"""Invariants of any game, for testing rules modules.

A breach is never the player's fault; it is a bug of the rules module.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..lazy_dataclass import dataclass
from ..model.design import Design
from .board import Board
from .position import Position


@dataclass(frozen=True, slots=True)
class Breach:
    """A violated invariant: `name` is a short stable name, `text` a sentence."""

    name: str
    text: str
    rule: str = ""


def breaches(design: Design, board: Board, before: Position, after: Position) -> Iterator[Breach]:
    """The breaches of a position of a game, compared also with the position before the last order.

    Units are those of the scenario, each in exactly one place; none is off the map, in terrain that no
    unit can enter, or in a hex with enemies; no count of markers is negative; turns do not run backwards.
    """
    scenario = design.scenario
    expected = scenario.unit_by_key.keys() if scenario else set()
    if after.units.keys() != expected:
        odd = ", ".join(sorted(set(after.units) ^ set(expected)))
        yield Breach("units", f"The units are not those of the scenario: {odd}.")
    yield from _places(design, board, after)
    for side, counts in after.markers.items():
        if any(n < 0 for n in counts.values()):
            yield Breach("pools", f"The {side} side has a negative number of markers: {dict(counts)}.")
    if after.turn < before.turn:
        yield Breach("turn", f"Turn {before.turn} is followed by turn {after.turn}.")


def _places(design: Design, board: Board, position: Position) -> Iterator[Breach]:
    nations = design.ruleset.nationality_by_id
    # Where some class of units has a price of its own, the chart of terrain does not tell where units go.
    priced = any(c.cost != "prohibited" and (c.terrain or c.feature) for c in design.ruleset.movement.costs)
    owners: dict[str, tuple[str, str]] = {}
    for key, unit in position.units.items():
        if bool(unit.hex) == bool(unit.box):
            yield Breach("units", f"{key} is in {'two places' if unit.hex else 'no place'} at once.")
        if not unit.hex:
            continue
        index = board.index.get(unit.hex, -1)
        if not board.is_playable(index):
            yield Breach("off-map", f"{key} stands in {unit.hex}, which is not in play.")
            continue
        if board.cost[index] is None and index not in board.road_cost and not priced:
            yield Breach("terrain", f"{key} stands in {unit.hex}, where no unit can go.")
        nation = nations.get(key.partition("/")[0])
        side = nation.side if nation else ""
        first, owner = owners.setdefault(unit.hex, (key, side))
        if owner != side:
            yield Breach("enemies", f"{key} and its enemy {first} stand together in {unit.hex}.")


def stacks(position: Position) -> dict[str, list[str]]:
    """Hex number to the keys of the units in it."""
    stacks: dict[str, list[str]] = {}
    for key, unit in position.units.items():
        if unit.hex:
            stacks.setdefault(unit.hex, []).append(key)
    return stacks
