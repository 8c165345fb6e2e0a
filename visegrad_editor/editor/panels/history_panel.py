"""The history panel: all steps by name, and what they do to the balance if that was tried; a click goes back
or forward to one."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from tkinter.font import nametofont

from ...playtest.balance import ShareChange, change_text, points
from ..play.balance_trials import BalanceTrials
from ..session import Session
from ..widgets.columns import CELL_GAPS
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_MOST_TOLD = 8
"""How many tried steps the tooltip names."""


class HistoryPanel(ttk.Frame):
    """Lists the steps of the session's history, the latest at the bottom."""

    def __init__(self, parent: tk.Misc, session: Session, trials: BalanceTrials) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._trials = session, trials
        self.tree = ttk.Treeview(self, columns=("balance",), displaycolumns=(), show="tree",
                                 selectmode="browse", style="Flat.Treeview")
        self.tree.column("#0", width=theme.px(60), stretch=True)
        self.tree.column("balance", stretch=False, anchor="e")
        self.tree.bind("<Configure>", lambda _e: self._show_balance())
        self._note = Tooltip(self.tree, "")
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
        trials.changed.connect(self.show)
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
        self._show_balance()
        self.tree.selection_set()
        self.tree.see(str(history.position))

    def _show_balance(self) -> None:
        """Show beside each step that was tried how it changed the share of the chosen side; in a narrow panel
        without the interval, which the tooltip has."""
        trials, changes = self._trials, dict[int, ShareChange]()
        for trial in reversed(trials.trials):
            change = trial.change(trials.side)
            step = trials.step_of(trial.after)
            if step >= 0 and change is not None and change.after.games:
                changes[step] = change
        measure = nametofont("TkDefaultFont", self).measure
        texts = {step: change_text(change) for step, change in changes.items()}
        if texts and max(map(measure, texts.values())) > 0.6 * self.tree.winfo_width():
            texts = {step: points(change.change) for step, change in changes.items()}
        if texts:
            self.tree.column("balance", width=max(map(measure, texts.values())) + theme.px(CELL_GAPS))
        for row in self.tree.get_children():
            self.tree.set(row, "balance", texts.get(int(row), ""))
        wanted = ("balance",) if texts else ()
        if self.tree.cget("displaycolumns") != wanted:
            self.tree.configure(displaycolumns=wanted)
        sides = {side.id: side.name for side in self._session.design.ruleset.sides}
        self._note.text = "" if not texts else (
            f"In percentage points, with the 95 % interval: what the step does to the share of games won by "
            f"{sides.get(trials.side, trials.side)}: "
            + ", ".join(f"{self._session.history.steps[step].label} {change_text(change)}"
                        for step, change in sorted(changes.items())[-_MOST_TOLD:])
            + " (View > Panels > Balance)")

    def _jump(self) -> None:
        if chosen := self.tree.selection():
            self._session.jump(int(chosen[0]))
