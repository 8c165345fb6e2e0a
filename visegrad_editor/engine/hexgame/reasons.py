"""Why a game has ended: conditions of victory with the numbers of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from ...model.rules.grammar import ALWAYS, ENEMY, NUMBER_KEYS, OWN_SIDE, Comparison, Number, Situation
from ...model.rules.phrases import Phrases, either
from ...model.rules.victory import VictoryCondition
from ...model.wording import listed
from .conditions import Case
from .in_progress import GameInProgress

_NO_NUMBER = Situation()
_MOST_UNMET = 2
"""More conditions that were not met would hide who has won."""


def why(w: GameInProgress, when: Situation, case: Case) -> str:
    """Why a situation holds that has just been judged, as a sentence: `The number of towns controlled by the
    enemy is 3, at least 2.`"""
    return _sentence(listed(list(_parts(w, Phrases(w.ruleset, w.design.map), when, case))))


def why_not(w: GameInProgress, conditions: list[VictoryCondition]) -> str:
    """Why conditions that were judged last do not hold, as a sentence; "" if that is not said by a number."""
    say, told = Phrases(w.ruleset, w.design.map), []
    rolls = sum(bool(one.when.roll) for one in conditions)
    ids = w.forces.side_ids
    for one in conditions:
        if _is_of_number(one.when) and (not one.when.roll or rolls == 1):
            case = Case(ids.index(one.winner) if one.winner in ids else -1)
            told.append(_measured(w, say, one.when, case, holds=False))
    return _sentence("; ".join(told)) if 0 < len(told) <= _MOST_UNMET else ""


def _parts(w: GameInProgress, say: Phrases, when: Situation, case: Case) -> Iterator[str]:
    rest = _without_number(when)
    if _is_of_number(when):
        # The number says enough; which options were chosen is known from the beginning.
        rest = replace(rest, option=())
    if rest != ALWAYS:
        yield say.clause(rest)
    if _is_of_number(when):
        yield _measured(w, say, when, case)
    for one in when.all:
        yield from _parts(w, say, one, case)
    if when.any:
        # Dice are not thrown again to find out which of the situations has held.
        met = [one for one in when.any if not rolls(one) and w.made.test(one)(case)]
        if met:
            yield from _parts(w, say, met[0], case)
        else:
            yield either(say.clause(one) for one in when.any)


def _measured(w: GameInProgress, say: Phrases, when: Situation, case: Case, holds: bool = True) -> str:
    """The number that a situation asks for, with its bounds."""
    return say.measured(_named(w, when, case.side), _named(w, when, case.side), _value(w, when, case),
                        lambda n: _value(w, n, case), holds)


N = TypeVar("N", bound=Number)


def _named(w: GameInProgress, number: N, side: int) -> N:
    """A number with the sides by their ids in place of `own` and `enemy`."""
    ids = w.forces.side_ids
    if side < 0 or len(ids) != 2:
        return number
    names = {OWN_SIDE: ids[side], ENEMY: ids[1 - side]}
    changes: dict[str, Any] = {
        key: replace(one, side=names.get(one.side, one.side))
        for key in ("control", "ever_taken", "entered", "asset", "losses")
        if (one := getattr(number, key)) is not None}
    changes |= {key: names.get(id, id) for key in ("points", "lead") if (id := getattr(number, key))}
    if isinstance(number, Comparison):
        changes |= {key: _named(w, bound, side) for key in ("at_least", "at_most", "more_than", "less_than")
                    if isinstance(bound := getattr(number, key), Number)}
    return replace(number, **changes)


def _without_number(when: Situation) -> Situation:
    """What a situation asks besides numbers and the situations within it."""
    usual = {key: getattr(_NO_NUMBER, key) for key in (
        *NUMBER_KEYS, "at_least", "at_most", "more_than", "less_than", "all", "any")}
    return replace(when, **usual)


def _is_of_number(when: Situation) -> bool:
    return any(getattr(when, key) not in ("", None) for key in NUMBER_KEYS)


def is_lasting(when: Situation) -> bool:
    """Whether a situation that holds goes on to hold: what was once taken or lost is never less."""
    known = {"ever_taken", "losses", "at_least", "more_than", "all", "any", "option"}
    if any(getattr(when, f.name) != f.default for f in fields(when) if f.name not in known):
        return False
    if any(isinstance(bound, Number) for bound in _bounds(when)):
        return False
    return when != ALWAYS and all(map(is_lasting, (*when.all, *when.any)))


def rolls(when: Situation) -> bool:
    """Whether a situation asks for dice."""
    return bool(when.roll) or any(map(rolls, (*when.all, *when.any))) or any(
        isinstance(bound, Number) and bound.roll for bound in _bounds(when))


def _bounds(when: Comparison) -> tuple[object, ...]:
    return when.at_least, when.at_most, when.more_than, when.less_than


def _value(w: GameInProgress, number: Number, case: Case) -> str:
    """A number of the game now; dice as they have fallen."""
    if number.roll:
        return str(w.last_roll)
    known = w.made.number(number)
    return str(known(case)[0]) if known is not None else "0"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""
