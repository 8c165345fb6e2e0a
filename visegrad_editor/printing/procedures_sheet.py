"""The procedures of a squad-level card on paper: in the order of the phases, only what the card turns on,
with the tables from which the log of a game reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ..desk.card import Card
from ..desk.procedures.catalogue import procedures_of, reminders_of
from ..desk.procedures.procedure import END, PHASES, SET_UP, Degree, Procedure, Reminder, always
from ..desk.readings import chosen_reading, readings_in_use
from ..desk.summary import NOT_CHECKED
from ..desk.tables import Cell, Table, fits, tables
from ..model.files.atomic import save_bytes
from ..model.fingerprint import content_mark
from .blocks import GroupHeading, Heading, Paragraph, Space, items
from .cover import TITLE_RISE, TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Columns, Element, PlacedBlock, lay_out
from .fonts import clean
from .paper import Frame, Paper, frame, paper_named
from .tables import PrintedColumn, table
from .text import DENSE, SMALL, STRONG

_SHEET = "Procedures"
_MARKS: dict[Degree, str] = {"full": "●", "given": "◐", "result": "○"}
_KEY = ("● worked out from what the scenario says; ◐ players say what only they can see; ○ the result of a "
        "rule that is not here is typed in.")
_STRONG = replace(STRONG, size=DENSE.size, leading=DENSE.leading)
_ANY_TIME = "At any time"
_GUTTER = 14.0
_LETTERS = 18
"""The letters of a text that need one share of the width of a table."""
_MOST_COLUMNS = 5
"""The columns of a table that has room in half the width of a page."""


def procedures_sheet(
    card: Card, path: str | PathLike[str], *, paper: Paper = "A4", not_checked: Sequence[str] = NOT_CHECKED,
) -> None:
    """Write the procedures that a card turns on as a PDF file, whole or not at all.

    Raises ValueError for an unknown paper, and SaveError if the file cannot be written.
    """
    save_bytes(procedures_sheet_bytes(card, paper=paper, not_checked=not_checked), Path(path), backup=False)


def procedures_sheet_bytes(
    card: Card, *, paper: Paper = "A4", not_checked: Sequence[str] = NOT_CHECKED
) -> bytes:
    """The sheet as the bytes of a PDF file; see `procedures_sheet`."""
    page = frame(paper_named(paper))
    return pdf_bytes(procedures_pages(card, page, not_checked), page, procedures_imprint(card))


def procedures_pages(
    card: Card, page: Frame, not_checked: Sequence[str] = NOT_CHECKED, below_header: bool = False
) -> list[list[PlacedBlock]]:
    """The pages of the procedures that a card turns on; `below_header` keeps the title of the first page
    clear of a header."""
    above = [Space(TITLE_RISE)] if below_header else []
    return lay_out([*above, *procedures_elements(card, not_checked)], page)


def procedures_elements(card: Card, not_checked: Sequence[str] = NOT_CHECKED) -> list[Element]:
    """All sections: the readings in use, the phases in their order, what is of no phase, and the tables, each
    once."""
    parts = printed_parts(card)
    elements: list[Element] = [
        TitleBlock("SQUAD-LEVEL CARD", clean(card.title), "Procedures in the order of the phases", low=True),
        Paragraph(_KEY, SMALL, 4.0)]
    readings = readings_in_use(card)
    if readings:
        elements += [Heading("Readings in use"), *items([("·", clean(t)) for t in readings], DENSE, 8.0)]
    told = tuple(b for title, entries in parts for b in (Heading(title), *_entries(entries)))
    elements.append(Columns(told, gutter=_GUTTER, gap=4.0))
    used = [id for _, entries in parts for one in entries if isinstance(one, Procedure) for id in one.tables]
    shown = [in_readings(tables()[id], card) for id in dict.fromkeys(used)]
    if shown:
        # A table that lost a column here still has the long texts for which it is wide.
        wide_ones = {one.id for one in shown if len(tables()[one.id].columns) > _MOST_COLUMNS}
        narrow = [b for one in shown if one.id not in wide_ones for b in table_blocks(one)]
        wide = [b for one in shown if one.id in wide_ones for b in table_blocks(one)]
        elements += [Heading("Tables", "each with its rule"), Columns(narrow, gutter=_GUTTER, gap=4.0), *wide]
    if not parts:
        elements.append(Paragraph("No special rule of the card turns on a procedure.", SMALL, 8.0))
    elements.append(Paragraph(f"Not checked: {clean(' '.join(not_checked))}", SMALL, 10.0))
    return elements


def printed_parts(card: Card) -> list[tuple[str, list[Procedure | Reminder]]]:
    """What is printed: the title of each part, the phases in their order first, and what is in it. Each
    procedure stands once, in its first phase; one without steps is not printed."""
    found: dict[str, list[Procedure | Reminder]] = {}
    every: tuple[Procedure | Reminder, ...] = (*procedures_of(card), *reminders_of(card))
    rules = card.turned_on
    for one in every:
        if not one.is_of_use(rules, card):
            continue
        if isinstance(one, Procedure) and one.table_if:
            one = replace(one, tables=tuple(
                id for id in one.tables if one.table_if.get(id, always)(rules, card)))
        if isinstance(one, Reminder) or one.steps or one.tables:
            found.setdefault(_part(one), []).append(one)
    order = (SET_UP, *PHASES, END, "")
    return [(_title(part), found[part]) for part in order if part in found]


def _part(one: Procedure | Reminder) -> str:
    order = (SET_UP, *PHASES, END)
    return min((p for p in one.phases if p in order), key=order.index, default="")


def _title(part: str) -> str:
    return {SET_UP: "Before the first turn", END: "At the end", "": _ANY_TIME}.get(part) or PHASES[part]


def _entries(entries: Iterable[Procedure | Reminder]) -> Iterable[Block]:
    """Procedures with their steps, under the headings of the parts of the rules; reminders after them."""
    by_section: dict[str, list[Procedure | Reminder]] = {}
    for one in entries:
        by_section.setdefault(one.section or "Further", []).append(one)
    for section, several in by_section.items():
        head = GroupHeading(section)
        yield head
        for one in several:
            if isinstance(one, Reminder):
                yield Paragraph(f"{clean(one.text)} [{', '.join(one.rules)}]", DENSE, 2.0, "·", 8.0,
                                group=head)
                continue
            rules = f" [{', '.join(one.rules)}]" if one.rules else ""
            title = Paragraph(f"{clean(one.title)}{rules}", _STRONG, 4.0, _MARKS[one.degree], 11.0,
                              keep=bool(one.steps), group=head)
            yield title
            for step in one.steps:
                yield Paragraph(clean(step), DENSE, 1.0, "", 11.0, group=head)
            names = [tables()[id].title for id in one.tables]
            if names:
                yield Paragraph(f"Tables: {clean('; '.join(names))}", SMALL, 1.0, "", 11.0, group=head)


def in_readings(one: Table, card: Card) -> Table:
    """A table as the readings of a card have it: without the rows of others, and without the column that
    tells them apart, whose title ends with the id of the reading."""
    at = next((i for i, column in enumerate(one.columns) if column.id == "reading"), None)
    if at is None:
        return one
    chosen = chosen_reading(card, one.columns[at].title.split()[-1])
    rows = tuple((*row[:at], *row[at + 1:]) for row in one.rows if fits(row[at], chosen))
    return replace(one, columns=(*one.columns[:at], *one.columns[at + 1:]), rows=rows)


def table_blocks(one: Table) -> list[Block]:
    """A table with its title, rule, dice and notes."""
    head = GroupHeading(clean(one.title), one.rule)
    dice = [Paragraph(f"Rolled: {clean(one.dice)}", SMALL, 1.0, keep=True, group=head)] if one.dice else []
    rows = [[clean(cell_words(cell)) for cell in row] for row in one.rows]
    columns = [PrintedColumn(clean(c.title), _share(row[i] for row in rows), bold=c.key)
               for i, c in enumerate(one.columns)]
    notes = [Paragraph(clean(note), SMALL, 2.0, group=head) for note in one.notes]
    return [head, *dice, *table(columns, rows, dense=True, whole=len(rows) <= 8), *notes]


def _share(texts: Iterable[str]) -> float:
    """The share of the width that a column gets: more for long texts, but not in full proportion."""
    return max(1.0, min(4.0, max(map(len, texts), default=0) / _LETTERS))


def cell_words(cell: Cell) -> str:
    """A cell as it is printed.

    >>> cell_words("<=2"), cell_words("mist|fog"), cell_words("any"), cell_words("deep-snow")
    ('2 or less', 'mist or fog', 'any', 'deep snow')
    """
    if not isinstance(cell, str):
        return str(cell)
    return " or ".join(map(_value_words, cell.split("|")))


def _value_words(text: str) -> str:
    text = text.strip()
    for sign, words in (("<=", "or less"), (">=", "or more")):
        if text.startswith(sign):
            return f"{text[len(sign):]} {words}"
    return text if any(c.isdigit() for c in text) else text.replace("-", " ")


def procedures_imprint(card: Card) -> Imprint:
    """Metadata, header and footer of the sheet."""
    title, mark = clean(card.title), content_mark(card)
    return Imprint(
        title=f"{title}: {_SHEET.lower()}", subject=f"{_SHEET} of {title}, content {mark}.",
        head=f"{_SHEET.upper()} · {title.upper()} (CONTINUED)",
        foot=f"{title} · {_SHEET.lower()} · content {mark}",
        keywords=(_SHEET.lower(), f"content {mark}"))
