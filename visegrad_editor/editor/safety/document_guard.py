"""Guards the open document: a journal of unsaved work, a note for other windows, a watch over its files.

No Tk here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ...model.files.sources import Sources
from ...model.files.store import main_kind
from ..session import Session
from ..tools import Edit
from .journal import JournalKeeper, UnsavedGame, UnsavedWork
from .ownership import OpenNotes
from .watch import FileWatch


class DocumentGuard:
    """The guard of one window; all its files are below `folder`.

    `game` returns the current play-test, if there is one; `stroke` returns what the stroke being drawn has
    made so far.
    """

    def __init__(self, folder: Path, game: Callable[[], UnsavedGame | None] = lambda: None,
                 stroke: Callable[[], Edit | None] = lambda: None) -> None:
        self._game, self._stroke = game, stroke
        self.keeper = JournalKeeper(folder / "unsaved")
        self.notes = OpenNotes(folder / "open", self.keeper.owner)
        self.watch = FileWatch()
        self._noted: tuple[object, ...] = ()

    def note(self, session: Session, sources: Sources) -> None:
        """Record what is open now. Costs almost nothing if nothing has changed."""
        history, document, game = session.history, session.document, self._game()
        stroke, changed = self._stroke(), session.at_stake
        now = (document, changed, history.position, game, stroke)
        parts = (sources, history.current)
        if self._noted[:5] == now and all(a is b for a, b in zip(self._noted[5:], parts, strict=True)):
            return
        self._noted = (*now, *parts)
        if changed or stroke is not None or (game is not None and not game.saved):
            saved = -1 if session.files_gone else history.saved_position
            work = UnsavedWork(document, history.steps, history.position, saved, sources, game)
            self.keeper.keep(work if stroke is None else work.and_then(stroke.label, stroke.design))
        else:
            self.keeper.forget()
        self.notes.hold(None if document.read_only else document.path)
        # A copy does not watch the file it was made from.
        own = {} if document.path is not None else {main_kind(session.design): None}
        self.watch.watch(replace(sources, **own) if own else sources)

    def sign_of_life(self) -> None:
        """Show other computers that share the folder that the window still exists."""
        self.notes.touch()
        with suppress(OSError):
            os.utime(self.keeper.path)

    def close(self, clean: bool) -> None:
        """End with the window; `clean` if its work is saved or discarded on purpose."""
        if clean:
            self.keeper.forget()
        self.keeper.close()
        self.notes.release()
        self.watch.close()
