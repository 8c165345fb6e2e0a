"""Blanks of a card that both players may see: points, control of what victory is about, and the log."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from ..desk.card import Card, Goals, Need
from ..desk.summary import sides_in_order
from ..desk.words import name_words, victory_sentences
from ..model.files.atomic import save_bytes
from ..model.fingerprint import content_mark
from .blocks import Heading, Paragraph, Space
from .cover import TITLE_RISE, TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Element, NewPage, PlacedBlock, height_of, lay_out
from .fonts import clean
from .paper import Frame, Paper, frame, paper_named
from .text import SMALL
from .write_in import PointTrack, WriteInTable, turn_tables

_SHEET = "Books"
_LEAST_POINTS, _MOST_POINTS = 39, 199
_LOG_ROW = 18.0
_LOG_HEAD = 60.0
_LEAST_LOG = 200.0
"""With less room than this left on a page, in points, the log begins on the next one."""


def books_sheet(card: Card, path: str | PathLike[str], *, paper: Paper = "A4") -> None:
    """Write the blanks of a card as a PDF file, whole or not at all. Raises ValueError for an unknown paper,
    and SaveError if the file cannot be written."""
    save_bytes(books_sheet_bytes(card, paper=paper), Path(path), backup=False)


def books_sheet_bytes(card: Card, *, paper: Paper = "A4") -> bytes:
    """The blanks as the bytes of a PDF file; see `books_sheet`."""
    page = frame(paper_named(paper))
    return pdf_bytes(books_pages(card, page), page, _imprint(card))


def books_pages(card: Card, page: Frame, below_header: bool = False) -> list[list[PlacedBlock]]:
    """The pages: tracks and lists, then the log on the rest of the page, if there is room, and on another
    one. `below_header` keeps the title of the first page clear of a header."""
    above = [Space(TITLE_RISE)] if below_header else []
    books = [*above, *_books(card)]
    left = page.content_height - height_of(books, page)
    rest = int((left - _LOG_HEAD) / _LOG_ROW) if left >= _LEAST_LOG else 0
    between = [] if rest else [NewPage()]
    return lay_out([*books, *between, *_log(card, page, rest)], page)


def _books(card: Card) -> list[Element]:
    elements: list[Element] = [
        TitleBlock("SQUAD-LEVEL CARD", clean(card.title), "Points, control and log", low=True),
        *(Paragraph(clean(sentence), SMALL, 2.0) for sentence in victory_sentences(card))]
    wanted = _points(card)
    if wanted:
        most = max(_LEAST_POINTS, min(_MOST_POINTS, -(-wanted * 3 // 2 // 20) * 20 - 1))
        elements += [Heading("Victory points", "A26.2; cross off, or move a counter"),
                     *(PointTrack(f"{name_words(s.id)} side", most) for s in sides_in_order(card)),
                     WriteInTable(("Turn", "Side", "What", "Points", "Total"), (0.7, 1.2, 5, 0.8, 0.8),
                                  (("",) * 5,) * 8, gap=8.0)]
    control = [(id, goals) for id, goals in card.sets if id in _sets(card)]
    if control:
        letters = ", ".join(f"{name_words(s.id)[0]} for {name_words(s.id)}" for s in card.sides)
        same = len({name_words(s.id)[0] for s in card.sides}) < len(card.sides)
        told = ("Write the side that controls it at the end of each turn"
                f"{'' if same else f': {letters}'}.")
        elements += [Heading("Control of what victory is about", "A26.1"), Paragraph(told, SMALL, 2.0)]
        elements += [table for id, goals in control for table in _control(card, id, goals)]
    return elements


def _needs(need: Need | None) -> Iterator[Need]:
    if need is not None:
        yield need
        for part in (*need.all, *need.any, need.without):
            yield from _needs(part)


def _all_needs(card: Card) -> Iterator[Need]:
    return (need for one in card.victory for need in _needs(one.need))


def _sets(card: Card) -> set[str]:
    """The sets whose control or whose units a condition of victory is about."""
    return {one.set for need in _all_needs(card) for one in (need.control, need.present) if one is not None}


def _points(card: Card) -> int:
    """The most points that a condition asks for; 0 if none is about points."""
    asked = [n for need in _all_needs(card) for n in (
        *((need.exit_vp.least,) if need.exit_vp is not None else ()),
        *((need.cvp.least or need.cvp.margin or 1,) if need.cvp is not None else ()))]
    return max(asked, default=0)


def _control(card: Card, id: str, goals: Goals) -> list[WriteInTable]:
    """The parts of a set with a box for the start and for the end of each turn."""
    parts = [*goals.hexes, *map(name_words, goals.buildings)]
    if goals.edge:
        parts.append(f"edge {goals.edge}")
    turns = ["start", *(str(n) for n in range(1, card.turns.full + card.turns.half + 1))]
    return turn_tables(clean(name_words(id)), turns, list(map(clean, parts)))


def _log(card: Card, page: Frame, rest: int) -> list[Element]:
    """The log: so many rows, and as many as a page has room for."""
    rows = rest + int((page.content_height - _LOG_HEAD) / _LOG_ROW)
    return [Heading("Log", clean(card.title)), WriteInTable(
        ("Turn", "Phase", "Side", "What, who, where", "Dice", "Result"), (0.6, 1, 0.8, 4, 0.8, 2),
        (("",) * 6,) * rows, row=_LOG_ROW)]


def _imprint(card: Card) -> Imprint:
    title, mark = clean(card.title), content_mark(card)
    return Imprint(
        title=f"{title}: {_SHEET.lower()}", subject=f"{_SHEET} of {title}, content {mark}.",
        head=f"{_SHEET.upper()} · {title.upper()}", foot=f"{title} · {_SHEET.lower()} · content {mark}",
        keywords=(_SHEET.lower(), f"content {mark}"))
