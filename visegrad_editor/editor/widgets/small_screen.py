"""What gives way on a small screen, so that as little as possible must be scrolled."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Sequence
from tkinter import ttk

from ..window import theme

_LOW_PX, _NARROW_PX = 600, 960
"""A screen with fewer pixels at 100 % is low, or narrow."""
_ROWS = 3
"""The rows that a list keeps, and the lines of a text."""
_PART = 0.45
"""How much of its width a list or a text may give away."""


def is_low(widget: tk.Misc) -> bool:
    """Whether the screen has few lines, so that lists are to be short and gaps small."""
    return widget.winfo_screenheight() < theme.px(_LOW_PX)


def is_narrow(widget: tk.Misc) -> bool:
    """Whether the screen has few columns, so that pictures are to be small."""
    return widget.winfo_screenwidth() < theme.px(_NARROW_PX)


def fold_form(form: tk.Misc, rows: Sequence[int], gap: int) -> None:
    """Put rows of a form, a label and its field each, beside those above them, from the top on, with a gap in
    pixels between the columns."""
    for place, row in enumerate(rows):
        for widget in form.grid_slaves(row):
            info = widget.grid_info()
            first = int(info["column"]) == 0
            widget.grid_configure(row=place, column=int(info["column"]) + 2,
                                  padx=(gap, gap // 2) if first else 0)
    form.columnconfigure(3, weight=1)


def shorten_lists(frame: tk.Misc, excess: int) -> None:
    """Take rows from the lists and texts in a frame, the highest first, until it asks for `excess` pixels
    less or each is down to a few rows."""
    lists = list(_lists_in(frame))
    wanted = frame.winfo_reqheight() - excess
    while lists and frame.winfo_reqheight() > wanted:
        highest = max(lists, key=lambda w: w.winfo_reqheight())
        rows = int(highest.cget("height"))
        if rows <= _ROWS:
            lists.remove(highest)
            continue
        highest.configure(height=rows - 1)
        frame.update_idletasks()


def narrow_lists(frame: tk.Misc, excess: int) -> None:
    """Narrow the lists and texts in a frame, the widest first, until it asks for `excess` pixels less or each
    has given away as much as it can spare."""
    wanted = frame.winfo_reqwidth() - excess
    for widget in sorted(_lists_in(frame), key=lambda w: -w.winfo_reqwidth()):
        over = frame.winfo_reqwidth() - wanted
        if over <= 0:
            return
        if isinstance(widget, ttk.Treeview):
            _narrow_columns(widget, over)
        else:
            chars = int(widget.cget("width"))
            one = max(1, widget.winfo_reqwidth() // max(1, chars))
            widget.configure(width=max(round(chars * (1 - _PART)), chars - -(-over // one)))
        frame.update_idletasks()


def _narrow_columns(tree: ttk.Treeview, over: int) -> None:
    shown = [str(c) for c in tree.cget("displaycolumns")]
    names = list(tree.cget("columns")) if shown in ([], ["#all"]) else shown
    if "tree" in str(tree.cget("show")):
        names.insert(0, "#0")
    widths = {name: int(tree.column(name, "width")) for name in names}
    give = min(over / max(1, sum(widths.values())), _PART)
    for name, width in widths.items():
        tree.column(name, width=max(int(tree.column(name, "minwidth")), int(width * (1 - give))))
    # One that is on the screen asks for less only when it is configured.
    tree.configure(height=tree.cget("height"))


def _lists_in(widget: tk.Misc) -> Iterator[ttk.Treeview | tk.Text]:
    for child in widget.winfo_children():
        if isinstance(child, ttk.Treeview | tk.Text):
            yield child
        elif not isinstance(child, tk.Toplevel):
            yield from _lists_in(child)
