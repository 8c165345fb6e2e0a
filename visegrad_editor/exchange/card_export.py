"""Writing the sheets of a card. A card has no map and no units of its own, so there is no other format."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from ..desk.card import Card
from ..drawing.letters.fonts import noting_lost_letters
from ..model.files.atomic import DiskError, SaveError, save_bytes
from ..printing.paper import TEXT_PAPERS, paper_named
from .errors import ExportError, ExportWriteError
from .export import check_target, lost_words

NAME, TITLE, ENDING = "card", "sheet of the card", ".pdf"
PROCEDURES = "procedures"
SHEETS = {NAME: TITLE, PROCEDURES: "procedures and tables that the card turns on"}
"""What can be written of a card, and what it is."""


def check_card_export(path: Path, what: str | None, paper: str) -> None:
    """Raise `ExportError` if a card cannot be written to a file of that name, or not in that way."""
    if path.suffix.lower() != ENDING:
        said = f'"{path.suffix}" is no format of a card' if path.suffix else (
            f'"{path.name}" has no extension to choose the format by')
        raise ExportError(
            f"{said}; a card is written as {ENDING}. The command card tells as text what it says.")
    if what is not None and what.strip().lower() not in SHEETS:
        known = " or ".join(f"{name} ({title})" for name, title in SHEETS.items())
        raise ExportError(
            f'A card has no "{what}"; it can be exported as {known}. Maps, charts and tables are those of a '
            "scenario or a map.")
    try:
        chosen = paper_named(paper)
    except ValueError as error:
        raise ExportError(f'Paper "{paper}" is unknown; choose {" or ".join(TEXT_PAPERS)}.') from error
    if chosen not in TEXT_PAPERS:
        raise ExportError(f"The {TITLE} is laid out for {' or '.join(TEXT_PAPERS)}; {chosen} is for maps.")


def export_card(
    card: Card, path: Path, *, what: str | None = None, paper: str = "A4", keep: Collection[Path] = (),
    warn: Callable[[str], None] | None = None,
) -> None:
    """Write a sheet of a card, one of `SHEETS`, to a PDF file, whole or not at all.

    It is never written over one of `keep`, the card's own files. `warn` gets a sentence on letters that no
    font here has. Raises `ExportError`, or `BoardsError` for boards that cannot be drawn.
    """
    from ..printing.card_sheet import card_sheet_bytes
    from ..printing.procedures_sheet import procedures_sheet_bytes

    check_card_export(path, what, paper)
    check_target(path, keep)
    chosen = paper_named(paper)
    write = procedures_sheet_bytes if (what or "").strip().lower() == PROCEDURES else card_sheet_bytes
    try:
        with noting_lost_letters() as lost:
            save_bytes(write(card, paper=chosen), path, backup=False)
    except DiskError as error:
        raise ExportWriteError(str(error)) from error
    except SaveError as error:
        raise ExportError(str(error)) from error
    if lost and warn is not None:
        warn(lost_words(list(lost)))
