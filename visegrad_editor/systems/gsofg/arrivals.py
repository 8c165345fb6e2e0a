"""Arrivals (5.10, 9.2 to 9.5): who must come, two divisions an entry hex, entries that work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.bits import mask_of
from ...engine.hexgame import arrivals, stacking, supply
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import ENTERED as ARRIVED
from ...engine.hexgame.state import WAITING
from ...engine.orders import IllegalOrderError
from .sides import is_waiting, sides

POOL = "soviet-reinforcements"
"""The R units of 9.3."""
CITIES = frozenset({"frankfurt", "strasbourg", "cologne", "german-cities"})
"""Entries by cities, which must work (9.5)."""
EDGE_LATER = "west-edge"
"""The entry of US and Canadian units while Frankfurt does not work, a turn later (9.5)."""
A_HEX = 2
"""Divisions that may enter by a hex in a movement phase (9.2 to 9.4)."""


class Arrivals(Chapter):
    """Reinforcements. Its state holds the weight that has entered by each hex this turn."""

    id = "arrivals"
    rule = "9.0"

    def state(self, w: GameInProgress) -> Any:
        return {"turn": 0, "through": {}}

    def must_enter(self, w: GameInProgress, unit: int) -> str:
        """5.10: the armies A to D on turn 1, or as soon as there is room. 9.2: R units may not wait."""
        if w.forces.side[unit] != sides(w).soviet:
            return ""
        pool = arrivals.pool_of(w, unit)
        if pool is not None:
            return "9.2" if pool.id == POOL else ""
        return "5.10"

    def may_enter(self, w: GameInProgress, unit: int, entry: str, hex: int) -> IllegalOrderError | None:
        """9.2 to 9.4: two divisions by a hex. 9.5: cities of entry must work, and the western edge is for US
        and Canadian units only while Frankfurt does not, a turn later."""
        name = w.board.name(hex)
        arrival = w.forces.units[unit].reinforcement
        if entry in CITIES and not _sources(w, unit) >> hex & 1:
            return IllegalOrderError(f"{name} is not in use: nobody enters there now.", "9.5")
        if entry == EDGE_LATER:
            if _sources(w, unit):
                return IllegalOrderError(
                    f"{w.label(unit)} enters by the western edge only while its city is not in use.", "9.5")
            if arrival is not None and w.state.turn <= arrival.turn:
                return IllegalOrderError(
                    f"By the western edge {w.label(unit)} comes a turn later, on turn {arrival.turn + 1}.",
                    "9.5")
        if not _is_limited(w, unit):
            return None
        weight = stacking.weight(w, unit)
        if weight and _through(w).get(w.board.numbers[hex], 0) + weight > A_HEX * w.forces.weight_scale:
            return IllegalOrderError(
                f"{A_HEX} divisions have entered at {name} this turn; {w.label(unit)} finds no room.",
                "9.2" if w.forces.side[unit] == sides(w).soviet else "9.4")
        return None

    def closed_entries(self, w: GameInProgress, unit: int, entry: str) -> int | None:
        closed = ~_sources(w, unit) if entry in CITIES else 0
        if entry == EDGE_LATER:
            arrival = w.forces.units[unit].reinforcement
            if _sources(w, unit) or (arrival is not None and w.state.turn <= arrival.turn):
                return w.board.area
        if _is_limited(w, unit) and (weight := stacking.weight(w, unit)):
            most = A_HEX * w.forces.weight_scale - weight
            closed |= mask_of(at for name, n in _through(w).items()
                              if n > most and (at := w.board.index.get(name, -1)) >= 0)
        return closed

    def may_choose(self, w: GameInProgress, order: Sequence[str]) -> IllegalOrderError | None:
        """9.2 with `fight_fight_arrivals: barred`: two combat phases are not for turns with R units."""
        if w.options.get("fight_fight_arrivals") != "barred" or "soviet-second-fight" not in order:
            return None
        due = [u for u in w.forces.ground[sides(w).soviet] if is_waiting(w, u)
               and (pool := arrivals.pool_of(w, u)) is not None and pool.id == POOL]
        if not due:
            return None
        return IllegalOrderError(
            f"{w.label(due[0])} and other reinforcements are due: move this turn.", "9.2")

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "entered":
            self._count(w, facts["unit"], facts["hex"])
        if moment in ("entered", "turn-start"):
            _lose_west_germans(w)

    def _count(self, w: GameInProgress, u: int, hex: int) -> None:
        """Note the first hex of a reinforcement."""
        through = _through(w)
        key = w.forces.keys[u]
        if not w.state.flags[u] & ARRIVED or key in through or not _is_limited(w, u):
            return
        number = w.board.numbers[hex]
        w.state.chapters[self.id] = {"turn": w.state.turn, "through": {
            **through, key: 1, number: through.get(number, 0) + stacking.weight(w, u)}}


def _through(w: GameInProgress) -> dict[str, int]:
    """What has entered by each hex this turn, times the scale of weights, and the units that have."""
    state = w.state.chapters["arrivals"]
    through: dict[str, int] = state["through"] if state["turn"] == w.state.turn else {}
    return through


def _is_limited(w: GameInProgress, u: int) -> bool:
    """Whether the limit of two divisions an entry hex is for a unit: not for the armies A to D (5.10)."""
    return w.forces.side[u] == sides(w).nato or arrivals.pool_of(w, u) is not None


def _sources(w: GameInProgress, u: int) -> int:
    """The sources of supply of a unit that work now (8.8, 8.9)."""
    side, _, which = supply.rules(w).group(w, u)
    return supply.sources(w, side, which)


def _lose_west_germans(w: GameInProgress) -> None:
    """9.5: once none of their cities works, the West Germans that have not come never will; territorials
    still do."""
    known = sides(w)
    due = [u for u in known.west_germans if w.state.where[u] == WAITING]
    if due and not _sources(w, due[0]):
        for u in due:
            w.eliminate(u, "9.5", ", as none of its cities of supply is in use")
