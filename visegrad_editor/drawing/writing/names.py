"""Names on the map and hex numbers: where they go so that nothing is covered."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...hexgrid import Hex, HexGeometry, Point
from ...model.design import Design
from ...model.gamemap import Place
from ...model.lettering import slanted
from ..box_index import BoxIndex
from ..curves import boxes_meet
from ..features import feature_boxes
from ..letters.fonts import text_width
from ..letters.lettering import box_about, half_extent, spot_point
from ..primitives import Item, Text
from ..style import Style

Box = tuple[float, float, float, float]
Sign = tuple[Hex, Box]

NUMBER_AT = {"pointy": -0.69, "flat": -0.72}
"""How far above a hex's centre its number stands, by orientation."""
_LOWER = {"pointy": 0.07, "flat": 0.13}
_ASIDE = 0.34
"""How far it makes way for a line above it and a road through it, in map units."""
ALL_NAMES_FROM = 29.0
"""Pixels a map unit has at least where all names are shown; of great towns, others stand for them below."""
_TALL = 3.0
"""How far above and below a hex's centre other names are looked for."""
# Below the counter, above it, then shifted sideways below.
_PLACES: tuple[Point, ...] = (
    (0.0, 0.66), (0.0, -0.52), (0.3, 0.66), (-0.3, 0.66), (0.3, -0.52), (-0.3, -0.52), (0.0, 0.82),
    (0.5, 0.72), (-0.5, 0.72), (0.6, -0.6), (-0.6, -0.6), (0.9, 0.66), (-0.9, 0.66))
_ACROSS, _DOWN = (max(abs(p[i]) for p in _PLACES) for i in (0, 1))
_SIDES = (0.45, 0.0, 0.3, -0.3)
"""Then beside it: from how far the letters begin, and how far below the middle."""
_LATER = 0.02
"""What each place after the first costs."""
_FRAME, _NAME, _PLATE, _TOWN = 50.0, 12.0, 4.0, 1.5
"""What a square map unit costs that leaves the map or covers a name, a plate or another town."""


class Crossed(NamedTuple):
    """What runs where a number usually stands: a line along the hexside above it, a road through it."""

    side: bool = False
    road: bool = False


CLEAR = Crossed()


def number_item(
    text: str, centre: Point, orientation: str, colour: str, ground: str, style: Style, rimmed: bool = False,
    crossed: Crossed = CLEAR,
) -> Item:
    """The hex number, small at the top of its hex; `ground` is what it fades into, and its rim where it
    stands on a pattern (`rimmed`). It makes way for what is `crossed` there, and has a rim then too."""
    x, y = centre[0], centre[1] + NUMBER_AT[orientation]
    if any(crossed):
        rimmed = True
        x, y = x - _ASIDE * crossed.road, y + _LOWER[orientation] * crossed.side
    size, face = style.number_size, style.number_face
    half = text_width(text, size, face.bold, face.italic, face.spacing, face.family) / 2 + 0.03
    number = Text(
        (x, y), text, size, colour, bold=face.bold, italic=face.italic, spacing=face.spacing,
        family=face.family, halo=ground if rimmed else "", least_pixels=style.number_least_pixels,
        fades=(style.number_full_pixels, ground))
    return Item(
        (number,),
        (x - half, y - size, x + half, y + size),
        text,
        least_scale=style.number_least_pixels / size,
    )


def name_items(
    design: Design, style: Style, known: dict[Hashable, Item] | None = None,
    within: Sequence[Box] | None = None,
) -> list[Item]:
    """The names of places, great ones first, each inside the map where it covers the least of the others and
    of symbols; those that have a spot of their own stand there, and the others make way.

    `known` remembers names from call to call: after an edit only those near it are placed anew, and the
    others come out as the same objects. With some boxes (`within`), only names that may reach into them are
    sure to be among those returned; others are left out where none of these makes way for them.
    """
    known = {} if known is None else known
    found: list[Item] = []
    taken: BoxIndex[Box] = BoxIndex(edge=4.0)
    geometry = style.geometry(design.map)
    symbols = {p.hex: _features(design, p) for p in design.map.places}
    signs: BoxIndex[Sign] = BoxIndex(edge=4.0)
    for hex, kinds in symbols.items():
        for box in feature_boxes(kinds, geometry.centre(hex), geometry.shape) if kinds else ():
            signs.add(box, (hex, box))
    ordered = sorted((p for p in design.map.places if p.name and p.hex in design.map.grid),
                     key=lambda p: (p.lettering.at == "", -_weight(symbols[p.hex])))
    if within is not None:
        ordered = _deciding(ordered, [_weight(symbols[p.hex]) for p in ordered], geometry, style, within)
    for place in ordered:
        weight, about = _weight(symbols[place.hex]), _about(place, geometry, style)
        near, around = tuple(taken.meeting(about)), tuple(signs.meeting(about))
        key = place.hex, place.name, place.lettering, weight, near, around
        item = known.get(key)
        if item is None:
            text = _placed(place, weight, geometry, near, around, style)
            item = Item((text,), _grown(box_about(text), 0.08), design.map.grid.number(place.hex),
                        least_scale=ALL_NAMES_FROM if weight == 3 else 0.0)
            known[key] = item
        (text,) = (t for t in item.primitives if isinstance(t, Text))
        taken.add(box := box_about(text), box)
        found.append(item)
    if len(known) > 4 * len(found) + 100:
        known.clear()
    return found


