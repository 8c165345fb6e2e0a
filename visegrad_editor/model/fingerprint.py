"""Short marks of content, equal for equal documents, so that two people can compare what they have."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from ..hexgrid import NO_HALVES, HexGrid
from ..hexgrid.numbering import Axis
from .design import Design
from .fields import declared_by_name
from .files.asset_migration import counted_assets, counted_row, counted_start, is_of_format_1
from .files.option_changes import in_force
from .gamemap import GameMap
from .rules.counter import EARLIER_FACE
from .rules.results import ResultCode
from .ruleset import Condition, Phase, Replacements, Ruleset
from .scenario import ReplacementOverride, Scenario, Unit
from .start import Start

# Looks and words: changing them changes no game.
LOOKS = frozenset({
    "provenance", "notes", "note", "summary", "title", "text", "colour", "colours", "pattern", "symbol",
    "width", "labels", "version", "special_rules", "player_aid", "turn_length", "adjective", "extends",
    "background", "geography", "sources", "lettering", "style", "set_up_order", "counter", "look",
    "prototype", "prototypes", "counter_mix", "titles", "boxes", "properties",
})
_PLAYED_FROM = (ResultCode, Phase)
"""Entries that count if they say more than words: `does`, say. A result with only a text is an explanation of
rules that are elsewhere."""


def content_mark(content: object) -> str:
    """Eight hexadecimal digits in two groups that change with any change of the documents."""
    return _mark(plain(content), 2)


def play_mark(design: Design) -> str:
    """Twelve hexadecimal digits in three groups: equal for designs that play alike.

    Colours, notes, labels, provenance and other looks do not count, and of options that change rules only
    what is in force. Options that were added to the ruleset after games had been recorded do not count either
    while they have their first choice, nor does the strength by which automatic players weigh others. A
    set-up group that says no more than where its units may stand counts as if each unit said so.
    """
    played = _with_set_ups_of_units(_unweighed(_without_unused_options(in_force(design))))
    return _mark(plain(played, LOOKS), 3)


def _with_set_ups_of_units(design: Design) -> Design:
    """The design without set-up groups that have no conditions for several units; their units say where they
    may stand already."""
    scenario = design.scenario
    if scenario is None:
        return design
    single = {g.id for g in scenario.set_up_groups if not g.together and not g.limits}
    if not single:
        return design
    units = tuple(replace(u, setup=replace(u.setup, group="")) if u.setup and u.setup.group in single else u
                  for u in scenario.units)
    groups = tuple(g for g in scenario.set_up_groups if g.id not in single)
    return replace(design, scenario=replace(scenario, set_up_groups=groups, units=units))


def _unweighed(design: Design) -> Design:
    """The design without the strength that automatic players take for usual."""
    ruleset = design.ruleset
    if ruleset.advice.usual_strength is None:
        return design
    return replace(design, ruleset=replace(ruleset, advice=replace(ruleset.advice, usual_strength=None)))


def _without_unused_options(design: Design) -> Design:
    """The design without the added options that change nothing in its scenario."""
    scenario = design.scenario
    chosen = scenario.option if scenario else {}
    unused = {o.id for o in design.ruleset.options
              if o.added and chosen.get(o.id, o.choices[0]) == o.choices[0]}
    if not unused:
        return design
    ruleset = replace(design.ruleset, options=tuple(o for o in design.ruleset.options if o.id not in unused))
    if scenario is not None:
        scenario = replace(scenario, options=tuple(o for o in scenario.options if o[0] not in unused))
    return replace(design, ruleset=ruleset, scenario=scenario)


def plain(value: Any, ignored: Collection[str] = ()) -> Any:
    """A document as JSON-ready data, without the ignored fields and those that do not count when two
    documents are compared; sets come sorted."""
    if isinstance(value, Unit):
        counted = value.counted()
        return counted | {k: v for k, v in _fields(value, ignored).items() if k not in ("values", "steps")}
    if isinstance(value, _PLAYED_FROM) and ignored:
        said = _fields(value, {*ignored, "name", "rule"})
        return said if said.keys() - {"id", "side"} else {}
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value, ignored)
    if isinstance(value, Mapping):
        return {str(k): plain(v, ignored) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(v, ignored) for v in value)
    if isinstance(value, tuple | list):
        return [plain(v, ignored) for v in value]
    return value


def _fields(record: Any, ignored: Collection[str]) -> dict[str, Any]:
    counted = {
        name: plain(v, ignored) for name, usual in _counting(record.__class__) if name not in ignored
        if (v := getattr(record, name)) is not usual and v != usual
        and not (ignored and isinstance(v, Condition))}
    if isinstance(record, Replacements | ReplacementOverride):
        counted = {k: v for k, v in counted.items() if k != "assets"} | counted_row(record)
    elif isinstance(record, Start):
        counted = {k: v for k, v in counted.items() if k != "assets"} | counted_start(record.assets)
    elif isinstance(record, Scenario):
        counted["assets"] = counted_assets(record.assets)
    elif isinstance(record, Ruleset) and "assets" in counted:
        counted["assets"] = [plain(a, ignored) for a in record.assets if not is_of_format_1(a)]
        if not counted["assets"]:
            del counted["assets"]
    elif isinstance(record, GameMap) and not record.has_levels:
        counted.pop("levels", None)
    if ignored and isinstance(record, Ruleset):
        counted = {k: v for k, v in counted.items() if k not in ("results", "phases") or any(v)}
    return counted


_NO_VALUE = object()
_EARLIER: Mapping[tuple[type[Any], str], Any] = {(Ruleset, "counter"): EARLIER_FACE, (Axis, "letters"): False,
    (HexGrid, "half_hexes"): NO_HALVES}
"""What later additions were before they were added, if that is not their default, or if they are not
declared."""


@cache
def _counting(record: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The attributes of a record that are compared, each with the default that does not count if it is
    declared as a later addition."""
    declarations = declared_by_name(record)
    return tuple(
        (f.name, _EARLIER.get((record, f.name), f.default if f.name in declarations and (
            declarations[f.name].field.later) else _NO_VALUE))
        for f in fields(record) if f.compare and f.name != "unmatched")


def _mark(data: Any, groups: int) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "-".join(digest[4 * i : 4 * i + 4] for i in range(groups))
