"""The 8th Guards Army on turns 1 to 3 (5.4, 7.5): it stays by itself, and both orders of phases are declared
before it begins (5.5)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ...engine.hexgame import phases, sequence
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.phases import part_of
from ...engine.orders import IllegalOrderError, Order
from ...model.rules.sequence import ExtraTurn, TurnPart, orders_to_choose
from .sides import SOVIET, sides

LAST_TURN = 3


class Guards(Chapter):
    """The 8th Guards Army. Its state holds the orders declared this turn, that of the Guards first."""

    id = "guards"
    rule = "5.4"

    def state(self, w: GameInProgress) -> Any:
        return {"turn": 0, "declared": []}

    def stages(self) -> Mapping[str, Stage]:
        return {"order": Stage(_enter, _orders, _perform)}

    def may_stack(self, w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
        """5.4: the 8th Guards Army neither shares nor passes hexes of others on turns 1 to 3. At set-up East
        Germans may share one (3.2)."""
        if not 1 <= w.state.turn <= LAST_TURN or w.forces.side[units[0]] != sides(w).soviet:
            return None
        known = sides(w).guards
        guards = [u for u in units if u in known]
        if not guards or len(guards) == len(units):
            return None
        others = [u for u in units if u not in guards]
        return IllegalOrderError(
            f"{w.labels(guards)} of the 8th Guards Army may not be with {w.labels(others)} in "
            f"{w.board.name(hex)} before turn {LAST_TURN + 1}.", self.rule)

    judges_alone = False

    def stack_kind(self, w: GameInProgress, unit: int) -> Hashable:
        if not 1 <= w.state.turn <= LAST_TURN or w.forces.side[unit] != sides(w).soviet:
            return None
        return unit in sides(w).guards

    def retreat_hexes(self, w: GameInProgress, unit: int, hexes: Sequence[int]) -> Sequence[int]:
        """5.4: they do not retreat into each other's hexes either."""
        return [h for h in hexes if not w.stack[h] or self.may_stack(w, h, [*w.stack[h], unit]) is None]


def _declared(w: GameInProgress) -> list[str]:
    """The orders of phases declared this turn."""
    state = w.state.chapters["guards"]
    return list(state["declared"]) if state["turn"] == w.state.turn else []


def _declare(w: GameInProgress, orders: list[str]) -> None:
    w.state.chapters["guards"] = {"turn": w.state.turn, "declared": orders}


def _army(w: GameInProgress) -> TurnPart | ExtraTurn | None:
    """The player turn of the rest of the army, if the present one is that of the Guards."""
    if not isinstance(part_of(w), ExtraTurn):
        return None
    s, known = w.state, phases.phases(w)
    return next((known.parts[n] for n in s.parts[s.part + 1:]
                 if known.parts[n].player_turn == SOVIET), None)


def _enter(w: GameInProgress) -> None:
    """Ask for an order of phases; what was declared before the Guards began stands."""
    w.state.side = w.state.player
    declared = _declared(w)
    part = part_of(w)
    if len(declared) == 2 and part is not None and part.player_turn == SOVIET:
        w.state.queue = declared[1].split(",")
        sequence.next_phase(w)


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    army = _army(w)
    if army is None or not _declared(w):
        return sequence.STAGES["order"].orders(w, unit)  # type: ignore[return-value]
    return [] if unit is not None else [
        Order("order", words=(",".join(one),)) for one in orders_to_choose(army)
        if sequence.order_refusal(w, one) is None]


def _perform(w: GameInProgress, order: Order) -> None:
    army, declared = _army(w), _declared(w)
    if army is None:
        sequence.STAGES["order"].perform(w, order)
        return
    if order not in _orders(w, None):
        known = ", ".join(f"`{one.verb} {one.words[0]}`" for one in _orders(w, None))
        raise IllegalOrderError(f"Declare the order of the phases of both groups: {known}.", "5.5")
    who = "the rest of the army" if declared else "the 8th Guards Army"
    w.say("order", f"The {w.side_words[w.state.side]} declares for {who}: "
          f"{order.words[0].replace(',', ', ')}.", "5.5")
    _declare(w, [*declared, order.words[0]])
    if declared:
        w.state.queue = declared[0].split(",")
        sequence.next_phase(w)
    else:
        w.go("order")
