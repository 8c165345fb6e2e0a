"""Tables of units from spreadsheets: what they change in a scenario, and what is wrong in them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..lazy_dataclass import dataclass
from ..model.counter_values import steps_of
from ..model.design import Design
from ..model.edit.ruleset import free_id
from ..model.edit.unit_cells import (
    FAILED,
    NOTHING,
    UnitColumn,
    cell_text,
    column_named,
    field_of,
    read_setup,
    refuse_date,
    typed_unit,
    unit_columns,
    with_units,
)
from ..model.edit.unit_series import add_units
from ..model.edit.units import new_unit
from ..model.place_words import where_words
from ..model.prototypes import inherited
from ..model.rules.counter import Formation
from ..model.ruleset import Ruleset
from ..model.ruleset_values import read_line
from ..model.scenario import Unit
from ..model.wording import closest, count, document_name, listed, named, quoted
from ..systems import boxes_of
from .cell_texts import keep_text, plain_cell
from .errors import FileImportError
from .hex_table import MOST_BYTES, MOST_COLUMNS, decoded, never_closed, read_bounded
from .workbook import read_workbook

MOST_ROWS = 100_000
WORKBOOK = ".xlsx"
Row = tuple[int, Sequence[str]]
"""The cells of a row of a table, with its line."""
PASTED = "The pasted table"
"""What a table that was pasted is called in messages."""
_FORMATION = "formation"
_LONGEST_NAME = 80
_NEEDED = ("nationality", "name")
_MOST_COMPARED = 100
"""After so many problems, names like those that are not found are no longer looked for."""
_IGNORED = frozenset({"provenance", "source", "sources"})


@dataclass(frozen=True)
class UnitProblem:
    """What is wrong in a line of a table of units; `unit` is its name, "" if it has none."""

    line: int
    unit: str
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}{f', {self.unit}' if self.unit else ''}: {self.message}"


@dataclass(frozen=True)
class UnitChange:
    """One changed cell of a unit, or a new unit: then `what` is "new unit"."""

    unit: str
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.unit}, {self.what}: {self.before or '–'} → {self.after or '–'}"


@dataclass(frozen=True)
class UnitImport:
    """A design after a table of units, what changes in it, and what is wrong in the table; wrong cells are
    left out: those of a unit of the scenario stay as they are, those of a new unit empty. `added` and
    `changed` count units."""

    design: Design
    changes: tuple[UnitChange, ...] = ()
    problems: tuple[UnitProblem, ...] = ()
    notes: tuple[str, ...] = ()
    encoding: str = ""
    added: int = 0
    changed: int = 0
    formations: tuple[str, ...] = ()
    """The names of the formations that were made."""
    unknown_formations: tuple[str, ...] = ()
    """The names of formations in the table that are not in the ruleset and were not made."""

    @property
    def summary(self) -> str:
        """What it does, in a few words."""
        numbers = ((self.added, "added"), (self.changed, "changed"))
        parts = [f"{count(n, 'unit')} {what}" for n, what in numbers if n]
        if made := len(self.formations):
            parts.append(f"{count(made, 'formation')} made")
        return listed(parts) if parts else "No changes"


def is_unit_heading(cells: Sequence[str], design: Design) -> bool:
    """Whether these are the heads of a table of units, not of hexes: they name units and what they are."""
    columns = unit_columns(design.ruleset)
    words = {cell.strip().casefold() for cell in cells}
    known = {c.id for cell in cells if (c := column_named(columns, cell.strip()))}
    if "terrain" in words or ({"hex", "number"} & words and not {"type", "nationality"} <= known):
        return False
    return "key" in words or set(_NEEDED) <= known or {"name", "type"} <= known


def read_units(path: Path, design: Design, encoding: str = "", make_formations: bool = False) -> UnitImport:
    """What a table of units (CSV, TSV, XLSX) changes in a design; raises `FileImportError` if it is none.
    With `make_formations` the ruleset gets the formations of the table that it does not have."""
    data = read_bounded(path, MOST_BYTES, "table of units")
    if path.suffix.lower() == WORKBOOK:
        sheet = read_workbook(data, path.name)
        rows = [[plain_cell(cell) for cell in row] for row in sheet.rows]
        return unit_import(design, numbered(rows), path.name, sheet.notes, "", make_formations)
    text, taken, note = decoded(data, path.name, design, encoding)
    return unit_import(design, text_rows(text, path.name), path.name, (note,) if note else (), taken,
                       make_formations)


def numbered(rows: Sequence[Sequence[str]]) -> list[Row]:
    """The rows with their lines, without empty ones."""
    return [(n, row) for n, row in enumerate(rows, 1) if any(row)]


def text_rows(text: str, name: str) -> list[Row]:
    """The rows of a text with commas, semicolons or tabs between cells, each with its line."""
    first, _, _ = text.lstrip("\r\n").partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        # A line for spreadsheets only.
        text = text.lstrip("\r\n").partition("\n")[2]
        delimiter, start = first[4], 2
    else:
        delimiter, start = max(",;\t", key=first.count), 1
    # Quotation marks that are in order, as spreadsheets write them, are taken as they are; of others a cell
    # may have swallowed the rows below.
    try:
        return list(_text_rows(text, name, delimiter, start, strict=True))
    except csv.Error:
        return list(_text_rows(text, name, delimiter, start, strict=False))


def pasted_units(text: str, design: Design) -> list[Row]:
    """The rows of a pasted table of units, which begins with the heads of its columns and is read as a file
    of that text would be; none if the text is not one. Raises `FileImportError` for one that cannot be
    read."""
    first, _, below = text.strip("\r\n").partition("\n")
    if first.lower().startswith("sep="):
        first, _, below = below.partition("\n")
    if not below.strip() or len(first) > csv.field_size_limit():
        return []
    heads = text_rows(first, PASTED)
    return text_rows(text, PASTED) if heads and is_unit_heading(heads[0][1], design) else []


def pasted_columns(text: str) -> list[Sequence[str]]:
    """The cells of a pasted text of several lines that all have equally many of them, with commas or
    semicolons between them; none if it has tabs, or is not plainly of columns.

    >>> pasted_columns("1st Guards,5,3\\n2nd Guards,4,3")
    [['1st Guards', '5', '3'], ['2nd Guards', '4', '3']]
    >>> pasted_columns("Guards, 1st"), pasted_columns("Guards, 1st\\nReserve")
    ([], [])
    """
    if "\t" in text or len(text.split("\n")) < 2:
        return []
    try:
        rows = [row for _, row in text_rows(text, PASTED)]
    except FileImportError:
        return []
    widths = {len(row) for row in rows}
    return rows if len(rows) > 1 and len(widths) == 1 and widths.pop() > 1 else []


def _text_rows(text: str, name: str, delimiter: str, start: int,
               strict: bool) -> Iterator[Row]:
    """The rows; raises csv.Error for quotation marks out of order only if it is `strict`."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    line = start
    try:
        for number, row in enumerate(reader):
            if number >= MOST_ROWS:
                raise FileImportError(f"{name}, line {line}: the table has more than {MOST_ROWS:,} rows.")
            if not strict and any(delimiter in part for cell in row for part in cell.splitlines()[1:]):
                raise never_closed(name, line)
            if any(plain := [plain_cell(cell) for cell in row]):
                yield line, plain
            line = reader.line_num + start
    except csv.Error as error:
        if "field limit" in str(error):
            raise FileImportError(
                f"{name}, line {line}: a cell that begins here has more than "
                f"{csv.field_size_limit():,} letters. Shorten it, or look for a quotation mark that is never "
                "closed.") from None
        if strict:
            raise
        raise never_closed(name, line) from None


