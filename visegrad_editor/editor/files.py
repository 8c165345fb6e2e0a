"""New, open, save, save as: between the session and the files, with every failure as a sentence."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog

from ..model.catalogue import bundled
from ..model.design import Design
from ..model.edit.blank import blank_map, emptied
from ..model.history import History
from ..model.load import Loaded, load
from ..model.map_users import MapUser
from ..model.naming import document_name
from ..model.problems import Problem
from ..model.resources import is_bundled
from ..model.sources import Kind, Sources
from ..model.store import ChangedOnDisk, Saved, SaveError, save_design
from .dialogs import ask, message
from .map_followers import FOLLOW, LEAVE, ask_followers, follow, users_to_tell
from .new_dialog import Choice, choose_template
from .play.opening import is_game_file
from .progress import Cancelled, Runner, at_once
from .safety.dialogs import ask_conflict, ask_not_saved, ask_over_shared, ask_shared
from .safety.disk_changes import DiskChanges, names
from .safety.on_disk import fixed_files
from .safety.safety import Safety
from .session import Document, Session
from .settings import Settings
from .worker import Report

_TYPES = (("Scenarios, maps and games", "*.yaml *.yml"), ("All files", "*"))
_JOURNAL_S = 2.0
"""Longest wait for the journal before a save, in seconds."""
DEFAULT = "historical"
"""What opens when nothing is asked for."""


def open_document(name: str | Path) -> tuple[Loaded, str]:
    """Load a file or a bundled document; the sentence says why it cannot be shown, or is ""."""
    loaded = load(name)
    if loaded.design is not None:
        return loaded, ""
    if loaded.usable and loaded.kind == "ruleset":
        return loaded, (f"{loaded.path.name} is a ruleset. The window shows maps and scenarios; a ruleset is "
                        "edited as text, and every scenario opened afterwards uses it.")
    listing = "\n".join(str(p) for p in loaded.problems[:12])
    return loaded, f"{loaded.path.name} cannot be shown:\n\n{listing}"


def document_of(loaded: Loaded) -> Document:
    """How the window names what was loaded."""
    design = loaded.design
    assert design is not None
    owner = design.scenario or design.map
    return Document(loaded.kind, loaded.path, owner.title, is_bundled(loaded.path))


class Files:
    """The file commands. `parent` is the window; `opened` is called after another file is open."""

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: Loaded,
                 opened: Callable[[], None]) -> None:
        self._parent, self._session, self._settings = parent, session, settings
        self._opened = opened
        self._reading, self._sources = loaded.reading, loaded.sources
        self.safety = Safety(settings.folder)
        self.disk = DiskChanges(parent, session, self)
        self.open_game: Callable[[Path, Callable[[Loaded], None]], bool] | None = None
        """Shows a game file, and its scenario with the function it is given; set by the window."""
        self.work: Runner = at_once
        """Does what may take long; the window has it done beside itself."""
        self.prepare: Callable[[Design, Report], Callable[[], None]] = lambda _design, _report: lambda: None
        """Does in a thread what takes long before a design can be shown; what it gives back is called in the
        window's thread just before. Set by the window."""
        self.tell: Callable[[str], None] = lambda _text: None
        """Says a sentence in the status bar; set by the window."""
        self.notes: tuple[str, ...] = ()
        """What else the last save did, for instance a map that was copied."""

    @property
    def reading_problems(self) -> tuple[Problem, ...]:
        """The problems found while reading the files, which no edit can mend."""
        return self._reading

    @property
    def sources(self) -> Sources:
        """The files of the open design."""
        return self._sources

    # -- opening ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the open design may be closed: asks where changes are not saved."""
        if not self._session.history.changed:
            return True
        choice = ask(self._parent, "Unsaved changes",
                     f"“{self._session.document.title}” has changes that are not saved.",
                     (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def open(self, name: str | Path) -> bool:
        """Open a file or a bundled document by name; False where it could not be."""
        if self.open_game is not None and is_game_file(name):
            return self.open_game(Path(name), self._show)
        try:
            loaded, complaint = self._load(name, f"Opening {Path(name).name}")
        except Cancelled:
            return False
        if complaint:
            message(self._parent, "Open", complaint)
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

    def go_on_with(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None:
        """The design belongs to these files from now on; `reading` are the problems in them."""
        self._sources = sources
        if reading is not None:
            self._reading = reading

    def show_work(self, design: Design, document: Document, history: History[Design],
                  sources: Sources) -> None:
        """Show work that was kept aside, with its history."""
        self._sources, self._reading = sources, ()
        self._session.open(design, document, history)
        self._opened()

    @contextmanager
    def _busy(self, text: str) -> Iterator[None]:
        """Show at once that something takes a moment."""
        self.tell(text)
        root = self._parent
        if isinstance(root, tk.Tk | tk.Toplevel):
            root.configure(cursor="watch")
            root.update_idletasks()
        try:
            yield
        finally:
            if isinstance(root, tk.Tk | tk.Toplevel):
                root.configure(cursor="")
            self.tell("")

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
                                            filetypes=_TYPES, initialdir=self._folder())
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
        chosen = choose_template(
            self._parent, templates, [b for b in bundled() if b.kind == "ruleset"],
            self._session.design.ruleset.title if own else "")
        if chosen is None:
            return
        name = document_name(chosen.title)
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
            self._open_map(replace(loaded.design, map=bare))
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
        self._open_map(Design(rules, map))

    def _open_map(self, design: Design) -> None:
        self._session.open(design, Document("map", None, design.map.title))
        self._session.history.mark_unsaved()
        self._opened()

    def open_new(self, design: Design, title: str) -> None:
        """Show a scenario made from the open one: it has no file yet, and nothing of the old file."""
        self._sources, self._reading = replace(self._sources, scenario=None), ()
        self._session.open(design, Document("scenario", None, title))
        self._session.history.mark_unsaved()
        self._opened()

    # -- saving -------------------------------------------------------------------------

    def save(self) -> bool:
        """Save; asks for a name where there is none, or where the file is a bundled sample."""
        document = self._session.document
        if document.path is None or document.read_only:
            return self.save_as()
        return self._write(document.path)

    def save_as(self, away: Collection[Kind] | None = None) -> bool:
        """Ask for a name and save; the window goes on with the new file. `away` is given where the
        files cannot stay where they are: then those of these kinds, and all that cannot be written
        or would lie in another folder, are written beside the new one."""
        document = self._session.document
        name = document.path.name if document.path else f"{document_name(document.title)}.yaml"
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title="Save as", initialdir=self._folder(), initialfile=name,
            defaultextension=".yaml", filetypes=_TYPES)
        if not chosen:
            return False
        path = Path(chosen)
        others = self.safety.notes.others(path) if path != document.path else []
        if others and not ask_over_shared(self._parent, path.name, others[0]):
            return self.save_as(away)
        return self._write(path, apart=() if away is None else (*away, *fixed_files(self._sources, path)))

    def save_to(self, path: Path) -> bool:
        """Save under a name without asking for it."""
        return self._write(path)

    def _write(self, path: Path, overwrite: bool = False, apart: Collection[Kind] = ()) -> bool:
        with self._busy("Saving…"):
            users = users_to_tell(self._session, self._sources, path)
        choice = ask_followers(self._parent, users) if users else LEAVE
        if not choice:
            return False
        # First into the journal: then a save that is cut off leaves nothing that it does not know.
        self.safety.note(self._session, self._sources)
        self.safety.keeper.wait(_JOURNAL_S)
        try:
            named = own_names(self._session.design, self._sources, path)
            saved = self._save(named, path, overwrite, apart)
        except Cancelled:
            self.tell("Nothing was saved.")
            return False
        except ChangedOnDisk:
            return self._settle(path, apart)
        except SaveError as error:
            choice = ask_not_saved(self._parent, error)
            return self._write(path, overwrite, apart) if choice == "again" else (
                choice == "elsewhere" and self.save_as(away=()))
        self._sources = saved.sources
        self.notes = saved.notes
        title = (self._session.scenario or self._session.design.map).title
        document = Document(self._session.document.kind, path, title, is_bundled(path))
        self._session.saved(document, saved.design)
        self._settings.remember(path)
        if choice == FOLLOW:
            self._let_follow(users)
        return True

    def _save(self, design: Design, path: Path, overwrite: bool, apart: Collection[Kind]) -> Saved:
        """Save beside the window; raises `Cancelled` where it was stopped before anything was written."""
        sources = self._sources

        def work(report: Report) -> Saved:
            def last_question() -> None:
                if not report(-1.0, f"Writing {path.name}"):
                    raise Cancelled

            return save_design(design, sources, path, overwrite, apart, last_question)

        return self.work("Saving", work, to_its_end=True)

    def _let_follow(self, users: Sequence[MapUser]) -> None:
        """Change the other scenarios that use the saved map."""
        written, told = follow(users)
        self.notes = (*self.notes, *told)
        scenario, changed = self._sources.scenario, {p.resolve() for p in written}
        if scenario is not None and changed & {f.path.resolve() for f in scenario.chain()}:
            # The open scenario is a variant of one of them: what it says is told against the new base.
            loaded = load(scenario.path)
            if loaded.design is not None and loaded.design.scenario == self._session.scenario:
                self._sources = loaded.sources

    def _settle(self, path: Path, apart: Collection[Kind]) -> bool:
        """A file to be written was changed by another program: ask what is to be done."""
        changes = self.disk.now()
        choice = ask_conflict(self._parent, names(changes) or path.name)
        if choice == "over":
            return self._write(path, True, apart)
        if choice == "elsewhere":
            return self.save_as(away=[change.kind for change in changes])
        if choice:
            self.tell(self.disk.compare(changes) if choice == "compare" else self.disk.reload(changes))
        return False

    def _folder(self) -> str:
        """Where a file dialog begins: beside the open file, if it is the user's own."""
        path = self._session.document.path
        own = [path.resolve().parent] if path is not None and not is_bundled(path) else []
        # Not in a folder that has vanished, with its drive perhaps.
        found = (f for f in (*own, *(Path(p).parent for p in self._settings.recent)) if os.path.isdir(f))
        return str(next(found, Path.home()))


def own_names(design: Design, sources: Sources, path: Path) -> Design:
    """The design as it is saved at `path`: what is copied from a sample gets a name of its own."""
    if is_bundled(path):
        return design
    scenario, map = design.scenario, design.map
    copied = [s.kind for s in (sources.map, sources.scenario)
              if s is not None and is_bundled(s.path) and getattr(design, s.kind).name == s.document.name]
    if scenario is not None and "scenario" in copied:
        scenario = replace(scenario, name=document_name(path.stem))
    if "map" in copied and scenario is None:
        map = replace(map, name=document_name(path.stem, "map"))
    elif "map" in copied and sources.map is not None and map != sources.map.document:
        map = replace(map, name=document_name(f"{path.stem}-map"))
    return replace(design, map=map, scenario=scenario)
