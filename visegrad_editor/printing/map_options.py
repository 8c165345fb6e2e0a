"""Options for printing a map."""

from __future__ import annotations

from collections.abc import Collection

from ..drawing.layers import PRINTED_LAYERS
from ..lazy_dataclass import dataclass
from .page_plan import Orientation


@dataclass(frozen=True)
class MapOptions:
    """Options for printing a map. With a hex size (`hex_mm`, from flat side to flat side) the map takes as
    many pages as it needs, which overlap by `overlap_mm`, or by a whole hex if that is None; without a hex
    size it is fitted to one page."""

    turn: int = 0
    """Clockwise quarter turns."""
    layers: Collection[str] = PRINTED_LAYERS
    hex_mm: float = 0.0
    orientation: Orientation = "auto"
    overlap_mm: float | None = None
    whole_map: bool = False
    """Whether the map is shown beyond the part in play."""
