"""The files of the open design: new, open, save, and beginning a scenario on a map."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING, Protocol

from ...errors import Cancelled
from ...model.design import Design
from ...model.differences import KINDS
from ...model.edit.blank import DEFAULT_RULESET, blank_map, emptied
from ...model.files.atomic import real_path, unfit_for_windows
from ...model.files.base_users import errors_of, misfits, variants_of
from ...model.files.bytes import ReadError
from ...model.files.catalogue import bundled, templates
from ...model.files.counter_pictures import with_pictures
from ...model.files.load import LoadResult, document_in_file, load
from ...model.files.new_rules import write_rules
from ...model.files.resources import is_bundled, is_of_program
from ...model.files.sources import Kind, Sources
from ...model.files.store import (
    ChangedOnDiskError,
    PartlySavedError,
    Saved,
    SaveError,
    SourceLostError,
    can_extend,
    check_name,
    free_name,
    main_kind,
    new_files,
    save_as,
    save_design,
)
from ...model.files.text_fixes import fix_file, text_fixes_of
from ...model.gamemap import GameMap
from ...model.history import History
from ...model.position_changes import most_fixed
from ...model.problems import Problem, TextFix
from ...model.ruleset import Ruleset
from ...model.scenario import Scenario
from ...model.wording import count, document_name, quoted
from ..safety.dialogs import (
    ask_conflict,
    ask_gone,
    ask_not_saved,
    ask_other_name,
    ask_over_shared,
    ask_shared,
)
from ..safety.disk_changes import DiskChanges, file_names
from ..safety.document_guard import DocumentGuard
from ..safety.watch import DiskChange, acknowledged, fixed_files, text_now
from ..session import OpenDocument, Session
from ..settings import Settings
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..widgets.progress import Runner, at_once
from ..widgets.worker import Report
from .import_records import ImportRecords
from .map_followers import (
    FOLLOW,
    LEAVE,
    RESTORE,
    FollowerVersions,
    affected_users,
    ask_earlier,
    ask_followers,
    changed_map_file,
    write_earlier,
    write_updated,
)
from .planning.kept_drafts import KeptDrafts

if TYPE_CHECKING:
    from ...model.files.map_users import MapUser
    from .new_dialog import StartingPoint
    from .planning.draft import ScenarioDraft

FILE_TYPES = (("Scenarios, maps, cards and games", "*.yaml *.yml"), ("All files", "*"))
_JOURNAL_S = 2.0
"""Maximum wait for the journal before a save, in seconds."""
_TITLE = "New scenario"
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


def document_of(loaded: LoadResult) -> OpenDocument:
    """The document for a loaded file."""
    design = loaded.design
    assert design is not None
    owner = design.scenario or design.map
    return OpenDocument(loaded.kind, loaded.path, owner.title, is_bundled(loaded.path))


class Cards(Protocol):
    """Shows squad-level cards in windows of their own."""

    def is_card(self, name: str | Path) -> bool:
        """Whether a file or a bundled name is a card, or a game of one."""
    def open(self, name: str | Path) -> bool:
        """Show a card; False, after a message, if that is not possible."""
    def new(self, title: str) -> None:
        """Show a new card with a title."""


def nothing_to_prepare(_design: Design, _report: Report) -> Callable[[], None]:
    """Prepare nothing, for use without a map view."""
    return lambda: None


class Files:
    """The files of the open design, and the commands New, Open, Save and Save as.

    `parent` is the window over which questions appear, `loaded` the document open at first, `guard` protects
    the work meanwhile. `say` shows a message in the status bar, `run` does work that may take long.
    `prepare` does, in a thread, lengthy work before a design can be shown; the function it returns is called
    in the window's thread just before. `open_game` opens a game file, and shows its scenario with the
    function it is passed; without it, games cannot be opened. `cards` shows squad-level cards in windows
    of their own; without it, they cannot be opened.
    """

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: LoadResult,
                 guard: DocumentGuard, *, say: Callable[[str], None] = lambda _text: None,
                 run: Runner = at_once,
                 prepare: Callable[[Design, Report], Callable[[], None]] = nothing_to_prepare,
                 open_game: Callable[[Path, Callable[[LoadResult], None]], bool] | None = None,
                 cards: Cards | None = None) -> None:
        self._parent, self._session, self._settings = parent, session, settings
        self._reading, self._sources = loaded.reading, loaded.sources
        self._say, self._run = say, run
        self._prepare, self._open_game, self._cards = prepare, open_game, cards
        self.guard = guard
        self.records = ImportRecords(session)
        """Records of earlier imports that this window has overwritten by saving."""
        self._followers = FollowerVersions()
        self.disk = DiskChanges(parent, session, lambda: self._sources, self.use_sources, run)
        self.notes: tuple[str, ...] = ()
        """What else the last save did, for example copy a map."""
        self._draft: ScenarioDraft | None = None
        self._drafts = KeptDrafts(settings.folder / "planned", guard.keeper.owner)
        self.opened = Signal()
        """Another document was opened."""
        session.completed = self._with_pictures

    @property
    def reading_problems(self) -> tuple[Problem, ...]:
        """The problems found while reading the files, which no edit can fix."""
        return self._reading

    @property
    def sources(self) -> Sources:
        """The files of the open design."""
        return self._sources

    def picture_folder(self, level: str) -> Path | None:
        """The folder for the pictures of counters: that of the scenario for units, else of the ruleset; None
        for one without a file of the user's own."""
        source = self._sources.scenario if level == "unit" else self._sources.ruleset
        return None if source is None or is_bundled(source.path) else source.path.parent

    def _with_pictures(self, design: Design) -> Design:
        """The design with the pictures that its looks name."""
        ruleset, scenario = design.ruleset, design.scenario
        folder = {k: s.path.parent for k in ("ruleset", "scenario") if (s := self._sources.of(k)) is not None}
        if ruleset is not self._session.design.ruleset:
            ruleset = with_pictures(ruleset, folder.get("ruleset"))
        if scenario is not None and scenario is not self._session.design.scenario:
            scenario = with_pictures(scenario, folder.get("scenario"))
        same = ruleset is design.ruleset and scenario is design.scenario
        return design if same else replace(design, ruleset=ruleset, scenario=scenario)

    def base_scenario(self) -> Scenario | None:
        """The scenario, of those that the open one is a variant of, in which most units stand in a hex, the
        nearest of several; None if it is no variant."""
        source = self._sources.scenario
        chain = [f.document for f in source.base.chain()] if source is not None and source.base else []
        return most_fixed(one for one in chain if isinstance(one, Scenario))

    def use_sources(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None:
        """Set the files of the design; `reading` are the problems found in them, None if unchanged."""
        self._sources = sources
        if reading is not None:
            self._reading = reading

    def initial_folder(self) -> str:
        """The folder in which file dialogs begin: that of the open file or its map, if it is the user's own,
        or that of a recent file, or the one in which the program was started, or the home folder."""
        path = self._session.document.path
        if path is None and self._sources.map is not None:
            path = self._sources.map.path  # so that the new file can refer to its map
        own = [real_path(path).parent] if path is not None and not is_bundled(path) else []
        recent = (Path(p).parent for p in self._settings.recent if not is_bundled(Path(p)))
        # Leave out folders that have vanished, perhaps with their drive.
        folders = (f for f in (*own, *recent) if os.path.isdir(f))
        return str(next(folders, _started_in() or Path.home()))

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
        from ...engine.record import is_game_file

        if self._cards is not None and self._cards.is_card(name):
            return self._cards.open(name)
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
        if not complaint:
            return loaded
        fixes = [] if is_bundled(loaded.path) else text_fixes_of(loaded.problems, str(name))
        if not fixes:
            message(self._parent, "Open", complaint)
            return None
        return self.read(name) if self._fixed(loaded.path, complaint, fixes) else None

    def _fixed(self, path: Path, complaint: str, fixes: Sequence[tuple[Problem, TextFix]]) -> bool:
        """Show why a file cannot be opened; whether fixes of its text were chosen, and written."""
        from .load_fixes_dialog import LoadFixesDialog

        dialog = LoadFixesDialog(self._parent, complaint, fixes)
        if dialog.run() != "fix":
            return False
        try:
            refused = fix_file(path, dialog.chosen)
        except (SaveError, ReadError) as error:
            message(self._parent, "Open", f"{path.name} was not changed: {error}")
            return False
        done = len(dialog.chosen) - len(refused)
        if refused:
            what = f"{count(done, 'fix')} of {len(dialog.chosen)} written." if done else "was not changed."
            message(self._parent, "Open", f"{path.name}: {what}" + "".join(
                f"\n\nNot done: {fix.label}. {why}" for fix, why in refused))
        if done:
            self._say(f"{path.name}: {count(done, 'fix')} written; the old content is kept.")
        return bool(done)

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
        self._session.document = OpenDocument(old.kind, None, f"{old.title} (copy)")
        self._session.opened.emit()

    def show_work(self, document: OpenDocument, history: History[Design], sources: Sources) -> None:
        """Show recovered work with its history."""
        self._sources, self._reading = sources, ()
        history.complete(self._with_pictures)
        self._session.open(history.current, document, history)
        self.opened.emit()

    def _show(self, loaded: LoadResult) -> None:
        assert loaded.design is not None
        self._reading, self._sources = loaded.reading, loaded.sources
        self._session.open(loaded.design, document_of(loaded))
        self.opened.emit()

    def ask_open(self) -> None:
        """Ask for a file and open it; what is open stays beside a card, and is asked about before others."""
        chosen = filedialog.askopenfilename(
            parent=self._parent, title="Open a scenario, a map, a card or a game", filetypes=FILE_TYPES,
            initialdir=self.initial_folder())
        if chosen:
            self.open_asking(Path(chosen))

    def open_asking(self, name: str | Path) -> None:
        """Open a named file after asking about unsaved changes; a card at once, in a window of its own."""
        if (self._cards is not None and self._cards.is_card(name)) or self.may_leave():
            self.open(name)

    def new(self) -> None:
        """Ask for a template, and open it as a new document without a file."""
        from .new_dialog import choose_template

        if not self.may_leave():
            return
        rules = self._sources.ruleset
        own = rules is not None and not is_bundled(rules.path)
        # The ruleset for maps of any game comes first, after one of the designer's own.
        rulesets = sorted(
            (b for b in bundled() if b.kind == "ruleset"), key=lambda b: b.name != DEFAULT_RULESET)
        chosen = choose_template(
            self._parent, templates(), rulesets,
            self._session.design.ruleset.title if own else "", self.unfinished_scenario(), self.ask_rest)
        if chosen is None:
            return
        name = document_name(chosen.title)
        if chosen.of_card:
            assert self._cards is not None
            self._cards.new(chosen.title)
            return
        if chosen.by_steps:
            self.plan_scenario(
                chosen.title, asked=True, anew=chosen.anew and bool(self.unfinished_scenario()))
            return
        if chosen.template is None:
            self._begin_map(chosen, name)
            return
        if chosen.template.kind == "ruleset":
            self._begin_map(replace(chosen, title="New map"), document_name("New map"))
            return
        loaded = chosen.loaded
        assert loaded is not None
        assert loaded.design is not None
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

    def ask_rest(self, dialog: tk.Misc, chosen: StartingPoint) -> StartingPoint | str:
        """Read what a choice begins with and ask over the dialog New what else it needs: what to begin with
        then, or why it is not begun. A ruleset that extends a template is written to the file that is asked
        for."""
        if chosen.by_steps and chosen.anew and (unfinished := self.unfinished_scenario()):
            choice = ask(dialog, "New", f"{quoted(unfinished)} was begun step by step and is not made yet.",
                         (("go-on", "Go on with it"), ("anew", "Forget it and begin anew"), ("", "Cancel")))
            return replace(chosen, anew=choice == "anew") if choice else "Nothing was begun."
        if chosen.by_steps or chosen.of_card:
            return chosen
        if chosen.template is None:
            return chosen if chosen.ruleset is None else _with_rules(chosen, chosen.ruleset.path)
        if chosen.template.kind != "ruleset":
            try:
                loaded, complaint = self._load(chosen.template.path, "Creating a new document")
            except Cancelled:
                return "Nothing was begun."
            return _unusable(loaded) if complaint else replace(chosen, loaded=loaded)
        asked = filedialog.asksaveasfilename(
            parent=dialog, title="Save the new ruleset as", initialdir=self.initial_folder(),
            initialfile=f"{document_name(chosen.title)}.yaml", defaultextension=".yaml", filetypes=FILE_TYPES)
        if not asked:
            return "Nothing was begun: rules of your own need a file."
        template = _with_rules(chosen, chosen.template.path)
        if isinstance(template, str):
            return template
        assert template.loaded is not None
        assert template.loaded.ruleset is not None
        path = Path(asked)
        try:
            write_rules(template.loaded.ruleset, chosen.template.path, path, chosen.title)
        except (ValueError, SaveError) as error:
            return str(error)
        return _with_rules(chosen, path)

    def _begin_map(self, chosen: StartingPoint, name: str) -> None:
        """Show an empty map without a file, with the ruleset that was read for it."""
        assert chosen.grid is not None
        rules, file = self._session.design.ruleset, self._sources.ruleset
        if chosen.loaded is not None:
            assert chosen.loaded.ruleset is not None
            rules, file = chosen.loaded.ruleset, chosen.loaded.sources.ruleset
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
        self._session.open(design, OpenDocument("map", None, design.map.title, begun=begun))
        self._session.history.mark_unsaved()
        self.opened.emit()

    def open_new(self, design: Design, title: str, begun: bool = False) -> None:
        """Show a scenario without a file, made from the open one. `begun` if it is new, so that closing it
        before an edit loses nothing."""
        self._sources, self._reading = replace(self._sources, scenario=None), ()
        self._session.open(design, OpenDocument("scenario", None, title, begun=begun))
        self._session.history.mark_unsaved()
        self.opened.emit()

    # -- saving ---------------------------------------------------------------------------

    def save(self) -> bool:
        """Save; asks for a name if there is none, or if the file is a bundled sample."""
        document = self._session.document
        if document.path is None or document.read_only:
            return self.save_as()
        return self._write(document.path)

    def save_as(self, away: Collection[Kind] | None = None) -> bool:
        """Ask for a name and save; the window continues with the new file. If `away` is given, the files of
        these kinds, and all that cannot be written or would be in another folder, are written beside the new
        file."""
        document, design = self._session.document, self._session.design
        folder = self.initial_folder()
        name = document.path.name if document.path else f"{document_name(document.title)}.yaml"
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title="Save as", initialdir=folder,
            initialfile=free_name(design, self._sources, Path(folder, name)).name,
            defaultextension=".yaml", filetypes=FILE_TYPES)
        if not chosen:
            return False
        path = Path(chosen)
        try:
            check_name(design, self._sources, path)
        except SourceLostError as error:
            return ask_other_name(self._parent, error) and self.save_as(away)
        others = self.guard.notes.others(path) if path != document.path else []
        if others and not ask_over_shared(self._parent, path.name, others[0]):
            return self.save_as(away)
        if away is not None:
            return self._write(path, (*away, *fixed_files(self._sources, path)))
        return self._save_as_chosen(path)

    def _save_as_chosen(self, path: Path) -> bool:
        """Save under another name as a copy or as a variant, as is asked where there is a choice; likewise
        for titles of maps and rulesets that get files of their own."""
        from .save_as_dialog import ask_how_to_save, with_titles

        session, source = self._session, self._sources.of(main_kind(self._session.design))
        base = source if source is not None and not session.document.begun and can_extend(
            session.design, self._sources, path) else None
        beside = {kind: target for kind, target in new_files(session.design, self._sources, path).items()
                  if (known := self._sources.of(kind)) is None or is_bundled(known.path)}
        if base is None and not beside:
            return self._write(path)
        choice = ask_how_to_save(self._parent, session.design, path, base, beside)
        if choice is None:
            self._say("Nothing was saved.")
            return False
        titled = with_titles(session.design, choice.titles)
        if titled != session.design:
            session.edit("Titles of the new files", titled)
        if not self._write(path, as_variant=choice.as_variant):
            return False
        if base is not None:
            what = f"a variant of {base.document.title}: it has only what differs" if choice.as_variant else (
                "a copy of its own")
            self.notes = (f"It is {what}.", *self.notes)
        return True

    def save_to(self, path: Path) -> bool:
        """Save under a name without asking for one."""
        return self._write(path)

    def _write(self, path: Path, apart: Collection[Kind] = (), as_variant: bool = False) -> bool:
        path = path.absolute()
        history = self._session.history
        with self._busy("Saving…"):
            users = affected_users(self._session, self._sources, path)
            variants = [file for kind, base in self._changed_bases() for file in variants_of(base, kind)]
            fitted = errors_of(variants)
            changes_map = changed_map_file(self._session, self._sources, path) is not None
            earlier = self._followers.earlier(history, path) if changes_map else ()
        known = {version.path for version in earlier if not version.changed}
        users = tuple(user for user in users if user.path not in known)
        before = history.saved_position
        choice = ask_followers(self._parent, users) if users else LEAVE
        back = ask_earlier(self._parent, earlier) if choice and earlier else LEAVE
        if not choice or not back or not self._save_until_done(path, apart, as_variant=as_variant):
            return False
        if self._session.document.path == path:
            if choice == FOLLOW:
                self._update_users(users, before)
            if back == RESTORE:
                written, notes = write_earlier(earlier)
                self.notes = (*self.notes, *notes)
                self._use_new_bases(written)
        with self._busy("Looking at variants…"):
            self.notes = (*self.notes, *misfits(fitted, errors_of(variants)))
        return True

    def _changed_bases(self) -> Iterator[tuple[Kind, Path]]:
        """The files that a save changes and that others may extend."""
        saved, design = self._session.history.saved, self._session.design
        for kind in KINDS:
            file = self._sources.of(kind)
            if file is not None and not is_bundled(file.path) and (
                    saved is None or getattr(saved, kind) != getattr(design, kind)):
                yield kind, file.path

    def _save_until_done(self, path: Path, apart: Collection[Kind], overwrite: bool = False,
                         as_variant: bool = False) -> bool:
        """Save, trying again or elsewhere as the designer chooses; whether it was saved."""
        # Write the journal first, so that it has everything if the save is interrupted.
        self.guard.note(self._session, self._sources)
        self.guard.keeper.wait(_JOURNAL_S)
        before = self._sources.map.path if self._sources.map else None
        self.records.saving(self._session.design.map, before)
        try:
            named = own_names(self._session.design, self._sources, path, as_variant)
            saved = self._save(named, path, overwrite, apart, as_variant)
        except Cancelled:
            self._say("Nothing was saved.")
            return False
        except ChangedOnDiskError:
            return self._resolve_conflict(path, apart, as_variant)
        except SaveError as error:
            if isinstance(error, PartlySavedError):
                self._sources = error.sources
            choice = ask_not_saved(self._parent, error)
            return self._save_until_done(path, apart, overwrite, as_variant) if choice == "again" else (
                choice == "elsewhere" and self.save_as(away=()))
        self._sources = saved.sources
        now = saved.sources.map.path if saved.sources.map else None
        note = self.records.saved(self._session.design.map, now)
        unfit = unfit_for_windows(path.name)
        self.notes = (*saved.notes, *(text for text in (note, unfit) if text))
        title = (self._session.scenario or self._session.design.map).title
        document = OpenDocument(self._session.document.kind, path, title, is_bundled(path))
        self._session.saved(document, saved.design)
        self._settings.remember(path)
        return True

    def _save(self, design: Design, path: Path, overwrite: bool, apart: Collection[Kind],
              as_variant: bool) -> Saved:
        """Save in the background; raises `Cancelled` if it was stopped before anything was written."""
        sources = self._sources

        def work(report: Report) -> Saved:
            def confirm() -> None:
                if not report(-1.0, f"Writing {path.name}"):
                    raise Cancelled

            if as_variant:
                return save_as(design, sources, path, overwrite, apart, confirm, True)
            return save_design(design, sources, path, overwrite, apart, confirm)

        with self.guard.watch.paused():
            return self._run("Saving", work, to_its_end=True)

    def _update_users(self, users: Sequence[MapUser], before: int) -> None:
        """Update the other scenarios that use the saved map; the step `before` was saved until then."""
        history, texts = self._session.history, {user.path: text_now(user.path) for user in users}
        written, notes = write_updated(users)
        self.notes = (*self.notes, *notes)
        updated = {path: text for path, text in texts.items() if path in written}
        self._followers.note(history, before, updated)
        self._followers.note(history, history.position, {path: text_now(path) for path in updated})
        self._use_new_bases(written)

    def _use_new_bases(self, written: Collection[Path]) -> None:
        """Compare an open variant with its base from now on as it was just written."""
        scenario, changed = self._sources.scenario, {real_path(p) for p in written}
        bases = [f.path for f in scenario.chain() if real_path(f.path) in changed] if scenario else []
        if scenario is None or not bases:
            return
        loaded = load(scenario.path)
        there, here = loaded.design.scenario if loaded.design else None, self._session.scenario
        if loaded.design is None or (there and there.unmatched) != (here and here.unmatched):
            # It speaks of what its base lost just now: it is told when the file is opened again.
            self._sources = acknowledged(
                self._sources, [DiskChange("scenario", path, text_now(path)) for path in bases])
            return
        self._sources = loaded.sources
        if loaded.design.scenario != self._session.scenario:
            # The file of the variant means something else now than what is open.
            self._session.history.mark_unsaved()
            self._session.opened.emit()
            self.notes = (*self.notes, f"{scenario.path.name} builds on {bases[0].name}, which has changed: "
                          "save again to keep what is shown here.")

    def _resolve_conflict(self, path: Path, apart: Collection[Kind], as_variant: bool = False) -> bool:
        """Ask what to do about a file that another program has changed, and do it; whether it was saved."""
        changes = self.disk.current()
        choice = ask_conflict(self._parent, file_names(changes) or path.name)
        if choice == "over":
            return self._save_until_done(path, apart, True, as_variant)
        if choice == "elsewhere":
            return self.save_as(away=[change.kind for change in changes])
        if choice:
            self._say(self.disk.compare(changes) if choice == "compare" else self.disk.reload(changes))
        return False

    @contextmanager
    def _busy(self, text: str) -> Iterator[None]:
        """Show a message and a busy pointer."""
        self._say(text)
        root = self._parent
        if isinstance(root, tk.Tk | tk.Toplevel):
            root.configure(cursor="watch")
            root.update_idletasks()
        try:
            yield
        finally:
            if isinstance(root, tk.Tk | tk.Toplevel):
                root.configure(cursor="")
            self._say("")

    # -- a new scenario on a map --------------------------------------------------------

    def begin_scenario(self) -> bool:
        """Begin a scenario on the open map, which is saved first if it has changes; whether it was begun."""
        session = self._session
        if session.scenario is not None:
            if not self.may_leave():
                return False
            kept = _as_on_file(session.history, self._sources)
            if isinstance(kept, str):
                message(self._parent, _TITLE, kept)
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

    def unfinished_scenario(self) -> str:
        """The title of a new scenario that was begun step by step and not made yet, "" if there is none."""
        return self._draft.plan.title if self._draft is not None else self._drafts.title()

    def plan_scenario(self, title: str = "", asked: bool = False, anew: bool = False) -> bool:
        """Ask for a new scenario step by step, and open it without a file; whether it was made.

        What is left unfinished is there the next time, also after the window was closed or ended otherwise,
        unless it is to begin `anew`. `asked`: whether unsaved changes were asked about already."""
        from .planning.dialog import PlanningDialog
        from .planning.draft import ScenarioDraft

        draft, note = (None, "") if anew else (self._draft, "")
        if draft is not None:
            draft.refresh()
        elif not anew:
            draft, note = self._drafts.take()
        if draft is None:
            draft = ScenarioDraft.new(title)
        file = self._sources.map
        while True:
            draft.open_map = file if file is not None and not is_bundled(file.path) else None
            dialog = PlanningDialog(self._parent, draft, _problems_of_new, self.initial_folder,
                                    self._drafts.keep)
            dialog.complain(note)
            result = dialog.run(dialog.first_field)
            draft, note = dialog.draft, ""
            if result != "anew":
                break
        if result == "later":
            self._draft = draft
            why = self._drafts.keep(draft)
            self._say(why or f"{quoted(draft.plan.title)} is not made yet. New scenario step by step… goes "
                      "on with it, also after the program was closed.")
            return False
        if dialog.made is None or dialog.made.scenario is None:
            self._forget_draft()
            self._say("No scenario was made.")
            return False
        if not asked and not self.may_leave():
            self._draft = draft
            self._drafts.keep(draft)
            self._say("The new scenario is not opened, and kept: New scenario step by step… goes on with it.")
            return False
        self._forget_draft()
        self.use_sources(draft.sources, ())
        self.open_new(dialog.made, dialog.made.scenario.title)
        self._say("The scenario is made. Save (Ctrl+S) writes it; F11 plays it.")
        return True

    def _forget_draft(self) -> None:
        self._draft = None
        self._drafts.forget()

    def _begin_on(self, design: Design, sources: Sources) -> bool:
        from .new_scenario_dialog import NewScenarioDialog

        dialog = NewScenarioDialog(self._parent, replace(design, scenario=None))
        if not dialog.run(dialog.title_field) or dialog.begun is None or dialog.begun.scenario is None:
            return False
        self.use_sources(sources, ())
        self.open_new(dialog.begun, dialog.begun.scenario.title, begun=True)
        return True


