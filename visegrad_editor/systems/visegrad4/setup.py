"""Set-up (3.0) and free set-up (3.4)."""

from __future__ import annotations

from ...engine.orders import IllegalOrderError, Listing, Order
from ...engine.rules import SetupError as SetupError
from ...model.scenario import Scenario
from . import mid_game_start, stacking, victory
from .assets import assets_of
from .constants import (
    ALLIED,
    ELIMINATED,
    MAX_CW_LEVEL,
    POOL,
    READY,
    REMOVED,
    RUSSIAN,
    SIDE_WORDS,
    UNPLACED,
    USED,
    WAITING,
)
from .game_state import GameState


def begin(w: GameState) -> None:
    """Put every counter in its set-up place; units with a choice of hexes wait to be placed."""
    s, f = w.state, w.forces
    _check_beginning(w.scenario)
    mid_game_start.recall(w)
    for u, unit in enumerate(f.units):
        if f.side[u] < 0:
            raise SetupError(f"{f.labels[u]} belongs to neither the Russian nor the allied side (rule 2.3).")
        box = mid_game_start.box_of(unit)
        if unit.reinforcement:
            s.where[u] = WAITING
        elif f.air[u]:
            s.where[u] = box if box in (READY, USED, ELIMINATED) else POOL
        elif unit.setup is None or unit.setup.box:
            s.where[u] = ELIMINATED if box == ELIMINATED else REMOVED
        elif len(f.setup[u]) == 1:
            _fixed(w, u, f.setup[u][0])
        elif f.setup[u]:
            s.where[u] = UNPLACED
        else:
            raise SetupError(f"{f.labels[u]} has no hex in play to set up in (rule 3.0).")
    w.say("set-up", f"{sum(len(x) for x in w.stack)} units stand in their set-up hexes.", "3.0", side=ALLIED)
    # 3.4 gives no order; the defender sets up first.
    s.side = ALLIED
    w.go("place")


def _check_beginning(scenario: Scenario) -> None:
    """Refuse a mid-game start or markers that no game could reach (3.2, 5.0, 5.1, 10.2)."""
    for asset in assets_of(scenario).values():
        counts = (asset.cw_markers, asset.on_table, asset.spent)
        if min(counts) < 0 or asset.on_table + asset.spent > asset.cw_markers:
            raise SetupError(f"The {asset.side} side has {asset.cw_markers} cyber-war markers, and cannot "
                             f"begin with {asset.on_table} on the table and {asset.spent} spent (rule 3.2).")
        if asset.on_table > MAX_CW_LEVEL:
            raise SetupError(f"The {asset.side} side begins with {asset.on_table} cyber-war markers on the "
                             f"table, which holds {MAX_CW_LEVEL} (rule 3.2).")
    start = scenario.start
    if start is None:
        return
    if not 1 <= start.turn <= scenario.turns:
        raise SetupError(f"The scenario begins in turn {start.turn} but has the turns 1 to {scenario.turns} "
                         "(rule 5.0).")
    if start.phase and start.phase not in mid_game_start.known_phases():
        raise SetupError(f"The scenario begins with the phase {start.phase}, which these rules do not know "
                         "(rule 5.1).")
    for left, what in ((start.steps, "replacement steps"), *((n, "air points") for _, n in start.assets)):
        if left is not None and left < 0:
            raise SetupError(f"The scenario begins with {left} {what} left; the number cannot be negative "
                             "(rule 10.2).")


def _fixed(w: GameState, u: int, hex: int) -> None:
    side = w.forces.side[u]
    enemies = [v for v in w.stack[hex] if w.forces.side[v] != side]
    if enemies:
        raise SetupError(f"{w.label(u)} and {w.label(enemies[0])} are both set up in {w.board.name(hex)} "
                         "(rule 9.2).")
    bad = stacking.refusal(w, hex, [u])
    if bad is not None:
        raise SetupError(str(bad))
    w.put(u, hex)
    victory.occupy(w, u, hex)


def waiting(w: GameState, side: int) -> list[int]:
    """The units of a side still to be placed."""
    return [u for u in w.forces.ground[side] if w.state.where[u] == UNPLACED]


