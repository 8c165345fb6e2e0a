"""Air interdiction (13.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.orders import PASS, IllegalOrderError, Listing, Order
from .common import held, interdicted, own_unit, ready
from .constants import INTERDICTED, READY, RUSSIAN, SIDES, USED
from .contest import Contest, contest_of, set_contest
from .cyber import level
from .violations import note_country


class Interdiction(Chapter):
    """13.7: air units hold up an enemy stack in its movement phase."""

    id = "interdiction"
    rule = "13.7"

    def verbs(self) -> Mapping[str, str]:
        return {"interdict": "{hex} with {unit}", "intercept": "with {unit}"}

    def stages(self) -> Mapping[str, Stage]:
        begin = Stage(_begin, lambda w, unit: [], _perform)
        return {
            **{f"{side}-interdiction": begin for side in SIDES},
            "interdict": Stage(_enter, _orders, _perform),
            "intercept": Stage(_enter_answer, _answers, _answer),
        }

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        bit, where = interdicted(w), w.state.where
        if not any(w.state.status):
            return {INTERDICTED: ()}
        return {INTERDICTED: sorted({
            where[u] for u, status in enumerate(w.state.status) if status & bit and where[u] >= 0})}


def targets(w: GameInProgress) -> list[int]:
    """The hexes with units of the moving side that are not interdicted yet."""
    s, bit = w.state, interdicted(w)
    where, status = s.where, s.status
    hit = {where[u] for u in w.forces.ground[s.player] if status[u] & bit}
    return [
        h for h in held(w, s.player)
        if h not in hit or not all(status[u] & bit for u in w.stack[h])]


def _begin(w: GameInProgress) -> None:
    s = w.state
    # Interdiction belongs to the player turn of the other side.
    s.phase = f"{SIDES[1 - s.player]}-interdiction"
    w.go("interdict")


def _enter(w: GameInProgress) -> None:
    s = w.state
    s.side = 1 - s.player
    if not ready(w, s.side) or not targets(w):
        w.go("next-phase")


def _orders(w: GameInProgress, unit: int | None) -> Listing:
    s = w.state
    legal = Listing([PASS] if unit is None else ())
    hexes = targets(w)
    numbers = w.board.numbers_of(hexes)
    for a in ready(w, s.side):
        legal.add("interdict", w.forces.keys[a], numbers if unit is None or unit == a else [
            n for h, n in zip(hexes, numbers, strict=True) if s.where[unit] == h])
    return legal


def _perform(w: GameInProgress, order: Order) -> None:
    s = w.state
    if order.verb == "pass":
        w.go("next-phase")
        return
    if order.verb != "interdict":
        raise IllegalOrderError("Interdict an enemy stack with an air unit, or pass.", "13.7")
    a, hex = _mission(w, order), w.hex(order.hexes[0])
    if hex not in targets(w):
        why = "is interdicted already" if w.mask[s.player] >> hex & 1 else "holds no enemy unit"
        raise IllegalOrderError(f"{w.board.name(hex)} {why}.", "13.7")
    w.say("interdiction", f"{w.label(a)} flies to interdict {w.labels(w.stack[hex])} in {w.board.name(hex)}.",
          "13.7", (hex,), (a, *w.stack[hex]))
    if s.side == RUSSIAN:
        note_country(w, "struck", w.board.country[hex])
    set_contest(w, Contest("interdiction", hex, s.side, [a, -1]))
    w.go("intercept")


def _mission(w: GameInProgress, order: Order) -> int:
    a = own_unit(w, order.units[0], air=True)
    if w.state.where[a] != READY:
        raise IllegalOrderError(f"{w.label(a)} is not available: {w.place(a)}.", "13.6")
    return a


# -- the answer: an air unit that intercepts the interdictor --------------------------------------


def _enter_answer(w: GameInProgress) -> None:
    s = w.state
    s.side = s.player
    if not ready(w, s.side):
        _unopposed(w)


def _unopposed(w: GameInProgress) -> None:
    contest = contest_of(w)
    set_contest(w, None)
    w.state.where[contest.units[0]] = USED
    resolve(w, contest.hex, contest.side, True)


def _answers(w: GameInProgress, unit: int | None) -> list[Order]:
    return [
        *([PASS] if unit is None else []),
        *(Order("intercept", (w.forces.keys[a],)) for a in ready(w, w.state.side) if unit in (None, a))]


def _answer(w: GameInProgress, order: Order) -> None:
    if order.verb == "pass":
        _unopposed(w)
    elif order.verb == "intercept":
        a = _mission(w, order)
        contest = contest_of(w)
        set_contest(w, contest._replace(units=[contest.units[0], a]))
        w.say("intercept", f"{w.label(a)} rises against it over {w.board.name(contest.hex)}.", "13.7",
              (contest.hex,), (a,))
        w.go("markers")
    else:
        raise IllegalOrderError("Send an air unit against the interdiction, or pass.", "13.7")


def hex_cost(w: GameInProgress, hex: int) -> int:
    """The cost that the interdiction roll must exceed, times the board's scale: that of the best road in the
    hex, or of its terrain."""
    road = w.board.road_cost.get(hex)
    return road if road is not None else w.board.cost[hex] or 0


def resolve(w: GameInProgress, hex: int, side: int, flies: bool) -> None:
    """Roll for a surviving interdictor: above the hex's cost, the stack is interdicted."""
    s = w.state
    if flies:
        die = w.roll(f"the interdiction of {w.board.name(hex)} (13.7)")
        # The victim's higher CW level lowers the roll by the difference.
        handicap = max(0, level(w, 1 - side) - level(w, side))
        scale = w.board.scale
        cost = hex_cost(w, hex)
        hit = (die - handicap) * scale > cost
        shown = f"{die}" + (f"-{handicap}={die - handicap}" if handicap else "")
        stack = list(w.stack[hex])
        if hit:
            for u in stack:
                s.status[u] |= interdicted(w)
        w.say("interdicted" if hit else "interdiction-failed",
              f"The interdiction roll at {w.board.name(hex)} is {shown} against {cost / scale:g}: "
              + (f"{w.labels(stack)} may move one hex only." if hit else "it fails."),
              "13.7", (hex,), stack, (die,), side=side)
    w.go("interdict")
