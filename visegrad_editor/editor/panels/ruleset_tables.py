"""The ruleset as tables for the grid: sections, general properties, combat tables, and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import Image

from ...drawing.appearance import feature_look, hexside_look, road_look, terrain_look
from ...drawing.counters import Counter, counter_item, figures
from ...drawing.hexside_marks import HEXSIDE_PATTERNS
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.patterns import PATTERNS
from ...drawing.primitives import Item
from ...drawing.symbols import SYMBOL_NAMES, symbol
from ...drawing.viewport import Viewport
from ...model.design import Design
from ...model.differences import CellStep
from ...model.edit import ruleset_tables as tables
from ...model.edit.ruleset import (
    change_head,
    change_label,
    duplicate_entry,
    move_entry,
    new_entry,
    remove_entry,
    replace_entry,
    typed,
    with_ruleset,
)
from ...model.inherited import OwnValue
from ...model.problems import Problem
from ...model.rules.combat import CombatTable
from ...model.ruleset import Nationality, Ruleset
from ...model.ruleset_fields import HEAD, SECTIONS, TableColumn, entry_label
from ...model.scenario import Unit
from ...model.unit_values import trimmed
from ...model.values import FEATURE_SYMBOLS
from ...model.whole_look import look_of
from ...model.wording import article, count
from ..inheritance import Inheritance
from ..session import Session
from ..widgets.grid import Cell, CellKind, Column, Mark, Picture
from ..widgets.swatches import swatch
from ..window import theme
from .inherited_marks import InheritedModel

_KINDS: dict[str, CellKind] = {
    "flag": "flag", "colour": "colour", "pattern": "pictures", "symbol": "pictures", "reference": "choice",
    "words": "choice", "source": "choice"}
_WIDTHS = {"name": 168, "id": 108, "reference": 112, "cost": 78, "colour": 114, "pattern": 104, "symbol": 130,
           "ids": 104, "source": 104}
"""Widths of columns in pixels by what they show; a longer title makes a column wider."""
_CENTRED = frozenset({"cost", "number"})


def _width(field: TableColumn) -> int:
    """The width in pixels that holds the title and most values."""
    title = 24 + 7 * len(field.title)
    known = _WIDTHS.get(field.kind)
    if known is None and field.kind == "text":
        longest = field.field.longest or 0
        known = 360 if longest > 200 else 96 if len(field.title) > 5 else title
    return max(title, known or 0)


class SectionModel(InheritedModel):
    """A section of the session's ruleset, with a row for each entry and a column for each field. If entries
    have names, there is one more row to type the name of a new entry."""

    def __init__(self, session: Session, section: str) -> None:
        self.session, self.section, self.spec = session, section, SECTIONS[section]
        self._columns = tuple(self._column(i, f) for i, f in enumerate(self.spec.fields))
        names = [i for i, f in enumerate(self.spec.fields) if f.key == "name"]
        self.name_column = names[0] if names else -1
        self._added = 0

    def _column(self, index: int, field: TableColumn) -> Column:
        return Column(field.title, _width(field), _KINDS.get(field.kind, "text"), field.help,
                      frozen=index == 0, centred=field.kind in _CENTRED)

    @property
    def entries(self) -> tuple[Any, ...]:
        """The current entries."""
        entries: tuple[Any, ...] = getattr(self.session.design.ruleset, self.section)
        return entries

    @property
    def columns(self) -> Sequence[Column]:
        return self._columns

    @property
    def rows(self) -> int:
        return len(self.entries) + (self.name_column >= 0)

    def field(self, cell: Cell) -> TableColumn:
        """The field shown in a cell."""
        return self.spec.fields[cell.column]

    def is_new(self, row: int) -> bool:
        """Whether a row is that for a new entry."""
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
        kind, spec = field.kind, field.field
        if kind in ("pattern", "symbol"):
            looks, now = LOOKS[self.section], self.text(cell)
            return looks if now in looks else (*looks, now)
        if kind == "colour":
            return self._colours()
        if spec.refers_to is not None:
            ids = [entry.id for entry in getattr(self.session.design.ruleset, spec.refers_to)]
            return ids if spec.required is not False else ["", *ids]
        return ("yes", "no") if kind == "flag" else spec.suggested or spec.choices or ()

    def _colours(self) -> list[str]:
        """The colours of this section, then those of the others."""
        rules = self.session.design.ruleset
        colours = []
        for spec in (self.spec, *SECTIONS.values()):
            for field in spec.fields:
                if field.kind == "colour":
                    colours += [field.of(entry) for entry in getattr(rules, spec.key)]
        return list(dict.fromkeys(colours))

    def picture(self, cell: Cell) -> Picture | None:
        if self.is_new(cell.row):
            return None
        rules, entry, field = self.session.design.ruleset, self.entries[cell.row], self.field(cell)
        if field.key == "symbol" and self.section == "unit_types":
            return symbol_picture(entry.symbol)
        if field.key != "name":
            return None
        if self.section == "nationalities":
            return counter_picture(rules, entry)
        return kind_picture(rules, self.section, entry)

    def choice_picture(self, cell: Cell, choice: str) -> Picture | None:
        rules = self.session.design.ruleset
        return look_picture(rules, self.section, self.entries[cell.row], choice)

    def mark(self, row: int) -> Mark | None:
        return None if self.is_new(row) else mark_of(self.session.problems, self.section, self.entries[row])

    @property
    def inheritance(self) -> Inheritance:
        return self.session.inheritance

    def own_value(self, cell: Cell) -> OwnValue | None:
        inherited = self.inheritance.now
        if inherited is None or self.is_new(cell.row):
            return None
        *around, name = self.field(cell).key.split(".")
        return inherited.entry("ruleset", self.section, cell.row, *around, name)

    def own_entry(self, row: int) -> OwnValue | None:
        inherited = self.inheritance.now
        return None if inherited is None or self.is_new(row) else (
            inherited.entry("ruleset", self.section, row))

    def removed(self) -> tuple[OwnValue, ...]:
        inherited = self.inheritance.now
        return inherited.removed("ruleset", self.section) if inherited is not None else ()

    def help(self, cell: Cell) -> str:
        if self.is_new(cell.row):
            return f"Type a name here to add {article(f'new {self.spec.one}')}."
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
        return self.enter_cells(cells, "Paste")

    def enter_cells(self, cells: Sequence[tuple[Cell, str]], what: str = "Change") -> str:
        if len(cells) == 1:
            return self.enter(*cells[0])
        if what == "Change":
            # The row for a new entry is marked with the others, but has nothing to change.
            cells = [(at, text) for at, text in cells if not self.is_new(at.row)]

        def changed(design: Design) -> Design:
            for at, text in cells:
                if at.column >= len(self._columns) or self.is_new(at.row):
                    raise ValueError("The copied cells do not fit into the table.")
                design = typed(design, self.section, at.row, self.field(at).key, text)
            return design

        return self.session.change(f"{what} {count(len(cells), 'cell')}", changed)

    def add(self, name: str = "") -> str:
        """Add an entry with a name; the reason it could not be added, "" on success."""
        looks, before = KNOWN_LOOKS.get(self.section, ()), self.entries
        complaint = self.session.change(f"New {self.spec.one} {name}".rstrip(), lambda d: with_ruleset(
            d, new_entry(d.ruleset, self.section, name, looks)))
        if not complaint:
            self._added = next((i for i, (a, b) in enumerate(zip(before, self.entries, strict=False))
                                if a is not b), len(before))
        return complaint

    def row_made(self) -> int:
        return self._added

    def duplicate(self, rows: Sequence[int]) -> str:
        """Add a copy of each of some entries after it, in one step."""
        return self._from_the_last(
            "Duplicate", rows, lambda d, row: with_ruleset(d, duplicate_entry(d.ruleset, self.section, row)))

    def remove(self, rows: Sequence[int]) -> str:
        """Remove entries in one step; refused with the places where one is used, if it is."""
        return self._from_the_last("Remove", rows, lambda d, row: remove_entry(d, self.section, row))

    def _from_the_last(self, what: str, rows: Sequence[int],
                       change: Callable[[Design, int], Design]) -> str:
        """Change entries in one step, the last first, so that the rows of the others stay."""
        def changed(design: Design) -> Design:
            for row in sorted(rows, reverse=True):
                design = change(design, row)
            return design

        named = self.label(rows[0]) if len(rows) == 1 else count(len(rows), "row")
        return self.session.change(f"{what} {named}", changed)

    def replace(self, row: int, by: str) -> str:
        """Remove an entry and use the one with the id `by` instead, wherever it is used."""
        return self.session.change(
            f"Replace {self.label(row)} with {by}", lambda d: replace_entry(d, self.section, row, by))

    def move(self, row: int, by: int) -> str:
        """Move an entry up or down."""
        return self.session.change(f"Move {self.label(row)}", lambda d: with_ruleset(
            d, move_entry(d.ruleset, self.section, row, row + by)))

    def label(self, row: int) -> str:
        """The name of an entry."""
        return entry_label(self.section, self.entries[row])

    def row_of(self, name: str) -> int:
        """The row of an entry by its id, or by turn and side; 0 if there is no such entry."""
        for row, entry in enumerate(self.entries):
            own = f"{entry.turn}/{entry.side}" if self.section == "replacements" else entry.id
            if own == name:
                return row
        return 0


# General properties.

_COLUMNS = (
    Column("Property", 140, "fixed", frozen=True), Column("Value", 240), Column("Meaning", 340, "fixed"))


class GeneralModel(InheritedModel):
    """Title, turns, stacking limit and other properties of the session's ruleset, one in each row."""

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

    @property
    def inheritance(self) -> Inheritance:
        return self.session.inheritance

    def own_value(self, cell: Cell) -> OwnValue | None:
        inherited = self.inheritance.now
        if inherited is None or cell.column != 1:
            return None
        return inherited.at("ruleset", HEAD[cell.row].key)

    def own_entry(self, row: int) -> OwnValue | None:
        return self.own_value(Cell(row, 1))

    def help(self, cell: Cell) -> str:
        return HEAD[cell.row].help

    def enter(self, cell: Cell, text: str) -> str:
        if cell.column != 1:
            return "Only the values can be edited."
        field = HEAD[cell.row]
        return self.session.change(f"{field.title} {text}", lambda d: with_ruleset(
            d, change_head(d.ruleset, field.key, text)))


    def enter_cells(self, cells: Sequence[tuple[Cell, str]]) -> str:
        values = [(HEAD[cell.row], text) for cell, text in cells if cell.column == 1]
        if not values:
            return "Only the values can be edited."

        def changed(design: Design) -> Design:
            for field, text in values:
                design = with_ruleset(design, change_head(design.ruleset, field.key, text))
            return design

        return self.session.change(f"Change {count(len(values), 'value')}", changed)


