"""Checks of a map against its ruleset."""

from __future__ import annotations

from ...hexgrid import Hex
from ..wording import misspelt, quoted
from .background import check_background
from .context import Checks, all_of
from .fixes import drop_area, drop_line, drop_place, drop_road, one_place


def check_map(checks: Checks) -> None:
    """Unknown kinds, misspelt countries, roads into the sea, doubled places and areas."""
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
    check_background(checks)


def _check_countries(checks: Checks) -> None:
    """A neutral country is no nationality; but one spelt nearly like a nationality is meant to be it."""
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
    game_map, known = checks.design.map, list(checks.design.ruleset.hexside_by_id)
    for line in game_map.lines:
        name = f"{line.kind}/{line.name}"
        if line.kind not in known:
            checks.unknown("hexside kind", line.kind, known, f"line {line.name or 'without a name'}",
                           "map", "hexsides", name)
        if not line.sides:
            checks.add("warning", "empty-line", f"The {line.kind} {line.name}".rstrip() + " has no hexside.",
                       "map", "hexsides", name, fix=drop_line(line))


def _check_roads(checks: Checks) -> None:
    game_map, known = checks.design.map, list(checks.design.ruleset.road_by_id)
    number = game_map.grid.number
    for road in game_map.roads:
        name = f"{road.kind}/{road.name}"
        what = f"{road.kind} {road.name}".strip()
        if road.kind not in known:
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
    game_map, known = checks.design.map, list(checks.design.ruleset.feature_by_id)
    number = game_map.grid.number
    together: dict[Hex, list[str]] = {}
    for place in game_map.places:
        together.setdefault(place.hex, []).append(place.name or "one without a name")
    for hex, several in together.items():
        if len(several) > 1:
            at = number(hex)
            names = all_of(several)
            checks.add("error", "twice", f"Hex {at} has {len(several)} places: {names}. Make one of them.",
                       "map", "places", at, hex=at, nth=1, fix=one_place(hex))
    for place in game_map.places:
        at = number(place.hex)
        what = f"{place.name or 'place'} {at}"
        for feature in place.features:
            if feature not in known:
                checks.unknown("feature", feature, known, what, "map", "places", at, hex=at)
        if place.features and not checks.is_playable(place.hex):
            terrain = checks.terrain_name(place.hex)
            checks.add("warning", "place-in-sea", (
                f"{place.name or 'The place'} in {at} has features, but its terrain is {terrain}, where no "
                "unit may be."), "map", "places", at, hex=at)
        if not place.name and not place.features:
            checks.add("note", "empty-place", f"The place in {at} has neither a name nor a feature.",
                       "map", "places", at, hex=at, fix=drop_place(place.hex))
