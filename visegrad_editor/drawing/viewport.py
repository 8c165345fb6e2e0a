"""The part of a picture that the screen shows, and its scale: pure arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace

from ..hexgrid import Point
from ..lazy_dataclass import dataclass
from .curves import Box


@dataclass(frozen=True)
class Viewport:
    """A window of `width_px` x `height_px` pixels onto the map.

    `scale` is in pixels per map unit; `left` and `top` are the map coordinates of the upper left corner. The
    corner is moved to the nearest whole pixel, so that a scrolled picture and a redrawn one are the same.

    >>> v = Viewport(20.0, 1.0, 2.0, 400, 300)
    >>> v.to_screen((2.0, 3.0)), v.to_map(20, 20)
    ((20.0, 20.0), (2.0, 3.0))
    """

    scale: float
    left: float
    top: float
    width_px: int
    height_px: int

    @property
    def origin_px(self) -> tuple[int, int]:
        """The upper left corner in whole pixels from the map's origin."""
        return round(self.left * self.scale), round(self.top * self.scale)

    @property
    def place(self) -> tuple[float, int, int, int, int]:
        """The exact pixels that it shows, as a comparable value."""
        return self.scale, *self.origin_px, self.width_px, self.height_px

    @property
    def box(self) -> Box:
        """Left, top, right and bottom in map units."""
        x, y = self.origin_px
        s = self.scale
        return x / s, y / s, (x + self.width_px) / s, (y + self.height_px) / s

    def to_screen(self, point: Point) -> Point:
        """A point of the map in pixels from the upper left corner of the window."""
        ox, oy = self.origin_px
        return point[0] * self.scale - ox, point[1] * self.scale - oy

    def to_map(self, x: float, y: float) -> Point:
        """The point of the map under a pixel of the window."""
        ox, oy = self.origin_px
        return (x + ox) / self.scale, (y + oy) / self.scale

    def zoom_at(self, x: float, y: float, factor: float, least: float = 1.0, most: float = 400.0) -> Viewport:
        """Zoomed by `factor` about the pixel (x, y); the scale stays in least..most.

        The corner is not moved to a whole pixel, so that zooming back returns to the same viewport."""
        px, py = self.left + x / self.scale, self.top + y / self.scale
        scale = min(max(self.scale * factor, least), most)
        return replace(self, scale=scale, left=px - x / scale, top=py - y / scale)

    def moved(self, dx: float, dy: float) -> Viewport:
        """Scrolled by dx, dy pixels to the right and down."""
        ox, oy = self.origin_px
        return replace(self, left=(ox + dx) / self.scale, top=(oy + dy) / self.scale)

    def resized(self, width_px: int, height_px: int) -> Viewport:
        """The same corner and scale in a window of another size."""
        return replace(self, width_px=max(1, width_px), height_px=max(1, height_px))

    def centred(self, point: Point) -> Viewport:
        """Scrolled so that a point of the map is in the middle."""
        return replace(
            self,
            left=point[0] - self.width_px / 2 / self.scale,
            top=point[1] - self.height_px / 2 / self.scale,
        )

    def region(self, x: int, y: int, width_px: int, height_px: int) -> Viewport:
        """The part of this viewport that begins at pixel (x, y)."""
        ox, oy = self.origin_px
        return Viewport(self.scale, (ox + x) / self.scale, (oy + y) / self.scale, width_px, height_px)

    def pixels(self, box: Box, margin_px: int = 2) -> tuple[int, int, int, int] | None:
        """The pixels (x, y, width, height) that a box of the map covers here; None if it is outside."""
        x0, y0 = self.to_screen((box[0], box[1]))
        x1, y1 = self.to_screen((box[2], box[3]))
        left, top = max(0, math.floor(x0) - margin_px), max(0, math.floor(y0) - margin_px)
        right = min(self.width_px, math.ceil(x1) + margin_px)
        bottom = min(self.height_px, math.ceil(y1) + margin_px)
        return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def without_gaps(view: Viewport, bounds: Box) -> Viewport:
    """Scrolled so that nothing beyond `bounds` shows if they are large enough to fill the view, and equally
    much on both sides if they are not.

    >>> without_gaps(Viewport(10.0, -5.0, 3.0, 100, 100), (0, 0, 30, 6)).box
    (0.0, -2.0, 10.0, 8.0)
    """
    left, top, right, bottom = bounds
    width, height = view.width_px / view.scale, view.height_px / view.scale
    x = min(max(view.left, left), right - width) if width < right - left else (left + right - width) / 2
    y = min(max(view.top, top), bottom - height) if height < bottom - top else (top + bottom - height) / 2
    return replace(view, left=x, top=y)


def fit(bounds: Box, width_px: int, height_px: int, margin_px: float = 8.0) -> Viewport:
    """The viewport that shows all of `bounds`, centred, with a margin.

    >>> fit((0, 0, 10, 5), 220, 400, 10).scale
    20.0
    """
    left, top, right, bottom = bounds
    width, height = max(right - left, 1e-6), max(bottom - top, 1e-6)
    scale = max(min((width_px - 2 * margin_px) / width, (height_px - 2 * margin_px) / height), 0.01)
    return Viewport(scale, left, top, width_px, height_px).centred(((left + right) / 2, (top + bottom) / 2))
