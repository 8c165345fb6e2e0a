"""Supply over land (8.1, 8.4, 8.5): units that need no path, paths without a city, cities of the enemy."""

from __future__ import annotations

from dataclasses import replace

from ...engine.hexgame import supply
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import ENTERED
from ...model.rules.supply import LegEnd
from .guards import LAST_TURN
from .sides import sides


class GroundSupply(Chapter):
    """What the paths of the ruleset do not say of supply over land. It counts as overland supply for road
    marches and air transport."""

    id = "supply"
    rule = "8.0"

    def supply_barred(self, w: GameInProgress, side: int, hexes: int) -> int:
        """8.5: no path leads through a city that the enemy controls, empty or not."""
        return hexes | sides(w).cities & w.controlled(1 - side)

    def supplied(self, w: GameInProgress, unit: int, supplied: bool) -> bool:
        """8.1: without a path Soviet units in East Germany and Czechoslovakia, and the 8th Guards Army on
        turns 1 to 3. 9.2, 9.4: who has come in this player turn. 8.4: within its first length of a source a
        unit needs no city."""
        at = w.state.where[unit]
        if supplied or at < 0:
            return supplied
        known = sides(w)
        if w.state.flags[unit] & ENTERED and w.forces.side[unit] == w.state.player:
            return True
        if w.forces.side[unit] == known.soviet and known.own_country >> at & 1:
            return True
        if unit in known.guards and w.state.turn <= LAST_TURN:
            return True
        return bool(_straight(w, unit) >> at & 1)


def _straight(w: GameInProgress, u: int) -> int:
    """The hexes within its first length of a source of a unit."""
    side, path, which = supply.rules(w).group(w, u)
    if path < 0:
        return 0
    leg = replace(supply.rules(w).paths[path][1][0], to=LegEnd(sources=True))
    hexes: int = w.recall(("straight", side, path, which), lambda: supply.trace(
        w, side, (leg,), supply.sources(w, side, which)))
    return hexes
