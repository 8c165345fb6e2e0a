"""Pasting, cutting out and clearing pieces of a map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ...hexgrid import Hex, HexGrid, Hexside, hexside
from ...lazy_dataclass import dataclass
from ..design import Design
from ..gamemap import Area, GameMap, HexsideLine, Place, Road
from ..provenance import Provenance
from ..region import (
    NOWHERE,
    PARTS,
    USUAL_PARTS,
    AreaPiece,
    CounterPiece,
    Fragment,
    Home,
    LabelPiece,
    LinePiece,
    Offset,
    PlacePiece,
    RoadPiece,
    hex_at,
    label_piece,
    offset_from,
    offset_side,
    upright,
)
from ..scenario import Scenario, Setup, Unit, by_designer
from ..where import Where
from .documents import with_map, with_scenario
from .hexsides import erase_sides, sides_of_kind
from .lines import lay_lines, lay_roads, stretches
from .roads import erase_road, segments_of_kind
from .terrain import paint_country, paint_terrain
from .units import take_off_map

_BY_HAND = Provenance("designer")


class PasteResult(NamedTuple):
    """A design with a piece pasted, and sentences on what was left out."""

    design: Design
    notes: tuple[str, ...]


def landing(design: Design, fragment: Fragment, at: Hex) -> dict[Offset, Hex]:
    """Where the hexes of a piece lie with its anchor at a hex, without those off the map."""
    grid = design.map.grid
    places = ((o, hex_at(grid, at, o)) for o in fragment.hexes)
    return {o: h for o, h in places if h in grid}


def paste(design: Design, fragment: Fragment, at: Hex, what: Collection[str] | None = None) -> PasteResult:
    """The design with the piece pasted, its anchor at a hex; `what` of its parts, all by default.

    In the hexes it covers the piece replaces what those parts had there; hexsides on its rim and roads across
    it are only added. Hexes off the map, and kinds the ruleset does not have, are left out and reported.
    Pasted names and areas are the designer's. Counters are placed where they were in the piece, beside any
    that are there: a unit that waits off the map is placed, of a unit already on the map a second one is made
    with a name of its own.
    """
    parts = fragment.parts if what is None else fragment.parts & frozenset(what)
    work = _Pasting(design, fragment, at, parts)
    if not work.where:
        return PasteResult(design, ("The whole piece would lie off the map.",))
    map = design.map
    for part, step in (
        ("terrain", work.terrain), ("countries", work.countries), ("hexsides", work.lines),
        ("roads", work.roads), ("places", work.places), ("labels", work.labels), ("areas", work.areas),
    ):
        if part in parts:
            map = step(map)
    design, notes = with_map(design, map), work.notes()
    if "counters" in parts:
        design, more = work.counters(design)
        notes += more
    return PasteResult(design, tuple(notes))


def moved_in_place(
    design: Design, hexes: Collection[Hex], change: Callable[[Fragment], Fragment],
    parts: Collection[str] = USUAL_PARTS,
) -> tuple[PasteResult, frozenset[Hex]]:
    """The design with a region turned or mirrored about its middle, and the hexes it then covers."""
    left, piece = cut(design, hexes, parts)
    assert piece.home is not None
    changed = change(piece)
    pasted = paste(left, changed, piece.home.anchor)
    return pasted, frozenset(landing(design, changed, piece.home.anchor).values())


class _Pasting:
    """One piece being pasted on one map, part by part."""

    def __init__(self, design: Design, fragment: Fragment, at: Hex, parts: frozenset[str]) -> None:
        self._fragment, self._at, self._parts = fragment, at, parts
        self._rules, self._grid = design.ruleset, design.map.grid
        self.where = landing(design, fragment, at)
        self._covered = frozenset(self.where.values())
        self._home = _home(design, fragment, at, parts)
        self._unknown: dict[str, None] = {}

    def notes(self) -> list[str]:
        """What was left out, in sentences."""
        notes = []
        if lost := len(self._fragment) - len(self.where):
            were = "would lie off the map and is" if lost == 1 else "would lie off the map and are"
            notes.append(f"{lost} of {len(self._fragment)} hexes {were} left out.")
        if self._fragment.orientation != self._grid.orientation:
            notes.append("The hexes of the piece have the other orientation; it is turned by 30° here.")
        if self._unknown:
            notes.append(f"This ruleset does not have {', '.join(self._unknown)}; they are left out.")
        return notes

    def _hex(self, offset: Offset) -> Hex:
        return hex_at(self._grid, self._at, offset)

    def _known(self, kind: str, kinds: Collection[str]) -> bool:
        """Whether the ruleset has a kind; remembers those it lacks."""
        if kind in kinds:
            return True
        self._unknown[kind] = None
        return False

    # -- hexes --------------------------------------------------------------------------

    def terrain(self, map: GameMap) -> GameMap:
        by_kind: dict[str, list[Hex]] = {}
        for offset, hex in self.where.items():
            by_kind.setdefault(self._fragment.terrain[offset], []).append(hex)
        for kind, hexes in by_kind.items():
            # Kinds already on the map may be pasted again, even if the ruleset has lost them.
            if self._known(kind, {*self._rules.terrain_by_id, *map.terrain.letters}):
                map = paint_terrain(map, hexes, kind)
        return map

    def countries(self, map: GameMap) -> GameMap:
        values = {h: self._fragment.countries[o] for o, h in self.where.items()}
        layer = map.countries.with_values(values)
        return map if layer is map.countries else replace(map, countries=layer)

    # -- hexsides and roads -------------------------------------------------------------

    def _belongs(self, one: Offset, other: Offset) -> bool:
        """Whether the line between two offsets is pasted: within, or also on the rim."""
        return (one in self.where) + (other in self.where) >= (1 if "rim" in self._parts else 2)

    def lines(self, map: GameMap) -> GameMap:
        if self._home and map.lines == self._home.left.map.lines:
            return replace(map, lines=self._home.taken_from.map.lines)
        bare = erase_sides(map, lined_sides(map, self._covered, 2))
        taken = {kind: sides_of_kind(bare, kind) for kind in {x.line.kind for x in self._fragment.lines}}
        new: list[HexsideLine] = []
        for piece in self._fragment.lines:
            kind = piece.line.kind
            if self._known(kind, self._rules.hexside_by_id):
                sides = (hexside(self._hex(s.a), self._hex(s.b)) for s in piece.sides if self._belongs(*s))
                free = tuple(s for s in dict.fromkeys(sides) if s not in taken[kind])
                new += [replace(piece.line, sides=free)] if free else []
        return replace(bare, lines=lay_lines(self._grid, bare.lines, new)) if new else bare

    def roads(self, map: GameMap) -> GameMap:
        if self._home and map.roads == self._home.left.map.roads:
            return replace(map, roads=self._home.taken_from.map.roads)
        bare = erase_road(map, crossed_sides(map, self._covered, 2))
        taken = {kind: segments_of_kind(bare, kind) for kind in {x.road.kind for x in self._fragment.roads}}
        new: list[Road] = []
        for piece in self._fragment.roads:
            if not self._known(piece.road.kind, self._rules.road_by_id):
                continue
            way = {self._hex(o): o for o in piece.path}

            def free(a: Hex, b: Hex, way: dict[Hex, Offset] = way, kind: str = piece.road.kind) -> bool:
                return (a in self._grid and b in self._grid and self._belongs(way[a], way[b])
                        and hexside(a, b) not in taken[kind])

            parts = stretches([self._hex(o) for o in piece.path], free)
            new += [replace(piece.road, path=tuple(part)) for part in parts]
        return replace(bare, roads=lay_roads(bare.roads, new)) if new else bare

    # -- the contents of hexes -----------------------------------------------------------

    def places(self, map: GameMap) -> GameMap:
        if self._home and map.places == self._home.left.map.places:
            return replace(map, places=self._home.taken_from.map.places)
        wanted: dict[Hex, Place] = {}
        for piece in self._fragment.places:
            if piece.at in self.where:
                place, kinds = piece.place, self._rules.feature_by_id
                features = tuple(f for f in place.features if self._known(f, kinds))
                if place.name or features:
                    hex = self.where[piece.at]
                    wanted[hex] = replace(place, hex=hex, features=features)
        places = []
        for old in map.places:
            if old.hex not in self._covered:
                places.append(old)
            elif (new := wanted.pop(old.hex, None)) is not None:
                places.append(old if replace(old, provenance=new.provenance) == new else new)
        places += wanted.values()
        return map if tuple(places) == map.places else replace(map, places=tuple(places))

    def labels(self, map: GameMap) -> GameMap:
        if self._home and map.labels == self._home.left.map.labels:
            return replace(map, labels=self._home.taken_from.map.labels)
        lean = {"pointy": -30, "flat": 30}[self._grid.orientation]
        lean = 0 if self._grid.orientation == self._fragment.orientation else lean
        wanted = [
            replace(x.leaning(x.label.rotation + lean).label, hex=self.where[x.at])
            for x in self._fragment.labels if x.at in self.where]
        labels = []
        for old in map.labels:
            new = replace(old, rotation=upright(old.rotation))
            if old.hex not in self._covered:
                labels.append(old)
            elif new in wanted:
                wanted.remove(new)
                labels.append(old)
        labels += wanted
        return map if tuple(labels) == map.labels else replace(map, labels=tuple(labels))

    def areas(self, map: GameMap) -> GameMap:
        if self._home and map.areas == self._home.left.map.areas:
            return replace(map, areas=self._home.taken_from.map.areas)
        wanted = {piece.id: dict.fromkeys(self.where[o] for o in piece.hexes if o in self.where)
                  for piece in self._fragment.areas}
        areas = []
        for area in map.areas:
            here = wanted.pop(area.id, {})
            kept = [h for h in area.hexes if h not in self._covered or h in here]
            hexes = tuple(dict.fromkeys((*kept, *here)))
            areas.append(area if hexes == area.hexes else replace(area, hexes=hexes, provenance=_BY_HAND))
        names = {piece.id: piece.name for piece in self._fragment.areas}
        new = {id: tuple(here) for id, here in wanted.items() if here}
        areas += [Area(id, names[id], hexes, provenance=_BY_HAND) for id, hexes in new.items()]
        return map if tuple(areas) == map.areas else replace(map, areas=tuple(areas))

    def counters(self, design: Design) -> tuple[Design, list[str]]:
        """The design with the piece's counters, and notes for the designer."""
        scenario = design.scenario
        if self._home and scenario and scenario == self._home.left.scenario:
            return with_scenario(design, self._home.taken_from.scenario or scenario), []
        moved = self._moved_hexes(design)
        design, notes = put_counters(design, self._fragment.counters, self.where)
        scenario = design.scenario
        if moved and scenario is not None:
            users = users_of_hexes(scenario, {self._grid.number(h) for h in moved})
            follows = with_moved_references(scenario, self._grid, moved)
            if follows is not scenario:
                design = with_scenario(design, follows)
                more = f" and {len(users) - 1} more" if len(users) > 1 else ""
                notes.append(f"{users[0][0].upper()}{users[0][1:]}{more} moved along.")
        return design, notes

    def _moved_hexes(self, design: Design) -> dict[Hex, Hex]:
        """The old and the new hex of each hex of a piece with counters, if it was cut from this design and is
        pasted for the first time; else {}."""
        home = self._fragment.home
        if home is None or home.left is home.taken_from or "counters" not in home.parts:
            return {}
        left = home.left
        if design.map.grid != left.map.grid or design.scenario != left.scenario:
            return {}
        # Turned and mirrored pieces keep the order of their hexes.
        olds = [hex_at(self._grid, home.anchor, o) for o in home.piece.hexes]
        if cleared(design, olds, home.parts) != design:
            # The cut was undone, so there is something to cut again.
            return {}
        pairs = zip(olds, self._fragment.hexes, strict=True)
        return {old: self.where[o] for old, o in pairs if o in self.where}


