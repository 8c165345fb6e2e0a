"""The tools of the palette, one a file. To add one, write its file here: it registers itself, with its key,
its icon, its entry in the Tools menu, its options and its help. `Tool` in `base.py` says what it may declare.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .base import (
    Brush,
    Carried,
    Edit,
    Made,
    Picked,
    Pointer,
    Preview,
    Selection,
    Stroke,
    Tool,
    ToolOption,
    pointer_at,
    registered_tools,
)
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

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

TOOLS: tuple[type[Tool], ...] = registered_tools()
"""In the order of the tool palette."""

__all__ = [
    "TOOLS", "AreaTool", "Brush", "Carried", "CountryTool", "Edit", "EraserTool", "EyedropperTool",
    "FeatureTool", "HexsideTool", "Made", "MeasureTool", "NameTool", "PanTool", "PasteTool", "Picked",
    "PlaceCounterTool", "Pointer", "Preview", "RegionTool", "ReplaceTool", "RoadTool", "SelectTool",
    "Selection", "Stroke", "TerrainTool", "Tool", "ToolOption", "pointer_at",
]
