"""The log of a card as it may be shown: to a referee, to one side, or to both together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..engine.events import Event
from ..lazy_dataclass import dataclass
from ..model.wording import count
from .books.control import ControlBook
from .log import NEXT, CardLog, Offer
from .procedures.procedure import DeskEvent, modifiers_words
from .procedures.turn import phase_words
from .words import side_words

BOTH = ""
"""The view of both sides together; that of one side is its id, and that of a referee is None."""
View = str | None


@dataclass(frozen=True)
class Shown:
    """An event of a log: the number of its order, counted from 0, and the moment as a heading if it is the
    first of that moment, otherwise ""."""

    order: int
    event: Event
    heading: str = ""


def may_see(event: Event, view: View) -> bool:
    """Whether an event may be shown."""
    return view is None or not getattr(event, "secret", False) or event.side == view


def shown_offers(log: CardLog, view: View) -> tuple[Offer, ...]:
    """What may be carried out now and may be shown."""
    return tuple(one for one in log.offers() if view is None or one.secret in ("", view))


def shown_events(log: CardLog, view: View) -> Iterator[Shown]:
    """The events of a log that may be shown, in their order."""
    events, marks = log.events, log.order_marks
    moment: tuple[int, str] | None = None
    for number, mark in enumerate(marks):
        end = marks[number + 1].events if number + 1 < len(marks) else len(events)
        for event in events[mark.events:end]:
            if not may_see(event, view):
                continue
            heading, now = "", (event.turn, event.phase)
            if now != moment:
                moment = now
                side = mark.side if getattr(event, "secret", False) else event.side
                words = phase_words(replace(log.books, turn=event.turn, phase=event.phase, mover=side))
                heading = words[:1].upper() + words[1:]
            yield Shown(number, event, heading)


def order_events(log: CardLog, number: int, view: View) -> tuple[Event, ...]:
    """The events of one order that may be shown."""
    marks = log.order_marks
    end = marks[number + 1].events if number + 1 < len(marks) else log.event_count
    return tuple(e for e in log.events[marks[number].events:end] if may_see(e, view))


def seen_control(book: ControlBook, view: View) -> ControlBook:
    """A book of control without what may not be shown: secret gains, and units that are secret (A26.15).
    What somebody holds in secret is as at the start for all others."""
    if view is None:
        return book
    units = {id: u for id, u in book.units.items() if not u.secret or u.side == view}
    return replace(
        book, units=units, held={p: h for p, h in book.held.items() if not h.secret or h.side == view},
        kept={id: places for id, places in book.kept.items() if id in units})


def event_lines(event: Event) -> Iterator[str]:
    """An event as lines: its sentence with the rule, then the dice with what was added, then the facts that
    were given and how the rules were read."""
    yield f"{event.text} ({event.rule})" if event.rule and f"({event.rule})" not in event.text else event.text
    if not isinstance(event, DeskEvent):
        return
    parts = []
    if event.dice:
        dice = "-".join(map(str, event.dice)) if len(event.dice) == 2 else " ".join(map(str, event.dice))
        parts.append(f"{'Die' if len(event.dice) == 1 else 'Dice'} {dice}")
    parts += filter(None, [modifiers_words(event.modifiers)])
    if event.final is not None:
        parts.append(f"final {event.final}")
    if parts:
        yield f"  {'; '.join(parts)}"
    for fact in event.asked:
        yield f"  Given: {fact}"
    for reading in event.readings:
        yield f"  Read as: {reading}"


def log_text(log: CardLog, view: View) -> str:
    """The log as plain text, with headings for each turn and phase."""
    head = f"{log.card.title or log.card.name}: log of a game"
    lines = [head, "=" * len(head)]
    shown_to = "the referee" if view is None else "both sides" if view == BOTH else side_words(view)
    lines.append(f"Shown to {shown_to}")
    lines.append(f"Orders so far: {count(len(log.orders), 'order')}")
    for shown in shown_events(log, view):
        if shown.heading:
            lines += ["", shown.heading, "-" * len(shown.heading)]
        if shown.event.type != NEXT:
            lines += event_lines(shown.event)
    if log.outcome is not None:
        lines += ["", log.outcome.reason]
    return "\n".join(lines) + "\n"
