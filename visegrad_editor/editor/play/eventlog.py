"""The lines of the log: what happened, order by order, each with the hex it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...engine import Event, Game
from .timeline import Entry
from .words import quiet_text


@dataclass(frozen=True)
class Line:
    """A line of the log. `order` is the number of orders done when it had happened."""

    order: int
    turn: int
    phase: str
    side: str
    text: str
    rule: str = ""
    hex: str = ""
    dice: tuple[int, ...] = ()


def event_line(event: Event, order: int) -> Line:
    """The line of an event; it leads to the last hex named, where the unit has come to."""
    moved = event.type in ("move", "enter", "retreat")
    hex = (event.hexes[-1] if moved else event.hexes[0]) if event.hexes else ""
    return Line(order, event.turn, event.phase, event.side, event.text, event.rule, hex, event.dice)


def entry_lines(game: Game, entry: Entry, number: int) -> Iterator[Line]:
    """The lines of the order with this number (the first is 1): its events, or the order itself."""
    for event in entry.events:
        yield event_line(event, number)
    if not entry.events:
        text = quiet_text(game, entry.order, entry.side, entry.step)
        yield Line(number, entry.turn, entry.phase, entry.side, text,
                   hex=entry.order.hexes[-1] if entry.order.hexes else "")


def fits(line: Line, words: str) -> bool:
    """Whether a line has all the words, in text, hex or rule.

    >>> fits(Line(1, 1, "p", "s", "6th Armored moves", "9.0", "1107"), "armored 1107")
    True
    """
    text = f"{line.text} {line.rule} {line.hex}".casefold()
    return all(w in text for w in words.casefold().split())


def last_roll(entries: Sequence[Entry]) -> tuple[tuple[int, ...], str]:
    """The dice of the last roll some orders brought, and the sentence that goes with them."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if event.dice:
                return event.dice, event.text
    return (), ""
