"""Blotches for counters with a camouflage ground."""

from __future__ import annotations

from functools import lru_cache

from ..hexgrid import Point
from .colours import contrast, darker, lighter
from .curves import clipped, flattened, rounded_box

_SHAPES: tuple[tuple[int, tuple[Point, ...]], ...] = (
    (
        0,
        (
            (-0.6, -0.6),
            (-0.2, -0.6),
            (-0.12, -0.42),
            (-0.3, -0.28),
            (-0.28, -0.1),
            (-0.46, -0.02),
            (-0.6, -0.2),
        ),
    ),
    (0, ((0.16, -0.6), (0.6, -0.6), (0.6, -0.26), (0.42, -0.3), (0.34, -0.14), (0.2, -0.22), (0.24, -0.42))),
    (0, ((-0.34, 0.16), (-0.12, 0.1), (0.02, 0.24), (-0.06, 0.4), (0.1, 0.6), (-0.4, 0.6), (-0.5, 0.36))),
    (0, ((0.28, 0.12), (0.6, 0.04), (0.6, 0.44), (0.44, 0.4), (0.36, 0.26))),
    (1, ((-0.16, -0.42), (0.02, -0.5), (0.16, -0.36), (0.1, -0.16), (-0.06, -0.14), (-0.18, -0.26))),
    (1, ((-0.6, 0.06), (-0.42, 0.1), (-0.36, 0.24), (-0.52, 0.34), (-0.6, 0.3))),
    (1, ((0.1, 0.34), (0.3, 0.32), (0.4, 0.48), (0.34, 0.6), (0.14, 0.6), (0.18, 0.46))),
    (1, ((0.36, -0.2), (0.5, -0.22), (0.6, -0.12), (0.6, 0.0), (0.42, 0.02))),
)
CORNER = 0.09


@lru_cache(maxsize=256)
def shades(ground: str) -> tuple[str, str, str]:
    """The three shades of a camouflage ground: itself, a darker and a lighter one.

    They lie closer together on grounds of middling brightness, where print could otherwise
    not stand out from all three.
    """
    for spread in (0.16, 0.12, 0.08, 0.04):
        found = (ground, darker(ground, spread), lighter(ground, spread))
        if any(min(contrast(ink, g) for g in found) >= 4.5 for ink in ("#000000", "#ffffff")):
            return found
    return ground, ground, ground


@lru_cache(maxsize=4)
def _clipped_shapes() -> tuple[tuple[int, tuple[Point, ...]], ...]:
    square = rounded_box(-0.5, -0.5, 0.5, 0.5, CORNER)
    return tuple((shade, tuple(clipped(flattened(points, True, 4), square))) for shade, points in _SHAPES)


def blotches(ground: str) -> list[tuple[str, tuple[Point, ...]]]:
    """(colour, outline) of the blotches on a counter of edge length 1 about the origin."""
    _, dark, light = shades(ground)
    return [((dark, light)[shade], points) for shade, points in _clipped_shapes() if points]
