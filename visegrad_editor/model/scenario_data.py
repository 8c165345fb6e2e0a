"""The entries of scenario files: units, set-ups, entries and the rest, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .codec import (
    BOOL,
    HEXES,
    INT,
    PROVENANCE,
    TEXT,
    WORDS,
    Codec,
    Record,
    read_hexes,
    read_text,
)
from .provenance import Provenance
from .scenario import FACTS, Assets, Entry, Reinforcement, ReplacementOverride, Setup, Unit, Where
from .start import Holding, Start

WHERE = Record(Where, {
    "hexes": HEXES, "areas": WORDS, "countries": WORDS, "features": WORDS, "roads": WORDS,
    "excluding": HEXES})
_WHERE = Codec(WHERE.read, WHERE.write)
REINFORCEMENT = Record(Reinforcement, {"turn": INT, "event": TEXT, "entry": TEXT, "also": WORDS})
ENTRY = Record(Entry, {
    "id": TEXT, "name": TEXT, "rule": TEXT, "where": _WHERE, "pays": BOOL, "stops": BOOL},
    missing={"where": Where()})
ASSETS = Record(Assets, {
    "side": TEXT, "air_maximum": INT, "cw_markers": INT, "on_table": INT, "spent": INT})
REPLACEMENT = Record(ReplacementOverride, {"turn": INT, "side": TEXT, "steps": INT, "air_points": INT})

# There may be very many, so they are written as a text with blanks between.
_MANY_HEXES = Codec(read_hexes, " ".join)
HOLDING = Record(Holding, {"side": TEXT, "hexes": _MANY_HEXES})
START = Record(Start, {
    "turn": INT, "phase": TEXT, "scored": _MANY_HEXES, "events": WORDS, "entered": WORDS, "struck": WORDS,
    "held": Codec(lambda v: tuple(map(HOLDING.read, v)), lambda v: list(map(HOLDING.write, v))),
    "steps": INT, "air_points": INT})


def read_setup(value: Any) -> Setup:
    """A set-up: hex numbers, or a mapping of a set of hexes, a box, `alone`."""
    if not isinstance(value, dict):
        return Setup(Where(hexes=read_hexes(value)))
    return Setup(WHERE.read(value), read_text(value.get("box", "")), value.get("alone", False),
                 tuple(value.get("marks", ())))


def write_setup(setup: Setup) -> Any:
    """A hex number where one hex is meant, else a mapping."""
    single = setup.where.single_hex
    if single and setup == Setup(Where(hexes=(single,))):
        return single
    data = WHERE.write(setup.where)
    if setup.box:
        data["box"] = setup.box
    if setup.alone:
        data["alone"] = True
    if setup.marks:
        data["marks"] = list(setup.marks)
    return data


_UNIT = Record(Unit, {
    "name": TEXT, "nationality": TEXT, "type": TEXT, "size": TEXT, "movement": INT, "reduced": BOOL,
    "setup": Codec(read_setup, write_setup),
    "reinforcement": Codec(REINFORCEMENT.read, REINFORCEMENT.write),
    "provenance": PROVENANCE, "notes": TEXT})
UNIT_KEYS = ("name", "nationality", "type", "strength", *tuple(_UNIT.keys)[3:])
USUAL_PROVENANCE = _UNIT.usual_provenance


def read_strength(value: Any) -> tuple[int, int]:
    """`6/3` as (6, 3); nothing as (0, 0)."""
    if value is None:
        return 0, 0
    full, _, reduced = value.partition("/")
    return int(full), int(reduced)


def read_unit(data: Mapping[str, Any], usual: Provenance = USUAL_PROVENANCE) -> Unit:
    full, reduced = read_strength(data.get("strength"))
    return _UNIT.read(data, strength=full, reduced_strength=reduced, provenance=usual)


def write_unit(unit: Unit, usual: Provenance = USUAL_PROVENANCE) -> dict[str, Any]:
    """The entry of a unit, keys in canonical order."""
    data = _UNIT.write(unit, provenance=usual)
    if unit.strength or unit.reduced_strength:
        data["strength"] = f"{unit.strength}/{unit.reduced_strength}"
    return {k: data[k] for k in UNIT_KEYS if k in data}


def read_change(data: Mapping[str, Any], unit: Unit) -> Unit:
    """A unit with the changes of an entry of `change`; an empty value takes something away."""
    values: dict[str, Any] = {k: getattr(unit, k) for k in _UNIT.keys}
    values["strength"], values["reduced_strength"] = unit.strength, unit.reduced_strength
    for key, value in data.items():
        if key == "strength":
            values["strength"], values["reduced_strength"] = read_strength(value)
        elif key in _UNIT.keys:
            values[key] = None if value is None else _UNIT.keys[key].read(value)
    changed = Unit(**values)
    return changed if "provenance" in data else replace(changed, provenance=source_of_change(unit, changed))


def source_of_change(before: Unit, after: Unit) -> Provenance:
    """Where a changed unit comes from that does not say: new facts are the designer's own."""
    other = any(getattr(before, f) != getattr(after, f) for f in FACTS)
    return Provenance("designer") if other else before.provenance


def write_change(before: Unit, after: Unit) -> dict[str, Any]:
    """The entry of `change` that makes one unit of the other; only `unit` where they are equal."""
    data: dict[str, Any] = {"unit": before.key}
    for key in UNIT_KEYS[2:]:
        if key == "strength":
            old: Any = (before.strength, before.reduced_strength)
            new: Any = (after.strength, after.reduced_strength)
            written: Any = f"{after.strength}/{after.reduced_strength}" if any(new) else None
        else:
            old = source_of_change(before, after) if key == "provenance" else getattr(before, key)
            new = getattr(after, key)
            written = None if new is None else _UNIT.keys[key].write(new)
        if old != new:
            data[key] = written
    return data
