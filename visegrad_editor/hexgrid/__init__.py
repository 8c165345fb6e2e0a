"""Hex grids: coordinates, numbering, neighbours, hexsides, geometry. Numbers only."""

from .coords import Hex, Hexside, Point, hexside
from .geometry import HexGeometry
from .grid import DIRECTION_NAMES, EDGES, NO_HALVES, Edge, HalfHexes, HexGrid, Orientation, Stagger
from .motion import STILL, Motion, kept_numbering, moved_grid, turn
from .numbering import Axis, Numbering

__all__ = [
    "DIRECTION_NAMES", "EDGES", "NO_HALVES", "STILL", "Axis", "Edge", "HalfHexes", "Hex", "HexGeometry",
    "HexGrid", "Hexside", "Motion", "Numbering", "Orientation", "Point", "Stagger", "hexside",
    "kept_numbering", "moved_grid", "turn",
]
