"""The air war (6.1 to 6.9, 9.7, 12.1 to 12.3): heavy bombers, support aircraft and their missions, air
transport, air supply. The side with superiority does all of it; aircraft are never lost (6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ...engine.bits import mask_of
from ...engine.hexgame.chapter import Chapter, Edge, StepChanges
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.phases import bare_phase
from ...engine.hexgame.state import NO_COMBAT
from ...engine.orders import PASS, IllegalOrderError, Order
from ...model.check.fixes import drop
from ...model.design import Design
from ...model.problems import Problem
from . import weasels
from .decisions import (
    change_state,
    fight_phase,
    hex_orders,
    is_phase_of,
    roll_on_table,
    state_of,
    with_neighbours,
)
from .sides import has_superiority, in_overland_supply, near_enemy, side_name, sides, superior

ID = "air"
TRANSPORT, ROAD = "air-transport", "road"
BY_AIR = ("soviet-air", "soviet-air-cities", "nato-air", "nato-air-cities")
"""The entries of units that arrive by air (9.7)."""
OF_ONE_TURN = ("nato-aircraft", "soviet-aircraft", "reinforcements-hit", "supply-cut")
"""What is left of these at the end of a turn is lost (6.3, 6.5)."""


class Air(Chapter):
    """The phases of the air war, and what its missions do on the ground."""

    id = ID
    rule = "6.0"
    strength_note = ("artillery without supply", "8.11")

    def state(self, w: GameInProgress) -> Any:
        return {
            "losses": [],       # hex, steps still to be taken, the decision after them
            "raids": [],        # hexes named for ground attack, each with the number of aircraft
            "interdicted": [],  # hexes
            "dropped": [-1, -1],  # the hex of each side's air supply marker
            "asked": "",        # the phase in which air supply was offered
            "cut": "",          # whether NATO was asked about the attack under way, or cut its supply
        }

    def stages(self) -> Mapping[str, Stage]:
        return {
            "heavy-bombers": Stage(_enter_bombers, _bombers, _bomb),
            "air-losses": Stage(_enter_losses, _losses, _take_step),
            "aircraft": Stage(_roll_for_aircraft, _nothing, _never),
            "deep-strike": Stage(_enter_deep_strike, _deep_strikes, _deep_strike),
            "ground-attack": Stage(_enter_raids, _raids, _raid),
            "raid-rolls": Stage(_resolve_raids, _nothing, _never),
            "interdiction": Stage(_enter_interdiction, _interdictions, _interdict),
            "cut-supply": Stage(_enter_cut, _cuts, _cut),
            "drop-supply": Stage(_enter_drop, _drops, _drop),
        }

    def verbs(self) -> Mapping[str, str]:
        return {
            "bomb": "{hex}", "take-step": "{unit}", "deep-strike": "{number}", "raid": "{hex}",
            "interdict-hex": "{hex}", "cut-supply": "", "drop-supply": "{hex}"}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "turn-end":
            _clear(w)
        elif moment == "attack":
            change_state(w, ID, cut="")
        elif moment == "arrived":
            _arrive(w, facts["unit"], facts["entry"])

    def before(self, w: GameInProgress, step: str) -> str:
        if step == "support" and _may_cut(w):
            return "cut-supply"
        if step in ("move", "attack") and state_of(w, ID)["asked"] != fight_phase(w) and _drop_helps(w, step):
            return "drop-supply"
        return ""

    def may_use(self, w: GameInProgress, unit: int, mode: str) -> IllegalOrderError | None:
        """6.8, 10.17: air transport and road marches begin in overland supply."""
        if mode in (TRANSPORT, ROAD) and not in_overland_supply(w, unit):
            rule = "6.8" if mode == TRANSPORT else "10.17"
            return IllegalOrderError(f"{w.label(unit)} is not in overland supply.", rule)
        return None

    def may_end(self, w: GameInProgress, unit: int, mode: str, hex: int) -> IllegalOrderError | None:
        """6.8: in a city only if it is under own control; control does not matter elsewhere."""
        if mode == TRANSPORT:
            return _landing_refusal(w, unit, hex)
        return None

    def closed_ends(self, w: GameInProgress, unit: int, mode: str) -> int | None:
        return sides(w).cities & ~w.controlled(w.forces.side[unit]) if mode == TRANSPORT else 0

    def may_enter(self, w: GameInProgress, unit: int, entry: str, hex: int) -> IllegalOrderError | None:
        """9.7: by air with superiority, as 6.8 says."""
        if entry not in BY_AIR:
            return None
        side = w.forces.side[unit]
        if not has_superiority(w, side):
            return IllegalOrderError(f"{w.label(unit)} arrives by air only with air superiority.", "9.7")
        if near_enemy(w, side) >> hex & 1:
            return IllegalOrderError(f"An enemy stands next to {w.board.name(hex)}.", "6.8")
        return _landing_refusal(w, unit, hex)

    def closed_entries(self, w: GameInProgress, unit: int, entry: str) -> int | None:
        if entry not in BY_AIR:
            return 0
        side = w.forces.side[unit]
        if not has_superiority(w, side):
            return w.board.area
        return near_enemy(w, side) | sides(w).cities & ~w.controlled(side)

    def supplied(self, w: GameInProgress, unit: int, supplied: bool) -> bool:
        """6.9: in supply in the hex of the marker and next to it. 6.5: out of supply in the attack cut."""
        battle = w.state.battle
        if battle is not None and unit in battle.attackers and state_of(w, ID)["cut"] == "yes":
            return False
        return supplied or bool(supply_zone(w, w.forces.side[unit]) >> w.state.where[unit] & 1)

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        """8.11: artillery does not attack without supply, in an attack that is cut either."""
        battle = w.state.battle
        if (purpose == "attack" and battle is not None and unit in battle.attackers
                and state_of(w, ID)["cut"] == "yes" and "artillery" in w.forces.traits[unit]):
            return Fraction(0)
        return value

    def step_changes(self, w: GameInProgress, unit: int, mode: str) -> StepChanges | None:
        """6.7: enemies pay double for the hex of a marker and those next to it, once; flights do not."""
        zone = interdicted_zone(w)
        if not zone or w.forces.side[unit] == superior(w) or mode not in ("", ROAD):
            return None
        return StepChanges(zone, partial(_doubled, zone))

    def check(self, design: Design) -> Iterator[Problem]:
        """6.3, 6.9: what a scenario says of assets that every turn makes anew."""
        scenario, ruleset = design.scenario, design.ruleset
        ids = [part.id for part in ruleset.sequence.turn]
        if scenario is None or "aircraft" not in ids:
            return
        # A scenario that begins after the roll has the aircraft that are left of it.
        start = scenario.start
        rolled = start is not None and bool(start.phase) and (
            start.phase not in ids or ids.index(start.phase) > ids.index("aircraft"))
        for one in scenario.assets:
            known = next((a for a in ruleset.assets if a.id == one.id), None)
            aircraft = one.id.endswith("-aircraft")
            received = start is not None and bool(start.phase)
            if known is None or one.number == known.at_start or (rolled if aircraft else received) or not (
                    aircraft or one.id.endswith("-air-supply")):
                continue
            why = ("A die gives the side with air superiority its aircraft each turn" if aircraft else
                   "Each side has one marker again each turn")
            yield Problem("warning", "made-anew", (
                f"What the scenario says of {known.name} counts for nothing. {why}, whatever there was "
                "before. Take the line away."), rule="6.3" if aircraft else "6.9",
                part=f"scenario/assets/{one.id}", fix=drop(
                    f"Take {known.name} out of the assets of the scenario", "assets", one, True))

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        state = state_of(w, ID)
        return {
            "raided": [hex for hex, _ in state["raids"]],
            "interdicted": state["interdicted"],
            "air-supplied": [hex for hex in state["dropped"] if hex >= 0],
        }

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        if w.state.step in ("deep-strike", "ground-attack", "interdiction"):
            return {"support aircraft": aircraft(w)}
        if w.state.step == "air-losses":
            return {"steps to take": state_of(w, ID)["losses"][1]}
        return {}


def _nothing(w: GameInProgress, unit: int | None) -> list[Order]:
    return []


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


def _clear(w: GameInProgress) -> None:
    """6.3, 6.5, 6.7, 6.9: at the end of the turn aircraft and markers leave the map, and chances are lost."""
    for id in OF_ONE_TURN:
        if id in w.state.assets:
            w.state.assets[id] = 0
    for side in w.forces.side_ids:
        if f"{side}-air-supply" in w.state.assets:
            w.state.assets[f"{side}-air-supply"] = 1
    change_state(w, ID, raids=[], interdicted=[], dropped=[-1, -1], asked="", cut="")
    w.ground.forget()


def aircraft(w: GameInProgress) -> int:
    """The support aircraft that the side with superiority has left (6.3)."""
    return w.state.assets.get(f"{side_name(w, superior(w))}-aircraft", 0)


def use_aircraft(w: GameInProgress, number: int) -> None:
    """Take aircraft from those that are left: each flies one mission a turn (6.3)."""
    w.state.assets[f"{side_name(w, superior(w))}-aircraft"] -= number


# -- heavy bombers, and steps lost to aircraft -----------------------------------------------------------


def _enter_bombers(w: GameInProgress) -> None:
    w.state.side = superior(w)
    if not w.mask[1 - w.state.side]:
        w.go("next-phase")


def _bombers(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else hex_orders(w, "bomb", w.mask[1 - w.state.side])


def _bomb(w: GameInProgress, order: Order) -> None:
    """6.2: one stack; an even die of the Soviet side takes a step, NATO takes half the die in steps."""
    if order.verb != "bomb":
        raise IllegalOrderError("Bomb an enemy stack.", "6.2")
    hex = _enemy_hex(w, order, "6.2")
    die = w.roll(f"the heavy bombers over {w.board.name(hex)} (6.2)")
    steps = die // 2 if w.state.side == sides(w).nato else int(die % 2 == 0)
    w.say("bombers", f"Heavy bombers of the {w.side_words[w.state.side]} over {w.board.name(hex)}, die "
          f"{die}: {_steps(steps)}.", "6.2", (hex,), dice=(die,))
    take_steps(w, hex, steps, "next-phase")


def _steps(number: int) -> str:
    return "no effect" if not number else "1 step is lost" if number == 1 else f"{number} steps are lost"


def _enemy_hex(w: GameInProgress, order: Order, rule: str) -> int:
    hex = w.hex(order.hexes[0])
    if not w.mask[1 - w.state.side] >> hex & 1:
        raise IllegalOrderError(f"No enemy unit stands in {w.board.name(hex)}.", rule)
    return hex


def take_steps(w: GameInProgress, hex: int, steps: int, then: str) -> None:
    """Let the units in a hex lose steps that the side with superiority chooses; then go on (6.2, 6.6)."""
    change_state(w, ID, losses=[hex, steps, then])
    w.go("air-losses")


def _enter_losses(w: GameInProgress) -> None:
    """Ask for the next step, or go on; there is no choice for the last unit or when all are lost."""
    hex, steps, then = state_of(w, ID)["losses"]
    w.state.side = superior(w)
    rule = "6.2" if then == "next-phase" else "6.6"
    while steps and w.stack[hex] and (
            len(w.stack[hex]) == 1 or steps >= sum(map(w.steps_left, w.stack[hex]))):
        w.lose_step(w.stack[hex][0], rule, ", from the air")
        steps -= 1
    if steps and w.stack[hex]:
        change_state(w, ID, losses=[hex, steps, then])
        return
    change_state(w, ID, losses=[])
    w.go(then)


def _losses(w: GameInProgress, unit: int | None) -> list[Order]:
    return [Order("take-step", (w.forces.keys[u],))
            for u in w.stack[state_of(w, ID)["losses"][0]] if unit in (None, u)]


def _take_step(w: GameInProgress, order: Order) -> None:
    """6.2, 6.6: the side that attacks chooses each unit that loses a step."""
    hex, steps, then = state_of(w, ID)["losses"]
    rule = "6.2" if then == "next-phase" else "6.6"
    if order.verb != "take-step":
        raise IllegalOrderError("Choose a unit that loses a step.", rule)
    u = w.unit(order.units[0])
    if u not in w.stack[hex]:
        raise IllegalOrderError(f"{w.label(u)} is not in {w.board.name(hex)}.", rule)
    w.lose_step(u, rule, ", from the air")
    change_state(w, ID, losses=[hex, steps - 1, then])
    w.go("air-losses")


# -- support aircraft and deep strike --------------------------------------------------------------------


def _roll_for_aircraft(w: GameInProgress) -> None:
    """6.3: the die and one."""
    side = w.state.side = superior(w)
    die = w.roll("the support aircraft of the turn (6.3)")
    w.state.assets[f"{side_name(w, 1 - side)}-aircraft"] = 0
    w.state.assets[f"{side_name(w, side)}-aircraft"] = die + 1
    w.say("aircraft", f"The {w.side_words[side]} has {die + 1} support aircraft this turn: die {die}.", "6.3",
          dice=(die,))
    w.go("next-phase")


def _enter_deep_strike(w: GameInProgress) -> None:
    """6.4: NATO only, with superiority."""
    w.state.side = superior(w)
    if w.state.side != sides(w).nato or not aircraft(w):
        w.go("next-phase")


def _deep_strikes(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    return [PASS, *(Order("deep-strike", words=(str(n),)) for n in range(1, aircraft(w) + 1))]


def _deep_strike(w: GameInProgress, order: Order) -> None:
    """6.4, 12.2: any number of aircraft; each after the first adds 1."""
    if order.verb == "deep-strike":
        number, most = int(order.words[0]), aircraft(w)
        if not 1 <= number <= most:
            raise IllegalOrderError(f"Send 1 to {most} aircraft, not {number}.", "6.4")
        use_aircraft(w, number)
        code = roll_on_table(w, "deep-strike", number - 1, -1, f"a deep strike of {number} aircraft")
        result = next(r for r in w.ruleset.results if r.id == code)
        for effect in result.does:
            for asset, _ in effect.asset:
                w.state.assets[asset] = 1
    elif order.verb != "pass":
        raise IllegalOrderError("Send aircraft on a deep strike, or pass.", "6.4")
    w.go("next-phase")


def _arrive(w: GameInProgress, u: int, entry: str) -> None:
    """6.5: Soviet reinforcements of a turn of a deep strike come reduced. 6.8: who comes by air does not
    attack."""
    s = w.state
    if w.forces.side[u] == sides(w).soviet and s.assets.get("reinforcements-hit") and (
            w.forces.steps[u] > 1 and not s.lost[u]):
        s.lost[u] = 1
        w.say("reduced", f"{w.label(u)} arrives reduced after the deep strike.", "6.5", (s.where[u],), (u,))
    if entry in BY_AIR:
        s.flags[u] |= NO_COMBAT
        w.forget()


def _may_cut(w: GameInProgress) -> bool:
    """6.5: an attack of a Soviet combat phase, as it is declared, while NATO has the chance."""
    battle = w.state.battle
    return (battle is not None and battle.side == sides(w).soviet
            and bool(w.state.assets.get("supply-cut")) and not state_of(w, ID)["cut"])


def _enter_cut(w: GameInProgress) -> None:
    w.state.side = sides(w).nato


def _cuts(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, Order("cut-supply")]


def _cut(w: GameInProgress, order: Order) -> None:
    """6.5: the attackers of one attack are out of supply."""
    battle = w.battle
    if order.verb == "cut-supply":
        w.state.assets["supply-cut"] = 0
        change_state(w, ID, cut="yes")
        w.say("supply-cut", f"NATO cuts the supply of the attack on {w.board.name(battle.hex)}.", "6.5",
              (battle.hex,), battle.attackers)
    elif order.verb == "pass":
        change_state(w, ID, cut="no")
    else:
        raise IllegalOrderError("Cut the supply of the attack, or pass.", "6.5")
    w.state.side = battle.side
    w.go("support")


# -- ground attack -----------------------------------------------------------------------------------------


def _enter_raids(w: GameInProgress) -> None:
    w.state.side = superior(w)
    if not aircraft(w) or not w.mask[1 - w.state.side]:
        w.go("raid-rolls")


def _raids(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, *hex_orders(w, "raid", w.mask[1 - w.state.side])]


def _raid(w: GameInProgress, order: Order) -> None:
    """6.6: name the hexes, an aircraft at a time; when all are named, each is rolled for."""
    if order.verb == "pass":
        w.go("raid-rolls")
        return
    if order.verb != "raid":
        raise IllegalOrderError("Send an aircraft against an enemy hex, or pass.", "6.6")
    hex = _enemy_hex(w, order, "6.6")
    use_aircraft(w, 1)
    raids = dict(state_of(w, ID)["raids"])
    raids[hex] = raids.get(hex, 0) + 1
    change_state(w, ID, raids=[[h, n] for h, n in raids.items()])
    w.say("raid", f"An aircraft of the {w.side_words[w.state.side]} is sent against {w.board.name(hex)}.",
          "6.6", (hex,))
    w.go("ground-attack")


def _resolve_raids(w: GameInProgress) -> None:
    """6.6, 12.3: one roll for each hex named; each aircraft after the first adds 1."""
    raids = state_of(w, ID)["raids"]
    if not raids:
        w.go("next-phase" if bare_phase(w) == "ground-attack" else "attack")
        return
    (hex, number), rest = raids[0], raids[1:]
    change_state(w, ID, raids=rest)
    bonus = number - 1 + weasels.raid_bonus(w, hex)
    code = roll_on_table(w, "ground-attack", bonus, hex, f"{number} aircraft against {w.board.name(hex)}")
    take_steps(w, hex, int(code == "STEP"), "raid-rolls")


# -- interdiction ------------------------------------------------------------------------------------------


def _enter_interdiction(w: GameInProgress) -> None:
    w.state.side = superior(w)
    if not aircraft(w):
        w.go("next-phase")


def _interdictions(w: GameInProgress, unit: int | None) -> list[Order]:
    open_hexes = w.board.playable & ~mask_of(state_of(w, ID)["interdicted"])
    return [] if unit is not None else [PASS, *hex_orders(w, "interdict-hex", open_hexes)]


def _interdict(w: GameInProgress, order: Order) -> None:
    """6.7: one aircraft a hex, anywhere, to the end of the turn."""
    if order.verb == "pass":
        w.go("next-phase")
        return
    if order.verb != "interdict-hex":
        raise IllegalOrderError("Send an aircraft to interdict a hex, or pass.", "6.7")
    hex, before = w.hex(order.hexes[0]), state_of(w, ID)["interdicted"]
    if hex in before:
        raise IllegalOrderError(f"{w.board.name(hex)} is interdicted already.", "6.7")
    use_aircraft(w, 1)
    change_state(w, ID, interdicted=[*before, hex])
    w.say("interdiction", f"The {w.side_words[w.state.side]} interdicts {w.board.name(hex)}.", "6.7", (hex,))
    w.go("interdiction")


def interdicted_zone(w: GameInProgress) -> int:
    """The hexes in which enemies pay double: those of the markers and next to them (6.7, 13.20)."""
    hexes = state_of(w, ID)["interdicted"]
    zone = with_neighbours(w, mask_of(hexes)) if hexes else 0
    return zone | weasels.wider_interdiction(w)


def _doubled(zone: int, costs: Mapping[Edge, int]) -> dict[Edge, int | None]:
    return {edge: 2 * cost for edge, cost in costs.items() if zone >> edge[1] & 1}


# -- air transport and air supply ----------------------------------------------------------------------------


def _landing_refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    if sides(w).cities >> hex & 1 and not w.controlled(w.forces.side[u]) >> hex & 1:
        return IllegalOrderError(
            f"{w.label(u)} lands in a city only if its side controls it: {w.board.name(hex)}.", "6.8")
    return None


def supply_zone(w: GameInProgress, side: int) -> int:
    """The hexes that the air supply marker of a side supplies (6.9)."""
    hex = state_of(w, ID)["dropped"][side]
    return 0 if hex < 0 else with_neighbours(w, 1 << hex)


def _drop_helps(w: GameInProgress, step: str) -> bool:
    """Whether the side with superiority has its marker and a unit that is out of supply (6.9), before its own
    movement or any combat."""
    side = superior(w)
    if not w.state.assets.get(f"{side_name(w, side)}-air-supply", 0):
        return False
    if step == "move" and w.state.player != side:
        return False
    return any(w.state.where[u] >= 0 and not w.is_supplied(u) for u in w.forces.ground[side])


def _enter_drop(w: GameInProgress) -> None:
    w.state.side = superior(w)
    change_state(w, ID, asked=fight_phase(w))


def _drops(w: GameInProgress, unit: int | None) -> list[Order]:
    """Every hex without enemies."""
    return [] if unit is not None else [
        PASS, *hex_orders(w, "drop-supply", w.board.playable & ~w.mask[1 - w.state.side])]


def _drop(w: GameInProgress, order: Order) -> None:
    """6.9: a marker in a hex without enemies supplies it and its neighbours to the end of the turn."""
    s = w.state
    if order.verb == "drop-supply":
        hex = w.hex(order.hexes[0])
        if w.mask[1 - s.side] >> hex & 1:
            raise IllegalOrderError(f"Enemy units stand in {w.board.name(hex)}.", "6.9")
        s.assets[f"{side_name(w, s.side)}-air-supply"] -= 1
        dropped = list(state_of(w, ID)["dropped"])
        dropped[s.side] = hex
        change_state(w, ID, dropped=dropped)
        w.say("air-supply", f"The {w.side_words[s.side]} supplies {w.board.name(hex)} and the hexes next to "
              "it from the air.", "6.9", (hex,))
    elif order.verb != "pass":
        raise IllegalOrderError("Supply a hex from the air, or pass.", "6.9")
    s.side = s.player
    w.go("move" if _is_movement(w) else "attack")


def _is_movement(w: GameInProgress) -> bool:
    return is_phase_of(w, "move")
