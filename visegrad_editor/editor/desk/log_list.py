"""The log of a game as a list, with a note field and the correction of an order."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...desk.log import NEXT, CardLog
from ...desk.log_view import Shown, View, shown_events
from ..widgets.columns import in_lines
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..window import theme
from ..window.theme import px

_LINES = 2


class LogList(ttk.Frame):
    """The log. `open` is called with the number of the order of a line, `correct` with that of the order to
    be corrected, `note` with the text of a note."""

    def __init__(self, parent: tk.Misc, open: Callable[[int], None], correct: Callable[[int], None],
                 note: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=px(6))
        self._open, self._correct, self._note = open, correct, note
        self._orders: dict[str, int] = {}
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", style="Log.Flat.Treeview", height=6)
        self.tree.column("#0", width=px(300), stretch=True)
        grid_scrolled(self.tree, 0)
        self.tree.tag_configure("heading", font="VeSection", foreground=theme.QUIET)
        self.tree.tag_configure("secret", foreground=theme.OWN)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._clicked())
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
        self._texts: dict[str, str] = {}

    def show(self, log: CardLog, view: View) -> None:
        """Show the events that may be shown, the last one in sight."""
        self.tree.delete(*self.tree.get_children())
        self._orders, self._texts = {}, {}
        heading: Shown | None = None
        for shown in shown_events(log, view):
            event = shown.event
            heading = shown if shown.heading else heading
            if event.type == NEXT:
                continue
            self._add_heading(heading)
            heading = None
            dice = f"[{'-'.join(map(str, event.dice))}] " if event.dice else ""
            tags = ("secret",) if getattr(event, "secret", False) else ()
            row = self.tree.insert("", "end", tags=tags)
            self._texts[row] = f"{dice}{event.text}"
            self._orders[row] = shown.order
        # A phase in which nothing happened has no heading, unless it is the present one.
        self._add_heading(heading)
        self._fit()
        rows = self.tree.get_children()
        if rows:
            self.tree.see(rows[-1])
        self.correct_button.state(["disabled"])

    def _add_heading(self, heading: Shown | None) -> None:
        if heading is not None:
            row = self.tree.insert("", "end", text=heading.heading, tags=("heading",))
            self._orders[row] = heading.order

    def _fit(self) -> None:
        """Put each sentence into two lines of the present width; the result card has it whole."""
        font = tk.font.nametofont("TkDefaultFont", self)
        room = max(80, self.tree.winfo_width() - px(30))
        for row, text in self._texts.items():
            self.tree.item(row, text=in_lines(text, room, font.measure, _LINES))

    def _clicked(self) -> None:
        chosen = self.tree.selection()
        if chosen:
            self.correct_button.state(["!disabled"])
            self._open(self._orders[chosen[0]])

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
