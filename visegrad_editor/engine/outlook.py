"""A player's view of the board at a decision: own and enemy stacks, goals, strengths, and what a position is
worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from ..model.counter_values import movement_of, value_of
from ..model.design import Design
from .bits import bits, mask_of, spread
from .game import Game
from .orders import IllegalOrderError, Order
from .position import Position

_MOVES = frozenset({"move", "enter"})


_LITTLE = 0.1
"""A goal worth at most this part of one that decides the game is of little worth beside it."""


def _normal_goals(goals: Mapping[str, float]) -> int:
    """How many of the goals do not decide the game at once."""
    return sum(1 for worth in goals.values() if worth <= 1.0)


_USUAL = 5
"""The strength of a usual unit among the numbers by which strengths are weighed here and by players. What is
weighed is in fifths of the usual strength of the game, so that a game with all strengths ten times as great
is played the same."""
_FEW, _SOME, _MANY = 16.0, 24.0, 56.0
"""Enemies near a hex that must be held for which one more guard is wanted, weighed: two guards of a goal, two
and three of what loses the game."""


class _Strengths(dict[str, int]):
    """The present strengths of units in attack or in defence, by their keys, made when first asked for."""

    def __init__(self, game: Game, purpose: Literal["attack", "defence"]) -> None:
        super().__init__()
        self._game, self._purpose = game, purpose

    def __missing__(self, unit: str) -> int:
        known = self[unit] = self._game.strength(unit, self._purpose)
        return known


class Foe(NamedTuple):
    """An enemy stack next to a hex."""

    hex: str
    power: int
    """Its strength in attack."""
    matters: bool
    """Whether it is worth an attack."""
    wall: int
    """Its strength in defence, at least 1."""
    is_goal: bool
    """Whether it holds a goal."""
    behind: str
    """The hex on the opposite side of it, or ""."""


class Outlook:
    """A view of the game for the side to decide, updated while its own units move and otherwise rebuilt."""

    def __init__(self, game: Game, atlas: Atlas, roster: Roster) -> None:
        self.game, self.atlas, self.roster = game, atlas, roster
        self.side = game.side
        self.seen = game.event_count
        self._up, self._down = roster.weight
        is_one = game.has_one_strength
        self._strengths = _Strengths(game, "attack")
        self._powers: dict[str, int] = {}
        self._guards = self._strengths if is_one else _Strengths(game, "defence")
        self._walls: dict[str, int] = self._powers if is_one else {}
        self._own_around: dict[str, int] = {}
        self._beside: dict[str, tuple[str, ...]] = {}
        self._front: dict[str, tuple[Foe, ...]] = {}

    @cached_property
    def position(self) -> Position:
        """The position when the outlook was made."""
        return self.game.position(self.side)

    @cached_property
    def at(self) -> dict[str, str]:
        """Unit key to hex number, for the units on the map."""
        return {key: place.hex for key, place in self.game.unit_positions(self.side).items() if place.hex}

    @cached_property
    def own(self) -> dict[str, list[str]]:
        """Hex number to the own units there."""
        return self._stacks[0]

    @cached_property
    def enemy(self) -> dict[str, list[str]]:
        """Hex number to the enemy units there."""
        return self._stacks[1]

    @cached_property
    def _stacks(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The own and the enemy stacks."""
        own: dict[str, list[str]] = {}
        enemy: dict[str, list[str]] = {}
        sides, side = self.roster.side, self.side
        for key, hex in self.at.items():
            stacks = own if sides[key] == side else enemy
            if hex in stacks:
                stacks[hex].append(key)
            else:
                stacks[hex] = [key]
        return own, enemy

    def follow(self) -> bool:
        """Update the outlook to what has happened since; False if it must be rebuilt."""
        news = self.game.events_since(self.seen)
        if not news or self.game.side != self.side or any(e.type not in _MOVES for e in news):
            return False
        own, at = self.own, self.at
        self._own_around.clear()
        for event in news:
            key, end = event.units[0], event.hexes[-1]
            start = at.get(key, "")
            if start:
                own[start].remove(key)
                if not own[start]:
                    del own[start]
                self._powers.pop(start, None)
                self._walls.pop(start, None)
            at[key] = end
            own.setdefault(end, []).append(key)
            self._powers.pop(end, None)
            self._walls.pop(end, None)
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
        """Goals to take, with their value."""
        index = self.game.board.index
        return {h: v for h, v in self.game.goals(self.side).take.items() if h in index}

    @cached_property
    def hold(self) -> dict[str, float]:
        """Goals to hold, with their value."""
        index = self.game.board.index
        return {h: v for h, v in self.game.goals(self.side).hold.items() if h in index}

    @cached_property
    def defends(self) -> bool:
        """Whether the side is mainly on the defensive: it has more normal goals to hold than to take, and no
        goal to take beside which they are of little worth."""
        return _normal_goals(self.hold) > _normal_goals(self.take) and not self._is_little_beside(self.take)

    def _is_little_beside(self, goals: Mapping[str, float]) -> bool:
        """Whether each normal goal is of little worth beside the best of some goals."""
        normal = max((v for v in (*self.hold.values(), *self.take.values()) if v <= 1.0), default=0.0)
        return normal <= _LITTLE * max(goals.values(), default=0.0)

    @cached_property
    def main(self) -> tuple[str, ...]:
        """The goals of the army. A hex that wins the game at once is taken when possible, and one that loses
        it is guarded, but the army marches on such hexes only if there are no other goals, or if those are
        of little worth beside it."""
        goals = self.hold if self.defends else self.take or self.hold
        normal = {g: worth for g, worth in goals.items() if worth <= 1.0}
        return self._foremost(normal if normal and not self._is_little_beside(goals) else goals, self.own)

    @cached_property
    def guarded(self) -> tuple[str, ...]:
        """The goals to hold that are worth a guard."""
        return self._foremost(self.hold, self.enemy)

    def _foremost(self, goals: Mapping[str, float], stacks: Iterable[str]) -> tuple[str, ...]:
        """The goals; of very many on a large map those that decide the game, and then those nearest to some
        stacks, for distances to all of them would take minutes."""
        most = self.atlas.most
        if len(goals) <= most:
            return tuple(goals)
        board, index = self.game.board, self.game.board.index
        found = [g for g, worth in goals.items() if worth > 1.0][:most]
        left = mask_of(index[g] for g in goals) & ~mask_of(index[g] for g in found)
        reached = edge = mask_of(index[h] for h in stacks)
        while len(found) < most and edge:
            found += [board.numbers[i] for i in bits(edge & left)]
            edge = spread(edge, board.adjacent) & ~reached
            reached |= edge
        kept = set(found[:most]) or set(list(goals)[:most])
        return tuple(g for g in goals if g in kept)

    def prize_of(self, hex: str, attacking: bool = True) -> float:
        """The value of a hex besides the units in it, for the side that attacks or defends it."""
        goals = self.take if attacking else self.hold
        if hex in goals:
            # On the last turn there is no reason to save strength.
            return (30.0 if self.last_turn else 8.0) * goals[hex]
        return max(0.0, 1.5 - self.way_to(goals, hex) / 6.0)

    def column_value(self, chances: Mapping[str, int], attack: float, defence: float, prize: float) -> float:
        """The expected value of a column of a table for the attacker, weighed: `chances` maps a result code
        to its number of die faces."""
        total = sum(chances.values())
        if self._up != self._down:
            attack, defence = self.weigh(attack), self.weigh(defence)
        gain, worths = 0.0, self.game.worths
        for code, faces in chances.items():
            lost, killed, ground = worths[code]
            gain += faces * (killed * defence - lost * attack + ground * (1.0 + prize))
        return gain / total if total else 0.0

    @cached_property
    def _nearest(self) -> dict[str, float]:
        return self.atlas.nearest(self.main)

    def near(self, hex: str) -> float:
        """Movement points to the nearest of the main goals."""
        return self._nearest.get(hex, FAR)

    # -- strengths ----------------------------------------------------------------------

    @cached_property
    def contact(self) -> frozenset[str]:
        """The hexes next to enemy stacks."""
        return frozenset(n for h in self.enemy for n in self.atlas.around[h])

    def enemies_beside(self, hex: str) -> tuple[str, ...]:
        """The hexes next to a hex with enemy stacks."""
        known = self._beside.get(hex)
        if known is None:
            known = self._beside[hex] = tuple(filter(self.enemy.__contains__, self.atlas.around[hex]))
        return known

    def front(self, hex: str) -> tuple[Foe, ...]:
        """The enemy stacks next to a hex."""
        known = self._front.get(hex)
        if known is None:
            opposite, matters = self.atlas.opposite, self.matters
            known = self._front[hex] = tuple([
                Foe(n, self.power_in(n), matters(n), max(1, self.wall_in(n)),
                    n in self.take or n in self.hold, opposite(n, hex))
                for n in self.enemies_beside(hex)])
        return known

    @cached_property
    def mobile(self) -> dict[str, int]:
        """Enemy hexes with units that can move, and the strength of those units."""
        reach, strengths = self.roster.reach, {}
        for hex, units in self.enemy.items():
            able = [u for u in units if reach[u] > 0]
            if able:
                strengths[hex] = self.power(able)
        return strengths

    def matters(self, hex: str) -> bool:
        """Whether an enemy hex is worth an attack: the units there can move, or they hold a goal."""
        return hex in self.mobile or hex in self.take or hex in self.hold

    def strength(self, unit: str) -> int:
        """A unit's present strength in attack."""
        return self._strengths[unit]

    def guard(self, unit: str) -> int:
        """A unit's present strength in defence."""
        return self._guards[unit]

    def weigh(self, strength: float) -> float:
        """A strength in fifths of the usual one, to be compared with goals and movement points."""
        return strength * self._up / self._down

    def wall_in(self, hex: str) -> int:
        """Total strength in defence of the units in a hex."""
        known = self._walls.get(hex)
        if known is None:
            known = self._walls[hex] = sum(map(
                self._guards.__getitem__, self.own.get(hex) or self.enemy.get(hex) or ()))
        return known

    def power(self, units: list[str]) -> int:
        """Total strength of some units in attack."""
        return sum(map(self._strengths.__getitem__, units))

    def power_in(self, hex: str) -> int:
        """Total strength in attack of the units in a hex."""
        known = self._powers.get(hex)
        if known is None:
            known = self._powers[hex] = self.power(self.own.get(hex) or self.enemy.get(hex) or [])
        return known

    def power_around(self, hex: str, own: bool) -> int:
        """Total strength in attack of one side in the hexes around a hex."""
        if not own:
            return sum([self.power_in(n) for n in self.enemies_beside(hex)])
        known = self._own_around.get(hex)
        if known is None:
            stacks = self.own
            known = self._own_around[hex] = sum([
                self.power_in(n) for n in self.atlas.around[hex] if n in stacks])
        return known

    # -- distances ----------------------------------------------------------------------

    def way_to(self, goals: Iterable[str], hex: str) -> float:
        """Movement points from a hex to the nearest of some goals; a very large number if there is no
        path."""
        return self.atlas.nearest(tuple(goals)).get(hex, FAR)

    def distance(self, hex: str, goal: str) -> float:
        """Movement points from a hex to a goal; a very large number if there is no path."""
        return self.atlas.to(goal).get(hex, FAR)

    def threat(self, goal: str) -> float:
        """The distance of the nearest enemy from a goal, in movement points."""
        travel = self.atlas.to(goal)
        return min((travel.get(h, FAR) for h in self.mobile), default=FAR)

    def danger(self, goal: str, within: float) -> int:
        """The strength of the enemies within `within` movement points of a goal."""
        travel = self.atlas.to(goal)
        return sum(p for h, p in self.mobile.items() if travel.get(h, FAR) <= within)

    def guards_wanted(self, goal: str) -> int:
        """How many units should guard a hex that must be held, 0 to 3."""
        if goal not in self.guarded:
            return 0
        worth, threat = self.hold.get(goal, 0.0), self.threat(goal)
        if worth > 1:
            # Losing it loses the game: always leave a unit there, and more when enemies come close.
            strength = self.weigh(self.danger(goal, 10.0))
            return 1 + (strength >= _SOME) + (strength >= _MANY)
        return 0 if threat > 20 else 1 + (self.weigh(self.danger(goal, 8.0)) >= _FEW)


