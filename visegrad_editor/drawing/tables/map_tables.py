"""The layers of a map, or of a part of it, as tables for the compiled painter.

Things that most hexes have are computed for all of them at once: the ground, coasts, borders and the grid
from `hex_field.py`, and the marks of the ground from one hex of each variant. Stacks of counters and symbols
come from `drawn_hexes.py`, once for all hexes with the same. A part has exactly the pixels that it has in the
whole.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter

import numpy as np

from ...hexgrid import Hex, Point
from ..compiled.glyph_list import GlyphList
from ..compiled.shape_list import ShapeList
from ..counters import CounterPart, stack_parts
from ..curves import Box, box_inside
from ..drawn_hexes import DrawnHexes
from ..features import COARSE_SCALE
from ..hex_variants import hexes_of_variants, variant, variants_of
from ..layers import GROUND_LAYERS, LOCAL_LAYERS, WRITING
from ..lazy_scene import LazyScene
from ..primitives import Item
from ..writing.obstacles import block_within
from .batches import Batch, MapShapes, Run, Step, reach_of
from .ground import GroundShapes, SideMasks, TerrainMarks
from .hex_field import HexField, Part
from .hexsides import HexsideTables, hexside_parts
from .numbers import number_lines, settable
from .roads import road_lines
from .shape_tables import Lines, LineStamps, Regions

_MOST_PARTS = 4
_MARK_PARTS = ((24.0, 4), (12.0, 2))
"""(scale, n): from this scale on, marks of the ground have `n` subpixel positions each way; for smaller marks
the position does not show."""

_SMALL_MARKS = 12.0
"""Pixels per map unit below which it does not show that only every fourth variant of marks is used."""
_FEW = -4
_REACH = 2.5
"""What is seen in a box depends on no hex whose centre is farther away from it, in map units."""
_ANYWHERE = (-1e9, -1e9, 1e9, 1e9)
_LETTERS_PX, _LETTERS = 16, 0.3
_SCALES = 3
"""The most scales whose repeated shapes are kept."""


class MapTables:
    """The tables of the map of a scene. What a whole map has is made once, and again only after edits that
    change it; `shapes` gathers the shapes of the map or of a box of it."""

    def __init__(self, scene: LazyScene) -> None:
        self._scene = scene
        self._hexes: DrawnHexes | None = None
        self._stamps: OrderedDict[float, RepeatedShapes] = OrderedDict()

    def shapes(
        self, layers: Collection[str], scale: float, box: Box | None = None, whole_text: bool = False
    ) -> MapShapes:
        """Layers at a scale, ready to be painted; with a `box`, in map units, at least what is seen in it,
        and with `whole_text` no text that its edges cut."""
        *_, found = self.gathering(layers, scale, box, whole_text)
        assert found is not None
        return found

    def gathering(
        self, layers: Collection[str], scale: float, box: Box | None = None, whole_text: bool = False
    ) -> Iterator[MapShapes | None]:
        """What `shapes` returns, gathered in steps: None after each step but the last."""
        self._follow()
        hexes, field = self._scene.hexes, self._field
        if box is not None:
            columns, rows = block_within(hexes.geometry, box, _REACH)
            left, top = columns.start & ~1, rows.start & ~1
            if columns.stop <= left or rows.stop <= top:
                yield MapShapes([])
                return
            field = field.part(Part(left, top, columns.stop - left, rows.stop - top))
        cut = _Gatherer(self._scene, field, self._sides, self._rivers, self.repeated(scale), scale, box,
                        whole_text)
        yield from cut.gathering(layers)

    def repeated(self, scale: float) -> RepeatedShapes:
        """The shapes at a scale that are painted in many hexes."""
        stamps = self._stamps.get(scale)
        if stamps is None:
            if len(self._stamps) >= _SCALES:
                self._stamps.popitem(last=False)
            stamps = self._stamps[scale] = RepeatedShapes(scale)
        self._stamps.move_to_end(scale)
        return stamps

    def _follow(self) -> None:
        """Make again what the present design has changed."""
        hexes, old = self._scene.hexes, self._hexes
        if old is hexes:
            return
        self._hexes = hexes
        map, before = hexes.design.map, None if old is None else old.design.map
        same_rules = old is not None and old.design.ruleset is hexes.design.ruleset
        same_lines = old is not None and old.geometry == hexes.geometry and old.style == hexes.style
        if not (same_rules and same_lines):
            self._stamps.clear()
        if not same_lines:
            self._field = HexField(hexes.geometry, self._scene.style.wander)
            before = None
        if before is None or not same_rules or before.lines is not map.lines or before.roads is not map.roads:
            self._sides = SideMasks(hexes.ground, self._field)
        if before is None or not same_rules or before.lines is not map.lines:
            self._rivers = HexsideTables(hexes, self._field)


class RepeatedShapes:
    """Groups of shapes at one scale that are painted in many hexes, each gathered once."""

    def __init__(self, scale: float) -> None:
        self.glyphs = GlyphList()
        self.marks, self.grid, self.places = (ShapeList(scale, GlyphList()) for _ in range(3))
        """The marks of the ground, the grid, and what stands in hexes."""
        self._known: dict[Hashable, int] = {}
        self.drawn: dict[Hashable, list[tuple[int, int]]] = {}
        """What stands in hexes with one content: for each depth its group in `places`."""

    def group(self, key: Hashable, make: Callable[[], int]) -> int:
        """The group known by a key, made if it is not known yet."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
        return found


