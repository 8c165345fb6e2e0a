"""The units of a scenario as tables: unit numbers instead of keys, one list per property."""

from __future__ import annotations

from weakref import ref

from ...engine.board import Board
from ...engine.orders import UnitNames
from ...model.cooperative_yield import with_pauses
from ...model.counter_values import movement_of, value_of
from ...model.design import Design
from ...model.gamemap import GameMap
from ...model.scenario import Entry, Scenario, Unit
from .constants import NEVER_WITH_RUSSIANS, RUSSIAN, SIDES


class PlayableEntry:
    """An entry of the scenario with its hexes in play and its conditions (10.0)."""

    def __init__(self, entry: Entry, map: GameMap, board: Board) -> None:
        self.entry = entry
        self.hexes: tuple[int, ...] = tuple(
            i for i in (board.grid.index(h) for h in entry.where.resolve(map)) if board.is_playable(i))
        self.pays, self.stops = entry.pays, entry.stops
        self.features = frozenset(entry.where.features)


_last: tuple[Design, Scenario, ref[Board], Forces] | None = None
"""Only a weak reference to the board, which may be large and may be replaced."""


def forces_for(design: Design, scenario: Scenario, board: Board) -> Forces:
    """The forces of a scenario; the last ones are returned again for the same design and board."""
    global _last
    kept = _last  # read only once: a game and the checks may run in different threads
    if kept is None or kept[0] is not design or kept[1] is not scenario or kept[2]() is not board:
        kept = _last = (design, scenario, ref(board), Forces(design, scenario, board))
    return kept[3]


class Forces:
    """Properties of units by unit number; numbers follow the scenario's order of units.

    A unit of the scenario is a counter (2.2); the abilities of its type are the type's traits (2.4).
    """

    def __init__(self, design: Design, scenario: Scenario, board: Board) -> None:
        ruleset = design.ruleset
        self.units: tuple[Unit, ...] = scenario.units
        self.names = UnitNames(scenario.units, ruleset)
        self.number: dict[str, int] = {u.key: i for i, u in enumerate(self.units)}
        self.keys: tuple[str, ...] = tuple(u.key for u in self.units)
        self.labels: tuple[str, ...] = tuple(self.names.full[u.key] for u in self.units)
        sides = {n.id: n.side for n in ruleset.nationalities}
        self.side: list[int] = [
            SIDES.index(sides[u.nationality]) if sides.get(u.nationality) in SIDES else -1
            for u in self.units]
        types = [ruleset.unit_type_by_id.get(u.type) for u in self.units]
        traits = [frozenset[str]() if t is None else t.traits for t in types]
        self.air: list[bool] = ["air" in t for t in traits]
        self.strategic: list[bool] = ["strategic" in t for t in traits]
        self.flyer: list[bool] = [bool(t & {"airborne", "air-mobile"}) for t in traits]
        self.marine: list[bool] = ["marine" in t for t in traits]
        self.allowance: list[int] = [movement_of(ruleset, u) or 0 for u in self.units]
        # 2.6: a unit without movement never leaves its hex.
        self.static: list[bool] = [
            not a and ("static" in t or m == 0)
            for a, t, m in zip(self.air, traits, self.allowance, strict=True)]
        self.strength: list[tuple[int, int]] = [
            (value_of(ruleset, u, "strength") or 0, value_of(ruleset, u, "strength", 1) or 0)
            for u in self.units]
        # 6.4: 1 Russian units, 2 units with which they do not stack, 0 all others.
        self.company: list[int] = [
            1 if u.nationality == "russia" else 2 if u.nationality in NEVER_WITH_RUSSIANS else 0
            for u in self.units]
        # 7.5: units with the same sources of supply.
        self.group: list[str] = [
            "russian" if s == RUSSIAN else "polish" if u.nationality == "poland" else "allied"
            for s, u in zip(self.side, self.units, strict=True)]
        self.ground: tuple[tuple[int, ...], ...] = tuple(
            tuple(i for i, s in enumerate(self.side) if s == side and not self.air[i]) for side in (0, 1))
        self.wings: tuple[tuple[int, ...], ...] = tuple(
            tuple(i for i, s in enumerate(self.side) if s == side and self.air[i]) for side in (0, 1))
        self.setup: list[tuple[int, ...]] = [
            tuple(
                i for i in (board.grid.index(h) for h in u.setup.where.resolve(design.map))
                if board.is_playable(i)
            ) if u.setup and not u.setup.box else ()
            for u in with_pauses(self.units, 32)]
        ways = {e.id: PlayableEntry(e, design.map, board) for e in scenario.entries}
        self.ways: list[tuple[PlayableEntry, ...]] = [
            tuple(ways[e] for e in (u.reinforcement.entry, *u.reinforcement.also) if e in ways)
            if u.reinforcement else ()
            for u in with_pauses(self.units)]
