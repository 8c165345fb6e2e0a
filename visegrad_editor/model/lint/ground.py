"""Lone hexes of land in water."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ...hexgrid import Hex
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.terrain import paint_terrain
from ..give_way import paced
from ..problems import Fix


def lint_ground(checks: Checks) -> None:
    """Note islands of one hex that have no place, which are mostly a slip of the brush."""
    game_map, kinds = checks.design.map, checks.design.ruleset.terrain_by_id
    grid = game_map.grid
    water = {t for _, t in game_map.terrain.legend if t in kinds and not kinds[t].playable}
    wet = {h for h in paced(grid) if game_map.terrain.at(h) in water}
    for hex in paced(sorted({n for h in paced(wet) for n in grid.neighbours(h)} - wet)):
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
