"""A play-test as it is kept in a journal, and played again from there."""

from __future__ import annotations

from pathlib import Path

from ...engine.record import GameRecord, RecordedOrder
from ...model.design import Design
from ..play.opening import session_of_record
from ..play.session import PlaySession
from .work import KeptGame


def kept_game(session: PlaySession, path: Path | None) -> KeptGame:
    """What is needed to play it again; `path` is its game file, where it has one."""
    timeline = session.timeline
    dice = timeline.game.dice
    return KeptGame(
        session.scenario, dice.seed, dice.given, session.seats.pairs(),
        tuple(entry.text for entry in timeline.entries), timeline.at, "" if path is None else str(path),
        not session.unsaved)


def played_again(design: Design, game: KeptGame) -> PlaySession:
    """The play-test at the moment it was kept; raises `CannotPlay`."""
    record = GameRecord(game.scenario, tuple(map(RecordedOrder, game.orders)), game.seed, game.dice,
                        game.players)
    session = session_of_record(design, record)
    session.scenario = game.scenario
    session.timeline.go(game.at)
    session.looking_back = session.over
    session.saved_at = session.orders if game.saved else ()
    return session
