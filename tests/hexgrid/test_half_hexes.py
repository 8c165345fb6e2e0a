"""Hexes that the edge of a map cuts in half."""

from __future__ import annotations

import pytest
from items import some

from visegrad_editor.hexgrid import (
    EDGES,
    NO_HALVES,
    Axis,
    HalfHexes,
    Hex,
    HexGeometry,
    HexGrid,
    Motion,
    Numbering,
    moved_grid,
    turn,
)

NUMBERS = Numbering("column-first", Axis(0, "down", 0), Axis(1, "right", letters=True))
BOARD = HexGrid("flat", 33, 11, "odd", NUMBERS, HalfHexes("odd", "all", "odd", "all"))
ROWS = HexGrid("pointy", 6, 5, "even", NUMBERS, HalfHexes("all", "even", "all", "even"))


def test_the_half_hexes_of_a_printed_board() -> None:
    """Columns A and GG, and the first and the last hex of every second column; A0, C0 ... are not on it."""
    letters = [*map(chr, range(ord("A"), ord("Z") + 1)), *(2 * chr(c) for c in range(ord("A"), ord("H")))]
    wanted = {f"{c}{n}" for c in ("A", "GG") for n in range(1, 11)}
    wanted |= {f"{c}{n}" for c in letters[1::2] for n in (0, 10)}
    assert {BOARD.number(h) for h in BOARD.halves} == wanted
    assert [BOARD.number(h) for h in BOARD.outside][:3] == ["A0", "C0", "E0"]
    assert not BOARD.is_half(Hex(0, 0))
    assert BOARD.beyond(Hex(0, 0)) == "top"
    assert not BOARD.is_half(Hex(2, 5))
    assert not BOARD.beyond(Hex(2, 5))


@pytest.mark.parametrize("grid", [
    BOARD, ROWS, HexGrid("flat", 4, 3, "odd", NUMBERS, HalfHexes("even", "", "odd", "")),
    HexGrid("flat", 4, 3, "even", NUMBERS, HalfHexes("even", "all", "even", "")),
    HexGrid("pointy", 4, 4, "odd", NUMBERS, HalfHexes("", "odd", "", "odd"))])
def test_cuts_halve_a_hex_through_its_centre(grid: HexGrid) -> None:
    geometry = HexGeometry(grid)
    for hex in some(grid.halves):
        for edge in some(grid.cuts(hex)):
            inner, outer = geometry.halves(hex, edge)
            assert area(inner) == pytest.approx(area(outer)) == pytest.approx(3**1.5 / 4)
            assert inner[0] == pytest.approx(outer[-1])
            assert inner[-1] == pytest.approx(outer[0])
            x, y = geometry.centre(hex)
            middle = ((inner[0][0] + inner[-1][0]) / 2, (inner[0][1] + inner[-1][1]) / 2)
            assert middle == pytest.approx((x, y))
            out = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}[edge]
            assert all((px - x) * out[0] + (py - y) * out[1] >= -1e-9 for px, py in outer)


def area(shape: list[tuple[float, float]]) -> float:
    pairs = zip(shape, shape[1:] + shape[:1], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


def test_where_no_hex_lies_farther_in_nothing_is_beyond_the_edge() -> None:
    """Cut through the hexes that stick out, the others are whole."""
    grid = HexGrid("flat", 4, 3, "odd", NUMBERS, HalfHexes(top="even", bottom="odd"))
    assert grid.outside == ()
    assert {grid.number(h) for h in grid.halves} == {"A0", "C0", "B2", "D2"}


@pytest.mark.parametrize("grid", [BOARD, ROWS])
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_grid_has_the_same_half_hexes(grid: HexGrid, quarters: int) -> None:
    motion = turn(grid, quarters)
    size = (grid.rows, grid.columns) if quarters % 2 else (grid.columns, grid.rows)
    turned = moved_grid(grid, motion, *size)
    assert {motion.hex(h) for h in grid.halves} == set(turned.halves)
    assert {motion.hex(h) for h in grid.outside} == set(turned.outside)
    assert turned.half_hexes.misfit(turned.orientation) == ""


def test_only_an_edge_that_stays_goes_on_cutting() -> None:
    wider = moved_grid(BOARD, Motion(0, 1, 0), 34, 11)
    assert wider.half_hexes == HalfHexes("even", "all", "even", "")
    assert moved_grid(BOARD, Motion(0, 0, -2), 33, 9).half_hexes == HalfHexes("", "all", "odd", "all")
    assert moved_grid(BOARD, Motion(), 33, 9).half_hexes == HalfHexes("odd", "all", "", "all")


@pytest.mark.parametrize(("orientation", "halves", "wrong"), [
    ("flat", HalfHexes("odd", "all", "even", "all"), ""), ("flat", HalfHexes(top="all"), "top"),
    ("flat", HalfHexes(left="odd"), "left"), ("pointy", HalfHexes("all", "odd", "all", "even"), ""),
    ("pointy", HalfHexes(right="all"), "right"), ("pointy", HalfHexes(bottom="even"), "bottom")])
def test_which_edges_can_be_cut_how(orientation: str, halves: HalfHexes, wrong: str) -> None:
    assert halves.misfit(orientation) == wrong  # type: ignore[arg-type]
    assert len(EDGES) == len(NO_HALVES)


def test_other_grids_have_no_half_hexes() -> None:
    plain = HexGrid("flat", 4, 3, "odd", NUMBERS)
    assert plain.halves == plain.outside == plain.rim == ()
    assert not plain.is_half(Hex(0, 0))
