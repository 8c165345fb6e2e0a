"""Names on the map and hex numbers: where they go so that nothing is covered."""

from __future__ import annotations

from collections.abc import Iterable

from ..hexgrid import HexGeometry, Point
from ..model.design import Design
from ..model.gamemap import Place
from .curves import boxes_meet
from .fonts import text_width
from .primitives import Item, Text
from .style import Style

Box = tuple[float, float, float, float]

NUMBER_AT = {"pointy": -0.69, "flat": -0.72}
"""How far above a hex's centre its number stands, by orientation."""
# Below the counter, above it, then shifted sideways below.
_PLACES: tuple[Point, ...] = ((0.0, 0.66), (0.0, -0.52), (0.3, 0.66), (-0.3, 0.66), (0.0, 0.82))


def number_item(text: str, centre: Point, orientation: str, colour: str, style: Style) -> Item:
    """The hex number, small at the top of its hex."""
    x, y = centre[0], centre[1] + NUMBER_AT[orientation]
    size = style.number_size
    half = text_width(text, size) / 2 + 0.03
    number = Text((x, y), text, size, colour, least_pixels=style.number_least_pixels)
    return Item(
        (number,),
        (x - half, y - size, x + half, y + size),
        text,
        least_scale=style.number_least_pixels / size,
    )


def name_items(design: Design, style: Style) -> list[Item]:
    """The names of places, great ones first, each where it covers the least of the others."""
    found: list[Item] = []
    taken: list[Box] = []
    geometry = style.geometry(design.map)
    symbols = {p.hex: _features(design, p) for p in design.map.places}
    ordered = sorted((p for p in design.map.places if p.name), key=lambda p: -_weight(symbols[p.hex]))
    for place in ordered:
        weight = _weight(symbols[place.hex])
        size = (
            style.capital_size if weight == 3 else style.name_size if weight == 2 else style.name_size * 0.86
        )
        bold, italic = weight == 3, weight == 0
        box, at = _free_place(place, size, bold, italic, geometry, taken)
        taken.append(box)
        text = Text(
            at,
            place.name,
            size,
            style.name,
            bold=bold,
            italic=italic,
            halo=style.halo,
            least_pixels=style.name_least_pixels * (0.8 if weight == 3 else 1.0),
        )
        found.append(Item((text,), _grown(box, 0.08), design.map.grid.number(place.hex)))
    return found


def _free_place(
    place: Place, size: float, bold: bool, italic: bool, geometry: HexGeometry, taken: list[Box]
) -> tuple[Box, Point]:
    x, y = geometry.centre(place.hex)
    half = text_width(place.name, size, bold, italic) / 2
    best: tuple[float, Box, Point] | None = None
    for rank, (dx, dy) in enumerate(_PLACES):
        at = (x + dx, y + dy)
        box = (at[0] - half, at[1] - size * 0.5, at[0] + half, at[1] + size * 0.5)
        cost = rank * 0.02 + sum(_shared(box, t) for t in taken if boxes_meet(box, t))
        if best is None or cost < best[0] - 1e-9:
            best = (cost, box, at)
    assert best is not None
    return best[1], best[2]


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
