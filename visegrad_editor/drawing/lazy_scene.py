"""The scene of a design, made only where it is needed, for maps of any size.

The items of hexes are made when a box containing them is requested, and cached. After an edit only the
changed hexes are made again. The items are those of `scene.map_scene`, in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter

from ..hexgrid import Hex, HexGeometry
from ..model.design import Design
from .box_index import BoxIndex
from .curves import Box, boxes_meet
from .hex_layers import LOCAL_LAYERS, HexLayers, Ordered
from .primitives import Item
from .scene_builder import ALL_LAYERS, GROUND_LAYERS, MARGIN, UnitViews
from .style import DEFAULT, Style
from .styled_design import apply_style
from .whole_layers import WHOLE_LAYERS, whole_layer
from .writing.label_displacement import StackBoxes
from .writing.map_text import MapText
from .writing.medium import Band
from .writing.numbers import Numbers
from .writing.obstacles import hexes_within

REACH = 2.3
"""The items of a hex are within this distance of its centre, in map units."""
_GROUND_REACH = 1.6
"""The same for the layers of the ground and for numbers."""
_MOST_SINGLE = 200
"""If more hexes changed, their boxes are merged into blocks."""
_MOST_COMPARED = 40
"""If more hexes of a layer changed, they are made again when they are painted, and not compared before."""
_BLOCK = 8
_WRITTEN = {"plates": "shields", "names": "names", "labels": "labels"}
"""The kind of text in a layer."""
KEPT_WHOLE = 5_000
"""Maps with no more hexes than this are cached completely."""
_MOST_HEXES = 2_000
"""The most cached hexes of larger maps; each takes some ten kilobytes."""
_MOST_NUMBERS = 20_000
_FIRST = itemgetter(0)


class LazyScene:
    """The scene of one design after another, in one style."""

    def __init__(self, style: Style = DEFAULT) -> None:
        self.chosen = style
        self.style = style
        """The chosen style merged with that of the ruleset, once a design is shown."""
        self.bounds: Box = (0.0, 0.0, 1.0, 1.0)
        self._hexes: HexLayers | None = None
        self._made: dict[Hex, dict[str, list[Ordered]]] = {}
        self._about: tuple[HexGeometry, Box, list[Hex]] | None = None
        self._numbers: dict[tuple[Hex, Band], Item | None] = {}
        self._writing: MapText | None = None
        self._counters = True
        self._whole: dict[str, tuple[object, BoxIndex[Item]]] = {}
        """The items of the layers that are made for the whole map, each with the part of the map it shows."""

    @property
    def hexes(self) -> HexLayers:
        """Draws the hexes of the design shown."""
        assert self._hexes is not None
        return self._hexes

    @property
    def design(self) -> Design | None:
        """The design shown; None before the first."""
        return self._hexes.design if self._hexes is not None else None

    def show(
        self, design: Design, position: UnitViews | None = None, counters: bool = True
    ) -> list[Box]:
        """Draw this design from now on; returns the boxes that may have changed. Names avoid the `counters`
        unless these are hidden."""
        old, self._counters = self._hexes, counters
        design, style = apply_style(design, self.chosen)
        if style != self.style:
            self.style, old = style, None
        self._hexes = new = HexLayers(design, self.style, position, old)
        if old is None or old.geometry != new.geometry:
            left, top, right, bottom = new.geometry.bounds()
            self.bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
            self._made.clear()
            self._numbers.clear()
            self._writing = None
            self._whole.clear()
            return [self.bounds]
        boxes: dict[Box, None] = {}
        changes = new.touched(old)
        ground = changes.get(GROUND_LAYERS[0], ())
        boxes.update(dict.fromkeys(self._forget_numbers(changes)))
        if ground:
            # These change together, and often in many hexes at once.
            changes = {layer: touched for layer, touched in changes.items()
                       if layer not in (*GROUND_LAYERS, "numbers") or touched is None}
            boxes.update(dict.fromkeys(self._ground_again(ground)))
        for layer, touched in changes.items():
            if touched is None:
                for layers in self._made.values():
                    layers.pop(layer, None)
                boxes[self.bounds] = None
                continue
            again = self._made_again if len(touched) <= _MOST_COMPARED else self._made_later
            for hex in touched:
                boxes.update(dict.fromkeys(again(layer, hex)))
        if self._writing is not None and (
                old.design.ruleset is not design.ruleset or old.design.map is not design.map):
            boxes.update(dict.fromkeys(self._writing.show(new.ground, new.roads, ground)))
        if self._writing is not None:
            boxes.update(dict.fromkeys(
                self._writing.move_counters(self._stack_boxes, changes.get("counters", ()))))
        for name, (part, items) in list(self._whole.items()):
            if part is not WHOLE_LAYERS[name].part(design.map):
                boxes.update(dict.fromkeys(_differing(list(items), list(self._whole_items(name)))))
        return list(boxes)

    def layer(self, name: str, box: Box, scale: float | None = None) -> list[Item]:
        """The items of a layer in a box, from bottom to top; with a `scale`, in pixels per map unit, text
        that is not visible at it is not placed."""
        items: list[Item] = []
        if name in LOCAL_LAYERS:
            ordered: list[Ordered] = []
            # Most hexes have nothing in most layers.
            for hex in self.hexes_in(box):
                if found := self._of(name, hex):
                    ordered += [e for e in found if boxes_meet(e[1].box, box)]
            ordered.sort(key=_FIRST)
            items = [item for _, item in ordered]
        if name in _WRITTEN:
            items += self._written.items(_WRITTEN[name], box, scale)
        elif name == "numbers":
            hexes = hexes_about(self.hexes, box, _GROUND_REACH) if self.numbers.bands(scale) else ()
            items = self._written.numbers(hexes, self._number, box, scale)
        elif name in WHOLE_LAYERS:
            items = self._whole_items(name).meeting(box)
        return items

    def placed(self, name: str, scale: float) -> list[Item]:
        """The items of a layer that are placed with regard to the whole map (names, labels, plates, numbers,
        those of `WHOLE_LAYERS`), for a picture of this scale."""
        if name in _WRITTEN:
            return self._written.items(_WRITTEN[name], None, scale)
        if name == "numbers":
            return self._written.numbers(
                self.hexes.design.map.grid, self._written.plain_numbers.item, None, scale)
        return list(self._whole_items(name)) if name in WHOLE_LAYERS else []

    @property
    def numbers(self) -> Numbers:
        """The hex numbers of the design in their usual positions."""
        return self._written.plain_numbers

    def moved_numbers(self, scale: float) -> dict[Hex, Item | None]:
        """The hexes whose numbers are displaced by names in a picture of this scale, with their numbers; None
        for a number without room."""
        return self._written.moved_numbers(scale)

    def missing(self, layers: Collection[str], box: Box) -> Iterator[None]:
        """Make the items of some layers in a box, one hex per step, so that the caller can stop in between.
        Text is not included."""
        wanted = dict.fromkeys(x for x in LOCAL_LAYERS if x in layers)
        for hex in self.hexes_in(box):
            known = self._made.get(hex)
            if known is None or not known.keys() >= wanted.keys():
                for layer in wanted:
                    self._of(layer, hex)
                yield

    def hexes_in(self, box: Box) -> list[Hex]:
        """The hexes that may have items in a box of the picture."""
        geometry = self.hexes.geometry
        # One box is asked about for each layer in turn.
        if self._about is None or self._about[0] is not geometry or self._about[1] != box:
            self._about = geometry, box, hexes_about(self.hexes, box, REACH)
        return self._about[2]

    # -- hexes -------------------------------------------------------------------------------

    def _of(self, layer: str, hex: Hex) -> list[Ordered]:
        known = self._made.get(hex)
        if known is not None and (items := known.get(layer)) is not None:
            return items
        if known is None:
            if len(self._made) >= _MOST_HEXES and len(self.hexes.design.map.grid) > KEPT_WHOLE:
                for old in list(self._made)[: _MOST_HEXES // 4]:
                    del self._made[old]
            known = self._made[hex] = {}
        known[layer] = items = self.hexes.of(layer, hex)
        return items

    def _ground_again(self, hexes: Collection[Hex]) -> list[Box]:
        """Drop the cached ground of hexes; returns its boxes."""
        made = self._made
        for hex in hexes if len(hexes) < len(made) else made.keys() & hexes:
            if (known := made.get(hex)) is not None:
                for layer in GROUND_LAYERS:
                    known.pop(layer, None)
        return self._ground_boxes(hexes)

    def _ground_boxes(self, hexes: Collection[Hex]) -> list[Box]:
        """The boxes of the ground of hexes; for many hexes, one per block."""
        centre = self.hexes.geometry.centre
        if len(hexes) <= _MOST_SINGLE:
            ends = [(hex, hex) for hex in hexes]
        else:
            blocks: dict[tuple[int, int], list[int]] = {}
            for col, row in hexes:
                block = blocks.setdefault((col // _BLOCK, row // _BLOCK), [col, row, col, row])
                block[0], block[1] = min(block[0], col), min(block[1], row)
                block[2], block[3] = max(block[2], col), max(block[3], row)
            ends = [(Hex(a, b), Hex(c, d)) for a, b, c, d in blocks.values()]
        boxes = []
        for one, other in ends:
            (x0, y0), (x1, y1) = centre(one), centre(other)
            # In a block, hexes of staggered lines extend half a hex beyond those at its corners.
            reach = _GROUND_REACH if one == other else _GROUND_REACH + 1.0
            boxes.append((min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach))
        return boxes

    def _made_again(self, layer: str, hex: Hex) -> list[Box]:
        """Make a hex of a layer again; returns the boxes of what changed."""
        known = self._made.get(hex)
        old = known.get(layer) if known is not None else None
        if known is None or old is None:
            return self._made_later(layer, hex)
        new = self.hexes.of(layer, hex)
        if new == old:
            return []
        known[layer] = new
        return [i.box for o, i in old if (o, i) not in new] + [i.box for o, i in new if (o, i) not in old]

    def _made_later(self, layer: str, hex: Hex) -> list[Box]:
        """Drop a hex of a layer; returns the box of all that may be in it."""
        if (known := self._made.get(hex)) is not None:
            known.pop(layer, None)
        x, y = self.hexes.geometry.centre(hex)
        return [(x - REACH, y - REACH, x + REACH, y + REACH)]

    # -- the map as a whole ------------------------------------------------------------------

    @property
    def _written(self) -> MapText:
        if self._writing is None:
            self._writing = MapText(self.hexes.ground, self.style, self.hexes.roads, self._stack_boxes)
        return self._writing

    @property
    def _stack_boxes(self) -> StackBoxes | None:
        stacks = self.hexes.stacks if self._counters else None
        return StackBoxes(stacks, self.hexes.geometry, self.style) if stacks else None

    def _number(self, hex: Hex, band: Band) -> Item | None:
        """The number of a hex in its usual position, in a band of scales."""
        if (hex, band) not in self._numbers:
            if len(self._numbers) >= _MOST_NUMBERS:
                self._numbers.clear()
            self._numbers[hex, band] = self._written.plain_numbers.item(hex, band)
        return self._numbers[hex, band]

    def _forget_numbers(self, changes: Mapping[str, Collection[Hex] | None]) -> list[Box]:
        """Drop the numbers of hexes whose ground or features changed; returns the boxes of those whose
        features changed."""
        touched = changes.get("numbers", ())
        towns = changes.get("features", ())
        if touched is None or towns is None:
            self._numbers.clear()
            return [self.bounds]
        hexes = {*touched, *towns}
        if hexes and self._numbers:
            for key in [k for k in self._numbers if k[0] in hexes]:
                del self._numbers[key]
        return self._ground_boxes(towns)

    def _whole_items(self, name: str) -> BoxIndex[Item]:
        map, geometry = self.hexes.design.map, self.hexes.geometry
        part = WHOLE_LAYERS[name].part(map)
        if name not in self._whole or self._whole[name][0] is not part:
            items = whole_layer(name, map, geometry, self.style)
            self._whole[name] = part, BoxIndex((item.box, item) for item in items)
        return self._whole[name][1]


def hexes_about(layers: HexLayers, box: Box, reach: float) -> list[Hex]:
    """The hexes of the map whose centres are within `reach` of a box of the picture."""
    return hexes_within(layers.geometry, box, reach)


def shown_layers(hidden: Collection[str]) -> tuple[str, ...]:
    """The layers that are not hidden, from bottom to top."""
    return tuple(x for x in ALL_LAYERS if x not in hidden)


def _differing(before: list[Item], after: list[Item]) -> list[Box]:
    old, new = set(before), set(after)
    return [i.box for i in before if i not in new] + [i.box for i in after if i not in old]
