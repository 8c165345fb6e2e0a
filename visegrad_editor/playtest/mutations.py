"""Orders nobody should give: legal ones with a part changed, dropped, doubled or made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from ..engine import Game, Order

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
