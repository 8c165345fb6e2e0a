"""Lists and texts with a scroll bar beside them."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk


def bar_of(widget: ttk.Treeview | tk.Text) -> ttk.Scrollbar:
    """A scroll bar for a list or a text, in the same parent and not placed yet."""
    bar = ttk.Scrollbar(widget.nametowidget(widget.winfo_parent()), orient="vertical", command=widget.yview)
    widget.configure(yscrollcommand=bar.set)
    return bar


def pack_scrolled(widget: ttk.Treeview | tk.Text) -> None:
    """Fill the parent with a list or a text and its scroll bar."""
    bar_of(widget).pack(side="right", fill="y")
    widget.pack(side="left", fill="both", expand=True)


def grid_scrolled(widget: ttk.Treeview | tk.Text, row: int, pady: int | tuple[int, int] = 0) -> ttk.Scrollbar:
    """Put a list or a text into column 0 of its parent's grid and its scroll bar, which is returned, into
    column 1; the row and the column take the room there is."""
    bar = bar_of(widget)
    widget.grid(row=row, column=0, sticky="nsew", pady=pady)
    bar.grid(row=row, column=1, sticky="ns", pady=pady)
    parent = bar.master
    parent.rowconfigure(row, weight=1)
    parent.columnconfigure(0, weight=1)
    return bar
