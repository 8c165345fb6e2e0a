"""No row of hexsides runs through the letters of a label, and hex numbers on small paper are those of their
own hexes."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from shapely import LineString, Polygon, box

from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.fonts import CAP_HEIGHT
from visegrad_editor.drawing.letters.lettering import half_extent
from visegrad_editor.drawing.primitives import Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.writing.label_spots import best_spot, crossed_share
from visegrad_editor.drawing.writing.number_rows import NumberRows
from visegrad_editor.drawing.writing.number_spots import clearest, spots
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Label, Road
from visegrad_editor.model.ruleset import RoadKind
from visegrad_editor.printing.map_art import MapDrawing

HERE = np.zeros((1, 2))
PAPER = (8.4, 13.6)
"""Points per hex side of the flat-topped map on one page of A4 and A3."""


@cache
def flat() -> Design:
    design = load("gsofg").design
    assert design is not None
    assert design.map.geometry.shape == "flat"
    return design


@cache
def drawing() -> MapDrawing:
    return MapDrawing(flat())


def texts_on_paper(made: MapDrawing, points: float, layer: str) -> list[Text]:
    (found,) = made.layers(points, (layer,))
    return [p for i in found.items for p in i.primitives if isinstance(p, Text)]


def lines_through(text: Text, design: Design) -> float:
    """The total length of level hexsides that cross the middle third of a label's letters."""
    (x, y), (width, _), third = text.at, half_extent(text), text.size * CAP_HEIGHT / 6
    middle = box(x - width, y - third, x + width, y + third)
    geometry, found = design.map.geometry, 0.0
    for hex in design.map.grid:
        corners = geometry.corners(hex)
        if math.dist(geometry.centre(hex), text.at) > width + 2.0:
            continue
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            if abs(a[1] - b[1]) < 1e-6:
                found += float(LineString((a, b)).intersection(middle).length) / 2  # shared by two
    return found


@pytest.mark.parametrize("points", PAPER)
def test_no_name_of_a_country_or_range_is_crossed_out_on_paper(points: float) -> None:
    names = [t for t in texts_on_paper(drawing(), points, "labels") if t.size < 1.0 and not t.rotation]
    regions = {x.text for x in flat().map.labels if x.style not in ("water", "sea", "river")}
    names = [t for t in names if t.text in regions | {r.upper() for r in regions}]
    assert len(names) > 8
    assert {t.text: lines_through(t, flat()) for t in names if lines_through(t, flat()) > 0.5} == {}


def test_no_movable_label_is_crossed_out_on_screen() -> None:
    scene = LazyScene(DEFAULT)
    scene.show(flat())
    free = {x.text for x in flat().map.labels if not x.at and x.style not in ("water", "sea", "river")}
    found = [t for i in scene.placed("labels", 30.0) if i.least_scale <= 30.0 < i.most_scale
             for t in i.primitives if isinstance(t, Text) and t.text in free and not t.rotation]
    assert len(found) > 8
    assert {t.text: lines_through(t, flat()) for t in found if lines_through(t, flat()) > 0.5} == {}


def test_rows_of_hexsides_are_half_a_hex_apart_and_run_three_ways() -> None:
    geometry = flat().map.geometry
    x, y = geometry.centre(Hex(6, 6))
    middle = Text((x, y), "HARZ", 0.4, "#000")
    half = math.sqrt(3) / 4
    assert crossed_share(middle, HERE, geometry)[0] == pytest.approx(1.0)
    shifts = np.array([(0.0, half), (5.3, -half), (0.0, 2 * half), (0.0, 0.1)])
    between, aside, next_row, near = crossed_share(middle, shifts, geometry)
    assert between == aside == 0.0
    assert next_row == pytest.approx(1.0)
    assert 0.0 < near < 1.0
    slanted, crossing = replace(middle, rotation=-60.0), replace(middle, rotation=-30.0)
    assert crossed_share(slanted, HERE, geometry)[0] == pytest.approx(1.0)
    between_rows = np.array([(half * math.sqrt(3) / 2, half / 2)])
    assert crossed_share(slanted, between_rows, geometry)[0] == pytest.approx(0.0)
    assert crossed_share(crossing, HERE, geometry)[0] == 0.0
    assert crossed_share(replace(middle, size=1.5), HERE, geometry)[0] == 0.0, "too large to be between rows"
    turned = replace(geometry, turn=1)
    assert turned.shape == "pointy"
    assert crossed_share(middle, HERE, turned)[0] == 0.0
    upright = replace(middle, rotation=90.0, at=turned.centre(Hex(6, 6)))
    assert crossed_share(upright, HERE, turned)[0] == pytest.approx(1.0)
    assert crossed_share(upright, np.array([(half, 0.0)]), turned)[0] == pytest.approx(0.0)


