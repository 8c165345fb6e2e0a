"""The commands New and Open, and beginning a scenario on a map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

from ...engine.record import is_game_file
from ...model.design import Design
from ...model.edit.blank import DEFAULT_RULESET, blank_map, emptied
from ...model.edit.scenario import begin_scenario, order_of_battle, orders_of_battle
from ...model.files.catalogue import bundled
from ...model.files.load import LoadResult, load
from ...model.files.resources import is_bundled
from ...model.files.sources import Sources
from ...model.gamemap import GameMap
from ...model.history import History
from ...model.ruleset import Ruleset
from ...model.wording import count, document_name
from ..safety.dialogs import ask_gone, ask_shared
from ..safety.disk_changes import file_names
from ..safety.document_guard import DocumentGuard
from ..session import Document, Session
from ..settings import Settings
from ..signals import Signal
from ..widgets.dialogs import Dialog, ask, message
from ..widgets.progress import Cancelled, Runner, at_once
from ..widgets.worker import Report
from ..window.theme import px
from .new_dialog import Choice, choose_template
from .open_files import FILE_TYPES, OpenFiles
from .scenario_dialogs import form_row

DEFAULT = "historical"
"""The document that opens when none is named."""


def open_document(name: str | Path) -> tuple[LoadResult, str]:
    """Load a file or a bundled document; the text says why it cannot be shown, "" if it can."""
    loaded = load(name)
    if loaded.design is not None:
        return loaded, ""
    if loaded.usable and loaded.kind == "ruleset":
        return loaded, (f"{loaded.path.name} is a ruleset. The window opens maps and scenarios: open one "
                        "that uses it, and edit its tables with Scenario > Ruleset (F3).")
    listing = "\n".join(str(p) for p in loaded.problems[:12])
    return loaded, f"{loaded.path.name} cannot be opened:\n\n{listing}"


def document_of(loaded: LoadResult) -> Document:
    """The document for a loaded file."""
    design = loaded.design
    assert design is not None
    owner = design.scenario or design.map
    return Document(loaded.kind, loaded.path, owner.title, is_bundled(loaded.path))


def nothing_to_prepare(_design: Design, _report: Report) -> Callable[[], None]:
    """Prepare nothing, for use without a map view."""
    return lambda: None


class Files(OpenFiles):
    """The file commands New and Open, in addition to those of `OpenFiles`.

    `prepare` does, in a thread, lengthy work before a design can be shown; the function it returns is called
    in the window's thread just before. `open_game` opens a game file, and shows its scenario with the
    function it is passed; without it, games cannot be opened.
    """

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: LoadResult,
                 guard: DocumentGuard, *, say: Callable[[str], None] = lambda _text: None,
                 run: Runner = at_once,
                 prepare: Callable[[Design, Report], Callable[[], None]] = nothing_to_prepare,
                 open_game: Callable[[Path, Callable[[LoadResult], None]], bool] | None = None) -> None:
        super().__init__(parent, session, settings, loaded, guard, say, run)
        self._prepare, self._open_game = prepare, open_game
        self.opened = Signal()
        """Another document was opened."""

    # -- opening ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the open design may be closed; asks if there are unsaved changes."""
        self.guard.note(self._session, self._sources)
        if gone := self.guard.watch.gone():
            choice = ask_gone(self._parent, file_names(gone))
            if choice in ("save", "elsewhere"):
                self.disk.keep(gone)
            return choice == "discard" or (choice == "save" and self.save()) or (
                choice == "elsewhere" and self.save_as(away=()))
        if not self._session.at_stake:
            return True
        choice = ask(self._parent, "Unsaved changes",
                     f'"{self._session.document.title}" has unsaved changes.',
                     (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def open(self, name: str | Path) -> bool:
        """Open a file or a bundled document by name; False if it was not opened."""
        if self._open_game is not None and is_game_file(name):
            return self._open_game(Path(name), self._show)
        if (loaded := self.read(name)) is None:
            return False
        others = [] if is_bundled(loaded.path) else self.guard.notes.others(loaded.path)
        choice = ask_shared(self._parent, loaded.path.name, others[0]) if others else "open"
        if not choice:
            return False
        self._show(loaded)
        if choice == "copy":
            self.continue_as_copy()
        elif not is_bundled(loaded.path):
            self._settings.remember(loaded.path)
        return True

    def read(self, name: str | Path) -> LoadResult | None:
        """Load a file without showing it; None if the user stopped it, or if it cannot be shown, after a
        message."""
        try:
            loaded, complaint = self._load(name, f"Opening {Path(name).name}")
        except Cancelled:
            return None
        if complaint:
            message(self._parent, "Open", complaint)
        return None if complaint else loaded

    def _load(self, name: str | Path, title: str) -> tuple[LoadResult, str]:
        """Load a document and prepare to show it; raises `Cancelled`."""
        def work(report: Report) -> tuple[LoadResult, str, Callable[[], None]]:
            report(-1.0, "Reading the files")
            loaded, complaint = open_document(name)
            ready = self._prepare(loaded.design, report) if loaded.design is not None else lambda: None
            return loaded, complaint, ready

        loaded, complaint, ready = self._run(title, work)
        if not complaint:
            ready()
        return loaded, complaint

    def continue_as_copy(self) -> None:
        """Make the open document a copy without a file. When saved, it keeps the comments of its original."""
        old = self._session.document
        self._session.document = Document(old.kind, None, f"{old.title} (copy)")
        self._session.opened.emit()

    def show_work(self, design: Design, document: Document, history: History[Design],
                  sources: Sources) -> None:
        """Show recovered work with its history."""
        self._sources, self._reading = sources, ()
        self._session.open(design, document, history)
        self.opened.emit()

    def _show(self, loaded: LoadResult) -> None:
        assert loaded.design is not None
        self._reading, self._sources = loaded.reading, loaded.sources
        self._session.open(loaded.design, document_of(loaded))
        self.opened.emit()

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        chosen = filedialog.askopenfilename(parent=self._parent, title="Open a scenario, a map or a game",
                                            filetypes=FILE_TYPES, initialdir=self.initial_folder())
        if chosen:
            self.open(Path(chosen))

    def open_asking(self, name: str | Path) -> None:
        """Open a named file after asking about unsaved changes."""
        if self.may_leave():
            self.open(name)

    def new(self) -> None:
        """Ask for a template, and open it as a new document without a file."""
        if not self.may_leave():
            return
        templates = [b for b in bundled() if b.kind in ("scenario", "map")]
        rules = self._sources.ruleset
        own = rules is not None and not is_bundled(rules.path)
        # The ruleset for maps of any game comes first, after one of the designer's own.
        rulesets = sorted(
            (b for b in bundled() if b.kind == "ruleset"), key=lambda b: b.name != DEFAULT_RULESET)
        chosen = choose_template(
            self._parent, templates, rulesets,
            self._session.design.ruleset.title if own else "")
        if chosen is None:
            return
        name = document_name(chosen.title)
        if chosen.own_map:
            self._begin_on_file(chosen.title)
            return
        if chosen.template is None:
            self._begin_map(chosen, name)
            return
        try:
            loaded, complaint = self._load(chosen.template.path, "Creating a new document")
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
        """Show an empty map without a file."""
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
        """Show a map without a file, with the ruleset of the open one or that of `sources`."""
        self._sources, self._reading = sources or Sources(ruleset=self._sources.ruleset), ()
        self._open_map(design)

    def _open_map(self, design: Design, begun: bool = False) -> None:
        self._session.open(design, Document("map", None, design.map.title, begun=begun))
        self._session.history.mark_unsaved()
        self.opened.emit()

    def open_new(self, design: Design, title: str, begun: bool = False) -> None:
        """Show a scenario without a file, made from the open one. `begun` if it is new, so that closing it
        before an edit loses nothing."""
        self._sources, self._reading = replace(self._sources, scenario=None), ()
        self._session.open(design, Document("scenario", None, title, begun=begun))
        self._session.history.mark_unsaved()
        self.opened.emit()

    # -- a new scenario on a map --------------------------------------------------------

    def begin_scenario(self) -> bool:
        """Begin a scenario on the open map, which is saved first if it has changes; whether it was begun."""
        session = self._session
        if session.scenario is not None:
            if not self.may_leave():
                return False
            if (kept := _as_on_file(session.design, self._sources, session.unsaved)) is None:
                message(self._parent, _TITLE, "Save first: the map of this scenario has no file yet.")
                return False
            return self._begin_on(kept, self._sources)
        if (session.document.path is None or session.unsaved) and not self._map_saved():
            return False
        return self._begin_on(session.design, self._sources)

    def _map_saved(self) -> bool:
        document = self._session.document
        new = document.path is None or document.read_only
        why = "is not saved in a file of yours yet" if new else "has unsaved changes"
        text = (f'A scenario refers to the file of its map, but "{document.title}" {why}. Save the map '
                "first; the scenario gets its own file beside it.")
        choices = (("save", "Save the map…" if new else "Save the map"), ("", "Cancel"))
        return bool(ask(self._parent, _TITLE, text, choices)) and self.save()

    def offer_scenario(self) -> bool:
        """Offer to begin a scenario on a map, as one is needed; whether it was begun."""
        return bool(ask(self._parent, _TITLE, "There is only a map here. Begin a scenario on it?",
                        (("begin", "Begin a scenario…"), ("", "Cancel")))) and self.begin_scenario()

    def _begin_on_file(self, title: str) -> bool:
        """Ask for the file of a map, and begin a scenario on it; whether it was begun."""
        chosen = filedialog.askopenfilename(
            parent=self._parent, title="Choose the map of the scenario", initialdir=self.initial_folder(),
            filetypes=(("Maps", "*.yaml *.yml"), ("All files", "*")))
        if not chosen:
            return False
        loaded = self.read(Path(chosen))
        if loaded is None or loaded.design is None:
            return False
        return self._begin_on(loaded.design, loaded.sources, title)

    def _begin_on(self, design: Design, sources: Sources, title: str = "") -> bool:
        dialog = BeginDialog(self._parent, replace(design, scenario=None), title)
        if not dialog.run(dialog.title_field) or dialog.begun is None or dialog.begun.scenario is None:
            return False
        self.use_sources(sources, ())
        self.open_new(dialog.begun, dialog.begun.scenario.title, begun=True)
        return True


_TITLE = "New scenario"


class BeginDialog(Dialog):
    """Asks for title, turns and units of a new scenario on a map; `begun` is the resulting design."""

    def __init__(self, parent: tk.Misc, design: Design, title: str = "") -> None:
        super().__init__(parent, "New scenario on a map")
        self.begun: Design | None = None
        self._design = design
        body, rules, map = self.body, design.ruleset, design.map
        ttk.Label(body, text=f"{map.title}: {count(map.grid.columns, 'column')}, "
                  f"{count(map.grid.rows, 'row')}. Ruleset {rules.title}; "
                  f"sides {' and '.join(s.name for s in rules.sides)}.",
                  style="Quiet.TLabel", wraplength=px(460), justify="left").grid(
            row=0, column=0, columnspan=2, sticky="w", pady=(0, px(8)))
        self.title_field = ttk.Entry(body, width=44)
        self.title_field.insert(0, title or f"Scenario on {map.title}")
        form_row(body, 1, "Title", self.title_field)
        self.turns = ttk.Spinbox(body, from_=1, to=99, width=5)
        self.turns.insert(0, "10")
        form_row(body, 2, "Turns", self.turns, "w")
        self._orders = orders_of_battle(rules)
        names = ["None yet", *(f'Those of "{b.title}", off the map' for b in self._orders)]
        self.units = ttk.Combobox(body, values=names, state="readonly", width=44)
        self.units.current(0)
        form_row(body, 3, "Units", self.units)
        ttk.Label(body, style="Quiet.TLabel", wraplength=px(340), justify="left", text=(
            "Create your own units with Ctrl+U, and drag them onto the map from the Units panel.")).grid(
            row=4, column=1, sticky="w", pady=(px(2), 0))
        self.wrong = ttk.Label(body, style="Error.TLabel", wraplength=px(460), justify="left")
        self.wrong.grid(row=5, column=0, columnspan=2, sticky="w")
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def accept(self) -> None:
        """Begin the scenario, or say what is wrong."""
        chosen, turns = self.units.current(), self.turns.get().strip()
        if not (turns.isascii() and turns.isdigit()):
            self.wrong.configure(text="Enter the number of turns as a whole number.")
            return
        try:
            order = self._orders[chosen - 1] if chosen > 0 else None
            like = order_of_battle(f"scenarios/{order.name}", self._design.ruleset) if order else None
            self.begun = begin_scenario(self._design, self.title_field.get(), int(turns), like)
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        self.finish("ok")


def _as_on_file(design: Design, sources: Sources, unsaved: bool) -> Design | None:
    """The design's map and ruleset without discarded changes; None if one of them has no file."""
    if not unsaved:
        return design
    if sources.map is None or sources.ruleset is None:
        return None
    map, rules = sources.map.document, sources.ruleset.document
    assert isinstance(map, GameMap)
    assert isinstance(rules, Ruleset)
    return Design(rules, map)
