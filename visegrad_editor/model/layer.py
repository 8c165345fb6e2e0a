"""A value for every hex, kept as rows of letters: how terrain and countries are stored."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ..hexgrid import Hex, HexGrid
from ..lazy_dataclass import dataclass

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*=%&@!?$"
_TOGETHER = 16
"""So many letters of two rows are compared at once."""


@dataclass(frozen=True)
class Layer:
    """`rows[r][c]` is a letter of `legend`, which lists (letter, value) pairs.

    Rows of an edited layer that did not change are the same string objects, so a view can
    find what changed by comparing rows with `is`.
    """

    legend: tuple[tuple[str, str], ...]
    rows: tuple[str, ...]

    @cached_property
    def values(self) -> dict[str, str]:
        """Letter to value."""
        return dict(self.legend)

    @cached_property
    def letters(self) -> dict[str, str]:
        """Value to letter."""
        return {value: letter for letter, value in reversed(self.legend)}

    @property
    def free_letters(self) -> int:
        """How many more values can be given a letter."""
        return len(set(_LETTERS) - set(self.values))

    def at(self, hex: Hex) -> str:
        """The value in a hex; the hex must lie in the grid."""
        return self.values[self.rows[hex.row][hex.col]]

    def differing(self, other: Layer) -> Iterator[Hex]:
        """The hexes, row by row, where another layer of the same size has another value."""
        same = {a for a, value in self.legend if other.values.get(a) == value}
        alike = len(same) == len(self.legend)
        for r, (row, was) in enumerate(zip(self.rows, other.rows, strict=True)):
            if alike or same.issuperset(row):
                columns: Iterable[int] = differing_letters(row, was) if row is not was else ()
            else:
                columns = range(len(row))
            for c in columns:
                if self.values[row[c]] != other.values[was[c]]:
                    yield Hex(c, r)

    def with_letter_for(self, value: str) -> Layer:
        """This layer with a letter for the value, a free one if it had none."""
        if value in self.letters:
            return self
        wish = [value[:1].upper(), value[:1].lower()] if value else []
        letter = next(c for c in (*wish, *_LETTERS) if c and c not in self.values)
        return Layer((*self.legend, (letter, value)), self.rows)

    def with_values(self, changes: Mapping[Hex, str]) -> Layer:
        """This layer with some hexes changed; itself if nothing differs."""
        layer = self
        for value in dict.fromkeys(changes.values()):
            layer = layer.with_letter_for(value)
        by_row: dict[int, dict[int, str]] = {}
        for hex, value in changes.items():
            letter = layer.letters[value]
            if layer.values[layer.rows[hex.row][hex.col]] != value:
                by_row.setdefault(hex.row, {})[hex.col] = letter
        if not by_row:
            return self
        rows = list(layer.rows)
        for r, cells in by_row.items():
            text = list(rows[r])
            for c, letter in cells.items():
                text[c] = letter
            rows[r] = "".join(text)
        return Layer(layer.legend, tuple(rows))


def differing_letters(row: str, was: str) -> Iterator[int]:
    """The places, from left to right, where two rows of the same length have different letters. Most of two
    long rows is the same, and is compared as a whole.

    >>> list(differing_letters("A" * 40 + "B" + "A" * 40, "A" * 81))
    [40]
    """
    for start in range(0, len(row), _TOGETHER):
        some, others = row[start:start + _TOGETHER], was[start:start + _TOGETHER]
        if some != others:
            for at, (one, other) in enumerate(zip(some, others, strict=True), start):
                if one != other:
                    yield at


# -- connected hexes of a layer, found by whole runs of one value, so that large maps take milliseconds --


def connected_in(grid: HexGrid, layer: Layer, start: Hex) -> frozenset[Hex]:
    """The hexes connected with `start` that have the same value in the layer; none if it is off the map."""
    if start not in grid:
        return frozenset()
    wanted = layer.at(start)
    letters = "".join(letter for letter, value in layer.legend if value == wanted)
    # Along a line, a row of pointy-topped hexes or a column of flat-topped ones, each hex touches the next.
    across = grid.orientation == "pointy"
    lines = layer.rows if across else tuple(map("".join, zip(*layer.rows, strict=True)))
    alike = re.compile(f"[{re.escape(letters)}]+")
    runs = [[m.span() for m in alike.finditer(line)] for line in lines]
    ends = [[end for _, end in spans] for spans in runs]
    reach = [_reach(grid, parity, across) for parity in (0, 1)]
    line, place = (start.row, start.col) if across else (start.col, start.row)
    first = (line, bisect_left(ends[line], place + 1))
    joined, edge = {first}, [first]
    while edge:
        line, at = edge.pop()
        begin, end = runs[line][at]
        for near, (low, high) in reach[line & 1].items():
            other = line + near
            if not 0 <= other < len(runs):
                continue
            # The runs of the next line that touch this one: from the first that does not end before it.
            for i in range(bisect_left(ends[other], begin + low + 1), len(runs[other])):
                if runs[other][i][0] > end - 1 + high:
                    break
                if (other, i) not in joined:
                    joined.add((other, i))
                    edge.append((other, i))
    every, width, hexes = grid.hexes, grid.columns, set[Hex]()
    for line, at in joined:
        begin, end = runs[line][at]
        hexes.update(every[line * width + begin:line * width + end] if across
                     else every[begin * width + line:(end - 1) * width + line + 1:width])
    return frozenset(hexes)


def _reach(grid: HexGrid, parity: int, across: bool) -> dict[int, tuple[int, int]]:
    """From a hex of an even or odd line: to the line before and to the next, the smallest and the largest
    offset of the hexes it touches there."""
    steps = grid.steps(Hex(0, parity) if across else Hex(parity, 0))
    places: dict[int, list[int]] = {}
    for columns, rows in steps:
        line, place = (rows, columns) if across else (columns, rows)
        places.setdefault(line, []).append(place)
    return {line: (min(offsets), max(offsets)) for line, offsets in places.items() if line}