# Combat tables.

HEADINGS, ODDS, FIRST = 0, 1, 2
"""The rows of the headings, of the minimum odds, and of the first die roll."""


class CrtModel(InheritedModel):
    """The combat table number `index`, from 0, of the session's ruleset: a row for each die roll, below the
    headings and minimum odds of the columns. Empty if there is no such table."""

    def __init__(self, session: Session, index: int) -> None:
        self.session, self.index = session, index

    @property
    def table(self) -> CombatTable | None:
        """The current table, None if there is none."""
        known = self.session.design.ruleset.tables
        return known[self.index] if 0 <= self.index < len(known) else None

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
            return "The heading of each column, its minimum odds, and the result of every die roll."
        if cell.row == ODDS:
            return "The minimum odds for this column, as the rules count them; the first column begins at 0."
        code = self.text(cell)
        known = next((r for r in self.session.design.ruleset.results if r.id == code), None)
        return f"{known.id}, {known.name}: {known.text}" if known else "The code of a result."

    @property
    def inheritance(self) -> Inheritance:
        return self.session.inheritance

    def own_value(self, cell: Cell) -> OwnValue | None:
        inherited, c = self.inheritance.now, cell.column - 1
        if inherited is None or self.table is None or c < 0:
            return None
        way = inherited.step("ruleset", "tables", self.index)
        if cell.row < FIRST:
            name = "columns" if cell.row == HEADINGS else "thresholds"
            return inherited.at("ruleset", "tables", way, name, CellStep(c))
        return inherited.at("ruleset", "tables", way, "rows", CellStep(cell.row - FIRST, c))

    def mark(self, row: int) -> Mark | None:
        table = self.table
        if table is None or not self._is_bad(table, row):
            return None
        problems = problems_of(self.session.problems, "tables", table)
        return Mark("error", "\n".join(p.message for p in problems)) if problems else None

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
        return self.enter_cells([(Cell(cell.row + r, cell.column + c), text)
                                 for r, line in enumerate(block) for c, text in enumerate(line)], "paste")

    def enter_cells(self, cells: Sequence[tuple[Cell, str]], what: str = "change") -> str:
        one = f"{self._place(cells[0][0])} {cells[0][1]}" if len(cells) == 1 else (
            f"{what} {count(len(cells), 'cell')}")
        if what == "change" and len(cells) > 1:
            # The heads of the rows are marked with the others, but are not edited.
            cells = [(at, text) for at, text in cells if at.column]

        def pasted(ruleset: Ruleset) -> Ruleset:
            for at, text in cells:
                row, column = at.row, at.column - 1
                if column < 0 or column >= len(ruleset.tables[self.index].columns) or row >= self.rows:
                    raise ValueError("The copied cells do not fit into the table.")
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
        """Add an empty row after a row of the table; the reason it could not be added, "" on success."""
        at = max(0, row - FIRST + 1)
        return self._change("add a row", lambda r: tables.add_row(r, self.index, at))

    def remove_rows(self, rows: Sequence[int]) -> str:
        """Remove the rows of die rolls, in one step."""
        if min(rows) < FIRST:
            return "Select the row of a die roll first; headings and odds cannot be removed."

        def without(ruleset: Ruleset) -> Ruleset:
            for row in sorted(rows, reverse=True):
                ruleset = tables.remove_row(ruleset, self.index, row - FIRST)
            return ruleset

        return self._change(
            "remove a row" if len(rows) == 1 else f"remove {count(len(rows), 'row')}", without)

    def add_column(self, column: int) -> str:
        """Add an empty column after a column of the table."""
        return self._change("add a column", lambda r: tables.add_column(r, self.index, max(column, 1)))

    def remove_columns(self, columns: Sequence[int]) -> str:
        """Remove columns, in one step."""
        if min(columns) < 1:
            return "Select a column of results first."

        def without(ruleset: Ruleset) -> Ruleset:
            for column in sorted(columns, reverse=True):
                ruleset = tables.remove_column(ruleset, self.index, column - 1)
            return ruleset

        return self._change(
            "remove a column" if len(columns) == 1 else f"remove {count(len(columns), 'column')}", without)

    def _change(self, what: str, function: Callable[[Ruleset], Ruleset]) -> str:
        table = self.table
        if table is None:
            return "There is no combat table yet."

        def changed(design: Design) -> Design:
            return with_ruleset(design, function(design.ruleset))

        return self.session.change(f"{table.name}: {what}", changed)


