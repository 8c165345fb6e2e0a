"""Checks of a set of hexes: whether the names in it exist."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..files.map_hexes import hex_hint
from ..files.plain_data import DataPath
from ..problems import Fix
from ..where import Where
from .context import Checks
from .fixes import WhereEdit, where_fixes


def check_where(
    checks: Checks, where: Where, of: str, section: str, name: str, edit: WhereEdit, unit: str = "",
    within: DataPath = (), rule: str = "", more: Callable[[], Sequence[Fix]] = lambda: (),
) -> bool:
    """Report unknown names in a set of hexes, which `edit` changes; return whether all are known. `within` is
    the path of the set in its entry; `more` makes fixes of what cannot be mended in the set itself."""

    def usable(where: Where) -> bool:
        return any(checks.is_playable(h) and checks.in_play(h) for h in checks.hexes(where))

    def fixes(key: str, word: str, known: Sequence[str]) -> Sequence[Fix]:
        return where_fixes(where, key, word, known, of, edit, usable) or tuple(more())

    def spellings(number: str) -> Sequence[str]:
        """The number as the map prints it, if it has it."""
        spelt = game_map.grid.spelt(number)
        return (spelt,) if game_map.grid.knows(spelt) else ()

    game_map, ruleset = checks.design.map, checks.design.ruleset
    before = len(checks.problems)
    for key in ("hexes", "excluding"):
        for number in dict.fromkeys(getattr(where, key)):
            if not game_map.grid.knows(number):
                checks.add("error", "unknown-hex", (
                    f"There is no hex {number} on the map ({of}). {hex_hint(game_map.grid, number)}"),
                    "scenario", section, name, hex=number, unit=unit, rule=rule, within=(*within, key),
                    fixes=fixes(key, number, spellings(number)), because="map")
    countries = checks.countries
    for what, key, known in (
        ("area", "areas", game_map.area_by_id),
        ("country", "countries", dict.fromkeys(countries)),
        ("feature", "features", ruleset.feature_by_id),
        ("road kind", "roads", ruleset.road_by_id),
        ("kind of terrain", "terrain", ruleset.terrain_by_id),
    ):
        for word in dict.fromkeys(getattr(where, key)):
            if word not in known:
                checks.unknown(what, word, list(known), of, "scenario", section, name, unit=unit, rule=rule,
                               within=(*within, key),
                               fixes=fixes(key, word, list(known)),
                               because="map" if key in ("areas", "countries") else "ruleset")
    return len(checks.problems) == before
