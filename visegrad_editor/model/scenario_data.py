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
    provenance_change,
    read_hexes,
    read_provenance,
    read_text,
    write_provenance,
)
from .provenance import UNIT_VALUES, Provenance
from .scenario import (
    FACTS,
    Assets,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Setup,
    Unit,
    Where,
    changed_values,
)
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
    unit = _UNIT.read(data, strength=full, reduced_strength=reduced, provenance=usual)
    if "provenance" not in data:
        return unit
    return replace(unit, provenance=read_provenance(data["provenance"], usual))


def write_unit(unit: Unit, usual: Provenance = USUAL_PROVENANCE) -> dict[str, Any]:
    """The entry of a unit, keys in canonical order."""
    data = _UNIT.write(unit, provenance=usual)
    if unit.provenance.plain == usual.plain and unit.provenance != usual:
        data["provenance"] = provenance_change(unit.provenance, usual, UNIT_VALUES)
    if unit.strength or unit.reduced_strength:
        data["strength"] = f"{unit.strength}/{unit.reduced_strength}"
    return {k: data[k] for k in UNIT_KEYS if k in data}


_VALUES_OF = {
    "type": ("type",), "size": ("type",), "strength": ("strength", "reduced_strength"),
    "movement": ("movement",), "setup": ("setup",), "reduced": ("setup",),
    "reinforcement": ("reinforcement",)}
"""The keys of an entry of `change` that give values with a source, and which."""


def read_change(data: Mapping[str, Any], unit: Unit, variant: Provenance = USUAL_PROVENANCE) -> Unit:
    """A unit with the changes of an entry of `change`; an empty value takes something away.

    `variant` is the provenance of the scenario it stands in. A provenance without names of values is that of
    the values the entry gives, or of all where it gives none.
    """
    values: dict[str, Any] = {k: getattr(unit, k) for k in _UNIT.keys}
    values["strength"], values["reduced_strength"] = unit.strength, unit.reduced_strength
    for key, value in data.items():
        if key == "strength":
            values["strength"], values["reduced_strength"] = read_strength(value)
        elif key in _UNIT.keys and key != "provenance":
            values[key] = None if value is None else _UNIT.keys[key].read(value)
    changed = Unit(**values)
    source = source_of_change(unit, changed, variant)
    if "provenance" in data:
        given = read_provenance(data["provenance"], source)
        named = isinstance(data["provenance"], dict) and "source" not in data["provenance"]
        scope = _scope(data)
        if scope and not named:
            source = source.with_values(scope, given)
            for name, own in given.values:
                source = source.with_values([name], own)
        else:
            source = given
    return replace(changed, provenance=source)


def source_of_change(before: Unit, after: Unit, variant: Provenance = USUAL_PROVENANCE) -> Provenance:
    """Where a changed unit comes from that does not say: new facts are the designer's own, and a new place or
    time is where the variant comes from."""
    source = before.provenance.with_values(changed_values(before, after, FACTS), Provenance("designer"))
    moved = [v for v in changed_values(before, after) if v in ("setup", "reinforcement")]
    return source.with_values(moved, variant)


def _scope(data: Mapping[str, Any]) -> list[str]:
    """The values of a unit an entry of `change` gives."""
    return list(dict.fromkeys(v for key in data for v in _VALUES_OF.get(key, ())))


def write_change(before: Unit, after: Unit, variant: Provenance = USUAL_PROVENANCE) -> dict[str, Any]:
    """The entry of `change` that makes one unit of the other; only `unit` where they are equal."""
    data: dict[str, Any] = {"unit": before.key}
    for key in UNIT_KEYS[2:]:
        if key == "provenance":
            source = _write_source(data, source_of_change(before, after, variant), after.provenance)
            if source is not None:
                data[key] = source
            continue
        if key == "strength":
            old: Any = (before.strength, before.reduced_strength)
            new: Any = (after.strength, after.reduced_strength)
            written: Any = f"{after.strength}/{after.reduced_strength}" if any(new) else None
        else:
            old, new = getattr(before, key), getattr(after, key)
            written = None if new is None else _UNIT.keys[key].write(new)
        if old != new:
            data[key] = written
    return data


def _write_source(data: Mapping[str, Any], usual: Provenance, source: Provenance) -> Any:
    """The provenance of an entry of `change` that gives what is in `data`; None where it need not say."""
    if source == usual:
        return None
    scope = _scope(data)
    if not scope and source.plain != usual.plain:
        return write_provenance(source)
    if scope and usual.with_values(scope, source.of(scope[0])) == source:
        return write_provenance(source.of(scope[0]))
    return provenance_change(source, usual, UNIT_VALUES)
