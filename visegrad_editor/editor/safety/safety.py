"""One window's safety without its widgets: journal, note on the open file, watch over the files."""

from __future__ import annotations

from pathlib import Path

from ...model.sources import Sources
from ..session import Session
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
        self._noted: tuple[object, ...] = ()

    def note(self, session: Session, sources: Sources, game: KeptGame | None = None) -> None:
        """Take notice of what is open now. Costs next to nothing where nothing has changed."""
        history, document = session.history, session.document
        changed = history.changed
        now = (document, changed, history.position, game)
        parts = (sources, history.current)
        if self._noted[:4] == now and all(a is b for a, b in zip(self._noted[4:], parts, strict=True)):
            return
        self._noted = (*now, *parts)
        if changed or (game is not None and not game.saved):
            self.keeper.keep(Work(
                document, history.steps, history.position, history.saved_position, sources, game))
        else:
            self.keeper.forget()
        self.notes.hold(None if document.read_only else document.path)
        self.watch.watch(sources)

    def close(self, clean: bool) -> None:
        """The window ends: `clean` where its work is saved or thrown away on purpose."""
        if clean:
            self.keeper.forget()
        self.keeper.close()
        self.notes.release()
        self.watch.close()
