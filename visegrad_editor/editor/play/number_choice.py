"""A number of markers to enter: what it leaves for the track is shown while it is typed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from ...engine import Order
from ..keyboard_focus import focused
from ..theme import px

NUMBERS = frozenset({"allocate", "transfer"})
"""Orders that are a number of markers: the first word."""
_TYPED = ("TEntry", "TSpinbox", "TCombobox")
_SOON_MS = 40
"""A click on a tab gives the keyboard to the first widget of its page a moment after the page shows."""


class NumberChoice(ttk.Frame):
    """One of `orders` by its number; `give` gets it, `complain` a sentence where there is none such."""

    def __init__(self, parent: tk.Misc, orders: Sequence[Order], give: Callable[[Order], None],
                 complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", takefocus=False)
        self._orders, self._give, self._complain = orders, give, complain
        numbers = [int(o.words[0]) for o in orders]
        self._least, self._most = min(numbers), max(numbers)
        self._total = sum(map(int, orders[0].words)) if len(orders[0].words) > 1 else 0
        word = "On the table" if self._total else "From table to track"
        ttk.Label(self, text=word, style="Panel.TLabel").pack(side="left")
        self.spin = ttk.Spinbox(self, from_=self._least, to=self._most, width=4, command=self._tell)
        self.spin.set(self._most if self._total else self._least)
        self.spin.pack(side="left", padx=px(8))
        self._track = ttk.Label(self, style="Quiet.TLabel")
        self._track.pack(side="left")
        ttk.Button(self, text="Set", style="Small.TButton", command=self._enter).pack(side="left", padx=px(8))
        self.spin.bind("<KeyRelease>", lambda _e: self._tell())
        self.spin.bind("<Return>", self._enter)
        self.spin.bind("<Map>", lambda _e: self.take_focus_soon())
        self._tell()

    def _tell(self) -> None:
        if self._total and self.spin.get().isdigit():
            self._track.configure(text=f"on the track: {max(0, self._total - int(self.spin.get()))}")

    def _enter(self, _event: Any = None) -> str:
        fitting = [o for o in self._orders if o.words[0] == self.spin.get().strip()]
        if fitting:
            self._give(fitting[0])
        else:
            self._complain(f"Enter a number from {self._least} to {self._most}.")
        return "break"

    def take_focus_soon(self) -> None:
        """Take the keyboard, and again once whatever brought the number up has set its own."""
        self.after_idle(self._take_focus)
        self.after(_SOON_MS, self._take_focus)

    def _take_focus(self) -> None:
        """There is nothing to do on the map now: what is typed is the number."""
        if self.winfo_exists() and self.spin.winfo_viewable() and not _typed_in(focused(self)):
            self.spin.focus_set()
            self.spin.selection_range(0, "end")


def _typed_in(widget: tk.Misc | None) -> bool:
    """Whether somebody is writing something in a field."""
    if widget is None or widget.winfo_class() not in _TYPED or "readonly" in str(widget.cget("state")):
        return False
    return bool(widget.get())  # type: ignore[attr-defined]
