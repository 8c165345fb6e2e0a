"""Fields for a numbering: order of column and row, first corner, first number."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...hexgrid import Numbering
from ...model.numbering_text import CORNERS, ORDERS, first_corner, first_number, numbering_of, widened
from ..widgets.tooltips import Tooltip
from ..window.theme import px

_ORDER_NAMES = {"column-first": "column, then row", "row-first": "row, then column"}
_CORNER_NAMES = {c: f"{c.replace('-', ' ')} corner" for c in CORNERS}


class NumberingFields(ttk.Frame):
    """The three fields of a numbering; `changed` is called when one of them changes."""

    def __init__(self, parent: tk.Misc, numbering: Numbering, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._order = self._choice(0, "Order", [_ORDER_NAMES[o] for o in ORDERS], changed)
        self._corner = self._choice(1, "Begin in the", [_CORNER_NAMES[c] for c in CORNERS], changed)
        ttk.Label(self, text="First number", style="Quiet.TLabel").grid(row=2, column=0, sticky="w",
                                                                        pady=px(3))
        self.first = ttk.Entry(self, width=12)
        self.first.grid(row=2, column=1, sticky="w", padx=(px(10), 0), pady=px(3))
        self.first.bind("<KeyRelease>", lambda _e: changed())
        Tooltip(self.first, "With as many digits as all numbers should have: 0101, 001001, 1.01; a space "
                            "separates column and row of different length; letters count A to Z, then AA, BB "
                            "and so on: A1, or A01 with two digits, or 1A")
        self.columnconfigure(1, weight=1)
        self.show(numbering)

    def _choice(self, row: int, label: str, names: list[str], changed: Callable[[], None]) -> ttk.Combobox:
        ttk.Label(self, text=label, style="Quiet.TLabel").grid(row=row, column=0, sticky="w", pady=px(3))
        box = ttk.Combobox(self, values=names, state="readonly", width=19)
        box.grid(row=row, column=1, sticky="w", padx=(px(10), 0), pady=px(3))
        box.bind("<<ComboboxSelected>>", lambda _e: changed())
        return box

    def show(self, numbering: Numbering) -> None:
        """Show a numbering in the fields."""
        self._shown = numbering
        self._order.current(ORDERS.index(numbering.order))
        self._corner.current(CORNERS.index(first_corner(numbering)))
        self._offer(first_number(numbering))

    def _offer(self, first: str) -> None:
        """Show a first number, which stands for the numbering shown as long as nobody changes it."""
        self._offered = first
        if self.first.get() != first:
            self.first.delete(0, "end")
            self.first.insert(0, first)

    def value(self, columns: int, rows: int) -> Numbering:
        """The numbering in the fields, for a grid of this size; if nobody has changed the first number, the
        field shows it with as many digits as that needs. Raises `ValueError` for invalid fields."""
        order, first = ORDERS[self._order.current()], self.first.get().strip()
        corner = CORNERS[self._corner.current()]
        shown = self._shown
        if (order, first, corner) == (shown.order, self._offered, first_corner(shown)):
            # A text may mean several numberings: as long as nobody changes it, it means the one shown.
            wide = widened(shown, columns, rows)
            self._offer(first_number(wide))
            return wide
        return numbering_of(order, first, corner, columns, rows)
