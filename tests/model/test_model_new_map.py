"""New maps: numberings in words, paper, blank sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_design import RULESET, small_map

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model.edit.blank import blank_map, emptied
from visegrad_editor.model.numbering_text import (
    CORNERS,
    ORDERS,
    corner_numbers,
    first_corner,
    first_number,
    numbering_of,
)
from visegrad_editor.model.paper_sizes import PAPERS_MM, hexes_on_paper, length_mm, map_size_mm, paper_size


@given(st.sampled_from(ORDERS), st.sampled_from(CORNERS), st.integers(0, 30), st.integers(0, 30),
       st.integers(2, 4), st.integers(2, 4), st.sampled_from(("", ".", "_", ":")))
def test_a_numbering_reads_back_from_its_text(
    order: str, corner: str, row: int, column: int, width: int, narrow: int, separator: str
) -> None:
    numbering = Numbering(
        order, Axis(row, "down" if corner.startswith("upper") else "up", width),
        Axis(column, "right" if corner.endswith("left") else "left", narrow), separator)
    read = numbering_of(order, first_number(numbering), corner, 20, 20)
    # Beside a separator a half without a zero in front has no fixed width.
    assert read == numbering or separator
    assert read.text(Hex(3, 4), 20, 20) == numbering.text(Hex(3, 4), 20, 20)
    assert first_corner(numbering) == corner


@pytest.mark.parametrize(("order", "first", "corner", "corners"), [
    ("column-first", "0101", "upper-left", ("0101", "1201", "0108", "1208")),
    ("row-first", "0601", "upper-right", ("0612", "0601", "1312", "1301")),
    ("column-first", "1.01", "lower-left", ("1.08", "12.08", "1.01", "12.01")),
    ("row-first", "000000", "lower-right", ("007011", "007000", "000011", "000000")),
    ("row-first", "6 001", "upper-left", ("6001", "6012", "13001", "13012")),
    ("column-first", "A1", "upper-left", ("A1", "L1", "A8", "L8")),
    ("column-first", "a01", "lower-left", ("A08", "L08", "A01", "L01")),
    ("row-first", "9U", "upper-right", ("9FF", "9U", "16FF", "16U")),
    ("row-first", "Z0", "upper-left", ("Z0", "Z11", "GG0", "GG11")),
    ("column-first", "X.Y", "upper-left", ("X.Y", "II.Y", "X.FF", "II.FF")),
    ("column-first", "9_9", "upper-left", ("9_9", "20_9", "9_16", "20_16"))])
def test_the_corner_numbers(order: str, first: str, corner: str, corners: tuple[str, ...]) -> None:
    grid = HexGrid("flat", 12, 8, "odd", numbering_of(order, first, corner, 12, 8))
    assert corner_numbers(grid) == corners
    assert len({grid.number(h) for h in grid}) == len(grid)


def test_halves_grow_with_the_grid() -> None:
    assert first_number(numbering_of("column-first", "0101", "upper-left", 120, 8)) == "0101"
    assert first_number(numbering_of("row-first", "0101", "upper-left", 120, 8)) == "01 001"


@pytest.mark.parametrize(("words", "first", "corner"), [
    ("not a first number", "101", "upper-left"), ("not a first number", "ab", "upper-left"),
    ("not a first number", "", "upper-left"), ("not a first number", "AAAAA1", "upper-left"),
    ("after Z come AA", "AB1", "upper-left"), ("after Z come AA", "1AB", "upper-left"),
    ("letters for both", "A A", "upper-left"), ("in a corner", "0101", "middle")])
def test_numberings_that_cannot_be_read(words: str, first: str, corner: str) -> None:
    with pytest.raises(ValueError, match=words):
        numbering_of("row-first", first, corner, 10, 10)
    with pytest.raises(ValueError, match="row-first or column-first"):
        numbering_of("spiral", "0101", "upper-left", 10, 10)


@given(st.sampled_from(sorted(PAPERS_MM)), st.floats(6, 40), st.sampled_from(("flat", "pointy")),
       st.booleans())
def test_hexes_that_fit_on_the_paper(paper: str, hex_size: float, orientation: str, lying: bool) -> None:
    width, height = paper_size(f"{paper}-landscape" if lying else paper)
    columns, rows = hexes_on_paper(width, height, hex_size, orientation)
    across, down = map_size_mm(columns, rows, hex_size, orientation)
    assert across <= width - 20 + 1e-3
    assert down <= height - 20 + 1e-3
    assert map_size_mm(columns + 1, rows, hex_size, orientation)[0] > width - 20 - 1e-3
    assert map_size_mm(columns, rows + 1, hex_size, orientation)[1] > height - 20 - 1e-3


@pytest.mark.parametrize("text", ["", "A9", "A4-sideways", "10x10", "ax3", "99999x200"])
def test_unknown_papers(text: str) -> None:
    with pytest.raises(ValueError, match=r"paper|sheet"):
        paper_size(text)


def test_lengths() -> None:
    assert [length_mm(t) for t in ("16", "16mm", "1,6 cm", "1in")] == [16, 16, 16, 25.4]
    with pytest.raises(ValueError, match="not a length"):
        length_mm("wide")
    with pytest.raises(ValueError, match="5 to 100 mm"):
        hexes_on_paper(210, 297, 2, "flat")
    with pytest.raises(ValueError, match="Not one hex"):
        hexes_on_paper(60, 60, 50, "flat")


def test_a_blank_map_has_the_requested_grid() -> None:
    numbering = numbering_of("row-first", "0101", "lower-right", 15, 12)
    map = blank_map(RULESET, "new", "New", 15, 12, "pointy", "even", numbering)
    assert map.grid == HexGrid("pointy", 15, 12, "even", numbering)
    assert {map.terrain.at(h) for h in map.grid} == {"clear"}
    with pytest.raises(ValueError, match="1 to 1,000 columns"):
        blank_map(RULESET, "new", "New", 0, 12)


def test_an_emptied_sheet_keeps_grid_and_numbers_only() -> None:
    map = emptied(small_map(), RULESET)
    assert map.grid == small_map().grid
    assert {map.terrain.at(h) for h in map.grid} == {"clear"}
    assert (map.lines, map.roads, map.places, map.areas, map.labels) == ((), (), (), (), ())
    assert {map.countries.at(h) for h in map.grid} == {""}
