"""Operations on the whole map: resize, crop, renumber, turn.

Hexes keep their neighbours, and everything that names a hex follows: terrain and country rows, lines, roads,
places, labels, areas, and in the scenario set-ups, entries and the part in play. Each function returns the
new design together with the losses, so that they can be shown before the design is used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, is_dataclass, replace
from itertools import pairwise
from operator import is_
from typing import Any

from ...hexgrid import (
    STILL,
    Axis,
    HalfHexes,
    Hex,
    HexGrid,
    Hexside,
    Motion,
    Numbering,
    kept_numbering,
    moved_grid,
    turn,
)
from ...hexgrid.numbering import LAST_LETTERS
from ...lazy_dataclass import dataclass
from ..design import Design
from ..fields import declared
from ..gamemap import (
    Building,
    DataSource,
    GameMap,
    HexsideLine,
    Place,
    Road,
    Waters,
    flow_direction,
    flow_number,
)
from ..grid_limits import numbering_complaint, size_complaint
from ..layer import Layer
from ..lettering import PLAIN, slanted, turned_spot
from ..rules.grammar import HexFilter
from ..ruleset import Ruleset
from ..scenario import (
    Box,
    Entry,
    JudgedProblem,
    Reinforcement,
    Scenario,
    SetUpGroup,
    Unit,
    by_designer,
    play_box,
)
from ..start import Start
from ..where import Where
from .background import moved_background
from .geography import moved_geography
from .hexsides import adjoin


@dataclass(frozen=True)
class ReshapeResult:
    """A design with another grid, and what was cut off."""

    design: Design
    losses: Losses


def resize(
    design: Design, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0, *,
    ground: str = "", numbering: Numbering | None = None,
) -> ReshapeResult:
    """The design with columns and rows added at the edges, or cut off for negative counts.

    New hexes get the terrain `ground`, or, if it is "", terrain and country of the nearest hex. Without a
    `numbering` all hexes keep their numbers. Raises ValueError if they cannot (see `keeping_complaint`), and
    for sizes that a map cannot have.
    """
    grid = design.map.grid
    if not (left or top or right or bottom) and numbering in (None, grid.numbering):
        return ReshapeResult(design, Losses())
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    if -left >= grid.columns or -right >= grid.columns or -top >= grid.rows or -bottom >= grid.rows or (
            columns < 1 or rows < 1):
        raise ValueError("Nothing would be left of the map.")
    if complaint := size_complaint(columns, rows):
        raise ValueError(complaint)
    motion = Motion(0, left, top)
    return _reshaped(design, motion, columns, rows, numbering, ground)


def crop(design: Design, hexes: Iterable[Hex], *, numbering: Numbering | None = None) -> ReshapeResult:
    """The design cut to the box around the hexes. Raises ValueError if none of them is on the map."""
    return resize(design, *crop_margins(design.map.grid, hexes), numbering=numbering)


def crop_margins(grid: HexGrid, hexes: Iterable[Hex]) -> tuple[int, int, int, int]:
    """The arguments of `resize` that leave the box around the hexes: 0 or negative counts."""
    inside = [h for h in hexes if h in grid]
    if not inside:
        raise ValueError("None of these hexes is on the map.")
    cols, rows = [h.col for h in inside], [h.row for h in inside]
    return -min(cols), -min(rows), max(cols) + 1 - grid.columns, max(rows) + 1 - grid.rows


def renumber(design: Design, numbering: Numbering) -> ReshapeResult:
    """The design with other hex numbers; references to hexes follow. Raises ValueError for a numbering that
    the grid cannot have."""
    grid = design.map.grid
    if numbering == grid.numbering:
        return ReshapeResult(design, Losses())
    return _reshaped(design, STILL, grid.columns, grid.rows, numbering, "")


def rotate(design: Design, quarters: int) -> ReshapeResult:
    """The design turned clockwise by quarters; after an odd number of them pointy tops become flat tops, and
    flat ones pointy. Every hex keeps its number and its neighbours."""
    grid = design.map.grid
    motion = turn(grid, quarters)
    if motion == STILL:
        return ReshapeResult(design, Losses())
    columns, rows = (grid.rows, grid.columns) if quarters % 2 else (grid.columns, grid.rows)
    return _reshaped(design, motion, columns, rows, None, "")


def cut_in_half(design: Design, halves: HalfHexes) -> ReshapeResult:
    """The design with other hexes cut in half by the edges of its map; everything stays where it is. Raises
    ValueError for halves that such a grid cannot have."""
    grid = design.map.grid
    if edge := halves.misfit(grid.orientation):
        raise ValueError(f"At the {edge} of this grid other hexes lie along the edge.")
    if halves == grid.half_hexes:
        return ReshapeResult(design, Losses())
    return ReshapeResult(
        replace(design, map=replace(design.map, grid=replace(grid, half_hexes=halves))), Losses())


def things_in(design: Design, hexes: Iterable[Hex]) -> tuple[str, ...]:
    """What is in some hexes, by name: units that are set up there, places and labels."""
    wanted, grid = set(hexes), design.map.grid
    units = design.scenario.units if design.scenario is not None else ()
    return (
        *(unit.name for unit in units if unit.hex and grid.parse(unit.hex) in wanted),
        *(place.name for place in design.map.places if place.name and place.hex in wanted),
        *(label.text for label in design.map.labels if label.hex in wanted))


def keeping_complaint(grid: HexGrid, left: int, top: int, right: int, bottom: int) -> str:
    """Why hexes cannot keep their numbers in such a resize; "" if they can."""
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    return numbering_complaint(kept_numbering(grid, Motion(0, left, top), columns, rows), columns, rows)


def nearest_numbering(grid: HexGrid, left: int, top: int, right: int, bottom: int) -> Numbering:
    """The valid numbering of the resized grid that is most like the present one: the same numbers if
    possible, else from the lowest possible number on, with as many digits as needed."""
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    kept = kept_numbering(grid, Motion(0, left, top), columns, rows)
    return replace(kept, row=_possible(kept.row, grid.numbering.row, rows),
                   column=_possible(kept.column, grid.numbering.column, columns))


def _possible(axis: Axis, before: Axis, count: int) -> Axis:
    if axis.letters:
        return replace(axis, start=max(1, min(axis.start, LAST_LETTERS - count + 1)))
    start = axis.start if axis.start >= 0 else min(1, before.start)
    digits = max(axis.digits, len(str(start + count - 1))) if axis.digits else 0
    return replace(axis, start=start, digits=digits)


def _reshaped(
    design: Design, motion: Motion, columns: int, rows: int, numbering: Numbering | None, ground: str
) -> ReshapeResult:
    grid = moved_grid(design.map.grid, motion, columns, rows, numbering)
    if complaint := numbering_complaint(grid.numbering, columns, rows):
        raise ValueError(complaint)
    map = moved_map(design.map, motion, grid, ground)
    moved = None
    if design.scenario is not None:
        moved = moved_scenario(design.scenario, design.ruleset, design.map, map, motion)
    after = replace(design, map=map, scenario=moved.scenario if moved else None)
    return ReshapeResult(after, losses(design, after, motion, moved))


# -- a map on another grid -------------------------------------------------------------------------
# The contents of its hexes move with them, and whatever leaves the grid is cut off.


def moved_map(map: GameMap, motion: Motion, grid: HexGrid, ground: str = "") -> GameMap:
    """The map on `grid`, every hex moved by `motion`.

    New hexes get the terrain `ground` and no country, or, if it is "", terrain and country of the nearest
    hex. Roads and lines are cut at the edge; if several pieces are left they become several of the same name.
    A hexside between a hex that stays and one that is cut off is removed too, as nothing can cross it any
    more. Areas without a hex left are removed.
    """
    areas = (replace(a, hexes=_kept(a.hexes, motion, grid)) for a in map.areas)
    return replace(
        map, grid=grid, moved=map.moved.then(motion),
        terrain=_moved_layer(map.terrain, motion, grid, ground or None),
        countries=_moved_layer(map.countries, motion, grid, "" if ground else None),
        lines=tuple(piece for line in map.lines for piece in _cut_line(line, motion, map.grid, grid)),
        roads=tuple(piece for road in map.roads for piece in _cut_road(road, motion, grid)),
        places=tuple(_lettered(p, motion.quarters) for p in _at(map.places, motion, grid)),
        areas=tuple(new for old, new in zip(map.areas, areas, strict=True) if new.hexes or not old.hexes),
        labels=tuple(replace(x, rotation=x.slant(motion.quarters), at=turned_spot(x.at, motion.quarters))
                     for x in _at(map.labels, motion, grid)),
        levels=_moved_layer(map.levels, motion, grid, "0" if ground else None),
        buildings=tuple(b for b in (_moved_building(b, motion, grid) for b in map.buildings) if b.hexes),
        waters=tuple(w for w in (_moved_waters(w, motion, map.grid, grid) for w in map.waters) if w.hexes),
        background=moved_background(map.background, motion, map.grid, grid),
        geography=moved_geography(map.geography, motion, map.grid, grid),
        sources=tuple(new for s in map.sources if (new := _moved_source(s, motion, grid)) is not None))


def _lettered(place: Place, quarters: int) -> Place:
    """The place with its name at the same spot, on a map turned by quarters."""
    old = place.lettering
    if old == PLAIN or quarters % 4 == 0:
        return place
    new = replace(old, at=turned_spot(old.at, quarters), rotation=slanted(old.rotation, quarters))
    return replace(place, lettering=new)


def _kept(hexes: Iterable[Hex], motion: Motion, grid: HexGrid) -> tuple[Hex, ...]:
    return tuple(new for new in map(motion.hex, hexes) if new in grid)


def _moved_building(building: Building, motion: Motion, grid: HexGrid) -> Building:
    """The building with the hexes that are left."""
    hexes, stairs, full = (
        _kept(some, motion, grid) for some in (building.hexes, building.stairs, building.full))
    return replace(building, hexes=hexes, stairs=stairs, full=full)


def _moved_waters(waters: Waters, motion: Motion, before: HexGrid, grid: HexGrid) -> Waters:
    """The waters with the hexes that are left; they flow the same way on the turned map."""
    kept, flow = _kept(waters.hexes, motion, grid), waters.flow
    if flow is not None and waters.hexes:
        here = waters.hexes[0]
        there = before.step(here, flow_direction(before, flow))
        way = grid.direction(motion.hex(here), motion.hex(there))
        flow = flow if way is None else flow_number(grid, way)
    return replace(waters, hexes=kept, flow=flow)


def _moved_source(source: DataSource, motion: Motion, grid: HexGrid) -> DataSource | None:
    """A data source for the hexes that are left; None if it was for certain hexes only and none of them is
    left."""
    kept = _kept(source.hexes, motion, grid)
    return replace(source, hexes=kept) if kept or not source.hexes else None


def _at(entries: Iterable[Any], motion: Motion, grid: HexGrid) -> tuple[Any, ...]:
    """The entries with a hex that are still in the grid, at their new hexes."""
    moved = (replace(e, hex=motion.hex(e.hex)) for e in entries)
    return tuple(e for e in moved if e.hex in grid)


# -- layers -----------------------------------------------------------------------------


def _moved_layer(layer: Layer, motion: Motion, grid: HexGrid, value: str | None) -> Layer:
    """The layer on the grid; new hexes have the value, or that of the nearest hex."""
    if value is not None:
        layer = layer.with_letter_for(value)
    rows = list(layer.rows)
    for _ in range(motion.quarters % 4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    # The position of the upper left hex of the turned rows on the grid.
    height, width = len(rows), len(rows[0])
    left = motion.columns - (width - 1 if motion.quarters % 4 in (1, 2) else 0)
    top = motion.rows - (height - 1 if motion.quarters % 4 in (2, 3) else 0)
    letter = None if value is None else layer.letters[value]
    across = [_cut_text(row, left, grid.columns, letter) for row in rows]
    if letter is None:
        above, below = across[0], across[-1]
    else:
        above = below = letter * grid.columns
    shifted = [above] * top + across[max(0, -top):] if top > 0 else across[-top:]
    return Layer(layer.legend, tuple((shifted + [below] * (grid.rows - len(shifted)))[: grid.rows]))


def _cut_text(text: str, left: int, width: int, letter: str | None) -> str:
    """The text moved right by `left` in a field of this width, filled with the letter or the text's own
    ends."""
    head = (letter or text[0]) * max(0, left)
    tail = (letter or text[-1]) * max(0, width - left - len(text))
    return (head + text[max(0, -left):] + tail)[:width]


# -- what runs from hex to hex ----------------------------------------------------------


def _cut_road(road: Road, motion: Motion, grid: HexGrid) -> list[Road]:
    """The pieces of a road that stay; the road itself, moved, if nothing is cut."""
    path = tuple(map(motion.hex, road.path))
    if all(h in grid for h in path):
        return [replace(road, path=path)]
    pieces: list[list[Hex]] = [[]]
    for hex in path:
        if hex in grid:
            pieces[-1].append(hex)
        elif pieces[-1]:
            pieces.append([])
    return [replace(road, path=tuple(p)) for p in pieces if len(p) > 1]


def stays(side: Hexside, motion: Motion, before: HexGrid, after: HexGrid) -> bool:
    """Whether lines on a hexside stay: all of its hexes that were on the map must stay."""
    here = [h for h in side if h in before]
    return bool(here) and all(motion.hex(h) in after for h in here)


def _cut_line(line: HexsideLine, motion: Motion, before: HexGrid, grid: HexGrid) -> list[HexsideLine]:
    """The pieces of a line of hexsides that stay; the line itself, moved, if nothing is cut."""
    kept = [motion.side(s) for s in line.sides if stays(s, motion, before, grid)]
    if len(kept) == len(line.sides):
        return [replace(line, sides=tuple(kept))]
    return [replace(line, sides=piece) for piece in _connected(kept, grid)]


def _connected(sides: list[Hexside], grid: HexGrid) -> list[tuple[Hexside, ...]]:
    """The sides in connected groups, each in the order given."""
    by_hex: dict[Hex, list[int]] = {}
    for n, side in enumerate(sides):
        for hex in side:
            by_hex.setdefault(hex, []).append(n)
    groups: list[tuple[Hexside, ...]] = []
    left = set(range(len(sides)))
    for start in range(len(sides)):
        if start not in left:
            continue
        left.discard(start)
        group, edge = [start], [start]
        while edge:
            here = sides[edge.pop()]
            near = {m for hex in here for m in by_hex[hex] if m in left and adjoin(grid, here, sides[m])}
            left -= near
            group += near
            edge += near
        groups.append(tuple(sides[n] for n in sorted(group)))
    return groups


# -- a scenario whose map was resized, turned or renumbered: every reference to a hex follows ------


@dataclass
class MovedScenario:
    """A scenario after such a change, and what was lost with hexes that were cut off."""

    scenario: Scenario
    off_map: list[str] = field(default_factory=list)
    """Keys of units whose set-up was cut off."""
    no_arrival: list[str] = field(default_factory=list)
    """Keys of units whose entries were all cut off."""
    other_entry: list[str] = field(default_factory=list)
    """Keys of units that must arrive at the next of their entries, as the listed one was cut off."""
    entries: list[str] = field(default_factory=list)
    """Names of entries that were cut off."""
    begun: list[str] = field(default_factory=list)
    """Hexes scored or held when the scenario begins that were cut off."""


def moved_scenario(
    scenario: Scenario, ruleset: Ruleset, before: GameMap, after: GameMap, motion: Motion
) -> MovedScenario:
    """The scenario of the map `before` on the map `after`, in which each hex h is now `motion.hex(h)`.

    Numbers that `before` does not have stay as they are. A set-up or entry loses its place if no hex is left
    that a unit may be in, unless it had none before. The part in play is cut with the map.
    """
    follow = _ScenarioMove(scenario, ruleset, before, after, motion)
    return follow.whole()


class _ScenarioMove:
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
        entries = tuple(e if gone.isdisjoint(e.else_) else replace(
            e, else_=tuple(id for id in e.else_ if id not in gone)) for e in entries)
        units = tuple(self._unit(u, gone) for u in scenario.units)
        groups = tuple(g for g in map(self._group, scenario.set_up_groups) if g is not None)
        changed = replace(scenario, play_area=self._play_area, entries=entries, units=units,
                          schedule=self._rules(scenario.schedule), victory=self._rules(scenario.victory),
                          set_up_groups=groups, start=self._start(scenario.start),
                          problems=tuple(self._judged(scenario.problems)))
        self._result.scenario = scenario if changed == scenario else changed
        return self._result

    # -- the parts of a scenario -----------------------------------------------------------

    def _entry(self, entry: Entry) -> Entry | None:
        where = self._where(entry.where)
        if where is None:
            self._result.entries.append(entry.name)
            return None
        needs = self._rules(entry.needs)
        same = where == entry.where and needs is entry.needs
        return entry if same else replace(entry, where=where, needs=needs)

    def _rules(self, value: Any) -> Any:
        """A rule of the scenario with its hexes on the new map; hexes of which none is left stay as they are,
        so that the check names them."""
        if isinstance(value, tuple):
            parts = tuple(map(self._rules, value))
            return value if all(map(is_, parts, value)) else parts
        if not is_dataclass(value) or isinstance(value, type):
            return value
        changes: dict[str, Any] = {}
        for one in declared(type(value)):
            now = getattr(value, one.name)
            if (then := self._rules(now)) is not now:
                changes[one.name] = then
        if isinstance(value, HexFilter):
            for name in ("hexes", "excluding"):
                numbers = getattr(value, name)
                if (left := self._numbers(numbers)) and left != numbers:
                    changes[name] = left
        return replace(value, **changes) if changes else value

    def _group(self, group: SetUpGroup) -> SetUpGroup | None:
        """The group on the new map; None if all hexes of its units were cut off."""
        where = self._where(group.where) if group.where != Where() else group.where
        limits = ((limit, self._where(limit.where)) for limit in group.limits)
        return None if where is None else replace(group, where=where, limits=tuple(
            replace(limit, where=there) for limit, there in limits if there is not None))

    def _start(self, start: Start | None) -> Start | None:
        if start is None:
            return None
        grid = self._old.grid
        places = ((n, grid.parse(n)) for n in dict.fromkeys(start.hexes))
        self._result.begun += [
            n for n, h in places if h is not None and self._motion.hex(h) not in self._new.grid]
        return start.with_hexes(lambda number: next(iter(self._numbers((number,))), ""))

    def _judged(self, problems: Iterable[JudgedProblem]) -> Iterator[JudgedProblem]:
        for one in problems:
            hex = next(iter(self._numbers((one.hex,))), "") if one.hex else ""
            if hex or not one.hex:
                yield replace(one, hex=hex)

    def _unit(self, unit: Unit, gone: set[str]) -> Unit:
        lost = unit
        if unit.setup is not None and unit.setup.where != Where():
            where = self._where(unit.setup.where)
            at = next(iter(self._numbers((unit.position,))), "") if unit.position else ""
            if where is None:
                self._result.off_map.append(unit.key)
                lost = replace(lost, setup=None, position="")
            else:
                if unit.position and not at:
                    self._result.off_map.append(unit.key)
                unit = lost = replace(unit, setup=replace(unit.setup, where=where), position=at)
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
        """The description on the new map; None if all its hexes were cut off."""
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
        """The present numbers of the hexes, without those that were cut off."""
        numbers_now = []
        for text in numbers:
            old = self._old.grid.parse(text)
            if old is None:
                numbers_now.append(text)
            elif (new := self._motion.hex(old)) in self._new.grid:
                numbers_now.append(self._new.grid.number(new))
        return tuple(numbers_now)

    def _cut_area(self, numbers: tuple[str, ...]) -> tuple[str, ...]:
        """The two corners of the part in play that is still on the map."""
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


# -- the losses of an operation on the whole map, shown before it is done --------------------------


_NUMBERS_IN_TEXT = re.compile(r"(?<![\w.:/-])(?:\d{3,8}|[A-Za-z]{1,4}\d{1,4}|\d{1,4}[A-Za-z]{1,4})(?![\w/])")
_SHOWN = 4


@dataclass(frozen=True)
class Losses:
    """What is lost with the hexes that are cut off; empty if nothing is.

    `places` .. `entries` hold names as a designer knows them, `units` unit keys. `texts` are the places in
    prose that seem to name hexes whose number has changed; prose is not changed.
    """

    hexes: int = 0
    places: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()
    diverted: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    """Hexes scored or held when the scenario begins."""
    buildings: tuple[str, ...] = ()
    waters: tuple[str, ...] = ()
    """Those that lose hexes."""
    play_area: bool = False
    renumbered: int = 0
    """Hexes that stay and get another number."""
    texts: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether anything made by hand is lost."""
        return any((self.places, self.labels, self.roads, self.lines, self.areas, self.buildings, self.waters,
                    self.entries, self.units,
                    self.arrivals, self.begun, self.play_area))

    def sentences(self) -> tuple[str, ...]:
        """All losses in words, the gravest first."""
        return tuple(sentence for sentence, _ in _sentences(self))

    def judged_sentences(self) -> tuple[tuple[str, bool], ...]:
        """The sentences, each with whether it tells of something made by hand that is lost."""
        return tuple(_sentences(self))


