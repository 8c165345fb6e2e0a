"""The scene of a design for maps of any size: what is placed with regard to the whole map, made only where it
is needed, and which boxes of the map an edit changes.

What is known of each hex is in `DrawnHexes`; `tables` has what is made of both.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..hexgrid import Hex
from ..model.design import Design
from .box_index import BoxIndex
from .counters import UnitViews
from .curves import Box
from .drawn_hexes import DrawnHexes
from .layers import GROUND_LAYERS
from .map_bounds import map_bounds
from .primitives import Item
from .style import DEFAULT, Style
from .styled_design import apply_style
from .whole_layers import WHOLE_LAYERS, whole_layer
from .writing.label_displacement import StackBoxes
from .writing.map_text import MapText
from .writing.numbers import Numbers
from .writing.obstacles import hexes_within

_REACH = {"roads": 2.3, "sites": 1.5, "features": 1.5, "counters": 1.5}
"""What a hex adds to a layer is within this distance of its centre, in map units."""
_GROUND_REACH = 1.7
"""The same for the layers of the ground, for numbers, and for what is on hexsides."""
_MOST_SINGLE = 12
"""If more hexes changed, their boxes are merged into blocks."""
_BLOCK = 8
_WRITTEN = {"plates": "shields", "names": "names", "labels": "labels"}
"""The kind of text in a layer."""


class LazyScene:
    """The scene of one design after another, in one style."""

    def __init__(self, style: Style = DEFAULT) -> None:
        self.chosen = style
        self.style = style
        """The chosen style merged with that of the ruleset, once a design is shown."""
        self.bounds: Box = (0.0, 0.0, 1.0, 1.0)
        self._hexes: DrawnHexes | None = None
        self._writing: MapText | None = None
        self._counters = True
        self._whole: dict[str, tuple[object, BoxIndex[Item]]] = {}
        """The items of the layers that are made for the whole map, each with the part of the map it shows."""

    @property
    def hexes(self) -> DrawnHexes:
        """What is known of the hexes of the design shown."""
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
        self._hexes = new = DrawnHexes(design, self.style, position, old)
        if old is None or old.geometry != new.geometry:
            before, self.bounds = self.bounds, map_bounds(new.geometry)
            self._writing = None
            self._whole.clear()
            return list(dict.fromkeys((before, self.bounds)))
        boxes: dict[Box, None] = {}
        changes = new.touched(old)
        ground = changes.get(GROUND_LAYERS[0], ())
        if any(touched is None for touched in changes.values()):
            boxes[self.bounds] = None
        else:
            # The layers of the ground change together.
            boxes.update(dict.fromkeys(self._boxes_of(ground or (), _GROUND_REACH)))
            for layer, touched in changes.items():
                if layer in _REACH:
                    boxes.update(dict.fromkeys(self._boxes_of(touched or (), _REACH[layer])))
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
        """The items of a layer in a box, from bottom to top, if they are placed with regard to the whole map
        (names, labels, plates, numbers, those of `WHOLE_LAYERS`); with a `scale`, in pixels per map unit,
        text that is not visible at it is not placed."""
        items: list[Item] = []
        if name in _WRITTEN:
            items += self._written.items(_WRITTEN[name], box, scale)
        elif name == "numbers":
            hexes = hexes_within(self.hexes.geometry, box, _GROUND_REACH) if self.numbers.bands(scale) else ()
            items = self._written.numbers(hexes, self.numbers.item, box, scale)
        elif name in WHOLE_LAYERS:
            items = self._whole_items(name).meeting(box)
        return items

    def placed(self, name: str, scale: float) -> list[Item]:
        """All items of a layer, as `layer` returns them, for a picture of this scale."""
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

    def moved_numbers(
        self, scale: float, hexes: Sequence[Hex] | None = None, box: Box | None = None
    ) -> dict[Hex, Item | None]:
        """The hexes, of some hexes or of the map, whose numbers are displaced by text in a picture of this
        scale, with their numbers; None for a number without room. With a `box`, only numbers seen in it are
        right."""
        return self._written.moved_numbers(scale, hexes, box)

    def _boxes_of(self, hexes: Collection[Hex], reach: float) -> list[Box]:
        """The boxes of what hexes add to a layer; for many hexes, one per block."""
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
            more = reach if one == other else reach + 1.0
            boxes.append((min(x0, x1) - more, min(y0, y1) - more, max(x0, x1) + more, max(y0, y1) + more))
        return boxes

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

    def _whole_items(self, name: str) -> BoxIndex[Item]:
        map, geometry = self.hexes.design.map, self.hexes.geometry
        part = WHOLE_LAYERS[name].part(map)
        if name not in self._whole or self._whole[name][0] is not part:
            items = whole_layer(name, map, geometry, self.style)
            self._whole[name] = part, BoxIndex((item.box, item) for item in items)
        return self._whole[name][1]


def scene_of(design: Design, style: Style = DEFAULT, counters: bool = False) -> LazyScene:
    """The scene of a design that does not change. Names avoid the counters only if `counters` are shown."""
    scene = LazyScene(style)
    scene.show(design, counters=counters)
    return scene


def _differing(before: list[Item], after: list[Item]) -> list[Box]:
    old, new = set(before), set(after)
    return [i.box for i in before if i not in new] + [i.box for i in after if i not in old]
