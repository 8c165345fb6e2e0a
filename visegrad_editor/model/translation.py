"""The texts of a design in another language: which they are, and the design with others in their place.

A translation is a mapping of texts. The same text is translated in the same way wherever it stands, so that a
translation holds no ids, and a designer may move and renumber what it translates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from .design import Design
from .edit.units import name_units
from .frozen_data import FrozenMap
from .layer import Layer
from .scenario import Scenario, Unit

T = TypeVar("T")
Texts = Mapping[str, str]
"""Texts by the text they translate."""

TEXTS: Mapping[str, tuple[str, ...]] = {
    "Scenario": ("title", "summary", "notes", "special_rules"), "Entry": ("name",),
    "Unit": ("name", "short", "notes"), "Prototype": ("name", "notes"), "SetUpGroup": ("name",),
    "ScheduledEvent": ("name", "text"),
    "GameMap": ("title", "notes"), "Area": ("name",), "Label": ("text",), "Place": ("name",),
    "HexsideLine": ("name",), "Road": ("name",), "Waters": ("name",), "Building": ("name",),
    "DataSource": ("title", "note"),
    "Ruleset": ("title", "turn_length", "notes"), "Side": ("name",), "Nationality": ("name", "adjective"),
    "Formation": ("name",), "UnitType": ("name",), "CounterValue": ("name", "short"),
    "MovementClass": ("name",), "Steps": ("names",), "MixLine": ("name",),
    "TerrainKind": ("name",), "HexsideKind": ("name",), "RoadKind": ("name",), "FeatureKind": ("name",),
    "CombatTable": ("name", "note"), "ResultCode": ("name", "text"), "Modifier": ("name", "text"),
    "Effect": ("note",), "Phase": ("name",), "Mode": ("name",), "UnitState": ("name", "badge"),
    "SupplyState": ("name", "badge"), "SupplySource": ("name",), "Asset": ("name",), "Pool": ("name",),
    "Option": ("name", "text", "titles"), "SpecialRule": ("text",), "AidLine": ("title", "text"),
    "GameEvent": ("name", "text"), "VictoryCondition": ("text",), "VictoryPoints": ("text",),
    "VictoryLevel": ("name",), "Provenance": ("note",),
    "CounterFace": ("front", "back", "small"), "Look": ("front", "back"),
    "Corners": ("top_left", "top_right", "left", "right"),
}
"""The texts for people in each kind of record. All else is ids, numbers and words with a meaning for the
program; licences and addresses stay as they are."""
_IN_CHANGES = frozenset({"name", "title", "text", "note", "adjective"})
"""The keys of texts in what the choices of options change."""
_PLACES, _UNITS = {"Condition": ("places",)}, {"Condition": ("units",), "UnitFilter": ("named",)}
"""The fields that name places of the map, and units."""
_VALUE = re.compile(r"\{[^}]*\}")
"""A value in the template of a counter."""


def texts_of(*documents: object) -> dict[str, str]:
    """The texts of documents that can be translated, in the order in which they stand there, each with the
    first place where it stands: `unit: name`."""
    found: dict[str, str] = {}
    for document in documents:
        for text, record, field in _texts_in(document):
            if any(c.isalpha() for c in _VALUE.sub("", text)):
                found.setdefault(text, f"{_in_words(record)}: {field.replace('_', ' ')}")
    return found


def _in_words(record: str) -> str:
    """The name of a kind of record: `unit type` for UnitType."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in record).strip()


def _texts_in(value: Any) -> Iterator[tuple[str, str, str]]:
    if is_dataclass(value) and not isinstance(value, type):
        record = type(value).__name__
        if isinstance(value, Layer):
            return
        texts = TEXTS.get(record, ())
        for name in (*texts, *(n for n in _inner(type(value)) if n not in texts)):
            part = getattr(value, name)
            if name in texts:
                for text in (part,) if isinstance(part, str) else part or ():
                    if said := text if isinstance(text, str) else text[1]:
                        yield said, record, name
            elif isinstance(part, FrozenMap):
                if record == "Option":
                    yield from _texts_in_changes(part)
            else:
                yield from _texts_in(part)
    elif isinstance(value, tuple | list):
        for part in value:
            if not isinstance(part, str | int):
                yield from _texts_in(part)


