"""Game files: opening one with its scenario, and saving one so that it can be replayed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.documents import choose_options
from ...model.files.atomic import SaveError, SourceLostError, real_path
from ...model.files.load import LoadResult
from ...model.problems import Problem
from ..safety.dialogs import ask_not_saved, ask_other_name, ask_replace
from ..safety.watch import text_now
from ..session import Session
from ..settings import Settings
from ..widgets.dialogs import ask, message
from .files import open_document

if TYPE_CHECKING:
    from ...engine.record import GameRecord
    from ..play.session import PlaySession

_TYPES = (("Game files", "*.yaml *.yml"), ("All files", "*"))
_SAVE = "Save the game"


@dataclass(frozen=True)
class OpenedGame:
    """A game file with the scenario it was played with; in `design` this has the options of the game."""

    path: Path
    record: GameRecord
    loaded: LoadResult
    design: Design

    def other_design(self) -> str:
        """A warning if the scenario has changed since the game was played, with the first order that is no
        longer possible, otherwise "". It is found by playing the game."""
        from ...engine.record import other_design

        changed = other_design(self.design, self.record)
        return "" if changed is None else self._at_line(changed)

    @property
    def changed_by_hand(self) -> str:
        """A warning if the game was changed by hand since the program wrote it, otherwise ""."""
        from ...engine.record import changed_by_hand

        changed = changed_by_hand(self.record)
        return "" if changed is None else self._at_line(changed)

    @property
    def other_package(self) -> str:
        """A warning if the rules of the game are now those of another package or version, otherwise ""."""
        from ...engine.record import other_package

        assert self.loaded.design is not None
        other = other_package(self.loaded.design, self.record)
        return "" if other is None else self._at_line(other)

    def _at_line(self, problem: Problem) -> str:
        return f"{self.path.name}, line {problem.line}: {problem.message}"

    def play_again(self, part: bool = False) -> PlaySession:
        """The game replayed to its end or, with `part`, as far as its orders are possible. Raises
        `PlayError`."""
        from ..play.session import session_of_record

        return session_of_record(self.design, self.record, part)


def open_game(path: Path) -> OpenedGame:
    """Read a game file and load its scenario. Raises `PlayError`."""
    from ...engine.record import RecordError, read_record, source_file
    from ..play.session import PlayError

    path = path.absolute()
    try:
        record = read_record(path)
        source = source_file(record)
    except RecordError as error:
        raise PlayError(f"{path.name} cannot be read:\n\n{error}") from None
    loaded, complaint = open_document(source)
    if complaint or loaded.design is None or loaded.design.scenario is None:
        reason = complaint or f"{source} is not a scenario."
        raise PlayError(f"The scenario of {path.name} cannot be used. {reason}")
    try:
        design = choose_options(loaded.design, record.options)
    except ValueError as error:
        raise PlayError(f"The game in {path.name} cannot be played. {error}") from None
    return OpenedGame(path, record, loaded, design)


class GameFile:
    """The file of the game played with the open scenario. `save_scenario` saves that scenario, which the game
    file refers to, and returns whether it did; `first_folder` returns the folder in which the dialog for its
    name begins. Questions appear over `parent`."""

    def __init__(self, parent: tk.Misc, session: Session, settings: Settings,
                 save_scenario: Callable[[], bool], say: Callable[[str], None],
                 first_folder: Callable[[], str]) -> None:
        self._parent, self._session, self._settings = parent, session, settings
        self._save_scenario, self._say, self._first_folder = save_scenario, say, first_folder
        self.path: Path | None = None
        """The game file last opened or written."""
        self._known: str | None = None
        """The last known content of that file."""

    def belongs_to(self, path: Path | None) -> None:
        """Note that the game is in this file with its current content, or, for None, in no file."""
        self.path, self._known = path, None if path is None else text_now(path)

    def opened(self, path: Path) -> None:
        """Note that the game was read from this file or written to it."""
        self.belongs_to(path)
        self._settings.remember(path)

    def save(self, game: PlaySession) -> bool:
        """Save the game; asks for a name the first time. Returns whether it was saved."""
        if self.path is None:
            return self.save_as(game)
        return self._scenario_saved(game) and self._write(game, self.path)

    def save_as(self, game: PlaySession) -> bool:
        """Ask for a name and save the game; whether it was saved."""
        if not self._scenario_saved(game):
            return False
        document, scenario = self._session.document, game.design.scenario
        own = document.path if document.path and not document.read_only else None
        name = own.stem if own else scenario.name if scenario else "scenario"
        folder = str(self.path.parent) if self.path else self._first_folder()
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title=_SAVE, initialfile=game_name(folder, name), defaultextension=".yaml",
            filetypes=_TYPES, initialdir=folder)
        return bool(chosen) and self._write(game, Path(chosen))

    def _scenario_saved(self, game: PlaySession) -> bool:
        """Whether the scenario of this game is saved; offers to save it."""
        return ensure_scenario_saved(self._parent, _SAVE, self._session, game.design, self._save_scenario)

    def _write(self, game: PlaySession, path: Path) -> bool:
        path = real_path(path)
        if path == self.path and (choice := ask_replace(self._parent, path, self._known)) != "over":
            return choice == "elsewhere" and self.save_as(game)
        record = named_record(self._session, game.record())
        try:
            game.save(path, record)
        except SourceLostError as error:
            return ask_other_name(self._parent, error) and self.save_as(game)
        except SaveError as error:
            choice = ask_not_saved(self._parent, error)
            if choice == "again":
                return self._write(game, path)
            return choice == "elsewhere" and self.save_as(game)
        game.scenario = record.scenario
        self.opened(path)
        self._say(f"Saved the game as {path}.")
        return True


def game_name(folder: str, scenario: str) -> str:
    """The name to propose for the file of a game of this scenario: that of no other document there."""
    from ...engine.record import is_game_file

    number = 1
    while True:
        path = Path(folder, f"{scenario}-game{'' if number == 1 else f'-{number}'}.yaml")
        if not path.exists() or is_game_file(path):
            return path.name
        number += 1


def ensure_scenario_saved(parent: tk.Misc, title: str, session: Session, played: Design,
                          save: Callable[[], bool]) -> bool:
    """Whether the open scenario is the one played and is saved in a file; offers to save it."""
    if mark_without_names(session.design) != mark_without_names(played):
        message(parent, title, "The scenario is no longer the one this game was played with. Undo your "
                "changes since then, or play the game again.")
        return False
    if not session.unsaved and session.document.path is not None:
        return True
    text = ("A game file refers to the file of its scenario, and your scenario has unsaved changes. "
            "Save the scenario first.")
    return bool(ask(parent, title, text, (("save", "Save the scenario…"), ("", "Cancel")))) and save()


def mark_without_names(design: Design) -> str:
    """A fingerprint of the design that ignores the names of its documents, which saving can change."""
    from ...engine.record import mark_of

    scenario = replace(design.scenario, name="", map="", ruleset="") if design.scenario else None
    return mark_of(replace(design, map=replace(design.map, name="", ruleset=""), scenario=scenario))


def named_record(session: Session, record: GameRecord) -> GameRecord:
    """The record with the file of the open scenario and its fingerprint."""
    from ...engine.record import mark_of

    path, scenario = session.document.path, session.scenario
    assert path is not None
    assert scenario is not None
    name = scenario.name if session.document.read_only else str(real_path(path))
    return replace(record, scenario=name, folder=None, fingerprint=mark_of(session.design))
