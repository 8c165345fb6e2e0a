"""Tables of hexes from spreadsheets: their rows, and their problems."""

from __future__ import annotations

import csv
import io
import locale
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, TypeVar

from ..hexgrid import DIRECTION_NAMES, Hex, HexGrid
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.edit.hex_rows import Conflict, HexRow
from ..model.files.bytes import ReadError, read_bytes
from ..model.files.map_hexes import number_range
from ..model.grid_limits import MOST_HEXES
from ..model.wording import did_you_mean
from .cell_texts import plain_cell
from .errors import FileImportError
from .hex_cells import read_roads, read_sides

MOST_BYTES = 60_000_000
MOST_ROWS = 2 * MOST_HEXES
MOST_COLUMNS = 1000
MOST_PROBLEMS = 20_000
"""The most problems of one table that are reported."""
_COLUMNS = {
    "hex": ("hex", "number", "hex number", "hexnumber", "no", "no."),
    "terrain": ("terrain", "ground"),
    "country": ("country", "nation", "owner"),
    "features": ("features", "feature"),
    "name": ("name", "place", "town"),
    "hexsides": ("hexsides", "hexside", "rivers", "river", "sides"),
    "roads": ("roads", "road"),
}
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
T = TypeVar("T")


@dataclass(frozen=True)
class TableProblem:
    """A problem of a cell, with its line and hex."""

    line: int
    hex: str
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}{f', hex {self.hex}' if self.hex else ''}: {self.message}"


