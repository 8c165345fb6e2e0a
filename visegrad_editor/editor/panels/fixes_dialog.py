"""The dialog that lists the fixes of all problems, and does those that are ticked in one step."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...model.design import Design
from ...model.problems import Fix, Problem
from ...model.wording import count
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.wrapped_label import WrappedLabel, keep_room
from ..window import theme

_TICKED, _BARE = "☑", "☐"
_HARMLESS = "Harmless: nothing changes in play"
_OTHERS = "Others: look at each before you tick it"


class FixesDialog(Dialog):
    """Lists what each fix will do; those that change nothing in play are ticked at first. If the files say
    something that was not read, none is, and the dialog says why."""

    def __init__(self, parent: tk.Misc, session: Session, is_partly_unread: bool = False) -> None:
        super().__init__(parent, "Fix all that is harmless")
        self._session = session
        self._fixes = first_fixes(session.problems)
        self.ticked = {n for n, (_, fix) in enumerate(self._fixes) if fix.harmless}
        """The numbers of the fixes that will be done."""
        body = self.body
        body.columnconfigure(0, weight=1)
        body.rowconfigure(1, weight=1)
        harmless = len(self.ticked)
        head = (f"{count(harmless, 'fix')} will be done in one step, which can be undone."
                if harmless else
                "Parts of the files were not understood, and what seems unused may be used there. So no fix "
                "is harmless: settle those errors first, or tick what is to be done." if is_partly_unread else
                "No fix is harmless; tick what is to be done.")
        WrappedLabel(body, f"{head} A click or the space bar ticks a fix.", "Panel.TLabel").grid(
            row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(8)))
        self.tree = ttk.Treeview(body, columns=("problem",), selectmode="browse", height=12,
                                 style="Flat.Treeview")
        self.tree.heading("#0", text="What will be done", anchor="w")
        self.tree.heading("problem", text="The problem", anchor="w")
        self.tree.column("#0", width=theme.px(400), minwidth=theme.px(160), stretch=True)
        self.tree.column("problem", width=theme.px(400), minwidth=theme.px(120), stretch=True)
        grid_scrolled(self.tree, 1)
        self._texts = ElidedTexts(self.tree)
        self.whole = WrappedLabel(body, "", "Quiet.TLabel")
        self.whole.grid(row=2, column=0, columnspan=2, sticky="new", pady=(theme.px(6), 0))
        keep_room(body, 2, beside=theme.px(6))
        self.tree.bind("<Button-1>", self._clicked)
        self.tree.bind("<space>", lambda _e: self.toggle(self.tree.focus()))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._explain())
        self.do = self.button("Fix", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self._fill()
        self.field_undo.keep(lambda: self.ticked, self._put_back)

    def _put_back(self, ticked: set[int]) -> None:
        """Show the ticks as they were before a change, or after it."""
        self.ticked = ticked
        self._show_ticks()

    def _fill(self) -> None:
        for title, harmless in ((_HARMLESS, True), (_OTHERS, False)):
            numbers = [n for n, (_, fix) in enumerate(self._fixes) if fix.harmless is harmless]
            if not numbers:
                continue
            group = self.tree.insert("", "end", text=title, open=True)
            for n in numbers:
                problem, _ = self._fixes[n]
                self.tree.insert(group, "end", str(n))
                self._texts.put_cell(str(n), "problem", problem.message)
        rows = [row for group in self.tree.get_children() for row in self.tree.get_children(group)]
        if rows:
            self.tree.focus(rows[0])
            self.tree.selection_set(rows[0])
        self._show_ticks()

    def _show_ticks(self) -> None:
        for n, (_, fix) in enumerate(self._fixes):
            self._texts.put(str(n), f"{_TICKED if n in self.ticked else _BARE}  {fix.label}", 1)
        self.do.configure(text=f"Fix {len(self.ticked)}" if self.ticked else "Fix")
        self.do.state(["!disabled"] if self.ticked else ["disabled"])

    def _explain(self) -> None:
        row = self.tree.focus()
        if row.isdecimal():
            problem, fix = self._fixes[int(row)]
            self.whole.configure(text=f"{problem.message} → {fix.label}")
        else:
            self.whole.configure(text="")

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if self.tree.identify_region(event.x, event.y) in ("tree", "cell"):
            self.toggle(self.tree.identify_row(event.y))

    def toggle(self, row: str) -> str:
        """Tick a fix, or take its tick away; of a group, those of all its fixes."""
        numbers = [int(r) for r in ([row] if row.isdecimal() else self.tree.get_children(row) if row else [])]
        if numbers:
            self.ticked = (self.ticked - set(numbers) if set(numbers) <= self.ticked
                           else self.ticked | set(numbers))
            self.field_undo.look_soon()
            self._show_ticks()
        return "break"

    def accept(self) -> None:
        """Do what is ticked."""
        chosen = [self._fixes[n] for n in sorted(self.ticked)]
        if complaint := do_fixes(self._session, chosen):
            self.whole.configure(text=complaint, style="Error.TLabel")
            return
        self.finish("fixed")


def first_fixes(problems: Sequence[Problem]) -> list[tuple[Problem, Fix]]:
    """One fix for each problem that has any: the harmless one, if there is one, else the one most likely
    meant."""
    return [(p, p.harmless_fix or p.fixes[0]) for p in problems if p.fixes]


def do_fixes(session: Session, fixes: Sequence[tuple[Problem, Fix]]) -> str:
    """Do fixes in one step of the history, and say how many; why it could not be done, "" on success. Those
    whose problem is gone by then are left out."""
    done = 0

    def edit(design: Design) -> Design:
        nonlocal done
        done = 0
        for _, fix in fixes:
            before = design
            try:
                design = fix.edit(design)
            except ValueError:
                continue
            done += design is not before
        return design

    complaint = session.change(f"Fix {count(len(fixes), 'problem')}", edit)
    if not complaint:
        left = len(fixes) - done
        session.say(f"{count(done, 'problem')} fixed{f'; {left} were gone already' if left else ''}.")
    return complaint


def fix_several(parent: tk.Misc, session: Session, is_partly_unread: bool = False) -> None:
    """Ask which fixes are to be done, and do them."""
    dialog = FixesDialog(parent, session, is_partly_unread)
    dialog.run(dialog.tree)
