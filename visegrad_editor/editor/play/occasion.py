"""What a decision answers: the attack, the interdiction or the result that led to it."""

from __future__ import annotations

from ...engine import Event
from .session import PlaySession

_ANSWERS = frozenset({"intercept", "markers", "support", "table", "lose", "choose", "retreat", "advance",
                      "remove"})
"""Decisions that answer something."""
_CAUSES = frozenset({"interdiction", "intercept", "marker-spent", "attack", "support", "cyber-war", "combat"})
_FAR = 12
"""How many orders back a cause is looked for: a battle has no more before its end."""


def occasion(session: PlaySession) -> Event | None:
    """The event the decision of this moment answers, None where it answers none."""
    game = session.timeline.game
    if game.step not in _ANSWERS or session.over:
        return None
    for entry in reversed(session.timeline.done[-_FAR:]):
        for event in reversed(entry.events):
            if event.type in _CAUSES:
                return event
    return None
