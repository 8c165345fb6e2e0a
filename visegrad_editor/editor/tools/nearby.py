"""The hexsides and stretches of road near a point of the map."""

from __future__ import annotations

import math

from ...hexgrid import Hexside, Point
from ...model.gamemap import GameMap


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
