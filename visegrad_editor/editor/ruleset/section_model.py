"""A section of the ruleset as a table: an entry a row, a field a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.design import Design
from ...model.edit.ruleset_entries import duplicate_entry, move_entry, with_ruleset
from ...model.edit.ruleset_names import remove_entry, replace_entry
from ...model.edit.ruleset_new import new_entry
from ...model.edit.ruleset_typing import change_label, typed
from ...model.ruleset_fields import SECTIONS, TableColumn, entry_label
from ...model.wording import article
from ..grid import Cell, CellKind, Column, GridModel, Mark, Picture
from ..session import Session
from . import pictures
from .marks import mark_of

_KINDS: dict[str, CellKind] = {
    "flag": "flag", "colour": "colour", "pattern": "pictures", "symbol": "pictures", "reference": "choice",
    "words": "choice", "source": "choice"}
_WIDTHS = {"name": 168, "id": 108, "cost": 78, "colour": 114, "pattern": 104, "symbol": 130, "ids": 104,
           "source": 104}
"""Of columns by what they show, where their titles are shorter."""
_CENTRED = frozenset({"cost", "number"})


def _width(field: TableColumn) -> int:
    """Pixels that hold the title and most values."""
    title = 24 + 7 * len(field.title)
    known = _WIDTHS.get(field.kind)
    if known is None and field.kind == "text":
        longest = field.field.longest or 0
        known = 360 if longest > 200 else 96 if len(field.title) > 5 else title
    return max(title, known or 0)


class SectionModel(GridModel):
    """A section of the session's ruleset. Below its entries there is a row in which the name of a new one
    is typed, where entries have names."""

    def __init__(self, session: Session, section: str) -> None:
        self.session, self.section, self.spec = session, section, SECTIONS[section]
        self._columns = tuple(self._column(i, f) for i, f in enumerate(self.spec.fields))
        names = [i for i, f in enumerate(self.spec.fields) if f.key == "name"]
        self.name_column = names[0] if names else -1
        self._made = 0

    def _column(self, index: int, field: TableColumn) -> Column:
        return Column(field.title, _width(field), _KINDS.get(field.kind, "text"), field.help,
                      frozen=index == 0, centred=field.kind in _CENTRED)

    @property
    def entries(self) -> tuple[Any, ...]:
        """The entries as they are now."""
        found: tuple[Any, ...] = getattr(self.session.design.ruleset, self.section)
        return found

    @property
    def columns(self) -> Sequence[Column]:
        return self._columns

    @property
    def rows(self) -> int:
        return len(self.entries) + (self.name_column >= 0)

    def field(self, cell: Cell) -> TableColumn:
        """The field a cell shows."""
        return self.spec.fields[cell.column]

    def is_new(self, row: int) -> bool:
        """Whether a row is the one for a new entry."""
        return row >= len(self.entries)

    # -- showing ------------------------------------------------------------------------

    def text(self, cell: Cell) -> str:
        if self.is_new(cell.row):
            return ""
        return self.field(cell).text_of(self.entries[cell.row])

    def hint(self, cell: Cell) -> str:
        return f"New {self.spec.one}…" if self.is_new(cell.row) and cell.column == self.name_column else ""

    def kind(self, cell: Cell) -> CellKind:
        if self.is_new(cell.row):
            return "text" if cell.column == self.name_column else "fixed"
        return self._columns[cell.column].kind

    def choices(self, cell: Cell) -> Sequence[str]:
        field = self.field(cell)
        kind, said = field.kind, field.field
        if kind in ("pattern", "symbol"):
            looks, now = pictures.LOOKS[self.section], self.text(cell)
            return looks if now in looks else (*looks, now)
        if kind == "colour":
            return self._colours()
        if said.refers_to is not None:
            return [entry.id for entry in getattr(self.session.design.ruleset, said.refers_to)]
        return ("yes", "no") if kind == "flag" else said.suggested or said.choices or ()

    def _colours(self) -> list[str]:
        """The colours of this section, then those of the others."""
        rules = self.session.design.ruleset
        found = []
        for spec in (self.spec, *SECTIONS.values()):
            for field in spec.fields:
                if field.kind == "colour":
                    found += [field.of(entry) for entry in getattr(rules, spec.key)]
        return list(dict.fromkeys(found))

    def picture(self, cell: Cell) -> Picture | None:
        if self.is_new(cell.row):
            return None
        rules, entry, field = self.session.design.ruleset, self.entries[cell.row], self.field(cell)
        if field.key == "symbol" and self.section == "unit_types":
            return pictures.symbol_picture(entry.symbol)
        if field.key != "name":
            return None
        if self.section == "nationalities":
            return pictures.counter_picture(rules, entry)
        return pictures.kind_picture(rules, self.section, entry)

    def choice_picture(self, cell: Cell, choice: str) -> Picture | None:
        rules = self.session.design.ruleset
        return pictures.look_picture(rules, self.section, self.entries[cell.row], choice)

    def mark(self, row: int) -> Mark | None:
        return None if self.is_new(row) else mark_of(self.session.problems, self.section, self.entries[row])

    def help(self, cell: Cell) -> str:
        if self.is_new(cell.row):
            return f"Type a name here to make {article(f'new {self.spec.one}')}."
        return self.field(cell).help

    # -- editing ------------------------------------------------------------------------

    def enter(self, cell: Cell, text: str) -> str:
        if self.is_new(cell.row):
            return self.add(text) if text.strip() else ""
        field, entry = self.field(cell), self.entries[cell.row]
        return self.session.change(
            change_label(self.section, entry, field.key, text),
            lambda d: typed(d, self.section, cell.row, field.key, text))

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        cells = [(Cell(cell.row + r, cell.column + c), text)
                 for r, line in enumerate(block) for c, text in enumerate(line)]
        if len(cells) == 1:
            return self.enter(*cells[0])

        def pasted(design: Design) -> Design:
            for at, text in cells:
                if at.column >= len(self._columns) or self.is_new(at.row):
                    raise ValueError("The copied block reaches beyond the table.")
                design = typed(design, self.section, at.row, self.field(at).key, text)
            return design

        return self.session.change(f"Paste {len(cells)} cells", pasted)

    def add(self, name: str = "") -> str:
        """Add an entry of that name; returns a complaint, or ""."""
        looks, before = pictures.KNOWN_LOOKS.get(self.section, ()), self.entries
        complaint = self.session.change(f"New {self.spec.one} {name}".rstrip(), lambda d: with_ruleset(
            d, new_entry(d.ruleset, self.section, name, looks)))
        if not complaint:
            self._made = next((i for i, (a, b) in enumerate(zip(before, self.entries, strict=False))
                               if a is not b), len(before))
        return complaint

    def row_made(self) -> int:
        return self._made

    def duplicate(self, row: int) -> str:
        """Put a copy behind an entry."""
        return self.session.change(f"Duplicate {self.label(row)}", lambda d: with_ruleset(
            d, duplicate_entry(d.ruleset, self.section, row)))

    def remove(self, row: int) -> str:
        """Remove an entry; refused, naming where, for one that is used."""
        return self.session.change(f"Remove {self.label(row)}", lambda d: remove_entry(d, self.section, row))

    def replace(self, row: int, by: str) -> str:
        """Remove an entry and put that of the id `by` in its place wherever it is used."""
        return self.session.change(
            f"Replace {self.label(row)} by {by}", lambda d: replace_entry(d, self.section, row, by))

    def move(self, row: int, by: int) -> str:
        """Move an entry up or down."""
        return self.session.change(f"Move {self.label(row)}", lambda d: with_ruleset(
            d, move_entry(d.ruleset, self.section, row, row + by)))

    def label(self, row: int) -> str:
        """What an entry is called."""
        return entry_label(self.section, self.entries[row])

    def row_of(self, name: str) -> int:
        """The row of an entry by its id, or by turn and side; 0 where there is none."""
        for row, entry in enumerate(self.entries):
            own = f"{entry.turn}/{entry.side}" if self.section == "replacements" else entry.id
            if own == name:
                return row
        return 0
