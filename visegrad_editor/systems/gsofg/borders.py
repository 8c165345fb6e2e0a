"""National borders on turn 1 (5.10): a point more, and two in a road march."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.hexgame.chapter import Chapter, StepChanges
from ...engine.hexgame.in_progress import GameInProgress
from .sides import sides

COSTS = {"": 1, "road": 2}
"""What a border costs more, by mode of movement (10.17)."""


class _Borders:
    """The steps between hexes of two countries, whatever is drawn on their sides."""

    def __init__(self, w: GameInProgress) -> None:
        country = {
            w.board.grid.index(hex): country
            for country, hexes in w.design.map.hexes_by_country.items() for hex in hexes}
        self.steps = [
            (a, b) for a, near in enumerate(w.board.neighbours) for b in near
            if b >= 0 and country.get(a, "") != country.get(b, "")]


class Borders(Chapter):
    """5.10: on turn 1 each Soviet unit pays for every national border it crosses."""

    id = "road-border"
    rule = "5.10"

    def step_changes(self, w: GameInProgress, unit: int, mode: str) -> StepChanges | None:
        if w.state.turn != 1 or w.forces.side[unit] != sides(w).soviet or mode not in COSTS:
            return None
        more = COSTS[mode] * w.ground.scale
        borders = w.table(_Borders)

        def change(costs: Mapping[tuple[int, int], int]) -> Mapping[tuple[int, int], int | None]:
            return {step: cost + more for step in borders.steps if (cost := costs.get(step)) is not None}

        return StepChanges("turn 1", change)
