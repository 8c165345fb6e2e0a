"""The files of the open design, and saving them."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

from ...errors import Cancelled
from ...geodata.record import GeodataImportError, read_record
from ...model.design import Design
from ...model.files.computed_record import put_back
from ...model.files.load import LoadResult, load
from ...model.files.map_users import MapUser, map_users, update_users
from ...model.files.references import reference_to
from ...model.files.resources import is_bundled
from ...model.files.sources import Kind, Sources
from ...model.files.store import ChangedOnDiskError, Saved, SaveError, save_design
from ...model.gamemap import GameMap
from ...model.problems import Problem
from ...model.wording import document_name
from ..safety.dialogs import ask_conflict, ask_not_saved, ask_over_shared
from ..safety.disk_changes import DiskChanges, file_names
from ..safety.document_guard import DocumentGuard
from ..safety.watch import fixed_files
from ..session import OpenDocument, Session
from ..settings import Settings
from ..widgets.dialogs import Dialog, text_field
from ..widgets.progress import Runner
from ..widgets.worker import Report
from ..window.theme import px

FILE_TYPES = (("Scenarios, maps and games", "*.yaml *.yml"), ("All files", "*"))
_JOURNAL_S = 2.0
"""Maximum wait for the journal before a save, in seconds."""


class OpenFiles:
    """The files of the open design, and the commands Save and Save as.

    `parent` is the window over which questions appear, `loaded` the document open at first, `guard` protects
    the work meanwhile. `say` shows a message in the status bar, `run` does work that may take long.
    """

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: LoadResult,
                 guard: DocumentGuard, say: Callable[[str], None], run: Runner) -> None:
        self._parent, self._session, self._settings = parent, session, settings
        self._reading, self._sources = loaded.reading, loaded.sources
        self._say, self._run = say, run
        self.guard = guard
        self.records = ImportRecords(session)
        """Records of earlier imports that this window has overwritten by saving."""
        self.disk = DiskChanges(parent, session, lambda: self._sources, self.use_sources, run)
        self.notes: tuple[str, ...] = ()
        """What else the last save did, for example copy a map."""

    @property
    def reading_problems(self) -> tuple[Problem, ...]:
        """The problems found while reading the files, which no edit can fix."""
        return self._reading

    @property
    def sources(self) -> Sources:
        """The files of the open design."""
        return self._sources

    def use_sources(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None:
        """Set the files of the design; `reading` are the problems found in them, None if unchanged."""
        self._sources = sources
        if reading is not None:
            self._reading = reading

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
        document = self._session.document
        name = document.path.name if document.path else f"{document_name(document.title)}.yaml"
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title="Save as", initialdir=self.initial_folder(), initialfile=name,
            defaultextension=".yaml", filetypes=FILE_TYPES)
        if not chosen:
            return False
        path = Path(chosen)
        others = self.guard.notes.others(path) if path != document.path else []
        if others and not ask_over_shared(self._parent, path.name, others[0]):
            return self.save_as(away)
        return self._write(path, () if away is None else (*away, *fixed_files(self._sources, path)))

    def save_to(self, path: Path) -> bool:
        """Save under a name without asking for one."""
        return self._write(path)

    def _write(self, path: Path, apart: Collection[Kind] = ()) -> bool:
        path = path.absolute()
        with self._busy("Saving…"):
            users = affected_users(self._session, self._sources, path)
        choice = ask_followers(self._parent, users) if users else LEAVE
        if not choice or not self._save_until_done(path, apart):
            return False
        if choice == FOLLOW and self._session.document.path == path:
            self._update_users(users)
        return True

    def _save_until_done(self, path: Path, apart: Collection[Kind], overwrite: bool = False) -> bool:
        """Save, trying again or elsewhere as the designer chooses; whether it was saved."""
        # Write the journal first, so that it has everything if the save is interrupted.
        self.guard.note(self._session, self._sources)
        self.guard.keeper.wait(_JOURNAL_S)
        before = self._sources.map.path if self._sources.map else None
        self.records.saving(self._session.design.map, before)
        try:
            named = own_names(self._session.design, self._sources, path)
            saved = self._save(named, path, overwrite, apart)
        except Cancelled:
            self._say("Nothing was saved.")
            return False
        except ChangedOnDiskError:
            return self._resolve_conflict(path, apart)
        except SaveError as error:
            choice = ask_not_saved(self._parent, error)
            return self._save_until_done(path, apart, overwrite) if choice == "again" else (
                choice == "elsewhere" and self.save_as(away=()))
        self._sources = saved.sources
        now = saved.sources.map.path if saved.sources.map else None
        note = self.records.saved(self._session.design.map, now)
        self.notes = (*saved.notes, *((note,) if note else ()))
        title = (self._session.scenario or self._session.design.map).title
        document = OpenDocument(self._session.document.kind, path, title, is_bundled(path))
        self._session.saved(document, saved.design)
        self._settings.remember(path)
        return True

    def _save(self, design: Design, path: Path, overwrite: bool, apart: Collection[Kind]) -> Saved:
        """Save in the background; raises `Cancelled` if it was stopped before anything was written."""
        sources = self._sources

        def work(report: Report) -> Saved:
            def confirm() -> None:
                if not report(-1.0, f"Writing {path.name}"):
                    raise Cancelled

            return save_design(design, sources, path, overwrite, apart, confirm)

        return self._run("Saving", work, to_its_end=True)

    def _update_users(self, users: Sequence[MapUser]) -> None:
        """Update the other scenarios that use the saved map."""
        written, notes = write_updated(users)
        self.notes = (*self.notes, *notes)
        scenario, changed = self._sources.scenario, {p.resolve() for p in written}
        if scenario is not None and changed & {f.path.resolve() for f in scenario.chain()}:
            # The open scenario is a variant of one of them, whose file must now be compared with the new
            # base.
            loaded = load(scenario.path)
            if loaded.design is not None and loaded.design.scenario == self._session.scenario:
                self._sources = loaded.sources

    def _resolve_conflict(self, path: Path, apart: Collection[Kind]) -> bool:
        """Ask what to do about a file that another program has changed, and do it; whether it was saved."""
        changes = self.disk.current()
        choice = ask_conflict(self._parent, file_names(changes) or path.name)
        if choice == "over":
            return self._save_until_done(path, apart, overwrite=True)
        if choice == "elsewhere":
            return self.save_as(away=[change.kind for change in changes])
        if choice:
            self._say(self.disk.compare(changes) if choice == "compare" else self.disk.reload(changes))
        return False

    def initial_folder(self) -> str:
        """The folder in which file dialogs begin: that of the open file or its map, if it is the user's own,
        or that of a recent file, or the home folder."""
        path = self._session.document.path
        if path is None and self._sources.map is not None:
            path = self._sources.map.path  # so that the new file can refer to its map
        own = [path.resolve().parent] if path is not None and not is_bundled(path) else []
        # Leave out folders that have vanished, perhaps with their drive.
        folders = (f for f in (*own, *(Path(p).parent for p in self._settings.recent)) if os.path.isdir(f))
        return str(next(folders, Path.home()))


def own_names(design: Design, sources: Sources, path: Path) -> Design:
    """The design to save at `path`: documents that are copied from a sample get new names."""
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


# Other scenarios that use a changed map.

FOLLOW, LEAVE = "follow", "leave"


def affected_users(session: Session, sources: Sources, path: Path) -> tuple[MapUser, ...]:
    """The other scenarios that use the map file which a save at `path` changes."""
    saved, source = session.history.saved, sources.map
    if saved is None or source is None or saved.map == session.design.map or is_bundled(source.path):
        return ()
    if session.scenario is None and path.resolve() != source.path.resolve():
        return ()
    if session.scenario is not None and reference_to("map", source.path, path.parent) is None:
        return ()  # a new map file is written beside the scenario
    return map_users(source.path, saved.map, session.design.map, session.design.ruleset, [path])


def ask_followers(parent: tk.Misc, users: Sequence[MapUser]) -> str:
    """Ask what to do about other scenarios: `FOLLOW`, `LEAVE`, or "" to save nothing."""
    return FollowersDialog(parent, users).run()


class FollowersDialog(Dialog):
    """Lists the scenarios that no longer match a changed map."""

    def __init__(self, parent: tk.Misc, users: Sequence[MapUser]) -> None:
        super().__init__(parent, "Scenarios that use this map")
        can = [u for u in users if u.follows is not None]
        several = len(users) > 1
        who = f"{len(users)} other scenarios use" if several else "Another scenario uses"
        text = f"{who} this map and would no longer match it:"
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(620),
                  justify="left").pack(anchor="w")
        listing = "\n\n".join(self._paragraph(u) for u in users)
        text_field(self.body, listing, min(14, 3 + 3 * len(users)), 84).pack(
            fill="both", expand=True, pady=(px(8), px(8)))
        if can:
            they = "them" if several else "it"
            ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(620), justify="left", text=(
                f"Updating {they} writes the new numbers of the same hexes. Each file keeps its comments, "
                "and its previous version is kept with ~ after its name.")).pack(anchor="w")
            self.button(f"Update {they} too", lambda: self.finish(FOLLOW), default=True)
        self.button("Save this map only", lambda: self.finish(LEAVE), default=not can)
        self.button("Cancel", self.cancel)

    @staticmethod
    def _paragraph(user: MapUser) -> str:
        lost = user.losses.sentences()
        if user.follows is not None and lost:
            return f"{user.sentence()}\nIf updated, it would lose: {' '.join(lost)}"
        return user.sentence()


def write_updated(users: Sequence[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write the updated scenarios; the files written, and messages for the user."""
    written, complaints = update_users(users)
    notes = (f"Also updated: {', '.join(p.name for p in dict.fromkeys(written))}.",) if written else ()
    return written, (*notes, *complaints)


