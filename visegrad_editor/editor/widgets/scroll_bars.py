"""Scroll bars: a frame with one that appears when needed, and lists and texts with one beside them."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Any

from ..platforms import bind_wheel
from ..window import theme
from .wheel import changes_by_wheel

_WHEEL_PX = 36
"""Pixels at 100 % that one notch of the wheel scrolls."""


class ScrollableFrame(ttk.Frame):
    """A frame that scrolls up and down. Widgets go into `inside`, which is as wide as the frame."""

    def __init__(self, parent: tk.Misc, width: int = 200) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._canvas = tk.Canvas(self, background=theme.PANEL, highlightthickness=0, borderwidth=0,
                                 width=width, yscrollincrement=1)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._canvas.yview)
        self._canvas.configure(yscrollcommand=self._set)
        self._canvas.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.inside = ttk.Frame(self._canvas, style="Panel.TFrame")
        self._item = self._canvas.create_window(0, 0, anchor="nw", window=self.inside)
        self.inside.bind("<Configure>", self._measure)
        self._canvas.bind("<Configure>", self._measure)
        bind_wheel(self, self._wheel, partial(self.bind_class, self._tag))

    def set_height(self, height: int) -> None:
        """Request a height in pixels."""
        if int(self._canvas.cget("height")) != max(1, height):
            self._canvas.configure(height=max(1, height))

    def see(self, first: tk.Widget, last: tk.Widget) -> None:
        """Scroll as little as needed to show everything from one widget inside to another; if that does not
        fit, as much as possible from the first one on."""
        self.update_idletasks()
        height, whole = self._canvas.winfo_height(), self.inside.winfo_reqheight()
        above = self.inside.winfo_rooty()
        top, bottom = first.winfo_rooty() - above, last.winfo_rooty() - above + last.winfo_height()
        seen = round(self._canvas.canvasy(0))
        if bottom > seen + height:
            seen = bottom - height
        seen = min(seen, top)
        self._canvas.yview_moveto(max(0, seen) / max(whole, 1))

    def show_top(self) -> None:
        """Scroll to the top."""
        self._canvas.yview_moveto(0)

    @property
    def _tag(self) -> str:
        return f"Scrolled{self}"

    def _set(self, low: float, high: float) -> None:
        if float(low) <= 0 and float(high) >= 1:
            self._bar.grid_remove()
        else:
            self._bar.grid(row=0, column=1, sticky="ns")
        self._bar.set(low, high)

    def _measure(self, _event: Any) -> None:
        width = self._canvas.winfo_width()
        self._canvas.itemconfigure(self._item, width=width)
        self._canvas.configure(scrollregion=(0, 0, width, self.inside.winfo_reqheight()))
        self.tag_children()

    def tag_children(self, *others: tk.Misc) -> None:
        """Make the wheel work over all widgets inside, and over others that are shown there."""
        def tag(widget: tk.Misc) -> None:
            tags = widget.bindtags()
            if self._tag not in tags and not isinstance(widget, tk.Text):
                widget.bindtags((self._tag, *tags))
            for child in widget.winfo_children():
                tag(child)

        for widget in (self._canvas, *others):
            tag(widget)

    def _wheel(self, event: Any, notches: int) -> str:
        if changes_by_wheel(event.widget):
            return ""
        if self.inside.winfo_reqheight() > self._canvas.winfo_height():
            self._canvas.yview_scroll(-notches * theme.px(_WHEEL_PX), "units")
        return "break"


# Lists and texts.

def scroll_bar_of(widget: ttk.Treeview | tk.Text) -> ttk.Scrollbar:
    """A new scroll bar for a list or a text, in the same parent but not placed yet."""
    bar = ttk.Scrollbar(widget.nametowidget(widget.winfo_parent()), orient="vertical", command=widget.yview)
    widget.configure(yscrollcommand=bar.set)
    if isinstance(widget, tk.Text):
        # The height of long lines is measured later, and Tk does not tell the bar of it.
        for event in ("<<WidgetViewSync>>", "<Configure>"):
            widget.bind(event, lambda _e: bar.set(*widget.yview()), add=True)
    return bar


def pack_scrolled(widget: ttk.Treeview | tk.Text) -> None:
    """Fill the parent with a list or a text and its scroll bar."""
    scroll_bar_of(widget).pack(side="right", fill="y")
    widget.pack(side="left", fill="both", expand=True)


def grid_scrolled(widget: ttk.Treeview | tk.Text, row: int, pady: int | tuple[int, int] = 0) -> ttk.Scrollbar:
    """Put a list or a text into column 0 of its parent's grid and its scroll bar, which is returned, into
    column 1. The row and the column take the remaining space."""
    bar = scroll_bar_of(widget)
    widget.grid(row=row, column=0, sticky="nsew", pady=pady)
    bar.grid(row=row, column=1, sticky="ns", pady=pady)
    parent = bar.master
    parent.rowconfigure(row, weight=1)
    parent.columnconfigure(0, weight=1)
    return bar
