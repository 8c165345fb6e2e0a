"""Drawing, compiled from `_raster.c` and the files beside it."""

from typing import Any, final

import numpy as np
from typing_extensions import Buffer

Data = Buffer | np.ndarray[Any, Any]

Places = tuple[Data, Data, Data, int, float]
"""Groups of shapes: their numbers, by how much each is moved, how far up and down it reaches (map units); 1,
2 or 4 for few groups at many places, where each is drawn once for each such part of a pixel, each way, in
which it begins, or 0; how high the highest is where they follow each other from top to bottom, or 0."""

@final
class Shapes:
    """Groups of shapes, as tables of C floats and 32-bit integers: see `shapes.ShapeList`."""

    def __new__(
        cls, points: Data, first: Data, count: Data, kind: Data, colour: Data, width: Data,
        dash: Data, group: Data, masks: Data, mask_at: Data,
    ) -> Shapes: ...

@final
class Regions:
    """Regions by the lines between them; `delta` is what lies right of a line that runs down the screen
    less what lies left of it: red, green, blue and opacity."""

    def __new__(cls, points: Data, first: Data, count: Data, delta: Data) -> Regions: ...

@final
class Canvas:
    """RGB pixels to paint on; `left` and `top` are those of the first pixel from the map's origin."""

    def __new__(
        cls, pixels: Data, width: int, height: int, scale: float, left: float, top: float
    ) -> Canvas: ...
    def move(self, left: float, top: float, width: int = ..., height: int = ..., /) -> None:
        """Let the first pixel be another of the map, and fewer pixels be painted than the canvas was made
        for: their rows follow each other without gaps."""
    def fill(self, red: int, green: int, blue: int, /) -> None: ...
    def paint(self, shapes: Shapes, steps: tuple[Regions | Places, ...], /) -> None:
        """Paint regions, and groups of shapes, each moved to its place, from bottom to top; what lies
        elsewhere is left out."""

def stray(points: Data, amount: float, /) -> None:
    """Move points, pairs of doubles, by the field of natural lines."""

def half_lines(places: Data, flags: Data, amount: float, found: Data, /) -> None:
    """Natural lines from the middles of hexsides to corners: of four places (pairs of doubles) and two bytes
    for each, as `HexField.half` takes them, seven places."""

def boundaries(
    sides: Data, kind: Data, joining: Data | None, grid: tuple[int, int, int, int, bool, bool, Data, Data],
    amount: float, found: Data, /,
) -> None:
    """As `HexField.boundary`, on a map that is not turned; all tables are of 32-bit integers. `grid` is the
    first column and row of the part of the map, both even, its columns and rows, whether rows are shifted,
    whether those with odd numbers, the steps to neighbours, the corners."""

def ground(
    pixels: Data, inside: Data, size: tuple[int, int], grid: tuple[int, int], turned: bool, pointy: bool,
    axes: tuple[Data, Data, Data, Data], terrain: Data, countries: Data, looks: Data, /,
) -> bool:
    """Paint RGB pixels as `coarse.py` says, with 255 in `inside` for each that is on the map; whether
    all are. `size` is wide and high, `grid` columns and rows; `axes` are those of `coarse_hexes.Axes`.
    `looks` has for each letter red, green and blue, the same beside a line of the grid, whether it is wet
    and whether it is nobody's land; then the colours of coasts and borders, each with 1 where they show."""

def gathered(
    primitives: tuple[object, ...], begin: int, points: int, kinds: tuple[type, type, type], scale: float,
    hairline: float, about: tuple[float, float] = ..., /,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, int]:
    """Tables of shapes (points, first, count, kind, colour, width, dash) made of primitives from one on, to
    the first that is of none of the kinds: polygons, lines and ellipses; and the number of that. `points`
    are there before. Outlines in the colour of their fill are left out below `hairline` map units. Points
    count from the point `about`, in 65536ths of a map unit."""

def rimmed(mask: Data, width: int, height: int, by: int, /) -> bytes:
    """A mask with a rim so many pixels wide around what it shows; as much larger on each side."""

def filtered(pixels: Data, above: Data, /) -> bytes:
    """Rows of bytes as a PNG file has them before they are packed."""

def paths(
    points: Data, first: Data, count: Data, origin: tuple[float, float], parts: tuple[float, float],
    digits: int, form: int, end: Data, /,
) -> tuple[bytes, bytes]:
    """Paths through points (pairs of doubles) as text, and where in it each path ends (64-bit integers). A
    path has `count` points from `first` on (32-bit integers); a map unit has `parts` smallest parts each
    way from the origin, and ten of them to the power of `digits` are written as 1. `form` is 0 for paths of
    SVG, by steps; 1 for those of PDF; 2 for the first point of each path as attributes; 3 for it as two
    numbers. `end` follows each path."""
