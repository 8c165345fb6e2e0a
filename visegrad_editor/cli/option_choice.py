"""The choices of options of a game on the command line: `--option id=choice`, any number of them."""

from __future__ import annotations

import argparse


def add_option_argument(parser: argparse.ArgumentParser) -> None:
    """Let a command take choices; its arguments have them as `option`, a list of (option, choice) pairs."""
    parser.add_argument(
        "--option", type=option_choice, action="append", default=[], metavar="ID=CHOICE",
        help="play with this choice of an option of the ruleset, in place of the scenario's; may be repeated")


def option_choice(text: str) -> tuple[str, str]:
    """An option and a choice; `argparse` reports the sentence about a text that is not such a pair.

    >>> option_choice("ukraine=stay")
    ('ukraine', 'stay')
    """
    option, equals, choice = (part.strip() for part in text.partition("="))
    if not (option and equals and choice):
        raise argparse.ArgumentTypeError(
            f'"{text[:40]}" is not an option and a choice; write for example weather=with')
    return option, choice
