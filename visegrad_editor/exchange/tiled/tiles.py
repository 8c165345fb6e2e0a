"""Which tiles of a Tiled map are which terrain, and which hexes belong to which country."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...model.ruleset import Ruleset
from ..errors import ImportProblem
from ..terrain_names import terrain_called
from .document import Tile, TiledMap, TileLayer, Tileset
from .entries import HOLDS
from .tile_data import bare

EMPTY = ""
"""The label of hexes that have no tile in any layer."""
_MOST_VALUES = 60


@dataclass(frozen=True)
class FoundTile:
    """A kind of tile: what it is called, how many hexes have it, and the terrain it seems to be."""

    label: str
    count: int
    terrain: str | None


class Tiles:
    """The tiles of one map, looked up once."""

    def __init__(self, map: TiledMap, ruleset: Ruleset) -> None:
        self.map, self.ruleset = map, ruleset
        self._labels: dict[int, str] = {}
        self._found: dict[int, tuple[Tileset, Tile] | None] = {}
        self.turned = 0
        layers = [x for x in map.all_layers() if isinstance(x, TileLayer)]
        self.countries = [x for x in layers if x.properties.get(HOLDS) == "countries"]
        self.areas = [x for x in layers if x.properties.get(HOLDS) == "area"]
        marked = [x for x in layers if x.properties.get(HOLDS) == "terrain"]
        self.ground = marked or [x for x in layers if HOLDS not in x.properties and x.visible]
        if not self.ground:
            raise ImportProblem("The map has no layer of tiles to take the terrain from.")

    def found(self) -> list[FoundTile]:
        """The kinds of tile of the ground, those of most hexes first, the empty ones last."""
        counts: dict[str, int] = {}
        for layer in self.ground:
            for i, gid in enumerate(layer.gids):
                label = self.label(layer, i, gid)
                if label:
                    counts[label] = counts.get(label, 0) + 1
        empty = sum(not any(column) for column in zip(*(x.gids for x in self.ground), strict=True))
        if empty:
            counts[EMPTY] = empty
        return [
            FoundTile(label, n, self.terrain(label) if label else None)
            for label, n in sorted(counts.items(), key=lambda e: (e[0] == EMPTY, -e[1], e[0]))
        ]

    def terrain(self, label: str) -> str | None:
        """The terrain a label is in the ruleset, or None."""
        if label in self.ruleset.terrain_by_id:
            return label
        return terrain_called(label, self.ruleset)

    def values(self, choices: Mapping[str, str], usual: str, keep_unknown: bool) -> list[str]:
        """The terrain of each hex. `choices` says what labels are; `usual` what is left. With `keep_unknown`
        tiles that name a terrain the ruleset lacks keep it, as a map of ours does."""
        means: dict[str, str | None] = {}
        values: list[str] = [choices.get(EMPTY, usual)] * (self.map.width * self.map.height)
        known = [False] * len(values)
        for layer in self.ground:
            for i, gid in enumerate(layer.gids):
                label = self.label(layer, i, gid)
                if not label:
                    continue
                if label not in means:
                    means[label] = (
                        choices.get(label) or self.terrain(label) or (label if keep_unknown else None)
                    )
                terrain = means[label]
                if terrain is not None:
                    values[i], known[i] = terrain, True
                elif not known[i]:
                    values[i] = usual
        if len(set(values)) > _MOST_VALUES:
            raise ImportProblem(f"A map has at most {_MOST_VALUES} kinds of terrain.")
        return values

    def country_of_each(self) -> list[str]:
        """The country of each hex, "" for none."""
        values = [""] * (self.map.width * self.map.height)
        for layer in self.countries:
            for i, gid in enumerate(layer.gids):
                if gid:
                    values[i] = str(self._tile(layer, i, gid)[1].properties.get("country", ""))
        if len(set(values)) > _MOST_VALUES:
            raise ImportProblem(f"A map has at most {_MOST_VALUES} countries.")
        return values

    def label(self, layer: TileLayer, index: int, gid: int) -> str:
        """What the tile of a hex is called, "" where there is none."""
        number = bare(gid)
        if number == 0:
            return ""
        if number != gid:
            self.turned += 1
        if number not in self._labels:
            self._labels[number] = _label(*self._tile(layer, index, gid))
        return self._labels[number]

    def _tile(self, layer: TileLayer, index: int, gid: int) -> tuple[Tileset, Tile]:
        number = bare(gid)
        found = self._found.get(number)
        if found is None:
            found = self._found[number] = self.map.tile(number)
        if found is None:
            row, column = divmod(index, self.map.width)
            raise ImportProblem(
                f"The layer “{layer.name[:40]}” has tile {bare(gid)} in column {column + 1}, row {row + 1}, "
                "and no tileset of the file has it. Open the map in Tiled, see that all tilesets are there, "
                "and save it again."
            )
        return found


def _label(tileset: Tileset, tile: Tile) -> str:
    for name in ("terrain", "name", "type"):
        value = tile.properties.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()[:80]
    if tile.kind.strip():
        return tile.kind.strip()[:80]
    if tile.image:
        return tile.image.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0][:80]
    return f"{tileset.name[:60]} {tile.id}"
