"""Rivers and other lines on hexsides that are broken into pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...hexgrid import Hex, HexGrid, Hexside
from ...hexgrid.corners import Corner, corners_of, exits
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.hexsides import add_sides
from ..gamemap import HexsideLine
from ..give_way import paced
from ..problems import Fix

_NEAR = 2
"""Hexsides of a gap that a fix closes; what is farther apart may be meant."""
_OUTSIDE = Hex(-9, -9)
"""Stands for everything beyond the edge of the map."""


def lint_gaps(checks: Checks) -> None:
    """Note lines of one kind and name in several pieces; water between the pieces joins them.

    Pieces that are lines of their own in the file may be two rivers of one name, so of them only those are
    noted that a short gap parts.
    """
    grid, waters = checks.design.map.grid, _Waters(checks)
    named: dict[tuple[str, str], list[HexsideLine]] = {}
    for line in checks.design.map.lines:
        if line.name and line.sides:
            named.setdefault((line.kind, line.name), []).append(line)
    for (kind, name), lines in paced(named.items(), 1):
        pieces = _pieces(waters, [s for line in lines for s in line.sides])
        if len(pieces) < 2:
            continue
        gap = _shortest_gap(grid, pieces)
        if not gap and all(any(piece.issuperset(x.sides) for piece in pieces) for x in lines):
            continue
        fix = None
        near = min(pieces, key=len)
        side = gap[0] if gap else next(iter(near))
        if gap:
            words = " and ".join(grid.side_text(s) for s in gap)
            fix = Fix(f"Close the gap at {words}", _closing(_at_end(grid, lines, side), gap))
        where = next(h for h in side if h in grid)
        checks.add("note", "gap", (
            f"The {kind} {name} is in {len(pieces)} pieces; one of them ends at "
            f"{grid.side_text(side)}."), "map", "hexsides", f"{kind}/{name}",
            hex=grid.number(where), fix=fix)


def _pieces(waters: _Waters, sides: Sequence[Hexside]) -> list[set[Hexside]]:
    """The sides by what hangs together, along hexsides or through water."""
    grid = waters.grid
    parent: dict[Corner | Hex, Corner | Hex] = {}

    def find(at: Corner | Hex) -> Corner | Hex:
        while (up := parent.setdefault(at, at)) != at:
            parent[at] = at = parent[up]
        return at

    for side in sides:
        one, other = corners_of(grid, side)
        parent[find(one)] = find(other)
        for end in (one, other):
            for hex in end:
                if hex not in grid:
                    parent[find(end)] = find(_OUTSIDE)
                elif (water := waters.of(hex)) is not None:
                    parent[find(end)] = find(water)
    found: dict[Corner | Hex, set[Hexside]] = {}
    for side in sides:
        found.setdefault(find(corners_of(grid, side)[0]), set()).add(side)
    return list(found.values())


class _Waters:
    """The waters of a map, and other ground no unit enters; each is looked over once."""

    def __init__(self, checks: Checks) -> None:
        self.grid: HexGrid = checks.design.map.grid
        self._checks = checks
        self._known: dict[Hex, Hex] = {}

    def of(self, hex: Hex) -> Hex | None:
        """A hex that stands for all of the water this hex belongs to; None where it belongs to none."""
        if hex in self._known or self._checks.is_playable(hex):
            return self._known.get(hex)
        self._known[hex] = hex
        edge = [hex]
        while edge:
            for near in self.grid.neighbours(edge.pop()):
                if near not in self._known and not self._checks.is_playable(near):
                    self._known[near] = hex
                    edge.append(near)
        return hex


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


def _at_end(grid: HexGrid, lines: Sequence[HexsideLine], side: Hexside) -> HexsideLine:
    """The line that a hexside of a gap runs on from."""
    ends = set(corners_of(grid, side))
    return next((x for x in lines for s in x.sides if ends.intersection(corners_of(grid, s))), lines[0])


def _closing(line: HexsideLine, gap: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        if line not in design.map.lines:
            raise ValueError(f"The {line.kind} {line.name} has changed meanwhile.")
        return with_map(design, add_sides(design.map, line.kind, gap, line.name, line.width))
    return edit
