"""Icons of ways to look at a map."""

from __future__ import annotations

from collections.abc import Callable

from .icon_pen import AMBER, DARK, IconPen


def measure(p: IconPen) -> None:
    p.loop((2.5, 16), (16, 2.5), (21.5, 8), (8, 21.5), fill=AMBER)
    for i in range(5):
        x, y = 5.2 + i * 2.7, 13.3 - i * 2.7
        reach = 3.2 if i % 2 == 0 else 2.0
        p.line((x, y), (x + reach, y + reach), colour=DARK, width=1.5)


VIEW: dict[str, Callable[[IconPen], None]] = {"measure": measure}
