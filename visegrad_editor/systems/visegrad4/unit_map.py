"""The units on the map, kept besides the state for speed, with derived values cached until a unit moves."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from ...engine.bits import bits, mask_of, spread
from ...engine.board import Board
from ...engine.reach import Reach
from ...model.cooperative_yield import with_pauses
from .constants import WAITING
from .forces import Forces
from .state import MutableState

Setting = tuple[int, int, bool, bool]
"""What a move depends on besides the enemy: start, allowance, whether the unit flies, one step only."""


class UnitMap:
    """The units on the map, by hex and as bit sets. `put` and `lift` keep it consistent with the state."""

    board: Board
    forces: Forces
    state: MutableState
    limit: int

    @property
    def overflown(self) -> int:
        """The hexes out of play that units may fly over."""
        raise NotImplementedError

    def rebuild(self) -> None:
        """Compute everything from the state."""
        self.barren = mask_of(
            i for i, cost in enumerate(with_pauses(self.board.cost))
            if cost is None and i not in self.board.road_cost
        ) | self.overflown
        """Hexes that no unit can occupy."""
        self.stack: list[list[int]] = [[] for _ in with_pauses(range(self.board.size))]
        self.mask = [0, 0]
        self.wingmask = [0, 0]
        self.full = 0
        """Hexes with the maximum number of units (6.0)."""
        self.company = [0, 0, 0]
        """For each stacking group (6.4), the hexes with one of its units."""
        self._zoc: list[int | None] = [None, None]
        self._flyer_zoc: list[int | None] = [None, None]
        self._held: list[tuple[int, ...] | None] = [None, None]
        self._served: dict[str, int] = {}
        self.ranges: list[dict[Setting, Reach]] = [{}, {}]
        """For each side, the moves computed by `movement`, cached until an enemy moves."""
        self.closed: dict[tuple[int, int], bytes] = {}
        """Results of `stacking`, cached until a unit moves."""
        self.entries: dict[int, dict[int, Reach]] = {}
        """Results of `reinforcements`, cached until a unit moves or a hex changes hands."""
        # Only ground units are in hexes: air units and markers do not count in a stack (6.2).
        for side in (0, 1):
            for u in self.forces.ground[side]:
                if self.state.where[u] >= 0:
                    self._stand(u, self.state.where[u])
                    self._crowd(u, self.state.where[u])

    def _stand(self, u: int, hex: int) -> None:
        # In order of unit numbers, so that the order of arrival makes no difference.
        insort(self.stack[hex], u)
        side = self.forces.side[u]
        self.mask[side] |= 1 << hex
        if self.forces.flyer[u]:
            self.wingmask[side] |= 1 << hex

    def _crowd(self, u: int, hex: int) -> None:
        self.company[self.forces.company[u]] |= 1 << hex
        if len(self.stack[hex]) >= self.limit:
            self.full |= 1 << hex

    def _moved(self, side: int) -> None:
        """Clear the caches that depend on the hexes of a side's units."""
        self._zoc[side] = self._flyer_zoc[side] = self._held[side] = None
        self.ranges[1 - side] = {}
        self.closed = {}
        self._control_changed()

    def _control_changed(self) -> None:
        """Clear the caches that depend on control of hexes."""
        self._served = {}
        self.entries = {}

    def put(self, u: int, hex: int) -> None:
        """Put a ground unit in a hex."""
        self.lift(u)
        self.state.where[u] = hex
        self._stand(u, hex)
        self._crowd(u, hex)
        self._moved(self.forces.side[u])

    def lift(self, u: int, box: int = WAITING) -> None:
        """Take a unit off the map into a box."""
        hex = self.state.where[u]
        self.state.where[u] = box
        if hex < 0:
            return
        here, f, others = self.stack[hex], self.forces, ~(1 << hex)
        here.remove(u)
        side, company = f.side[u], f.company[u]
        if not here:
            self.mask[side] &= others
        if f.flyer[u] and True not in [f.flyer[v] for v in here]:
            self.wingmask[side] &= others
        if company not in [f.company[v] for v in here]:
            self.company[company] &= others
        if len(here) < self.limit:
            self.full &= others
        self._moved(side)

    def go_back(self, where: list[int]) -> None:
        """Put every ground unit where it was at another time."""
        now, air = self.state.where, self.forces.air
        if now == where:
            return
        moved = [u for u, (a, b) in enumerate(zip(now, where, strict=True)) if a != b and not air[u]]
        for u in moved:
            self.lift(u)
        for u in moved:
            if where[u] >= 0:
                self.put(u, where[u])

    # -- derived values -------------------------------------------------------------------

    def zoc(self, side: int) -> int:
        """The hexes in the zones of control of a side's units (8.0)."""
        known = self._zoc[side]
        if known is None:
            known = self._zoc[side] = spread(self.mask[side], self.board.adjacent)
        return known

    def flyer_zoc(self, side: int) -> int:
        """The hexes in the zones of control of a side's airborne and air-mobile units (8.2)."""
        known = self._flyer_zoc[side]
        if known is None:
            known = self._flyer_zoc[side] = spread(self.wingmask[side], self.board.adjacent)
        return known

    def held(self, side: int) -> tuple[int, ...]:
        """The hexes with units of a side, in map order."""
        known = self._held[side]
        if known is None:
            known = self._held[side] = tuple(bits(self.mask[side]))
        return known

    def take_control(self, side: int, hexes: int) -> None:
        """Put hexes under a side's control."""
        control = self.state.control
        if not hexes & ~control[side] and not hexes & control[1 - side]:
            return
        control[side] |= hexes
        control[1 - side] &= ~hexes
        self._control_changed()

    def served(self, group: str, compute: Callable[[], int]) -> int:
        """A supply result, cached until a unit moves or a hex changes hands."""
        known = self._served.get(group)
        if known is None:
            known = self._served[group] = compute()
        return known
