"""The texts of a design in another language: which they are, and the design with others in their place.

A translation is a mapping of texts. The same text is translated in the same way wherever it stands, so that a
translation holds no ids, and a designer may move and renumber what it translates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from .design import Design
from .edit.units import name_units
from .layer import Layer
from .scenario import Scenario, Unit

T = TypeVar("T")
Texts = Mapping[str, str]
"""Texts by the text they translate."""

_TEXTS: Mapping[str, tuple[str, ...]] = {
    "Scenario": ("title", "summary", "notes"), "Entry": ("name",), "Unit": ("name", "notes"),
    "GameMap": ("title", "notes"), "Area": ("name",), "Label": ("text",), "Place": ("name",),
    "HexsideLine": ("name",), "Road": ("name",),
    "Ruleset": ("title", "turn_length", "notes"), "Side": ("name",), "Nationality": ("name", "adjective"),
    "Formation": ("name",), "UnitType": ("name",), "CounterValue": ("name",), "MovementClass": ("name",),
    "TerrainKind": ("name",), "HexsideKind": ("name",), "RoadKind": ("name",), "FeatureKind": ("name",),
    "CombatTable": ("name", "note"), "ResultCode": ("name", "text"), "Modifier": ("name",),
    "Effect": ("note",), "Phase": ("name",), "Mode": ("name",), "UnitState": ("name",),
    "SupplyState": ("name",), "SupplySource": ("name",), "Asset": ("name",), "Pool": ("name",),
    "Option": ("name", "text", "titles"), "SpecialRule": ("text",), "AidLine": ("title", "text"),
    "GameEvent": ("name", "text"), "VictoryCondition": ("text",), "VictoryPoints": ("text",),
    "VictoryLevel": ("name",),
}
"""The texts for people in each kind of record. All else is ids, numbers and words with a meaning for the
program; where a value comes from (`Provenance`, sources of data) is for those who work on the document."""


def texts_of(*documents: object) -> dict[str, str]:
    """The texts of documents that can be translated, in the order in which they stand there, each with the
    first place where it stands: `unit: name`."""
    found: dict[str, str] = {}
    for document in documents:
        for text, record, field in _texts_in(document):
            if any(c.isalpha() for c in text):
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
        texts = _TEXTS.get(record, ())
        for name in (*texts, *(n for n in _inner(type(value)) if n not in texts)):
            part = getattr(value, name)
            if name in texts:
                if isinstance(part, str) and part:
                    yield part, record, name
                elif isinstance(part, tuple):
                    yield from ((title, record, name) for _, title in part)
            else:
                yield from _texts_in(part)
    elif isinstance(value, tuple | list):
        for part in value:
            if not isinstance(part, str | int):
                yield from _texts_in(part)


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

    def design(self, design: Design, units: bool = True) -> Design:
        """The design in the other language, on request with the names of units as they are."""
        if not self._texts:
            return design
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
            self._units.clear()
        scenario = design.scenario
        if scenario is not None:
            scenario = self._of(self._with_unit_names(scenario) if units else scenario)
        return replace(design, ruleset=self._of(design.ruleset), map=self._of(design.map), scenario=scenario)

    def _with_unit_names(self, scenario: Scenario) -> Scenario:
        """The scenario with other names of units, and what refers to these units. A name that another unit
        of the nationality has already stays as it is."""
        names: dict[str, str] = {}
        taken = set(scenario.unit_by_key)
        for unit in scenario.units:
            name = self._texts.get(unit.name, unit.name)
            if name != unit.name and (key := f"{unit.nationality}/{name}") not in taken:
                names[unit.key] = name
                taken.add(key)
        return name_units(scenario, names, self._named)

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
            if name not in _TEXTS.get(record, ()):
                now = self._part(part)
            elif isinstance(part, str) and (record, name) != ("Unit", "name"):
                now = self._texts.get(part, part)
            elif isinstance(part, tuple):
                pairs = tuple((key, self._texts.get(text, text)) for key, text in part)
                now = pairs if pairs != part else part
            else:
                now = part  # the names of units are a part of their keys
            if now is not part:
                changed[name] = now
        made = replace(value, **changed) if changed else value  # type: ignore[type-var]
        self._known[id(value)] = value, made
        return made

    def _part(self, part: Any) -> Any:
        if is_dataclass(part) and not isinstance(part, type | Layer):
            return self._of(part)
        if isinstance(part, tuple) and part and not isinstance(part[0], str | int):
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
