"""Which part of a map is in play in a scenario, and which of a ruleset's conditions hold there."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import fields, replace
from functools import cached_property
from typing import Protocol

from ..hexgrid import Hex, HexGeometry
from .counter_values import movement_of
from .design import Design
from .rules.movement import Movement
from .ruleset import NO_CONDITION, Condition, TerrainKind
from .scenario import Unit, play_box

_OF_MAP = frozenset({"terrain", "hexsides", "roads", "features", "places"})
"""The fields of a condition that a map alone can answer."""
_OF_GROUND_UNITS = frozenset({"ground", "movement"})
"""The fields of a condition that are answered together, for one kind of ground unit."""


_SPARE = 0.5
"""The margin of a picture of the part in play, in map units: room for counters."""
Bounds = tuple[float, float, float, float]


class Conditional(Protocol):
    """An entry that may depend on the scenario: a special rule, an option, a phase."""

    @property
    def when(self) -> Condition: ...

    @property
    def unless(self) -> Condition: ...


def with_whole_map(design: Design) -> Design:
    """The design with all of its map in play."""
    scenario = design.scenario
    if scenario is None or not scenario.play_area:
        return design
    return replace(design, scenario=replace(scenario, play_area=()))


class InPlay:
    """A design's part in play: all of the map, or the scenario's play area."""

    def __init__(self, design: Design) -> None:
        self._design = design
        scenario = design.scenario
        self._box = play_box(design.map.grid, scenario.play_area) if scenario else None

    @property
    def whole(self) -> bool:
        """Whether all of the map is in play."""
        return self._box is None

    def __contains__(self, hex: Hex) -> bool:
        box = self._box
        return hex in self._design.map.grid and (
            box is None or (box[0] <= hex.col <= box[2] and box[1] <= hex.row <= box[3]))

    def may_stand(self, hex: Hex) -> bool:
        """Whether some unit on the ground may stand in a hex: it is in play, and not of terrain that all of
        them are kept out of."""
        map, rules = self._design.map, self._design.ruleset
        if hex not in self:
            return False
        kind = rules.terrain_by_id.get(map.terrain.at(hex))
        if kind is None or not kind.playable:
            return kind is None  # The checks tell of unknown terrain.
        place = map.place_at.get(hex)
        features = [f for id in (place.features if place is not None else ())
                    if (f := rules.feature_by_id.get(id)) is not None and f.cost != "other"]
        open_feature = any(f.cost is not None for f in features)
        if kind.cost is not None and all(f.cost is not None for f in features):
            return True
        return hex in self._roads or (open_feature and self._mixed_ground) or not self._lifted.isdisjoint(
            (kind.id, *(f.id for f in features)))

    @cached_property
    def _roads(self) -> frozenset[Hex]:
        known = self._design.ruleset.road_by_id
        return frozenset(h for road in self._design.map.roads if road.kind in known for h in road.path)

    @cached_property
    def _mixed_ground(self) -> bool:
        """Whether a feature may open terrain that is prohibited."""
        return self._design.ruleset.movement.ground != Movement().ground

    @cached_property
    def _lifted(self) -> frozenset[str]:
        """The kinds of terrain and the features for which some class of units has a cost of its own."""
        open = [one for one in self._design.ruleset.movement.costs if one.cost != "prohibited"]
        return frozenset(id for one in open for id in (*one.terrain, *one.feature))

    def bounds(self, turn: int = 0) -> Bounds | None:
        """Left, top, right and bottom of a picture of the part in play, in map units, on the map turned
        clockwise by quarters; None if all of it is in play."""
        if self._box is None:
            return None
        geometry = HexGeometry(self._design.map.grid, turn)
        left, top, right, bottom = geometry.bounds()
        points = [p for h in self._design.map.grid if h in self for p in geometry.corners(h)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (max(left, min(xs) - _SPARE), max(top, min(ys) - _SPARE),
                min(right, max(xs) + _SPARE), min(bottom, max(ys) + _SPARE))

    @cached_property
    def terrain(self) -> frozenset[str]:
        """The kinds of terrain in play."""
        layer, box = self._design.map.terrain, self._box
        rows = layer.rows if box is None else [r[box[0]:box[2] + 1] for r in layer.rows[box[1]:box[3] + 1]]
        letters = set().union(*map(set, rows)) if rows else set()
        return frozenset(v for c, v in layer.legend if c in letters)

    @cached_property
    def listed_terrain(self) -> tuple[TerrainKind, ...]:
        """The kinds of terrain in play that charts and notes list and count, in the ruleset's order: those
        without pattern and units are the area off the map."""
        return tuple(t for t in self._design.ruleset.terrain
                     if t.id in self.terrain and (t.playable or t.pattern))

    @cached_property
    def hexsides(self) -> frozenset[str]:
        """The kinds of lines along hexsides of hexes in play."""
        return frozenset(
            line.kind for line in self._design.map.lines
            if any(s.a in self or s.b in self for s in line.sides))

    @cached_property
    def borders(self) -> bool:
        """Whether two countries share a border there."""
        grid, countries = self._design.map.grid, self._design.map.countries
        for hex in grid:
            here = countries.at(hex) if hex in self else ""
            if here and any(n in self and countries.at(n) not in ("", here) for n in grid.neighbours(hex)):
                return True
        return False

    @cached_property
    def roads(self) -> frozenset[str]:
        """The kinds of roads that lead from one hex in play to another."""
        return frozenset(
            r.kind for r in self._design.map.roads
            if any(a in self and b in self for a, b in itertools.pairwise(r.path)))

    @cached_property
    def features(self) -> frozenset[str]:
        """The features of places in play."""
        return frozenset(f for p in self._design.map.places if p.hex in self for f in p.features)

    @cached_property
    def places(self) -> frozenset[str]:
        """The names of places in play."""
        return frozenset(p.name for p in self._design.map.places if p.name and p.hex in self)

    @cached_property
    def movement_classes(self) -> frozenset[str]:
        """The movement classes of the scenario's units; without units all those of the ruleset."""
        ruleset, scenario = self._design.ruleset, self._design.scenario
        classes = [c.id for c in ruleset.movement.classes]
        types = {u.type for u in scenario.units} if scenario else set()
        used = {t.class_ or classes[0] for t in ruleset.unit_types if t.id in types} if classes else set()
        return frozenset(used or classes)

    # -- conditions ------------------------------------------------------------------------

    def applies(self, entry: Conditional) -> bool:
        """Whether a rule, an option or a phase matters here.

        Without a scenario only the questions that a map can answer count; every other condition holds.
        """
        return self._holds(entry.when, unknown=True) and not (
            entry.unless != NO_CONDITION and self._holds(entry.unless, unknown=False))

    def applies_anyway(self, entry: Conditional) -> bool:
        """Whether a rule matters here in every scenario, if there is none that could say."""
        return self._holds(entry.when, unknown=False) and not (
            entry.unless != NO_CONDITION and self._holds(entry.unless, unknown=True))

    def dated_by_schedule(self, entry: Conditional) -> tuple[str, ...]:
        """The events for which an entry only matters while they have no date, and to all of which the
        schedule gives one; () if it leaves the entry its meaning."""
        scenario, events = self._design.scenario, entry.when.undated
        known = scenario.scheduled if scenario is not None else {}
        return events if all(e in known and known[e].is_dated for e in events) else ()

    def is_in_force(self, options: Collection[tuple[str, tuple[str, ...]]]) -> bool:
        """Whether each of the options has one of its choices; without a scenario each has its first."""
        return self._options(options)

    def is_chosen(self, entry: Conditional) -> bool:
        """Whether the options are as an entry asks; without a scenario each has its first choice."""
        return (not entry.when.options or self._options(entry.when.options)) and not (
            entry.unless.options and self._options(entry.unless.options))

    def _holds(self, condition: Condition, unknown: bool) -> bool:
        """Whether every field of a condition holds; `unknown` is the answer if a scenario is missing."""
        for field in fields(condition):
            wanted = getattr(condition, field.name)
            if not wanted or field.name in _OF_GROUND_UNITS:
                continue
            if self._design.scenario is None and field.name not in _OF_MAP:
                if not unknown:
                    return False
            elif not (self._options(wanted) if field.name == "options" else
                      not self._known(field.name).isdisjoint(wanted)):
                return False
        if not condition.ground and condition.movement is None:
            return True
        return unknown if self._design.scenario is None else self._ground_units(condition)

    def _ground_units(self, condition: Condition) -> bool:
        """Whether there are ground units that a condition describes, all with the allowance it asks for."""
        scenario, types = self._design.scenario, self._design.ruleset.unit_type_by_id
        allowances = set()
        for unit in scenario.units if scenario else ():
            kind = types.get(unit.type)
            traits = kind.traits if kind else ()
            asked = ((condition.nationalities, (unit.nationality,)), (condition.unit_types, (unit.type,)),
                     (condition.traits, traits))
            if "air" not in traits and all(not words or set(words) & set(own) for words, own in asked):
                allowances.add(movement_of(self._design.ruleset, unit))
        return bool(allowances) and (condition.movement is None or allowances == {condition.movement})

    def _options(self, wanted: Collection[tuple[str, tuple[str, ...]]]) -> bool:
        taken = {o.id: o.choices[0] for o in self._design.ruleset.options if o.choices}
        if self._design.scenario is not None:
            taken.update(self._design.scenario.options)
        return all(taken.get(option) in choices for option, choices in wanted)

    def _known(self, field: str) -> frozenset[str]:
        values: frozenset[str] = getattr(self, field) if field in _OF_MAP else self._of_scenario[field]
        return values

    @cached_property
    def _of_scenario(self) -> dict[str, frozenset[str]]:
        scenario, types = self._design.scenario, self._design.ruleset.unit_type_by_id
        units: tuple[Unit, ...] = scenario.units if scenario else ()
        arrivals = [u.reinforcement for u in units if u.reinforcement]
        assets = {a.id: a.at_start for a in self._design.ruleset.assets}
        assets |= {a.id: a.number for a in (scenario.assets if scenario else ())}
        used = {u.type for u in units}
        return {
            "nationalities": frozenset(u.nationality for u in units),
            "units": frozenset(u.key for u in units),
            "unit_types": frozenset(used),
            "traits": frozenset(t for kind in used if kind in types for t in types[kind].traits),
            "events": frozenset(a.event for a in arrivals if a.event),
            "undated": frozenset(a.event for a in arrivals if a.event and not (
                scenario and a.event in scenario.scheduled and scenario.scheduled[a.event].is_dated)),
            "entries": frozenset(
                e for a in arrivals for own in (a.entry, *a.also)
                for e in (own, *(scenario.stand_ins(own) if scenario else ()))),
            "assets": frozenset(id for id, number in assets.items() if number),
        }
