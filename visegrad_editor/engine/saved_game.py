"""Saved games as written by `Game.to_json`: the parts common to all games, checked when they are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..errors import VisegradError
from ..model.ruleset import Ruleset
from .dice import Dice, greatest_die
from .events import Event
from .orders import Order, cut
from .position import OrderMark


class SavedGameError(VisegradError, ValueError):
    """A text that is not a saved game of the design; the message is a sentence that says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"This is not a saved game of this scenario: {why}")
        self.why = why


def is_whole(value: object, least: int = 0, most: int | None = None) -> bool:
    """Whether a value is a whole number within bounds; True and False are not numbers.

    >>> is_whole(3, 0, 3), is_whole(True), is_whole(-1), is_whole("1")
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value and (
        most is None or value <= most)


def is_list(value: object, part: Callable[[Any], bool], length: int | None = None) -> bool:
    """Whether a value is a list, of the given length if any, and `part` is true for each element."""
    return isinstance(value, list) and length in (None, len(value)) and all(map(part, value))


def is_text(value: object) -> bool:
    """Whether a value is a string."""
    return isinstance(value, str)


def is_texts(value: object) -> bool:
    """Whether a value is a list of strings."""
    return is_list(value, is_text)


class SavedGame:
    """The parts of a saved game of a ruleset; `state` is read by the game's rules. Raises
    `SavedGameError`."""

    def __init__(self, text: str, ruleset: Ruleset) -> None:
        data = _object(text)
        for name, kind in (("dice", dict), ("state", dict), ("orders", list), ("events", list)):
            if not isinstance(data.get(name), kind):
                raise SavedGameError(f"`{name}` is missing or cannot be read.")
        try:
            most = greatest_die(ruleset) if data["dice"].get("given") else 6
            self.dice = Dice.from_data(data["dice"], most)
        except ValueError as error:
            raise SavedGameError(str(error)) from None
        self.state: dict[str, Any] = data["state"]
        self.events = [_event(e) for e in data["events"]]
        self.orders = [_mark(m, len(self.events)) for m in data["orders"]]


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise SavedGameError("it is not JSON, or it is damaged.") from None
    if not isinstance(data, dict):
        raise SavedGameError(f"it is {cut(repr(data))}, not an object with dice, state, orders and events.")
    if "seen_by" in data:
        raise ValueError("This is one side's view of a game, which cannot be resumed; save the game with "
                         "`to_json`.")
    return data


_NEEDED = {"turn": is_whole, "phase": is_text, "type": is_text, "text": is_text}
_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "rule": is_text, "side": is_text, "hexes": is_texts, "units": is_texts,
    "dice": lambda v: is_list(v, lambda d: is_whole(d, 1, 100)),
}


def _event(data: Any) -> Event:
    good = isinstance(data, dict) and data.keys() >= _NEEDED.keys() and all(
        (_NEEDED.get(name) or _ALLOWED.get(name, lambda v: False))(value) for name, value in data.items())
    if not good:
        raise SavedGameError(f"{cut(repr(data))} is not an event.")
    made: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    return Event(**made)


_MARK: tuple[Callable[[Any], bool], ...] = (
    is_whole, is_text, is_text, is_whole, is_text, is_texts, is_texts, is_texts)


def _mark(data: Any, events: int) -> OrderMark:
    good = isinstance(data, list) and len(data) == len(_MARK) and all(
        test(value) for test, value in zip(_MARK, data, strict=True)) and data[3] <= events
    if not good:
        raise SavedGameError(f"{cut(repr(data))} is not an order.")
    turn, phase, side, before, verb, units, hexes, words = data
    return OrderMark(turn, phase, side, Order(verb, tuple(units), tuple(hexes), tuple(words)), before)
