"""Electronic warfare, an option (13.11 to 13.17, 13.22): each side divides its markers in secret into
offensive and defensive ones; before combat they degrade the units of a hex, or keep that from happening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...engine.bits import mask_of
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ATTACKED, ENTERED, MOVED
from ...engine.orders import PASS, IllegalOrderError, Order
from ...engine.position import OrderMark
from ...model.rules.results import Effect
from ...model.wording import count
from .decisions import (
    change_state,
    fight_phase,
    hex_orders,
    is_in_option,
    is_phase_of,
    player_turn,
    roll_on_table,
    state_of,
)
from .sides import NATO, SOVIET, side_name, sides

ID = "electronic-warfare"
MOST = {NATO: 3, SOVIET: 2}
"""The markers that a side may have in a hex (13.14)."""
PURPOSES = {"attack": "offence", "defend": "defence"}
"""What markers in enemy hexes, and in jammed ones, were divided for (13.12)."""
STATES = {"DEGR": "degraded", "COLL": "collapsed"}


class ElectronicWarfare(Chapter):
    """The secret division of the markers, the fights with them, and what they do to units."""

    id = ID
    rule = "13.11"

    def state(self, w: GameInProgress) -> Any:
        # `offence` and `defence`: the markers of each side still unused; `divided` and `begun`: the player
        # turn in which that was done, `done`: the phase; `attack` and `defend`: hexes with the number of
        # markers on the map; `away`: turns in which markers return, by side.
        return {
            "offence": [0, 0], "defence": [0, 0], "divided": "", "begun": "", "done": "", "attack": [],
            "defend": [], "away": [[], []]}

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        """13.12: how a side has divided its markers is its secret until they are used."""
        return {**state, **{kind: [n if owner == side else None for owner, n in enumerate(state[kind])]
                            for kind in ("offence", "defence")}}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "divide-jamming": Stage(_enter_dividing, _divisions, _divide),
            "jam": Stage(_enter_jamming, _jams, _jam),
            "counter-jam": Stage(_enter_countering, _counters, _counter),
            "jamming-rolls": Stage(_resolve, _nothing, _never),
        }

    def verbs(self) -> Mapping[str, str]:
        return {"divide-jamming": "{number}", "jam": "{hex}", "counter-jam": "{hex}"}

    def effects(self) -> Mapping[str, Callable[[GameInProgress, Effect], None]]:
        """13.17: the side whose player turn it is attacks."""
        return {
            "ew-attacker-loses-marker": lambda w, effect: _take_away(w, w.state.player),
            "ew-defender-loses-marker": lambda w, effect: _take_away(w, 1 - w.state.player),
        }

    def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
        """13.12: so is the order that divides them."""
        return mark.order.verb == "divide-jamming" and mark.side != side

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "turn-start":
            _return_markers(w)
        elif moment == "player-turn" and state_of(w, ID)["begun"] != player_turn(w):
            change_state(w, ID, begun=player_turn(w))
            _end_states(w)

    def before(self, w: GameInProgress, step: str) -> str:
        if not is_in_option(w, "electronic_warfare") or not w.state.turn or step not in ("move", "attack"):
            return ""
        own, side = state_of(w, ID), w.state.player
        if own["divided"] != player_turn(w):
            return "divide-jamming"
        # Who has no offensive marker is asked too, so that nobody learns it.
        if step == "attack" and own["done"] != fight_phase(w) and _available(w, side) and w.mask[1 - side]:
            return "jam"
        return ""

    def may_move(self, w: GameInProgress, unit: int) -> IllegalOrderError | None:
        """13.17: a degraded unit moves or fights; a collapsed one does neither."""
        if w.is_in_state(unit, "degraded") and w.state.flags[unit] & ATTACKED:
            return IllegalOrderError(f"{w.label(unit)} is degraded and has attacked.", "13.17")
        return None

    def may_attack(self, w: GameInProgress, unit: int, hex: int) -> IllegalOrderError | None:
        """13.17: a degraded unit moves or fights; degraded artillery of the Soviet side does not attack."""
        if not w.is_in_state(unit, "degraded"):
            return None
        if w.state.flags[unit] & (MOVED | ENTERED):
            return IllegalOrderError(f"{w.label(unit)} is degraded and has moved.", "13.17")
        if "artillery" in w.forces.traits[unit] and w.forces.side[unit] == sides(w).soviet:
            return IllegalOrderError(f"{w.label(unit)} is degraded: artillery does not attack.", "13.17")
        return None

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        own = state_of(w, ID)
        return {"jammed": [hex for hex, _ in own["attack"]], "counter-jammed": [h for h, _ in own["defend"]]}

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        own, side = state_of(w, ID), w.state.side
        shown = {"divide-jamming": _available(w, side), "jam": own["offence"][side],
                 "counter-jam": own["defence"][side]}
        return {"electronic warfare markers": shown[w.state.step]} if w.state.step in shown else {}


def _nothing(w: GameInProgress, unit: int | None) -> list[Order]:
    return []


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


def _available(w: GameInProgress, side: int) -> int:
    return w.state.assets.get(f"{side_name(w, side)}-electronic-warfare", 0)


# -- the secret division (13.12, 13.13) ----------------------------------------------------------------


def _enter_dividing(w: GameInProgress) -> None:
    """At the beginning of the own player turn; new markers take part at once (13.16)."""
    w.state.side = w.state.player
    if not _available(w, w.state.side):
        _set_division(w, 0)


def _divisions(w: GameInProgress, unit: int | None) -> list[Order]:
    most = _available(w, w.state.side)
    return [] if unit is not None else [
        Order("divide-jamming", words=(str(n),)) for n in range(most + 1)]


def _divide(w: GameInProgress, order: Order) -> None:
    """13.12: some are offensive in this player turn, the others defensive in the next one of the enemy."""
    most = _available(w, w.state.side)
    if order.verb != "divide-jamming":
        raise IllegalOrderError("Say how many of your markers are offensive.", "13.12")
    number = int(order.words[0])
    if number > most:
        raise IllegalOrderError(f"You have {count(most, 'marker')}, not {number}.", "13.12")
    w.say("electronic-warfare", f"The {w.side_words[w.state.side]} divides its electronic warfare markers in "
          "secret.", "13.12")
    _set_division(w, number)


def _set_division(w: GameInProgress, offence: int) -> None:
    side, own = w.state.side, state_of(w, ID)
    now = {kind: list(own[kind]) for kind in ("offence", "defence")}
    now["offence"][side], now["defence"][side] = offence, _available(w, side) - offence
    # What the other side had for its own player turn is used up: offensive markers serve only there.
    now["offence"][1 - side] = 0
    change_state(w, ID, divided=player_turn(w), **now)
    w.go("move" if is_phase_of(w, "move") else "attack")


# -- fights before combat (13.13, 13.14) -------------------------------------------------------------------


def _enter_jamming(w: GameInProgress) -> None:
    w.state.side = w.state.player


def _placed(pairs: Sequence[Sequence[int]]) -> dict[int, int]:
    return {pair[0]: pair[1] for pair in pairs}


def _open(w: GameInProgress, kind: str, hexes: int) -> int:
    """The hexes in which there is room for one more marker of the side to decide (13.14), if it has one."""
    most = MOST[side_name(w, w.state.side)]
    if not state_of(w, ID)[PURPOSES[kind]][w.state.side]:
        return 0
    return hexes & ~mask_of(h for h, n in state_of(w, ID)[kind] if n >= most)


def _jams(w: GameInProgress, unit: int | None) -> list[Order]:
    hexes = _open(w, "attack", w.mask[1 - w.state.side])
    return [] if unit is not None else [PASS, *hex_orders(w, "jam", hexes)]


def _jam(w: GameInProgress, order: Order) -> None:
    """13.13: the attacker places markers in enemy hexes, at any distance, one at a time."""
    if order.verb == "pass":
        change_state(w, ID, done=fight_phase(w))
        w.go("counter-jam" if state_of(w, ID)["attack"] else "attack")
        return
    if order.verb != "jam":
        raise IllegalOrderError("Place an offensive marker, or pass.", "13.13")
    hex, side = w.hex(order.hexes[0]), w.state.side
    _check_left(w, "offence")
    if not w.mask[1 - side] >> hex & 1:
        raise IllegalOrderError(f"No enemy unit stands in {w.board.name(hex)}.", "13.13")
    _check_room(w, "attack", hex)
    _spend(w, "offence", "attack", hex)
    w.say("electronic-warfare", f"The {w.side_words[side]} jams {w.board.name(hex)}.", "13.13", (hex,))
    w.go("jam")


def _check_left(w: GameInProgress, purpose: str) -> None:
    if not state_of(w, ID)[purpose][w.state.side]:
        word = "offensive" if purpose == "offence" else "defensive"
        raise IllegalOrderError(f"The {w.side_words[w.state.side]} has no {word} marker left.", "13.12")


def _check_room(w: GameInProgress, kind: str, hex: int) -> None:
    most = MOST[side_name(w, w.state.side)]
    if _placed(state_of(w, ID)[kind]).get(hex, 0) >= most:
        raise IllegalOrderError(
            f"The {w.side_words[w.state.side]} may have at most {count(most, 'marker')} in "
            f"{w.board.name(hex)}.",
            "13.14")


def _spend(w: GameInProgress, purpose: str, kind: str, hex: int) -> None:
    own = state_of(w, ID)
    left, placed = list(own[purpose]), _placed(own[kind])
    left[w.state.side] -= 1
    placed[hex] = placed.get(hex, 0) + 1
    change_state(w, ID, **{purpose: left, kind: [[h, n] for h, n in placed.items()]})


def _enter_countering(w: GameInProgress) -> None:
    """Only who divided its markers in its last player turn has defensive ones, so NATO none on turn 1
    (13.12). Who has none otherwise is asked all the same, so that nobody learns it."""
    side = w.state.side = 1 - w.state.player
    is_first = w.state.turn == 1 and side == sides(w).nato
    if is_first or not _available(w, side):
        w.go("jamming-rolls")


def _counters(w: GameInProgress, unit: int | None) -> list[Order]:
    hexes = _open(w, "defend", mask_of(_placed(state_of(w, ID)["attack"])))
    return [] if unit is not None else [PASS, *hex_orders(w, "counter-jam", hexes)]


def _counter(w: GameInProgress, order: Order) -> None:
    """13.13: the defender answers in the hexes of the attack."""
    if order.verb == "pass":
        w.go("jamming-rolls")
        return
    if order.verb != "counter-jam":
        raise IllegalOrderError("Place a defensive marker, or pass.", "13.13")
    hex = w.hex(order.hexes[0])
    _check_left(w, "defence")
    if hex not in _placed(state_of(w, ID)["attack"]):
        raise IllegalOrderError(f"{w.board.name(hex)} is not jammed.", "13.13")
    _check_room(w, "defend", hex)
    _spend(w, "defence", "defend", hex)
    w.say("electronic-warfare", f"The {w.side_words[w.state.side]} counters in {w.board.name(hex)}.", "13.13",
          (hex,))
    w.go("counter-jam")


def _resolve(w: GameInProgress) -> None:
    """13.13, 13.17: a roll for each hex; 1 more for each attacking marker after the first, 1 less for each
    defending one."""
    own = state_of(w, ID)
    attack, defend = _placed(own["attack"]), _placed(own["defend"])
    attacker = w.state.side = w.state.player
    change_state(w, ID, attack=[], defend=[])
    for hex, number in attack.items():
        code = roll_on_table(
            w, "electronic-warfare", number - 1 - defend.get(hex, 0), hex,
            f"electronic warfare in {w.board.name(hex)}")
        if code == "CM":
            _take_away(w, attacker)
        elif code in STATES:
            _hit(w, hex, STATES[code])
            if code == "COLL" and defend.get(hex, 0):
                _take_away(w, 1 - attacker)
    w.go("attack")


def _hit(w: GameInProgress, hex: int, state: str) -> None:
    """13.15: the units that are there now; those that come later are not affected."""
    for u in w.stack[hex]:
        w.set_state(u, state)
        w.say("state", f"{w.label(u)} is {state}.", "13.17", (hex,), (u,), side=w.forces.side[u])


def _take_away(w: GameInProgress, side: int) -> None:
    """13.17: a marker is out of play for a die of turns."""
    die = w.roll("the turns without an electronic warfare marker (13.17)")
    w.state.assets[f"{side_name(w, side)}-electronic-warfare"] -= 1
    away = [list(turns) for turns in state_of(w, ID)["away"]]
    away[side].append(w.state.turn + die)
    change_state(w, ID, away=away)
    w.say("electronic-warfare", f"The {w.side_words[side]} is without a marker until turn "
          f"{w.state.turn + die}.", "13.17", dice=(die,), side=side)


def _return_markers(w: GameInProgress) -> None:
    """13.17: markers return on the turn that the die gave."""
    away = state_of(w, ID)["away"]
    if any(turn <= w.state.turn for turns in away for turn in turns):
        for side, turns in enumerate(away):
            back = sum(turn <= w.state.turn for turn in turns)
            w.state.assets[f"{side_name(w, side)}-electronic-warfare"] += back
        change_state(w, ID, away=[[t for t in turns if t > w.state.turn] for turns in away])


def _end_states(w: GameInProgress) -> None:
    """13.15, 13.17: at the beginning of a player turn the units of the other side are free again: they have
    had their own since they were hit."""
    s = w.state
    for state in w.ruleset.states:
        for u in w.forces.ground[1 - s.player] if state.id in STATES.values() else ():
            if w.is_in_state(u, state.id):
                w.set_state(u, state.id, False)
                w.say("state-ends", f"{w.label(u)} is no longer {state.id}.", "13.15", units=(u,),
                      side=w.forces.side[u])
    w.forget()
