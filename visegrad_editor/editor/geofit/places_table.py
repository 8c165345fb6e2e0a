"""The table of the places a grid is fitted to, and how far each lies from its hex."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from tkinter import ttk
from typing import Literal

from .. import theme
from .degrees import degrees_field
from .fitting import Row

_COLUMNS: tuple[tuple[str, str, int, Literal["w", "e"]], ...] = (
    ("hex", "Hex", 50, "w"), ("name", "Place", 100, "w"), ("at", "Lat., longitude", 126, "w"),
    ("found", "Lies in", 74, "w"), ("km", "km", 44, "e"), ("hexes", "Hexes", 62, "e"))


class PlacesTable(ttk.Treeview):
    """A row for each place, named by the number of its hex."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, columns=[c[0] for c in _COLUMNS], show="headings", height=8,
                         selectmode="browse")
        for id, title, wide, anchor in _COLUMNS:
            self.heading(id, text=title, anchor=anchor)
            self.column(id, width=theme.px(wide), anchor=anchor, stretch=id == "name")
        self.tag_configure("worst", foreground=theme.ERROR)

    def show(self, rows: Iterable[Row]) -> None:
        """Show these rows, and no others."""
        self.delete(*self.get_children())
        for row in rows:
            self.insert("", "end", row.number, tags=("worst",) if row.worst else (), values=(
                row.number, row.name, degrees_field(row.at), row.found or "–",
                "–" if row.km is None else f"{row.km:.1f}", "–" if row.hexes is None else f"{row.hexes:.2f}"))

    @property
    def chosen(self) -> str:
        """The number of the hex whose row is selected, "" for none."""
        return self.selection()[0] if self.selection() else ""
