"""Ids of ruleset entries: renamed, removed or replaced, with map and scenario following."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ..design import Design
from ..gamemap import GameMap, HexsideLine
from ..layer import Layer
from ..ruleset import Option, Phase, Ruleset, SpecialRule
from ..ruleset_fields import SECTIONS, entry_label
from ..ruleset_uses import uses
from ..ruleset_values import read_code, read_id
from ..scenario import Scenario, Unit, Where
from ..start import Start
from ..wording import quoted
from .ruleset_entries import refuse_taken, with_entry, with_ruleset

D = TypeVar("D", Ruleset, GameMap, Scenario)
C = TypeVar("C", SpecialRule, Option, Phase)

REPLACEABLE = frozenset({"terrain", "hexsides", "roads", "features", "unit_types", "results"})
"""The sections in which another entry can take over what is used."""
_ONE_AT_LEAST = frozenset({"terrain", "sides"})


def rename_entry(design: Design, section: str, index: int, id: str) -> Design:
    """The design with another id for an entry; the ruleset, the map and the scenario follow.

    Where another entry has the same old id, what uses it stays with that one. Raises ValueError
    for an id that is taken or cannot be one.
    """
    old = getattr(design.ruleset, section)[index]
    id = read_code(id) if section == "results" else read_id(id)
    if id == old.id:
        return design
    refuse_taken(design.ruleset, section, id)
    shared = sum(e.id == old.id for e in getattr(design.ruleset, section)) > 1
    if section == "nationalities" and id in design.map.countries.letters and not shared:
        raise ValueError(f"The map has a country called {quoted(id)} already. Choose another id.")
    design = with_ruleset(design, with_entry(design.ruleset, section, index, replace(old, id=id)))
    return design if shared else _follow(design, section, old.id, id)


def remove_entry(design: Design, section: str, index: int) -> Design:
    """The design without an entry. Raises ValueError, naming where it is used, where it is."""
    entries = getattr(design.ruleset, section)
    entry = entries[index]
    label, one = entry_label(section, entry), SECTIONS[section].one
    if section in _ONE_AT_LEAST and len(entries) == 1:
        raise ValueError(f"{label} cannot be removed: a ruleset needs at least one {one}.")
    if SECTIONS[section].has_id and sum(e.id == entry.id for e in entries) == 1:
        found = uses(design, section, entry.id)
        if found:
            raise ValueError(f"{label} cannot be removed, because it is used by {'; '.join(found)}.")
    return _without(design, section, index)


def replace_entry(design: Design, section: str, index: int, by: str) -> Design:
    """The design without an entry, the one with the id `by` in its place wherever it was used.

    Raises ValueError where nothing can take its place.
    """
    entries = getattr(design.ruleset, section)
    old = entries[index]
    if section not in REPLACEABLE:
        one = SECTIONS[section].one
        raise ValueError(f"No other {one} can take the place of {entry_label(section, old)}.")
    if by == old.id or all(e.id != by for e in entries):
        raise ValueError(f"There is no other {SECTIONS[section].one} {quoted(by)}.")
    return _without(_follow(design, section, old.id, by), section, index)


def _without(design: Design, section: str, index: int) -> Design:
    entries = getattr(design.ruleset, section)
    rest: Any = {section: (*entries[:index], *entries[index + 1 :])}
    return with_ruleset(design, replace(design.ruleset, **rest))


# -- following -------------------------------------------------------------------------------


def _follow(design: Design, section: str, old: str, new: str) -> Design:
    """The design with all that names an entry of the section naming another."""
    ruleset = _in_ruleset(design.ruleset, section, old, new)
    change = _ON_MAP.get(section)
    map = change(design.map, old, new) if change else design.map
    scenario = _in_scenario(design.scenario, section, old, new) if design.scenario else None
    return Design(ruleset, map, scenario)


def _in_ruleset(ruleset: Ruleset, section: str, old: str, new: str) -> Ruleset:
    named = partial(_renamed, "side", old, new)
    if section == "sides":
        return _with(
            ruleset, nationalities=named(ruleset.nationalities), phases=named(ruleset.phases),
            replacements=named(ruleset.replacements), set_up_order=_word(ruleset.set_up_order, old, new))
    if section == "results":
        return _with(ruleset, tables=tuple(
            replace(t, rows=tuple(tuple(new if c == old else c for c in row) for row in t.rows))
            for t in ruleset.tables))
    return _with(ruleset, **{
        part: tuple(_condition_renamed(e, section, old, new) for e in getattr(ruleset, part))
        for part in ("special_rules", "options", "phases")})


def _condition_renamed(entry: C, section: str, old: str, new: str) -> C:
    """A special rule, an option or a phase whose conditions name the other id."""
    changes: dict[str, Any] = {}
    for when in ("when", "unless"):
        condition = getattr(entry, when)
        words = getattr(condition, section, ())
        if old in words:
            changes[when] = replace(condition, **{section: _word(words, old, new)})
        if section == "nationalities" and any(u.startswith(f"{old}/") for u in condition.units):
            units = tuple(
                f"{new}{u.removeprefix(old)}" if u.startswith(f"{old}/") else u for u in condition.units)
            changes[when] = replace(changes.get(when, condition), units=units)
    return replace(entry, **changes) if changes else entry


def _terrain(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, terrain=_layer(map.terrain, old, new))


def _countries(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, countries=_layer(map.countries, old, new))


def _layer(layer: Layer, old: str, new: str) -> Layer:
    """The layer with another value for what had one; two letters never stand for the same."""
    if old not in layer.letters:
        return layer
    if new not in layer.letters:
        return Layer(tuple((c, new if v == old else v) for c, v in layer.legend), layer.rows)
    letter = layer.letters[new]
    table = str.maketrans({c: letter for c, v in layer.legend if v == old})
    legend = tuple((c, v) for c, v in layer.legend if v != old)
    return Layer(legend, tuple(row.translate(table) for row in layer.rows))


def _lines(map: GameMap, old: str, new: str) -> GameMap:
    taken = {s for line in map.lines if line.kind == new for s in line.sides}
    lines: list[HexsideLine] = []
    for line in map.lines:
        if line.kind != old:
            lines.append(line)
        elif left := tuple(s for s in line.sides if s not in taken):
            lines.append(replace(line, kind=new, sides=left))
    return _with(map, lines=tuple(lines))


def _roads(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, roads=_renamed("kind", old, new, map.roads))


def _places(map: GameMap, old: str, new: str) -> GameMap:
    return _with(map, places=tuple(
        replace(p, features=_word(p.features, old, new)) if old in p.features else p for p in map.places))


_ON_MAP: dict[str, Callable[[GameMap, str, str], GameMap]] = {
    "terrain": _terrain, "nationalities": _countries, "hexsides": _lines, "roads": _roads,
    "features": _places,
}
_IN_WHERE = {"features": "features", "roads": "roads", "nationalities": "countries"}
_OF_UNITS = {"unit_types": "type", "nationalities": "nationality"}


def _in_scenario(scenario: Scenario, section: str, old: str, new: str) -> Scenario:
    if section == "sides":
        return _with(
            scenario, assets=_renamed("side", old, new, scenario.assets),
            replacements=_renamed("side", old, new, scenario.replacements),
            set_up_order=_word(scenario.set_up_order, old, new),
            start=_in_start(scenario.start, section, old, new))
    scenario = _with(scenario, start=_in_start(scenario.start, section, old, new))
    if section in _OF_UNITS:
        scenario = _with(scenario, units=_renamed(_OF_UNITS[section], old, new, scenario.units))
    if section in _IN_WHERE:
        name = _IN_WHERE[section]
        scenario = _with(
            scenario, units=tuple(_set_up(u, name, old, new) for u in scenario.units),
            entries=tuple(replace(e, where=_where(e.where, name, old, new)) for e in scenario.entries))
    return scenario


def _in_start(start: Start | None, section: str, old: str, new: str) -> Start | None:
    if start is None:
        return None
    if section == "sides":
        return replace(start, held=_renamed("side", old, new, start.held))
    if section == "nationalities":
        return replace(start, entered=_word(start.entered, old, new), struck=_word(start.struck, old, new))
    return start


def _set_up(unit: Unit, name: str, old: str, new: str) -> Unit:
    if unit.setup is None or old not in getattr(unit.setup.where, name):
        return unit
    return replace(unit, setup=replace(unit.setup, where=_where(unit.setup.where, name, old, new)))


def _where(where: Where, name: str, old: str, new: str) -> Where:
    words: tuple[str, ...] = getattr(where, name)
    if old not in words:
        return where
    changed: Any = {name: _word(words, old, new)}
    return replace(where, **changed)


def _word(words: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new if w == old else w for w in words))


def _renamed(name: str, old: str, new: str, entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """The entries with `new` in the field `name` wherever `old` stood."""
    return tuple(replace(e, **{name: new}) if getattr(e, name) == old else e for e in entries)


def _with(document: D, **parts: Any) -> D:
    """The document with other parts; itself where they are the parts it has."""
    if all(getattr(document, k) == v for k, v in parts.items()):
        return document
    return replace(document, **parts)
