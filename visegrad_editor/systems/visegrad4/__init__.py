"""Visegrad 4: its rules, one module per chapter of the rulebook, and its words and hints for players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from ...engine.dice import Dice
from ...engine.orders import Order
from ...engine.position import Worth
from ...engine.rules import Emit, Play, SetUp
from ...engine.system import Assumption, Decide, System
from ...model.design import Design
from ...model.problems import Problem
from ...model.rules.victory import Victory
from ...model.ruleset import Ruleset
from .constants import CAPITAL_TAKEN, ITALY_ENTRY, LATER_ALLIES, ROMANIA_ENTRY, SET_UP_ORDER, US_ENTRY
from .words import WORDS

__all__ = ["SYSTEM"]


def _start(design: Design, dice: Dice, emit: Emit) -> Play:
    from .game import start
    return start(design, dice, emit)


def _check(design: Design) -> tuple[Problem, ...]:
    from . import checks
    return checks.check(design)


def _check_rules(design: Design) -> Sequence[Problem]:
    from .game import unplayed
    return unplayed(design)


def _invariants(game: Any, before: Any, after: Any, order: Order | None) -> Iterable[Any]:
    from .invariants import breaches
    return breaches(game, before, after, order)


def _key_hexes(design: Design) -> Sequence[Any]:
    from .key_hexes import key_hexes
    return key_hexes(design)


def _odds_report(source: Any, hex: str, attackers: str, placements: Sequence[str],
                 assumed: Mapping[str, str]) -> Any:
    from .odds import read_markers, report
    return report(source, hex, attackers, placements, read_markers(assumed.get("cw", "")))


def _set_up(design: Design) -> SetUp:
    from ...engine.hexgame.designed_set_up import DesignedSetUp
    from ...engine.hexgame.trial_position import position_of
    from .game import VisegradGame
    return DesignedSetUp(position_of(design, lambda of: VisegradGame(of, Dice(given=()), lambda event: None)))


@cache
def _decisions() -> Mapping[str, Decide]:
    from .hints import DECISIONS
    return DECISIONS


def _open_tables(game: Any) -> frozenset[str] | None:
    from .hints import open_tables
    return open_tables(game)


def _worth(design: Design, result: str) -> Worth:
    from .losses import WORTH
    return WORTH.get(result, Worth())


def _whole_rules(design: Design) -> Ruleset:
    from .rules import completed
    return completed(design).ruleset


def _victory() -> Victory:
    from .rules import usual_victory
    return usual_victory()


def _effect(game: Any, order: Order) -> tuple[int, str]:
    from .combat import support_effect
    return support_effect(game, order)


SYSTEM = System(
    "visegrad4", "Visegrad 4", _start, _check, WORDS,
    invariants=_invariants, key_hexes=_key_hexes, odds_report=_odds_report, set_up=_set_up,
    assumptions=(Assumption(
        "cw", "cyber-war markers the attacker and the defender spend in an air combat (13.2); none against a "
        "SAC unit (13.5)", r"\s*[0-9]{1,2}\s*,\s*[0-9]{1,2}\s*",
        "two numbers separated by a comma, neither of them negative", "2,0", "0,0", "A,D"),),
    decisions=_decisions, worth=_worth, open_tables=_open_tables, effect=_effect,
    scenarios=("historical", "free-setup", "first-steps"), check_rules=_check_rules, victory=_victory,
    events=(US_ENTRY, ROMANIA_ENTRY, ITALY_ENTRY, CAPITAL_TAKEN), event_rules=dict(LATER_ALLIES.values()),
    set_up_order=SET_UP_ORDER, whole_rules=_whole_rules,
)
