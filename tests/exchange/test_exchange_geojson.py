"""GeoJSON according to its standard, RFC 7946."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import shape
from small_design import small_design

from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.geojson import MAP_UNITS
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.geography import Geography
from visegrad_editor.model.georeference import georeference


def exported(design: Design, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export(design, folder / "a.geojson").read_text(encoding="utf-8"))
    return found


def on_earth() -> Design:
    design = small_design()
    return replace(design, map=replace(design.map, geography=Geography(
        (20.0, 50.0), 30.0, 12.0, Hex(4, 3), (20.5, 50.2))))


def layers(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [f for f in data["features"] if f["properties"]["layer"] == name]


def area(ring: list[list[float]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(ring)) / 2


@pytest.mark.parametrize("design", [small_design(), on_earth()], ids=["units", "degrees"])
def test_every_geometry_is_valid_and_turns_the_right_way(design: Design, tmp_path: Path) -> None:
    data = exported(design, tmp_path)
    assert data["type"] == "FeatureCollection"
    assert len({f["id"] for f in data["features"]}) == len(data["features"])
    for feature in data["features"]:
        assert feature["type"] == "Feature"
        assert shape(feature["geometry"]).is_valid
    for hex in layers(data, "hex"):
        (ring,) = hex["geometry"]["coordinates"]
        assert len(ring) == 7
        assert ring[0] == ring[-1]
        assert area(ring) > 0
    assert len(layers(data, "hex")) == len(design.map.grid)


def test_features_have_positions_and_properties(tmp_path: Path) -> None:
    data = exported(small_design(), tmp_path)
    by_hex = {f["properties"]["hex"]: f["properties"] for f in layers(data, "hex")}
    grid = small_design().map.grid
    assert by_hex[grid.number(Hex(6, 4))]["name"] == "Mid"
    assert by_hex[grid.number(Hex(3, 2))]["terrain"] == "mountain"
    assert by_hex[grid.number(Hex(1, 5))]["areas"] == ["south"]
    (river,) = layers(data, "hexside")
    assert river["properties"]["name"] == "Long"
    assert len(river["properties"]["sides"]) == len(river["geometry"]["coordinates"]) - 1 == 2
    (road,) = layers(data, "road")
    assert road["properties"]["hexes"] == [grid.number(Hex(c, 4)) for c in (5, 6, 7)]
    assert {f["properties"]["name"] for f in layers(data, "place")} == {"Mid", "Haven"}
    assert {f["properties"]["unit"] for f in layers(data, "counter")} >= {"norland/1st Armored"}


def test_a_map_without_reference_names_its_own_units(tmp_path: Path) -> None:
    data = exported(small_design(), tmp_path)
    assert data["crs"]["properties"]["name"] == MAP_UNITS
    (ring,) = layers(data, "hex")[0]["geometry"]["coordinates"]
    assert area(ring) == pytest.approx(1.5 * math.sqrt(3), abs=1e-3)


def test_corners_are_given_to_a_ten_thousandth_of_a_hexside(tmp_path: Path) -> None:
    """The first hex stands with its upper right corner half of the square root of 3 right of its middle."""
    data = exported(small_design(), tmp_path)
    (ring,) = layers(data, "hex")[0]["geometry"]["coordinates"]
    across = round(math.sqrt(3), 4)
    assert all(math.copysign(1, v) > 0 for p in ring for v in p if v == 0)
    assert {tuple(p) for p in ring} == {
        (0.0, -0.5), (0.866, 0.0), (across, -0.5), (across, -1.5), (0.866, -2.0), (0.0, -1.5)}


def test_a_map_with_reference_is_in_degrees(tmp_path: Path) -> None:
    design = on_earth()
    data = exported(design, tmp_path)
    assert "crs" not in data
    reference = georeference(design.map)
    assert reference is not None
    for place in layers(data, "place"):
        hex = design.map.grid.parse(place["properties"]["hex"])
        assert hex is not None
        assert place["geometry"]["coordinates"] == pytest.approx(reference.place(hex), abs=1e-6)
        lon, lat = place["geometry"]["coordinates"]
        assert 18 < lon < 23
        assert 48 < lat < 52
