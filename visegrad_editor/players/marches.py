"""The planner's marches: who goes for which goal, and how good a hex is for it."""

from __future__ import annotations

from ..engine import Game
from .atlas import FAR
from .outlook import Outlook


def assign(outlook: Outlook, units: list[str]) -> dict[str, str]:
    """A goal for each unit: guards first, then the nearest goals, shared out."""
    goal_of: dict[str, str] = {}
    places = {u: outlook.position.units[u].hex for u in units}
    left = [u for u in units if places[u]]
    # What must be held gets the nearest unit, in order of danger.
    guards = sorted(outlook.hold, key=lambda g: (outlook.threat(g), g))
    for goal in guards:
        if outlook.take and outlook.hold[goal] > 1 and outlook.threat(goal) > 60:
            continue
        if left:
            nearest = min(left, key=lambda u: (outlook.distance(places[u], goal), u))
            if outlook.distance(places[nearest], goal) < FAR:
                goal_of[nearest] = goal
                left.remove(nearest)
    fields = {**outlook.hold, **outlook.take} if _defends(outlook) else outlook.take
    targets = [g for g in fields if not (_defends(outlook) and g in outlook.take)]
    load = dict.fromkeys(targets, 0)
    nearest_first = sorted(
        left, key=lambda u: (min((outlook.distance(places[u], g) for g in targets), default=0), u))
    for u in nearest_first:
        if not targets:
            break
        goal = min(targets, key=lambda g: (
            outlook.distance(places[u], g) + 3.0 * load[g]
            + (outlook.threat(g) * 0.5 if _defends(outlook) else 0.0), g))
        goal_of[u] = goal
        load[goal] += 1
    return goal_of


def _defends(outlook: Outlook) -> bool:
    """Whether the side mainly holds: it has more to hold than to take."""
    return len(outlook.hold) > len(outlook.take)


def score(outlook: Outlook, game: Game, unit: str, hex: str, goal: str, supplied: frozenset[str]) -> float:
    """How good it is for the unit to end its move in a hex; higher is better."""
    position = outlook.position
    mine = position.units[unit].hex
    power = game.strength(unit)
    worth = 0.0
    if goal:
        travel = outlook.distance(hex, goal)
        worth -= min(travel, 60.0)
        if goal in outlook.hold and hex == goal:
            worth += 6.0
    if hex in outlook.take:
        worth += 40.0 * outlook.take[hex]
    if hex not in supplied:
        worth -= 12.0
    friends = [u for u in outlook.own.get(hex, ()) if u != unit]
    group = power + outlook.power(friends)
    facing = 0
    for n in outlook.atlas.neighbours(hex):
        enemies = outlook.enemy.get(n)
        if not enemies:
            continue
        strength = outlook.power(enemies)
        facing += strength
        counted = bool(mine) and n in outlook.atlas.neighbours(mine)
        joined = outlook.power_around(n, own=True) + (0 if counted else power)
        ratio = joined / max(1, strength)
        if ratio >= 1.5:
            worth += min(ratio, 5.0) * (1.5 if n in outlook.take else 1.0)
        across = outlook.atlas.opposite(n, hex)
        if across in outlook.own:
            worth += 1.5
    if facing > group:
        # A stack that faces more than itself wants good ground.
        worth -= min(6.0, (facing - group) * 0.4)
        worth -= game.board.shift[game.board.index[hex]] * 0.8
    if _defends(outlook) and hex in outlook.hold and not friends:
        worth += 5.0
    return worth


def leaves_guard(outlook: Outlook, unit: str) -> bool:
    """Whether the unit is the last in a hex that must be held and that an enemy could reach."""
    hex = outlook.position.units[unit].hex
    if hex not in outlook.hold or len(outlook.own.get(hex, ())) > 1:
        return False
    return outlook.threat(hex) <= (60.0 if outlook.hold[hex] > 1 else 14.0)
