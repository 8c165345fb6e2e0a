"""Special forces, an option (13.1 to 13.10, 13.22): markers, not units, that slow the enemy and cut his
supply over land in their zones until they are hunted down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...engine.bits import bits, mask_of
from ...engine.hexgame import combat, phases
from ...engine.hexgame.chapter import Chapter, Edge, StepChanges
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ATTACKED, NO_COMBAT
from ...engine.orders import PASS, IllegalOrderError, Order
from ...model.rules.sequence import ExtraTurn
from .decisions import (
    change_state,
    fight_phase,
    hex_orders,
    is_in_option,
    is_phase_of,
    player_turn,
    roll_on_table,
    state_of,
    with_neighbours,
)
from .sides import has_superiority, near_enemy, side_name, sides

ID = "special-forces"
ENTRIES = (
    "frankfurt", "dutch-west-edge", "strasbourg", "french-west-edge", "cologne", "belgian-west-edge",
    "german-cities")
"""The entries of NATO reinforcements, where its later markers come (13.22)."""


class Marker(NamedTuple):
    """A marker on the map: its hex, whether it is suppressed, whether it has moved in this phase."""

    hex: int
    suppressed: bool = False
    moved: bool = False


class SpecialForces(Chapter):
    """The markers, their zones, and the attacks on them."""

    id = ID
    rule = "13.1"

    def state(self, w: GameInProgress) -> Any:
        # `markers`: of each side; `asked`: the last phase in which they moved; `done`: that in which the
        # enemy attacked them; `attacked`: hexes attacked in the player turn `turn`.
        return {"markers": [[], []], "asked": "", "done": "", "attacked": [], "turn": ""}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "place-special-forces": Stage(_enter_placing, _places, _place),
            "move-special-forces": Stage(_enter_moving, _moves, _move),
            "hunt": Stage(_enter_hunt, _hunts, _hunt),
            "displace": Stage(_enter_displacing, _displacements, _displace),
        }

    def verbs(self) -> Mapping[str, str]:
        return {
            "place-special-forces": "{hex}", "send-special-forces": "{hex} {hex}",
            "fly-special-forces": "{hex} {hex}", "hunt": "{unit}", "displace": "{hex} {hex}"}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "player-turn" and state_of(w, ID)["turn"] != player_turn(w):
            change_state(w, ID, attacked=[], turn=player_turn(w))

    def before(self, w: GameInProgress, step: str) -> str:
        if not is_in_option(w, "special_forces") or not w.state.turn:
            return ""
        _recover(w)
        own, phase = state_of(w, ID), fight_phase(w)
        if step in ("move", "attack") and own["asked"] != phase and _to_place(w):
            return "place-special-forces"
        if step == "move" and own["asked"] != phase and markers(w, w.state.player) and not (
                isinstance(phases.part_of(w), ExtraTurn)):
            # In its player turn before that of the others only the 8th Guards Army moves (5.4).
            return "move-special-forces"
        if step == "attack" and own["done"] != phase and _hunters(w):
            return "hunt"
        if step == "next-phase" and is_phase_of(w, "move", "combat") and _strays(w):
            return "displace"
        return ""

    def step_changes(self, w: GameInProgress, unit: int, mode: str) -> StepChanges | None:
        """13.7: a point more for each step into an enemy zone; flights do not pay."""
        zone = zone_of(w, 1 - w.forces.side[unit])
        if not zone or mode not in ("", "road"):
            return None
        return StepChanges(zone, partial(_dearer, zone, w.ground.scale))

    def supply_barred(self, w: GameInProgress, side: int, hexes: int) -> int:
        """13.7: no supply over land into, through or out of an enemy zone."""
        return hexes | zone_of(w, 1 - side)

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for owner, name in enumerate(w.forces.side_ids):
            for marker in markers(w, owner):
                word = "-suppressed" if marker.suppressed else ""
                found.setdefault(f"{name}-special-forces{word}", []).append(marker.hex)
        return found

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        return {"special forces": _in_hand(w)} if w.state.step == "place-special-forces" else {}


# -- the markers -----------------------------------------------------------------------------------


def markers(w: GameInProgress, side: int) -> list[Marker]:
    """The markers of a side on the map (13.2)."""
    return [Marker(*one) for one in state_of(w, ID).get("markers", ([], []))[side]]


def _set(w: GameInProgress, side: int, own: Sequence[Marker]) -> None:
    both = list(state_of(w, ID)["markers"])
    both[side] = [list(marker) for marker in own]
    change_state(w, ID, markers=both)
    w.ground.forget()


def _change(w: GameInProgress, side: int, hex: int, now: Marker | None) -> None:
    """Put a marker in the place of the one in a hex; None takes it away."""
    changed = [now if marker.hex == hex else marker for marker in markers(w, side)]
    _set(w, side, [marker for marker in changed if marker is not None])


def hexes_of(w: GameInProgress, side: int) -> int:
    """The hexes with a marker of a side."""
    return mask_of(marker.hex for marker in markers(w, side))


def zone_of(w: GameInProgress, side: int) -> int:
    """The hexes of active markers of a side and those next to them, across water too (13.7)."""
    active = mask_of(marker.hex for marker in markers(w, side) if not marker.suppressed)
    return with_neighbours(w, active) if active else 0


def _dearer(zone: int, point: int, costs: Mapping[Edge, int]) -> dict[Edge, int | None]:
    return {edge: cost + point for edge, cost in costs.items() if zone >> edge[1] & 1}


def _recover(w: GameInProgress) -> None:
    """13.2: a suppressed marker is active again when no enemy unit is left in its hex."""
    for side in range(len(w.forces.side_ids)):
        for marker in markers(w, side):
            if marker.suppressed and not w.mask[1 - side] >> marker.hex & 1:
                _change(w, side, marker.hex, marker._replace(suppressed=False))
                w.say("special-forces", f"The special forces in {w.board.name(marker.hex)} are active again.",
                      "13.2", (marker.hex,), side=side)


# -- markers that come (13.22) ---------------------------------------------------------------------


def _in_hand(w: GameInProgress) -> int:
    return w.state.assets.get(f"{side_name(w, w.state.side)}-special-forces", 0)


def _to_place(w: GameInProgress) -> bool:
    """Whether a side has markers to place, the other side on turn 1 too: both have some at the start."""
    return any(w.state.assets.get(f"{side_name(w, side)}-special-forces", 0) and open_hexes(w, side)
               for side in _placing(w))


def _placing(w: GameInProgress) -> list[int]:
    return [0, 1] if w.state.turn == 1 else [w.state.player]


def open_hexes(w: GameInProgress, side: int) -> int:
    """13.22: at the start NATO in West Germany, the Soviet side in East Germany and Czechoslovakia; later
    where NATO reinforcements enter. Never with enemy units (13.4), one a hex."""
    countries = w.design.map.hexes_in
    nato = side == sides(w).nato
    names = ("west-germany",) if nato else ("east-germany", "czechoslovakia")
    if nato and w.state.turn > 1:
        allowed = mask_of(h for id in ENTRIES if id in w.forces.way_by_id
                          for h in w.forces.way_by_id[id].hexes)
    else:
        allowed = mask_of(w.board.grid.index(h) for name in names for h in countries(name))
    return allowed & w.board.playable & ~w.mask[0] & ~w.mask[1] & ~hexes_of(w, side)


def _enter_placing(w: GameInProgress) -> None:
    w.state.side = next(
        side for side in _placing(w)
        if w.state.assets.get(f"{side_name(w, side)}-special-forces", 0) and open_hexes(w, side))


def _places(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else hex_orders(w, "place-special-forces", open_hexes(w, w.state.side))


def _place(w: GameInProgress, order: Order) -> None:
    s = w.state
    if order.verb != "place-special-forces":
        raise IllegalOrderError("Place your special forces.", "13.22")
    hex = w.hex(order.hexes[0])
    if not open_hexes(w, s.side) >> hex & 1:
        raise IllegalOrderError(f"Special forces may not be placed in {w.board.name(hex)}.", "13.22")
    s.assets[f"{side_name(w, s.side)}-special-forces"] -= 1
    _set(w, s.side, [*markers(w, s.side), Marker(hex)])
    w.say("special-forces", f"Special forces of the {w.side_words[s.side]} are in {w.board.name(hex)}.",
          "13.22", (hex,))
    _go_on(w)


def _go_on(w: GameInProgress) -> None:
    w.state.side = w.state.player
    w.go("move" if is_phase_of(w, "move") else "attack")


# -- movement (13.4 to 13.6) -----------------------------------------------------------------------


def _enter_moving(w: GameInProgress) -> None:
    w.state.side = w.state.player


def reach_of_marker(w: GameInProgress, side: int, marker: Marker) -> int:
    """13.5: two hexes in any direction over everything, but not into enemy units; one marker a hex."""
    if marker.suppressed or marker.moved:
        return 0
    free = w.board.area & ~w.mask[1 - side]
    first = _around(w, 1 << marker.hex) & free
    return (first | _around(w, first)) & free & w.board.playable & ~hexes_of(w, side)


def _around(w: GameInProgress, hexes: int) -> int:
    return mask_of(n for h in bits(hexes) for n in w.board.neighbours[h] if n >= 0)


def flights_of_marker(w: GameInProgress, side: int, marker: Marker) -> int:
    """13.6, 6.8: with superiority like air-transportable units, without a need of supply."""
    near = near_enemy(w, side) | w.mask[1 - side]
    clear = w.ground.terrain_hexes(("clear",)) & ~sides(w).cities
    fields = (clear | sides(w).cities) & w.board.playable & ~near
    if marker.suppressed or marker.moved or not has_superiority(w, side) or not fields >> marker.hex & 1:
        return 0
    own = clear | sides(w).cities & w.controlled(side)
    return fields & own & ~hexes_of(w, side)


def _moves(w: GameInProgress, unit: int | None) -> list[Order]:
    side, numbers = w.state.side, w.board.numbers
    return [] if unit is not None else [PASS, *(
        Order(verb, hexes=(numbers[marker.hex], numbers[end]))
        for marker in markers(w, side)
        for verb, ends in (("send-special-forces", reach_of_marker(w, side, marker)),
                           ("fly-special-forces", flights_of_marker(w, side, marker)))
        for end in bits(ends))]


def _own_marker(w: GameInProgress, hex: int, rule: str) -> Marker:
    for marker in markers(w, w.state.side):
        if marker.hex == hex:
            return marker
    raise IllegalOrderError(f"No special forces of yours are in {w.board.name(hex)}.", rule)


def _move(w: GameInProgress, order: Order) -> None:
    s = w.state
    if order.verb == "pass":
        change_state(w, ID, asked=fight_phase(w))
        _set(w, s.side, [marker._replace(moved=False) for marker in markers(w, s.side)])
        _go_on(w)
        return
    flies = order.verb == "fly-special-forces"
    rule = "13.6" if flies else "13.5"
    if not flies and order.verb != "send-special-forces":
        raise IllegalOrderError("Move special forces, or pass.", rule)
    start, end = (w.hex(h) for h in order.hexes)
    marker = _own_marker(w, start, rule)
    ends = flights_of_marker(w, s.side, marker) if flies else reach_of_marker(w, s.side, marker)
    if not ends >> end & 1:
        raise IllegalOrderError(
            f"The special forces in {w.board.numbers[start]} cannot go to {w.board.name(end)} now.", rule)
    _change(w, s.side, start, Marker(end, False, True))
    w.say("special-forces", f"Special forces go from {w.board.numbers[start]} to {w.board.name(end)}.", rule,
          (start, end))
    w.go("move-special-forces")


# -- attacks on markers (13.8, 13.10) --------------------------------------------------------------


def _hunters(w: GameInProgress) -> list[int]:
    """13.8: the units of the moving side in the hex of an enemy marker that was not attacked this player
    turn. Supply does not matter; but who has attacked or may not attack after its move, or is degraded or
    collapsed, does not attack markers either (6.8, 11.4, 13.17)."""
    side, own = w.state.player, state_of(w, ID)
    targets = hexes_of(w, 1 - side)
    return [u for u in w.forces.ground[side]
            if (at := w.state.where[u]) >= 0 and targets >> at & 1 and at not in own["attacked"]
            and not w.state.flags[u] & (ATTACKED | NO_COMBAT) and phases.takes_part(w, u)
            and not any("combat" in one.may_not and w.is_in_state(u, one.id) for one in w.ruleset.states)
            and combat.range_refusal(w, u, at) is None]


def _enter_hunt(w: GameInProgress) -> None:
    w.state.side = w.state.player
    if not _hunters(w):
        w.go("attack")


def _hunts(w: GameInProgress, unit: int | None) -> list[Order]:
    orders = [Order("hunt", (w.forces.keys[u],)) for u in _hunters(w) if unit in (None, u)]
    return [PASS, *orders] if unit is None else orders


def _hunt(w: GameInProgress, order: Order) -> None:
    """13.8, 13.10: one unit in the hex attacks the marker, once a player turn; supply does not matter."""
    s = w.state
    if order.verb == "pass":
        change_state(w, ID, done=fight_phase(w))
        w.go("attack")
        return
    if order.verb != "hunt":
        raise IllegalOrderError("Attack special forces, or pass.", "13.8")
    u = w.own_unit(order.units[0], "13.8")
    if u not in _hunters(w):
        raise IllegalOrderError(
            f"{w.label(u)} is not with enemy special forces that may be attacked this player turn.", "13.8")
    hex = s.where[u]
    change_state(w, ID, attacked=[*state_of(w, ID)["attacked"], hex])
    s.flags[u] |= ATTACKED
    w.set_state(u, "attacked")
    if u in sides(w).artillery:
        w.set_state(u, "fired")
    bonus = int(bool(zone_of(w, s.side) >> hex & 1))
    why = f"the special forces in {w.board.name(hex)}"
    code = roll_on_table(w, "counter-special-forces", bonus, hex, why)
    marker = next(m for m in markers(w, 1 - s.side) if m.hex == hex)
    if code == "ELIM" or (code == "SUPP" and marker.suppressed):
        _change(w, 1 - s.side, hex, None)
        w.say("special-forces", f"The special forces in {w.board.name(hex)} are eliminated.", "13.10", (hex,))
    elif code == "SUPP":
        _change(w, 1 - s.side, hex, marker._replace(suppressed=True))
        w.say("special-forces", f"The special forces in {w.board.name(hex)} are suppressed.", "13.10", (hex,))
    w.go("hunt")


# -- markers with own units (13.6) -----------------------------------------------------------------


def _strays(w: GameInProgress) -> list[tuple[int, int]]:
    """The markers that stand with own units: side and hex."""
    return [(side, marker.hex) for side in range(len(w.forces.side_ids)) for marker in markers(w, side)
            if w.mask[side] >> marker.hex & 1]


def _shelters(w: GameInProgress, side: int, hex: int) -> int:
    """The nearest hexes without units of either side and without a marker of the side."""
    free = w.board.playable & ~w.mask[0] & ~w.mask[1] & ~hexes_of(w, side)
    ring = 1 << hex
    while not ring & free:
        wider = ring | _around(w, ring)
        if wider == ring:
            return 0
        ring = wider
    return ring & free


def _enter_displacing(w: GameInProgress) -> None:
    w.state.side = 1 - _strays(w)[0][0]


def _displacements(w: GameInProgress, unit: int | None) -> list[Order]:
    side, hex = _strays(w)[0]
    numbers = w.board.numbers
    return [] if unit is not None else [
        Order("displace", hexes=(numbers[hex], numbers[h])) for h in bits(_shelters(w, side, hex))]


def _displace(w: GameInProgress, order: Order) -> None:
    """13.6: at the end of a movement or combat phase the enemy moves them off, no further than he must."""
    side, hex = _strays(w)[0]
    if order.verb != "displace" or w.hex(order.hexes[0]) != hex:
        raise IllegalOrderError(f"Move the special forces out of {w.board.name(hex)}.", "13.6")
    end = w.hex(order.hexes[1])
    if not _shelters(w, side, hex) >> end & 1:
        raise IllegalOrderError(
            f"The special forces leave {w.board.name(hex)} for the nearest free hex, not for "
            f"{w.board.name(end)}.", "13.6")
    marker = next(m for m in markers(w, side) if m.hex == hex)
    _change(w, side, hex, marker._replace(hex=end))
    w.say("special-forces", f"Special forces are moved from {w.board.numbers[hex]} to {w.board.name(end)}.",
          "13.6", (hex, end))
    w.state.side = w.state.player
    w.go("next-phase")
