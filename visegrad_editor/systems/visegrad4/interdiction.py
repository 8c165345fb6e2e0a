"""Air interdiction (13.7)."""

from __future__ import annotations

from ...engine.orders import PASS, IllegalOrderError, Listing, Order
from .constants import INTERDICTED, INTERVENTION_COUNTRIES, READY, RUSSIAN, SIDES, USED
from .cyber import level
from .game_state import GameState
from .state import Contest


def targets(w: GameState) -> list[int]:
    """The hexes with units of the moving side that are not interdicted yet."""
    s = w.state
    where, flags = s.where, s.flags
    hit = {where[u] for u in w.forces.ground[s.player] if flags[u] & INTERDICTED}
    return [
        h for h in w.held(s.player)
        if h not in hit or not all(flags[u] & INTERDICTED for u in w.stack[h])]


def enter(w: GameState) -> None:
    s = w.state
    s.side = 1 - s.player
    s.phase = f"{SIDES[s.side]}-interdiction"
    if not w.ready(s.side) or not targets(w):
        w.go("move")


def orders(w: GameState, unit: int | None) -> Listing:
    s = w.state
    legal = Listing([PASS] if unit is None else ())
    hexes = targets(w)
    numbers = w.board.numbers_of(hexes)
    for a in w.ready(s.side):
        legal.add("interdict", w.forces.keys[a], numbers if unit is None or unit == a else [
            n for h, n in zip(hexes, numbers, strict=True) if s.where[unit] == h])
    return legal


def perform(w: GameState, order: Order) -> None:
    s = w.state
    if order.verb == "pass":
        w.go("move")
        return
    if order.verb != "interdict":
        raise IllegalOrderError("Interdict an enemy stack with an air unit, or pass.", "13.7")
    a, hex = _mission(w, order), w.hex(order.hexes[0])
    if hex not in targets(w):
        why = "is interdicted already" if w.mask[s.player] >> hex & 1 else "holds no enemy unit"
        raise IllegalOrderError(f"{w.board.name(hex)} {why}.", "13.7")
    w.say("interdiction", f"{w.label(a)} flies to interdict {w.labels(w.stack[hex])} in {w.board.name(hex)}.",
          "13.7", (hex,), (a, *w.stack[hex]))
    country = w.board.country[hex]
    if s.side == RUSSIAN and country in INTERVENTION_COUNTRIES:
        s.struck |= 1 << INTERVENTION_COUNTRIES.index(country)
    s.contest = Contest("interdiction", hex, s.side, [a, -1])
    w.go("intercept")


def _mission(w: GameState, order: Order) -> int:
    a = w.own_unit(order.units[0], air=True)
    if w.state.where[a] != READY:
        raise IllegalOrderError(f"{w.label(a)} is not available: {w.place(a)}.", "13.6")
    return a


# -- the answer: an air unit that intercepts the interdictor --------------------------------------


def enter_answer(w: GameState) -> None:
    s = w.state
    s.side = s.player
    if not w.ready(s.side):
        _unopposed(w)


def _unopposed(w: GameState) -> None:
    contest = w.contest
    w.state.contest = None
    w.state.where[contest.units[0]] = USED
    resolve(w, contest, True)


def answers(w: GameState, unit: int | None) -> list[Order]:
    return [
        *([PASS] if unit is None else []),
        *(Order("intercept", (w.forces.keys[a],)) for a in w.ready(w.state.side) if unit in (None, a))]


def answer(w: GameState, order: Order) -> None:
    if order.verb == "pass":
        _unopposed(w)
    elif order.verb == "intercept":
        a = _mission(w, order)
        contest = w.contest
        contest.units[1] = a
        w.say("intercept", f"{w.label(a)} rises against it over {w.board.name(contest.hex)}.", "13.7",
              (contest.hex,), (a,))
        w.go("markers")
    else:
        raise IllegalOrderError("Send an air unit against the interdiction, or pass.", "13.7")


def hex_cost(w: GameState, hex: int) -> int:
    """The cost that the interdiction roll must exceed, times the board's scale: that of the best road in the
    hex, or of its terrain."""
    road = w.board.road_cost.get(hex)
    return road if road is not None else w.board.cost[hex] or 0


def resolve(w: GameState, contest: Contest, flies: bool) -> None:
    """Roll for a surviving interdictor: above the hex's cost, the stack is interdicted."""
    s = w.state
    hex, side = contest.hex, contest.side
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
                s.flags[u] |= INTERDICTED
        w.say("interdicted" if hit else "interdiction-failed",
              f"The interdiction roll at {w.board.name(hex)} is {shown} against {cost / scale:g}: "
              + (f"{w.labels(stack)} may move one hex only." if hit else "it fails."),
              "13.7", (hex,), stack, (die,), side=side)
    w.go("interdict")
