"""Notes on what is probably a mistake on a map, though no rule forbids it: gaps, loose ends, nameless cities.

Every problem is a note with its hex and, if one edit solves it, a fix.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ..hexgrid import Hex, HexGrid, Hexside, hexside
from ..hexgrid.corners import Corner, corners_of, exits
from .check.context import Checks
from .cooperative_yield import with_pauses, yield_to_window
from .design import Design
from .edit.documents import with_map
from .edit.hexsides import add_sides, erase_sides
from .edit.places import set_lettering
from .edit.roads import erase_road
from .edit.terrain import paint_terrain
from .files.sources import Sources
from .gamemap import GameMap, HexsideLine, Label, Place
from .gc_pause import gc_paused
from .lettering import FARTHEST_READABLE, Spot
from .problems import Fix, Problem

# -- bridges and fords where there is nothing to cross ---------------------------------------------


def lint_crossings(checks: Checks) -> None:
    """Note hexsides that carry a crossing (a kind with that trait) and nothing else."""
    game_map, kinds = checks.design.map, checks.design.ruleset.hexside_by_id
    crossings = {k for k, kind in kinds.items() if "crossing" in kind.traits}
    if not crossings:
        return
    for side, lines in game_map.side_lines.items():
        if all(line.kind in crossings for line in lines) and side.a in game_map.grid:
            line = lines[0]
            checks.add("note", "dry-crossing", (
                f"The {kinds[line.kind].name.lower()} at {game_map.grid.side_text(side)} crosses nothing: "
                "no river or other hexside lies there."), "map", "hexsides", f"{line.kind}/{line.name}",
                hex=game_map.grid.number(side.a), fix=Fix("Erase it", _erasing_crossing(line.kind, side)))


def _erasing_crossing(kind: str, side: Hexside) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_sides(design.map, [side], kind))


# -- rivers and other lines on hexsides that are broken into pieces --------------------------------


_NEAR = 2
"""The longest gap that a fix closes, in hexsides; a wider gap may be meant."""
_SAME_RIVER = 8
"""The longest distance, in hexes, between pieces of one name that are separate lines in the file and are
still taken for one river; farther apart they are two of one name, as on maps of whole countries."""
_OUTSIDE = Hex(-9, -9)
"""Represents everything beyond the edge of the map."""


def lint_gaps(checks: Checks) -> None:
    """Note lines of one kind and name in several pieces; water between the pieces joins them.

    Pieces that are separate lines in the file may be two rivers of one name, so these are noted only if they
    are not far apart.
    """
    grid, waters = checks.design.map.grid, _Waters(checks)
    named: dict[tuple[str, str], list[HexsideLine]] = {}
    for line in checks.design.map.lines:
        if line.name and line.sides:
            named.setdefault((line.kind, line.name), []).append(line)
    for (kind, name), lines in with_pauses(named.items(), 1):
        pieces = _pieces(waters, [s for line in lines for s in line.sides])
        if len(pieces) < 2:
            continue
        gap = _shortest_gap(grid, pieces)
        whole_lines = all(any(piece.issuperset(x.sides) for piece in pieces) for x in lines)
        if not gap and whole_lines and not _near_another(grid, pieces):
            continue
        fix = None
        near = min(pieces, key=len)
        side = gap[0] if gap else next(iter(near))
        if gap:
            words = " and ".join(grid.side_text(s) for s in gap)
            fix = Fix(f"Close the gap at {words}", _closing(_at_end(grid, lines, side), gap))
        where = next(h for h in side if h in grid)
        checks.add("note", "gap", (
            f"The {_named(checks, kind)} {name} is in {len(pieces)} pieces; one of them ends at "
            f"{grid.side_text(side)}."), "map", "hexsides", f"{kind}/{name}",
            hex=grid.number(where), fix=fix)


def _pieces(waters: _Waters, sides: Sequence[Hexside]) -> list[set[Hexside]]:
    """The sides grouped by what is connected, along hexsides or through water."""
    grid = waters.grid
    parent: dict[Corner | Hex, Corner | Hex] = {}

    def find(at: Corner | Hex) -> Corner | Hex:
        while (up := parent.setdefault(at, at)) != at:
            parent[at] = at = parent[up]
        return at

    seen: set[Corner] = set()
    starts: list[Corner] = []
    for side in sides:
        one, other = corners_of(grid, side)
        starts.append(one)
        parent[find(one)] = find(other)
        for end in (one, other):
            # The next side begins where this one ends.
            if end in seen:
                continue
            seen.add(end)
            for hex in end:
                if hex not in grid:
                    parent[find(end)] = find(_OUTSIDE)
                elif (water := waters.of(hex)) is not None:
                    parent[find(end)] = find(water)
    pieces_by_root: dict[Corner | Hex, set[Hexside]] = {}
    for side, start in zip(sides, starts, strict=True):
        pieces_by_root.setdefault(find(start), set()).add(side)
    return list(pieces_by_root.values())


class _Waters:
    """The waters of a map, and other ground no unit enters; each is searched once."""

    def __init__(self, checks: Checks) -> None:
        self.grid: HexGrid = checks.design.map.grid
        self._checks = checks
        self._known: dict[Hex, Hex] = {}

    def of(self, hex: Hex) -> Hex | None:
        """A hex that represents the whole water this hex belongs to; None if it belongs to none."""
        if hex in self._known or self._checks.is_playable(hex):
            return self._known.get(hex)
        self._known[hex] = hex
        edge = [hex]
        while edge:
            for near in self.grid.neighbours(edge.pop()):
                if near not in self._known and not self._checks.is_playable(near):
                    self._known[near] = hex
                    edge.append(near)
        return hex


def _shortest_gap(grid: HexGrid, pieces: list[set[Hexside]]) -> tuple[Hexside, ...]:
    """The hexsides that join two of the pieces, at most a few; () if they are farther apart."""
    owner = {c: i for i, piece in enumerate(pieces) for s in piece for c in corners_of(grid, s)}
    paths: list[tuple[Corner, int, tuple[Hexside, ...]]] = [(c, i, ()) for c, i in owner.items()]
    for _ in range(_NEAR):
        longer = []
        for at, start, path in paths:
            for side, end in exits(grid, at):
                if side in path or not (side.a in grid and side.b in grid):
                    continue
                if owner.get(end, start) != start:
                    return (*path, side)
                longer.append((end, start, (*path, side)))
        paths = longer
    return ()


def _near_another(grid: HexGrid, pieces: list[set[Hexside]]) -> bool:
    """Whether two of the pieces are so near that they are probably one river."""
    hexes = [{hex for side in piece for hex in side if hex in grid} for piece in pieces]
    for i, piece in enumerate(hexes):
        others = set().union(*hexes[:i], *hexes[i + 1:])
        reached = edge = piece
        for _ in range(_SAME_RIVER):
            if not others.isdisjoint(reached):
                return True
            edge = {n for hex in edge for n in grid.neighbours(hex)} - reached
            reached = reached | edge
        if not others.isdisjoint(reached):
            return True
    return False


def _at_end(grid: HexGrid, lines: Sequence[HexsideLine], side: Hexside) -> HexsideLine:
    """The line that a hexside of a gap continues."""
    ends = set(corners_of(grid, side))
    return next((x for x in lines for s in x.sides if ends.intersection(corners_of(grid, s))), lines[0])


def _closing(line: HexsideLine, gap: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        if line not in design.map.lines:
            raise ValueError(f"The {line.kind} {line.name} has changed in the meantime.")
        return with_map(design, add_sides(design.map, line.kind, gap, line.name, line.width))
    return edit


# -- lone hexes of land in water -------------------------------------------------------------------


def lint_ground(checks: Checks) -> None:
    """Note islands of one hex without a place, mostly a slip of the brush."""
    game_map, kinds = checks.design.map, checks.design.ruleset.terrain_by_id
    grid = game_map.grid
    water = {t for _, t in game_map.terrain.legend if t in kinds and not kinds[t].playable}
    wet = {h for h in with_pauses(grid) if game_map.terrain.at(h) in water}
    for hex in with_pauses(sorted({n for h in with_pauses(wet) for n in grid.neighbours(h)} - wet)):
        near = grid.neighbours(hex)
        if hex in game_map.place_at or len(near) < 3 or not wet.issuperset(near):
            continue
        at = grid.number(hex)
        around = Counter(game_map.terrain.at(n) for n in near).most_common(1)[0][0]
        name = kinds[around].name if around in kinds else around
        checks.add("note", "island", (
            f"Hex {at} is an island of one hex, {checks.terrain_name(hex)}: no unit can go there by land."),
            "map", hex=at, fix=Fix(f"Paint it {name}", _painting(hex, around)))


def _painting(hex: Hex, terrain: str) -> Callable[[Design], Design]:
    return lambda design: with_map(design, paint_terrain(design.map, [hex], terrain))


# -- cities without a name, names that occur twice, and names far from their hex -------------------


_SETTLEMENTS = frozenset({"city", "capital", "town"})
"""Symbols of features that people live in and name."""


def lint_names(checks: Checks) -> None:
    """Note settlements without a name, names of two places, and names off their hex."""
    _lint_bearers(checks)
    for place in checks.design.map.places:
        if place.name:
            _lint_spot(checks, place.name, place.hex, place.lettering.at, "places", _standing(place.hex))
    for n, label in enumerate(checks.design.map.labels):
        _lint_spot(checks, label.text, label.hex, label.at, "labels", _standing_label(n, label))


def _lint_spot(
    checks: Checks, name: str, hex: Hex, at: Spot, section: str, stand: Callable[[Design], Design]
) -> None:
    """Note a name that was moved too far to be read as that of its hex, or off the map."""
    game_map = checks.design.map
    if isinstance(at, str) or hex not in game_map.grid:
        return
    x, y = game_map.geometry.centre(hex)
    away, number = math.hypot(*at) / math.sqrt(3), game_map.grid.number(hex)
    if game_map.geometry.hex_at(x + at[0], y + at[1]) is None:
        what = f"The name {name} of hex {number} is off the map."
    elif away > FARTHEST_READABLE:
        what = f"The name {name} is {away:.1f} hexes from its hex {number}, too far to belong to it."
    else:
        return
    entry = number if section == "places" else name
    checks.add("note", "name-off-its-hex", what, "map", section, entry, hex=number,
               fix=Fix("Place it where there is room", stand))


def _standing(hex: Hex) -> Callable[[Design], Design]:
    return lambda design: with_map(design, set_lettering(design.map, hex, at=""))


def _standing_label(n: int, label: Label) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        labels = design.map.labels
        place = n if n < len(labels) and labels[n] == label else next(
            (i for i, x in enumerate(labels) if x == label), None)
        if place is None:
            raise ValueError(f"The label {label.text} has changed in the meantime.")
        changed = (*labels[:place], replace(label, at=""), *labels[place + 1 :])
        return with_map(design, replace(design.map, labels=changed))
    return edit


def _lint_bearers(checks: Checks) -> None:
    game_map, features = checks.design.map, checks.design.ruleset.feature_by_id
    number = game_map.grid.number
    bearers: dict[str, list[Hex]] = defaultdict(list)
    for place in game_map.places:
        if place.name:
            bearers[place.name].append(place.hex)
            continue
        homes = [features[f].name for f in place.features
                 if f in features and features[f].symbol in _SETTLEMENTS]
        if homes and not _of_a_named_city(game_map, place):
            at = number(place.hex)
            checks.add("note", "unnamed-city", f"The {homes[0].lower()} in {at} has no name.",
                       "map", "places", at, hex=at)
    for name, hexes in bearers.items():
        if len(hexes) > 1:
            first, *others = (number(h) for h in hexes)
            checks.add("note", "same-name", (
                f"{name} is in {first} and again in {' and '.join(others)}."),
                "map", "places", first, hex=first)


def _of_a_named_city(game_map: GameMap, place: Place) -> bool:
    """Whether a hex is another part of the city beside it, which has the same features and the name of
    both."""
    around = (game_map.place_at.get(hex) for hex in game_map.grid.neighbours(place.hex))
    return any(other and other.name and set(other.features) == set(place.features) for other in around)


# -- roads that end in the middle of nowhere -------------------------------------------------------


def lint_road_ends(checks: Checks) -> None:
    """Note ends of roads without a place, another road, water or the edge of the map."""
    game_map = checks.design.map
    grid = game_map.grid
    steps: Counter[Hex] = Counter()
    for side in game_map.road_segments:
        steps.update(side)

    def leads_somewhere(hex: Hex) -> bool:
        return (steps[hex] > 1 or hex in game_map.place_at or len(grid.neighbours(hex)) < 6
                or any(not checks.is_playable(n) for n in grid.neighbours(hex)))

    for road in with_pauses(game_map.roads, 4):
        if len(road.path) < 2:
            continue
        for path in (road.path, road.path[::-1]):
            if leads_somewhere(path[0]):
                continue
            at, what = grid.number(path[0]), f"{_named(checks, road.kind)} {road.name}".rstrip()
            # The rest ends at the last junction or place; if the road passes none, nothing is left.
            whole = len(path) - 1
            keep = next((i for i, hex in enumerate(path[:-1])
                         if i and (steps[hex] > 2 or hex in game_map.place_at)), whole)
            dead = tuple(hexside(a, b) for a, b in pairwise(path[: keep + 1]))
            label = f"Shorten it to {grid.number(path[keep])}"
            if keep == whole:
                label = f"Remove the {what} {grid.number(road.path[0])}–{grid.number(road.path[-1])}"
            checks.add("note", "road-to-nowhere", (
                f"The {what} ends in {at}, where there is neither a place nor another road."),
                "map", "roads", f"{road.kind}/{road.name}", hex=at,
                fix=Fix(label, _cutting(road.kind, dead)))


def _named(checks: Checks, kind: str) -> str:
    """The ruleset's name of a kind of road or hexside, as it is written within a sentence."""
    rules = checks.design.ruleset
    found = rules.road_by_id.get(kind) or rules.hexside_by_id.get(kind)
    name = found.name if found is not None else kind
    # `E77 highway` keeps its capital.
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


