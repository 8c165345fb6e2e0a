"""Logs of cards for tests: a card by night, and orders played in a phase."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from visegrad_editor.desk.card import Card, CardRule
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.desk.special_rules import Night, SpecialRules
from visegrad_editor.engine import Dice, IllegalOrderError


@cache
def bundled(name: str) -> Card:
    """A card of the program."""
    card = load_card(name).card
    assert card is not None
    return card


def night_card(rules: dict[str, Any] | None = None, **night: Any) -> Card:
    """Lantern Hill (German defender, Russian attacker, who moves first) by a night of this kind, with further
    special rules."""
    sets = SpecialRules(night=Night(**({"nvr": 3, "clouds": "none", "moon": "new", "recon": True} | night)),
                        **(rules or {}))
    return replace(bundled("lantern-hill"), ssr=(CardRule("Night.", sets),))


def log_in(card: Card, phase: str = "", turn: int = 1, half: str = "first") -> CardLog:
    """A log that has come to the start of a phase; "" is the set-up."""
    log = CardLog(card, Dice(1))
    while phase and (log.books.turn, log.books.half, log.books.phase) != (turn, half, phase):
        log.apply("next")
    return log


def results(log: CardLog, line: str) -> list[str]:
    """The short results of what an order brings, or its refusal with the rule: `refused E1.53`."""
    try:
        return [e.result for e in log.apply(line) if isinstance(e, DeskEvent)]
    except IllegalOrderError as error:
        return [f"refused {error.rule}"]


def the_event(log: CardLog, line: str) -> DeskEvent:
    """The only event of an order."""
    (event,) = log.apply(line)
    assert isinstance(event, DeskEvent)
    return event
