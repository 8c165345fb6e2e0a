"""The feature tool: cities, capitals, ports, industrial hexes and whatever else is in a hex."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.places import set_feature
from ...model.ruleset import FeatureKind
from ...model.wording import article
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, count, refusal


class FeatureTool(Tool):
    """A click puts the feature in a hex, or removes it from a hex that has it. A drag puts it in every hex it
    crosses, and with Shift removes it."""

    gathers = True
    id = "feature"
    draws = "feature"
    layers = frozenset({"features"})
    name = "Feature tool"
    label = "City and feature tool"
    order = 100
    key = "b"
    icon = "city"
    hint = ("Click a hex to add the feature or remove it. Drag: several hexes, with Shift to remove. "
            "Right click: pick up.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._hexes: dict[Hex, None] = {}
        self._last: Hex | None = None
        self._just_set: tuple[Hex, str] | None = None
        """The hex and the feature of the last click, until the pointer leaves the hex."""

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._hexes, self._last = {}, None
        self.drag(design, at)

    def drag(self, design: Design, at: Pointer) -> None:
        if self.active and at.hex is not None:
            self._hexes.update(dict.fromkeys(design.map.grid.line(self._last or at.hex, at.hex)))
            self._last = at.hex

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        hexes, kind = list(self._hexes), design.ruleset.feature_by_id.get(self.brush.feature)
        self.cancel()
        if not hexes or kind is None:
            return None
        changing, present = self._changing(design, kind, hexes, at.shift)
        map = design.map
        for hex in changing:
            map = set_feature(map, hex, kind.id, present)
        after = with_map(design, map)
        self._just_set = (hexes[0], kind.id) if present and len(hexes) == 1 else None
        return None if after is design else Edit(_label(design, kind, changing, present), after)

    def cancel(self) -> None:
        super().cancel()
        self._hexes, self._last = {}, None

    def _changing(
        self, design: Design, kind: FeatureKind, hexes: list[Hex], shift: bool
    ) -> tuple[list[Hex], bool]:
        """The hexes that change, and whether they get the feature or lose it."""
        having = [h for h in hexes if kind.id in design.map.features_at(h)]
        if shift or (having == hexes and len(hexes) == 1):
            return having, False
        return [h for h in hexes if h not in having and not why_no_feature(design, kind, h)], True

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.feature_by_id.get(self.brush.feature)
        if kind is None:
            return refusal("Choose a feature in the palette first")
        hexes = list(dict.fromkeys([*self._hexes, *([at.hex] if at.hex else [])]))
        if not hexes:
            return refusal(OFF_MAP)
        changing, present = self._changing(design, kind, hexes, at.shift)
        if self._just_set != (at.hex, kind.id):
            self._just_set = None
        elif changing and not present and not self.active and not at.shift:
            # What was just drawn is shown as it is, not under the sign of its removal.
            return Preview(text=f"{_label(design, kind, changing, True)}; another click removes it")
        if changing:
            return Preview(hexes=frozenset(changing), colour=kind.colour, erasing=not present,
                           text=_label(design, kind, changing, present))
        if at.shift:
            return refusal(f"No {kind.name.lower()} to remove here")
        why = why_no_feature(design, kind, hexes[-1])
        there = f"There is already {article(kind.name.lower())} here"
        return refusal(why) if why else Preview(text=there)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        """The next of the features here, so that each of several can be picked up."""
        features = design.map.features_at(at.hex) if at.hex else ()
        if not features:
            return None
        now = features.index(self.brush.feature) if self.brush.feature in features else -1
        return BrushChoice("feature", features[(now + 1) % len(features)])


def _label(design: Design, kind: FeatureKind, hexes: list[Hex], present: bool) -> str:
    where = f"in {design.map.grid.number(hexes[0])}" if len(hexes) == 1 else f"in {count(len(hexes), 'hex')}"
    return f"{'Set' if present else 'Remove'} {kind.name.lower()} {where}"


def why_no_feature(design: Design, kind: FeatureKind, hex: Hex) -> str:
    """Why a hex cannot have a feature; "" if it can."""
    ground = design.ruleset.terrain_by_id.get(design.map.terrain.at(hex))
    if ground is None or ground.playable:
        return ""
    number = design.map.grid.number(hex)
    return f"No {kind.name.lower()} in {number}: units may not enter {ground.name.lower()}"
