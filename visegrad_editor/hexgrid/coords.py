"""Hexes, hexsides and points as plain values."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]
"""A point of the plane: x and y."""


class Hex(NamedTuple):
    """A place in the grid: column from the left, row from the top, both from 0.

    Only the grid knows whether the hex exists; a neighbour of a hex at the edge of the map is a `Hex` that
    lies outside the grid.
    """

    col: int
    row: int


class Hexside(NamedTuple):
    """The side two neighbouring hexes share; `a` sorts before `b`.

    Build it with `hexside`, which puts the two hexes in order.
    """

    a: Hex
    b: Hex


def hexside(one: Hex, other: Hex) -> Hexside:
    """The hexside between two hexes, in whichever order they are named.

    >>> hexside(Hex(3, 1), Hex(2, 1)) == hexside(Hex(2, 1), Hex(3, 1))
    True
    """
    return Hexside(one, other) if one <= other else Hexside(other, one)
