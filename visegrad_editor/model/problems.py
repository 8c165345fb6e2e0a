"""Problems: what is wrong with a document, where, and how to mend it.

Loading and checking return problems instead of raising, so that a designer sees all of
them at once and the window can jump to each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Problem:
    """One finding.

    `error`: the document cannot be played or breaks a rule; `warning`: probably not meant;
    `note`: worth knowing. `code` is a stable short name such as `stacking` or `unknown-key`.
    `hex` is a hex number, `unit` a unit key (`poland/1st Armored`), `rule` a rule number, `entry`
    an entry of the ruleset by section and id (`terrain/marsh`).
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

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        parts = [p for p in (where, self.severity) if p]
        tail = f" [{self.rule}]" if self.rule else ""
        return f"{': '.join(parts)}: {self.message}{tail}"

    def as_dict(self) -> dict[str, Any]:
        """The problem as JSON-ready data, empty fields left out."""
        return {k: v for k, v in asdict(self).items() if v not in ("", 0)}


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems is an error."""
    return any(p.severity == "error" for p in problems)
