"""Towns whose bank of a river the config tells: on which bank the map has them.

Data is coarse, and changes by hand come after it, so what is known of a town is said in the config and looked
up on the finished map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..hexgrid import Hex, HexGeometry, HexGrid, Hexside
from ..hexgrid.corners import Corner, corner_point, corners_of
from ..model.codec import read_text
from ..model.gamemap import GameMap, HexsideLine
from .config import Config
from .rivers import left_of
from .unknown_names import tell_bank

SIDES = ("left", "right")


@dataclass(frozen=True)
class ToldBank:
    """A town of the config and where the map has it. Left and right are as one looks down the river."""

    town: str
    river: str
    told: str
    found: str
    """left or right; "both" where the river goes round its hex, "" where it does not pass it."""

    @property
    def right(self) -> bool:
        """Whether the map has the town where it belongs."""
        return self.told == self.found

    def __str__(self) -> str:
        found = {
            "": f"the {self.river} does not pass its hex",
            "both": f"the {self.river} goes round its hex",
        }.get(self.found, f"it stands on the {self.found} bank of the {self.river}")
        return f"{self.town}: {found}; it belongs on the {self.told} bank"


def told_banks(config: Config, map: GameMap) -> tuple[ToldBank, ...]:
    """Every town of `left` and `right` of the rivers, in the order of the config.

    A word that is neither the name of a place nor the number of a hex is told, and left out.
    """
    places = {p.name: p.hex for p in map.places if p.name}
    found = []
    for i, line in enumerate(config.data.get("rivers", {}).get("lines", ())):
        river = read_text(line["name"])
        for told in SIDES:
            for j, word in enumerate(line.get(told, ())):
                town = read_text(word)
                hex = places.get(town) or map.grid.parse(town)
                if hex is None:
                    tell_bank(config, (i, told, j), river, town, list(places))
                else:
                    found.append(ToldBank(town, river, told, bank(map.geometry, map.lines, river, hex)))
    return tuple(found)


def bank(geometry: HexGeometry, lines: Sequence[HexsideLine], river: str, hex: Hex) -> str:
    """On which bank of a river a hex lies, as one looks down it: left, right, both, or "" away from it."""
    centre = geometry.centre(hex)
    found = {
        SIDES[not left_of(corner_point(geometry, start), corner_point(geometry, end), centre)]
        for side, start, end in _down(geometry.grid, lines, river)
        if hex in side
    }
    return found.pop() if len(found) == 1 else "both" if found else ""


def _down(
    grid: HexGrid, lines: Sequence[HexsideLine], river: str
) -> Iterator[tuple[Hexside, Corner, Corner]]:
    """The hexsides of a river, each with its upper and its lower end."""
    for line in lines:
        if line.name != river:
            continue
        for i, side in enumerate(line.sides):
            one, other = corners_of(grid, side)
            after = set(corners_of(grid, line.sides[i + 1])) if i + 1 < len(line.sides) else set()
            before = set(corners_of(grid, line.sides[i - 1])) if i else set()
            if not after and not before:
                after = _mouths(grid, lines, river)
            yield (side, other, one) if one in after or other in before else (side, one, other)


def _mouths(grid: HexGrid, lines: Sequence[HexsideLine], river: str) -> set[Corner]:
    """Where other rivers run, which a river of a single hexside flows into."""
    others = [s for line in lines if line.name != river for s in line.sides]
    return {corner for side in others for corner in corners_of(grid, side)}
