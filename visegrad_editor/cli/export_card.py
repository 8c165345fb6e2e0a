"""The command `export` for a card: its sheets, and none of the options for maps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..exchange.card_export import (
    SHEETS,
    TEXT,
    TITLE,
    check_card_export,
    export_card,
    sheet_named,
    side_named,
)
from ..model.wording import quoted
from .exits import GOOD, UnusableError
from .outputs import Outputs
from .report import print_errors

if TYPE_CHECKING:
    from ..desk.card import Card
    from ..desk.secret_records import SecretRecords

_OF_MAPS = (
    "turn", "language", "style", "dpi", "hex", "orientation", "overlap", "whole_map", "layers", "without",
    "counters", "quality", "text")
"""The options that say nothing about a card."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that cards alone have."""
    add = parser.add_argument_group("sheets of a card").add_argument
    add("--side", metavar="SIDE", help=(
        "whose secret records are written, with --what secret: filled in from the file that the card names, "
        f"or blank; other contents of a card are {', '.join(name for name in SHEETS if name != 'secret')}"))


def export_card_of(arguments: argparse.Namespace) -> int:
    """Write the sheet of the card that the arguments of `export` name."""
    from ..desk.card_file import load_card
    from ..desk.card_review import review
    from ..desk.words import side_words

    for option in _OF_MAPS:
        if getattr(arguments, option):
            raise UnusableError(
                f"--{option.replace('_', '-')} has no effect on the {TITLE}. Leave it out.")
    # Drawing on paper takes long to import.
    from ..printing.card_sheet import check_printable

    path = Path(arguments.output)
    paper = arguments.paper or "A4"
    check_card_export(path, arguments.what, paper, arguments.side)
    loaded = load_card(arguments.file)
    if loaded.card is None:
        listing = "\n".join(map(str, loaded.problems))
        raise UnusableError(f"{arguments.file} cannot be read as a card:\n{listing}")
    outputs: Outputs = arguments.outputs
    outputs.note_read(loaded.path)
    keep = [loaded.path]
    records, what = None, SHEETS[sheet_named(arguments.what)] if arguments.what else ""
    if arguments.side is not None:
        side = side_named(loaded.card, arguments.side)
        records, file, told = _records(loaded.card, side, loaded.path.absolute().parent, loaded.file)
        what = f"secret records of {side_words(side)}, {told}"
        if file is not None:
            keep.append(file)
            outputs.note_read(file)
    outputs.claim(path)
    if path.suffix.lower() != TEXT:
        check_printable(loaded.card)
    found = review(loaded)
    print_errors(arguments.file, found.of_card)
    export_card(loaded.card, path, what=arguments.what, paper=paper, keep=keep, side=arguments.side,
                records=records, checked=found.checked,
                warn=lambda text: print(f"Warning: {text}", file=sys.stderr))
    print(*outputs.new_lines(path, what), sep="\n")
    return GOOD


def _records(
    card: Card, side: str, folder: Path, file: str
) -> tuple[SecretRecords | None, Path | None, str]:
    """The secret records of a side, their file, and what is told of that; records that cannot be read are
    refused, since blank sheets in their place would look as if nothing were recorded."""
    from ..desk.secret_file import load_secret_of
    from ..desk.words import side_words

    loaded = load_secret_of(card, side, folder, file)
    if loaded is None:
        name = dict(card.secret).get(side)
        why = f"there is no file {quoted(name)}" if name is not None else "the card names no file"
        return None, None, f"blank: {why}"
    if loaded.records is None:
        listing = "\n".join(map(str, loaded.problems))
        raise UnusableError(f"The secret records of {side_words(side)} cannot be read:\n{listing}")
    print_errors(loaded.file, loaded.problems)
    return loaded.records, loaded.path, f"filled in from {loaded.file}"
