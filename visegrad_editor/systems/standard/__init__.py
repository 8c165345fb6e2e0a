"""Games that play from the data of their ruleset alone."""

from __future__ import annotations

from ...engine.dice import Dice
from ...engine.position import Worth
from ...engine.rules import Emit, Play
from ...engine.system import System
from ...model.design import Design
from ...model.problems import Problem

__all__ = ["SYSTEM"]


def _start(design: Design, dice: Dice, emit: Emit) -> Play:
    from ...engine.hexgame.hexgame import HexGame
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    return HexGame(design, design.scenario, dice, emit)


def _check(design: Design) -> tuple[Problem, ...]:
    return ()


def _worth(design: Design, result: str) -> Worth:
    from ...engine.hexgame.advice import worth
    return worth(design.ruleset, result)


SYSTEM = System("standard", "A game that plays from data", _start, _check, worth=_worth)
