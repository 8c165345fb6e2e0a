"""The tables of ruleset data: which sections are edited in tables, and what columns they have.

All of it follows from what the records of `ruleset` declare: a field added there can be edited, shown and
undone at once.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import Any

from ..lazy_dataclass import dataclass
from . import ruleset_values as values
from .fields import CellKind, DeclaredField, Field, Typed, declared, entry_type, literal_values
from .ruleset import Ruleset


@dataclass(frozen=True)
class TableColumn:
    """A field of the entries of a section as a column of its table.

    `key` is the attribute, with a dot for a part of one (`colours.ground`).
    """

    key: str
    kind: CellKind
    field: Field
    typed: Typed

    @property
    def title(self) -> str:
        return self.field.title or self.key.rpartition(".")[2].replace("_", " ").capitalize()

    @property
    def help(self) -> str:
        """What it is, as a sentence. Tables show and accept yes and no for true and false."""
        text = self.field.tip or self.field.help or self.title
        if self.kind == "flag":
            text = text.replace("false ", "no ").replace("true ", "yes ")
        if self.field.unit is not None:
            text = f"{text.removesuffix('.')}, in {self.field.unit}."
        return text[:1].upper() + text[1:]

    @property
    def fact(self) -> bool:
        """Whether the rules depend on it."""
        return bool(self.field.fact)

    def read(self, text: str) -> Any:
        """The value of typed text; raises ValueError with a sentence."""
        return self.typed.read(text)

    def of(self, entry: Any) -> Any:
        """The value of an entry."""
        for part in self.key.split("."):
            entry = getattr(entry, part)
        return entry

    def text_of(self, entry: Any) -> str:
        """The value of an entry as a designer reads it."""
        return self.typed.show(self.of(entry))

    def put(self, entry: Any, value: Any) -> Any:
        """The entry with another value."""
        first, dot, rest = self.key.partition(".")
        if dot:
            inner = getattr(entry, first)
            value = replace(inner, **{rest: value})
        return replace(entry, **{first: value})


@dataclass(frozen=True)
class RulesetSection:
    """A list of a ruleset: its attribute, its title, the columns of its table."""

    key: str
    title: str
    one: str
    """The name of one entry in a sentence: `terrain`, `unit type`."""
    fields: tuple[TableColumn, ...]

    def field(self, key: str) -> TableColumn:
        return next(f for f in self.fields if f.key == key)

    @property
    def has_id(self) -> bool:
        return any(f.kind == "id" for f in self.fields)


def columns_of(record: Any, before: str = "") -> tuple[TableColumn, ...]:
    """The columns of a record, those of its parts in their place; a name comes before the id."""
    columns: list[TableColumn] = []
    for one in declared(record):
        if one.field.edited is False:
            continue
        if is_dataclass(one.type):
            columns += columns_of(one.type, f"{before}{one.name}.")
        else:
            columns.append(_column(one, before))
    kinds = [column.kind for column in columns[:2]]
    if kinds == ["id", "name"] and columns[0].title == "Id":
        columns[:2] = columns[1::-1]
    return tuple(columns)


def _column(one: DeclaredField, before: str = "") -> TableColumn:
    field = one.field
    return TableColumn(f"{before}{one.name}", _cell_kind(one), field, field.typed or _typed(one))


def _cell_kind(one: DeclaredField) -> CellKind:
    field = one.field
    if field.refers_to is not None:
        return "reference"
    if field.suggested is not None:
        return "words"
    if literal_values(one.type):
        return "source"
    if field.cell is not None:
        return field.cell
    return "flag" if one.type is bool else "number" if one.type in (int, float) else "text"


def _typed(one: DeclaredField) -> Typed:
    """How a value is typed if its field does not say it."""
    field, low, high = one.field, one.field.minimum, one.field.maximum
    if literal_values(one.type):
        return Typed(values.read_source)
    if one.type is bool:
        return Typed(values.read_flag, values.show_flag)
    if one.type is int:
        least, most = int(low or 0), int(values.HIGHEST if high is None else high)
        return Typed(lambda text: values.read_whole(text, least, most))
    if one.type is float:
        return Typed(lambda text: values.read_between(text, low, high), values.show_number)
    if one.type is str:
        longest = field.longest or values.NAME_LENGTH
        return Typed(lambda text: values.read_line(text, longest))
    raise TypeError(f"{one.name}: no declaration says how {one.type} is typed into a table")


SECTIONS: dict[str, RulesetSection] = {
    one.key: RulesetSection(
        one.key, one.field.title or one.key, one.field.one, columns_of(entry_type(one.type)))
    for one in declared(Ruleset) if one.field.one is not None}
"""The tables, by the attribute of the ruleset they show."""
HEAD: tuple[TableColumn, ...] = tuple(
    _column(one) for one in declared(Ruleset)
    if one.field.edited is not False and one.type in (str, int, float, bool))
"""The properties of a ruleset besides its lists."""


def entry_label(section: str, entry: Any) -> str:
    """The name of an entry in the history and in messages."""
    if section == "replacements":
        return f"Replacements of turn {entry.turn}, {entry.side}"
    if section == "results":
        return f"Result {entry.id}"
    return str(entry.name) or str(entry.id)
