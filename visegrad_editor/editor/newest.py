"""Which unit of a stack was set up there last: a problem of a stack names that one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..model.design import Design
from ..model.edit.units import stack_at
from ..model.problems import Problem

_OF_A_STACK = frozenset({"stacking"})
"""Problems that no unit of the stack has more than another."""


def newest(states: Sequence[Design], hex: str) -> str:
    """The key of the unit that came into a hex last, "" where none came since the first of the states.

    `states` are those of an undo history, the oldest first; the last is the one asked about. Of units that
    came together it is the last of the file, the top counter.
    """
    here = _keys(states[-1], hex) if states else ()
    for before in reversed(states[:-1]):
        was = _keys(before, hex)
        came = [k for k in here if k not in was]
        if came:
            return came[-1]
    return ""


def _keys(design: Design, hex: str) -> tuple[str, ...]:
    return tuple(u.key for u in stack_at(design.scenario, hex)) if design.scenario else ()


def naming_newest(problem: Problem, states: Sequence[Design]) -> Problem:
    """The problem, at the unit that made it where that is known; all others are as they were."""
    if problem.code not in _OF_A_STACK or not problem.hex:
        return problem
    key = newest(states, problem.hex)
    design = states[-1]
    if not key or design.scenario is None:
        return problem
    name = design.scenario.unit_by_key[key].name
    return replace(problem, unit=key, message=f"{problem.message} {name} came last.")
