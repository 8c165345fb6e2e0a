"""What a table shows and where its keys lead. No Tk here."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from PIL import Image

CellKind = Literal["text", "choice", "flag", "colour", "pictures", "fixed"]
"""`choice` offers words in a list, `pictures` in a box of pictures, `flag` is yes or no, `fixed` is not
edited."""
Severity = Literal["error", "warning", "note"]
_END = re.compile(r"[\t\n]|\Z")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"(?=[\t\n]|\Z)')
"""A cell of a copied block in quotes, as spreadsheets write one that holds a tab, a line end or a quote."""


class Cell(NamedTuple):
    """A place in a table, from 0."""

    row: int
    column: int


@dataclass(frozen=True)
class Column:
    """`width` is in pixels at 100 %; `frozen` columns, the first ones, stay in sight."""

    title: str
    width: int
    kind: CellKind = "text"
    help: str = ""
    frozen: bool = False
    centred: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture made when it is seen; pictures with equal keys are the same."""

    key: Hashable
    make: Callable[[], Image.Image]


@dataclass(frozen=True)
class Mark:
    """What is wrong with a row."""

    severity: Severity
    text: str


class GridModel(ABC):
    """The contents of a table. Rows and columns are counted from 0."""

    @property
    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """The columns from left to right."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def text(self, cell: Cell) -> str:
        """What stands in a cell."""

    @abstractmethod
    def enter(self, cell: Cell, text: str) -> str:
        """Change a cell to what was typed; returns why that cannot be, or ""."""

    def row_made(self) -> int:
        """The row that was made last; where typing made one, the last row unless a model says otherwise."""
        return self.rows - 1

    def kind(self, cell: Cell) -> CellKind:
        """How a cell is edited."""
        return self.columns[cell.column].kind

    def choices(self, cell: Cell) -> Sequence[str]:
        """The words a cell offers; of a colour those that are offered first."""
        return ()

    def picture(self, cell: Cell) -> Picture | None:
        """The picture left of a cell's text."""
        return None

    def choice_picture(self, cell: Cell, choice: str) -> Picture | None:
        """The picture of a word that a cell offers."""
        return None

    def hint(self, cell: Cell) -> str:
        """What is shown, in quieter print, in a cell without text."""
        return ""

    def mark(self, row: int) -> Mark | None:
        """What is wrong with a row."""
        return None

    def help(self, cell: Cell) -> str:
        """A sentence on a cell, for the line below the table."""
        return self.columns[cell.column].help

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        """Change the cells from this one on to a block of texts, in one step; returns a complaint, or ""."""
        return self.enter(cell, block[0][0]) if block and block[0] else ""


def moved(cell: Cell, key: str, rows: int, columns: int, page: int) -> Cell | None:
    """Where a key leads from a cell; None where it leads out of the table, or is no such key.

    >>> moved(Cell(0, 2), "Tab", 2, 3, 10), moved(Cell(1, 2), "Tab", 2, 3, 10)
    (Cell(row=1, column=0), None)
    >>> moved(Cell(0, 0), "Control-End", 5, 3, 10), moved(Cell(4, 1), "Prior", 5, 3, 2)
    (Cell(row=4, column=2), Cell(row=2, column=1))
    """
    row, column = cell
    if key in ("Tab", "Shift-Tab"):
        at = row * columns + column + (1 if key == "Tab" else -1)
        return Cell(*divmod(at, columns)) if 0 <= at < rows * columns else None
    to = {
        "Up": (row - 1, column), "Down": (row + 1, column), "Left": (row, column - 1),
        "Right": (row, column + 1), "Home": (row, 0), "End": (row, columns - 1),
        "Control-Home": (0, 0), "Control-End": (rows - 1, columns - 1), "Prior": (row - page, column),
        "Next": (row + page, column), "Control-Up": (0, column), "Control-Down": (rows - 1, column),
    }.get(key)
    return None if to is None else within(Cell(*to), rows, columns)


def within(cell: Cell, rows: int, columns: int) -> Cell:
    """The nearest cell of a table; its first where it has none.

    >>> within(Cell(-1, 9), 4, 3)
    Cell(row=0, column=2)
    """
    return Cell(min(max(cell.row, 0), max(rows - 1, 0)), min(max(cell.column, 0), max(columns - 1, 0)))


def block_of(text: str) -> list[list[str]]:
    r"""The cells of a text from a spreadsheet: lines of words with tabs between them. A cell in quotes may
    hold tabs, line ends and doubled quotes; a quote within a word, or one never closed, is a letter.

    >>> block_of("AE\tDR\nDE\tEX\n")
    [['AE', 'DR'], ['DE', 'EX']]
    >>> block_of('"Big\nhill"\t3" gun')
    [['Big\nhill', '3" gun']]
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    rows: list[list[str]] = [[]]
    at = 0
    while True:
        quoted = _QUOTED.match(plain, at)
        end = quoted.end() if quoted else _END.search(plain, at).start()  # type: ignore[union-attr]
        rows[-1].append(quoted[1].replace('""', '"') if quoted else plain[at:end])
        if end == len(plain):
            return rows
        if plain[end] == "\n":
            rows.append([])
        at = end + 1
