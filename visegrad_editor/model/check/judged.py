"""Problems as the designer judges them: some count otherwise in a scenario, for a reason in its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..design import Design
from ..edit.documents import with_scenario
from ..files.sources import Sources
from ..problems import Fix, Problem
from ..scenario import JudgedProblem
from ..wording import quoted
from .context import Checks


def judged(
    design: Design, problems: Iterable[Problem], sources: Sources | None = None,
) -> tuple[Problem, ...]:
    """All problems of a design as its scenario judges them, in their order: with another severity, or left
    out. Errors stay. What the scenario judges and nobody found is a note, with the fix of taking it out;
    what it inherits is for the problems of its base."""
    given = design.scenario.problems if design.scenario is not None else ()
    if not given:
        return tuple(problems)
    used: dict[JudgedProblem, str] = {}
    told = list(_judged(given, problems, used))
    checks = Checks(design, sources)
    file = sources.scenario if sources is not None else None
    inherited = getattr(file.base_document, "problems", ()) if file is not None else ()
    for one in given:
        if one not in used and one in inherited:
            continue
        why = used.get(one, "nothing here is such a problem any more")
        if why:
            checks.add("note", "judged-in-vain", (
                f"The scenario judges problems of the kind {quoted(one.code)}{_where(one)}, but {why}. Leave "
                "that out."),
                "scenario", "problems", f"{one.code}/{one.unit}/{one.hex}", unit=one.unit, hex=one.hex,
                fix=Fix(f"Judge {quoted(one.code)} no more",
                        lambda design, one=one: without(design, one), harmless=True))  # type: ignore[misc]
    return (*told, *checks.problems)


def _judged(
    given: Sequence[JudgedProblem], problems: Iterable[Problem], used: dict[JudgedProblem, str]
) -> Iterator[Problem]:
    for problem in problems:
        # The last one that fits counts, so that a line for one unit may follow one for all.
        one = next((j for j in reversed(given) if _fits(j, problem)), None)
        if one is None:
            yield problem
        elif problem.severity == "error":
            used.setdefault(one, "errors stay errors")
            yield problem
        else:
            used[one] = ""
            if one.severity != "silent":
                yield replace(problem, severity=one.severity)


def _fits(one: JudgedProblem, problem: Problem) -> bool:
    return (one.code == problem.code and one.unit in ("", problem.unit) and one.hex in ("", problem.hex))


def _where(one: JudgedProblem) -> str:
    return "".join([f" of {one.unit}" if one.unit else "", f" in {one.hex}" if one.hex else ""])


def with_judged(design: Design, problem: Problem, severity: str, reason: str) -> Design:
    """The design in which a problem counts otherwise: that of its unit, or else of its hex. Raises ValueError
    with a sentence for one that cannot be judged or without a reason."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("A map alone holds no judgements; they belong to a scenario.")
    if problem.severity == "error":
        raise ValueError("An error stays an error: the scenario cannot be played as it is meant. Mend it.")
    if not reason.strip():
        raise ValueError("Give a reason, for whoever reads the file.")
    hex = "" if problem.unit else problem.hex
    made = JudgedProblem(problem.code, severity, reason.strip(), problem.unit, hex)  # type: ignore[arg-type]
    same = (made.code, made.unit, made.hex)
    others = tuple(j for j in scenario.problems if (j.code, j.unit, j.hex) != same)
    return with_scenario(design, replace(scenario, problems=(*others, made)))


def without(design: Design, one: JudgedProblem) -> Design:
    """The design without a judgement. Raises ValueError if it has none such."""
    scenario = design.scenario
    if scenario is None or one not in scenario.problems:
        raise ValueError("The scenario does not judge that any more.")
    return with_scenario(design, replace(scenario, problems=tuple(j for j in scenario.problems if j != one)))
