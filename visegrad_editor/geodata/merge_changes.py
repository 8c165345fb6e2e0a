"""The changes in a map that is computed again, in words and by hexes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..hexgrid import Hex, Hexside
from ..lazy_dataclass import dataclass
from ..model.gamemap import GameMap

_NUMBERS = re.compile(r"[0-9A-Za-z.]+")


@dataclass(frozen=True)
class Change:
    """One changed value: its layer, its place (hex numbers as on the map), and both values."""

    layer: str
    where: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.layer} {self.where}: {self.before or 'nothing'} -> {self.after or 'nothing'}"


@dataclass
class Changes:
    """Changes by the data, changes by hand that are kept, changes by hand that are given up."""

    changed: list[Change]
    kept: list[Change]
    reset: list[Change]


@dataclass(frozen=True)
class Resets:
    """The hexes that follow the data whatever was changed there; None: all, and everything without a hex."""

    hexes: frozenset[Hex] | None = frozenset()

    @property
    def everywhere(self) -> bool:
        return self.hexes is None

    def any_of(self, hexes: Iterable[Hex]) -> bool:
        """Whether at least one of these hexes is reset."""
        return self.hexes is None or not self.hexes.isdisjoint(hexes)

    def all_of(self, hexes: Collection[Hex]) -> bool:
        """Whether these hexes, at least one, are all reset."""
        return self.hexes is None or (bool(hexes) and self.hexes.issuperset(hexes))


def hexes_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hex]:
    """The hexes of a map with changed values: for a road or an area those added and removed; hexsides are in
    `sides_of`."""
    numbers: set[str] = set()
    for change in changes:
        if change.layer in ("roads", "areas"):
            numbers |= set(_NUMBERS.findall(change.before)) ^ set(_NUMBERS.findall(change.after))
        elif change.layer not in ("hexsides", "sources"):
            numbers.update(_NUMBERS.findall(change.where))
    return frozenset(hex for number in numbers if (hex := map.grid.parse(number)) is not None)


def sides_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hexside]:
    """The hexsides of a map with changed values."""
    sides = (map.grid.parse_side(c.where) for c in changes if c.layer == "hexsides")
    return frozenset(side for side in sides if side is not None)
