"""Maps as GeoJSON (RFC 7946), for geographic information systems."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..drawing.counters import counters_by_hex
from ..hexgrid import Point
from ..hexgrid.corners import corner_point, corner_runs
from ..model.counter_values import own_values, value_of
from ..model.design import Design
from ..model.georeference import georeference
from ..model.in_play import InPlay
from .errors import ExportError

MAP_UNITS = "urn:x-visegrad-editor:crs:map-units"
"""The name of the reference system of maps without a place on the earth: x to the right and y upward in hex
sides, from the upper left corner. The standard knows only degrees."""
_DEGREES, _UNITS = 6, 4
"""Decimals: a tenth of a metre, and a hair's breadth on paper."""


def map_geojson(design: Design) -> bytes:
    """The map as a collection of features, in degrees if it has a geographic reference.

    Hexes are polygons; runs of hexsides and roads are lines; places, labels and the counters at start are
    points. The property `layer` says which is which. If a scenario has only a part of the map in play, all of
    the map is written, and the property `in_play` of everything in a hex says whether the hex is in play.
    """
    features = list(_features(design))
    _mark_play(design, features)
    on_earth = _place(design, features)
    head: dict[str, Any] = {"type": "FeatureCollection", "title": design.map.title}
    if design.scenario is not None and not InPlay(design).whole:
        head["play_area"] = list(design.scenario.play_area)
    if not on_earth:
        head["crs"] = {"type": "name", "properties": {"name": MAP_UNITS}}
    lines = ",\n".join(json.dumps(f, ensure_ascii=False) for f in features)
    start = json.dumps(head, ensure_ascii=False)[:-1]
    return f'{start}, "features": [\n{lines}\n]}}\n'.encode()


def _features(design: Design) -> Iterator[dict[str, Any]]:
    """The features; their coordinates are points of the map."""
    map, rules, grid, geometry = design.map, design.ruleset, design.map.grid, design.map.geometry
    areas: dict[Any, list[str]] = {}
    for area in map.areas:
        for hex in area.hexes:
            areas.setdefault(hex, []).append(area.id)
    for hex in grid:
        corners = geometry.corners(hex)
        kind, place = rules.terrain_by_id.get(map.terrain.at(hex)), map.place_at.get(hex)
        yield _feature("Polygon", [[*corners, corners[0]]], "hex", f"hex-{grid.number(hex)}", {
            "hex": grid.number(hex), "terrain": map.terrain.at(hex),
            "terrain_name": kind.name if kind else "",
            "country": map.countries.at(hex), "name": place.name if place else "",
            "features": list(map.features_at(hex)), "areas": areas.get(hex, [])})
    for i, line in enumerate(map.lines):
        sides = iter(line.sides)
        for j, run in enumerate(corner_runs(grid, line.sides)):
            points = [corner_point(geometry, c) for c in run]
            yield _feature("LineString", points, "hexside", f"hexside-{i}-{j}", {
                "kind": line.kind, "name": line.name, "width": line.width,
                "sides": [grid.side_text(next(sides)) for _ in range(len(run) - 1)]})
    for i, road in enumerate(map.roads):
        path = [geometry.centre(h) for h in road.path]
        yield _feature("LineString", path, "road", f"road-{i}", {
            "kind": road.kind, "name": road.name, "hexes": [grid.number(h) for h in road.path]})
    for place in map.places:
        number = grid.number(place.hex)
        yield _feature("Point", geometry.centre(place.hex), "place", f"place-{number}", {
            "hex": number, "name": place.name, "features": list(place.features)})
    for i, label in enumerate(map.labels):
        yield _feature("Point", geometry.centre(label.hex), "label", f"label-{i}", {
            "hex": grid.number(label.hex), "name": label.text, "style": label.style})
    for hex, counters in counters_by_hex(design, None).items():
        for unit in (counter.unit for counter in counters):
            yield _feature("Point", geometry.centre(hex), "counter", f"counter-{unit.key}", {
                "hex": grid.number(hex), "unit": unit.key, "name": unit.name, "nationality": unit.nationality,
                "type": unit.type,
                **{v.id: value_of(design.ruleset, unit, v.id) or 0 for v in own_values(design.ruleset)}})


def _mark_play(design: Design, features: Sequence[dict[str, Any]]) -> None:
    """Mark everything in a hex with whether it is in play; do nothing if all of the map is."""
    play = InPlay(design)
    if play.whole:
        return
    for feature in features:
        number = feature["properties"].get("hex")
        hex = design.map.grid.parse(number) if number else None
        if hex is not None:
            feature["properties"]["in_play"] = hex in play


def _feature(kind: str, points: Any, layer: str, id: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Feature", "id": id, "geometry": {"type": kind, "coordinates": points},
            "properties": {"layer": layer, **properties}}


def _place(design: Design, features: Sequence[dict[str, Any]]) -> bool:
    """Replace the points by degrees, or by map units with y upward; returns whether they are degrees."""
    rings = [_ring(f["geometry"]) for f in features]
    points = np.array([p for ring in rings for p in ring], float).reshape(-1, 2)
    reference = georeference(design.map)
    if reference is None:
        x, y, decimals = points[:, 0], -points[:, 1], _UNITS
    else:
        x, y = reference.to_earth(points[:, 0], points[:, 1])
        decimals = _DEGREES
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            raise ExportError("According to its geographic reference a part of the map lies off the earth.")
    # Adding 0 turns -0 into 0.
    placed = (np.round(np.column_stack((x, y)), decimals) + 0.0).tolist()
    start = 0
    for feature, ring in zip(features, rings, strict=True):
        geometry, part = feature["geometry"], placed[start : start + len(ring)]
        start += len(ring)
        if geometry["type"] == "Polygon":
            geometry["coordinates"] = [part if _turns_left(part) else part[::-1]]
        else:
            geometry["coordinates"] = part[0] if geometry["type"] == "Point" else part
    return reference is not None


def _ring(geometry: dict[str, Any]) -> Sequence[Point]:
    points: Any = geometry["coordinates"]
    ring: Sequence[Point] = points[0] if geometry["type"] == "Polygon" else points
    return [points] if geometry["type"] == "Point" else ring


def _turns_left(ring: Sequence[Sequence[float]]) -> bool:
    """Whether a ring runs counterclockwise, as the standard requires of outer rings."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(ring)) > 0
