"""Putting a counter on the map with a click."""

from __future__ import annotations

from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import place_units
from .base import OFF_MAP, Edit, Picked, Pointer, Preview, Tool, refusal, why_no_unit
from .select import SelectTool


class PlaceCounterTool(Tool):
    """Puts the unit chosen in the list of units on the hex that is clicked."""

    id = "place"
    layers = frozenset({"counters"})
    name = "Place counter"
    hint = ("Choose a unit in the list on the right, then click the hex it is set up in. "
            "Right click: take up the counter under the pointer.")

    def advice(self, design: Design) -> str:
        unit = design.scenario.unit_by_key.get(self.brush.unit) if design.scenario else None
        return f"{unit.name} is in hand: click the hex it is set up in." if unit else self.hint

    def release(self, design: Design, at: Pointer) -> Edit | None:
        was_active, self.active = self.active, False
        scenario = design.scenario
        if not was_active or at.hex is None or scenario is None:
            return None
        if self.brush.unit not in scenario.unit_by_key or why_no_unit(design, at.hex):
            return None
        number = design.map.grid.number(at.hex)
        after = with_scenario(design, place_units(scenario, [self.brush.unit], number))
        unit = scenario.unit_by_key[self.brush.unit]
        lost = ", off the schedule" if unit.reinforcement else ""
        return None if after is design else Edit(f"Place {unit.name} in {number}{lost}", after)

    def preview(self, design: Design, at: Pointer) -> Preview:
        if design.scenario is None:
            return refusal("This is a map alone; begin a scenario on it in the menu Scenario")
        if self.brush.unit not in design.scenario.unit_by_key:
            return refusal("Choose a unit in the list first")
        if at.hex is None:
            return refusal(OFF_MAP)
        if why := why_no_unit(design, at.hex):
            return refusal(why)
        unit = design.scenario.unit_by_key[self.brush.unit]
        return Preview(hexes=frozenset({at.hex}), ghost=(unit.key,),
                       text=f"Place {unit.name} in {design.map.grid.number(at.hex)}")

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        stack = SelectTool.stack(design, at.hex)
        return Picked("unit", stack[-1]) if stack else None
