"""The log and the books of a game beside its forms, each on a page."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...desk.book_words import (
    control_parts,
    needed_parts,
    points_parts,
    reminder_parts,
    sky_parts,
    support_parts,
)
from ...desk.log import CardLog
from ...desk.log_view import View
from .fact_list import FactList
from .log_list import LogList


class BooksPanel(ttk.Notebook):
    """Log, sky and night, control and points, support, reminders. Only the page in front is brought up to
    date. `open`, `correct` and `note` are those of the log."""

    def __init__(self, parent: tk.Misc, open: Callable[[int], None], correct: Callable[[int], None],
                 note: Callable[[str], None]) -> None:
        super().__init__(parent)
        self.log = LogList(self, open, correct, note)
        self.sky, self.points = FactList(self), FactList(self)
        self.support, self.reminders = FactList(self), FactList(self)
        for page, title in ((self.log, "Log"), (self.sky, "Sky, night"), (self.points, "Control, points"),
                            (self.support, "Support"), (self.reminders, "Reminders")):
            self.add(page, text=title)
        self._shown: tuple[CardLog, View] | None = None
        self._stale = False
        self.bind("<<NotebookTabChanged>>", lambda _e: self._show_front())

    def show(self, log: CardLog, view: View) -> None:
        """Show a log and its books as they are now, as a view may see them."""
        self._shown, self._stale = (log, view), True
        self._show_front()

    def _show_front(self) -> None:
        if self._shown is None:
            return
        (log, view), page = self._shown, self.nametowidget(self.select())  # type: ignore[no-untyped-call]
        card, books = log.card, log.books
        if page is self.log and self._stale:
            self.log.show(log, view)
            self._stale = False
        elif page is self.sky:
            wind = books.sky.direction if books.sky.wind != "none" else None
            self.sky.show(sky_parts(card, books, view), wind)
        elif page is self.points:
            self.points.show((*needed_parts(card, books, view), *points_parts(card, books),
                              *control_parts(card, books, view)))
        elif page is self.support:
            self.support.show(support_parts(card, books, view))
        elif page is self.reminders:
            self.reminders.show(reminder_parts(card, books))