def _home(design: Design, fragment: Fragment, at: Hex, parts: frozenset[str]) -> Home | None:
    """The origin of the piece, if it is pasted back there unchanged."""
    home = fragment.home
    if home is None or at != home.anchor or fragment != home.piece:
        return None
    # A copy pasted on itself changes nothing; what was cut is restored only if all of it is pasted.
    whole = home.left is home.taken_from or parts == home.parts
    return home if whole and design.map.grid == home.taken_from.map.grid else None


# -- taking a piece out of a map: copying, cutting, clearing ---------------------------------------


ALL_PARTS = frozenset(PARTS)

_Place = Callable[[Hex], Offset]


def cut_out(
    design: Design, hexes: Iterable[Hex], parts: Collection[str] = USUAL_PARTS, anchor: Hex | None = None
) -> Fragment:
    """The piece of the map that the hexes make; the design itself stays as it is.
The piece of the map with these hexes; the design itself stays as it is.
    """
    inside = {h for h in hexes if h in design.map.grid}
    if not inside:
        raise ValueError("Nothing is selected.")
    middle = anchor or _middle(design.map, inside)
    units = design.scenario.units if design.scenario else ()
    piece = piece_of(design.map, units, inside, parts, middle)
    return replace(piece, home=Home(middle, piece, piece.parts, design, design))


