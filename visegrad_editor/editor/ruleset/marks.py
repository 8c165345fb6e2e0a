"""Which problems belong to an entry of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...model.problems import Problem
from ..grid import Mark

_RANK = {"error": 0, "warning": 1, "note": 2}


def problems_of(problems: Iterable[Problem], section: str, entry: Any) -> list[Problem]:
    """The problems of an entry, the worst first."""
    name = f"{entry.turn}/{entry.side}" if section == "replacements" else entry.id
    found = [p for p in problems if p.entry == f"{section}/{name}"]
    return sorted(found, key=lambda p: _RANK[p.severity])


def mark_of(problems: Iterable[Problem], section: str, entry: Any) -> Mark | None:
    """What is wrong with an entry, None where all is well."""
    found = problems_of(problems, section, entry)
    if not found:
        return None
    return Mark(found[0].severity, "\n".join(p.message for p in found))
