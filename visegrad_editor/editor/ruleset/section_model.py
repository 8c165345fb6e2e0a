"""A section of the ruleset as a table: an entry a row, a field a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.design import Design
from ...model.edit.ruleset_entries import duplicate_entry, move_entry, with_ruleset
from ...model.edit.ruleset_names import remove_entry, replace_entry
from ...model.edit.ruleset_new import new_entry
from ...model.edit.ruleset_typing import change_label, typed
from ...model.provenance import SOURCES
from ...model.ruleset_fields import SECTIONS, Field, entry_label
from ...model.wording import article
from ..grid import Cell, CellKind, Column, GridModel, Mark, Picture
from ..session import Session
from . import pictures
from .marks import mark_of

_KINDS: dict[str, CellKind] = {
    "flag": "flag", "colour": "colour", "pattern": "pictures", "symbol": "pictures", "side": "choice",
    "size": "choice", "source": "choice"}
_WIDTHS = {
    "name": 168, "id": 108, "cost": 78, "shift": 52, "playable": 76, "supply": 66, "colour": 114,
    "pattern": 104, "symbol": 130, "rank": 52, "width": 58, "traits": 104, "movement": 86, "size": 78,
    "adjective": 96, "side": 84, "colours.ground": 114, "colours.ink": 114, "colours.symbol": 114,
    "colours.camouflage": 98, "provenance.source": 104, "provenance.rule": 52, "provenance.note": 280,
    "text": 480, "turn": 60, "steps": 60, "air_points": 86}
_CENTRED = frozenset({"cost", "shift", "rank", "width", "movement", "turn", "steps", "air_points"})
_SIZES = ("", "battalion", "regiment", "brigade", "division", "corps", "army")


class SectionModel(GridModel):
    """A section of the session's ruleset. Below its entries there is a row in which the name of a new one
    is typed, where entries have names."""

    def __init__(self, session: Session, section: str) -> None:
        self.session, self.section, self.spec = session, section, SECTIONS[section]
        self._columns = tuple(self._column(i, f) for i, f in enumerate(self.spec.fields))
        names = [i for i, f in enumerate(self.spec.fields) if f.key == "name"]
        self.name_column = names[0] if names else -1
        self._made = 0

    def _column(self, index: int, field: Field) -> Column:
        return Column(field.title, _WIDTHS[field.key], _KINDS.get(field.kind, "text"), field.help,
                      frozen=index == 0, centred=field.key in _CENTRED)

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

    def field(self, cell: Cell) -> Field:
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
        kind = self.field(cell).kind
        if kind in ("pattern", "symbol"):
            looks, now = pictures.LOOKS[self.section], self.text(cell)
            return looks if now in looks else (*looks, now)
        if kind == "colour":
            return self._colours()
        if kind == "side":
            return [s.id for s in self.session.design.ruleset.sides]
        return {"flag": ("yes", "no"), "size": _SIZES, "source": SOURCES}.get(kind, ())

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
        return f"{self.field(cell).help}."

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
