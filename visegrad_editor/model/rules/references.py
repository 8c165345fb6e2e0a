"""What the blocks of rules name: sides, types, kinds of terrain, phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ruleset import Condition, Replacements, UnitType
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


OF_CONDITIONS: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    Condition: {
        "nationalities": ("nationality", ()), "unit_types": ("unit type", ()), "events": ("event", ()),
        "undated": ("event", ()), "entries": ("entry", ()), "assets": ("asset", ()),
        "terrain": ("kind of terrain", ()), "hexsides": ("hexside kind", ()), "roads": ("road kind", ()),
        "features": ("feature", ())}}
"""What the conditions of sheets name. They follow other names; nobody depends on them."""
WITH_CONDITIONS = ("special_rules", "player_aid", "options")


def pairs_of(record: Any) -> Iterator[tuple[str, str]]:
    """The mappings of a record whose keys name something, each with what they name."""
    if isinstance(record, Weighing) and record.by in _WEIGHED:
        yield "of", _WEIGHED[record.by]
    for kind, pairs in _PAIRS.items():
        if isinstance(record, kind):
            yield from pairs


_WEIGHED = {"size": "size", "type": "unit type"}


def pairs_in(record: type[Any], data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The same for a record that is plain data, as files have it: the keys of its mappings."""
    if record is Weighing:
        if data.get("by") in _WEIGHED:
            yield "of", _WEIGHED[data["by"]]
    elif record is not None and issubclass(record, tuple(_PAIRS)):
        yield from next(pairs for kind, pairs in _PAIRS.items() if issubclass(record, kind))


_PAIRS: dict[type[Any], tuple[tuple[str, str], ...]] = {
    Effect: (("points", "side"), ("asset", "asset")), Replacements: (("assets", "asset"),),
    Situation: (("option", "option"),), Condition: (("options", "option"),)}


def words_in(value: Any) -> Iterator[str]:
    """The words of a value, those of its parts too."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from words_in(part)