def losses(
    before: Design, after: Design, motion: Motion, scenario: MovedScenario | None
) -> Losses:
    """The losses in the step from one design to the other."""
    old, new = before.map, after.map
    grid, gone = old.grid, [h for h in old.grid if motion.hex(h) not in new.grid]
    renumbered = {
        grid.number(h): new.grid.number(motion.hex(h)) for h in grid if motion.hex(h) in new.grid
        and grid.number(h) != new.grid.number(motion.hex(h))}
    changed = {*renumbered, *(grid.number(h) for h in gone)}
    area_left = (not before.scenario or not before.scenario.play_area
                 or bool(after.scenario and after.scenario.play_area))
    return Losses(
        hexes=len(gone),
        places=tuple(p.name or f"{' '.join(p.features)} {grid.number(p.hex)}".strip()
                     for p in old.places if motion.hex(p.hex) not in new.grid),
        labels=tuple(x.text for x in old.labels if motion.hex(x.hex) not in new.grid),
        roads=tuple(_name(r.kind, r.name) for r in old.roads if _is_cut(r.path, motion, new.grid)),
        lines=tuple(_name(x.kind, x.name) for x in old.lines if not all(
            stays(s, motion, grid, new.grid) for s in x.sides)),
        areas=tuple(a.name for a in old.areas if a.id not in new.area_by_id),
        buildings=tuple(b.name or b.id for b in old.buildings if not _all_in(b.hexes, motion, new.grid)),
        waters=tuple(w.name or w.id for w in old.waters if not _all_in(w.hexes, motion, new.grid)),
        entries=tuple(scenario.entries) if scenario else (),
        units=tuple(scenario.off_map) if scenario else (),
        arrivals=tuple(scenario.no_arrival) if scenario else (),
        diverted=tuple(scenario.other_entry) if scenario else (),
        begun=tuple(scenario.begun) if scenario else (),
        play_area=not area_left,
        renumbered=len(renumbered),
        texts=tuple(_texts(old, before.scenario, changed)) if changed else ())


