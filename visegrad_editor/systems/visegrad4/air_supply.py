"""Air supply (7.4), and the end of the movement phase."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.hexgame import sequence, supply
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.phases import bare_phase, kind_of
from ...engine.hexgame.state import ELIMINATED
from ...engine.orders import PASS, IllegalOrderError, Order
from .common import own_unit, units
from .constants import READY


class AirSupply(Chapter):
    """7.4: a CAS unit given up removes the marker from the units in a hex."""

    id = "air-supply"
    rule = "7.4"

    def verbs(self) -> Mapping[str, str]:
        return {"air-supply": "{hex} with {unit}"}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "next-phase": Stage(_end_phase, lambda w, unit: [], _never),
            "air-supply": Stage(_enter, _orders, _perform),
        }


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


def _end_phase(w: GameInProgress) -> None:
    """End a phase; at the end of a movement phase supply is judged, and there may be air supply."""
    if kind_of(w, bare_phase(w)) == "move":
        w.state.side = w.state.player
        supply.judge(w, w.state.side)
        if unsupplied_hexes(w) and _carriers(w):
            w.go("air-supply")
            return
    sequence.next_phase(w)


def unsupplied_hexes(w: GameInProgress) -> list[int]:
    """The hexes of the side to decide with units out of supply."""
    s = w.state
    return sorted({s.where[u] for u in w.forces.ground[s.side] if s.where[u] >= 0 and s.out[u]})


def _carriers(w: GameInProgress) -> list[int]:
    """The CAS units that the side to decide can give up for air supply."""
    s = w.state
    return [u for u in units(w).wings[s.side] if s.where[u] == READY and not units(w).strategic[u]]


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    able = _carriers(w)
    s, keys = w.state, w.forces.keys
    return [
        *([PASS] if unit is None else []), *(
        Order("air-supply", (keys[c],), (w.board.numbers[h],))
        for h in unsupplied_hexes(w) for c in able
        if unit in (None, c) or (unit is not None and s.where[unit] == h))]


def _drop(w: GameInProgress, order: Order) -> None:
    """Give up a CAS unit to remove the marker from the units in a hex until supply is judged again (7.4)."""
    c = own_unit(w, order.units[0], air=True)
    hex = w.hex(order.hexes[0])
    s = w.state
    if units(w).strategic[c]:
        raise IllegalOrderError(f"{w.label(c)} is not a CAS unit; only CAS units can supply by air.", "7.4")
    if s.where[c] != READY:
        raise IllegalOrderError(f"{w.label(c)} is not available.", "7.4")
    supplied = [u for u in w.stack[hex] if w.forces.side[u] == s.side and s.out[u]]
    if not supplied:
        raise IllegalOrderError(f"No unit of yours in {w.board.name(hex)} is out of supply.", "7.4")
    s.where[c] = ELIMINATED
    for u in supplied:
        s.out[u] = 0
    w.forget()
    w.say("air-supply", f"{w.label(c)} is given up to supply {w.labels(supplied)} in {w.board.name(hex)} by "
          "air.",
          "7.4", (hex,), (c, *supplied))


def _enter(w: GameInProgress) -> None:
    pass


def _perform(w: GameInProgress, order: Order) -> None:
    if order.verb == "air-supply":
        _drop(w, order)
        if unsupplied_hexes(w) and _carriers(w):
            return
    elif order.verb != "pass":
        raise IllegalOrderError("The movement phase ends: supply units by air, or pass.", "7.4")
    sequence.next_phase(w)
