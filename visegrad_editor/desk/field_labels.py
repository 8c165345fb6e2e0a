"""The labels of the fields of a card in place of their keys in files, for sentences in a window.

Problems name fields as files do, `sets.night.nvr`; whoever fills in a form looks for the label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from ..model.fields import DeclaredField, entry_type, form_of, is_record
from ..model.files.plain_data import DataPath
from .card import Card, Goals
from .expressions import key_of, keys_of
from .special_rules import SpecialRules

_CODE = re.compile(r"Did you mean [^?]*\?|`([^`]+)`")
"""What is meant as code, but for suggestions, which are values."""
_KEYS = re.compile(r"([a-z_]+(?:\.[a-z_]+)*)(?::\s*(.+))?")
_ROOTS = ("card", "group", "side")
"""First words of names in checks that stand for a part of the card and are no field."""


def labelled(text: str, path: DataPath = ()) -> str:
    """A sentence with the labels of fields in place of their keys; `path` is that of the part of the card
    that it is about, whose own fields are meant first. What is no key of a card stays as it is.

    >>> labelled("Give it `where`, or write `as: glider` in `arrives`.", ("groups", 0))
    'Give it "Where", or write "As": glider in "Arrives".'
    >>> labelled("Give `night` a range (`nvr`).", ("ssr", 0, "sets", "night"))
    'Give "Night" a range ("Night vision").'
    >>> labelled("No side is called so. Did you mean `air`?")
    'No side is called so. Did you mean `air`?'
    """
    return _CODE.sub(lambda found: (_label(found[1], path) if found[1] else "") or found[0], text)


def key_label(name: str, path: DataPath = ()) -> str:
    """The labels of the fields that lead to one, such as `sets.night.nvr`, with signs between them; the name
    itself if it is no field of a card."""
    return _label(name, path).strip('"') or name


def _label(said: str, path: DataPath) -> str:
    """The label of what a sentence names, in quotes; "" for what is no field."""
    found = _KEYS.fullmatch(said)
    if found is None:
        return ""
    keys = [key_of(part) for part in found[1].split(".")]
    if len(keys) > 1 and keys[0] in _ROOTS:
        keys = keys[1:]
    if len(keys) > 1 and keys[0] == "sets" and keys[1] in keys_of(SpecialRules):
        labels = _way(SpecialRules, keys[1:])
    else:
        labels = next((way for record in _records(path) if (way := _way(record, keys))), ())
    if not labels:
        return ""
    return f'"{" › ".join(labels)}"' + (f": {found[2]}" if found[2] else "")


def _way(record: Any, keys: list[str]) -> tuple[str, ...]:
    """The labels of keys within each other, beginning in a record; () if it has no such fields."""
    labels: list[str] = []
    for key in keys:
        fields = keys_of(record) if record is not None else {}
        if key not in fields:
            return ()
        labels.append(fields[key].title)
        record = _record_of(fields[key])
    return tuple(labels)


def _records(path: DataPath) -> Iterator[type]:
    """The records in which a key is looked for: those around a path, the innermost first, then all others."""
    around: list[type] = [Card]
    record: Any = Card
    for step in path:
        if isinstance(step, int):
            continue
        if record is not None and step in keys_of(record):
            record = _record_of(keys_of(record)[step])
        elif around[-1] is Card and path[:1] == ("sets",):
            record = Goals
        if record is not None and record is not around[-1]:
            around.append(record)
    yield from reversed(around)
    yield from (one for one in _all_records() if one not in around)


def _record_of(one: DeclaredField) -> Any:
    """The record in a field, alone or in a list; None if there is none."""
    if is_dataclass(one.type):
        return one.type
    inside = entry_type(one.type)
    inner = form_of(inside).type if inside is not None else None
    return inner if inner is not None and is_record(inner) else None


@cache
def _all_records() -> tuple[type, ...]:
    """All records of a card, outer ones first."""
    found: list[type] = [Card]
    for record in found:
        found += [inner for one in keys_of(record).values()
                  if (inner := _record_of(one)) is not None and inner not in found]
    return (*found, Goals)
