"""What the measuring tape measures for: a type of unit, or the distance alone."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from .flow import Flow
from .session import Session
from .theme import px

_NOBODY = "Distance only"


class MeasureOptions(ttk.Frame):
    """A choice among the unit types of the ruleset that move on the map."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._ids = ["", *(t.id for t in session.design.ruleset.unit_types if t.movement > 0)]
        names = [_NOBODY, *(t.name for t in session.design.ruleset.unit_types if t.movement > 0)]
        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        row.add(ttk.Label(row, text="For", style="Panel.TLabel"))
        self.choice = ttk.Combobox(row, values=names, state="readonly", width=16)
        now = session.brush.measure_as
        self.choice.current(self._ids.index(now) if now in self._ids else 0)
        row.add(self.choice, px(6), stretch=True)
        self.choice.bind("<<ComboboxSelected>>", lambda _e: self._chosen())

    def _chosen(self) -> None:
        self._session.choose(measure_as=self._ids[self.choice.current()])
