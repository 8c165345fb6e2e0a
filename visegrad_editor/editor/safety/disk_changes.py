"""What a designer can do about files that another program has changed: load, keep, compare."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Protocol

from ...model.compare import differences
from ...model.files.sources import Sources
from ...model.problems import Problem
from ...model.wording import listed
from ..session import Session
from ..widgets.dialogs import message
from ..widgets.progress import Cancelled, Runner
from .dialogs import CompareDialog
from .watch import CannotReload, DiskChange, Reloaded, acknowledged, changed_files, reloaded, text_now


class GoOnWith(Protocol):
    """Lets the open design belong to other files; `reading` are the problems in them, if they were read."""

    def __call__(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None: ...


def names(changes: Sequence[DiskChange]) -> str:
    """`map.yaml and rules.yaml`."""
    return listed(list(dict.fromkeys(c.path.name for c in changes)))


class DiskChanges:
    """For one window; the methods that load or keep return what to say in the status bar, "" where
    nothing was done. `sources` gives the files of the open design."""

    def __init__(self, parent: tk.Misc, session: Session, sources: Callable[[], Sources],
                 go_on_with: GoOnWith, run: Runner) -> None:
        self._parent, self._session, self._sources = parent, session, sources
        self._go_on_with, self._run = go_on_with, run

    def now(self) -> tuple[DiskChange, ...]:
        """The files that are not as known, looked at now."""
        return tuple(DiskChange(kind, file.path, text_now(file.path))
                     for kind, file in changed_files(self._sources()))

    def _fresh(self, changes: Sequence[DiskChange]) -> Reloaded | None:
        """The design with these files as they are now; None, and it is told, where that cannot be."""
        sources = self._sources()
        main = sources.of("scenario" if self._session.scenario is not None else "map")
        if main is None:
            return None
        path, design = main.path, self._session.design
        kinds = {c.kind for c in changes}
        try:
            return self._run(f"Reading {names(changes)}",
                             lambda _report: reloaded(path, design, sources, kinds))
        except Cancelled:
            return None
        except CannotReload as error:
            message(self._parent, "Changed on disk", str(error))
            return None

    def reload(self, changes: Sequence[DiskChange]) -> str:
        """Show the files as they are now, as a step that can be undone."""
        fresh = self._fresh(changes)
        if fresh is None:
            return ""
        self._go_on_with(fresh.sources, fresh.loaded.reading)
        history = self._session.history
        history.push(f"Load {names(changes)} from the disk", fresh.design)
        history.mark_saved(fresh.on_disk)
        self._session.opened.emit()
        return f"Loaded {names(changes)} from the disk. Undo brings your version back."

    def keep(self, changes: Sequence[DiskChange]) -> str:
        """Keep what is open; a save will replace the files."""
        self._go_on_with(acknowledged(self._sources(), changes))
        self._session.history.mark_unsaved()
        self._session.opened.emit()
        return f"Yours stays. Saving replaces {names(changes)}; what is in it now is then kept beside it."

    def compare(self, changes: Sequence[DiskChange]) -> str:
        """Show what differs, and do what is chosen there."""
        fresh = self._fresh(changes)
        if fresh is None:
            return ""
        found = differences(self._session.design, fresh.design)
        choice = CompareDialog(self._parent, names(changes), found).run()
        return self.reload(changes) if choice == "reload" else self.keep(changes) if choice == "keep" else ""
