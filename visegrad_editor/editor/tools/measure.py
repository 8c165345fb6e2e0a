"""The measuring tape: the distance between two hexes, and what the way costs a type of unit."""

from __future__ import annotations

from ...engine.measure import Way, measure, points_text
from ...hexgrid import Hex
from ...model.design import Design
from .base import Brush, Edit, Pointer, Preview, Selection, Tool, ToolOption, count

_COLOUR = "#7a2fb0"


def _unit_types(design: Design) -> list[tuple[str, str]]:
    """What the tape can measure: the distance only, or movement points for a type of unit that moves."""
    return [("", "Distance only"), *((t.id, t.name) for t in design.ruleset.unit_types if t.movement > 0)]


class MeasureTool(Tool):
    """The first click sets the start of the tape, the second its end, a third starts again. Changes
    nothing."""

    id = "measure"
    name = "Measure"
    order = 160
    key = "k"
    icon = "measure"
    tip = "Measure: hexes and movement points between two hexes"
    options = (
        ToolOption("measured_type", "For", "The unit type whose movement points are shown", _unit_types),)
    hint = "Click the first hex, then the second. Esc: start again. Choose the unit type above the palette."

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._start: Hex | None = None
        self._end: Hex | None = None
        self._known: tuple[object, ...] = ()
        self._way = Way(0)

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        if self._start is None or self._end is not None:
            self._start, self._end = at.hex, None

    def release(self, design: Design, at: Pointer) -> Edit | Selection | None:
        super().release(design, at)
        if at.hex is not None and at.hex != self._start:
            self._end = at.hex
        return None

    @property
    def lasting(self) -> bool:
        return self._end is not None

    def cancel(self) -> None:
        super().cancel()
        self._start = self._end = None

    def preview(self, design: Design, at: Pointer) -> Preview:
        grid = design.map.grid
        start, end = self._start, self._end or at.hex
        if start is None or start not in grid:
            return Preview(frozenset({at.hex}) if at.hex else frozenset(), colour=_COLOUR,
                           text="Measure from here" if at.hex else "Point at a hex of the map")
        if end is None or end not in grid:
            return Preview(path=(start,), colour=_COLOUR, text=f"From {grid.number(start)}")
        way = self._measured(design, start, end)
        return Preview(path=way.path or (start,), hexes=frozenset({start, end}), colour=_COLOUR,
                       text=self._words(design, start, end, way))

    def _measured(self, design: Design, start: Hex, end: Hex) -> Way:
        key = (design.map, design.ruleset, start, end, self.brush.measured_type)
        if len(self._known) != len(key) or any(
                a is not b and a != b for a, b in zip(self._known, key, strict=True)):
            self._known = key
            kind = design.ruleset.unit_type_by_id.get(self.brush.measured_type)
            self._way = measure(design, start, end, kind)
        return self._way

    def _words(self, design: Design, start: Hex, end: Hex, way: Way) -> str:
        number = design.map.grid.number
        text = f"{number(start)} to {number(end)}: {count(way.distance, 'hex')} as the crow flies"
        kind = design.ruleset.unit_type_by_id.get(self.brush.measured_type)
        if kind is None:
            return text
        if way.cost is None:
            return f"{text}; no way for {kind.name}"
        turns = f", {count(way.turns, 'turn')}" if way.turns else ""
        points = f"{points_text(way.cost)} movement point{'' if way.cost == 1 else 's'}"
        return f"{text}; {kind.name}: {points} for {count(max(0, len(way.path) - 1), 'hex')}{turns}"
