"""What a map that is computed again has otherwise than before, in words and by its hexes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..hexgrid import Hex, Hexside
from ..model.gamemap import GameMap

_NUMBERS = re.compile(r"[0-9A-Za-z.]+")


@dataclass(frozen=True)
class Change:
    """One value that differs: of which layer, where (hex numbers as on the map), from what to what."""

    layer: str
    where: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.layer} {self.where}: {self.before or 'nothing'} -> {self.after or 'nothing'}"


@dataclass
class Changes:
    """What was found: changed by the data, changed by hand and kept, changed by hand and given up."""

    changed: list[Change]
    kept: list[Change]
    reset: list[Change]


@dataclass(frozen=True)
class Back:
    """The hexes that get what the data says whatever was changed there; None: all, and all that has none."""

    hexes: frozenset[Hex] | None = frozenset()

    @property
    def everywhere(self) -> bool:
        return self.hexes is None

    def any_of(self, hexes: Iterable[Hex]) -> bool:
        """Whether one of these hexes is among them."""
        return self.hexes is None or not self.hexes.isdisjoint(hexes)

    def all_of(self, hexes: Collection[Hex]) -> bool:
        """Whether all of these hexes, at least one, are among them."""
        return self.hexes is None or (bool(hexes) and self.hexes.issuperset(hexes))


def hexes_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hex]:
    """The hexes of a map where values differ: of a road or an area those that come and go; those of hexsides
    are told by `sides_of`."""
    found: set[str] = set()
    for change in changes:
        if change.layer in ("roads", "areas"):
            found |= set(_NUMBERS.findall(change.before)) ^ set(_NUMBERS.findall(change.after))
        elif change.layer not in ("hexsides", "sources"):
            found.update(_NUMBERS.findall(change.where))
    return frozenset(hex for number in found if (hex := map.grid.parse(number)) is not None)


def sides_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hexside]:
    """The hexsides of a map where values differ."""
    found = (map.grid.parse_side(c.where) for c in changes if c.layer == "hexsides")
    return frozenset(side for side in found if side is not None)
