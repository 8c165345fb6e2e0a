"""The hand: dragging moves the map. The view does the moving; the tool only changes nothing."""

from __future__ import annotations

from .base import Tool


class PanTool(Tool):
    """Drags the map. Space held down, or the middle button, does it with every tool."""

    id = "pan"
    name = "Hand"
    hint = "Drag to move the map. The middle button, or Space held down, does it with every tool."
    cursor = "fleur"
