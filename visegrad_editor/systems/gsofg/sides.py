"""The sides and groups of units that several chapters ask for."""

from __future__ import annotations

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


def nation(w: GameInProgress, u: int) -> str:
    """The nationality of a unit."""
    return w.forces.units[u].nationality


def is_waiting(w: GameInProgress, u: int) -> bool:
    """Whether a unit waits off the map."""
    return w.state.where[u] == WAITING
