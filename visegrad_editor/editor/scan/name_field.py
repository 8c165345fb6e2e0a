"""A small field at a place of the map: which hex is this?"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...hexgrid import Point
from .. import theme

TAG = "name-field"


class NameField:
    """Stands on a canvas. `accept` gets what was typed and returns a complaint, or "" and the field goes;
    `drop` is called where Escape was pressed."""

    def __init__(self, canvas: tk.Canvas, accept: Callable[[str], str], drop: Callable[[], None]) -> None:
        self._canvas, self._accept, self._drop = canvas, accept, drop
        self._frame: ttk.Frame | None = None
        self.entry: ttk.Entry | None = None
        self._wrong: ttk.Label | None = None

    @property
    def open(self) -> bool:
        """Whether it stands there."""
        return self._frame is not None

    def show(self, at: Point, text: str) -> None:
        """Put it beside a place in canvas coordinates, with a text to be accepted or typed over."""
        self.close()
        frame = self._frame = ttk.Frame(self._canvas, style="Card.TFrame", padding=theme.px(6))
        ttk.Label(frame, text="Which hex?").grid(row=0, column=0, padx=(0, theme.px(6)))
        entry = self.entry = ttk.Entry(frame, width=8)
        entry.insert(0, text)
        entry.select_range(0, "end")
        entry.grid(row=0, column=1)
        self._wrong = ttk.Label(frame, style="Error.TLabel", wraplength=theme.px(170))
        for key in ("<Return>", "<KP_Enter>"):
            entry.bind(key, self._return)
        entry.bind("<Escape>", self._escape)
        frame.update_idletasks()
        self._canvas.create_window(0.0, 0.0, window=frame, anchor="w", tags=(TAG,))
        self.move(at)
        entry.focus_set()

    def move(self, at: Point) -> None:
        """Put it beside another place, at the side where there is room."""
        if self._frame is None:
            return
        x, y = at
        right = self._canvas.canvasx(self._canvas.winfo_width())
        wide, gap = self._frame.winfo_reqwidth(), theme.px(16)
        if x + gap + wide > right:
            x -= 2 * gap + wide
        self._canvas.coords(TAG, x + gap, y)

    def close(self) -> None:
        """Take it away."""
        self._canvas.delete(TAG)
        if self._frame is not None:
            self._frame.destroy()
        self._frame = self.entry = self._wrong = None

    def _return(self, _event: object) -> str:
        assert self.entry is not None
        if complaint := self._accept(self.entry.get()):
            assert self._wrong is not None
            self._wrong.configure(text=complaint)
            self._wrong.grid(row=1, column=0, columnspan=2, sticky="w", pady=(theme.px(4), 0))
            self.entry.select_range(0, "end")
        return "break"

    def _escape(self, _event: object) -> str:
        self._drop()
        return "break"
