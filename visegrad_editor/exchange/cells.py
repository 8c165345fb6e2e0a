"""Cells of CSV files that spreadsheets leave as they are.

A spreadsheet runs a cell that begins with `=` or `+`, makes a date of `6/3`, and drops the
nought of hex `0601`. Such cells get an apostrophe in front, which spreadsheets show as text;
`unguarded` takes it away again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_CHANGED = re.compile(
    r"0\d+"  # a number that would lose its noughts
    r"|\d+[.,]?\d*[eE][+-]?\d+"  # a number with an exponent
    r"|\d{1,4}[-/.:]\d{1,4}([-/.:]\d{1,4})?"  # a date, a time, a fraction
    rf"|\d{{1,4}}[-/. ]{{0,2}}({_MONTHS})\.?([-/. ]\d{{1,4}})?"
    rf"|({_MONTHS})\.?[-/. ]{{1,2}}\d{{1,4}}"
    r"|true|false",
    re.IGNORECASE,
)

Cell = str | int | None


def guarded(text: str) -> str:
    """The text so that a spreadsheet shows it unchanged.

    >>> guarded("=1+1"), guarded("0601"), guarded("6/3"), guarded("1 Mar"), guarded("1st Armored")
    ("'=1+1", "'0601", "'6/3", "'1 Mar", '1st Armored')
    """
    stripped = text.strip()
    if text.startswith(("'", *_FORMULA)) or stripped.startswith(_FORMULA) or _CHANGED.fullmatch(stripped):
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """The text `guarded` was given.

    >>> unguarded(guarded("'t Harde")), unguarded("2017")
    ("'t Harde", '2017')
    """
    return text[1:] if text.startswith("'") else text


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A CSV file: UTF-8 with the mark spreadsheets know it by, commas, lines ending in CR LF."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(header)
    for row in rows:
        writer.writerow(["" if c is None else guarded(c) if isinstance(c, str) else c for c in row])
    return stream.getvalue().encode("utf-8-sig")
