"""Which grids and numberings a map can have, and papers they are printed on."""

from __future__ import annotations

import pytest
from any_grids import numberings
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.hexgrid import Axis, HexGrid, Numbering
from visegrad_editor.model.grid_limits import numbering_complaint, size_complaint
from visegrad_editor.model.paper_sizes import PAPERS_MM, hexes_on_paper, length_mm, map_size_mm, paper_size


@pytest.mark.parametrize(("columns", "rows", "said"), [
    (1, 1, ""), (1000, 250, ""), (250, 1000, ""), (500, 500, ""), (1, 1000, ""), (1000, 1, ""),
    (0, 5, "1 to 1,000 columns"), (5, 0, "1 to 1,000 columns"), (1001, 1, "1 to 1,000 columns"),
    (1, 1001, "1 to 1,000 columns"), (1000, 251, "251,000 hexes; a map has at most 250,000"),
    (501, 500, "250,500 hexes")])
def test_sizes_of_maps_have_bounds(columns: int, rows: int, said: str) -> None:
    found = size_complaint(columns, rows)
    assert (said in found) if said else found == ""


@pytest.mark.parametrize(("row", "column", "said"), [
    (Axis(0, "down", 2), Axis(0, "right", 2), ""), (Axis(90, "down", 2), Axis(1, "right", 1), ""),
    (Axis(9990, "down", 4), Axis(1, "right", 2), ""), (Axis(-1, "down"), Axis(1, "right"), "rows would be"),
    (Axis(1, "down"), Axis(-1, "right"), "columns would be"),
    (Axis(10000, "down", 4), Axis(1, "right"), "row numbers begin with 0 to 9999"),
    (Axis(1, "down", 5), Axis(1, "right"), "have 1 to 4 digits"),
    (Axis(1, "down", 0), Axis(1, "right"), "row numbers have no fixed number of digits"),
    (Axis(1, "down"), Axis(1, "right", 0), "column numbers have no fixed number of digits"),
    (Axis(1, "down", -1), Axis(1, "right"), "have 1 to 4 digits"),
    (Axis(1, "down", 0), Axis(1, "right", letters=True), ""),
    (Axis(1, "down", letters=True), Axis(1, "right", letters=True), "put a separator between them"),
    (Axis(1, "down"), Axis(0, "right", letters=True), "columns would be lettered from before A"),
    (Axis(1, "down"), Axis(96, "right", letters=True), ""),
    (Axis(1, "down"), Axis(97, "right", letters=True), "would reach number 105; they end with ZZZZ"),
    (Axis(91, "down", 2), Axis(1, "right"), ""),
    (Axis(1, "down", 2), Axis(2, "right", 1), "column numbers would reach 10, which needs 2 digits")])
def test_numbers_fit_into_their_digits(row: Axis, column: Axis, said: str) -> None:
    """On a map of 9 columns and 10 rows; of the half that comes first a number may have more."""
    found = numbering_complaint(Numbering("row-first", row, column), 9, 10)
    assert (said in found) if said else found == ""
    rows_last = numbering_complaint(Numbering("column-first", Axis(91, "down"), Axis(1, "right")), 9, 10)
    assert rows_last == "The row numbers would reach 100, which needs 3 digits instead of 2."
    assert numbering_complaint(Numbering("column-first", Axis(90, "down"), Axis(1, "right")), 9, 10) == ""


@given(numberings, st.integers(1, 30), st.integers(1, 30))
def test_a_numbering_without_complaint_gives_each_hex_a_number_of_its_own(
    numbering: Numbering, columns: int, rows: int
) -> None:
    if numbering_complaint(numbering, columns, rows):
        assert numbering.misfit(columns, rows)
        return
    grid = HexGrid("flat", columns, rows, "odd", numbering)
    assert len(set(grid.numbers)) == len(grid)
    assert all(grid.parse(grid.number(h)) == h for h in grid)


@pytest.mark.parametrize("name", list(PAPERS_MM))
def test_papers_lie_on_their_side_where_it_is_said(name: str) -> None:
    width, height = PAPERS_MM[name]
    assert width < height
    for said in (name, name.lower(), f" {name.upper()} ", f"{name}-portrait"):
        assert paper_size(said) == (width, height)
    assert paper_size(f"{name}-landscape") == (height, width)


@pytest.mark.parametrize(("text", "size"), [
    ("50x5000", (50, 5000)), ("300,5 × 60.25mm", (300.5, 60.25)), ("5000 x 50 mm", (5000, 50))])
def test_papers_may_be_given_by_their_size(text: str, size: tuple[float, float]) -> None:
    assert paper_size(text) == size


@pytest.mark.parametrize("text", [
    "", "A9", "A9-landscape", "-landscape", "A4-upside", "49x100", "100x49", "5001x100", "100x5001", "100",
    "100x100in", "٣٠٠x٣٠٠"])
def test_what_is_no_paper_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a paper size|50 to 5,000 mm"):
        paper_size(text)


@pytest.mark.parametrize(("text", "length"), [
    ("16", 16), ("16mm", 16), ("1.6 cm", 16), ("0,5in", 12.7), ('1"', 25.4), (" 20 mm ", 20)])
def test_lengths_have_units(text: str, length: float) -> None:
    assert length_mm(text) == pytest.approx(length)
    with pytest.raises(ValueError, match="is not a length"):
        length_mm(f"{text} feet")


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_as_many_hexes_go_on_a_paper_as_have_room(orientation: str) -> None:
    for columns, rows in ((1, 1), (2, 1), (1, 2), (7, 5), (12, 9)):
        width, height = map_size_mm(columns, rows, 16, orientation)  # type: ignore[arg-type]
        assert hexes_on_paper(width + 20, height + 20, 16, orientation) == (columns, rows)  # type: ignore[arg-type]
        fewer = hexes_on_paper(width + 40.01, height + 40.01, 16, orientation, 20.02) if (  # type: ignore[arg-type]
            min(columns, rows) > 2) else (0, 0)
        assert fewer < (columns, rows)


def test_a_map_on_paper_is_half_a_hex_wider_where_rows_are_staggered() -> None:
    assert map_size_mm(4, 1, 10, "pointy")[0] == 40
    assert map_size_mm(4, 2, 10, "pointy")[0] == 45
    assert map_size_mm(1, 4, 10, "flat")[1] == 40
    assert map_size_mm(2, 4, 10, "flat")[1] == 45
    side = 10 / 3 ** 0.5
    assert map_size_mm(4, 1, 10, "pointy")[1] == pytest.approx(2 * side)
    assert map_size_mm(3, 4, 10, "flat")[0] == pytest.approx(5 * side)


@pytest.mark.parametrize(("size", "margin", "said"), [
    (5, 0, ""), (100, 0, ""), (4.9, 0, "5 to 100 mm"), (100.1, 0, "5 to 100 mm"),
    (16, -1, "cannot be negative"),
    (16, 100, "Not one hex of 16 mm")])
def test_what_cannot_be_printed_is_refused(size: float, margin: float, said: str) -> None:
    if said:
        with pytest.raises(ValueError, match=said):
            hexes_on_paper(210, 297, size, "pointy", margin)
    else:
        assert min(hexes_on_paper(210, 297, size, "pointy", margin)) >= 1
