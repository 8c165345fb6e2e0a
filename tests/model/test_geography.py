"""The geographic reference of a map: projection, warp, files, and maps that are cropped and turned."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.laea import Laea, distance_km
from visegrad_editor.model.edit.geography import set_geography
from visegrad_editor.model.edit.reshape import resize, rotate
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.geography import Geography, WarpPin
from visegrad_editor.model.georeference import GeoReference, degrees_text, georeference

PINS = (WarpPin((20.0, 51.0), (0.3, -0.2), "Here"), WarpPin((22.0, 50.0)), WarpPin((18.5, 52.5), (-0.1, 0.4)))


def referenced(pins: tuple[WarpPin, ...] = PINS, rotation: float = -12.5) -> object:
    design = small_design()
    grid = design.map.grid
    middle = Hex(grid.columns // 2, grid.rows // 2)
    geography = Geography((20.0, 51.0), 60.0, rotation, middle, (20.5, 51.5), 4.0, pins)
    return replace(design, map=set_geography(design.map, geography))


@given(st.floats(-179, 179), st.floats(-85, 85), st.floats(-179, 179), st.floats(-85, 85))
def test_the_projection_is_undone(lon: float, lat: float, at_lon: float, at_lat: float) -> None:
    projection = Laea(lon, lat)
    if distance_km((lon, lat), (at_lon, at_lat)) > 19_500:
        return
    back = projection.inverse(*projection.forward(at_lon, at_lat))
    assert distance_km((float(back[0]), float(back[1])), (at_lon, at_lat)) < 0.05


def test_the_projection_keeps_areas() -> None:
    """A cell of a degree has the same area as on the sphere, wherever it lies."""
    projection = Laea(10, 50)
    for lon, lat in ((10, 50), (40, 65), (-20, 20)):
        t = np.linspace(0, 1, 200)
        edge = np.concatenate([np.c_[lon + t, lat + 0 * t], np.c_[lon + 1 + 0 * t, lat + t],
                               np.c_[lon + 1 - t, lat + 1 + 0 * t], np.c_[lon + 0 * t, lat + 1 - t]])
        x, y = projection.forward(edge[:, 0], edge[:, 1])
        area = abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
        bands = math.sin(math.radians(lat + 1)) - math.sin(math.radians(lat))
        assert area == pytest.approx(6371.0088**2 * math.radians(1) * bands, rel=1e-4)


def test_every_hex_converts_to_degrees_and_back() -> None:
    map = referenced().map  # type: ignore[attr-defined]
    reference = georeference(map)
    assert reference is not None
    for hex in map.grid:
        assert reference.hex_at(*reference.place(hex)) == hex


def test_pins_move_their_places_by_their_moves() -> None:
    map = referenced().map  # type: ignore[attr-defined]
    warped, plain = georeference(map), GeoReference(map.geometry, replace(map.geography, pins=()))
    assert warped is not None
    for pin in PINS:
        (x, y), (u, v) = warped.point(*pin.at), plain.point(*pin.at)
        assert ((x - u) / math.sqrt(3), (y - v) / math.sqrt(3)) == pytest.approx(pin.move, abs=1e-4)


def test_hexes_have_the_right_size_and_north_the_right_direction() -> None:
    map = referenced(pins=(), rotation=30.0).map  # type: ignore[attr-defined]
    reference = georeference(map)
    assert reference is not None
    grid, here = map.grid, map.geography.hex
    for near in grid.neighbours(here):
        assert distance_km(reference.place(here), reference.place(near)) == pytest.approx(60, rel=0.002)
    (x0, y0), (x1, y1) = reference.point(20.0, 51.0), reference.point(20.0, 51.1)
    # Clockwise from the top of the map, y downward.
    assert math.degrees(math.atan2(x1 - x0, y0 - y1)) == pytest.approx(30, abs=0.01)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 3), st.tuples(*[st.integers(-5, 3)] * 4))
def test_a_map_that_is_turned_and_cut_keeps_its_place(quarters: int, by: tuple[int, ...]) -> None:
    before = referenced()
    try:
        after = resize(rotate(before, quarters).design, *by).design  # type: ignore[arg-type]
    except ValueError:
        return
    old, new = georeference(before.map), georeference(after.map)  # type: ignore[attr-defined]
    assert old is not None
    assert new is not None
    assert after.map.geography is not None
    assert after.map.geography.hex in after.map.grid
    for hex in after.map.grid:
        was = before.map.grid.parse(after.map.grid.number(hex))  # type: ignore[attr-defined]
        if was is not None:
            assert distance_km(old.place(was), new.place(hex)) < 0.001


def test_a_reference_is_saved_read_and_undone_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    design = replace(small_design(), scenario=None)
    loaded = load("maps/visegrad4")
    assert loaded.design is not None
    saved = save_design(loaded.design, loaded.sources, path)
    first = path.read_bytes()
    geography = Geography((20.0, 51.0), 61.5, -12.0, Hex(3, 4), (20.0, 51.5), 3.0, PINS)
    there = set_geography(saved.design.map, geography)
    again = save_design(replace(saved.design, map=there), saved.sources)
    read = load(str(path)).design
    assert read is not None
    assert read.map.geography == there.geography
    assert "reach: 3" in path.read_text("utf-8")
    save_design(saved.design, again.sources)
    assert path.read_bytes() == first
    assert design.map.geography is None


def test_invalid_references_are_refused() -> None:
    map = small_design().map
    good = Geography((20.0, 51.0), 60.0, 0.0, Hex(0, 0), (20.0, 51.0))
    with pytest.raises(ValueError, match="not a hex"):
        set_geography(map, replace(good, hex=Hex(-1, 0)))
    with pytest.raises(ValueError, match="more than 0 km"):
        set_geography(map, replace(good, hex_km=0.0))
    with pytest.raises(ValueError, match="too much"):
        set_geography(map, replace(good, pins=(PINS[0],) * 101))


def test_degrees_are_written_for_readers() -> None:
    assert degrees_text(-3.7038, 40.4168) == "40.42° N 3.70° W"
    assert degrees_text(math.nan, math.nan) == ""


@pytest.mark.parametrize(("change", "said"), [
    ({"hex_km": 0.0}, "more than 0 km wide"), ({"hex_km": -1.0}, "more than 0 km wide"),
    ({"reach": 0.0}, "more than 0 hexes"), ({"hex_km": math.nan}, "more than 0 km"),
    ({"hex": Hex(99, 0)}, "not a hex of the map"), ({"pins": PINS[:1] * 101}, "use 100")])
def test_a_reference_that_makes_no_sense_is_refused(change: dict[str, object], said: str) -> None:
    map = referenced().map  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=said):
        set_geography(map, replace(map.geography, **change))
    small = replace(map.geography, hex_km=0.001, reach=0.001)
    assert set_geography(map, small).geography == small
    many = replace(map.geography, pins=PINS[:1] * 100)
    assert set_geography(map, many).geography == many
    assert set_geography(map, map.geography) is map
    assert set_geography(map, None).geography is None


@pytest.mark.parametrize(("lon", "lat", "text"), [
    (0, 0, "0.00° N 0.00° E"), (-0.5, 0.25, "0.25° N 0.50° W"), (179.999, -89.5, "89.50° S 180.00° E"),
    (math.nan, 1, ""), (1, math.nan, "")])
def test_degrees_are_told_with_their_direction(lon: float, lat: float, text: str) -> None:
    assert degrees_text(lon, lat) == text
