"""Shapes of many hexes as tables, of which pictures, PDF and SVG are made: lines with their strokes, and
areas side by side."""

from __future__ import annotations

import numpy as np

from ...lazy_dataclass import dataclass
from ..colours import rgb
from ..compiled import _raster
from ..compiled.shape_list import LINE
from .hex_field import Array

Shape = tuple[int, Array, Array, Array | None]
"""What is painted along lines: its kind, a colour and a width for each line, and their dashes."""


@dataclass(frozen=True)
class Regions:
    """Areas side by side, given by the lines between them."""

    tables: _raster.Regions


@dataclass(frozen=True)
class Lines:
    """Lines of points (n, k, 2), each painted with some shapes (see `ShapeList.add_lines`), and the numbers
    of the hexes they belong to (n)."""

    points: Array
    shapes: tuple[Shape, ...]
    hexes: Array


@dataclass(frozen=True)
class LineStamps:
    """Sets of lines that are painted about many centres (n, 2), those of `hexes`: `which` is the set for each
    centre, `sizes` gives the number of consecutive lines in each set, and `ways` a number by which it is
    known. The lines belong to no hex."""

    lines: Lines
    sizes: Array
    ways: Array
    which: Array
    centres: Array
    hexes: Array


@dataclass(frozen=True)
class HexAreas:
    """The areas of hexes side by side: all points of their outlines (m, 2), how many each has, their colours
    (n, 4), the width of an outline that hides seams, and the numbers of the hexes."""

    points: Array
    count: Array
    colours: Array
    seam: float
    hexes: Array


def stroke(colour: str, width: Array, dash: Array | None = None) -> Shape:
    """Strokes of a colour, with widths and dashes given by arrays."""
    return LINE, np.tile(np.array([*rgb(colour), 255]), (len(width), 1)), width, dash
