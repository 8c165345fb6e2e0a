"""GeoJSON from anywhere: all forms of the standard, and files that are not GeoJSON."""

from __future__ import annotations

import json
import math
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.geodata import geojson
from visegrad_editor.geodata.errors import SourceError
from visegrad_editor.geodata.geojson import (
    MOST_CROSSINGS,
    MOST_CROSSINGS_OF_ALL,
    crossings,
    parse_geojson,
    read_geojson,
)

SQUARE = [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]]
HOLE = [[1, 1], [1, 2], [2, 2], [2, 1], [1, 1]]


def parse(data: Any) -> tuple[Any, ...]:
    return parse_geojson(json.dumps(data).encode(), "x.geojson")


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


@pytest.mark.parametrize(("geometry", "measure", "value"), [
    ({"type": "Point", "coordinates": [1, 2]}, shapely.get_x, 1),
    ({"type": "Point", "coordinates": [1, 2, 300]}, shapely.get_y, 2),
    ({"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}, shapely.get_num_geometries, 2),
    ({"type": "LineString", "coordinates": [[0, 0], [3, 4, 9], [3, 5]]}, shapely.length, 6),
    ({"type": "MultiLineString", "coordinates": [[[0, 0], [3, 4]], [[0, 0], [0, 1]]]}, shapely.length, 6),
    ({"type": "Polygon", "coordinates": SQUARE}, shapely.area, 16),
    ({"type": "Polygon", "coordinates": [*SQUARE, HOLE]}, shapely.area, 15),
    ({"type": "MultiPolygon", "coordinates": [SQUARE, [[[9, 9], [10, 9], [10, 10], [9, 9]]]]},
     shapely.area, 16.5),
    ({"type": "GeometryCollection", "geometries": [
        {"type": "Polygon", "coordinates": SQUARE}, {"type": "Point", "coordinates": [9, 9]}]},
     shapely.area, 16),
])
def test_every_geometry_of_the_standard(geometry: Any, measure: Any, value: float) -> None:
    for data in (geometry, feature(geometry), {"type": "FeatureCollection", "features": [feature(geometry)]}):
        (found,) = parse(data)
        assert measure(found.geometry) == pytest.approx(value)


def test_features_without_geometry_and_empty_ones_are_left_out() -> None:
    empty = [None, {"type": "Polygon", "coordinates": []}, {"type": "MultiPolygon", "coordinates": []},
             {"type": "GeometryCollection", "geometries": []}]
    assert parse({"type": "FeatureCollection", "features": [feature(g) for g in empty]}) == ()
    assert parse({"type": "FeatureCollection", "features": []}) == ()


def test_a_byte_order_mark_foreign_members_and_null_properties_do_no_harm() -> None:
    data = {"type": "Feature", "properties": None, "id": 7, "bbox": [0, 0, 1, 1], "title": "x",
            "geometry": {"type": "Point", "coordinates": [1, 2], "extra": []}}
    (found,) = parse_geojson(b"\xef\xbb\xbf" + json.dumps(data).encode(), "x")
    assert found.properties == {}


def test_shapes_across_the_antimeridian_stay_in_one_piece() -> None:
    ring = [[179, 0], [-179, 0], [-179, 1], [179, 1], [179, 0]]
    (found,) = parse({"type": "Polygon", "coordinates": [ring]})
    assert shapely.area(found.geometry) == pytest.approx(2)
    (line,) = parse({"type": "LineString", "coordinates": [[-179, 0], [179, 0], [170, 0]]})
    assert shapely.length(line.geometry) == pytest.approx(11)
    (world,) = parse({"type": "Polygon", "coordinates": [
        [[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]]})
    assert shapely.area(world.geometry) == pytest.approx(360 * 180)
    ring = [[x, -70] for x in range(-150, 180, 30)]
    (ice,) = parse({"type": "Polygon", "coordinates": [[*ring, [180, -70], ring[0]]]})
    assert shapely.area(ice.geometry) == pytest.approx(360 * 20, rel=0.01)


def test_a_crossed_polygon_is_made_valid() -> None:
    (found,) = parse({"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]})
    assert shapely.is_valid(found.geometry)
    assert shapely.area(found.geometry) == pytest.approx(2)


def test_a_hole_beside_its_polygon_is_not_land() -> None:
    square = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]
    (found,) = parse({"type": "Polygon", "coordinates": [square, [[5, 5], [6, 5], [6, 6], [5, 5]]]})
    assert shapely.area(found.geometry) == pytest.approx(4)
    (found,) = parse({"type": "Polygon", "coordinates": [square, [[1, 1], [3, 1], [3, 3], [1, 3], [1, 1]]]})
    assert shapely.area(found.geometry) == pytest.approx(3)


def _star(points: int) -> list[list[float]]:
    """A ring in which nearly every leg crosses every other."""
    return [[math.cos(k * math.pi * (1 - 1 / points)), math.sin(k * math.pi * (1 - 1 / points))]
            for k in range(points)] + [[1.0, 0.0]]


def test_shapes_that_together_cross_themselves_without_end_are_refused() -> None:
    ring = _star(151)
    crossed = crossings(shapely.polygons(ring))
    assert 10_000 < crossed <= MOST_CROSSINGS
    several = [feature({"type": "Polygon", "coordinates": [ring]}, name=f"Spiky {i}") for i in range(1, 21)]
    first = MOST_CROSSINGS_OF_ALL // crossed + 1
    with pytest.raises(SourceError, match=(
            rf'feature {first} "Spiky {first}".*cross themselves more than 100,000 times')):
        parse({"type": "FeatureCollection", "features": several})
    assert len(parse({"type": "FeatureCollection", "features": several[:2]})) == 2


@pytest.mark.parametrize("points", [5, 31, 63, 65, 101])
def test_crossings_are_counted_with_and_without_a_tree(points: int) -> None:
    # Every leg of a star crosses all but itself and its neighbours.
    assert crossings(shapely.polygons(_star(points))) == points * (points - 3) // 2


def test_a_shape_that_crosses_itself_without_end_is_refused_at_once() -> None:
    start = time.process_time()
    for kind, coordinates in (("Polygon", [_star(3001)]), ("LineString", _star(3001)),
                              ("MultiPolygon", [[[*_star(5)]]] * 2 + [[_star(3001)]])):
        with pytest.raises(SourceError, match=r'feature 1 "Spiky".*crosses itself more than'):
            parse({"type": "FeatureCollection", "features": [
                feature({"type": kind, "coordinates": coordinates}, name="Spiky")]})
    assert time.process_time() - start < 5
    with pytest.raises(SourceError, match="crosses itself more than"):
        parse({"type": "Polygon", "coordinates": [_star(100_001)]})
    assert time.process_time() - start < 8
    (found,) = parse({"type": "Polygon", "coordinates": [_star(101)]})
    assert shapely.is_valid(found.geometry)
    assert 0.5 < shapely.area(found.geometry) < math.pi


def test_parts_that_lie_on_each_other_count_once() -> None:
    (found,) = parse({"type": "MultiPolygon", "coordinates": [SQUARE, [[[2, 2], [6, 2], [6, 6], [2, 2]]]]})
    assert shapely.is_valid(found.geometry)
    assert shapely.area(found.geometry) == pytest.approx(16 + 8 - 2)


@pytest.mark.parametrize("kind", ["MultiPoint", "MultiLineString", "MultiPolygon"])
def test_empty_parts_are_nothing(kind: str) -> None:
    empty = {"type": kind, "coordinates": [[]]}
    assert parse(empty) == ()
    assert parse({"type": "GeometryCollection", "geometries": [empty, empty]}) == ()


def test_shapes_without_extent_are_left_out_and_reported() -> None:
    notes: list[str] = []
    dot = [[21, 52], [21, 52]]
    features = [feature(g, name="Dot") for g in (
        {"type": "LineString", "coordinates": dot}, {"type": "MultiLineString", "coordinates": [dot, dot]},
        {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [2, 2], [0, 0]]]},
        {"type": "MultiLineString", "coordinates": [dot, [[21, 52], [22, 52]]]})]
    raw = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    (found,) = parse_geojson(raw, "x.geojson", notes)
    assert shapely.length(found.geometry) == pytest.approx(1)
    (note,) = notes
    assert note.startswith('x.geojson: feature 1 "Dot", feature 2 "Dot", line 1, ')
    assert 'feature 3 "Dot"' in note
    assert "no extent" in note


def test_far_too_many_positions_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geojson, "MOST_POSITIONS", 10)
    line = {"type": "LineString", "coordinates": [[x, 0] for x in range(11)]}
    for data in (line, {"type": "LineString", "coordinates": [[x, 0] for x in range(30)]}):
        with pytest.raises(SourceError, match=r"more than 10 positions\. Cut it down"):
            parse(data)


def test_names_have_no_characters_that_files_must_not_contain() -> None:
    raw = (b'{"type": "Feature", "properties": {"name": "B\\ud800rno\\u0000\\u001b[31m", "size": 3}, '
           b'"geometry": {"type": "Point", "coordinates": [16, 49]}}')
    (found,) = parse_geojson(raw, "x")
    assert found.properties["name"] == "B?rno  [31m"
    assert found.properties["size"] == 3


@pytest.mark.parametrize(("raw", "where", "says"), [
    (b'{"type": "FeatureCollection",\n "features": [}', "line 2, column 15", "not JSON"),
    (b"\xff\xfe{\x00", "line 1", "not UTF-8"),
    (b"[" * 100_000, "", "nested too deeply"),
    (b'{"type": "Point", "coordinates": [NaN, 1]}', "", "NaN"),
    (b'{"type": "Point", "coordinates": [1e999, 1]}', "position", "numbers"),
    (b'{"type": "Point", "coordinates": ["1", "2"]}', "position 1", "numbers"),
    (b'{"type": "Point", "coordinates": [1]}', "position 1", "two or three numbers"),
    (b'{"type": "Point", "coordinates": {"x": 1}}', "the geometry", "list `coordinates`"),
    (b'{"type": "Topology", "objects": {}}', "the file", "Topology"),
    (b"[1, 2]", "the file", "expected FeatureCollection"),
    (b'{"type": "FeatureCollection", "features": {}}', "the file", "list `features`"),
    (b'{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Blob"}}]}',
     "feature 1", "Blob"),
    (b'{"type": "FeatureCollection", "features": [7]}', "feature 1", "`type` is nothing"),
    (b'{"type": "Feature", "geometry": null, "properties": []}', "the feature", "`properties`"),
    (b'{"type": "LineString", "coordinates": [[1, 2]]}', "the geometry", "two positions"),
    (b'{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}', "ring 1", "four positions"),
    (b'{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1]]]}', "ring 1", "not closed"),
    (b'{"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, null], [0, 0]]]]}', "position 3",
     "numbers"),
    (b'{"type": "LineString", "coordinates": [[500000, 5700000], [500100, 57]]}', "position 1", "degrees"),
    (b'{"type": "Feature", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}},'
     b' "geometry": null, "properties": {}}', "crs", "WGS 84"),
    (b'{"type": "Point", "coordinates": [500000, 5700000]}', "position 1", "metres"),
    (b'{"type": "Point", "coordinates": [52.2, 121.0]}', "position 1", "swapped"),
    (b'{"type": "Point", "coordinates": [' + b"9" * 5000 + b', 1]}', "", "thousands of digits"),
    (b'{"type": "GeometryCollection", "geometries": ' * 40 + b"[]" + b"}" * 40, "the geometry", "geometries"),
])
def test_errors_of_geojson_name_place_and_reason(raw: bytes, where: str, says: str) -> None:
    with pytest.raises(SourceError) as error:
        parse_geojson(raw, "data.geojson")
    assert str(error.value).startswith("data.geojson")
    assert where in error.value.where
    assert says in error.value.message


def test_files_that_are_too_large_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "big.geojson"
    path.write_bytes(b" " * 1000)
    with pytest.raises(SourceError, match="at most"):
        read_geojson(path, most_bytes=999)
    with pytest.raises(SourceError, match="cannot be read"):
        read_geojson(tmp_path / "none.geojson")


_KEYS = ("type", "features", "geometry", "geometries", "coordinates", "properties", "crs")
_KINDS = ("Feature", "FeatureCollection", "Point", "Polygon", "MultiPolygon", "LineString")
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(_KEYS), inner | st.sampled_from(_KINDS), max_size=5),
    max_leaves=12)


@settings(max_examples=150, deadline=None)
@given(_ANYTHING)
def test_no_other_exception_is_raised(data: Any) -> None:
    with suppress(SourceError):
        parse_geojson(json.dumps(data).encode(), "x")
