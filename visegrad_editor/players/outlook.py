"""The board as one player sees it at a decision: own and enemy stacks, goals, supply."""

from __future__ import annotations

from ..engine import Game
from .atlas import FAR, Atlas


class Outlook:
    """What the planner looks at; made anew for each decision that needs it."""

    def __init__(self, game: Game, atlas: Atlas, side: str) -> None:
        self.game, self.atlas, self.side = game, atlas, side
        self.position = game.position()
        self.sides = _sides(game)
        self.own: dict[str, list[str]] = {}
        self.enemy: dict[str, list[str]] = {}
        for key, place in self.position.units.items():
            if place.hex:
                stacks = self.own if self.sides[key] == side else self.enemy
                stacks.setdefault(place.hex, []).append(key)
        goals = game.goals(side)
        self.take = {h: v for h, v in goals.take.items() if h in game.board.index}
        self.hold = dict(goals.hold)

    def power(self, units: list[str]) -> int:
        """Total strength of some units."""
        return sum(map(self.game.strength, units))

    def power_around(self, hex: str, own: bool) -> int:
        """Strength of one side in the hexes around a hex."""
        stacks = self.own if own else self.enemy
        return sum(self.power(stacks[n]) for n in self.atlas.neighbours(hex) if n in stacks)

    def distance(self, hex: str, goal: str) -> float:
        """Movement points from a hex to a goal, very many where there is no way."""
        return self.atlas.to(goal).get(hex, FAR)

    def threat(self, goal: str) -> float:
        """How near the nearest enemy is to a goal, in movement points."""
        travel = self.atlas.to(goal)
        return min((travel.get(h, FAR) for h in self.enemy), default=FAR)


def _sides(game: Game) -> dict[str, str]:
    nations = game.design.ruleset.nationality_by_id
    units = game.design.scenario.units if game.design.scenario else ()
    return {u.key: nations[u.nationality].side for u in units if u.nationality in nations}
