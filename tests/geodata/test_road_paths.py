"""Roads along the edge between two columns of hexes do not zigzag, and still follow the line."""

from __future__ import annotations

from itertools import pairwise

from visegrad_editor.geodata.project import Plane
from visegrad_editor.geodata.roads import hex_paths
from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Numbering, Point
from visegrad_editor.model.geography import Geography
from visegrad_editor.model.georeference import HEX_APART, GeoReference

NUMBERING = Numbering("column-first", Axis(1, "right"), Axis(1, "down"))
GRID = HexGrid("flat", 10, 10, "odd", NUMBERING)
PLANE = Plane(GeoReference(HexGeometry(GRID), Geography((10.0, 50.0), 10.0, 0.0, Hex(5, 5), (10.0, 50.0))))


def path(*points: Point, kept: tuple[Hex, ...] = (), grazed: float = 0.42) -> tuple[Hex, ...]:
    (found,) = hex_paths(PLANE, points, kept, tuple(GRID), grazed)
    assert all(GRID.adjacent(a, b) for a, b in pairwise(found))
    return found


def between_columns() -> tuple[Point, ...]:
    """From a hex down along the edge between its column and the next to a hex of the other column."""
    geometry = PLANE.geometry
    start, goal = geometry.centre(Hex(4, 1)), geometry.centre(Hex(5, 7))
    (x0, _), (x1, _) = start, goal
    edge = (x0 + x1) / 2
    return start, (edge, start[1] + HEX_APART), (edge, goal[1] - HEX_APART), goal


def test_a_path_between_two_columns_takes_the_fewest_hexes() -> None:
    line = between_columns()
    found = path(*line)
    assert len(found) - 1 == GRID.distance(found[0], found[-1])
    assert len(path(*line, grazed=0)) > len(found), "every hex the line touches"


def test_a_stop_stays_on_the_path() -> None:
    line = between_columns()
    every = path(*line, grazed=0)
    left_out = next(h for h in every if h not in path(*line))
    assert left_out in path(*line, kept=(left_out,))


def test_a_hex_that_the_line_enters_deeply_stays() -> None:
    centre = PLANE.geometry.centre
    line = (centre(Hex(2, 4)), centre(Hex(3, 4)), centre(Hex(4, 4)), centre(Hex(4, 5)), centre(Hex(4, 6)))
    assert set(path(*line)) >= {Hex(2, 4), Hex(3, 4), Hex(4, 4), Hex(4, 5), Hex(4, 6)}
