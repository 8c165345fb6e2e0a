"""The options of a game: which choice is in force."""

from __future__ import annotations

from ..model.ruleset import Ruleset
from ..model.scenario import Scenario


def options_of(ruleset: Ruleset, scenario: Scenario) -> dict[str, str]:
    """Option id to choice: that of the scenario, otherwise the first."""
    chosen = {o.id: o.choices[0] for o in ruleset.options if o.choices}
    chosen.update(scenario.option)
    return chosen
