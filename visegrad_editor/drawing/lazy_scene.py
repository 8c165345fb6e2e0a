"""The scene of a design, drawn only where it is looked at: for maps of any size.

What hexes add to the picture is made when a box with them is asked for, and kept. After an edit only
the hexes it touched are made again. The items are those of `scene.map_scene`, in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter

from ..hexgrid import Hex
from ..model.design import Design
from .areas import area_item
from .box_index import BoxIndex
from .curves import Box, boxes_meet
from .dressing import dressed
from .hex_layers import LOCAL_LAYERS, HexLayers, Ordered
from .primitives import Item
from .scene_builder import ALL_LAYERS, GROUND_LAYERS, MARGIN, Position
from .style import DEFAULT, Style
from .writing.aside import Pieces
from .writing.far_writing import Band
from .writing.map_writing import MapWriting
from .writing.numbers import Numbers
from .writing.obstacles import hexes_within

REACH = 2.3
"""No hex adds anything farther than this from its centre, in map units."""
_GROUND_REACH = 1.6
"""The same for the layers of the ground and for numbers."""
_MOST_SINGLE = 200
"""Of more hexes that are different, neighbours are told of together."""
_BLOCK = 8
_WRITTEN = {"plates": "shields", "names": "names", "labels": "labels"}
"""What is written in a layer."""
KEPT_WHOLE = 5_000
"""Maps of no more hexes are kept whole once they were seen."""
_MOST_HEXES = 2_000
"""Of larger ones no more hexes than these; they take some ten kilobytes each."""
_MOST_NUMBERS = 20_000
_FIRST = itemgetter(0)


class LazyScene:
    """The scene of one design after another, in one style."""

    def __init__(self, style: Style = DEFAULT) -> None:
        self.chosen = style
        self.style = style
        """The style chosen with what the ruleset says laid over it, once a design is shown."""
        self.bounds: Box = (0.0, 0.0, 1.0, 1.0)
        self._hexes: HexLayers | None = None
        self._made: dict[Hex, dict[str, list[Ordered]]] = {}
        self._numbers: dict[tuple[Hex, Band], Item | None] = {}
        self._writing: MapWriting | None = None
        self._counters = True
        self._areas: tuple[object, BoxIndex[Item]] | None = None

    @property
    def hexes(self) -> HexLayers:
        """What draws the hexes of the design shown."""
        assert self._hexes is not None
        return self._hexes

    @property
    def design(self) -> Design | None:
        """The design shown, None before the first."""
        return self._hexes.design if self._hexes is not None else None

    def show(
        self, design: Design, position: Position | None = None, counters: bool = True
    ) -> list[Box]:
        """Draw this design from now on; the boxes that may look different from the one before. Names make way
        for the `counters` unless these are hidden."""
        old, self._counters = self._hexes, counters
        design, style = dressed(design, self.chosen)
        if style != self.style:
            self.style, old = style, None
        self._hexes = new = HexLayers(design, self.style, position, old)
        if old is None or old.geometry != new.geometry:
            left, top, right, bottom = new.geometry.bounds()
            self.bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
            self._made.clear()
            self._numbers.clear()
            self._writing = self._areas = None
            return [self.bounds]
        boxes: dict[Box, None] = {}
        changes = new.touched(old)
        ground = changes.get(GROUND_LAYERS[0], ())
        boxes.update(dict.fromkeys(self._forget_numbers(changes)))
        if ground:
            # These are touched together, and often very many at once.
            changes = {layer: touched for layer, touched in changes.items()
                       if layer not in (*GROUND_LAYERS, "numbers") or touched is None}
            boxes.update(dict.fromkeys(self._ground_again(ground)))
        for layer, touched in changes.items():
            if touched is None:
                for layers in self._made.values():
                    layers.pop(layer, None)
                boxes[self.bounds] = None
                continue
            for hex in touched:
                boxes.update(dict.fromkeys(self._made_again(layer, hex)))
        if self._writing is not None and (
                old.design.ruleset is not design.ruleset or old.design.map is not design.map):
            boxes.update(dict.fromkeys(self._writing.show(new.ground, new.roads, ground)))
        if self._writing is not None:
            boxes.update(dict.fromkeys(
                self._writing.move_pieces(self._pieces, changes.get("counters", ()))))
        if self._areas is not None and self._areas[0] is not design.map.areas:
            before = list(self._areas[1])
            self._areas = None
            boxes.update(dict.fromkeys(_differing(before, list(self._area_items))))
        return list(boxes)

    def layer(self, name: str, box: Box, scale: float | None = None) -> list[Item]:
        """The items of a layer that lie in a box, from bottom to top; with a `scale`, in pixels per map unit,
        writing that is not shown there is not made."""
        found: list[Item] = []
        if name in LOCAL_LAYERS:
            ordered: list[Ordered] = []
            for hex in self.hexes_in(box):
                ordered += [e for e in self._of(name, hex) if boxes_meet(e[1].box, box)]
            ordered.sort(key=_FIRST)
            found = [item for _, item in ordered]
        if name in _WRITTEN:
            found += self._written.items(_WRITTEN[name], box, scale)
        elif name == "numbers":
            hexes = hexes_about(self.hexes, box, _GROUND_REACH) if self.numbers.bands(scale) else ()
            found = self._written.numbers(hexes, self._number, box, scale)
        elif name == "areas":
            found = self._area_items.meeting(box)
        return found

    def placed(self, name: str, scale: float) -> list[Item]:
        """The items of a layer that are placed with an eye to all of the map, where a picture of that scale
        shows any: names, labels, plates, numbers, areas."""
        if name in _WRITTEN:
            return self._written.items(_WRITTEN[name], None, scale)
        if name == "numbers":
            return self._written.numbers(
                self.hexes.design.map.grid, self._written.plain_numbers.item, None, scale)
        return list(self._area_items) if name == "areas" else []

    @property
    def numbers(self) -> Numbers:
        """The hex numbers of the design shown, as they are where no name is in their way."""
        return self._written.plain_numbers

    def moved_numbers(self, scale: float) -> dict[Hex, Item | None]:
        """The hexes of the map whose numbers make way for names in a picture of that scale, with their
        numbers, None where there is no room for one."""
        return self._written.moved_numbers(scale)

    def missing(self, layers: Collection[str], box: Box) -> Iterator[None]:
        """Make what a box needs of some layers, a hex at a time, so that one can stop between; of writing,
        nothing."""
        wanted = [x for x in LOCAL_LAYERS if x in layers]
        for hex in self.hexes_in(box):
            known = self._made.get(hex)
            if known is None or any(x not in known for x in wanted):
                for layer in wanted:
                    self._of(layer, hex)
                yield

    def hexes_in(self, box: Box) -> list[Hex]:
        """The hexes that may add something to a box of the picture."""
        return hexes_about(self.hexes, box, REACH)

    # -- hexes -------------------------------------------------------------------------------

    def _of(self, layer: str, hex: Hex) -> list[Ordered]:
        known = self._made.get(hex)
        if known is None:
            if len(self._made) >= _MOST_HEXES and len(self.hexes.design.map.grid) > KEPT_WHOLE:
                for old in list(self._made)[: _MOST_HEXES // 4]:
                    del self._made[old]
            known = self._made[hex] = {}
        found = known.get(layer)
        if found is None:
            found = known[layer] = self.hexes.of(layer, hex)
        return found

    def _ground_again(self, hexes: Collection[Hex]) -> list[Box]:
        """Forget the ground of hexes, which is made again when it is looked at; the boxes where it lies."""
        made = self._made
        for hex in hexes if len(hexes) < len(made) else made.keys() & hexes:
            if (known := made.get(hex)) is not None:
                for layer in GROUND_LAYERS:
                    known.pop(layer, None)
        return self._ground_boxes(hexes)

    def _ground_boxes(self, hexes: Collection[Hex]) -> list[Box]:
        """The boxes where the ground of hexes lies, of many hexes one for each block of them."""
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
        found = []
        for one, other in ends:
            (x0, y0), (x1, y1) = centre(one), centre(other)
            # In a block, hexes of staggered lines lie half a hex beyond those at its corners.
            reach = _GROUND_REACH if one == other else _GROUND_REACH + 1.0
            found.append((min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach))
        return found

    def _made_again(self, layer: str, hex: Hex) -> list[Box]:
        """Make a hex of a layer again; the boxes of what is different."""
        known = self._made.get(hex)
        old = known.get(layer) if known is not None else None
        if known is None or old is None:
            x, y = self.hexes.geometry.centre(hex)
            return [(x - REACH, y - REACH, x + REACH, y + REACH)]
        new = self.hexes.of(layer, hex)
        if new == old:
            return []
        known[layer] = new
        return [i.box for o, i in old if (o, i) not in new] + [i.box for o, i in new if (o, i) not in old]

    # -- the map as a whole ------------------------------------------------------------------

    @property
    def _written(self) -> MapWriting:
        if self._writing is None:
            self._writing = MapWriting(self.hexes.ground, self.style, self.hexes.roads, self._pieces)
        return self._writing

    @property
    def _pieces(self) -> Pieces | None:
        piles = self.hexes.piles if self._counters else None
        return Pieces(piles, self.hexes.geometry, self.style) if piles else None

    def _number(self, hex: Hex, band: Band) -> Item | None:
        """The usual number of a hex between two scales."""
        if (hex, band) not in self._numbers:
            if len(self._numbers) >= _MOST_NUMBERS:
                self._numbers.clear()
            self._numbers[hex, band] = self._written.plain_numbers.item(hex, band)
        return self._numbers[hex, band]

    def _forget_numbers(self, changes: Mapping[str, Collection[Hex] | None]) -> list[Box]:
        """Forget the numbers of hexes whose ground was touched, or which have other features; the boxes of
        the latter."""
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

    @property
    def _area_items(self) -> BoxIndex[Item]:
        map, geometry = self.hexes.design.map, self.hexes.geometry
        if self._areas is None or self._areas[0] is not map.areas:
            made = (area_item(area, i, geometry, self.style) for i, area in enumerate(map.areas))
            self._areas = map.areas, BoxIndex((item.box, item) for item in made if item is not None)
        return self._areas[1]


def hexes_about(layers: HexLayers, box: Box, reach: float) -> list[Hex]:
    """The hexes of the map whose centres lie within `reach` of a box of the picture."""
    return hexes_within(layers.geometry, box, reach)


def shown_layers(hidden: Collection[str]) -> tuple[str, ...]:
    """The layers that are not hidden, from bottom to top."""
    return tuple(x for x in ALL_LAYERS if x not in hidden)


def _differing(before: list[Item], after: list[Item]) -> list[Box]:
    old, new = set(before), set(after)
    return [i.box for i in before if i not in new] + [i.box for i in after if i not in old]
