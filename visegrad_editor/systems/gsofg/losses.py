"""Who loses steps in a fight (11.14, 11.21): Jaeger first in a city, artillery at two hexes never."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from .sides import sides

ATTACKER = 0


class Losses(Chapter):
    """Losses of steps that their side chooses."""

    id = "losses"
    rule = "11.21"

    def bearers(self, w: GameInProgress, group: int, units: Sequence[int], first: bool) -> Sequence[int]:
        """11.21: artillery at two hexes loses nothing. 11.14: the first step that NATO loses in a fight for a
        city is a Jaeger's, if one is there."""
        known, battle = sides(w), w.battle
        if group == ATTACKER:
            units = [u for u in units if u not in known.artillery
                     or w.board.direction(battle.hex, w.state.where[u]) >= 0]
        if first and battle.lost[group] == 0 and known.cities >> battle.hex & 1:
            jaeger = [u for u in units if u in known.jaeger]
            return jaeger or units
        return units
