"""Where chosen units can go in one decision, by which path, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Order
from ...engine.orders import IllegalOrder
from ..hexinfo import arrival_text
from .paths import likely_path
from .timeline import Timeline

Units = tuple[str, ...]


class Ways:
    """The goals of units for the legal `orders` of a moment; `paths` says that units go along paths, with
    costs, and a stack may go as one."""

    def __init__(self, timeline: Timeline, orders: Sequence[Order], paths: bool) -> None:
        self._timeline, self._orders, self._paths = timeline, orders, paths
        self._known: dict[Units, dict[str, float]] = {}

    def goals(self, units: Units) -> dict[str, float]:
        """Hex number to movement points, where the units can go together."""
        if units not in self._known:
            self._known[units] = self._goals(units)
        return self._known[units]

    def _goals(self, units: Units) -> dict[str, float]:
        game = self._timeline.game
        if not self._paths:
            return {o.hexes[-1]: 0.0 for o in self._orders if o.hexes and o.units == units}
        each = [game.destinations(u) for u in units]
        shared = {h: max(d[h] for d in each) for h in each[0] if all(h in d for d in each)}
        if len(units) == 1:
            return shared
        return {h: c for h, c in shared.items() if self.order(units, h) is not None}

    def order(self, units: Units, hex: str) -> Order | None:
        """The order that takes units along the cheapest path to a hex, or None where they cannot go there
        as one."""
        for key in units:
            try:
                order = self._timeline.game.move_order(key, hex)
            except IllegalOrder:
                return None
            if len(units) == 1:
                return order
            order = Order("move", units, order.hexes)
            if self._timeline.why_not(order) is None:
                return order
        return None

    def path(self, units: Units, hex: str) -> tuple[str, ...]:
        """The hexes units would pass on the way to a goal."""
        if not self._paths or hex not in self.goals(units):
            return ()
        order = self.order(units, hex)
        return order.hexes if order else ()

    def refusal(self, units: Units, hex: str) -> IllegalOrder:
        """Why units cannot go to a hex."""
        game, position = self._timeline.game, self._timeline.position
        start = position.units[units[0]].hex
        tries: list[Order] = []
        if self._paths and start:
            path = likely_path(game.board, start, hex)
            tries.append(Order("move", units, path or (start, hex)))
        elif self._paths:
            refusal = self._timeline.why_not(Order("enter", units, (hex,)))
            if refusal is not None and self.goals(units):
                return IllegalOrder(f"{game.unit_name(units[0])} cannot get to {hex} this turn. It arrives "
                                    f"at {self._entries(units[0])}.", refusal.rule)
            tries.append(Order("enter", units, (hex,)))
        else:
            like = next((o for o in self._orders if o.units == units and o.hexes), None)
            if like is not None:
                tries.append(like._replace(hexes=(hex,)))
        for order in tries:
            refusal = self._timeline.why_not(order)
            if refusal is not None:
                return refusal
        return IllegalOrder(f"{game.unit_name(units[0])} cannot go to {hex} now.")

    def _entries(self, unit: str) -> str:
        """The names of the entries by which a unit arrives."""
        scenario = self._timeline.design.scenario
        assert scenario is not None
        return arrival_text(scenario, scenario.unit_by_key[unit]).partition(", ")[2]

    def why_fixed(self, hex: str) -> IllegalOrder | None:
        """Why no unit of a hex may leave it, None where there is nothing to say."""
        game = self._timeline.game
        index = game.board.index.get(hex)
        near = next((n for n in game.board.neighbours[index] if n >= 0), None) if index is not None else None
        if near is None:
            return None
        for key in reversed(self._timeline.position.at(hex)):
            refusal = self._timeline.why_not(Order("move", (key,), (hex, game.board.numbers[near])))
            if refusal is not None:
                return refusal
        return None
