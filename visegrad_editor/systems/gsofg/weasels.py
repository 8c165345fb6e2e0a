"""Wild weasels, an option (13.18 to 13.21): NATO exchanges support aircraft for them. They help ground
attacks near them and widen an interdiction, and do nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.bits import mask_of
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.phases import bare_phase
from ...engine.orders import PASS, IllegalOrderError, Order
from .decisions import (
    change_state,
    fight_phase,
    hex_orders,
    is_in_option,
    is_phase_of,
    state_of,
    with_neighbours,
)
from .sides import sides, superior

ID = "wild-weasels"
AIR = "air"


class WildWeasels(Chapter):
    """The exchange of aircraft, and where the weasels fly."""

    id = ID
    rule = "13.18"

    def state(self, w: GameInProgress) -> Any:
        # `hand`: not flown yet; `placed`: hexes where they help; `wide`: interdicted hexes with one.
        # `flown`: whether they were placed this turn.
        return {"hand": 0, "placed": [], "wide": [], "asked": "", "flown": False}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "exchange-weasels": Stage(_enter, _exchanges, _exchange),
            "place-weasels": Stage(_enter_placing, _places, _place),
            "widen": Stage(_enter_widening, _widenings, _widen),
        }

    def verbs(self) -> Mapping[str, str]:
        return {"exchange-weasels": "{number}", "place-weasel": "{hex}", "widen": "{hex}"}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "turn-end":
            change_state(w, ID, hand=0, placed=[], wide=[], asked="", flown=False)

    def before(self, w: GameInProgress, step: str) -> str:
        if not is_in_option(w, "wild_weasels") or superior(w) != sides(w).nato:
            return ""
        own, phase = state_of(w, ID), bare_phase(w)
        if step == "ground-attack" and phase == "ground-attack" and most_exchanged(w) and (
                own["asked"] != fight_phase(w)):
            return "exchange-weasels"
        if step == "attack" and _is_own_combat(w) and _may_raid(w) and own["asked"] != fight_phase(w):
            change_state(w, ID, asked=fight_phase(w))
            return "ground-attack"
        if step == "raid-rolls" and own["hand"] and not own["flown"] and state_of(w, AIR)["raids"] and (
                _is_time(w)):
            return "place-weasels"
        if step == "next-phase" and phase == "interdiction" and own["hand"] and _unwidened(w) and (
                own["asked"] != fight_phase(w)):
            return "widen"
        return ""

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        own = state_of(w, ID)
        return {"wild-weasels": [*own["placed"], *own["wide"]]}

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        shown = w.state.step in ("place-weasels", "widen", "ground-attack", "interdiction")
        hand = state_of(w, ID)["hand"]
        return {"wild weasels": hand} if shown and hand else {}


def _is_own_combat(w: GameInProgress) -> bool:
    return w.state.player == sides(w).nato and is_phase_of(w, "combat")


def _may_raid(w: GameInProgress) -> bool:
    """Whether ground attacks with weasels wait for the combat phase, and there are aircraft left for them."""
    return (w.options.get("weasel_phase") == "combat-phase" and state_of(w, ID)["hand"] > 0
            and w.state.assets.get("nato-aircraft", 0) > 0)


def _is_time(w: GameInProgress) -> bool:
    """13.19: in the air phase or, by an option, in NATO's combat phases."""
    return _is_own_combat(w) == (w.options.get("weasel_phase") == "combat-phase")


def most_exchanged(w: GameInProgress) -> int:
    """13.18: how many aircraft may be exchanged, for two weasels each: 2 weasels from turn 2, 4 from turn
    5."""
    return min(w.state.assets.get("nato-aircraft", 0), w.state.assets.get("wild-weasels", 0) // 2)


def raid_bonus(w: GameInProgress, hex: int) -> int:
    """13.19: 1 for a ground attack in the hex of a weasel or next to it, however many there are."""
    placed = state_of(w, ID).get("placed", [])
    return int(bool(placed) and bool(with_neighbours(w, mask_of(placed)) >> hex & 1))


def wider_interdiction(w: GameInProgress) -> int:
    """13.20: the hexes up to two hexes from interdictions with a weasel."""
    wide = state_of(w, ID).get("wide", [])
    return with_neighbours(w, with_neighbours(w, mask_of(wide))) if wide else 0


def _enter(w: GameInProgress) -> None:
    w.state.side = sides(w).nato
    change_state(w, ID, asked=fight_phase(w))


def _exchanges(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    return [PASS, *(Order("exchange-weasels", words=(str(n),)) for n in range(1, most_exchanged(w) + 1))]


def _exchange(w: GameInProgress, order: Order) -> None:
    """13.18: an aircraft becomes two weasels."""
    if order.verb == "exchange-weasels":
        number, most = int(order.words[0]), most_exchanged(w)
        if not 1 <= number <= most:
            raise IllegalOrderError(f"Exchange 1 to {most} aircraft, not {number}.", "13.18")
        w.state.assets["nato-aircraft"] -= number
        w.state.assets["wild-weasels"] -= 2 * number
        change_state(w, ID, hand=2 * number)
        w.say("wild-weasels", f"NATO exchanges {number} aircraft for {2 * number} wild weasels.", "13.18")
    elif order.verb != "pass":
        raise IllegalOrderError("Exchange aircraft for wild weasels, or pass.", "13.18")
    w.go("ground-attack")


def _enter_placing(w: GameInProgress) -> None:
    w.state.side = sides(w).nato


def _places(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, *hex_orders(w, "place-weasel", w.board.playable)]


def _place(w: GameInProgress, order: Order) -> None:
    """13.19: in any number of hexes; they fly once a turn."""
    own = state_of(w, ID)
    if order.verb == "place-weasel":
        hex = w.hex(order.hexes[0])
        change_state(w, ID, hand=own["hand"] - 1, placed=[*own["placed"], hex])
        w.say("wild-weasels", f"Wild weasels fly over {w.board.name(hex)}.", "13.19", (hex,))
        if own["hand"] > 1:
            w.state.step = "place-weasels"
            return
    elif order.verb != "pass":
        raise IllegalOrderError("Place wild weasels, or pass.", "13.19")
    change_state(w, ID, flown=True)
    w.go("raid-rolls")


def _unwidened(w: GameInProgress) -> list[int]:
    wide = state_of(w, ID)["wide"]
    return [hex for hex in state_of(w, AIR)["interdicted"] if hex not in wide]


def _enter_widening(w: GameInProgress) -> None:
    w.state.side = sides(w).nato


def _widenings(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, *hex_orders(w, "widen", mask_of(_unwidened(w)))]


def _widen(w: GameInProgress, order: Order) -> None:
    """13.20: a weasel with an interdicting aircraft; the interdiction reaches two hexes."""
    own = state_of(w, ID)
    if order.verb == "widen":
        hex = w.hex(order.hexes[0])
        if hex not in _unwidened(w):
            raise IllegalOrderError(
                f"No aircraft interdicts {w.board.name(hex)} without a wild weasel.", "13.20")
        change_state(w, ID, hand=own["hand"] - 1, wide=[*own["wide"], hex])
        w.say("wild-weasels", f"The interdiction of {w.board.name(hex)} reaches two hexes.", "13.20", (hex,))
    elif order.verb == "pass":
        change_state(w, ID, asked=fight_phase(w))
    else:
        raise IllegalOrderError("Widen an interdiction, or pass.", "13.20")
    w.go("next-phase")
