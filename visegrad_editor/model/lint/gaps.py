"""Rivers and other lines on hexsides that are broken into pieces."""

from __future__ import annotations

from collections.abc import Callable

from ...hexgrid import Hex, HexGrid, Hexside
from ...hexgrid.corners import Corner, corners_of, exits
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.hexsides import add_sides
from ..gamemap import HexsideLine
from ..problems import Fix

_NEAR = 2
"""Hexsides of a gap that a fix closes; what is farther apart may be meant."""
_OUTSIDE = Hex(-9, -9)
"""Stands for everything beyond the edge of the map."""


def lint_gaps(checks: Checks) -> None:
    """Note lines of one name in several pieces; water between the pieces joins them."""
    grid = checks.design.map.grid
    for line in checks.design.map.lines:
        if not line.sides or not line.name:
            continue
        pieces = _pieces(checks, line)
        if len(pieces) < 2:
            continue
        gap = _shortest_gap(grid, pieces)
        fix = None
        near = min(pieces, key=len)
        side = gap[0] if gap else next(iter(near))
        if gap:
            words = " and ".join(grid.side_text(s) for s in gap)
            fix = Fix(f"Close the gap at {words}", _closing(line, gap))
        where = next(h for h in side if h in grid)
        checks.add("note", "gap", (
            f"The {line.kind} {line.name} is in {len(pieces)} pieces; one of them ends at "
            f"{grid.side_text(side)}."), "map", "hexsides", f"{line.kind}/{line.name}",
            hex=grid.number(where), fix=fix)


def _pieces(checks: Checks, line: HexsideLine) -> list[set[Hexside]]:
    """The line's sides by what hangs together, along hexsides or through water."""
    grid = checks.design.map.grid
    parent: dict[Corner | Hex, Corner | Hex] = {}

    def find(at: Corner | Hex) -> Corner | Hex:
        while (up := parent.setdefault(at, at)) != at:
            parent[at] = at = parent[up]
        return at

    for side in line.sides:
        one, other = corners_of(grid, side)
        parent[find(one)] = find(other)
        for end in (one, other):
            for hex in end:
                if hex not in grid:
                    parent[find(end)] = find(_OUTSIDE)
                elif not checks.is_playable(hex):
                    parent[find(end)] = find(_water(checks, hex))
    found: dict[Corner | Hex, set[Hexside]] = {}
    for side in line.sides:
        found.setdefault(find(corners_of(grid, side)[0]), set()).add(side)
    return list(found.values())


def _water(checks: Checks, hex: Hex) -> Hex:
    """The first hex of the water (or other ground no unit enters) this hex belongs to."""
    grid, seen, edge = checks.design.map.grid, {hex}, [hex]
    while edge:
        for near in grid.neighbours(edge.pop()):
            if near not in seen and not checks.is_playable(near):
                seen.add(near)
                edge.append(near)
    return min(seen)


def _shortest_gap(grid: HexGrid, pieces: list[set[Hexside]]) -> tuple[Hexside, ...]:
    """The hexsides that join two of the pieces, at most a few; () where they are farther apart."""
    owner = {c: i for i, piece in enumerate(pieces) for s in piece for c in corners_of(grid, s)}
    paths: list[tuple[Corner, int, tuple[Hexside, ...]]] = [(c, i, ()) for c, i in owner.items()]
    for _ in range(_NEAR):
        longer = []
        for at, start, path in paths:
            for side, end in exits(grid, at):
                if side in path or not (side.a in grid and side.b in grid):
                    continue
                if owner.get(end, start) != start:
                    return (*path, side)
                longer.append((end, start, (*path, side)))
        paths = longer
    return ()


def _closing(line: HexsideLine, gap: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        if line not in design.map.lines:
            raise ValueError(f"The {line.kind} {line.name} has changed meanwhile.")
        return with_map(design, add_sides(design.map, line.kind, gap, line.name, line.width))
    return edit
