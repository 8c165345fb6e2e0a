"""The dialog for choosing a colour: from a list, by red, green and blue, or typed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Any

from ...drawing.colours import hex_colour, rgb
from ...model.ruleset_values import is_colour, read_colour
from ..window import theme
from .dialogs import Dialog
from .keyboard import enter_field
from .tooltips import Tooltip

_ACROSS = 12
_COMMON = (
    "#f2f0ea", "#e9e4c6", "#dfdf9f", "#efdcae", "#d6c79c", "#c8ac86", "#a97b2d", "#7a5230",
    "#cfe0b8", "#b7cf9c", "#8fb37a", "#5f8f4e", "#3b5a33", "#a9c8b4", "#d7e6f2", "#a9c9e1",
    "#3c79b6", "#1f4e8c", "#f5f5f1", "#b9b9b9", "#6b6b6b", "#1c1c1c", "#b5361f", "#9c0a1c",
)
"""Colours often used for maps and counters."""


def ask_colour(parent: tk.Misc, colour: str, known: Sequence[str] = ()) -> str:
    """Ask for a colour, offering the `known` ones first; `#rrggbb`, or "" if none was chosen."""
    return ColourDialog(parent, colour, known).ask()


class ColourDialog(Dialog):
    """Shows patches of colours, three sliders, a field for the value, and the chosen colour."""

    def __init__(self, parent: tk.Misc, colour: str, known: Sequence[str] = ()) -> None:
        super().__init__(parent, "Colour")
        self._busy = False
        start = colour if is_colour(colour) else "#808080"
        self._at: dict[str, list[tk.Canvas]] = {}
        row = 0
        for title, colours in (("In this ruleset", tuple(dict.fromkeys(c.lower() for c in known))[:36]),
                               ("Common", _COMMON)):
            if colours:
                row = self._patches(row, title, colours)
        frame = ttk.Frame(self.body, style="Panel.TFrame")
        frame.grid(row=row, column=0, sticky="ew", pady=(theme.px(8), 0))
        frame.columnconfigure(1, weight=1)
        self.scales: list[ttk.Scale] = []
        self._numbers: list[ttk.Label] = []
        for i, name in enumerate(("Red", "Green", "Blue")):
            ttk.Label(frame, text=name, style="Quiet.TLabel").grid(row=i, column=0, sticky="w")
            scale = ttk.Scale(frame, from_=0, to=255, command=lambda _v: self._scaled())
            scale.grid(row=i, column=1, sticky="ew", padx=theme.px(8), pady=theme.px(2))
            number = ttk.Label(frame, width=4, anchor="e", style="Panel.TLabel")
            number.grid(row=i, column=2)
            self.scales.append(scale)
            self._numbers.append(number)
        self.patch = tk.Canvas(frame, width=theme.px(90), height=theme.px(54), highlightthickness=1,
                               highlightbackground=theme.BORDER, borderwidth=0)
        self.patch.grid(row=0, column=3, rowspan=2, padx=(theme.px(12), 0))
        self.entry = ttk.Entry(frame, width=11)
        self.entry.grid(row=2, column=3, padx=(theme.px(12), 0), pady=(theme.px(4), 0))
        self.entry.bind("<KeyRelease>", lambda _e: self._typed())
        self.button("OK", self._accept, default=True)
        self.button("Cancel", self.cancel)
        self.put(start)

    def ask(self) -> str:
        """Show the dialog and wait for the colour; "" if it was cancelled."""
        return self.run(self.entry)

    @property
    def colour(self) -> str:
        """The colour shown."""
        return hex_colour(*(s.get() for s in self.scales))

    def put(self, colour: str) -> None:
        """Show a colour."""
        self._busy = True
        for scale, value in zip(self.scales, rgb(colour), strict=True):
            scale.set(value)
        self._busy = False
        self._show()
        self._write(colour)

    def _write(self, colour: str) -> None:
        self.entry.delete(0, "end")
        self.entry.insert(0, colour)

    def _show(self) -> None:
        for number, value in zip(self._numbers, rgb(self.colour), strict=True):
            number.configure(text=str(value))
        self.patch.configure(background=self.colour)

    def _scaled(self) -> None:
        if not self._busy:
            self._show()
            self._write(self.colour)

    def _typed(self) -> None:
        try:
            colour = read_colour(self.entry.get())
        except ValueError:
            return
        if colour != self.colour:
            text, place = self.entry.get(), self.entry.index("insert")
            self.put(colour)
            self._write(text)
            self.entry.icursor(place)

    def _accept(self) -> None:
        try:
            self.finish(read_colour(self.entry.get()))
        except ValueError:
            self.bell()
            enter_field(self.entry)

    # -- patches ------------------------------------------------------------------------

    def _patches(self, row: int, title: str, colours: Sequence[str]) -> int:
        """Add rows of patches below a title; the next free row of the body."""
        ttk.Label(self.body, text=title, style="Section.TLabel").grid(
            row=row, column=0, sticky="w", pady=(theme.px(6) if row else 0, theme.px(3)))
        frame = ttk.Frame(self.body, style="Panel.TFrame")
        frame.grid(row=row + 1, column=0, sticky="w")
        edge = theme.px(26)
        group = self._at[title] = []
        for i, colour in enumerate(colours):
            patch = tk.Canvas(frame, width=edge, height=edge, background=colour, borderwidth=0,
                              takefocus=i == 0, highlightthickness=2, highlightbackground=theme.BORDER,
                              highlightcolor=theme.ACCENT)
            patch.grid(row=i // _ACROSS, column=i % _ACROSS, padx=theme.px(2), pady=theme.px(2))
            Tooltip(patch, colour)
            patch.bind("<Button-1>", lambda _e, c=colour: self.put(c))  # type: ignore[misc]
            patch.bind("<Double-Button-1>", lambda _e, c=colour: self.finish(c))  # type: ignore[misc]
            patch.bind("<Key>", lambda e, g=title, n=i: self._key(e, g, n))  # type: ignore[misc]
            group.append(patch)
        return row + 2

    def _key(self, event: Any, group: str, at: int) -> str | None:
        """Move from patch to patch with the arrow keys, and choose one with Space."""
        patches = self._at[group]
        if event.keysym == "space":
            self.put(str(patches[at].cget("background")))
            return "break"
        by = {"Left": -1, "Right": 1, "Up": -_ACROSS, "Down": _ACROSS}.get(event.keysym)
        if by is None:
            return None
        patches[min(max(at + by, 0), len(patches) - 1)].focus_set()
        return "break"
