"""The fields for the pages of a printed map: one, or as many as hexes of a size need."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from ..exchange.export import ExportError
from ..exchange.picture_options import HEX_MM
from ..printing.page_plan import ORIENTATIONS, Orientation
from .theme import px

_PAGES = ("Fitted to one page", "Several, to glue together")
_STANDS: dict[Orientation, str] = {
    "auto": "As suits the map", "portrait": "Upright", "landscape": "On its side"}
_WHOLE_HEX = "A whole hex"
_OVERLAPS = (_WHOLE_HEX, "5 mm", "10 mm", "15 mm", "20 mm")


class Pages(NamedTuple):
    """What is chosen: size of hexes (0 for one page), how pages stand, what they share (None: a hex)."""

    hex_mm: float
    orientation: Orientation
    overlap_mm: float | None


class PageFields(ttk.Frame):
    """A choice, and the fields that mean something for it; `changed` is called when one changes."""

    def __init__(self, parent: tk.Misc, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._changed = changed
        self.count = self._box(_PAGES, 24)
        self.count.grid(row=0, column=0, columnspan=2, sticky="w")
        self.hex_size = tk.StringVar(self, f"{HEX_MM:g}")
        self.hex_size.trace_add("write", lambda *_: changed())
        size = ttk.Frame(self, style="Panel.TFrame")
        ttk.Entry(size, textvariable=self.hex_size, width=7).pack(side="left")
        ttk.Label(size, text="mm", style="Quiet.TLabel").pack(side="left", padx=px(6))
        self.overlap = ttk.Combobox(self, values=_OVERLAPS, width=12)
        self.overlap.set(_WHOLE_HEX)
        for event in ("<<ComboboxSelected>>", "<KeyRelease>"):
            self.overlap.bind(event, lambda _e: changed())
        self._several: list[tk.Widget] = []
        for row, (words, field) in enumerate((("Hex, side to side", size), ("Pages share", self.overlap)), 1):
            label = ttk.Label(self, text=words, style="Quiet.TLabel")
            label.grid(row=row, column=0, sticky="w", padx=(0, px(8)))
            field.grid(row=row, column=1, sticky="w", pady=px(3))
            self._several += [label, field]
        ttk.Label(self, text="Orientation", style="Quiet.TLabel").grid(row=3, column=0, sticky="w")
        self.stand = self._box(tuple(_STANDS.values()), 16)
        self.stand.grid(row=3, column=1, sticky="w", pady=px(3))
        self._show()

    def _box(self, values: tuple[str, ...], wide: int) -> ttk.Combobox:
        box = ttk.Combobox(self, values=values, state="readonly", width=wide)
        box.current(0)
        box.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        return box

    def _chosen(self) -> None:
        self._show()
        self._changed()

    def _show(self) -> None:
        for widget in self._several:
            if self.count.current() == 1:
                widget.grid()
            else:
                widget.grid_remove()

    def pages(self) -> Pages:
        """What is chosen; raises `ExportError` with a sentence for fields that hold no numbers."""
        stand = ORIENTATIONS[self.stand.current()]
        if self.count.current() == 0:
            return Pages(0.0, stand, None)
        said = self.overlap.get().strip()
        return Pages(
            number(self.hex_size.get(), "The size of a hex"), stand,
            None if said == _WHOLE_HEX else number(said.removesuffix("mm"), "What pages share"))


def number(text: str, what: str) -> float:
    """The number in a field named `what`; raises `ExportError`."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise ExportError(f"{what} is “{text.strip()[:20]}”; a number is needed.") from None
