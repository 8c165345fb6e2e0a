"""The ground of a map from far away, in numpy, to compare the compiled one with (`drawing/coarse.py`)."""

from __future__ import annotations

import numpy as np
from PIL import Image

from visegrad_editor.drawing.coarse import ground_looks
from visegrad_editor.drawing.coarse_hexes import hexes_of_pixels
from visegrad_editor.drawing.drawn_hexes import DrawnHexes
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.model.layer import Layer


def ground_of(
    hexes: DrawnHexes, viewport: Viewport, below: Image.Image, layers: frozenset[str], finer: int
) -> Image.Image:
    """The ground of a viewport over a picture of its size, as `CoarseMap.ground` paints it."""
    table = np.frombuffer(ground_looks(hexes, layers), np.uint8)
    looks, (coast, border) = table[:-8].reshape(256, 8), table[-8:].reshape(2, 4)
    map, grid = hexes.design.map, hexes.geometry.grid
    rows, columns = hexes_of_pixels(hexes.geometry, viewport, finer)
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    index = rows.clip(0, grid.rows - 1) * grid.columns + columns.clip(0, grid.columns - 1)
    letters, nations = (_letters(layer).take(index) for layer in (map.terrain, map.countries))
    water, nobody = looks[letters, 6] > 0, looks[nations, 7] > 0
    picture = np.where(_edges(index)[..., None], looks[letters, 3:6], looks[letters, :3])
    if coast[3]:
        picture[_edges(water)] = coast[:3]
    if border[3]:
        land = ~(water | nobody)
        picture[_edges(nations) & land & _also_before(land)] = border[:3]
    painted, mask = Image.fromarray(picture), Image.fromarray(inside * np.uint8(255))
    if finer > 1:
        painted, mask = painted.reduce(finer), mask.reduce(finer)
    return Image.composite(painted, below, mask)


def _letters(layer: Layer) -> np.ndarray:
    return np.frombuffer("".join(layer.rows).encode("latin-1", "replace"), np.uint8)


def _edges(values: np.ndarray) -> np.ndarray:
    """A mask of values that differ from the one to the left or above."""
    edges = np.zeros(values.shape, bool)
    edges[:, 1:] |= values[:, 1:] != values[:, :-1]
    edges[1:] |= values[1:] != values[:-1]
    return edges


def _also_before(marks: np.ndarray) -> np.ndarray:
    """A mask of points where those to the left and above are marked."""
    before = np.ones(marks.shape, bool)
    before[:, 1:] &= marks[:, :-1]
    before[1:] &= marks[:-1]
    return before
