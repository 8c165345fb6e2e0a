"""The fixes that are offered for problems of a design: those of the checks, those of the set-up, and what
each of them takes along. None that makes another problem is offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ..model.check.dead_data import idle_entries
from ..model.check.fixes import without_entry
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.files.sources import Sources
from ..model.problems import Fix, Problem, with_fixes
from ..model.wording import listed
from .fix_trials import FixTrials
from .set_up_fixes import with_set_up_fixes

_MOST, _MOST_UNITS = 30, 200_000
"""The most problems whose fixes are tried for what they leave over, and the most units that these trials look
at together."""


def with_offered_fixes(
    design: Design, problems: Iterable[Problem], sources: Sources | None = None
) -> tuple[Problem, ...]:
    """The problems with all of their fixes, none of which makes another problem. A fix after which nobody
    uses an entry any more removes it, too, and says so; what a variant inherits stays."""
    trials = FixTrials(design, sources)
    told = _of_own_units(design, with_set_up_fixes(design, _all_tidy(design, problems, sources), trials))
    return tuple(with_fixes(p, trials.sound(p, p.fixes)) if p.fixes else p for p in told)


def _all_tidy(design: Design, problems: Iterable[Problem], sources: Sources | None) -> tuple[Problem, ...]:
    """The problems, their fixes with what nobody uses after them."""
    found = tuple(problems)
    if design.scenario is None or not design.scenario.entries:
        return found
    file = sources.scenario if sources is not None else None
    inherited = {e.id for e in getattr(file.base_document, "entries", ())} if file is not None else set()
    idle = inherited | set(idle_entries(design))
    left, told = min(_MOST, _MOST_UNITS // max(1, len(design.scenario.units))), []
    for problem in found:
        if problem.fixes and left:
            left -= 1
            problem = with_fixes(problem, [_tidy(design, fix, idle) for fix in problem.fixes])
        told.append(problem)
    return tuple(told)


def _of_own_units(design: Design, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those of a unit whose key another unit has without fixes, which might change that one.
    The two must be told apart first."""
    shared = design.scenario.shared_keys if design.scenario is not None else frozenset[str]()
    return tuple(with_fixes(p, ()) if p.unit in shared and p.fixes and p.code != "twice" else p
                 for p in problems)


def _tidy(design: Design, fix: Fix, before: Collection[str]) -> Fix:
    """The fix, which takes along the entries that nobody uses after it, but for those `before`."""
    try:
        after = fix.edit(design)
    except ValueError:
        return fix
    if after.scenario is None or design.scenario is None:
        return fix
    ids = [id for id in idle_entries(after) if id not in before]
    if not ids:
        return fix
    names = listed([after.scenario.entry_by_id[id].name for id in ids])

    def edit(design: Design) -> Design:
        after: Design = fix.edit(design)
        for id in idle_entries(after):
            if id in ids and after.scenario is not None:
                gone = after.scenario.entry_by_id[id]
                after = with_scenario(after, without_entry(after.scenario, gone))
        return after

    return replace(fix, edit=edit, label=(
        f"{fix.label}, and remove the {'entries' if len(ids) > 1 else 'entry'} {names}, which nobody uses "
        "then"))
