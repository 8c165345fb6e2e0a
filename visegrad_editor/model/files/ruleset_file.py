"""Ruleset files: plain data to a `Ruleset` and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..frozen_data import FrozenMap, thawed
from ..provenance import Provenance
from ..ruleset import (
    CombatTable,
    Condition,
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    Phase,
    Replacements,
    ResultCode,
    RoadKind,
    Ruleset,
    Side,
    SpecialRule,
    TerrainKind,
    UnitType,
)
from .codec import (
    BOOL,
    COST,
    INT,
    NUMBER,
    PROVENANCE,
    TEXT,
    WORD_SET,
    WORDS,
    Codec,
    Record,
    common_provenance,
    read_list,
    read_text,
    read_words,
    write_list,
)
from .findings import Findings

_COLOURS = Record(CounterColours, {"ground": TEXT, "ink": TEXT, "symbol": TEXT, "camouflage": BOOL})
_ROWS = Codec(
    lambda rows: tuple(tuple(map(read_text, row)) for row in rows), lambda rows: [list(row) for row in rows])
_THRESHOLDS = Codec(tuple, list)
_EFFECT = {"cost": COST, "shift": INT}
_LOOK = {"colour": TEXT, "pattern": TEXT, "provenance": PROVENANCE}

_CONDITION = Record(Condition, {
    "options": Codec(
        lambda v: tuple((read_text(k), read_words(c)) for k, c in v.items()),
        lambda v: {k: list(c) for k, c in v}),
    **dict.fromkeys((
        "nationalities", "units", "unit_types", "traits", "events", "entries", "assets", "terrain",
        "hexsides", "roads", "features", "places"), WORDS)})
_CONDITIONS = dict.fromkeys(("when", "unless"), Codec(_CONDITION.read, _CONDITION.write))

_RECORDS: dict[str, Record[Any]] = {
    "sides": Record(Side, {"id": TEXT, "name": TEXT, "colour": TEXT}),
    "nationalities": Record(Nationality, {
        "id": TEXT, "name": TEXT, "adjective": TEXT, "side": TEXT,
        "colours": Codec(_COLOURS.read, _COLOURS.write), "provenance": PROVENANCE}),
    "unit_types": Record(UnitType, {
        "id": TEXT, "name": TEXT, "symbol": TEXT, "movement": INT, "size": TEXT, "traits": WORD_SET,
        "provenance": PROVENANCE}),
    "terrain": Record(TerrainKind, {
        "id": TEXT, "name": TEXT, **_EFFECT, "playable": BOOL, "supply": BOOL, **_LOOK}),
    "hexsides": Record(HexsideKind, {
        "id": TEXT, "name": TEXT, **_EFFECT, "colour": TEXT, "pattern": TEXT, "traits": WORD_SET,
        "provenance": PROVENANCE}),
    "roads": Record(RoadKind, {
        "id": TEXT, "name": TEXT, "cost": NUMBER, "rank": INT, "colour": TEXT, "width": NUMBER,
        "traits": WORD_SET, "provenance": PROVENANCE}),
    "features": Record(FeatureKind, {
        "id": TEXT, "name": TEXT, **_EFFECT, "symbol": TEXT, "colour": TEXT, "traits": WORD_SET,
        "provenance": PROVENANCE}),
    "tables": Record(CombatTable, {
        "id": TEXT, "name": TEXT, "columns": WORDS, "thresholds": _THRESHOLDS, "rows": _ROWS,
        "provenance": PROVENANCE}),
    "results": Record(ResultCode, {"id": TEXT, "name": TEXT, "text": TEXT}),
    "replacements": Record(Replacements, {
        "turn": INT, "side": TEXT, "steps": INT, "air_points": INT, "provenance": PROVENANCE}),
    "phases": Record(Phase, {"id": TEXT, "name": TEXT, "side": TEXT, "rule": TEXT, **_CONDITIONS}),
    "options": Record(Option, {
        "id": TEXT, "name": TEXT, "choices": WORDS, "rule": TEXT, "text": TEXT, "added": BOOL,
        **_CONDITIONS}),
    "special_rules": Record(SpecialRule, {"rule": TEXT, "text": TEXT, **_CONDITIONS}),
}
_HEAD: dict[str, Codec] = {
    "name": TEXT, "title": TEXT, "system": TEXT, "version": TEXT, "notes": TEXT, "turns": INT,
    "turn_length": TEXT, "stacking_limit": INT, "set_up_order": WORDS,
}
_REQUIRED = ("sides", "nationalities", "unit_types", "terrain")


def ruleset_from_data(data: Mapping[str, Any], found: Findings) -> Ruleset | None:
    """The ruleset of schema-checked data; None where something cannot be held."""
    head: dict[str, Any] = {k: c.read(data[k]) for k, c in _HEAD.items() if k in data}
    lists: dict[str, Any] = {k: read_list(record, data, k) for k, record in _RECORDS.items()}
    head.setdefault("system", "")
    ruleset = Ruleset(**head, **lists, style=FrozenMap.of(data.get("style", {})))
    return None if found.broken else ruleset


def ruleset_to_data(
    ruleset: Ruleset, whole: Mapping[str, Provenance | None] | None = None
) -> dict[str, Any]:
    """The plain data of a ruleset in canonical order.

    `whole` says which sections give a provenance for all their entries; None: chosen here.
    """
    out: dict[str, Any] = {"format": 1, "kind": "ruleset"}
    usual = Ruleset("", "", "")
    for key, codec in _HEAD.items():
        value = getattr(ruleset, key)
        if key not in ("system", "notes", "turn_length", "set_up_order") or value != getattr(usual, key):
            out[key] = codec.write(value)
    for section, record in _RECORDS.items():
        entries = getattr(ruleset, section)
        one = None
        if "provenance" in record.keys:
            chosen = common_provenance(entries, record.usual_provenance)
            one = chosen if whole is None else whole.get(section)
        out.update(write_list(record, entries, section, one))
        if section in _REQUIRED:
            out.setdefault(section, [])
    if ruleset.style:
        out["style"] = thawed(ruleset.style)
    return out
