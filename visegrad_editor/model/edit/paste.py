"""Putting a piece of a map down."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NamedTuple

from ...hexgrid import Hex, hexside
from ..design import Design
from ..gamemap import Area, GameMap, HexsideLine, Place, Road
from ..provenance import Provenance
from ..region import USUAL_PARTS, Fragment, Home, Offset, hex_at, upright
from .cut_out import cleared, crossed_sides, cut, lined_sides
from .documents import with_map, with_scenario
from .hexsides import erase_sides, sides_of_kind
from .joining import lay_lines, lay_roads, stretches
from .named_hexes import names_moved, naming
from .paste_counters import put_counters
from .roads import erase_road, segments_of_kind
from .terrain import paint_terrain

_BY_HAND = Provenance("designer")


class Pasted(NamedTuple):
    """A design with a piece put down, and in sentences what was left out."""

    design: Design
    notes: tuple[str, ...]


def landing(design: Design, fragment: Fragment, at: Hex) -> dict[Offset, Hex]:
    """Where the hexes of a piece come to lie with its anchor at a hex, without those off the map."""
    grid = design.map.grid
    places = ((o, hex_at(grid, at, o)) for o in fragment.hexes)
    return {o: h for o, h in places if h in grid}


def paste(design: Design, fragment: Fragment, at: Hex, what: Collection[str] | None = None) -> Pasted:
    """The design with the piece put down, its anchor at a hex; `what` of its parts, all by default.

    In the hexes it covers the piece replaces what those parts had there; hexsides on its rim and
    roads across it are only added to what is there. Hexes off the map, and kinds the ruleset does
    not have, are left out and told. Names and areas put down are the designer's. Counters stand where
    they stood in the piece, beside any that are there: a unit that waits off the map is placed, of
    one that is on the map a second is made with a name of its own.
    """
    parts = fragment.parts if what is None else fragment.parts & frozenset(what)
    work = _Pasting(design, fragment, at, parts)
    if not work.where:
        return Pasted(design, ("The whole piece would lie off the map.",))
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
    return Pasted(design, tuple(notes))


def moved_in_place(
    design: Design, hexes: Collection[Hex], change: Callable[[Fragment], Fragment],
    parts: Collection[str] = USUAL_PARTS,
) -> tuple[Pasted, frozenset[Hex]]:
    """The design with a region turned or mirrored about its middle, and the hexes it covers then."""
    left, piece = cut(design, hexes, parts)
    assert piece.home is not None
    changed = change(piece)
    pasted = paste(left, changed, piece.home.anchor)
    return pasted, frozenset(landing(design, changed, piece.home.anchor).values())


class _Pasting:
    """One piece put down on one map, part by part."""

    def __init__(self, design: Design, fragment: Fragment, at: Hex, parts: frozenset[str]) -> None:
        self._fragment, self._at, self._parts = fragment, at, parts
        self._rules, self._grid = design.ruleset, design.map.grid
        self.where = landing(design, fragment, at)
        self._covered = frozenset(self.where.values())
        self._home = _home(design, fragment, at, parts)
        self._unknown: dict[str, None] = {}

    def notes(self) -> list[str]:
        """What was left out, in sentences."""
        found = []
        if lost := len(self._fragment) - len(self.where):
            were = "would lie off the map and is" if lost == 1 else "would lie off the map and are"
            found.append(f"{lost} of {len(self._fragment)} hexes {were} left out.")
        if self._fragment.orientation != self._grid.orientation:
            found.append("The hexes of the piece stand the other way round; it is turned by 30° here.")
        if self._unknown:
            found.append(f"This ruleset does not have {', '.join(self._unknown)}; they are left out.")
        return found

    def _hex(self, offset: Offset) -> Hex:
        return hex_at(self._grid, self._at, offset)

    def _known(self, kind: str, kinds: Collection[str]) -> bool:
        """Whether the ruleset has a kind; remembers those it has not."""
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
            # What a map has already may be put down again, even if the ruleset has lost it.
            if self._known(kind, {*self._rules.terrain_by_id, *map.terrain.letters}):
                map = paint_terrain(map, hexes, kind)
        return map

    def countries(self, map: GameMap) -> GameMap:
        values = {h: self._fragment.countries[o] for o, h in self.where.items()}
        layer = map.countries.with_values(values)
        return map if layer is map.countries else replace(map, countries=layer)

    # -- hexsides and roads -------------------------------------------------------------

    def _belongs(self, one: Offset, other: Offset) -> bool:
        """Whether what lies between two offsets is put down: within, or also on the rim."""
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

    # -- what stands in hexes -----------------------------------------------------------

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
        found = []
        for old in map.places:
            if old.hex not in self._covered:
                found.append(old)
            elif (new := wanted.pop(old.hex, None)) is not None:
                found.append(old if replace(old, provenance=new.provenance) == new else new)
        found += wanted.values()
        return map if tuple(found) == map.places else replace(map, places=tuple(found))

    def labels(self, map: GameMap) -> GameMap:
        if self._home and map.labels == self._home.left.map.labels:
            return replace(map, labels=self._home.taken_from.map.labels)
        lean = {"pointy": -30, "flat": 30}[self._grid.orientation]
        lean = 0 if self._grid.orientation == self._fragment.orientation else lean
        wanted = [
            replace(x.leaning(x.label.rotation + lean).label, hex=self.where[x.at])
            for x in self._fragment.labels if x.at in self.where]
        found = []
        for old in map.labels:
            new = replace(old, rotation=upright(old.rotation))
            if old.hex not in self._covered:
                found.append(old)
            elif new in wanted:
                wanted.remove(new)
                found.append(old)
        found += wanted
        return map if tuple(found) == map.labels else replace(map, labels=tuple(found))

    def areas(self, map: GameMap) -> GameMap:
        if self._home and map.areas == self._home.left.map.areas:
            return replace(map, areas=self._home.taken_from.map.areas)
        wanted = {piece.id: dict.fromkeys(self.where[o] for o in piece.hexes if o in self.where)
                  for piece in self._fragment.areas}
        found = []
        for area in map.areas:
            here = wanted.pop(area.id, {})
            kept = [h for h in area.hexes if h not in self._covered or h in here]
            hexes = tuple(dict.fromkeys((*kept, *here)))
            found.append(area if hexes == area.hexes else replace(area, hexes=hexes, provenance=_BY_HAND))
        names = {piece.id: piece.name for piece in self._fragment.areas}
        new = {id: tuple(here) for id, here in wanted.items() if here}
        found += [Area(id, names[id], hexes, provenance=_BY_HAND) for id, hexes in new.items()]
        return map if tuple(found) == map.areas else replace(map, areas=tuple(found))

    def counters(self, design: Design) -> tuple[Design, list[str]]:
        """The design with the piece's counters, and what is to be told."""
        scenario = design.scenario
        if self._home and scenario and scenario == self._home.left.scenario:
            return with_scenario(design, self._home.taken_from.scenario or scenario), []
        moved = self._moved_hexes(design)
        design, notes = put_counters(design, self._fragment.counters, self.where)
        scenario = design.scenario
        if moved and scenario is not None:
            told = naming(scenario, {self._grid.number(h) for h in moved})
            follows = names_moved(scenario, self._grid, moved)
            if follows is not scenario:
                design = with_scenario(design, follows)
                more = f" and {len(told) - 1} more" if len(told) > 1 else ""
                notes.append(f"{told[0][0].upper()}{told[0][1:]}{more} moved along.")
        return design, notes

    def _moved_hexes(self, design: Design) -> dict[Hex, Hex]:
        """Of a piece with counters that was cut from this design and is put down for the first time: where
        each of its hexes was and is. Else nothing."""
        home = self._fragment.home
        if home is None or home.left is home.taken_from or "counters" not in home.parts:
            return {}
        left = home.left
        if design.map.grid != left.map.grid or design.scenario != left.scenario:
            return {}
        # Turned and mirrored pieces keep the order of their hexes.
        olds = [hex_at(self._grid, home.anchor, o) for o in home.piece.hexes]
        if cleared(design, olds, home.parts) != design:
            # The cut was taken back: there is something to cut again.
            return {}
        pairs = zip(olds, self._fragment.hexes, strict=True)
        return {old: self.where[o] for old, o in pairs if o in self.where}


def _home(design: Design, fragment: Fragment, at: Hex, parts: frozenset[str]) -> Home | None:
    """Where the piece comes from, if it is put back there as it was."""
    home = fragment.home
    if home is None or at != home.anchor or fragment != home.piece:
        return None
    # A copy put on itself changes nothing; what was cut comes back only if all of it does.
    whole = home.left is home.taken_from or parts == home.parts
    return home if whole and design.map.grid == home.taken_from.map.grid else None
