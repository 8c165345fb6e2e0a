"""A course laid by clicks: places, and the legs between them. Escape takes the last one back."""

from __future__ import annotations

from typing import Generic, TypeVar

P = TypeVar("P")
S = TypeVar("S")


class Course(Generic[P, S]):
    """`P` is what is clicked, `S` what a leg consists of.

    >>> c = Course(); c.begin("a"); c.add("b", (1, 2)); c.add("c", (3,))
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
        """What all legs consist of, in order."""
        return tuple(s for leg in self.legs for s in leg)

    def begin(self, place: P) -> None:
        """Lay the first place."""
        self.places, self.legs = [place], []

    def add(self, place: P, leg: tuple[S, ...]) -> None:
        """Go on to a place."""
        self.places.append(place)
        self.legs.append(leg)

    def back(self) -> bool:
        """Take the last place back; False where there is none."""
        if not self.places:
            return False
        self.places.pop()
        if self.legs:
            self.legs.pop()
        return True

    def clear(self) -> None:
        """Forget everything."""
        self.places, self.legs = [], []

    def copy(self) -> Course[P, S]:
        """The same course, to go on from without changing this one."""
        other: Course[P, S] = Course()
        other.places, other.legs = list(self.places), list(self.legs)
        return other
