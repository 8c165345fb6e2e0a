"""Games that play from the data of their ruleset alone."""

from __future__ import annotations

from ...engine.dice import Dice
from ...engine.rules import Emit, Play
from ...model.design import Design
from ...model.problems import Problem

__all__ = ["check", "start"]


def start(design: Design, dice: Dice, emit: Emit) -> Play:
    """A new game of the design's scenario; see `engine.rules.System`."""
    from ...engine.hexgame.hexgame import HexGame
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    return HexGame(design, design.scenario, dice, emit)


def check(design: Design) -> tuple[Problem, ...]:
    """The problems of a design according to the rules."""
    return ()
