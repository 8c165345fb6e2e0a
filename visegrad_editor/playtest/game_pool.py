"""Many games between automatic players, played by processes of their own, so that a window stays quick."""

from __future__ import annotations

import copyreg
import hashlib
import io
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..systems import fault_text
from .play import play_game

_POLL_S = 0.2
"""How often the caller is asked whether to stop while no game ends."""
_NICENESS = 10
"""How far the processes stand back behind others that want the processor, where the system knows this."""


class GameTask(NamedTuple):
    """A game to play: the place of its design in the list of designs, and its seed."""

    design: int
    seed: int


@dataclass(frozen=True)
class GameResult:
    """How a game ended: the side that won ("" for a draw), the rule by which it did, and a mark of all
    orders: games with the same mark went the same way. A game that could not be played has a `failure`, a
    sentence. `reason` says why the side won, with the numbers of this game, and `by` without them."""

    winner: str = ""
    rule: str = ""
    course: str = ""
    failure: str = ""
    reason: str = ""
    by: str = ""


class PoolError(VisegradError):
    """The processes that play the games cannot be started, or ended by themselves."""


def play_games(
    designs: Sequence[Design], tasks: Sequence[GameTask], players: Sequence[str], workers: int = 1,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[GameTask, GameResult]]:
    """Play the games in so many processes; each with its result as soon as it is over, in any order.

    `players` names a player for each side. `stop` is asked a few times a second and between games; when it
    returns True, or when the caller goes no further, the processes are ended. They end by themselves when
    this program ends, however it does. Raises `PoolError`.
    """
    if not tasks:
        return
    sent = _packed((tuple(designs), tuple(players)))
    context = multiprocessing.get_context("spawn")
    seats: dict[Any, Any] = {}
    waiting = iter(tasks)
    try:
        for _ in range(max(1, min(workers, len(tasks)))):
            ours, theirs = context.Pipe()
            process = context.Process(target=_play, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            seats[ours] = process
            ours.send_bytes(sent)
            ours.send(next(waiting))
        yield from _results(seats, waiting, stop)
    except OSError as error:
        why = error.strerror or str(error)
        raise PoolError(f"No process could be started to play the games: {why}.") from error
    finally:
        for connection, process in seats.items():
            connection.close()
            process.terminate()
        for process in seats.values():
            process.join()


def _results(
    seats: dict[Any, Any], waiting: Iterator[GameTask], stop: Callable[[], bool],
) -> Iterator[tuple[GameTask, GameResult]]:
    busy = list(seats)
    while busy:
        if stop():
            return
        for ready in wait(busy, _POLL_S):
            assert isinstance(ready, Connection)
            try:
                task, result = ready.recv()
            except (EOFError, ConnectionError) as error:
                raise PoolError("A process that played games ended by itself. There may be too little "
                                "memory: let fewer processes play.") from error
            if (following := next(waiting, None)) is None:
                busy.remove(ready)
            else:
                ready.send(following)
            yield task, result


def _play(connection: Connection) -> None:
    """Play what is asked until the other end is closed: the work of one process."""
    # Ctrl+C is for the program that plays, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    # What a package prints must not be mixed with a report.
    sys.stdout = sys.stderr
    with suppress(EOFError, ConnectionError):
        designs, players = pickle.loads(connection.recv_bytes())
        while True:
            task = connection.recv()
            connection.send((task, result_of(designs[task.design], task.seed, players)))


def result_of(design: Design, seed: int, players: Sequence[str]) -> GameResult:
    """Play a game here and now. What goes wrong in it is the `failure` of the result, never an error."""
    try:
        record = play_game(design, seed, players)
    except Exception as error:
        what = fault_text(design.ruleset.system, error) or str(error) or type(error).__name__
        return GameResult(failure=f"Seed {seed}: {what}")
    outcome = record.outcome
    assert outcome is not None  # nobody stops these games
    orders = "\n".join(order.text for order in record.orders)
    course = hashlib.sha256(orders.encode("utf-8")).hexdigest()[:16]
    return GameResult(outcome.winner or "", outcome.rule, course, reason=outcome.reason, by=outcome.by)


class _Pickler(pickle.Pickler):
    """A design keeps tables that cannot be changed, which a pickle cannot hold as they are."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = {
            **copyreg.dispatch_table, MappingProxyType: lambda table: (_read_only, (dict(table),))}


def _read_only(table: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(table)


def _packed(what: object) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer).dump(what)
    return buffer.getvalue()
