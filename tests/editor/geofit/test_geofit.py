"""Fitting a grid to known places: notations, accuracy and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from geodata_set import write_set

from visegrad_editor.editor.geofit.grid_fit import GridFit, degrees_field, parse_degrees
from visegrad_editor.geodata.config import ConfigError, find_config
from visegrad_editor.geodata.errors import SourceError
from visegrad_editor.geodata.place_names import place_names
from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Numbering
from visegrad_editor.model.geography import MOST_WARP_PINS, Geography
from visegrad_editor.model.georeference import GeoReference

GRID = HexGrid("pointy", 20, 16, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
TRUE = Geography((10.0, 50.0), 12.0, 25.0, Hex(10, 8), (10.2, 50.1))
REFERENCE = GeoReference(HexGeometry(GRID), TRUE)
CORNERS = (Hex(1, 1), Hex(18, 2), Hex(3, 14), Hex(17, 13))


def fitted(*hexes: Hex) -> GridFit:
    grid_fit = GridFit(HexGeometry(GRID))
    for hex in hexes:
        grid_fit.put(hex, REFERENCE.place(hex), f"at {hex.col}")
    return grid_fit


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("52.23, 21.01", (21.01, 52.23)),
        ("52.23 21.01", (21.01, 52.23)),
        ("52.23,21.01", (21.01, 52.23)),
        ("52,23; 21,01", (21.01, 52.23)),
        ("52°13'48\"N 21°0'36\"E", (21.01, 52.23)),
        ("21.01 E, 52.23 N", (21.01, 52.23)),
        ("33.5 S 70.6 W", (-70.6, -33.5)),
        ("-33.5, -70.6", (-70.6, -33.5)),
        ("52° 30′ N 13° 15′ O", (13.25, 52.5)),
    ],
)
def test_coordinates_are_read_in_common_notations(text: str, place: tuple[float, float]) -> None:
    assert parse_degrees(text) == pytest.approx(place)


@pytest.mark.parametrize("text", [
    "", "52.23", "Warsaw", "95, 10", "10, 200", "52 N 21 N", "52°75'N 21°E", "1, 2, 3", "nan, 2", "inf 1"])
def test_invalid_coordinates_are_reported(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        parse_degrees(text)


def test_formatted_coordinates_round_trip() -> None:
    assert parse_degrees(degrees_field((-13.25, 52.5))) == (-13.25, 52.5)


def test_exact_places_give_the_exact_grid() -> None:
    grid_fit = fitted(*CORNERS)
    plain = grid_fit.plain
    assert plain is not None
    assert plain.hex_km == pytest.approx(12.0, rel=1e-3)
    # North is given at the centre of the projection, the middle of the places.
    assert plain.rotation == pytest.approx(25.0, abs=0.5)
    assert max(r.hexes for r in grid_fit.residuals) < 0.02
    assert grid_fit.warning() == ""
    assert not any(row.worst for row in grid_fit.rows())
    assert "4 of 4 are in their hex" in grid_fit.verdict()


def test_two_places_are_too_few() -> None:
    grid_fit = fitted(*CORNERS[:2])
    assert grid_fit.plain is None
    assert grid_fit.geography is None
    assert grid_fit.residuals == []
    assert grid_fit.rows()[0].km is None
    assert "one more place" in grid_fit.guidance()


def test_a_wrong_hex_is_the_worst_and_is_reported() -> None:
    grid_fit = fitted(*CORNERS, Hex(9, 8))
    grid_fit.put(Hex(12, 4), REFERENCE.place(Hex(16, 7)), "Misplaced")
    rows = {row.name: row for row in grid_fit.rows()}
    assert [row.name for row in rows.values() if row.worst] == ["Misplaced"]
    hexes, km = rows["Misplaced"].hexes, rows["Misplaced"].km
    assert hexes is not None
    assert km is not None
    assert hexes > 2
    assert km == pytest.approx(12 * hexes, rel=0.2)
    assert "Misplaced" in grid_fit.warning()
    assert GRID.number(Hex(12, 4)) in grid_fit.warning()


def test_the_warp_brings_places_into_their_hexes() -> None:
    grid_fit = fitted(*CORNERS)
    middle = REFERENCE.place(Hex(9, 8))
    grid_fit.put(Hex(10, 8), middle, "Pulled")
    warped = grid_fit.geography
    assert warped is not None
    assert GeoReference(grid_fit.geometry, warped).hex_at(*middle) == Hex(10, 8)
    grid_fit.warp = False
    assert grid_fit.geography == grid_fit.plain
    assert grid_fit.plain is not None
    assert GeoReference(grid_fit.geometry, grid_fit.plain).hex_at(*middle) == Hex(9, 8)


def test_a_hex_has_one_place_and_a_place_one_hex() -> None:
    grid_fit = fitted(*CORNERS)
    grid_fit.put(CORNERS[0], (9.0, 50.5), "Again")
    assert len(grid_fit.known) == 4
    assert grid_fit.known[0].name == "Again"
    with pytest.raises(ValueError, match="already has this place"):
        grid_fit.put(Hex(5, 5), (9.0, 50.5))
    grid_fit.remove(CORNERS[0])
    assert len(grid_fit.known) == 3


def test_there_is_a_limit() -> None:
    grid_fit = GridFit(HexGeometry(GRID))
    hexes = list(GRID)
    for i in range(MOST_WARP_PINS):
        grid_fit.put(hexes[i], (i * 0.01, 50.0))
    with pytest.raises(ValueError, match="do not help"):
        grid_fit.put(hexes[-1], (20.0, 50.0))


def test_names_come_from_configs_and_points(tmp_path: Path) -> None:
    bundled = place_names(find_config("gsofg"))
    assert bundled.find("frankfurt") == (8.68, 50.11)
    assert ("2024", "Frankfurt") in [(n, k.name) for n, k in bundled.known]
    own = place_names(write_set(tmp_path))
    assert own.find("Aton") or own.find("A Town"), "its towns are data at hand"
    points = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Here"}, "geometry": {
            "type": "Point", "coordinates": [1, 2]}},
        {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [3, 4]}},
        {"type": "Feature", "properties": {"name": "Line"}, "geometry": {
            "type": "LineString", "coordinates": [[3, 4], [5, 6]]}}]}
    path = tmp_path / "points.geojson"
    path.write_text(json.dumps(points), "utf-8")
    assert place_names(path).at == {"Here": (1.0, 2.0)}


def test_files_without_places_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "lines.geojson"
    path.write_text('{"type": "FeatureCollection", "features": []}', "utf-8")
    with pytest.raises(SourceError, match="It has no point with a name"):
        place_names(path)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("kind: geodata\n", "utf-8")
    with pytest.raises(ConfigError):
        place_names(wrong)
