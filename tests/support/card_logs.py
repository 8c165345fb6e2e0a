"""A log of a card with special rules of its own, for tests of weather."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from visegrad_editor.desk.card import Card, CardRule
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.engine import Dice


@cache
def _bundled() -> Card:
    loaded = load_card("wet-harvest").card
    assert loaded is not None
    return loaded


def card(sets: SpecialRules | None = None, **changes: Any) -> Card:
    """A bundled card of one board whose special rules are only these."""
    loaded = _bundled()
    rules = () if sets is None else (CardRule(sets=sets),)
    return replace(loaded, **{"ssr": rules, "groups": (), "boards": loaded.boards[:1], **changes})


def game(sets: SpecialRules | None = None, **changes: Any) -> CardLog:
    """A log before the set-up."""
    return CardLog(card(sets, **changes), Dice(given=[]))


def at(log: CardLog, turn: int = 2, half: str = "first", phase: str = "prep-fire", **sky: Any) -> CardLog:
    """The log moved to a phase, with a changed sky."""
    mover = log.card.first.moves if half == "first" else log.card.other(log.card.first.moves)
    books = log.books
    log._play.books = replace(
        books, turn=turn, half=half, phase=phase, mover=mover, sky=replace(books.sky, **sky))
    return log


def rally(log: CardLog, dice: str = "") -> list[DeskEvent]:
    """Go on to the next Rally Phase, with these dice, and give its events without the one of the phase."""
    while log.phase != "close-combat" and log.phase != "set-up":
        log.apply("next")
    return done(log, f"next dice={dice}" if dice else "next")[1:]


def done(log: CardLog, line: str) -> list[DeskEvent]:
    """The events of an order."""
    return list(log.apply(line))  # type: ignore[arg-type]


def results(events: list[DeskEvent]) -> list[str]:
    """Their result words."""
    return [getattr(event, "result", "") for event in events]
