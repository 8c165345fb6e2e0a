"""The scene of a map with its counters, as window, pictures and paper show it."""

from __future__ import annotations

from collections.abc import Collection

from ..hexgrid import Hex
from ..model.design import Design
from .counters import UnitView
from .curves import Box
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
    "changed_boxes",
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
    drawn. Keep a `SceneBuilder` if many scenes of one design are needed.
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


def changed_boxes(before: Scene, after: Scene) -> list[Box]:
    """The boxes of all items that are in only one of two scenes of the same builder."""
    boxes: list[Box] = []
    old_layers = {x.name: x.items for x in before.layers}
    new_layers = {x.name: x.items for x in after.layers}
    for name in old_layers.keys() | new_layers.keys():
        old, new = old_layers.get(name, []), new_layers.get(name, [])
        if len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True)):
            continue
        old_ids, new_ids = {id(i) for i in old}, {id(i) for i in new}
        boxes += [i.box for i in old if id(i) not in new_ids]
        boxes += [i.box for i in new if id(i) not in old_ids]
    return boxes
