"""The places clicked so far and the legs between them. Escape undoes the last one."""

from __future__ import annotations

from typing import Generic, TypeVar

P = TypeVar("P")
S = TypeVar("S")


class ClickPath(Generic[P, S]):
    """A path of clicks. `P` is the type of a clicked place, `S` that of a step of a leg.

    >>> c = ClickPath(); c.begin("a"); c.add("b", (1, 2)); c.add("c", (3,))
    >>> c.last, c.steps, c.back(), c.last, c.steps, c.back(), c.back(), c.back()
    ('c', (1, 2, 3), True, 'b', (1, 2), True, True, False)
    """

    def __init__(self) -> None:
        self.places: list[P] = []
        self.legs: list[tuple[S, ...]] = []

    def __bool__(self) -> bool:
        return bool(self.places)

    @property
    def last(self) -> P | None:
        """Where the next leg begins."""
        return self.places[-1] if self.places else None

    @property
    def steps(self) -> tuple[S, ...]:
        """The steps of all legs, in order."""
        return tuple(s for leg in self.legs for s in leg)

    def begin(self, place: P) -> None:
        """Start with the first place."""
        self.places, self.legs = [place], []

    def add(self, place: P, leg: tuple[S, ...]) -> None:
        """Continue to a place."""
        self.places.append(place)
        self.legs.append(leg)

    def back(self) -> bool:
        """Remove the last place; False if there is none."""
        if not self.places:
            return False
        self.places.pop()
        if self.legs:
            self.legs.pop()
        return True

    def clear(self) -> None:
        """Forget everything."""
        self.places, self.legs = [], []

    def copy(self) -> ClickPath[P, S]:
        """An independent copy of the path."""
        other: ClickPath[P, S] = ClickPath()
        other.places, other.legs = list(self.places), list(self.legs)
        return other
