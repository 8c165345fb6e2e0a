"""The feature tool: cities, capitals, ports, industrial hexes."""

from __future__ import annotations

from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.places import set_feature
from .base import Edit, Picked, Pointer, Preview, Tool


class FeatureTool(Tool):
    """A click puts the feature into a hex, a click on a hex that has it takes it away."""

    id = "feature"
    name = "Feature tool"
    hint = ("Click a hex to set the feature, click again to take it away. "
            "Right click: take up the feature under the pointer. Names are set in the inspector.")

    def release(self, design: Design, at: Pointer) -> Edit | None:
        was_active, self.active = self.active, False
        kind = design.ruleset.feature_by_id.get(self.brush.feature)
        if not was_active or at.hex is None or kind is None:
            return None
        present = kind.id in design.map.features_at(at.hex)
        after = with_map(design, set_feature(design.map, at.hex, kind.id, not present))
        verb = "Remove" if present else "Set"
        return Edit(f"{verb} {kind.name.lower()} in {design.map.grid.number(at.hex)}", after)

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.feature_by_id.get(self.brush.feature)
        if at.hex is None or kind is None:
            return Preview()
        present = kind.id in design.map.features_at(at.hex)
        text = f"Remove {kind.name.lower()}" if present else f"Set {kind.name.lower()}"
        return Preview(hexes=frozenset({at.hex}), colour=kind.colour, erasing=present, text=text)

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        features = design.map.features_at(at.hex) if at.hex else ()
        return Picked("feature", features[0]) if features else None
