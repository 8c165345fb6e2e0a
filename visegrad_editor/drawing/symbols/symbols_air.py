"""Silhouettes of aircraft, nose up: our own drawings."""

from __future__ import annotations

from collections.abc import Callable

from ..curves import rounded_box
from .symbol_pen import Pen, mirrored


def _cas(p: Pen) -> None:
    """A straight-winged attack aircraft with two engines beside the tail, nose up."""
    p.shape(
        *mirrored(
            [
                (0.0, -1.32),
                (0.13, -1.15),
                (0.18, -0.85),
                (0.18, -0.42),
                (1.52, -0.26),
                (1.6, -0.18),
                (1.6, 0.08),
                (1.5, 0.14),
                (0.2, 0.16),
                (0.16, 0.78),
                (0.72, 0.9),
                (0.76, 0.98),
                (0.76, 1.16),
                (0.16, 1.12),
                (0.0, 1.2),
            ]
        )
    )
    for side in (-1, 1):
        p.shape(*rounded_box(side * 0.36 - 0.13, 0.2, side * 0.36 + 0.13, 0.78, 0.12))
        p.line((side * 1.0, -0.5), (side * 1.0, -0.1), width=0.1)


def _sac(p: Pen) -> None:
    """A swept-wing strike aircraft with a split tail, nose up."""
    p.shape(
        *mirrored(
            [
                (0.0, -1.5),
                (0.1, -1.2),
                (0.17, -0.75),
                (0.32, -0.45),
                (0.4, -0.1),
                (1.42, 0.55),
                (1.42, 0.78),
                (0.45, 0.62),
                (0.42, 0.86),
                (0.86, 1.14),
                (0.86, 1.34),
                (0.3, 1.26),
                (0.24, 1.4),
                (0.08, 1.38),
                (0.0, 1.16),
            ]
        )
    )


def _air(p: Pen) -> None:
    """A fighter with delta wings and small canards: tactical air of any kind."""
    p.shape(*mirrored([
        (0.0, -1.5), (0.08, -1.24), (0.16, -0.92), (0.46, -0.72), (0.46, -0.6), (0.17, -0.56), (0.22, -0.2),
        (1.36, 0.74), (1.36, 0.98), (0.3, 0.94), (0.26, 1.18), (0.12, 1.32), (0.0, 1.22),
    ]))


AIR: dict[str, Callable[[Pen], None]] = {"air": _air, "cas": _cas, "sac": _sac}
"""What draws each aircraft."""
