"""Problems of one kind told together: how many there are, what they are about, and the first as an
example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from ..lazy_dataclass import dataclass
from .problems import Fix, Problem, Severity
from .wording import count

FEWEST = 3
"""The fewest problems of one kind that are told together."""
_MOST_NAMED = 8

Kind = tuple[str, ...]


@dataclass(frozen=True)
class ProblemGroup:
    """Some problems of one kind, in the order in which they were found; often only one."""

    problems: tuple[Problem, ...]

    @property
    def first(self) -> Problem:
        return self.problems[0]

    @property
    def severity(self) -> Severity:
        return self.first.severity

    @property
    def is_several(self) -> bool:
        return len(self.problems) > 1

    @cached_property
    def kind(self) -> Kind:
        """What its problems have in common, by which the group is known again after an edit."""
        return kind_of(self.first)

    @property
    def fixes(self) -> tuple[tuple[Problem, Fix], ...]:
        """What fixes its problems at once: a fix for each of them that has one which guesses nothing."""
        return tuple((p, fix) for p in self.problems if (fix := p.common_fix) is not None)

    @property
    def heading(self) -> str:
        """How many there are and whom they are about: `7 units (1st Foot, 2nd Foot and 5 more)`."""
        what, names = _whom(self.problems)
        if not names:
            return f"{len(self.problems)} times"
        number = count(len(names), what) if len(names) == len(self.problems) else (
            f"{len(self.problems)} problems of {count(len(names), what)}")
        shown = names if len(names) <= _MOST_NAMED + 1 else [*names[:_MOST_NAMED], "…"]
        more = "" if shown is names else f" and {len(names) - _MOST_NAMED} more"
        return f"{number} ({', '.join(shown).removesuffix(', …')}{more})"

    @property
    def text(self) -> str:
        """The group in a sentence, with the message of its first problem as an example."""
        return f"{self.heading}, such as: {self.first.message}" if self.is_several else self.first.message

    def __str__(self) -> str:
        """A line for the group, beginning with file and line of its first problem."""
        if not self.is_several:
            return str(self.first)
        head, _, _ = str(self.first).partition(self.first.message)
        rule = f" [{self.first.rule}]" if self.first.rule else ""
        return f"{head}{self.text}{rule}"


def kind_of(problem: Problem) -> Kind:
    """What problems that are told together have in common: severity, code, rule, the part of a document, and
    the file, unless a unit or hex says what they are about."""
    part = problem.part or (f"ruleset/{problem.entry}" if problem.entry else "")
    file = "" if problem.unit or problem.hex else problem.file
    return (problem.severity, problem.code, problem.rule, file, "/".join(part.split("/")[:2]))


def grouped(problems: Iterable[Problem]) -> tuple[ProblemGroup, ...]:
    """The problems in groups of at least `FEWEST` of one kind, each where its first problem is; those of
    which there are fewer alone."""
    found = tuple(problems)
    times = Counter(map(kind_of, found))
    groups: dict[Kind | int, list[Problem]] = {}
    for i, problem in enumerate(found):
        kind = kind_of(problem)
        groups.setdefault(kind if times[kind] >= FEWEST else i, []).append(problem)
    return tuple(ProblemGroup(tuple(one)) for one in groups.values())


def _whom(problems: Iterable[Problem]) -> tuple[str, list[str]]:
    """What the problems are about, in one word, and the names of it, each once; none if they do not say."""
    found = list(problems)
    if all(p.unit for p in found):
        units = list(dict.fromkeys(p.unit for p in found))
        names = [u.partition("/")[2] or u for u in units]
        twice = {n for n, times in Counter(names).items() if times > 1}
        return "unit", [unit if name in twice else name for unit, name in zip(units, names, strict=True)]
    for what, named in (
        ("hex", [p.hex for p in found]), ("entry", [p.entry.partition("/")[2] for p in found]),
        ("entry", [p.part.partition("/")[2].partition("/")[2] for p in found]),
        ("line", [str(p.line) if p.line else "" for p in found]),
    ):
        if all(named):
            return what, list(dict.fromkeys(named))
    return "", []
