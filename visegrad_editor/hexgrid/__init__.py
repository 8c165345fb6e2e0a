"""Hex grids: coordinates, numbering, neighbours, hexsides, geometry. Numbers only."""

from .coords import Hex, Hexside, Point, hexside
from .geometry import HexGeometry
from .grid import DIRECTION_NAMES, HexGrid, Orientation, Stagger
from .motion import STILL, Motion, kept_numbering, moved_grid, turn
from .numbering import Axis, Numbering

__all__ = [
    "DIRECTION_NAMES", "STILL", "Axis", "Hex", "HexGeometry", "HexGrid", "Hexside", "Motion", "Numbering",
    "Orientation", "Point", "Stagger", "hexside", "kept_numbering", "moved_grid", "turn",
]
