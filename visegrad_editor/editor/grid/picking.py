"""Choosing a value by its picture."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from PIL import ImageTk

from .. import theme
from ..dialogs import Dialog
from .model import Cell, GridModel, Picture, moved

_ACROSS = 5


def ask_picture(parent: tk.Misc, title: str, model: GridModel, cell: Cell,
                photo: Callable[[Picture], ImageTk.PhotoImage]) -> str | None:
    """One of the words that a cell offers, chosen by its picture; None where none was."""
    return PictureDialog(parent, title, model, cell, photo).ask()


class PictureDialog(Dialog):
    """The words of a cell as buttons with pictures; arrow keys go from one to the next."""

    def __init__(self, parent: tk.Misc, title: str, model: GridModel, cell: Cell,
                 photo: Callable[[Picture], ImageTk.PhotoImage]) -> None:
        super().__init__(parent, title)
        self.choices = list(model.choices(cell))
        self.buttons: list[ttk.Button] = []
        now = model.text(cell)
        for i, choice in enumerate(self.choices):
            picture = model.choice_picture(cell, choice)
            button = ttk.Button(
                self.body, text=choice or "none", style="Accent.TButton" if choice == now else "TButton",
                compound="top", command=lambda c=choice: self.finish(f"={c}"))  # type: ignore[misc]
            if picture is not None:
                button.configure(image=photo(picture))
            row, column = divmod(i, _ACROSS)
            button.grid(row=row, column=column, sticky="nsew", padx=theme.px(3), pady=theme.px(3))
            button.bind("<Key>", self._key)
            self.buttons.append(button)
        self.button("Cancel", self.cancel)
        self._now = self.choices.index(now) if now in self.choices else 0

    def ask(self) -> str | None:
        """Wait for the choice."""
        found = self.run(self.buttons[self._now] if self.buttons else None)
        return found[1:] if found else None

    def _key(self, event: Any) -> str | None:
        if event.keysym in ("Return", "KP_Enter"):
            event.widget.invoke()
            return "break"
        at = self.buttons.index(event.widget)
        if event.keysym in ("Tab", "ISO_Left_Tab"):
            return None
        to = moved(Cell(*divmod(at, _ACROSS)), event.keysym, -(-len(self.buttons) // _ACROSS), _ACROSS, 3)
        if to is None:
            return None
        self.buttons[min(to.row * _ACROSS + to.column, len(self.buttons) - 1)].focus_set()
        return "break"
