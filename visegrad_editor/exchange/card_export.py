"""Writing the sheets of a card, and what it says as text. A card has no map and no units of its own, so
there is no other format."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from ..drawing.letters.fonts import noting_lost_letters
from ..model.files.atomic import DiskError, SaveError, save, save_bytes
from ..model.wording import did_you_mean, quoted
from ..printing.paper import TEXT_PAPERS, Paper, paper_named
from .errors import ExportError, ExportWriteError
from .export import check_target, lost_words

if TYPE_CHECKING:
    from ..desk.card import Card
    from ..desk.print_remarks import Checked
    from ..desk.secret_records import SecretRecords

NAME, TITLE, ENDING, TEXT = "card", "sheet of the card", ".pdf", ".txt"
PROCEDURES, BOOKS, SECRET, ALL = "procedures", "books", "secret", "all"
SHEETS = {
    NAME: TITLE, PROCEDURES: "procedures and tables that the card turns on",
    BOOKS: "blanks for points, control and the log", SECRET: "secret records of one side",
    ALL: "all that both sides may see"}
"""What can be written of a card, and what it is."""


def sheet_named(what: str | None) -> str:
    """One of `SHEETS`; raises `ExportError` for another name."""
    name = (what or NAME).strip().lower()
    if name not in SHEETS:
        known = " or ".join(f"{name} ({title})" for name, title in SHEETS.items())
        raise ExportError(
            f'A card has no "{what}"; it can be exported as {known}. Maps, charts and tables are those of a '
            "scenario or a map.")
    return name


def check_card_export(path: Path, what: str | None, paper: str, side: str | None = None) -> None:
    """Raise `ExportError` if a card cannot be written to a file of that name, or not in that way."""
    sheet = sheet_named(what)
    if path.suffix.lower() == TEXT and sheet != NAME:
        raise ExportError(
            f"The {SHEETS[sheet]} are written as {ENDING}; {TEXT} has what the card says in words.")
    if path.suffix.lower() not in (ENDING, TEXT):
        said = f'"{path.suffix}" is no format of a card' if path.suffix else (
            f'"{path.name}" has no extension to choose the format by')
        raise ExportError(
            f"{said}; a card is written as {ENDING}, or in words as {TEXT}.")
    if side is not None and sheet != SECRET:
        raise ExportError(f"A side is for the {SHEETS[SECRET]} alone (--what {SECRET}); the {SHEETS[sheet]} "
                          "is for both.")
    if side is None and sheet == SECRET:
        raise ExportError(f"The {SHEETS[SECRET]} need a side: add --side and its name.")
    try:
        chosen = paper_named(paper)
    except ValueError as error:
        raise ExportError(f'Paper "{paper}" is unknown; choose {" or ".join(TEXT_PAPERS)}.') from error
    if chosen not in TEXT_PAPERS:
        raise ExportError(f"The {TITLE} is laid out for {' or '.join(TEXT_PAPERS)}; {chosen} is for maps.")


def side_named(card: Card, side: str) -> str:
    """The id of a side of a card; raises `ExportError` if it has none of that name."""
    found = side.strip().lower()
    if found not in card.side_by_id:
        raise ExportError(f"The card has no side {quoted(side)}."
                          f"{did_you_mean(found, list(card.side_by_id), 'Sides')}")
    return found


def card_sheets_bytes(
    card: Card, sheet: str, paper: Paper, side: str = "", records: SecretRecords | None = None,
    checked: Checked | None = None,
) -> bytes:
    """One of `SHEETS` as the bytes of a PDF file; `side` and its `records` are for the secret ones alone, and
    `checked` is what the checks of the card say, for the sheets with the card."""
    from ..printing.books_sheet import books_sheet_bytes
    from ..printing.card_sheet import UNCHECKED, card_sheet_bytes
    from ..printing.card_sheets import card_and_sheets_bytes
    from ..printing.procedures_sheet import procedures_sheet_bytes
    from ..printing.secret_sheet import secret_sheet_bytes

    if sheet == SECRET:
        return secret_sheet_bytes(card, side, records=records, paper=paper)
    if sheet in (NAME, ALL):
        with_card = card_sheet_bytes if sheet == NAME else card_and_sheets_bytes
        return with_card(card, paper=paper, checked=checked or UNCHECKED)
    return (procedures_sheet_bytes if sheet == PROCEDURES else books_sheet_bytes)(card, paper=paper)


def export_card(
    card: Card, path: Path, *, what: str | None = None, paper: str = "A4", keep: Collection[Path] = (),
    warn: Callable[[str], None] | None = None, side: str | None = None, records: SecretRecords | None = None,
    checked: Checked | None = None,
) -> None:
    """Write a sheet of a card, one of `SHEETS`, to a PDF file, or what the card says to a text file, whole or
    not at all.

    It is never written over one of `keep`, the card's own files. `side` is whose secret records are written,
    and `records` are these, None for blank sheets. `checked` is what the checks of the card say: its errors
    are printed above the card, what is left open at its foot. `warn` gets a sentence on
    letters that no font here has. Raises `ExportError`, or `UnprintableCardError`.
    """
    from ..desk.words import plain_text

    check_card_export(path, what, paper, side)
    own = side_named(card, side) if side is not None else ""
    check_target(path, keep)
    try:
        if path.suffix.lower() == TEXT:
            save(plain_text(card), path, backup=False)
            return
        with noting_lost_letters() as lost:
            save_bytes(card_sheets_bytes(card, sheet_named(what), paper_named(paper), own, records, checked),
                       path, backup=False)
    except DiskError as error:
        raise ExportWriteError(str(error)) from error
    except SaveError as error:
        raise ExportError(str(error)) from error
    if lost and warn is not None:
        warn(lost_words(list(lost)))
