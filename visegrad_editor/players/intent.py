"""The planner's intent for a turn: which units go for which goal, and the sentence that says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..engine import Game
from ..model.wording import listed
from .outlook import Outlook

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


SPREAD, TOGETHER = 3.0, 1.5
"""Movement points a goal seems farther off for each unit that goes there already."""


@dataclass
class Intent:
    """Who goes where this turn: a goal for each unit, who of them guard, and what is to be attacked."""

    goals: dict[str, str] = field(default_factory=dict)
    guards: set[str] = field(default_factory=set)
    hopes: dict[str, float] = field(default_factory=dict)


def intend(outlook: Outlook, units: list[str]) -> Intent:
    """A goal for each unit: guards first, then the nearest goals, shared out."""
    intent = Intent(hopes=prospects(outlook))
    left = _post_guards(outlook, intent, [u for u in units if u in outlook.at])
    _share_out(outlook, intent, left)
    return intent


def _post_guards(outlook: Outlook, intent: Intent, left: list[str]) -> list[str]:
    """What must be held gets the nearest units, in order of danger; those not needed are returned."""
    at = outlook.at
    for goal in sorted(outlook.hold, key=lambda g: (-outlook.hold[g], outlook.threat(g), g)):
        travel = outlook.atlas.to(goal)
        for _ in range(outlook.guards_wanted(goal)):
            near = [u for u in left if travel.get(at[u], 99.0) <= 40.0]
            if not near:
                break
            # Of those equally near the weakest will do.
            guard = min(near, key=lambda u: (travel[at[u]], outlook.strength(u), u))
            intent.goals[guard] = goal
            intent.guards.add(guard)
            left.remove(guard)
    return left


def _share_out(outlook: Outlook, intent: Intent, left: list[str]) -> None:
    targets = outlook.main
    if not targets:
        return
    at, tables = outlook.at, {g: outlook.atlas.to(g) for g in targets}
    load = dict.fromkeys(targets, 0)
    # Who defends spreads out, who attacks goes together.
    crowding = SPREAD if outlook.defends else TOGETHER
    worry = {g: outlook.threat(g) * 0.5 if outlook.defends else 0.0 for g in targets}
    far = {u: min(t.get(at[u], 999.0) for t in tables.values()) for u in left}
    for u in sorted(left, key=lambda u: (far[u], u)):
        here = at[u]
        goal = min(targets, key=lambda g: (tables[g].get(here, 999.0) + crowding * load[g] + worry[g], g))
        intent.goals[u] = goal
        load[goal] += 1


def prospects(outlook: Outlook) -> dict[str, float]:
    """Enemy hexes a side could bring odds against this phase, with the odds: those of its units
    within a march of them, three hexes of three units at most."""
    found = {}
    for hex in outlook.enemy:
        if not outlook.matters(hex):
            continue
        travel = outlook.atlas.to(hex)
        near = sorted((outlook.power_in(h) for h in outlook.own if travel.get(h, 99.0) <= 9.0), reverse=True)
        odds = sum(near[:4]) / max(1, outlook.power_in(hex))
        if odds >= 2.0:
            found[hex] = min(odds, 6.0)
    return found


# -- in words -----------------------------------------------------------------------------------


def sentence(outlook: Outlook, intent: Intent, game: Game) -> str:
    """The intent in one sentence, as a player would announce it.

    For example: `Russian plan, turn 3: take 2016 (Węgrów) with four brigades and 1917 (Wyszków) with two,
    hold 2006 (Kiev) and 1511 (Minsk).`
    """
    head = f"{game.side.capitalize()} plan, turn {game.turn}: "
    word = outlook.roster.word or "unit"
    marching = Counter(g for u, g in intent.goals.items() if u not in intent.guards)
    kept = Counter(g for u, g in intent.goals.items() if u in intent.guards)
    kept.update({g: marching.pop(g) for g in list(marching) if g in outlook.hold})
    parts = []
    if marching:
        parts.append(f"take {_with(game, marching, word)}")
    if kept:
        # A word for the size is said once.
        parts.append(f"hold {_with(game, kept, '' if marching else word)}")
    blows = sorted((h for h in intent.hopes if h in outlook.enemy and intent.hopes[h] >= 3.0),
                   key=lambda h: (-outlook.power_in(h), h))[:2]
    if blows:
        parts.append(f"strike at {listed([game.board.name(game.board.index[h]) for h in blows])}")
    return head + (", ".join(parts) if parts else "wait for reinforcements") + "."


def _with(game: Game, counts: Counter[str], word: str) -> str:
    """`2016 (Węgrów) with four brigades and 1917 (Wyszków) with two`, the most first."""
    shown = sorted(counts, key=lambda g: (-counts[g], g))
    told = []
    for i, goal in enumerate(shown[:4]):
        n = counts[goal]
        number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
        unit = f" {word}{'s' if n > 1 else ''}" if word and not i else ""
        told.append(f"{game.board.name(game.board.index[goal])} with {number}{unit}")
    rest = len(shown) - 4
    if rest > 0:
        number = _NUMBERS[rest] if rest < len(_NUMBERS) else str(rest)
        told.append(f"{number} more hex{'es' if rest > 1 else ''}")
    return listed(told)
