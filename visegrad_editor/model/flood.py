"""Which hexes of a layer hang together: by whole runs of one value, so that large maps take milliseconds."""

from __future__ import annotations

import re
from bisect import bisect_left

from ..hexgrid import Hex, HexGrid
from .layer import Layer


def connected_in(grid: HexGrid, layer: Layer, start: Hex) -> frozenset[Hex]:
    """The hexes that hang together with `start` and have the same value in the layer; none where it is
    off the map."""
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
    found, edge = {first}, [first]
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
                if (other, i) not in found:
                    found.add((other, i))
                    edge.append((other, i))
    every, wide, hexes = grid.hexes, grid.columns, set[Hex]()
    for line, at in found:
        begin, end = runs[line][at]
        hexes.update(every[line * wide + begin:line * wide + end] if across
                     else every[begin * wide + line:(end - 1) * wide + line + 1:wide])
    return frozenset(hexes)


def _reach(grid: HexGrid, parity: int, across: bool) -> dict[int, tuple[int, int]]:
    """From a hex of an even or odd line: to the line before and the next one, the least and the greatest
    difference in place of the hexes it touches there."""
    steps = grid.steps(Hex(0, parity) if across else Hex(parity, 0))
    places: dict[int, list[int]] = {}
    for columns, rows in steps:
        line, place = (rows, columns) if across else (columns, rows)
        places.setdefault(line, []).append(place)
    return {line: (min(found), max(found)) for line, found in places.items() if line}
