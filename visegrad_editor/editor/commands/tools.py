"""The Tools menu: choosing a tool, and size, shape and mode of its brush."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from ...lazy_dataclass import dataclass
from ...model.brushes import BRUSH_SIZES, shape_of_hexes
from ..actions import TOOL_ACTIONS
from ..map.controller import MapController
from ..session import Session
from ..tools.base import MODES, count
from ..tools.brush_shapes import CustomBrushShape
from ..tools.brushes import PaintTool
from ..widgets.dialogs import ask_text
from ..window.dock import Dock
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class ToolCommands(CommandGroup):
    """Tools and their brush."""

    complain: Say
    controller: MapController
    dock: Dock
    root: tk.Tk
    say: Say
    session: Session
    use_tool: Callable[[str], None]

    def table(self) -> dict[str, Command]:
        tools: dict[str, Command] = {a.id: lambda t=a.tool: self._use(t) for a in TOOL_ACTIONS}  # type: ignore[misc]
        return {**super().table(), **tools}

    def _use(self, tool: str) -> None:
        """Take up a tool, and bring the tools panel to the front if the tool has choices there."""
        was = self.controller.tool.id
        self.use_tool(tool)
        if tool == was == "select":
            # For other tools, the status bar says how to use them.
            self.say(f"{self.controller.tool.name} is already the current tool.")
        now, dock = self.controller.tool, self.dock
        if (now.draws or now.form or now.options) and dock.layout.area_of("tools") is not None:
            dock.choose("tools")

    # -- the brush ----------------------------------------------------------------------

    def brush_smaller(self) -> None:
        self._resize(-1)

    def brush_larger(self) -> None:
        self._resize(1)

    def _resize(self, by: int) -> None:
        session, shape = self.session, self.session.brush.shape
        if isinstance(shape, CustomBrushShape):
            self.complain(f"The brush {shape.name} has only one size. Choose another shape in the palette.")
            return
        self._choose(size=min(BRUSH_SIZES - 1, max(0, session.brush.size + by)))
        self.say(f"The brush has {count(len(session.brush.offsets), 'hex')}.")

    def next_mode(self) -> None:
        """Switch to the next painting mode."""
        modes = list(MODES)
        self._choose(mode=modes[(modes.index(self.session.brush.mode) + 1) % len(modes)])
        self.say(f"{MODES[self.session.brush.mode]}.")

    def brush_outline(self) -> None:
        brush = self.session.brush
        self._choose(outline=not brush.outline)
        self.say("Rectangles and hexagons are drawn as outlines." if brush.outline
                 else "Rectangles and hexagons are filled.")

    def turn_brush(self) -> None:
        brush = self.session.brush
        before = brush.offsets
        self._choose(turn=(brush.turn + 1) % 6)
        self.say("The brush was turned by 60°." if brush.offsets != before else
                 "This brush shape looks the same when turned.")

    def brush_from_selection(self) -> None:
        """Keep the shape of the selected hexes as a brush under a name, and use it."""
        session = self.session
        try:
            hexes = shape_of_hexes(session.design.map.geometry, session.region)
        except ValueError as error:
            self.complain(str(error))
            return
        name = ask_text(
            self.root, "New brush shape", "Name of the shape", complain=session.brush_shapes.complaint)
        if name:
            self._choose(shape=session.brush_shapes.add(name, hexes), turn=0)
            if not isinstance(self.controller.tool, PaintTool):
                self.use_tool("terrain")

    def forget_brush(self) -> None:
        shape = self.session.brush.shape
        if not isinstance(shape, CustomBrushShape):
            self.complain("This brush shape comes with the program; only your own can be deleted.")
            return
        self.session.brush_shapes.remove(shape.name)
        self._choose(shape="hexagon")

    def by_corners(self) -> None:
        brush = self.session.brush
        self._choose(by_corners=not brush.by_corners)
        self.say("Click corners: the line follows the shortest path between them." if brush.by_corners
                 else "Drag along hexsides, or click single ones.")

    def _choose(self, **choices: object) -> None:
        self.session.choose(**choices)
        self.controller.refresh()
