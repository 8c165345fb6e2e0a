"""Drawing and erasing on hexsides: rivers, borders, walls and the other kinds of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...hexgrid import HexGrid, Hexside
from ..gamemap import GameMap, HexsideLine


def adjoin(grid: HexGrid, one: Hexside, other: Hexside) -> bool:
    """Whether two different hexsides meet in a corner: they share a hex and their other two hexes are
    neighbours."""
    shared = {one.a, one.b} & {other.a, other.b}
    if len(shared) != 1:
        return False
    common = shared.pop()
    p = one.b if one.a == common else one.a
    q = other.b if other.a == common else other.a
    return grid.adjacent(p, q)


def sides_of_kind(map: GameMap, kind: str) -> frozenset[Hexside]:
    """All hexsides that carry this kind."""
    return frozenset(s for line in map.lines if line.kind == kind for s in line.sides)


def add_sides(
    map: GameMap, kind: str, sides: Iterable[Hexside], name: str = "", width: int | None = None
) -> GameMap:
    """The map with the kind on the hexsides, in the order of the stroke.

    Sides that carry the kind already, and sides off the map, are left out. If the stroke adjoins a line of
    the kind (of that name and width, if they are given) it becomes part of it, otherwise it is a new line.
    The name "" matches any.
    """
    return _added(map, kind, sides, name or None, width)


def _added(
    map: GameMap, kind: str, sides: Iterable[Hexside], name: str | None, width: int | None
) -> GameMap:
    """See `add_sides`; here the name "" matches only lines without a name."""
    taken = sides_of_kind(map, kind)
    new = [s for s in dict.fromkeys(sides) if s not in taken and (s.a in map.grid or s.b in map.grid)]
    if not new:
        return map
    for i, line in enumerate(map.lines):
        fits = line.kind == kind and name in (None, line.name) and width in (None, line.width)
        if fits and any(adjoin(map.grid, s, old) for s in (new[0], new[-1]) for old in line.sides):
            grown = replace(line, sides=_joined(map.grid, line.sides, new))
            return replace(map, lines=(*map.lines[:i], grown, *map.lines[i + 1 :]))
    return replace(map, lines=(*map.lines, HexsideLine(kind, tuple(new), name or "", width or 1)))


def _joined(grid: HexGrid, old: tuple[Hexside, ...], new: Sequence[Hexside]) -> tuple[Hexside, ...]:
    """Old and new sides in an order that is continuous where possible."""
    if adjoin(grid, old[-1], new[0]):
        return (*old, *new)
    if adjoin(grid, old[-1], new[-1]):
        return (*old, *reversed(new))
    if adjoin(grid, old[0], new[0]):
        return (*reversed(new), *old)
    if adjoin(grid, old[0], new[-1]):
        return (*new, *old)
    return (*old, *new)


def erase_sides(map: GameMap, sides: Iterable[Hexside], kind: str = "") -> GameMap:
    """The map without the kind (without any kind, if none is named) on the hexsides.

    A line that loses its last side is removed; one with a gap stays one line with one name.
    """
    gone = frozenset(sides)
    lines = []
    for line in map.lines:
        if (kind and line.kind != kind) or gone.isdisjoint(line.sides):
            lines.append(line)
        elif left := tuple(s for s in line.sides if s not in gone):
            lines.append(replace(line, sides=left))
    if len(lines) == len(map.lines) and all(a is b for a, b in zip(lines, map.lines, strict=True)):
        return map
    return replace(map, lines=tuple(lines))


def set_width(map: GameMap, kind: str, sides: Iterable[Hexside], width: int) -> GameMap:
    """The map with these hexsides of a kind in a width class, 1 to 5; a line of which only a part changes its
    width becomes two of one name. Sides without the kind are left out."""
    width, wanted = min(5, max(1, width)), frozenset(sides)
    for line in map.lines:
        if line.kind != kind or line.width == width or wanted.isdisjoint(line.sides):
            continue
        part = tuple(s for s in line.sides if s in wanted)
        if len(part) == len(line.sides):
            map = replace(map, lines=tuple(replace(x, width=width) if x is line else x for x in map.lines))
        else:
            map = _added(erase_sides(map, part, kind), kind, part, line.name, width)
    return map


def change_line(map: GameMap, index: int, *, name: str | None = None, width: int | None = None) -> GameMap:
    """The map with the name or the width class (1 to 5) of a line changed."""
    line = map.lines[index]
    changed = replace(
        line,
        name=line.name if name is None else name.strip(),
        width=line.width if width is None else min(5, max(1, width)),
    )
    if changed == line:
        return map
    return replace(map, lines=(*map.lines[:index], changed, *map.lines[index + 1 :]))
