"""Finding widgets of a window by their texts."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from contextlib import suppress
from tkinter import TclError, ttk

from xvfb import Hand


def button(widget: tk.Misc, text: str) -> tk.Misc:
    """The button of that text in a panel."""
    return next(b for b in buttons(widget) if b.cget("text") == text)


def buttons(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if child.winfo_class() == "TButton":
            yield child
        yield from buttons(child)


def told(widget: object) -> str:
    """All words of a panel."""
    found = []
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        with suppress(TclError):
            found.append(str(child.cget("text")))
        found.append(told(child))
    return " ".join(found)


def swatch(hand: Hand, name: str) -> ttk.Radiobutton:
    """The palette's entry of that name."""
    found: list[ttk.Radiobutton] = []

    def look(widget: object) -> None:
        for child in widget.winfo_children():  # type: ignore[attr-defined]
            if isinstance(child, ttk.Radiobutton) and str(child.cget("text")).strip() == name:
                found.append(child)
            look(child)

    look(hand.window.palette)
    return found[0]
