"""Why a game has ended: conditions of victory with the numbers of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from ...model.rules.grammar import ALWAYS, NUMBER_KEYS, Comparison, Number, Situation
from ...model.rules.named_sides import named_sides
from ...model.rules.phrases import Phrases, either
from ...model.rules.victory import VictoryCondition
from .conditions import Case
from .in_progress import GameInProgress

_NO_NUMBER = Situation()
_MOST_UNMET = 2
"""More conditions that were not met would hide who has won."""
_BOUNDS = ("at_least", "at_most", "more_than", "less_than")


def why(w: GameInProgress, when: Situation, case: Case) -> str:
    """Why a situation holds that has just been judged, as a sentence: `Towns controlled by the enemy: 3,
    needed 2.`"""
    return _sentence("; ".join(_parts(w, _phrases(w), when, case)))


def why_not(w: GameInProgress, conditions: list[VictoryCondition]) -> str:
    """Why conditions that were judged last do not hold, as a sentence; "" if they are too many to be told, or
    if only dice say it that were thrown for several of them."""
    say, told = _phrases(w), []
    thrown = sum(rolls(one.when) for one in conditions)
    ids = w.forces.side_ids
    for one in conditions:
        if rolls(one.when) and (thrown > 1 or rolls(replace(one.when, roll=""))):
            # Dice are not thrown again to find out what has not held.
            continue
        case = Case(ids.index(one.winner) if one.winner in ids else -1)
        told.append("; ".join(_unmet(w, say, one.when, case)))
    return _sentence("; ".join(filter(None, told))) if 0 < len(told) <= _MOST_UNMET else ""


def _phrases(w: GameInProgress) -> Phrases:
    """The words of the game, which calls the sides as everywhere in what it tells."""
    sides = tuple(replace(side, name=f"the {word}")
                  for side, word in zip(w.ruleset.sides, w.side_words, strict=True))
    return Phrases(replace(w.ruleset, sides=sides), w.design.map, with_places=True,
                   events=w.scenario.event_names)


def _parts(w: GameInProgress, say: Phrases, when: Situation, case: Case) -> Iterator[str]:
    rest = _without_number(when)
    if _is_of_number(when):
        # The number says enough; which options were chosen is known from the beginning.
        rest = replace(rest, option=())
    if rest != ALWAYS:
        yield say.clause(_named(w, rest, case.side))
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
            yield either(say.clause(_named(w, one, case.side)) for one in when.any)


def _unmet(w: GameInProgress, say: Phrases, when: Situation, case: Case) -> Iterator[str]:
    """What of a situation does not hold, each with how it is now."""
    rest = _without_number(when)
    for one in fields(rest):
        if getattr(rest, one.name) != one.default:
            only = replace(ALWAYS, **{one.name: getattr(rest, one.name)})
            if not w.made.test(only)(case):
                yield _not_so(w, say, _named(w, only, case.side))
    asked: dict[str, Any] = {key: getattr(when, key) for key in (*NUMBER_KEYS, *_BOUNDS)}
    number = Situation(**asked)
    if _is_of_number(when) and (when.roll or not w.made.test(number)(case)):
        yield _measured(w, say, number, case, holds=False)
    for part in when.all:
        yield from _unmet(w, say, part, case)
    if when.any and not any(w.made.test(part)(case) for part in when.any):
        # What comes nearest cannot be told, so all ways are.
        yield ", or ".join("; ".join(_unmet(w, say, part, case)) for part in when.any)


def _not_so(w: GameInProgress, say: Phrases, when: Situation) -> str:
    """A situation of one key, without numbers, that does not hold."""
    if when.turn is not None:
        first, last = when.turn
        return f"turn: {w.state.turn}, needed {first if first == last else f'{first} to {last}'}"
    if when.happened:
        return f"{either(say.event(e) for e in when.happened)} has not happened"
    if when.without is not None:
        return f"it must not be so that {say.clause(when.without)}"
    return f"it is not so that {say.clause(when)}"


def _measured(w: GameInProgress, say: Phrases, when: Situation, case: Case, holds: bool = True) -> str:
    """The number that a situation asks for, with its bounds."""
    named = _named(w, when, case.side)
    return say.measured(named, named, _value(w, when, case), lambda n: _value(w, n, case), holds)


R = TypeVar("R")


def _named(w: GameInProgress, asked: R, side: int) -> R:
    """A situation, to be told, with the sides by their ids in place of `own` and `enemy`. It is judged as
    the ruleset has it, whose sets of hexes are worked out once."""
    return named_sides(asked, w.forces.side_ids[side] if side >= 0 else "", w.forces.side_ids)


def _without_number(when: Situation) -> Situation:
    """What a situation asks besides numbers and the situations within it."""
    usual = {key: getattr(_NO_NUMBER, key) for key in (*NUMBER_KEYS, *_BOUNDS, "all", "any")}
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
