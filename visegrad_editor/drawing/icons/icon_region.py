"""Icons of what is done with selected hexes and pieces of map."""

from __future__ import annotations

import math
from collections.abc import Callable

from .icon_pen import BLUE, DARK, LAND, PAPER, RED, WATER, IconPen


def select_hexes(p: IconPen) -> None:
    p.hexagon(12, 12, 10.4, fill="#dfe9f7", colour="")
    corners = [(12 + 10 * math.sin(math.pi * i / 3), 12 - 10 * math.cos(math.pi * i / 3)) for i in range(6)]
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for start, end in ((0.0, 0.3), (0.62, 0.95)):
            p.line((x0 + (x1 - x0) * start, y0 + (y1 - y0) * start),
                   (x0 + (x1 - x0) * end, y0 + (y1 - y0) * end), colour=BLUE, width=2.3)


def replace(p: IconPen) -> None:
    p.hexagon(7, 7, 5.6, fill=LAND, width=1.7)
    p.hexagon(17, 17, 5.6, fill=WATER, width=1.7)
    p.bend(12, 12, 8.6, -75, -15, BLUE, 2.2)
    p.fill((23.6, 8.4), (20.2, 13.4), (16.8, 8.6), colour=BLUE)


def cut(p: IconPen) -> None:
    p.line((7.6, 15.4), (16.8, 2.6), width=2.2)
    p.line((16.4, 15.4), (7.2, 2.6), width=2.2)
    p.ring(6.2, 18.2, 3.2, colour=RED, width=2.1, fill=PAPER)
    p.ring(17.8, 18.2, 3.2, colour=RED, width=2.1, fill=PAPER)


def copy(p: IconPen) -> None:
    p.hexagon(9, 9.5, 6.8, fill=PAPER, width=1.8)
    p.hexagon(15, 14.5, 6.8, fill="#cfe0f4", colour=BLUE, width=1.9)


def paste(p: IconPen) -> None:
    p.box(3.8, 4.4, 17.6, 21.4, radius=1.8, fill="#e7c88f", width=1.8)
    p.box(7.4, 2.4, 14, 6.8, radius=1.2, fill=PAPER, width=1.6)
    p.hexagon(15.4, 15.6, 6.4, fill="#cfe0f4", colour=BLUE, width=1.9)


def _turn(p: IconPen, side: int) -> None:
    """A hex and an arrow round it, clockwise (1) or the other way (-1)."""
    p.hexagon(12, 13.6, 5.4, fill=LAND, width=1.7)
    start, end = (-160.0, -18.0) if side > 0 else (-20.0, -162.0)
    p.bend(12, 13.6, 9.6, start, end, BLUE, 2.3)
    x = 12 + side * 9.2
    p.fill((x - 4, 9.4), (x + 4, 9.4), (x + side * 0.6, 14.8), colour=BLUE)


def turn_right(p: IconPen) -> None:
    _turn(p, 1)


def turn_left(p: IconPen) -> None:
    _turn(p, -1)


def mirror(p: IconPen) -> None:
    p.fill((10, 4.5), (10, 19.5), (1.8, 19.5), colour=DARK)
    p.loop((14, 4.5), (14, 19.5), (22.2, 19.5), fill="#cfe0f4", colour=BLUE, width=1.6)
    for y in (2.0, 7.5, 13.0, 18.5):
        p.line((12, y), (12, y + 3), colour=BLUE, width=1.5)


def mirror_down(p: IconPen) -> None:
    p.fill((4.5, 10), (19.5, 10), (19.5, 1.8), colour=DARK)
    p.loop((4.5, 14), (19.5, 14), (19.5, 22.2), fill="#cfe0f4", colour=BLUE, width=1.6)
    for x in (2.0, 7.5, 13.0, 18.5):
        p.line((x, 12), (x + 3, 12), colour=BLUE, width=1.5)


def stamp(p: IconPen) -> None:
    p.fill((9.2, 3.2), (14.8, 3.2), (15.4, 6.6), (13.6, 12.5), (10.4, 12.5), (8.6, 6.6), colour="#9a6a34")
    p.loop((4.4, 12.6), (19.6, 12.6), (20.6, 17.2), (3.4, 17.2), fill="#d9b27c", width=1.7)
    p.line((3.2, 20.8), (20.8, 20.8), colour=BLUE, width=2.4)


REGION: dict[str, Callable[[IconPen], None]] = {
    "select-hexes": select_hexes,
    "replace": replace,
    "cut": cut,
    "copy": copy,
    "paste": paste,
    "turn-right": turn_right,
    "turn-left": turn_left,
    "mirror": mirror,
    "mirror-down": mirror_down,
    "stamp": stamp,
}
