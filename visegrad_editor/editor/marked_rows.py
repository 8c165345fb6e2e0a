"""Rows of a list that the program marks, and not the user."""

from __future__ import annotations

from collections.abc import Sequence
from tkinter import ttk


class MarkedRows:
    """Marks rows of a list. While it is `quiet`, what the list tells of its selection is no choice."""

    def __init__(self, tree: ttk.Treeview) -> None:
        self._tree = tree
        self.quiet = False

    def mark(self, rows: Sequence[str]) -> None:
        """Mark these rows and no others, and bring the first into sight."""
        if set(rows) != set(self._tree.selection()):
            self.quiet = True
            self._tree.selection_set(list(rows))
            if rows:
                self._tree.see(rows[0])
            self.listen_soon()

    def listen_soon(self) -> None:
        """Listen again when the list has told what was changed by now."""
        self._tree.after_idle(self._listen)

    def _listen(self) -> None:
        self.quiet = False
