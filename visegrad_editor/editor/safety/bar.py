"""A bar over the map that tells something without getting in the way, with buttons to answer it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..theme import px

Choice = tuple[str, Callable[[], None]]


class NoticeBar(ttk.Frame):
    """Hidden until `show`; covers the upper edge of its parent."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Notice.TFrame", padding=(px(12), px(7)))
        self.text = ""
        self.choices: dict[str, Callable[[], None]] = {}
        self._label = ttk.Label(self, style="Notice.TLabel", justify="left")
        self._buttons: list[ttk.Button] = []
        self._label.pack(side="left", fill="x", expand=True)
        self.bind("<Configure>", lambda _e: self._wrap())

    def show(self, text: str, choices: Sequence[Choice]) -> None:
        """Tell a text; each choice is a button and what it does. The same again changes nothing."""
        if text == self.text and [c[0] for c in choices] == list(self.choices):
            return
        self.text, self.choices = text, dict(choices)
        self._label.configure(text=text)
        for button in self._buttons:
            button.destroy()
        self._label.pack_forget()
        self._buttons = [ttk.Button(self, text=label, command=command) for label, command in choices]
        for button in reversed(self._buttons):
            button.pack(side="right", padx=(px(6), 0))
        self._label.pack(side="left", fill="x", expand=True)
        self.place(x=0, y=0, relwidth=1)
        self.lift()
        self.after_idle(self._wrap)

    def hide(self) -> None:
        """Show nothing."""
        if self.text:
            self.text, self.choices = "", {}
            self.place_forget()

    def _wrap(self) -> None:
        room = self.winfo_width() - sum(b.winfo_reqwidth() + px(6) for b in self._buttons) - px(40)
        if room > 80:
            self._label.configure(wraplength=room)
