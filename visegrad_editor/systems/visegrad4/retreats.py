"""Where units retreat and advance (9.5, 11.1, 11.2)."""

from __future__ import annotations

from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import RETREATED
from .common import units
from .victory import occupy


class Retreats(Chapter):
    """11.1, 11.2: airborne and air-mobile units heed only the hex they go to."""

    id = "retreats"
    rule = "11.1"
    moments = frozenset({"entered", "placed"})

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment in ("entered", "placed"):
            # 11.0, 7: a unit that was attacked protects the hex to which it has retreated.
            w.state.flags[facts["unit"]] &= ~RETREATED
            occupy(w, facts["unit"], facts["hex"], facts["first"])

    def can_go(self, w: GameInProgress, unit: int, start: int, end: int, can: bool) -> bool:
        if units(w).flyer[unit]:
            return w.board.cost[end] is not None or end in w.board.road_cost
        return (start, end) in w.board.step_cost
