"""Saving what is open: under its name or another, with every failure as a sentence and a way on."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

from ...geodata.record import CannotImport, read_record
from ...model.design import Design
from ...model.files.computed_record import put_back
from ...model.files.load import LoadResult, load
from ...model.files.map_users import MapUser, map_users, update_users
from ...model.files.references import reference_to
from ...model.files.resources import is_bundled
from ...model.files.sources import Kind, Sources
from ...model.files.store import ChangedOnDisk, Saved, SaveError, save_design
from ...model.gamemap import GameMap
from ...model.problems import Problem
from ...model.wording import document_name
from ..safety.dialogs import ask_conflict, ask_not_saved, ask_over_shared
from ..safety.disk_changes import DiskChanges, names
from ..safety.document_guard import DocumentGuard
from ..safety.watch import fixed_files
from ..session import Document, Session
from ..settings import Settings
from ..widgets.dialogs import Dialog, text_field
from ..widgets.progress import Cancelled, Runner
from ..widgets.worker import Report
from ..window.theme import px

FILE_TYPES = (("Scenarios, maps and games", "*.yaml *.yml"), ("All files", "*"))
_JOURNAL_S = 2.0
"""Longest wait for the journal before a save, in seconds."""


class OpenFiles:
    """The files of the open design, and saving it.

    `parent` is the window its questions stand over, `loaded` what is open at first, `guard` what keeps the
    work safe meanwhile. `say` shows a sentence in the status bar, `run` does what may take long.
    """

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings, loaded: LoadResult,
                 guard: DocumentGuard, say: Callable[[str], None], run: Runner) -> None:
        self._parent, self._session, self._settings = parent, session, settings
        self._reading, self._sources = loaded.reading, loaded.sources
        self._say, self._run = say, run
        self.guard = guard
        self.records = ImportRecords(session)
        """What maps were computed as before this window saved an import over it."""
        self.disk = DiskChanges(parent, session, lambda: self._sources, self.go_on_with, run)
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

    def go_on_with(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None:
        """The design belongs to these files from now on; `reading` are the problems in them."""
        self._sources = sources
        if reading is not None:
            self._reading = reading

    @contextmanager
    def _busy(self, text: str) -> Iterator[None]:
        """Show at once that something takes a moment."""
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
            parent=self._parent, title="Save as", initialdir=self.begin_in(), initialfile=name,
            defaultextension=".yaml", filetypes=FILE_TYPES)
        if not chosen:
            return False
        path = Path(chosen)
        others = self.guard.notes.others(path) if path != document.path else []
        if others and not ask_over_shared(self._parent, path.name, others[0]):
            return self.save_as(away)
        return self._write(path, () if away is None else (*away, *fixed_files(self._sources, path)))

    def save_to(self, path: Path) -> bool:
        """Save under a name without asking for it."""
        return self._write(path)

    def _write(self, path: Path, apart: Collection[Kind] = ()) -> bool:
        path = path.absolute()
        with self._busy("Saving…"):
            users = users_to_tell(self._session, self._sources, path)
        choice = ask_followers(self._parent, users) if users else LEAVE
        if not choice or not self._written(path, apart):
            return False
        if choice == FOLLOW and self._session.document.path == path:
            self._update_users(users)
        return True

    def _written(self, path: Path, apart: Collection[Kind], overwrite: bool = False) -> bool:
        """Save, as often as the designer wants to try; perhaps at last in another file."""
        # First into the journal: then a save that is cut off leaves nothing that it does not know.
        self.guard.note(self._session, self._sources)
        self.guard.keeper.wait(_JOURNAL_S)
        lay = self._sources.map.path if self._sources.map else None
        self.records.saving(self._session.design.map, lay)
        try:
            named = own_names(self._session.design, self._sources, path)
            saved = self._save(named, path, overwrite, apart)
        except Cancelled:
            self._say("Nothing was saved.")
            return False
        except ChangedOnDisk:
            return self._settle(path, apart)
        except SaveError as error:
            choice = ask_not_saved(self._parent, error)
            return self._written(path, apart, overwrite) if choice == "again" else (
                choice == "elsewhere" and self.save_as(away=()))
        self._sources = saved.sources
        now = saved.sources.map.path if saved.sources.map else None
        told = self.records.saved(self._session.design.map, now)
        self.notes = (*saved.notes, *((told,) if told else ()))
        title = (self._session.scenario or self._session.design.map).title
        document = Document(self._session.document.kind, path, title, is_bundled(path))
        self._session.saved(document, saved.design)
        self._settings.remember(path)
        return True

    def _save(self, design: Design, path: Path, overwrite: bool, apart: Collection[Kind]) -> Saved:
        """Save beside the window; raises `Cancelled` where it was stopped before anything was written."""
        sources = self._sources

        def work(report: Report) -> Saved:
            def last_question() -> None:
                if not report(-1.0, f"Writing {path.name}"):
                    raise Cancelled

            return save_design(design, sources, path, overwrite, apart, last_question)

        return self._run("Saving", work, to_its_end=True)

    def _update_users(self, users: Sequence[MapUser]) -> None:
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
            return self._written(path, apart, overwrite=True)
        if choice == "elsewhere":
            return self.save_as(away=[change.kind for change in changes])
        if choice:
            self._say(self.disk.compare(changes) if choice == "compare" else self.disk.reload(changes))
        return False

    def begin_in(self) -> str:
        """Where a file dialog begins: beside the open file, if it is the user's own, or beside its map."""
        path = self._session.document.path
        if path is None and self._sources.map is not None:
            path = self._sources.map.path  # so that the new file can name its map
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


