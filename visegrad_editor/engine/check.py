"""Checks of a design: those of the documents, then those of its game's rules."""

from __future__ import annotations

from ..model.design import Design
from ..model.problems import Problem
from .set_up_checks import check_set_up


def check_design(design: Design) -> tuple[Problem, ...]:
    """What the rules of the design's game find wrong with it: set-up, map, entries, schedules.

    Where the ruleset names no system, the set-up is checked by what the ruleset itself says; a system
    nobody plays gives one problem. Fast enough to run after every edit.
    """
    from ..systems import UnknownSystem, system
    if not design.ruleset.system:
        return check_set_up(design)
    try:
        rules = system(design.ruleset.system)
    except UnknownSystem as error:
        return (Problem("error", "unknown-system", str(error)),)
    return tuple(rules.check(design))
