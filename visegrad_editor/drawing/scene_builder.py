"""The layers of a map, and the items of a few hexes or of small maps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from ..hexgrid import Hex
from ..model.design import Design
from .counters import Counter, UnitView, stack_items
from .curves import box_of, boxes_meet
from .features import coarse_item, feature_item, kinds_shown, site_item
from .ground import Ground
from .natural_lines import NaturalLines
from .primitives import Item, Scene, SceneLayer
from .rivers import Rivers
from .roads import Roads
from .style import DEFAULT, Style
from .styled_design import apply_style
from .whole_layers import WHOLE_LAYERS, whole_layer
from .writing.label_displacement import StackBoxes
from .writing.map_text import MapText

ALL_LAYERS = (
    "terrain",
    "levels",
    "waters",
    "countries",
    "sites",
    "grid",
    "rivers",
    "borders",
    "roads",
    "buildings",
    "heights",
    "areas",
    "edges",
    "labels",
    "features",
    "numbers",
    "names",
    "plates",
    "counters",
)
"""The layers of a map from bottom to top. `sites` is the ground of towns and industrial hexes,
`heights` the numerals of levels, `edges` what cuts half hexes, `labels` the names of seas, countries and
ranges, `names` those of places, `plates` those of roads."""
PRINTED_LAYERS = tuple(x for x in ALL_LAYERS if x != "areas")
"""The layers of a finished map: areas are for the rules and the designer, not for players."""
GROUND_LAYERS = ("terrain", "countries", "borders", "grid")
"""The layers in which the look of a hex depends only on itself and its neighbours."""
WRITING = ("labels", "names")
"""The layers whose items are omitted if the edge of a partial picture would cut them: half a name
misleads."""
MARGIN = 0.35
"""Paper around the map, in map units."""

_AROUND_COUNTERS = ("names", "numbers")
"""The layers whose items avoid counters."""

UnitViews = Mapping[str, UnitView]


class SceneBuilder:
    """Makes the items of maps in one style hex by hex: of a few hexes, or of small maps."""

    def __init__(self, style: Style = DEFAULT) -> None:
        self.chosen = style

    def scene(
        self, design: Design, *, layers: Collection[str] = PRINTED_LAYERS, position: UnitViews | None = None
    ) -> Scene:
        """The scene of a design; see `map_scene`."""
        made = _MapItems(design, self.chosen, position, "counters" in layers)
        left, top, right, bottom = made.geometry.bounds()
        bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        scene_layers = [SceneLayer(name, made.layer(name)) for name in ALL_LAYERS if name in layers]
        return Scene(bounds, scene_layers, made.style.paper)

    def layer(
        self,
        design: Design,
        layer: str,
        hexes: Collection[Hex] | None = None,
        position: UnitViews | None = None,
        counters: bool = True,
    ) -> list[Item]:
        """The items of one layer from bottom to top, or only those that belong to some hexes. Names avoid the
        `counters` unless these are hidden."""
        if layer not in ALL_LAYERS:
            raise ValueError(f"there is no layer {layer!r}; the layers are {', '.join(ALL_LAYERS)}")
        return _MapItems(design, self.chosen, position, counters).layer(layer, hexes)


class _MapItems:
    """The items of one design."""

    def __init__(self, design: Design, style: Style, position: UnitViews | None, counters: bool) -> None:
        self._design, self.style = apply_style(design, style)
        self._position, self._counters_shown = position, counters
        self.geometry = self.style.geometry(design.map)
        self._lines = NaturalLines(self.geometry, self.style.wander)
        self._ground = Ground(self._design, self.style, self._lines)
        self._road = Roads(self._design, self.style, self._ground)

    def layer(self, layer: str, hexes: Collection[Hex] | None = None) -> list[Item]:
        """The items of a layer, or only those that belong to some hexes."""
        grid = self._design.map.grid
        there = list(grid) if hexes is None else [h for h in hexes if h in grid]
        wanted = None if hexes is None else set(there)
        if layer in GROUND_LAYERS:
            made = (p.make(h) for p in self._ground.passes(layer) for h in there if p.wanted(h))
            return [item for item in made if item is not None]
        if layer in ("rivers", "roads"):
            return self._on_sides(layer, wanted)
        if layer in WHOLE_LAYERS:
            return self._whole(layer, wanted)
        if layer == "features":
            return self._features(there, coarse_item) + self._features(there, feature_item)
        if layer == "sites":
            return self._features(there, site_item)
        if layer == "counters":
            return self._counters(there)
        return self._written(layer, there, wanted)

    def _on_sides(self, layer: str, hexes: set[Hex] | None) -> list[Item]:
        map = self._design.map
        items: list[tuple[int, Item]] = []
        drawn: Rivers | Roads = self._road
        sides = self._road.segments
        if layer == "rivers":
            # Checks report lines between hexes that are not neighbours.
            sides = [side for side in sorted(map.side_lines) if map.grid.adjacent(side.a, side.b)]
            drawn = Rivers(self._design, self.style, self._lines, self._ground)
        for side in sides:
            if hexes is None or side.a in hexes or side.b in hexes:
                items += drawn.items(side)
        return [item for _, item in sorted(items, key=lambda e: e[0])]

    def _features(self, hexes: list[Hex], make: Callable[..., Item | None]) -> list[Item]:
        kinds, map = self._design.ruleset.feature_by_id, self._design.map
        items: list[Item | None] = []
        for hex in hexes:
            here = kinds_shown(map.place_at.get(hex), kinds)
            if here is not None:
                items.append(make(hex, map.grid.number(hex), here, self.geometry, self.style))
        return [item for item in items if item is not None]

    def _whole(self, layer: str, hexes: set[Hex] | None) -> list[Item]:
        items = list(whole_layer(layer, self._design.map, self.geometry, self.style))
        if hexes is None:
            return items
        boxes = [box_of(self.geometry.corners(h), 0.0) for h in hexes]
        return [item for item in items if any(boxes_meet(item.box, box) for box in boxes)]

    def _written(self, layer: str, there: list[Hex], hexes: set[Hex] | None) -> list[Item]:
        writing = MapText(self._ground, self.style, self._road)
        if layer in _AROUND_COUNTERS:
            stacks = counters_by_hex(self._design, self._position) if self._counters_shown else {}
            writing.move_counters(StackBoxes(stacks, self.geometry, self.style) if stacks else None, None)
        if layer == "numbers":
            return list(writing.numbers(there, writing.plain_numbers.item))
        if layer == "plates":
            return [] if hexes is not None else list(writing.items("shields"))
        if hexes is None:
            return list(writing.items(layer))
        if layer == "labels":
            labels = self._design.map.labels
            return [item for n, item in writing.labels.numbered_items() if labels[n].hex in hexes]
        wanted = {self._design.map.grid.number(h) for h in hexes}
        return [item for item in writing.shown_names.items() if item.hex in wanted]

    def _counters(self, hexes: list[Hex]) -> list[Item]:
        stacks = counters_by_hex(self._design, self._position)
        ruleset, number, size = self._design.ruleset, self._design.map.grid.number, self.style.counter_size
        return [item for hex in hexes if hex in stacks for item in stack_items(
            stacks[hex], ruleset, self.geometry.centre(hex), size, style=self.style, hex=number(hex))]


def counters_by_hex(design: Design, position: UnitViews | None) -> dict[Hex, list[Counter]]:
    """The counters in each hex, bottom first: as in `position`, or in their fixed set-up hexes."""
    stacks: dict[Hex, list[Counter]] = {}
    for unit in design.scenario.units if design.scenario else ():
        if position is None:
            view = UnitView(design.map.grid.parse(unit.hex) if unit.hex else None, unit.reduced)
        else:
            view = position.get(unit.key, UnitView(None))
        if view.hex is not None and view.hex in design.map.grid:
            shown = unit if unit.reduced == view.reduced else replace(unit, reduced=view.reduced)
            stacks.setdefault(view.hex, []).append(Counter(shown, view.marks))
    return stacks
