"""All orders that may be given now, to search and to choose from: whatever the game asks, it is here."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import font, ttk
from typing import Any

from ...engine import Order
from ..scroll_bar import grid_scrolled
from ..theme import px
from ..tooltips import Tooltip
from ..wrapped import WrappedLabel

_MOST = 150
_DOUBLE_MS = 500
_INDENT_PX = 30
"""What the list keeps free beside an order, at 100 %."""


class OrdersList(ttk.Frame):
    """`give` is called with an order that is double-clicked or entered, `marked` when one is marked."""

    def __init__(self, parent: tk.Misc, give: Callable[[Order], None], marked: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._give = give
        self._orders: Sequence[Order] = ()
        self._text: Callable[[Order], str] = str
        self._rows: dict[str, Order] = {}
        self._pressed: tuple[Order | None, int] = (None, 0)
        """The order last clicked, and when, in milliseconds of the event's clock."""
        self._words = tk.StringVar(self)
        head = ttk.Frame(self, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._title = ttk.Label(head, text="Orders", style="Section.TLabel")
        self._title.pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._words, width=16)
        self.search.pack(side="right")
        ttk.Label(head, text="Search", style="Quiet.TLabel").pack(side="right", padx=(0, px(4)))
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", height=5, style="Flat.Treeview")
        grid_scrolled(self.tree, 1, (px(4), 0))
        self._words.trace_add("write", lambda *_: self._fill())
        self.tree.bind("<ButtonPress-1>", self._press)
        self.tree.bind("<Return>", lambda _e: self._enter())
        self._full = WrappedLabel(self, style="Quiet.TLabel")
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._tell_full())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: marked(), add=True)
        self.tree.bind("<Configure>", lambda _e: self._tell_full(), add=True)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: self._note.follow(
            e, self.tree.item(self.tree.identify_row(e.y), "text") if self.tree.identify_row(e.y) else ""))
        self.search.bind("<Return>", lambda _e: self._first())
        self.search.bind("<Down>", lambda _e: self._first())
        self.search.bind("<Escape>", lambda _e: self._words.set(""))

    def _tell_full(self) -> None:
        """An order that the list cuts is written out below it while it is marked."""
        chosen = self.chosen
        text = self._text(chosen) if chosen is not None else ""
        wide = font.nametofont("TkDefaultFont", self).measure(text) + px(_INDENT_PX)
        if text and wide > self.tree.winfo_width():
            self._full.configure(text=text)
            self._full.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(px(3), 0))
        else:
            self._full.grid_remove()

    def show(self, orders: Sequence[Order], text: Callable[[Order], str], title: str) -> None:
        """List orders with their words."""
        self._orders, self._text = orders, text
        self._title.configure(text=title)
        self._fill()

    def _fill(self) -> None:
        below = self._from_top()
        self._note.forget()
        self.tree.delete(*self.tree.get_children())
        self._rows.clear()
        self._full.grid_remove()
        words = self._words.get().casefold().split()
        # Thousands of moves: words are made only where they are needed.
        found = [o for o in self._orders if all(w in self._text(o).casefold() for w in words)]
        for order in found[:_MOST]:
            self._rows[self.tree.insert("", "end", text=self._text(order))] = order
        if len(found) > _MOST:
            self.tree.insert("", "end", text=f"… {len(found) - _MOST} more: mark a unit or search")
        # The list stays where it was: its first order that is still to be had is again at the top.
        places = {order: i for i, order in enumerate(self._rows.values())}
        top = next((places[order] for order in below if order in places), 0)
        self.tree.yview_moveto(top / max(1, len(self.tree.get_children())))

    def _from_top(self) -> list[Order]:
        """The orders from the first in sight on, none where the list is at its beginning."""
        rows = self.tree.get_children()
        first = round(self.tree.yview()[0] * len(rows))
        return [self._rows[row] for row in rows[first:] if row in self._rows] if first else []

    def _press(self, event: Any) -> str | None:
        """The second of two quick clicks on an order gives it, however many follow: Tk would take the third
        for a double click again, on whatever has come to stand there."""
        order = self._rows.get(self.tree.identify_row(event.y))
        last, at = self._pressed
        if order is not None and order == last and event.time - at <= _DOUBLE_MS:
            self._pressed = (None, 0)
            self._give(order)
            return "break"
        self._pressed = (order, event.time)
        if order is not None:
            # Tk itself marks nothing at what it takes for a double click.
            self.tree.selection_set(self.tree.identify_row(event.y))
        return None

    @property
    def chosen(self) -> Order | None:
        """The order marked in the list."""
        return self._rows.get(next(iter(self.tree.selection()), ""))

    def _first(self) -> str:
        rows = self.tree.get_children()
        if rows:
            self.tree.selection_set(rows[0])
            self.tree.focus(rows[0])
            self.tree.focus_set()
        return "break"

    def _enter(self) -> str:
        if (order := self.chosen) is not None:
            self._give(order)
        return "break"
