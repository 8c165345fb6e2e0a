"""Cells of tables that are printed and looked up, written down once more from the rules."""

from __future__ import annotations

import pytest

from visegrad_editor.desk.tables import Cell, table


@pytest.mark.parametrize(("id", "columns", "rows"), [
    ("barrage-firepower", 2, [("80-99", 12), ("100-149", 16), (">=150", 24)]),
    ("creeping-start", 2, [("1-2", 1), ("3-4", 2), ("5-6", 3)]),
    ("creeping-hindrance", 2, [("rain or deep snow", 1), ("other", 2)]),
    ("convoy-crowding", 3, [
        ("any", "nothing", 0), ("convoy", "vehicle-or-wreck", 2), ("convoy", "convoy", 4),
        ("other", "vehicle-or-wreck", 1), ("other", "convoy", 2)]),
    ("convoy-leave", 2, [
        ("sees-enemy", "may"), ("sees-attacked", "may"), ("sees-lost", "may"), ("radio", "may"),
        ("recalled", "must")]),
    ("column-moves", 3, [
        ("normal", "any", "yes"), ("double-time", "any", "yes"), ("gallop", "any", "yes"),
        ("assault", "any", "no"), ("bypass", "any", "no"), ("dash", "any", "no"), ("human-wave", "any", "no"),
        ("minimum", "minimum", "no"), ("minimum", "none", "yes")]),
    ("column-terrain", 3, [
        ("factory", "any", "yes"), ("other", "any", "yes"), ("woods|building", "yes", "yes"),
        ("woods|building", "no", "no")]),
    ("disband", 2, [
        ("attacked", "-"), ("minefield", "hurt"), ("sees-enemy", "-"), ("air-attack", "near"),
        ("he-oba", "near"), ("wp-oba", "near"), ("hidden-wire", "-"), ("voluntary", "paid")]),
])
def test_cells_of_convoys_columns_and_barrages(
    id: str, columns: int, rows: list[tuple[Cell, ...]]
) -> None:
    """The first columns of each row; those after them are words for readers."""
    assert [row[:columns] for row in table(id).rows] == rows
