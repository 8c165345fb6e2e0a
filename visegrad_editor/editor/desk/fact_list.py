"""What books say, as headings with facts below them."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...desk.book_words import BookPart
from ...desk.hexes import DIRECTIONS
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

_ARROW_PX = 64


def show_parts(frame: tk.Misc, parts: Sequence[BookPart]) -> None:
    """Add headings and facts to a frame."""
    for part in parts:
        WrappedLabel(frame, part.title, "Section.TLabel").pack(fill="x", pady=(px(8), px(2)))
        for fact in part.facts:
            WrappedLabel(frame, fact.name, "Strong.TLabel").pack(fill="x")
            rule = f" ({fact.rule})" if fact.rule and fact.rule not in fact.text else ""
            WrappedLabel(frame, f"{fact.text}{rule}").pack(fill="x", pady=(0, px(4)))
        if not part.facts:
            WrappedLabel(frame, part.empty, "Quiet.TLabel").pack(fill="x")


class FactList(ScrollableFrame):
    """Parts of books below each other. It is made anew only if something in it has changed."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, px(240))
        self._shown: tuple[object, ...] = ()

    def show(self, parts: Sequence[BookPart], wind: int | None = None) -> None:
        """Show parts; `wind` is where an arrow above them points to, None for no arrow."""
        if (tuple(parts), wind) == self._shown:
            return
        self._shown = tuple(parts), wind
        for child in self.inside.winfo_children():
            child.destroy()
        frame = ttk.Frame(self.inside, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        if wind is not None:
            self._arrow(frame, wind)
        show_parts(frame, parts)
        self.tag_children()

    def _arrow(self, parent: tk.Misc, direction: int) -> None:
        """An arrow that points to where the wind blows, in a hex with its directions."""
        size = px(_ARROW_PX)
        canvas = tk.Canvas(parent, width=size, height=size, background=theme.PANEL, highlightthickness=0)
        canvas.pack(anchor="w")
        middle, far = size / 2, size * 0.46
        angles = [math.radians(60 * n) for n in range(6)]
        corners = [middle + far * turn(angle) for angle in angles for turn in (math.cos, math.sin)]
        canvas.create_polygon(corners, fill=theme.FIELD, outline=theme.BORDER, width=2)
        angle = math.radians(60 * DIRECTIONS.index(direction) - 90)
        x, y = math.cos(angle) * far * 0.75, math.sin(angle) * far * 0.75
        canvas.create_line(middle - x, middle - y, middle + x, middle + y, fill=theme.ACCENT, width=px(4),
                           arrow="last", arrowshape=(px(14), px(17), px(7)))
