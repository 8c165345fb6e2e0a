"""The checks made on a game while it is played; each raises a `Fault`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from .. import systems
from ..engine import Game, IllegalOrder, NoDiceLeft, Order, Position, events_json
from ..engine import invariants as common
from ..engine.invariants import Breach
from ..engine.record import parse_record, record_of, record_text, replay
from .faults import Fault, GameReport, Rates

_SENTENCE = re.compile(r"[A-Z0-9“`'‘].*[.?!]\Z", re.DOTALL)
_RULE = re.compile(r"\d{1,2}(\.\d+)?\Z")
_TWIN_ORDERS = 8
"""How many orders a loaded game is played beside the one it was saved from."""


class Checker:
    """Checks one game, with a random stream of its own. `text` is what is being tried, for reports;
    `culprit` is that as an order that can be written down, or None. With `keep_to_orders` no other order
    is given than the one asked for."""

    def __init__(self, game: Game, scenario: str, random: Random, rates: Rates, report: GameReport) -> None:
        self.game, self.scenario, self.rates, self.report = game, scenario, rates, report
        self.text = ""
        self.culprit: Order | None = None
        self.keep_to_orders = False
        self._random = random
        self._mutator = Mutator(game, random)
        self._twin: Game | None = None
        self._twin_left = 0
        part = systems.part(game.design.ruleset.system, "invariants")
        self._special: Callable[..., Iterable[Breach]] | None = part.breaches if part else None
        self.position = game.position()
        self._invariants(self.position, None)

    def _chance(self, rate: float) -> bool:
        return self._random.random() < rate

    def trying(self, text: str, culprit: Order | None = None) -> None:
        """Say what comes next, should it fail."""
        self.text, self.culprit = text, culprit

    # -- giving orders --------------------------------------------------------------------

    def order(self, order: Order) -> None:
        """Give an order, or a slightly wrong one that proves legal, with all checks before and after."""
        order = self._wrong(order)
        self._listed()
        self._saved()
        self._apply(order)
        self._mutator.learn(order)
        self._invariants(self.game.position(), order)

    def _apply(self, order: Order) -> None:
        """What was legal is accepted, can be written and read, and is taken back exactly."""
        game = self.game
        text = game.text(order)
        self.trying(text, order)
        again = game.parse(text)
        if again != order:
            raise Fault("text", f"The order {order} is written `{text}`, which reads as {again}.", order.verb)
        undone = self._chance(self.rates.undo)
        before = game.to_json() if undone else ""
        try:
            events = game.apply(order)
        except IllegalOrder as refusal:
            raise Fault("refused", f"An order that was legal is refused: {refusal}", _gist(order, refusal),
                        refusal.rule) from None
        if undone:
            after = game.to_json()
            game.undo()
            self._same("undo", before, game.to_json(), f"Taking back `{text}` does not restore the game",
                       order.verb)
            game.apply(order)
            self._same("undo", after, game.to_json(), f"`{text}` given again does something else", order.verb)
        self._beside(order, events_json(events))
        self.report.orders += 1
        self.report.verbs[order.verb] += 1

    @staticmethod
    def _same(kind: str, one: str, other: str, told: str, signature: str) -> None:
        if one != other:
            raise Fault(kind, f"{told}: {difference(one, other)}.", signature)

    # -- invariants -----------------------------------------------------------------------

    def _invariants(self, after: Position, order: Order | None) -> None:
        game, before = self.game, self.position
        for breach in common.breaches(game, before, after):
            raise Fault("invariant", breach.text, breach.name, breach.rule)
        for breach in self._special(game, before, after, order) if self._special else ():
            raise Fault("invariant", breach.text, breach.name, breach.rule)
        if not game.side and game.outcome() is None:
            raise Fault("invariant", "It is nobody's decision, and the game is not over.", "nobody")
        self.position = after

    def finish(self) -> None:
        """After the end nothing may be ordered, and the record gives the same game again."""
        game = self.game
        self.trying("the end of the game")
        if game.legal_orders():
            raise Fault("after-end", "Orders are legal after the end of the game.", "orders")
        for event in game.events:
            self.report.rules[event.rule] += 1
        if not self._chance(self.rates.replay):
            return
        self.trying("replaying the record")
        again = replay(game.design, parse_record(record_text(record_of(game, self.scenario))))
        self._same("replay", events_json(game.events), events_json(again.events),
                   "The record of the game gives other events", "events")
        self._same("replay", game.to_json(), again.to_json(), "The record gives another state", "state")

    # -- wrong orders ---------------------------------------------------------------------

    def _wrong(self, order: Order) -> Order:
        """Try a wrong order: it is refused with a sentence and changes nothing. Or it is not wrong after
        all, and then it is returned now and then to be given in place of the right one."""
        if not self._chance(self.rates.wrong):
            return order
        game = self.game
        text = self._mutator.mutate_text(game.text(order)) if self._chance(0.2) else ""
        wrong = self._mutator.mutate(order)
        whole = self._chance(self.rates.whole)
        before = self._state(whole)
        refusal: IllegalOrder | None
        try:
            if text:
                self.trying(text)
                wrong = game.parse(text)
            written = _written(game, wrong)
            self.trying(written or f"{wrong}", wrong if written else None)
            refusal = game.why_not(wrong)
        except IllegalOrder as error:
            refusal = error
        if isinstance(refusal, NoDiceLeft):
            return order
        if self._state(whole) != before:
            raise Fault("side-effect", "Asking whether an order is legal changes the game.", game.step)
        if refusal is None:
            self._known(wrong)
            return wrong if not self.keep_to_orders and self._chance(0.5) else order
        self._judge(refusal)
        if self._chance(0.3):
            self._refuse(text or wrong, before, whole)
        return order

    def _known(self, order: Order) -> None:
        """An order that proves legal is listed, if need be by another path to the same hex. Of attacks and
        of orders to several units only a choice is, and no move that ends where it began."""
        there_and_back = len(order.hexes) > 2 and order.hexes[0] == order.hexes[-1]
        if order.verb == "attack" or len(order.units) > 1 or there_and_back:
            return
        wanted = order._replace(hexes=order.hexes[-1:])
        if all(o._replace(hexes=o.hexes[-1:]) != wanted for o in self.game.legal_orders(*order.units)):
            raise Fault("listed", f"`{self.text}` is legal and not among the legal orders.", order.verb)

    def _refuse(self, wrong: Order | str, before: Any, whole: bool) -> None:
        """Give the order that is going to be refused."""
        try:
            self.game.apply(wrong)
        except IllegalOrder:
            if self._state(whole) != before:
                raise Fault("side-effect", "A refused order changes the game.", self.game.step) from None
            return
        raise Fault("refusal", "An order that `why_not` calls illegal is performed.", "why_not")

    def _state(self, whole: bool) -> Any:
        """All of the game as text, or enough of it to see most changes at once."""
        g = self.game
        return g.to_json() if whole else (
            g.position(), g.dice.count, g.event_count, g.step, g.side)

    def _judge(self, refusal: IllegalOrder) -> None:
        self.report.refused[refusal.rule] += 1
        reason = refusal.reason
        if not _SENTENCE.match(reason) or len(reason) < 12:
            raise Fault("refusal", f"The refusal is no sentence: {reason!r}.", reason[:20], refusal.rule)
        if refusal.rule and not _RULE.match(refusal.rule):
            raise Fault("refusal", f"The refusal cites {refusal.rule!r}, which is no rule number.",
                        refusal.rule)
        order, known = self.culprit, self.game.board.index
        # What can be written and names real hexes is well formed: only a rule can stand against it.
        if order is not None and not refusal.rule and all(h in known for h in order.hexes):
            raise Fault("refusal", f"The refusal cites no rule: {reason}", f"no rule for {order.verb}")

    # -- listed orders --------------------------------------------------------------------

    def _listed(self) -> None:
        """What is listed is legal, and is listed also when asked for by unit."""
        if not self._chance(self.rates.listed):
            return
        game = self.game
        orders = game.legal_orders()
        for order in self._random.sample(orders, min(6, len(orders))):
            self._legal(order, f"`{game.text(order)}` is listed and refused")
            for unit in order.units[:1]:
                # Of attacks only a choice is listed, and another one for one unit than for all.
                if order.verb != "attack" and order not in game.legal_orders(unit):
                    raise Fault("listed", f"`{self.text}` is not among the orders that name {unit}.",
                                order.verb)
        for verb in ("move", "enter"):
            units = [o.units[0] for o in orders if o.verb == verb]
            if units and game.step == "move":
                self._range(self._random.choice(units), orders)

    def _legal(self, order: Order, told: str) -> None:
        self.trying(self.game.text(order), order)
        refusal = self.game.why_not(order)
        if refusal is not None and not isinstance(refusal, NoDiceLeft):
            raise Fault("refused", f"{told}: {refusal}", _gist(order, refusal), refusal.rule)

    def _range(self, unit: str, orders: list[Order]) -> None:
        """`destinations` and `move_order` agree with the list of orders."""
        listed = {o.hexes[-1] for o in orders if o.units == (unit,) and o.verb in ("move", "enter")}
        offered = set(self.game.destinations(unit))
        self.trying(f"the destinations of {unit}")
        if listed != offered:
            odd = ", ".join(sorted(listed ^ offered))
            raise Fault("listed", f"The destinations of {unit} and its orders differ: {odd}.", "destinations")
        for hex in self._random.sample(sorted(offered), min(3, len(offered))):
            order = self.game.move_order(unit, hex)
            self._legal(order, f"The order that takes {unit} to {hex} is refused")

    # -- saving ---------------------------------------------------------------------------

    def _saved(self) -> None:
        """A game written as JSON and read again is the same game."""
        game = self.game
        if self._twin is not None or not self._chance(self.rates.saved):
            return
        text = game.to_json()
        self.trying("saving and loading")
        twin = Game.from_json(game.design, text)
        self._same("saved", text, twin.to_json(), "A game differs after saving and loading", "state")
        if twin.legal_orders() != game.legal_orders() or twin.position() != game.position():
            raise Fault("saved", "A loaded game has other legal orders than the one saved.", "orders")
        self._twin, self._twin_left = twin, _TWIN_ORDERS

    def _beside(self, order: Order, events: str) -> None:
        """The loaded game goes on as the game itself does."""
        twin = self._twin
        if twin is None:
            return
        try:
            told = events_json(twin.apply(order))
        except IllegalOrder as refusal:
            raise Fault("saved", f"A loaded game refuses what the game itself accepts: {refusal}",
                        _gist(order, refusal), refusal.rule) from None
        self._same("saved", events, told, "A loaded game goes on differently", "events")
        self._twin_left -= 1
        if not self._twin_left:
            self._same("saved", self.game.to_json(), twin.to_json(), "A loaded game comes to another state",
                       "later state")
            self._twin = None


def _written(game: Game, order: Order) -> str:
    """The order's text where it reads back as the same order, else ""."""
    try:
        text = game.text(order)
        return text if game.parse(text) == order else ""
    except (KeyError, StopIteration, RuntimeError, IllegalOrder):
        return ""


