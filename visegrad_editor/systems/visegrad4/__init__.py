"""The rules of Visegrad 4, one module per chapter of the rulebook."""

from __future__ import annotations

from ...engine.dice import Dice
from ...engine.rules import Emit, Play
from ...model.design import Design
from ...model.problems import Problem

__all__ = ["check", "start"]


def start(design: Design, dice: Dice, emit: Emit) -> Play:
    """A new game of the design's scenario; see `engine.rules.System`."""
    from .play import VisegradPlay
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    return VisegradPlay(design, design.scenario, dice, emit)


def check(design: Design) -> tuple[Problem, ...]:
    """The problems of a design according to the rules; see `checks`."""
    from . import checks
    return checks.check(design)
