"""Checks of combat tables: whether every odds value and every die roll has its result."""

from __future__ import annotations

from ..ruleset import CombatTable
from ..wording import quoted
from .context import Checks


def check_tables(checks: Checks) -> None:
    """Tables with gaps, of uneven shape, or with results nobody explains."""
    known = [r.id for r in checks.design.ruleset.results]
    for table in checks.design.ruleset.tables:
        _check_columns(checks, table)
        _check_rows(checks, table)
        for code in dict.fromkeys(c for row in table.rows for c in row):
            if known and code and code not in known:
                at = next(i for i, row in enumerate(table.rows) if code in row)
                checks.unknown("result", code, known, f"table {table.name}, die roll {at + 1}", "ruleset",
                               "tables", table.id, within=("rows", at))


def _check_columns(checks: Checks, table: CombatTable) -> None:
    width = len(table.columns)

    def add(message: str, key: str) -> None:
        checks.add("error", "bad-table", message, "ruleset", "tables", table.id, within=(key,))

    if len(table.thresholds) != width:
        add(f"Table {table.name} has {width} columns and {len(table.thresholds)} thresholds; each column "
            "needs one.", "thresholds")
    if table.thresholds and table.thresholds[0] != 0:
        add(f"The first threshold of table {table.name} is {table.thresholds[0]}; it must be 0, so that "
            "every odds value has a column.", "thresholds")
    if list(table.thresholds) != sorted(set(table.thresholds)):
        add(f"The thresholds of table {table.name} must grow from column to column.", "thresholds")
    seen: set[str] = set()
    for c, heading in enumerate(table.columns):
        if not heading:
            add(f"Column {c + 1} of table {table.name} has no heading.", "columns")
        elif heading in seen:
            add(f"Two columns of table {table.name} have the heading {quoted(heading)}.", "columns")
        seen.add(heading)


def _check_rows(checks: Checks, table: CombatTable) -> None:
    width = len(table.columns)
    if not table.rows:
        checks.add("error", "bad-table", f"Table {table.name} has no rows: no die roll has a result.",
                   "ruleset", "tables", table.id)
    for r, row in enumerate(table.rows):
        if len(row) != width:
            checks.add("error", "bad-table", (
                f"Row {r + 1} of table {table.name} has {len(row)} results; the table has {width} "
                "columns."), "ruleset", "tables", table.id, within=("rows", r))
        empty = [heading for heading, code in zip(table.columns, row, strict=False) if not code]
        if empty:
            where = "any column" if len(empty) == width else f"the column {', '.join(empty[:4])}"
            more = f" and {len(empty) - 4} more" if 4 < len(empty) < width else ""
            checks.add("error", "no-result", (
                f"Table {table.name} has no result for a die roll of {r + 1} in {where}{more}."),
                "ruleset", "tables", table.id, within=("rows", r))
