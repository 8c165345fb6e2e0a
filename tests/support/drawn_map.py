"""What is drawn of a map as items, expanded from the tables of which its pictures, PDF and SVG are made."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from PIL import Image

from visegrad_editor.drawing.counters import UnitViews
from visegrad_editor.drawing.curves import Box, box_of
from visegrad_editor.drawing.layers import ALL_LAYERS, LOCAL_LAYERS, PRINTED_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene, scene_of
from visegrad_editor.drawing.painters.part_painter import PartPainter
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.primitives import Item, Line, Polygon
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.drawing.vector.parts import HexRun, Paths, VectorLayer, VectorScene
from visegrad_editor.drawing.vector.whole_map import WholeMap
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.model.design import Design

FINE = 1e8
"""Dots per map unit at which everything has full detail."""


def drawn_scene(
    design: Design, *, layers: Collection[str] = PRINTED_LAYERS, style: Style = DEFAULT,
    position: UnitViews | None = None, dots: float = FINE, counters: bool | None = None,
) -> VectorScene:
    """The layers of the map as items: text at all scales, the rest as shown at `dots` per map unit. Names
    avoid the `counters`, unless these are not among the layers."""
    scene = LazyScene(style)
    scene.show(design, position, "counters" in layers if counters is None else counters)
    whole = WholeMap(scene.hexes)
    made = [(name, _items(scene, whole, name, dots)) for name in ALL_LAYERS if name in layers]
    return VectorScene(scene.bounds, tuple(layer_of(name, items) for name, items in made), scene.style.paper,
                       design.map.grid.numbers)


def drawn_items(
    design: Design, layer: str, *, style: Style = DEFAULT, dots: float = FINE, counters: bool = True
) -> list[Item]:
    """One layer: see `drawn_scene`."""
    return items_of(drawn_scene(design, layers=(layer,), style=style, dots=dots, counters=counters))


def items_of(scene: VectorScene) -> list[Item]:
    """All items of a scene, from bottom to top."""
    return [item for layer in scene.layers for item in layer.items]


def layer_of(name: str, items: list[Item]) -> VectorLayer:
    """A layer with some items."""
    return VectorLayer(name, partial(list, items))


def view_of(bounds: Box, scale: float) -> Viewport:
    """The view of all of a map at a scale."""
    left, top, right, bottom = bounds
    return Viewport(scale, left, top, round((right - left) * scale), round((bottom - top) * scale))


def map_picture(
    design: Design, scale: float, layers: Collection[str] = PRINTED_LAYERS, style: Style = DEFAULT
) -> Image.Image:
    """The picture of a whole map, as in the window."""
    scene = scene_of(design, style, "counters" in layers)
    shown = [x for x in ALL_LAYERS if x in layers]
    return PartPainter(scene).render(shown, view_of(scene.bounds, scale))


def items_picture(scene: VectorScene, view: Viewport) -> Image.Image:
    """The picture of the items of a scene."""
    return PixelPainter().render(items_of(scene), view, scene.background)


def _items(scene: LazyScene, whole: WholeMap, name: str, dots: float) -> list[Item]:
    if name not in LOCAL_LAYERS:
        return scene.layer(name, scene.bounds)
    numbers = scene.hexes.design.map.grid.numbers
    found: list[Item] = []
    # Only in vectors for small scales rivers do not taper.
    for part in whole.layer(name, FINE if name == "rivers" else dots):
        if isinstance(part, Paths):
            found += _of_paths(part, numbers)
        else:
            found += part.items() if isinstance(part, HexRun) else [part]
    return found


def _of_paths(paths: Paths, numbers: Collection[str]) -> Iterator[Item]:
    names = tuple(numbers)
    for first, count, which, hex in zip(
        paths.first.tolist(), paths.count.tolist(), paths.which.tolist(), paths.hexes.tolist(), strict=True
    ):
        points = tuple((x, y) for x, y in paths.points[first : first + count].tolist())
        fill, stroke, width, opacity, dash = paths.looks[which]
        shape: Polygon | Line = Line(points, stroke, width, dash=dash)
        if paths.closed:
            shape = Polygon(points, fill, stroke, width, opacity=opacity)
        yield Item((shape,), box_of(points, width), names[hex] if hex >= 0 else "",
                   beside="areas" if paths.apart and opacity == 1.0 else "")
