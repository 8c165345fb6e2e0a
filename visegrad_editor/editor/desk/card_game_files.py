"""The files of games of cards: opening, saving, and the log as text."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog

from ...desk.card_file import load_card
from ...desk.log_view import View, log_text
from ...model.files.atomic import SaveError, SourceLostError, save
from ..documents.game_files import game_name
from ..safety.dialogs import ask_not_saved, ask_other_name, ask_replace
from ..settings import Settings
from ..widgets.dialogs import ask, message
from .card_game import CardGame, CardGameError, Source

_GAMES = (("Game files", "*.yaml *.yml"), ("All files", "*"))
_TEXTS = (("Text files", "*.txt"), ("All files", "*"))
_SAVE, _AS_TEXT = "Save the game", "The log as text"


class CardGameFiles:
    """The file of the game that `game` returns, None for none. `play` shows another game; `card_source` is
    that of the open card. Questions appear over `parent`."""

    def __init__(self, parent: tk.Misc, game: Callable[[], CardGame | None], play: Callable[[CardGame], None],
                 card_source: Callable[[], Source], settings: Settings, say: Callable[[str], None]) -> None:
        self._parent, self._game, self._play = parent, game, play
        self._card_source, self._settings, self._say = card_source, settings, say

    @property
    def unsaved(self) -> bool:
        """Whether there is a game with orders that are in no file."""
        game = self._game()
        return game is not None and game.unsaved

    def may_leave(self) -> bool:
        """Whether the game may be given up: it is saved, or the user says so."""
        if not self.unsaved:
            return True
        choice = ask(self._parent, "Unsaved game", "The game has orders that are not saved.",
                     (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def open(self) -> None:
        """Ask for a game file and open it."""
        if not self.may_leave():
            return
        chosen = filedialog.askopenfilename(parent=self._parent, title="Open a game", filetypes=_GAMES,
                                            initialdir=self._folder())
        if chosen:
            self.open_file(Path(chosen))

    def open_file(self, path: Path) -> bool:
        """Open the file of a game in place of the present one, which is given up; whether it could be."""
        try:
            game, words = CardGame.open(path)
        except CardGameError as error:
            message(self._parent, "Open", str(error))
            return False
        self._play(game)
        self._settings.remember(path)
        if words:
            message(self._parent, "Open", words)
        self._say(f"Opened {path.name}.")
        return True

    def _folder(self) -> str:
        """The folder in which dialogs for names begin."""
        game, source = self._game(), self._card_source()
        if game is not None and game.path is not None:
            return str(game.path.parent)
        return str(source.parent) if isinstance(source, Path) else str(Path.home())

    def save(self) -> bool:
        """Save the game; asks for a name the first time. Whether it was saved."""
        game = self._game()
        if game is None:
            self._say("There is no game to save.")
            return False
        if game.path is None:
            return self.save_as()
        return self._has_card(game) and self._write(game, game.path)

    def save_as(self) -> bool:
        """Ask for a name and save the game; whether it was saved."""
        game = self._game()
        if game is None or not self._has_card(game):
            return False
        folder = self._folder()
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title=_SAVE, initialdir=folder, defaultextension=".yaml",
            initialfile=game_name(folder, game.log.card.name), filetypes=_GAMES)
        return bool(chosen) and self._write(game, Path(chosen))

    def _has_card(self, game: CardGame) -> bool:
        """Whether the card of the game is in a file, which the game file names."""
        game.source = game.source if game.source is not None else self._card_source()
        if game.source is None:
            message(self._parent, _SAVE, "A game file refers to the file of its card, and the card was never "
                    "saved. Save the card first.")
            return False
        loaded = load_card(str(game.source))
        if loaded.card is not None and not game.differs_from(loaded.card):
            return True
        return bool(ask(self._parent, _SAVE, "The file of the card is not as the card of this game: save the "
                        "card first, or the log may go another way when it is opened.",
                        (("save", "Save it so"), ("", "Cancel"))))

    def _write(self, game: CardGame, path: Path) -> bool:
        path = path.absolute()
        if path == game.path and (choice := ask_replace(self._parent, path, game.known_text)) != "over":
            return choice == "elsewhere" and self.save_as()
        try:
            game.save(path)
        except SourceLostError as error:
            return ask_other_name(self._parent, error) and self.save_as()
        except SaveError as error:
            choice = ask_not_saved(self._parent, error)
            if choice == "again":
                return self._write(game, path)
            return choice == "elsewhere" and self.save_as()
        self._settings.remember(path)
        self._say(f"Saved the game as {path}.")
        return True

    def export(self, view: View) -> None:
        """Ask for a name and write the log, as a view shows it, as text."""
        game = self._game()
        if game is None:
            return
        name = game.path.stem if game.path is not None else game.log.card.name
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title=_AS_TEXT, initialdir=self._folder(), defaultextension=".txt",
            initialfile=f"{name}-log.txt", filetypes=_TEXTS)
        if not chosen:
            return
        try:
            save(log_text(game.log, view), Path(chosen))
        except SaveError as error:
            message(self._parent, _AS_TEXT, str(error))
            return
        self._say(f"Wrote the log as {chosen}.")