# Before a changed map is saved: which other scenarios use it, what becomes of them, shall they follow.

FOLLOW, LEAVE = "follow", "leave"


def users_to_tell(session: Session, sources: Sources, path: Path) -> tuple[MapUser, ...]:
    """The other scenarios that a save at `path` concerns: they use the map file that it changes."""
    saved, source = session.history.saved, sources.map
    if saved is None or source is None or saved.map == session.design.map or is_bundled(source.path):
        return ()
    if session.scenario is None and path.resolve() != source.path.resolve():
        return ()
    if session.scenario is not None and reference_to("map", source.path, path.parent) is None:
        return ()  # the map is written anew beside the scenario
    return map_users(source.path, saved.map, session.design.map, session.design.ruleset, [path])


def ask_followers(parent: tk.Misc, users: Sequence[MapUser]) -> str:
    """Ask what to do: `FOLLOW`, `LEAVE`, or "" to save nothing."""
    return FollowersDialog(parent, users).run()


class FollowersDialog(Dialog):
    """Lists the scenarios that a changed map does not fit."""

    def __init__(self, parent: tk.Misc, users: Sequence[MapUser]) -> None:
        super().__init__(parent, "Scenarios that use this map")
        can = [u for u in users if u.follows is not None]
        several = len(users) > 1
        who = f"{len(users)} other scenarios use" if several else "Another scenario uses"
        text = f"{who} this map and would no longer fit it:"
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(620),
                  justify="left").pack(anchor="w")
        listing = "\n\n".join(self._paragraph(u) for u in users)
        text_field(self.body, listing, min(14, 3 + 3 * len(users)), 84).pack(
            fill="both", expand=True, pady=(px(8), px(8)))
        if can:
            they = "them" if several else "it"
            ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(620), justify="left", text=(
                f"Changing {they} too writes the same hexes under their new numbers; each file keeps its "
                "comments, and the version before with ~ behind its name.")).pack(anchor="w")
            self.button(f"Change {they} too", lambda: self.finish(FOLLOW), default=True)
        self.button("Save this map only", lambda: self.finish(LEAVE), default=not can)
        self.button("Cancel", self.cancel)

    @staticmethod
    def _paragraph(user: MapUser) -> str:
        lost = user.losses.sentences()
        if user.follows is not None and lost:
            return f"{user.sentence()}\nChanged too, it would lose: {' '.join(lost)}"
        return user.sentence()


def follow(users: Sequence[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write the scenarios that follow: the files written, and sentences to tell."""
    written, complaints = update_users(users)
    told = (f"Changed too: {', '.join(p.name for p in dict.fromkeys(written))}.",) if written else ()
    return written, (*told, *complaints)


# The records of imports that this window has written over: taking an import back brings the old one back.
#
# A state of the history from before an import does not know what its map was computed as; the file beside
# the map does, until the import is saved.

class ImportRecords:
    """Kept for the open document; another one begins without any."""

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
        """What a map of the open document, read from that file, was last computed as; None where it never
        was. Raises `CannotImport` for a record that is broken."""
        if map.computed is not None or path is None:
            return map.computed
        return self._kept[path] if path in self._kept else read_record(path)

    def saving(self, map: GameMap, path: Path | None) -> None:
        """A map is about to be saved: its record may be written over."""
        if map.computed is not None and path is not None and path not in self._kept:
            try:
                self._kept[path] = read_record(path)
            except CannotImport:
                # A broken record says nothing; without one what was painted counts as changed by hand.
                self._kept[path] = None

    def saved(self, map: GameMap, path: Path | None) -> str:
        """A map was saved: where it is one from before an import that was saved, its record is the old one
        again. A sentence to tell, "" where there is nothing to say."""
        if map.computed is None and path is not None and path in self._kept:
            return put_back(self._kept.pop(path), path)
        return ""
