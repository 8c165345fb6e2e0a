"""Writing for maps seen from far away: countries, seas and great towns in letters that can still be read.

Letters that belong to the map shrink with it. Between two zooms the same writing holds, so there is a set of
it for each of `BANDS`; painters show the one for their scale, paper and drawings of full size none.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from ...model.design import Design
from ..box_index import BoxIndex
from ..colours import mixed
from ..curves import Box
from ..letters.lettering import box_about
from ..primitives import Item, Text
from ..style import Style
from .labels import NEAR, WIDE_SORTS, label_items
from .names import ALL_NAMES_FROM
from .obstacles import Obstacles

Band = tuple[float, float]
BANDS: tuple[Band, ...] = ((2.5, 3.75), (3.75, 5.6), (5.6, 8.4), (8.4, NEAR))
"""From which pixels per map unit to which a set of labels is shown."""
NAME_BANDS = (*BANDS[2:], (NEAR, 17.0), (17.0, 22.0), (22.0, ALL_NAMES_FROM))
"""The same for the names of great towns; from there on all names are."""
_LABEL_PIXELS, _NAME_PIXELS = 9.0, 8.5
"""The least height of letters."""
_TOWNS_FROM = 17.0
"""Pixels per map unit from which lesser towns have names too."""
_SEA = 0.5
"""The size, in map units, from which a name on water is that of a sea and not of a lake."""
_SPOTS = ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0))
_FROM = 0.5
"""How far from its middle the name of a town begins, in map units."""


def far_labels(
    design: Design, style: Style, obstacles: Obstacles, known: dict[Hashable, Item] | None = None,
    scale: float | None = None,
) -> list[Item]:
    """The labels of countries and seas, for each of `BANDS`; with a `scale`, only those shown there."""
    labels = tuple(
        x for x in design.map.labels if x.style == "country" or (x.style in WIDE_SORTS and x.size >= _SEA))
    wide = replace(design, map=replace(design.map, labels=labels))
    return [
        replace(item, least_scale=low, most_scale=high)
        for low, high in _shown(BANDS, scale)
        for item in label_items(wide, style, obstacles, (), known, _LABEL_PIXELS / low)
        if item is not None]


def far_names(
    design: Design, style: Style, obstacles: Obstacles, labels: Sequence[Item], scale: float | None = None
) -> list[Item]:
    """The names of capitals, cities and then towns that fit, for each of `NAME_BANDS`, clear of the far
    `labels`; with a `scale`, only those shown there."""
    geometry, grid = obstacles.geometry, design.map.grid
    left, top, right, bottom = obstacles.frame
    towns = sorted(
        ((p, next((s for s in ("capital", "city") if s in obstacles.symbols(p.hex)), "town"))
         for p in design.map.places if p.name and p.hex in grid and obstacles.symbols(p.hex)),
        key=lambda e: (e[1], e[0].hex))
    found = []
    for low, high in _shown(NAME_BANDS, scale):
        taken: BoxIndex[bool] = BoxIndex(edge=8.0)
        for item in labels:
            if item.least_scale < high and item.most_scale > low:
                for text in item.primitives:
                    if isinstance(text, Text):
                        taken.add(box_about(text), True)
        for place, great in towns:
            if great == "town" and low < _TOWNS_FROM:
                continue
            face = style.capital_face if great == "capital" else style.city_face
            x, y = geometry.centre(place.hex)
            text = Text(
                (x, y), place.name, _NAME_PIXELS / low, mixed(style.name_ink, style.halo, 0.1),
                bold=face.bold, italic=face.italic, spacing=face.spacing, family=face.family, halo=style.halo,
                least_pixels=6.0)
            box = box_about(text)
            half = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
            for dx, dy in _SPOTS:
                at = x + dx * (_FROM + half[0]), y + dy * (_FROM + half[1])
                box = _about(at, half)
                if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom or taken.meeting(box):
                    continue
                taken.add(box, True)
                found.append(Item((replace(text, at=at),), box, grid.number(place.hex), least_scale=low,
                                  most_scale=high))
                break
    return found


def _shown(bands: Sequence[Band], scale: float | None) -> Sequence[Band]:
    return [b for b in bands if scale is None or b[0] <= scale < b[1]]


def _about(at: tuple[float, float], half: tuple[float, float]) -> Box:
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]
