"""The tools of the palette, one a file. To add one: write it, and name it in `TOOLS`."""

from __future__ import annotations

from .areas import AreaTool
from .base import Brush, Edit, Picked, Pointer, Preview, Tool, pointer_at
from .eraser import EraserTool
from .features import FeatureTool
from .hexsides import HexsideTool
from .pan import PanTool
from .place_counter import PlaceCounterTool
from .roads import RoadTool
from .select import SelectTool
from .terrain import CountryTool, TerrainTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool, PanTool, TerrainTool, CountryTool, HexsideTool, RoadTool, FeatureTool, EraserTool,
    PlaceCounterTool, AreaTool,
)
"""In the order of the tool palette."""

__all__ = [
    "TOOLS", "AreaTool", "Brush", "CountryTool", "Edit", "EraserTool", "FeatureTool", "HexsideTool",
    "PanTool", "Picked", "PlaceCounterTool", "Pointer", "Preview", "RoadTool", "SelectTool", "TerrainTool",
    "Tool", "pointer_at",
]
