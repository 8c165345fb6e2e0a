"""What must hold at every moment of any game: for testing rules modules, not for playing.

A breach is never the player's fault; it says that the rules module is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .game import Game
from .position import Position


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that must never be: `name` is a short stable name, `text` a sentence."""

    name: str
    text: str
    rule: str = ""


def breaches(game: Game, before: Position, after: Position) -> Iterator[Breach]:
    """What is wrong with a position, by itself and against the one before the last order.

    Checked are: the units are those of the scenario, each in one place; none off the map, in terrain
    it could never enter, or in one hex with enemies; scored hexes stay scored; no side
    has more markers than before; the turn does not run backwards.
    """
    scenario = game.design.scenario
    expected = scenario.unit_by_key.keys() if scenario else set()
    if after.units.keys() != expected:
        odd = ", ".join(sorted(set(after.units) ^ set(expected)))
        yield Breach("units", f"The units are not those of the scenario: {odd}.")
    yield from _places(game, after)
    lost = sorted(set(before.scored) - set(after.scored))
    if lost:
        yield Breach("score", f"Hexes once scored no longer count: {', '.join(lost)}.")
    for side, counts in after.markers.items():
        was = before.markers.get(side, counts)
        if sum(was.values()) < sum(counts.values()):
            yield Breach("markers", f"The {side} side has {sum(counts.values())} markers and had "
                         f"{sum(was.values())}.")
        if any(n < 0 for n in counts.values()):
            yield Breach("markers", f"The {side} side has less than no marker: {dict(counts)}.")
    if after.turn < before.turn:
        yield Breach("turn", f"Turn {before.turn} is followed by turn {after.turn}.")


def _places(game: Game, position: Position) -> Iterator[Breach]:
    board, nations = game.board, game.design.ruleset.nationality_by_id
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
        if board.cost[index] is None and index not in board.road_cost:
            yield Breach("terrain", f"{key} stands in {unit.hex}, where no unit can go.")
        nation = nations.get(key.partition("/")[0])
        side = nation.side if nation else ""
        first, owner = owners.setdefault(unit.hex, (key, side))
        if owner != side:
            yield Breach("enemies", f"{key} and its enemy {first} stand together in {unit.hex}.")


def stacks(position: Position) -> dict[str, list[str]]:
    """Hex number to the keys of the units in it."""
    found: dict[str, list[str]] = {}
    for key, unit in position.units.items():
        if unit.hex:
            found.setdefault(unit.hex, []).append(key)
    return found
