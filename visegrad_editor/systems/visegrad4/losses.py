"""Combat results (11.0, 6): the effects of each code, and the choices they offer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ...engine.orders import IllegalOrderError, Order
from ...engine.position import Worth
from .constants import SIDE_WORDS
from .game_state import GameState

# The effects of each result, step by step. Steps that need a decision become stages of the game.
SCRIPTS: dict[str, tuple[str, ...]] = {
    "AE": ("destroy 0",),
    "AD": ("reduce 0", "retreat 0"),
    "AP": ("retreat 0",),
    "AW": ("retreat 0",),
    "AT": ("halve 0", "retreat 0"),
    "BB": ("halve 0", "halve 1", "retreat 0", "retreat 1"),
    "DD": ("reduce 1", "retreat 1", "advance"),
    "DE": ("destroy 1",),
    "DP": ("retreat 1", "advance"),
    "DW": ("drive 1",),
    "MA": ("choose",),
    "OR": ("destroy 1", "advance"),
}
WORTH: dict[str, Worth] = {
    "AE": Worth(1.0, 0.0, -1.0), "AT": Worth(0.6, 0.0, -1.0), "AD": Worth(0.5, 0.0, -1.0),
    "AP": Worth(0.0, 0.0, -1.0), "AW": Worth(0.0, 0.0, -1.0), "BB": Worth(0.55, 0.55, 0.0),
    "DW": Worth(0.0, 0.0, 1.0), "MA": Worth(0.0, 0.3, 1.0), "DP": Worth(0.0, 0.0, 2.0),
    "DD": Worth(0.0, 0.5, 2.0), "DE": Worth(0.0, 1.0, 0.5), "OR": Worth(0.0, 1.0, 2.0),
}
"""What each result is worth to the attacker, for automatic players."""
MAX_LISTED = 64


def alive(w: GameState, group: int) -> list[int]:
    """The attackers (0) or defenders (1) still on the map."""
    battle = w.battle
    return [u for u in (battle.attackers, battle.defenders)[group] if w.state.where[u] >= 0]


def owner(w: GameState, group: int) -> int:
    """The side of the attackers (0) or defenders (1)."""
    battle = w.battle
    return battle.side if group == 0 else 1 - battle.side


def begin(w: GameState) -> None:
    """Carry out the result of the battle."""
    battle = w.battle
    battle.stages = list(SCRIPTS[battle.result])
    proceed(w)


def proceed(w: GameState) -> None:
    """Continue with the next step of the result or, after the last, with the combat phase."""
    s, battle = w.state, w.battle
    while battle.stages and s.outcome is None:
        step, _, number = battle.stages.pop(0).partition(" ")
        group = int(number or 0)
        battle.group = group
        if step == "destroy":
            for u in alive(w, group):
                w.eliminate(u, "11.0")
        elif step == "reduce":
            for u in alive(w, group):
                w.lose_step(u, "11.0")
        elif step == "halve":
            units = alive(w, group)
            if len(units) == 1:
                w.eliminate(units[0], "11.0")
            elif units:
                s.side = owner(w, group)
                w.go("lose")
                return
        elif step in ("retreat", "drive"):
            battle.pending = _must_retreat(w, alive(w, group))
            if battle.pending:
                # DW alone lets the attacker choose where the defender goes.
                s.side = owner(w, group) if step == "retreat" else battle.side
                w.go("retreat")
                return
        elif step == "choose":
            s.side = owner(w, 1)
            w.go("choose")
            return
        elif step == "advance":
            s.side = battle.side
            w.go("advance")
            return
    if s.outcome is None:
        s.battle = None
        s.side = s.player
        w.go("attack")


def _must_retreat(w: GameState, units: Sequence[int]) -> list[int]:
    """The units that must retreat; one that never leaves its hex loses a step instead (2.6)."""
    pending = []
    for u in units:
        if w.forces.static[u]:
            w.lose_step(u, "2.6")
        else:
            pending.append(u)
    return pending


# -- AT and BB: the owner chooses at least half of the units ---------------------------------------


def need(w: GameState) -> int:
    """The minimum number of units that the side to choose must lose."""
    return (len(alive(w, w.battle.group)) + 1) // 2


def enter(w: GameState) -> None:
    pass


def orders(w: GameState, unit: int | None) -> list[Order]:
    """Every choice of half the units, rounded up (of very many choices only the first)."""
    legal: list[Order] = []
    units = sorted(alive(w, w.battle.group), key=lambda u: (w.strength(u), u))
    for chosen in combinations(units, need(w)):
        if unit is None or unit in chosen:
            legal.append(Order("lose", w.keys(chosen)))
            if len(legal) == MAX_LISTED:
                break
    return legal


def perform(w: GameState, order: Order) -> None:
    s, battle = w.state, w.battle
    if order.verb != "lose":
        raise IllegalOrderError(f"Choose {need(w)} or more of your units in the battle to lose.", "11.0")
    units = [w.own_unit(k, air=False) for k in order.units]
    fighting = alive(w, battle.group)
    for u in units:
        if u not in fighting:
            raise IllegalOrderError(f"{w.label(u)} is not in this battle.", "11.0")
    if len(set(units)) < need(w):
        raise IllegalOrderError(
            f"Half or more of the {len(fighting)} units must be destroyed: choose {need(w)}.", "11.0")
    for u in dict.fromkeys(units):
        w.eliminate(u, "11.0")
    s.side = s.player
    proceed(w)


# -- MA: step losses or retreat, at the choice of the defender -------------------------------------


def enter_choice(w: GameState) -> None:
    pass


def by_unit(w: GameState) -> bool:
    """Whether each defending unit may choose separately (option `ma_choice`)."""
    return w.options.get("ma_choice") == "unit"


def choices(w: GameState, unit: int | None) -> list[Order]:
    """Both choices for the whole stack and, if units choose separately, every part of it that may hold."""
    legal = [] if unit is not None else [
        Order("choose", words=("retreat",)), Order("choose", words=("loss",))]
    if by_unit(w):
        units = alive(w, 1)
        parts = (part for size in range(1, len(units)) for part in combinations(units, size))
        legal += [Order("hold", w.keys(part)) for part in parts if unit is None or unit in part][:MAX_LISTED]
    return legal


def choose(w: GameState, order: Order) -> None:
    """Let the defender take step losses or retreat, as a whole stack or unit by unit (11.0 MA)."""
    if order.verb == "hold" and by_unit(w):
        _hold(w, order)
        return
    if order.verb != "choose" or order.words[0] not in ("retreat", "loss"):
        some = ", or `hold` and the units that lose a step while the others retreat" if by_unit(w) else ""
        raise IllegalOrderError(f"Choose: `choose retreat` or `choose loss`{some}.", "11.0")
    battle = w.battle
    if order.words[0] == "retreat":
        w.say("choice", f"The {SIDE_WORDS[w.state.side]} side chooses to retreat.", "11.0", (battle.hex,))
        battle.stages = ["retreat 1", "advance"]
    else:
        w.say("choice", f"The {SIDE_WORDS[w.state.side]} side chooses to hold and lose steps.", "11.0",
              (battle.hex,))
        battle.stages = ["reduce 1"]
    proceed(w)


def _hold(w: GameState, order: Order) -> None:
    """Let some units hold and lose a step while the others retreat; the attacker does not advance, because
    not all defenders chose to retreat."""
    battle, defenders = w.battle, alive(w, 1)
    units = [w.own_unit(k, air=False) for k in order.units]
    for u in units:
        if u not in defenders:
            raise IllegalOrderError(f"{w.label(u)} is not in this battle.", "11.0")
    if len(set(units)) != len(units):
        raise IllegalOrderError("Name each unit that holds once.", "11.0")
    verb = "holds and loses" if len(units) == 1 else "hold and lose"
    w.say("choice", f"{w.labels(units)} {verb} a step; the other defenders retreat.", "11.0", (battle.hex,),
          units)
    battle.group = 1
    battle.stages = []
    for u in units:
        w.lose_step(u, "11.0")
    battle.pending = _must_retreat(w, [u for u in defenders if u not in units])
    if battle.pending:
        w.go("retreat")
    else:
        proceed(w)
