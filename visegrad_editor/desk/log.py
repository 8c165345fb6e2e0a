"""The log of a game of a card: a referee's orders in, events out, with undo and replay.

An order is the id of a procedure with its inputs: `stray unit=A3 class=normal dice=6-4`. Values with spaces
stand in double quotes. `dice=` gives the rolls of real dice, pairs with the coloured die first; without it
the log's own dice roll. An order that carries out what follows from an earlier one has the inputs known from
there, unless it gives others. `next` ends the phase; what happens by itself at the end of a phase and at the
start of the next one then happens.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..engine.dice import Dice
from ..engine.events import Event, Outcome
from ..engine.order_log import OrderLog
from ..engine.orders import IllegalOrderError, Order, cut
from ..lazy_dataclass import dataclass
from ..model.wording import listed, quoted
from .books.air import air_at_start
from .books.barrage import barrages_at_start
from .books.boats import boats_at_start
from .books.books import Books, Due
from .books.drops import drops_at_start
from .books.gliders import gliders_at_start
from .books.night import night_at_start
from .books.points import PointsBook
from .books.sky import sky_at_start
from .card import Card
from .ground import Ground
from .procedures.barrage import barrage_dues
from .procedures.catalogue import procedures, procedures_of
from .procedures.control import control_at_start
from .procedures.drifts import AT_START, drift_dues
from .procedures.gliders import load_dues
from .procedures.procedure import END, PHASES, SET_UP, Case, Procedure, TypedDice, dice_words
from .procedures.turn import next_phase, phase_words
from .special_rules import SpecialRules, merged

NEXT = "next"
_DICE = "dice"
_ALIKE = 0.65
"""How alike the name of a procedure must be, 0 to 1, to be suggested: many have words in common."""
_PART = re.compile(r'([a-z][a-z0-9_-]*)=("[^"]*"|[^\s"]*)')
_ROLLS = re.compile(r"(?:[1-6](?:[-,][1-6])*)?")


@dataclass(frozen=True)
class Offer:
    """A procedure that may be carried out now, with the inputs that are known; `why` says from what it
    follows, "" for one of the phase. `secret` is the side that alone may know of it, "" for none."""

    procedure: Procedure
    inputs: tuple[tuple[str, str], ...] = ()
    why: str = ""
    rule: str = ""
    must: bool = False
    secret: str = ""


def books_at_start(card: Card, ground: Ground | None = None) -> Books:
    """The books before the set-up; `ground` is what maps say of the boards."""
    rules = merged(tuple(rule.sets for rule in card.ssr))
    control, _ = control_at_start(card, ground)
    barrages = barrages_at_start(card, rules)
    return Books(
        sky=sky_at_start(rules), night=night_at_start(rules), air=air_at_start(card, rules),
        gliders=gliders_at_start(card), drops=drops_at_start(card), boats=boats_at_start(card),
        barrages=barrages, control=control, points=PointsBook(control.sides), due=(
            *(drift_dues(card, AT_START) if rules.drifts else ()), *barrage_dues(barrages), *load_dues(card)))


class _CardPlay:
    """The rules module of a log: the books, and the orders that change them."""

    step = "referee"

    def __init__(
        self, card: Card, dice: Dice, emit: Callable[[Event], None], ground: Ground | None = None
    ) -> None:
        self.card, self.dice, self._emit, self.ground = card, dice, emit, ground
        self.rules: SpecialRules = merged(tuple(rule.sets for rule in card.ssr))
        self.on = {one.id: one for one in procedures_of(card)}
        self.books = books_at_start(card, ground)
        self.outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        return self.books.turn

    @property
    def phase(self) -> str:
        return self.books.phase

    @property
    def side(self) -> str:
        return self.books.mover

    def snapshot(self) -> tuple[Books, Outcome | None]:
        return self.books, self.outcome

    def restore(self, snapshot: tuple[Books, Outcome | None]) -> None:
        self.books, self.outcome = snapshot

    def perform(self, order: Order) -> None:
        given = _inputs(order)
        typed = TypedDice(_rolls(given.pop(_DICE))) if _DICE in given else None
        roll = self.dice.roll if typed is None else typed.roll
        if order.verb == NEXT:
            if given:
                raise IllegalOrderError(f"`next` has no input {next(iter(given))}, only dice.")
            self._next(roll)
        else:
            procedure, due = self._procedure(order.verb), self.books.due_for(order.verb, given)
            if due is not None:
                self.books, given = self.books.without(due), dict(due.inputs) | given
            else:
                self._refuse_other(procedure, given)
            self._run(procedure, given, roll)
        if typed is not None and typed.used < len(typed.rolls):
            raise IllegalOrderError(
                f"The order has {dice_words(len(typed.rolls))}, and {_needed_words(typed.used)}.")

    def _procedure(self, id: str) -> Procedure:
        if id in self.on:
            return self.on[id]
        if id in procedures():
            raise IllegalOrderError(
                f"{procedures()[id].title} is not in use on this card: no special rule turns it on.",
                procedures()[id].rules[0] if procedures()[id].rules else "E.1")
        near = difflib.get_close_matches(cut(id), [*self.on, NEXT], 1, _ALIKE)
        hint = f" Did you mean `{near[0]}`?" if near else ""
        raise IllegalOrderError(f"There is no order `{cut(id)}`.{hint}")

    def _refuse_other(self, procedure: Procedure, given: dict[str, str]) -> None:
        """Refuse an order that contradicts what has led to it, or to which nothing has led that must."""
        waiting = [due for due in self.books.due if due.procedure == procedure.id]
        titles = {one.id: one.title for one in procedure.inputs}
        for due in waiting:
            id = due.contradicted(given)
            if id in titles and due.is_about(given):
                raise IllegalOrderError(
                    f"{titles[id]} is {dict(due.inputs)[id]} here, not {quoted(given[id])}: {due.why}.",
                    due.rule)
        if procedure.only_after:
            known = [dict(due.inputs).get(due.inputs[0][0], "") for due in waiting if due.inputs]
            there = f" It waits for {listed(known)}." if any(known) else ""
            raise IllegalOrderError(
                f"{procedure.title}: {procedure.only_after}{there}", procedure.rules[0])

    def _run(self, procedure: Procedure, given: dict[str, str], roll: Callable[[str], int]) -> None:
        case = Case(self.card, self.rules, self.books, procedure, given, roll, self.ground)
        procedure.run(case)
        self.books = case.books
        if procedure.once:
            self.books = replace(self.books, done=(*self.books.done, procedure.id))
        if case.outcome is not None:
            self.outcome = case.outcome
        for event in case.events:
            self._emit(event)

    def _next(self, roll: Callable[[str], int]) -> None:
        held = next((due for due in self.books.due if due.must), None)
        if held is not None:
            raise IllegalOrderError(
                f"First `{held.procedure}`: {held.why}. Or leave it out with `skip "
                f"procedure={held.procedure}`.", held.rule)
        if self.books.phase == END:
            raise IllegalOrderError("The last player turn is over; say who has won with `verdict`.")
        self._automatic("end", roll)
        self.books = next_phase(self.card, self.books)
        self.books = replace(self.books, due=tuple(d for d in self.books.due if d.must), done=())
        self._emit(Event(NEXT, f"It is {phase_words(self.books)}.", "", self.books.turn, self.books.phase,
                         self.books.mover))
        self._automatic("start", roll)

    def _automatic(self, moment: str, roll: Callable[[str], int]) -> None:
        """What happens by itself at the start or the end of the present phase."""
        for one in self.on.values():
            if one.automatic == moment and self.books.phase in one.phases and one.is_due(
                    self.card, self.books):
                self._run(one, {}, roll)


def _needed_words(used: int) -> str:
    return "is rolled without dice" if not used else f"needs only {used}"


def _inputs(order: Order) -> dict[str, str]:
    """The inputs of an order by their ids."""
    found: dict[str, str] = {}
    for word in order.words:
        id, equals, value = word.partition("=")
        if not equals:
            raise IllegalOrderError(f"{cut(word)!r} is no input; write INPUT=VALUE.")
        if id in found:
            raise IllegalOrderError(f"{id} is given twice.")
        found[id] = value
    return found


def _rolls(text: str) -> tuple[int, ...]:
    """Typed dice: `6-4`, `3`, `6-4,3`; "" for real dice none of which were rolled."""
    if not _ROLLS.fullmatch(text):
        raise IllegalOrderError(
            f"{cut(text)!r} are no dice; write 3 for one die, 6-4 for two with the coloured one first, and "
            "commas between several rolls.")
    return tuple(map(int, re.findall("[1-6]", text)))


class CardLog(OrderLog[_CardPlay]):
    """The log of a game of a card.

    >>> from visegrad_editor.desk.card_file import load_card
    >>> log = CardLog(load_card("wet-harvest").card, Dice(1))
    >>> print(log.apply("next")[0])
    It is turn 1, Rally Phase of the British side.
    >>> log.undo().verb, log.turn
    ('next', 0)
    """

    def __init__(
        self, card: Card, dice: Dice, ground: Ground | None = None, history: bool = True
    ) -> None:
        """`ground` is what the maps of the boards say, as `ground_of(card, folder)`; without it all facts of
        the ground are asked."""
        super().__init__(dice, history)
        self.card = card
        self._play = _CardPlay(card, dice, self._events.append, ground)

    @property
    def books(self) -> Books:
        """The books now."""
        return self._play.books

    @property
    def ground(self) -> Ground:
        """What the maps of the boards say; nothing where it was handed in without."""
        return self._play.ground or Ground(self.card, {})

    @property
    def rules(self) -> SpecialRules:
        """All that the special rules of the card set."""
        return self._play.rules

    def parse(self, text: str) -> Order:
        """The order that a line of text describes; raises `IllegalOrderError`."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        words, end = [], 0
        for found in _PART.finditer(rest):
            if rest[end:found.start()].strip():
                break
            words.append(f"{found[1]}={found[2].strip(chr(34))}")
            end = found.end()
        left = rest[end:].strip()
        if left:
            raise IllegalOrderError(
                f"{cut(left)!r} is no input; write INPUT=VALUE, and put values with spaces into double "
                "quotes.")
        return Order(verb.lower(), words=tuple(words))

    def text(self, order: Order) -> str:
        """The order as one line; `parse` reads it back."""
        return " ".join([order.verb, *map(_quoted, order.words)])

    def procedures(self) -> tuple[Procedure, ...]:
        """The procedures that the card turns on."""
        return tuple(self._play.on.values())

    def offers(self) -> tuple[Offer, ...]:
        """What may be carried out now: first what follows from earlier orders, then the procedures of the
        phase. Those of no phase are not among them; `procedures` lists all."""
        if self.outcome is not None:
            return ()
        return (*(_offer_of(self._play.on[d.procedure], d) for d in self.books.due
                  if d.procedure in self._play.on),
                *(Offer(one) for one in self._play.on.values()
                  if not one.automatic and self.books.phase in one.phases and one.id not in self.books.done
                  and one.is_due(self.card, self.books)))

    def shown_by_maps(self, procedure: Procedure, inputs: Mapping[str, str]) -> dict[str, str]:
        """What the maps of the boards show of other inputs of a procedure than those given; that holds unless
        an order says otherwise."""
        found = dict(inputs)
        for one in procedure.inputs:
            if one.from_map is not None and one.id not in inputs:
                value = one.from_map(self.card, self.books, self.ground, found)
                if value is not None:
                    found[one.id] = value
        return {id: value for id, value in found.items() if id not in inputs}

    def seen_events(self, side: str) -> tuple[Event, ...]:
        """The events that a side ("" for both together) may know: all but those secret to the other side."""
        return tuple(e for e in self._events if not getattr(e, "secret", False) or e.side == side)


def _offer_of(procedure: Procedure, due: Due) -> Offer:
    return Offer(procedure, due.inputs, due.why, due.rule, due.must, due.secret)


def _quoted(word: str) -> str:
    id, _, value = word.partition("=")
    return f'{id}="{value}"' if " " in value or not value else word


def order_text(procedure: str, inputs: Sequence[tuple[str, str]], dice: str = "") -> str:
    """An order as one line, from a procedure, its inputs and typed dice (""  for the dice of the log).

    >>> order_text("note", [("text", "Two houses burn")])
    'note text="Two houses burn"'
    """
    words = [f"{id}={' '.join(value.replace(chr(34), chr(39)).split())}" for id, value in inputs]
    return " ".join([procedure, *map(_quoted, words), *([f"dice={dice}"] if dice else [])])


__all__ = ["NEXT", "PHASES", "SET_UP", "CardLog", "Offer", "books_at_start", "order_text"]
