"""Cyber-war markers (3.2) and the administration segments B and C (5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import GameState
from ...engine.orders import PASS, IllegalOrderError, Order
from ...engine.position import OrderMark
from ...engine.saved_game import is_list, is_whole
from ...model.wording import count
from .assets import assets_of
from .common import change_state, state_of
from .constants import ALLIED, MAX_CW_LEVEL, RUSSIAN, SIDE_WORDS, SIDES

TABLE, TRACK, SPENT = 0, 1, 2


class CyberWar(Chapter):
    """3.2: each side has markers, which it allocates to table and track in secret."""

    id = "cyber-war"
    rule = "3.2"
    plays = frozenset({"assets/boxes"})

    def state(self, w: GameInProgress) -> Any:
        return {"markers": [list(_at_start(w, name)) for name in SIDES], "pending": -1}

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        return {**state, "pending": None} if side != RUSSIAN and _is_secret(w) else state

    def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
        """5.1 B: the allocation of the other side, the last order, until both have chosen."""
        return after == 0 and side != SIDES[RUSSIAN] and _is_secret(w)

    def verbs(self) -> Mapping[str, str]:
        return {"allocate": "table {number} track {number}", "transfer": "{number}"}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "administration-cw": Stage(_enter_allocation, _no_orders, _no_order),
            "allocate": Stage(_ask_allocation, _allocations, _allocate),
            "administration-transfer": Stage(_enter_transfer, _no_orders, _no_order),
            "transfer": Stage(_ask_transfer, _transfers, _transfer),
        }

    def stocks(self, w: GameInProgress) -> Mapping[int, Mapping[str, int]]:
        # 2.8: markers are shown with the units.
        return {side: dict(zip(("table", "track", "spent"), counts, strict=True))
                for side, counts in enumerate(markers(w))}

    def saved_fault(self, w: GameInProgress, s: GameState) -> str:
        state = s.chapters[self.id]
        if not isinstance(state, dict) or state.keys() != {"markers", "pending"} or not (
                is_list(state["markers"], lambda m: is_list(m, is_whole, 3), 2)
                and is_whole(state["pending"], -1, MAX_CW_LEVEL)):
            return "its markers are impossible in this scenario."
        for name, counts in zip(SIDES, state["markers"], strict=True):
            owned = sum(_at_start(w, name))
            # 10.4: by an option, markers spent for the cyber-war table are out of the game.
            gone = owned - sum(counts)
            lost = w.options.get("cw_table_marker") == "lost"
            if gone < 0 or (gone and not lost) or counts[TABLE] > MAX_CW_LEVEL:
                return (f"the {name} side has {owned} cyber-war markers, not {counts} on table, track and "
                        "spent.")
        chosen = 0 <= state["pending"] <= sum(state["markers"][RUSSIAN][:2])
        if s.outcome is None and s.step == "allocate" and chosen is not (s.side == ALLIED):
            return "its allocations of markers contradict each other."
        return ""


def _is_secret(w: GameInProgress) -> bool:
    """Whether the Russian side has allocated its markers and the allied side has not."""
    s = w.state
    return s.step == "allocate" and s.side == ALLIED and _available(w, RUSSIAN) > 0


def _at_start(w: GameInProgress, name: str) -> tuple[int, int, int]:
    """The markers with which a side begins: on the table, on the track, and spent."""
    asset = assets_of(w.scenario).get(name)
    if asset is None:
        return 0, 0, 0
    return asset.on_table, asset.cw_markers - asset.on_table - asset.spent, asset.spent


def markers(w: GameInProgress) -> Sequence[Sequence[int]]:
    """The markers of each side: on the table, on the track, and spent."""
    found: Sequence[Sequence[int]] = state_of(w, CyberWar.id)["markers"]
    return found


def change_markers(w: GameInProgress, side: int, place: int, number: int) -> None:
    """Add markers to those of a side on the table, on the track or among the spent ones."""
    counts = [list(m) for m in markers(w)]
    counts[side][place] += number
    change_state(w, CyberWar.id, markers=counts)


def level(w: GameInProgress, side: int) -> int:
    """The CW level: the number of markers on the table (3.2)."""
    return markers(w)[side][TABLE]


def spend_from_track(w: GameInProgress, side: int) -> None:
    """Spend a marker from the track (13.2)."""
    change_markers(w, side, TRACK, -1)
    change_markers(w, side, SPENT, 1)


def _no_orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return []


def _no_order(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


# -- B: both sides allocate in secret ------------------------------------------------------------


def _enter_allocation(w: GameInProgress) -> None:
    change_state(w, CyberWar.id, pending=-1)
    w.state.side = RUSSIAN
    w.go("allocate")


def _ask_allocation(w: GameInProgress) -> None:
    if not _available(w, RUSSIAN):
        _allocated(w, 0)


def _available(w: GameInProgress, side: int) -> int:
    return sum(markers(w)[side][:2])


def _allocations(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    n = _available(w, w.state.side)
    return [Order("allocate", words=(str(t), str(n - t))) for t in range(min(n, MAX_CW_LEVEL) + 1)]


def _allocate(w: GameInProgress, order: Order) -> None:
    """Put markers on table and track. The first side's choice is hidden until the other has chosen."""
    if order.verb != "allocate":
        raise IllegalOrderError("Allocate your cyber-war markers to table and track first.", "5.1")
    table, track = int(order.words[0]), int(order.words[1])
    n = _available(w, w.state.side)
    if table > MAX_CW_LEVEL:
        raise IllegalOrderError(
            f"At most {count(MAX_CW_LEVEL, 'marker')} may be on the table, not {table}.", "3.2")
    if table + track != n:
        raise IllegalOrderError(f"You have {count(n, 'marker')} to allocate, not {table + track}.", "3.2")
    _allocated(w, table)


