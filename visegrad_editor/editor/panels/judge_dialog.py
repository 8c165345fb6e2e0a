"""The dialog in which a designer says how a problem counts in this scenario, and why."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ...model.check.judged import with_judged
from ...model.design import Design
from ...model.problems import Problem
from ..session import Session
from ..widgets.dialogs import Dialog
from ..window import theme

_SEVERITIES = (
    ("Not told at all", "silent"), ("A note", "note"), ("A warning", "warning"), ("An error", "error"))


class JudgeDialog(Dialog):
    """Asks how a problem counts, for what, and why; the change is one step of the history."""

    def __init__(self, parent: tk.Misc, session: Session, problem: Problem) -> None:
        super().__init__(parent, "How this problem counts")
        self._session, self._problem = session, problem
        body = self.body
        body.columnconfigure(1, weight=1)
        ttk.Label(body, text=problem.message, style="Panel.TLabel", justify="left",
                  wraplength=theme.px(440)).grid(row=0, column=0, columnspan=2, sticky="w")
        others = [text for text, severity in _SEVERITIES if severity != problem.severity]
        self.severity = ttk.Combobox(body, state="readonly", values=others)
        self.severity.set(others[0])
        self.whom = ttk.Combobox(body, state="readonly", values=list(_ranges(problem)))
        self.whom.set(next(iter(_ranges(problem))))
        self.reason = ttk.Entry(body, width=48)
        for row, (text, widget) in enumerate((
                ("It counts as", self.severity), ("For", self.whom), ("Reason", self.reason)), 1):
            ttk.Label(body, text=text, style="Panel.TLabel").grid(
                row=row, column=0, sticky="w", padx=(0, theme.px(10)), pady=(theme.px(8), 0))
            widget.grid(row=row, column=1, sticky="ew", pady=(theme.px(8), 0))
        self.may_refuse()
        self.button("OK", self._accept, default=True)
        self.button("Cancel", self.cancel)

    def _accept(self) -> None:
        severity, about = dict(_SEVERITIES)[self.severity.get()], _ranges(self._problem)[self.whom.get()]
        reason = self.reason.get()

        def edit(design: Design) -> Design:
            return with_judged(design, about, severity, reason)

        wrong = self._session.change(f"Judge {self._problem.code}: {severity}", edit)
        if wrong:
            self.refuse(wrong, self.reason)
            return
        self.finish("judged")


def judge(parent: tk.Misc, session: Session, problem: Problem) -> str:
    """Ask how a problem counts; why it cannot count otherwise, or ""."""
    if problem.severity == "error":
        return "An error cannot count otherwise: nothing can be played with it. Correct it, or use its fix."
    if session.scenario is None:
        return "Only a scenario says how problems count. Begin one with Scenario > New scenario on this map…."
    dialog = JudgeDialog(parent, session, problem)
    dialog.run(dialog.reason)
    return ""


def _ranges(problem: Problem) -> dict[str, Problem]:
    """What a judgement may be about, in words: the unit or hex of the problem, or all of its kind."""
    one = Problem(problem.severity, problem.code, problem.message, hex=problem.hex, unit=problem.unit)
    alike = Problem(problem.severity, problem.code, problem.message)
    name = problem.unit.partition("/")[2] or problem.unit
    here = {f"{name} only": one} if problem.unit else {f"hex {problem.hex} only": one} if problem.hex else {}
    return {**here, "all problems of this kind": alike}
