"""A combat table as a table: a die roll a row, below the headings and least odds of its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...model.design import Design
from ...model.edit import ruleset_tables as tables
from ...model.edit.ruleset_entries import with_ruleset
from ...model.ruleset import CombatTable, Ruleset
from ..grid import Cell, CellKind, Column, GridModel, Mark
from ..session import Session
from .marks import problems_of

HEADINGS, ODDS, FIRST = 0, 1, 2
"""The rows of headings and of least odds, and that of the first die roll."""


class CrtModel(GridModel):
    """The table at place `index` of the session's ruleset; none where there is none."""

    def __init__(self, session: Session, index: int) -> None:
        self.session, self.index = session, index

    @property
    def table(self) -> CombatTable | None:
        """The table as it is now."""
        found = self.session.design.ruleset.tables
        return found[self.index] if 0 <= self.index < len(found) else None

    @property
    def columns(self) -> Sequence[Column]:
        table = self.table
        if table is None:
            return ()
        cells = (Column(str(c + 1), 90, "choice", "A column of the table", centred=True)
                 for c in range(len(table.columns)))
        return (Column("", 86, "fixed", "The die roll", frozen=True), *cells)

    @property
    def rows(self) -> int:
        return FIRST + len(self.table.rows) if self.table is not None else 0

    def text(self, cell: Cell) -> str:
        table = self.table
        if table is None:
            return ""
        row, c = cell.row, cell.column - 1
        if c < 0:
            return {HEADINGS: "Heading", ODDS: "Odds from"}.get(row, f"Die {row - FIRST + 1}")
        head: dict[int, Sequence[object]] = {HEADINGS: table.columns, ODDS: table.thresholds}
        line = head[row] if row in head else table.rows[row - FIRST]
        return str(line[c]) if c < len(line) else ""

    def kind(self, cell: Cell) -> CellKind:
        if cell.column == 0:
            return "fixed"
        return "text" if cell.row < FIRST else "choice"

    def choices(self, cell: Cell) -> Sequence[str]:
        return [r.id for r in self.session.design.ruleset.results]

    def help(self, cell: Cell) -> str:
        if cell.column == 0 or cell.row == HEADINGS:
            return "The heading of each column, the least odds it is for, and the result of every die roll."
        if cell.row == ODDS:
            return "The least odds this column is for, as the rules count them; the first column begins at 0."
        code = self.text(cell)
        known = next((r for r in self.session.design.ruleset.results if r.id == code), None)
        return f"{known.id}, {known.name}: {known.text}" if known else "The code of a result."

    def mark(self, row: int) -> Mark | None:
        table = self.table
        if table is None or not self._is_bad(table, row):
            return None
        found = problems_of(self.session.problems, "tables", table)
        return Mark("error", "\n".join(p.message for p in found)) if found else None

    def _is_bad(self, table: CombatTable, row: int) -> bool:
        if row == HEADINGS:
            return "" in table.columns or len(set(table.columns)) < len(table.columns)
        if row == ODDS:
            odds = list(table.thresholds)
            return odds != sorted(set(odds)) or odds[:1] != [0] or len(odds) != len(table.columns)
        codes, known = table.rows[row - FIRST], {r.id for r in self.session.design.ruleset.results}
        return "" in codes or len(codes) != len(table.columns) or bool(known and set(codes) - known)

    # -- editing ------------------------------------------------------------------------

    def enter(self, cell: Cell, text: str) -> str:
        return self.paste(cell, [[text]])

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        cells = [(cell.row + r, cell.column - 1 + c, text)
                 for r, line in enumerate(block) for c, text in enumerate(line)]
        one = f"{self._place(cell)} {cells[0][2]}" if len(cells) == 1 else f"paste {len(cells)} cells"

        def pasted(ruleset: Ruleset) -> Ruleset:
            for row, column, text in cells:
                if column < 0 or column >= len(ruleset.tables[self.index].columns) or row >= self.rows:
                    raise ValueError("The copied block reaches beyond the table.")
                if row == HEADINGS:
                    ruleset = tables.set_heading(ruleset, self.index, column, text)
                elif row == ODDS:
                    ruleset = tables.set_threshold(ruleset, self.index, column, text)
                else:
                    ruleset = tables.set_results(ruleset, self.index, {(row - FIRST, column): text})
            return ruleset

        return self._change(one, pasted)

    def _place(self, cell: Cell) -> str:
        table = self.table
        heading = table.columns[cell.column - 1] if table and 0 < cell.column <= len(table.columns) else ""
        if cell.row < FIRST:
            return f"column {cell.column} {'heading' if cell.row == HEADINGS else 'odds from'}"
        return f"die {cell.row - FIRST + 1}, {heading}:"

    def add_row(self, row: int) -> str:
        """Add an empty row behind a row of the table; returns a complaint, or ""."""
        at = max(0, row - FIRST + 1)
        return self._change("add a row", lambda r: tables.add_row(r, self.index, at))

    def remove_row(self, row: int) -> str:
        """Remove the row of a die roll."""
        if row < FIRST:
            return "Choose the row of a die roll first; headings and odds stay."
        return self._change("remove a row", lambda r: tables.remove_row(r, self.index, row - FIRST))

    def add_column(self, column: int) -> str:
        """Add a column behind a column of the table."""
        return self._change("add a column", lambda r: tables.add_column(r, self.index, max(column, 1)))

    def remove_column(self, column: int) -> str:
        """Remove a column."""
        if column < 1:
            return "Choose a column of results first."
        return self._change("remove a column", lambda r: tables.remove_column(r, self.index, column - 1))

    def _change(self, what: str, function: Callable[[Ruleset], Ruleset]) -> str:
        table = self.table
        if table is None:
            return "There is no combat table yet."

        def changed(design: Design) -> Design:
            return with_ruleset(design, function(design.ruleset))

        return self.session.change(f"{table.name}: {what}", changed)
