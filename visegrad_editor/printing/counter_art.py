"""Counters on paper: the same drawing as on the map, at a size in points."""

from __future__ import annotations

from ..drawing.counters import counter
from ..drawing.pdf_painter import paint
from ..model.ruleset import Ruleset
from ..model.scenario import Unit
from .pen import Pen


def draw_counter(pen: Pen, unit: Unit, ruleset: Ruleset, x: float, top: float, size: float) -> None:
    """Draw a unit's counter with its upper left corner there, on the side it starts with."""
    item = counter(unit, ruleset, (0.5, 0.5), 1.0, reduced=unit.reduced, shadow=False)
    paint([item], pen.canvas, origin_pt=(x, pen.height - top), scale_pt_per_unit=size)
