"""The statistics panel: counts of what is on the map; a row selects the hexes it counts."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Literal

from ...model.select import Query, find
from ...model.statistics import statistics
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_WAIT_MS = 400
_NARROW = 260
"""A list narrower than this, in pixels at 100 %, has no room for shares."""


class StatisticsPanel(ttk.Frame):
    """Lists the counts, updated a moment after an edit and only while visible."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session = session
        self._queries: dict[str, Query] = {}
        self._timer = ""
        self.tree = ttk.Treeview(
            self, columns=("number", "share"), selectmode="browse", style="Flat.Treeview")
        for column, text, width in (("#0", "What", 150), ("number", "Number", 92), ("share", "Share", 56)):
            anchor: Literal["w", "e"] = "w" if column == "#0" else "e"
            self.tree.heading(column, text=text, anchor=anchor)
            self.tree.column(column, width=theme.px(width), stretch=column == "#0", anchor=anchor)
        grid_scrolled(self.tree, 0)
        self._texts = ElidedTexts(self.tree)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Configure>", lambda e: self._fit(e.width), add=True)
        WrappedLabel(self, "Click a row to select its hexes on the map.", "Quiet.TLabel").grid(
            row=1, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        self.tree.tag_configure("section", font="VeSection")
        self.tree.tag_configure("none", foreground=theme.QUIET)
        self.tree.bind("<ButtonRelease-1>", lambda _e: self._select())
        self.tree.bind("<Return>", lambda _e: self._select())
        self.tree.bind("<Motion>", self._show_note, add=True)
        self.bind("<Map>", lambda _e: self.later())
        session.changed.connect(self.later)

    def _fit(self, width: int) -> None:
        """Leave out the shares where they have no room beside names and numbers."""
        narrow = theme.unscaled(width) < _NARROW
        self.tree.configure(displaycolumns=("number",) if narrow else ("number", "share"))
        self.tree.column("number", width=theme.px(70 if narrow else 92))
        self.tree.column("#0", width=max(theme.px(60), width - theme.px(70 if narrow else 92 + 56)))

    def later(self) -> None:
        """Count when the design has not changed for a moment."""
        if not self.winfo_exists() or not self.winfo_ismapped():
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS if self._queries else 1, self.show)

    def show(self) -> None:
        """Count and list; closed sections stay closed."""
        self._timer = ""
        tree = self.tree
        closed = {tree.item(r, "text") for r in tree.get_children() if not tree.item(r, "open")}
        at = self.tree.yview()[0]
        self._note.forget()
        self.tree.delete(*self.tree.get_children())
        self._queries.clear()
        self._texts.clear()
        for section in statistics(self._session.design):
            whole = sum(c.number for c in section.counts)
            head = self.tree.insert("", "end", text=section.title, values=(f"{whole} {section.unit}", ""),
                                    open=section.title not in closed, tags=("section",))
            for count in section.counts:
                share = "" if count.share is None else f"{count.share:.1%}"
                row = self.tree.insert(head, "end", values=(count.number, share),
                                       tags=() if count.number else ("none",))
                self._texts.put(row, count.what, 1)
                if count.query is not None:
                    self._queries[row] = count.query
        self.tree.yview_moveto(at)

    def _show_note(self, event: tk.Event[tk.Misc]) -> None:
        """Show the whole name of a row that is cut in a tooltip."""
        row = self.tree.identify_row(event.y)
        self._note.follow(event, self._texts.whole(row) if self._texts.cut(row) else "")

    def _select(self) -> None:
        query = self._queries.get(next(iter(self.tree.selection()), ""))
        if query is not None:
            self._session.select_region(find(self._session.design, query))
