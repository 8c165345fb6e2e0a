"""A player with a plan: it marches on goals, keeps supply, concentrates, attacks when it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ..engine import PASS, Game, Order
from . import air, battles, intent, marches, staff
from .atlas import atlas_for
from .outlook import Outlook
from .roster import Roster

BOLDNESS = 0.3
"""What an attack must be worth, in strength points."""


class Planner:
    """A sensible opponent that works from the public interface of a game alone."""

    name = "planner"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._game: Game | None = None
        self._roster: Roster | None = None
        self._outlook: Outlook | None = None
        self._phase: tuple[int, str] = (-1, "")
        self._queue: list[str] = []
        self._intent = intent.Intent()
        self._supplied: dict[str, frozenset[str]] = {}
        self._gains: battles.Gains = {}
        self._flights = 0
        self._plans: dict[tuple[int, str], str] = {}
        random = self._random
        self._steps: dict[str, Callable[[Outlook, Game], Order]] = {
            "place": staff.place, "allocate": lambda o, g: staff.allocate(o, g, random),
            "transfer": staff.transfer, "replace": staff.replace,
            "interdict": self._interdict, "intercept": air.intercept,
            "markers": lambda o, g: air.spend(o, g, random), "move": self._move, "air-supply": air.supply,
            "attack": self._attack,
            "support": battles.support, "table": battles.table, "choose": battles.choose_loss,
            "retreat": battles.retreat, "advance": battles.advance,
        }

    @property
    def plans(self) -> Mapping[tuple[int, str], str]:
        """Turn and phase id to the plan made there, a sentence for each own turn."""
        return self._plans

    def explain(self) -> str:
        """The plan for the turn under way, in a sentence; "" before there is one."""
        return next(reversed(self._plans.values()), "")

    def choose(self, game: Game) -> Order:
        step = self._steps.get(game.step)
        if step is None:
            # What to lose or remove: the weakest.
            return min(game.legal_orders(), key=lambda o: sum(map(game.strength, o.units)))
        return step(self._look(game), game)

    def _look(self, game: Game) -> Outlook:
        """The position, taken up from the last look where only own units have moved since."""
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

    def _interdict(self, outlook: Outlook, game: Game) -> Order:
        if self._new_phase(game):
            self._flights = 0
        order = air.interdict(outlook, game, self._flights)
        if order is not PASS:
            self._flights += 1
        return order

    def _attack(self, outlook: Outlook, game: Game) -> Order:
        if self._new_phase(game):
            self._gains = {}
        return battles.attack(outlook, game, self._random, BOLDNESS, self._gains)

    # -- on the ground --------------------------------------------------------------------

    def _move(self, outlook: Outlook, game: Game) -> Order:
        """One unit after the other, those nearest their goals first."""
        if self._new_phase(game):
            self._plan(outlook, game)
        while self._queue:
            order = self._march(outlook, game, self._queue.pop(0))
            if order is not None:
                return order
        # What could not enter before may have room now; it must come in.
        for unit in game.movable():
            if unit not in outlook.at:
                order = self._march(outlook, game, unit)
                if order is not None:
                    return order
        return PASS

    def _plan(self, outlook: Outlook, game: Game) -> None:
        """A plan for the movement phase that begins."""
        units = game.movable()
        self._intent = plan = intent.intend(outlook, units)
        self._supplied = {}
        self._plans[game.turn, game.phase] = intent.sentence(outlook, plan, game)
        at = outlook.at
        self._queue = sorted(units, key=lambda u: (
            u not in at, outlook.distance(at[u], plan.goals[u]) if u in plan.goals else 99.0, u))

    def _march(self, outlook: Outlook, game: Game, unit: str) -> Order | None:
        place = outlook.at.get(unit, "")
        if place in outlook.hold and len(outlook.own[place]) <= outlook.guards_wanted(place):
            return None
        ends = game.destinations(unit)
        if not ends:
            return None
        goal = self._intent.goals.get(unit, "")
        if not goal:
            start = place or min(ends)
            goal = min(outlook.main, key=lambda g: (outlook.distance(start, g), g), default="")
        best = marches.best_hex(outlook, unit, ends, goal, self._served(game, unit), self._intent)
        return game.move_order(unit, best) if best else None

    def _served(self, game: Game, unit: str) -> frozenset[str]:
        """The hexes in supply for the unit; its countrymen share them for a phase."""
        assert self._roster is not None
        nation = self._roster.nation[unit]
        known = self._supplied.get(nation)
        if known is None:
            known = self._supplied[nation] = game.supplied_hexes(unit)
        return known
