"""Replacements: steps, air units and cyber-war markers (10.2 to 10.4, 3.1)."""

from __future__ import annotations

from ...engine.bits import bits
from ...engine.orders import PASS, IllegalOrderError, Order
from . import stacking, victory
from .constants import (
    ALLIED_HOMES,
    CAPITAL,
    ELIMINATED,
    POOL,
    READY,
    RUSSIAN,
    RUSSIAN_SOURCES,
    SIDE_WORDS,
    SIDES,
    USED,
    WAITING,
)
from .cyber import SPENT, TRACK
from .game_state import GameState
from .schedule import Receipt
from .zoc import in_enemy_zoc


def enter(w: GameState) -> None:
    """Begin the phase: the side receives its replacements from the chart."""
    receipt = _receipt(w)
    _open(w, receipt.steps, receipt.air_points, "receives")


def go_on(w: GameState, steps: int | None, points: int | None) -> None:
    """Resume the phase at a mid-game start; None means that nothing was used yet."""
    receipt = _receipt(w)
    _open(w, receipt.steps if steps is None else steps, receipt.air_points if points is None else points,
          "has")


def _receipt(w: GameState) -> Receipt:
    return w.chart.get((w.state.turn, SIDES[w.state.player]), Receipt())


def _open(w: GameState, steps: int, points: int, verb: str) -> None:
    s = w.state
    s.side = s.player
    s.phase = f"{SIDES[s.side]}-replacement"
    s.steps, s.points = steps, points
    if s.steps or s.points:
        w.say("replacements", f"The {SIDE_WORDS[s.side]} side {verb} {_count(s.steps, 'replacement step')} "
              f"and {_count(s.points, 'air point')}.", "10.2")
    if len(orders(w, None)) == 1:
        w.go("interdict")


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def homes(w: GameState, u: int) -> int:
    """The friendly capitals to which a destroyed unit may return, without regard to stacking."""
    side = w.forces.side[u]
    if w.forces.static[u]:
        # 2.6: it never leaves its set-up hex, or its capital if it has none.
        capitals = sum(1 << h for h in w.forces.setup[u]) or (
            w.feature(CAPITAL) & w.country_mask([w.forces.units[u].nationality]))
    else:
        countries = RUSSIAN_SOURCES if side == RUSSIAN else ALLIED_HOMES
        capitals = w.feature(CAPITAL) & w.country_mask(countries)
    return capitals & w.state.control[side] & ~w.mask[1 - side] & ~w.zoc(1 - side)


def restore_refusal(w: GameState, u: int) -> IllegalOrderError | None:
    """Why a reduced unit may not be restored to full strength in its hex, or None (10.2)."""
    s = w.state
    at = s.where[u]
    if at < 0 or not s.reduced[u]:
        return IllegalOrderError(f"{w.label(u)} is not a reduced unit on the map.", "10.2")
    if s.unsupplied[u]:
        return IllegalOrderError(f"{w.label(u)} is out of supply.", "10.2")
    if in_enemy_zoc(w, w.forces.side[u], at):
        return IllegalOrderError(f"{w.label(u)} is in an enemy zone of control.", "10.2")
    if s.steps < 1:
        return IllegalOrderError("No replacement step is left.", "10.2")
    return None


def buy_refusal(w: GameState, a: int) -> IllegalOrderError | None:
    """Why an air unit may not be bought or rebuilt, or None (3.1, 10.3)."""
    s, f = w.state, w.forces
    if s.where[a] not in (POOL, ELIMINATED):
        return IllegalOrderError(f"{w.label(a)} cannot be bought: {w.place(a)}.", "10.3")
    if s.points < 1:
        return IllegalOrderError("No air point is left.", "10.3")
    wings = f.wings[s.side]
    assets = w.assets.get(SIDES[s.side])
    # 3.1: air units that join the side, as the American ones do, raise its maximum.
    most = assets.air_maximum + sum(
        1 for b in wings if f.units[b].reinforcement is not None and s.where[b] != WAITING
    ) if assets else len(wings)
    if sum(1 for b in wings if s.where[b] in (READY, USED)) >= most:
        return IllegalOrderError(
            f"The {SIDE_WORDS[s.side]} side already owns its maximum of {most} air units.", "3.1")
    return None


