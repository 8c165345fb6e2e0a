"""Opening cards, and games of cards, in windows of their own."""

from __future__ import annotations

import re
import tkinter as tk
from pathlib import Path
from typing import TYPE_CHECKING

from ...desk.card_names import card_path
from ...model.files.bytes import beginning, may_exist
from ..settings import Settings
from ..widgets.dialogs import ask, message
from ..widgets.modal import is_waited_for

if TYPE_CHECKING:
    from ...desk.card_file import LoadedCard
    from ...engine.record import GameRecord
    from .card_window import CardWindow
    from .kept_cards import KeptWork

_KIND = re.compile(rb"^\s*[\"']?kind[\"']?\s*:\s*['\"]?card\b", re.MULTILINE)
_OFFER_MS = 1500
_HEAD = 100_000
"""The bytes of a file in which `kind` is looked for; other files may be large, and are not read."""


def is_card(name: str | Path) -> bool:
    """Whether a file or a bundled name is a card, or a game of one."""
    from ...engine.record import is_game_file

    path = Path(name)
    if not may_exist(path):
        return card_path(str(name)) is not None
    if is_game_file(path):
        return _game_of_card(path) is not None
    return bool(_KIND.search(beginning(path, _HEAD)))


def _game_of_card(path: Path) -> GameRecord | None:
    """The record in a file, if it is the log of a card; None for a game of a scenario, or an unreadable
    one."""
    from ...engine.record import RecordError, read_any_record

    try:
        record = read_any_record(path)
    except RecordError:
        return None
    return record if record.is_of_card else None


def load_to_show(name: str | Path) -> tuple[LoadedCard, Path | None]:
    """The card of a file, of a bundled name, or of a game, and the file of that game, None for a card; raises
    `UnreadableCardError` if there is none in it."""
    from ...engine.record import RecordError, is_game_file, source_file
    from .card_document import UnreadableCardError, read_card

    path = Path(name)
    game = _game_of_card(path) if may_exist(path) and is_game_file(path) else None
    if game is None:
        return read_card(str(name)), None
    try:
        return read_card(str(source_file(game))), path
    except RecordError as error:
        raise UnreadableCardError(f"{path.name} cannot be opened:\n\n{error}") from None


class CardWindows:
    """Opens windows for cards beside the main window, whose root is `root`."""

    def __init__(self, root: tk.Tk, settings: Settings) -> None:
        self._root, self._settings = root, settings
        self.windows: list[CardWindow] = []

    def is_card(self, name: str | Path) -> bool:
        """Whether a file or a bundled name is a card, or a game of one."""
        return is_card(name)

    def _alive(self) -> list[CardWindow]:
        return [window for window in self.windows if window.top.winfo_exists()]

    def open(self, name: str | Path) -> bool:
        """Show a card, or a game on the page for it; the window that has the card comes to the front. False,
        after a message, if there is no card to show."""
        from .card_document import UnreadableCardError

        try:
            loaded, game = load_to_show(name)
        except UnreadableCardError as error:
            message(self._root, "Open", str(error))
            return False
        same = [w for w in self._alive() if w.document.path == loaded.path.absolute()]
        window = same[0] if same else self._show(loaded)
        window.present()
        return game is None or window.open_game(game)

    def new(self, title: str) -> None:
        """Show a new card with a title."""
        self._show(None, title).present()

    def _show(self, loaded: LoadedCard | None, title: str = "") -> CardWindow:
        from .card_window import CardWindow  # imported late because it takes long to load

        top = tk.Toplevel(self._root)
        top.withdraw()
        window = CardWindow(top, self._settings, loaded, title)
        self.windows = [*self._alive(), window]
        return window

    def offer_kept(self) -> None:
        """Offer to restore the work of windows that ended without saving it, a moment after the program has
        shown itself."""
        self._root.after(_OFFER_MS, self._offer_kept)

    def _offer_kept(self) -> None:
        from .kept_cards import FOLDER, kept_files, read_work

        if is_waited_for(self._root) or not self._root.winfo_viewable():
            self._root.after(_OFFER_MS, self._offer_kept)
            return
        for path in kept_files(self._settings.folder / FOLDER):
            self._offer(path, read_work(path))

    def _offer(self, path: Path, work: KeptWork | None) -> None:
        """Ask what happens to one of them; None if it cannot be read."""
        from .kept_cards import taken

        if work is None:
            words = f"The file of unsaved work on a card cannot be read: {path}"
            choices = [("", "Later"), ("delete", "Delete it")]
        else:
            when = f"{work.when.day} {work.when:%B %Y, %H:%M}"
            words = f'The program ended while {work.summary} of "{work.title}" was not saved ({when}).'
            choices = [("restore", "Restore"), ("", "Later"), ("delete", "Delete")]
        choice = ask(self._root, "Unsaved work", words, choices)
        own = taken(path) if choice else None
        if own is None:
            return
        if choice == "restore" and work is not None:
            window = self._window_for(work)
            window.present()
            window.restore(work)
            window.keeper.keep()
        own.unlink(missing_ok=True)

    def _window_for(self, work: KeptWork) -> CardWindow:
        """A window with the file of the work and nothing unsaved, or with a new card if there is none."""
        from .card_document import UnreadableCardError, read_card

        path = Path(work.path) if work.path else None
        for window in self._alive():
            if path is not None and window.document.path == path and not window.unsaved:
                return window
        try:
            return self._show(read_card(work.path) if path is not None else None)
        except UnreadableCardError:
            return self._show(None)

    def may_leave(self) -> bool:
        """Whether all windows may be closed; each asks about unsaved changes."""
        return all(self._may_close(window) for window in self._alive())

    def _may_close(self, window: CardWindow) -> bool:
        if window.unsaved:
            window.present()
        return window.may_leave()
