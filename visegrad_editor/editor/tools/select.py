"""Selecting hexes and units, and moving counters by dragging."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import place_units, stack_at
from .base import Brush, Edit, Pointer, Preview, Tool, count, refusal, why_no_unit


class SelectTool(Tool):
    """Click selects a hex and its top counter, the next click the counter below; dragging moves
    the selected counter, with Ctrl the whole stack."""

    id = "select"
    name = "Select and move"
    hint = ("Click a hex to see it, click again for the next counter of its stack. Drag a counter to move "
            "it, Ctrl+drag the whole stack. Right click for more.")
    cursor = "arrow"

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self.hex: Hex | None = None
        self.units: tuple[str, ...] = ()
        self._start: Hex | None = None
        self._moved = False
        self._carried: tuple[str, ...] = ()

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._start, self._moved = at.hex, False
        stack = self.stack(design, at.hex)
        if at.control:
            self._carried = stack
        elif set(self.units) & set(stack):
            self._carried = tuple(k for k in stack if k in self.units)
        else:
            self._carried = stack[-1:]

    def drag(self, design: Design, at: Pointer) -> None:
        if self.active and at.hex != self._start:
            self._moved = True

    def release(self, design: Design, at: Pointer) -> Edit | None:
        if not self.active:
            return None
        start, moved, carried = self._start, self._moved, self._carried
        super().release(design, at)
        self._carried = ()
        known = design.scenario.unit_by_key if design.scenario else {}
        carried = tuple(k for k in carried if k in known)
        if not moved or at.hex == start:
            if not moved:
                self._select(design, start, at.control)
            return None
        if at.hex is None or not carried or design.scenario is None or why_no_unit(design, at.hex):
            return None
        number = design.map.grid.number(at.hex)
        after = with_scenario(design, place_units(design.scenario, carried, number))
        self.hex, self.units = at.hex, carried
        first = design.scenario.unit_by_key[carried[0]].name
        what = first if len(carried) == 1 else f"{len(carried)} units"
        return None if after is design else Edit(f"Move {what} to {number}", after)

    def cancel(self) -> None:
        super().cancel()
        self._carried = ()

    def preview(self, design: Design, at: Pointer) -> Preview:
        if not (self.active and self._moved and self._carried):
            return Preview()
        if at.hex is None:
            return refusal("Off the map: let go over a hex, or press Del to take it off the map")
        if why := why_no_unit(design, at.hex):
            return refusal(why)
        # Units marked in a list may stand elsewhere: those that are not in the hand stay.
        left = len(set(self.units) - set(self._carried)) if set(self.units) & set(self._carried) else 0
        stays = f"; {count(left, 'other marked unit')} stay{'s' if left == 1 else ''}" if left else ""
        return Preview(hexes=frozenset({at.hex}), ghost=self._carried, changes=frozenset({"counters"}),
                       text=f"Move to {design.map.grid.number(at.hex)}{stays}")

    @staticmethod
    def stack(design: Design, hex: Hex | None) -> tuple[str, ...]:
        """The keys of the counters in a hex, the top one last."""
        if hex is None or design.scenario is None:
            return ()
        return tuple(u.key for u in stack_at(design.scenario, design.map.grid.number(hex)))

    def _select(self, design: Design, hex: Hex | None, whole: bool) -> None:
        stack = self.stack(design, hex)
        if whole:
            self.units = stack
        elif hex == self.hex and len(self.units) == 1 and self.units[0] in stack:
            self.units = (stack[stack.index(self.units[0]) - 1],)
        else:
            self.units = stack[-1:]
        self.hex = hex
