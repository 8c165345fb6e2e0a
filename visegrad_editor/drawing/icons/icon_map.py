"""Icons of what is drawn on a map, and of the program itself."""

from __future__ import annotations

import math
from collections.abc import Callable

from .icon_pen import BLUE, DARK, GREEN, LAND, PAPER, RED, WATER, IconPen


def app(p: IconPen) -> None:
    """A hex of land and river with a counter on it."""
    p.hexagon(12, 12, 11.2, fill="#e9e0ba", colour="")
    p.fill(
        (2.6, 12.2),
        (6, 12.6),
        (9.2, 15.4),
        (13.4, 15.8),
        (16.6, 19),
        (16.4, 20.3),
        (12, 23),
        (2.4, 17.5),
        colour="#9cc0dd",
    )
    p.line(
        (2.6, 12.2), (6, 12.6), (9.2, 15.4), (13.4, 15.8), (16.6, 19.6), colour=WATER, width=1.8, smooth=True
    )
    p.hexagon(12, 12, 11.2, colour=DARK, width=1.5)
    p.box(6.2, 5.6, 17.8, 16.4, radius=1.6, fill="#b3202c", colour="#5c0d14", width=1.2)
    p.box(8.4, 8.0, 15.6, 13.4, fill=PAPER, colour=DARK, width=1.1)
    p.line((8.4, 8.0), (15.6, 13.4), width=1.1)
    p.line((15.6, 8.0), (8.4, 13.4), width=1.1)


def terrain(p: IconPen) -> None:
    p.hexagon(9.5, 14.2, 8.2, fill="#a9cf94", colour=DARK, width=1.8)
    p.line((11.5, 12.5), (19.2, 4.2), colour="#9a6a34", width=3.4)
    p.fill((7.4, 17.2), (8.2, 13), (10.6, 10.8), (13.4, 13.6), (11, 16.2), colour=GREEN)


def country(p: IconPen) -> None:
    p.line((6, 3), (6, 21.5), width=2.2)
    p.loop((6, 4), (19.5, 4), (16.5, 8.5), (19.5, 13), (6, 13), fill="#d98a74", width=1.8)


def river(p: IconPen) -> None:
    p.line(
        (3, 4),
        (9, 5.6),
        (10, 11),
        (15, 13.4),
        (15.4, 18.6),
        (21, 20.6),
        colour="#245a8f",
        width=5.4,
        smooth=True,
    )
    p.line(
        (3, 4), (9, 5.6), (10, 11), (15, 13.4), (15.4, 18.6), (21, 20.6), colour=WATER, width=3.2, smooth=True
    )


def road(p: IconPen) -> None:
    path = ((2.5, 19.5), (8, 18.5), (12, 12), (16, 6.2), (21.5, 4.5))
    p.line(*path, colour="#a5331f", width=6.0, smooth=True)
    p.line(*path, colour="#f6e7c8", width=2.0, smooth=True)


def eraser(p: IconPen) -> None:
    p.loop((8.4, 20.5), (2.6, 14.7), (13.8, 3.5), (20.8, 10.5), (10.8, 20.5), fill="#f3b4b0", width=1.8)
    p.fill((8.6, 9.4), (13.8, 4.4), (19.8, 10.5), (14.8, 15.6), colour=BLUE)
    p.loop((8.4, 20.5), (2.6, 14.7), (13.8, 3.5), (20.8, 10.5), (10.8, 20.5), width=1.8)
    p.line((10, 20.5), (21.5, 20.5), width=1.8)


def feature(p: IconPen) -> None:
    p.fill(
        (12, 22.5),
        (5.5, 12.2),
        (5.5, 6.5),
        (9, 2.8),
        (15, 2.8),
        (18.5, 6.5),
        (18.5, 12.2),
        colour=RED,
        smooth=True,
    )
    p.dot(12, 9, 3.2, PAPER)


