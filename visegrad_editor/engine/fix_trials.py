"""Trials of fixes: each is done and the result is checked, so that no fix is offered that makes another
problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from ..model.check import check_documents, judged, lint_scenario
from ..model.design import Design
from ..model.files.sources import Sources
from ..model.problems import Fix, Identity, Problem, identity
from ..model.timetable import added_by
from .checks import check_design

_MOST, _MOST_UNITS = 60, 10_000
"""The most fixes that are tried for one list of problems, and the most units that these trials look at
together."""
_OF_A_KIND = 8
"""The most fixes of problems of one code that are tried: of a word that is misspelt in each of a hundred
units the rest is fixed in the same way."""
_OF_FILE = frozenset({"judged-in-vain"})
"""The codes of problems that a fix leaves behind in the file only: saving writes what is left of it."""

_WHEREVER = frozenset({"replaced-set-up"})
"""The codes of problems that a unit has in whatever hex it stands."""
_HIDDEN = {"unknown-set-up-group": "fixed-set-up", "empty-setup": "fixed-set-up"}
"""By the code of a problem that of notes which it hides: what is said of a unit with a choice of hexes is not
said while its set-up is unknown, and a fix brings it to light."""


class FixTrials:
    """Tries the fixes of the problems of one design, as many as there is time for."""

    def __init__(self, design: Design, sources: Sources | None = None) -> None:
        self._design, self._sources = design, sources
        units = len(design.scenario.units) if design.scenario is not None else 0
        self._left = min(_MOST, _MOST_UNITS // max(1, units))
        self._before: dict[bool, tuple[Problem, ...]] = {}
        self._tried: dict[tuple[Identity, str], tuple[Problem, ...]] = {}
        self._of_kind, self._harmful = Counter[str](), set[str]()

    @property
    def left(self) -> int:
        """How many more fixes can be tried."""
        return self._left

    def sound(self, problem: Problem, fixes: Sequence[Fix]) -> list[Fix]:
        """Those of the fixes of a problem that make no other. One that there is no time to try is kept if
        none for such a problem made another so far."""
        kept = []
        for fix in fixes:
            known = (identity(problem), fix.label) in self._tried
            if known or (self._left and self._of_kind[problem.code] < _OF_A_KIND):
                self._of_kind[problem.code] += not known
                if self.new_problems(problem, fix):
                    self._harmful.add(problem.code)
                else:
                    kept.append(fix)
            elif problem.code not in self._harmful:
                kept.append(fix)
        return kept

    def new_problems(self, problem: Problem, fix: Fix) -> tuple[Problem, ...]:
        """The problems that a design has after a fix of a problem and did not have before, with the problem
        itself if it is still there; none for a fix that cannot be done."""
        key = identity(problem), fix.label
        if key not in self._tried:
            self._tried[key] = self._new_problems(problem, fix)
        return self._tried[key]

    def _new_problems(self, problem: Problem, fix: Fix) -> tuple[Problem, ...]:
        try:
            after: Design = fix.edit(self._design)
        except ValueError:
            return ()
        self._left = max(0, self._left - 1)
        # What only ruleset and map have is checked again only if the fix changes them, or what the scenario
        # adds to the rules, such as its goals.
        whole = (after.ruleset is not self._design.ruleset or after.map is not self._design.map
                 or after.scenario is None or self._design.scenario is None
                 or after.scenario.options != self._design.scenario.options
                 or added_by(after.scenario) != added_by(self._design.scenario))
        if whole not in self._before:
            self._before[whole] = self._found(self._design, whole)
        return _more(problem, self._before[whole], self._found(after, whole), self._moved(after))

    def _moved(self, after: Design) -> frozenset[str]:
        """The keys of the units that stand in another hex."""
        before = self._design.scenario
        return frozenset(u.key for u in (after.scenario.units if after.scenario is not None else ())
                         if before is not None and (was := before.unit_by_key.get(u.key)) is not None
                         and was.hex != u.hex)

    def _found(self, design: Design, whole: bool) -> tuple[Problem, ...]:
        found = dict.fromkeys((
            *check_documents(design, self._sources, scenario_only=not whole), *check_design(design),
            *lint_scenario(design, self._sources)))
        return tuple(p for p in judged(design, found, self._sources) if p.code not in _OF_FILE)


def _more(
    of: Problem, before: Sequence[Problem], after: Iterable[Problem], moved: Set[str]
) -> tuple[Problem, ...]:
    """The problems after a fix that were not there before. One that has changed, such as a heap with a unit
    less, was there; what takes the place of the problem that was fixed, what units that were moved have in
    their new hexes, and what is said otherwise of the unit of the problem, was not."""
    known = {identity(p) for p in before}
    after = tuple(after)
    there = {identity(p) for p in after}
    changed = Counter((p.severity, p.code) for p in before if identity(p) not in there and not _is(p, of))
    had = {(p.code, p.unit) for p in before}
    wherever = {(p.code, p.unit) for p in before if p.code in _WHEREVER}
    new = [p for p in after if _is(p, of)]
    for problem in after:
        kind = problem.severity, problem.code
        if identity(problem) in known or (
                problem.severity == "note" and problem.code == _HIDDEN.get(of.code)):
            continue
        if changed[kind] and ((problem.code, problem.unit) in wherever or (
                problem.unit != of.unit and not (problem.unit in moved and (
                    problem.hex or (problem.code, problem.unit) not in had)))):
            changed[kind] -= 1
        else:
            new.append(problem)
    return tuple(new)


def _is(problem: Problem, of: Problem) -> bool:
    """Whether two problems say the same, whatever the designer judges of them."""
    return identity(problem)[1:] == identity(of)[1:]
