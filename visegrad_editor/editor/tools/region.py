"""Selects hexes with a box, a lasso, or a wand that takes connected hexes of one kind."""

from __future__ import annotations

import math

from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.select import Mode, box, combined, lasso, wand
from .base import SELECTORS, Brush, Pointer, Preview, Selection, Tool, ToolResult, count

_STEP = 0.15
"""The least distance between two corners of a lasso, in map units."""
_VERBS: dict[Mode, str] = {"replace": "Select", "add": "Add", "remove": "Remove", "keep": "Keep only"}


def mode_of(at: Pointer) -> Mode:
    """The mode by the keys held: Shift adds, Ctrl removes, both keep only what is in common."""
    if at.shift and at.control:
        return "keep"
    return "add" if at.shift else "remove" if at.control else "replace"


class RegionTool(Tool):
    """Selects hexes as `Brush.selector` says."""

    id = "region"
    form = "region"
    name = "Select hexes"
    order = 20
    key = "s"
    icon = "select-hexes"
    tip = "Select hexes by box, lasso or wand"
    hint = ("Drag over hexes to select them. Shift adds, Ctrl removes, both keep only what is in common. "
            "S switches between box, lasso and wand. Right click for more.")
    menu = "region"

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._start: Point = (0.0, 0.0)
        self._points: list[Point] = []
        self._mode: Mode = "replace"
        self._hex: Hex | None = None
        self._wand: tuple[object, frozenset[Hex]] = (None, frozenset())
        self._origin: Hex | None = None
        self._extended: tuple[Hex | None, frozenset[Hex]] = (None, frozenset())
        self._base: frozenset[Hex] = frozenset()

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._start, self._points, self._hex = at.point, [at.point], at.hex
        self._mode = self._mode_of(at)

    def _mode_of(self, at: Pointer) -> Mode:
        """What a stroke that begins here does."""
        mode = mode_of(at)
        if mode != "replace" or not self.brush.picks:
            return mode
        return "remove" if at.hex in self.brush.region else "add"

    def drag(self, design: Design, at: Pointer) -> None:
        if self.active and math.dist(at.point, self._points[-1]) >= _STEP:
            self._points.append(at.point)

    def release(self, design: Design, at: Pointer) -> Selection | None:
        if not self.active:
            return None
        self.drag(design, at)
        chosen = self._chosen(design, at)
        super().release(design, at)
        after = combined(self.brush.region, chosen, self._mode)
        return Selection(after) if after != self.brush.region else None

    def preview(self, design: Design, at: Pointer) -> Preview:
        selector = self.brush.selector
        if not self.active and (selector != "wand" or at.hex is None):
            selected = len(self.brush.region)
            return Preview(text=f"{count(selected, 'hex')} selected" if selected else "")
        mode = self._mode if self.active else self._mode_of(at)
        chosen = self._chosen(design, at)
        after = combined(self.brush.region, chosen, mode)
        text = f"{_VERBS[mode]} {count(len(chosen), 'hex')}"
        if mode != "replace":
            text += f": {len(after)} selected"
        outline = self._outline(design, at) if self.active else ()
        return Preview(hexes=chosen, erasing=mode == "remove", outline=outline, text=text)

    def escape(self) -> Selection | None:
        return Selection(frozenset()) if self.brush.region else None

    def choose_again(self) -> dict[str, object]:
        selectors = list(SELECTORS)
        return {"selector": selectors[(selectors.index(self.brush.selector) + 1) % len(selectors)]}

    def selection_after(self, at: Pointer, result: ToolResult | None) -> None:
        return None

    def extend(self, design: Design, here: Hex, there: Hex) -> Selection:
        """Shift and an arrow key: the box from where they began, with the selection they began in."""
        if self._extended != (here, self.brush.region):
            self._origin = here
            self._base = self.brush.region if here in self.brush.region else frozenset()
        assert self._origin is not None
        chosen = self._base | box(design.map.grid, self._origin, there)
        self._extended = (there, chosen)
        return Selection(chosen)

    def _outline(self, design: Design, at: Pointer) -> tuple[Point, ...]:
        """The lasso or the box."""
        if self.brush.selector == "lasso":
            return tuple(self._points)
        if self.brush.selector == "wand":
            return ()
        (x0, y0), (x1, y1) = self._start, at.point
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))

    def _chosen(self, design: Design, at: Pointer) -> frozenset[Hex]:
        """The hexes that the stroke has enclosed so far."""
        geometry = design.map.geometry
        if self.brush.selector == "wand":
            return self._by_wand(design, at.hex)
        if self.brush.selector == "lasso":
            hexes = lasso(geometry, self._points)
            # A click, or a lasso within one hex, means that hex.
            return hexes or (frozenset({at.hex}) if at.hex is not None and at.hex == self._hex else hexes)
        if at.hex is None and self._hex is None and len(self._points) < 3:
            return frozenset()
        # The box may begin or end off the map.
        return box(design.map.grid, geometry.nearest(*self._start), geometry.nearest(*at.point))

    def _by_wand(self, design: Design, hex: Hex | None) -> frozenset[Hex]:
        """The hexes the wand selects; cached while the pointer stays among them."""
        if hex is None:
            return frozenset()
        map, match = design.map, self.brush.wand_match
        layer = map.terrain if match == "terrain" else map.countries
        known, hexes = self._wand
        if known is not layer or hex not in hexes:
            self._wand = layer, wand(map, hex, match)
        return self._wand[1]