def counter(p: IconPen) -> None:
    p.box(3.5, 3.5, 20.5, 20.5, radius=2.2, fill="#d8c98f")
    p.box(6.0, 6.4, 18.0, 14.4, fill=PAPER, width=1.3)
    p.line((6.0, 6.4), (18.0, 14.4), width=1.3)
    p.line((18.0, 6.4), (6.0, 14.4), width=1.3)
    p.line((8, 17.4), (16, 17.4), width=1.6)


def new_unit(p: IconPen) -> None:
    p.box(2.5, 5.5, 17.5, 20.5, radius=2, fill="#d8c98f", width=1.8)
    p.box(5.4, 9, 14.6, 15, fill=PAPER, width=1.4)
    p.line((5.4, 9), (14.6, 15), width=1.4)
    p.line((14.6, 9), (5.4, 15), width=1.4)
    p.dot(17.6, 6.6, 5.6, PAPER)
    p.line((17.6, 2.4), (17.6, 10.8), colour=GREEN, width=2.6)
    p.line((13.4, 6.6), (21.8, 6.6), colour=GREEN, width=2.6)


def city(p: IconPen) -> None:
    for left, top, right in ((2.5, 10, 8), (8, 4, 15), (15, 8.5, 21.5)):
        p.box(left, top, right, 20.5, fill="#cbb79d", width=1.7)
    for x, y in ((10.2, 8), (12.8, 8), (10.2, 12), (12.8, 12), (18.2, 12.4), (5.2, 14)):
        p.box(x - 0.7, y - 0.9, x + 0.7, y + 0.9, fill=DARK, colour="")
    p.line((1.5, 20.5), (22.5, 20.5), width=2.0)


def capital(p: IconPen) -> None:
    star = [
        (12 + r * math.sin(math.pi * i / 5), 12.4 - r * math.cos(math.pi * i / 5))
        for i in range(10)
        for r in [10.6 if i % 2 == 0 else 4.4]
    ]
    p.loop(*star, fill=RED, colour="#7a1812", width=1.6)


def port(p: IconPen) -> None:
    c = "#1f4e8c"
    p.ring(12, 4.6, 2.2, colour=c, width=1.9)
    p.line((12, 7), (12, 21), colour=c, width=2.4)
    p.line((7.5, 10), (16.5, 10), colour=c, width=2.2)
    p.bend(12, 12.2, 8.6, 165, 15, c, 2.4)
    p.fill((1.2, 16), (4.4, 10.6), (7.4, 15.2), colour=c)
    p.fill((22.8, 16), (19.6, 10.6), (16.6, 15.2), colour=c)


def industrial(p: IconPen) -> None:
    p.line((5.5, 21), (10.8, 8.5), (13.2, 8.5), (18.5, 21), width=2.0)
    p.line((7.2, 17), (14.6, 11.6), width=1.5)
    p.line((16.8, 17), (9.4, 11.6), width=1.5)
    p.line((3.5, 21), (20.5, 21), width=2.2)
    p.fill(
        (12.4, 0.6), (15.2, 4.4), (14, 7.6), (10.4, 7.6), (9, 4.8), (11.2, 3.6), colour="#e2661a", smooth=True
    )


def area(p: IconPen) -> None:
    for x, y in ((7.2, 8.2), (16.8, 8.2), (12, 16.5)):
        p.hexagon(x, y, 5.5, fill="#bcd4f0", colour=BLUE, width=1.7)


def grid(p: IconPen) -> None:
    for x, y in ((7.2, 8.2), (16.8, 8.2), (12, 16.5)):
        p.hexagon(x, y, 5.5, fill=LAND, colour=DARK, width=1.7)


MAP: dict[str, Callable[[IconPen], None]] = {
    "app": app,
    "terrain": terrain,
    "country": country,
    "river": river,
    "road": road,
    "eraser": eraser,
    "feature": feature,
    "counter": counter,
    "new-unit": new_unit,
    "city": city,
    "capital": capital,
    "port": port,
    "industrial": industrial,
    "area": area,
    "grid": grid,
}
