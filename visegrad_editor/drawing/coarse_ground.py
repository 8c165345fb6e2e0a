"""The ground of the map from far away as a raster: the hex under each pixel says its colour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from PIL import Image

from ..model.layer import Layer
from .coarse_hexes import Axes, axes_of_pixels, hexes_of
from .colours import rgb
from .compiled import raster
from .hex_layers import HexLayers
from .viewport import Viewport

_GRID_SHOWS = 0.4
_NOTHING = bytes(4)


@dataclass(frozen=True)
class Looks:
    """How letters of terrain and of countries look; letters are numbers here."""

    colours: np.ndarray
    """For each letter of terrain red, green and blue."""
    lined: np.ndarray
    """The same beside a line of the grid; as `colours` where there is none."""
    wet: np.ndarray
    """Which letters of terrain are water."""
    nobody: np.ndarray
    """Which letters of countries are no country."""
    coast: tuple[int, int, int] | None
    """None where coasts are not drawn."""
    border: tuple[int, int, int] | None

    @cached_property
    def table(self) -> bytes:
        """As the compiled part takes them."""
        letters = np.column_stack([self.colours, self.lined, self.wet, self.nobody]).astype(np.uint8)
        return letters.tobytes() + b"".join(
            _NOTHING if line is None else bytes((*line, 1)) for line in (self.coast, self.border))


def looks_of(hexes: HexLayers, layers: Collection[str]) -> Looks:
    """How the ground looks with some layers shown; where the terrain is hidden it has the colour of paper."""
    style = hexes.style
    colours, wet, nobody = np.zeros((256, 3), np.uint8), np.zeros(256, bool), np.zeros(256, bool)
    for letter, (colour, water) in hexes.ground.letter_colours.items():
        colours[ord(letter) & 255] = rgb(colour if "terrain" in layers else style.paper)
        wet[ord(letter) & 255] = water
    nobody[[ord(letter) & 255 for letter, value in hexes.design.map.countries.legend if not value]] = True
    lined = colours
    if "grid" in layers:
        lined = (colours * (1 - _GRID_SHOWS) + np.array(rgb(style.grid)) * _GRID_SHOWS).astype(np.uint8)
    return Looks(colours, lined, wet, nobody, rgb(style.coast) if "terrain" in layers else None,
                 rgb(style.border) if "borders" in layers else None)


def coarse_ground(
    hexes: HexLayers, viewport: Viewport, below: Image.Image, looks: Looks, finer: int
) -> Image.Image:
    """The ground of a viewport over a picture of its size; `finer` times more points are looked at each
    way than it has pixels."""
    axes = axes_of_pixels(hexes.geometry, viewport, finer)
    paint = _painted if raster.ground is None else _painted_compiled
    image, inside = paint(axes, hexes, looks)
    image = image.reduce(finer) if finer > 1 else image
    if inside is None:
        return image
    inside = inside.reduce(finer) if finer > 1 else inside
    found = below.copy()
    found.paste(image, (0, 0), inside)
    return found


def _painted_compiled(axes: Axes, hexes: HexLayers, looks: Looks) -> tuple[Image.Image, Image.Image | None]:
    """The points painted, and which of them are on the map: None where all are."""
    assert raster.ground is not None
    map, grid = hexes.design.map, hexes.geometry.grid
    wide, high = axes.size
    pixels, inside = bytearray(wide * high * 3), bytearray(wide * high)
    whole = raster.ground(
        pixels, inside, (wide, high), (grid.columns, grid.rows), axes.turned, axes.pointy, axes.tables,
        _letters(map.terrain), _letters(map.countries), looks.table)
    image = Image.frombuffer("RGB", (wide, high), pixels, "raw", "RGB", 0, 1)
    return image, None if whole else Image.frombuffer("L", (wide, high), inside, "raw", "L", 0, 1)


def _painted(axes: Axes, hexes: HexLayers, looks: Looks) -> tuple[Image.Image, Image.Image | None]:
    """The same in plain Python."""
    map, grid = hexes.design.map, hexes.geometry.grid
    rows, columns = hexes_of(axes)
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    rows, columns = rows.clip(0, grid.rows - 1), columns.clip(0, grid.columns - 1)
    index = rows * np.int32(grid.columns) + columns
    letters = _numbers(map.terrain).take(index)
    picture, water = looks.colours.take(letters, axis=0), looks.wet.take(letters)
    if looks.lined is not looks.colours:
        lines = _edges(index)
        picture[lines] = looks.lined.take(letters[lines], axis=0)
    if looks.coast is not None:
        picture[_edges(water)] = looks.coast
    if looks.border is not None:
        nations = _numbers(map.countries).take(index)
        land = ~(water | looks.nobody.take(nations))
        picture[_edges(nations) & land & _inner(land)] = looks.border
    return Image.fromarray(picture), None if inside.all() else Image.fromarray(inside * np.uint8(255))


@lru_cache(maxsize=8)
def _letters(layer: Layer) -> bytes:
    """The letters of a layer, row by row."""
    return "".join(layer.rows).encode("latin-1", "replace")


def _numbers(layer: Layer) -> np.ndarray:
    return np.frombuffer(_letters(layer), np.uint8)


def _edges(values: np.ndarray) -> np.ndarray:
    """Where a value differs from that to the left or above."""
    found = np.zeros(values.shape, bool)
    found[:, 1:] |= values[:, 1:] != values[:, :-1]
    found[1:] |= values[1:] != values[:-1]
    return found


def _inner(land: np.ndarray) -> np.ndarray:
    """Where what lies to the left and above is land too."""
    found = np.ones(land.shape, bool)
    found[:, 1:] &= land[:, :-1]
    found[1:] &= land[:-1]
    return found
