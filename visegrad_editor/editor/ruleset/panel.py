"""The ruleset panel: a page for each table of ruleset data, made when it is first seen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...model.ruleset import Ruleset
from ...model.ruleset_fields import SECTIONS
from ..session import Session
from ..tabs import Tab, TabStrip
from .page import GeneralPage, Page, SectionPage
from .tables_page import TablesPage

PAGES = ("terrain", "hexsides", "roads", "features", "unit_types", "nationalities", "tables", "results",
         "replacements", "sides", "general")


class RulesetPanel(ttk.Frame):
    """Edits the ruleset of the session in tables; every cell is a step of the same history."""

    def __init__(self, parent: tk.Misc, session: Session, leave: Callable[[], None] = lambda: None) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._leave = session, leave
        self.key = PAGES[0]
        """The key of the page that is seen."""
        self.strip = TabStrip(self, self)
        self.strip.pack(fill="x")
        self._body = ttk.Frame(self, style="Panel.TFrame")
        self._body.pack(fill="both", expand=True)
        self.pages: dict[str, Page | TablesPage] = {}
        self._shown: Ruleset | None = None
        self.strip.show([Tab(key, SECTIONS[key].title if key in SECTIONS else "General") for key in PAGES],
                        self.key)
        for button in self.strip.buttons.values():
            button.bind("<Escape>", lambda _e: self._escape(), add=True)
        self.bind("<Map>", lambda _e: self._follow())
        session.changed.connect(self._follow)
        session.checked.connect(self._checked)
        self._turned()

    def page(self, key: str) -> Page | TablesPage:
        """The page of a section, made when it is first asked for."""
        if key not in self.pages:
            frame = self._body
            made: Page | TablesPage
            if key == "tables":
                made = TablesPage(frame, self._session)
            elif key == "general":
                made = GeneralPage(frame, self._session)
            else:
                made = SectionPage(frame, self._session, key)
            made.bind_key("<Control-Prior>", lambda: self._turn(-1))
            made.bind_key("<Control-Next>", lambda: self._turn(1))
            made.bind_key("<Escape>", self._escape)
            self.pages[key] = made
        return self.pages[key]

    def show_page(self, key: str) -> None:
        """Turn to a page."""
        self.key = key
        self._turned()

    def choose(self, id: str) -> None:
        """A tab was clicked."""
        self.show_page(id)

    def menu(self, id: str, x_root: int, y_root: int) -> None:
        """Tabs of pages have no menu."""

    def drag(self, id: str, x_root: int, y_root: int, done: bool) -> None:
        """Pages stay where they are."""

    def cancel_drag(self) -> None:
        """Pages stay where they are."""

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
                page.pack_forget()
        self.strip.choose(self.key)
        shown = self.page(self.key)
        shown.pack(fill="both", expand=True)
        shown.refresh()

    def _escape(self) -> None:
        """A cell that is edited is left first: its field has the keyboard, and a key that comes before that
        is handed to it."""
        page = self.page(self.key)
        if not page.late_key("Escape"):
            self._leave()

    def _follow(self) -> None:
        """The design may have another ruleset."""
        if self.winfo_exists() and self.winfo_ismapped() and self._shown is not self._session.design.ruleset:
            self._shown = self._session.design.ruleset
            self.page(self.key).refresh()

    def _checked(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.page(self.key).problems_changed()
