"""Icons of the drawing tools and of the ways to paint."""

from __future__ import annotations

from collections.abc import Callable

from .icon_pen import AMBER, BLUE, DARK, GREEN, PAPER, RED, WATER, IconPen

_SOFT = "#bcd4f0"


def freehand(p: IconPen) -> None:
    p.line((3, 18), (6, 9), (10.5, 8), (12, 15), (16, 16.5), (20.5, 6), colour=BLUE, width=3.2, smooth=True)
    p.dot(3.4, 18, 2.2, DARK)


def straight(p: IconPen) -> None:
    p.line((4, 19.5), (20, 4.5), colour=BLUE, width=3.2)
    p.dot(4, 19.5, 2.8, DARK)
    p.dot(20, 4.5, 2.8, DARK)


def rectangle(p: IconPen) -> None:
    p.box(2.5, 5.5, 21.5, 18.5, fill=_SOFT, colour=BLUE, width=2.2)
    p.dot(2.8, 5.8, 2.6, DARK)
    p.dot(21.2, 18.2, 2.6, DARK)


def hexagon(p: IconPen) -> None:
    p.hexagon(12, 12, 10.4, fill=_SOFT, colour=BLUE, width=2.2)
    p.dot(12, 12, 2.6, DARK)


def fill(p: IconPen) -> None:
    p.loop((9.5, 3.5), (19, 11.5), (11.5, 20), (2.2, 12), fill=_SOFT, width=2.0)
    p.fill((3.6, 12), (17.6, 12), (11.4, 18.8), colour=BLUE)
    p.bend(8.2, 6.2, 4.4, 190, 330, DARK, 1.8)
    p.fill((19.8, 12.4), (22.6, 17.6), (21.9, 20.4), (19.8, 21.2), (17.7, 20.4), (17, 17.6), colour=BLUE,
           smooth=True)


def outline(p: IconPen) -> None:
    p.hexagon(12, 12, 10.4, colour=BLUE, width=3.6)


def eyedropper(p: IconPen) -> None:
    p.line((4.2, 19.8), (14, 10), colour=DARK, width=5.2)
    p.line((4.6, 19.4), (13.4, 10.6), colour=_SOFT, width=2.6)
    p.line((12, 7.4), (16.8, 12.2), width=3.4)
    p.line((15, 9), (18.8, 5.2), colour=DARK, width=6.0)
    p.dot(3.2, 21, 1.7, BLUE)


def name(p: IconPen) -> None:
    p.line((4, 20.5), (10.4, 3.5), (12.6, 3.5), (19, 20.5), colour=DARK, width=2.8)
    p.line((6.8, 14.6), (16.4, 14.6), colour=DARK, width=2.4)
    p.line((2, 20.5), (7, 20.5), colour=DARK, width=2.0)
    p.line((15.8, 20.5), (21.6, 20.5), colour=DARK, width=2.0)


def corners(p: IconPen) -> None:
    p.line((3.4, 16.5), (8.6, 8), (15.4, 8), (20.6, 16.5), colour=WATER, width=3.4)
    for x, y in ((3.4, 16.5), (20.6, 16.5)):
        p.dot(x, y, 3.0, DARK)


def hexside(p: IconPen) -> None:
    p.hexagon(12, 12, 10.2, fill="#efe8c8", colour="#a39a80", width=1.4)
    p.line((3.2, 17.1), (12, 22.2), (20.8, 17.1), (20.8, 6.9), colour="#245a8f", width=4.8)
    p.line((3.2, 17.1), (12, 22.2), (20.8, 17.1), (20.8, 6.9), colour=WATER, width=2.8)


def bridge(p: IconPen) -> None:
    p.line((2, 15), (22, 15), colour=WATER, width=5.6)
    p.line((8.4, 3), (8.4, 21), colour=DARK, width=2.2)
    p.line((15.6, 3), (15.6, 21), colour=DARK, width=2.2)
    p.fill((8.4, 8), (15.6, 8), (15.6, 19), (8.4, 19), colour=AMBER)


def take_away(p: IconPen) -> None:
    p.hexagon(12, 12, 10.4, fill="#f6d3d0", colour=RED, width=2.0)
    p.line((6.8, 12), (17.2, 12), colour=RED, width=3.2)


def own_shape(p: IconPen) -> None:
    for x, y in ((7.2, 6.6), (7.2, 17), (16.2, 11.8)):
        p.hexagon(x, y, 5.2, fill="#cfe6c9", colour=GREEN, width=1.7)
    p.dot(18.6, 19, 4.4, PAPER)
    p.line((18.6, 15.4), (18.6, 22.6), colour=GREEN, width=2.4)
    p.line((15, 19), (22.2, 19), colour=GREEN, width=2.4)


TOOLS: dict[str, Callable[[IconPen], None]] = {
    "freehand": freehand,
    "line": straight,
    "rectangle": rectangle,
    "hexagon": hexagon,
    "fill": fill,
    "outline": outline,
    "eyedropper": eyedropper,
    "name": name,
    "corners": corners,
    "hexside": hexside,
    "bridge": bridge,
    "take-away": take_away,
    "own-shape": own_shape,
}
