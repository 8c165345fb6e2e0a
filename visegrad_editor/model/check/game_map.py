"""Checks of a map against its ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...hexgrid import Hex, HexGrid
from ..background import HEX_APART, align, start
from ..design import Design
from ..edit.areas import remove_area
from ..edit.background import remove_background
from ..edit.documents import with_map
from ..files.map_file import picture_file
from ..files.references import FileReferenceError, MissingFileError
from ..gamemap import Building, HexsideLine, Place, Road, Waters
from ..problems import Fix
from ..wording import misspelt, quoted
from .context import Checks, all_of


def check_map(checks: Checks) -> None:
    """Unknown kinds, misspelt countries, roads into the sea, duplicate places and areas."""
    game_map, ruleset = checks.design.map, checks.design.ruleset
    used = {letter for row in game_map.terrain.rows for letter in row}
    for letter, terrain in game_map.terrain.legend:
        if letter in used and terrain not in ruleset.terrain_by_id:
            checks.unknown("terrain", terrain, list(ruleset.terrain_by_id), f"letter {letter} of the legend",
                           "map", "terrain", "")
    _check_countries(checks)
    _check_lines(checks)
    _check_roads(checks)
    _check_places(checks)
    checks.doubles("map", "areas", "areas", (a.id for a in game_map.areas))
    for area in game_map.areas:
        if not area.hexes:
            checks.add("error", "empty-area", f"Area {area.name} has no hex.", "map", "areas", area.id,
                       fix=drop_area(area.id))
    _check_buildings(checks)
    _check_waters(checks)
    check_background(checks)


def _check_countries(checks: Checks) -> None:
    """A neutral country is not a nationality; but a name spelt almost like a nationality is probably meant to
    be it."""
    layer = checks.design.map.countries
    nationalities = [n.id for n in checks.design.ruleset.nationalities]
    used = {letter for row in layer.rows for letter in row}
    for letter, country in layer.legend:
        if letter in used and country and country not in nationalities:
            near = misspelt(country, nationalities)
            if near:
                checks.add("warning", "unknown-country", (
                    f"The ruleset has no nationality {quoted(country)} (letter {letter} of the legend of "
                    f"countries). Did you mean `{near}`? A neutral country needs no nationality."),
                    "map", "countries")


def _check_lines(checks: Checks) -> None:
    game_map, kinds = checks.design.map, checks.design.ruleset.hexside_by_id
    known = list(kinds)
    for line in game_map.lines:
        name = f"{line.kind}/{line.name}"
        if line.kind not in kinds:
            checks.unknown("hexside kind", line.kind, known, f"line {line.name or 'without a name'}",
                           "map", "hexsides", name)
        if not line.sides:
            checks.add("warning", "empty-line", f"The {line.kind} {line.name}".rstrip() + " has no hexside.",
                       "map", "hexsides", name, fix=drop_line(line))


def _check_roads(checks: Checks) -> None:
    game_map, kinds = checks.design.map, checks.design.ruleset.road_by_id
    known = list(kinds)
    number = game_map.grid.number
    for road in game_map.roads:
        name = f"{road.kind}/{road.name}"
        what = f"{road.kind} {road.name}".strip()
        if road.kind not in kinds:
            checks.unknown("road kind", road.kind, known, f"road {road.name or 'without a name'}",
                           "map", "roads", name)
        if len(road.path) < 2:
            at = number(road.path[0]) if road.path else ""
            checks.add("warning", "short-road", (
                f"The {what}{f' at {at}' if at else ''} leads nowhere: a road needs two hexes."),
                "map", "roads", name, hex=at, fix=drop_road(road))
        for hex in dict.fromkeys(road.path):
            if not checks.is_playable(hex):
                at = number(hex)
                checks.add("warning", "road-into-sea", (
                    f"The {what} leads through {at}, which is {checks.terrain_name(hex)}."),
                    "map", "roads", name, hex=at)


def _check_places(checks: Checks) -> None:
    game_map, kinds = checks.design.map, checks.design.ruleset.feature_by_id
    known = list(kinds)
    number = game_map.grid.number
    together: dict[Hex, list[str]] = {}
    for place in game_map.places:
        together.setdefault(place.hex, []).append(place.name or "one without a name")
    for hex, several in together.items():
        if len(several) > 1:
            at = number(hex)
            names = all_of(several)
            checks.add("error", "twice", f"Hex {at} has {len(several)} places: {names}. Merge them into one.",
                       "map", "places", at, hex=at, nth=1, fix=one_place(hex))
    for place in game_map.places:
        at = number(place.hex)
        what = f"{place.name or 'place'} {at}"
        for feature in place.features:
            if feature not in kinds:
                checks.unknown("feature", feature, known, what, "map", "places", at, hex=at)
        if place.features and not checks.is_playable(place.hex):
            terrain = checks.terrain_name(place.hex)
            checks.add("warning", "place-in-sea", (
                f"{place.name or 'The place'} in {at} has features, but its terrain is {terrain}, where no "
                "unit may be."), "map", "places", at, hex=at)
        if not place.name and not place.features:
            checks.add("note", "empty-place", f"The place in {at} has neither a name nor a feature.",
                       "map", "places", at, hex=at, fix=drop_place(place.hex))


def _check_buildings(checks: Checks) -> None:
    """Buildings without hexes or in pieces, stairs outside them, two in one hex."""
    game_map, number = checks.design.map, checks.design.map.grid.number
    checks.doubles("map", "buildings", "buildings", (b.id for b in game_map.buildings))
    first: dict[Hex, Building] = {}
    for building in checks.each("buildings", game_map.buildings, lambda b: b.id):
        called = building.name or building.id
        if not building.hexes:
            checks.add("error", "empty-building", f"Building {called} has no hex. Give it `hexes`, or remove "
                       "it.", "map", "buildings", building.id, fix=drop_building(building))
        apart = _apart(game_map.grid, building.hexes)
        if apart is not None:
            checks.add("error", "building-in-pieces", (
                f"Hex {number(apart)} of building {called} touches no other of its hexes. Name the hexes "
                "between, or make it a building of its own."), "map", "buildings", building.id,
                hex=number(apart), within=("hexes",))
        for key, some in (("stairs", building.stairs), ("full", building.full)):
            for hex in (h for h in some if h not in building.hexes):
                checks.add("error", "outside-building", (
                    f"`{key}` of building {called} names {number(hex)}, which is none of its hexes. Add it "
                    f"to `hexes`, or take it out of `{key}`."), "map", "buildings", building.id,
                    hex=number(hex), within=(key,), fix=drop_outside(building, key))
        for hex in building.hexes:
            other = first.setdefault(hex, building)
            if other is not building:
                checks.add("error", "two-buildings", (
                    f"Hex {number(hex)} belongs to the buildings {other.name or other.id} and {called}. Take "
                    "it out of one of them."), "map", "buildings", building.id, hex=number(hex),
                    within=("hexes",))


def _check_waters(checks: Checks) -> None:
    """Waters without hexes, two in one hex, a current without a direction."""
    game_map, number = checks.design.map, checks.design.map.grid.number
    checks.doubles("map", "waters", "waters", (w.id for w in game_map.waters))
    first: dict[Hex, Waters] = {}
    for waters in checks.each("waters", game_map.waters, lambda w: w.id):
        called = waters.name or waters.id
        if not waters.hexes:
            checks.add("error", "empty-waters", f"Waters {called} have no hex. Give them `hexes`, or remove "
                       "them.", "map", "waters", waters.id, fix=drop_waters(waters))
        if (waters.current == "still") != (waters.flow is None):
            wrong = ("flow, so they have a direction: give them `flow`, from 1 to 6" if waters.flow is None
                     else "are still and have a direction: give them a `current`, or remove `flow`")
            checks.add("warning", "flow", f"Waters {called} {wrong}.", "map", "waters", waters.id)
        for hex in waters.hexes:
            other = first.setdefault(hex, waters)
            if other is not waters:
                checks.add("error", "two-waters", (
                    f"Hex {number(hex)} belongs to the waters {other.name or other.id} and {called}. Take it "
                    "out of one of them."), "map", "waters", waters.id, hex=number(hex), within=("hexes",))


def _apart(grid: HexGrid, hexes: Sequence[Hex]) -> Hex | None:
    """The first hex that is not connected with the first of some hexes; None if all are."""
    left, edge = set(hexes), list(hexes[:1])
    while edge:
        here = edge.pop()
        left.discard(here)
        edge += [h for h in grid.neighbours(here) if h in left]
    return next((h for h in hexes if h in left), None)


# -- checks of the picture behind the map: whether it is there, and whether its pins make sense ----


_REMOVE = Fix("Remove the background", lambda d: with_map(d, remove_background(d.map)))


def check_background(checks: Checks) -> None:
    """A picture that is missing or cannot be read, duplicate pins, pins that contradict each other."""
    map = checks.design.map
    background = map.background
    if background is None:
        return
    folder = checks.picture_folder
    if folder is not None:
        try:
            picture_file(background, folder)
        except MissingFileError as missing:
            checks.add("warning", "no-picture", (
                f"The background picture is missing. {missing} Put it there, choose it again with Map > "
                "Background picture, or remove the background."), "map", "background", fix=_REMOVE)
        except FileReferenceError as bad:
            checks.add("error", "bad-picture", f"Background picture: {bad}", "map", "background", fix=_REMOVE)
    number = map.grid.number
    count = Counter(p.hex for p in background.pins)
    for hex, times in count.items():
        if times > 1:
            checks.add("error", "twice", (
                f"Hex {number(hex)} has {times} pins in the background picture. Keep one of them."), "map",
                "background", hex=number(hex), within=_pin_path(checks, number(hex)))
    # The position of a picture without pins does not matter here, so any size will do.
    lay = align(map.geometry, background.pins, start(map.geometry, (1, 1)))
    if len(background.pins) < 2:
        checks.add("note", "not-aligned", (
            "The background picture is not aligned to the grid yet: Map > Align the background."),
            "map", "background")
        return
    if lay.fit == "shifted":
        checks.add("warning", "bad-pins", "The pins of the background picture are all at one place in it.",
                   "map", "background")
        return
    worst = max(background.pins, key=lay.off)
    for warning in lay.warnings():
        at = number(worst.hex) if lay.off(worst) * HEX_APART > 0.1 else ""
        checks.add("warning", "bad-pins", f"Background picture: {warning}", "map", "background", hex=at,
                   within=_pin_path(checks, at))


def _pin_path(checks: Checks, hex: str) -> tuple[str | int, ...]:
    """The path of the last pin of a hex within the section, () if the file has none."""
    background = checks.design.map.background
    pins = background.pins if background else ()
    places = [i for i, p in enumerate(pins) if checks.design.map.grid.number(p.hex) == hex]
    return ("pins", places[-1]) if places else ()


# -- edits that fix problems of a map --------------------------------------------------------------


def drop_line(line: HexsideLine) -> Fix:
    """Removes a line of hexsides."""
    return Fix("Remove it", lambda d: with_map(d, replace(
        d.map, lines=tuple(x for x in d.map.lines if x is not line))))


def drop_road(road: Road) -> Fix:
    """Removes a road."""
    return Fix("Remove it", lambda d: with_map(d, replace(
        d.map, roads=tuple(x for x in d.map.roads if x is not road))))


def drop_area(id: str) -> Fix:
    """Removes an area."""
    return Fix("Remove the area", lambda d: with_map(d, remove_area(d.map, id)))


def drop_building(building: Building) -> Fix:
    """Removes a building."""
    return Fix("Remove the building", lambda d: with_map(d, replace(
        d.map, buildings=tuple(b for b in d.map.buildings if b is not building))))


def drop_waters(waters: Waters) -> Fix:
    """Removes waters."""
    return Fix("Remove the waters", lambda d: with_map(d, replace(
        d.map, waters=tuple(w for w in d.map.waters if w is not waters))))


def drop_outside(building: Building, key: str) -> Fix:
    """Takes hexes that are none of a building's out of its `stairs` or `full`."""
    kept = tuple(h for h in getattr(building, key) if h in building.hexes)
    changed = replace(building, stairs=kept) if key == "stairs" else replace(building, full=kept)
    return Fix(f"Take it out of `{key}`", lambda d: with_map(d, replace(
        d.map, buildings=tuple(changed if b is building else b for b in d.map.buildings))))


def drop_place(hex: Hex) -> Fix:
    """Removes the name and the features of a hex."""
    return Fix("Remove the place", lambda d: with_map(d, replace(
        d.map, places=tuple(p for p in d.map.places if p.hex != hex))))


def one_place(hex: Hex) -> Fix:
    """Merges all places of a hex into one, with the first name and every feature."""
    def edit(design: Design) -> Design:
        here = [p for p in design.map.places if p.hex == hex]
        if len(here) < 2:
            raise ValueError("There is only one place in this hex now.")
        name = next((p.name for p in here if p.name), "")
        features = tuple(dict.fromkeys(f for p in here for f in p.features))
        one: Place = replace(here[0], name=name, features=features)
        return with_map(design, replace(design.map, places=tuple(
            one if p is here[0] else p for p in design.map.places if p is here[0] or p.hex != hex)))
    return Fix("Merge them into one place", edit)
