"""The units of the scenario as a table for the grid: sorted, filtered, and edited in many cells at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...drawing.appearance import counter_look
from ...drawing.counters import Counter, print_key
from ...exchange.unit_table import is_unit_heading
from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.prototypes import reset_to_prototype
from ...model.edit.unit_cells import (
    UnitColumn,
    cell_choices,
    cell_text,
    field_of,
    is_override,
    prototype_text,
    typed_unit,
    unit_columns,
    with_units,
)
from ...model.edit.unit_series import duplicate_units, filled
from ...model.edit.units import remove_units
from ...model.inherited import OwnValue
from ...model.scenario import Scenario, Unit
from ...model.wording import count, sort_key
from ...systems import boxes_of
from ..inheritance import Inheritance
from ..session import Session
from ..widgets.grid import Cell, CellKind, Column, Mark, Picture
from ..window import theme
from .inherited_marks import InheritedModel
from .ruleset_tables import counter_drawing

_WIDEST, _WIDEST_OF = 200, {"name": 260, "notes": 260}
"""The width at 100 % that the texts in a column give it at most: usually, and columns with another one."""
_LETTER_PX, _BESIDE_PX = 7.2, 20
"""The width of a usual letter at 100 %, and what is beside the text of a cell."""
_MOST_LOOKED_AT = 400
"""The most units whose texts give columns their width."""
_PICTURE = 22


class UnitsModel(InheritedModel):
    """The units of the session's scenario, one in each row. The order is that of the scenario until it is
    sorted; a row keeps its place while it is edited. `take_table` is given cells that were pasted with the
    heads of their columns."""

    def __init__(self, session: Session, take_table: Callable[[Sequence[Sequence[str]]], None]) -> None:
        self.session, self._take_table = session, take_table
        self.words = ""
        """What a unit must have in its cells to be shown."""
        self.sorted_by, self.descending = "", False
        """The id of the column by which the rows are sorted, "" for the order of the scenario."""
        self.without_empty = False
        """Whether columns are left out in which no unit has anything."""
        self._filled: set[str] = set()
        """The ids of the columns that have had something while empty ones are left out: a column does not go
        while its cells are edited."""
        self._order: list[int] = []
        self._shown: tuple[object, ...] = ()
        self._columns: tuple[UnitColumn, ...] = ()
        self._grid_columns: tuple[Column, ...] = ()
        self._columns_of: tuple[object, ...] = ()
        self._letters: dict[str, int] = {}
        """The letters of the longest text in each column."""
        self._letters_of: tuple[object, ...] = ()

    # -- columns and rows ---------------------------------------------------------------

    @property
    def scenario(self) -> Scenario | None:
        """The scenario, None on a map alone."""
        return self.session.scenario

    @property
    def unit_columns(self) -> tuple[UnitColumn, ...]:
        """What the columns show."""
        design = self.session.design
        now = (design.ruleset, design.scenario)
        if not self._columns_of or any(a is not b for a, b in zip(now, self._columns_of, strict=True)):
            self._columns_of = now
            scenario = design.scenario
            columns = unit_columns(design.ruleset, scenario.units if scenario else ())
            # Without prototypes there is none to choose.
            self._columns = tuple(c for c in columns if c.id != "prototype" or (
                scenario is not None and scenario.prototypes))
            self._count_letters()
            self._columns = tuple(c for c in self._columns if self._is_shown(c))
            self._grid_columns = tuple(
                _column(c, n == 0, self._letters.get(c.id, 0)) for n, c in enumerate(self._columns))
        return self._columns

    def _count_letters(self) -> None:
        """Note how long the texts in the columns are when a document is opened, and when units come or go:
        a column grows then, but no column changes its width while its cells are edited, or becomes
        narrower."""
        design, scenario = self.session.design, self.scenario
        units = scenario.units if scenario is not None else ()
        now = (self.session.document, len(units), tuple(c.id for c in self._columns))
        if now == self._letters_of:
            return
        old = self._letters if self._letters_of and self._letters_of[0] == now[0] else {}
        if not old:
            self._filled.clear()
        self._letters_of = now
        self._letters = {
            c.id: max([old.get(c.id, 0), *(len(cell_text(design, u, c.id)) for u in units[:_MOST_LOOKED_AT])])
            for c in self._columns}

    def _is_shown(self, column: UnitColumn) -> bool:
        """Whether a column is not left out as an empty one."""
        if not self.without_empty or column.id in self._filled:
            return True
        design, units = self.session.design, self.scenario.units if self.scenario is not None else ()
        if column.id != "name" and not any(cell_text(design, u, column.id) for u in units):
            return False
        self._filled.add(column.id)
        return True

    def leave_out_empty(self, out: bool) -> tuple[str, ...]:
        """Leave out the columns in which no unit has anything, or show all; the titles of those left out."""
        self.without_empty, self._columns_of = False, ()
        self._filled.clear()
        titles = {c.id: c.title for c in self.unit_columns}
        self.without_empty, self._columns_of = out, ()
        left = {c.id for c in self.unit_columns}
        return tuple(title for id, title in titles.items() if id not in left)

    @property
    def columns(self) -> Sequence[Column]:
        return self._grid_columns if self.unit_columns else ()

    @property
    def rows(self) -> int:
        return len(self._places())

    def _places(self) -> list[int]:
        """The places in the scenario of the units that are shown, from top to bottom."""
        units = self.scenario.units if self.scenario else ()
        asked = (len(units), self.words, self.sorted_by, self.descending, self.session.document)
        if asked != self._shown:
            self._shown = asked
            design, columns = self.session.design, self.unit_columns
            words = self.words.casefold().split()
            self._order = [n for n, unit in enumerate(units) if self._fits(design, unit, columns, words)]
            if self.sorted_by:
                numbering, by = design.map.grid.numbering, self.sorted_by
                texts = {n: cell_text(design, units[n], by) for n in self._order}
                self._order.sort(reverse=self.descending, key=lambda n: (
                    numbering.order_of(texts[n]) if by == "setup" else (), sort_key(texts[n])))
                # Empty cells last in both directions.
                self._order.sort(key=lambda n: not texts[n])
        return self._order

    def _fits(self, design: Design, unit: Unit, columns: Sequence[UnitColumn], words: Sequence[str]) -> bool:
        if not words:
            return True
        text = " ".join(cell_text(design, unit, c.id) for c in columns).casefold()
        return all(word in text for word in words)

    def filter(self, words: str) -> None:
        """Show the units that have these words in their cells."""
        self.words = words

    def press_heading(self, column: int) -> None:
        """Sort by a column; again: the other way; a third time: as in the scenario."""
        id = self.unit_columns[column].id
        if self.sorted_by != id:
            self.sorted_by, self.descending = id, False
        elif not self.descending:
            self.descending = True
        else:
            self.sorted_by, self.descending = "", False
        self._shown = ()

    def heading_mark(self, column: int) -> str:
        if self.unit_columns[column].id != self.sorted_by:
            return ""
        return "▾" if self.descending else "▴"

    def unit(self, row: int) -> Unit:
        """The unit in a row."""
        assert self.scenario is not None
        return self.scenario.units[self._places()[row]]

    def keys(self, rows: Sequence[int]) -> tuple[str, ...]:
        """The keys of the units in some rows."""
        return tuple(self.unit(row).key for row in rows if row < self.rows)

    def rows_of(self, keys: Sequence[str]) -> list[int]:
        """The rows of units, of those that are shown."""
        wanted = set(keys)
        return [row for row in range(self.rows) if self.unit(row).key in wanted]

    # -- showing ------------------------------------------------------------------------

    def text(self, cell: Cell) -> str:
        return cell_text(self.session.design, self.unit(cell.row), self.unit_columns[cell.column].id)

    def kind(self, cell: Cell) -> CellKind:
        return self.columns[cell.column].kind

    def choices(self, cell: Cell) -> Sequence[str]:
        id = self.unit_columns[cell.column].id
        boxes = boxes_of(self.session.design) if id == "setup" else ()
        return cell_choices(self.session.design, id, boxes)

    def picture(self, cell: Cell) -> Picture | None:
        if cell.column:
            return None
        rules, edge = self.session.design.ruleset, theme.px(_PICTURE)
        unit = self.unit(cell.row)
        counter = Counter(unit)
        key = ("unit", print_key(counter, rules, False), counter_look(rules, unit), edge)
        return Picture(key, partial(counter_drawing, counter, rules, edge))

    @property
    def inheritance(self) -> Inheritance:
        return self.session.inheritance

    def own_value(self, cell: Cell) -> OwnValue | None:
        inherited = self.inheritance.now
        return None if inherited is None else inherited.unit_cell(
            self.unit(cell.row).key, self.unit_columns[cell.column].id)

    def own_entry(self, row: int) -> OwnValue | None:
        inherited = self.inheritance.now
        return None if inherited is None else inherited.unit(self.unit(row).key)

    def removed(self) -> tuple[OwnValue, ...]:
        inherited = self.inheritance.now
        return () if inherited is None else inherited.removed("scenario", "units")

    def mark(self, row: int) -> Mark | None:
        unit = self.unit(row)
        own = [p for p in self.session.problems if p.unit == unit.key] if self.session.problems else []
        return Mark(own[0].severity, "\n".join(p.message for p in own)) if own else None

    def is_bold(self, cell: Cell) -> bool:
        return is_override(self.session.design, self.unit(cell.row),
                           self.unit_columns[cell.column].id)

    def note(self, cell: Cell) -> str:
        unit, id = self.unit(cell.row), self.unit_columns[cell.column].id
        usual = prototype_text(self.session.design, unit, id)
        if usual is None or unit.like is None:
            return ""
        if not self.is_bold(cell):
            return f"As the prototype {unit.like.name} says."
        return f"The prototype {unit.like.name} says {usual or 'nothing'}. Del makes it so again."

    # -- editing ------------------------------------------------------------------------

    def as_prototype(self, rows: Sequence[int], columns: Sequence[int] | None = None) -> str:
        """Make the units in the rows as their prototypes say, in the columns or in everything."""
        units = [self.unit(row) for row in rows if row < self.rows]
        names = None if columns is None else {field_of(self.unit_columns[c].id) for c in columns}
        differ = [u.key for u in units if any(names is None or n in names for n in u.overrides)]
        if not differ:
            several = len(units) > 1
            if any(u.like for u in units):
                return f"{'These units say' if several else 'This unit says'} here what the prototype says."
            return f"{'These units have' if several else 'This unit has'} no prototype."
        complaint = self.session.change(
            f"{self._named(differ)} as the prototype",
            lambda d: reset_to_prototype(d, differ, None if names is None else sorted(names)))
        if not complaint:
            self.session.say(f"{count(len(differ), 'unit')} as the prototype again. Ctrl+Z undoes it.")
        return complaint

    def enter(self, cell: Cell, text: str) -> str:
        return self._set([(cell.row, cell.column, text)])

    def enter_many(self, rows: Sequence[int], column: int, text: str) -> str:
        return self._set([(row, column, text) for row in rows])

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        if self._is_table(block):
            self._take_table(block)
            return ""
        height, width = len(block), max((len(line) for line in block), default=0)
        if cell.row + height > self.rows:
            return (f"The copied cells have {count(height, 'row')}, and there {_are(self.rows - cell.row)} "
                    "from here on. Copy them with the heads of their columns to add units.")
        if cell.column + width > len(self.columns):
            return (f"The copied cells have {count(width, 'column')}, and there "
                    f"{_are(len(self.columns) - cell.column)} from here on.")
        return self._set([(cell.row + r, cell.column + c, text)
                          for r, line in enumerate(block) for c, text in enumerate(line)], "Paste into")

    def paste_cells(self, rows: Sequence[int], columns: Sequence[int], block: Sequence[Sequence[str]]) -> str:
        if self._is_table(block):
            self._take_table(block)
            return ""
        return super().paste_cells(rows, columns, block)

    def enter_cells(self, cells: Sequence[tuple[Cell, str]]) -> str:
        return self._set([(cell.row, cell.column, text) for cell, text in cells], "Paste into")

    def _is_table(self, block: Sequence[Sequence[str]]) -> bool:
        return len(block) > 1 and is_unit_heading(block[0], self.session.design)

    def copied(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """Whole rows are copied with the heads of their columns, so that they can be pasted as units."""
        text = super().copied(rows, columns)
        if len(columns) < len(self.columns):
            return text
        return "\t".join(c.head for c in self.unit_columns) + "\n" + text

    def fill_down(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """Give the marked cells the text of the first of their column."""
        if len(rows) < 2:
            return "Mark the cells to fill first: Shift and the arrow keys, or drag."
        return self._set([(row, c, self.text(Cell(rows[0], c))) for row in rows[1:] for c in columns],
                         "Fill")

    def fill_series(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """Continue the numbers of the first cells of each column in the marked ones."""
        if len(rows) < 2:
            return "Mark the cells to fill first: Shift and the arrow keys, or drag."
        cells = []
        for c in columns:
            try:
                texts = filled([self.text(Cell(row, c)) for row in rows])
            except ValueError as error:
                return str(error)
            cells += [(row, c, text) for row, text in zip(rows, texts, strict=True)]
        return self._set(cells, "Fill a series in")

    def _set(self, cells: Sequence[tuple[int, int, str]], verb: str = "") -> str:
        """Change cells in one step; nothing is changed if one of them is refused."""
        rows = list(dict.fromkeys(row for row, _, _ in cells))
        if not rows or max(rows) >= self.rows:
            return "There is no such row any more."
        columns = self.unit_columns
        titles = list(dict.fromkeys(columns[c].title for _, c, _ in cells))
        what = titles[0] if len(titles) == 1 else count(len(titles), "column")
        whom = self.unit(rows[0]).name if len(rows) == 1 else count(len(rows), "unit")
        label = f"{verb} {what} of {whom}" if verb else f"{what} of {whom}"
        olds = {row: self.unit(row) for row in rows}
        boxes = boxes_of(self.session.design)

        def changed(design: Design) -> Design:
            units = dict(olds)
            for row, column, text in cells:
                try:
                    units[row] = typed_unit(design, units[row], columns[column].id, text, boxes)
                except ValueError as error:
                    if len(cells) == 1:
                        raise
                    raise ValueError(f"{olds[row].name}, {columns[column].title}: {error} Nothing was "
                                     "changed.") from None
            return with_units(design, {olds[row].key: unit for row, unit in units.items()})

        return self._change(label, changed, what, len(rows))

    def _change(self, label: str, function: Callable[[Design], Design], what: str, asked: int) -> str:
        """Make an edit, and say how many units changed if several were asked for."""
        session, before = self.session, self.session.design
        old = before.scenario.units if before.scenario else ()
        complaint = session.change(label, function)
        new = session.scenario.units if session.scenario else ()
        if not complaint and asked > 1:
            changed = sum(a is not b for a, b in zip(old, new, strict=False))
            rest = f"; {asked - changed} already had this value" if 0 < changed < asked else ""
            session.say(f"{what}: {count(changed, 'unit')} changed{rest}. Ctrl+Z undoes it." if changed else
                        f"{what}: all {asked} units already have this value.")
        return complaint

    def duplicate(self, rows: Sequence[int]) -> tuple[str, ...]:
        """Add a copy of each unit in the rows; the keys of the copies."""
        keys, made = self.keys(rows), list[str]()

        def copied(design: Design) -> Design:
            after, new = duplicate_units(design, keys)
            made.extend(new)
            return after

        complaint = self.session.change(f"Duplicate {self._named(keys)}", copied)
        self.session.complain(complaint)
        return () if complaint else tuple(made)

    def remove(self, rows: Sequence[int]) -> str:
        """Remove the units in the rows from the scenario."""
        keys = self.keys(rows)

        def removed(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, remove_units(design.scenario, keys))

        complaint = self.session.change(f"Remove {self._named(keys)}", removed)
        if not complaint:
            self.session.say(f"{count(len(keys), 'unit')} removed from the scenario. Ctrl+Z undoes it.")
        return complaint

    def _named(self, keys: Sequence[str]) -> str:
        return keys[0].partition("/")[2] if len(keys) == 1 else count(len(keys), "unit")


def _are(number: int) -> str:
    return "is only 1" if number == 1 else f"are only {number}"


def _column(column: UnitColumn, frozen: bool, letters: int) -> Column:
    """The column of the grid: as wide as its heading or the longest text in it, of so many letters, as far
    as that is not too wide. So one in which nothing is takes little room."""
    kind: CellKind = "flag" if column.kind == "flag" else "choice" if column.kind == "choice" else "text"
    beside = _BESIDE_PX + (_PICTURE + 6 if frozen else 0)
    texts = min(round(letters * _LETTER_PX) + beside, _WIDEST_OF.get(column.id, _WIDEST))
    width = max(44, texts, 24 + 7 * len(column.title))
    help = f"{column.help} Click the heading to sort."
    return Column(column.title, width, kind, help, frozen, column.kind == "number")