def _texts_in_changes(value: Any) -> Iterator[tuple[str, str, str]]:
    """The texts in what the choices of an option change."""
    if isinstance(value, FrozenMap):
        for key, part in value.entries:
            if key in _IN_CHANGES and isinstance(part, str):
                if part:
                    yield part, "Option", key
            else:
                yield from _texts_in_changes(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts_in_changes(part)


@cache
def _inner(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.init)


def translated(design: Design, texts: Texts) -> Design:
    """The design with its texts in another language, as far as `texts` has them. References are right in it;
    what has no text to translate is shared. It is for showing, printing and exporting, not for saving."""
    return Translator(texts).design(design)


class Translator:
    """Translates a design again and again while it is edited: what did not change is translated once, so that
    equal parts stay the same objects."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._known: dict[int, tuple[Any, Any]] = {}
        self._units: dict[int, tuple[Unit, Unit]] = {}
        self._names: dict[str, str] = {}

    def design(self, design: Design, units: bool = True) -> Design:
        """The design in the other language, on request with the names of units as they are."""
        if not self._texts:
            return design
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
            self._units.clear()
        scenario = design.scenario
        names = {}
        if scenario is not None:
            names = self._unit_names(scenario) if units else {}
            if names != self._names:
                # Rules may name units, and say otherwise now.
                self._names = names
                self._known.clear()
            scenario = self._of(name_units(scenario, names, self._named) if units else scenario)
        return replace(design, ruleset=self._of(design.ruleset), map=self._of(design.map), scenario=scenario)

    def part(self, part: T) -> T:
        """A record, or several, in the other language."""
        made: T = self._part(part)
        return made

    def _unit_names(self, scenario: Scenario) -> dict[str, str]:
        """The other names of units, by their keys. A name that another unit of the nationality has already
        stays as it is."""
        names: dict[str, str] = {}
        taken = set(scenario.unit_by_key)
        for unit in scenario.units:
            name = self._texts.get(unit.name, unit.name)
            if name != unit.name and (key := f"{unit.nationality}/{name}") not in taken:
                names[unit.key] = name
                taken.add(key)
        return names

    def _named(self, unit: Unit, name: str) -> Unit:
        known = self._units.get(id(unit))
        if known is None or known[0] is not unit:
            known = self._units[id(unit)] = unit, replace(unit, name=name)
        return known[1]

    def _of(self, value: T) -> T:
        """A record with all texts in it replaced; itself if there are none."""
        known = self._known.get(id(value))
        if known is not None and known[0] is value:
            result: T = known[1]
            return result
        changed: dict[str, Any] = {}
        record = type(value).__name__
        kind: type = type(value)
        for name in _inner(kind):
            part = getattr(value, name)
            if name not in TEXTS.get(record, ()):
                now = self._other(part, record, name)
            elif isinstance(part, tuple):
                now = tuple(self._texts.get(text, text) if isinstance(text, str)
                            else (text[0], self._texts.get(text[1], text[1])) for text in part)
                now = part if now == part else now
            elif isinstance(part, str) and (record, name) != ("Unit", "name"):
                now = self._texts.get(part, part)
            else:
                now = part  # the names of units are a part of their keys
            if now is not part:
                changed[name] = now
        made = replace(value, **changed) if changed else value  # type: ignore[type-var]
        self._known[id(value)] = value, made
        return made

    def _other(self, part: Any, record: str, name: str) -> Any:
        """What is no text: parts with texts in them, and names of places and units that follow these."""
        if not part or isinstance(part, str):
            return part
        if isinstance(part, FrozenMap):
            return self._changes(part) if record == "Option" else part
        if name in _PLACES.get(record, ()):
            now = tuple(self._texts.get(word, word) for word in part)
        elif name in _UNITS.get(record, ()):
            now = tuple(self._key(word) for word in part)
        else:
            return self._part(part)
        return part if now == tuple(part) else type(part)(now)

    def _key(self, key: str) -> str:
        name = self._names.get(key)
        return key if name is None else f"{key.partition('/')[0]}/{name}"

    def _changes(self, value: Any) -> Any:
        if isinstance(value, FrozenMap):
            now = FrozenMap(tuple(
                (key, self._texts.get(part, part) if key in _IN_CHANGES and isinstance(part, str)
                 else self._changes(part)) for key, part in value.entries))
            return value if now == value else now
        return tuple(map(self._changes, value)) if isinstance(value, tuple) else value

    def _part(self, part: Any) -> Any:
        if is_dataclass(part) and not isinstance(part, type | Layer):
            return self._of(part)
        if isinstance(part, tuple) and part and (
                not isinstance(part[0], str | int) or any(map(is_dataclass, part))):
            known = self._known.get(id(part))
            if known is not None and known[0] is part:
                return known[1]
            made = tuple(self._part(p) for p in part)
            made = made if any(a is not b for a, b in zip(made, part, strict=True)) else part
            self._known[id(part)] = part, made
            return made
        return part


_MOST_KNOWN = 50_000
"""How many parts are remembered; a large design has some ten thousand."""
