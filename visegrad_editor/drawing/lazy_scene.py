"""The scene of a design, drawn only where it is looked at: for maps of any size.

What hexes add to the picture is made when a box with them is asked for, and kept. After an edit only
the hexes it touched are made again. The items are those of `scene.map_scene`, in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from operator import itemgetter

from ..hexgrid import Hex
from ..model.design import Design
from .areas import area_item
from .box_index import BoxIndex
from .curves import Box, boxes_meet
from .dressing import dressed
from .hex_layers import LOCAL_LAYERS, HexLayers, Ordered
from .looks import layer_looks
from .primitives import Item
from .roads import SHIELDS_FROM
from .scene_builder import ALL_LAYERS, GROUND_LAYERS, MARGIN, Position
from .style import DEFAULT, Style
from .writing.far_writing import far_labels, far_names
from .writing.labels import label_areas, label_items
from .writing.names import ALL_NAMES_FROM, name_items
from .writing.obstacles import Obstacles, hexes_within

REACH = 2.3
"""No hex adds anything farther than this from its centre, in map units."""
_GROUND_REACH = 1.6
"""The same for the layers of the ground."""
_MOST_SINGLE = 200
"""Of more hexes that are different, neighbours are told of together."""
_BLOCK = 8
_WHOLE = ("labels", "names", "shields", "areas", "far labels", "far names")
"""What is placed with an eye to all of the map, and is not much."""
_PARTS = {"roads": ("shields",), "names": ("names", "far names"), "labels": ("labels", "far labels"),
          "areas": ("areas",)}
"""Of these the layers consist, of roads besides what lies in hexes."""
_MOST_HEXES = 3_500
"""More hexes than these are not kept; they take some ten kilobytes each."""
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
        self._names: dict[Hashable, Item] = {}
        self._in_the_way: tuple[HexLayers, Obstacles] | None = None
        self._labels: dict[Hashable, Item] = {}
        self._whole: dict[str, tuple[tuple[object, ...], list[Item], BoxIndex[Item]]] = {}

    @property
    def hexes(self) -> HexLayers:
        """What draws the hexes of the design shown."""
        assert self._hexes is not None
        return self._hexes

    @property
    def design(self) -> Design | None:
        """The design shown, None before the first."""
        return self._hexes.design if self._hexes is not None else None

    def show(self, design: Design, position: Position | None = None) -> list[Box]:
        """Draw this design from now on; the boxes that may look different from the one before."""
        old = self._hexes
        design, style = dressed(design, self.chosen)
        if style != self.style:
            self.style, old = style, None
        self._hexes = new = HexLayers(design, self.style, position, old)
        if old is None or old.geometry != new.geometry:
            left, top, right, bottom = new.geometry.bounds()
            self.bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
            self._made.clear()
            self._names.clear()
            self._labels.clear()
            self._whole.clear()
            return [self.bounds]
        boxes: dict[Box, None] = {}
        changes = new.touched(old)
        ground = changes.get(GROUND_LAYERS[0])
        if ground:
            # These are touched together, and often very many at once.
            changes = {layer: touched for layer, touched in changes.items()
                       if layer not in GROUND_LAYERS or touched is None}
            boxes.update(dict.fromkeys(self._ground_again(ground)))
        for layer, touched in changes.items():
            if touched is None:
                for layers in self._made.values():
                    layers.pop(layer, None)
                boxes[self.bounds] = None
                continue
            for hex in touched:
                boxes.update(dict.fromkeys(self._made_again(layer, hex)))
        if old.design.ruleset is not design.ruleset or old.design.map is not design.map:
            for part in tuple(self._whole):
                before = self._whole[part][1]
                after = self._whole_items(part)
                if after is not before:
                    boxes.update(dict.fromkeys(_differing(before, after)))
        return list(boxes)

    def layer(self, name: str, box: Box) -> list[Item]:
        """The items of a layer that lie in a box, from bottom to top."""
        found: list[Item] = []
        if name in LOCAL_LAYERS:
            ordered: list[Ordered] = []
            for hex in self.hexes_in(box):
                ordered += [e for e in self._of(name, hex) if boxes_meet(e[1].box, box)]
            ordered.sort(key=_FIRST)
            found = [item for _, item in ordered]
        for part in _PARTS.get(name, ()):
            if part not in self._whole:
                self._whole_items(part)
            found += self._whole[part][2].meeting(box)
        return found

    def placed(self, name: str, scale: float) -> list[Item]:
        """The items of a layer that are placed with an eye to all of the map, where a picture of that scale
        shows any: names, labels, areas, and of roads the shields."""
        if name == "roads":
            return self._whole_items("shields") if scale >= SHIELDS_FROM else []
        if name == "labels":
            near = self._whole_items(name) if self._has_names(scale) else self._labels_alone()
            return near + self._far_labels(scale)
        if name == "names" and scale < ALL_NAMES_FROM:
            far = far_names(
                self.hexes.design, self.style, self._obstacles(), self._far_labels(scale), scale)
            return self._whole_items(name) + far if self._has_names(scale) else far
        return self._whole_items(name) if name in _WHOLE else []

    def _has_names(self, scale: float) -> bool:
        """Whether names of places are large enough to be read."""
        style, places = self.style, self.hexes.design.map.places
        largest = max([style.capital_size, style.name_size, *(p.lettering.size for p in places)])
        return largest * scale >= 0.8 * style.name_least_pixels

    def _labels_alone(self) -> list[Item]:
        """The labels where names do not show: of these, only those near labels are placed."""
        design, obstacles = self.hexes.design, self._obstacles()
        names = name_items(design, self.style, within=label_areas(design, self.style, obstacles))
        return [i for i in label_items(design, self.style, obstacles, names) if i is not None]

    def _far_labels(self, scale: float) -> list[Item]:
        return far_labels(self.hexes.design, self.style, self._obstacles(), scale=scale)

    def missing(self, layers: Collection[str], box: Box) -> Iterator[None]:
        """Make what a box needs of some layers, a hex at a time, so that one can stop between."""
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
            if len(self._made) >= _MOST_HEXES:
                for old in list(self._made)[: _MOST_HEXES // 4]:
                    del self._made[old]
            known = self._made[hex] = {}
        found = known.get(layer)
        if found is None:
            found = known[layer] = self.hexes.of(layer, hex)
        return found

    def _ground_again(self, hexes: Collection[Hex]) -> list[Box]:
        """Forget the ground of hexes, which is made again when it is looked at; the boxes where it lies, of
        many hexes one for each block of them."""
        made, centre = self._made, self.hexes.geometry.centre
        for hex in hexes if len(hexes) < len(made) else made.keys() & hexes:
            if (known := made.get(hex)) is not None:
                for layer in GROUND_LAYERS:
                    known.pop(layer, None)
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

    def _whole_items(self, part: str) -> list[Item]:
        """The items of a part; the same list as before where nothing it depends on is different."""
        inputs = self._inputs(part)
        known = self._whole.get(part)
        if known is not None and _same(known[0], inputs):
            return known[1]
        items: list[Item] = self._make(part)
        if known is not None:
            if known[1] == items:
                self._whole[part] = (inputs, known[1], known[2])
                return known[1]
            if part != "names":  # which come out as the same objects
                equal = {i: i for i in known[1]}
                items = [equal.get(i, i) for i in items]
        self._whole[part] = (inputs, items, BoxIndex((i.box, i) for i in items))
        return items

    def _make(self, part: str) -> list[Item]:
        design, geometry = self.hexes.design, self.hexes.geometry
        map = design.map
        if part == "names":
            return name_items(design, self.style, self._names)
        if part == "shields":
            written = [i.box for x in ("names", "labels") for i in self._whole_items(x)]
            signs = [b for p in map.places for b in self._obstacles().features(p.hex)]
            return self.hexes.roads.shields((*written, *signs))
        if part == "far labels":
            return far_labels(design, self.style, self._obstacles(), self._labels)
        if part == "far names":
            return far_names(design, self.style, self._obstacles(), self._whole_items("far labels"))
        if part == "areas":
            made = (area_item(area, i, geometry, self.style) for i, area in enumerate(map.areas))
            return [item for item in made if item is not None]
        placed = label_items(
            design, self.style, self._obstacles(), self._whole_items("names"), self._labels)
        return [item for item in placed if item is not None]

    def _obstacles(self) -> Obstacles:
        if self._in_the_way is None or self._in_the_way[0] is not self.hexes:
            self._in_the_way = self.hexes, Obstacles(
                self.hexes.design, self.hexes.ground, self.hexes.roads)
        return self._in_the_way[1]

    def _inputs(self, part: str) -> tuple[object, ...]:
        design = self.hexes.design
        map, looks = design.map, layer_looks(design.ruleset, "features")
        if part == "names":
            return map.places, looks
        if part == "shields":
            return (map.roads, layer_looks(design.ruleset, "roads"), map.places, self._whole_items("names"),
                    self._whole_items("labels"))
        if part == "areas":
            return (map.areas,)
        if part == "far names":
            return map.places, looks, self._whole_items("far labels")
        colours = tuple(self.hexes.ground.kind(x.hex).colour for x in map.labels if x.hex in map.grid)
        return (map.labels, looks, colours, self._whole_items("names"), map.roads, map.lines, map.countries,
                self.hexes.ground.shore_rows)


def hexes_about(layers: HexLayers, box: Box, reach: float) -> list[Hex]:
    """The hexes of the map whose centres lie within `reach` of a box of the picture."""
    return hexes_within(layers.geometry, box, reach)


def shown_layers(hidden: Collection[str]) -> tuple[str, ...]:
    """The layers that are not hidden, from bottom to top."""
    return tuple(x for x in ALL_LAYERS if x not in hidden)


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether what a part depends on is the same: documents by identity, looks by value."""
    return all(a is b or (isinstance(a, tuple) and isinstance(b, tuple) and len(a) < 500 and a == b)
               for a, b in zip(one, other, strict=True))


def _differing(before: Sequence[Item], after: Sequence[Item]) -> list[Box]:
    old, new = {id(i) for i in before}, {id(i) for i in after}
    return [i.box for i in before if id(i) not in new] + [i.box for i in after if id(i) not in old]
