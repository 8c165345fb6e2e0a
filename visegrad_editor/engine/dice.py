"""Dice: a stream that depends only on its seed, or a list of given rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import VisegradError

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
DEFAULT_SEED = 0
"""The seed of a game for which none is given, on the command line, in the window and in a game file."""
MOST_ROLLS = 1_000_000
"""More rolls than any game makes."""


class DiceExhaustedError(VisegradError):
    """The list of given rolls is used up and the game needs another; `purpose` says what for, "" if that is
    not known."""

    def __init__(self, message: str, purpose: str = "") -> None:
        super().__init__(message)
        self.purpose = purpose


def _mix(z: int) -> int:
    """The finishing steps of the SplitMix64 generator (public domain)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_rolls(given: Any) -> None:
    if not isinstance(given, list | tuple):
        raise ValueError(f"Dice are given as a list of rolls, for example [4, 2, 6], not as {given!r}.")
    for roll in given:
        if not _is_whole(roll) or not 1 <= roll <= 6:
            raise ValueError(f"{roll!r} is not a roll of a six-sided die.")


class Dice:
    """A stream of six-sided dice.

    Roll number k depends only on the seed and k, so the stream is the same on every machine and Python
    version, and setting `count` is enough to go back.

    >>> d = Dice(7); [d.roll() for _ in range(5)] == [Dice(7).peek(k) for k in range(5)]
    True
    >>> Dice(given=[6, 1]).roll()
    6

    Raises `ValueError` for a seed that is not a whole number, and for rolls that are not 1 to 6.
    """

    def __init__(self, seed: int = DEFAULT_SEED, given: Sequence[int] | None = None) -> None:
        if not _is_whole(seed):
            raise ValueError(f"A seed is a whole number, not {seed!r}.")
        if given is not None:
            _check_rolls(given)
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
                    f"roll{'' if len(self.given) == 1 else 's'}, and the game needs one more{use}.", purpose)
            return min(self.given[number], sides)
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
    def from_data(cls, data: dict[str, Any]) -> Dice:
        """The dice that `as_data` wrote; raises `ValueError` for other data."""
        dice = cls(data.get("seed", ""), data.get("given"))
        count: Any = data.get("count")
        most = MOST_ROLLS if dice.given is None else len(dice.given)
        if not _is_whole(count) or not 0 <= count <= most:
            raise ValueError(f"{count!r} dice rolls are impossible; the number of rolls is 0 to {most}.")
        dice.count = count
        return dice
