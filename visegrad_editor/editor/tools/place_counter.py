"""Putting counters on the map with a click."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import place_units
from ...model.scenario import Unit
from .base import OFF_MAP, Edit, Picked, Pointer, Preview, Tool, refusal, why_no_unit
from .select import SelectTool

_GHOSTS = 4
"""Counters that are shown at the pointer at most."""


class PlaceCounterTool(Tool):
    """Puts the units marked in the list of units on the hex that is clicked."""

    id = "place"
    layers = frozenset({"counters"})
    name = "Place counter"
    hint = ("Choose a unit in the list on the right, then click the hex it is set up in. "
            "Right click: take up the counter under the pointer.")

    def advice(self, design: Design) -> str:
        units = self._units(design)
        if not units:
            return self.hint
        return (f"{units[0].name} is in hand: click the hex it is set up in." if len(units) == 1 else
                f"{len(units)} units are in hand: click the hex they are set up in.")

    def _units(self, design: Design) -> list[Unit]:
        """The units in hand."""
        known = design.scenario.unit_by_key if design.scenario else {}
        return [known[k] for k in self.brush.units if k in known]

    def release(self, design: Design, at: Pointer) -> Edit | None:
        was_active, self.active = self.active, False
        scenario = design.scenario
        if not was_active or at.hex is None or scenario is None:
            return None
        units = self._units(design)
        if not units or why_no_unit(design, at.hex):
            return None
        number = design.map.grid.number(at.hex)
        after = with_scenario(design, place_units(scenario, [u.key for u in units], number))
        off = sum(u.reinforcement is not None for u in units)
        some = f"{off} of them " if off < len(units) else ""
        lost = f", {some}off the schedule" if off else ""
        return None if after is design else Edit(f"Place {_words(units)} in {number}{lost}", after)

    def preview(self, design: Design, at: Pointer) -> Preview:
        if design.scenario is None:
            return refusal("This is a map alone; begin a scenario on it in the menu Scenario")
        units = self._units(design)
        if not units:
            return refusal("Choose a unit in the list first")
        if at.hex is None:
            return refusal(OFF_MAP)
        if why := why_no_unit(design, at.hex):
            return refusal(why)
        number = design.map.grid.number(at.hex)
        if all(u.hex == number for u in units):
            return refusal(f"{_words(units)} {'stands' if len(units) == 1 else 'stand'} in {number} already")
        return Preview(hexes=frozenset({at.hex}), ghost=tuple(u.key for u in units[:_GHOSTS]),
                       text=f"Place {_words(units)} in {number}")

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        stack = SelectTool.stack(design, at.hex)
        return Picked("unit", stack[-1]) if stack else None


def _words(units: Sequence[Unit]) -> str:
    return units[0].name if len(units) == 1 else f"{len(units)} units"
