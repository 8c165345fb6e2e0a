"""The board as one player sees it at a decision: own and enemy stacks, goals, strengths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..engine import Game, Position

_MOVES = frozenset({"move", "enter"})


def _usual(goals: Mapping[str, float]) -> int:
    return sum(1 for worth in goals.values() if worth <= 1.0)


class Outlook:
    """What the planner looks at; kept up to date while its own units move, else made anew."""

    def __init__(self, game: Game, atlas: Atlas, roster: Roster) -> None:
        self.game, self.atlas, self.roster = game, atlas, roster
        self.side = game.side
        self.seen = game.event_count
        self._strengths: dict[str, int] = {}
        self._powers: dict[str, int] = {}

    @cached_property
    def position(self) -> Position:
        """Where everything stood at the first look."""
        return self.game.position()

    @cached_property
    def at(self) -> dict[str, str]:
        """Unit key to hex number, for the units on the map."""
        return {key: place.hex for key, place in self.position.units.items() if place.hex}

    @cached_property
    def own(self) -> dict[str, list[str]]:
        """Hex number to the own units there."""
        return self._stacks(True)

    @cached_property
    def enemy(self) -> dict[str, list[str]]:
        """Hex number to the enemy units there."""
        return self._stacks(False)

    def _stacks(self, own: bool) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        sides, side = self.roster.side, self.side
        for key, hex in self.at.items():
            if (sides[key] == side) is own:
                stacks.setdefault(hex, []).append(key)
        return stacks

    def follow(self) -> bool:
        """Take in what has happened since; False where the outlook must be made anew."""
        news = self.game.events_since(self.seen)
        if not news or self.game.side != self.side or any(e.type not in _MOVES for e in news):
            return False
        own, at = self.own, self.at
        for event in news:
            key, end = event.units[0], event.hexes[-1]
            start = at.get(key, "")
            if start:
                own[start].remove(key)
                if not own[start]:
                    del own[start]
                self._powers.pop(start, None)
            at[key] = end
            own.setdefault(end, []).append(key)
            self._powers.pop(end, None)
        self.seen += len(news)
        return True

    @property
    def last_turn(self) -> bool:
        """Whether the game ends with this turn."""
        scenario = self.game.design.scenario
        return scenario is not None and self.game.turn >= scenario.turns

    # -- goals --------------------------------------------------------------------------

    @cached_property
    def take(self) -> dict[str, float]:
        """Goals to take, with their worth."""
        index = self.game.board.index
        return {h: v for h, v in self.game.goals(self.side).take.items() if h in index}

    @cached_property
    def hold(self) -> dict[str, float]:
        """Goals to hold, with their worth."""
        index = self.game.board.index
        return {h: v for h, v in self.game.goals(self.side).hold.items() if h in index}

    @cached_property
    def defends(self) -> bool:
        """Whether the side mainly holds: of the usual goals it has more to hold than to take."""
        return _usual(self.hold) > _usual(self.take)

    @cached_property
    def main(self) -> tuple[str, ...]:
        """The goals the army plays for. A prize that wins the game at once is taken when it offers itself,
        a hex that loses it is guarded; neither is what the army marches on while there are others."""
        goals = self.hold if self.defends else self.take or self.hold
        return tuple(g for g in goals if goals[g] <= 1.0) or tuple(goals)

    @cached_property
    def _nearest(self) -> dict[str, float]:
        return self.atlas.nearest(self.main)

    def near(self, hex: str) -> float:
        """Movement points to the nearest of the goals the side plays for."""
        return self._nearest.get(hex, FAR)

    # -- strengths ----------------------------------------------------------------------

    @cached_property
    def contact(self) -> frozenset[str]:
        """The hexes next to enemy stacks."""
        return frozenset(n for h in self.enemy for n in self.atlas.around[h])

    @cached_property
    def mobile(self) -> dict[str, int]:
        """Enemy hexes with units that can move, and the strength of these."""
        reach, found = self.roster.reach, {}
        for hex, units in self.enemy.items():
            able = [u for u in units if reach[u] > 0]
            if able:
                found[hex] = self.power(able)
        return found

    def matters(self, hex: str) -> bool:
        """Whether it is worth fighting for an enemy hex: those who stand there can march, or hold a goal."""
        return hex in self.mobile or hex in self.take or hex in self.hold

    def strength(self, unit: str) -> int:
        """A unit's strength as it stands."""
        known = self._strengths.get(unit)
        if known is None:
            known = self._strengths[unit] = self.game.strength(unit)
        return known

    def power(self, units: list[str]) -> int:
        """Total strength of some units."""
        return sum(map(self.strength, units))

    def power_in(self, hex: str) -> int:
        """Strength of whoever stands in a hex."""
        known = self._powers.get(hex)
        if known is None:
            known = self._powers[hex] = self.power(self.own.get(hex) or self.enemy.get(hex) or [])
        return known

    def power_around(self, hex: str, own: bool) -> int:
        """Strength of one side in the hexes around a hex."""
        stacks = self.own if own else self.enemy
        return sum(self.power_in(n) for n in self.atlas.around[hex] if n in stacks)

    # -- distances ----------------------------------------------------------------------

    def distance(self, hex: str, goal: str) -> float:
        """Movement points from a hex to a goal, very many where there is no way."""
        return self.atlas.to(goal).get(hex, FAR)

    def threat(self, goal: str) -> float:
        """How near the nearest enemy is to a goal, in movement points."""
        travel = self.atlas.to(goal)
        return min((travel.get(h, FAR) for h in self.mobile), default=FAR)

    def danger(self, goal: str, within: float) -> int:
        """The strength of the enemies within so many movement points of a goal."""
        travel = self.atlas.to(goal)
        return sum(p for h, p in self.mobile.items() if travel.get(h, FAR) <= within)

    def guards_wanted(self, goal: str) -> int:
        """How many units should stand in a hex that must be held, 0 to 3."""
        worth, threat = self.hold.get(goal, 0.0), self.threat(goal)
        if worth > 1:
            # Losing it loses the game: leave somebody there, and more as soon as a march is to be feared.
            strength = self.danger(goal, 10.0)
            return 1 + (strength >= 24) + (strength >= 56)
        return 0 if threat > 20 else 1 + (self.danger(goal, 8.0) >= 16)


