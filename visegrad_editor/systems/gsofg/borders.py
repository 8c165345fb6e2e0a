"""National borders on turn 1 (5.10): a point more, and two in a road march."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.hexgame.chapter import Chapter, StepChanges
from ...engine.hexgame.in_progress import GameInProgress
from .sides import sides

COSTS = {"": 1, "road": 2}
"""What a border costs more, by mode of movement (10.17)."""


class _Borders:
    """The sides between hexes of two countries, whatever is drawn on them."""

    def __init__(self, w: GameInProgress) -> None:
        self.country: dict[int, str] = {
            w.board.grid.index(hex): country
            for country, hexes in w.design.map.hexes_by_country.items() for hex in hexes}

    def is_between(self, a: int, b: int) -> bool:
        """Whether a border runs between two hexes."""
        return self.country.get(a, "") != self.country.get(b, "")


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
            return {edge: cost + more for edge, cost in costs.items() if borders.is_between(*edge)}

        return StepChanges("turn 1", change)
