"""Using tools without a window: pointers, clicks and drags on a blank design."""

from __future__ import annotations

from typing import Any

from blank_design import GRID, blank_design
from hypothesis import settings
from hypothesis import strategies as st

from visegrad_editor.editor.tools import Brush, Edit, Pointer, Tool, pointer_at
from visegrad_editor.hexgrid import Hex, HexGeometry, Point, hexside
from visegrad_editor.model.design import Design

GEOMETRY = HexGeometry(GRID)
DESIGN = blank_design()
RIVER = hexside(Hex(8, 1), Hex(9, 1))
HEXES = st.builds(Hex, st.integers(0, 13), st.integers(0, 8))
SOME = settings(max_examples=80, deadline=None)


def at(col: int, row: int, design: Design = DESIGN, **keys: Any) -> Pointer:
    return pointer_at(design, GEOMETRY.centre(Hex(col, row)), **keys)


def on(point: Point, design: Design = DESIGN, **keys: Any) -> Pointer:
    return pointer_at(design, point, **keys)


def click(tool: Tool, *pointers: Pointer, design: Design = DESIGN) -> Any:
    """Click at every place; what the last click made."""
    made = None
    for pointer in pointers:
        tool.press(design, pointer)
        made = tool.release(design, pointer)
    return made


def drag(tool: Tool, *pointers: Pointer, design: Design = DESIGN) -> Any:
    tool.press(design, pointers[0])
    for pointer in pointers[1:]:
        tool.drag(design, pointer)
    return tool.release(design, pointers[-1])


def painted(made: Any, terrain: str = "marsh") -> set[Hex]:
    assert isinstance(made, Edit)
    return {h for h in GRID if made.design.map.terrain.at(h) == terrain}


def brush(**choices: Any) -> Brush:
    return Brush(**{"terrain": "marsh", "country": "red", "area": "home", **choices})