def _gist(order: Order, refusal: IllegalOrder) -> str:
    return f"{order.verb} {refusal.rule} {refusal.reason[-30:]}"


def difference(one: str, other: str) -> str:
    """Where two texts part, for a message.

    >>> difference("the same game", "the same name")
    '“ame game” against “ame name”'
    """
    pairs = enumerate(zip(one, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(0, at - 4)
    return f"“{one[start:at + 40]}” against “{other[start:at + 40]}”"


# Orders nobody should give: legal ones with a part changed, dropped, doubled or made up.

T = TypeVar("T")
Change = Callable[[Order], Order]

_WORDS = ("reduced", "full", "assault", "cyber-war", "loss", "retreat", "0", "1", "-1", "99", "", "²", "x")
_HEXES = ("", "0000", "9999", "20 17", "-", "2017-2018", "∞")
_UNITS = ("", "nobody/1st Armored", "1st", "/", ",")
_LETTERS = "abz ,-/019Ääß{}()\t\n\u200b"


class Mutator:
    """Makes wrong (now and then right) orders out of right ones, with a random stream of its own."""

    def __init__(self, game: Game, random: Random) -> None:
        scenario = game.design.scenario
        self._random = random
        self._units = tuple(u.key for u in scenario.units) if scenario else ()
        self._hexes = game.board.numbers
        self._game = game
        self._verbs: dict[str, Order] = {"dance": Order("dance"), "": Order("")}
        self._any: tuple[Change, ...] = (
            self._verb, self._unit, self._hex, self._word, self._drop, self._double, self._old)

    def learn(self, order: Order) -> None:
        """Remember an order that was legal once, to be tried when it is not."""
        self._verbs[order.verb] = order

    def mutate(self, order: Order) -> Order:
        """The order with one to three changes."""
        for _ in range(1 + int(self._random.random() * self._random.random() * 3)):
            order = self._pick(self._any if self._random.random() < 0.2 else self._likely(order))(order)
        return order

    def _likely(self, order: Order) -> tuple[Change, ...]:
        """Changes that leave the form of the order whole, so that the rules have to judge it."""
        found: list[Change] = [self._old]
        if order.units:
            found += [self._unit, self._unit, self._another]
        if order.hexes:
            found += [self._neighbour, self._neighbour, self._hex]
        if len(order.hexes) > 1:
            found += [self._lengthen, self._shorten, self._turn_round]
        if order.words:
            found += [self._word]
        return tuple(found)

    def mutate_text(self, text: str) -> str:
        """The line with a few letters changed."""
        letters = list(text)
        for _ in range(1 + int(self._random.random() * 3)):
            at = int(self._random.random() * (len(letters) + 1))
            letters[at:at + int(self._random.random() * 3)] = self._pick(_LETTERS)
        return "".join(letters)

    def _pick(self, values: Sequence[T]) -> T:
        return values[int(self._random.random() * len(values))]

    def _put(self, values: tuple[str, ...], value: str) -> tuple[str, ...]:
        if not values:
            return (value,)
        at = int(self._random.random() * len(values))
        return (*values[:at], value, *values[at + 1:])

    def _verb(self, order: Order) -> Order:
        return order._replace(verb=self._pick(list(self._verbs)))

    def _old(self, order: Order) -> Order:
        return self._pick(list(self._verbs.values()))

    def _unit(self, order: Order) -> Order:
        pool = _UNITS if not self._units or self._random.random() < 0.1 else self._units
        return order._replace(units=self._put(order.units, self._pick(pool)))

    def _hex(self, order: Order) -> Order:
        pool = _HEXES if self._random.random() < 0.2 else self._hexes
        return order._replace(hexes=self._put(order.hexes, self._pick(pool)))

    def _neighbour(self, order: Order) -> Order:
        """A hex next to the one named: the likeliest of the wrong ones to be let through."""
        if not order.hexes:
            return self._hex(order)
        at = int(self._random.random() * len(order.hexes))
        index = self._game.board.index.get(order.hexes[at], -1)
        near = [n for n in self._game.board.neighbours[index] if n >= 0] if index >= 0 else []
        number = self._hexes[self._pick(near)] if near else self._pick(_HEXES)
        return order._replace(hexes=(*order.hexes[:at], number, *order.hexes[at + 1:]))

    def _another(self, order: Order) -> Order:
        """One unit more."""
        return order._replace(units=(*order.units, self._pick(self._units or _UNITS)))

    def _shorten(self, order: Order) -> Order:
        at = int(self._random.random() * len(order.hexes))
        return order._replace(hexes=(*order.hexes[:at], *order.hexes[at + 1:]))

    def _lengthen(self, order: Order) -> Order:
        """One hex more at the end of the path."""
        index = self._game.board.index.get(order.hexes[-1], -1) if order.hexes else -1
        near = [n for n in self._game.board.neighbours[index] if n >= 0] if index >= 0 else []
        return order._replace(hexes=(*order.hexes, self._hexes[self._pick(near)])) if near else order

    def _word(self, order: Order) -> Order:
        return order._replace(words=self._put(order.words, self._pick(_WORDS)))

    def _drop(self, order: Order) -> Order:
        return self._pick((
            order._replace(units=order.units[:-1]), order._replace(hexes=order.hexes[:-1]),
            order._replace(hexes=order.hexes[1:]), order._replace(words=order.words[:-1]),
            Order(order.verb)))

    def _double(self, order: Order) -> Order:
        return self._pick((
            order._replace(units=(*order.units, *order.units[-1:])),
            order._replace(hexes=(*order.hexes, *order.hexes[-1:])),
            order._replace(words=(*order.words, *order.words[-1:]))))

    def _turn_round(self, order: Order) -> Order:
        return order._replace(hexes=order.hexes[::-1], units=order.units[::-1])
