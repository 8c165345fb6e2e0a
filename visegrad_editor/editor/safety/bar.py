"""A bar over the map that tells something without getting in the way, with buttons to answer it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..flow import Flow
from ..theme import px

Choice = tuple[str, Callable[[], None]]
_LEAST = 320
"""Pixels at 100 % the sentence needs beside the buttons; where it has less, they stand below it."""
_GAP = 6


class NoticeBar(ttk.Frame):
    """Hidden until `show`; covers the upper edge of its parent."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Notice.TFrame", padding=(px(12), px(7)))
        self.text = ""
        self.choices: dict[str, Callable[[], None]] = {}
        self.buttons: list[ttk.Button] = []
        self._label = ttk.Label(self, style="Notice.TLabel", justify="left", anchor="w")
        self._answers = Flow(self, style="Inside.Notice.TFrame")
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda _e: self._lay_out())

    def show(self, text: str, choices: Sequence[Choice]) -> None:
        """Tell a text; each choice is a button and what it does. The same again changes nothing."""
        if text == self.text and [c[0] for c in choices] == list(self.choices):
            return
        self.text, self.choices = text, dict(choices)
        self._label.configure(text=text)
        self._answers.destroy()
        self._answers = Flow(self, style="Inside.Notice.TFrame", gap=px(_GAP))
        self.buttons = [ttk.Button(self._answers, text=label, command=command) for label, command in choices]
        for button in self.buttons:
            self._answers.add(button, before=px(_GAP))
        self.place(x=0, y=0, relwidth=1)
        self.lift()
        self._lay_out()

    def hide(self) -> None:
        """Show nothing."""
        if self.text:
            self.text, self.choices = "", {}
            self.place_forget()

    def _lay_out(self) -> None:
        room = self.winfo_width() - 2 * px(12)
        if not self.text or room < 2:
            return
        wide = sum(button.winfo_reqwidth() + px(_GAP) for button in self.buttons)
        beside = room - wide - px(_GAP)
        narrow = beside < px(_LEAST)
        # A label takes a little more than its lines.
        self._label.configure(wraplength=(room if narrow else beside) - px(8))
        self._label.grid(row=0, column=0, sticky="ew")
        if narrow:
            self._answers.grid(row=1, column=0, sticky="ew", padx=0, pady=(px(_GAP), 0))
        else:
            self._answers.configure(width=wide)
            self._answers.grid(row=0, column=1, sticky="e", padx=(px(_GAP), 0), pady=0)