def _all_in(hexes: Iterable[Hex], motion: Motion, grid: HexGrid) -> bool:
    """Whether all of some hexes stay."""
    return all(motion.hex(h) in grid for h in hexes)


def _is_cut(path: Sequence[Hex], motion: Motion, grid: HexGrid) -> bool:
    """Whether a road loses a segment: one of its hexes is cut off, and it had a neighbour on the road."""
    return any(motion.hex(a) not in grid or motion.hex(b) not in grid for a, b in pairwise(path))


def _name(kind: str, name: str) -> str:
    return name or kind.replace("-", " ")


def _texts(map: GameMap, scenario: Scenario | None, changed: set[str]) -> Iterator[str]:
    """Passages of prose with the number of a changed hex."""
    prose = [("the notes of the map", map.notes)]
    if scenario is not None:
        prose += [("the summary", scenario.summary), ("the notes of the scenario", scenario.notes)]
        prose += [(f"special rule {n}", text) for n, text in enumerate(scenario.special_rules, 1)]
        prose += [(f"the notes on {u.name}", u.notes) for u in scenario.units]
    for where, text in prose:
        numbers = [n for n in dict.fromkeys(_NUMBERS_IN_TEXT.findall(text)) if n in changed]
        if numbers:
            yield f"{where} ({', '.join(numbers)})"