class _Gatherer:
    """Gathers the shapes of layers in a field, for a box of the map if one is given."""

    def __init__(
        self, scene: LazyScene, field: HexField, sides: SideMasks, rivers: HexsideTables,
        repeated: RepeatedShapes, scale: float, box: Box | None, whole_text: bool,
    ) -> None:
        self._scene, self._scale, self._box, self._whole_text = scene, scale, box, whole_text
        self._field, self._rivers_of_map, self._repeated = field, rivers, repeated
        self._list = ShapeList(scale, repeated.glyphs)
        self._least = 2.0 / scale
        self._ground = GroundShapes(scene.hexes.ground, field, sides)

    def gathering(self, layers: Collection[str]) -> Iterator[MapShapes | None]:
        steps, runs = list[Step](), list[Run]()
        for layer in layers:
            steps += self._layer(layer)
            yield None
        for shapes, run in groupby(steps, key=lambda s: s.shapes if isinstance(s, Batch) else self._list):
            runs.append(Run(shapes.tables(), list(run)))
        yield MapShapes(runs)

    # -- layers ------------------------------------------------------------------------------

    def _layer(self, layer: str) -> Iterator[Step]:
        hexes = self._scene.hexes
        if layer in GROUND_LAYERS:
            for part in self._ground.layer(layer, self._scale):
                if isinstance(part, Regions):
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
            sides = hexes.segments(self._field.hexes() if self._field.is_part else None)
            yield from map(self._lines, road_lines(hexes.roads, sides, self._field, self._scale))
        if layer == "numbers" and settable(hexes.ground.grid):
            yield from self._numbers()
        elif layer not in LOCAL_LAYERS:
            yield from self._items(self._placed(layer))

    def _placed(self, layer: str) -> list[Item]:
        """The items of a layer that are placed with regard to the whole map."""
        scene, box = self._scene, self._box
        if box is None:
            return scene.placed(layer, self._scale)
        more = _LETTERS_PX / self._scale + _LETTERS  # letters extend a little beyond the boxes of their items
        wider = box[0] - more, box[1] - more, box[2] + more, box[3] + more
        if self._whole_text and layer in WRITING:
            return [i for i in scene.layer(layer, box, self._scale) if box_inside(i.box, box)]
        return scene.layer(layer, wider, self._scale)

    def _rivers(self) -> Iterator[Step]:
        for part in hexside_parts(self._scene.hexes, self._field, self._ground.water, self._rivers_of_map):
            if isinstance(part, Lines):
                yield self._lines(part)
            else:
                yield from self._items(part)

    def _numbers(self) -> Iterator[Batch]:
        ground, numbers = self._scene.hexes.ground, self._scene.numbers
        for band in numbers.bands(self._scale):
            moved = self._scene.moved_numbers(
                self._scale, self._field.hexes() if self._field.is_part else None, self._box)
            height = numbers.size(band) + self._least
            for part in number_lines(
                ground, numbers, band, moved, self._ground, self._field, self._list.glyphs, self._scale
            ):
                which = np.array(self._list.add_lines(part.points, part.shapes), np.int32)
                y = part.points[:, 0, 1]
                yield self._batch(which, None, reach_of(y - height, y + height))

    def _batch(self, which: np.ndarray, at: np.ndarray | None, reach: np.ndarray) -> Batch:
        return Batch(self._list, which, np.zeros((len(which), 2), np.float32) if at is None else at, reach)

    def _lines(self, part: Lines) -> Batch:
        which = self._list.add_lines(part.points, part.shapes)
        y, more = part.points[..., 1], float(max(s[2].max() for s in part.shapes)) + self._least
        return self._batch(np.array(which, np.int32), None, reach_of(y.min(1) - more, y.max(1) + more))

    def _stamped(self, part: LineStamps) -> Batch:
        grid, ends = self._repeated.grid, np.cumsum(part.sizes)

        def drawn(n: int) -> Callable[[], int]:
            lines = slice(ends[n] - part.sizes[n], ends[n])
            kind, colour, width, dash = part.lines.shapes[0]
            shape = kind, colour[lines], width[lines], dash
            return lambda: grid.add_lines(part.lines.points[lines], (shape,), part.sizes[n : n + 1])[0]

        groups = [self._repeated.group(("grid", way), drawn(n)) for n, way in enumerate(part.ways.tolist())]
        y = part.centres[:, 1]
        which = np.array(groups, np.int32)[part.which]
        return Batch(grid, which, part.centres.astype(np.float32), reach_of(y - 1.2, y + 1.2), _MOST_PARTS)

    def _items(self, items: Iterable[Item]) -> Iterator[Batch]:
        shown = [i for i in items if i.least_scale <= self._scale < i.most_scale]
        if shown:
            which = np.array([self._list.add((i,)) for i in shown], np.int32)
            tops = np.array([(i.box[1], i.box[3]) for i in shown])
            yield self._batch(which, None, reach_of(tops[:, 0] - self._least, tops[:, 1] + self._least))

    def _marks(self, marks: TerrainMarks) -> Batch:
        """The marks of the ground, drawn for one hex of each variant."""
        variants = variants_of(marks.col, marks.row)
        if self._scale < _SMALL_MARKS:
            variants &= _FEW
        unlike, which = marks.unlike(variants)
        ground, groups = self._scene.hexes.ground, list[int]()
        for letter, number in unlike:
            def draw(letter: str = letter, number: int = number) -> int:
                drawn = ground.marks(letter, hexes_of_variants()[number], (0.0, 0.0))
                return self._repeated.marks.add((Item(drawn, _ANYWHERE),))

            groups.append(self._repeated.group(("marks", ground.letter_looks[letter], number), draw))
        centres = self._field.centres(marks.col, marks.row)
        parts = next((n for least, n in _MARK_PARTS if self._scale >= least), 1)
        return Batch(self._repeated.marks, np.array(groups, np.int32)[which], centres.astype(np.float32),
                     reach_of(centres[:, 1] - 1.2, centres[:, 1] + 1.2), parts)

    def _variant(self, layer: str, hex: Hex) -> int:
        """The variant in which the things in a hex are drawn: dots for towns all look the same, and at small
        scales the grounds of towns have few variants."""
        if layer == "features" and self._scale < COARSE_SCALE:
            return 0
        return variant(hex) & _FEW if layer == "sites" and self._scale < _SMALL_MARKS else variant(hex)

    def _homes(self, layer: str) -> Collection[Hex]:
        """The hexes of the field that may have something in a layer."""
        hexes = self._scene.hexes
        if not self._field.is_part:
            return hexes.homes(layer)
        if layer == "counters":
            return [h for h in self._field.hexes() if h in hexes.stacks]
        return [p.hex for p in self._field.places(hexes.design.map) if p.features or p.name]

    def _made(self, layer: str, hex: Hex) -> Iterator[tuple[int, Item, Point]]:
        """The symbols of a hex: depth, item, and the point about which they are drawn."""
        hexes = self._scene.hexes
        model = hexes_of_variants()[self._variant(layer, hex)]
        for depth, item in hexes.of_place(layer, hexes.design.map.place_at[hex], model, "", self._scale):
            yield depth, item, hexes.geometry.centre(model)

    def _symbols(self, layer: str, hex: Hex) -> list[tuple[int, int]]:
        """The depths and groups of the symbols in a hex; they look the same in hexes of one variant."""
        place, known = self._scene.hexes.design.map.place_at[hex], self._repeated.drawn
        key = layer, self._variant(layer, hex), place.features, bool(place.name)
        drawn = known.get(key)
        if drawn is None:
            drawn = known[key] = [(depth, self._repeated.places.add((item,), about))
                                  for depth, item, about in self._made(layer, hex)]
        return drawn

    def _counters(self, hex: Hex) -> list[tuple[int, int]]:
        """The groups of the counters in a hex, from bottom to top, each at depth 0."""
        hexes, style, places = self._scene.hexes, self._scene.style, self._repeated.places
        found = []
        for part, at in stack_parts(hexes.stacks[hex], hexes.design.ruleset, style, self._scale):
            def draw(part: CounterPart = part, at: Point = at) -> int:
                return places.add((Item(part.placed(at, style.counter_size), _ANYWHERE),))

            found.append((0, self._repeated.group(("counters", at, part.key), draw)))
        return found

    def _places(self, layer: str) -> Iterator[Batch]:
        """The things in hexes, each drawn once for all hexes that have the same."""
        by_depth: dict[int, list[tuple[float, float, int]]] = {}
        for hex in self._homes(layer):
            x, y = self._scene.hexes.geometry.centre(hex)
            # Counters are painted hex by hex, features depth by depth for all hexes.
            for depth, group in self._counters(hex) if layer == "counters" else self._symbols(layer, hex):
                by_depth.setdefault(depth, []).append((y, x, group))
        for _, places in sorted(by_depth.items()):
            table = np.array(sorted(places, key=itemgetter(0, 1)))
            yield Batch(self._repeated.places, table[:, 2].astype(np.int32),
                        table[:, 1::-1].astype(np.float32),
                        reach_of(table[:, 0] - 1.5, table[:, 0] + 1.5))
