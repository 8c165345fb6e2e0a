"""What is printed on a counter of edge length 1 about the origin."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..hexgrid import Point
from ..model.ruleset import CounterColours
from .camouflage import CORNER, blotches, shades
from .colours import contrast, darker, legible, lighter
from .curves import rounded_box
from .letters.fonts import fitting_size, text_width
from .primitives import Ellipse, Line, Polygon, Primitive, Text
from .style import Style
from .symbols.symbol_set import AIRCRAFT, symbol

_SIZE_MARKS = {
    "team": "Ø",
    "squad": "•",
    "section": "••",
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
}

_NAME_POINTS = 3.5
"""Names smaller than this on paper are specks to the eye, so they are left out."""


def size_mark(size: str) -> str:
    """The mark above the symbol: X for a brigade, XX for a division; "" for an unknown size."""
    return _SIZE_MARKS.get(size, "")


def grounds(colours: CounterColours) -> tuple[str, ...]:
    """All shades print on a counter has to stand out from."""
    return shades(colours.ground) if colours.camouflage else (colours.ground,)


class Placing:
    """Moves primitives of a counter of edge length 1 about the origin to their place."""

    def __init__(self, centre: Point, size: float) -> None:
        self.x, self.y = centre
        self.k = size

    def _at(self, p: Point) -> Point:
        return self.x + p[0] * self.k, self.y + p[1] * self.k

    def __call__(self, part: Primitive) -> Primitive:
        k = self.k
        if isinstance(part, Polygon):
            points = tuple(map(self._at, part.points))
            return Polygon(points, part.fill, part.stroke, part.width * k, part.smooth, part.opacity)
        if isinstance(part, Line):
            return Line(tuple(map(self._at, part.points)), part.colour, part.width * k, part.smooth)
        if isinstance(part, Text):
            return replace(part, at=self._at(part.at), size=part.size * k)
        return Ellipse(
            self._at(part.centre),
            part.rx * k,
            part.ry * k,
            part.fill,
            part.stroke,
            part.width * k,
            part.opacity,
        )


_BODY = rounded_box(-0.5, -0.5, 0.5, 0.5, CORNER)


@lru_cache(maxsize=8)
def shadow_of(darkness: float) -> tuple[Polygon, ...]:
    """The shadow below a counter, soft towards its rim; 1 is the usual darkness, 0 leaves it out."""
    return tuple(
        Polygon(
            rounded_box(-0.5 + d - g, -0.5 + d - g, 0.5 + d + g, 0.5 + d + g, CORNER + g),
            fill="#1c1710",
            opacity=o * darkness,
        )
        for d, g, o in ((0.045, 0.03, 0.12), (0.04, 0.012, 0.16), (0.03, 0.0, 0.2))
        if darkness
    )


@lru_cache(maxsize=2048)
def face(
    short: str,
    full: str,
    numbers: str,
    symbol_name: str,
    size: str,
    colours: CounterColours,
    reduced: bool,
    style: Style,
) -> tuple[Primitive, ...]:
    """The print of a counter of edge length 1 about the origin."""
    ground = colours.ground
    ink = legible(colours.ink, grounds(colours))
    parts: list[Primitive] = [Polygon(_BODY, fill=ground)]
    if colours.camouflage:
        parts += [Polygon(points, fill=shade) for shade, points in blotches(ground)]
    if reduced:
        parts.append(_stripe(ground, colours))
    parts.append(Polygon(_BODY, stroke=style.counter_edge, width=0.03))
    air = symbol_name in AIRCRAFT
    parts.append(
        Text(
            (0.0, -0.385),
            short,
            fitting_size(short, 0.19, 0.8, bold=True),
            ink,
            bold=True,
            least_pixels=5.0,
            least_points=_NAME_POINTS,
        )
    )
    if air:
        parts += symbol(symbol_name, (0.0, 0.085), 0.62, ink, colours.symbol)
    else:
        parts += _size_marks(size_mark(size), ink)
        print_ink = legible(colours.ink, (colours.symbol,), 5.5)
        parts += symbol(symbol_name, (0.0, -0.045), 0.31, print_ink, colours.symbol)
        parts.append(
            Text(
                (0.0, 0.265),
                numbers,
                fitting_size(numbers, 0.33, 0.84, bold=True),
                ink,
                bold=True,
                least_pixels=4.5,
            )
        )
    if full != short and not air:
        parts.append(
            Text(
                (0.0, 0.446),
                full,
                fitting_size(full, 0.078, 0.86),
                ink,
                least_pixels=6.0,
                least_points=_NAME_POINTS,
            )
        )
    return tuple(parts)


@lru_cache(maxsize=2048)
def coarse_face(
    strength: str, symbol_name: str, colours: CounterColours, reduced: bool, style: Style
) -> tuple[Primitive, ...]:
    ink = legible(colours.ink, grounds(colours))
    parts: list[Primitive] = [Polygon(_BODY, fill=colours.ground)]
    if symbol_name in AIRCRAFT:
        parts += symbol(symbol_name, (0.0, 0.0), 0.8, ink, colours.symbol)
    else:
        if reduced:
            parts.append(_stripe(colours.ground, colours))
        parts += symbol(
            symbol_name, (0.0, -0.19), 0.42, legible(colours.ink, (colours.symbol,), 5.5), colours.symbol
        )
        parts.append(Text((0.0, 0.265), strength, 0.44, ink, bold=True, least_pixels=6.0))
    parts.append(Polygon(_BODY, stroke=style.counter_edge, width=0.06))
    return tuple(parts)


def _stripe(ground: str, colours: CounterColours) -> Polygon:
    """The bar behind the figures that tells a reduced side: apart from both ground and print."""
    ink = legible(colours.ink, grounds(colours))
    options = [lighter(ground, 0.5), lighter(ground, 0.75), darker(ground, 0.2), darker(ground, 0.4)]
    shade = max(options, key=lambda c: (contrast(c, ink) >= 4.5, contrast(c, ground)))
    return Polygon(((-0.485, 0.13), (0.485, 0.13), (0.485, 0.4), (-0.485, 0.4)), fill=shade)


def _size_marks(mark: str, ink: str) -> list[Primitive]:
    """Strokes in place of letters: they stay sharp at any size."""
    found: list[Primitive] = []
    y, h, pitch = -0.248, 0.033, 0.085 if "X" in mark else 0.055
    for i, sign in enumerate(mark):
        x = (i - (len(mark) - 1) / 2) * pitch
        if sign == "X":
            found.append(Line(((x - h, y - h), (x + h, y + h)), ink, 0.02))
            found.append(Line(((x - h, y + h), (x + h, y - h)), ink, 0.02))
        elif sign == "I":
            found.append(Line(((x, y - h), (x, y + h)), ink, 0.022))
        else:
            found.append(Ellipse((x, y), 0.02, 0.02, fill=ink))
    return found


@lru_cache(maxsize=256)
def badges(marks: tuple[str, ...], style: Style) -> tuple[Primitive, ...]:
    known = {name: (letters, colour) for name, letters, colour in style.marks}
    found: list[Primitive] = []
    right = 0.58
    for mark in marks:
        letters, colour = known.get(mark, (mark[:3].upper(), "#444444"))
        wide = text_width(letters, 0.16, bold=True) + 0.1
        box = rounded_box(right - wide, -0.65, right, -0.44, 0.08)
        found.append(Polygon(box, fill=colour, stroke="#ffffff", width=0.025))
        found.append(Text((right - wide / 2, -0.545), letters, 0.16, "#ffffff", bold=True, least_pixels=4.0))
        right -= wide + 0.03
    return tuple(found)
