"""The sequence of play (5.0, 5.1) and the table of decisions."""

from __future__ import annotations

from ...engine.orders import Order
from . import (
    advance,
    air,
    combat,
    cyber,
    interdiction,
    intervention,
    losses,
    movement,
    replacements,
    retreat,
    setup,
    stacking,
    supply,
    victory,
)
from .constants import ALLIED, READY, RUSSIAN, SIDE_WORDS, USED
from .game_state import GameState, Stage


def _none(w: GameState, unit: int | None) -> list[Order]:
    return []


def _never(w: GameState, order: Order) -> None:
    raise AssertionError("a step without a decision")


def new_turn(w: GameState) -> None:
    """Begin a turn with administration A: air units become available again (5.1, 13.6), and new ones
    arrive."""
    s, f = w.state, w.forces
    s.turn += 1
    s.phase = "administration-air"
    s.side = RUSSIAN
    w.say("turn", f"Turn {s.turn} begins.", "5.1")
    for side in (RUSSIAN, ALLIED):
        back = [u for u in f.wings[side] if s.where[u] == USED]
        for u in back:
            s.where[u] = READY
        if back:
            w.say("air-ready", f"{len(back)} air unit{'s' if len(back) > 1 else ''} of the "
                  f"{SIDE_WORDS[side]} side return{'s' if len(back) == 1 else ''} to readiness.",
                  "13.6", units=back, side=side)
        intervention.air_arrivals(w, side)
    w.go("allocate")


def player_turn(w: GameState) -> None:
    """Begin a side's player turn (5.0)."""
    s = w.state
    s.flags = [0] * len(s.flags)
    s.side = s.player
    w.say("player-turn", f"The {SIDE_WORDS[s.player]} player turn begins.", "5.0")
    w.go("replace")


def end_player_turn(w: GameState) -> None:
    """Begin the other side's player turn after the combat phase, or end the game turn."""
    if w.state.player == RUSSIAN:
        w.state.player = ALLIED
        w.go("player-turn")
    else:
        w.go("turn-end")


def turn_end(w: GameState) -> None:
    """End a turn: interventions (12.0 to 12.2), then the next turn or the end of the game (4.0)."""
    s = w.state
    s.phase = "turn-end"
    s.side = ALLIED
    intervention.roll(w)
    if s.turn >= w.scenario.turns:
        victory.final_roll(w)
    else:
        s.player = RUSSIAN
        w.go("new-turn")


STAGES: dict[str, Stage] = {
    "place": Stage(setup.enter, setup.orders, setup.perform),
    "new-turn": Stage(new_turn, _none, _never),
    "allocate": Stage(cyber.enter_allocation, cyber.allocations, cyber.allocate),
    "transfer": Stage(cyber.enter_transfer, cyber.transfers, cyber.transfer),
    "player-turn": Stage(player_turn, _none, _never),
    "replace": Stage(replacements.enter, replacements.orders, replacements.perform),
    "interdict": Stage(interdiction.enter, interdiction.orders, interdiction.perform),
    "intercept": Stage(interdiction.enter_answer, interdiction.answers, interdiction.answer),
    "markers": Stage(air.enter, air.orders, air.perform),
    "move": Stage(movement.enter, movement.orders, movement.perform),
    "remove": Stage(stacking.enter, stacking.orders, stacking.perform),
    "air-supply": Stage(supply.enter, supply.orders, supply.perform),
    "attack": Stage(combat.enter, combat.orders, combat.perform),
    "support": Stage(combat.enter_support, combat.supports, combat.support),
    "table": Stage(combat.enter_table, combat.table_choices, combat.choose_table),
    "lose": Stage(losses.enter, losses.orders, losses.perform),
    "choose": Stage(losses.enter_choice, losses.choices, losses.choose),
    "retreat": Stage(retreat.enter, retreat.orders, retreat.perform),
    "advance": Stage(advance.enter, advance.orders, advance.perform),
    "end-player-turn": Stage(end_player_turn, _none, _never),
    "turn-end": Stage(turn_end, _none, _never),
}

__all__ = ["STAGES"]
