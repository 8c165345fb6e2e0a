"""Movement costs as exact numbers: twelfths of a point, so that halves, thirds and quarters all add up."""

from __future__ import annotations

import math
from fractions import Fraction

PARTS = 12
"""Parts of a movement point that costs may have."""

MOST = 99
"""The highest cost, and the greatest movement allowance."""

_NEAR = 0.005 + 1e-9
"""A third written with two decimals is still a third."""


def points(cost: float) -> Fraction:
    """The cost in points: the nearest twelfth from 0 to 99. Any cost above 0 is at least a twelfth.

    >>> points(0.5), points(0.33), points(1.667), points(1e-300), points(float("inf"))
    (Fraction(1, 2), Fraction(1, 3), Fraction(5, 3), Fraction(1, 12), Fraction(99, 1))
    """
    if math.isnan(cost) or cost >= MOST:
        return Fraction(MOST)
    if cost <= 0:
        return Fraction(0)
    return Fraction(max(1, round(cost * PARTS)), PARTS)


def is_exact(cost: float) -> bool:
    """Whether a cost is a number of twelfths, or one written with two or more decimals; from 0 to 99.

    >>> [is_exact(c) for c in (0.5, 0.33, 0.3333333, 2, 0.1, 100)]
    [True, True, True, True, False, False]
    """
    return 0 <= cost <= MOST and abs(cost - float(points(cost))) <= _NEAR
