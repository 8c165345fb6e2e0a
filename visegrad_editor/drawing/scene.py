"""The scene of a map with its counters, as window, pictures and paper show it."""

from __future__ import annotations

from collections.abc import Collection

from ..hexgrid import Hex
from ..model.design import Design
from .counters import UnitView
from .ground import Ground
from .natural_lines import NaturalLines
from .primitives import Item, Scene
from .scene_builder import ALL_LAYERS, MARGIN, PRINTED_LAYERS, SceneBuilder, UnitViews, counters_by_hex
from .style import DEFAULT, Style
from .styled_design import apply_style

__all__ = [
    "ALL_LAYERS",
    "MARGIN",
    "PRINTED_LAYERS",
    "SceneBuilder",
    "UnitView",
    "UnitViews",
    "counters_by_hex",
    "layer_items",
    "map_scene",
    "terrain_item",
]


def map_scene(
    design: Design,
    *,
    layers: Collection[str] = PRINTED_LAYERS,
    position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> Scene:
    """The picture of a design's map, with the counters where `position` says.

    Without `position` counters are in their fixed set-up hexes; units set up anywhere in an area are not
    drawn.
    """
    return SceneBuilder(style).scene(design, layers=layers, position=position)


def layer_items(
    design: Design,
    layer: str,
    hexes: Collection[Hex] | None = None,
    *,
    position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> list[Item]:
    """The items of one layer, from bottom to top, or only those that belong to some hexes."""
    return SceneBuilder(style).layer(design, layer, hexes, position)


def terrain_item(design: Design, hex: Hex, style: Style = DEFAULT) -> Item:
    """The ground of one hex with its pattern, as on the map."""
    design, style = apply_style(design, style)
    ground = Ground(design, style, NaturalLines(style.geometry(design.map), style.wander))
    item, pattern = ground.ground_item(hex), ground.pattern_item(hex)
    return Item(item.primitives + (pattern.primitives if pattern else ()), item.box, item.hex)
