"""Hex grids: numbering of both games, neighbours, hexsides, geometry."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some

from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Numbering, hexside

VISEGRAD = HexGrid("pointy", 26, 30, "odd", Numbering("row-first", Axis(6, "down"), Axis(1, "left")))
GERMANY = HexGrid("flat", 33, 40, "odd", Numbering("column-first", Axis(0, "down"), Axis(10, "right")))


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    numbering = Numbering(
        draw(st.sampled_from(["row-first", "column-first"])),
        Axis(draw(st.integers(0, 12)), draw(st.sampled_from(["down", "up"])), draw(st.integers(2, 3))),
        Axis(draw(st.integers(0, 12)), draw(st.sampled_from(["left", "right"])), draw(st.integers(2, 3))),
        draw(st.sampled_from(["", ".", "-"])),
    )
    return HexGrid(
        draw(st.sampled_from(["pointy", "flat"])), draw(st.integers(1, 12)), draw(st.integers(1, 12)),
        draw(st.sampled_from(["odd", "even"])), numbering,
    )


def hex_of(grid: HexGrid, text: str) -> Hex:
    found = grid.parse(text)
    assert found is not None
    return found


def test_visegrad_is_numbered_from_the_north_east() -> None:
    assert VISEGRAD.number(Hex(25, 0)) == "0601"
    assert VISEGRAD.number(Hex(0, 0)) == "0626"
    assert VISEGRAD.number(Hex(0, 29)) == "3526"
    # Even rows lie half a hex west, so their lower neighbours are 21xx with the same column and the next.
    around = {VISEGRAD.number(h) for h in VISEGRAD.neighbours(hex_of(VISEGRAD, "2017"))}
    assert around == {"2016", "2018", "1917", "1918", "2117", "2118"}
    warsaw, south = HexGeometry(VISEGRAD).centre(hex_of(VISEGRAD, "2017")), hex_of(VISEGRAD, "2117")
    assert HexGeometry(VISEGRAD).centre(south)[0] > warsaw[0]


def test_germany_is_numbered_by_columns_from_the_north_west() -> None:
    assert GERMANY.number(Hex(0, 0)) == "1000"
    assert GERMANY.number(Hex(32, 37)) == "4237"
    geometry = HexGeometry(GERMANY)
    assert geometry.centre(hex_of(GERMANY, "1100"))[1] > geometry.centre(hex_of(GERMANY, "1000"))[1]


@pytest.mark.parametrize("grid", [VISEGRAD, GERMANY], ids=["visegrad", "germany"])
def test_invalid_hex_numbers(grid: HexGrid) -> None:
    for text in ("", "20", "9999", "abcd", "2017x", "２０１７", "20-17"):
        assert grid.parse(text) is None


@given(grids())
def test_every_hex_number_reads_back(grid: HexGrid) -> None:
    numbers = {grid.number(h) for h in grid}
    assert len(numbers) == len(grid)
    for h in grid:
        assert grid.parse(grid.number(h)) == h
        assert grid.numbering.place(grid.number(h), grid.columns, grid.rows) == h


@given(grids(), st.integers(1, 2), st.text("0123456789.- ", max_size=6))
def test_every_text_means_at_most_one_hex(grid: HexGrid, digits: int, text: str) -> None:
    n = grid.numbering
    narrow = replace(n, row=replace(n.row, digits=digits), column=replace(n.column, digits=digits))
    for one in (grid, replace(grid, numbering=narrow)):  # of which two hexes may share a number
        numbers = {one.number(h): h for h in one}
        assert one.numbers == tuple(one.number(h) for h in one)
        assert one.hexes == tuple(one)
        for near in (text, *numbers, *(f"0{t}" for t in numbers), *(t[1:] for t in numbers)):
            assert one.parse(near) == numbers.get(near.strip())
            assert one.parse(f" {near}\n") == numbers.get(near.strip())


@st.composite
def lettered(draw: st.DrawFn) -> HexGrid:
    """A grid with letters or without zeros in front, whose numbering may not suit it."""
    def axis(ways: list[str]) -> Axis:
        letters = draw(st.booleans())
        start = draw(st.sampled_from((0, 1, 2, 20, 25, 26, 27, 50, 52, 77, 95, 99, 103, 998)))
        return Axis(start, draw(st.sampled_from(ways)), draw(st.integers(0, 3)), letters)

    numbering = Numbering(
        draw(st.sampled_from(["row-first", "column-first"])), axis(["down", "up"]), axis(["left", "right"]),
        draw(st.sampled_from(["", ".", "_", ":"])))
    return HexGrid(
        draw(st.sampled_from(["pointy", "flat"])), draw(st.integers(1, 30)), draw(st.integers(1, 9)), "odd",
        numbering)


@given(lettered())
@settings(deadline=None)
def test_every_hex_number_with_letters_reads_back_however_it_is_spelt(grid: HexGrid) -> None:
    n = grid.numbering
    fits = not n.misfit(grid.columns, grid.rows)
    assert grid.numbers == tuple(grid.number(h) for h in grid)
    if fits:
        assert len(set(grid.numbers)) == len(grid)
    for h in grid if fits else ():
        number = grid.number(h)
        assert grid.parse(number) == grid.parse(number.lower()) == grid.parse(f" {number.swapcase()} ") == h
        assert n.place(number, grid.columns, grid.rows) == h
        zeros = re.sub(r"\d+", r"0\g<0>", number)
        alike = n.column.digits == 0 == n.row.digits
        assert grid.parse(zeros) == h if alike else grid.parse(zeros) in (h, None)
        for d, side in enumerate(grid.sides(h)):
            assert grid.parse_side(grid.side_text(side)) == side, d


@given(lettered(), st.text("AaBbZ019.:_ ", max_size=7))
def test_a_text_that_is_read_is_a_spelling_of_the_number(grid: HexGrid, text: str) -> None:
    found = grid.parse(text)
    if found is not None:
        assert found in grid
        number = grid.number(found)
        assert re.sub(r"(?<!\d)0+(?=\d)", "", text.strip().upper()) == re.sub(r"(?<!\d)0+(?=\d)", "", number)


def test_letters_double_after_z() -> None:
    grid = HexGrid("flat", 33, 11, "odd", Numbering(
        "column-first", Axis(0, "down", 0), Axis(1, "right", letters=True)))
    assert [grid.number(Hex(c, r)) for c, r in ((0, 1), (20, 3), (25, 0), (26, 0), (32, 10))] == [
        "A1", "U3", "Z0", "AA0", "GG10"]
    assert grid.parse("gg10") == grid.parse("GG010") == grid.parse("gG10") == Hex(32, 10)
    for text in ("AB1", "A11", "HH1", "1A", "A", "A-1", "A1.0", "A 1", "Ä1", "A１", "A" * 5 + "1", "", "A1A"):
        assert grid.parse(text) is None, text
    assert Axis(1, "right", letters=True).text(104) == "ZZZZ"
    assert Axis(1, "right", letters=True).read("zzzz") == 104
    assert grid.in_order(["AA1", "?", "Z10", "A2", "Z2", "A10"]) == ["A2", "A10", "Z2", "Z10", "AA1", "?"]
    assert grid.ends() == ("A0", "GG10")
    assert VISEGRAD.ends() == ("0601", "3526")
    assert (grid.knows("GG10"), grid.knows("gg10"), grid.spelt("gg010"), grid.spelt("x")) == (
        True, False, "GG10", "x")
    assert (grid.numbering.misfit(104, 9), grid.numbering.misfit(105, 9)) == ("", "column")


def test_halves_must_be_told_apart() -> None:
    letters, plain, two = Axis(1, "right", letters=True), Axis(1, "right", 0), Axis(1, "right", 2)
    for row, column, said in (
        (letters, letters, "column"), (plain, plain, "column"), (plain, two, "row"), (two, plain, "column"),
        (letters, plain, ""), (plain, letters, ""), (two, letters, ""), (letters, two, ""), (two, two, ""),
    ):
        n = Numbering("row-first", replace(row, direction="down"), column)
        assert n.misfit(5, 5) == n.undivided() == said
        assert replace(n, separator="_").misfit(5, 5) == ""
    point = Numbering("row-first", replace(plain, direction="down"), plain, ".")
    assert (point.misfit(5, 5), replace(point, column=two).misfit(5, 5)) == ("column", "")
    assert Axis(1, "right", 2, letters=True) == Axis(1, "right", 4, letters=True)
    assert Numbering("row-first", Axis(1, "down"), Axis(0, "right", letters=True)).misfit(5, 5) == "column"


@given(grids())
def test_neighbours_are_one_hex_width_away(grid: HexGrid) -> None:
    geometry = HexGeometry(grid)
    for h in some(grid):
        x, y = geometry.centre(h)
        for d in range(6):
            n = grid.step(h, d)
            nx, ny = geometry.centre(n)
            assert math.hypot(nx - x, ny - y) == pytest.approx(math.sqrt(3))
            expected = math.radians(60 * d + (30 if grid.orientation == "flat" else 0))
            assert math.cos(math.atan2(ny - y, nx - x) - expected) == pytest.approx(1)
            assert grid.step(n, (d + 3) % 6) == h
            assert grid.direction(h, n) == d
            assert grid.opposite(h, n) == grid.step(h, (d + 3) % 6)


@given(grids(), st.data())
def test_distance_counts_the_hexes_of_a_line(grid: HexGrid, data: st.DataObject) -> None:
    hexes = list(grid)
    a, b = data.draw(st.sampled_from(hexes)), data.draw(st.sampled_from(hexes))
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.adjacent(p, q) for p, q in pairwise(line))


def test_brush_sizes() -> None:
    assert [len(VISEGRAD.within(Hex(10, 10), r)) for r in range(4)] == [1, 7, 19, 37]
    assert len(VISEGRAD.within(Hex(0, 0), 1)) < 7


@given(grids())
def test_sides_read_back_even_at_the_edge(grid: HexGrid) -> None:
    for h in some(grid):
        for d, side in some(enumerate(grid.sides(h))):
            assert grid.parse_side(grid.side_text(side)) == side
            assert side == hexside(grid.step(h, d), h)


def test_invalid_sides() -> None:
    for text in ("2017", "2017/", "2017/2019", "2017/2017", "2017/XX", "/2017", "9999/2017"):
        assert VISEGRAD.parse_side(text) is None


@given(grids(), st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))
def test_hit_tests_find_the_nearest_hex(grid: HexGrid, dx: float, dy: float) -> None:
    if math.hypot(dx, dy) > 0.85:  # inside the inscribed circle the hex is certain
        return
    geometry = HexGeometry(grid)
    for h in some(list(grid)[:: max(1, len(grid) // 9)]):
        x, y = geometry.centre(h)
        assert geometry.hex_at(x + dx, y + dy) == h
        side = geometry.side_at(x + dx, y + dy)
        assert side is not None
        assert h in side


@given(grids())
def test_bounds_hold_every_corner_tightly(grid: HexGrid) -> None:
    geometry = HexGeometry(grid)
    corners = [c for h in grid for c in geometry.corners(h)]
    left, top, right, bottom = geometry.bounds()
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    assert min(xs) >= left - 1e-9
    assert min(ys) >= top - 1e-9
    assert max(xs) == pytest.approx(right)
    assert max(ys) == pytest.approx(bottom)
    assert geometry.hex_at(right + 1, bottom + 1) is None


def test_side_ends_are_shared_corners() -> None:
    geometry = HexGeometry(GERMANY)
    h = Hex(5, 5)
    for d in range(6):
        side = GERMANY.side(h, d)
        mine = {tuple(round(v, 6) for v in p) for p in geometry.corners(h)}
        theirs = {tuple(round(v, 6) for v in p) for p in geometry.corners(GERMANY.step(h, d))}
        ends = {tuple(round(v, 6) for v in p) for p in geometry.side_ends(side)}
        assert ends == mine & theirs
