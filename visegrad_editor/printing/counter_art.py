"""Counters on paper: the same drawing as on the map, at a size in points."""

from __future__ import annotations

from dataclasses import replace

from ..drawing.counters import counter
from ..drawing.painters.pdf_painter import paint
from ..drawing.primitives import Item, Text
from ..model.ruleset import Ruleset
from ..model.scenario import Unit
from .pen import Pen

_LEAST_TEXT = 4.5
"""Smaller print on a counter, in points, is left out; the row beside it says the name in full."""


def draw_counter(pen: Pen, unit: Unit, ruleset: Ruleset, x: float, top: float, size: float) -> None:
    """Draw a unit's counter with its upper left corner there, on the side it starts with."""
    face = counter(unit, ruleset, (0.5, 0.5), 1.0, reduced=unit.reduced, shadow=False, style=pen.style)
    item = without_small_print(face, _LEAST_TEXT / size)
    paint([item], pen.canvas, origin_pt=(x, pen.height - top), scale_pt_per_unit=size)


def without_small_print(item: Item, least: float) -> Item:
    """The item without texts whose size is below `least` map units; on paper they would be smudges."""
    kept = tuple(p for p in item.primitives if not (isinstance(p, Text) and p.size < least))
    return item if len(kept) == len(item.primitives) else replace(item, primitives=kept)
