"""Texts of cells that spreadsheets leave unchanged, and that they never run.

A spreadsheet runs a cell that begins with `=` or `+`, turns `6/3` into a date, and drops the zero of hex
`0601`. Such cells get an apostrophe in front, which spreadsheets show as text; `plain_cell` removes it. What
is copied to the clipboard, and what a workbook keeps as text anyway, gets it only where it must.
"""

from __future__ import annotations

import re

from ..model.wording import printable

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_CHANGED = re.compile(
    r"0\d+"  # a number that would lose its leading zeros
    r"|\d+[.,]?\d*[eE][+-]?\d+"  # a number with an exponent
    r"|\d{1,4}[-/.:]\d{1,4}([-/.:]\d{1,4})?"  # a date, a time, a fraction
    rf"|\d{{1,4}}[-/. ]{{0,2}}({_MONTHS})\.?([-/. ]\d{{1,4}})?"
    rf"|({_MONTHS})\.?[-/. ]{{1,2}}\d{{1,4}}"
    r"|true|false",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"[+-]\d{1,9}(?:[.,]\d{1,9})?")
"""A number with its sign, which a spreadsheet reads as a number and does not run."""


def guard_cell(text: str) -> str:
    """The text so that a spreadsheet shows it unchanged.

    >>> [guard_cell(text) for text in ("=1+1", "0601", "6/3", "1 Mar", "1st Armored")]
    ["'=1+1", "'0601", "'6/3", "'1 Mar", '1st Armored']
    """
    stripped = text.strip()
    if text.startswith(_FORMULA) or stripped.startswith(("'", *_FORMULA)) or _CHANGED.fullmatch(stripped):
        return f"'{text}"
    return text


def guard_formula(text: str) -> str:
    """The text so that a spreadsheet into which it is pasted does not run it.

    >>> [guard_formula(text) for text in ("=1+1", "0601", "+1", "-", "'t Harde")]
    ["'=1+1", '0601', '+1', '-', "''t Harde"]
    """
    stripped = text.strip()
    if len(stripped) > 1 and stripped.startswith(_FORMULA) and not _SIGNED.fullmatch(stripped):
        return f"'{text}"
    return keep_text(text)


def keep_text(text: str) -> str:
    """The text so that `plain_cell` gives it back, for files in which a spreadsheet leaves texts alone.

    >>> [keep_text(text) for text in ("=1+1", "'t Harde", '="x"')]
    ['=1+1', "''t Harde", '\\'="x"']
    """
    return f"'{text}" if text.strip().startswith(("'", '="')) else text


def unguard_cell(text: str) -> str:
    """The text that `guard_cell` was given.

    >>> unguard_cell(guard_cell("'t Harde")), unguard_cell("2017")
    ("'t Harde", '2017')
    """
    return text[1:] if text.startswith("'") else text


def plain_cell(cell: str) -> str:
    r"""The cell without the guard against changes by a spreadsheet (`'0101`, `="0101"`), and without what no
    document may hold; lines stay lines.

    >>> [plain_cell(text) for text in ("'0101", '="0101"', "a\r\nb ")]
    ['0101', '0101', 'a\nb']
    """
    cell = cell.strip()
    if not cell.isprintable():
        cell = "\n".join(printable(line).rstrip() for line in re.split(r"\r\n|\r|\n", cell)).strip()
    if cell.startswith('="') and cell.endswith('"') and len(cell) > 2:
        return cell[2:-1].replace('""', '"')
    return unguard_cell(cell).strip()
