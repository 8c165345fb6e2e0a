"""The command `export` for a card: one sheet, and none of the options for maps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..desk.card_file import load_card
from ..exchange.card_export import TITLE, check_card_export, export_card
from .exits import GOOD, UnusableError
from .outputs import Outputs
from .report import print_errors

_OF_MAPS = (
    "turn", "language", "style", "dpi", "hex", "orientation", "overlap", "whole_map", "layers", "without",
    "counters", "quality", "text")
"""The options that say nothing about a card."""


def export_card_of(arguments: argparse.Namespace) -> int:
    """Write the sheet of the card that the arguments of `export` name."""
    for option in _OF_MAPS:
        if getattr(arguments, option):
            raise UnusableError(
                f"--{option.replace('_', '-')} has no effect on the {TITLE}. Leave it out.")
    # Drawing on paper takes long to import.
    from ..printing.card_sheet import check_boards

    path = Path(arguments.output)
    paper = arguments.paper or "A4"
    check_card_export(path, arguments.what, paper)
    loaded = load_card(arguments.file)
    if loaded.card is None:
        listing = "\n".join(map(str, loaded.problems))
        raise UnusableError(f"{arguments.file} cannot be read as a card:\n{listing}")
    outputs: Outputs = arguments.outputs
    outputs.note_read(loaded.path)
    outputs.claim(path)
    check_boards(loaded.card)
    print_errors(arguments.file, loaded.problems)
    export_card(loaded.card, path, what=arguments.what, paper=paper, keep=(loaded.path,),
                warn=lambda text: print(f"Warning: {text}", file=sys.stderr))
    print(*outputs.new_lines(path), sep="\n")
    return GOOD
