"""The position of a name placed by the designer: its middle, its box, the frame around its letters."""

from __future__ import annotations

import math

from ...hexgrid import HexGeometry, Point
from ...model.lettering import DIRECTIONS, Spot, turned_spot
from ..curves import Box
from ..primitives import Text
from .fonts import text_width

_BELOW, _ABOVE, _BESIDE = 0.66, -0.52, 0.55
"""How far from the centre of its hex the middle line of a name is, and where its letters begin."""


def half_extent(text: Text) -> Point:
    """Half the width and height of the box around a text, with its rotation."""
    width = text_width(text.text, text.size, text.bold, text.italic, text.spacing, text.family) / 2
    height = text.size / 2
    angle = math.radians(text.rotation)
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    return width * cos + height * sin, width * sin + height * cos


def spot_point(spot: Spot, centre: Point, half: Point, size: float, geometry: HexGeometry) -> Point:
    """The middle of a name whose box has this half width and height; `centre` is that of its hex as drawn, on
    a map that may be rotated. "" counts as the middle."""
    spot = turned_spot(spot, geometry.turn)
    x, y = centre
    if not isinstance(spot, str):
        return x + spot[0], y + spot[1]
    if spot not in DIRECTIONS:
        return centre
    width, height = half[0], half[1] - size / 2
    diagonal = len(spot) == 2
    side = 1 if "E" in spot else -1 if "W" in spot else 0
    dx = side * ((_BESIDE * 0.7 if diagonal else _BESIDE) + width)
    down = _BELOW * 0.8 if diagonal else _BELOW
    up = _ABOVE * 0.8 if diagonal else _ABOVE
    dy = down + height if "S" in spot else up - height if "N" in spot else 0.0
    return x + dx, y + dy


def box_about(text: Text) -> Box:
    """The box around a text."""
    (x, y), (width, height) = text.at, half_extent(text)
    return x - width, y - height, x + width, y + height


def frame(text: Text, margin: float = 0.06) -> tuple[Point, Point, Point, Point]:
    """The four corners of a frame around the letters, with their rotation."""
    width = text_width(text.text, text.size, text.bold, text.italic, text.spacing, text.family) / 2 + margin
    height = text.size / 2 + margin
    angle = math.radians(text.rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = text.at

    def corner(dx: float, dy: float) -> Point:
        return x + dx * cos - dy * sin, y + dx * sin + dy * cos

    return corner(-width, -height), corner(width, -height), corner(width, height), corner(-width, height)


def within(text: Text, point: Point, margin: float = 0.06) -> bool:
    """Whether a point is on or very near the letters of a text."""
    angle = math.radians(text.rotation)
    dx, dy = point[0] - text.at[0], point[1] - text.at[1]
    along, across = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
    width = text_width(text.text, text.size, text.bold, text.italic, text.spacing, text.family) / 2
    return abs(along) <= width + margin and abs(across) <= text.size / 2 + margin


def letter_boxes(text: Text, margin: float = 0.0, spaces: bool = False) -> list[Box]:
    """The boxes around the letters of a text, one by one, with `spaces` including blanks and the room between
    letters; they are high enough for capitals and descenders."""
    width = text_width(text.text, text.size, text.bold, text.italic, text.spacing, text.family)
    angle = math.radians(text.rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = text.at
    pen, boxes = -width / 2, []
    height = text.size * 0.42
    for letter in text.text:
        across = text_width(letter, text.size, text.bold, text.italic, family=text.family)
        if letter != " " or spaces:
            across += text.spacing * text.size if spaces else 0.0
            middle = pen + across / 2
            dx = across / 2 * abs(cos) + height * abs(sin) + margin
            dy = across / 2 * abs(sin) + height * abs(cos) + margin
            cx, cy = x + middle * cos, y + middle * sin
            boxes.append((cx - dx, cy - dy, cx + dx, cy + dy))
        pen += across + (0.0 if spaces else text.spacing * text.size)
    return boxes
