"""The tools of the palette, one a file. To add one: write it, and name it in `TOOLS`."""

from __future__ import annotations

from .base import Brush, Carried, Edit, Made, Picked, Pointer, Preview, Selection, Tool, pointer_at
from .eraser import EraserTool
from .eyedropper import EyedropperTool
from .features import FeatureTool
from .hexsides import HexsideTool
from .measure import MeasureTool
from .names import NameTool
from .painting import AreaTool, CountryTool, TerrainTool
from .paste import PasteTool
from .region import RegionTool
from .replace import ReplaceTool
from .roads import RoadTool
from .select import PanTool, PlaceCounterTool, SelectTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool, RegionTool, PanTool, EyedropperTool, TerrainTool, ReplaceTool, CountryTool, HexsideTool,
    RoadTool, FeatureTool, NameTool, EraserTool, PlaceCounterTool, AreaTool, PasteTool, MeasureTool,
)
"""In the order of the tool palette."""

__all__ = [
    "TOOLS", "AreaTool", "Brush", "Carried", "CountryTool", "Edit", "EraserTool", "EyedropperTool",
    "FeatureTool", "HexsideTool", "Made", "MeasureTool", "NameTool", "PanTool", "PasteTool", "Picked",
    "PlaceCounterTool", "Pointer", "Preview", "RegionTool", "ReplaceTool", "RoadTool", "SelectTool",
    "Selection", "TerrainTool", "Tool", "pointer_at",
]