def _sentences(lost: Losses) -> Iterator[tuple[str, bool]]:
    def names(what: str, plural: str, given: Sequence[str], verb: str) -> str:
        few = [f"{n} ({times} times)" if times > 1 else n for n, times in Counter(given).items()]
        shown = ", ".join(few[:_SHOWN]) + (f" and {len(few) - _SHOWN} more" if len(few) > _SHOWN else "")
        return f"{len(given)} {what if len(given) == 1 else plural} {verb}: {shown}."

    if lost.hexes:
        yield f"{lost.hexes:,} hex{'es are' if lost.hexes > 1 else ' is'} cut off.", False
    units = [k.partition("/")[2] for k in lost.units]
    diverted = [k.partition("/")[2] for k in lost.diverted]
    for what, plural, given, one, many in (
        ("unit", "units", units, "is taken off the map", "are taken off the map"),
        ("reinforcement", "reinforcements", [k.partition("/")[2] for k in lost.arrivals],
         "has no entry left and leaves the schedule", "have no entry left and leave the schedule"),
        ("reinforcement", "reinforcements", diverted, "must use its next entry", "must use their next entry"),
        ("entry", "entries", lost.entries, "is lost", "are lost"),
        ("hex scored or held at the start", "hexes scored or held at the start", lost.begun,
         "is lost", "are lost"),
        ("area", "areas", lost.areas, "is lost", "are lost"),
        ("building", "buildings", lost.buildings, "is cut", "are cut"),
        ("stretch of water", "stretches of water", lost.waters, "is cut", "are cut"),
        ("place", "places", lost.places, "is lost", "are lost"),
        ("label", "labels", lost.labels, "is lost", "are lost"),
        ("road", "roads", lost.roads, "is cut", "are cut"),
        ("river or other line", "rivers or other lines", lost.lines, "is cut", "are cut"),
    ):
        if given:
            yield names(what, plural, given, one if len(given) == 1 else many), given is not diverted
    if lost.play_area:
        yield "The part in play is cut off entirely, so the whole map is in play.", True
    if lost.renumbered:
        yield f"{lost.renumbered:,} hex{'es have' if lost.renumbered > 1 else ' has'} another number.", False
    if lost.texts:
        yield ("These texts seem to name hexes that are cut off or renumbered; correct them: "
               f"{'; '.join(lost.texts)}."), False
