"""The layers of a whole map as tables for the compiled painter.

What most hexes have is computed for all of them at once: the ground, coasts, borders and the grid from
`hex_field.py`, and the marks of the ground from one hex of each variant. The other items are those of
`hex_layers.py`, one by one. The picture is that of `scene.map_scene`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from ..hexgrid import Hex, Point
from . import _raster
from .hex_field import Array, HexField
from .hex_layers import LOCAL_LAYERS
from .lazy_scene import LazyScene
from .map_ground import GroundShapes, Lines, Marks, Regions
from .natural import VARIANTS, variant
from .primitives import Item
from .scene_builder import GROUND_LAYERS
from .shape_list import ShapeList


@dataclass(frozen=True)
class Batch:
    """Groups of shapes with where each is painted and how far up and down it reaches, in map units."""

    which: Array
    at: Array
    top: Array
    bottom: Array


Step = Batch | Regions


class MapShapes:
    """A map at a scale, ready to be painted in bands."""

    def __init__(self, scene: LazyScene, layers: Collection[str], scale: float) -> None:
        self._scene, self._scale = scene, scale
        hexes = scene.hexes
        self._list = ShapeList(scale)
        self._field = HexField(hexes.geometry, scene.style.wander)
        self._least = 2.0 / scale
        self._ground = GroundShapes(hexes.ground, self._field)
        self.steps: list[Step] = []
        for layer in layers:
            self.steps += self._layer(layer)
        self._shapes = self._list.tables()

    def paint(self, canvas: _raster.Canvas, top: float, bottom: float) -> None:
        """Paint what reaches into a strip of the map, in map units."""
        for step in self.steps:
            chosen = np.flatnonzero((step.bottom > top) & (step.top < bottom))
            if not len(chosen):
                continue
            if isinstance(step, Regions):
                canvas.regions(step.tables, chosen.astype(np.int32))
            else:
                canvas.paint(self._shapes, step.which[chosen], step.at[chosen])

    # -- layers ------------------------------------------------------------------------------

    def _layer(self, layer: str) -> Iterator[Step]:
        hexes, style = self._scene.hexes, self._scene.style
        if layer in GROUND_LAYERS and layer != "numbers":
            for part in self._ground.layer(layer, self._scale):
                if isinstance(part, Regions):
                    yield part
                elif isinstance(part, Marks):
                    yield self._marks(part)
                else:
                    yield self._lines(part)
        elif layer in ("sites", "features"):
            yield from self._places(layer)
        elif layer in LOCAL_LAYERS and (
            layer != "numbers" or style.number_size * self._scale >= style.number_least_pixels
        ):
            ordered = [e for h in hexes.homes(layer) for e in hexes.of(layer, h)]
            yield self._items(item for _, item in sorted(ordered, key=itemgetter(0)))
        if layer not in LOCAL_LAYERS or layer == "roads":
            yield self._items(self._scene.placed(layer, self._scale))

    def _lines(self, part: Lines) -> Batch:
        which = self._list.add_lines(part.points, part.shapes)
        y, more = part.points[..., 1], float(max(s[2].max() for s in part.shapes)) + self._least
        return Batch(np.array(which, np.int32), np.zeros((len(which), 2), np.float32),
                     y.min(1) - more, y.max(1) + more)

    def _items(self, items: Iterable[Item]) -> Batch:
        shown = [i for i in items if i.least_scale <= self._scale < i.most_scale]
        which = np.array([self._list.add((i,)) for i in shown], np.int32)
        tops = np.array([(i.box[1], i.box[3]) for i in shown]).reshape(-1, 2)
        return Batch(which, np.zeros((len(shown), 2), np.float32), tops[:, 0] - self._least,
                     tops[:, 1] + self._least)

    def _marks(self, marks: Marks) -> Batch:
        """The marks of the ground, drawn for one hex of each variant."""
        key = marks.letter.astype(np.int64) * VARIANTS + self._field.variants(marks.col, marks.row)
        _, one, which = np.unique(key, return_index=True, return_inverse=True)
        ground = self._scene.hexes.ground
        items = [ground.pattern_item(Hex(int(marks.col[i]), int(marks.row[i]))) for i in one]
        groups = np.array([self._list.add((i,) if i else ()) for i in items], np.int32)
        centres = self._field.centres(marks.col, marks.row)
        which = which.reshape(-1)
        return Batch(groups[which], (centres - centres[one][which]).astype(np.float32),
                     centres[:, 1] - 1.2, centres[:, 1] + 1.2)

    def _places(self, layer: str) -> Iterator[Batch]:
        """What stands in hexes, drawn once for all hexes of a variant with the same in them."""
        hexes, map = self._scene.hexes, self._scene.hexes.design.map
        known: dict[object, dict[int, tuple[int, Point]]] = {}
        found: dict[int, list[tuple[int, float, float, float]]] = {}
        for hex in hexes.homes(layer):
            x, y = hexes.geometry.centre(hex)
            key = variant(hex), map.features_at(hex)
            if key not in known:
                known[key] = {
                    depth[0]: (self._list.add((item,)), (x, y)) for depth, item in hexes.of(layer, hex)}
            for depth, (group, (x0, y0)) in known[key].items():
                found.setdefault(depth, []).append((group, x - x0, y - y0, y))
        for _, places in sorted(found.items()):
            table = np.array(places)
            yield Batch(table[:, 0].astype(np.int32), table[:, 1:3].astype(np.float32), table[:, 3] - 1.2,
                        table[:, 3] + 1.2)
