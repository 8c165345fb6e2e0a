"""Finds the name under the pointer, remembering where all of them are while the map stays the same."""

from __future__ import annotations

from ...drawing.style import Style
from ...drawing.writing.written import Written, written_names
from ...hexgrid import Point
from ...model.design import Design
from ...model.lettering import NameRef
from .. import map_style


class NameFinder:
    """Names of a design as they are drawn, on a map seen turned by quarters."""

    def __init__(self) -> None:
        self._known: tuple[object, object, object, int, Style] | None = None
        self._written: tuple[Written, ...] = ()

    def all(self, design: Design, turn: int) -> tuple[Written, ...]:
        """All names, topmost first."""
        known, style = self._known, map_style.current()
        units = design.scenario.units if design.scenario else None
        if known is None or known[0] is not design.map or known[1] is not design.ruleset or (
                known[2] is not units or known[3:] != (turn, style)):
            self._known = design.map, design.ruleset, units, turn, style
            self._written = written_names(design, turn, style)
        return self._written

    def at(self, design: Design, point: Point, turn: int) -> Written | None:
        """The name whose letters are at a point."""
        return next((w for w in self.all(design, turn) if w.is_at(point)), None)

    def of(self, design: Design, ref: NameRef, turn: int) -> Written | None:
        """A name by what it belongs to; None where nothing is written."""
        return next((w for w in self.all(design, turn) if w.ref == ref), None)
