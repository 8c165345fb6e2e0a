"""A scenario whose map was resized, turned or renumbered: everything in it that names a hex follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ...hexgrid import Hex, Motion
from ..gamemap import GameMap
from ..ruleset import Ruleset
from ..scenario import Box, Entry, Reinforcement, Scenario, Unit, Where, by_designer, play_box
from ..start import Start


@dataclass
class MovedScenario:
    """What became of a scenario, and what of it was lost with hexes that were cut off."""

    scenario: Scenario
    off_map: list[str] = field(default_factory=list)
    """Keys of units whose set-up is gone."""
    no_arrival: list[str] = field(default_factory=list)
    """Keys of units whose entries are all gone."""
    other_entry: list[str] = field(default_factory=list)
    """Keys of units that must arrive at the next of their entries, as the listed one is gone."""
    entries: list[str] = field(default_factory=list)
    """Names of entries that are gone."""
    begun: list[str] = field(default_factory=list)
    """Hexes that were scored or held when the scenario begins, and are gone."""


def moved_scenario(
    scenario: Scenario, ruleset: Ruleset, before: GameMap, after: GameMap, motion: Motion
) -> MovedScenario:
    """The scenario of the map `before` on the map `after`, in which each hex h is now `motion.hex(h)`.

    Numbers `before` does not have stay as they are. A set-up or entry of which no hex is left that a
    unit may be in goes, unless there was none already. The part in play is cut with the map.
    """
    follow = _Following(scenario, ruleset, before, after, motion)
    return follow.whole()


class _Following:
    def __init__(
        self, scenario: Scenario, ruleset: Ruleset, before: GameMap, after: GameMap, motion: Motion
    ) -> None:
        self._old, self._new, self._motion = before, after, motion
        self._barred = {t.id for t in ruleset.terrain if not t.playable}
        self._box = play_box(before.grid, scenario.play_area)
        self._play_area = self._cut_area(scenario.play_area)
        self._new_box = play_box(after.grid, self._play_area)
        self._known: dict[Where, Where | None] = {}
        self._result = MovedScenario(scenario)

    def whole(self) -> MovedScenario:
        scenario = self._result.scenario
        entries = tuple(e for e in map(self._entry, scenario.entries) if e is not None)
        gone = {e.id for e in scenario.entries} - {e.id for e in entries}
        units = tuple(self._unit(u, gone) for u in scenario.units)
        changed = replace(scenario, play_area=self._play_area, entries=entries, units=units,
                          start=self._start(scenario.start))
        self._result.scenario = scenario if changed == scenario else changed
        return self._result

    # -- what a scenario consists of ----------------------------------------------------

    def _entry(self, entry: Entry) -> Entry | None:
        where = self._where(entry.where)
        if where is None:
            self._result.entries.append(entry.name)
            return None
        return entry if where == entry.where else replace(entry, where=where)

    def _start(self, start: Start | None) -> Start | None:
        if start is None:
            return None
        grid = self._old.grid
        named = dict.fromkeys((*start.scored, *(n for h in start.held for n in h.hexes)))
        places = ((n, grid.parse(n)) for n in named)
        self._result.begun += [
            n for n, h in places if h is not None and self._motion.hex(h) not in self._new.grid]
        held = (replace(h, hexes=self._numbers(h.hexes)) for h in start.held)
        kept = tuple(new for old, new in zip(start.held, held, strict=True) if new.hexes or not old.hexes)
        return replace(start, scored=self._numbers(start.scored), held=kept)

    def _unit(self, unit: Unit, gone: set[str]) -> Unit:
        lost = unit
        if unit.setup is not None and unit.setup.where != Where():
            where = self._where(unit.setup.where)
            if where is None:
                self._result.off_map.append(unit.key)
                lost = replace(lost, setup=None)
            elif where != unit.setup.where:
                unit = lost = replace(unit, setup=replace(unit.setup, where=where))
        if unit.reinforcement is not None:
            arrival = self._arrival(unit, unit.reinforcement, gone)
            if arrival != unit.reinforcement:
                lost = replace(lost, reinforcement=arrival)
        return by_designer(unit, lost)

    def _arrival(self, unit: Unit, arrival: Reinforcement, gone: set[str]) -> Reinforcement | None:
        ways = [e for e in (arrival.entry, *arrival.also) if e not in gone]
        if not ways:
            self._result.no_arrival.append(unit.key)
            return None
        if arrival.entry in gone:
            self._result.other_entry.append(unit.key)
        return replace(arrival, entry=ways[0], also=tuple(ways[1:]))

    # -- hexes --------------------------------------------------------------------------

    def _where(self, where: Where) -> Where | None:
        """The description on the new map; None where all it meant was cut off."""
        if where not in self._known:
            areas = tuple(a for a in where.areas
                          if a in self._new.area_by_id or a not in self._old.area_by_id)
            new = replace(where, hexes=self._numbers(where.hexes), areas=areas,
                          excluding=self._numbers(where.excluding))
            gone = not _usable(new, self._new, self._barred, self._new_box) and _usable(
                where, self._old, self._barred, self._box)
            self._known[where] = None if gone else new
        return self._known[where]

    def _numbers(self, numbers: Iterable[str]) -> tuple[str, ...]:
        """The numbers the hexes have now, without those that are gone."""
        found = []
        for text in numbers:
            old = self._old.grid.parse(text)
            if old is None:
                found.append(text)
            elif (new := self._motion.hex(old)) in self._new.grid:
                found.append(self._new.grid.number(new))
        return tuple(found)

    def _cut_area(self, numbers: tuple[str, ...]) -> tuple[str, ...]:
        """The two corners of the part in play, as far as it is still on the map."""
        named = self._numbers(numbers)
        if self._box is None or len(named) == len(numbers):
            return named
        corners = [self._motion.hex(Hex(*self._box[:2])), self._motion.hex(Hex(*self._box[2:]))]
        grid = self._new.grid
        cols, rows = sorted(h.col for h in corners), sorted(h.row for h in corners)
        left, top = max(0, cols[0]), max(0, rows[0])
        right, bottom = min(grid.columns - 1, cols[1]), min(grid.rows - 1, rows[1])
        if left > right or top > bottom:
            return ()
        return grid.number(Hex(left, top)), grid.number(Hex(right, bottom))


def _usable(where: Where, map: GameMap, barred: set[str], box: Box | None) -> bool:
    """Whether a unit may be somewhere in these hexes."""
    return any(
        map.terrain.at(h) not in barred
        and (box is None or (box[0] <= h.col <= box[2] and box[1] <= h.row <= box[3]))
        for h in where.resolve(map))
