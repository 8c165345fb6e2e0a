"""The board as one player sees it at a decision: own and enemy stacks, goals, supply."""

from __future__ import annotations

from functools import cached_property

from ..engine import Game
from .atlas import FAR, Atlas


class Outlook:
    """What the planner looks at; made anew for each decision that needs it."""

    def __init__(self, game: Game, atlas: Atlas, side: str) -> None:
        self.game, self.atlas, self.side = game, atlas, side
        self.position = game.position()
        self.own: dict[str, list[str]] = {}
        self.enemy: dict[str, list[str]] = {}
        for key, place in self.position.units.items():
            if place.hex:
                stacks = self.own if atlas.sides[key] == side else self.enemy
                stacks.setdefault(place.hex, []).append(key)
        goals = game.goals(side)
        self.take = {h: v for h, v in goals.take.items() if h in game.board.index}
        self.hold = dict(goals.hold)
        self._powers: dict[str, int] = {}

    @cached_property
    def defends(self) -> bool:
        """Whether the side mainly holds: it has more to hold than to take."""
        return len(self.hold) > len(self.take)

    @cached_property
    def contact(self) -> frozenset[str]:
        """The hexes next to enemy stacks."""
        return frozenset(n for h in self.enemy for n in self.atlas.around[h])

    def power(self, units: list[str]) -> int:
        """Total strength of some units."""
        return sum(map(self.game.strength, units))

    def power_in(self, hex: str) -> int:
        """Strength of whoever stands in a hex."""
        known = self._powers.get(hex)
        if known is None:
            units = self.own.get(hex) or self.enemy.get(hex) or []
            known = self._powers[hex] = self.power(units)
        return known

    def power_around(self, hex: str, own: bool) -> int:
        """Strength of one side in the hexes around a hex."""
        stacks = self.own if own else self.enemy
        return sum(self.power_in(n) for n in self.atlas.around[hex] if n in stacks)

    def distance(self, hex: str, goal: str) -> float:
        """Movement points from a hex to a goal, very many where there is no way."""
        return self.atlas.to(goal).get(hex, FAR)

    def threat(self, goal: str) -> float:
        """How near the nearest enemy is to a goal, in movement points."""
        travel = self.atlas.to(goal)
        return min((travel.get(h, FAR) for h in self.enemy), default=FAR)

    def danger(self, goal: str, within: float) -> int:
        """The strength of the enemies within so many movement points of a goal."""
        travel = self.atlas.to(goal)
        return sum(self.power_in(h) for h in self.enemy if travel.get(h, FAR) <= within)

    def guards_wanted(self, goal: str) -> int:
        """How many units should stand in a hex that must be held, 0 to 3."""
        worth, threat = self.hold.get(goal, 0.0), self.threat(goal)
        if worth > 1:
            # Losing it loses the game: leave somebody there, and more as soon as a march is to be feared.
            if threat > 45:
                return 0
            strength = self.danger(goal, 20.0)
            return 1 + (strength >= 8) + (strength >= 20)
        return 0 if threat > 20 else 1 + (self.danger(goal, 8.0) >= 16)
