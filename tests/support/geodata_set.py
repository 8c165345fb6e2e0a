"""A small made-up country as geographic data: two states, a marsh, heights, a river, four towns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PIL import Image

CONFIG = """\
format: 1
kind: geodata
name: twinland
title: Twinland
ruleset: blank
grid:
  orientation: flat
  columns: 14
  rows: 10
  numbering:
    order: column-first
    column: {start: 1, direction: right}
    row: {start: 1, direction: down}
geography:
  projection: laea
  centre: [10, 50]
  hex_km: 10
  rotation: 0
  anchor: {hex: "0705", at: [10, 50]}
known:
  - {hex: "0705", at: [10, 50], name: Middle}
  - {hex: "1402", at: [10, 50], name: Elsewhere, weight: 0}
sources:
  - {id: states, file: states.geojson, title: States of Twinland, licence: CC0}
  - {id: wet, file: wet.geojson, title: Waters of Twinland, licence: CC0}
  - {id: towns, file: towns.geojson, title: Towns of Twinland, licence: CC0}
  - {id: rivers, file: rivers.geojson, title: Rivers of Twinland, licence: CC0}
  - id: heights
    file: heights.png
    title: Heights of Twinland
    licence: CC0
    west: 9
    north: 51
    degrees: 0.02
    scale: 10
countries:
  source: states
  property: name
  values: {Westland: poland, Eastland: hungary}
  least: 0.3
terrain:
  ground: clear
  rules:
    - {terrain: marsh, coverage: {source: wet, where: {kind: marsh}, least: 0.5}}
    - terrain: mountain
      measures: [{sum: [{source: heights, statistic: mean}], least: 500}]
rivers:
  kind: river
  source: rivers
  property: name
  shortest: 1
  towns: {source: towns, property: name, size: people}
  lines:
    - {name: Long River, width: 2}
roads:
  source: towns
  property: name
  lines:
    - {kind: highway, name: A1, via: [Aton, Betown]}
places:
  source: towns
  property: name
  list:
    - {name: Aton, features: [city], provenance: {source: rulebook, rule: "2.1"}}
  every:
    - {size: people, least: 50000, features: [city]}
pins:
  - {hexes: "0303", terrain: mountain, provenance: {source: rulebook, rule: "9.0"}}
"""


def box(west: float, south: float, east: float, north: float) -> list[list[list[float]]]:
    """The ring of a rectangle."""
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


def collection(*features: tuple[str, Any, dict[str, Any]]) -> dict[str, Any]:
    """A FeatureCollection of (type, coordinates, properties)."""
    return {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}
        for kind, coordinates, properties in features]}


def write_set(folder: Path) -> Path:
    """Write the data and the config into a folder; return the path of the config."""
    folder.mkdir(parents=True, exist_ok=True)
    # The border runs along 10 degrees east; there is sea south of 49.75 degrees.
    documents = {
        "states": collection(
            ("Polygon", box(8, 49.75, 10, 51), {"name": "Westland"}),
            ("MultiPolygon", [box(10, 49.75, 12, 51)], {"name": "Eastland"})),
        "wet": collection(("Polygon", box(9.3, 50.2, 9.6, 50.4), {"kind": "marsh"})),
        "towns": collection(
            ("Point", [9.5, 49.9], {"name": "Aton", "people": 90000}),
            ("Point", [10.7, 50.1], {"name": "Betown", "people": 60000}),
            ("Point", [10.1, 50.12], {"name": "Riverside", "people": 20000}),
            ("Point", [10.3, 48.0], {"name": "Far Away", "people": 500000})),
        "rivers": collection(
            ("LineString",
             [[8.5, 50.08], [9.4, 50.1], [9.8, 50.07], [10.1, 50.11], [10.5, 50.05], [11.5, 50.06]],
             {"name": "Long River"})),
    }
    for name, data in documents.items():
        (folder / f"{name}.geojson").write_text(json.dumps(data), encoding="utf-8")
    heights = Image.new("L", (100, 100), 10)
    heights.paste(80, (60, 10, 100, 40))
    heights.save(folder / "heights.png")
    config = folder / "twinland.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    return config
