"""Reading unknown JSON as plain data; texts with too many values are refused before they take up memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ...errors import VisegradError

MOST_OBJECTS = 750_000
MOST_MEMORY = 320 * 1024 * 1024
_OBJECT, _LIST, _VALUE = 200, 80, 40
"""The bytes that Python needs for an object with a key or two, a list of a few values, and a value."""


class TooManyValuesError(VisegradError, ValueError):
    """The text holds more values than the program reads."""


def read_json(raw: bytes | str, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """The data of a JSON text; bytes are UTF-8. Raises `TooManyValuesError`, `json.JSONDecodeError` and other
    ValueErrors as `json.loads` does, and RecursionError for deep nesting.

    Brackets and commas within texts are counted like others: no text of a map has a million of them.

    >>> read_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    if isinstance(raw, bytes):
        objects, lists, commas = (raw.count(sign) for sign in (b"{", b"[", b","))
    else:
        objects, lists, commas = (raw.count(sign) for sign in "{[,")
    if objects > MOST_OBJECTS:
        raise TooManyValuesError(f"It holds {objects:,} objects; at most {MOST_OBJECTS:,} are read.")
    if objects * _OBJECT + lists * _LIST + commas * _VALUE > MOST_MEMORY:
        raise TooManyValuesError(
            f"It holds more than can be read: {objects:,} objects, {lists:,} lists and some "
            f"{commas:,} values.")
    return json.loads(raw, parse_constant=parse_constant)
