"""Combat (11.0): air support and the choice of table; attacks, odds and rolls are those of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.game import Game
from ...engine.hexgame import combat
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.orders import PASS, IllegalOrderError, Order
from .common import own_unit, ready
from .constants import ASSAULT, CYBER_WAR, READY, SIDE_WORDS, USED
from .contest import Contest, set_contest, set_wings, wings_of
from .cyber import SPENT, TABLE, TRACK, change_markers, level, markers


class Combat(Chapter):
    """11.0: air support for an attack, and a choice of table."""

    id = "combat"
    rule = "11.0"
    moments = frozenset({"attack"})

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "attack":
            set_wings(w, -1, -1)

    def verbs(self) -> Mapping[str, str]:
        return {"support": "with {unit}"}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "support": Stage(enter_support, supports, support),
            "table": Stage(enter_table, table_choices, choose_table),
        }


# -- 2: air support, the attacker first ------------------------------------------------------------


def enter_support(w: GameInProgress) -> None:
    """Ask each side with a ready air unit for support, the attacker first (11.0, 2)."""
    s, battle = w.state, w.battle
    for side in (battle.side, 1 - battle.side) if s.side == battle.side else (1 - battle.side,):
        if ready(w, side):
            s.side = side
            return
    _committed(w)


def supports(w: GameInProgress, unit: int | None) -> list[Order]:
    s, battle = w.state, w.battle
    legal = [Order("support", (w.forces.keys[a],)) for a in ready(w, s.side) if unit in (None, a)]
    if unit is None:
        legal.append(PASS)
        if s.side == battle.side:
            legal.append(Order("call-off"))
    return legal


def support_effect(game: Game, order: Order) -> tuple[int, str]:
    """How many columns the air unit of a `support` order will shift the battle, and a sentence about it; (0,
    "") for another order. Against an enemy air unit, air combat decides (13.1, 13.4)."""
    if order.verb != "support":
        return 0, ""
    name = game.unit_name(order.units[0])
    # Only the attacker may still call the attack off.
    if any(o.verb == "call-off" for o in game.legal_orders()):
        return 1, f"With {name}, unless it is intercepted:"
    for done in reversed(game.orders):
        if done.verb == "support":
            return 0, (f"{name} will fight {game.unit_name(done.units[0])} in the air first; the one left "
                       "alone shifts a column (13.4).")
        if done.verb == "attack":
            break
    return -1, f"With {name}:"


def support(w: GameInProgress, order: Order) -> None:
    s, battle = w.state, w.battle
    attacking = s.side == battle.side
    if order.verb == "call-off" and attacking:
        _call_off(w)
        return
    if order.verb == "support":
        a = own_unit(w, order.units[0], air=True)
        if s.where[a] != READY:
            raise IllegalOrderError(f"{w.label(a)} is not available: {w.place(a)}.", "13.0")
        set_wings(w, *((a, -1) if attacking else (wings_of(w)[0], a)))
        w.say("support", f"{w.label(a)} flies in support over {w.board.name(battle.hex)}.", "13.0",
              (battle.hex,), (a,))
    elif order.verb != "pass":
        raise IllegalOrderError("Commit an air unit to the battle, or pass.", "13.0")
    if attacking:
        s.side = 1 - battle.side
        w.go("support")
    else:
        _committed(w)


def _call_off(w: GameInProgress) -> None:
    """Call off the attack, which is possible until an air unit is committed or the die is rolled (11.0)."""
    s, battle = w.state, w.battle
    w.say("called-off", f"The attack on {w.board.name(battle.hex)} is called off.", "11.0", (battle.hex,))
    s.battle = None
    w.go("attack")


def _committed(w: GameInProgress) -> None:
    battle, wings = w.battle, wings_of(w)
    if min(wings) >= 0:
        set_contest(w, Contest("battle", battle.hex, battle.side, wings))
        w.go("markers")
    else:
        supported(w, [a >= 0 for a in wings])


def supported(w: GameInProgress, survives: Sequence[bool]) -> None:
    """Shift one column in favour of the side with the only air unit over the battle (13.4)."""
    battle = w.battle
    battle.support = [1 if alone else 0 for alone in survives]
    for a in wings_of(w):
        if a >= 0 and w.state.where[a] == READY:
            w.state.where[a] = USED
    w.state.side = battle.side
    w.go("table")


# -- 5: the choice of table, and the last chance to call the attack off ------------------------------


def _may_use_cyber(w: GameInProgress) -> bool:
    """Whether the attacker may use the cyber-war table: it has the higher level and a marker (11.0, 5)."""
    side = w.battle.side
    if CYBER_WAR not in w.ruleset.table_by_id or level(w, side) <= level(w, 1 - side):
        return False
    return w.options.get("cw_table_cost") != "track" or markers(w)[side][TRACK] > 0


def _may_call_off(w: GameInProgress) -> bool:
    """Whether no air unit was committed, so that only the roll will make the attack final (11.0)."""
    return max(wings_of(w)) < 0


def enter_table(w: GameInProgress) -> None:
    """Ask the attacker if there is a choice of table, or if the defender has just declined to commit an air
    unit. If neither side could commit one, nothing has happened since the attack was declared."""
    declined = _may_call_off(w) and ready(w, 1 - w.battle.side)
    if not declined and not _may_use_cyber(w):
        combat.resolve(w, ASSAULT)


def table_choices(w: GameInProgress, unit: int | None) -> list[Order]:
    if unit is not None:
        return []
    tables = (CYBER_WAR, ASSAULT) if _may_use_cyber(w) else (ASSAULT,)
    legal = [Order("use", words=(table,)) for table in tables]
    if _may_call_off(w):
        legal.append(Order("call-off"))
    return legal


def choose_table(w: GameInProgress, order: Order) -> None:
    if order.verb == "call-off":
        if not _may_call_off(w):
            raise IllegalOrderError("An attack cannot be called off once an air unit is committed.", "11.0")
        _call_off(w)
        return
    if order.verb != "use" or order.words[0] not in (ASSAULT, CYBER_WAR):
        raise IllegalOrderError(f"Choose the table: `use {CYBER_WAR}` or `use {ASSAULT}`.", "11.0")
    if order.words[0] == CYBER_WAR:
        if not _may_use_cyber(w):
            raise IllegalOrderError(
                "The cyber-war table needs a higher cyber-war level than the defender's, and "
                "a marker to pay for it.", "11.0")
        side = w.battle.side
        price = w.options.get("cw_table_cost", "table")
        lost = w.options.get("cw_table_marker") == "lost"
        if price in ("table", "track"):
            change_markers(w, side, TABLE if price == "table" else TRACK, -1)
            # 10.4: a spent marker can be recovered with an air point; by the option this one leaves the game.
            if not lost:
                change_markers(w, side, SPENT, 1)
        w.say("cyber-war", f"The {SIDE_WORDS[side]} side fights on the cyber-war table"
              + (f" and spends a marker from its {price}{', for good' if lost else ''}."
                 if price in ("table", "track") else "."), "11.0")
    combat.resolve(w, order.words[0])