def piece_of(
    map: GameMap, units: Iterable[Unit], inside: set[Hex], parts: Collection[str], anchor: Hex
) -> Fragment:
    """The piece of a map with these hexes, without a record of its origin."""
    grid = map.grid

    def at(hex: Hex) -> Offset:
        return offset_from(grid, anchor, hex)

    ordered = {h: at(h) for h in sorted(inside, key=grid.index)}
    enough = 1 if "rim" in parts else 2
    return Fragment(
        grid.orientation,
        terrain={o: map.terrain.at(h) for h, o in ordered.items()},
        countries={o: map.countries.at(h) for h, o in ordered.items()},
        parts=frozenset(parts),
        lines=tuple(_lines(map, inside, enough, at)) if "hexsides" in parts else (),
        roads=tuple(_roads(map, inside, enough, at)) if "roads" in parts else (),
        places=tuple(_places(map, ordered)) if "places" in parts else (),
        labels=tuple(_labels(map, ordered)) if "labels" in parts else (),
        areas=tuple(_areas(map, ordered)) if "areas" in parts else (),
        counters=tuple(_counters(map, units, ordered)) if "counters" in parts else (),
    )


def cut(
    design: Design, hexes: Collection[Hex], parts: Collection[str] = USUAL_PARTS
) -> tuple[Design, Fragment]:
    """The design cleared of these parts in the hexes, and the piece with exactly these parts."""
    piece = cut_out(design, hexes, parts)
    left = cleared(design, hexes, parts)
    assert piece.home is not None
    return left, replace(piece, home=replace(piece.home, left=left))


