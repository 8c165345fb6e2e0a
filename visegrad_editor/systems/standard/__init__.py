"""Games that play from the data of their ruleset alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.dice import Dice
from ...engine.position import Worth
from ...engine.rules import Emit, Play
from ...engine.system import System
from ...errors import VisegradError
from ...model.design import Design
from ...model.problems import Problem

__all__ = ["SYSTEM", "UnplayableError"]


class UnplayableError(VisegradError, ValueError):
    """The ruleset of a design declares rules that are not known here."""


def _start(design: Design, dice: Dice, emit: Emit) -> Play:
    from ...engine.hexgame.hexgame import HexGame
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    bad = _check(design)
    if bad:
        more = f" There are {len(bad) - 1} more such problems." if len(bad) > 1 else ""
        raise UnplayableError(f"The rules of this game cannot be played. {bad[0].message}{more}")
    return HexGame(design, design.scenario, dice, emit)


def _check(design: Design) -> tuple[Problem, ...]:
    from ...engine.hexgame.unknown_rules import unsupported
    return tuple(unsupported(design))


def _odds_report(
    source: Any, hex: str, attackers: str, placements: Sequence[str], assumed: Mapping[str, str]
) -> Any:
    from ...engine.hexgame.report import report
    return report(source, hex, attackers, placements)


def _worth(design: Design, result: str) -> Worth:
    from ...engine.hexgame.advice import worth
    return worth(design.ruleset, result)


SYSTEM = System(
    "standard", "A game that plays from data", _start, _check, odds_report=_odds_report,
    worth=_worth, scenarios=("hollen",))
