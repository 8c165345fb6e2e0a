"""The eraser: takes away hexsides, roads, places and labels under the pointer."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields

from ...hexgrid import Hex, Hexside, Point
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.hexsides import erase_sides
from ...model.edit.labels import set_label
from ...model.edit.places import remove_place
from ...model.edit.roads import erase_road
from ...model.gamemap import GameMap, Place
from ..map.layers import locked_words, titles
from .base import OFF_MAP, Brush, Edit, Pointer, Preview, Tool, count, refusal
from .course import roads_near, sides_near

_WORDS = {"sides": "hexside", "segments": "stretch of road", "places": "place", "labels": "label"}
_LAYERS = {
    "hexsides": ("rivers",), "roads": ("roads",), "places": ("features", "names"), "labels": ("names",)}
"""The layers of what it erases."""
_CENTRE = 0.45
"""How near its centre a hex's place is touched, in map units."""


@dataclass
class _Found:
    """What the eraser has touched, in the order it did."""

    sides: dict[Hexside, None] = field(default_factory=dict)
    segments: dict[Hexside, None] = field(default_factory=dict)
    places: dict[Hex, None] = field(default_factory=dict)
    labels: dict[Hex, None] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    """The locked layers it has touched, which stay as they are."""

    def __bool__(self) -> bool:
        return bool(self.sides or self.segments or self.places or self.labels)

    def copy(self) -> _Found:
        """The same, to go on from without changing this one."""
        return _Found(*(getattr(self, f.name).copy() for f in fields(self)))

    @property
    def words(self) -> str:
        """`2 hexsides and 1 place`."""
        parts = [(len(getattr(self, key)), word) for key, word in _WORDS.items() if getattr(self, key)]
        told = [f"{n} stretches of road" if word.startswith("stretch") and n > 1 else count(n, word)
                for n, word in parts]
        return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)


def _layers_of(place: Place) -> tuple[str, ...]:
    """The layers a place belongs to: its features and its name go together."""
    return (*(("features",) if place.features else ()), *(("names",) if place.name else ()))


class EraserTool(Tool):
    """Erases what it is dragged over: rivers on the hexsides, roads near their line, and the place and
    the label of a hex near its centre; the palette says which of them."""

    gathers = True
    id = "eraser"
    name = "Eraser"
    order = 120
    key = "e"
    icon = "eraser"
    hint = ("Drag over rivers, roads, places and labels to erase them; above the palette stands "
            "which of them.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._found = _Found()
        self._last: Point | None = None

    @property
    def wants_seen(self) -> frozenset[str]:
        return frozenset(id for what in self.brush.erase for id in _LAYERS[what])

    def press(self, design: Design, at: Pointer) -> None:
        self.cancel()
        super().press(design, at)
        self._touch(design, at.point, at.near, self._found)
        self._last = at.point

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active:
            return
        x0, y0 = self._last or at.point
        x1, y1 = at.point
        steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / 0.2))
        for i in range(1, steps + 1):
            t = i / steps
            self._touch(design, (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), at.near, self._found)
        self._last = at.point

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        found = self._found
        self.cancel()
        map = erase_sides(design.map, found.sides) if found.sides else design.map
        map = erase_road(map, found.segments) if found.segments else map
        for hex in found.places:
            map = remove_place(map, hex)
        for hex in found.labels:
            map = set_label(map, hex, "")
        after = with_map(design, map)
        return None if after is design else Edit(f"Erase {found.words}", after)

    def cancel(self) -> None:
        super().cancel()
        self._found, self._last = _Found(), None

    def preview(self, design: Design, at: Pointer) -> Preview:
        if not self.brush.erase:
            return refusal("Tick above the palette what the eraser takes away")
        if at.hex is None and not self._found:
            return refusal(OFF_MAP)
        found = self._found.copy()
        self._touch(design, at.point, at.near, found)
        if not found and found.kept:
            return refusal(locked_words(found.kept))
        if not found:
            return refusal("Nothing to erase here")
        kept = f"; {titles(found.kept)}: locked" if found.kept else ""
        return Preview(hexes=frozenset((*found.places, *found.labels)), sides=tuple(found.sides),
                       stretches=tuple(found.segments), erasing=True, colour="#d03030",
                       text=f"Erase {found.words}{kept}")

    def _touch(self, design: Design, point: Point, near: float, found: _Found) -> None:
        map, what = design.map, self.brush.erase
        hex = map.geometry.hex_at(*point)
        if hex is None:
            return
        if "hexsides" in what and (sides := sides_near(map, point, near)) and self._may(found, "rivers"):
            found.sides.update(dict.fromkeys(sides))
        if "roads" in what and (roads := roads_near(map, point, near * 0.8)) and self._may(found, "roads"):
            found.segments.update(dict.fromkeys(roads))
        if math.dist(point, map.geometry.centre(hex)) < max(near, _CENTRE):
            place = map.place_at.get(hex)
            if "places" in what and place is not None and self._may(found, *_layers_of(place)):
                found.places[hex] = None
            if "labels" in what and any(x.hex == hex for x in map.labels) and self._may(found, "names"):
                found.labels[hex] = None

    def _may(self, found: _Found, *layers: str) -> bool:
        """Whether something of these layers may be erased; remembers those that are locked."""
        locked = self.brush.locked & set(layers)
        found.kept |= locked
        # What is not seen is not erased either, and nothing is said of it: nobody meant it.
        return not locked and not self.brush.hidden & set(layers)

    # -- the hex cursor -----------------------------------------------------------------

    aims = 7

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        # The centre, then the middles of the six hexsides, where rivers and roads are.
        if n == 0:
            return map.geometry.centre(hex)
        (x, y), (u, v) = map.geometry.centre(hex), map.geometry.side_middle(map.grid.side(hex, n - 1))
        return (x * 0.05 + u * 0.95, y * 0.05 + v * 0.95)
