"""Rivers exactly through the centres, corners and hexsides of hexes are connected."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import shapely
from geodata_set import collection, write_set

from visegrad_editor.geodata.compute import compute
from visegrad_editor.geodata.config import read_config
from visegrad_editor.geodata.project import Plane
from visegrad_editor.geodata.rivers import RiverCourse, representatives, runs, snap
from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Hexside, Numbering, Point, hexside
from visegrad_editor.hexgrid.corners import Corner, corners_of
from visegrad_editor.hexgrid.grid import Orientation
from visegrad_editor.model.geography import Geography
from visegrad_editor.model.georeference import GeoReference

COLUMNS, ROWS = 14, 12


def plane(orientation: Orientation) -> Plane:
    numbering = Numbering("column-first", Axis(1, "right"), Axis(1, "down"))
    grid = HexGrid(orientation, COLUMNS, ROWS, "odd", numbering)
    return Plane(GeoReference(HexGeometry(grid), Geography((10.0, 50.0), 10.0, 0.0, Hex(7, 6), (10.0, 50.0))))


def snapped(plane: Plane, *points: Point) -> set[Hexside]:
    course = RiverCourse("Test", shapely.linestrings(points))
    snap(plane, [course], representatives(plane, {}))
    pieces = runs(plane, course)
    assert len(pieces) <= 1, f"{len(pieces)} pieces of {points}"
    return course.sides


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_river_from_centre_to_centre_is_connected(orientation: Orientation) -> None:
    made = plane(orientation)
    for row in ([Hex(c, 5) for c in range(14)], [Hex(6, r) for r in range(12)],
                [Hex(2, 2), Hex(9, 2), Hex(9, 8), Hex(3, 8)]):
        sides = snapped(made, *(made.geometry.centre(h) for h in row))
        assert len(sides) >= len(row)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_rivers_over_centres_corners_and_hexsides_are_connected(orientation: Orientation) -> None:
    made, dice = plane(orientation), random.Random(5)
    geometry = made.geometry
    for _ in range(150):
        points: list[Point] = []
        for _ in range(dice.randint(3, 7)):
            hex = Hex(dice.randrange(1, COLUMNS - 1), dice.randrange(1, ROWS - 1))
            side = hexside(hex, dice.choice(list(made.grid.neighbours(hex))))
            points.append(dice.choice([
                geometry.centre(hex), geometry.side_middle(side), geometry.side_ends(side)[0]]))
        # It begins and ends beyond the edge: then every corner has two of its hexsides or none.
        river = ((-3.1, 4.37), *points, (COLUMNS * 2.1, 9.03))
        met: Counter[Corner] = Counter(c for s in _crossed(made, river) for c in corners_of(made.grid, s))
        assert [c for c, n in met.items() if n % 2 and all(h in made.index for h in c)] == [], river


def _crossed(made: Plane, points: tuple[Point, ...]) -> set[Hexside]:
    course = RiverCourse("Test", shapely.linestrings(points))
    snap(made, [course], representatives(made, {}))
    return course.sides


def test_a_river_that_only_touches_a_line_between_centres_does_not_cross_it() -> None:
    made = plane("flat")
    side = hexside(Hex(6, 5), Hex(6, 6))
    x, y = made.geometry.side_middle(side)
    assert side not in _crossed(made, ((x + 3, y - 0.6), (x, y), (x + 3, y + 0.6)))
    assert side in _crossed(made, ((x - 3, y - 0.6), (x, y), (x + 3, y + 0.6)))


def test_the_river_through_the_anchor_is_one_line(tmp_path: Path) -> None:
    config = write_set(tmp_path / "data")
    (config.parent / "rivers.geojson").write_text(json.dumps(collection(
        ("LineString", [[8.5, 50.1], [9.4, 50.06], [10, 50], [10.5, 49.98], [11.5, 50.06]],
         {"name": "Long River"}))), "utf-8")
    (river,) = compute(read_config(config)).map.lines
    assert len(river.sides) > 5
    assert all(set(a) & set(b) for a, b in pairwise(river.sides))
