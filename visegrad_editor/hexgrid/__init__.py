"""Hex grids: coordinates, numbering, neighbours, hexsides, geometry. Numbers only."""

from .coords import Hex, Hexside, hexside
from .geometry import HexGeometry, Point
from .grid import DIRECTION_NAMES, HexGrid, Orientation, Stagger
from .numbering import Axis, Numbering

__all__ = [
    "DIRECTION_NAMES", "Axis", "Hex", "HexGeometry", "HexGrid", "Hexside", "Numbering",
    "Orientation", "Point", "Stagger", "hexside",
]