# Distances over a map, worked out once: what lies near what.

FAR = 10_000.0
SETS_KEPT = 200
"""Sets of goals whose distances are remembered."""


class Atlas:
    """Movement points between hexes as if nobody stood in the way."""

    def __init__(self, game: Game) -> None:
        self.board = board = game.board
        self._known: dict[str, dict[str, float]] = {}
        self._sets: dict[tuple[str, ...], dict[str, float]] = {}
        self._points: dict[int, float] = {}
        numbers = board.numbers
        self.around: dict[str, tuple[str, ...]] = {
            numbers[i]: tuple(numbers[n] for n in row if n >= 0) for i, row in enumerate(board.neighbours)}
        """Hex number to those of the hexes in play around it."""
        self.shift: dict[str, int] = dict(zip(numbers, board.shift, strict=True))
        """Hex number to the column shift of attacks on it."""

    def to(self, goal: str) -> dict[str, float]:
        """Hex number to movement points from there to the goal; hexes with no way are left out."""
        known = self._known.get(goal)
        if known is None:
            known = self._known[goal] = self._travel([self.board.index[goal]])
        return known

    def nearest(self, goals: tuple[str, ...]) -> dict[str, float]:
        """Hex number to movement points from there to the nearest of the goals; nothing for none."""
        known = self._sets.get(goals)
        if known is None:
            if len(self._sets) >= SETS_KEPT:
                self._sets.clear()
            known = self._sets[goals] = self._travel([self.board.index[g] for g in goals])
        return known

    def _travel(self, goals: list[int]) -> dict[str, float]:
        """Cheapest ways to the goals from everywhere."""
        found = self.board.ways_to(goals)
        numbers, scale, points = self.board.numbers, self.board.scale, self._points
        # One value for each distance: the tables of a whole map stay small.
        return {numbers[i]: points.setdefault(c, c / scale) for i, c in found.cost.items()}

    def opposite(self, centre: str, hex: str) -> str:
        """The hex across `centre` from its neighbour `hex`, or ""."""
        index = self.board.index
        d = self.board.direction(index[centre], index[hex])
        n = self.board.neighbours[index[centre]][(d + 3) % 6]
        return self.board.numbers[n] if n >= 0 else ""


_last: Atlas | None = None


def atlas_for(game: Game) -> Atlas:
    """The atlas of a game's map, the last one made again for the same map."""
    global _last
    kept = _last  # one read: games may be played in several threads
    if kept is None or kept.board is not game.board:
        kept = _last = Atlas(game)
    return kept


# What never changes about the units of a game: side, allowance, the company they keep.

class Roster:
    """The units of a game's scenario, looked up once a game."""

    def __init__(self, game: Game) -> None:
        ruleset, scenario = game.design.ruleset, game.design.scenario
        types, nations = ruleset.unit_type_by_id, ruleset.nationality_by_id
        units = [u for u in (scenario.units if scenario else ()) if u.nationality in nations]
        self.side: dict[str, str] = {u.key: nations[u.nationality].side for u in units}
        """Unit key to the id of its side."""
        self.nation: dict[str, str] = {u.key: u.nationality for u in units}
        """Unit key to the id of its nationality."""
        self.reach: dict[str, float] = {}
        """Unit key to its movement points; 0 for one that never moves."""
        sizes = set()
        for u in units:
            kind = types.get(u.type)
            air = kind is not None and "air" in kind.traits
            points = u.movement if u.movement is not None else kind.movement if kind else 0
            self.reach[u.key] = 0.0 if air else float(points)
            if not air:
                sizes.add(u.size or (kind.size if kind else ""))
        self.word: str = sizes.pop() if len(sizes) == 1 else ""
        """What most units are called: `brigade`, or "" where they differ in size."""
