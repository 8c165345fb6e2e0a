"""Dice: a stream that depends only on its seed, or a list of given rolls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

from ..errors import VisegradError
from ..model.ruleset import Ruleset

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_DICE = re.compile(r"[1-9]d([1-9][0-9]{0,2})")
DEFAULT_SEED = 0
"""The seed of a game for which none is given, on the command line, in the window and in a game file."""
MOST_ROLLS = 1_000_000
"""More rolls than any game makes."""
MOST_SIDES = 100
"""The sides of the greatest die that a ruleset may name."""


class DiceExhaustedError(VisegradError):
    """The list of given rolls is used up and the game needs another; `purpose` says what for, "" if that is
    not known, `sides` of which die. The first `number` rolls of the list are good: a roll after them that the
    die cannot show is of no use either."""

    def __init__(self, message: str, purpose: str = "", sides: int = 6, number: int = 0) -> None:
        super().__init__(message)
        self.purpose, self.sides, self.number = purpose, sides, number


def greatest_die(ruleset: Ruleset) -> int:
    """The sides of the greatest die that a ruleset names; at least 6."""
    found = 6

    def look(value: Any) -> None:
        nonlocal found
        if is_dataclass(value) and not isinstance(value, type):
            for f in fields(value):
                look(getattr(value, f.name))
        elif isinstance(value, tuple):
            for one in value:
                look(one)
        elif isinstance(value, str) and (dice := _DICE.fullmatch(value)):
            found = max(found, int(dice[1]))

    look(ruleset)
    return found


def no_roll(value: object, sides: int = 6) -> str:
    """Why a value is not a roll of a die.

    >>> no_roll(7), no_roll(12, 10)
    ('7 is not a roll of a six-sided die.', '12 is not a roll of a die with 10 sides.')
    """
    return f"{value!r} is not a roll of a {'six-sided die' if sides == 6 else f'die with {sides} sides'}."


def _mix(z: int) -> int:
    """The finishing steps of the SplitMix64 generator (public domain)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_rolls(given: Any, most: int) -> None:
    if not isinstance(given, list | tuple):
        raise ValueError(f"Dice are given as a list of rolls, for example [4, 2, 6], not as {given!r}.")
    for roll in given:
        if not _is_whole(roll) or not 1 <= roll <= most:
            raise ValueError(no_roll(roll, most))


class Dice:
    """A stream of dice, six-sided if nothing else is said.

    Roll number k depends only on the seed and k, so the stream is the same on every machine and Python
    version, and setting `count` is enough to go back.

    >>> d = Dice(7); [d.roll() for _ in range(5)] == [Dice(7).peek(k) for k in range(5)]
    True
    >>> Dice(given=[6, 1]).roll()
    6

    Raises `ValueError` for a seed that is not a whole number, and for rolls that are not 1 to `most`, the
    sides of the greatest die of the game.
    """

    def __init__(
        self, seed: int = DEFAULT_SEED, given: Sequence[int] | None = None, most: int = 6,
    ) -> None:
        if not _is_whole(seed):
            raise ValueError(f"A seed is a whole number, not {seed!r}.")
        if given is not None:
            _check_rolls(given, most)
        self.seed = seed
        self.given = None if given is None else tuple(given)
        self.count = 0
        self._base = _mix((seed ^ (seed >> 64)) & _MASK)

    def peek(self, number: int, purpose: str = "", sides: int = 6) -> int:
        """The roll with this number, counted from 0, of a die with so many sides. Raises `DiceExhaustedError`
        with the `purpose`."""
        if self.given is not None:
            if number >= len(self.given):
                use = f" for {purpose}" if purpose else ""
                raise DiceExhaustedError(
                    f"The list of dice is used up after {len(self.given)} "
                    f"roll{'' if len(self.given) == 1 else 's'}, and the game needs one more{use}.", purpose,
                    sides, number)
            if self.given[number] > sides:
                raise DiceExhaustedError(
                    f"Roll {number + 1} of the list of dice is {self.given[number]}, and the die"
                    f"{f' for {purpose}' if purpose else ''} has {sides} sides.", purpose, sides, number)
            return self.given[number]
        return _mix((self._base + (number + 1) * _STEP) & _MASK) % sides + 1

    def roll(self, purpose: str = "", sides: int = 6) -> int:
        """The next roll, 1 to 6 or to another number of `sides`. `purpose` says what it is for, for people
        who roll real dice, as in `die 1 of 2: Russian 1st CAS`."""
        value = self.peek(self.count, purpose, sides)
        self.count += 1
        return value

    @contextmanager
    def imagined(self, seed: int) -> Iterator[None]:
        """Other rolls, from another seed, for the length of a `with` block, so that nobody learns the true
        ones. Afterwards the dice are as before.

        >>> d = Dice(7); first = d.peek(0)
        >>> with d.imagined(8):
        ...     d.roll() == Dice(8).peek(0)
        True
        >>> d.count, d.peek(0) == first
        (0, True)
        """
        kept = (self.seed, self.given, self.count, self._base)
        self.__init__(seed)  # type: ignore[misc]
        try:
            yield
        finally:
            self.seed, self.given, self.count, self._base = kept

    def as_data(self) -> dict[str, Any]:
        """JSON-ready: seed, number of rolls made, and the list of given rolls if any."""
        data: dict[str, Any] = {"seed": self.seed, "count": self.count}
        if self.given is not None:
            data["given"] = list(self.given)
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any], most: int = 6) -> Dice:
        """The dice that `as_data` wrote; raises `ValueError` for other data."""
        dice = cls(data.get("seed", ""), data.get("given"), most)
        count: Any = data.get("count")
        most = MOST_ROLLS if dice.given is None else len(dice.given)
        if not _is_whole(count) or not 0 <= count <= most:
            raise ValueError(f"{count!r} dice rolls are impossible; the number of rolls is 0 to {most}.")
        dice.count = count
        return dice
