"""What the value of a key may look like: an example from the open design, never one of another game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ..design import Design
from ..files.schema import schema
from .any_key import Json, Kind, Path, names_at, part_of, read_flow, resolved, row_of, shown, value_at

_LONGEST = 40
"""Longer examples do not fit into a field."""
_OF_ONE_GAME = ("rule", "values")
"""Keys whose schema has numbers as an example that only one game has: of its rulebook, of its counters."""
_WORD = re.compile(r"[^\W\d_][\w-]+")
_HEX_NUMBER = re.compile(r"(?<!\d)\d{4}(?!\d)")


def example_at(design: Design, kind: Kind, path: Path, data: Json) -> str:
    """An example of the value of a key, as it is typed: what another entry of the design says there, or names
    and hexes that the design has. The example of the schema serves only if it names nothing; "" if there is
    none. `data` is the document as plain data."""
    row = row_of(kind, path)
    if not row.example:
        return ""
    for value in _values_beside(data, path):
        if (text := shown(value)) and len(text) <= _LONGEST:
            return text
    if path[-1] in _OF_ONE_GAME:
        return ""
    several = row.way == "words"
    names = names_at(design, kind, path)
    if names and row.way in ("text", "words"):
        return ", ".join(names[:2]) if several else names[0]
    part = part_of(kind, path)
    one = resolved(kind, part.get("items") or {}) if several else part
    if one.get("title") == "Hex number":
        hexes = list(design.map.grid)[:2 if several else 1]
        return ", ".join(map(design.map.grid.number, hexes))
    # Quotes and brackets are for files; braces are typed here too.
    text = row.example if row.example.startswith("{") else shown(read_flow(row.example))
    return "" if _names_something(kind, text) else text


def _values_beside(data: Any, path: Path) -> Iterator[Any]:
    """What other entries of the lists around a key say of the same key, the nearest list first."""
    for at in range(len(path) - 1, -1, -1):
        if not isinstance(path[at], int):
            continue
        entries = value_at(data, path[:at])
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if index != path[at]:
                yield from _inside(entry, path[at + 1:])


def _inside(data: Any, path: Path) -> Iterator[Any]:
    """Every value at a path where any entry of a list counts."""
    if not path:
        yield data
    elif isinstance(path[0], int):
        for entry in data if isinstance(data, list) else ():
            yield from _inside(entry, path[1:])
    elif isinstance(data, dict) and path[0] in data:
        yield from _inside(data[path[0]], path[1:])


def _names_something(kind: Kind, text: str) -> bool:
    """Whether a text has a hex, or a word that is not one of the words that every file may have."""
    words = {word.casefold() for word in _WORD.findall(text)}
    return bool(words - _words_of_files(kind)) or _HEX_NUMBER.search(text) is not None


@cache
def _words_of_files(kind: Kind) -> frozenset[str]:
    """The keys of a document, and the words that some of them must hold."""
    found: set[str] = set()
    parts: list[Any] = [schema(kind)]
    while parts:
        part = parts.pop()
        if isinstance(part, list):
            parts += part
        elif isinstance(part, dict):
            found |= part.get("properties", {}).keys() if isinstance(part.get("properties"), dict) else set()
            found |= {word for word in part.get("enum", ()) if isinstance(word, str)}
            parts += part.values()
    return frozenset(word.casefold() for word in found)
