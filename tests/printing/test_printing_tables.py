"""Tables on paper: the widths of their columns."""

from __future__ import annotations

import pytest

from visegrad_editor.printing.tables import HeaderRow, PrintedColumn, TableRow, spread, table

COLUMNS = (PrintedColumn("Terrain", 2.3, bold=True), PrintedColumn("Foot", 1.5, "centre"),
           PrintedColumn("Horse", 1.5, "centre"), PrintedColumn("Camel", 1.5, "centre"),
           PrintedColumn("Combat", 1.3, "centre"))
ROWS = [("Mountain", "3", "no", "no", "2 left"), ("River", "+1", "+1", "+1", "attack /2")]


@pytest.mark.parametrize("dense", [False, True])
def test_columns_are_wide_enough_for_the_longest_word(dense: bool) -> None:
    width = 160.0 if dense else 200.0
    head, *rows = table(COLUMNS, ROWS, ["#ffffff", "#000000"], dense=dense)
    assert isinstance(head, HeaderRow)
    assert [" ".join(lines) for lines in head._lines(width)] == [c.title for c in COLUMNS]
    assert len(rows) == len(ROWS)
    for row, cells in zip(rows, ROWS, strict=True):
        assert isinstance(row, TableRow)
        assert tuple(" ".join(lines) for lines in row._lines(width)) == cells
    assert sum(spread(head.columns, width)) == pytest.approx(width)


def test_columns_with_room_have_their_shares_and_without_room_parts_of_what_they_need() -> None:
    one, two = PrintedColumn("A", 1.0, least=10.0), PrintedColumn("B", 3.0, least=60.0)
    assert spread((one, two), 200.0) == pytest.approx([50.0, 150.0])
    assert spread((one, two), 72.0) == pytest.approx([12.0, 60.0])
    assert spread((one, two), 35.0) == pytest.approx([5.0, 30.0])
