"""The checks of a game during play; each raises a `FaultError`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from ..engine import Event, Game, IllegalOrderError, NoDiceLeftError, Order, Position, events_json
from ..engine import invariants as common
from ..engine.events import event_faults
from ..engine.record import parse_record, record_of, record_text, replay
from ..model.provenance import is_block_name, is_rule_number
from .faults import FaultError, GameReport, Rates

_SENTENCE = re.compile(r"""[A-Z0-9"`'].*[.?!]\Z""", re.DOTALL)
_MOVES = ("move", "move-by", "enter", "enter-by")
"""The orders that take a unit along a path."""
_TWIN_ORDERS = 8
"""How many orders a loaded game is played in parallel with the game that was saved."""


class GameChecker:
    """Checks one game, with its own random stream. `text` describes what is being tried, for reports;
    `culprit` is the same as an order that can be written down, or None. With `keep_to_orders` only the
    requested orders are given."""

    def __init__(self, game: Game, scenario: str, random: Random, rates: Rates, report: GameReport) -> None:
        self.game, self.scenario, self.rates, self.report = game, scenario, rates, report
        self.text = ""
        self.culprit: Order | None = None
        self.keep_to_orders = False
        self._random = random
        self._mutator = Mutator(game, random)
        self._twin: Game | None = None
        self._twin_left = 0
        self.position = game.position()
        self._check_events(game.events)
        self._check_invariants(self.position, None)

    def _chance(self, rate: float) -> bool:
        return self._random.random() < rate

    def note_trial(self, text: str, culprit: Order | None = None) -> None:
        """Note what is tried next, for the report if it fails."""
        self.text, self.culprit = text, culprit

    # -- giving orders --------------------------------------------------------------------

    def give_order(self, order: Order) -> None:
        """Give an order, or a mutation of it that proves legal, with all checks before and after."""
        order = self._try_wrong_order(order)
        self._check_listing()
        self._check_saving()
        self._apply(order)
        self._mutator.learn(order)
        self._check_invariants(self.game.position(), order)

    def _apply(self, order: Order) -> None:
        """Check that a legal order is accepted, can be written and read, and is undone exactly."""
        game = self.game
        text = game.text(order)
        self.note_trial(text, order)
        again = game.parse(text)
        if again != order:
            raise FaultError(
                "text", f"The order {order} is written `{text}`, which reads as {again}.", order.verb)
        undone = self._chance(self.rates.undo)
        before = game.to_json() if undone else ""
        try:
            events = game.apply(order)
        except IllegalOrderError as refusal:
            raise FaultError(
                "refused", f"An order that was legal is refused: {refusal}", _gist(order, refusal),
                refusal.rule) from None
        if undone:
            after = game.to_json()
            game.undo()
            self._compare("undo", before, game.to_json(), f"Taking back `{text}` does not restore the game",
                       order.verb)
            game.apply(order)
            self._compare(
                "undo", after, game.to_json(), f"`{text}` given again does something else", order.verb)
        self._check_events(events)
        self._check_loaded_game(order, events_json(events))
        self.report.orders += 1
        self.report.verbs[order.verb] += 1

    def _check_events(self, events: Iterable[Event]) -> None:
        """Check that events keep their contract and name only units and hexes of the game."""
        known, numbers = self.position.units, self.game.board.index
        for event in events:
            faults = event_faults(event)
            faults += [f"The event `{event.type}` names a unit that does not exist: {key}."
                       for key in event.units if key not in known]
            faults += [f"The event `{event.type}` names a hex that does not exist: {hex}."
                       for hex in event.hexes if hex not in numbers]
            if faults:
                raise FaultError("event", faults[0], event.type, event.rule)

    @staticmethod
    def _compare(kind: str, one: str, other: str, message: str, signature: str) -> None:
        if one != other:
            raise FaultError(kind, f"{message}: {difference(one, other)}.", signature)

    # -- invariants -----------------------------------------------------------------------

    def _check_invariants(self, after: Position, order: Order | None) -> None:
        game, before = self.game, self.position
        for breach in common.breaches(game.design, game.board, before, after):
            raise FaultError("invariant", breach.text, breach.name, breach.rule)
        for breach in game.system.invariants(game, before, after, order):
            raise FaultError("invariant", breach.text, breach.name, breach.rule)
        if not game.side and game.outcome is None:
            raise FaultError("invariant", "It is nobody's decision, and the game is not over.", "nobody")
        self.position = after

    def finish(self) -> None:
        """Check that no order is legal after the end, and that the record gives the same game again."""
        game = self.game
        self.note_trial("the end of the game")
        if game.legal_orders():
            raise FaultError("after-end", "Orders are legal after the end of the game.", "orders")
        for event in game.events:
            self.report.rules[event.rule] += 1
        if not self._chance(self.rates.replay):
            return
        self.note_trial("replaying the record")
        again = replay(game.design, parse_record(record_text(record_of(game, self.scenario))))
        self._compare("replay", events_json(game.events), events_json(again.events),
                   "The record of the game gives other events", "events")
        self._compare("replay", game.to_json(), again.to_json(), "The record gives another state", "state")

    # -- wrong orders ---------------------------------------------------------------------

    def _try_wrong_order(self, order: Order) -> Order:
        """Try a wrong order: it must be refused with a sentence and change nothing. If it proves legal after
        all, it is returned now and then to be given in place of the right one."""
        if not self._chance(self.rates.wrong):
            return order
        game = self.game
        text = self._mutator.mutate_text(game.text(order)) if self._chance(0.2) else ""
        wrong = self._mutator.mutate(order)
        whole = self._chance(self.rates.whole)
        before = self._state(whole)
        refusal: IllegalOrderError | None
        try:
            if text:
                self.note_trial(text)
                wrong = game.parse(text)
            written = _written(game, wrong)
            self.note_trial(written or f"{wrong}", wrong if written else None)
            refusal = game.why_not(wrong)
        except IllegalOrderError as error:
            refusal = error
        if isinstance(refusal, NoDiceLeftError):
            return order
        if self._state(whole) != before:
            raise FaultError("side-effect", "Asking whether an order is legal changes the game.", game.step)
        if refusal is None:
            self._check_listed(wrong)
            return wrong if not self.keep_to_orders and self._chance(0.5) else order
        self._check_refusal(refusal)
        if self._chance(0.3):
            self._refuse(text or wrong, before, whole)
        return order

    def _check_listed(self, order: Order) -> None:
        """Check that an order that proves legal is listed, perhaps with another path or another mode to the
        same hex. Of attacks and of orders to several units only a selection is listed, and no move that ends
        where it began."""
        there_and_back = len(order.hexes) > 2 and order.hexes[0] == order.hexes[-1]
        if order.verb == "attack" or len(order.units) > 1 or there_and_back:
            return
        wanted = _what(order)
        if all(_what(o) != wanted for o in self.game.legal_orders(*order.units)):
            raise FaultError("listed", f"`{self.text}` is legal and not among the legal orders.", order.verb)

    def _refuse(self, wrong: Order | str, before: Any, whole: bool) -> None:
        """Give an order that must be refused."""
        try:
            self.game.apply(wrong)
        except IllegalOrderError:
            if self._state(whole) != before:
                raise FaultError("side-effect", "A refused order changes the game.", self.game.step) from None
            return
        raise FaultError("refusal", "An order that `why_not` calls illegal is performed.", "why_not")

    def _state(self, whole: bool) -> Any:
        """The whole state of the game as text, or a part of it that shows most changes."""
        g = self.game
        return g.to_json() if whole else (
            g.position(), g.dice.count, g.event_count, g.step, g.side)

    def _check_refusal(self, refusal: IllegalOrderError) -> None:
        self.report.refused[refusal.rule] += 1
        reason = refusal.reason
        if not _SENTENCE.match(reason) or len(reason) < 12:
            raise FaultError(
                "refusal", f"The refusal is not a sentence: {reason!r}.", reason[:20], refusal.rule)
        # Games from data quote the numbers of the designer, whatever they look like; checks warn of them.
        if refusal.rule and self.game.system.id != "standard" and not (
                is_rule_number(refusal.rule) or is_block_name(refusal.rule)):
            raise FaultError("refusal", f"The refusal cites {refusal.rule!r}, which is not a rule number.",
                             refusal.rule)
        order, known = self.culprit, self.game.board.index
        # An order that can be written and names real hexes is well formed, so only a rule can forbid it.
        if order is not None and not refusal.rule and all(h in known for h in order.hexes) and not (
                self._is_set_up_without_rule(order)):
            raise FaultError("refusal", f"The refusal cites no rule: {reason}", f"no rule for {order.verb}")

    def _is_set_up_without_rule(self, order: Order) -> bool:
        """Whether an order sets up a unit of a set-up group that has no rule number, so that none can be
        cited."""
        scenario = self.game.design.scenario
        if scenario is None or self.game.step != "place":
            return False
        groups = (scenario.group_of(u) for u in scenario.units if u.key in order.units)
        return any(group is not None and not group.rule for group in groups)

    # -- listed orders --------------------------------------------------------------------

    def _check_listing(self) -> None:
        """Check that listed orders are legal, and are also listed for each of their units."""
        if not self._chance(self.rates.listed):
            return
        game = self.game
        orders = game.legal_orders()
        for order in self._random.sample(orders, min(6, len(orders))):
            self._check_legal(order, f"`{game.text(order)}` is listed and refused")
            for unit in order.units[:1]:
                # Only a selection of attacks is listed, and a different one for a single unit.
                if order.verb != "attack" and order not in game.legal_orders(unit):
                    raise FaultError("listed", f"`{self.text}` is not among the orders that name {unit}.",
                                     order.verb)
        for verbs in (("move", "move-by"), ("enter", "enter-by")):
            units = [o.units[0] for o in orders if o.verb in verbs]
            if units and game.step == "move":
                self._check_destinations(self._random.choice(units), orders)

    def _check_legal(self, order: Order, message: str) -> None:
        self.note_trial(self.game.text(order), order)
        refusal = self.game.why_not(order)
        if refusal is not None and not isinstance(refusal, NoDiceLeftError):
            raise FaultError("refused", f"{message}: {refusal}", _gist(order, refusal), refusal.rule)

    def _check_destinations(self, unit: str, orders: list[Order]) -> None:
        """Check that `destinations` and `move_order` agree with the list of orders."""
        listed = {o.hexes[-1] for o in orders if o.units == (unit,) and o.verb in _MOVES}
        offered = set(self.game.destinations(unit))
        self.note_trial(f"the destinations of {unit}")
        if listed != offered:
            odd = ", ".join(sorted(listed ^ offered))
            raise FaultError(
                "listed", f"The destinations of {unit} and its orders differ: {odd}.", "destinations")
        for hex in self._random.sample(sorted(offered), min(3, len(offered))):
            order = self.game.move_order(unit, hex)
            self._check_legal(order, f"The order that takes {unit} to {hex} is refused")

    # -- saving ---------------------------------------------------------------------------

    def _check_saving(self) -> None:
        """Check that a game written as JSON and read again is the same game."""
        game = self.game
        if self._twin is not None or not self._chance(self.rates.saved):
            return
        text = game.to_json()
        self.note_trial("saving and loading")
        twin = Game.from_json(game.design, text)
        self._compare("saved", text, twin.to_json(), "A game differs after saving and loading", "state")
        if twin.legal_orders() != game.legal_orders() or twin.position() != game.position():
            raise FaultError("saved", "A loaded game has other legal orders than the one saved.", "orders")
        self._twin, self._twin_left = twin, _TWIN_ORDERS

    def _check_loaded_game(self, order: Order, events: str) -> None:
        """Check that the loaded game continues exactly as the game itself."""
        twin = self._twin
        if twin is None:
            return
        try:
            twin_events = events_json(twin.apply(order))
        except IllegalOrderError as refusal:
            raise FaultError("saved", f"A loaded game refuses what the game itself accepts: {refusal}",
                             _gist(order, refusal), refusal.rule) from None
        self._compare("saved", events, twin_events, "A loaded game goes on differently", "events")
        self._twin_left -= 1
        if not self._twin_left:
            self._compare("saved", self.game.to_json(), twin.to_json(),
                          "A loaded game reaches a different state", "later state")
            self._twin = None


