"""Objects of a Tiled map as entries of a map file: where a shape lies says which hexes it means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ...hexgrid import Hex, HexGeometry, HexGrid, Hexside, Point
from ...hexgrid.corner_walk import CornerWalk
from ...hexgrid.corners import nearest_corner
from ...model.ruleset import Ruleset
from .document import MapObject, ObjectLayer, TiledMap
from .entries import HOLDS, ORDER, from_properties
from .geometry import TileGeometry, text_pixels

_NAMES = {
    "hexsides": ("hexside", "river", "stream", "edge", "border", "wall", "water"),
    "roads": ("road", "highway", "rail", "track", "path"),
    "places": ("place", "cities", "city", "town", "village", "poi"),
    "labels": ("label", "text", "name"),
}
"""Words in the names of layers of other people's maps that say what they hold."""
_MOST_POINTS = 200_000
_MOST_STEPS = 300_000
"""From hex to hex and from corner to corner along the lines of a map."""


@dataclass
class Found:
    """The entries of the sections of a map file, in their order, and the counters' hexes by unit key."""

    hexsides: list[dict[str, Any]] = field(default_factory=list)
    roads: list[dict[str, Any]] = field(default_factory=list)
    places: list[dict[str, Any]] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)
    counters: dict[str, Hex] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class ObjectReader:
    """Reads the objects of one map."""

    def __init__(self, map: TiledMap, grid: HexGrid, ruleset: Ruleset) -> None:
        self.map, self.grid, self.ruleset = map, grid, ruleset
        self.tiles = TileGeometry(map.stagger_axis == "y", map.tile_width, map.tile_height, map.side_length)
        self.geometry = HexGeometry(grid)
        self.found = Found()
        self._left: dict[str, int] = {}
        self._steps = 0
        self._ordered: dict[tuple[str, int], dict[str, Any]] = {}

    def read(self) -> Found:
        """The entries of all objects."""
        keyed: dict[str, list[tuple[float, int, dict[str, Any]]]] = {s: [] for s in _NAMES}
        points = objects = 0
        for layer in self.map.all_layers():
            if not isinstance(layer, ObjectLayer):
                continue
            for object in layer.objects:
                points += len(object.points)
                objects += 1
                if points > _MOST_POINTS or self._steps > _MOST_STEPS:
                    self.found.notes.append(
                        f"The objects have too many points; those from object {objects} on were left out.")
                    break
                section = self._section(layer, object)
                if section == "counters":
                    self._counter(object)
                    continue
                entry = self._entry(section, layer, object) if section else None
                if entry is None:
                    self._left[layer.name] = self._left.get(layer.name, 0) + 1
                elif entry:
                    order = object.properties.get(ORDER)
                    rank = float(order) if isinstance(order, int) else math.inf
                    keyed[section].append((rank, len(keyed[section]), entry))
        for section, entries in keyed.items():
            getattr(self.found, section).extend(e for _, _, e in sorted(entries, key=lambda x: x[:2]))
        for name, count in self._left.items():
            what = "1 object" if count == 1 else f"{count} objects"
            self.found.notes.append(
                f"Left out, as nothing on a hex map or off it: {what} of the layer “{name[:40]}”."
            )
        return self.found

    # -- what an object is --------------------------------------------------------------

    def _section(self, layer: ObjectLayer, object: MapObject) -> str:
        holds = str(layer.properties.get(HOLDS, ""))
        if holds in (*_NAMES, "counters"):
            return holds
        if object.shape == "text":
            return "labels"
        if object.shape == "tile":
            return "places" if object.name else ""
        if object.shape in ("polyline", "polygon"):
            if object.kind in self.ruleset.road_by_id:
                return "roads"
            if object.kind in self.ruleset.hexside_by_id:
                return "hexsides"
        words = f"{layer.name} {layer.kind} {object.kind}".lower()
        line = object.shape in ("polyline", "polygon")
        for section in ("hexsides", "roads") if line else ("places",):
            if any(word in words for word in _NAMES[section]):
                return section
        return "places" if object.shape == "point" and object.name else ""

    def _entry(self, section: str, layer: ObjectLayer, object: MapObject) -> dict[str, Any] | None:
        """The entry of an object; None where it cannot be one, {} where it was added to another."""
        base = {**from_properties(object.properties)}
        order = base.pop(ORDER, None)
        if object.name and section != "labels":
            base["name"] = object.name
        if section == "places":
            return self._place(base, object)
        if section == "labels":
            return self._label(base, object)
        if object.shape not in ("polyline", "polygon"):
            return None
        known = self.ruleset.hexside_by_id if section == "hexsides" else self.ruleset.road_by_id
        base["kind"] = self._kind(base, layer, object, known)
        if not base["kind"]:
            return None
        points = self._points(object)
        if section == "roads":
            path = self._path(points)
            return {**base, "path": "-".join(map(self.grid.number, path))} if len(path) > 1 else None
        sides = " ".join(map(self.grid.side_text, self._sides(points)))
        if not sides:
            return None
        earlier = self._ordered.get((section, order)) if isinstance(order, int) else None
        if earlier is not None and all(earlier.get(k) == base.get(k) for k in ("kind", "name", "width")):
            earlier["sides"] += f" {sides}"
            return {}
        entry = {**base, "sides": sides}
        if isinstance(order, int):
            self._ordered[section, order] = entry
        return entry

    def _kind(self, base: dict[str, Any], layer: ObjectLayer, object: MapObject, known: Iterable[str]) -> str:
        for kind in (base.get("kind"), object.kind, layer.properties.get("kind")):
            if isinstance(kind, str) and kind:
                return kind
        words = f"{layer.name} {layer.kind}".lower()
        ids = list(known)
        return next((k for k in ids if k in words), ids[0] if ids else "")

    def _place(self, base: dict[str, Any], object: MapObject) -> dict[str, Any] | None:
        hex = self._hex(_centre(object))
        features = [f for f in str(base.pop("features", "")).split() if f]
        if not features and object.kind in self.ruleset.feature_by_id:
            features = [object.kind]
        if hex is None or not (object.name or features):
            return None
        return {**base, "hex": self.grid.number(hex), **({"features": features} if features else {})}

    def _label(self, base: dict[str, Any], object: MapObject) -> dict[str, Any] | None:
        hex, text = self._hex(_centre(object)), (object.text or object.name).strip()
        if hex is None or not text:
            return None
        entry: dict[str, Any] = {**base, "text": text[:120], "hex": self.grid.number(hex)}
        size = base.get("size")
        same = isinstance(size, int | float) and text_pixels(size, self.tiles) == object.text_size
        if not same:
            entry["size"] = round(min(10.0, max(0.1, object.text_size / self.tiles.scale)), 2)
        before = entry.pop("rotation", 0)
        if isinstance(before, int | float) and (object.rotation - before) % 360 == 0:
            rotation: float = before
        else:
            rotation = math.remainder(object.rotation, 360.0)
        return {**entry, "rotation": rotation} if rotation else entry

    def _counter(self, object: MapObject) -> None:
        unit, hex = object.properties.get("unit"), self._hex(_centre(object))
        if isinstance(unit, str) and hex is not None:
            self.found.counters[unit] = hex

    # -- where it lies ------------------------------------------------------------------

    def _points(self, object: MapObject) -> list[Point]:
        """The points of a line in map units; a polygon comes back to its first."""
        angle = math.radians(object.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        points = object.points
        if object.shape == "polygon" and points:
            points = [*points, points[0]]
        return [
            self.tiles.to_units((object.x + x * cos - y * sin, object.y + x * sin + y * cos))
            for x, y in points
        ]

    def _hex(self, point: Point) -> Hex | None:
        return self.geometry.hex_at(*self.tiles.to_units(point))

    def _path(self, points: list[Point]) -> list[Hex]:
        """The hexes of the grid a line runs through."""
        hexes = [self.geometry.nearest(*p) for p in points]
        path = hexes[:1]
        for here, there in pairwise(hexes):
            far = max(abs(here.col - there.col), abs(here.row - there.row))
            if far >= 2000:
                continue
            self._steps += far
            if self._steps > _MOST_STEPS:
                break
            path += self.grid.line(here, there)[1:]
        return list(_once([h for h in path if h in self.grid]))

    def _sides(self, points: list[Point]) -> tuple[Hexside, ...]:
        """The hexsides a line follows from corner to corner."""
        left, top, right, bottom = self.geometry.bounds()
        inside = [
            (min(max(x, left - 0.5), right + 0.5), min(max(y, top - 0.5), bottom + 0.5)) for x, y in points
        ]
        if not inside:
            return ()
        walk = CornerWalk(self.geometry, nearest_corner(self.geometry, inside[0]))
        for here, there in pairwise(inside):
            steps = max(1, math.ceil(math.dist(here, there) / 0.9))
            self._steps += steps
            if self._steps > _MOST_STEPS:
                break
            for i in range(1, steps + 1):
                t = i / steps
                walk.follow((here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t))
        return walk.sides


def _centre(object: MapObject) -> Point:
    """The middle of an object, whatever its shape."""
    if object.shape == "point":
        return object.x, object.y
    angle = math.radians(object.rotation)
    dx = object.width / 2
    # Tiled places a tile by its lower left corner, everything else by the upper left one.
    dy = -object.height / 2 if object.shape == "tile" else object.height / 2
    return (
        object.x + dx * math.cos(angle) - dy * math.sin(angle),
        object.y + dx * math.sin(angle) + dy * math.cos(angle),
    )


def _once(hexes: Iterable[Hex]) -> Iterator[Hex]:
    """The hexes without those that equal the one before."""
    before: Hex | None = None
    for hex in hexes:
        if hex != before:
            yield hex
        before = hex
