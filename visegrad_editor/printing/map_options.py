"""How a map is printed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..drawing.scene_builder import PRINTED_LAYERS
from .page_plan import Orientation


@dataclass(frozen=True)
class MapOptions:
    """How a map is printed. With a size of hex (`hex_mm`, from side to side) it goes over as many pages as it
    needs, which share `overlap_mm`, or a whole hex where that is None; without, it is fitted to one page."""

    turn: int = 0
    """Quarters clockwise."""
    layers: Collection[str] = PRINTED_LAYERS
    hex_mm: float = 0.0
    orientation: Orientation = "auto"
    overlap_mm: float | None = None
    whole_map: bool = False
    """Whether the map is shown beyond the part in play."""
