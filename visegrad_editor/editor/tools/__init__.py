"""The tools of the palette, one per file. To add one, add a file here: the tool registers itself, with its
key, icon, menu entry, options and help. `Tool` in `base.py` lists what it can declare.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .base import (
    Brush,
    BrushChoice,
    CarriedPiece,
    Edit,
    Pointer,
    Preview,
    Selection,
    Stroke,
    Tool,
    ToolOption,
    ToolResult,
    pointer_at,
    registered_tools,
    stack_keys,
)
from .brushes import AreaTool, CountryTool, TerrainTool
from .eraser import EraserTool
from .eyedropper import EyedropperTool
from .features import FeatureTool
from .hexsides import HexsideTool
from .measure import MeasureTool
from .names import NameTool
from .paste import PasteTool
from .region import RegionTool
from .replace import ReplaceTool
from .roads import RoadTool
from .select import PanTool, PlaceCounterTool, SelectTool

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

TOOLS: tuple[type[Tool], ...] = registered_tools()
"""All tools, in the order of the tool palette."""

__all__ = [
    "TOOLS", "AreaTool", "Brush", "BrushChoice", "CarriedPiece", "CountryTool", "Edit", "EraserTool",
    "EyedropperTool", "FeatureTool", "HexsideTool", "MeasureTool", "NameTool", "PanTool", "PasteTool",
    "PlaceCounterTool", "Pointer", "Preview", "RegionTool", "ReplaceTool", "RoadTool", "SelectTool",
    "Selection", "Stroke", "TerrainTool", "Tool", "ToolOption", "ToolResult", "pointer_at", "stack_keys",
]