@dataclass
class HexTable:
    """The rows of a table and their lines. Cells with a problem are left out of their row."""

    rows: list[HexRow] = field(default_factory=list)
    lines: dict[Hex, int] = field(default_factory=dict)
    problems: list[TableProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    encoding: str = "utf-8"
    """The encoding it was read in, a name of `encodings.ENCODINGS`, or utf-16 or utf-32."""

    def add_problem(self, line: int, hex: str, message: str) -> None:
        """Add a problem; after very many, only a note that there are more."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(TableProblem(line, hex, message))
        elif len(self.problems) == MOST_PROBLEMS:
            self.problems.append(TableProblem(line, hex, (
                f"There are more problems from here on; the first {MOST_PROBLEMS:,} are shown.")))

    def conflict_problem(self, conflict: Conflict, grid: HexGrid) -> TableProblem:
        """The problem of two rows that disagree about the side between them."""
        a, b = conflict.side
        what = "roads across" if conflict.roads else "hexside"
        first, second = sorted((self.lines[a], self.lines[b]))
        return TableProblem(second, grid.number(b if self.lines[b] == second else a), (
            f"This row and line {first} disagree about the {what} {grid.side_text(conflict.side)}. "
            "Change both, or only one of them."))


def hex_table(data: bytes, name: str, design: Design, encoding: str = "") -> HexTable:
    """The table of the bytes of a CSV file; without an encoding it is guessed from the bytes, and from the
    letters in the names of the design."""
    return hex_table_of_text(*decoded(data, name, design, encoding), name, design)


def hex_table_of_text(text: str, encoding: str, note: str, name: str, design: Design) -> HexTable:
    """The table of the text of a CSV file, as `decoded` gives it."""
    table = HexTable(notes=[note] if note else [], encoding=encoding)
    first, _, _ = text.lstrip("\r\n").partition("\n")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns: dict[int, str] = {}
    cells = _Cells(design)
    row, line, start = list[str](), 1, 1
    try:
        for count, row in enumerate(reader):
            if count >= MOST_ROWS:
                raise FileImportError(
                    f"{name}, line {start}: the table has more than {MOST_ROWS:,} rows, and the largest map "
                    f"{MOST_HEXES:,} hexes.")
            line, start = start, reader.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if columns:
                if any(_has_swallowed(row[i], delimiter) for i in columns if i < len(row)):
                    raise never_closed(name, line)
                texts = {key: plain_cell(row[i]) for i, key in columns.items() if i < len(row)}
                _add(table, texts, line, cells)
            else:
                columns = _header(row, name, table)
    except csv.Error:
        raise FileImportError(
            f"{name}, line {reader.line_num}: a cell begins here, or above, that is too long to be one. Look "
            "for a quotation mark that is never closed.") from None
    if not columns:
        raise FileImportError(f"{name} is empty.")
    if any("\n" in cell for cell in row) and _is_open(text, line):
        raise never_closed(name, line)
    table.notes += cells.notes()
    return table


def decoded(data: bytes, name: str, design: Design, encoding: str = "") -> tuple[str, str, str]:
    """The text, the encoding it was read in, and a sentence if that is a guess."""
    if wide := _wide_encoding(data):
        try:
            return data.decode(wide).removeprefix("\ufeff"), wide, ""
        except UnicodeDecodeError:
            raise FileImportError(f"{name} is not text.") from None
    if b"\0" in data:
        raise FileImportError(f"{name} is not a text table; save it as CSV in the spreadsheet.")
    if encoding and encoding != "utf-8":
        return data.decode(encoding, "replace"), encoding, ""
    try:
        return data.decode("utf-8-sig"), "utf-8", ""
    except UnicodeDecodeError:
        if encoding:
            raise FileImportError(f"{name} is not written in UTF-8. Choose another encoding.") from None
        taken = likely_encoding(data, letters_of(design))
        return data.decode(taken, "replace"), taken, (
            f"{name} is not written in UTF-8 and was read as {ENCODINGS[taken]}. Check letters with "
            "accents; if they are wrong choose another encoding.")


def _wide_encoding(data: bytes) -> str:
    """The encoding of a text with two or four bytes for each letter, by its first bytes or by where its zeros
    are; "" for any other."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:2000]
    pairs, first, second = len(start) // 2, start[::2].count(0), start[1::2].count(0)
    if pairs and max(first, second) > pairs / 2 and min(first, second) == 0:
        return "utf-16-le" if second else "utf-16-be"
    return ""


def _header(row: list[str], name: str, table: HexTable) -> dict[int, str]:
    columns: dict[int, str] = {}
    if len(row) > MOST_COLUMNS:
        raise FileImportError(f"{name} has {len(row):,} columns; at most {MOST_COLUMNS:,} are read.")
    for i, cell in enumerate(row):
        word = plain_cell(cell).lower()
        key = next((k for k, words in _COLUMNS.items() if word in words), "")
        if key and key in columns.values():
            raise FileImportError(f"{name} has two columns for {key}.")
        if key:
            columns[i] = key
        elif word:
            table.notes.append(f'The column "{word[:40]}" has nothing that can be imported for hexes.')
    if "hex" not in columns.values():
        if {"key", "name", "nationality", "set-up"} <= {plain_cell(cell).lower() for cell in row}:
            raise FileImportError(
                f"{name} is a table of units, and a table of hexes is needed here. To export one, choose "
                "hexes (on the command line --what hexes).")
        raise FileImportError(
            f'{name} has no column "hex". The first line must name the columns; possible ones are '
            f"{', '.join(_COLUMNS)}.")
    if len(columns) == 1:
        raise FileImportError(f"{name} has hex numbers and nothing about them.")
    return columns


def _has_swallowed(cell: str, delimiter: str) -> bool:
    """Whether a cell of several lines looks as if it had swallowed rows."""
    return any(delimiter in line for line in cell.splitlines()[1:])


def _is_open(text: str, line: int) -> bool:
    """Whether the last row, which begins in a line, ends within quotation marks."""
    last = text.split("\n")[line - 1:]
    try:
        list(csv.reader(io.StringIO("\n".join(last), newline=""), strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def never_closed(name: str, line: int) -> FileImportError:
    """The error of a cell that seems to contain the rows below it."""
    return FileImportError(
        f"{name}, line {line}: a cell that begins here seems to contain the rows below. Look for a "
        "quotation mark that is never closed.")


def _add(table: HexTable, row: Mapping[str, str], line: int, cells: _Cells) -> None:
    written = row.get("hex", "")
    hex = cells.hex(written)
    if hex is None:
        message = (f'There is no hex "{written[:20]}" on the map. {cells.range}' if written
                   else "The row has no hex number.")
        table.add_problem(line, "", message)
        return
    number = cells.grid.number(hex)
    if hex in table.lines:
        message = f"The hex has a row already, in line {table.lines[hex]}."
        table.add_problem(line, number, message)
        return
    table.lines[hex] = line

    def cell(key: str, read: Callable[[str], T]) -> T | None:
        if key not in row:
            return None
        try:
            return read(row[key])
        except ValueError as error:
            table.add_problem(line, number, f"{key}: {error}")
            return None

    values: dict[str, Any] = {
        "terrain": cell("terrain", cells.terrain), "country": cell("country", cells.country),
        "features": cell("features", cells.features), "name": cell("name", cells.name),
        "sides": cell("hexsides", cells.sides), "roads": cell("roads", lambda text: cells.roads(text, hex))}
    table.rows.append(HexRow(hex, **values))


class _Cells:
    """Reads cells for one design."""

    def __init__(self, design: Design) -> None:
        map, rules = design.map, design.ruleset
        self.grid = map.grid
        self.range = number_range(map.grid)
        self._terrain = _names((t.id, t.name) for t in rules.terrain) | {v: v for _, v in map.terrain.legend}
        self._countries = {v.lower(): v for _, v in map.countries.legend}
        self._nations = _names((n.id, n.name) for n in rules.nationalities)
        self._features = _names((f.id, f.name) for f in rules.features) | {
            f: f for p in map.places for f in p.features}
        self._sides = _names((k.id, k.name) for k in rules.hexsides) | {x.kind: x.kind for x in map.lines}
        self._roads = _names((k.id, k.name) for k in rules.roads) | {r.kind: r.kind for r in map.roads}
        self._new_countries: dict[str, None] = {}
        self._short: dict[str, Hex | None] = {}
        for hex in map.grid:
            short = _shortened(map.grid.number(hex))
            # Two numbers that are the same without their leading zeros remain ambiguous.
            self._short[short] = None if short in self._short else hex

    def hex(self, text: str) -> Hex | None:
        """The hex of a number, even without its leading zeros if that is unambiguous."""
        return self.grid.parse(text) or self._short.get(_shortened(re.sub(r"[.,]0+$", "", text)))

    def terrain(self, text: str) -> str | None:
        return _one(text, self._terrain, "terrain") if text else None

    def country(self, text: str) -> str:
        key = text.lower()
        if not text or key in self._countries:
            return self._countries.get(key, "")
        country = self._nations.get(key, key)
        if not _ID.fullmatch(country):
            raise ValueError(f'"{text[:40]}" is not a country; an id has small letters, digits, - and _.')
        if country not in self._new_countries and len(self._countries) + len(self._new_countries) >= 60:
            raise ValueError("A map has at most 60 countries.")
        self._new_countries[country] = None
        return country

    def features(self, text: str) -> tuple[str, ...]:
        words = re.split(r"[;,]", text) if re.search(r"[;,]", text) else text.split()
        if text.strip().lower() in self._features:
            words = [text]
        return tuple(dict.fromkeys(_one(w.strip(), self._features, "feature") for w in words if w.strip()))

    def name(self, text: str) -> str:
        if len(text) > 120:
            raise ValueError("The name is longer than 120 letters.")
        return " ".join(text.split())

    def sides(self, text: str) -> Any:
        return read_sides(text, self.grid.orientation, lambda w: _one(w, self._sides, "kind of hexside"))

    def roads(self, text: str, hex: Hex) -> Any:
        """The roads of a hex. Unlike hexsides they join hexes, so none leads off the map."""
        marks = read_roads(text, self.grid.orientation, lambda w: _one(w, self._roads, "kind of road"))
        for way in marks:
            if self.grid.step(hex, way) not in self.grid:
                raise ValueError(
                    f"The map ends at its side {DIRECTION_NAMES[self.grid.orientation][way]}, and roads lead "
                    "from hex to hex. Leave that entry out.")
        return marks

    def notes(self) -> list[str]:
        return [f'The country "{c}" is new on the map.' for c in self._new_countries]


def _names(pairs: Any) -> dict[str, str]:
    """Ids by themselves and by names, in lower case."""
    ids: dict[str, str] = {}
    for id, name in pairs:
        ids.setdefault(name.lower(), id)
        ids[id] = id
    return ids


def _one(text: str, known: Mapping[str, str], what: str) -> str:
    id = known.get(text) or known.get(text.lower())
    if id is None:
        near = did_you_mean(text, list(dict.fromkeys(known.values())))
        raise ValueError(f'"{text[:40]}" is not a {what}.{near}')
    return id


def _shortened(number: str) -> str:
    """A hex number as a spreadsheet leaves it."""
    return number.strip().lstrip("0") or "0"


# -- the encoding of a spreadsheet text that is not in Unicode -------------------------------------


ENCODINGS = {
    "utf-8": "UTF-8",
    "windows-1252": "Windows-1252 (Western Europe)",
    "windows-1250": "Windows-1250 (Central Europe)",
    "windows-1257": "Windows-1257 (Baltic)",
    "windows-1254": "Windows-1254 (Turkish)",
    "windows-1251": "Windows-1251 (Cyrillic)",
    "windows-1253": "Windows-1253 (Greek)",
    "iso-8859-2": "ISO 8859-2 (Central Europe)",
    "iso-8859-15": "ISO 8859-15 (Western Europe)",
    "mac-roman": "Mac Roman",
}
"""The encodings to choose from, by their Python names."""
_USUAL = ("windows-1252", "windows-1250")
"""The encodings that spreadsheets write in the regions of most designs; the first is the default."""


def letters_of(design: Design) -> frozenset[str]:
    """The lower case letters beyond ASCII in the names of a design: of places, lines, countries and units."""
    map, rules = design.map, design.ruleset
    names = [p.name for p in map.places] + [x.text for x in map.labels] + [x.name for x in map.lines]
    names += [n.name for n in rules.nationalities] + [map.title, rules.title]
    if design.scenario is not None:
        names += [u.name for u in design.scenario.units]
    return frozenset(c for c in "".join(names).lower() if c > "\x7f" and c.isalpha())


def likely_encoding(data: bytes, known: Iterable[str] = (), system: str = "") -> str:
    """The encoding in which most of the text's letters beyond ASCII are `known` ones; of equal ones that in
    which most of them are letters at all; else that of the system, or Windows-1252.

    >>> likely_encoding("Łódź".encode("cp1250")), likely_encoding("Besançon".encode("cp1252"))
    ('windows-1250', 'windows-1252')
    >>> likely_encoding("Plzeň, Děčín".encode("cp1250"), "čěíň")
    'windows-1250'
    """
    own = _system(system or locale.getpreferredencoding(False))
    order = list(dict.fromkeys((*([own] if own else []), *_USUAL)))
    letters, beyond = frozenset(known), bytes(b for b in data if b > 0x7F)

    def fits(encoding: str) -> tuple[int, int]:
        text = beyond.decode(encoding, "replace").lower()
        return sum(c in letters for c in text), sum(c.isalpha() for c in text)

    return max(order, key=fits)


def _system(name: str) -> str:
    plain = name.lower().replace("_", "-")
    number = plain.removeprefix("windows-").removeprefix("cp")
    return f"windows-{number}" if f"windows-{number}" in ENCODINGS else plain if plain.startswith("iso") and (
        plain in ENCODINGS) else ""


# -- reading unknown files, which may be of any size -----------------------------------------------


def read_bounded(path: Path, most_bytes: int, what: str) -> bytes:
    """The bytes of a file; raises `FileImportError` if it cannot be read, is a device or a pipe, or is larger
    than any `what`."""
    try:
        return read_bytes(path, most_bytes)
    except ReadError as error:
        if error.code == "too-big":
            raise FileImportError(
                f"{path.name} is larger than {most_bytes // 1_000_000} MB; no {what} is.") from None
        raise FileImportError(f"{path.name} cannot be read. {error.message}") from None
