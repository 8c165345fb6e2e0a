"""Selects hexes and units, and moves counters by dragging."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import place_units, take_off_map
from ...model.scenario import Scenario, Unit
from .base import (
    OFF_MAP,
    Brush,
    BrushChoice,
    Edit,
    Pointer,
    Preview,
    Tool,
    ToolResult,
    count,
    refusal,
    stack_keys,
)
from .legal_hexes import LegalHexes


class SelectTool(Tool):
    """A click selects a hex and its top counter, the next click the counter below; dragging moves the
    selected counter, or with Ctrl the whole stack."""

    id = "select"
    name = "Select and move"
    order = 10
    key = "v"
    icon = "select"
    hint = ("Click a hex to select it, click again for the next counter of its stack. Drag a counter to move "
            "it, Ctrl+drag for the whole stack. Right click for more.")
    cursor = "arrow"
    menu = "hex"
    fans_stacks = True
    carries = True
    inspects = True

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self.hex: Hex | None = None
        self.units: tuple[str, ...] = ()
        self._start: Hex | None = None
        self._moved = False
        self._carried: tuple[str, ...] = ()
        self._legal = LegalHexes()

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._start, self._moved = at.hex, False
        stack = stack_keys(design, at.hex)
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
        refused = self.checked_preview(design, at).refused
        super().release(design, at)
        self._carried = ()
        known = design.scenario.unit_by_key if design.scenario else {}
        carried = tuple(k for k in carried if k in known)
        if not moved or at.hex == start:
            if not moved:
                self._select(design, start, at.control)
            return None
        if at.tray and not refused and carried and design.scenario is not None:
            self.hex, self.units = None, carried
            after = with_scenario(design, take_off_map(design.scenario, carried))
            return Edit(f"Put {_words([known[k] for k in carried])} back into the tray", after)
        if refused or at.hex is None or not carried or design.scenario is None:
            if carried:
                # The counters stay where they were and are selected, so that Del takes them off the map.
                self.hex, self.units = start, carried
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
        if at.tray and design.scenario is not None:
            return self._back_into_tray(design.scenario)
        if at.hex is None or design.scenario is None:
            them = "the counter" if len(self._carried) == 1 else "the counters"
            return refusal(f"Off the map: let go, then press Del to take {them} off the map")
        lit = self._legal.open_to(design, self._carried)
        if at.hex != self._start and (why := self._legal.refusal(design, self._carried, at.hex)):
            return replace(refusal(why), lit=lit)
        # Units selected in a list may be elsewhere: those that are not being dragged stay.
        left = len(set(self.units) - set(self._carried)) if set(self.units) & set(self._carried) else 0
        stays = f"; {count(left, 'other selected unit')} stay{'s' if left == 1 else ''}" if left else ""
        return Preview(hexes=frozenset({at.hex}), lit=lit, ghost=self._carried,
                       changes=frozenset({"counters"}),
                       text=f"Move to {design.map.grid.number(at.hex)}{stays}")

    def _back_into_tray(self, scenario: Scenario) -> Preview:
        """What happens to the carried counters if they are let go over the tray."""
        units = [scenario.unit_by_key[k] for k in self._carried if k in scenario.unit_by_key]
        fixed = next((u for u in units if u.setup is None or not u.setup.has_choice), None)
        if fixed is not None:
            return refusal(f"{fixed.name} has no choice of hexes, so it is not put into the tray")
        return Preview(ghost=self._carried, changes=frozenset({"counters"}),
                       text=f"Put {_words(units)} back into the tray")

    def take_selection(self, hex: Hex | None, units: tuple[str, ...]) -> None:
        self.hex, self.units = hex, units

    def selection_after(self, at: Pointer, result: ToolResult | None) -> tuple[Hex | None, tuple[str, ...]]:
        return self.hex, self.units

    def _select(self, design: Design, hex: Hex | None, whole: bool) -> None:
        stack = stack_keys(design, hex)
        if whole:
            self.units = stack
        elif hex == self.hex and len(self.units) == 1 and self.units[0] in stack:
            self.units = (stack[stack.index(self.units[0]) - 1],)
        else:
            self.units = stack[-1:]
        self.hex = hex


# Places counters with a click.

_GHOSTS = 4
"""The most counters that are shown at the pointer."""


class PlaceCounterTool(Tool):
    """Places the units selected in the list of units on the clicked hex."""

    id = "place"
    fans_stacks = True
    layers = frozenset({"counters"})
    name = "Place counter"
    order = 130
    key = "p"
    icon = "counter"
    hint = ("Choose a unit in the list on the right, then click the hex where it is set up. "
            "Right click: pick up the counter under the pointer.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._legal = LegalHexes()

    def advice(self, design: Design) -> str:
        units = self._units(design)
        if not units:
            return self.hint
        return (f"Placing {units[0].name}: click the hex where it is set up." if len(units) == 1 else
                f"Placing {len(units)} units: click the hex where they are set up.")

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
        if not units or self._legal.refusal(design, [u.key for u in units], at.hex):
            return None
        number = design.map.grid.number(at.hex)
        after = with_scenario(design, place_units(scenario, [u.key for u in units], number))
        off = sum(u.reinforcement is not None for u in units)
        some = f"{off} of them " if off < len(units) else ""
        lost = f", {some}off the schedule" if off else ""
        label = f"Place {_words(units)} in {number}{lost}"
        placed = f"{_words(units)} placed in {number}{lost}."
        return None if after is design else Edit(label, after, (placed, *_next_hint(scenario, units, at)))

    def selection_after(self, at: Pointer,
                        result: ToolResult | None) -> tuple[Hex | None, tuple[str, ...]] | None:
        return (at.hex, self.brush.units) if isinstance(result, Edit) else super().selection_after(at, result)

    def tool_after(self, at: Pointer, result: ToolResult | None) -> str:
        # The next unit chosen in a list is to be inspected, not placed.
        return "select" if isinstance(result, Edit) and not at.shift else ""

    def preview(self, design: Design, at: Pointer) -> Preview:
        if design.scenario is None:
            return refusal("This is a map without a scenario; start one on it in the Scenario menu")
        units = self._units(design)
        if not units:
            return refusal("Choose a unit in the list first")
        if at.hex is None:
            return refusal(OFF_MAP)
        keys = tuple(u.key for u in units)
        number, lit = design.map.grid.number(at.hex), self._legal.open_to(design, keys)
        if all(u.hex == number for u in units):
            bad = f"{_words(units)} {'is' if len(units) == 1 else 'are'} already in {number}"
        else:
            bad = self._legal.refusal(design, keys, at.hex)
        if bad:
            return replace(refusal(bad), lit=lit)
        return Preview(hexes=frozenset({at.hex}), ghost=keys[:_GHOSTS], lit=lit,
                       text=f"Place {_words(units)} in {number}")

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        stack = stack_keys(design, at.hex)
        return BrushChoice("unit", stack[-1]) if stack else None

    def pick_counter(self, key: str) -> BrushChoice:
        return BrushChoice("unit", key)


def _next_hint(scenario: Scenario, placed: Sequence[Unit], at: Pointer) -> tuple[str, ...]:
    """How to place the next unit, if there is one and the tool would be put away."""
    keys = {u.key for u in placed}
    left = any(u.setup is None and u.reinforcement is None and u.key not in keys for u in scenario.units)
    useful = left and len(keys) == 1 and not at.shift
    return ("Shift+click keeps the tool for the next unit.",) if useful else ()


def _words(units: Sequence[Unit]) -> str:
    return units[0].name if len(units) == 1 else f"{len(units)} units"


# The hand: dragging moves the map. The view does that; the tool itself makes nothing.

class PanTool(Tool):
    """Drags the map. With every other tool, Space held down or the middle button does the same."""

    id = "pan"
    name = "Hand"
    order = 30
    key = "h"
    icon = "hand"
    hint = "Drag to move the map. With other tools, hold Space or the middle button."
    cursor = "fleur"
    menu = "hex"
    pans = True