def unit_import(design: Design, rows: Sequence[Row], name: str,
                notes: Sequence[str] = (), encoding: str = "", make_formations: bool = False) -> UnitImport:
    """What the rows of a table, of which the first has the heads, change in a design; the cells are without
    guards against spreadsheets (`plain_cell`). Units are found by the
    column "key", else by nationality and name; units that are not found are new ones. Formations that the
    ruleset does not have are made with `make_formations`, else they are problems."""
    if design.scenario is None:
        raise FileImportError(f"{name} is a table of units, and there is only a map here. Begin a scenario "
                              "first.")
    if not rows:
        raise FileImportError(f"{name} is empty.")
    unknown = _unknown_formations(design.ruleset, rows)
    rules = design.ruleset
    if make_formations and unknown:
        rules = replace(rules, formations=(*rules.formations, *unknown))
    reading = _Reading(replace(design, ruleset=rules), name, list(notes))
    reading.head(rows[0][1])
    for line, row in rows[1:]:
        reading.row(line, row)
    result = reading.result()
    if not make_formations or not unknown:
        return replace(result, encoding=encoding, unknown_formations=tuple(f.name for f in unknown))
    assert result.design.scenario is not None
    used = {u.formation for u in result.design.scenario.units}
    made = tuple(f for f in unknown if f.id in used)
    after = replace(rules, formations=(*design.ruleset.formations, *made)) if made else design.ruleset
    changes = tuple(UnitChange(f.name, "new formation", "", f.nationality or "any nationality") for f in made)
    return replace(result, encoding=encoding, design=replace(result.design, ruleset=after),
                   changes=(*changes, *result.changes), formations=tuple(f.name for f in made))