# -- the parts of a piece ---------------------------------------------------------------


def _middle(map: GameMap, hexes: Collection[Hex]) -> Hex:
    """The hex nearest the middle of some hexes."""
    centres = {h: map.geometry.centre(h) for h in hexes}
    x, y = (sum(values) / len(centres) for values in zip(*centres.values(), strict=True))
    return min(hexes, key=lambda h: (
        round((centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2, 6), map.grid.index(h)))


def _lines(map: GameMap, inside: set[Hex], enough: int, at: _Place) -> Iterable[LinePiece]:
    for line in map.lines:
        sides = [s for s in line.sides if (s.a in inside) + (s.b in inside) >= enough]
        if sides:
            moved = tuple(offset_side(at(s.a), at(s.b)) for s in sides)
            yield LinePiece(replace(line, sides=()), moved)


def _roads(map: GameMap, inside: set[Hex], enough: int, at: _Place) -> Iterable[RoadPiece]:
    for road in map.roads:
        for part in stretches(road.path, lambda a, b: (a in inside) + (b in inside) >= enough):
            yield RoadPiece(replace(road, path=()), tuple(at(h) for h in part))


def _places(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[PlacePiece]:
    for place in map.places:
        if place.hex in ordered:
            yield PlacePiece(ordered[place.hex], replace(place, hex=NOWHERE, provenance=_BY_HAND))


def _labels(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[LabelPiece]:
    for label in map.labels:
        if label.hex in ordered:
            yield label_piece(ordered[label.hex], label)


def _areas(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[AreaPiece]:
    for area in map.areas:
        if here := tuple(ordered[h] for h in area.hexes if h in ordered):
            yield AreaPiece(area.id, area.name, here)


def _counters(map: GameMap, units: Iterable[Unit], ordered: dict[Hex, Offset]) -> Iterable[CounterPiece]:
    """The units with a fixed set-up in the hexes."""
    for unit in units:
        hex = map.grid.parse(unit.hex) if unit.hex else None
        if hex in ordered:
            yield CounterPiece(ordered[hex], replace(
                unit, setup=None, position="", reinforcement=None, provenance=_BY_HAND))


# -- clearing ---------------------------------------------------------------------------


def cleared(design: Design, hexes: Collection[Hex], what: Collection[str] = USUAL_PARTS) -> Design:
    """The design with nothing of these parts in the hexes: open ground of no country.

    Counters are taken off the map and stay in the order of battle. If every hex of the map belongs to a
    country, countries are kept.
    """
    map = design.map
    inside = {h for h in hexes if h in map.grid}
    enough = 1 if "rim" in what else 2
    if "terrain" in what:
        map = paint_terrain(map, inside, open_ground(design))
    if "countries" in what and "" in map.countries.letters:
        map = paint_country(map, inside, "")
    if "hexsides" in what:
        map = erase_sides(map, lined_sides(map, inside, enough))
    if "roads" in what:
        map = erase_road(map, crossed_sides(map, inside, enough))
    if "places" in what and any(p.hex in inside for p in map.places):
        map = replace(map, places=tuple(p for p in map.places if p.hex not in inside))
    if "labels" in what and any(x.hex in inside for x in map.labels):
        map = replace(map, labels=tuple(x for x in map.labels if x.hex not in inside))
    if "areas" in what:
        map = _without_area_hexes(map, inside)
    design = with_map(design, map)
    if "counters" in what and design.scenario is not None:
        numbers = {map.grid.number(h) for h in inside}
        keys = [u.key for u in design.scenario.units if u.hex in numbers]
        design = with_scenario(design, take_off_map(design.scenario, keys))
    return design


def open_ground(design: Design) -> str:
    """The terrain of a cleared hex: the ruleset's first playable one that the map knows, else the most
    frequent one of the map."""
    legend = set(design.map.terrain.values.values())
    for kind in design.ruleset.terrain:
        if kind.playable and kind.id in legend:
            return kind.id
    letters: Counter[str] = Counter()
    for row in design.map.terrain.rows:
        letters.update(row)
    return design.map.terrain.values[letters.most_common(1)[0][0]]


def lined_sides(map: GameMap, inside: Collection[Hex], enough: int) -> set[Hexside]:
    """The hexsides that carry a line, with at least `enough` of their two hexes inside."""
    return {s for line in map.lines for s in line.sides if (s.a in inside) + (s.b in inside) >= enough}


def crossed_sides(map: GameMap, inside: Collection[Hex], enough: int) -> set[Hexside]:
    """The hexsides that a road crosses, with at least `enough` of their two hexes inside."""
    return {s for road in map.roads for s in road.segments()
            if (s.a in inside) + (s.b in inside) >= enough}


def _without_area_hexes(map: GameMap, inside: set[Hex]) -> GameMap:
    if not any(h in inside for area in map.areas for h in area.hexes):
        return map
    return replace(map, areas=tuple(
        a if inside.isdisjoint(a.hexes) else replace(
            a, hexes=tuple(h for h in a.hexes if h not in inside), provenance=_BY_HAND)
        for a in map.areas))


# -- pasting the counters of a piece: units are placed, or copied if they are already on the map ---


LONGEST_NAME = 80


def put_counters(
    design: Design, counters: Iterable[CounterPiece], where: Mapping[Offset, Hex]
) -> tuple[Design, list[str]]:
    """The design with the counters set up in their hexes, and sentences on renamed and omitted ones.

    A unit that waits off the map without a turn of arrival is the one that was cut, and is placed. Of any
    other a copy is made, the designer's, with an unused name.
    """
    landed = [c for c in counters if c.at in where]
    scenario, rules = design.scenario, design.ruleset
    if scenario is None:
        return design, ["A map alone has no counters; those of the piece are left out."] if landed else []
    known = dict(scenario.unit_by_key)
    changed: dict[str, Unit] = {}
    added: list[Unit] = []
    lost, renamed = 0, list[str]()
    for counter in landed:
        unit, number = counter.unit, design.map.grid.number(where[counter.at])
        if unit.nationality not in rules.nationality_by_id or unit.type not in rules.unit_type_by_id:
            lost += 1
            continue
        setup = Setup(Where(hexes=(number,)))
        old = known.get(unit.key)
        if old is not None and old.setup is None and old.reinforcement is None:
            changed[old.key] = known[old.key] = replace(old, setup=setup)
            continue
        new = replace(unit, setup=setup, reinforcement=None, provenance=Provenance("designer"))
        if old is not None:
            new = replace(new, name=free_name(unit, known))
            renamed.append(new.name)
        known[new.key] = new
        added.append(new)
    notes = []
    if renamed:
        more = f" and {len(renamed) - 1} more" if len(renamed) > 1 else ""
        notes.append(f"Units already on the map were pasted a second time: {renamed[0]}{more}.")
    if lost:
        were = "counter was" if lost == 1 else "counters were"
        notes.append(f"{lost} {were} left out: this ruleset does not have the nationality or the type.")
    if not changed and not added:
        return design, notes
    units = (*(changed.get(u.key, u) for u in scenario.units), *added)
    return with_scenario(design, replace(scenario, units=units)), notes


def free_name(unit: Unit, taken: Collection[str]) -> str:
    """A name no unit of the nationality has: `27th Motorized (2)`; `taken` are unit keys."""
    base = re.sub(r" \(\d+\)$", "", unit.name)
    n = 2
    while True:
        tail = f" ({n})"
        name = base[: LONGEST_NAME - len(tail)].rstrip() + tail
        if f"{unit.nationality}/{name}" not in taken:
            return name
        n += 1


# -- the losses of some hexes through a change, shown before a piece is pasted there ---------------


_NOBODY = Provenance()


@dataclass(frozen=True)
class Overwritten:
    """How much was removed or replaced. `terrain`, `countries` and `areas` count hexes, `hexsides` and
    `roads` count hexsides with a line on them or a road across them. `moved` counters are in another hex than
    before, `added` ones are new: counters in the hexes stay."""

    terrain: int = 0
    countries: int = 0
    hexsides: int = 0
    roads: int = 0
    places: int = 0
    labels: int = 0
    areas: int = 0
    moved: int = 0
    added: int = 0

    def lost(self) -> str:
        """What is replaced, in words, "" for nothing.

        >>> Overwritten(terrain=7, hexsides=1, roads=2).lost()
        'the terrain of 7 hexes, 1 hexside and 2 stretches of road'
        """
        phrases = [one if n == 1 else many.format(n) for n, one, many in (
            (self.terrain, "the terrain of 1 hex", "the terrain of {} hexes"),
            (self.countries, "the country of 1 hex", "the country of {} hexes"),
            (self.hexsides, "1 hexside", "{} hexsides"),
            (self.roads, "1 stretch of road", "{} stretches of road"),
            (self.places, "1 place", "{} places"),
            (self.labels, "1 label", "{} labels"),
            (self.areas, "1 hex of an area", "{} hexes of areas"),
        ) if n]
        return f"{', '.join(phrases[:-1])} and {phrases[-1]}" if len(phrases) > 1 else "".join(phrases)

    def counters(self) -> str:
        """What happens to counters, in words, "" for nothing.

        >>> Overwritten(moved=2, added=1).counters()
        '2 counters are moved here, 1 counter is added'
        """
        phrases = []
        if self.moved:
            phrases.append("1 counter is moved here" if self.moved == 1
                           else f"{self.moved} counters are moved here")
        if self.added:
            phrases.append("1 counter is added" if self.added == 1
                           else f"{self.added} counters are added")
        return ", ".join(phrases)


def overwritten(before: Design, after: Design, hexes: Collection[Hex]) -> Overwritten:
    """What `before` had in the hexes and on their sides and `after` lacks; the documents must have the same
    grid."""
    old, new = before.map, after.map
    terrain = countries = 0
    if old.terrain is not new.terrain:
        terrain = sum(old.terrain.at(h) != new.terrain.at(h) for h in hexes)
    if old.countries is not new.countries:
        countries = sum(old.countries.at(h) != new.countries.at(h) for h in hexes)
    areas = {a.id: set(a.hexes) for a in new.areas} if old.areas is not new.areas else None
    units = _units(before)
    later = _units(after) if after.scenario is not before.scenario else units
    return Overwritten(
        terrain, countries,
        len(_lines_changed(old, new) - _lines_changed(new, old)),
        len(_roads_changed(old, new) - _roads_changed(new, old)),
        _places_changed(old, new, hexes), sum((Counter(old.labels) - Counter(new.labels)).values()),
        sum(len(set(a.hexes) - areas.get(a.id, set())) for a in old.areas) if areas is not None else 0,
        sum(later[key].setup != unit.setup for key, unit in units.items() if key in later),
        len(later.keys() - units.keys()))


def _lines_changed(map: GameMap, other: GameMap) -> set[tuple[str, Hexside]]:
    """The hexsides, with their kinds, of the lines that the other map lacks or has changed."""
    known = {id(x) for x in other.lines}
    return {(x.kind, side) for x in map.lines if id(x) not in known for side in x.sides}


def _roads_changed(map: GameMap, other: GameMap) -> set[tuple[str, Hexside]]:
    known = {id(x) for x in other.roads}
    return {(x.kind, side) for x in map.roads if id(x) not in known for side in x.segments()}


def _places_changed(old: GameMap, new: GameMap, hexes: Collection[Hex]) -> int:
    if old.places is new.places:
        return 0

    def bare(place: Place) -> Place:
        return replace(place, provenance=_NOBODY)

    inside = set(hexes)
    there = {p.hex: bare(p) for p in new.places if p.hex in inside}
    return sum(there.get(p.hex) != bare(p) for p in old.places if p.hex in inside)


def _units(design: Design) -> dict[str, Unit]:
    return dict(design.scenario.unit_by_key) if design.scenario else {}


# -- references to hex numbers in a scenario, apart from counters set up in one hex ----------------
# They follow a piece of the map that is cut and pasted elsewhere.


def users_of_hexes(scenario: Scenario, numbers: Collection[str]) -> tuple[str, ...]:
    """What in a scenario refers to at least one of these hexes: entries, set-ups of a unit in one of several
    hexes, and hexes scored or held at the start. In the order of the file, in words."""
    wanted = set(numbers)
    users = [f"the entry {e.name}" for e in scenario.entries if wanted & _named(e.where)]
    users += [f"the set-up group {g.name}" for g in scenario.set_up_groups
              if wanted & {n for where in g.wheres for n in _named(where)}]
    users += [f"the set-up of {u.name}" for u in scenario.units
              if u.setup is not None and u.setup.has_choice and scenario.group_of(u) is None
              and wanted & _named(u.setup.where)]
    if scenario.start is not None and wanted & set(scenario.start.hexes):
        users.append("the hexes held at the start")
    return tuple(users)


def with_moved_references(scenario: Scenario, grid: HexGrid, moved: Mapping[Hex, Hex]) -> Scenario:
    """The scenario in which everything that `users_of_hexes` finds refers to the new hex instead of the old
    one. Values that came from a rulebook become the designer's."""
    numbers = {grid.number(old): grid.number(new) for old, new in moved.items()}
    entries = tuple(replace(e, where=_moved(e.where, numbers)) for e in scenario.entries)
    units = tuple(_unit(u, numbers) for u in scenario.units)
    start = scenario.start and scenario.start.with_hexes(lambda number: numbers.get(number, number))
    groups = tuple(g.with_wheres(lambda where: _moved(where, numbers)) for g in scenario.set_up_groups)
    changed = replace(scenario, entries=entries, units=units, start=start, set_up_groups=groups)
    return scenario if changed == scenario else changed


def _named(where: Where) -> set[str]:
    return {*where.hexes, *where.excluding}


def _moved(where: Where, numbers: Mapping[str, str]) -> Where:
    return replace(where, hexes=_renamed(where.hexes, numbers), excluding=_renamed(where.excluding, numbers))


def _renamed(hexes: tuple[str, ...], numbers: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(numbers.get(n, n) for n in hexes))


def _unit(unit: Unit, numbers: Mapping[str, str]) -> Unit:
    if unit.setup is None or not unit.setup.has_choice:
        return unit
    where = _moved(unit.setup.where, numbers)
    if where == unit.setup.where:
        return unit
    return by_designer(unit, replace(unit, setup=replace(unit.setup, where=where)))
