"""Logs of cards with what comes from the air, for tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.books.air import Aircraft
from visegrad_editor.desk.card import (
    Air,
    Arrival,
    Card,
    CardRule,
    Date,
    Drop,
    Force,
    Glider,
    Group,
    Turns,
    Wing,
)
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.ground import ground_of
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.desk.special_rules import SpecialRules, Wind
from visegrad_editor.engine import Dice, IllegalOrderError

FIRST, SECOND = "british", "german"
"""The side that moves first, and the other."""


_SECTIONS = ("Turn", "Victory", "Air support", "Fire at aircraft", "Gliders", "Parachutes")


@cache
def _bundled() -> Card:
    card = load_card("wet-harvest").card
    assert card is not None
    return card


def wings(side: str = SECOND, exponent: int | None = 3, aircraft: str = "fb") -> Group:
    """Air support."""
    return Group("wings", side, Arrival(by="air"), air=Air(exponent, aircraft))


def gliders(count: int = 2, side: str = FIRST, turn: int = 2, loads: Any = ()) -> Group:
    """Gliders that come on a turn."""
    return Group("planes", side, Arrival(turn, by="glider"), glider=Glider(count, "german", loads))


def drop(
    *sticks: Any, side: str = FIRST, nation: str = "american", turn: int = 2, under_equipped: bool = False
) -> Group:
    """Wings of parachutists that come on a turn."""
    men = Force(5, f"{nation}/5-4-8", under_equipped=under_equipped)
    return Group("canopy", side, Arrival(turn, by="drop"), forces=(men,),
                 drop=Drop(tuple(map(Wing, sticks or (5,)))))


def game(
    *groups: Group, sets: SpecialRules | None = None, wind: int | None = 2, force: str = "none",
    year: int = 1944, month: int = 6, boards: int = 1, readings: tuple[tuple[str, str], ...] = ()
) -> CardLog:
    """A log of a card of boards 4, 5 … side by side with these groups; without given dice it rolls none. What
    happens by itself in other parts of the rules, such as the wind change roll, is left out."""
    rules = replace(sets or SpecialRules(), wind=Wind(force, wind))
    laid = tuple(Board(str(4 + n), at=(n, 0)) for n in range(boards))
    log = CardLog(replace(
        _bundled(), groups=groups, ssr=(CardRule(sets=rules),), date=Date(year, month), boards=laid,
        turns=Turns(12), readings=readings), Dice(given=[]))
    log._play.on = {id: one for id, one in log._play.on.items() if one.section in _SECTIONS}
    return log


def at(log: CardLog, turn: int = 2, half: str = "first", phase: str = "movement", **sky: Any) -> CardLog:
    """The log moved to a phase, without what happens by itself at its start, with a changed sky."""
    mover = FIRST if half == "first" else SECOND
    books = log.books
    log._play.books = replace(
        books, turn=turn, half=half, phase=phase, mover=mover, sky=replace(books.sky, **sky))
    return log


def on_map(log: CardLog) -> CardLog:
    """A log with the same rules turned on, on one board that a map draws."""
    card = replace(log.card, boards=(Board("901", "own-village", rows=10),))
    drawn = CardLog(card, Dice(given=[]), ground_of(card, load_card("lantern-hill").path.parent))
    drawn._play.on = log._play.on
    return drawn


def into(log: CardLog, turn: int, half: str, phase: str, before: str) -> list[DeskEvent]:
    """Go on from the phase before into a phase, with what happens by itself at its start."""
    return done(at(log, turn, half, before), "next")[1:] if phase else []


def fly(log: CardLog, *planes: Aircraft) -> CardLog:
    """The log with these aircraft in play."""
    log._play.books = replace(log.books, air=replace(log.books.air, aircraft=planes))
    return log


def done(log: CardLog, line: str) -> list[DeskEvent]:
    """The events of an order."""
    return list(log.apply(line))  # type: ignore[arg-type]


def result(log: CardLog, line: str) -> tuple[str, int | None]:
    """Result and final roll of the last event of an order."""
    last = done(log, line)[-1]
    return last.result, last.final


def refused(log: CardLog, line: str) -> str:
    """Why an order is refused, with the rule in front; "" if it is not."""
    refusal: IllegalOrderError | None = log.why_not(line)
    return "" if refusal is None else f"{refusal.rule}: {refusal}"


def offered(log: CardLog) -> list[str]:
    """What may be carried out now, with the inputs that are known."""
    return [" ".join([o.procedure.id, *(f"{k}={v}" for k, v in o.inputs)]) for o in log.offers()]
