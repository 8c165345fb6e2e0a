"""Where a panel that is dragged by its tab would go: plain geometry of the window's areas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .dock_layout import AREAS, Area

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the screen."""


@dataclass(frozen=True)
class Drop:
    """The area, and the rectangle to outline while the panel hangs over it."""

    area: Area
    rect: Rect


def inside(x: int, y: int, rect: Rect) -> bool:
    """Whether a point is in a rectangle."""
    return rect[0] <= x < rect[2] and rect[1] <= y < rect[3]


def drop_at(x: int, y: int, shown: Mapping[Area, Rect], whole: Rect) -> Drop | None:
    """The area a panel let go at a point would be docked in; None over the map.

    `shown` are the areas that have panels now, `whole` the window between toolbar and status bar. An empty
    area takes no room, so its place is a strip along the edge where it would open.

    >>> drop_at(5, 300, {}, (0, 0, 1000, 600))
    Drop(area='left', rect=(0, 0, 180, 600))
    >>> drop_at(500, 300, {}, (0, 0, 1000, 600))
    """
    if not inside(x, y, whole):
        return None
    for area, rect in shown.items():
        if inside(x, y, rect):
            if area == "right" and "corner" not in shown and y > rect[3] - (rect[3] - rect[1]) // 3:
                return Drop("corner", (rect[0], rect[3] - (rect[3] - rect[1]) // 3, rect[2], rect[3]))
            return Drop(area, rect)
    left, top, right, bottom = whole
    wide, high = right - left, bottom - top
    column = shown["right"][0] if "right" in shown else right - wide * 22 // 100
    strips: dict[Area, Rect] = {
        "left": (left, top, left + wide * 18 // 100, bottom),
        "right": (column, top, right, top + high * 2 // 3 if "corner" not in shown else shown["corner"][1]),
        "corner": (column, top + high * 2 // 3, right, bottom),
        "bottom": (left, bottom - high // 4, right, bottom),
    }
    return next((Drop(area, strips[area]) for area in AREAS
                 if area not in shown and inside(x, y, strips[area])), None)