def _unknown_formations(rules: Ruleset, rows: Sequence[Row]) -> tuple[Formation, ...]:
    """The formations that a table names and the ruleset does not have, in the order of their rows. One has
    the nationality of its rows, if they have the same."""
    heads = rows[0][1]
    known = unit_columns(rules)
    at = next((n for n, head in enumerate(heads) if head.strip().casefold() == _FORMATION), -1)
    of = next((n for n, head in enumerate(heads)
               if (column := column_named(known, head.strip())) and column.id == "nationality"), -1)
    if at < 0:
        return ()
    nations: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    nationalities = [(n.id, n.name) for n in rules.nationalities]
    ids_and_names = [(f.id, f.name) for f in rules.formations]
    for _, row in rows[1:]:
        try:
            name = read_line(row[at] if at < len(row) else "", _LONGEST_NAME)
            if name in NOTHING or FAILED.fullmatch(name):
                continue
        except ValueError:
            continue
        with suppress(ValueError):
            named(name, ids_and_names, _FORMATION)
            continue
        if any(name.casefold() in (id.casefold(), own.casefold()) for id, own in ids_and_names):
            continue  # the name of several, which the row is told
        nation = ""
        with suppress(ValueError):
            nation = named(row[of] if 0 <= of < len(row) else "", nationalities, "nationality")
        key = name.casefold()
        names.setdefault(key, name)
        nations.setdefault(key, set()).add(nation)
    made = rules
    for key, name in names.items():
        nation = next(iter(nations[key])) if len(nations[key]) == 1 else ""
        id = free_id(made, "formations", document_name(name, _FORMATION))
        made = replace(made, formations=(*made.formations, Formation(id, name, nation)))
    return made.formations[len(rules.formations):]


def _few(places: Sequence[str]) -> str:
    """The first of some places, and how many more there are."""
    more = f"; and {len(places) - 5:,} more" if len(places) > 5 else ""
    return "; ".join(places[:5]) + more


_DATED = re.compile(
    r"(?i)\d{4}-\d\d-\d\d(?:[ T].*)?"
    r"|\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?")
"""A date as spreadsheets write it; no unit is called so."""


def _refuse_dates(id: str, text: str) -> None:
    """Raise ValueError for a name that a spreadsheet has made a date of."""
    if id in ("name", "short") and _DATED.fullmatch(text):
        refuse_date(text)


