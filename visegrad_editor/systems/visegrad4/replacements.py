"""Replacements besides steps: air units, cyber-war markers (10.3, 10.4, 3.1); where units return (10.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine.hexgame import replacements
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ELIMINATED, WAITING
from ...engine.orders import IllegalOrderError, Order
from ...model.ruleset import Replacements as Line
from ...model.scenario import ReplacementOverride
from ...model.wording import count
from .assets import SideAssets, assets_of, points_of
from .common import countries, feature, own_unit, units
from .constants import ALLIED_HOMES, CAPITAL, POOL, READY, RUSSIAN, RUSSIAN_SOURCES, SIDE_WORDS, SIDES, USED
from .contest import air_points, set_air_points
from .cyber import SPENT, TRACK, change_markers, markers


class Replacements(Chapter):
    """10.2 to 10.4: air points besides replacement steps."""

    id = "replacements"
    rule = "10.2"

    def verbs(self) -> Mapping[str, str]:
        return {"buy": "{unit}", "recover-marker": ""}

    def stages(self) -> Mapping[str, Stage]:
        return {"replace": Stage(_enter, _orders, _perform)}

    def rebuild_hexes(self, w: GameInProgress, unit: int, hexes: int) -> int:
        # 10.2: friendly capitals; 2.6: a unit that never leaves its hex returns there, or to its capital.
        side = w.forces.side[unit]
        names: tuple[str, ...] = RUSSIAN_SOURCES if side == RUSSIAN else ALLIED_HOMES
        own = 0
        if w.forces.static[unit]:
            own = sum(1 << h for h in w.forces.setup[unit])
            names = (w.forces.units[unit].nationality,)
        return (own or feature(w, CAPITAL) & countries(w, names)) & w.state.control[side]

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        return {"air points": air_points(w)} if w.state.step == "replace" else {}


class _Points:
    """The air points that each side receives by turn; a scenario's own lines replace those of the ruleset."""

    def __init__(self, w: GameInProgress) -> None:
        lines: Sequence[Line | ReplacementOverride] = (
            *w.ruleset.replacements, *w.scenario.replacements)
        self.by_turn = {(line.turn, line.side): points_of(line) for line in lines}


def _assets(w: GameInProgress) -> dict[str, SideAssets]:
    return assets_of(w.scenario)


def _enter(w: GameInProgress) -> None:
    """Begin the phase: the side receives its replacements from the chart."""
    _open(w, replacements.received(w), _air_points(w), "receives")


def go_on(w: GameInProgress, steps: int | None, points: int | None) -> None:
    """Resume the phase at a mid-game start; None means that nothing was used yet."""
    _open(w, replacements.received(w) if steps is None else steps,
          _air_points(w) if points is None else points, "has")


def _air_points(w: GameInProgress) -> int:
    return w.shared(_Points).by_turn.get((w.state.turn, SIDES[w.state.player]), 0)


def _open(w: GameInProgress, steps: int, points: int, verb: str) -> None:
    s = w.state
    s.side = s.player
    s.budget = steps
    set_air_points(w, points)
    if steps or points:
        w.say("replacements", f"The {SIDE_WORDS[s.side]} side {verb} {_count(steps, 'replacement step')} "
              f"and {_count(points, 'air point')}.", "10.2")
    if len(_orders(w, None)) == 1:
        w.go("next-phase")


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _buy_refusal(w: GameInProgress, a: int) -> IllegalOrderError | None:
    """Why an air unit may not be bought or rebuilt, or None (3.1, 10.3)."""
    s, f = w.state, w.forces
    if s.where[a] not in (POOL, ELIMINATED):
        return IllegalOrderError(f"{w.label(a)} cannot be bought: {w.place(a)}.", "10.3")
    if air_points(w) < 1:
        return IllegalOrderError("No air point is left.", "10.3")
    wings = units(w).wings[s.side]
    boxes = [s.where[b] for b in wings]
    assets = w.shared(_assets).get(SIDES[s.side])
    # 3.1: air units that join the side, as the American ones do, raise its maximum.
    most = assets.air_maximum + sum(
        1 for b in wings if f.units[b].reinforcement is not None and s.where[b] != WAITING
    ) if assets else len(wings)
    if boxes.count(READY) + boxes.count(USED) >= most:
        return IllegalOrderError(
            f"The {SIDE_WORDS[s.side]} side already owns its maximum of {count(most, 'air unit')}.", "3.1")
    return None


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    s, f = w.state, w.forces
    legal = replacements.orders(w, unit)
    if air_points(w):
        # All that can be bought are refused for the same reasons.
        wanted = [a for a in units(w).wings[s.side] if s.where[a] in (POOL, ELIMINATED)]
        if wanted and _buy_refusal(w, wanted[0]) is None:
            legal += [Order("buy", (f.keys[a],)) for a in wanted if unit in (None, a)]
        if markers(w)[s.side][SPENT] and unit is None:
            legal.append(Order("recover-marker"))
    return legal


def _perform(w: GameInProgress, order: Order) -> None:
    s = w.state
    if order.verb == "buy":
        a = own_unit(w, order.units[0], air=True)
        bad = _buy_refusal(w, a)
        if bad is not None:
            raise bad
        s.where[a] = READY
        set_air_points(w, air_points(w) - 1)
        w.say("air-bought", f"{w.label(a)} joins the {SIDE_WORDS[s.side]} side's air units.", "10.3",
              units=(a,))
    elif order.verb == "recover-marker":
        if air_points(w) < 1:
            raise IllegalOrderError("No air point is left.", "10.4")
        if not markers(w)[s.side][SPENT]:
            raise IllegalOrderError("No cyber-war marker has been spent.", "10.4")
        set_air_points(w, air_points(w) - 1)
        change_markers(w, s.side, SPENT, -1)
        change_markers(w, s.side, TRACK, 1)
        w.say("marker-recovered", f"The {SIDE_WORDS[s.side]} side recovers a cyber-war marker, to the "
              "track.", "10.4")
    else:
        replacements.perform(w, order)
        return
    if len(_orders(w, None)) == 1:
        w.go("next-phase")
