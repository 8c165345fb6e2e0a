"""The ruleset panel: a page for each table of ruleset data, made when it is first seen."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ...model.ruleset import Ruleset
from ...model.ruleset_fields import SECTIONS
from ..session import Session
from .page import GeneralPage, Page, SectionPage
from .tables_page import TablesPage

PAGES = ("terrain", "hexsides", "roads", "features", "unit_types", "nationalities", "tables", "results",
         "replacements", "sides", "general")


class RulesetPanel(ttk.Frame):
    """Edits the ruleset of the session in tables; every cell is a step of the same history."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self.book = ttk.Notebook(self)
        self.book.pack(fill="both", expand=True)
        self._frames: dict[str, ttk.Frame] = {}
        self.pages: dict[str, Page | TablesPage] = {}
        self._shown: Ruleset | None = None
        for key in PAGES:
            frame = ttk.Frame(self.book, style="Panel.TFrame")
            self._frames[key] = frame
            self.book.add(frame, text=SECTIONS[key].title if key in SECTIONS else "General")
        self.book.bind("<<NotebookTabChanged>>", lambda _e: self._turned())
        self.bind("<Map>", lambda _e: self._follow())
        session.changed.connect(self._follow)
        session.checked.connect(self._checked)
        self._turned()

    @property
    def key(self) -> str:
        """The key of the page that is seen."""
        return PAGES[self.book.index("current")]  # type: ignore[no-untyped-call]

    def page(self, key: str) -> Page | TablesPage:
        """The page of a section, made when it is first asked for."""
        if key not in self.pages:
            frame = self._frames[key]
            made: Page | TablesPage
            if key == "tables":
                made = TablesPage(frame, self._session)
            elif key == "general":
                made = GeneralPage(frame, self._session)
            else:
                made = SectionPage(frame, self._session, key)
            made.bind_key("<Control-Prior>", lambda: self._turn(-1))
            made.bind_key("<Control-Next>", lambda: self._turn(1))
            made.pack(fill="both", expand=True)
            self.pages[key] = made
        return self.pages[key]

    def show_page(self, key: str) -> None:
        """Turn to a page."""
        self.book.select(str(self._frames[key]))  # type: ignore[no-untyped-call]
        self._turned()

    def show_entry(self, entry: str) -> None:
        """Turn to the page of an entry, such as `terrain/marsh`, and to its row."""
        section, _, name = entry.partition("/")
        if section in SECTIONS:
            self.show_page(section)
            page = self.page(section)
            if isinstance(page, SectionPage | TablesPage):
                page.show_entry(name)

    def take_keyboard(self) -> None:
        """Give the table that is seen the keyboard."""
        self.page(self.key).take_keyboard()

    def commit(self) -> None:
        """Hand over what is being typed into a cell."""
        for page in self.pages.values():
            page.commit()

    def _turn(self, by: int) -> None:
        self.show_page(PAGES[(PAGES.index(self.key) + by) % len(PAGES)])
        self.take_keyboard()

    def _turned(self) -> None:
        for key, page in self.pages.items():
            if key != self.key:
                page.commit()
        self.page(self.key).refresh()

    def _follow(self) -> None:
        """The design may have another ruleset."""
        if self.winfo_exists() and self.winfo_ismapped() and self._shown is not self._session.design.ruleset:
            self._shown = self._session.design.ruleset
            self.page(self.key).refresh()

    def _checked(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.page(self.key).problems_changed()
