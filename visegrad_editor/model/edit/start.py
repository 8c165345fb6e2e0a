"""The moment a scenario begins at."""

from __future__ import annotations

from dataclasses import replace

from ..scenario import Scenario


def begin_before_turn_one(scenario: Scenario) -> Scenario:
    """The scenario with its set-up as that of turn 1: nothing has happened, no marker is spent.

    Where units stand, and who is lost, stays.
    """
    units = tuple(
        replace(u, setup=replace(u.setup, marks=())) if u.setup and u.setup.marks else u
        for u in scenario.units)
    assets = tuple(replace(a, on_table=0, spent=0) for a in scenario.assets)
    changed = replace(scenario, start=None, units=units, assets=assets)
    return scenario if changed == scenario else changed
