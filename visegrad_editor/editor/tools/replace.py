"""The replace tool: replaces one terrain with another everywhere, with one click."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.replace_all import hexes_of, replace_all
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, count, refusal


class ReplaceTool(Tool):
    """Turns all hexes of the terrain under the pointer into the palette's terrain: on the whole map, or among
    the selected hexes if the pointer is on one of them."""

    id = "replace"
    draws = "terrain"
    layers = frozenset({"terrain"})
    name = "Replace all"
    label = "Replace terrain"
    order = 60
    key = "g"
    icon = "replace"
    tip = "Replace all hexes of one terrain with a click"
    hint = ("Click a hex: every hex of its terrain gets the palette's terrain, on the whole map or, from a "
            "selected hex, among the selected ones. Right click: pick up the terrain under the pointer.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._known: tuple[object, object, frozenset[Hex]] = (None, None, frozenset())

    def release(self, design: Design, at: Pointer) -> Edit | None:
        active = self.active
        super().release(design, at)
        if not active or at.hex is None or not self.brush.terrain:
            return None
        old, within = design.map.terrain.at(at.hex), self._within(at.hex)
        after = with_map(design, replace_all(design.map, "terrain", old, self.brush.terrain, within))
        if after is design:
            return None
        n = count(len(self._hexes(design, at.hex)), "hex")
        return Edit(f"Replace {_name(design, old)} with {_name(design, self.brush.terrain)} ({n})", after)

    def preview(self, design: Design, at: Pointer) -> Preview:
        if self.brush.terrain not in design.ruleset.terrain_by_id:
            return refusal("Choose a terrain in the palette first")
        if at.hex is None:
            return refusal(OFF_MAP)
        old, new = design.map.terrain.at(at.hex), self.brush.terrain
        if old == new:
            text = f"This is already {_name(design, new)}; choose another terrain in the palette"
            return refusal(text)
        hexes = self._hexes(design, at.hex)
        kind = design.ruleset.terrain_by_id.get(new)
        where = " in the selection" if self._within(at.hex) is not None else ""
        text = f"{_name(design, old)} to {_name(design, new)}: {count(len(hexes), 'hex')}{where}"
        return Preview(hexes=hexes, colour=kind.colour if kind else "#888888", text=text)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        return BrushChoice("terrain", design.map.terrain.at(at.hex)) if at.hex else None

    def _within(self, hex: Hex) -> frozenset[Hex] | None:
        return self.brush.region if hex in self.brush.region else None

    def _hexes(self, design: Design, hex: Hex) -> frozenset[Hex]:
        """The hexes that would change; cached while the pointer stays on their kind."""
        layer, question = design.map.terrain, (design.map.terrain.at(hex), self._within(hex))
        if self._known[0] is not layer or self._known[1] != question:
            hexes = hexes_of(design.map, "terrain", *question)
            self._known = layer, question, frozenset(hexes)
        return self._known[2]


def _name(design: Design, terrain: str) -> str:
    kind = design.ruleset.terrain_by_id.get(terrain)
    return kind.name if kind else terrain
