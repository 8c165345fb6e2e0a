"""The commands for files that another program has changed: load, keep, compare."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Protocol

from ...errors import Cancelled
from ...model.compare import differences
from ...model.files.sources import Sources
from ...model.problems import Problem
from ...model.wording import listed
from ..session import Session
from ..widgets.dialogs import message
from ..widgets.progress import Runner
from .dialogs import CompareDialog
from .watch import (
    DiskChange,
    ReloadedDesign,
    ReloadError,
    acknowledged,
    changed_files,
    reload_design,
    text_now,
)


class SetSources(Protocol):
    """Sets the files of the open design; `reading` are the problems found in them, None if unchanged."""

    def __call__(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None: ...


def file_names(changes: Sequence[DiskChange]) -> str:
    """The names of the changed files: `map.yaml and rules.yaml`."""
    return listed(list(dict.fromkeys(c.path.name for c in changes)))


class DiskChanges:
    """The commands for one window. Those that load or keep return a message for the status bar, "" if nothing
    was done. `sources` returns the files of the open design."""

    def __init__(self, parent: tk.Misc, session: Session, sources: Callable[[], Sources],
                 set_sources: SetSources, run: Runner) -> None:
        self._parent, self._session, self._sources = parent, session, sources
        self._set_sources, self._run = set_sources, run

    def current(self) -> tuple[DiskChange, ...]:
        """The files that differ now from their known state."""
        return tuple(DiskChange(kind, file.path, text_now(file.path))
                     for kind, file in changed_files(self._sources()))

    def _fresh(self, changes: Sequence[DiskChange]) -> ReloadedDesign | None:
        """The design with the current content of these files; None, after a message, if that is
        impossible."""
        sources = self._sources()
        main = sources.of("scenario" if self._session.scenario is not None else "map")
        if main is None:
            return None
        path, design = main.path, self._session.design
        kinds = {c.kind for c in changes}
        try:
            return self._run(f"Reading {file_names(changes)}",
                             lambda _report: reload_design(path, design, sources, kinds))
        except Cancelled:
            return None
        except ReloadError as error:
            message(self._parent, "Changed on disk", str(error))
            return None

    def reload(self, changes: Sequence[DiskChange]) -> str:
        """Load the current content of the files, as a step that can be undone."""
        fresh = self._fresh(changes)
        if fresh is None:
            return ""
        self._set_sources(fresh.sources, fresh.loaded.reading)
        history = self._session.history
        history.push(f"Load {file_names(changes)} from disk", fresh.design)
        history.mark_saved(fresh.on_disk)
        self._session.opened.emit()
        return f"Loaded {file_names(changes)} from disk. Undo brings your version back."

    def keep(self, changes: Sequence[DiskChange]) -> str:
        """Keep the open version; a save will replace the files."""
        self._set_sources(acknowledged(self._sources(), changes))
        self._session.history.mark_unsaved()
        self._session.opened.emit()
        return (f"Your version is kept. Saving replaces {file_names(changes)}; the present file is then kept "
                "beside it.")

    def compare(self, changes: Sequence[DiskChange]) -> str:
        """Show the differences, and load or keep as the user chooses."""
        fresh = self._fresh(changes)
        if fresh is None:
            return ""
        changed = differences(self._session.design, fresh.design)
        choice = CompareDialog(self._parent, file_names(changes), changed).run()
        return self.reload(changes) if choice == "reload" else self.keep(changes) if choice == "keep" else ""
