"""Air-mobile units of NATO (6.10 to 6.17): they fly or fight, never both; with air superiority they attack
and support at up to eight hexes, without it they sit where they are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.fights import plain_strength
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ATTACKED, ENTERED, MOVED
from ...engine.orders import PASS, IllegalOrderError, Order
from .decisions import change_state, state_of
from .sides import has_superiority, near_enemy, sides

ID = "air-mobile"
REACH = 8
"""How many hexes away they attack and support (6.15, 6.16)."""
REBASE = "rebase"


class AirMobile(Chapter):
    """What air-mobile units may do, and their support of defenders."""

    id = ID
    rule = "6.10"
    strength_note = ("support from the air", "6.16")

    def state(self, w: GameInProgress) -> Any:
        # `acted`: units that moved or attacked in the last NATO player turn; `support`: those that support
        # the defence under way, `asked`: whether NATO was asked for it.
        return {"acted": [], "support": [], "asked": False}

    def stages(self) -> Mapping[str, Stage]:
        return {"defensive-support": Stage(_enter, _supports, _support)}

    def verbs(self) -> Mapping[str, str]:
        return {"cover": "{units}"}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "attack":
            change_state(w, ID, support=[], asked=False)
        elif moment == "player-turn" and w.state.player == sides(w).nato:
            change_state(w, ID, acted=[])
        elif moment == "phase-end" and w.state.player == sides(w).nato:
            now = [u for u in _units(w) if w.state.flags[u] & (MOVED | ENTERED | ATTACKED)]
            change_state(w, ID, acted=sorted({*state_of(w, ID)["acted"], *now}))

    def before(self, w: GameInProgress, step: str) -> str:
        if step != "support" or w.battle.side != sides(w).soviet or state_of(w, ID)["asked"]:
            return ""
        return "defensive-support" if able_to_support(w, w.battle.hex) else ""

    def may_use(self, w: GameInProgress, unit: int, mode: str) -> IllegalOrderError | None:
        """6.12: they move by rebasing only."""
        if is_air_mobile(w, unit) and mode != REBASE:
            return IllegalOrderError(f"{w.label(unit)} moves by rebasing only.", "6.12")
        return None

    def may_enter(self, w: GameInProgress, unit: int, entry: str, hex: int) -> IllegalOrderError | None:
        """6.17: no arrival without superiority."""
        if is_air_mobile(w, unit) and not _has_nato(w):
            return IllegalOrderError(f"{w.label(unit)} arrives only with air superiority.", "6.17")
        return None

    def closed_entries(self, w: GameInProgress, unit: int, entry: str) -> int | None:
        return w.board.area if is_air_mobile(w, unit) and not _has_nato(w) else 0

    def entry_mode(self, w: GameInProgress, unit: int) -> str:
        """6.12: they fly on from where they arrive."""
        return REBASE if is_air_mobile(w, unit) else ""

    def attack_range(self, w: GameInProgress, unit: int) -> int:
        """6.15: eight hexes over everything, with superiority; 6.17: without it only next to them."""
        return REACH if is_air_mobile(w, unit) and _has_nato(w) else 0

    def supplied(self, w: GameInProgress, unit: int, supplied: bool) -> bool:
        """6.14: always with superiority."""
        return supplied or (is_air_mobile(w, unit) and _has_nato(w))

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        """6.16: their attack strength is added to that of the defenders, told with the first of these."""
        battle = w.state.battle
        support = state_of(w, ID)["support"]
        if purpose != "defence" or battle is None or not support:
            return value
        standing = [u for u in battle.defenders if w.state.where[u] == battle.hex]
        if standing[:1] != [unit]:
            return value
        return value + sum(plain_strength(w, u, "attack") for u in support)

    def may_advance(self, w: GameInProgress, unit: int) -> IllegalOrderError | None:
        """6.13: never; by an option as infantry while the Soviet side has superiority (6.17)."""
        as_infantry = w.options.get("air_mobile_grounded") == "infantry" and not _has_nato(w)
        if is_air_mobile(w, unit) and not as_infantry:
            return IllegalOrderError(f"{w.label(unit)} never advances after combat.", "6.13")
        return None


def is_air_mobile(w: GameInProgress, u: int) -> bool:
    """Whether a unit is air-mobile (6.10)."""
    return "air-mobile" in w.forces.traits[u]


def _units(w: GameInProgress) -> list[int]:
    return [u for u in w.forces.ground[sides(w).nato] if is_air_mobile(w, u)]


def _has_nato(w: GameInProgress) -> bool:
    return has_superiority(w, sides(w).nato)


def able_to_support(w: GameInProgress, hex: int) -> list[int]:
    """6.16: the units that may support the defence of a hex: with superiority, within eight hexes, neither
    moved nor attacked in the last NATO player turn, no enemy next to them; not those attacked themselves."""
    if not _has_nato(w):
        return []
    acted, near = state_of(w, ID)["acted"], near_enemy(w, sides(w).nato)
    return [u for u in _units(w) if (at := w.state.where[u]) >= 0 and u not in acted and at != hex
            and not near >> at & 1 and w.board.distance(at, hex) <= REACH]


def _enter(w: GameInProgress) -> None:
    w.state.side = sides(w).nato


def _supports(w: GameInProgress, unit: int | None) -> list[Order]:
    able = able_to_support(w, w.battle.hex)
    groups = [group for size in range(1, len(able) + 1) for group in combinations(able, size)]
    orders = [Order("cover", w.keys(group)) for group in groups if unit is None or unit in group]
    return [PASS, *orders] if unit is None else orders


def _support(w: GameInProgress, order: Order) -> None:
    """6.16: declared as soon as the attack is."""
    battle = w.battle
    if order.verb == "cover":
        units, able = w.own_units(order, "6.16"), able_to_support(w, battle.hex)
        for u in units:
            if u not in able:
                raise IllegalOrderError(
                    f"{w.label(u)} cannot support the defence of {w.board.name(battle.hex)}: within "
                    f"{REACH} hexes, not next to an enemy, and without a move or an attack before.", "6.16")
        change_state(w, ID, support=units, asked=True)
        verb = "supports" if len(units) == 1 else "support"
        w.say("defensive-support", f"{w.labels(units)} {verb} the defence of {w.board.name(battle.hex)}.",
              "6.16", (battle.hex,), units)
    elif order.verb == "pass":
        change_state(w, ID, asked=True)
    else:
        raise IllegalOrderError("Support the defence, or pass.", "6.16")
    w.state.side = battle.side
    w.go("support")
