"""Crash safety of a window: records changes, reports files changed on disk, offers to restore lost work."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from ...errors import Cancelled
from ...model.design import Design
from ...model.files.resources import is_bundled
from ...model.history import History
from ..session import OpenDocument, Session
from ..signals import Signal
from ..widgets.dialogs import message
from ..widgets.flow import Flow
from ..widgets.modal import is_waited_for
from ..widgets.progress import run_with_progress
from ..window.theme import px
from .dialogs import LeftoversDialog, ask_shared, confirm_discard
from .disk_changes import file_names
from .journal import UnsavedGame, UnsavedWork
from .leftovers import Leftover, any_left, leftovers
from .watch import DiskChange

if TYPE_CHECKING:
    from ..documents.files import Files
    from ..play.play_mode import PlayMode
    from ..play.session import PlaySession


_TICK_MS = 1000
_BEGIN_MS = 400
_LOOK_MS = 30
_SIGN_OF_LIFE = 60
"""Number of ticks between two signs of life."""


class CrashSafety:
    """Protects the work in a window. `begin` is called automatically; the window calls `end` when it closes.
    `view` is the widget over which notices appear.
    """

    def __init__(self, root: tk.Tk, view: tk.Misc, session: Session, files: Files, play: PlayMode,
                 say: Callable[[str], None], perform: Callable[[str], None],
                 commit_fields: Callable[[], None]) -> None:
        self._root, self._session, self._files, self._play = root, session, files, play
        self._say, self._perform, self._commit_fields = say, perform, commit_fields
        self._guard = files.guard
        self.files_gone = Signal()
        """A file of the design has vanished or come back."""
        self.nothing_lost = Signal()
        """The window is shown, and there was no work to go on with, nor another window with its file."""
        self._ticks = 0
        self._answered: tuple[DiskChange, ...] = ()
        """Changes that the user has dealt with."""
        self._over = False
        self.bar = NoticeBar(view)
        session.changed.connect(self.note)
        session.opened.connect(self.note)
        root.bind("<FocusIn>", self._focused, add=True)
        root.bind("<Destroy>", self._destroyed, add=True)
        self.note()
        root.after(_TICK_MS, self._tick)
        self._opening = False
        """Whether a file is still being opened, so that lost work must not be offered yet."""
        root.after(_BEGIN_MS, self._begin_when_free)

    # -- recording ----------------------------------------------------------------------

    def note(self) -> None:
        """Record the current state in the journal if it is not saved."""
        if not self._over:
            self._guard.note(self._session, self._files.sources)

    def _tick(self) -> None:
        self._ticks += 1
        self.note()
        self._update_bar()
        if self._ticks % _SIGN_OF_LIFE == 0:
            self._guard.sign_of_life()
        self._root.after(_TICK_MS, self._tick)

    def _focused(self, event: Any) -> None:
        if event.widget is self._root:
            self._guard.watch.check_now()

    # -- ending -------------------------------------------------------------------------

    def end(self) -> None:
        """End when the window closes; unsaved work is discarded on purpose."""
        self._finish(clean=True)

    def _destroyed(self, event: Any) -> None:
        if event.widget is self._root:
            self._finish(clean=False)

    def _finish(self, clean: bool) -> None:
        if not self._over:
            self._over = True
            self._guard.close(clean)

    # -- notices ------------------------------------------------------------------------

    def _update_bar(self) -> None:
        all_changes = self._guard.watch.changes
        self._mark_gone(any(change.text is None for change in all_changes))
        changes = tuple(c for c in all_changes if c not in self._answered)
        complaint = self._guard.keeper.complaint
        if changes:
            self._show_changed(changes)
        elif complaint:
            self.bar.show(complaint, (("Save now…", lambda: self._perform("save")),))
        else:
            self.bar.hide()

    def _mark_gone(self, gone: bool) -> None:
        """Note whether a file of the design has vanished; the design then counts as unsaved."""
        session = self._session
        if session.files_gone != gone:
            session.files_gone = gone
            self.files_gone.emit()
            self.note()

    def _show_changed(self, changes: Sequence[DiskChange]) -> None:
        there = [c for c in changes if c.text is not None]
        disk = self._files.disk
        if there:
            were = "were" if len({c.path for c in there}) > 1 else "was"
            self.bar.show(
                f"{file_names(there)} {were} changed by another program while open here.",
                (("Load it", lambda: self._act(there, disk.reload)),
                 ("Compare…", lambda: self._act(there, disk.compare)),
                 ("Keep mine", lambda: self._act(there, disk.keep))))
            return
        self.bar.show(
            f"{file_names(changes)} can no longer be read: the file was moved, deleted or damaged, or its "
            "drive is gone. Your work is still open here.",
            (("Save it again", lambda: self._save_gone(changes, "save")),
             ("Save elsewhere…", lambda: self._save_gone(changes, "save_as")),
             ("Not now", lambda: self._act(changes, disk.keep))))

    def _act(self, changes: Sequence[DiskChange], do: Callable[[Sequence[DiskChange]], str]) -> None:
        """Carry out a button of the bar."""
        play = self._play
        self._commit_fields()
        if do != self._files.disk.keep and play.on:
            if not play.may_leave():
                return
            play.leave()
        if done := do(changes):
            self._answered = (*self._answered[-20:], *changes)
            self._say(done)
            self._update_bar()

    def _save_gone(self, changes: Sequence[DiskChange], how: str) -> None:
        self._files.disk.keep(changes)
        self._perform(how)
        self._update_bar()

    # -- at the start -------------------------------------------------------------------

    def open_first(self, open_file: Callable[[], object]) -> None:
        """Open a file as soon as the window is shown. Lost work is offered after that, so that it does not
        look as if the wrong file had been opened."""
        self._opening = True

        def run() -> None:
            # A question about the file belongs over the window, and alone on the screen it would puzzle.
            if not self._root.winfo_viewable():
                self._root.after(_LOOK_MS, run)
                return
            try:
                open_file()
            finally:
                self._opening = False

        self._root.after_idle(run)

    def _begin_when_free(self) -> None:
        if self._opening or is_waited_for(self._root) or not self._root.winfo_viewable():
            self._root.after(_BEGIN_MS, self._begin_when_free)
        else:
            self.begin()

    def begin(self) -> None:
        """When the window is shown: warn if another window has the file open, and offer to restore lost
        work."""
        quiet = not self._share()
        quiet = not self.offer() and quiet
        if title := self._files.unfinished_scenario():
            self._say(f'The new scenario "{title}" is not made yet: New scenario step by step… goes on with '
                      "it.")
        elif quiet:
            self.nothing_lost.emit()

    def _share(self) -> bool:
        """Ask what to do if another window has the file open too; whether that was asked."""
        document = self._session.document
        if document.path is not None and not document.read_only:
            others = self._guard.notes.others(document.path)
            if others:
                if ask_shared(self._root, document.path.name, others[0]) != "open":
                    self._files.continue_as_copy()
                return True
        return False

    def offer(self, asked: bool = False) -> bool:
        """Offer to restore lost work if there is any; if `asked`, also say that there is none. Whether
        anything was found, or the search was cancelled."""
        folder = self._guard.keeper.folder
        left: list[Leftover] = []
        # Usually there is none; then the window must not be blocked at all.
        if any_left(folder):
            try:
                left = run_with_progress(
                    self._root, "Looking for unsaved work", lambda _report: leftovers(folder))
            except Cancelled:
                return True
        if not left:
            if asked:
                message(self._root, "Unsaved work", "There is no unsaved work from an earlier session.")
            return False
        dialog = LeftoversDialog(self._root, left, self._discard)
        if dialog.run() == "restore" and dialog.chosen is not None:
            self._restore(dialog.chosen)
        return True

    def _discard(self, left: Leftover) -> bool:
        if not confirm_discard(self._root, left):
            return False
        left.discard()
        return True

    def _restore(self, left: Leftover) -> None:
        if not (self._play.may_leave() and self._files.may_leave()):
            return
        taken = left.take()
        if taken is None or taken.work is None:
            message(self._root, "Unsaved work", "Another window has already restored this work.")
            return
        self._play.leave()
        self._show(taken.work)
        # Delete the old journal only when the new one has the same content.
        self.note()
        if self._guard.keeper.wait():
            taken.discard()

    def _show(self, work: UnsavedWork) -> None:
        from ..play.session import PlayError

        play, old = self._play, work.document
        document = OpenDocument(old.kind, old.path, old.title, old.path is not None and is_bundled(old.path))
        self._files.show_work(document, History.of(work.steps, work.position, work.saved), work.sources)
        self._share()
        path = old.path if old.path and not document.read_only else None
        if work.game is None:
            self._say(f"Restored: {work.summary}.{saved_into(path) or ' Save will ask for a file.'}")
            return
        try:
            session = replay_kept_game(work.design, work.game)
        except PlayError as error:
            message(self._root, "Unsaved work",
                    f"The design was restored, but not its play-test. {error}")
            return
        play.begin(session)
        play.belongs_to(Path(work.game.path) if work.game.path else None)
        self._say(f"Restored: {work.summary}." + (
            saved_into(play.path) or " It has no file yet: Save will ask for one."))


def saved_into(path: Path | None) -> str:
    """A sentence that names the file Save writes, "" if there is none.

    >>> saved_into(Path("maps/copy-game.yaml")), saved_into(None)
    (' Save writes copy-game.yaml.', '')
    """
    return f" Save writes {path.name}." if path is not None else ""


Choice = tuple[str, Callable[[], None]]
_LEAST = 320
"""Width in pixels at 100 % that the text needs beside the buttons; with less, they are below it."""
_GAP = 6


class NoticeBar(ttk.Frame):
    """A notice with buttons at the upper edge of its parent, hidden until `show` is called."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Notice.TFrame", padding=(px(12), px(7)))
        self.text = ""
        self.choices: dict[str, Callable[[], None]] = {}
        self.buttons: list[ttk.Button] = []
        self._label = ttk.Label(self, style="Notice.TLabel", justify="left", anchor="w")
        self._answers = Flow(self, style="Inside.Notice.TFrame")
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda _e: self._lay_out())

    def show(self, text: str, choices: Sequence[Choice]) -> None:
        """Show a text; each choice is the label of a button and its command. Showing the same again changes
        nothing."""
        if text == self.text and [c[0] for c in choices] == list(self.choices):
            return
        self.text, self.choices = text, dict(choices)
        self._label.configure(text=text)
        self._answers.destroy()
        self._answers = Flow(self, style="Inside.Notice.TFrame", gap=px(_GAP))
        self.buttons = [ttk.Button(self._answers, text=label, command=command) for label, command in choices]
        for button in self.buttons:
            self._answers.add(button, before=px(_GAP))
        self.place(x=0, y=0, relwidth=1)
        self.lift()
        self._lay_out()

    def hide(self) -> None:
        """Hide the notice."""
        if self.text:
            self.text, self.choices = "", {}
            self.place_forget()

    def _lay_out(self) -> None:
        room = self.winfo_width() - 2 * px(12)
        if not self.text or room < 2:
            return
        width = sum(button.winfo_reqwidth() + px(_GAP) for button in self.buttons)
        beside = room - width - px(_GAP)
        narrow = beside < px(_LEAST)
        # A label is a little wider than its lines.
        self._label.configure(wraplength=(room if narrow else beside) - px(8))
        self._label.grid(row=0, column=0, sticky="ew")
        if narrow:
            self._answers.grid(row=1, column=0, sticky="ew", padx=0, pady=(px(_GAP), 0))
        else:
            self._answers.configure(width=width)
            self._answers.grid(row=0, column=1, sticky="e", padx=(px(_GAP), 0), pady=0)


# Play-tests in the journal.

def kept_game(session: PlaySession, path: Path | None) -> UnsavedGame:
    """What is needed to replay a play-test; `path` is its game file, if it has one."""
    timeline = session.timeline
    dice = timeline.game.dice
    return UnsavedGame(
        session.scenario, dice.seed, dice.given, session.seats.pairs(),
        tuple(entry.text for entry in timeline.entries), timeline.at, "" if path is None else str(path),
        not session.unsaved)


def replay_kept_game(design: Design, game: UnsavedGame) -> PlaySession:
    """The play-test as it was when kept; raises `PlayError`."""
    from ...engine.record import GameRecord, RecordedOrder
    from ..play.session import session_of_record

    record = GameRecord(game.scenario, tuple(map(RecordedOrder, game.orders)), game.seed, game.dice,
                        game.players)
    session = session_of_record(design, record)
    session.scenario = game.scenario
    session.timeline.go(game.at)
    session.looking_back = session.over
    session.saved_at = session.orders if game.saved else ()
    return session
