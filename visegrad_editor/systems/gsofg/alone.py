"""East German divisions alone (7.5): they attack with a strength of 1."""

from __future__ import annotations

from fractions import Fraction

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from .sides import sides


class Alone(Chapter):
    """7.5: an East German division with no other Soviet unit in its hex attacks with 1; the ruleset has that
    it defends so."""

    id = "alone"
    rule = "7.5"
    strength_note = ("East German division alone in its hex", "7.5")

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        at = w.state.where[unit]
        if purpose != "attack" or unit not in sides(w).east_germans or at < 0:
            return value
        if any(u != unit and not w.forces.aloft[u] for u in w.stack[at]):
            return value
        printed = w.value(unit, "attack") or 0
        # What is halved is the 1 that counts, not the printed strength.
        return value / printed if printed > 1 else value
