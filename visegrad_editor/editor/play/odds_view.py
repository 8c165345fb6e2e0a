"""The odds of an attack: strengths, shifts with their rules, and a bar for each result."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from tkinter.font import nametofont

from ...drawing.colours import mixed
from .. import theme
from ..columns import elided
from ..tooltips import Tooltip
from .odds import Chance, Odds

_COLOURS = {"attacker": "#c4453c", "both": "#c98a1b", "defender": "#3a8a4d"}
_STRENGTH = 0.45
"""How strong a bar is: words of the theme stand on it."""
_ROW = 17
_BESIDE = 150
"""Pixels a table needs to stand beside another."""


class OddsView(ttk.Frame):
    """Shows `Odds`; drawn anew when its width changes."""

    def __init__(self, parent: tk.Misc, odds: Odds, title: str) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._odds = odds
        heading = ttk.Label(self, text=title, style="Panel.TLabel", wraplength=theme.px(330), justify="left")
        heading.pack(anchor="w")
        ttk.Label(self, text=odds.line, style="Title.TLabel").pack(anchor="w", pady=(theme.px(2), 0))
        told = [f"{name} {n:+d}" + (f" [{rule}]" if rule else "") for name, n, rule in odds.shifts]
        shifts = ";  ".join(told)
        below = ttk.Label(self, text=f"Column shifts: {shifts or 'none'}", style="Quiet.TLabel",
                          wraplength=theme.px(330), justify="left")
        below.pack(anchor="w")
        self._wrapped = (heading, below)
        ttk.Label(self, text=f"Resolved at {odds.column}", style="Panel.TLabel").pack(
            anchor="w", pady=(0, theme.px(2)))
        self._canvas = tk.Canvas(self, height=theme.px(10), background=theme.PANEL, highlightthickness=0,
                                 width=theme.px(200))
        self._canvas.pack(fill="x")
        self._whole: list[tuple[int, int, int, str]] = []
        """(left, top, right, all the words) of the rows, which may be cut."""
        self._canvas.bind("<Configure>", lambda e: self._draw(e.width))
        theme.changed.connect(lambda: self._draw(self._canvas.winfo_width()), owner=self)
        self._note = Tooltip(self._canvas, "")
        self._canvas.bind("<Motion>", lambda e: self._note.follow(e, self._words_at(e.x, e.y)))

    def _draw(self, wide: int) -> None:
        for label in self._wrapped:
            label.configure(wraplength=max(150, wide - 4))
        canvas, tables = self._canvas, self._odds.tables
        canvas.delete("all")
        self._whole.clear()
        # Side by side the tables leave room for what is to be chosen below them.
        side_by_side = wide >= theme.px(_BESIDE) * len(tables)
        each = wide // len(tables) if side_by_side and tables else wide
        x, y, deepest = 0, 0, 0
        for name, chances in tables:
            below = self._table(x, y, each - 6, name, chances)
            deepest = max(deepest, below)
            x, y = (x + each, 0) if side_by_side else (0, below + 4)
        canvas.configure(height=deepest + 4)

    def _words_at(self, x: int, y: int) -> str:
        row = theme.px(_ROW)
        return next((t for left, top, right, t in self._whole if left <= x < right and top <= y < top + row),
                    "")

    def _table(self, x: int, y: int, wide: int, name: str, chances: Sequence[Chance]) -> int:
        """One table: a row for each result, with a bar behind its words as long as its chance. Returns where
        it ends."""
        canvas = self._canvas
        left, row = x + theme.px(27), theme.px(_ROW)
        bold, small = nametofont("VeSection", canvas), nametofont("VeSmall", canvas)
        canvas.create_text(x, y + row / 2, anchor="w", text=elided(name, wide, bold.measure),
                           font="VeSection", fill=theme.QUIET)
        self._whole.append((x, y, x + wide, name))
        for chance in chances:
            y += row
            canvas.create_text(x + 2, y + row / 2, anchor="w", text=chance.code, font="VeSection",
                               fill=theme.TEXT)
            canvas.create_rectangle(left, y + 1, x + wide, y + row - 1, fill=theme.HOVER, outline="")
            canvas.create_rectangle(left, y + 1, left + (x + wide - left) * chance.faces / 6, y + row - 1,
                                    fill=mixed(theme.FIELD, _COLOURS[chance.suffers], _STRENGTH), outline="",
                                    tags=("bar",))
            words = elided(f"{chance.faces}/6 {chance.name}", x + wide - left - 6, small.measure)
            canvas.create_text(left + 3, y + row / 2, anchor="w", text=words, fill=theme.TEXT,
                               font="VeSmall")
            self._whole.append((x, y, x + wide, f"{chance.code}: {chance.name}, {chance.faces} of 6"))
        return y + row
