"""What a ruleset says beside its tables: a property a row."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.edit.ruleset_entries import change_head, with_ruleset
from ...model.ruleset_fields import HEAD
from ..grid import Cell, CellKind, Column, GridModel
from ..session import Session

_COLUMNS = (
    Column("Property", 140, "fixed", frozen=True), Column("Value", 240), Column("What it is", 340, "fixed"))


class GeneralModel(GridModel):
    """Title, turns, stacking limit and the like of the session's ruleset."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def columns(self) -> Sequence[Column]:
        return _COLUMNS

    @property
    def rows(self) -> int:
        return len(HEAD)

    def text(self, cell: Cell) -> str:
        field = HEAD[cell.row]
        return (field.title, field.text_of(self.session.design.ruleset), field.help)[cell.column]

    def kind(self, cell: Cell) -> CellKind:
        return _COLUMNS[cell.column].kind

    def help(self, cell: Cell) -> str:
        return HEAD[cell.row].help

    def enter(self, cell: Cell, text: str) -> str:
        if cell.column != 1:
            return "Only values are edited."
        field = HEAD[cell.row]
        return self.session.change(f"{field.title} {text}", lambda d: with_ruleset(
            d, change_head(d.ruleset, field.key, text)))
