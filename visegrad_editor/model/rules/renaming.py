"""Another name wherever the blocks of rules, and what options change in them, name something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from typing import Any, TypeVar

from ..fields import DeclaredField, declared, entry_type, form_of, is_record
from ..frozen_data import FrozenMap, thawed
from ..ruleset import Condition, Option, Ruleset
from .combat import CombatTable
from .references import (
    BLOCKS,
    LISTS,
    OF_CONDITIONS,
    REFERENCES,
    WITH_CONDITIONS,
    pairs_in,
    pairs_of,
    words_in,
)

R = TypeVar("R")
SECTION_OF = {
    "side": "sides", "nationality": "nationalities", "unit type": "unit_types", "formation": "formations",
    "state": "states", "feature": "features", "road kind": "roads", "kind of terrain": "terrain",
    "hexside kind": "hexsides", "asset": "assets", "table": "tables", "result": "results", "phase": "phases",
    "value": "values", "pool": "pools", "event": "events"}
"""The sections of a ruleset whose entries are called so by `REFERENCES`."""
_WHAT_OF = {section: what for what, section in SECTION_OF.items()}


def rename_in_rules(ruleset: Ruleset, what: str, old: str, new: str) -> Ruleset:
    """The ruleset with another name wherever its blocks of rules name something: a `unit type`, say, as
    `REFERENCES` calls it. The ruleset itself if they do not name it."""
    changes: dict[str, Any] = {}
    for part in (*BLOCKS, *LISTS, *WITH_CONDITIONS):
        now = getattr(ruleset, part)
        if (then := _renamed(now, what, old, new)) is not now:
            changes[part] = then
    options = changes.get("options", ruleset.options)
    if any(option.changes for option in options):
        changes["options"] = tuple(_with_changes(option, what, old, new) for option in options)
    return replace(ruleset, **changes) if changes else ruleset


def renamed_in(value: R, what: str, old: str, new: str) -> R:
    """A record, or several, of which some name something, with another name for it; the same one if they do
    not name it."""
    return _renamed(value, what, old, new)


def parts_that_name(ruleset: Ruleset, what: str, id: str) -> tuple[str, ...]:
    """The parts of a ruleset, by their keys, whose rules name something."""
    return tuple(part for part in (*BLOCKS, *LISTS)
                 if _renamed(now := getattr(ruleset, part), what, id, f"{id}'") is not now)


def _renamed(value: R, what: str, old: str, new: str) -> R:
    """A part of a ruleset with another name; the part itself if it has not the old one."""
    if isinstance(value, tuple):
        parts = tuple(_renamed(part, what, old, new) for part in value)
        same = all(one is other for one, other in zip(parts, value, strict=True))
        return value if same else parts  # type: ignore[return-value]
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes: dict[str, Any] = {}
    for one in declared(type(value)):
        now = getattr(value, one.name)
        if (then := _renamed(now, what, old, new)) is not now:
            changes[one.name] = then
    for kind in type(value).__mro__:
        for attribute, (named, besides) in {
                **REFERENCES.get(kind, {}), **OF_CONDITIONS.get(kind, {})}.items():
            now = getattr(value, attribute)
            # A word that every game has, such as `combat`, does not name what has it as its id.
            if named in (what, *_ALSO.get(what, ())) and old not in besides and old in words_in(now):
                changes[attribute] = _with_word(now, old, new)
            elif named == "unit" and what == "nationality":
                # A unit is named with its nationality.
                for key in words_in(now):
                    if key.startswith(f"{old}/"):
                        now = changes[attribute] = _with_word(now, key, f"{new}{key.removeprefix(old)}")
    for attribute, named in pairs_of(value):
        pairs = getattr(value, attribute)
        if named == what and any(key == old for key, _ in pairs):
            changes[attribute] = tuple((new if key == old else key, n) for key, n in pairs)
    return replace(value, **changes) if changes else value


_ALSO = {"event": ("pool or event",), "pool": ("pool or event",), "nationality": ("country",)}
"""References that name things of several kinds."""


def _with_word(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, frozenset):
        return frozenset(_with_word(part, old, new) for part in value)
    return tuple(_with_word(part, old, new) for part in value)


# -- what options change ------------------------------------------------------------------------------


def _with_changes(option: Option, what: str, old: str, new: str) -> Option:
    """An option whose changes, plain data with the keys of a ruleset, have another name."""
    before = thawed(option.changes)
    after = {choice: _in_data(data, Ruleset, what, old, new) for choice, data in before.items()}
    return option if after == before else replace(option, changes=FrozenMap.of(after))


def _in_data(data: Any, record: Any, what: str, old: str, new: str) -> Any:
    """Plain data of a record, or of several, with another name."""
    if isinstance(data, list):
        return [_in_data(part, record, what, old, new) for part in data]
    if not isinstance(data, Mapping) or record is None:
        return data
    after: dict[str, Any] = {}
    for key, value in data.items():
        owner, one = declared_key(record, key)
        if one is None:
            after[key] = value
            continue
        inside = _record_of(one)
        value = _in_mapping(value, one, what, old, new) if inside is None else _in_data(
            value, inside, what, old, new)
        if record is Ruleset and SECTION_OF.get(what) == key and isinstance(value, list):
            value = _entries_in_data(value, old, new)
        for named, besides in named_by(owner, one):
            if named in (what, *_ALSO.get(what, ())) and old not in besides:
                value = _word_in_data(value, old, new)
            elif named == "unit" and what == "nationality":
                value = _keys_in_data(value, old, new)
        after[key] = value
    if is_record(record) and not isinstance(record, Mapping):
        for key, named in pairs_in(record, data):
            if named == what and isinstance(after.get(key), dict):
                after[key] = {new if name == old else name: n for name, n in after[key].items()}
    if record is CombatTable and what == "result" and "rows" in after:
        rows = after["rows"]
        after["rows"] = _word_in_data(rows, old, new) if not isinstance(rows, dict) else {
            row: _word_in_data(cells, old, new) for row, cells in rows.items()}
    return after


def _entries_in_data(entries: list[Any], old: str, new: str) -> list[Any]:
    """Entries of a list with another id for one; without it if there is one of that id, which takes its
    place."""
    ids = [entry.get("id") if isinstance(entry, dict) else None for entry in entries]
    return [{**entry, "id": new} if id == old else entry
            for entry, id in zip(entries, ids, strict=True) if id != old or new not in ids]


def declared_key(record: Any, key: str) -> tuple[Any, DeclaredField | None]:
    """The record and the field that declare a key of a mapping in files; None if none does."""
    if not is_record(record):
        return record, None
    for one in declared(record):
        if one.key == key and one.field.within is None:
            return record, one
    for one in declared(record):
        if one.field.within is not None and key.startswith(one.field.within):
            inner = next((i for i in declared(one.type) if one.field.within + i.key == key), None)
            if inner is not None:
                return one.type, inner
    return record, None


def named_by(owner: Any, one: DeclaredField) -> list[tuple[str, tuple[str, ...]]]:
    """What a field names, each with the words it may have besides."""
    found = [table[kind][one.name] for kind in getattr(owner, "__mro__", ())
             for table in (REFERENCES, OF_CONDITIONS, _OF_RULESETS) if one.name in table.get(kind, {})]
    if not found and one.field.refers_to in _WHAT_OF:
        found.append((_WHAT_OF[one.field.refers_to], ()))
    return found


_OF_RULESETS: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    Ruleset: {"set_up_order": ("side", ())}, Condition: {"units": ("unit", ())}}


def _record_of(one: DeclaredField) -> Any:
    """The record whose keys stand in a field, or in each entry of it; None if it has no keys."""
    if one.field.more is not None:
        return one.field.more
    inside: Any = one.type
    while (entry := entry_type(inside)) is not None:
        inside = form_of(entry).type
    return inside if is_record(inside) else None


def _in_mapping(value: Any, one: DeclaredField, what: str, old: str, new: str) -> Any:
    """The value of a mapping with names as keys and records as values."""
    inside = form_of(one.field.values).type if one.field.values is not None else None
    if not is_record(inside) or not isinstance(value, Mapping):
        return value
    return {name: _in_data(part, inside, what, old, new) for name, part in value.items()}


def _word_in_data(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [_word_in_data(part, old, new) for part in value]
    return new if isinstance(value, str) and value == old else value


def _keys_in_data(value: Any, old: str, new: str) -> Any:
    """Keys of units, `nationality/name`, with another nationality."""
    if isinstance(value, list):
        return [_keys_in_data(part, old, new) for part in value]
    return f"{new}{value.removeprefix(old)}" if isinstance(value, str) and value.startswith(f"{old}/") else (
        value)
