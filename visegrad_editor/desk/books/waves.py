"""A human wave: its rows of hexes, its units, and what they have done in its impulses (A25.23)."""

from __future__ import annotations

from dataclasses import replace

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..hexes import alternate_row, distance, hex_row, neighbours, step, turned

MOVEMENT = 8
"""The movement factors of each unit (A25.232)."""
WOUNDED_MOVEMENT = 3
"""Those of a wounded SMC (A25.232)."""
_FAR = 60
"""Longer than a row on any boards in play."""


@dataclass(frozen=True)
class Grain:
    """The row of hexes along which a wave goes: one direction for a straight row, two for an alternate one,
    in the order of the steps that leave the target."""

    target: Hex
    directions: tuple[int, ...]

    @property
    def name(self) -> str:
        """As it is written: `3`, or `3-4` for an alternate row."""
        return "-".join(map(str, self.directions))

    def before(self, steps: int) -> list[Hex]:
        """The target and so many hexes before it, the nearest first."""
        back = [turned(d, 3) for d in self.directions]
        if len(back) == 1:
            return hex_row(self.target, back[0], steps + 1)
        return alternate_row(self.target, back[1], back[0], steps + 1)

    def beyond(self, steps: int) -> list[Hex]:
        """The target and so many hexes behind it, the nearest first."""
        if len(self.directions) == 1:
            return hex_row(self.target, self.directions[0], steps + 1)
        return alternate_row(self.target, self.directions[0], self.directions[1], steps + 1)

    def range_of(self, place: Hex) -> int:
        """How far a hex is from the nearest one of the row, on both sides of the target."""
        return min(distance(place, one) for one in (*self.before(_FAR), *self.beyond(_FAR)))

    def forward(self, place: Hex) -> list[Hex]:
        """The forward hexes of a hex, clockwise (A25.2311)."""
        first = self._lower
        around = (turned(first, -1), first, turned(first, 1)) if len(self.directions) == 1 else (
            first, turned(first, 1))
        return [step(place, d) for d in around]

    def side(self, place: Hex) -> list[Hex]:
        """The side hexes of a hex; none beside a straight row (A25.2311)."""
        if len(self.directions) == 1:
            return []
        return [step(place, turned(self._lower, -1)), step(place, turned(self._lower, 2))]

    @property
    def _lower(self) -> int:
        """The direction, or of two the one from which the other is clockwise."""
        one, *other = self.directions
        return one if not other or turned(one, 1) == other[0] else other[0]


def nearest_grains(target: Hex, chain: tuple[Hex, ...]) -> tuple[int, list[Grain]]:
    """The rows through the target that come nearest to a hex of the chain before it, and how near (A25.231).
    """
    steps = max(distance(target, one) for one in chain)
    found = []
    for d in range(1, 7):
        for directions in ((d,), (d, turned(d, 1)), (turned(d, 1), d)):
            grain = Grain(target, directions)
            row = grain.before(steps)
            found.append((min(distance(one, other) for one in chain for other in row), grain))
    best = min(near for near, _ in found)
    return best, [grain for near, grain in found if near == best]


@dataclass(frozen=True)
class WaveUnit:
    """A unit of a wave. `starts` are the hexes in which it began the impulses before this one; `moved` says
    that it has done something in this one, for `cost` movement factors of its own."""

    id: str
    at: Hex
    start: Hex
    """Where it began this impulse."""
    left: int = MOVEMENT
    wounded: bool = False
    ranged: bool = False
    """Whether it has a Range counter."""
    starts: tuple[Hex, ...] = ()
    moved: bool = False
    cost: int = 0

    def barred(self, to: Hex, leaves: bool) -> bool:
        """Whether it began an earlier impulse in that hex or beside it (A25.2322). If it `leaves` a hex where
        it began an earlier impulse too, that hex does not count (R30)."""
        counted = (one for one in self.starts if one != self.start or not leaves)
        return any(to == one or to in neighbours(one) for one in counted)


@dataclass(frozen=True)
class Wave:
    """A human wave. Of the impulse that goes on: the hexes with known armed `enemies` that are not disrupted,
    those of them that its own side `held` at its start, and those that nobody can enter."""

    side: str
    turn: int
    half: str
    grain: Grain
    chain: tuple[Hex, ...]
    units: tuple[WaveUnit, ...] = ()
    impulse: int = 0
    """0 before the first one."""
    enemies: tuple[Hex, ...] = ()
    held: tuple[Hex, ...] = ()
    closed: tuple[Hex, ...] = ()
    leaves: bool = True
    """Whether a unit may leave a hex in which it began two impulses (R30)."""
    over: bool = False

    def unit(self, id: str) -> WaveUnit | None:
        """The unit with a name; None if it is none of the wave."""
        return next((u for u in self.units if u.id == id), None)

    def with_unit(self, unit: WaveUnit) -> Wave:
        """The wave with a unit as it is now."""
        known = self.unit(unit.id) is not None
        return replace(self, units=tuple(unit if u.id == unit.id else u for u in self.units) if known else (
            *self.units, unit))

    def without(self, *ids: str) -> Wave:
        """The wave without units that belong to it no more."""
        return replace(self, units=tuple(u for u in self.units if u.id not in ids))

    def unmet(self) -> list[tuple[Hex, WaveUnit]]:
        """The enemies that a unit had to enter in this impulse (A25.233) and has not, each with that unit."""
        entered = {u.at for u in self.units if u.at != u.start}
        return [(enemy, unit) for enemy in self.enemies
                if enemy not in (*self.held, *self.closed) and enemy not in entered
                for unit in self.units if enemy in self.grain.forward(unit.start)
                and unit.at not in self.enemies and not self.forbids(unit, enemy)]

    def forbids(self, unit: WaveUnit, to: Hex) -> bool:
        """Whether its range or where it has been keeps a unit out of a hex (A25.2321, A25.2322)."""
        return unit.barred(to, self.leaves) or (
            unit.ranged and self.grain.range_of(to) > self.grain.range_of(unit.start))
