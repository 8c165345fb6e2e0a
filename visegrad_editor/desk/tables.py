"""The tables of the desk: cells that procedures look up and sheets print, each with its rule number.

A table of the files in `data/tables` looks like this. Columns with `key: true` choose the row; all key
columns of a row must fit. A key cell is a number, a range (`2-4`, `<=2`, `>=5`), a word, several of these
with `|` between them, or `any`.

    - id: cloud-cover
      title: Clouds at the start
      rule: E1.11
      dice: coloured die
      columns:
        - {id: die, title: Final, key: true}
        - {id: clouds, title: Clouds}
      rows:
        - ["<=2", none]
        - ["3-4", scattered]
        - [">=5", overcast]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.files.yaml_reader import read_file

DATA = Path(__file__).with_name("data")
"""The folder of the data of the desk."""
Cell = int | float | str
_RANGE = re.compile(r"(-?\d+)(?:-(\d+))?")
_BOUND = re.compile(r"(<=|>=)(-?\d+)")


@dataclass(frozen=True)
class Column:
    """A column; a key chooses the row."""

    id: str
    title: str
    key: bool = False


@dataclass(frozen=True)
class Row:
    """A row that was looked up; its number counts from 0."""

    number: int
    cells: Mapping[str, Cell]

    def number_in(self, column: str) -> int:
        """A whole number of the row; raises `ValueError` if the cell is none."""
        value = self.cells[column]
        if isinstance(value, int):
            return value
        raise ValueError(f"{value!r} in the column {column} is no whole number.")

    def word_in(self, column: str) -> str:
        """A cell of the row as text."""
        return str(self.cells[column])


def fits(cell: Cell, value: Cell) -> bool:
    """Whether a value is one of those that a key cell stands for.

    >>> fits("2-4", 3), fits(">=5", 4), fits("mist|fog", "fog"), fits("any", 12), fits(-1, -1)
    (True, False, True, True, True)
    """
    return any(_fits(part.strip(), value) for part in str(cell).split("|"))


def _fits(part: str, value: Cell) -> bool:
    if part == "any" or part == str(value):
        return True
    if not isinstance(value, int):
        return False
    bound = _BOUND.fullmatch(part)
    if bound is not None:
        return value <= int(bound[2]) if bound[1] == "<=" else value >= int(bound[2])
    span = _RANGE.fullmatch(part)
    return span is not None and span[2] is not None and int(span[1]) <= value <= int(span[2])


@dataclass(frozen=True)
class Table:
    """A table. `dice` says in words what is rolled for it, "" for nothing."""

    id: str
    title: str
    rule: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    dice: str = ""
    notes: tuple[str, ...] = ()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The ids of the columns that choose the row."""
        return tuple(c.id for c in self.columns if c.key)

    @cached_property
    def lines(self) -> tuple[Row, ...]:
        """All rows, as they are looked up."""
        return tuple(Row(number, dict(zip((c.id for c in self.columns), cells, strict=True)))
                     for number, cells in enumerate(self.rows))

    def look(self, **keys: Cell) -> Row:
        """The first row all of whose key cells fit; raises `ValueError` for a missing key and for values
        that no row fits."""
        if set(keys) != set(self.keys):
            raise ValueError(f"The table {self.id} is looked up by {', '.join(self.keys)}, "
                             f"not by {', '.join(keys)}.")
        for row in self.lines:
            if all(fits(row.cells[key], value) for key, value in keys.items()):
                return row
        values = ", ".join(f"{k} {v}" for k, v in keys.items())
        raise ValueError(f"The table {self.id} has no row for {values}.")


def _table(data: Mapping[str, Any]) -> Table:
    return Table(
        data["id"], data["title"], str(data["rule"]), tuple(Column(**c) for c in data["columns"]),
        tuple(map(tuple, data["rows"])), data.get("dice", ""), tuple(data.get("notes", ())))


@cache
def tables() -> Mapping[str, Table]:
    """All tables by id, in the order of the files and in each as written. Raises `ValueError` if two have the
    same id."""
    found: dict[str, Table] = {}
    for path in sorted((DATA / "tables").glob("*.yaml")):
        for data in read_file(path).data:
            table = _table(data)
            if table.id in found:
                raise ValueError(f"There are two tables {table.id}.")
            found[table.id] = table
    return found


def table(id: str) -> Table:
    """The table with an id; raises `KeyError` if there is none."""
    return tables()[id]
