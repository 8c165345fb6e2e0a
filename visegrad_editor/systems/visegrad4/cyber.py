"""Cyber-war markers (3.2) and the administration segments B and C (5.1)."""

from __future__ import annotations

from ...engine.orders import PASS, IllegalOrderError, Order
from .constants import ALLIED, MAX_CW_LEVEL, RUSSIAN, SIDE_WORDS
from .game_state import GameState

TABLE, TRACK, SPENT = 0, 1, 2


def level(w: GameState, side: int) -> int:
    """The CW level: the number of markers on the table (3.2)."""
    return w.state.markers[side][TABLE]


def is_secret(w: GameState) -> bool:
    """Whether the Russian side has allocated its markers and the allied side has not yet (5.1 B)."""
    s = w.state
    return s.step == "allocate" and s.side == ALLIED and _available(w, RUSSIAN) > 0


def spend_from_track(w: GameState, side: int) -> None:
    """Spend a marker from the track (13.2)."""
    w.state.markers[side][TRACK] -= 1
    w.state.markers[side][SPENT] += 1


# -- B: both sides allocate in secret ------------------------------------------------------------


def enter_allocation(w: GameState) -> None:
    s = w.state
    s.phase = "administration-cw"
    s.pending = -1
    s.side = RUSSIAN
    if not _available(w, RUSSIAN):
        _allocated(w, 0)


def _available(w: GameState, side: int) -> int:
    return w.state.markers[side][TABLE] + w.state.markers[side][TRACK]


def allocations(w: GameState, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    n = _available(w, w.state.side)
    return [Order("allocate", words=(str(t), str(n - t))) for t in range(min(n, MAX_CW_LEVEL) + 1)]


def allocate(w: GameState, order: Order) -> None:
    """Put markers on table and track. The first side's choice is hidden until the other has chosen."""
    if order.verb != "allocate":
        raise IllegalOrderError("Allocate your cyber-war markers to table and track first.", "5.1")
    table, track = int(order.words[0]), int(order.words[1])
    n = _available(w, w.state.side)
    if table > MAX_CW_LEVEL:
        raise IllegalOrderError(f"At most {MAX_CW_LEVEL} markers may be on the table, not {table}.", "3.2")
    if table + track != n:
        raise IllegalOrderError(f"You have {n} markers to allocate, not {table + track}.", "3.2")
    _allocated(w, table)


def _allocated(w: GameState, table: int) -> None:
    s = w.state
    if s.side == RUSSIAN:
        s.pending = table
        s.side = ALLIED
        if _available(w, ALLIED):
            return
        table = 0
    for side, chosen in ((RUSSIAN, s.pending), (ALLIED, table)):
        n = _available(w, side)
        s.markers[side][:2] = [chosen, n - chosen]
    s.pending = -1
    (a, b, _), (c, d, _) = s.markers
    w.say("allocation", f"Cyber-war markers are revealed: Russian side {a} on the table and {b} on the "
          f"track, allied side {c} and {d}.", "3.2", side=RUSSIAN)
    s.side = RUSSIAN
    w.go("transfer")


# -- C: from table to track if the other side has none on the table ------------------------------


def enter_transfer(w: GameState) -> None:
    s = w.state
    s.phase = "administration-transfer"
    for side in range(s.side, 2):
        if not level(w, 1 - side) and level(w, side):
            s.side = side
            return
    s.player = RUSSIAN
    w.go("player-turn")


def transfers(w: GameState, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    most = level(w, w.state.side)
    return [PASS, *(Order("transfer", words=(str(n),)) for n in range(1, most + 1))]


def transfer(w: GameState, order: Order) -> None:
    """Move markers from the table to the track (5.1 C)."""
    s = w.state
    if order.verb == "transfer":
        n, most = int(order.words[0]), level(w, s.side)
        if not 1 <= n <= most:
            raise IllegalOrderError(f"You have {most} markers on the table; {n} cannot be moved.", "5.1")
        s.markers[s.side][TABLE] -= n
        s.markers[s.side][TRACK] += n
        w.say("transfer", f"The {SIDE_WORDS[s.side]} side moves {n} cyber-war marker{'s' if n > 1 else ''} "
              "from table to track.", "5.1")
    elif order.verb != "pass":
        raise IllegalOrderError("Move markers from table to track, or pass.", "5.1")
    if s.side == RUSSIAN:
        s.side = ALLIED
        w.go("transfer")
    else:
        s.player = RUSSIAN
        w.go("player-turn")
