"""A player with a plan: it marches on goals, keeps in supply, concentrates, and makes worthwhile attacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from itertools import islice
from math import inf
from random import Random

from ..engine import PASS, Game, Order, Outlook, Roster, atlas_for, best_order
from ..lazy_dataclass import dataclass
from ..model.wording import listed, short_side_name
from . import battles

_WEAKEST = frozenset({"lose", "remove"})
"""Steps in which the weakest units are given up."""
_BATTLES = frozenset({"attack", "advance"})
"""Steps in which a pass is only chosen where it is allowed."""


class Planner:
    """A sensible opponent that uses only the public interface of a game.

    It knows the decisions of any hex game. For others it asks the game for a hint, and without one it tries
    the legal orders and takes the one with the best position.
    """

    name = "planner"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._game: Game | None = None
        self._roster: Roster | None = None
        self._outlook: Outlook | None = None
        self._phase: tuple[int, str] = (-1, "")
        self._queue: list[str] = []
        self._intent = Intent()
        self._supplied: dict[str, frozenset[str]] = {}
        self._gains: battles.Gains = {}
        self._plans: dict[tuple[int, str], str] = {}
        self._steps: dict[str, Callable[[Outlook, Game], Order]] = {
            "place": place, "move": self._move, "attack": self._attack, "choose": battles.choose_loss,
            "retreat": battles.retreat, "advance": battles.advance,
            "advance-on": battles.advance_further,
        }

    @property
    def plans(self) -> Mapping[tuple[int, str], str]:
        """Turn and phase id to the plan made then, one sentence for each own turn."""
        return self._plans

    def explain(self) -> str:
        """The plan for the current turn, as a sentence; "" before there is one."""
        return next(reversed(self._plans.values()), "")

    def choose(self, game: Game) -> Order:
        hint = game.system.decisions().get(game.step)
        hinted: Order | None = hint(self._look(game), game, self._random) if hint is not None else None
        if hinted is not None:
            return hinted
        order = self._wish(game)
        # Not every phase may be ended at will: some hexes are too full. Battles know what is a duty.
        if order != PASS or game.step in _BATTLES or game.why_not(PASS) is None:
            return order
        return self._duty(game)

    def _wish(self, game: Game) -> Order:
        """What it would do if it had no duties."""
        step = self._steps.get(game.step)
        if step is not None:
            return step(self._look(game), game)
        if game.step in _WEAKEST:
            return min(game.legal_orders(), key=lambda o: sum(map(game.strength, o.units)))
        return best_order(game)

    def _duty(self, game: Game) -> Order:
        """What it does where it may not pass."""
        room = self._make_room(self._look(game), game) if game.step == "move" else None
        return room or best_order(game)

    def _look(self, game: Game) -> Outlook:
        """The outlook, updated if only own units have moved since the last one, otherwise rebuilt."""
        if self._game is not game or self._roster is None:
            self._game, self._roster, self._outlook, self._phase = game, Roster(game), None, (-1, "")
        known = self._outlook
        if known and game.step == "move" and self._phase == (game.turn, game.phase) and known.follow():
            return known
        self._outlook = Outlook(game, atlas_for(game), self._roster)
        return self._outlook

    def _new_phase(self, game: Game) -> bool:
        now = (game.turn, game.phase)
        if now == self._phase:
            return False
        self._phase = now
        return True

    def _attack(self, outlook: Outlook, game: Game) -> Order:
        if self._new_phase(game):
            self._gains = {}
        return battles.attack(
            outlook, game, self._random, game.design.ruleset.advice.boldness, self._gains)

    # -- on the ground --------------------------------------------------------------------

    def _move(self, outlook: Outlook, game: Game) -> Order:
        """The next move: units nearest to their goals go first."""
        if self._new_phase(game):
            self._plan(outlook, game)
        while self._queue:
            order = self._march(outlook, game, self._queue.pop(0))
            if order is not None:
                return order
        # Units that could not enter before may have room now, and must enter.
        due = [unit for unit in game.movable() if unit not in outlook.at]
        for unit in due:
            order = self._march(outlook, game, unit)
            if order is not None:
                return order
        # Who must enter does so even where it is of no use, and nobody stays where there is no room.
        return PASS if not due or game.why_not(PASS) is None else next(
            order for unit in due for order in game.legal_orders(unit))

    def _make_room(self, outlook: Outlook, game: Game) -> Order | None:
        """A move out of a hex with too many units, to one with room if there is any; the weakest go first."""
        for unit in sorted(game.movable(), key=lambda u: (outlook.strength(u), u)):
            place = outlook.at.get(unit, "")
            if place and not game.has_room(unit, place) and (ends := game.destinations(unit)):
                roomy = _roomy(game, unit, ends)
                if roomy:
                    goal = self._intent.goals.get(unit, place)
                    return game.move_order(unit, best_hex(
                        outlook, unit, roomy, goal, self._served(game, unit), self._intent) or min(roomy))
                return game.move_order(unit, min(ends))
        return None

    def _plan(self, outlook: Outlook, game: Game) -> None:
        """Make a plan for the movement phase that begins."""
        units = game.movable()
        self._intent = plan = intend(outlook, units)
        self._supplied = {}
        self._plans[game.turn, game.phase] = sentence(outlook, plan, game)
        at = outlook.at
        self._queue = sorted(units, key=lambda u: (
            u not in at, outlook.distance(at[u], plan.goals[u]) if u in plan.goals else 99.0, u))

    def _march(self, outlook: Outlook, game: Game, unit: str) -> Order | None:
        place = outlook.at.get(unit, "")
        if place in outlook.hold and len(outlook.own[place]) <= outlook.guards_wanted(place):
            return None
        ends = game.destinations(unit)
        if game.design.ruleset.stacking.judged == "end-of-phase":
            ends = _roomy(game, unit, ends)
        if not ends:
            return None
        goal = self._intent.goals.get(unit, "")
        if goal in outlook.own and place and game.design.ruleset.advice.manoeuvre:
            goal = self._next_goal(outlook, unit, goal)
        if not goal:
            start = place or min(ends)
            goal = min(outlook.main, key=lambda g: (outlook.distance(start, g), g), default="")
        best = best_hex(outlook, unit, ends, goal, self._served(game, unit), self._intent)
        return game.move_order(unit, best) if best else None

    def _next_goal(self, outlook: Outlook, unit: str, goal: str) -> str:
        """The goal of a unit whose own goal another unit has taken; guards and defenders keep theirs."""
        goals = self._intent.goals
        if outlook.defends or unit in self._intent.guards:
            return goal
        load = Counter(goals.values())
        here = outlook.at[unit]
        left = [g for g in outlook.main if g not in outlook.own]
        best = min(left, default=goal, key=lambda g: (
            outlook.distance(here, g) + TOGETHER * load[g] + WALL * outlook.weigh(outlook.wall_in(g)), g))
        goals[unit] = best
        return best

    def _served(self, game: Game, unit: str) -> frozenset[str]:
        """The hexes in supply for the unit, cached by nationality during a phase."""
        assert self._roster is not None
        nation = self._roster.nation[unit]
        known = self._supplied.get(nation)
        if known is None:
            known = self._supplied[nation] = game.supplied_hexes(unit)
        return known


def _roomy(game: Game, unit: str, ends: Mapping[str, float]) -> dict[str, float]:
    """Those of some hexes that have room for a unit, where moves may lead to too many in a hex."""
    return {hex: cost for hex, cost in ends.items() if game.has_room(unit, hex)}


# -- the planner's intent for a turn: the goal of each unit, and a sentence that explains it -------


SPREAD, TOGETHER = 3.0, 1.5
"""Movement points added to the distance of a goal for each unit that already has it as its goal."""
WALL = 0.5
"""Movement points added for each fifth of the usual strength that defends it, where attackers manoeuvre."""
LURE, GREAT_LURE = (1.2, 2.0), (2.0, 3.0)
"""The value of a hex beside an enemy who can be attacked, for each point of the ratio: elsewhere, and where
the enemy holds a goal. The greater ones are for games of manoeuvre."""
GUARDS = 2
"""The most guards of a hex in a game of manoeuvre: who is in reserve can strike back."""


@dataclass
class Intent:
    """The intent for this turn: a goal for each unit, the units on guard, and the hexes to attack."""

    goals: dict[str, str] = field(default_factory=dict)
    guards: set[str] = field(default_factory=set)
    hopes: dict[str, float] = field(default_factory=dict)


def intend(outlook: Outlook, units: list[str]) -> Intent:
    """A goal for each unit: first guards, then the nearest goals, distributed over the units."""
    intent = Intent(hopes=prospects(outlook))
    left = _post_guards(outlook, intent, [u for u in units if u in outlook.at])
    _share_out(outlook, intent, left)
    return intent


def _post_guards(outlook: Outlook, intent: Intent, left: list[str]) -> list[str]:
    """Assign the nearest units to the hexes that must be held, in order of danger; return the other units."""
    at, movable = outlook.at, set(left)
    manoeuvre = outlook.game.design.ruleset.advice.manoeuvre
    for goal in sorted(outlook.guarded, key=lambda g: (-outlook.hold[g], outlook.threat(g), g)):
        travel = outlook.atlas.to(goal)
        wanted = outlook.guards_wanted(goal)
        if manoeuvre:
            # What is lost is to be taken back and not guarded, and who cannot move from it guards it already.
            wanted = 0 if goal in outlook.take else min(GUARDS, wanted) - sum(
                u not in movable for u in outlook.own.get(goal, ()))
        for _ in range(wanted):
            near = [u for u in left if travel.get(at[u], 99.0) <= 40.0]
            if not near:
                break
            # Of equally near units, take the weakest.
            guard = min(near, key=lambda u: (travel[at[u]], outlook.strength(u), u))
            intent.goals[guard] = goal
            intent.guards.add(guard)
            left.remove(guard)
    return left


def _share_out(outlook: Outlook, intent: Intent, left: list[str]) -> None:
    manoeuvre = outlook.game.design.ruleset.advice.manoeuvre
    targets = outlook.main
    # Who manoeuvres takes back what was lost, too, where that is nearer than what is to be held.
    back = {g for g in outlook.take if g not in targets} if manoeuvre and outlook.defends else set()
    targets = (*targets, *sorted(back))
    if not targets:
        return
    at, tables = outlook.at, {g: outlook.atlas.to(g) for g in targets}
    load = dict.fromkeys(targets, 0)
    # A defender spreads out, an attacker concentrates.
    crowding = {g: SPREAD if outlook.defends and g not in back else TOGETHER for g in targets}
    worry = {g: outlook.threat(g) * 0.5 if outlook.defends else 0.0 for g in targets}
    if manoeuvre:
        worry |= {g: WALL * outlook.weigh(outlook.wall_in(g)) if g in outlook.enemy else 0.0
                  for g in targets if g in back or not outlook.defends}
    far = {u: min(t.get(at[u], 999.0) for t in tables.values()) for u in left}
    for u in sorted(left, key=lambda u: (far[u], u)):
        here = at[u]
        goal = min(targets, key=lambda g: (tables[g].get(here, 999.0) + crowding[g] * load[g] + worry[g], g))
        intent.goals[u] = goal
        load[goal] += 1


def prospects(outlook: Outlook) -> dict[str, float]:
    """The enemy hexes that a side could attack this phase, with the odds reached by its units in marching
    distance, at most three hexes of three units."""
    odds_by_hex = {}
    strongest = sorted(((outlook.power_in(h), h) for h in outlook.own), reverse=True)
    for hex in outlook.enemy:
        if not outlook.matters(hex):
            continue
        close = outlook.atlas.close_to(hex)
        near = islice((power for power, h in strongest if h in close), 4)
        odds = sum(near) / max(1, outlook.wall_in(hex))
        if odds >= 2.0:
            odds_by_hex[hex] = min(odds, 6.0)
    return odds_by_hex


# -- in words -----------------------------------------------------------------------------------

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _side(game: Game) -> str:
    known = game.design.ruleset.side_by_id.get(game.side)
    return short_side_name(known.name) if known is not None else game.side.capitalize()


def sentence(outlook: Outlook, intent: Intent, game: Game) -> str:
    """The intent in one sentence, as a player would announce it.

    For example: `Russian plan, turn 3: take 2016 (Węgrów) with four brigades and 1917 (Wyszków) with two,
    hold 2006 (Kiev) and 1511 (Minsk).`
    """
    head = f"{_side(game)} plan, turn {game.turn}: "
    word = outlook.roster.word or "unit"
    marching = Counter(g for u, g in intent.goals.items() if u not in intent.guards)
    kept = Counter(g for u, g in intent.goals.items() if u in intent.guards)
    kept.update({g: marching.pop(g) for g in list(marching) if g in outlook.hold})
    parts = []
    if marching:
        parts.append(f"take {_with(game, marching, word)}")
    if kept:
        # The word for the size of units appears only once.
        parts.append(f"hold {_with(game, kept, '' if marching else word)}")
    blows = sorted((h for h in intent.hopes if h in outlook.enemy and intent.hopes[h] >= 3.0),
                   key=lambda h: (-outlook.power_in(h), h))[:2]
    if blows:
        parts.append(f"strike at {listed([game.board.name(game.board.index[h]) for h in blows])}")
    return head + (", ".join(parts) if parts else "wait for reinforcements") + "."


def _with(game: Game, counts: Counter[str], word: str) -> str:
    """`2016 (Węgrów) with four brigades and 1917 (Wyszków) with two`, the largest group first."""
    shown = sorted(counts, key=lambda g: (-counts[g], g))
    groups = []
    for i, goal in enumerate(shown[:4]):
        n = counts[goal]
        number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
        unit = f" {word}{'s' if n > 1 else ''}" if word and not i else ""
        groups.append(f"{game.board.name(game.board.index[goal])} with {number}{unit}")
    rest = len(shown) - 4
    if rest > 0:
        number = _NUMBERS[rest] if rest < len(_NUMBERS) else str(rest)
        groups.append(f"{number} more hex{'es' if rest > 1 else ''}")
    return listed(groups)


# -- marches: the value of a hex for a unit --------------------------------------------------------


def best_hex(
    outlook: Outlook, unit: str, ends: Collection[str], goal: str, supplied: frozenset[str], intent: Intent,
) -> str:
    """The best hex in which the unit can end its move; "" if it should stay."""
    travel, far = (outlook.atlas.to(goal), 60.0) if goal else ({}, 0.0)
    contact, take, hold = outlook.contact, outlook.take, outlook.hold
    spread = outlook.defends
    prize = (6.0 if hold[goal] <= 1 else 20.0) if goal in hold else 0.0

    def worth(hex: str) -> float:
        away = travel.get(hex, far)
        value = -(away if away < far else far)
        if hex == goal:
            value += prize
        if hex in take:
            value += 40.0 * take[hex]
        if hex not in supplied:
            value -= 12.0
        if hex in contact:
            value += _contact(outlook, unit, hex, intent)
        if spread and hex in hold and not any(u != unit for u in outlook.own.get(hex, ())):
            value += 20.0
        return value

    here = outlook.at.get(unit, "")
    best, most = "", worth(here) + 0.01 if here else -1e9
    notable = contact.union((goal, *take, *(hold if spread else ())))
    limit = -most if most > -far else inf
    for hex in ends:
        # Most hexes are worth only what they are nearer to the goal, at the most.
        if hex not in notable and travel.get(hex, far) > limit:
            continue
        value = worth(hex)
        if value > most or (value == most and best and hex < best):
            best, most = hex, value
            limit = -most if most > -far else inf
    return best


def _contact(outlook: Outlook, unit: str, hex: str, intent: Intent) -> float:
    """The value of a hex for its adjacent enemies."""
    worth, facing = 0.0, 0
    power = outlook.strength(unit)
    around = outlook.atlas.around
    beside = around[outlook.at[unit]] if unit in outlook.at else ()
    elsewhere, at_goal = GREAT_LURE if outlook.game.design.ruleset.advice.manoeuvre else LURE
    own, hopes = outlook.own, intent.hopes
    for n, strength, matters, wall, is_goal, behind in outlook.front(hex):
        if not matters:
            facing += strength
            continue
        ratio = (outlook.power_around(n, own=True) + (0 if n in beside else power)) / wall
        # Other units may still arrive, so the first one must not be deterred.
        hope = 0.7 * hopes.get(n, 0.0)
        if hope > ratio:
            ratio = hope
        if ratio >= 1.5:
            worth += (ratio if ratio < 5.0 else 5.0) * (at_goal if is_goal else elsewhere)
        else:
            facing += strength
        if behind in own:
            worth += 1.5
    if not facing:
        return worth
    group = sum([outlook.guard(u) for u in {unit, *own.get(hex, ())}])
    if facing > group:
        # A stack that faces a stronger enemy prefers terrain that favours the defender.
        worth -= min(3.0, outlook.weigh(facing - group) * 0.2)
        worth -= outlook.atlas.shift[hex] * 0.8
    return worth


# -- set-up ---------------------------------------------------------------------------------------


def place(outlook: Outlook, game: Game) -> Order:
    """Place first the weakest units as guards, then the others as near the goals as the set-up allows."""
    waiting = sorted(
        (k for k, u in outlook.position.units.items()
         if u.box == "unplaced" and outlook.roster.side[k] == outlook.side),
        key=lambda k: (outlook.strength(k), k))
    unit, orders = next((u, o) for u in waiting if (o := game.legal_orders(u)))
    best, most = orders[0], -1e9
    supplied = game.supplied_hexes(unit)
    for order in orders:
        hex = order.hexes[0]
        value = -outlook.near(hex) - 2.0 * len(outlook.own.get(hex, ()))
        value -= 0.0 if hex in supplied else 20.0
        value -= min(8.0, outlook.weigh(outlook.power_around(hex, own=False)) * 0.5)
        if hex in outlook.hold and hex not in outlook.own:
            value += 100.0 * outlook.hold[hex]
        if value > most:
            best, most = order, value
    return best
