"""What the decisions of several chapters share: their states, the phase, orders, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.bits import bits, spread
from ...engine.hexgame.conditions import Case, rules_of
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.phases import present
from ...engine.orders import Order
from ...model.rules.grammar import dice_of


def state_of(w: GameInProgress, chapter: str) -> Mapping[str, Any]:
    """The state of a chapter."""
    state: Mapping[str, Any] = w.state.chapters.get(chapter, {})
    return state


def change_state(w: GameInProgress, chapter: str, **parts: Any) -> None:
    """Replace parts of the state of a chapter."""
    w.state.chapters[chapter] = {**state_of(w, chapter), **parts}
    w.forget()


def with_neighbours(w: GameInProgress, hexes: int) -> int:
    """Some hexes and those next to them, across water too."""
    return (hexes | spread(hexes, w.board.adjacent)) & w.board.playable


def hex_orders(w: GameInProgress, verb: str, hexes: int) -> list[Order]:
    """An order for each hex of a set."""
    return [Order(verb, hexes=(w.board.numbers[h],)) for h in bits(hexes)]


def roll_on_table(w: GameInProgress, table_id: str, bonus: int, hex: int, why: str) -> str:
    """Roll on a table of one column and tell it; returns the code of the result."""
    table = w.ruleset.table_by_id[table_id]
    case = Case(w.state.side, -1, hex)
    own = sum(rule.modifier.effect.die for rule in rules_of(w.made, table.modifiers) if rule.holds(case))
    dice = w.rolls(*dice_of(table.die), why)
    total = sum(dice) + bonus + own
    code = table.result(total, 0)
    result = next(r for r in w.ruleset.results if r.id == code)
    added = f" {bonus + own:+d}" if bonus + own else ""
    w.say("table", f"{table.name}: {why}, die {', '.join(map(str, dice))}{added}: {result.name}.",
          table.provenance.rule, (hex,) if hex >= 0 else (), dice=dice)
    return code


def is_in_option(w: GameInProgress, option: str) -> bool:
    """Whether a scenario plays with the rules of an option."""
    return w.options.get(option) == "with"


def fight_phase(w: GameInProgress) -> str:
    """A name for the present phase of the present turn."""
    return f"{w.state.turn} {w.state.part} {w.state.phase}"


def player_turn(w: GameInProgress) -> str:
    """A name for the present player turn; those of the 8th Guards Army and of the others are one (5.4)."""
    return f"{w.state.turn} {w.state.player}"


def is_phase_of(w: GameInProgress, *kinds: str) -> bool:
    """Whether the present phase is of one of these kinds."""
    record = present(w)
    return record is not None and record.kind in kinds