def _with_rules(chosen: StartingPoint, path: Path) -> StartingPoint | str:
    """What to begin with, with the ruleset of a file, or why that cannot be used."""
    loaded = load(path)
    if loaded.ruleset is not None:
        return replace(chosen, loaded=loaded)
    return _unusable(loaded)


def _unusable(loaded: LoadResult) -> str:
    """Why nothing can begin with a file, in few lines."""
    told = [str(replace(p, file=Path(p.file).name)) for p in loaded.problems if p.severity == "error"]
    return f"{loaded.path.name} cannot be used. {' '.join(told[:2])}"


def own_names(design: Design, sources: Sources, path: Path, as_variant: bool = False) -> Design:
    """The design to save at `path`: documents that are copied from a sample get new names, and one that is to
    be a variant of its file."""
    if is_bundled(path):
        return design
    scenario, map, rules = design.scenario, design.map, design.ruleset
    copied = [s.kind for s in (sources.map, sources.scenario, sources.ruleset)
              if s is not None and ((as_variant and s.kind == main_kind(design)) or (
                  is_bundled(s.path) and getattr(design, s.kind).name == s.document.name))]
    if scenario is not None and "scenario" in copied:
        scenario = replace(scenario, name=document_name(path.stem))
    if "map" in copied and scenario is None:
        map = replace(map, name=document_name(path.stem, "map"))
    elif "map" in copied and sources.map is not None and map != sources.map.document:
        map = replace(map, name=document_name(f"{path.stem}-map"))
    if "ruleset" in copied and sources.ruleset is not None and rules != sources.ruleset.document:
        rules = replace(rules, name=document_name(f"{path.stem}-ruleset"))
    return replace(design, map=map, scenario=scenario, ruleset=rules)


