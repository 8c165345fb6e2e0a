"""Say in words what a squad-level card says: forces, arrivals, special rules, and how the sides win."""

from __future__ import annotations

import argparse

from ..desk.card_file import load_card
from ..desk.words import card_text, plain_text
from .exits import GOOD, UnusableError
from .report import print_json, print_problems

_CALLED = "see visegrad-editor list"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("card", metavar="CARD", help=f"a file, or the name of a bundled card ({_CALLED})")
    parser.add_argument("--json", action="store_true", help="the paragraphs as JSON")


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_card(arguments.card)
    if loaded.card is None:
        print_problems(loaded.problems)
        raise UnusableError(f"{arguments.card} cannot be read as a card ({_CALLED}).")
    if arguments.json:
        print_json({"card": loaded.card.name, "paragraphs": [
            {"heading": heading, "sentences": list(sentences)}
            for heading, sentences in card_text(loaded.card)]})
        return GOOD
    print(plain_text(loaded.card), end="")
    return GOOD