# -- distances on a map, computed once -------------------------------------------------------------


FAR = 10_000.0
CLOSE = 9
"""The movement points within which units can take part in an attack of this turn."""
SETS_KEPT = 200
"""The number of sets of goals whose distances are cached, if the map is not very large."""
_MOST_ENTRIES, _FEWEST_TABLES = 1_500_000, 12
"""How many distances are kept for single goals at the most, but for so many goals in any case."""


class Atlas:
    """Movement points between hexes on an empty map."""

    def __init__(self, game: Game) -> None:
        self.board = board = game.board
        self.most: int = max(_FEWEST_TABLES, _MOST_ENTRIES // board.size)
        """The number of goals to which distances from everywhere are kept."""
        self._known: dict[str, dict[str, float]] = {}
        self._close: dict[str, frozenset[str]] = {}
        self._sets: dict[tuple[str, ...], dict[str, float]] = {}
        self._points: dict[int, float] = {}
        self._opposites: dict[tuple[str, str], str] = {}
        numbers = board.numbers
        self.around: dict[str, tuple[str, ...]] = {
            numbers[i]: tuple(numbers[n] for n in row if n >= 0) for i, row in enumerate(board.neighbours)}
        """Hex number to the numbers of its neighbours in play."""
        self.shift: dict[str, int] = dict(zip(numbers, board.shift, strict=True))
        """Hex number to the column shift of attacks on it."""

    def to(self, goal: str) -> dict[str, float]:
        """Hex number to movement points from there to the goal, for hexes with a path to it."""
        known = self._known.get(goal)
        if known is None:
            if len(self._known) >= 2 * self.most:
                del self._known[next(iter(self._known))]
            known = self._known[goal] = self._travel([self.board.index[goal]])
        return known

    def close_to(self, hex: str) -> frozenset[str]:
        """The hexes from which there is a path of at most `CLOSE` movement points to a hex."""
        known = self._close.get(hex)
        if known is None:
            board = self.board
            field = board.ways_to([board.index[hex]], CLOSE * board.scale)
            known = self._close[hex] = frozenset([board.numbers[i] for i in field.cost])
        return known

    def nearest(self, goals: tuple[str, ...]) -> dict[str, float]:
        """Hex number to movement points from there to the nearest of the goals; {} without goals."""
        known = self._sets.get(goals)
        if known is None:
            if len(self._sets) >= min(SETS_KEPT, self.most):
                self._sets.clear()
            known = self._sets[goals] = self._travel([self.board.index[g] for g in goals])
        return known

    def _travel(self, goals: list[int]) -> dict[str, float]:
        """Hex number to the movement points of the cheapest path to a goal."""
        field = self.board.ways_to(goals)
        numbers, scale, points = self.board.numbers, self.board.scale, self._points
        # Equal distances share one object, so that tables of a whole map stay small.
        return {numbers[i]: points.setdefault(c, c / scale) for i, c in field.cost.items()}

    def opposite(self, centre: str, hex: str) -> str:
        """The hex on the opposite side of `centre` from its neighbour `hex`, or ""."""
        known = self._opposites.get((centre, hex))
        if known is None:
            index = self.board.index
            d = self.board.direction(index[centre], index[hex])
            n = self.board.neighbours[index[centre]][(d + 3) % 6]
            known = self._opposites[centre, hex] = self.board.numbers[n] if n >= 0 else ""
        return known


_last: Atlas | None = None


def atlas_for(game: Game) -> Atlas:
    """The atlas of a game's map; the last atlas is returned again for the same map."""
    global _last
    kept = _last  # read only once: games may be played in several threads
    if kept is None or kept.board is not game.board:
        kept = _last = Atlas(game)
    return kept


# -- the constant data of the units of a game: side, nationality, movement allowance ---------------


class Roster:
    """The units of a game's scenario, looked up once per game."""

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
            points = movement_of(ruleset, u) or 0
            self.reach[u.key] = 0.0 if air else float(points)
            if not air:
                sizes.add(u.size or (kind.size if kind else ""))
        self.word: str = sizes.pop() if len(sizes) == 1 else ""
        """What most units are called: `brigade`, or "" where they differ in size."""
        usual = ruleset.advice.usual_strength or _mean(
            value_of(ruleset, u, ruleset.combat.values.attack) for u in units)
        self.weight: tuple[int, int] = (Fraction(_USUAL) / usual).as_integer_ratio()
        """The factor that weighs strengths, exactly: its numerator and denominator."""


def _mean(strengths: Iterable[int | None]) -> Fraction:
    """The mean of those strengths that are not 0; the usual one without any."""
    known = [s for s in strengths if s]
    return Fraction(sum(known), len(known)) if known else Fraction(_USUAL)


_last_roster: tuple[Design, Roster] | None = None


def roster_for(game: Game) -> Roster:
    """The roster of a game's design; the last roster is returned again for the same design."""
    global _last_roster
    kept = _last_roster  # read only once: games may be played in several threads
    if kept is None or kept[0] is not game.design:
        kept = _last_roster = game.design, Roster(game)
    return kept[1]


# -- what a position is worth, for decisions about which nothing else is known --------------------


_WON = 1_000.0
_GOAL = 10.0
"""The worth of a normal goal, weighed as strengths are."""
_NEARER = 0.05
"""The worth of a movement point nearer to a goal, for one unit."""
_TRIALS = 3
"""How many times an order is tried, with other dice each time."""


def evaluate(game: Game, side: str) -> float:
    """What the present position is worth to a side, weighed: the end of the game, the strength on
    the map, the goals still to be taken, and the way to them, each less that of its enemies."""
    outcome = game.outcome
    if outcome is not None:
        return 0.0 if not outcome.winner else _WON if outcome.winner == side else -_WON
    roster, atlas = roster_for(game), atlas_for(game)
    index = game.board.index
    sides = [s.id for s in game.design.ruleset.sides]
    goals = {s: {h: w for h, w in game.goals(s).take.items() if h in index} for s in sides}
    ways = {s: atlas.nearest(tuple(goals[s])) for s in sides}
    value = 0.0
    for s in sides:
        value += (-1.0 if s == side else 1.0) * _GOAL * sum(goals[s].values())
    for key, place in game.unit_positions(side).items():
        owner = roster.side.get(key, "")
        if place.hex and owner:
            way = min(ways[owner].get(place.hex, 60.0), 60.0) if goals[owner] else 0.0
            strength = game.strength(key) * roster.weight[0] / roster.weight[1]
            worth = strength - _NEARER * way if strength else 0.0
            value += worth if owner == side else -worth
    return value


def value_after(game: Game, order: Order) -> float:
    """What the position would be worth, after an order, to the side that gives it; the average over some
    trials with dice that are not those of the game. Minus infinity for an order that cannot be carried
    out."""
    side, total = game.side, 0.0
    for seed in range(_TRIALS):
        try:
            with game.trial(order, seed):
                total += evaluate(game, side)
        except IllegalOrderError:
            return float("-inf")
    return total / _TRIALS


def best_order(game: Game, most: int = 64) -> Order:
    """The order after which the position is worth most, of at most `most` legal ones spread over all of them;
    the first of equals. For decisions about which nothing else is known."""
    orders = game.legal_orders()
    tried = orders if len(orders) <= most else [orders[i * len(orders) // most] for i in range(most)]
    return max(tried, key=lambda order: value_after(game, order)) if len(tried) > 1 else tried[0]