def _problems_of_new(design: Design, sources: Sources) -> tuple[Problem, ...]:
    from ...engine.problem_list import find_problems

    return find_problems(design, sources, ())


def _as_on_file(history: History[Design], sources: Sources) -> Design | str:
    """The design's map and ruleset without discarded changes, or a sentence on why there are none."""
    if history.saved is not None:
        # The files as they were first read would take back what was saved since.
        return replace(history.saved, scenario=None)
    if sources.map is None or sources.ruleset is None:
        kind = "map" if sources.map is None else "ruleset"
        return f"Save first: the {kind} of this scenario has no file yet."
    rules, map = document_in_file(sources.ruleset), document_in_file(sources.map)
    if not isinstance(rules, Ruleset) or not isinstance(map, GameMap):
        broken = sources.map if isinstance(rules, Ruleset) else sources.ruleset
        return (f"{broken.path.name} cannot be read: another program has changed it. Save first, which "
                "writes it again.")
    return Design(rules, map)


def _started_in() -> Path | None:
    """The folder in which the program was started, if files of a user may be meant to be there: it can be
    written to, and is neither the root of a drive nor a folder of the program."""
    try:
        folder = Path.cwd()
    except OSError:  # it was removed since
        return None
    if folder == folder.parent or is_of_program(folder) or not os.access(folder, os.W_OK | os.X_OK):
        return None
    return folder
