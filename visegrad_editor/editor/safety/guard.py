"""Safekeeping in a window: notes every change, tells of changed files, offers lost work again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...model.history import History
from ...model.resources import is_bundled
from ..dialogs import message
from ..modal import is_waited_for
from ..play.opening import CannotPlay
from ..progress import Cancelled
from ..session import Document
from .bar import NoticeBar
from .dialogs import LeftoversDialog, ask_shared, surely_discard
from .disk_changes import names
from .kept_game import kept_game, played_again
from .leftovers import Leftover, any_left, leftovers
from .watch import DiskChange
from .work import KeptGame, Work

if TYPE_CHECKING:
    from ..window import Window

_TICK_MS = 1000
_BEGIN_MS = 400
_SIGN_OF_LIFE = 60
"""Ticks between two signs of life."""


class Safekeeping:
    """What a window does so that nothing is lost. `begin` is called by itself, `end` by `close`."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self._safety = window.files.safety
        self._ticks = 0
        self._answered: tuple[DiskChange, ...] = ()
        """Changes that were told and need no more telling."""
        self._over = False
        self._safety.game = self._game
        self._safety.stroke = window.controller.stroke_so_far
        self.bar = NoticeBar(window.view)
        window.session.changed.connect(self.note)
        window.session.opened.connect(self.note)
        root = window.root
        root.bind("<FocusIn>", self._focused, add=True)
        root.bind("<Destroy>", self._destroyed, add=True)
        self.note()
        root.after(_TICK_MS, self._tick)
        self._opening = False
        """A file is opened before anything is offered."""
        root.after(_BEGIN_MS, self._begin_when_free)

    # -- noting -------------------------------------------------------------------------

    def note(self) -> None:
        """Have the present state kept where it would be lost."""
        if not self._over:
            self._safety.note(self._w.session, self._w.files.sources)

    def _game(self) -> KeptGame | None:
        session = self._w.play.session
        return None if session is None else kept_game(session, self._w.play.path)

    def _tick(self) -> None:
        self._ticks += 1
        self.note()
        self._tell()
        if self._ticks % _SIGN_OF_LIFE == 0:
            self._safety.sign_of_life()
        self._w.root.after(_TICK_MS, self._tick)

    def _focused(self, event: Any) -> None:
        if event.widget is self._w.root:
            self._safety.watch.look()

    # -- ending -------------------------------------------------------------------------

    def end(self) -> None:
        """The window closes; what is not saved is thrown away on purpose."""
        self._finish(clean=True)

    def _destroyed(self, event: Any) -> None:
        if event.widget is self._w.root:
            self._finish(clean=False)

    def _finish(self, clean: bool) -> None:
        if not self._over:
            self._over = True
            self._safety.close(clean)

    # -- telling ------------------------------------------------------------------------

    def _tell(self) -> None:
        found = self._safety.watch.found
        self._mark_gone(any(change.text is None for change in found))
        changes = tuple(c for c in found if c not in self._answered)
        complaint = self._safety.keeper.complaint
        if changes:
            self._tell_changed(changes)
        elif complaint:
            self.bar.show(complaint, (("Save now…", lambda: self._w.perform("save")),))
        else:
            self.bar.hide()

    def _mark_gone(self, gone: bool) -> None:
        """A design whose file has vanished is not saved any more; one whose file came back is."""
        session = self._w.session
        if session.files_gone != gone:
            session.files_gone = gone
            self._w.following.titled()
            self._w.following.update_actions()
            self.note()

    def _tell_changed(self, changes: Sequence[DiskChange]) -> None:
        there = [c for c in changes if c.text is not None]
        disk = self._w.files.disk
        if there:
            were = "were" if len({c.path for c in there}) > 1 else "was"
            self.bar.show(
                f"{names(there)} {were} changed by another program while it is open here.",
                (("Load it", lambda: self._act(there, disk.reload)),
                 ("Compare…", lambda: self._act(there, disk.compare)),
                 ("Keep mine", lambda: self._act(there, disk.keep))))
            return
        self.bar.show(
            f"{names(changes)} can no longer be read: moved, removed or no longer a text, or the drive is "
            "gone. Your work is still open here.",
            (("Save it again", lambda: self._save_gone(changes, "save")),
             ("Save elsewhere…", lambda: self._save_gone(changes, "save_as")),
             ("Not now", lambda: self._act(changes, disk.keep))))

    def _act(self, changes: Sequence[DiskChange], do: Callable[[Sequence[DiskChange]], str]) -> None:
        """A button of the bar was pressed."""
        w = self._w
        w.commit_fields()
        if do != w.files.disk.keep and w.play.on:
            if not w.play.may_leave():
                return
            w.play.leave()
        if done := do(changes):
            self._answered = (*self._answered[-20:], *changes)
            w.say(done)
            self._tell()

    def _save_gone(self, changes: Sequence[DiskChange], how: str) -> None:
        self._w.files.disk.keep(changes)
        self._w.perform(how)
        self._tell()

    # -- beginning ----------------------------------------------------------------------

    def open_first(self, opens: Callable[[], object]) -> None:
        """Open a file as soon as the window shows, and offer lost work only over that file: over another it
        would look as if the wrong one had been opened."""
        self._opening = True

        def run() -> None:
            try:
                opens()
            finally:
                self._opening = False

        self._w.root.after_idle(run)

    def _begin_when_free(self) -> None:
        if self._opening or is_waited_for(self._w.root):
            self._w.root.after(_BEGIN_MS, self._begin_when_free)
        else:
            self.begin()

    def begin(self) -> None:
        """Once the window shows: say who else has the file open, and offer work that was lost."""
        self._share()
        self.offer()

    def _share(self) -> None:
        """Ask where another window has the open file too."""
        document = self._w.session.document
        if document.path is not None and not document.read_only:
            others = self._safety.notes.others(document.path)
            if others and ask_shared(self._w.root, document.path.name, others[0]) != "open":
                self._w.files.go_on_as_copy()

    def offer(self, asked: bool = False) -> None:
        """Show the work that can be restored, if there is any; `asked`: also say where there is none."""
        folder = self._safety.keeper.folder
        found: list[Leftover] = []
        # Mostly there is none, and then nothing keeps the window from its first clicks and keys.
        if any_left(folder):
            try:
                found = self._w.files.work("Looking for unsaved work", lambda _report: leftovers(folder))
            except Cancelled:
                return
        if not found:
            if asked:
                message(self._w.root, "Unsaved work", "No unsaved work of an earlier session is waiting.")
            return
        dialog = LeftoversDialog(self._w.root, found, self._discard)
        if dialog.run() == "restore" and dialog.chosen is not None:
            self._restore(dialog.chosen)

    def _discard(self, left: Leftover) -> bool:
        if not surely_discard(self._w.root, left):
            return False
        left.discard()
        return True

    def _restore(self, left: Leftover) -> None:
        w = self._w
        if not (w.play.may_leave() and w.files.may_leave()):
            return
        taken = left.take()
        if taken is None or taken.work is None:
            message(w.root, "Unsaved work", "Another window has taken this work over.")
            return
        w.play.leave()
        self._show(taken.work)
        # The old journal goes only when the new one holds the same.
        self.note()
        if self._safety.keeper.wait():
            taken.discard()

    def _show(self, work: Work) -> None:
        w, old = self._w, work.document
        document = Document(old.kind, old.path, old.title, old.path is not None and is_bundled(old.path))
        w.files.show_work(work.design, document, History.of(work.steps, work.position, work.saved),
                          work.sources)
        self._share()
        path = old.path if old.path and not document.read_only else None
        if work.game is None:
            w.say(f"Restored: {work.told}.{saved_into(path) or ' Save asks where to put it.'}")
            return
        try:
            session = played_again(work.design, work.game)
        except CannotPlay as error:
            message(w.root, "Unsaved work", f"The design is restored, but its play-test is not. {error}")
            return
        w.play.begin(session)
        w.play.belongs_to(Path(work.game.path) if work.game.path else None)
        w.say(f"Restored: {work.told}." + (
            saved_into(w.play.path) or " It is in no file yet: Save asks for one."))


def saved_into(path: Path | None) -> str:
    """A sentence that names the file Save writes, "" where there is none.

    >>> saved_into(Path("maps/copy-game.yaml")), saved_into(None)
    (' Save puts it into copy-game.yaml.', '')
    """
    return f" Save puts it into {path.name}." if path is not None else ""
