"""A course of clicks: places, and the legs between them. Escape undoes the last one."""

from __future__ import annotations

import math
from typing import Generic, TypeVar

from ...hexgrid import Hexside, Point
from ...model.gamemap import GameMap

P = TypeVar("P")
S = TypeVar("S")


class Course(Generic[P, S]):
    """A course of clicks. `P` is the type of a clicked place, `S` that of a step of a leg.

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

    def copy(self) -> Course[P, S]:
        """An independent copy of the course."""
        other: Course[P, S] = Course()
        other.places, other.legs = list(self.places), list(self.legs)
        return other


# The hexsides and stretches of road near a point of the map.

def distance_to(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a line segment, in map units."""
    (px, py), (x0, y0), (x1, y1) = point, start, end
    dx, dy = x1 - x0, y1 - y0
    t = max(0.0, min(1.0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(px - x0 - t * dx, py - y0 - t * dy)


def sides_near(map: GameMap, point: Point, near: float) -> list[Hexside]:
    """The hexsides with lines on them within `near` map units of a point, nearest first."""
    hex = map.geometry.hex_at(*point)
    if hex is None:
        return []
    distances = [(distance_to(point, *map.geometry.side_ends(s)), s)
                 for s in map.grid.sides(hex) if s in map.side_lines]
    return [side for away, side in sorted(distances) if away < near]


def roads_near(map: GameMap, point: Point, near: float) -> list[Hexside]:
    """The hexsides crossed by roads within `near` map units of a point, nearest first."""
    hex, centre = map.geometry.hex_at(*point), map.geometry.centre
    if hex is None:
        return []
    distances = [(distance_to(point, centre(s.a), centre(s.b)), s)
                 for s in map.grid.sides(hex) if s in map.road_segments]
    return [side for away, side in sorted(distances) if away < near]
