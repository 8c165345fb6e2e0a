"""Fanned stacks while a design is edited: the counters of the scenario, chosen and moved by the tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.units import stack_at
from ..tools import PlaceCounterTool, Pointer, SelectTool
from .host import Fanned

if TYPE_CHECKING:
    from ..controller import MapController


class EditingFan:
    """Stacks fan out for the tools that have to do with counters, while none of them is at work."""

    def __init__(self, controller: MapController) -> None:
        self._c = controller

    @property
    def design(self) -> Design:
        return self._c.session.design

    def stack(self, hex: Hex) -> Sequence[Fanned]:
        c, scenario = self._c, self._c.session.design.scenario
        fit = isinstance(c.tool, SelectTool | PlaceCounterTool) and not c.tool.active
        if not fit or scenario is None or not c.session.layers["counters"].shown:
            return ()
        return [Fanned(u) for u in stack_at(scenario, self.design.map.grid.number(hex))]

    def chosen(self) -> Sequence[str]:
        return self._c.session.units

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        """The counter tool takes the counter up, to be put elsewhere; else it is selected, with `more` put to
        those of its stack that are selected, or out of them."""
        session = self._c.session
        if isinstance(self._c.tool, PlaceCounterTool):
            session.choose(unit=key)
            session.select(None, (key,))
            return
        here = tuple(f.unit.key for f in self.stack(hex))
        before = tuple(k for k in here if k in session.units) if more else ()
        units = tuple(k for k in here if (k in before) != (k == key))
        session.select(hex, units)
        self._c.take_selection()
        self._c.put_cursor(hex)

    def open(self, hex: Hex, key: str) -> None:
        """The counter is shown in the inspector, as a double click on the map does with a hex."""
        if isinstance(self._c.tool, SelectTool):
            self._c.opened.emit()

    def carry(self, hex: Hex, key: str) -> None:
        """The keys took the counter: the arrows carry it now."""
        self.pick(hex, key, False)
        if isinstance(self._c.tool, SelectTool):
            self._press(hex)
            self._c.go_to(hex)

    def grab(self, hex: Hex, key: str, _event: Any) -> None:
        session = self._c.session
        if not isinstance(self._c.tool, SelectTool):
            self._c.use("select")
        if key not in session.units or hex != session.hex:
            session.select(hex, (key,))
        self._c.take_selection()
        self._press(hex)

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        if isinstance(self._c.tool, SelectTool):
            if key not in self._c.session.units:
                self._c.session.select(hex, (key,))
            self._c.menu(event.x_root, event.y_root)

    def _press(self, hex: Hex) -> None:
        design = self.design
        self._c.tool.press(design, Pointer(design.map.geometry.centre(hex), hex, None))
