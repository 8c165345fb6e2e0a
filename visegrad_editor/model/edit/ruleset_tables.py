"""Cells, rows and columns of combat tables. Rows and columns are counted from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..provenance import designers_own
from ..rules.combat import CombatTable
from ..ruleset import Ruleset
from ..ruleset_values import read_line, read_whole
from .ruleset import with_entry

MOST_ROWS, MOST_COLUMNS = 100, 60
HIGHEST_ODDS = 1_000_000


def set_results(ruleset: Ruleset, table: int, cells: Mapping[tuple[int, int], str]) -> Ruleset:
    """The ruleset with results of a combat table changed; `cells` are by (row, column).

    Raises ValueError for a cell the table does not have.
    """
    old = ruleset.tables[table]
    rows = [list(row) for row in old.rows]
    for (r, c), text in cells.items():
        if not (0 <= r < len(rows) and 0 <= c < len(rows[r])):
            raise ValueError(f"The table {old.name} has no cell in row {r + 1}, column {c + 1}.")
        rows[r][c] = read_line(text)
    return _changed(ruleset, table, replace(old, rows=tuple(map(tuple, rows))))


def set_heading(ruleset: Ruleset, table: int, column: int, text: str) -> Ruleset:
    """The ruleset with another heading for a column of a combat table."""
    old = ruleset.tables[table]
    columns = (*old.columns[:column], read_line(text), *old.columns[column + 1 :])
    return _changed(ruleset, table, replace(old, columns=columns))


def set_threshold(ruleset: Ruleset, table: int, column: int, text: str) -> Ruleset:
    """The ruleset with another least odds value for a column; a percent sign may follow it."""
    old = ruleset.tables[table]
    value = read_whole(text.strip().removesuffix("%"), 0, HIGHEST_ODDS)
    thresholds = (*old.thresholds[:column], value, *old.thresholds[column + 1 :])
    return _changed(ruleset, table, replace(old, thresholds=thresholds))


def add_row(ruleset: Ruleset, table: int, at: int) -> Ruleset:
    """The ruleset with an empty row before row `at` of a combat table; checks ask for its results."""
    old = ruleset.tables[table]
    if len(old.rows) >= MOST_ROWS:
        raise ValueError(f"A combat table has at most {MOST_ROWS} rows.")
    blank = ("",) * len(old.columns)
    return _changed(ruleset, table, replace(old, rows=(*old.rows[:at], blank, *old.rows[at:])))


def remove_row(ruleset: Ruleset, table: int, row: int) -> Ruleset:
    """The ruleset without a row of a combat table. Raises ValueError for its last one."""
    old = ruleset.tables[table]
    if len(old.rows) < 2:
        raise ValueError("A combat table needs at least one row. Remove the whole table instead.")
    return _changed(ruleset, table, replace(old, rows=(*old.rows[:row], *old.rows[row + 1 :])))


def add_column(ruleset: Ruleset, table: int, at: int) -> Ruleset:
    """The ruleset with an empty column before column `at` of a combat table.

    Its least odds lie halfway between those around it, so that the table still grows.
    """
    old = ruleset.tables[table]
    if len(old.columns) >= MOST_COLUMNS:
        raise ValueError(f"A combat table has at most {MOST_COLUMNS} columns.")
    # The first column begins at 0 and stays the first.
    at = min(max(at, 1), len(old.columns))
    before, after = old.thresholds[at - 1 : at], old.thresholds[at : at + 1]
    low = before[0] if before else 0
    value = (low + after[0]) // 2 if after else min(low + _step(old), HIGHEST_ODDS)
    return _changed(ruleset, table, replace(
        old, columns=(*old.columns[:at], f"from {value}", *old.columns[at:]),
        thresholds=(*old.thresholds[:at], value, *old.thresholds[at:]),
        rows=tuple((*row[:at], "", *row[at:]) for row in old.rows)))


def remove_column(ruleset: Ruleset, table: int, column: int) -> Ruleset:
    """The ruleset without a column of a combat table. Raises ValueError for its last one.

    If the first column is removed, the next one covers the odds from 0 on.
    """
    old = ruleset.tables[table]
    if len(old.columns) < 2:
        raise ValueError("A combat table needs at least one column. Remove the whole table instead.")
    thresholds = (*old.thresholds[:column], *old.thresholds[column + 1 :])
    if column == 0 and thresholds:
        thresholds = (0, *thresholds[1:])
    return _changed(ruleset, table, replace(
        old, columns=(*old.columns[:column], *old.columns[column + 1 :]), thresholds=thresholds,
        rows=tuple((*row[:column], *row[column + 1 :]) for row in old.rows)))


def _step(table: CombatTable) -> int:
    """The difference between the thresholds of the last two columns."""
    last = table.thresholds[-2:]
    return max(1, last[1] - last[0]) if len(last) == 2 else 100


def _changed(ruleset: Ruleset, index: int, table: CombatTable) -> Ruleset:
    if table == ruleset.tables[index]:
        return ruleset
    return with_entry(ruleset, "tables", index, designers_own(table))