def _cutting(kind: str, dead: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_road(design.map, dead, kind))


# -- hexsides that no unit can cross: at the edge of the map, or with water on both sides ----------


def lint_useless_sides(checks: Checks) -> None:
    """Note, once for each line, hexsides that can have no effect."""
    grid = checks.design.map.grid
    for line in checks.design.map.lines:
        what = f"The {_named(checks, line.kind)} {line.name}".rstrip()
        rim = tuple(s for s in line.sides if not (s.a in grid and s.b in grid))
        wet = tuple(s for s in line.sides if s not in rim
                    and not (checks.is_playable(s.a) or checks.is_playable(s.b)))
        for code, sides, why in (("one-sided", rim, "has a hex on one side only"),
                                 ("between-water", wet, "lies between hexes no unit may enter")):
            if not sides:
                continue
            at = grid.side_text(sides[0])
            more = f", with {len(sides) - 1} more" if len(sides) > 1 else ""
            here = next(h for h in sides[0] if h in grid)
            label = f"Erase {f'{len(sides)} hexsides' if len(sides) > 1 else at}"
            checks.add("note", code, f"{what} {why} at {at}{more}.", "map", "hexsides",
                       f"{line.kind}/{line.name}", hex=grid.number(here),
                       fix=Fix(label, _erasing(line.kind, sides)))


def _erasing(kind: str, sides: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_sides(design.map, sides, kind))


__all__ = ["broken_lines", "lint_map"]

_LINTS = (lint_gaps, lint_useless_sides, lint_crossings, lint_road_ends, lint_ground, lint_names)


@gc_paused()
def lint_map(design: Design, sources: Sources | None = None) -> tuple[Problem, ...]:
    """The notes on the map of a design, in the order of the map's parts."""
    checks = Checks(design, sources)
    for lint in _LINTS:
        yield_to_window()
        lint(checks)
    return tuple(dict.fromkeys(checks.problems))


def broken_lines(design: Design) -> tuple[Problem, ...]:
    """The notes on rivers and other lines in several pieces alone."""
    checks = Checks(design, None)
    lint_gaps(checks)
    return tuple(checks.problems)
