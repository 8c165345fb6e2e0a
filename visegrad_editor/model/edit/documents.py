"""Properties of whole documents, and putting an edited document back into its design."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..design import Design
from ..gamemap import GameMap
from ..scenario import Scenario
from ..values import MOST_TURNS
from ..wording import did_you_mean, quoted

_SCENARIO = frozenset({"name", "title", "version", "summary", "notes", "turns", "play_area", "special_rules"})
_MAP = frozenset({"name", "title", "version", "notes"})


def with_map(design: Design, map: GameMap) -> Design:
    """The design with another map; the design itself if the map is the same."""
    return design if map is design.map else replace(design, map=map)


def with_scenario(design: Design, scenario: Scenario) -> Design:
    """The design with another scenario; the design itself if the scenario is the same."""
    return design if scenario is design.scenario else replace(design, scenario=scenario)


def change_scenario(scenario: Scenario, **fields: Any) -> Scenario:
    """The scenario with properties changed. Raises ValueError for values it cannot have."""
    if unknown := set(fields) - _SCENARIO:
        raise TypeError(f"a scenario has no property {unknown.pop()}")
    if not 1 <= fields.get("turns", scenario.turns) <= MOST_TURNS:
        raise ValueError(f"A scenario has between 1 and {MOST_TURNS} turns.")
    if not fields.get("title", scenario.title).strip():
        raise ValueError("A scenario needs a title.")
    changed = replace(scenario, **fields)
    return scenario if changed == scenario else changed


def set_option(scenario: Scenario, option: str, choice: str) -> Scenario:
    """The scenario with a choice made for an option of its ruleset."""
    if scenario.option.get(option) == choice:
        return scenario
    if option in scenario.option:
        pairs = tuple((o, choice if o == option else c) for o, c in scenario.options)
    else:
        pairs = (*scenario.options, (option, choice))
    return replace(scenario, options=pairs)


def choose_options(design: Design, choices: Iterable[tuple[str, str]]) -> Design:
    """The design with (option, choice) pairs chosen in its scenario. Raises ValueError, which says what there
    is to choose, for an option or a choice that its ruleset does not have."""
    known = {o.id: o.choices for o in design.ruleset.options}
    scenario = design.scenario
    for option, choice in choices:
        if option not in known:
            hint = did_you_mean(option, list(known), "Options")
            raise ValueError(f"There is no option {quoted(option)}.{hint}")
        if choice not in known[option]:
            hint = did_you_mean(choice, known[option], "Choices")
            raise ValueError(f"The option {quoted(option)} has no choice {quoted(choice)}.{hint}")
        if scenario is None:
            raise ValueError("A map alone has no options; choose them for a scenario.")
        scenario = set_option(scenario, option, choice)
    return design if scenario is None else with_scenario(design, scenario)


def change_map(map: GameMap, **fields: Any) -> GameMap:
    """The map with properties changed."""
    if unknown := set(fields) - _MAP:
        raise TypeError(f"a map has no property {unknown.pop()}")
    changed = replace(map, **fields)
    return map if changed == map else changed
