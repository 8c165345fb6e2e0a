"""Plain data, as YAML and JSON files hold it: what unquoted words mean, and a value as a text.

The reader and the writer of YAML share this, so that they agree, and so do messages about what a file holds.
"""

from __future__ import annotations

import math
import re
from typing import get_args

DataPath = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""
Plain = str | int | float | bool | None
SINGLE: frozenset[type] = frozenset(get_args(Plain))
"""The types of values that hold no others, as most values of files and documents do."""

_INT = re.compile(r"0|-?[1-9][0-9]{0,17}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    "null": None, "Null": None, "NULL": None, "~": None, "": None,
}


class Decimal(float):
    """A number that remembers how it was written, so that rule 10.10 does not become 10.1."""

    text: str

    def __new__(cls, text: str) -> Decimal:
        value = super().__new__(cls, text)
        value.text = text
        return value

    def __reduce__(self) -> tuple[type[Decimal], tuple[str]]:
        return Decimal, (self.text,)


def resolve(text: str) -> Plain:
    """The value of an unquoted scalar. Leading zeros make it text, for hex numbers such as 0703.

    >>> [resolve(t) for t in ("2017", "0703", "0.5", "true", "~", "2017/2018", "12:30", "yes")]
    [2017, '0703', 0.5, True, None, '2017/2018', '12:30', 'yes']
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "0123456789-+.":
        if _INT.fullmatch(text):
            return int(text)
        if len(text) < 400 and _FLOAT.fullmatch(text):
            value = Decimal(text)
            return value if math.isfinite(value) else text
    return text


def as_text(value: object) -> str | None:
    """The text of a scalar that looks like a number but was meant as text; None for others.

    >>> as_text(2017), as_text(resolve("10.10")), as_text(True)
    ('2017', '10.10', None)
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        return value.text
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return None


def shorten(text: str, most: int = 60) -> str:
    """A text cut for a message."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."
