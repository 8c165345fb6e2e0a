"""Which hexes touch which, as tables and sets of hex indices, without an object for each hex."""

from __future__ import annotations

from array import array

from ..hexgrid import Hex, HexGrid
from .bits import Links

OFF = -1
"""Where there is no hex in play: off the map, at sea, outside the play area."""


def neighbours_in_play(grid: HexGrid, in_play: bytes) -> array[int]:
    """Six entries a hex, its neighbours clockwise from direction 0 by their indices; `OFF` where there is
    none or none in play (`in_play` has 1 for each that is).

    >>> from visegrad_editor.hexgrid import Axis, Numbering
    >>> two = HexGrid("pointy", 2, 1, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
    >>> neighbours_in_play(two, bytes((1, 1))).tolist()
    [1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1]
    """
    columns, rows = grid.columns, grid.rows
    wide = columns + 2
    # The indices with a rim of hexes that do not exist: then a neighbour is always as many entries away.
    rimmed = array("i", [OFF]) * (wide * (rows + 2))
    for r in range(rows):
        first = r * columns
        rimmed[(r + 1) * wide + 1 : (r + 2) * wide - 1] = array(
            "i", [i if on else OFF for i, on in enumerate(in_play[first : first + columns], first)])
    found = array("i", [OFF]) * (6 * columns * rows)
    pointy = grid.orientation == "pointy"
    for line in range(rows if pointy else columns):
        if pointy:
            start, count, stride = (line + 1) * wide + 1, columns, 1
            first, last, apart = 6 * line * columns, 6 * (line + 1) * columns, 6
        else:
            start, count, stride = wide + 1 + line, rows, wide
            first, last, apart = 6 * line, len(found), 6 * columns
        for d, (dc, dr) in enumerate(grid.steps(Hex(0, line) if pointy else Hex(line, 0))):
            begin = start + dr * wide + dc
            found[first + d : last : apart] = rimmed[begin : begin + (count - 1) * stride + 1 : stride]
    return found


def neighbour_links(grid: HexGrid, playable: int) -> Links:
    """The steps from each hex of a set to its neighbours in the set, as `bits.links` would group them.

    >>> from visegrad_editor.hexgrid import Axis, Numbering
    >>> two = HexGrid("pointy", 2, 1, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
    >>> neighbour_links(two, 0b11)
    ((-1, 2), (1, 1))
    """
    columns, rows = grid.columns, grid.rows
    every = (1 << columns) - 1
    not_first, not_last = (repeated(every ^ 1 << c, columns, rows) for c in (0, columns - 1))
    groups: dict[int, int] = {}
    for parity in (0, 1):
        if grid.orientation == "pointy":
            lines = repeated(every, 2 * columns, (rows + 1 - parity) // 2) << parity * columns
            steps = grid.steps(Hex(0, parity))
        else:
            lines = repeated(repeated(1, 2, (columns + 1 - parity) // 2) << parity, columns, rows)
            steps = grid.steps(Hex(parity, 0))
        for dc, dr in steps:
            difference = dr * columns + dc
            ends = playable >> difference if difference > 0 else playable << -difference
            inside = not_first if dc < 0 else not_last if dc > 0 else -1
            groups[difference] = groups.get(difference, 0) | playable & ends & lines & inside
    return tuple((difference, groups[difference]) for difference in sorted(groups) if groups[difference])


def repeated(pattern: int, stride: int, count: int) -> int:
    """A set put side by side, `count` times, each `stride` after the last.

    >>> bin(repeated(0b11, 3, 3))
    '0b11011011'
    """
    return pattern * (((1 << stride * count) - 1) // ((1 << stride) - 1))