def orders(w: GameState, unit: int | None) -> list[Order]:
    s, f = w.state, w.forces
    legal: list[Order] = [PASS] if unit is None else []
    if s.steps:
        for u in f.ground[s.side]:
            at = s.where[u]
            if unit not in (None, u) or (at >= 0 and not s.reduced[u]):
                continue
            if at >= 0:
                if restore_refusal(w, u) is None:
                    legal.append(Order("restore", (f.keys[u],)))
            elif at == ELIMINATED:
                for h in bits(homes(w, u)):
                    if stacking.fits(w, h, u):
                        for size in ("reduced", "full")[: s.steps]:
                            legal.append(Order("rebuild", (f.keys[u],), (w.board.numbers[h],), (size,)))
    if s.points:
        legal += [
            Order("buy", (f.keys[a],)) for a in f.wings[s.side]
            if unit in (None, a) and s.where[a] in (POOL, ELIMINATED) and buy_refusal(w, a) is None]
        if s.markers[s.side][SPENT] and unit is None:
            legal.append(Order("recover-marker"))
    return legal


def perform(w: GameState, order: Order) -> None:
    s = w.state
    verb = order.verb
    if verb == "pass":
        w.go("interdict")
        return
    if verb == "restore":
        _restore(w, order)
    elif verb == "rebuild":
        _rebuild(w, order)
    elif verb == "buy":
        a = w.own_unit(order.units[0], air=True)
        bad = buy_refusal(w, a)
        if bad is not None:
            raise bad
        s.points -= 1
        s.where[a] = READY
        w.say("air-bought", f"{w.label(a)} joins the {SIDE_WORDS[s.side]} side's air units.", "10.3",
              units=(a,))
    elif verb == "recover-marker":
        if s.points < 1:
            raise IllegalOrderError("No air point is left.", "10.4")
        if not s.markers[s.side][SPENT]:
            raise IllegalOrderError("No cyber-war marker has been spent.", "10.4")
        s.points -= 1
        s.markers[s.side][SPENT] -= 1
        s.markers[s.side][TRACK] += 1
        w.say("marker-recovered", f"The {SIDE_WORDS[s.side]} side recovers a cyber-war marker, to the "
              "track.", "10.4")
    else:
        raise IllegalOrderError("Use your replacements, or pass.", "10.2")
    if len(orders(w, None)) == 1:
        w.go("interdict")


def _restore(w: GameState, order: Order) -> None:
    u = w.own_unit(order.units[0], air=False)
    bad = restore_refusal(w, u)
    if bad is not None:
        raise bad
    w.state.steps -= 1
    w.state.reduced[u] = False
    w.say("restored", f"{w.label(u)} in {w.place(u)} is at full strength again.", "10.2", (w.state.where[u],),
          (u,))


def _rebuild(w: GameState, order: Order) -> None:
    s = w.state
    u = w.own_unit(order.units[0], air=False)
    hex = w.hex(order.hexes[0])
    size = order.words[0]
    if size not in ("reduced", "full"):
        raise IllegalOrderError(f"A unit is rebuilt `reduced` or `full`, not {size!r}.", "10.2")
    steps = 2 if size == "full" else 1
    if s.where[u] != ELIMINATED:
        raise IllegalOrderError(f"{w.label(u)} has not been destroyed.", "10.2")
    if s.steps < steps:
        raise IllegalOrderError(f"{steps} replacement steps are needed; {s.steps} are left.", "10.2")
    if not homes(w, u) >> hex & 1:
        raise IllegalOrderError(
            f"{w.board.name(hex)} is not a friendly capital outside enemy zones of control.", "10.2")
    bad = stacking.refusal(w, hex, [u])
    if bad is not None:
        raise bad
    s.steps -= steps
    s.reduced[u] = size == "reduced"
    s.unsupplied[u] = False
    w.put(u, hex)
    w.say("rebuilt", f"{w.label(u)} is rebuilt in {w.board.name(hex)}, "
          f"{'reduced' if steps == 1 else 'full'}.",
          "10.2", (hex,), (u,))
    victory.occupy(w, u, hex)
