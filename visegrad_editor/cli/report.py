"""Printing for people or, with --json, for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..model.problems import Problem


def print_json(data: Any) -> None:
    """Write one JSON document to standard output, with stable key order and unescaped letters."""
    import json

    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_problems(problems: Sequence[Problem], each: bool = False) -> None:
    """A line for each problem, errors first; one line for several of one kind, unless `each` is wanted."""
    from ..model.problem_groups import grouped

    rank = {"error": 0, "warning": 1, "note": 2}
    told = sorted(problems, key=lambda p: rank[p.severity])
    for one in told if each else grouped(told):
        print(one)


def count_words(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`; notes are counted too.

    >>> from ..model.problems import Problem
    >>> count_words([Problem("error", "x", "m"), Problem("error", "x", "m")])
    '2 errors'
    >>> count_words([])
    'no problems'
    """
    counts = {s: sum(p.severity == s for p in problems) for s in ("error", "warning", "note")}
    words = [f"{n} {s}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(words) or "no problems"


_SHOWN = 20


def print_errors(name: str, problems: Sequence[Problem]) -> None:
    """Print the errors of the files; the export holds what could be read of them."""
    errors = [p for p in problems if p.severity == "error"]
    if not errors:
        return
    for problem in errors[:_SHOWN]:
        print(problem, file=sys.stderr)
    if len(errors) > _SHOWN:
        print(f"… and {len(errors) - _SHOWN} more", file=sys.stderr)
    print(f"Warning: {name} has {count_words(errors)}; whatever could be read is exported anyway.",
          file=sys.stderr)