def _about(place: Place, geometry: HexGeometry, style: Style) -> Box:
    """Where other names and symbols are looked for that a name makes way for."""
    x, y = geometry.centre(place.hex)
    across = len(place.name) * (place.lettering.size or style.capital_size) + 1.0
    tall = across if place.lettering.rotation else max(_TALL, 2 * place.lettering.size)
    return x - across, y - tall, x + across, y + tall


def _deciding(
    ordered: Sequence[Place], weights: Sequence[int], geometry: HexGeometry, style: Style,
    within: Sequence[Box],
) -> list[Place]:
    """The names that may reach into some boxes, and those before them in the order that may decide where
    they stand, in turn."""
    if not ordered or not within:
        return []
    reach = []
    for place, weight in zip(ordered, weights, strict=True):
        (x, y), half = geometry.centre(place.hex), half_extent(_text(place, weight, geometry, style))
        # One with a spot of its own may be anywhere.
        wide = math.inf if place.lettering.at else max(_ACROSS, _SIDES[0] + half[0]) + half[0]
        high = math.inf if place.lettering.at else _DOWN + half[1]
        reach.append((x - wide, y - high, x + wide, y + high))
    left, top, right, bottom = np.array(reach).T
    chosen: set[int] = set()
    asked = [(len(ordered), box) for box in within]
    while asked:
        end, box = asked.pop()
        meet = (left[:end] < box[2]) & (right[:end] > box[0]) & (top[:end] < box[3]) & (bottom[:end] > box[1])
        for n in np.flatnonzero(meet).tolist():
            if n not in chosen:
                chosen.add(n)
                if not ordered[n].lettering.at:
                    asked.append((n, _about(ordered[n], geometry, style)))
    return [ordered[n] for n in sorted(chosen)]


def usual_size(design: Design, place: Place, style: Style) -> float:
    """The height of the letters, in map units, of a place whose name has no size of its own."""
    return _usual(_weight(_features(design, place)), style)


def _usual(weight: int, style: Style) -> float:
    return style.capital_size if weight == 3 else style.name_size if weight == 2 else style.name_size * 0.86


def _text(place: Place, weight: int, geometry: HexGeometry, style: Style) -> Text:
    """The name of a place about the middle of its hex."""
    written = place.lettering
    face = (style.place_face, style.city_face, style.city_face, style.capital_face)[weight]
    return Text(
        geometry.centre(place.hex), place.name, written.size or _usual(weight, style), style.name_ink,
        bold=face.bold, italic=face.italic, spacing=face.spacing, family=face.family, halo=style.halo,
        least_pixels=style.name_least_pixels * (0.8 if weight == 3 else 1.0),
        rotation=slanted(written.rotation, geometry.turn))


def _placed(
    place: Place, weight: int, geometry: HexGeometry, taken: Sequence[Box], signs: Sequence[Sign],
    style: Style,
) -> Text:
    """The name of a place where it stands."""
    written, text = place.lettering, _text(place, weight, geometry, style)
    centre, half = text.at, half_extent(text)
    if written.at:
        return replace(text, at=spot_point(written.at, centre, half, text.size, geometry))
    # Its own town lies below the name, its plates must not.
    dear = [(t, _NAME) for t in taken]
    for n, (hex, box) in enumerate(signs):
        town = n == 0 or signs[n - 1][0] != hex
        if hex != place.hex:
            dear.append((box, _TOWN if town else _PLATE))
        elif not (town and weight):
            dear.append((box, _PLATE))
    best, least = centre, math.inf
    beside = [(way * (_SIDES[0] + half[0]), down) for down in _SIDES[1:] for way in (1, -1)]
    for rank, (dx, dy) in enumerate((*_PLACES, *beside)):
        if rank * _LATER >= least:
            break  # no other costs less
        at = (centre[0] + dx, centre[1] + dy)
        box = (at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1])
        cost = rank * _LATER + sum(_shared(box, t) * k for t, k in dear if boxes_meet(box, t))
        cost += _FRAME * _beyond(box, geometry.bounds())
        if cost < least - 1e-9:
            best, least = at, cost
    return replace(text, at=best)


def _beyond(box: Box, frame: Box) -> float:
    """How far a box reaches out of a frame."""
    return (max(0.0, frame[0] - box[0]) + max(0.0, frame[1] - box[1]) + max(0.0, box[2] - frame[2])
            + max(0.0, box[3] - frame[3]))


def _shared(one: Box, other: Box) -> float:
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _features(design: Design, place: Place) -> set[str]:
    kinds = design.ruleset.feature_by_id
    return {kinds[f].symbol for f in place.features if f in kinds}


def _weight(symbols: Iterable[str]) -> int:
    found = set(symbols)
    return 3 if "capital" in found else 2 if "city" in found or "town" in found else 1 if found else 0
