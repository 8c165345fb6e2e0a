"""Opening game files: which file is one, and the scenario and the play-test it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...engine.orders import IllegalOrder
from ...engine.record import BadRecord, GameRecord, changed_by_hand, read_record
from ...model.design import Design
from ...model.files.load import Loaded
from ...model.fingerprint import play_mark
from .session import HUMAN, PlaySession
from .timeline import DiceWanted

_KIND = re.compile(r"^kind:\s*['\"]?game\b", re.MULTILINE)
_HEAD = 4000


def is_game_file(name: str | Path) -> bool:
    """Whether a path is that of a game file, judged by its first lines."""
    try:
        with Path(name).open("rb") as file:
            return bool(_KIND.search(file.read(_HEAD).decode("utf-8", "replace")))
    except OSError:
        return False


@dataclass(frozen=True)
class Opened:
    """A game file with the scenario it was played with."""

    path: Path
    record: GameRecord
    loaded: Loaded

    @property
    def other_design(self) -> str:
        """A sentence where the scenario has changed since the game was played, else ""."""
        assert self.loaded.design is not None
        mark = play_mark(self.loaded.design)
        if not self.record.fingerprint or self.record.fingerprint == mark:
            return ""
        return (f"The scenario {self.record.scenario}, its map or its ruleset has changed since this game "
                "was played, so its orders may not fit any more.")


    @property
    def changed_by_hand(self) -> str:
        """A sentence where the game was changed by hand since the program wrote it, else ""."""
        changed = changed_by_hand(self.record)
        return "" if changed is None else f"{self.path.name}, line {changed.line}: {changed.message}"


def session_of(opened: Opened) -> PlaySession:
    """The game played again to its end. Raises `CannotPlay`."""
    assert opened.loaded.design is not None
    return session_of_record(opened.loaded.design, opened.record)


def session_of_record(design: Design, record: GameRecord) -> PlaySession:
    """A recorded game played again with a design. Raises `CannotPlay`."""
    try:
        return _played_again(design, record)
    except IllegalOrder as refusal:
        raise CannotPlay(f"An order of this game cannot be played again. {refusal}") from None
    except DiceWanted:
        raise CannotPlay("The game's list of dice is too short for its orders.") from None
    except ValueError as error:
        raise CannotPlay(f"The game cannot be played again: {error}") from None


def _played_again(design: Design, record: GameRecord) -> PlaySession:
    """A recorded game, at its end; a finished one is looked back on from its beginning.

    Raises `IllegalOrder`, `DiceWanted` or `ValueError` where an order cannot be done.
    """
    sides = [s.id for s in design.ruleset.sides]
    named = dict(record.players)
    source = record.scenario_source
    session = PlaySession(design, {s: named.get(s, HUMAN) for s in sides}, record.seed, record.dice,
                          str(source) if isinstance(source, Path) else record.scenario)
    for order in record.orders:
        session.timeline.apply(session.timeline.game.parse(order.text))
    session.saved_at = session.orders
    if session.timeline.game.outcome() is not None:
        session.timeline.go(0)
        session.looking_back = True
    return session


class CannotPlay(Exception):
    """A game that cannot be shown; the text is a sentence."""


def open_game(path: Path) -> Opened:
    """Read a game file and load its scenario. Raises `CannotPlay`."""
    from ..documents.files import open_document
    path = path.absolute()
    try:
        record = read_record(path)
    except BadRecord as error:
        raise CannotPlay(f"{path.name} cannot be read:\n\n{error}") from None
    source = record.scenario_source
    loaded, complaint = open_document(source)
    if complaint or loaded.design is None or loaded.design.scenario is None:
        reason = complaint or f"{source} is no scenario."
        raise CannotPlay(f"The scenario of {path.name} cannot be used. {reason}")
    return Opened(path, record, loaded)
