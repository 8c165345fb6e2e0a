"""The log of a game as a list, with a note field and the correction of an order."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import cache
from tkinter import ttk
from tkinter.font import nametofont

from ...desk.log import NEXT, CardLog
from ...desk.log_view import Shown, View, shown_events
from ..widgets.columns import wrapped
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..window import theme
from ..window.theme import px
from .order_words import with_titles

_FURTHER = "    "
"""Stands before the further lines of a sentence."""


class LogList(ttk.Frame):
    """The log. `open` is called with the number of the order of a line, `correct` with that of the order to
    be corrected, `note` with the text of a note."""

    def __init__(self, parent: tk.Misc, open: Callable[[int], None], correct: Callable[[int], None],
                 note: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=px(6))
        self._open, self._correct, self._note = open, correct, note
        self._lines: list[tuple[str, int, str]] = []
        """What the list says: the sentence, its order, and its tag."""
        self._rows: dict[str, list[str]] = {}
        """For each row those of the same sentence."""
        self._orders: dict[str, int] = {}
        self._room = 0
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", style="Flat.Treeview", height=6)
        self.tree.column("#0", width=px(300), stretch=True)
        grid_scrolled(self.tree, 0)
        self.tree.tag_configure("heading", font="VeSection", foreground=theme.QUIET)
        self.tree.tag_configure("secret", foreground=theme.OWN)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._clicked())
        for key, by in (("<Up>", -1), ("<Down>", 1)):
            self.tree.bind(key, lambda _e, n=by: self._go(n))  # type: ignore[misc]
        self.tree.bind("<Configure>", lambda _e: self._fit(), add=True)
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(px(6), 0))
        self.note_field = ttk.Entry(foot)
        self.note_field.pack(side="left", fill="x", expand=True)
        self.note_field.bind("<Return>", lambda _e: self._add_note())
        self.note_button = ttk.Button(foot, text="Add note", style="Narrow.TButton", command=self._add_note)
        self.note_button.pack(side="left", padx=(px(4), 0))
        self.correct_button = ttk.Button(foot, text="Correct…", style="Narrow.TButton",
                                         command=self._correct_chosen)
        self.correct_button.pack(side="left", padx=(px(4), 0))
        Tooltip(self.correct_button, "Take back the selected order and all after it, and give it anew; those "
                "after it can then be redone")
        self.correct_button.state(["disabled"])

    def show(self, log: CardLog, view: View) -> None:
        """Show the events that may be shown, the last one in sight."""
        self._lines = []
        heading: Shown | None = None
        for shown in shown_events(log, view):
            event = shown.event
            heading = shown if shown.heading else heading
            if event.type == NEXT:
                continue
            self._add_heading(heading)
            heading = None
            dice = f"[{'-'.join(map(str, event.dice))}] " if event.dice else ""
            self._lines.append((f"{dice}{with_titles(event.text)}", shown.order,
                                "secret" if getattr(event, "secret", False) else ""))
        # A phase in which nothing happened has no heading, unless it is the present one.
        self._add_heading(heading)
        self._room = 0
        self._fit()
        rows = self.tree.get_children()
        if rows:
            self.tree.see(rows[-1])
        self.correct_button.state(["disabled"])

    def _add_heading(self, heading: Shown | None) -> None:
        if heading is not None:
            self._lines.append((heading.heading, heading.order, "heading"))

    def _fit(self) -> None:
        """Put each sentence on as many rows as it needs at the present width."""
        room = max(px(80), self.tree.winfo_width() - px(30))
        if room == self._room:
            return
        self._room = room
        measures = {tag: cache(nametofont(font, self).measure) for tag, font in (
            ("heading", "VeSection"), ("", "TkDefaultFont"))}
        further = measures[""](_FURTHER)
        at = self.tree.yview()[0]
        self.tree.delete(*self.tree.get_children())
        self._rows, self._orders = {}, {}
        for text, order, tag in self._lines:
            measure = measures.get(tag, measures[""])
            lines = wrapped(text, room - further, measure)
            tags = (tag,) if tag else ()
            rows = [self.tree.insert("", "end", text=f"{_FURTHER if n else ''}{line}", tags=tags)
                    for n, line in enumerate(lines)]
            for row in rows:
                self._rows[row], self._orders[row] = rows, order
        self.tree.yview_moveto(at)

    def _go(self, by: int) -> str:
        """Select the sentence before or after the selected one."""
        every, chosen = self.tree.get_children(), self.tree.selection()
        if not every:
            return "break"
        if chosen:
            edge = every.index(self._rows[chosen[0]][0 if by < 0 else -1]) + by
        else:
            edge = 0 if by > 0 else len(every) - 1
        if 0 <= edge < len(every):
            rows = self._rows[every[edge]]
            self.tree.focus(rows[0])
            self.tree.selection_set(rows)
            for row in (rows[-1], rows[0]):
                self.tree.see(row)
        return "break"

    def _clicked(self) -> None:
        chosen = self.tree.selection()
        if not chosen:
            return
        rows = self._rows[chosen[0]]
        if set(rows) != set(chosen):
            # All rows of a sentence are selected together; this tells of it once more.
            self.tree.selection_set(rows)
            return
        self.correct_button.state(["!disabled"])
        self._open(self._orders[rows[0]])

    def _correct_chosen(self) -> None:
        chosen = self.tree.selection()
        if chosen:
            self._correct(self._orders[chosen[0]])

    def _add_note(self) -> str:
        text = self.note_field.get().strip()
        if text:
            self._note(text)
            self.note_field.delete(0, "end")
        return "break"
