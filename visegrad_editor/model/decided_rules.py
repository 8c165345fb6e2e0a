"""The rules of a design in which nothing is asked any more that the options of its scenario have decided."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from .design import Design
from .in_play import InPlay
from .rules.grammar import ALWAYS, Situation

_NEVER = object()
"""Stands for an entry or a situation that never holds."""
_HOLDS_WHEN = ("when", "needs")
"""The fields of an entry with the situation in which it holds: if there is none, there is no such entry."""
_BARS_WHEN = ("may_not", "without")
"""Fields with a situation that bars something: if there is none, nothing is barred."""


def with_decided_rules(design: Design) -> Design:
    """The design without rules that hold only with other choices of options than those of its scenario; what
    holds with these no longer asks for them. Without a scenario nothing is decided, and it is the same."""
    if design.scenario is None or not design.ruleset.options:
        return design
    decision, ruleset = _Decision(InPlay(design)), design.ruleset
    decided = {f.name: decision.entry(getattr(ruleset, f.name)) for f in fields(ruleset)
               if f.init and f.name != "options"}
    return replace(design, ruleset=replace(ruleset, **decided))


class _Decision:
    """Goes through the records of a ruleset."""

    def __init__(self, play: InPlay) -> None:
        self._play = play

    def entry(self, value: Any) -> Any:
        """A record or a list of them as it is in force; `_NEVER` for a record that never is."""
        if isinstance(value, tuple):
            made = tuple(one for one in map(self.entry, value) if one is not _NEVER)
            same = len(made) == len(value) and all(a is b for a, b in zip(made, value, strict=True))
            return value if same or hasattr(value, "_fields") else made
        if not is_dataclass(value) or isinstance(value, type):
            return value
        changes: dict[str, Any] = {}
        for field in fields(value):
            old = getattr(value, field.name)
            new = self._situation(old) if isinstance(old, Situation) else self.entry(old)
            if new is _NEVER:
                if field.name in _HOLDS_WHEN:
                    return _NEVER
                new = None if field.name in _BARS_WHEN or field.default is None else old
            if new is not old:
                changes[field.name] = new
        return replace(value, **changes) if changes else value

    def _situation(self, asked: Situation) -> Any:
        """What is left to ask: `ALWAYS` for nothing, `_NEVER` for a situation that cannot come."""
        if not self._play.is_in_force(asked.option):
            return _NEVER
        every = [one for one in map(self._situation, asked.all) if one != ALWAYS]
        some = [one for one in map(self._situation, asked.any) if one is not _NEVER]
        if _NEVER in every or (asked.any and not some):
            return _NEVER
        without = asked.without
        if without is not None:
            without = self._situation(without)
            if without == ALWAYS:
                return _NEVER
            without = None if without is _NEVER else without
        left = replace(asked, option=(), all=tuple(every), any=() if ALWAYS in some else tuple(some),
                       without=without)
        return asked if left == asked else left
