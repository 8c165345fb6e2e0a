"""The Background panel while the picture is being aligned: what to do next, the pins, how well they agree."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from .. import theme
from ..tooltips import Tooltip
from ..wrapped import WrappedLabel, show_where_room
from .align_mode import AlignMode


class AlignPage(ttk.Frame):
    """Follows a mode; the work itself is done on the map."""

    def __init__(self, parent: tk.Misc, mode: AlignMode) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(10))
        self._mode = mode
        self._filling = False
        ttk.Label(self, text="Align the background", style="Title.TLabel").pack(anchor="w")
        self._guidance = WrappedLabel(self)
        self._guidance.pack(fill="x", pady=(theme.px(4), theme.px(6)))
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.pack(side="bottom", fill="x", pady=(theme.px(8), 0))
        self.accept = ttk.Button(foot, text="Accept", style="Accent.TButton", command=mode.accept)
        self.accept.pack(side="right")
        Tooltip(self.accept, "Keep the pins  (Enter on the map)")
        cancel = ttk.Button(foot, text="Cancel", command=mode.cancel)
        cancel.pack(side="right", padx=theme.px(8))
        Tooltip(cancel, "Leave the picture as it was  (Esc)")
        self._verdict = WrappedLabel(self)
        self._verdict.pack(side="bottom", fill="x", pady=(theme.px(6), 0))
        self._warning = WrappedLabel(self, style="Error.TLabel")
        self._warning.pack(side="bottom", fill="x")
        self.tree = self._table()
        self.tree.pack(fill="both", expand=True)
        show_where_room(self, WrappedLabel(self, style="Quiet.TLabel", text=(
            "Keys: the arrows move the selected pin, or a cross hair where none is selected, by 20 with "
            "Shift; Enter pins at the cross hair, Del removes a pin, Ctrl+Z takes back.")), theme.px(6))
        mode.changed.connect(self.follow)
        self.follow()

    def _table(self) -> ttk.Treeview:
        mode = self._mode
        tree = ttk.Treeview(self, columns=("hex", "hexes", "pixels"), show="headings", height=4,
                            selectmode="browse")
        for column, text, wide in (
                ("hex", "Hex", 70), ("hexes", "Off by hexes", 90), ("pixels", "Pixels", 70)):
            tree.heading(column, text=text, anchor="w" if column == "hex" else "e")
            tree.column(column, width=theme.px(wide), anchor="w" if column == "hex" else "e")
        tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        tree.bind("<Delete>", lambda _e: mode.remove(mode.aligning.selected))
        tree.bind("<Return>", lambda _e: mode.accept())
        tree.bind("<Escape>", lambda _e: mode.cancel())
        return tree

    def follow(self) -> None:
        """Show the pins as they are."""
        aligning = self._mode.aligning
        self._guidance.configure(text=aligning.guidance())
        self._verdict.configure(text=aligning.verdict())
        self._warning.configure(text="\n".join(aligning.lay.warnings()))
        self.accept.state(["!disabled" if len(aligning.pins) > 1 else "disabled"])
        self._filling = True
        rows = aligning.rows()
        for gone in set(self.tree.get_children()) - {r[0] for r in rows}:
            self.tree.delete(gone)
        for place, row in enumerate(rows):
            if self.tree.exists(row[0]):
                self.tree.item(row[0], values=row)
            else:
                self.tree.insert("", place, row[0], values=row)
                self.tree.see(row[0])
        selected = aligning.selected
        chosen = aligning.geometry.grid.number(selected) if selected is not None else ""
        wanted = (chosen,) if chosen and self.tree.exists(chosen) else ()
        if self.tree.selection() != wanted:
            self.tree.selection_set(wanted)
        self.after_idle(self._filled)

    def _filled(self) -> None:
        self._filling = False

    def _chosen(self) -> None:
        if not self._filling and self.tree.selection():
            self._mode.select(self._mode.aligning.geometry.grid.parse(self.tree.selection()[0]))
