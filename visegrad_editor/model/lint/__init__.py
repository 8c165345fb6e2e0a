"""What is probably not meant on a map, though no rule forbids it: gaps, loose ends, nameless cities.

Every finding is a note with the hex it is about and, where one edit mends it, a fix.
"""

from __future__ import annotations

from ..check.context import Checks
from ..design import Design
from ..problems import Problem
from ..sources import Sources
from .crossings import lint_crossings
from .gaps import lint_gaps
from .ground import lint_ground
from .names import lint_names
from .road_ends import lint_road_ends
from .useless_sides import lint_useless_sides

__all__ = ["lint_map"]


def lint_map(design: Design, sources: Sources | None = None) -> tuple[Problem, ...]:
    """The notes on the map of a design, in the order of the map's parts."""
    checks = Checks(design, sources)
    lint_gaps(checks)
    lint_useless_sides(checks)
    lint_crossings(checks)
    lint_road_ends(checks)
    lint_ground(checks)
    lint_names(checks)
    return tuple(dict.fromkeys(checks.problems))
