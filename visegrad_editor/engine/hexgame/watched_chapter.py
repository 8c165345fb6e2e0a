"""Chapters of installed packages, watched: an answer of a method that is of no use, a refusal that it raises
in place of returning it, and an end of the program become a `PackageError` that names package and method."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

from ...errors import place_of
from ...model.problems import Problem
from ..events import Event
from ..orders import IllegalOrderError, cut
from ..packages import PackageError, failure_text, owner_of_module, without_exit
from ..position import Goals, Shift
from .chapter import Chapter, StepChanges
from .in_progress import Stage

_WATCHED = "_is_watched"


def watched(chapters: Sequence[Chapter]) -> Sequence[Chapter]:
    """The chapters, of which those of packages are watched from now on; the program's own stay as they are.

    A method is left alone if it is inherited from a chapter of the program."""
    if not isinstance(chapters, Iterable):
        raise TypeError(f"The chapters of a game are a list, not {cut(repr(chapters))}.")
    made = list(chapters)
    for chapter in made:
        if not isinstance(chapter, Chapter):
            raise TypeError(f"A chapter of a game is an object of a subclass of Chapter, not "
                            f"{cut(repr(chapter))}.")
        if not vars(chapter).get(_WATCHED):
            _watch(chapter)
    return made


def _watch(chapter: Chapter) -> None:
    for name in _METHODS:
        owner = next(cls for cls in type(chapter).__mro__ if name in vars(cls))
        if not owner.__module__.startswith("visegrad_editor."):
            object.__setattr__(chapter, name, _watched(chapter, name))
    object.__setattr__(chapter, _WATCHED, True)


def _watched(chapter: Chapter, name: str) -> Callable[..., Any]:
    """A method of a chapter, watched."""
    method: Callable[..., Any] = getattr(chapter, name)
    allowed = _ALLOWED.get(name)
    listed = name in ("check", "invariants")

    @functools.wraps(method)
    def ask(*values: Any, **facts: Any) -> Any:
        try:
            answer = method(*values, **facts)
            if listed and isinstance(answer, Iterable):
                # A generator fails only when it is read.
                answer = list(answer)
        except IllegalOrderError as refusal:
            why = " instead of returning it" if name in _REFUSING else ", which only `perform` of a stage may"
            raise PackageError(f"{_who(chapter, name)} raises IllegalOrderError{why}: {refusal}"
                               f"{place_of(refusal)}.") from refusal
        except SystemExit as error:
            raise PackageError(f"{_who(chapter, name)} fails: {failure_text(error)}.") from error
        if allowed is not None and not allowed.holds(answer, values):
            code = inspect.unwrap(method).__code__
            raise PackageError(f"{_who(chapter, name)} answers {cut(repr(answer))}, not {allowed.words} "
                               f"({code.co_filename}:{code.co_firstlineno}).")
        return _watched_stages(chapter, answer) if name == "stages" else answer

    return ask


def _watched_stages(chapter: Chapter, stages: Mapping[str, Stage]) -> Mapping[str, Stage]:
    """The stages of a chapter, whose functions cannot end the program."""
    def whose() -> str:
        return f"{_who(chapter, 'stages')} fails"

    return {id: Stage(*(without_exit(function, whose) for function in stage)) for id, stage in stages.items()}


def _who(chapter: Chapter, method: str) -> str:
    return (f"The method `{method}` of the chapter `{chapter.id or type(chapter).__name__}` of the package "
            f"{owner_of_module(type(chapter).__module__)}")


# -- what the methods may answer -------------------------------------------------------------------------


class _Allowed(NamedTuple):
    """What a method may answer, in words and as a test of an answer and the values it was asked with."""

    words: str
    holds: Callable[[Any, Sequence[Any]], bool]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    """Whether a value is a number of points or of strength."""
    return isinstance(value, Fraction) or _is_whole(value) or (isinstance(value, float) and isfinite(value))


def _is_set_of_hexes(answer: Any, values: Sequence[Any]) -> bool:
    return _is_whole(answer) and 0 <= answer < 1 << int(values[0].board.size)


def _is_part(answer: Any, of: Sequence[Any]) -> bool:
    return isinstance(answer, Iterable) and not isinstance(answer, str) and set(answer) <= set(of)


def _are(answer: Any, kind: type) -> bool:
    return isinstance(answer, list | tuple) and all(isinstance(one, kind) for one in answer)


def _is_result(answer: Any, values: Sequence[Any]) -> bool:
    rules = values[0].ruleset
    return isinstance(answer, str) and (answer == values[1] or any(
        answer == result.id for result in rules.results) or any(
        answer in row for table in rules.tables for row in table.rows))


def _are_hexes_by_mark(answer: Any, values: Sequence[Any]) -> bool:
    size = values[0].board.size
    return isinstance(answer, Mapping) and all(
        isinstance(mark, str) and not isinstance(hexes, str) and isinstance(hexes, Iterable) and all(
            _is_whole(hex) and 0 <= hex < size for hex in hexes) for mark, hexes in answer.items())


def _are_counts(answer: Any) -> bool:
    return isinstance(answer, Mapping) and all(
        isinstance(name, str) and _is_whole(number) for name, number in answer.items())


def _are_stocks(answer: Any, values: Sequence[Any]) -> bool:
    sides = range(len(values[0].forces.side_ids))
    return isinstance(answer, Mapping) and all(
        side in sides and _are_counts(counts) for side, counts in answer.items())


def _are_stages(answer: Any) -> bool:
    return isinstance(answer, Mapping) and all(
        isinstance(id, str) and isinstance(stage, Stage) and all(map(callable, stage))
        for id, stage in answer.items())


def _is_mapping(answer: Any, keys: type, kind: Callable[[Any], bool]) -> bool:
    return isinstance(answer, Mapping) and all(
        isinstance(key, keys) and kind(value) for key, value in answer.items())


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_REFUSING = frozenset({
    "may_move", "may_use", "may_end", "may_enter", "may_stack", "may_attack", "may_advance", "may_choose"})
"""The methods that return a refusal or None."""

_REFUSAL = _Allowed(
    "an IllegalOrderError or None", lambda a, _: a is None or isinstance(a, IllegalOrderError))
_TEXT = _Allowed("a text", lambda a, _: _is_text(a))
_HEXES = _Allowed("a set of hexes as one number", _is_set_of_hexes)
_CLOSED = _Allowed("a set of hexes as one number, or None", lambda a, _: a is None or _is_whole(a))
_ALLOWED: Mapping[str, _Allowed] = {
    **dict.fromkeys(_REFUSING, _REFUSAL),
    **dict.fromkeys(("must_enter", "entry_mode", "saved_fault"), _TEXT),
    **dict.fromkeys(("rebuild_hexes", "zones", "sources", "supply_barred"), _HEXES),
    **dict.fromkeys(("closed_ends", "closed_entries"), _CLOSED),
    "allowance": _Allowed("a number of points from 0 on", lambda a, _: _is_number(a) and a >= 0),
    "strength": _Allowed("a number", lambda a, _: _is_number(a)),
    "step_cost": _Allowed("a whole number from 0 on, or None",
                          lambda a, _: a is None or (_is_whole(a) and a >= 0)),
    "step_changes": _Allowed("StepChanges or None", lambda a, _: a is None or isinstance(a, StepChanges)),
    "attack_range": _Allowed("a whole number from 0 on", lambda a, _: _is_whole(a) and a >= 0),
    "die": _Allowed("a whole number", lambda a, _: _is_whole(a)),
    "shifts": _Allowed("a list of `Shift`", lambda a, _: _are(a, Shift)),
    "result": _Allowed("the code of a result of the ruleset", _is_result),
    "retreat_hexes": _Allowed("some of the hexes it is given", lambda a, values: _is_part(a, values[2])),
    "bearers": _Allowed("some of the units it is given", lambda a, values: _is_part(a, values[2])),
    "before": _Allowed('the id of a stage, or ""', lambda a, values: a == "" or (
        _is_text(a) and a in values[0].stages)),
    "told": _Allowed("an event or None", lambda a, _: a is None or isinstance(a, Event)),
    "goals": _Allowed("`Goals`", lambda a, _: isinstance(a, Goals)),
    "hex_marks": _Allowed("the hexes by the word of their mark", _are_hexes_by_mark),
    "stocks": _Allowed("the numbers of things by name, by the number of a side", _are_stocks),
    "left": _Allowed("the numbers of things by name", lambda a, _: _are_counts(a)),
    "box": _Allowed("the code of a box", lambda a, values: a in values[0].boxes),
    "boxes": _Allowed("the ids of boxes by their codes", lambda a, _: _is_mapping(a, int, _is_text)),
    "verbs": _Allowed("the patterns of orders by their verbs", lambda a, _: _is_mapping(a, str, _is_text)),
    "effects": _Allowed("functions by names", lambda a, _: _is_mapping(a, str, callable)),
    "stages": _Allowed("a `Stage` of three functions by the ids of steps", lambda a, _: _are_stages(a)),
    "check": _Allowed("problems", lambda a, _: _are(a, Problem)),
    "invariants": _Allowed("sentences", lambda a, _: _are(a, str)),
}
_METHODS = tuple(name for name in vars(Chapter) if not name.startswith("_") and callable(vars(Chapter)[name]))
