"""A course laid by clicks: places, and the legs between them. Escape takes the last one back."""

from __future__ import annotations

import math
from typing import Generic, TypeVar

from ...hexgrid import Hexside, Point
from ...model.gamemap import GameMap

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


# What lies nearest a point of a map: hexsides with something on them, stretches of road.

def distance_to(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a stretch of line, in map units."""
    (px, py), (x0, y0), (x1, y1) = point, start, end
    dx, dy = x1 - x0, y1 - y0
    t = max(0.0, min(1.0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(px - x0 - t * dx, py - y0 - t * dy)


def sides_near(map: GameMap, point: Point, near: float) -> list[Hexside]:
    """The hexsides with something on them that lie nearer the point than that, the nearest first."""
    hex = map.geometry.hex_at(*point)
    if hex is None:
        return []
    found = [(distance_to(point, *map.geometry.side_ends(s)), s)
             for s in map.grid.sides(hex) if s in map.side_lines]
    return [side for away, side in sorted(found) if away < near]


def roads_near(map: GameMap, point: Point, near: float) -> list[Hexside]:
    """The hexsides crossed by stretches of road nearer the point than that, the nearest first."""
    hex, centre = map.geometry.hex_at(*point), map.geometry.centre
    if hex is None:
        return []
    found = [(distance_to(point, centre(s.a), centre(s.b)), s)
             for s in map.grid.sides(hex) if s in map.road_segments]
    return [side for away, side in sorted(found) if away < near]
