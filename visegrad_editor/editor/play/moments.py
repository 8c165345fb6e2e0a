"""Moments of a game that can be gone back to."""

from __future__ import annotations

from ...engine.orders import IllegalOrder
from .session import PlaySession

_FAR = 80
"""How many orders back a moment is looked for."""


def last_beginning(session: PlaySession) -> int | None:
    """How many orders had been done when a scenario could have begun last, this moment counted; None where
    that is far back. The game is where it was afterwards."""
    timeline = session.timeline
    at = timeline.at
    try:
        for moment in range(at, max(-1, at - _FAR), -1):
            timeline.go(moment)
            try:
                timeline.game.scenario_now()
            except IllegalOrder:
                continue
            return moment
        return None
    finally:
        timeline.go(at)