# Problems of entries.

_RANK = {"error": 0, "warning": 1, "note": 2}


def problems_of(problems: Iterable[Problem], section: str, entry: Any) -> list[Problem]:
    """The problems of an entry, the most severe first."""
    name = f"{entry.turn}/{entry.side}" if section == "replacements" else entry.id
    own = [p for p in problems if p.entry == f"{section}/{name}"]
    return sorted(own, key=lambda p: _RANK[p.severity])


def mark_of(problems: Iterable[Problem], section: str, entry: Any) -> Mark | None:
    """The mark for the problems of an entry, None if it has none."""
    own = problems_of(problems, section, entry)
    if not own:
        return None
    return Mark(own[0].severity, "\n".join(p.message for p in own))


# Pictures: kinds as on the map, symbols, counters.

_SWATCHES: dict[str, tuple[str, Any]] = {
    "terrain": ("terrain", terrain_look), "hexsides": ("hexside", hexside_look),
    "roads": ("road", road_look), "features": ("feature", feature_look),
}


def _once(names: dict[str, Any]) -> tuple[str, ...]:
    """The names; only the first of those that share a drawing."""
    return tuple({id(drawing): name for name, drawing in reversed(names.items())}.values())[::-1]


LOOKS: dict[str, Sequence[str]] = {
    "terrain": ("", *_once(PATTERNS)), "hexsides": ("", *HEXSIDE_PATTERNS),
    "features": ("", *FEATURE_SYMBOLS), "unit_types": SYMBOL_NAMES,
}
"""The patterns or symbols to choose from in each section."""
KNOWN_LOOKS: dict[str, Sequence[str]] = {
    **LOOKS, "terrain": tuple(PATTERNS), "features": FEATURE_SYMBOLS}
