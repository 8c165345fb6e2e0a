"""The layers of a whole map as tables for the compiled painter.

Things that most hexes have are computed for all of them at once: the ground, coasts, borders and the grid
from `hex_field.py`, and the marks of the ground from one hex of each variant. The other items come from
`hex_layers.py`, one by one. The picture is the same as that of `scene.map_scene`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter

import numpy as np

from ...hexgrid import Hex, Point
from ..counters import COARSE_PIXELS, print_key
from ..curves import Box, box_inside
from ..features import COARSE_SCALE
from ..hex_layers import LOCAL_LAYERS
from ..lazy_scene import LazyScene
from ..natural_lines import VARIANTS, variant
from ..primitives import Item
from ..scene_builder import GROUND_LAYERS, WRITING
from .batches import Batch, MapShapes, Step, reach_of
from .hex_field import HexField
from .map_ground import GroundRegions, GroundShapes, Lines, LineStamps, TerrainMarks
from .map_lines import river_parts
from .map_numbers import number_lines, settable
from .map_roads import road_lines
from .shape_list import ShapeList

_MOST_PARTS = 4
_MARK_PARTS = ((24.0, 4), (12.0, 2))
"""(scale, n): from this scale on, marks of the ground have `n` subpixel positions each way; for smaller marks
the position does not show."""


_SMALL_MARKS = 12.0
"""Pixels per map unit below which it does not show that only every fourth variant of marks is used."""
_FEW = -4


def map_shapes(
    scene: LazyScene, layers: Collection[str], scale: float, box: Box | None = None
) -> MapShapes:
    """The layers of the map of a scene at a scale, ready to be painted; the scene is not needed any more.
    With a `box`, only text that is completely inside it is included."""
    return _Gatherer(scene, scale, box).made(layers)


class _Gatherer:
    """Gathers the shapes of layers."""

    def __init__(self, scene: LazyScene, scale: float, box: Box | None = None) -> None:
        self._scene, self._scale, self._box = scene, scale, box
        hexes = scene.hexes
        self._list = ShapeList(scale)
        self._field = HexField(hexes.geometry, scene.style.wander)
        self._least = 2.0 / scale
        self._ground = GroundShapes(hexes.ground, self._field)

    def made(self, layers: Collection[str]) -> MapShapes:
        steps = [step for layer in layers for step in self._layer(layer)]
        return MapShapes(steps, self._list.tables())

    # -- layers ------------------------------------------------------------------------------

    def _layer(self, layer: str) -> Iterator[Step]:
        hexes = self._scene.hexes
        if layer in GROUND_LAYERS:
            for part in self._ground.layer(layer, self._scale):
                if isinstance(part, GroundRegions):
                    yield part
                elif isinstance(part, TerrainMarks):
                    yield self._marks(part)
                elif isinstance(part, LineStamps):
                    yield self._stamped(part)
                elif isinstance(part, Lines):
                    yield self._lines(part)
        elif layer in ("sites", "features", "counters"):
            yield from self._places(layer)
        elif layer == "rivers":
            yield from self._rivers()
        elif layer == "roads":
            yield from map(self._lines, road_lines(hexes, self._field, self._scale))
        if layer == "numbers" and settable(hexes.ground.grid):
            yield from self._numbers()
        elif layer not in LOCAL_LAYERS:
            items = self._scene.placed(layer, self._scale)
            if self._box is not None and layer in WRITING:
                items = [i for i in items if box_inside(i.box, self._box)]
            yield self._items(items)

    def _rivers(self) -> Iterator[Step]:
        for part in river_parts(self._scene.hexes, self._field, self._ground.water):
            yield self._lines(part) if isinstance(part, Lines) else self._items(part)

    def _numbers(self) -> Iterator[Batch]:
        ground, numbers = self._scene.hexes.ground, self._scene.numbers
        for band in numbers.bands(self._scale):
            moved = self._scene.moved_numbers(self._scale)
            height = numbers.size(band) + self._least
            for part in number_lines(
                ground, numbers, band, moved, self._ground, self._field, self._list.glyphs, self._scale
            ):
                which = np.array(self._list.add_lines(part.points, part.shapes), np.int32)
                y = part.points[:, 0, 1]
                yield Batch(which, np.zeros((len(which), 2), np.float32), reach_of(y - height, y + height))

    def _lines(self, part: Lines) -> Batch:
        which = self._list.add_lines(part.points, part.shapes)
        y, more = part.points[..., 1], float(max(s[2].max() for s in part.shapes)) + self._least
        return Batch(np.array(which, np.int32), np.zeros((len(which), 2), np.float32),
                     reach_of(y.min(1) - more, y.max(1) + more))

    def _stamped(self, part: LineStamps) -> Batch:
        groups = self._list.add_lines(part.lines.points, part.lines.shapes, part.sizes)
        y = part.centres[:, 1]
        which = np.array(groups, np.int32)[part.which]
        return Batch(which, part.centres.astype(np.float32), reach_of(y - 1.2, y + 1.2), _MOST_PARTS)

    def _items(self, items: Iterable[Item]) -> Batch:
        shown = [i for i in items if i.least_scale <= self._scale < i.most_scale]
        which = np.array([self._list.add((i,)) for i in shown], np.int32)
        tops = np.array([(i.box[1], i.box[3]) for i in shown]).reshape(-1, 2)
        return Batch(which, np.zeros((len(shown), 2), np.float32),
                     reach_of(tops[:, 0] - self._least, tops[:, 1] + self._least))

    def _marks(self, marks: TerrainMarks) -> Batch:
        """The marks of the ground, drawn for one hex of each variant."""
        variants = self._field.variants(marks.col, marks.row)
        if self._scale < _SMALL_MARKS:
            variants &= _FEW
        key = marks.letter.astype(np.int64) * VARIANTS + variants
        _, one, which = np.unique(key, return_index=True, return_inverse=True)
        ground = self._scene.hexes.ground
        items = [ground.pattern_item(Hex(int(marks.col[i]), int(marks.row[i]))) for i in one]
        groups = np.array([self._list.add((i,) if i else ()) for i in items], np.int32)
        centres, which = self._field.centres(marks.col, marks.row), which.reshape(-1)
        parts = next((n for least, n in _MARK_PARTS if self._scale >= least), 1)
        return Batch(groups[which], (centres - centres[one][which]).astype(np.float32),
                     reach_of(centres[:, 1] - 1.2, centres[:, 1] + 1.2), parts)

    def _variant(self, layer: str, hex: Hex) -> int:
        """The variant in which the things in a hex are drawn: dots for towns all look the same, and at small
        scales the grounds of towns have few variants."""
        if layer == "features" and self._scale < COARSE_SCALE:
            return 0
        return variant(hex) & _FEW if layer == "sites" and self._scale < _SMALL_MARKS else variant(hex)

    def _places(self, layer: str) -> Iterator[Batch]:
        """The things in hexes, drawn once for all hexes with the same content; towns and the like look the
        same in hexes of one variant."""
        hexes, map = self._scene.hexes, self._scene.hexes.design.map
        ruleset = hexes.design.ruleset
        coarse = self._scale < COARSE_PIXELS / self._scene.style.counter_size
        known: dict[object, list[tuple[tuple[int, ...], int, Point]]] = {}
        by_depth: dict[tuple[int, ...], list[tuple[int, float, float, float]]] = {}
        for hex in hexes.homes(layer):
            x, y = hexes.geometry.centre(hex)
            key: object
            if layer == "counters":
                key = tuple(print_key(counter, ruleset, coarse) for counter in hexes.stacks[hex])
            else:
                place = map.place_at[hex]
                key = self._variant(layer, hex), place.features, bool(place.name)
            drawn = known.get(key)
            if drawn is None:
                # Counters are painted hex by hex, features depth by depth for all hexes.
                depths: dict[tuple[int, ...], list[Item]] = {}
                for order, item in hexes.of(layer, hex, self._scale):
                    depths.setdefault(() if layer == "counters" else order[:1], []).append(item)
                drawn = known[key] = [
                    (depth, self._list.add(items), (x, y)) for depth, items in depths.items()]
            for depth, group, (x0, y0) in drawn:
                by_depth.setdefault(depth, []).append((group, x - x0, y - y0, y))
        for _, places in sorted(by_depth.items()):
            table = np.array(sorted(places, key=itemgetter(3)))
            yield Batch(table[:, 0].astype(np.int32), table[:, 1:3].astype(np.float32),
                        reach_of(table[:, 3] - 1.5, table[:, 3] + 1.5))
