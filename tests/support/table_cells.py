"""Tables of the desk as they are compared with the rules: their rule, their dice and all cells but words."""

from __future__ import annotations

import re

from visegrad_editor.desk.tables import Cell, table

Rows = list[tuple[Cell, ...]]


def cells_of(id: str) -> tuple[str, str, Rows]:
    """The rule of a table, what is rolled for it, and its rows without the column of words for readers."""
    found = table(id)
    kept = [n for n, column in enumerate(found.columns) if column.id != "words"]
    return found.rule, found.dice, [tuple(row[n] for n in kept) for row in found.rows]


def words_of(id: str) -> list[str]:
    """The words for readers of the rows of a table."""
    return [line.word_in("words") for line in table(id).lines]


def numbers_in_notes(id: str) -> list[int]:
    """The numbers that the notes below a table name, but those of rules."""
    return [int(n) for n in re.findall(r"(?<![A-Z\d.])\d+(?![\d.]*\d)", " ".join(table(id).notes))]
