"""Edits of how counters look: of units, or of all units of a type, a nationality or a side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ..counter_picture import CounterPicture
from ..design import Design
from ..files.counter_pictures import with_looks
from ..look import NO_LOOK, Look
from ..ruleset import Nationality, Ruleset, Side, UnitType

SECTIONS = {"unit": "units", "type": "unit_types", "nationality": "nationalities", "side": "sides"}
"""The section that holds the looks of each level."""


def change_looks(
    design: Design, level: str, names: Collection[str], parts: Mapping[str, str],
    art: CounterPicture | None = None,
) -> Design:
    """The design with parts of the looks of some units (by key) or kinds (by id) changed; "" removes a part,
    so that it is inherited. `art` is the picture, if `picture` is among the parts."""
    asked, wanted = SECTIONS[level], set(names)

    def change(section: str, name: str, look: Look) -> Look:
        if section != asked or name not in wanted:
            return look
        new: dict[str, Any] = dict(parts)
        if "picture" in parts:
            new["art"] = art
        changed = replace(look, **new)
        return look if changed == look else changed

    if level == "unit":
        scenario = design.scenario
        after = None if scenario is None else with_looks(scenario, change)
        return design if after is scenario else replace(design, scenario=after)
    ruleset = with_looks(design.ruleset, change)
    return design if ruleset is design.ruleset else replace(design, ruleset=ruleset)


def look_at(design: Design, level: str, name: str) -> Look:
    """The look of a unit (by key) or of a kind (by id); one that says nothing if there is no such thing."""
    if level == "unit":
        unit = design.scenario.unit_by_key.get(name) if design.scenario else None
        return NO_LOOK if unit is None else unit.look
    kind = kind_at(design.ruleset, level, name)
    return NO_LOOK if kind is None else kind.look


def kind_at(ruleset: Ruleset, level: str, id: str) -> UnitType | Nationality | Side | None:
    """The type, nationality or side with an id."""
    if level == "type":
        return ruleset.unit_type_by_id.get(id)
    return ruleset.nationality_by_id.get(id) if level == "nationality" else ruleset.side_by_id.get(id)
