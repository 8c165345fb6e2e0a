"""Games that play from the data of their ruleset alone."""

from __future__ import annotations

from ...engine.dice import Dice
from ...engine.rules import Emit, Play
from ...errors import VisegradError
from ...model.design import Design
from ...model.problems import Problem

__all__ = ["UnplayableError", "check", "start"]


class UnplayableError(VisegradError, ValueError):
    """The ruleset of a design declares rules that are not known here."""


def start(design: Design, dice: Dice, emit: Emit) -> Play:
    """A new game of the design's scenario; see `engine.rules.System`."""
    from ...engine.hexgame.hexgame import HexGame
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    bad = check(design)
    if bad:
        more = f" There are {len(bad) - 1} more such problems." if len(bad) > 1 else ""
        raise UnplayableError(f"The rules of this game cannot be played. {bad[0].message}{more}")
    return HexGame(design, design.scenario, dice, emit)


def check(design: Design) -> tuple[Problem, ...]:
    """The problems of a design according to the rules: what it declares and no game here can play."""
    from ...engine.hexgame.unknown_rules import unsupported
    return tuple(unsupported(design))
