"""Carrying out the fixes of problems, each as one step of the history."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.counted import count
from ..model.design import Design
from ..model.problems import Problem
from .session import Session


def mend(session: Session, problem: Problem) -> str:
    """Mend a problem; returns why it could not be done, or ""."""
    if problem.fix is None:
        return "This cannot be mended by itself: go there and change what is meant."
    where = f" ({problem.hex})" if problem.hex else ""
    return session.change(f"{problem.fix.label}{where}", problem.fix.edit)


def alike(problems: Sequence[Problem], problem: Problem) -> list[Problem]:
    """The problems of the same kind that can be mended."""
    return [p for p in problems if p.code == problem.code and p.fix is not None]


def mend_all(session: Session, problems: Sequence[Problem]) -> str:
    """Mend several problems in one step; one that is gone meanwhile is passed over."""
    def edit(design: Design) -> Design:
        for problem in problems:
            try:
                design = problem.fix.edit(design) if problem.fix else design
            except ValueError:
                continue
        return design
    return session.change(f"Mend {count(len(problems), 'problem')}", edit)
