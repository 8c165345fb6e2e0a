"""Labels whose text wraps at their width; one of them for lists that are empty."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from ..platforms import key_words
from ..window import theme
from .tooltips import Tooltip

_SPARE = 4
_FIRST = 240
"""The width in pixels before the label is laid out."""
_BELOW_HEADINGS_PX = 32
"""Pixels at 100 % from the top of a list to its rows."""


class WrappedLabel(ttk.Label):
    """A label that wraps its text. It must be laid out so that it fills the available width."""

    def __init__(self, parent: tk.Misc, text: str = "", style: str = "Panel.TLabel") -> None:
        super().__init__(parent, text=key_words(text), style=style, justify="left", wraplength=_FIRST)
        self.bind("<Configure>", self._wrap)

    def _wrap(self, event: Any) -> None:
        width = event.width - _SPARE
        if width > 20 and int(str(self.cget("wraplength"))) != width:
            self.configure(wraplength=width)


class ListAdvice(WrappedLabel):
    """What to do while a list is empty, shown in the list below its headings."""

    def __init__(self, tree: ttk.Treeview) -> None:
        super().__init__(tree, style="Advice.TLabel")

    def show(self, text: str) -> None:
        """Show a text; "" hides the label."""
        self.configure(text=key_words(text))
        if text:
            self.place(x=0, y=theme.px(_BELOW_HEADINGS_PX), relwidth=1)
        else:
            self.place_forget()


class TextRoom(ttk.Frame):
    """Room for some lines of a text that changes, `width` pixels wide: it is always there, so that nothing
    moves when the text comes, grows or goes. A text that is longer ends in `…`, and the tooltip has all of
    it. Of 0 lines, for small screens, it has the room that its text needs."""

    def __init__(self, parent: tk.Misc, width: int, lines: int, style: str = "Quiet.TLabel") -> None:
        super().__init__(parent, style="Panel.TFrame", width=width)
        self.whole = ""
        """The text that is shown, or of which as much is shown as there is room for."""
        self._label = ttk.Label(self, style=style, wraplength=width, justify="left")
        self._label.pack(anchor="w")
        self._tip = Tooltip(self._label, "")
        self._height = 0
        if lines:
            self._label.configure(text="\n".join("x" * lines))
            self._height = self._label.winfo_reqheight()
            self._label.configure(text="")
            self.configure(height=self._height)
            self.pack_propagate(False)

    def show(self, text: str, style: str = "") -> None:
        """Show a text, in another style if one is given; "" for none."""
        if style:
            self._label.configure(style=style)
        text = key_words(text)
        if text == self.whole:
            return
        self.whole = text
        self._label.configure(text=text)
        words = text.split(" ")
        self._tip.forget()
        if not self._height or self._label.winfo_reqheight() <= self._height:
            return
        fits, too_many = 0, len(words)
        while too_many - fits > 1:
            middle = (fits + too_many) // 2
            self._label.configure(text=f"{' '.join(words[:middle])} …")
            if self._label.winfo_reqheight() <= self._height:
                fits = middle
            else:
                too_many = middle
        self._label.configure(text=f"{' '.join(words[:fits])} …")
        self._tip.text = text


def keep_room(frame: tk.Misc, row: int, lines: int = 2, beside: int = 0) -> None:
    """Keep room for some lines of text, and some pixels beside them, in a row of a frame's grid, so that
    nothing moves when a message comes there or goes."""
    line = tkfont.nametofont("TkDefaultFont", frame).metrics("linespace") + theme.px(2)
    frame.rowconfigure(row, minsize=lines * line + beside)


def show_where_room(page: ttk.Frame, label: ttk.Label, gap: int) -> None:
    """Show a less important label at the end of a page, `gap` pixels below the rest, only while it fits."""
    def fit(_event: Any) -> None:
        packed = bool(label.winfo_manager())
        needed = page.winfo_reqheight() + (0 if packed else label.winfo_reqheight() + gap)
        if packed and page.winfo_height() < needed:
            label.pack_forget()
        elif not packed and page.winfo_height() >= needed:
            label.pack(fill="x", pady=(gap, 0))

    # Texts above it may grow or shrink while the size of the page does not change.
    for widget in (page, *page.winfo_children()):
        widget.bind("<Configure>", fit, add=True)
