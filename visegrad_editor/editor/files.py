"""New and open: from the files to the session, with every failure as a sentence."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog

from ..model.catalogue import bundled
from ..model.design import Design
from ..model.edit.blank import blank_map, emptied
from ..model.history import History
from ..model.load import Loaded, load
from ..model.naming import document_name
from ..model.resources import is_bundled
from ..model.sources import Sources
from .begin_scenario import ScenarioBeginning
from .dialogs import ask, message
from .new_dialog import Choice, choose_template
from .play.opening import is_game_file
from .progress import Cancelled
from .safety.dialogs import ask_gone, ask_shared
from .safety.disk_changes import names
from .saving import FILE_TYPES, Saving
from .session import Document, Session
from .settings import Settings
from .worker import Report

DEFAULT = "historical"
"""What opens when nothing is asked for."""
ANY_GAME = "blank"
"""The ruleset of an empty map, where no other is chosen."""


def open_document(name: str | Path) -> tuple[Loaded, str]:
    """Load a file or a bundled document; the sentence says why it cannot be shown, or is ""."""
    loaded = load(name)
    if loaded.design is not None:
        return loaded, ""
    if loaded.usable and loaded.kind == "ruleset":
        return loaded, (f"{loaded.path.name} is a ruleset. The window shows maps and scenarios: open one "
                        "that uses it, and edit its tables there with Scenario > Ruleset (F3).")
    listing = "\n".join(str(p) for p in loaded.problems[:12])
    return loaded, f"{loaded.path.name} cannot be shown:\n\n{listing}"


def document_of(loaded: Loaded) -> Document:
    """How the window names what was loaded."""
    design = loaded.design
    assert design is not None
    owner = design.scenario or design.map
    return Document(loaded.kind, loaded.path, owner.title, is_bundled(loaded.path))


class Files(Saving):
    """The file commands. `parent` is the window; `opened` is called after another file is open."""

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: Loaded,
                 opened: Callable[[], None]) -> None:
        super().__init__(parent, session, settings, loaded)
        self._opened = opened
        self.beginning = ScenarioBeginning(parent, self)
        self.open_game: Callable[[Path, Callable[[Loaded], None]], bool] | None = None
        """Shows a game file, and its scenario with the function it is given; set by the window."""
        self.prepare: Callable[[Design, Report], Callable[[], None]] = lambda _design, _report: lambda: None
        """Does in a thread what takes long before a design can be shown; what it gives back is called in the
        window's thread just before. Set by the window."""

    @property
    def session(self) -> Session:
        """What is open in the window."""
        return self._session

    # -- opening ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the open design may be closed: asks where changes are not saved."""
        self.safety.note(self._session, self._sources)
        if gone := self.safety.watch.gone():
            choice = ask_gone(self._parent, names(gone))
            if choice in ("save", "elsewhere"):
                self.disk.keep(gone)
            return choice == "discard" or (choice == "save" and self.save()) or (
                choice == "elsewhere" and self.save_as(away=()))
        if not self._session.at_stake:
            return True
        choice = ask(self._parent, "Unsaved changes",
                     f"“{self._session.document.title}” has changes that are not saved.",
                     (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def open(self, name: str | Path) -> bool:
        """Open a file or a bundled document by name; False where it could not be."""
        if self.open_game is not None and is_game_file(name):
            return self.open_game(Path(name), self._show)
        if (loaded := self.read(name)) is None:
            return False
        others = [] if is_bundled(loaded.path) else self.safety.notes.others(loaded.path)
        choice = ask_shared(self._parent, loaded.path.name, others[0]) if others else "open"
        if not choice:
            return False
        self._show(loaded)
        if choice == "copy":
            self.go_on_as_copy()
        elif not is_bundled(loaded.path):
            self._settings.remember(loaded.path)
        return True

    def read(self, name: str | Path) -> Loaded | None:
        """Load a file without showing it; None where it was stopped, or cannot be shown, which is told."""
        try:
            loaded, complaint = self._load(name, f"Opening {Path(name).name}")
        except Cancelled:
            return None
        if complaint:
            message(self._parent, "Open", complaint)
        return None if complaint else loaded

    def _load(self, name: str | Path, title: str) -> tuple[Loaded, str]:
        """Load, and have the pictures prepared; raises `Cancelled`."""
        def work(report: Report) -> tuple[Loaded, str, Callable[[], None]]:
            report(-1.0, "Reading the files")
            loaded, complaint = open_document(name)
            ready = self.prepare(loaded.design, report) if loaded.design is not None else lambda: None
            return loaded, complaint, ready

        loaded, complaint, ready = self.work(title, work)
        if not complaint:
            ready()
        return loaded, complaint

    def go_on_as_copy(self) -> None:
        """Let go of the file: what is open is a copy of it that has no file yet. Saved, it keeps the
        comments of the file."""
        old = self._session.document
        self._session.document = Document(old.kind, None, f"{old.title} (copy)")
        self._session.opened.emit()

    def show_work(self, design: Design, document: Document, history: History[Design],
                  sources: Sources) -> None:
        """Show work that was kept aside, with its history."""
        self._sources, self._reading = sources, ()
        self._session.open(design, document, history)
        self._opened()

    def _show(self, loaded: Loaded) -> None:
        assert loaded.design is not None
        self._reading, self._sources = loaded.reading, loaded.sources
        self._session.open(loaded.design, document_of(loaded))
        self._opened()

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        chosen = filedialog.askopenfilename(parent=self._parent, title="Open a scenario, a map or a game",
                                            filetypes=FILE_TYPES, initialdir=self.begin_in())
        if chosen:
            self.open(Path(chosen))

    def open_asking(self, name: str | Path) -> None:
        """Open a named file after asking about unsaved changes."""
        if self.may_leave():
            self.open(name)

    def new(self) -> None:
        """Ask for a template, and open it as a document that has no file yet."""
        if not self.may_leave():
            return
        templates = [b for b in bundled() if b.kind in ("scenario", "map")]
        rules = self._sources.ruleset
        own = rules is not None and not is_bundled(rules.path)
        # After one of the designer's own, the one for maps of any game is offered first.
        rulesets = sorted((b for b in bundled() if b.kind == "ruleset"), key=lambda b: b.name != ANY_GAME)
        chosen = choose_template(
            self._parent, templates, rulesets,
            self._session.design.ruleset.title if own else "")
        if chosen is None:
            return
        name = document_name(chosen.title)
        if chosen.own_map:
            self.beginning.on_a_file(chosen.title)
            return
        if chosen.template is None:
            self._begin_map(chosen, name)
            return
        try:
            loaded, complaint = self._load(chosen.template.path, "Beginning a new document")
        except Cancelled:
            return
        if complaint or loaded.design is None:
            message(self._parent, "New", complaint)
            return
        self._show(loaded)
        if chosen.sheet_only:
            self._sources = replace(self._sources, map=None)
            bare = replace(emptied(loaded.design.map, loaded.design.ruleset), title=chosen.title, name=name)
            self._open_map(replace(loaded.design, map=bare), begun=True)
            return
        follow = chosen.template.name if chosen.follow else ""
        if follow:
            self._sources = replace(self._sources, scenario=None)
        self._session.start_new(chosen.title, name, chosen.without_units, follow)

    def _begin_map(self, chosen: Choice, name: str) -> None:
        """Show an empty map that has no file yet."""
        assert chosen.grid is not None
        rules, file = self._session.design.ruleset, self._sources.ruleset
        if chosen.ruleset is not None:
            loaded = load(chosen.ruleset.path)
            if loaded.ruleset is None:
                message(self._parent, "New", f"The ruleset {chosen.ruleset.title} cannot be read.")
                return
            rules, file = loaded.ruleset, loaded.sources.ruleset
        grid = chosen.grid
        map = blank_map(rules, name, chosen.title, grid.columns, grid.rows, grid.orientation, grid.stagger,
                        grid.numbering)
        self._sources, self._reading = Sources(ruleset=file), ()
        self._open_map(Design(rules, map), begun=True)

    def open_new_map(self, design: Design, sources: Sources | None = None) -> None:
        """Show a map that has no file yet, under the ruleset of the open one, or that of `sources`."""
        self._sources, self._reading = sources or Sources(ruleset=self._sources.ruleset), ()
        self._open_map(design)

    def _open_map(self, design: Design, begun: bool = False) -> None:
        self._session.open(design, Document("map", None, design.map.title, begun=begun))
        self._session.history.mark_unsaved()
        self._opened()

    def open_new(self, design: Design, title: str, begun: bool = False) -> None:
        """Show a scenario made from the open one: it has no file yet, and nothing of the old file; `begun`
        where nothing is lost with it until something is done."""
        self._sources, self._reading = replace(self._sources, scenario=None), ()
        self._session.open(design, Document("scenario", None, title, begun=begun))
        self._session.history.mark_unsaved()
        self._opened()
