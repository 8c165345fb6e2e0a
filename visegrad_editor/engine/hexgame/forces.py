"""The units of a scenario as tables: unit numbers instead of keys, one list per property."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from ...model.cooperative_yield import with_pauses
from ...model.counter_values import steps_of, value_of
from ...model.design import Design
from ...model.ruleset import Ruleset
from ...model.scenario import Entry, Scenario, Unit
from ..bits import mask_of
from ..board import Board
from ..orders import UnitNames


class Way:
    """An entry of the scenario with its hexes in play."""

    def __init__(self, entry: Entry, design: Design, board: Board) -> None:
        self.entry = entry
        self.id = entry.id
        self.hexes: tuple[int, ...] = tuple(
            i for i in (board.grid.index(h) for h in entry.where.resolve(design.map))
            if board.is_playable(i))
        self.mask: int = mask_of(self.hexes)
        self.pays, self.stops, self.rule = entry.pays, entry.stops, entry.rule
        self.needs, self.delay = entry.needs, entry.delay
        self.stand_ins: tuple[Way, ...] = ()
        """The entries that stand in while a unit can enter nowhere by this one, in their order."""


def forces_for(design: Design, scenario: Scenario, board: Board) -> Forces:
    """The forces of a scenario; games of one design on the same board share them."""
    kept = board.tables.get(Forces)
    if not isinstance(kept, Forces) or kept.design is not design or kept.scenario is not scenario:
        kept = board.tables[Forces] = Forces(design, scenario, board)
    return kept


class Forces:
    """Properties of units by unit number; numbers follow the scenario's order of units."""

    def __init__(self, design: Design, scenario: Scenario, board: Board) -> None:
        self.design, self.scenario = design, scenario
        self.tables: dict[object, Any] = {}
        """What is worked out once from the documents, for all games of them."""
        ruleset = design.ruleset
        self.units: tuple[Unit, ...] = scenario.units
        self.names = UnitNames(scenario.units, ruleset)
        self.number: dict[str, int] = {u.key: i for i, u in enumerate(self.units)}
        self.keys: tuple[str, ...] = tuple(u.key for u in self.units)
        self.labels: tuple[str, ...] = tuple(self.names.full[u.key] for u in self.units)
        self.side_ids: tuple[str, ...] = tuple(s.id for s in ruleset.sides)
        sides = {n.id: n.side for n in ruleset.nationalities}
        self.side: list[int] = [
            self.side_ids.index(sides[u.nationality]) if sides.get(u.nationality) in self.side_ids else -1
            for u in self.units]
        types = [ruleset.unit_type_by_id.get(u.type) for u in self.units]
        self.traits: list[frozenset[str]] = [frozenset() if t is None else t.traits for t in types]
        self.size: list[str] = [
            u.size or (t.size if t else "") for u, t in zip(self.units, types, strict=True)]
        first = ruleset.movement.classes[0].id if ruleset.movement.classes else ""
        self.class_: list[str] = [(t.class_ if t else "") or first for t in types]
        self.steps: list[int] = [steps_of(ruleset, u) for u in self.units]
        self.values: dict[str, list[tuple[int | None, ...]]] = {
            v.id: [tuple(value_of(ruleset, u, v.id, lost) for lost in range(n))
                   for u, n in zip(self.units, self.steps, strict=True)]
            for v in ruleset.values}
        """Value id to the numbers of each unit at full strength, with one step lost, and so on."""
        # Units in the air and markers are not on the ground: they are never in a hex.
        self.aloft: list[bool] = [t is not None and t.stands_in_boxes for t in types]
        allowance = self.values.get(ruleset.movement.value)
        self.static: list[bool] = [
            "static" in t or (allowance is not None and not allowance[u][0])
            for u, t in enumerate(self.traits)]
        self.ground: tuple[tuple[int, ...], ...] = tuple(
            tuple(i for i, s in enumerate(self.side) if s == side and not self.aloft[i])
            for side in range(len(self.side_ids)))
        self.setup: list[tuple[int, ...]] = [
            tuple(
                i for i in (board.grid.index(h) for h in u.start_hexes(design.map)) if board.is_playable(i))
            for u in with_pauses(self.units, 32)]
        self.way_by_id: dict[str, Way] = {
            e.id: Way(e, design, board) for e in with_pauses(scenario.entries)}
        for way in self.way_by_id.values():
            way.stand_ins = tuple(
                self.way_by_id[e] for e in scenario.stand_ins(way.id) if e in self.way_by_id)
        self.ways: list[tuple[Way, ...]] = [
            tuple(self.way_by_id[e] for e in (u.reinforcement.entry, *u.reinforcement.also)
                  if e in self.way_by_id) if u.reinforcement else ()
            for u in self.units]
        self._weigh(ruleset)

    def _weigh(self, ruleset: Ruleset) -> None:
        rule = ruleset.stack_limits
        table = {k: Fraction(v) for k, v in rule.weigh.of}
        by = rule.weigh.by
        weights = [
            table.get(u.type if by == "type" else self.size[i], Fraction(1)) if by in ("size", "type")
            else Fraction(1)
            for i, u in enumerate(self.units)]
        limits = [Fraction(rule.limit), *(Fraction(h.limit) for h in rule.by_hex)]
        self.weight_scale: int = lcm(*(w.denominator for w in (*weights, *limits)))
        """Weights and limits are whole numbers: weight times this."""
        self.weight: list[int] = [int(w * self.weight_scale) for w in weights]
        """The weight of each unit, or of each of its steps where stacks are weighed by steps."""
