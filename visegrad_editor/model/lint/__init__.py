"""What is probably not meant on a map, though no rule forbids it: gaps, loose ends, nameless cities.

Every finding is a note with the hex it is about and, where one edit mends it, a fix.
"""

from __future__ import annotations

from ..check.context import Checks
from ..design import Design
from ..give_way import give_way
from ..problems import Problem
from ..sources import Sources
from .crossings import lint_crossings
from .gaps import lint_gaps
from .ground import lint_ground
from .names import lint_names
from .road_ends import lint_road_ends
from .useless_sides import lint_useless_sides

__all__ = ["broken_lines", "lint_map"]

_LINTS = (lint_gaps, lint_useless_sides, lint_crossings, lint_road_ends, lint_ground, lint_names)


def lint_map(design: Design, sources: Sources | None = None) -> tuple[Problem, ...]:
    """The notes on the map of a design, in the order of the map's parts."""
    checks = Checks(design, sources)
    for lint in _LINTS:
        give_way()
        lint(checks)
    return tuple(dict.fromkeys(checks.problems))


def broken_lines(design: Design) -> tuple[Problem, ...]:
    """The notes on rivers and other lines in several pieces alone."""
    checks = Checks(design, None)
    lint_gaps(checks)
    return tuple(checks.problems)
