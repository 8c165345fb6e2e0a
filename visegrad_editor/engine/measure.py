"""Distances between hexes: in a straight line, and along the cheapest path of a type of unit.

Only the terrain counts here: no enemies, stacking or supply. A game's own rules may make a move more
expensive.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.ruleset import UnitType
from .board import board_for
from .reach import reach

FLYING = frozenset({"airborne", "air-mobile"})
"""Traits of ground units that may move by air, at one point per hex over any terrain."""

_SIGNS = {Fraction(n, d): sign for (n, d), sign in {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗",
    (4, 5): "⅘", (1, 6): "⅙", (5, 6): "⅚", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞"}.items()}


@dataclass(frozen=True)
class Way:
    """A way between two hexes. `distance` is in hexes, in a straight line. `path` is the cheapest path, both
    ends included, or empty if there is none, and `cost` its cost in movement points. `turns` is the number of
    turns a unit of the type needs for it, moving as far as it can each turn."""

    distance: int
    path: tuple[Hex, ...] = ()
    cost: Fraction | None = None
    turns: int = 0


def measure(design: Design, start: Hex, end: Hex, type: UnitType | None = None) -> Way:
    """The way between two hexes of the map for a type of ground unit; without a type the straight line.

    A unit that may fly does so if that is cheaper. Costs are those of the ruleset's terrain effects for
    roads, terrain and hexsides.
    """
    grid = design.map.grid
    distance = grid.distance(start, end)
    if type is None:
        return Way(distance, tuple(grid.line(start, end)))
    board = board_for(design.map, design.ruleset)
    one, other = grid.index(start), grid.index(end)
    ways = [board.steps]
    if FLYING & type.traits:
        ways.append(board.lifts)
    best: tuple[int, list[int], list[int]] | None = None
    for steps in ways:
        field = reach(steps, {one: 0}, steps.longest, 0, 0, minimum=False)
        if other in field and (best is None or field.cost[other] < best[0]):
            path = [one, *(i for i in field.path_to(other) if i != one)]
            best = field.cost[other], path, [steps.cost(a, b) or 0 for a, b in pairwise(path)]
    if best is None:
        return Way(distance)
    cost, path, prices = best
    return Way(distance, tuple(board.hex(i) for i in path), Fraction(cost, board.scale),
               _turns(prices, type.movement * board.scale))


def _turns(prices: list[int], allowance: int) -> int:
    """The number of turns for steps of these costs with an allowance per turn; a step that costs more than
    the allowance takes a turn of its own, because units may always move one hex if the rules allow it."""
    if allowance <= 0 or not prices:
        return 0
    turns, left = 0, 0
    for price in prices:
        if price > left:
            turns, left = turns + 1, allowance
        left = max(0, left - price)
    return turns


def points_text(cost: Fraction) -> str:
    """Movement points as players write them, as whole points and a fraction.

    >>> points_text(Fraction(7, 2)), points_text(Fraction(4)), points_text(Fraction(1, 3))
    ('3½', '4', '⅓')
    >>> points_text(Fraction(17, 6)), points_text(Fraction(23, 7)), points_text(Fraction(1, 7))
    ('2⅚', '3 2/7', '1/7')
    """
    whole = math.floor(cost)
    rest = cost - whole
    if rest and rest not in _SIGNS:
        return f"{f'{whole} ' if whole else ''}{rest.numerator}/{rest.denominator}"
    return f"{whole or ''}{_SIGNS[rest]}" if rest else str(whole)
