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
    before = session.design
    complaint = session.change(f"{problem.fix.label}{where}", problem.fix.edit)
    return complaint or ("This is mended already." if session.design is before else "")


def alike(problems: Sequence[Problem], problem: Problem) -> list[Problem]:
    """The problems of the same kind that can be mended."""
    return [p for p in problems if p.code == problem.code and p.fix is not None]


def mend_all(session: Session, problems: Sequence[Problem]) -> str:
    """Mend several problems in one step, and say how many; returns why it could not be done, or "". One that
    is gone meanwhile is passed over."""
    mended = 0

    def edit(design: Design) -> Design:
        nonlocal mended
        for problem in problems:
            before = design
            try:
                design = problem.fix.edit(design) if problem.fix else design
            except ValueError:
                continue
            mended += design is not before
        return design

    complaint = session.change(f"Mend {count(len(problems), 'problem')}", edit)
    if not complaint:
        left = len(problems) - mended
        session.tell(f"{count(mended, 'problem')} mended{f'; {left} could not be' if left else ''}.")
    return complaint
