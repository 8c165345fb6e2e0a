"""Problems: what is wrong with a document, where, and how to mend it.

Loading and checking return problems instead of raising, so that a designer sees all of
them at once and the window can jump to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .design import Design

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Fix:
    """A way to mend a problem: what it does in a few words, and the edit that does it.

    `edit` returns the design after it. It raises ValueError where the design has changed so much
    that there is nothing to mend any more.
    """

    label: str
    edit: Callable[[Design], Design]


@dataclass(frozen=True)
class Problem:
    """One finding.

    `error`: the document cannot be played or breaks a rule; `warning`: probably not meant;
    `note`: worth knowing. `code` is a stable short name such as `stacking` or `unknown-key`.
    `hex` is a hex number, `unit` a unit key (`poland/1st Armored`), `rule` a rule number, `entry`
    an entry of the ruleset by section and id (`terrain/marsh`). `part` is the part of a document it is about
    where none of these says so (`map/roads`, `scenario/assets/russian`): `check.placed` finds file and line
    by them. `fix` mends it, where one edit can; two problems are the same whatever mends them.
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
    fix: Fix | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        parts = [p for p in (where, self.severity) if p]
        tail = f" [{self.rule}]" if self.rule else ""
        return f"{': '.join(parts)}: {self.message}{tail}"

    def as_dict(self) -> dict[str, Any]:
        """The problem as JSON-ready data, empty fields left out; of a fix its words."""
        found = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("fix", "part")}
        if self.fix is not None:
            found["fix"] = self.fix.label
        return {k: v for k, v in found.items() if v not in ("", 0)}


MOST_PROBLEMS = 1000
"""Of one severity that are told of one file, or of one design: who mends a thousand looks again."""


def more_problems(severity: Severity, file: str = "") -> Problem:
    """What is told where there are more problems of a severity than `MOST_PROBLEMS`."""
    return Problem("note", "more-problems", (
        f"There are more {severity}s; these are the first {MOST_PROBLEMS:,}."), file)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems is an error."""
    return any(p.severity == "error" for p in problems)
