"""Who wins by the rules of a game, whatever a scenario says, and when a ruleset says nothing of it."""

from __future__ import annotations

from dataclasses import replace

from ..model.design import Design
from ..model.files.option_changes import in_force
from ..model.rules.victory import VICTORY, Victory
from ..systems import UnknownSystemError, exists, system


def usual_victory(design: Design) -> Victory:
    """Who wins in a design whose scenario says nothing of it: as its ruleset says, or else its game."""
    scenario = design.scenario
    bare = design if scenario is None else replace(design, scenario=replace(scenario, victory=None))
    stated = in_force(bare).ruleset.victory
    return stated if stated != VICTORY else _granted(design)


def without_usual_victory(design: Design) -> Design:
    """The design without a victory of its ruleset that its game takes for granted anyway."""
    ruleset = design.ruleset
    if ruleset.victory == VICTORY or ruleset.victory != _granted(design):
        return design
    return replace(design, ruleset=replace(ruleset, victory=VICTORY))


def _granted(design: Design) -> Victory:
    """What the game of a ruleset takes for granted; an empty victory if it leaves it to the ruleset."""
    name = design.ruleset.system
    if not exists(name):
        return VICTORY
    try:
        return system(name).victory()
    except UnknownSystemError:
        return VICTORY
