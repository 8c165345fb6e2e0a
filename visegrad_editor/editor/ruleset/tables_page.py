"""The page of combat tables: the list of them, and below it the cells of the current one."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from .. import theme
from ..grid import Cell
from ..session import Session
from .crt_model import FIRST, CrtModel
from .page import Page, SectionPage


class CrtPage(Page):
    """The cells of a combat table."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        self.model = CrtModel(session, 0)
        super().__init__(parent, self.model, 8)
        self.add_button("Add row", self.add_row, "An empty row behind the current one")
        self.add_button("Remove row", self.remove_row, "Remove the current die roll")
        self.add_button("Add column", self.add_column, "An empty column behind the current one")
        self.add_button("Remove column", self.remove_column, "Remove the current column")
        self.grid_table.go(Cell(FIRST, 1))

    def add_row(self) -> None:
        """Add a row behind the current one and go there."""
        row, column = self.grid_table.cursor
        if self.perform(lambda: self.model.add_row(row)):
            self.grid_table.go(Cell(max(row + 1, FIRST), column))

    def remove_row(self) -> None:
        """Remove the row of the current cell."""
        self.perform(lambda: self.model.remove_row(self.grid_table.cursor.row))

    def add_column(self) -> None:
        """Add a column behind the current one and go there."""
        row, column = self.grid_table.cursor
        if self.perform(lambda: self.model.add_column(column)):
            self.grid_table.go(Cell(row, max(column, 1) + 1))

    def remove_column(self) -> None:
        """Remove the column of the current cell."""
        self.perform(lambda: self.model.remove_column(self.grid_table.cursor.column))

    def show_table(self, index: int) -> None:
        """Show the cells of another table."""
        if index != self.model.index:
            self.commit()
            self.model.index = index
        self.refresh()
        self.explain()


class TablesPage(ttk.Frame):
    """The list of combat tables above the cells of the one that is chosen there."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self.list = SectionPage(self, session, "tables", 3)
        self.cells = CrtPage(self, session)
        self.list.grid(row=0, column=0, sticky="nsew")
        ttk.Separator(self).grid(row=1, column=0, sticky="ew", pady=theme.px(2))
        self.cells.grid(row=2, column=0, sticky="nsew")
        self.rowconfigure(2, weight=1)
        self.columnconfigure(0, weight=1)
        self.list.grid_table.went.connect(self._chosen)

    def _chosen(self) -> None:
        last = len(self._session.design.ruleset.tables) - 1
        self.cells.show_table(min(self.list.grid_table.cursor.row, last))

    def refresh(self) -> None:
        """Show the ruleset as it is now."""
        self.list.refresh()
        self._chosen()

    def problems_changed(self) -> None:
        """Other problems were found."""
        self.list.problems_changed()
        self.cells.problems_changed()

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.list.commit()
        self.cells.commit()

    def late_key(self, key: str) -> bool:
        """Whether a cell of either table is being edited; then Escape takes back what was typed."""
        return self.list.late_key(key) or self.cells.late_key(key)

    def take_keyboard(self) -> None:
        """Give the cells the keyboard."""
        self.cells.take_keyboard()

    def bind_key(self, sequence: str, command: Callable[[], None]) -> None:
        """Make a key work in both tables."""
        self.list.bind_key(sequence, command)
        self.cells.bind_key(sequence, command)

    def show_entry(self, name: str) -> None:
        """Show the cells of a table."""
        self.list.show_entry(name)
        self.cells.take_keyboard()