def _written(game: Game, order: Order) -> str:
    """The order's text if it reads back as the same order, else ""."""
    try:
        text = game.text(order)
        return text if game.parse(text) == order else ""
    except (KeyError, StopIteration, RuntimeError, IllegalOrderError):
        return ""


def _what(order: Order) -> Order:
    """What an order does, whatever the way: moves to one hex are alike."""
    return order._replace(verb="move", hexes=order.hexes[-1:], words=()) if order.verb in _MOVES else (
        order._replace(hexes=order.hexes[-1:]))


def _gist(order: Order, refusal: IllegalOrderError) -> str:
    return f"{order.verb} {refusal.rule} {refusal.reason[-30:]}"


def difference(one: str, other: str) -> str:
    """The place where two texts differ, for a message.

    >>> difference("the same game", "the same name")
    '"ame game" against "ame name"'
    """
    pairs = enumerate(zip(one, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(0, at - 4)
    return f'"{one[start:at + 40]}" against "{other[start:at + 40]}"'


# -- wrong orders: legal ones with a part changed, dropped, doubled or made up ---------------------


T = TypeVar("T")
Change = Callable[[Order], Order]

_WORDS = ("reduced", "retreat", "0", "1", "-1", "99", "", "²", "x")
_HEXES = ("", "0000", "9999", "20 17", "-", "2017-2018", "∞")
_UNITS = ("", "nobody/1st Armored", "1st", "/", ",")
_LETTERS = "abz ,-/019Ääß{}()\t\n\u200b"


class Mutator:
    """Turns right orders into wrong (now and then right) ones, with its own random stream."""

    def __init__(self, game: Game, random: Random) -> None:
        scenario = game.design.scenario
        self._random = random
        self._units = tuple(u.key for u in scenario.units) if scenario else ()
        self._hexes = game.board.numbers
        self._game = game
        self._words = dict.fromkeys((*_WORDS, *(t.id for t in game.design.ruleset.tables)))
        self._verbs: dict[str, Order] = {"dance": Order("dance"), "": Order("")}
        self._any: tuple[Change, ...] = (
            self._verb, self._unit, self._hex, self._word, self._drop, self._double, self._old)

    def learn(self, order: Order) -> None:
        """Remember an order that was legal once, to try it later when it may not be."""
        self._verbs[order.verb] = order
        self._words.update(dict.fromkeys(order.words))

    def mutate(self, order: Order) -> Order:
        """The order with one to three changes."""
        for _ in range(1 + int(self._random.random() * self._random.random() * 3)):
            order = self._pick(self._any if self._random.random() < 0.2 else self._likely(order))(order)
        return order

    def _likely(self, order: Order) -> tuple[Change, ...]:
        """Changes that keep the form of the order, so that the rules have to judge it."""
        changes: list[Change] = [self._old]
        if order.units:
            changes += [self._unit, self._unit, self._another]
        if order.hexes:
            changes += [self._neighbour, self._neighbour, self._hex]
        if len(order.hexes) > 1:
            changes += [self._lengthen, self._shorten, self._turn_round]
        if order.words:
            changes += [self._word]
        return tuple(changes)

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
        """Replace a hex by one of its neighbours, the wrong hex most likely to be accepted."""
        if not order.hexes:
            return self._hex(order)
        at = int(self._random.random() * len(order.hexes))
        index = self._game.board.index.get(order.hexes[at], -1)
        near = [n for n in self._game.board.neighbours[index] if n >= 0] if index >= 0 else []
        number = self._hexes[self._pick(near)] if near else self._pick(_HEXES)
        return order._replace(hexes=(*order.hexes[:at], number, *order.hexes[at + 1:]))

    def _another(self, order: Order) -> Order:
        """Add a unit."""
        return order._replace(units=(*order.units, self._pick(self._units or _UNITS)))

    def _shorten(self, order: Order) -> Order:
        at = int(self._random.random() * len(order.hexes))
        return order._replace(hexes=(*order.hexes[:at], *order.hexes[at + 1:]))

    def _lengthen(self, order: Order) -> Order:
        """Add a hex at the end of the path."""
        index = self._game.board.index.get(order.hexes[-1], -1) if order.hexes else -1
        near = [n for n in self._game.board.neighbours[index] if n >= 0] if index >= 0 else []
        return order._replace(hexes=(*order.hexes, self._hexes[self._pick(near)])) if near else order

    def _word(self, order: Order) -> Order:
        return order._replace(words=self._put(order.words, self._pick(list(self._words))))

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
