"""What the blocks of rules name: sides, types, kinds of terrain, phases; and another name in their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import Any, TypeVar

from ..fields import declared
from ..ruleset import Condition, Replacements, Ruleset, UnitType
from .arrivals import Pool, Withdrawal
from .combat import Below, Combat, FightValues, Support, TableChoice
from .counter import Brackets, Formation, MixLine
from .grammar import (
    ENEMY,
    FULL,
    OWN_SIDE,
    REDUCED,
    AssetCount,
    Change,
    HexCount,
    HexFilter,
    Loss,
    Number,
    Situation,
    UnitFilter,
)
from .movement import Along, ClassCost, Exit, Mode, Movement
from .results import Becomes, Effect, UnitState
from .sequence import ExtraTurn, StartPart, TurnPart
from .stacking import Weighing
from .supply import Leg, SupplyState
from .victory import Asset, FirstControl, Garrison, Victory, VictoryCondition, VictoryPoints
from .zones import ZoneReach

R = TypeVar("R")

BLOCKS = (
    "counter", "sequence", "movement", "zones", "stacking", "combat", "retreat", "advance", "supply",
    "arrivals", "rebuilding", "control", "victory", "advice")
LISTS = (
    "unit_types", "tables", "results", "phases", "formations", "states", "pools", "withdrawals", "releases",
    "call_ups", "assets", "events", "counter_mix")
"""The parts of a ruleset that hold rules: blocks, and lists of entries."""
_SIDES = (OWN_SIDE, ENEMY)
_DOINGS = ("move", "combat", "advance", "retreat")
"""What units do, as `may_not` and `then_not` call it; no phases."""
REFERENCES: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    UnitFilter: {
        "side": ("side", _SIDES), "nationality": ("nationality", ()), "type": ("unit type", ()),
        "trait": ("trait", ("air", "marker")), "class_": ("movement class", ()), "size": ("size", ()),
        "formation": ("formation", ()), "state": ("state", (FULL, REDUCED)), "named": ("unit", ())},
    HexFilter: {
        "areas": ("area", ()), "countries": ("country", ()), "features": ("feature", ()),
        "roads": ("road kind", ()), "terrain": ("kind of terrain", ()),
        "controlled_by": ("side", (*_SIDES, "none")), "hexes": ("hex", ()), "excluding": ("hex", ())},
    HexCount: {"side": ("side", _SIDES)}, Loss: {"side": ("side", _SIDES)},
    AssetCount: {"id": ("asset", ()), "side": ("side", _SIDES)},
    Number: {"points": ("side", _SIDES), "lead": ("side", _SIDES)},
    Situation: {
        "phase": ("phase", ()), "player_turn": ("side", _SIDES), "happened": ("event", ()),
        "state": ("state", (FULL, REDUCED)), "across": ("hexside kind", ())},
    Change: {"becomes": ("result", ())},
    Effect: {
        "roll": ("table", ()), "set": ("state", (FULL, REDUCED)), "to": ("side", (*_SIDES, "none")),
        "arrive": ("pool or event", ()), "event": ("event", ()), "win": ("side", ("draw", "none"))},
    Becomes: {"result": ("result", ()), "to": ("result", ())},
    Below: {"result": ("result", ("refuse",))}, TableChoice: {"use": ("table", ())},
    Support: {"asset": ("asset", ())}, FightValues: {"attack": ("value", ()), "defence": ("value", ())},
    Brackets: {"value": ("value", ())},
    Movement: {"value": ("value", ())}, UnitType: {"class_": ("movement class", ())},
    ClassCost: {
        "class_": ("movement class", ()), "terrain": ("kind of terrain", ()),
        "hexside": ("hexside kind", ()), "feature": ("feature", ()), "road": ("road kind", ())},
    Mode: {"then_not": ("phase", _DOINGS)}, UnitState: {"may_not": ("phase", _DOINGS)},
    SupplyState: {"may_not": ("phase", _DOINGS)},
    Along: {"roads": ("road kind", ()), "terrain": ("kind of terrain", ())},
    Exit: {"side": ("side", ())}, Combat: {"not_across": ("hexside kind", ())},
    ZoneReach: {
        "not_terrain": ("kind of terrain", ()), "not_features": ("feature", ()),
        "not_across": ("hexside kind", ())},
    TurnPart: {
        "player_turn": ("side", ()), "phases": ("phase", ()), "choose": ("phase", ()),
        "never": ("phase", ()), "table": ("table", ())},
    ExtraTurn: {
        "player_turn": ("side", ()), "phases": ("phase", ()), "choose": ("phase", ()),
        "before": ("side", ())},
    StartPart: {"order": ("side", ())}, Leg: {"roads": ("road kind", ())},
    Pool: {"side": ("side", ()), "entry": ("entry", ())}, Withdrawal: {"event": ("event", ())},
    FirstControl: {"side": ("side", ())}, Asset: {"side": ("side", ())},
    Garrison: {"side": ("side", ())},
    VictoryPoints: {"side": ("side", ("both",))}, VictoryCondition: {"winner": ("side", ("draw", "none"))},
    Victory: {"otherwise": ("side", ("draw", "none"))},
    MixLine: {"nationality": ("nationality", ()), "type": ("unit type", ())},
    Formation: {"nationality": ("nationality", ()), "parent": ("formation", ())},
}
"""The fields that name something: what, and the words that are allowed besides."""


_OF_CONDITIONS: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    Condition: {
        "nationalities": ("nationality", ()), "unit_types": ("unit type", ()), "events": ("event", ()),
        "undated": ("event", ()), "entries": ("entry", ()), "assets": ("asset", ()),
        "terrain": ("kind of terrain", ()), "hexsides": ("hexside kind", ()), "roads": ("road kind", ()),
        "features": ("feature", ())}}
"""What the conditions of sheets name. They follow other names; nobody depends on them."""
_WITH_CONDITIONS = ("special_rules", "player_aid", "options")


def pairs_of(record: Any) -> Iterator[tuple[str, str]]:
    """The mappings of a record whose keys name something, each with what they name."""
    if isinstance(record, Effect):
        yield from (("points", "side"), ("asset", "asset"))
    elif isinstance(record, Weighing) and record.by in _WEIGHED:
        yield "of", _WEIGHED[record.by]
    elif isinstance(record, Replacements):
        yield "assets", "asset"
    elif isinstance(record, Situation):
        yield "option", "option"
    elif isinstance(record, Condition):
        yield "options", "option"


_WEIGHED = {"size": "size", "type": "unit type"}


def words_in(value: Any) -> Iterator[str]:
    """The words of a value, those of its parts too."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from words_in(part)


def rename_in_rules(ruleset: Ruleset, what: str, old: str, new: str) -> Ruleset:
    """The ruleset with another name wherever its blocks of rules name something: a `unit type`, say, as
    `REFERENCES` calls it. The ruleset itself if they do not name it."""
    changes: dict[str, Any] = {}
    for part in (*BLOCKS, *LISTS, *_WITH_CONDITIONS):
        now = getattr(ruleset, part)
        if (then := _renamed(now, what, old, new)) is not now:
            changes[part] = then
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
                **REFERENCES.get(kind, {}), **_OF_CONDITIONS.get(kind, {})}.items():
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
