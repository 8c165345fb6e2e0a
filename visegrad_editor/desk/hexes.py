"""Hexes of printed boards by geometry alone, with or without a drawn map.

The columns of a board run from top to bottom. Column A is index 0, and the number of a hex is its row, so
that B1 lies half a hex lower than A1. Directions are numbered 1 to 6 clockwise, 1 to the north.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..hexgrid import Axis, Hex, HexGrid, Numbering

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = DIRECTIONS = (1, 2, 3, 4, 5, 6)
DIRECTION_WORDS = {
    NORTH: "north", NORTH_EAST: "north-east", SOUTH_EAST: "south-east", SOUTH: "south",
    SOUTH_WEST: "south-west", NORTH_WEST: "north-west"}
# Steps and distances do not depend on the size of a grid.
_GRID = HexGrid("flat", 1, 1, "odd", Numbering("column-first", Axis(0, "down", 1), Axis(0, "right", 1)))


def turned(direction: int, steps: int) -> int:
    """The direction so many sixths of a turn clockwise from another.

    >>> turned(5, 3)
    2
    """
    return (direction - 1 + steps) % 6 + 1


def step(hex: Hex, direction: int) -> Hex:
    """The neighbour of a hex in a direction; raises `ValueError` for a number that is no direction.

    >>> step(Hex(5, 4), NORTH_EAST)
    Hex(col=6, row=4)
    """
    if direction not in DIRECTIONS:
        raise ValueError(f"{direction} is no direction; directions are 1 to 6 clockwise from the north.")
    # Those of the grid begin in the south-east with 0.
    return _GRID.step(hex, (direction + 3) % 6)


def moved(hex: Hex, direction: int, steps: int) -> Hex:
    """The hex so many steps away in a direction; the hex itself for no steps.

    >>> moved(Hex(6, 6), NORTH_EAST, 2)
    Hex(col=8, row=5)
    """
    return hex_row(hex, direction, steps + 1)[-1]


def neighbours(hex: Hex) -> list[Hex]:
    """The six neighbours, clockwise from the north; some may lie on no board."""
    return [step(hex, d) for d in DIRECTIONS]


def direction_between(start: Hex, end: Hex) -> int | None:
    """The direction from a hex to its neighbour; None if the two do not touch."""
    found = _GRID.direction(start, end)
    return None if found is None else (found + 2) % 6 + 1


def distance(one: Hex, other: Hex) -> int:
    """The number of hexes from one to the other, 0 for the same hex."""
    return _GRID.distance(one, other)


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at most so far away, the centre too, on a board or not."""
    q, r = _GRID.axial(centre)
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
            yield _GRID.from_axial(q + dq, r + dr)


def hex_row(start: Hex, direction: int, count: int) -> list[Hex]:
    """A straight row of so many hexes, beginning with `start`."""
    row = [start]
    while len(row) < count:
        row.append(step(row[-1], direction))
    return row[:count]


def row_through(one: Hex, centre: Hex, other: Hex) -> str:
    """Which rows of hexes the line through three hexes is parallel to: `1`, `2` or `3`, the direction of a
    straight row, or `1-2`, `2-3` or `1-3`, the two directions between which an alternate row goes. Opposite
    directions are the same row; "" if the hexes are on no row.

    >>> row_through(Hex(7, 5), Hex(7, 6), Hex(7, 7)), row_through(Hex(8, 6), Hex(7, 6), Hex(7, 7))
    ('1', '1-2')
    """
    first, second = direction_between(one, centre), direction_between(centre, other)
    if first is None or second is None or first not in (second, turned(second, 1), turned(second, -1)):
        return ""
    return "-".join(map(str, sorted({(d - 1) % 3 + 1 for d in (first, second)})))


def on_row(start: Hex, end: Hex) -> bool:
    """Whether a hex is on a straight or an alternate row that begins at another."""
    count = distance(start, end) + 1
    return any(end == row[-1] for d in DIRECTIONS for row in (
        hex_row(start, d, count), alternate_row(start, d, turned(d, 1), count),
        alternate_row(start, d, turned(d, -1), count)))


def alternate_row(start: Hex, first: int, second: int, count: int) -> list[Hex]:
    """A row of so many hexes between two directions that are next to each other: the first step goes in the
    first of them, the next in the second, and so on. Raises `ValueError` for other directions."""
    if second not in (turned(first, 1), turned(first, -1)):
        raise ValueError(
            f"The directions {first} and {second} are not next to each other; write {first} and "
            f"{turned(first, 1)}, for example.")
    row = [start]
    while len(row) < count:
        row.append(step(row[-1], first if len(row) % 2 else second))
    return row[:count]
