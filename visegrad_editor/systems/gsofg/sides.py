"""The sides, the groups of units that rules name, and what a side has: superiority, neighbours, supply."""

from __future__ import annotations

from ...engine.bits import spread
from ...engine.hexgame import supply
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import WAITING
from ...model.rules.grammar import HexFilter, UnitFilter

SOVIET, NATO = "soviet", "nato"


class Sides:
    """The numbers of the sides, and the units and hexes that rules name, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        ids = w.forces.side_ids
        self.soviet, self.nato = ids.index(SOVIET), ids.index(NATO)
        self.guards = w.made.unit_set(UnitFilter(formation=("8-guards",)))
        """The 8th Guards Army (2.5)."""
        self.east_germans = w.made.unit_set(UnitFilter(nationality=("east-germany",)))
        self.artillery = w.made.unit_set(UnitFilter(trait=("artillery",)))
        self.jaeger = w.made.unit_set(UnitFilter(trait=("jaeger",)))
        self.west_germans = tuple(u for u in w.forces.ground[self.nato] if not w.forces.static[u]
                                  and w.forces.units[u].nationality == "west-germany")
        """Those of the army, without territorials."""
        self.cities = w.ground.feature_hexes(("city",))
        self.own_country = w.made.hexes(HexFilter(countries=("east-germany", "czechoslovakia")))(-1)
        """East Germany and Czechoslovakia (8.1)."""


def sides(w: GameInProgress) -> Sides:
    """The sides of a game."""
    return w.table(Sides)


def side_name(w: GameInProgress, side: int) -> str:
    """The id of a side."""
    return w.forces.side_ids[side]


def nation(w: GameInProgress, u: int) -> str:
    """The nationality of a unit."""
    return w.forces.units[u].nationality


def is_waiting(w: GameInProgress, u: int) -> bool:
    """Whether a unit waits off the map."""
    return w.state.where[u] == WAITING


def has_superiority(w: GameInProgress, side: int) -> bool:
    """Whether a side has air superiority this turn (6.1)."""
    return w.state.assets.get(f"{side_name(w, side)}-superiority", 0) > 0


def superior(w: GameInProgress) -> int:
    """The number of the side with air superiority (6.1)."""
    known = sides(w)
    return known.nato if has_superiority(w, known.nato) else known.soviet


def near_enemy(w: GameInProgress, side: int) -> int:
    """The hexes next to ground units of the enemy of a side, across water too (6.8)."""
    return spread(w.mask[1 - side], w.board.adjacent)


def in_overland_supply(w: GameInProgress, u: int) -> bool:
    """Whether a unit is in supply without air supply (8.2)."""
    supplied = supply.is_usually_supplied(w, u)
    for chapter in w.hooks["supplied"]:
        if chapter.id != "air":
            supplied = chapter.supplied(w, u, supplied)
    return supplied
