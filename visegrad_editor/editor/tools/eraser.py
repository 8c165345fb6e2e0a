"""The eraser: erases hexsides, roads, places and labels under the pointer."""

from __future__ import annotations

import math
from dataclasses import field, fields

from ...hexgrid import Hex, Hexside, Point
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.hexsides import erase_sides
from ...model.edit.labels import set_label
from ...model.edit.places import remove_place
from ...model.edit.roads import erase_road
from ...model.gamemap import GameMap, Place
from ..map.layers import locked_text, titles
from .base import OFF_MAP, Brush, Edit, Pointer, Preview, Tool, count, refusal
from .nearby import roads_near, sides_near

_WORDS = {"sides": "hexside", "segments": "stretch of road", "places": "place", "labels": "label"}
_LAYERS = {
    "hexsides": ("rivers",), "roads": ("roads",), "places": ("features", "names"), "labels": ("names",)}
"""The layers of each kind of thing it erases."""
_CENTRE = 0.45
"""How near the centre of a hex its place is touched, in map units."""


@dataclass
class _Touched:
    """What the eraser has touched, in order."""

    sides: dict[Hexside, None] = field(default_factory=dict)
    segments: dict[Hexside, None] = field(default_factory=dict)
    places: dict[Hex, None] = field(default_factory=dict)
    labels: dict[Hex, None] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    """The locked layers it has touched, which stay unchanged."""

    def __bool__(self) -> bool:
        return bool(self.sides or self.segments or self.places or self.labels)

    def copy(self) -> _Touched:
        """An independent copy."""
        return _Touched(*(getattr(self, f.name).copy() for f in fields(self)))

    @property
    def words(self) -> str:
        """`2 hexsides and 1 place`."""
        parts = [(len(getattr(self, key)), word) for key, word in _WORDS.items() if getattr(self, key)]
        counts = [f"{n} stretches of road" if word.startswith("stretch") and n > 1 else count(n, word)
                  for n, word in parts]
        return f"{', '.join(counts[:-1])} and {counts[-1]}" if len(counts) > 1 else "".join(counts)


def _layers_of(place: Place) -> tuple[str, ...]:
    """The layers a place belongs to: its features and its name go together."""
    return (*(("features",) if place.features else ()), *(("names",) if place.name else ()))


class EraserTool(Tool):
    """Erases what it is dragged over: hexside lines, roads, and the place and the label of a hex near its
    centre. The palette chooses among them."""

    gathers = True
    id = "eraser"
    form = "eraser"
    name = "Eraser"
    order = 120
    key = "e"
    icon = "eraser"
    hint = "Drag over rivers, roads, places and labels to erase them. Choose above the palette what to erase."

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._touched = _Touched()
        self._last: Point | None = None

    @property
    def layers_to_show(self) -> frozenset[str]:
        return frozenset(id for what in self.brush.eraser_kinds for id in _LAYERS[what])

    def press(self, design: Design, at: Pointer) -> None:
        self.cancel()
        super().press(design, at)
        self._touch(design, at.point, at.near, self._touched)
        self._last = at.point

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active:
            return
        x0, y0 = self._last or at.point
        x1, y1 = at.point
        steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / 0.2))
        for i in range(1, steps + 1):
            t = i / steps
            self._touch(design, (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), at.near, self._touched)
        self._last = at.point

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        touched = self._touched
        self.cancel()
        map = erase_sides(design.map, touched.sides) if touched.sides else design.map
        map = erase_road(map, touched.segments) if touched.segments else map
        for hex in touched.places:
            map = remove_place(map, hex)
        for hex in touched.labels:
            map = set_label(map, hex, "")
        after = with_map(design, map)
        return None if after is design else Edit(f"Erase {touched.words}", after)

    def cancel(self) -> None:
        super().cancel()
        self._touched, self._last = _Touched(), None

    def preview(self, design: Design, at: Pointer) -> Preview:
        if not self.brush.eraser_kinds:
            return refusal("Tick above the palette what the eraser is to erase")
        if at.hex is None and not self._touched:
            return refusal(OFF_MAP)
        touched = self._touched.copy()
        self._touch(design, at.point, at.near, touched)
        if not touched and touched.kept:
            return refusal(locked_text(touched.kept))
        if not touched:
            return refusal("Nothing to erase here")
        kept = f"; {titles(touched.kept)}: locked" if touched.kept else ""
        return Preview(hexes=frozenset((*touched.places, *touched.labels)), sides=tuple(touched.sides),
                       stretches=tuple(touched.segments), erasing=True, colour="#d03030",
                       text=f"Erase {touched.words}{kept}")

    def _touch(self, design: Design, point: Point, near: float, touched: _Touched) -> None:
        map, what = design.map, self.brush.eraser_kinds
        hex = map.geometry.hex_at(*point)
        if hex is None:
            return
        if "hexsides" in what and (sides := sides_near(map, point, near)) and self._may(touched, "rivers"):
            touched.sides.update(dict.fromkeys(sides))
        if "roads" in what and (roads := roads_near(map, point, near * 0.8)) and self._may(touched, "roads"):
            touched.segments.update(dict.fromkeys(roads))
        if math.dist(point, map.geometry.centre(hex)) < max(near, _CENTRE):
            place = map.place_at.get(hex)
            if "places" in what and place is not None and self._may(touched, *_layers_of(place)):
                touched.places[hex] = None
            if "labels" in what and any(x.hex == hex for x in map.labels) and self._may(touched, "names"):
                touched.labels[hex] = None

    def _may(self, touched: _Touched, *layers: str) -> bool:
        """Whether things on these layers may be erased; remembers the locked ones."""
        locked = self.brush.locked & set(layers)
        touched.kept |= locked
        # Hidden things are not erased either, and no message is needed: nobody aimed at them.
        return not locked and not self.brush.hidden & set(layers)

    # -- the hex cursor -----------------------------------------------------------------

    aims = 7

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        # The centre, then the middles of the six hexsides, where rivers and roads are.
        if n == 0:
            return map.geometry.centre(hex)
        (x, y), (u, v) = map.geometry.centre(hex), map.geometry.side_middle(map.grid.side(hex, n - 1))
        return (x * 0.05 + u * 0.95, y * 0.05 + v * 0.95)
