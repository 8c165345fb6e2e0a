"""Selecting hexes: shapes, growing and shrinking, queries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from region_maps import designs_with_regions, grids
from small_design import GRID, small_design

from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.model.select import (
    QUERIES,
    Query,
    all_hexes,
    box,
    combined,
    find,
    grown,
    inverted,
    lasso,
    outlines,
    shrunk,
    wand,
)

SOME = settings(max_examples=60, deadline=None)
DESIGN = small_design()
GEOMETRY = HexGeometry(GRID)


def at(*hexes: tuple[int, int]) -> frozenset[Hex]:
    return frozenset(Hex(*h) for h in hexes)


def test_choices_replace_add_remove_and_keep() -> None:
    old, new = at((0, 0), (1, 0)), at((1, 0), (2, 0))
    assert combined(old, new, "replace") == new
    assert combined(old, new, "add") == at((0, 0), (1, 0), (2, 0))
    assert combined(old, new, "remove") == at((0, 0))
    assert combined(old, new, "keep") == at((1, 0))


def test_a_box_has_the_columns_and_rows_of_its_corners_whichever_way_it_is_drawn() -> None:
    wanted = at(*((c, r) for c in (2, 3, 4) for r in (1, 2)))
    assert box(GRID, Hex(2, 1), Hex(4, 2)) == wanted
    assert box(GRID, Hex(4, 1), Hex(2, 2)) == wanted
    assert box(GRID, Hex(7, 5), Hex(9, 9)) == at((7, 5))


def test_a_lasso_takes_the_hexes_whose_middle_it_holds_or_touches() -> None:
    ring = [Hex(2, 2), Hex(4, 2), Hex(4, 4), Hex(2, 4)]
    drawn = lasso(GEOMETRY, [GEOMETRY.centre(h) for h in ring])
    assert set(ring) <= drawn
    assert Hex(3, 3) in drawn
    assert Hex(1, 3) not in drawn
    x, y = GEOMETRY.centre(Hex(3, 3))
    assert lasso(GEOMETRY, [(x - 0.1, y - 0.1), (x + 0.1, y - 0.1), (x, y + 0.1)]) == at((3, 3))
    assert lasso(GEOMETRY, []) == frozenset()


@SOME
@given(grids(), st.integers(0, 99), st.integers(0, 99))
def test_a_lasso_round_one_hex_takes_that_hex(grid: object, col: int, row: int) -> None:
    hex = Hex(col % grid.columns, row % grid.rows)
    geometry = HexGeometry(grid)
    x, y = geometry.centre(hex)
    outline = [((cx - x) * 0.9 + x, (cy - y) * 0.9 + y) for cx, cy in geometry.corners(hex)]
    assert lasso(geometry, outline) == {hex}


def test_the_wand_takes_connected_hexes_of_one_terrain_or_country() -> None:
    assert wand(DESIGN.map, Hex(3, 2)) == at((3, 2), (4, 2), (3, 3))
    assert len(wand(DESIGN.map, Hex(0, 2), "country")) == 16


@SOME
@given(designs_with_regions())
def test_growing_shrinking_and_inverting_belong_together(given_region: tuple) -> None:
    design, hexes = given_region
    grid = design.map.grid
    assert hexes <= grown(grid, hexes) <= all_hexes(grid)
    assert shrunk(grid, hexes) <= hexes <= shrunk(grid, grown(grid, hexes))
    assert inverted(grid, inverted(grid, hexes)) == hexes
    # Shrinking is growing the rest.
    assert shrunk(grid, hexes) == inverted(grid, grown(grid, inverted(grid, hexes)))


@pytest.mark.parametrize(("what", "value", "wanted"), [
    ("terrain", "mountain", at((3, 2), (4, 2), (3, 3))),
    ("country", "", at(*((c, 0) for c in range(8)))),
    ("feature", "port", at((2, 1))),
    ("feature", "", at((6, 4), (2, 1))),
    ("name", "hav", at((2, 1))),
    ("name", "sea", at((4, 0))),
    ("area", "south", at((0, 5), (1, 5))),
    ("hexside", "river", at((1, 2), (2, 2), (1, 3))),
    ("hexside", "wall", at()),
    ("road", "", at((5, 4), (6, 4), (7, 4))),
    ("counters", "", at((2, 2), (5, 4))),
    ("counters", "sudland", at((5, 4))),
    ("hexes", "0608, 0607 9999", at((0, 0), (1, 0))),
])
def test_hexes_by_what_is_there(what: str, value: str, wanted: frozenset[Hex]) -> None:
    assert find(DESIGN, Query(what, value)) == wanted


def test_an_unknown_question_is_refused() -> None:
    with pytest.raises(ValueError, match="by weather"):
        find(DESIGN, Query("weather"))
    assert all(isinstance(find(DESIGN, Query(q, "none-such")), frozenset) for q in QUERIES)


@SOME
@given(designs_with_regions())
def test_outlines_run_along_every_hexside_of_the_rim_once(given_region: tuple) -> None:
    design, hexes = given_region
    grid, geometry = design.map.grid, design.map.geometry
    rim = [(h, d) for h in hexes for d in range(6) if grid.step(h, d) not in hexes]
    lines = outlines(geometry, hexes)
    assert sum(map(len, lines)) == len(rim)
    for line in lines:
        for (x0, y0), (x1, y1) in zip(line, [*line[1:], line[0]], strict=True):
            assert (x1 - x0) ** 2 + (y1 - y0) ** 2 == pytest.approx(1.0)


def test_a_ring_has_two_outlines() -> None:
    ring = frozenset(GRID.within(Hex(3, 3), 1)) - {Hex(3, 3)}
    assert sorted(map(len, outlines(GEOMETRY, ring))) == [6, 18]
