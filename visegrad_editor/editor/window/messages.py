"""Messages to the user. Each is shown for a while and replaces the one before."""

from __future__ import annotations

import tkinter as tk

from ..platforms import key_words
from ..signals import Signal

SAY_MS = 6000
"""Milliseconds a message is shown."""


class Messages:
    """The message shown now. The status bar listens to `changed`."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._timer = ""
        self.text = ""
        """The message shown now, "" for none."""
        self.changed = Signal()

    def say(self, text: str, for_ms: int | None = None) -> None:
        """Show a message for a while; "" removes the one shown."""
        if self._timer:
            self._root.after_cancel(self._timer)
        self.text = key_words(text)
        self.changed.emit()
        self._timer = self._root.after(SAY_MS if for_ms is None else for_ms, self._expire)

    def complain(self, text: str) -> None:
        """Say why something was not done, with a beep; "" does nothing."""
        if text:
            self._root.bell()
            self.say(text)

    def withdraw(self, text: str) -> None:
        """Remove this message if it is still shown."""
        if text and self.text == key_words(text):
            self.say("")

    def clear(self) -> None:
        """Remove the message shown."""
        if self.text:
            self.say("")

    def _expire(self) -> None:
        self.text, self._timer = "", ""
        self.changed.emit()
