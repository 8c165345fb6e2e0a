"""Keys of the start of a scenario that its game does not look at: they are told, not passed over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from ..model.check.fixes import scenario_fix
from ..model.fields import declared
from ..model.problems import Fix, Problem
from ..model.scenario import Scenario
from ..model.start import Start
from ..model.wording import quoted

OF_REPLACEMENTS = ("steps", "assets")
"""The keys that say what is left of the replacements of a side."""


def idle_start(
    scenario: Scenario, played: Collection[str], rule: str = "", of_a_phase: Collection[str] = (),
) -> Iterator[Problem]:
    """A warning for each key of the start that is none of those that the game plays at this moment, with the
    fix that takes it out. Those `of_a_phase` would count if the start gave a `phase`."""
    start = scenario.start
    if start is None:
        return
    for one in declared(Start):
        if not one.key or one.name in played or getattr(start, one.name) == one.default:
            continue
        title = one.field.title or one.key
        why = ("it does not begin within a replacement phase" if one.name in OF_REPLACEMENTS else
               "the turn begins anew, without a phase" if one.name in of_a_phase and not start.phase else
               "this game does not ask for it")
        yield Problem("warning", "idle-start", (
            f"{quoted(title)} of the start has no effect: {why}. Take it out."), rule=rule,
            part="scenario/start", within=(one.key,), fix=_without(title, one.name, one.default))


def _without(title: str, name: str, default: Any) -> Fix:
    return scenario_fix(f"Take {quoted(title)} out of the start", lambda s: s if s.start is None else replace(
        s, start=replace(s.start, **{name: default})), harmless=True)
