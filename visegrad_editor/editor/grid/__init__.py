"""A table whose cells are edited in place, with keyboard and mouse."""

from .model import Cell, CellKind, Column, GridModel, Mark, Picture
from .table import GridTable

__all__ = ["Cell", "CellKind", "Column", "GridModel", "GridTable", "Mark", "Picture"]
