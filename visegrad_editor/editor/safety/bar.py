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
        self._buttons = ttk.Frame(self, style="Notice.TFrame")
        self._buttons.pack(side="right", padx=(px(12), 0))
        self._label.pack(side="left", fill="x", expand=True)
        self.bind("<Configure>", lambda _e: self._wrap())

    def show(self, text: str, choices: Sequence[Choice]) -> None:
        """Tell a text; each choice is a button and what it does. The same again changes nothing."""
        if text == self.text and [c[0] for c in choices] == list(self.choices):
            return
        self.text, self.choices = text, dict(choices)
        self._label.configure(text=text)
        for button in self._buttons.winfo_children():
            button.destroy()
        for label, command in choices:
            ttk.Button(self._buttons, text=label, command=command, takefocus=True).pack(
                side="left", padx=(px(6), 0))
        self.place(x=0, y=0, relwidth=1)
        self.lift()
        self.after_idle(self._wrap)

    def hide(self) -> None:
        """Show nothing."""
        if self.text:
            self.text, self.choices = "", {}
            self.place_forget()

    def _wrap(self) -> None:
        room = self.winfo_width() - self._buttons.winfo_reqwidth() - 50
        if room > 80:
            self._label.configure(wraplength=room)
