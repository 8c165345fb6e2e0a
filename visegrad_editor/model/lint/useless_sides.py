"""Hexsides that no unit can cross: at the edge of the map, or with water on both sides."""

from __future__ import annotations

from collections.abc import Callable

from ...hexgrid import Hexside
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.hexsides import erase_sides
from ..problems import Fix


def lint_useless_sides(checks: Checks) -> None:
    """Note, once a line, what is drawn where it can have no effect."""
    grid = checks.design.map.grid
    for line in checks.design.map.lines:
        what = f"The {line.kind} {line.name}".rstrip()
        rim = tuple(s for s in line.sides if not (s.a in grid and s.b in grid))
        wet = tuple(s for s in line.sides if s not in rim
                    and not (checks.is_playable(s.a) or checks.is_playable(s.b)))
        for code, sides, why in (("one-sided", rim, "has a hex on one side only"),
                                 ("between-water", wet, "lies between hexes no unit may enter")):
            if not sides:
                continue
            at = grid.side_text(sides[0])
            more = f", with {len(sides) - 1} more" if len(sides) > 1 else ""
            here = next(h for h in sides[0] if h in grid)
            label = f"Erase {f'{len(sides)} hexsides' if len(sides) > 1 else at}"
            checks.add("note", code, f"{what} {why} at {at}{more}.", "map", "hexsides",
                       f"{line.kind}/{line.name}", hex=grid.number(here),
                       fix=Fix(label, _erasing(line.kind, sides)))


def _erasing(kind: str, sides: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_sides(design.map, sides, kind))
