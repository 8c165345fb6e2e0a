"""The patterns printed inside terrain hexes: peaks, tufts, waves, trees. Offsets are from the centre."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..hexgrid import Hex, Point
from .colours import darker, lighter, mixed
from .hex_variants import chance
from .primitives import Ellipse, Line, Polygon, Primitive

Pattern = Callable[[Hex, Point, str, str], list[Primitive]]
"""Draws in a hex about its centre, on a ground, with an ink; "" uses shades of the ground."""

# The positions of marks: clear of the hex number at the top, evenly spread, in rows from the top.
_SPREAD: tuple[Point, ...] = (
    (-0.42, -0.4),
    (0.05, -0.46),
    (0.46, -0.34),
    (-0.62, 0.02),
    (-0.14, -0.02),
    (0.33, 0.06),
    (0.68, 0.1),
    (-0.4, 0.42),
    (0.08, 0.5),
    (0.5, 0.46),
    (-0.05, 0.8),
)


def _spots(hex: Hex, centre: Point, stray: float, salt: int) -> list[tuple[Point, float]]:
    """Positions for marks, with a number 0..1 for each, which vary from hex to hex."""
    spots = []
    for i, (x, y) in enumerate(_SPREAD):
        dx, dy = chance(hex, salt + 2 * i) - 0.5, chance(hex, salt + 2 * i + 1) - 0.5
        spots.append(((centre[0] + x + stray * dx, centre[1] + y + stray * dy), chance(hex, salt + 50 + i)))
    return sorted(spots, key=lambda s: s[0][1])


def mountains(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Peaks lit from the upper left, with hachures down the shaded side."""
    light, shade, line = lighter(ground, 0.38), darker(ground, 0.22), ink or darker(ground, 0.5)
    if ink:
        shade = mixed(ground, ink, 0.42)
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.16, 11):
        w, h = 0.17 + 0.08 * r, 0.24 + 0.14 * r
        top = (x - 0.02 + 0.04 * r, y - h)
        foot, ridge = (x + 0.01, y + 0.03), (x + 0.05, y - h * 0.45)
        marks.append(Polygon(((x - w, y), top, ridge, foot), fill=light))
        marks.append(Polygon((top, (x + w, y), foot, ridge), fill=shade))
        marks.append(Line(((x - w, y), top, (x + w, y)), line, 0.026))
    return marks


def hills(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Low round tops."""
    line = ink or darker(ground, 0.38)
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.16, 31)[::2]:
        w = 0.2 + 0.06 * r
        marks.append(
            Line(((x - w, y), (x - w * 0.5, y - 0.12), (x, y - 0.15), (x + w, y)), line, 0.03, smooth=True)
        )
    return marks


def marsh(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Tufts of reed on strokes of water."""
    reed, water = (ink, mixed(ground, ink, 0.5)) if ink else (
         mixed(darker(ground, 0.5), "#3d6b2f", 0.45), mixed(ground, "#3f7fb0", 0.5))
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.14, 51):
        w = 0.14 + 0.05 * r
        marks.append(Line(((x - w, y), (x + w, y)), water, 0.035))
        if r > 0.25:
            blades = ((x - 0.09, y - 0.12), (x, y - 0.19), (x + 0.09, y - 0.12))
            marks += [Line(((x + (bx - x) * 0.3, y - 0.015), (bx, by)), reed, 0.03) for bx, by in blades]
    return marks


