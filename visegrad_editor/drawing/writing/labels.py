"""Names of seas, countries and ranges, letterspaced across the map."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np

from ...hexgrid import Hex, HexGeometry
from ...model.design import Design
from ...model.gamemap import Label
from ..box_index import BoxIndex
from ..coarse_hexes import hexes_of_pixels
from ..colours import legible, lighter
from ..curves import Box
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from ..viewport import Viewport
from .clear_room import Room
from .obstacles import Obstacles, hexes_within

_WATER = frozenset({"water", "sea", "river"})
_REACH = {"country": 4.5, "water": 3.0, "region": 1.75}
"""How far a label without a spot of its own may be moved, in map units."""
_FAR = {"country": 0.16, "water": 0.2, "region": 0.45}
"""What a map unit of distance from the middle of its hex costs."""
_STEP, _FAR_STEP = 0.25, 0.5
_SMALLER = (1.0, 0.9, 0.8, 0.7, 0.62)
_FAR_LEAST = 0.78
"""How small letters may be made that were enlarged to be read from far away, as a share."""
_CLOSER = (1.0, 0.55)
"""Sizes and letterspacing that are tried, as shares of the usual."""
_FRAME, _LETTERS, _SYMBOL, _LINE, _ABROAD = 200.0, 80.0, 40.0, 9.0, 12.0
"""What a square map unit of letters costs that leaves the map, covers other writing, a symbol, a road,
river or border, or lies in another country or on land instead of water."""
_LESS = 7.0
"""What it costs to write a label smaller, by the share it loses."""
LEAST_PIXELS = 7.0
NEAR = 12.6
"""Pixels a map unit has at least where countries and seas have letters of their own size; from farther away
those of `far_writing` stand for them."""
WIDE_SORTS = _WATER | {"country"}
"""The styles of labels that are still shown where all of a large map is."""


def label_items(
    design: Design, style: Style, obstacles: Obstacles, names: Sequence[Item],
    known: dict[Hashable, Item] | None = None, least: float = 0.0,
) -> list[Item | None]:
    """The labels of a map, one for each in its order, None where its hex is not on the map.

    Those with a spot of their own stand there. The others, great ones first, are moved, made smaller or set
    closer where that keeps their letters off the `names` of places, other labels, symbols, lines and the
    frame. `least` is a size in map units below which none is written. `known` remembers them from
    call to call, as in `name_items`.
    """
    known = {} if known is None else known
    geometry, grid = obstacles.geometry, design.map.grid
    written: BoxIndex[Box] = BoxIndex(edge=4.0)
    for item in names:
        for text in item.primitives:
            if isinstance(text, Text):
                written.add(box_about(text), box_about(text))
    found: list[Item | None] = [None] * len(design.map.labels)
    texts = {
        n: _text(label, geometry, obstacles.ground.kind(label.hex).colour, style, least)
        for n, label in enumerate(design.map.labels) if label.hex in grid}
    stands = {n: fixed for n, text in texts.items()
              if not least and (fixed := _fixed(design.map.labels[n], text, obstacles)) is not None}
    order = sorted(texts, key=lambda n: (
        n not in stands, design.map.labels[n].style != "country", -design.map.labels[n].size, n))
    for n in order:
        label, text = design.map.labels[n], texts[n]
        if n in stands:
            item = _item(stands[n])
        else:
            box = _around(text, _REACH[_sort(label)])
            near, hexes = tuple(written.meeting(box)), hexes_within(geometry, box, 1.0)
            key = label, text, near, obstacles.key(hexes)
            kept = known.get(key)
            item = known[key] = kept if kept is not None else _item(
                _placed(text, label, box, near, obstacles, hexes, least))
        if not least and label.style in WIDE_SORTS and not item.least_scale:
            item = replace(item, least_scale=NEAR)
            if n not in stands:
                known[key] = item
        found[n] = item
        for primitive in item.primitives:
            if isinstance(primitive, Text):
                for letter in letter_boxes(primitive, spaces=True):
                    written.add(letter, letter)
    if len(known) > 4 * len(found) + 100:
        known.clear()
    return found


def label_areas(design: Design, style: Style, obstacles: Obstacles) -> list[Box]:
    """Where `label_items` looks for names that labels make way for."""
    ground, geometry = obstacles.ground, obstacles.geometry
    return [
        _around(_text(label, geometry, ground.kind(label.hex).colour, style, 0.0), _REACH[_sort(label)])
        for label in design.map.labels if label.hex in design.map.grid]


def _sort(label: Label) -> str:
    return "country" if label.style == "country" else "water" if label.style in _WATER else "region"


def _text(label: Label, geometry: HexGeometry, ground: str, style: Style, least: float) -> Text:
    """A label about the middle of its hex; `ground` is the colour of the terrain there."""
    sort = _sort(label)
    face = {"country": style.country_face, "water": style.water_face, "region": style.region_face}[sort]
    # The halo parts letters from the lines and hachures they cross; the ink has to stand out from both.
    halo = lighter(ground, 0.45 if sort == "region" else 0.15)
    ink = style.water_label if sort == "water" else style.region_label
    return Text(
        geometry.centre(label.hex), label.text.upper() if sort == "country" else label.text,
        max(label.size, least), legible(ink, (ground, halo), 4.5 if sort == "region" else 3.0),
        italic=face.italic, bold=face.bold, halo=halo, rotation=label.slant(geometry.turn),
        least_pixels=LEAST_PIXELS, spacing=face.spacing, family=face.family)


def _fixed(label: Label, text: Text, obstacles: Obstacles) -> Text | None:
    """The label at its own spot, None where it has none. The spot was chosen on the map as it lies; where it
    leaves a turned one, another is looked for."""
    if not label.at:
        return None
    geometry = obstacles.geometry
    found = replace(text, at=spot_point(label.at, text.at, half_extent(text), text.size, geometry))
    return None if geometry.turn and _inside(found, obstacles.frame) != found else found


def _item(text: Text) -> Item:
    left, top, right, bottom = box_about(text)
    more = 0.25 * text.size + 0.05
    return Item((text,), (left - more, top - more, right + more, bottom + more))


def _around(text: Text, reach: float) -> Box:
    left, top, right, bottom = box_about(text)
    return left - reach, top - reach, right + reach, bottom + reach


def _placed(
    text: Text, label: Label, box: Box, near: Sequence[Box], obstacles: Obstacles, hexes: list[Hex],
    least_size: float,
) -> Text:
    """The label where, and as large as, it covers least."""
    sort = _sort(label)
    room = _room(label, sort, box, near, obstacles, hexes)
    reach, step = _REACH[sort], _FAR_STEP if least_size else _STEP
    steps = np.arange(-round(reach / step), round(reach / step) + 1) * step
    shifts = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    far = np.hypot(*shifts.T) * _FAR[sort]
    best, least = text, np.inf
    for size in (s for s in _SMALLER if s * text.size >= least_size * _FAR_LEAST - 1e-9):
        for closer in _CLOSER:
            lost = _LESS * (1 - size) + 1.5 * (1 - closer)
            if lost >= least:
                continue
            tried = replace(text, size=text.size * size, spacing=text.spacing * closer)
            # Room for the halo too.
            cost = room.costs(letter_boxes(tried, 0.1), shifts) + far + lost
            n = int(cost.argmin())
            if cost[n] < least - 1e-9:
                least = float(cost[n])
                best = replace(tried, at=(text.at[0] + float(shifts[n][0]), text.at[1] + float(shifts[n][1])))
    return _inside(best, obstacles.frame)


def _room(
    label: Label, sort: str, box: Box, near: Sequence[Box], obstacles: Obstacles, hexes: list[Hex]
) -> Room:
    room = Room(box)
    _belonging(room, label, sort, obstacles)
    room.lines(obstacles.lines(hexes), _LINE)
    for hex in hexes:
        for symbol in obstacles.features(hex):
            room.block(symbol, _SYMBOL)
    for words in near:
        room.block(words, _LETTERS)
    left, top, right, bottom = obstacles.frame
    room.outside((left + 0.15, top + 0.15, right - 0.15, bottom - 0.15), _FRAME)
    return room


def _belonging(room: Room, label: Label, sort: str, obstacles: Obstacles) -> None:
    """Make the hexes that are not what the label names dear."""
    ground, grid = obstacles.ground, obstacles.geometry.grid
    country = ground.country(label.hex)
    if sort == "region" or (sort == "country" and not country):
        return
    view = Viewport(1 / room.dot, room.left, room.top, room.wide, room.high)
    rows, columns = hexes_of_pixels(obstacles.geometry, view, 1)
    rows, columns = rows.clip(-1, grid.rows), columns.clip(-1, grid.columns)
    low_r, low_c = rows.min(), columns.min()
    strange = np.zeros((int(rows.max() - low_r) + 1, int(columns.max() - low_c) + 1), bool)
    for hex in hexes_within(obstacles.geometry, (room.left, room.top, room.left + room.wide * room.dot,
                                                 room.top + room.high * room.dot), 1.5):
        r, c = hex.row - low_r, hex.col - low_c
        if 0 <= r < strange.shape[0] and 0 <= c < strange.shape[1]:
            strange[r, c] = ground.country(hex) != country if sort == "country" else not ground.is_water(hex)
    room.raise_to(strange[rows - low_r, columns - low_c], _ABROAD)


def _inside(text: Text, frame: Box) -> Text:
    """The text moved into the frame where it is not wider than that."""
    half = half_extent(text)
    at = []
    for i in (0, 1):
        low, high = frame[i] + half[i] + 0.1, frame[i + 2] - half[i] - 0.1
        at.append(min(max(text.at[i], low), high) if low <= high else (frame[i] + frame[i + 2]) / 2)
    return replace(text, at=(at[0], at[1]))
