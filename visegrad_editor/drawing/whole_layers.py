"""The layers whose items are made for the map as a whole, because each is few or spans several hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ..hexgrid import HexGeometry
from ..model.gamemap import GameMap
from .areas import area_item
from .buildings import building_items
from .half_hexes import half_hex_items
from .levels import level_numerals, level_tints
from .primitives import Item
from .style import Style
from .waters import waters_items


class WholeLayer(NamedTuple):
    """How such a layer is drawn. `part` is what of the map it shows: while that is the same object, the items
    are the same."""

    part: Callable[[GameMap], object]
    items: Callable[[GameMap, HexGeometry, Style], Iterable[Item]]


def _areas(map: GameMap, geometry: HexGeometry, style: Style) -> Iterable[Item]:
    made = (area_item(area, n, geometry, style) for n, area in enumerate(map.areas))
    return (item for item in made if item is not None)


WHOLE_LAYERS: Mapping[str, WholeLayer] = {
    "levels": WholeLayer(lambda m: m.levels, level_tints),
    "waters": WholeLayer(lambda m: m.waters, waters_items),
    "buildings": WholeLayer(lambda m: m.buildings, building_items),
    "heights": WholeLayer(lambda m: m.levels, level_numerals),
    "areas": WholeLayer(lambda m: m.areas, _areas),
    "edges": WholeLayer(lambda m: m.grid, lambda m, g, s: half_hex_items(g, s)),
}
"""The layers by name: tints and numerals of levels, waters, buildings, areas, and what lies over the outer
halves of half hexes."""


def whole_layer(name: str, map: GameMap, geometry: HexGeometry, style: Style) -> list[Item]:
    """The items of one of these layers, from bottom to top."""
    return list(WHOLE_LAYERS[name].items(map, geometry, style))