def waves(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """A few gentle wave lines."""
    line = mixed(ground, ink, 0.4) if ink else lighter(ground, 0.3)
    marks: list[Primitive] = []
    for i in range(3):
        x = centre[0] - 0.5 + chance(hex, 70 + i) * 0.6
        y = centre[1] - 0.42 + 0.44 * i + (chance(hex, 80 + i) - 0.5) * 0.16
        points = tuple((x + 0.1 * k, y + (0.03 if k % 2 else -0.03)) for k in range(5 + i % 2))
        marks.append(Line(points, line, 0.03, smooth=True))
    return marks


def woods(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Crowns of trees with a shaded lower right."""
    crown, shade, line = mixed(ground, "#5f8f4e", 0.55), mixed(ground, "#3d6a35", 0.75), "#3b5a33"
    if ink:
        crown, shade, line = ground, mixed(ground, ink, 0.55), ink
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.18, 91):
        size = 0.12 + 0.05 * r
        marks.append(Ellipse((x + 0.03, y + 0.03), size, size, fill=shade))
        marks.append(Ellipse((x, y), size, size, fill=crown, stroke=line, width=0.016))
    return marks


def rough(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Short angular strokes."""
    line = ink or darker(ground, 0.38)
    return [
        Line(((x - 0.1, y + 0.04), (x, y - 0.09 - 0.05 * r), (x + 0.1, y + 0.04)), line, 0.028)
        for (x, y), r in _spots(hex, centre, 0.18, 111)
    ]


def heath(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Small tufts and dots."""
    line = ink or darker(ground, 0.35)
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.2, 131):
        if r < 0.5:
            marks.append(Ellipse((x, y), 0.026, 0.026, fill=line))
        else:
            marks += [Line(((x, y), (x + dx, y - 0.11)), line, 0.022) for dx in (-0.06, 0.0, 0.06)]
    return marks


def sand(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Stipples, closer together towards crests of dunes."""
    dot = ink or darker(ground, 0.34)
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.2, 171):
        for k in range(4):
            at = x - 0.12 + 0.08 * k, y - 0.05 * math.sin(math.pi * (k + 0.5) / 4) * (0.6 + r)
            marks.append(Ellipse(at, 0.018, 0.018, fill=dot))
    return marks


# -- patterns of maps on which a hex is a few houses ------------------------------------------------

_FEW = (0, 2, 4, 6, 7, 9)
"""The places of marks that stand far apart."""
_GRID: tuple[Point, ...] = tuple((0.36 * (c - 1), 0.34 * r - 0.32) for r in range(4) for c in range(3))
"""Places in straight rows, clear of the hex number at the top."""


def _crown(x: float, y: float, size: float, ground: str, ink: str) -> list[Primitive]:
    """The crown of one tree."""
    crown, line = (ground, ink) if ink else (mixed(ground, "#5f8f4e", 0.5), darker(ground, 0.5))
    return [Ellipse((x, y), size, size, fill=crown, stroke=line, width=0.018)]


def light_woods(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Single trees, far apart."""
    spots = _spots(hex, centre, 0.16, 191)
    return [mark for i in _FEW for (x, y), r in (spots[i],)
            for mark in _crown(x, y, 0.1 + 0.04 * r, ground, ink)]


def jungle(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Crowns that touch, with fronds between them."""
    line = ink or darker(ground, 0.5)
    marks: list[Primitive] = []
    for (x, y), r in _spots(hex, centre, 0.14, 211):
        marks += _crown(x, y, 0.15 + 0.04 * r, ground, ink)
        marks += [Line(((x, y + 0.06), (x + dx, y - 0.08)), line, 0.022) for dx in (-0.08, 0.0, 0.08)]
    return marks


def orchard(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Trees in rows."""
    return [mark for x, y in _GRID for mark in _crown(centre[0] + x, centre[1] + y, 0.1, ground, ink)]


def rows(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Rows of plants."""
    line, (x, y) = ink or darker(ground, 0.35), centre
    return [Line(((x - half, y + dy), (x + half, y + dy)), line, 0.028, dash=(0.09, 0.05))
            for dy, half in ((-0.4, 0.5), (-0.2, 0.6), (0.0, 0.68), (0.2, 0.6), (0.4, 0.5), (0.6, 0.4))]


def graves(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Crosses in rows."""
    line = ink or darker(ground, 0.5)
    marks: list[Primitive] = []
    for dx, dy in _GRID:
        x, y = centre[0] + dx, centre[1] + dy
        marks += [Line(((x, y - 0.1), (x, y + 0.08)), line, 0.028),
                  Line(((x - 0.06, y - 0.04), (x + 0.06, y - 0.04)), line, 0.028)]
    return marks


def rubble(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Broken stones."""
    line, stone = ink or darker(ground, 0.5), ground if ink else lighter(ground, 0.3)
    return [Polygon(((x - 0.1, y + 0.05), (x - 0.04 - 0.04 * r, y - 0.07), (x + 0.09, y - 0.04),
                     (x + 0.06, y + 0.07)), fill=stone, stroke=line, width=0.018)
            for (x, y), r in _spots(hex, centre, 0.18, 231)]


def bamboo(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Upright canes."""
    line = ink or darker(ground, 0.45)
    return [Line(((x + dx, y + 0.09), (x + dx, y - 0.12 - 0.05 * r)), line, 0.03)
            for (x, y), r in _spots(hex, centre, 0.16, 251) for dx in (-0.05, 0.05)]


def craters(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Round holes."""
    line, hole = ink or darker(ground, 0.4), ground if ink else darker(ground, 0.15)
    spots = _spots(hex, centre, 0.18, 271)
    return [Ellipse(spots[i][0], 0.12, 0.085, fill=hole, stroke=line, width=0.022) for i in _FEW]


def banks(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Hatched edges, as of a cut in the ground."""
    line, (x, y) = ink or darker(ground, 0.45), centre
    marks: list[Primitive] = []
    for side in (-1, 1):
        marks.append(Line(((x + 0.3 * side, y - 0.55), (x + 0.38 * side, y), (x + 0.3 * side, y + 0.6)), line,
                          0.026, smooth=True))
        marks += [Line(((x + 0.35 * side, y + dy), (x + 0.2 * side, y + dy)), line, 0.022)
                  for dy in (-0.36, -0.12, 0.12, 0.36)]
    return marks


def wet_woods(hex: Hex, centre: Point, ground: str, ink: str = "") -> list[Primitive]:
    """Trees on strokes of water."""
    line = ink or darker(ground, 0.4)
    marks: list[Primitive] = []
    for n, ((x, y), r) in enumerate(_spots(hex, centre, 0.16, 291)):
        marks.append(Line(((x - 0.13, y + 0.1), (x + 0.13, y + 0.1)), line, 0.024))
        marks += _crown(x, y, 0.08 + 0.04 * r, ground, ink) if n in _FEW else []
    return marks


PATTERNS: dict[str, Pattern] = {
    "mountains": mountains,
    "mountain": mountains,
    "hills": hills,
    "marsh": marsh,
    "swamp": marsh,
    "waves": waves,
    "woods": woods,
    "forest": woods,
    "rough": rough,
    "heath": heath,
    "sand": sand,
    "light-woods": light_woods,
    "jungle": jungle,
    "orchard": orchard,
    "rows": rows,
    "graves": graves,
    "rubble": rubble,
    "bamboo": bamboo,
    "craters": craters,
    "banks": banks,
    "wet-woods": wet_woods,
}
"""The patterns a ruleset can ask for; another name prints none."""
WATER = frozenset({"waves"})
"""Patterns that make a terrain count as water: it gets a coast."""
