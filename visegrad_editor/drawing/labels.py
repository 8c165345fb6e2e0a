"""Names of seas, countries and ranges, letterspaced across the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..hexgrid import HexGeometry, Point
from ..model.design import Design
from ..model.gamemap import Label
from .colours import legible, lighter
from .curves import Box
from .fonts import text_width
from .lettering import half_extent, spot_point
from .primitives import Item, Text
from .style import Face, Style

_WATER = frozenset({"water", "sea", "river"})
_SHIFTS: tuple[Point, ...] = tuple(
    (dx * 0.25, dy * 0.25) for dy in (0, 1, -1, 2, -2, 3, -3) for dx in (0, 1, -1, 2, -2, 3, -3, 4, -4)
)
_ROOM = 0.6
"""Half the edge of the square a town symbol needs."""


def town_centres(design: Design, geometry: HexGeometry) -> tuple[Point, ...]:
    """The centres of towns and other features, which labels keep clear of."""
    kinds = design.ruleset.feature_by_id
    return tuple(geometry.centre(p.hex) for p in design.map.places
                 if any(f in kinds and kinds[f].symbol for f in p.features))


def label_item(
    label: Label, geometry: HexGeometry, ground: str, obstacles: Sequence[Point], style: Style
) -> Item:
    """A label about the centre of its hex; `ground` is the colour of the terrain there.

    One that has a spot of its own stands there. Another level label is moved by less than a hex where
    that keeps its letters off the `obstacles` (centres of towns), and sideways where it would run off
    the map.
    """
    water, country = label.style in _WATER, label.style == "country"
    face = style.water_face if water else style.country_face if country else style.region_face
    words = label.text.upper() if country else label.text
    halo = "" if water or country else lighter(ground, 0.45)
    # Ranges are named over their own hachures: the ink has to stand out from both.
    ink = style.water_label if water else style.region_label
    ink = legible(ink, (ground, halo or ground), 4.5 if halo else 3.0)
    text = Text(
        geometry.centre(label.hex),
        words,
        label.size,
        ink,
        italic=face.italic,
        bold=face.bold,
        halo=halo,
        rotation=label.slant(geometry.turn),
        least_pixels=7.0,
        spacing=face.spacing,
        family=face.family,
    )
    half = text_width(words, label.size, face.bold, face.italic, face.spacing, face.family) / 2
    if label.at:
        at = spot_point(label.at, text.at, half_extent(text), text.size, geometry)
        text = replace(text, at=at)
    elif not text.rotation:
        x, y = _clear(text.at, words, label.size, half, obstacles, face)
        left, _, right, _ = geometry.bounds()
        wide = half + 0.2
        x = min(max(x, left + wide), right - wide) if right - left > 2 * wide else (left + right) / 2
        text = replace(text, at=(x, y))
    x, y = text.at
    reach = half + 0.2 if text.rotation else label.size
    return Item((text,), (x - half - 0.2, y - reach, x + half + 0.2, y + reach))


def _clear(
    at: Point, words: str, size: float, half: float, obstacles: Sequence[Point], face: Face
) -> Point:
    """The place near `at` where the letters cover least of the obstacles."""
    letters: list[Box] = []
    pen = -half
    for letter in words:
        wide = text_width(letter, size, face.bold, face.italic, family=face.family)
        if letter != " ":
            letters.append((pen, -size * 0.4, pen + wide, size * 0.4))
        pen += wide + face.spacing * size
    reach = half + 2.0
    near = [o for o in obstacles if abs(o[0] - at[0]) < reach and abs(o[1] - at[1]) < size + 2.0]
    if not near:
        return at

    def cost(shift: Point) -> float:
        x, y = at[0] + shift[0], at[1] + shift[1]
        covered = sum(
            max(0.0, min(x + right, ox + _ROOM) - max(x + left, ox - _ROOM))
            * max(0.0, min(y + bottom, oy + _ROOM) - max(y + top, oy - _ROOM))
            for ox, oy in near
            for left, top, right, bottom in letters
        )
        return covered + 0.05 * (abs(shift[0]) + abs(shift[1]))

    best = min(_SHIFTS, key=cost)
    return at[0] + best[0], at[1] + best[1]