def test_a_label_on_a_row_goes_beside_it() -> None:
    obstacles = drawing()._obstacles
    geometry, hex = obstacles.geometry, Hex(20, 30)
    text = Text(geometry.centre(hex), "Plain", 0.4, "#000", spacing=0.3)
    numbers = NumberRows(geometry, DEFAULT)
    found = best_spot(text, Label("Plain", hex, 0.4), [], obstacles, numbers, None)
    assert found is not None
    assert crossed_share(found, HERE, geometry)[0] < 0.1
    assert math.dist(found.at, text.at) < 1.5


# -- numbers ------------------------------------------------------------------------------------


def test_numbers_on_paper_are_clear_of_the_sides_of_their_hexes() -> None:
    numbers = texts_on_paper(drawing(), 13.6, "numbers")
    assert len(numbers) > 1000
    geometry, grid = drawing()._obstacles.geometry, flat().map.grid
    close = []
    for text in numbers:
        hex = grid.parse(text.text)
        assert hex is not None
        height = text.size * CAP_HEIGHT
        width = half_extent(text)[0]
        digits = box(text.at[0] - width, text.at[1] - height / 2, text.at[0] + width, text.at[1] + height / 2)
        if digits.distance(Polygon(geometry.corners(hex)).exterior) < 0.1 * height:
            close.append(text.text)
    assert close == []


def test_displaced_numbers_do_not_pile_up_on_the_next() -> None:
    numbers = {t.text: t for t in texts_on_paper(drawing(), 13.6, "numbers")}
    grid, geometry = flat().map.grid, drawing()._obstacles.geometry
    moved = 0
    for text in numbers.values():
        hex = grid.parse(text.text)
        assert hex is not None
        if text.at[1] <= geometry.centre(hex)[1]:
            continue
        moved += 1
        below = numbers.get(grid.number(Hex(hex.col, hex.row + 1)))
        height = text.size * CAP_HEIGHT
        if below is not None:
            assert below.at[1] - text.at[1] > 2.1 * height, "more than their height between them"
    assert moved > 5


def test_a_number_makes_way_for_a_road_where_there_is_room() -> None:
    half, usual, centre = (0.25, 0.09), (0.0, -0.72), (0.0, 0.0)
    road = (-0.06, -1.0, 0.06, 1.0)
    spot, covered = clearest("flat", usual, half, centre, [], [], [road])
    assert covered == 0.0
    assert abs(spot[0]) >= half[0] + 0.06
    width = (0.7, 0.09)
    assert clearest("flat", usual, width, centre, [], [], [road]) == (usual, 0.0), "no room beside the road"


def test_a_road_down_a_column_runs_through_no_number_on_large_paper() -> None:
    column = 21
    path = tuple(Hex(column, row) for row in range(20, 30))
    kind = RoadKind("way", "Way", 0.12)
    design = replace(flat(), ruleset=replace(flat().ruleset, roads=(kind,)),
                     map=replace(flat().map, roads=(Road("way", path),)))
    made, grid = MapDrawing(design), flat().map.grid
    line = LineString([made._obstacles.geometry.centre(hex) for hex in path]).buffer(0.06)
    numbers = {t.text: t for t in texts_on_paper(made, 19.0, "numbers")}
    inner = [grid.number(hex) for hex in path[1:-1]]
    shown = [numbers[n] for n in inner if n in numbers]
    assert len(shown) >= 6
    for text in shown:
        width, height = half_extent(text)[0], text.size * CAP_HEIGHT / 2
        x, y = text.at
        assert not line.intersects(box(x - width, y - height, x + width, y + height)), text.text
    plain = {t.text: t for t in texts_on_paper(drawing(), 19.0, "numbers")}
    assert all(plain[t.text].at != t.at for t in shown)


def test_a_number_is_left_out_rather_than_hidden_or_ambiguous() -> None:
    half, usual, centre = (0.4, 0.14), (0.0, -0.68), (0.0, 0.0)
    name, town = (-1.0, -1.0, 1.0, -0.5), (-0.8, -0.5, 0.8, 0.6)
    assert clearest("flat", usual, half, centre, [name], [town], [], 0.28, 0.3)[1] > 0.0
    assert clearest("flat", usual, half, centre, [name], [town], [], 0.28)[1] == 0.0
    assert max(y for _, y in spots("flat", half, 0.28)) <= math.sqrt(3) / 2 - 0.28 - 0.14 + 0.01
