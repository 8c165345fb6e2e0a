"""Checks of a set of hexes: whether the names in it exist."""

from __future__ import annotations

from ..files.map_hexes import number_range
from ..where import Where
from .context import Checks


def check_where(
    checks: Checks, where: Where, of: str, section: str, name: str, unit: str = ""
) -> bool:
    """Report unknown names in a set of hexes; return whether all are known."""
    game_map, ruleset = checks.design.map, checks.design.ruleset
    before = len(checks.problems)
    for number in dict.fromkeys((*where.hexes, *where.excluding)):
        if game_map.grid.parse(number) is None:
            checks.add("error", "unknown-hex", (
                f"There is no hex {number} on the map ({of}). {number_range(game_map.grid)}"),
                "scenario", section, name, hex=number, unit=unit)
    countries = checks.countries
    for what, words, known in (
        ("area", where.areas, game_map.area_by_id),
        ("country", where.countries, dict.fromkeys(countries)),
        ("feature", where.features, ruleset.feature_by_id),
        ("road kind", where.roads, ruleset.road_by_id),
    ):
        for word in words:
            if word not in known:
                checks.unknown(what, word, list(known), of, "scenario", section, name, unit=unit)
    return len(checks.problems) == before
