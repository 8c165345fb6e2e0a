"""Goals without effect: conditions of victory that never decide who wins, whatever happens.

A condition at the end of the game decides nothing if its winner wins otherwise too. A condition never decides
if another one, judged at the same moment and before it, holds whenever it holds; so does one that is judged
at once, wherever it stands. Only what is proved is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from ..design import Design
from ..edit.documents import with_scenario
from ..edit.goals import as_own, with_victory
from ..edit.ruleset import with_ruleset
from ..files.plain_data import shorten
from ..problems import Fix
from ..rules.grammar import ALWAYS, NUMBER_KEYS, Number, Situation
from ..rules.named_sides import named_sides
from ..rules.results import Effect
from ..rules.sentences import said_if_finished
from ..rules.victory import Victory, VictoryCondition
from ..scenario_words import sentences_of
from .blocks import Blocks, Spot, limits

_BOUNDS = ("at_least", "at_most", "more_than", "less_than")
_JUDGED_AT_CHANGES = ("losses", "control", "ever_taken")
_NOBODY = ("draw", "none", "")


def check_goals(rules: Blocks) -> None:
    """Conditions of victory that never decide who wins."""
    victory, design = rules.rules.victory, rules.checks.design
    spot = Spot("victory").at("conditions")
    for i, one in enumerate(victory.conditions):
        rule, called = one.rule or victory.rule, goal_called(design, i)
        before = next((k for k in range(i) if _is_covered(rules, i, k)), None)
        if before is not None:
            rules.add("warning", "goal-never-decides", (
                f"{called} never decides: goal {before + 1}{_in_short(design, before)} is judged first, and "
                "holds whenever it does."),
                spot.at(i), rule, fixes=_fixes(rules, i, _moved(i, before) if _may_move(
                    rules, i, before) else None, before))
        elif (sooner := next((k for k in range(len(victory.conditions)) if _is_sooner(rules, i, k)), None)
              ) is not None:
            rules.add("warning", "goal-never-decides", (
                f"{called} never decides: goal {sooner + 1}{_in_short(design, sooner)} holds whenever it "
                "does, and ends the game at once. Ask less of this goal, or take one of them away."),
                spot.at(i), rule, fixes=_fixes(rules, i))
        elif _wins_anyway(rules, i):
            who = "the game is a draw" if one.winner in _NOBODY else "its winner wins"
            rules.add("warning", "goal-without-effect", (
                f"{called} has no effect: at the end {who} anyway if it does not hold. Change "
                "its winner, or take it away."),
                spot.at(i), rule, fixes=_fixes(rules, i))


def goal_called(design: Design, index: int) -> str:
    """A condition of victory by what it says, as the beginning of a message about it."""
    return f"The goal {_said(design, index)}"


def _said(design: Design, index: int) -> str:
    """What a condition says, whole: two goals may begin alike."""
    said = _text(design, index)
    return f'"{said}"' if said else f"{index + 1}"


def _in_short(design: Design, index: int) -> str:
    """The beginning of what a condition says, after its number."""
    said = _text(design, index)
    return f' ("{shorten(said)}")' if said else ""


def _text(design: Design, index: int) -> str:
    one = design.ruleset.victory.conditions[index]
    tell = sentences_of(design, with_places=True)
    return str(said_if_finished(lambda goal: tell.condition(goal).text, one)).removesuffix(".")


# -- proofs ------------------------------------------------------------------------------------------


def _is_covered(rules: Blocks, i: int, k: int) -> bool:
    """Whether condition k holds whenever condition i does, and is judged before it at the same moment. Two
    sides that win in the same situation are told otherwise."""
    conditions = rules.rules.victory.conditions
    one, other = conditions[i], conditions[k]
    if one.judged != other.judged or (one.when == other.when and one.winner != other.winner):
        return False
    return _holds_with(rules, one, other)


def _is_sooner(rules: Blocks, i: int, k: int) -> bool:
    """Whether condition k ends the game at once in every situation for which condition i waits."""
    conditions = rules.rules.victory.conditions
    one, other = conditions[i], conditions[k]
    # Losses, control and what was taken are judged whenever they change; others may depend on the moment.
    what = {key.name for key in fields(other.when) if getattr(other.when, key.name) != key.default}
    return (one.judged == "end" and other.judged == "at-once" and len(what - set(_BOUNDS)) == 1
            and what <= {*_JUDGED_AT_CHANGES, *_BOUNDS} and _holds_with(rules, one, other))


def _holds_with(rules: Blocks, one: VictoryCondition, other: VictoryCondition) -> bool:
    """Whether the other condition holds whenever one does."""
    sides = [side.id for side in rules.rules.sides]
    return implies(named_sides(one.when, one.winner, sides), named_sides(other.when, other.winner, sides))


def implies(one: Situation, other: Situation) -> bool:
    """Whether a situation always holds when one does, as far as that follows from what they ask.

    >>> from ..rules.grammar import HexCount
    >>> some = Situation(control=HexCount("blue"), at_least=2)
    >>> implies(replace(some, at_least=3), some), implies(some, replace(some, at_least=3))
    (True, False)
    """
    if _rolls(other):
        # Dice are thrown for each condition.
        return False
    if other == ALWAYS or one == other:
        return True
    if any(implies(part, other) for part in one.all) or (one.any and all(
            implies(part, other) for part in one.any)):
        return True
    return all(implies(one, part) for part in other.all) and (
        not other.any or any(implies(one, part) for part in other.any)) and (
        _has(one, replace(other, all=(), any=())))


def _has(one: Situation, other: Situation) -> bool:
    """Whether a situation asks all that another asks with its own keys, or more of it."""
    for key in fields(other):
        if key.name in (*NUMBER_KEYS, *_BOUNDS, "all", "any", "turn"):
            continue
        wanted = getattr(other, key.name)
        if wanted != key.default and getattr(one, key.name) != wanted:
            return False
    if other.turn is not None and (
            one.turn is None or not other.turn[0] <= one.turn[0] <= one.turn[1] <= other.turn[1]):
        return False
    asked = _number(other)
    return asked == Number() or (asked == _number(one) and _is_within(one, other))


def _number(when: Situation) -> Number:
    return Number(**{key: getattr(when, key) for key in NUMBER_KEYS})


def _is_within(one: Situation, other: Situation) -> bool:
    """Whether a number within the bounds of one situation is within those of the other."""
    if all(getattr(one, key) == getattr(other, key) for key in _BOUNDS):
        return True
    one, other = _in_numbers(one), _in_numbers(other)
    if any(isinstance(getattr(when, key), str | Number) for when in (one, other) for key in _BOUNDS):
        return False
    (least, most), (needed, allowed) = _limits(one), _limits(other)
    return (needed is None or (least is not None and least >= needed)) and (
        allowed is None or (most is not None and most <= allowed))


def _in_numbers(when: Situation) -> Situation:
    """The situation with plain numbers as bounds where records say only a number."""
    plain: dict[str, Any] = {
        key: bound.number for key in _BOUNDS
        if isinstance(bound := getattr(when, key), Number) and bound == Number(number=bound.number)}
    return replace(when, **plain)


def _limits(when: Situation) -> tuple[int | None, int | None]:
    # A number without bounds: at least one.
    return limits(when) if any(getattr(when, key) is not None for key in _BOUNDS) else (1, None)


def _rolls(when: Situation) -> bool:
    parts = (*when.all, *when.any, *((when.without,) if when.without is not None else ()))
    return bool(when.roll) or any(map(_rolls, parts)) or any(
        isinstance(bound := getattr(when, key), Number) and bound.roll for key in _BOUNDS)


def _wins_anyway(rules: Blocks, i: int) -> bool:
    """Whether the winner of a condition at the end wins too if it does not hold."""
    victory = rules.rules.victory
    after = [c for c in victory.conditions[i:] if c.judged == "end"]
    if victory.conditions[i].judged != "end" or any(c.level or not _same(c.winner, victory.otherwise)
                                                    for c in after):
        return False
    if victory.points or any(e.points for e, _ in rules.of(Effect)) or any(
            one.points for one in rules.rules.movement.off_map):
        return False
    # Without any goal the places that the sides hold would decide instead of a draw.
    return not (victory.otherwise in _NOBODY and len(victory.conditions) == 1)


def _same(winner: str, other: str) -> bool:
    return winner == other or (winner in _NOBODY and other in _NOBODY)


# -- fixes -------------------------------------------------------------------------------------------


Change = Callable[[tuple[VictoryCondition, ...]], tuple[VictoryCondition, ...]]


def _moved(i: int, to: int) -> Change:
    def change(conditions: tuple[VictoryCondition, ...]) -> tuple[VictoryCondition, ...]:
        rest = [*conditions[:i], *conditions[i + 1:]]
        return (*rest[:to], conditions[i], *rest[to:])
    return change


def _may_move(rules: Blocks, i: int, before: int) -> bool:
    """Whether a condition decides something before those that cover it, and covers none of them."""
    conditions = rules.rules.victory.conditions
    one, other = conditions[i], conditions[before]
    sides = [side.id for side in rules.rules.sides]
    return (one.winner, one.level) != (other.winner, other.level) and not any(
        implies(named_sides(c.when, c.winner, sides), named_sides(one.when, one.winner, sides))
        for c in conditions[before:i])


def _fixes(rules: Blocks, i: int, move: Change | None = None, before: int = -1) -> Sequence[Fix]:
    """Putting a condition before the one that covers it, and taking it away."""
    return tuple(_offered(rules, i, move, before))


def _offered(rules: Blocks, i: int, move: Change | None, before: int) -> Iterator[Fix]:
    victory = rules.rules.victory
    if move is not None:
        yield _fix("Put this goal before the other one", victory, move)
    others = [c.winner for n, c in enumerate(victory.conditions) if n != i]
    if victory.conditions[i].winner in (*others, victory.otherwise, *_NOBODY):
        # The only goal of a side is not taken away.
        yield _fix("Remove this goal", victory, lambda conditions: (*conditions[:i], *conditions[i + 1:]))


def without_goal(design: Design, index: int) -> Sequence[Fix]:
    """Taking a condition of victory away from a scenario, if that leaves it something to win by: from its own
    goals, or else from those of the rules, which become its own."""
    victory, scenario = design.ruleset.victory, design.scenario
    if scenario is None or len(victory.conditions) + len(victory.points) < 2:
        return ()

    def edit(design: Design) -> Design:
        scenario = design.scenario
        if scenario is None:
            raise ValueError("There is no scenario any more.")
        stated = scenario.own_victory or as_own(design.ruleset.victory)
        if [c.when for c in stated.conditions] != [c.when for c in victory.conditions]:
            raise ValueError("The goals have changed since.")
        return with_victory(design, replace(
            stated, conditions=(*stated.conditions[:index], *stated.conditions[index + 1:])))

    return (Fix("Remove this goal" if scenario.own_victory is not None else
                "Give the scenario the goals of the rules as its own, without this one", edit),)


def _fix(label: str, victory: Victory, change: Change) -> Fix:
    def edit(design: Design) -> Design:
        scenario = design.scenario
        own = scenario.own_victory if scenario is not None else None
        stated = own or design.ruleset.victory
        if stated.conditions != victory.conditions:
            raise ValueError("The goals have changed since.")
        after: Any = replace(stated, conditions=change(stated.conditions))
        if scenario is not None and own is not None:
            return with_scenario(design, replace(scenario, victory=after))
        return with_ruleset(design, replace(design.ruleset, victory=after))

    return Fix(label, edit)
