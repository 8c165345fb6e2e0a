"""Workbooks of spreadsheets (XLSX): one sheet of texts and whole numbers, written and read.

A written workbook keeps its texts: hex numbers keep their zeros, and nothing is run. What is read may come
from anyone, so sizes are limited, and files with entities or document types are refused.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from xml.etree.ElementTree import Element

from ..lazy_dataclass import dataclass
from ..model.wording import listed, quoted
from ..xml_text import escape, quoteattr
from .cell_texts import keep_text
from .errors import FileImportError
from .tables import Cell
from .tiled.safe_xml import parse_xml

MOST_BYTES = 60_000_000
"""The most bytes of one part of a workbook after unpacking."""
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 200_000, 1000, 3_000_000
MOST_LETTERS = 32_767
"""The most letters of a cell, as in spreadsheets."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_WHEN = (1980, 1, 1, 0, 0, 0)
_WIDEST = 60
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BEFORE_LINE = re.compile(
    "(^|[\r\n]) *[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff][\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff ]*")
"""At the beginning of a line nothing stands for them: a blank there would be one of the text."""


def workbook_bytes(title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A workbook with one sheet; the same rows always give the same bytes. Cells of text have the format
    "text", so that a spreadsheet leaves them as they are when they are edited."""
    lines: list[list[Cell]] = [list(heads), *(list(row) for row in rows)]
    widths = [min(_WIDEST, max(8, *(len(str(line[c] or "")) + 2 for line in lines)))
              for c in range(len(heads))]
    columns = "".join(f'<col min="{c + 1}" max="{c + 1}" width="{w}" style="1" customWidth="1"/>'
                      for c, w in enumerate(widths))
    body = "".join(_row(n + 1, line) for n, line in enumerate(lines))
    name = re.sub(r"[\[\]:*?/\\']", " ", title).strip()[:31] or "Units"
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            + "".join(f'<Override PartName="/xl/{part}.xml" ContentType="application/vnd.openxmlformats-'
                      f'officedocument.spreadsheetml.{kind}+xml"/>' for part, kind in (
                          ("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"),
                          ("styles", "styles"))) + "</Types>"),
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets><sheet name={quoteattr(name)} '
            'sheetId="1" r:id="rId1"/></sheets></workbook>'),
        "xl/_rels/workbook.xml.rels": _relations(
            ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")),
        "xl/styles.xml": (
            f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
            '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill>'
            '<patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
            '</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
            '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1"/>'
            '<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>'),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" '
            'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
            f"<cols>{columns}</cols><sheetData>{body}</sheetData></worksheet>"),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for path, text in parts.items():
            package.writestr(zipfile.ZipInfo(path, _WHEN), (_HEAD + text).encode(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _relations(*parts: tuple[str, str]) -> str:
    entries = "".join(f'<Relationship Id="rId{n}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
                      for n, (kind, target) in enumerate(parts, 1))
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{entries}</Relationships>'


def _row(number: int, line: Sequence[Cell]) -> str:
    cells = []
    for column, cell in enumerate(line):
        place = f'r="{_letters(column)}{number}"'
        if isinstance(cell, int):
            cells.append(f"<c {place}><v>{cell}</v></c>")
        elif cell:
            text = escape(_UNWRITABLE.sub(" ", _BEFORE_LINE.sub(r"\1", keep_text(cell))))
            cells.append(f'<c {place} s="{2 if number == 1 else 1}" t="inlineStr"><is>'
                         f'<t xml:space="preserve">{text}</t></is></c>')
    return f'<row r="{number}">{"".join(cells)}</row>'


def _letters(column: int) -> str:
    """
    >>> [_letters(n) for n in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """The texts of a sheet, row by row: row n is line n + 1. `notes` say what was left out."""

    rows: list[list[str]]
    notes: tuple[str, ...] = ()


def read_workbook(data: bytes, name: str) -> Sheet:
    """The first sheet of a workbook that is not hidden. Formulas give their last result, dates are written as
    dates, a cell merged from several rows counts for each of them. Raises `FileImportError` for what is no
    workbook, too large, or has a formula without a result."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return _Workbook(package, name).sheet()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError,
            zlib.error) as error:
        raise FileImportError(
            f"{name} is not a workbook, is damaged, or is locked with a password. Save it anew as XLSX or "
            "CSV.") from error


class _Workbook:
    """Reads the parts of an opened package."""

    def __init__(self, package: zipfile.ZipFile, name: str) -> None:
        self._package, self._name = package, name
        self._names = {entry.filename.casefold(): entry for entry in package.infolist()}

    def sheet(self) -> Sheet:
        book = self._part("xl/workbook.xml")
        if book is None:
            raise FileImportError(f"{self._name} is not a workbook of a spreadsheet (XLSX).")
        texts, dates = self._shared(), self._date_styles()
        since = 1904 if any(one.get("date1904") in ("1", "true") for one in _below(book, "workbookPr")) else (
            1900)
        path, notes = self._chosen_sheet(book)
        sheet = self._part(path)
        if sheet is None:
            raise FileImportError(f"{self._name} has no sheet.")
        rows: list[list[str]] = []
        cells = 0
        for row in _below(sheet, "sheetData", "row"):
            number = int(row.get("r") or len(rows) + 1)
            if not len(rows) < number <= MOST_ROWS:
                raise FileImportError(f"{self._name} has more than {MOST_ROWS:,} rows, or they are out of "
                                      "order.")
            rows += [[] for _ in range(number - len(rows))]
            line = rows[-1]
            for cell in _below(row, "c"):
                column = _column(cell.get("r") or "", len(line))
                if column >= MOST_COLUMNS:
                    raise FileImportError(f"{self._name} has more than {MOST_COLUMNS:,} columns.")
                line += [""] * (column + 1 - len(line))
                line[column] = self._text(cell, f"{_letters(column)}{number}", texts, dates, since)
            cells += len(line)
            if cells > MOST_CELLS:
                raise FileImportError(f"{self._name} has more than {MOST_CELLS:,} cells; no table of units "
                                      "has.")
        merged = [one.get("ref") or "" for one in _below(sheet, "mergeCells", "mergeCell")]
        filled = 0
        for area in merged:
            filled += 1 + _fill_merged(rows, area)
            if filled > MOST_CELLS:
                raise FileImportError(f"{self._name} has too many merged cells.")
        return Sheet(rows, notes)

    def _text(self, cell: Element, place: str, texts: Sequence[str], dates: frozenset[int],
              since: int) -> str:
        """The text of a cell; what has none that can be trusted is refused with its place."""
        text = _text(cell, texts, dates, since)
        if not text and _below(cell, "f") and not _below(cell, "v"):
            raise FileImportError(
                f"{self._name}, cell {place}: a formula without a result. Open the workbook in a "
                "spreadsheet, which calculates it, and save it again.")
        if len(text) > MOST_LETTERS:
            raise FileImportError(f"{self._name}, cell {place}: a text of {len(text):,} letters; a cell has "
                                  f"at most {MOST_LETTERS:,}.")
        return text

    def _part(self, path: str) -> Element | None:
        """The root element of a part; None if there is none."""
        entry = self._names.get(path.casefold())
        if entry is None:
            return None
        with self._package.open(entry) as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise FileImportError(
                f"{self._name} is larger than {MOST_BYTES // 1_000_000} MB when it is unpacked; no table of "
                "units is.")
        return parse_xml(data, f"{self._name}, {path}", "Workbooks")

    def _chosen_sheet(self, book: Element) -> tuple[str, tuple[str, ...]]:
        """The path of the first sheet that is shown, and which others were left out."""
        sheets = _below(book, "sheets", "sheet")
        shown = [one for one in sheets if (one.get("state") or "visible") == "visible"]
        if sheets and not shown:
            raise FileImportError(f"All sheets of {self._name} are hidden. Show one in the spreadsheet.")
        others = [quoted((one.get("name") or "?")[:40]) for one in shown[1:]]
        notes = (f"Only the first sheet, {quoted((shown[0].get('name') or '?')[:40])}, was read, not "
                 f"{listed(others)}.",) if 0 < len(others) <= 8 else (
            f"Only the first of {len(shown)} sheets was read.",) if others else ()
        id = next((v for k, v in shown[0].attrib.items() if k.split(":")[-1] == "id"), "") if shown else ""
        links = self._part("xl/_rels/workbook.xml.rels")
        for link in _below(links, "Relationship") if links is not None else ():
            if link.get("Id") == id:
                target = link.get("Target") or ""
                return (target.lstrip("/") if target.startswith("/") else f"xl/{target}"), notes
        number = sheets.index(shown[0]) + 1 if shown else 1
        return f"xl/worksheets/sheet{number}.xml", notes

    def _shared(self) -> list[str]:
        """The texts that cells share."""
        root = self._part("xl/sharedStrings.xml")
        return [] if root is None else [_plain(one) for one in _below(root, "si")]

    def _date_styles(self) -> frozenset[int]:
        """The numbers of the styles that show a number as a date or a time."""
        root = self._part("xl/styles.xml")
        if root is None:
            return frozenset()
        own = {one.get("numFmtId"): one.get("formatCode") or "" for one in _below(root, "numFmts", "numFmt")}
        found = set()
        for n, style in enumerate(_below(root, "cellXfs", "xf")):
            id = style.get("numFmtId") or "0"
            code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", own.get(id, ""))
            if (id.isdecimal() and (14 <= int(id) <= 22 or 45 <= int(id) <= 47)) or (
                    re.search(r"[ymdhs]", code, re.IGNORECASE) and "general" not in code.casefold()):
                found.add(n)
        return frozenset(found)


def _local(element: Element) -> str:
    return re.split(r"[:}]", element.tag)[-1]


def _below(element: Element, *path: str) -> list[Element]:
    """The elements below one, step by step, whatever prefix their names have."""
    found = [element]
    for name in path:
        found = [child for one in found for child in one if _local(child) == name]
    return found


def _plain(element: Element) -> str:
    """The text of a shared or inline string, without the phonetic one that Japanese files have beside it."""
    return "".join(t.text or "" for part in ("t",) for t in _below(element, part)) + "".join(
        t.text or "" for t in _below(element, "r", "t"))


def _text(cell: Element, texts: Sequence[str], dates: frozenset[int], since: int) -> str:
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        return "".join(_plain(one) for one in _below(cell, "is"))
    value = "".join(one.text or "" for one in _below(cell, "v"))
    if kind == "s":
        place = int(value or 0)
        if not 0 <= place < len(texts):
            raise ValueError(f"there is no text {place}")
        return texts[place]
    if kind == "b":
        return "yes" if value == "1" else "no"
    if kind != "n" or not value:
        return value
    try:
        number = float(value)
    except ValueError:
        return value
    if not math.isfinite(number):
        return value
    style = cell.get("s") or "0"
    if style.isdecimal() and int(style) in dates and 0 <= number < 3_000_000:
        return _date(number, since)
    return str(int(number)) if number == int(number) else repr(number)


def _date(days: float, since: int) -> str:
    """The date that a spreadsheet shows for a number of days since the beginning of 1900 or 1904."""
    # Spreadsheets count a 29th of February 1900.
    first = datetime(1904, 1, 1) if since == 1904 else datetime(1899, 12, 30)
    return (first + timedelta(days=days)).date().isoformat()


def _fill_merged(rows: list[list[str]], area: str) -> int:
    """Give all rows of a merged cell its text, in its first column, as it belongs to each of them; how many
    rows it has."""
    found = re.fullmatch(r"([A-Za-z]{1,3})(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})", area)
    if found is None:
        return 0
    column, first, last = _column(found[1], 0), int(found[2]), min(int(found[3]), len(rows))
    if not 1 <= first <= last or column >= len(rows[first - 1]):
        return 0
    text = rows[first - 1][column]
    for row in rows[first:last]:
        if text and row and (len(row) <= column or not row[column]):
            row += [""] * (column + 1 - len(row))
            row[column] = text
    return last - first

def _column(place: str, otherwise: int) -> int:
    """The column of a place such as `AB12`, from 0."""
    letters = re.match(r"[A-Za-z]{1,3}", place)
    if letters is None:
        return otherwise
    column = 0
    for letter in letters[0].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