class ImportRecords:
    """The records of imports that this window has overwritten by saving the open document, so that they can
    be restored when an import is undone.

    A state of the history from before an import does not know what its map was computed as. The record beside
    the map does, until the import is saved.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._history: object = None
        self._before: dict[Path, GameMap | None] = {}

    @property
    def _kept(self) -> dict[Path, GameMap | None]:
        if self._history is not self._session.history:
            self._history, self._before = self._session.history, {}
        return self._before

    def of(self, map: GameMap, path: Path | None) -> GameMap | None:
        """A map of the open document, read from a file, as it was last computed; None if it never was. Raises
        `GeodataImportError` for a broken record."""
        if map.computed is not None or path is None:
            return map.computed
        return self._kept[path] if path in self._kept else read_record(path)

    def saving(self, map: GameMap, path: Path | None) -> None:
        """Keep the record of a map that is about to be saved, as it may be overwritten."""
        if map.computed is not None and path is not None and path not in self._kept:
            try:
                self._kept[path] = read_record(path)
            except GeodataImportError:
                # Without a readable record, everything painted counts as changed by hand.
                self._kept[path] = None

    def saved(self, map: GameMap, path: Path | None) -> str:
        """After a map was saved, restore its old record if an import was undone; a message for the user, ""
        for none."""
        if map.computed is None and path is not None and path in self._kept:
            return put_back(self._kept.pop(path), path)
        return ""
