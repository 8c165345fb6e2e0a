"""One window's safety without its widgets: journal, note on the open file, watch over the files."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ...model.sources import Sources
from ...model.store import main_kind
from ..session import Session
from ..tools import Edit
from .keeper import Keeper
from .open_notes import OpenNotes
from .watch import Watch
from .work import KeptGame, Work


class Safety:
    """Everything lies below `folder`, the program's own."""

    def __init__(self, folder: Path) -> None:
        self.keeper = Keeper(folder / "unsaved")
        self.notes = OpenNotes(folder / "open", self.keeper.owner)
        self.watch = Watch()
        self.game: Callable[[], KeptGame | None] = lambda: None
        """The play-test that is on, if one is; set by the window."""
        self.stroke: Callable[[], Edit | None] = lambda: None
        """What a stroke that is being drawn has made by now; set by the window."""
        self._noted: tuple[object, ...] = ()

    def note(self, session: Session, sources: Sources) -> None:
        """Take notice of what is open now. Costs next to nothing where nothing has changed."""
        history, document, game = session.history, session.document, self.game()
        stroke, changed = self.stroke(), session.at_stake
        now = (document, changed, history.position, game, stroke)
        parts = (sources, history.current)
        if self._noted[:5] == now and all(a is b for a, b in zip(self._noted[5:], parts, strict=True)):
            return
        self._noted = (*now, *parts)
        if changed or stroke is not None or (game is not None and not game.saved):
            saved = -1 if session.files_gone else history.saved_position
            work = Work(document, history.steps, history.position, saved, sources, game)
            self.keeper.keep(work if stroke is None else work.and_then(stroke.label, stroke.design))
        else:
            self.keeper.forget()
        self.notes.hold(None if document.read_only else document.path)
        # A copy has not to follow the file it was made from.
        own = {} if document.path is not None else {main_kind(session.design): None}
        self.watch.watch(replace(sources, **own) if own else sources)

    def sign_of_life(self) -> None:
        """Say to other computers that share the folder that the window is still there."""
        self.notes.touch()
        with suppress(OSError):
            os.utime(self.keeper.path)

    def close(self, clean: bool) -> None:
        """The window ends: `clean` where its work is saved or thrown away on purpose."""
        if clean:
            self.keeper.forget()
        self.keeper.close()
        self.notes.release()
        self.watch.close()
