"""A scenario to begin with on a map: none of its counters is on it yet."""

from __future__ import annotations

from dataclasses import replace

from ..design import Design
from ..naming import document_name
from ..provenance import Provenance
from ..scenario import Scenario
from .documents import change_scenario, with_scenario


def begin_scenario(design: Design, title: str, turns: int, units_of: Scenario | None = None,
                   name: str = "") -> Design:
    """The map of a design with a new scenario on it, under the ruleset of the map.

    `units_of` gives its order of battle and what its sides have off the map; its counters wait off the
    map, for their hexes are those of another one. Without a `name` it is made from the title. Raises
    ValueError for a title or a number of turns that a scenario cannot have.

    >>> from visegrad_editor.model.load import load
    >>> made = begin_scenario(load("maps/visegrad4").design, "My War", 6, load("historical").design.scenario)
    >>> made.scenario.name, made.scenario.turns, len(made.scenario.units)
    ('my-war', 6, 87)
    >>> any(u.setup or u.reinforcement for u in made.scenario.units)
    False
    """
    scenario = Scenario(name or document_name(title), "", design.map.ruleset, design.map.name,
                        provenance=Provenance("designer"))
    if units_of is not None:
        units = tuple(replace(u, setup=None, reinforcement=None) for u in units_of.units)
        scenario = replace(scenario, units=units, assets=units_of.assets)
    return with_scenario(design, change_scenario(scenario, title=title.strip(), turns=turns))
