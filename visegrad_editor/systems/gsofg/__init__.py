"""Group of Soviet Forces Germany: the chapters of its rulebook that its data cannot say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.dice import Dice
from ...engine.position import Worth
from ...engine.rules import Emit, Play
from ...engine.system import Decide, System
from ...model.design import Design
from ...model.problems import Problem
from .words import WORDS

__all__ = ["SYSTEM"]


def _start(design: Design, dice: Dice, emit: Emit) -> Play:
    from .game import start
    return start(design, dice, emit)


def _check(design: Design) -> tuple[Problem, ...]:
    from .game import check
    return check(design)


def _odds_report(
    source: Any, hex: str, attackers: str, placements: Sequence[str], assumed: Mapping[str, str]
) -> Any:
    from ...engine.hexgame.report import report
    from .game import bare_game
    return report(source, hex, attackers, placements, bare_game)


def _worth(design: Design, result: str) -> Worth:
    from ...engine.hexgame.advice import worth
    return worth(design.ruleset, result)


def _decisions() -> Mapping[str, Decide]:
    from .hints import DECISIONS
    return DECISIONS


SYSTEM = System(
    "gsofg", "Group of Soviet Forces Germany", _start, _check, WORDS, odds_report=_odds_report, worth=_worth,
    decisions=_decisions,
    scenarios=("gsofg", "gsofg-free-fronts", "gsofg-first-steps"))
