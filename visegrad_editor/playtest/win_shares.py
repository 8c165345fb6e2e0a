"""The shares of games that each side wins, with the interval in which the true share probably lies."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ..model.wording import count

_Z = 1.959964
"""The normal deviate of a 95 % interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share of wins, as two numbers from 0 to 1; (0, 1) without a game.

    >>> [round(100 * x) for x in wilson(41, 100)]
    [32, 51]
    """
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, _Z * _Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def shares_text(games: int, wins: Sequence[tuple[str, int]], players: str) -> str:
    """A sentence: how many of the games each side won, by (name, wins), with intervals in percent.

    >>> shares_text(100, [("Russian side", 41), ("Allied side", 59)], "planner against planner")
    'Of 100 games of planner against planner: Russian side 41 (32 to 51 %), Allied side 59 (49 to 68 %).'
    """
    told = []
    for name, won in wins:
        low, high = (round(100 * x) for x in wilson(won, games))
        told.append(f"{name} {won} ({low} to {high} %)")
    return f"Of {count(games, 'game')} of {players}: {', '.join(told)}."