class _Reading:
    """Collects what the rows of one table change."""

    def __init__(self, design: Design, name: str, notes: list[str]) -> None:
        assert design.scenario is not None
        self._alike: dict[str, list[str]] = {}
        for unit_key in design.scenario.unit_by_key:
            self._alike.setdefault(unit_key.casefold(), []).append(unit_key)
        self._design, self._scenario, self._name = design, design.scenario, name
        self._columns: dict[int, UnitColumn] = {}
        self._key = -1
        self._notes = notes
        self._problems: list[UnitProblem] = []
        self._changed: dict[str, Unit] = {}
        self._added: dict[str, Unit] = {}
        self._lines: dict[str, int] = {}
        self._heads: frozenset[int] = frozenset()
        # In a game without boxes of its own any may be meant.
        self._boxes = boxes_of(design) or None
        self._headless: list[str] = []
        """Cells in columns without a head, with their lines."""
        self._taken: list[str] = []
        """Names that differ from those of units in capitals only, with their lines."""
        self._changes: list[UnitChange] = []

    def head(self, cells: Sequence[str]) -> None:
        """Read the line of heads."""
        if len(cells) > MOST_COLUMNS:
            raise FileImportError(f"{self._name} has {len(cells):,} columns; at most {MOST_COLUMNS:,} are "
                                  "read.")
        columns = unit_columns(self._design.ruleset, self._scenario.units)
        self._heads = frozenset(n for n, cell in enumerate(cells) if cell.strip())
        unknown = []
        for n, cell in enumerate(cells):
            word = cell.strip()
            found = column_named(columns, word) if word else None
            if word.casefold() == "key":
                self._key = n
            elif found in self._columns.values() and found is not None:
                raise FileImportError(f"{self._name} has two columns for {found.head}.")
            elif found is not None:
                self._columns[n] = found
            elif word.casefold() == _FORMATION:
                self._notes.append(f"The column {quoted(word)} is left out, because the ruleset has no "
                                   "formations.")
            elif word and word.casefold() not in _IGNORED:
                unknown.append(quoted(word))
        ids = {c.id for c in self._columns.values()}
        if self._key < 0 and "name" not in ids:
            raise FileImportError(
                f"{self._name} has no column for the names of units. The first line must name the columns; "
                f"possible ones are {', '.join(c.head for c in columns)}.")
        if unknown:
            said = "column is" if len(unknown) == 1 else "columns are"
            self._notes.append(f"The {said} left out, because nothing of a unit is called so: "
                               f"{listed(unknown)}.")

    def row(self, line: int, cells: Sequence[str]) -> None:
        """Read the line of one unit."""
        texts = {c.id: cells[n] for n, c in self._columns.items() if n < len(cells)}
        key = cells[self._key] if 0 <= self._key < len(cells) else ""
        self._headless += [f"line {line} {quoted(cell[:20])}" for n, cell in enumerate(cells)
                           if cell and n not in self._heads]
        try:
            unit, new = self._unit(line, key, texts)
        except ValueError as error:
            self._problems.append(UnitProblem(line, texts.get("name", "") or key, str(error)))
            return
        own = unit.key
        if own in self._lines:
            self._problems.append(UnitProblem(
                line, unit.name, f"The unit has a row already, in line {self._lines[own]}."))
            return
        self._lines[own] = line
        after = self._with_cells(line, unit, texts, new)
        if new:
            if after.key in self._scenario.unit_by_key or after.key in self._added:
                self._problems.append(UnitProblem(line, after.name, "There is a unit of this name already."))
                return
            self._added[after.key] = after
            self._changes.append(UnitChange(after.name, "new unit", "", self._words(after)))
        elif after is not unit:
            self._changed[own] = after

    def _unit(self, line: int, key: str, texts: dict[str, str]) -> tuple[Unit, bool]:
        """The unit of a row, and whether it is a new one; raises ValueError if it cannot be told. A name that
        differs in capitals only is that of the unit, and taken out of the texts."""
        rules, units = self._design.ruleset, self._scenario.unit_by_key
        if key in units:
            return units[key], False
        name = " ".join(texts.get("name", "").split())
        if not name and key:
            raise ValueError(f"There is no unit {quoted(key)}, and a new one needs a name.")
        if not name:
            raise ValueError("The row has no name.")
        if nation := texts.get("nationality", ""):
            nation = named(nation, [(n.id, n.name) for n in rules.nationalities], "nationality")
            if f"{nation}/{name}" in units:
                return units[f"{nation}/{name}"], False
            alike = [units[k] for k in self._alike.get(f"{nation}/{name}".casefold(), ())]
            if len(alike) == 1:
                self._taken.append(f"line {line} {quoted(name)} is {alike[0].name}")
                texts.pop("name")
                return alike[0], False
        else:
            alike = [u for u in self._scenario.units if u.name == name]
            if len(alike) == 1:
                return alike[0], False
            raise ValueError(f"{count(len(alike), 'unit')} have this name; the table needs a column "
                             "nationality." if alike else "A new unit needs a nationality.")
        kind = self._type(texts, nation)
        model = new_unit(rules, self._scenario, nation, kind)
        own = any(c.id.startswith("value:") for c in self._columns.values())
        return replace(model, name=name, values=() if own else model.values), True

    def _type(self, texts: Mapping[str, str], nation: str) -> str:
        """The type of a new unit, perhaps that of its prototype; raises ValueError without one."""
        rules = self._design.ruleset
        if texts.get("type", ""):
            return named(texts["type"], [(t.id, t.name) for t in rules.unit_types], "type")
        if texts.get("prototype", ""):
            known = self._scenario.prototype_by_id
            found = known[named(texts["prototype"], [(p.id, p.name) for p in known.values()], "prototype")]
            if found.type in rules.unit_type_by_id:
                return found.type
        names = [u.name for u in self._scenario.units if u.nationality == nation]
        near = closest(texts.get("name", ""), names) if len(self._problems) < _MOST_COMPARED else ""
        raise ValueError("There is no such unit yet, and a new one needs a type."
                         f"{f' Did you mean {near}?' if near else ''}")

    def _with_cells(self, line: int, unit: Unit, texts: Mapping[str, str], new: bool) -> Unit:
        """The unit with the cells of its row; what is wrong in a cell is a problem of the line."""
        design = self._design
        if texts.get("setup") and texts.get("turn") and not (
                texts["setup"] == cell_text(design, unit, "setup") or
                texts["turn"] == cell_text(design, unit, "turn")):
            self._problems.append(UnitProblem(
                line, unit.name, "It is set up and arrives later as well. Empty one of the two cells."))
            texts = {id: text for id, text in texts.items() if id not in ("setup", "turn", "entry")}
        after = unit
        # A prototype first: the other cells say what is different from it. An entry is that of an arrival.
        for column in sorted(self._columns.values(), key=lambda c: (c.id != "prototype", c.id == "entry")):
            if column.id not in texts:
                continue
            before = cell_text(design, after, column.id)
            as_now = after if field_of(column.id) in inherited() else unit
            if texts[column.id] == plain_cell(keep_text(cell_text(design, as_now, column.id))) and not new:
                continue
            try:
                _refuse_dates(column.id, texts[column.id])
                after = typed_unit(design, after, column.id, texts[column.id], self._boxes)
            except ValueError as error:
                text = texts[column.id]
                said = f"{column.head} {quoted(text[:40])}" if text and '"' not in str(error) else column.head
                self._problems.append(UnitProblem(line, unit.name, f"{said}: {error}"))
                arrival = after.reinforcement
                if column.id == "entry" and arrival is not None and unit.reinforcement is None:
                    # The usual entry is for rows that name none.
                    after = replace(after, reinforcement=replace(arrival, entry="", also=()))
                continue
            now = cell_text(design, after, column.id)
            if now != before and not new:
                self._changes.append(UnitChange(unit.name, column.head, before, now))
        return after

    def _words(self, unit: Unit) -> str:
        """A new unit in a few words: what it is, its values, and where it comes from."""
        design, rules = self._design, self._design.ruleset
        nation, kind = rules.nationality_by_id.get(unit.nationality), rules.unit_type_by_id.get(unit.type)
        turn = cell_text(design, unit, "turn")
        where = cell_text(design, unit, "setup") or (
            f"turn {turn} {cell_text(design, unit, 'entry')}".strip() if turn else "")
        setup = read_setup(self._design, where) if unit.setup is not None and where == cell_text(
            design, unit, "setup") else None
        if setup is not None and not setup.box:
            where = where_words(setup.where, self._design) or where
        return ", ".join(part for part in (
            nation.name if nation else unit.nationality, kind.name if kind else unit.type,
            *self._values(unit), where) if part)

    def _values(self, unit: Unit) -> Iterator[str]:
        """The values of a new unit as the columns of the table give them, `6-4/3-4`, with – for one that is
        missing; and a word on steps without any."""
        rows: dict[int, list[str]] = {}
        for column in self._columns.values():
            if column.id.startswith("value:"):
                lost = int(column.id.rpartition(":")[2]) if column.id.count(":") > 1 else 0
                rows.setdefault(lost, []).append(cell_text(self._design, unit, column.id))
        steps = max(1, steps_of(self._design.ruleset, unit))
        told = [(lost, row) for lost, row in sorted(rows.items()) if lost < steps]
        if any(any(row) for _, row in told):
            yield "/".join("-".join(text or "–" for text in row) for _, row in told)
        if any(lost and not any(row) for lost, row in told):
            yield f"{count(steps, 'step')}, but no reduced value"

    def result(self) -> UnitImport:
        """What all rows change together."""
        try:
            design = with_units(self._design, self._changed)
            design = add_units(design, tuple(self._added.values())) if self._added else design
        except ValueError as error:
            raise FileImportError(f"{self._name}: {error}") from None
        others = len(self._scenario.units) - len(self._lines.keys() & self._scenario.unit_by_key.keys())
        if others:
            verb = "stays as it is" if others == 1 else "stay as they are"
            self._notes.append(
                f"{count(others, 'unit')} of the scenario that the table does not have {verb}.")
        if self._headless:
            self._notes.append(f"Cells below no head are left out: {_few(self._headless)}. A text with a "
                               "comma must be in quotation marks.")
        if self._taken:
            self._notes.append(f"Names are those of units whatever their capitals: {_few(self._taken)}.")
        return UnitImport(design, tuple(self._changes), tuple(self._problems), tuple(self._notes),
                          added=len(self._added), changed=len(self._changed))
