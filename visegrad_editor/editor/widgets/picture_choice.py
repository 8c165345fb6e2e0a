"""A dialog for choosing one of many named pictures: with the mouse, the arrow keys, or the first letters."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from PIL import Image, ImageTk

from ..window.theme import px
from .dialogs import Dialog
from .typed_choice import entry_beginning_with

_PAUSE_MS = 1000
"""After this many milliseconds the next letter begins another word."""
_ACROSS = 5
Named = tuple[str, Callable[[], Image.Image]]
"""A name, and what makes its picture."""


def ask_named_picture(parent: tk.Misc, title: str, pictures: Sequence[Named], now: str) -> str:
    """The name of the chosen picture; "" if the dialog was cancelled. `now` is chosen at first."""
    dialog = PictureChoice(parent, title, pictures, now)
    return dialog.run(dialog.buttons[dialog.at])


class PictureChoice(Dialog):
    """Shows pictures as buttons with their names."""

    def __init__(self, parent: tk.Misc, title: str, pictures: Sequence[Named], now: str) -> None:
        super().__init__(parent, title)
        self.names = [name for name, _ in pictures]
        self.buttons: list[ttk.Button] = []
        self._letters, self._last_ms = "", 0
        self._photos = [ImageTk.PhotoImage(make(), master=self) for _, make in pictures]
        for i, (name, photo) in enumerate(zip(self.names, self._photos, strict=True)):
            button = ttk.Button(
                self.body, text=name, image=photo, compound="top",
                style="Accent.TButton" if name == now else "TButton",
                command=lambda n=name: self.finish(n))  # type: ignore[misc]
            button.grid(row=i // _ACROSS, column=i % _ACROSS, sticky="nsew", padx=px(3), pady=px(3))
            button.bind("<Key>", self._key)
            self.buttons.append(button)
        self.at = self.names.index(now) if now in self.names else 0
        self.button("Cancel", self.cancel)

    def _key(self, event: tk.Event[ttk.Button]) -> str | None:
        self.at = self.buttons.index(event.widget)
        by = {"Left": -1, "Right": 1, "Up": -_ACROSS, "Down": _ACROSS}.get(event.keysym)
        if event.keysym in ("Return", "KP_Enter"):
            event.widget.invoke()
            return "break"
        if event.keysym in ("Home", "End"):
            by = (0 if event.keysym == "Home" else len(self.buttons) - 1) - self.at
        if by is None and event.char.isprintable() and event.char.strip():
            if event.time - self._last_ms > _PAUSE_MS:
                self._letters = ""
            self._letters, self._last_ms = self._letters + event.char, event.time
            found = entry_beginning_with(self.names, self._letters, self.at)
            by = None if found is None else found - self.at
        if by is None:
            return None
        if 0 <= self.at + by < len(self.buttons):
            self.at += by
            self.buttons[self.at].focus_set()
        return "break"
