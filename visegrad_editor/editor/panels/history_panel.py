"""The history panel: all steps by name; a click goes back or forward to one."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ..session import Session
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme


class HistoryPanel(ttk.Frame):
    """Lists the steps of the session's history, the latest at the bottom."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session = session
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", style="Flat.Treeview")
        grid_scrolled(self.tree, 0)
        WrappedLabel(
            self, "Click a step to go back or forward to it. Nothing is lost until you edit from there.",
            "Quiet.TLabel").grid(row=1, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        self.tree.tag_configure("undone", foreground=theme.FAINT)
        self.tree.tag_configure("now", background=theme.ACCENT_SOFT)
        self.tree.bind("<ButtonRelease-1>", lambda _e: self._jump())
        self.tree.bind("<Return>", lambda _e: self._jump())
        session.changed.connect(self.show)
        session.opened.connect(self.show)
        self.show()

    def show(self) -> None:
        """List the current steps."""
        history = self._session.history
        labels = [step.label for step in history.steps]
        rows = self.tree.get_children()
        if rows[len(labels):]:
            self.tree.delete(*rows[len(labels):])
        # Which step is saved is known only if there is a file.
        saved = history.saved_position if self._session.document.path is not None else -1
        if saved >= 0 and not self._session.files_gone:
            labels[saved] += "   ·  saved"
        for i, label in enumerate(labels):
            tag = "now" if i == history.position else "undone" if i > history.position else "done"
            if i < len(rows):
                self.tree.item(str(i), text=f"  {label}", tags=(tag,))
            else:
                self.tree.insert("", "end", str(i), text=f"  {label}", tags=(tag,))
        self.tree.selection_set()
        self.tree.see(str(history.position))

    def _jump(self) -> None:
        if chosen := self.tree.selection():
            self._session.jump(int(chosen[0]))