"""All names of patterns or symbols for each section; several may share a drawing."""


def kind_picture(rules: Ruleset, section: str, entry: Any) -> Picture | None:
    """The picture of a kind as on the map; None for a section that is not drawn on maps."""
    if section not in _SWATCHES:
        return None
    field, look = _SWATCHES[section]
    ground = next((t for t in rules.terrain if t.playable), None)
    under = terrain_look(ground) if ground is not None else None
    # Only the parts of the ruleset that are visible, so that the picture can be made later.
    own: Any = {"terrain": () if ground is None or ground.id == entry.id else (ground,)}
    own[section] = (entry, *own.get(section, ()))
    return Picture(
        (section, look(entry), under), partial(swatch, Ruleset("", "", "", **own), field, entry.id))


def look_picture(rules: Ruleset, section: str, entry: Any, name: str) -> Picture | None:
    """The picture of an entry with another pattern or symbol."""
    if section == "unit_types":
        return symbol_picture(name)
    part = "symbol" if section == "features" else "pattern"
    return kind_picture(rules, section, replace(entry, **{part: name}))


def symbol_picture(name: str) -> Picture:
    """The picture of a unit symbol."""
    return Picture(("symbol", name, theme.px(20)), partial(_symbol, name, theme.px(20)))


def _symbol(name: str, height: int) -> Image.Image:
    item = Item(tuple(symbol(name, (0.0, 0.0), 0.92, "#1d2530", "#ffffff")), (-0.75, -0.5, 0.75, 0.5))
    width = round(height * 1.5)
    view = Viewport(float(height), -width / 2 / height, -0.5, width, height)
    return PixelPainter().render([item], view)


def counter_picture(rules: Ruleset, nation: Nationality) -> Picture:
    """The picture of a counter in a nationality's colours."""
    kind = next((t for t in rules.unit_types if "air" not in t.traits), None)
    edge = theme.px(22)
    values = [None if v.from_ == "type" else 4 for v in rules.values]
    counter = Counter(Unit("1", nation.id, kind.id if kind else "", trimmed([values])))
    look = look_of(rules, counter.unit)
    key = ("counter", look, look.art, figures(counter.unit, rules, False), edge)
    return Picture(key, partial(counter_drawing, counter, rules, edge))


def counter_drawing(counter: Counter, seen: Ruleset, edge: int) -> Image.Image:
    """A counter on a square of so many pixels."""
    item = counter_item(counter, seen, (0.0, 0.0), 1.0, shadow=False)
    scale = (edge - 1) / 1.04
    half = edge / scale / 2
    return PixelPainter().render([item], Viewport(scale, -half, -half, edge, edge))
