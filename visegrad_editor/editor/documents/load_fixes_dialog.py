"""The dialog for a file that cannot be opened although its errors have fixes: what each would write."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...model.problems import Problem, TextFix
from ...model.wording import count
from ..widgets.dialogs import Dialog, text_field
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px

_TICKED, _BARE = "☑", "☐"


class LoadFixesDialog(Dialog):
    """Shows why a file cannot be opened, and the fixes of its text; the first of each problem is ticked. The
    result is `fix` if those that are ticked are to be written into the file."""

    def __init__(self, parent: tk.Misc, complaint: str, fixes: Sequence[tuple[Problem, TextFix]]) -> None:
        super().__init__(parent, "Open")
        self._fixes = tuple(fixes)
        self.ticked = {n for n, (problem, fix) in enumerate(self._fixes) if fix is problem.text_fixes[0]}
        """The numbers of the fixes that will be done."""
        body = self.body
        body.columnconfigure(0, weight=1)
        text_field(body, complaint, 8).grid(row=0, column=0, columnspan=2, sticky="nsew")
        WrappedLabel(body, (
            f"The file has {count(len(self._fixes), 'fix')}. Those that are ticked are written into it; "
            "everything else stays as it is, and its present content is kept beside it. A click or the space "
            "bar ticks a fix."), "Panel.TLabel").grid(
                row=1, column=0, columnspan=2, sticky="ew", pady=px(8))
        self.tree = ttk.Treeview(body, columns=("line",), selectmode="browse", height=8)
        self.tree.heading("#0", text="What will be done", anchor="w")
        self.tree.heading("line", text="Line", anchor="w")
        self.tree.column("#0", width=px(460), stretch=True)
        self.tree.column("line", width=px(60), stretch=False)
        grid_scrolled(self.tree, 2)
        for n, (problem, fix) in enumerate(self._fixes):
            self.tree.insert("", "end", str(n), text=self._text(n, fix), values=(str(problem.line),))
        self.tree.bind("<ButtonRelease-1>", lambda e: self.toggle(self.tree.identify_row(e.y)))
        self.tree.bind("<space>", lambda _e: self.toggle(self.tree.focus()))
        self.do = self.button("Fix and open", lambda: self.finish("fix"), default=True)
        self.button("Close", self.cancel)

    def _text(self, n: int, fix: TextFix) -> str:
        return f"{_TICKED if n in self.ticked else _BARE} {fix.label}"

    def toggle(self, row: str) -> str:
        """Tick a fix, or do so no more; of the fixes of one problem only one is ticked."""
        if row:
            n = int(row)
            problem = self._fixes[n][0]
            alike = {m for m, (other, _) in enumerate(self._fixes) if other is problem}
            self.ticked = self.ticked - {n} if n in self.ticked else (self.ticked - alike) | {n}
            for m in alike:
                self.tree.item(str(m), text=self._text(m, self._fixes[m][1]))
            self.do.configure(state="normal" if self.ticked else "disabled")
        return "break"

    @property
    def chosen(self) -> list[TextFix]:
        """The fixes that are ticked."""
        return [fix for n, (_, fix) in enumerate(self._fixes) if n in self.ticked]
