"""The page *Card*: the parts of a card as forms, and beside them the sheet, the plan and the problems."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...desk.board_maps import maps_to_choose
from ...desk.card import Card
from ...desk.check_fixes import FixError
from ...desk.victory_hexes import set_hexes, victory_hexes
from ...drawing.board_pictures import BoardPictures
from ...hexgrid import Hex
from ..settings import Settings
from ..widgets.dialogs import ask_text
from ..widgets.keyboard import exists, focused
from ..widgets.scroll_bars import ScrollableFrame, grid_scrolled
from ..widgets.small_screen import is_narrow
from ..widgets.tree_selection import TreeSelection
from ..window import theme
from ..window.theme import px
from .board_view import BoardView
from .card_document import CardDocument
from .card_forms import CardForms
from .card_places import condition_places, where_places
from .found_problems import FoundProblem, existing
from .problem_list import ProblemList
from .secret_document import SecretDocument
from .secret_section import SecretSection
from .sections import (
    BoardsSection,
    CardSection,
    ChecksSection,
    GroupsSection,
    ReadingsSection,
    RulesSection,
    Section,
    SetsSection,
)
from .sheet_preview import SheetPreview
from .victory_section import VictorySection

SECTIONS: tuple[type[Section], ...] = (
    CardSection, BoardsSection, GroupsSection, RulesSection, SetsSection, VictorySection, SecretSection,
    ReadingsSection, ChecksSection)
SHEET, PLAN, PROBLEMS = "Sheet", "Plan", "Problems"
_LIST_PX = 128


class CardPage(ttk.Frame):
    """The parts of a card on the left, what they give on the right. `say` shows a message."""

    def __init__(self, parent: tk.Misc, document: CardDocument, settings: Settings,
                 say: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.document, self._settings, self._say = document, settings, say
        self.forms = CardForms(lambda: document.card, self.choose_hexes, lambda: document.ground,
                               lambda: maps_to_choose(document.folder))
        self.is_narrow = is_narrow(self)
        self._back: tuple[str, tk.Misc | None] = ("", None)
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.panes = ttk.Panedwindow(self, orient="horizontal")
        self.panes.grid(row=0, column=0, sticky="nsew")
        left = ttk.Frame(self.panes, style="Panel.TFrame")
        self.panes.add(left, weight=3)
        self._make_list(left)
        self._room = ttk.Frame(left, style="Panel.TFrame")
        self._room.grid(row=0, column=2, sticky="nsew")
        self._room.rowconfigure(0, weight=1)
        self._room.columnconfigure(0, weight=1)
        left.columnconfigure(2, weight=1)
        self._make_right(BoardPictures())
        self.sections: dict[str, Section] = {}
        self.chosen = ""
        self._top = self.winfo_toplevel()
        self._top.bind("<FocusIn>", self._reveal, add=True)
        document.changed.connect(self.refresh, owner=self)
        document.renewed.connect(self.refresh, owner=self)
        self.choose(CardSection.title)

    def _make_list(self, left: ttk.Frame) -> None:
        box = ttk.Frame(left, style="Panel.TFrame", padding=(px(4), px(4), 0, px(4)))
        box.grid(row=0, column=0, sticky="ns")
        left.rowconfigure(0, weight=1)
        self.list = ttk.Treeview(box, show="tree", selectmode="browse", style="Flat.Treeview", height=8)
        self.list.column("#0", width=px(_LIST_PX), minwidth=px(80))
        grid_scrolled(self.list, 0).grid_remove()
        self.list.configure(yscrollcommand="")
        self._selection = TreeSelection(self.list)
        titles = [s.title for s in SECTIONS] + ([SHEET, PLAN, PROBLEMS] if self.is_narrow else [])
        for title in titles:
            self.list.insert("", "end", title, text=f" {title}")
        self.list.bind("<<TreeviewSelect>>", lambda _e: None if self._selection.quiet else self.choose(
            self.list.selection()[0]))
        self.list.bind("<Return>", lambda _e: self.enter_first())
        ttk.Separator(left, orient="vertical").grid(row=0, column=1, sticky="ns")
        self._colour()
        theme.changed.connect(self._colour, owner=self)

    def _colour(self) -> None:
        self.list.tag_configure("error", foreground=theme.ERROR)
        self.list.tag_configure("warning", foreground=theme.WARNING)

    def _make_right(self, pictures: BoardPictures) -> None:
        """The sheet, the plan and the problems; on a narrow screen they are among the sections."""
        self.book: ttk.Notebook | None = None
        if self.is_narrow:
            parent: tk.Misc = self._room
            self.preview, self.plan = SheetPreview(parent), BoardView(parent, pictures)
            self.problems = ProblemList(parent, self.go_to, self.fix, self._say, height=10)
            self._others: dict[str, ttk.Frame] = {
                SHEET: self.preview, PLAN: self.plan, PROBLEMS: self.problems}
            return
        self._others = {}
        right = ttk.Panedwindow(self.panes, orient="vertical")
        self.panes.add(right, weight=2)
        book = self.book = ttk.Notebook(right)
        right.add(book, weight=4)
        self.preview, self.plan = SheetPreview(book), BoardView(book, pictures)
        book.add(self.preview, text=SHEET)
        book.add(self.plan, text=PLAN)
        book.bind("<<NotebookTabChanged>>", lambda _e: self.after_idle(self.preview.draw))
        self.problems = ProblemList(right, self.go_to, self.fix, self._say)
        right.add(self.problems, weight=1)

    # -- sections -----------------------------------------------------------------------

    def choose(self, title: str) -> None:
        """Show a section."""
        if title == self.chosen:
            return
        self.commit()
        if self.plan.is_choosing and title != PLAN:
            self._back = title, None
            self.plan.cancel()
        self._selection.select([title])
        self.list.focus(title)
        for child in (*self.sections.values(), *self._others.values()):
            child.grid_remove()
        self.chosen = title
        if title in self._others:
            self._others[title].grid(row=0, column=0, sticky="nsew")
        else:
            self.section(title).grid(row=0, column=0, sticky="nsew")
        self.refresh()

    def section(self, title: str) -> Section:
        """A section, made when it is first shown."""
        if title not in self.sections:
            kind = next(s for s in SECTIONS if s.title == title)
            made = self.sections[title] = kind(self._room, self.document, self.forms)
            if isinstance(made, GroupsSection | SetsSection):
                made.list.selected.connect(self._light, owner=self)
            elif isinstance(made, VictorySection):
                made.selected.connect(self._light, owner=self)
        return self.sections[title]

    def enter_first(self) -> str:
        """Give the keyboard to the first field of the section."""
        if self.chosen in self.sections:
            section = self.sections[self.chosen]
            section.enter((section.about[0],) if section.about else ())
        return "break"

    def refresh(self) -> None:
        """Show the card as it is now."""
        if not exists(self):
            return
        card = self.document.card
        if self.chosen in self.sections:
            self.sections[self.chosen].show(card)
        self._show_counts(card)
        self.problems.show(self.document.problems)
        self.preview.show(card, self.document.found.checked)
        self._light()

    def _show_counts(self, card: Card) -> None:
        worst: dict[str, str] = {}
        for one in self.document.problems:
            title = self._title_of(one)
            if one.problem.severity in ("error", "warning"):
                worst.setdefault(title, one.problem.severity)
        for kind in SECTIONS:
            number = self._number(kind, card)
            mark = {"error": "  ✕", "warning": "  !"}.get(worst.get(kind.title, ""), "")
            self.list.item(kind.title, text=f" {kind.title}{f' ({number})' if number else ''}{mark}",
                           tags=(worst[kind.title],) if kind.title in worst else ())

    def _number(self, kind: type[Section], card: Card) -> int:
        key = kind.about[0] if kind.about and kind is not CardSection else ""
        return len(getattr(card, key)) if key else 0

    def _title_of(self, one: FoundProblem) -> str:
        first = str(one.path[0]) if one.path else "title"
        return next((s.title for s in SECTIONS if first in s.about), CardSection.title)

    def go_to(self, one: FoundProblem) -> None:
        """Show the field that a problem is about, and give it the keyboard."""
        title = self._title_of(one)
        self.choose(title)
        path = existing(self.document.card, one.path)
        while not self.section(title).enter(path) and path:
            path = path[:-1]
        self._say(one.problem.message)

    def fix(self, one: FoundProblem) -> None:
        """Solve a problem as a step of the history; asks what its fix needs."""
        if one.fix is None:
            return
        self.commit()
        answer = ""
        if one.fix.asks:
            answer = ask_text(self, "Fix", f"{one.problem.message}\n\n{one.fix.label}: {one.fix.asks}.")
            if not answer:
                self._say("Nothing was changed.")
                return
        try:
            changed = one.fix.solve(self.document.card, answer)
        except (FixError, ValueError) as error:
            self._say(str(error))
            self.bell()
            return
        complaint = self.document.edit(one.fix.label, changed)
        self._say(complaint or f"Done: {one.fix.label}. Ctrl+Z takes it back.")

    def _reveal(self, event: tk.Event[tk.Misc]) -> None:
        """Scroll to a field that gets the keyboard."""
        widget = event.widget
        if not isinstance(widget, tk.Widget) or not exists(self) or not str(widget).startswith(f"{self}."):
            return
        around: tk.Misc | None = widget
        while around is not None and around is not self:
            if isinstance(around, ScrollableFrame):
                around.see(widget, widget)
            around = around.master

    # -- the plan -----------------------------------------------------------------------

    def _light(self) -> None:
        """Show on the plan what the open group or set is about."""
        card, lit = self.document.card, frozenset[Hex]()
        if any(True for board in card.boards for _ in board.faults()):
            return
        section, ground = self.sections.get(self.chosen), self.document.ground
        if isinstance(section, GroupsSection) and 0 <= section.list.index < len(card.groups):
            where = card.groups[section.list.index].where
            lit = where_places(where, ground) if where is not None else lit
        elif isinstance(section, SetsSection) and 0 <= section.list.index < len(card.sets):
            lit = set_hexes(card.sets[section.list.index][1], ground)
        elif isinstance(section, VictorySection):
            lit = condition_places(section.need, ground)
        self.plan.show(card.layout, lit, victory_hexes(ground), ground.maps)

    def choose_hexes(self, title: str, now: Sequence[str], several: bool,
                     take: Callable[[Sequence[str]], str]) -> None:
        """Let the user choose hexes on the plan."""
        self._back = self.chosen, focused(self)
        if self.book is not None:
            self.book.select(self.plan)  # type: ignore[no-untyped-call]
        else:
            self.choose(PLAN)
        self.update_idletasks()
        self.plan.choose(title, now, several, take, self._chosen_hexes)

    def _chosen_hexes(self) -> None:
        title, field = self._back
        if self.book is None and title:
            self.choose(title)
        if field is not None and exists(field):
            field.focus_set()

    # -- secrets ------------------------------------------------------------------------

    @property
    def secrets(self) -> SecretSection | None:
        """The section with the secret files, if it was shown."""
        found = self.sections.get(SecretSection.title)
        return found if isinstance(found, SecretSection) else None

    @property
    def secret_in_front(self) -> SecretDocument | None:
        """The secret records that are on the screen, which undo and redo are about."""
        secrets = self.secrets
        return secrets.shown_document if secrets is not None and self.chosen == secrets.title else None

    # -- the page -----------------------------------------------------------------------

    def commit(self) -> None:
        """Hand over what is being typed."""
        if self.chosen in self.sections:
            self.sections[self.chosen].commit()