def placement_refusal(w: GameState, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not be set up in a hex, or None."""
    f = w.forces
    if hex not in f.setup[u]:
        return IllegalOrderError(f"{w.label(u)} may not be set up in {w.board.name(hex)}.", "3.0")
    side = f.side[u]
    here = w.stack[hex]
    if here and f.side[here[0]] != side:
        return IllegalOrderError(f"{w.label(here[0])} stands in {w.board.name(hex)}.", "9.2")
    if w.board.cost[hex] is None and hex not in w.board.road_cost:
        return IllegalOrderError(f"{w.board.name(hex)} is prohibited terrain.", "9.0")
    nation = f.units[u].nationality
    alone = _alone(w, u)
    for v in here:
        if f.units[v].nationality == nation and (alone or _alone(w, v)):
            return IllegalOrderError(f"{w.label(u)} may not be set up with {w.label(v)}.", "3.4")
    return stacking.refusal(w, hex, [u])


def _alone(w: GameState, u: int) -> bool:
    setup = w.forces.units[u].setup
    return setup is not None and setup.alone


def enter(w: GameState) -> None:
    """Ask the side for its next placement; when both sides are done, roll for Ukraine's loyalty and begin
    turn 1, or go to the mid-game start of the scenario."""
    s = w.state
    for side in (ALLIED, RUSSIAN):
        left = waiting(w, side)
        if not left:
            continue
        if any(placement_refusal(w, u, h) is None for u in left for h in w.forces.setup[u]):
            s.side = side
            return
        for u in left:
            w.lift(u, ELIMINATED)
            w.say("set-up", f"{w.label(u)} finds no free hex in its area and is out of the game until "
                  "rebuilt.",
                  "3.0", units=(u,), side=side)
    if mid_game_start.before_first_turn(w.scenario):
        loyalty(w)
    if w.scenario.start is not None:
        mid_game_start.go_to(w, w.scenario.start)
    else:
        w.go("new-turn")


def orders(w: GameState, unit: int | None) -> Listing:
    numbers, stack = w.board.numbers, w.stack
    legal = Listing()
    for u in waiting(w, w.state.side):
        if unit in (None, u):
            closed = stacking.closed(w, u)
            # An empty hex that is not closed needs no further check.
            legal.add("place", w.forces.keys[u], [
                numbers[h] for h in w.forces.setup[u]
                if not closed[h] and (not stack[h] or placement_refusal(w, u, h) is None)])
    return legal


def perform(w: GameState, order: Order) -> None:
    if order.verb != "place":
        raise IllegalOrderError(
            f"{SIDE_WORDS[w.state.side].capitalize()} units are still to be set up: place "
            "one.", "3.0")
    u = w.own_unit(order.units[0], air=False)
    if w.state.where[u] != UNPLACED:
        raise IllegalOrderError(f"{w.label(u)} is not waiting to be set up.", "3.0")
    hex = w.hex(order.hexes[0])
    bad = placement_refusal(w, u, hex)
    if bad is not None:
        raise bad
    w.put(u, hex)
    w.say("place", f"{w.label(u)} is set up in {w.board.name(hex)}.", "3.0", (hex,), (u,))
    victory.occupy(w, u, hex)
    w.go("place")


# -- the defection of Ukrainian units before turn 1 (14.0) -----------------------------------------


def loyalty(w: GameState) -> None:
    """Roll for each Ukrainian unit: on an even number it leaves the game permanently.

    With the option `ukraine` all stay or all leave instead.
    """
    rule = w.options.get("ukraine", "roll")
    for u in w.forces.ground[RUSSIAN]:
        if w.forces.units[u].nationality != "ukraine":
            continue
        dice: tuple[int, ...] = ()
        if rule == "roll":
            dice = (w.roll(f"the loyalty of {w.label(u)} (14.0)"),)
            leaves = dice[0] % 2 == 0
        else:
            leaves = rule == "leave"
        if leaves:
            w.lift(u, REMOVED)
        told = f"rolls {dice[0]} and " if dice else ""
        w.say("loyalty", f"{w.label(u)} {told}{'leaves the game' if leaves else 'stays loyal'}.", "14.0",
              units=(u,), dice=dice, side=RUSSIAN)
