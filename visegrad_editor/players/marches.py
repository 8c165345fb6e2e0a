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
    # What must be held gets the nearest units, in order of danger.
    for goal in sorted(outlook.hold, key=lambda g: (-outlook.hold[g], outlook.threat(g), g)):
        for _ in range(outlook.guards_wanted(goal)):
            if not left:
                break
            nearest = min(left, key=lambda u: (outlook.distance(places[u], goal), u))
            if outlook.distance(places[nearest], goal) > 40:
                break
            goal_of[nearest] = goal
            left.remove(nearest)
    targets = list(outlook.hold if outlook.defends else outlook.take)
    if not targets:
        return goal_of
    load = dict.fromkeys(targets, 0)
    nearest_first = sorted(left, key=lambda u: (min(outlook.distance(places[u], g) for g in targets), u))
    worry = {g: outlook.threat(g) * 0.5 if outlook.defends else 0.0 for g in targets}
    for u in nearest_first:
        goal = min(targets, key=lambda g: (
            outlook.distance(places[u], g) + 3.0 * load[g] + worry[g], g))
        goal_of[u] = goal
        load[goal] += 1
    return goal_of


def prospects(outlook: Outlook) -> dict[str, float]:
    """Enemy hexes a side could bring odds against this phase, with the odds: those of its units
    within a march of them, three hexes of three units at most."""
    found = {}
    for hex in outlook.enemy:
        travel = outlook.atlas.to(hex)
        near = sorted((outlook.power_in(h) for h in outlook.own if travel.get(h, FAR) <= 9.0), reverse=True)
        odds = sum(near[:4]) / max(1, outlook.power_in(hex))
        if odds >= 2.0:
            found[hex] = min(odds, 6.0)
    return found


def score(
    outlook: Outlook, game: Game, unit: str, hex: str, goal: str, supplied: frozenset[str],
    hopes: dict[str, float],
) -> float:
    """How good it is for the unit to end its move in a hex; higher is better."""
    mine = outlook.position.units[unit].hex
    worth = 0.0
    if goal:
        worth -= min(outlook.distance(hex, goal), 60.0)
        if hex == goal and goal in outlook.hold:
            worth += 6.0 if outlook.hold[goal] <= 1 else 20.0
    if hex in outlook.take:
        worth += 40.0 * outlook.take[hex]
    if hex not in supplied:
        worth -= 12.0
    friends = [u for u in outlook.own.get(hex, ()) if u != unit]
    if hex in outlook.contact:
        worth += _contact(outlook, game, unit, hex, mine, friends, hopes)
    if outlook.defends and hex in outlook.hold and not friends:
        worth += 5.0
    return worth


def _contact(
    outlook: Outlook, game: Game, unit: str, hex: str, mine: str, friends: list[str], hopes: dict[str, float],
) -> float:
    """What it is worth to stand next to the enemies around a hex."""
    worth, facing = 0.0, 0
    power = game.strength(unit)
    for n in outlook.atlas.around[hex]:
        if n not in outlook.enemy:
            continue
        strength = outlook.power_in(n)
        counted = bool(mine) and n in outlook.atlas.around[mine]
        ratio = (outlook.power_around(n, own=True) + (0 if counted else power)) / max(1, strength)
        # Others may still come: the first to arrive must not shy away.
        ratio = max(ratio, 0.7 * hopes.get(n, 0.0))
        if ratio >= 1.5:
            worth += min(ratio, 5.0) * (2.0 if n in outlook.take or n in outlook.hold else 1.2)
        else:
            facing += strength
        if outlook.atlas.opposite(n, hex) in outlook.own:
            worth += 1.5
    group = power + outlook.power(friends)
    if facing > group:
        # A stack that faces more than itself wants good ground.
        worth -= min(6.0, (facing - group) * 0.4)
        worth -= game.board.shift[game.board.index[hex]] * 0.8
    return worth


def leaves_guard(outlook: Outlook, unit: str) -> bool:
    """Whether a hex that must be held would be left with too few."""
    hex = outlook.position.units[unit].hex
    return hex in outlook.hold and len(outlook.own.get(hex, ())) <= outlook.guards_wanted(hex)
