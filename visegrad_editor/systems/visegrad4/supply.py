"""Supply (7.0 to 7.5)."""

from __future__ import annotations

from ...engine.bits import flags
from ...engine.orders import PASS, IllegalOrderError, Order
from .constants import (
    ALLIED,
    ALLIED_HOMES,
    CAPITAL,
    CITY,
    ELIMINATED,
    ENTERED,
    INTERVENTION_COUNTRIES,
    LATER_SOURCES,
    READY,
    RUSSIAN,
    RUSSIAN_SOURCES,
    US_ENTRY,
)
from .game_state import GameState


def group(w: GameState, u: int) -> str:
    """The supply group of a unit: `russian` for that whole side, `polish`, or `allied` for the others."""
    return w.forces.group[u]


def group_sources(w: GameState, name: str) -> int:
    """The cities and capitals that supply a group of units, including those held by the enemy."""
    towns = w.feature(CITY) | w.feature(CAPITAL)
    if name == "russian":
        return towns & w.country_mask(RUSSIAN_SOURCES)
    countries = set(("poland",) if name == "polish" else ALLIED_HOMES)
    if US_ENTRY in w.state.called:
        countries |= {"poland", *LATER_SOURCES}
    countries |= {c for c in LATER_SOURCES if w.state.entered >> INTERVENTION_COUNTRIES.index(c) & 1}
    return towns & w.country_mask(countries)


def served(w: GameState, name: str) -> int:
    """The hexes in which a unit of a group would now be in supply."""
    side = RUSSIAN if name == "russian" else ALLIED

    def trace() -> int:
        enemies, friends = w.mask[1 - side], w.mask[side]
        # 8.3: an enemy zone of control blocks a hex unless a friendly ground unit is in it.
        barred = enemies | (w.zoc(1 - side) & ~friends)
        # An enemy-held source does not work, even after the enemy has moved on (7.5).
        return w.net.served(group_sources(w, name) & w.state.control[side] & ~enemies, barred)

    key = f"{name}{w.state.entered}{US_ENTRY in w.state.called}"
    return w.served(key, trace)


def in_supply(w: GameState, u: int) -> bool:
    """Whether the unit can now trace a supply path."""
    return bool(served(w, group(w, u)) >> w.state.where[u] & 1)


def judge(w: GameState, side: int) -> None:
    """Judge the supply of each unit of a side at the end of its movement phase (7.0, 7.2).

    Units that entered this phase are in supply (10.0).
    """
    s = w.state
    hexes: dict[str, bytes] = {}
    for u in w.forces.ground[side]:
        at = s.where[u]
        if at < 0:
            continue
        name = w.forces.group[u]
        if name not in hexes:
            hexes[name] = flags(served(w, name), w.board.size)
        supplied = bool(s.flags[u] & ENTERED or hexes[name][at])
        if supplied is not s.unsupplied[u]:
            continue
        if supplied:
            w.say("supplied", f"{w.label(u)} in {w.place(u)} is in supply again.", "7.2", (s.where[u],), (u,))
        else:
            w.say("unsupplied", f"{w.label(u)} in {w.place(u)} is out of supply.", "7.2", (s.where[u],), (u,))
        s.unsupplied[u] = not supplied


# -- air supply (7.4) ---------------------------------------------------------------------------


def unsupplied_hexes(w: GameState) -> list[int]:
    """The hexes of the side to decide with units out of supply."""
    s = w.state
    return sorted({s.where[u] for u in w.forces.ground[s.side] if s.where[u] >= 0 and s.unsupplied[u]})


def carriers(w: GameState) -> list[int]:
    """The CAS units that the side to decide can give up for air supply."""
    s = w.state
    return [u for u in w.forces.wings[s.side] if s.where[u] == READY and not w.forces.strategic[u]]


def orders(w: GameState, unit: int | None) -> list[Order]:
    able = carriers(w)
    s, keys = w.state, w.forces.keys
    return [
        *([PASS] if unit is None else []), *(
        Order("air-supply", (keys[c],), (w.board.numbers[h],))
        for h in unsupplied_hexes(w) for c in able
        if unit in (None, c) or (unit is not None and s.where[unit] == h))]


def drop(w: GameState, order: Order) -> None:
    """Give up a CAS unit to remove the marker from the units in a hex until supply is judged again (7.4)."""
    c = w.own_unit(order.units[0], air=True)
    hex = w.hex(order.hexes[0])
    s = w.state
    if w.forces.strategic[c]:
        raise IllegalOrderError(f"{w.label(c)} is not a CAS unit; only CAS units can supply by air.", "7.4")
    if s.where[c] != READY:
        raise IllegalOrderError(f"{w.label(c)} is not available.", "7.4")
    units = [u for u in w.stack[hex] if w.forces.side[u] == s.side and s.unsupplied[u]]
    if not units:
        raise IllegalOrderError(f"No unit of yours in {w.board.name(hex)} is out of supply.", "7.4")
    s.where[c] = ELIMINATED
    for u in units:
        s.unsupplied[u] = False
    w.say("air-supply", f"{w.label(c)} is given up to supply {w.labels(units)} in {w.board.name(hex)} by "
          "air.",
          "7.4", (hex,), (c, *units))


def enter(w: GameState) -> None:
    """End a movement phase: judge supply, then ask for air supply if any can be given."""
    s = w.state
    s.side = s.player
    judge(w, s.side)
    if not (unsupplied_hexes(w) and carriers(w)):
        w.go("attack")


def perform(w: GameState, order: Order) -> None:
    if order.verb == "air-supply":
        drop(w, order)
        if not (unsupplied_hexes(w) and carriers(w)):
            w.go("attack")
    elif order.verb == "pass":
        w.go("attack")
    else:
        raise IllegalOrderError("The movement phase ends: supply units by air, or pass.", "7.4")
