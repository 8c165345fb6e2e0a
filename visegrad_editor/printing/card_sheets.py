"""All sheets of a card that both sides may see, in one file: the card, its procedures, and blanks."""

from __future__ import annotations

from ..desk.card import Card
from ..desk.print_remarks import Checked
from .books_sheet import books_pages
from .card_sheet import UNCHECKED, card_imprint, card_pages, check_printable
from .document import pdf_bytes
from .paper import Paper, frame, paper_named
from .procedures_sheet import procedures_pages


def card_and_sheets_bytes(card: Card, *, paper: Paper = "A4", checked: Checked = UNCHECKED) -> bytes:
    """The sheets as the bytes of one PDF file; `checked` is what the checks of the card say.
    Raises ValueError for an unknown paper, and
    `UnprintableCardError`."""
    page = frame(paper_named(paper))
    check_printable(card)
    pages = [*card_pages(card, page, checked), *procedures_pages(card, page, below_header=True),
             *books_pages(card, page, below_header=True)]
    return pdf_bytes(pages, page, card_imprint(card))
