"""The dialog Go to hex: finds a hex by its number or by a name on the map."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from ...model.design import Design
from ...model.files.plain_data import shorten
from ...model.wording import plain
from ..widgets.columns import ElidedTexts
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import pack_scrolled
from ..widgets.variables import when_written
from . import theme
from .command_palette import PaletteEntry, hex_entry, place_entries, ranked

_ROWS = 9
_MOST = 200


def matching_entries(words: str, design: Design, names: list[PaletteEntry]) -> list[PaletteEntry]:
    """The hex with that number, then the matching names, the best first; without words, all names in
    alphabetical order."""
    if not words.strip():
        return sorted(names, key=lambda e: plain(e.title))
    number = hex_entry(words, design)
    # Do not search the numbers of the named hexes: a number that was typed means that hex.
    rest = ranked(words, names, lambda e: (e.title, f"{e.detail.partition(', hex')[0]} {e.title}"))
    return [*([number] if number else []), *rest][:_MOST]


def no_match(words: str, design: Design) -> str:
    """The message that nothing matches, with the range of hex numbers."""
    grid = design.map.grid
    lowest, highest = grid.ends()
    return (f'There is no hex or name "{shorten(words, 40)}" on this map. Its hexes are numbered '
            f"{lowest} to {highest}.")


class GoToDialog(Dialog):
    """The dialog; `run` returns the number of the chosen hex, "" if it was cancelled."""

    def __init__(self, parent: tk.Misc, design: Design) -> None:
        super().__init__(parent, "Go to hex")
        self._design, self._names = design, place_entries(design)
        self._shown: dict[str, PaletteEntry] = {}
        ttk.Label(self.body, text="Hex number or a name on the map", style="Panel.TLabel").pack(anchor="w")
        self._words = tk.StringVar(self)
        self.search = ttk.Entry(self.body, textvariable=self._words, width=52)
        self.search.pack(fill="x", pady=theme.px(6))
        frame = ttk.Frame(self.body, style="Panel.TFrame")
        frame.pack(fill="both", expand=True)
        self.tree = ttk.Treeview(frame, columns=("what",), show="tree", selectmode="browse", height=_ROWS,
                                 style="Flat.Treeview", takefocus=False)
        self.tree.column("#0", width=theme.px(210), stretch=True)
        self.tree.column("what", width=theme.px(190), stretch=True)
        self._texts = ElidedTexts(self.tree)
        pack_scrolled(self.tree)
        self.wrong = ttk.Label(self.body, style="Error.TLabel", wraplength=theme.px(400), justify="left",
                               text="\n")
        self.wrong.pack(anchor="w", pady=(theme.px(4), 0))
        self.ok = self.button("Go", self._accept, default=True)
        self.button("Cancel", self.cancel)
        when_written(self._words, self, self._list)
        for sequence, by in (("<Down>", 1), ("<Up>", -1), ("<Next>", _ROWS - 1), ("<Prior>", 1 - _ROWS)):
            self.search.bind(sequence, lambda _e, n=by: self._step(n))  # type: ignore[misc]
        self.tree.bind("<Double-1>", self._clicked)
        self._list()

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; the number of the chosen hex, "" if it was cancelled."""
        return super().run(focus or self.search)

    @property
    def chosen(self) -> PaletteEntry | None:
        """The entry that Return goes to."""
        return self._shown.get(next(iter(self.tree.selection()), ""))

    def _list(self) -> None:
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        self._shown.clear()
        words = self._words.get()
        for entry in matching_entries(words, self._design, self._names):
            row = self.tree.insert("", "end")
            self._texts.put(row, f" {entry.title}")
            self._texts.put_cell(row, "what", entry.detail)
            self._shown[row] = entry
        rows = self.tree.get_children()
        if rows and words.strip():
            self.tree.selection_set(rows[0])
        self.wrong.configure(text=no_match(words.strip(), self._design)
                             if words.strip() and not rows else "\n")

    def _step(self, by: int) -> str:
        rows = self.tree.get_children()
        if rows:
            chosen = self.tree.selection()
            to = min(len(rows) - 1, max(0, rows.index(chosen[0]) + by)) if chosen else 0
            self.tree.selection_set(rows[to])
            self.tree.see(rows[to])
        return "break"

    def _clicked(self, event: Any) -> None:
        if self.tree.identify_row(event.y):
            self._accept()

    def _accept(self) -> None:
        if self.chosen is not None:
            self.finish(self.chosen.id)
        else:
            self.bell()
            if not self._words.get().strip():
                self.wrong.configure(text="Enter a hex number or a name.\n")
