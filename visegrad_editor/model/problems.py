"""Problems: what is wrong with a document, where, and how to fix it.

Loading and checking return problems instead of raising, so that a designer sees all of
them at once and the window can jump to each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields, replace
from typing import Any, Literal

from ..lazy_dataclass import dataclass

Severity = Literal["error", "warning", "note"]


Reason = tuple[str, str, tuple[str | int, ...]]
"""A part of a document that a problem may come from: a section, the name of an entry in it ("" for the
section itself), and the path of a key in the entry."""


@dataclass(frozen=True)
class Fix:
    """A way to fix a problem: a short label, and the edit.

    `edit` takes a `Design` and returns it as it is after the edit; it raises ValueError if the design has
    changed so much that there is nothing left to fix. The type is not named here because a design is made of
    what the readers of files make, which report problems. A `harmless` fix leaves everything as it is played
    and printed: it takes away what has no effect, or says the same in another way. One that `is_guess`
    writes a name that is only probably meant: a person decides on it for each problem alone.
    """

    label: str
    edit: Callable[[Any], Any]
    harmless: bool = False
    is_guess: bool = False


@dataclass(frozen=True)
class TextFix:
    """A way to fix a problem of a file of which no document can be made, or not wholly: a label, and the edit
    of its text. `edit` raises `ValueError` if the text is another one now. `harmless` and `is_guess` are as
    in `Fix`; no text of a designer's is left out by a harmless one. One that `reveals` makes something be
    read that was not, so that its own faults are told, and what it means to the rest."""

    label: str
    edit: Callable[[str], str]
    harmless: bool = False
    is_guess: bool = False
    reveals: bool = False


@dataclass(frozen=True)
class Problem:
    """One problem of a document.

    `error`: the document cannot be played or breaks a rule; `warning`: probably not meant; `note`: worth
    knowing. `code` is a stable short name such as `stacking` or `unknown-key`. `hex` is a hex number, `unit`
    a unit key (`poland/1st Armored`), `rule` a rule number, `entry` an entry of the ruleset by section and id
    (`terrain/marsh`). `part` is the part of a document it is about if none of these says so (`map/roads`,
    `scenario/assets/russian`), and `within` the path of a key in that part or unit: `check.locate_problems`
    finds file and line by them. `reasons` are parts that it may come from: where a variant states one of
    them, and the part it is about is inherited, it is told there. `fix` solves it, if one edit can, and
    `more_fixes` are other edits that do; fixes do not count when problems are compared. `text_fixes` solve
    what was found while the file was read.
    """

    severity: Severity
    code: str
    message: str
    file: str = ""
    line: int = 0
    hex: str = ""
    unit: str = ""
    rule: str = ""
    entry: str = ""
    part: str = field(default="", compare=False, repr=False)
    within: tuple[str | int, ...] = field(default=(), compare=False, repr=False)
    reasons: tuple[Reason, ...] = field(default=(), compare=False, repr=False)
    fix: Fix | None = field(default=None, compare=False, repr=False)
    more_fixes: tuple[Fix, ...] = field(default=(), compare=False, repr=False)
    text_fixes: tuple[TextFix, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        parts = [p for p in (where, self.severity) if p]
        tail = f" [{self.rule}]" if self.rule else ""
        return f"{': '.join(parts)}: {self.message}{tail}"

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """All its fixes, the first one most likely meant."""
        return () if self.fix is None else (self.fix, *self.more_fixes)

    @property
    def harmless_fix(self) -> Fix | None:
        """The first fix that changes nothing in how the scenario is played."""
        return next((fix for fix in self.fixes if fix.harmless), None)

    @property
    def common_fix(self) -> Fix | None:
        """The fix for it among several problems that are fixed at once: the first one, or, where that guesses
        what is meant, the harmless one."""
        return self.harmless_fix if self.fix is not None and self.fix.is_guess else self.fix

    def as_dict(self) -> dict[str, Any]:
        """The problem as JSON-ready data without empty fields; of fixes only their labels."""
        values = {f.name: getattr(self, f.name) for f in fields(self)
                  if f.name not in ("fix", "more_fixes", "text_fixes", "part", "within", "reasons")}
        if self.fix is not None:
            values["fix"] = self.fix.label
        if self.more_fixes:
            values["more_fixes"] = [fix.label for fix in self.more_fixes]
        if self.text_fixes:
            values["text_fixes"] = [fix.label for fix in self.text_fixes]
        return {k: v for k, v in values.items() if v not in ("", 0)}


Identity = tuple[str, ...]
"""What a problem says, whatever the line it is told at."""


def identity(problem: Problem) -> Identity:
    """What tells a problem from all others while its design is changed: not its line."""
    return problem.severity, problem.code, problem.message, problem.hex, problem.unit, problem.entry


UNKNOWN_NAME = "unknown-name"
"""The code of names that nothing has where a game is refused. The checks of the documents tell them with
their lines."""
MOST_PROBLEMS = 1000
"""The most problems of one severity reported for one file or design: whoever fixes a thousand checks
again."""


def with_fixes(problem: Problem, fixes: Sequence[Fix]) -> Problem:
    """The problem with these fixes, the first one most likely meant."""
    return replace(problem, fix=fixes[0] if fixes else None, more_fixes=tuple(fixes[1:]))


def without_harmless(problem: Problem) -> Problem:
    """The problem with the same fixes, none of which is called harmless."""
    if problem.harmless_fix is None:
        return problem
    return with_fixes(problem, [replace(fix, harmless=False) for fix in problem.fixes])


def more_problems(severity: Severity, file: str = "") -> Problem:
    """The problem that reports more problems of a severity than `MOST_PROBLEMS`."""
    return Problem("note", "more-problems", (
        f"There are more {severity}s; these are the first {MOST_PROBLEMS:,}."), file)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems is an error."""
    return any(p.severity == "error" for p in problems)


def first_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first `MOST_PROBLEMS` of each severity, and a problem that says that there are more. After that
    many errors nothing else is looked for."""
    told = Counter[Severity]()
    for problem in problems:
        told[problem.severity] += 1
        if told[problem.severity] <= MOST_PROBLEMS:
            yield problem
        elif told[problem.severity] == MOST_PROBLEMS + 1:
            yield more_problems(problem.severity)
            if problem.severity == "error":
                return
