"""Sentences to the user: each is shown for a while, the latest in place of the one before."""

from __future__ import annotations

import tkinter as tk

from ..signals import Signal

SAY_MS = 6000
"""How long a sentence is shown."""


class Messages:
    """The sentence that is shown now. The status bar listens to `changed`."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._timer = ""
        self.text = ""
        """The sentence shown now, "" where there is none."""
        self.changed = Signal()

    def say(self, text: str, for_ms: int | None = None) -> None:
        """Show a sentence for a while; "" takes back the one that is shown."""
        if self._timer:
            self._root.after_cancel(self._timer)
        self.text = text
        self.changed.emit()
        self._timer = self._root.after(SAY_MS if for_ms is None else for_ms, self._expire)

    def complain(self, text: str) -> None:
        """Say why something was not done, with a sound; "" says nothing."""
        if text:
            self._root.bell()
            self.say(text)

    def withdraw(self, text: str) -> None:
        """Take that sentence back, where it is still shown."""
        if text and self.text == text:
            self.say("")

    def clear(self) -> None:
        """Take back whatever is shown: it is out of date."""
        if self.text:
            self.say("")

    def _expire(self) -> None:
        self.text, self._timer = "", ""
        self.changed.emit()