def _allocated(w: GameInProgress, table: int) -> None:
    s = w.state
    if s.side == RUSSIAN:
        change_state(w, CyberWar.id, pending=table)
        s.side = ALLIED
        if _available(w, ALLIED):
            return
        table = 0
    counts = []
    for side, chosen in ((RUSSIAN, state_of(w, CyberWar.id)["pending"]), (ALLIED, table)):
        counts.append([chosen, _available(w, side) - chosen, markers(w)[side][SPENT]])
    change_state(w, CyberWar.id, markers=counts, pending=-1)
    (a, b, _), (c, d, _) = counts
    w.say("allocation", f"Cyber-war markers are revealed: Russian side {a} on the table and {b} on the "
          f"track, allied side {c} and {d}.", "3.2", side=RUSSIAN)
    w.go("next-phase")


# -- C: from table to track if the other side has none on the table ------------------------------


def _enter_transfer(w: GameInProgress) -> None:
    w.state.side = RUSSIAN
    w.go("transfer")


def _ask_transfer(w: GameInProgress) -> None:
    for side in range(w.state.side, 2):
        if not level(w, 1 - side) and level(w, side):
            w.state.side = side
            return
    w.go("next-phase")


def _transfers(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    most = level(w, w.state.side)
    return [PASS, *(Order("transfer", words=(str(n),)) for n in range(1, most + 1))]


def _transfer(w: GameInProgress, order: Order) -> None:
    """Move markers from the table to the track (5.1 C)."""
    s = w.state
    if order.verb == "transfer":
        n, most = int(order.words[0]), level(w, s.side)
        if not 1 <= n <= most:
            raise IllegalOrderError(
                f"You have {count(most, 'marker')} on the table; {n} cannot be moved.", "5.1")
        change_markers(w, s.side, TABLE, -n)
        change_markers(w, s.side, TRACK, n)
        w.say("transfer", f"The {SIDE_WORDS[s.side]} side moves {n} cyber-war marker{'s' if n > 1 else ''} "
              "from table to track.", "5.1")
    elif order.verb != "pass":
        raise IllegalOrderError("Move markers from table to track, or pass.", "5.1")
    if s.side == RUSSIAN:
        s.side = ALLIED
        w.go("transfer")
    else:
        w.go("next-phase")
