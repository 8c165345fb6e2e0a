"""Merging rivers and other lines of hexsides of a map that is computed again, hexside by hexside.

If the data leads a line around the other side of a hex, a stretch that was changed by hand stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import cast

from ..hexgrid import Hex, HexGrid, Hexside
from ..model.gamemap import HexsideLine
from .merge_changes import Change, Changes, Resets
from .merge_steps import LinePath, Node, Spot, Step, assembled, by_spot, held_back, in_our_order, merged_steps

Lines = tuple[HexsideLine, ...]


def merged_lines(grid: HexGrid, ours: Lines, old: Lines, new: Lines, resets: Resets, log: Changes) -> Lines:
    """The lines of a map that follows the data from `old` to `new` except for changes by hand."""
    mine, was, theirs = (_all_steps(lines) for lines in (ours, old, new))
    before, after = ([way for line in lines for way in _ways(grid, line)] for lines in (old, new))
    held = held_back(
        before, after, frozenset(mine), lambda one, other: _apart(grid, one, other), by_step=True)
    wanted = merged_steps(mine, was, theirs, resets, held)
    by_hand = {(side, kind) for side, kind, _ in set(mine) ^ set(was)}
    for change, spot in _changes(grid, mine, wanted):
        given_up = spot in by_hand and resets.any_of(spot[0])
        (log.reset if given_up else log.changed).append(change)
    log.kept += [change for change, _ in _changes(grid, theirs, wanted)]
    if resets.everywhere or ours == old:
        return new
    if set(wanted) == set(mine):
        return ours
    whole, parts = assembled(ours, new, wanted, _steps, _cut)
    return in_our_order((*whole, *parts), ours, _steps)


def line_changes(grid: HexGrid, before: Lines, after: Lines) -> list[Change]:
    """The differences between the lines of two maps."""
    return [change for change, _ in _changes(grid, _all_steps(before), _all_steps(after))]


def _steps(line: HexsideLine) -> tuple[Step, ...]:
    return tuple((side, line.kind, (line.name, line.width)) for side in line.sides)


Corner = frozenset[Hex]
"""The three hexes that meet there; some of them may be off the map."""


def _ways(grid: HexGrid, line: HexsideLine) -> Iterator[LinePath]:
    """The pieces of a line in which each side continues from the corner where its predecessor ends."""
    corners: list[Corner] = []
    steps: list[Step] = []
    for step in _steps(line):
        ends = _ends(grid, step[0])
        if len(steps) == 1 and corners[-1] not in ends:
            corners.reverse()
        if corners and corners[-1] not in ends:
            yield LinePath(line.kind, line.name, tuple(corners), tuple(steps))
            corners, steps = [], []
        corners += [c for c in ends if c != corners[-1]] if corners else ends
        steps.append(step)
    if steps:
        yield LinePath(line.kind, line.name, tuple(corners), tuple(steps))


def _ends(grid: HexGrid, side: Hexside) -> list[Corner]:
    both = set(grid.around(side.a)) & set(grid.around(side.b))
    return [frozenset({side.a, side.b, hex}) for hex in sorted(both)]


def _apart(grid: HexGrid, one: Node, other: Node) -> int:
    return grid.distance(min(cast("Corner", one)), min(cast("Corner", other)))


def _all_steps(lines: Lines) -> tuple[Step, ...]:
    return tuple(step for line in lines for step in _steps(line))


def _cut(line: HexsideLine, left: Collection[Step]) -> Iterator[HexsideLine]:
    """The rest of a line; with a gap it stays one line."""
    sides = tuple(step[0] for step in _steps(line) if step in left)
    if sides:
        yield replace(line, sides=sides)


def _changes(grid: HexGrid, before: Iterable[Step], after: Iterable[Step]) -> Iterator[tuple[Change, Spot]]:
    had, has = by_spot(before), by_spot(after)

    def words(kind: str, called: Iterable[tuple[str, int]]) -> str:
        return " and ".join(
            f"{kind} {name}".strip() + (f", width {width}" if width != 1 else "")
            for name, width in sorted(called))

    for side, kind in {**had, **has}:
        one, other = (where.get((side, kind), set()) for where in (had, has))
        if one != other:
            where = f"{grid.number(side.a)}/{grid.number(side.b)}"
            yield Change("hexsides", where, words(kind, one), words(kind, other)), (side, kind)
