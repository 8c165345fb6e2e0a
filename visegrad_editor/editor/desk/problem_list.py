"""The list of problems of a card, on up to two lines each: a click goes to the field, *Fix* solves what one
step can solve. Below it is the whole text of the selected one."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...model.wording import count
from ..widgets.columns import ElidedTexts
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import TreeSelection
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .found_problems import FoundProblem

_MARKS = {"error": "✕", "warning": "!", "note": "·"}


class ProblemList(ttk.Frame):
    """The problems of a card, errors first. `go` is called with one that is clicked, or on which Return is
    pressed, `fix` with the one that is selected when its fix is wanted, `say` with what could not be done."""

    def __init__(self, parent: tk.Misc, go: Callable[[FoundProblem], None],
                 fix: Callable[[FoundProblem], None], say: Callable[[str], None], height: int = 3) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(6), px(3)))
        self._go, self._fix, self._say = go, fix, say
        self.problems: tuple[FoundProblem, ...] = ()
        self.columnconfigure(0, weight=1)
        self.head = ttk.Label(self, style="Section.TLabel")
        self.head.grid(row=0, column=0, sticky="w", pady=(0, px(2)))
        self.fix_button = ttk.Button(self, text="Fix", style="Small.TButton", command=self.fix)
        self._tip = Tooltip(self.fix_button, "")
        self.fix_button.grid(row=3, column=0, columnspan=2, sticky="w", pady=(px(2), 0))
        self.fix_button.grid_remove()
        self.whole = WrappedLabel(self)
        self.whole.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(px(2), 0))
        self.whole.grid_remove()
        self.tree = ttk.Treeview(self, columns=("text",), show="tree", selectmode="browse", height=height,
                                 style="Lines.Treeview")
        self.tree.column("#0", width=px(84), stretch=False)
        self.tree.column("text", width=px(240))
        grid_scrolled(self.tree, 1)
        self._texts = ElidedTexts(self.tree)
        self._selection = TreeSelection(self.tree)
        note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: note.follow(
            e, self._texts.whole(self.tree.identify_row(e.y), "text")))
        self.tree.bind("<ButtonRelease-1>", lambda e: self._clicked(self.tree.identify_row(e.y)), add=True)
        for event in ("<Return>", "<KP_Enter>"):
            self.tree.bind(event, lambda _e: self._clicked(next(iter(self.tree.selection()), "")))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show_fix())
        self._colour()
        theme.changed.connect(self._colour, owner=self)

    def _colour(self) -> None:
        for severity, colour in (("error", theme.ERROR), ("warning", theme.WARNING), ("note", theme.QUIET)):
            self.tree.tag_configure(severity, foreground=colour)

    def show(self, problems: Sequence[FoundProblem]) -> None:
        """Show these problems; a selected one that is still there stays so."""
        if tuple(problems) == self.problems and self.head.cget("text"):
            return
        chosen = self.tree.selection()
        kept = self.problems[int(chosen[0])] if chosen else None
        self.problems = tuple(problems)
        self._selection.quiet = True
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        for i, one in enumerate(self.problems):
            severity = one.problem.severity
            self.tree.insert("", "end", str(i), text=f"{_MARKS[severity]} {severity}", tags=(severity,))
            self._texts.put_cell(str(i), "text", _text(one), lines=2)
        if kept in self.problems:
            self._selection.select([str(self.problems.index(kept))])
        self._selection.listen_soon()
        self._show_fix()
        found = Counter(one.problem.severity for one in self.problems)
        told = ", ".join(count(found[s], s) for s in ("error", "warning", "note") if found[s])
        self.head.configure(text=f"Problems: {told}" if told else "No problems found")

    @property
    def selected(self) -> FoundProblem | None:
        """The problem that is selected."""
        chosen = self.tree.selection()
        return self.problems[int(chosen[0])] if chosen else None

    def _show_fix(self) -> None:
        one = self.selected
        self.whole.configure(text=_text(one) if one is not None else "")
        if one is None:
            self.whole.grid_remove()
        else:
            self.whole.grid()
        if one is None or one.fix is None:
            self.fix_button.grid_remove()
            return
        self.fix_button.configure(text=f"Fix: {one.fix.label[:1].lower()}{one.fix.label[1:]}"
                                  f"{'…' if one.fix.asks else ''}")
        self._tip.text = f"Solve the selected problem  (Alt+Return)\n{one.problem.message}"
        self.fix_button.grid()

    def fix(self) -> None:
        """Solve the selected problem, or say why that cannot be done."""
        one = self.selected
        if one is None:
            self._say("Select a problem first.")
        elif one.fix is None:
            self._say("This problem has no fix; a click on it goes to its field.")
        else:
            self._fix(one)

    def _clicked(self, row: str) -> None:
        if row:
            self._go(self.problems[int(row)])


def _text(one: FoundProblem) -> str:
    """A problem with its rule."""
    return f"{one.problem.message}{f' [{one.problem.rule}]' if one.problem.rule else ''}"
