"""The odds of an attack: strengths, shifts with their rules, and a bar for each result."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from .. import theme
from .odds import Odds

_COLOURS = {"attacker": "#c4453c", "both": "#c98a1b", "defender": "#3a8a4d"}
_ROW = 16


class OddsView(ttk.Frame):
    """Shows `Odds`; drawn anew when its width changes."""

    def __init__(self, parent: tk.Misc, odds: Odds, title: str) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._odds = odds
        ttk.Label(self, text=title, style="Panel.TLabel", wraplength=330, justify="left").pack(anchor="w")
        ttk.Label(self, text=odds.line, style="Title.TLabel").pack(anchor="w", pady=(2, 0))
        told = [f"{name} {n:+d}" + (f" [{rule}]" if rule else "") for name, n, rule in odds.shifts]
        shifts = ";  ".join(told)
        ttk.Label(self, text=f"Column shifts: {shifts or 'none'}", style="Quiet.TLabel", wraplength=330,
                  justify="left").pack(anchor="w")
        ttk.Label(self, text=f"Resolved at {odds.column}", style="Panel.TLabel").pack(anchor="w", pady=(0, 2))
        rows = sum(len(t[1]) + 1 for t in odds.tables)
        self._canvas = tk.Canvas(self, height=rows * _ROW + 4 * len(odds.tables), background=theme.PANEL,
                                 highlightthickness=0, width=200)
        self._canvas.pack(fill="x")
        self._canvas.bind("<Configure>", self._draw)

    def _draw(self, event: Any) -> None:
        canvas, wide = self._canvas, event.width
        canvas.delete("all")
        y = 2
        for name, chances in self._odds.tables:
            canvas.create_text(0, y + _ROW / 2, anchor="w", text=name, font="VeSection", fill=theme.QUIET)
            y += _ROW
            for chance in chances:
                canvas.create_text(2, y + _ROW / 2, anchor="w", text=chance.code,
                                   font=("TkDefaultFont", 9, "bold"), fill=theme.TEXT)
                left, right = 34, max(110, round(wide * 0.42))
                canvas.create_rectangle(left, y + 3, right, y + _ROW - 3, fill="#e4e8ee", outline="")
                length = (right - left) * chance.faces / 6
                canvas.create_rectangle(left, y + 3, left + length, y + _ROW - 3,
                                        fill=_COLOURS[chance.suffers], outline="")
                canvas.create_text(right + 6, y + _ROW / 2, anchor="w",
                                   text=f"{chance.faces}/6  {chance.name}", fill=theme.TEXT, font="VeSmall")
                y += _ROW
            y += 4
