"""The whole numbers among the options of commands."""

from __future__ import annotations

import argparse


def whole_number(text: str) -> int:
    """The number that an option has; `argparse` reports the sentence about a text that is none.

    >>> whole_number("7"), whole_number("-1")
    (7, -1)
    """
    try:
        return int(text)
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise argparse.ArgumentTypeError(f'"{shown}" is not a whole number; write for example 7') from None
