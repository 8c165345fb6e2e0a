"""Builds scenes and keeps everything that did not change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from ..hexgrid import Hex
from ..model.design import Design
from .appearance import counter_look, feature_look, layer_looks
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
_MOST_KEPT = 100_000

T = TypeVar("T")
UnitViews = Mapping[str, UnitView]


class SceneBuilder:
    """Builds scenes and keeps everything that did not change: equal items stay the same objects.

    So `changed_boxes` finds what to draw again, and building after a small edit is quick.
    """

    def __init__(self, style: Style = DEFAULT) -> None:
        self.chosen = style
        self.style = style
        """The chosen style merged with that of the ruleset, once a design is drawn."""
        self._known: dict[Hashable, object] = {}
        self._documents: tuple[object, ...] = ()
        self._lines: NaturalLines | None = None
        self._whole: dict[str, tuple[tuple[object, ...], list[Item]]] = {}

    def scene(
        self, design: Design, *, layers: Collection[str] = PRINTED_LAYERS, position: UnitViews | None = None
    ) -> Scene:
        """The scene of a design; see `map_scene`."""
        self._prepare(apply_style(design, self.chosen))
        left, top, right, bottom = self.style.geometry(design.map).bounds()
        bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        scene_layers = [
            SceneLayer(name, self.layer(design, name, position=position, counters="counters" in layers))
            for name in ALL_LAYERS
            if name in layers
        ]
        return Scene(bounds, scene_layers, self.style.paper)

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
        shown = apply_style(design, self.chosen)
        self._prepare(shown)
        design = shown[0]
        if layer not in ALL_LAYERS:
            raise ValueError(f"there is no layer {layer!r}; the layers are {', '.join(ALL_LAYERS)}")
        if layer in _AROUND_COUNTERS:
            stacks = counters_by_hex(design, position) if counters else {}
            boxes = StackBoxes(stacks, self._geometry, self.style) if stacks else None
            self._writing.move_counters(boxes, None)
        if hexes is not None:
            return self._built(design, layer, [h for h in hexes if h in design.map.grid], True, position)
        if position is not None and layer in ("counters", *_AROUND_COUNTERS):
            return self._built(design, layer, list(design.map.grid), False, position)
        inputs = *_inputs(design, layer, self._ground.shore_rows), counters
        if layer not in self._whole or self._whole[layer][0] != inputs:
            items = self._built(design, layer, list(design.map.grid), False, None)
            self._whole[layer] = (inputs, items)
        return list(self._whole[layer][1])

    def _built(
        self, design: Design, layer: str, hexes: list[Hex], some: bool, position: UnitViews | None
    ) -> list[Item]:
        ground, wanted = self._ground, set(hexes) if some else None
        if layer in GROUND_LAYERS:
            items: list[Item] = []
            for name, wants, key, make in ground.passes(layer):
                items += self._per_hex(name, [h for h in hexes if wants(h)], key, make, some)
            return items
        if layer == "rivers":
            return self._rivers(design, wanted)
        if layer == "roads":
            return self._roads(design, wanted)
        if layer in WHOLE_LAYERS:
            return self._whole_items(design, layer, wanted)
        if layer == "features":
            dots = self._features(design, hexes, "dot", coarse_item)
            return dots + self._features(design, hexes, "feature", feature_item)
        if layer == "sites":
            return self._features(design, hexes, "site", site_item)
        if layer == "labels":
            return self._labels(design, wanted)
        if layer == "names":
            return self._names(design, wanted)
        if layer == "plates":
            return [] if some else self._same("plate", self._writing.items("shields"))
        if layer == "numbers":
            return self._same("number", self._writing.numbers(hexes, self._writing.plain_numbers.item))
        return self._counters(design, position, hexes)

    # -- caching --------------------------------------------------------------------------

    def _prepare(self, shown: tuple[Design, Style]) -> None:
        design, style = shown
        if style != self.style:
            self.style = style
            self._known.clear()
            self._whole.clear()
            self._lines = None
        documents = (design.ruleset, design.map, self.style)
        if len(documents) == len(self._documents) and all(
            a is b for a, b in zip(documents, self._documents, strict=True)
        ):
            return
        geometry = self.style.geometry(design.map)
        if self._lines is None or self._lines.geometry != geometry:
            self._known.clear()
            self._whole.clear()
            self._lines = NaturalLines(geometry, self.style.wander)
        self._documents = documents
        self._geometry = geometry
        self._ground = Ground(design, self.style, self._lines)
        self._river = Rivers(design, self.style, self._lines, self._ground)
        self._road = Roads(design, self.style, self._ground)
        self._writing = MapText(self._ground, self.style, self._road)

    def _keep(self, key: Hashable, make: Callable[..., T], *arguments: object) -> T:
        """The cached result of `make(*arguments)` for a key."""
        if key not in self._known:
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            self._known[key] = make(*arguments)
        return cast(T, self._known[key])

    def _same(self, name: str, items: Iterable[Item]) -> list[Item]:
        """The items, with equal earlier objects reused."""
        return [self._keep((name, item), lambda item=item: item) for item in items]

    def _per_hex(
        self,
        name: str,
        hexes: Iterable[Hex],
        key: Callable[[Hex], Hashable],
        make: Callable[[Hex], Item | None],
        some: bool,
    ) -> list[Item]:
        """The items of the hexes; for the whole map (`some` False) cached by rows, most of which an edit does
        not change."""
        if some:
            made = (self._keep((name, h, key(h)), make, h) for h in hexes)
            return [item for item in made if item is not None]
        rows: dict[int, list[Hex]] = {}
        for hex in hexes:
            rows.setdefault(hex.row, []).append(hex)
        items: list[Item] = []
        for r, row in rows.items():
            items += self._keep((name, self._row_key(r), row[0]), self._per_hex, name, row, key, make, True)
        return items

    def _row_key(self, row: int) -> Hashable:
        """Everything the hexes of a row depend on: the rows around them."""
        map = self._ground.map
        low = max(0, row - 1)
        terrain, countries = map.terrain, map.countries
        return (
            row,
            terrain.rows[low : row + 2],
            countries.rows[low : row + 2],
            self._ground.looks_of_rows(low, row + 2),
            countries.legend,
            self._ground.lines_of_row(row),
        )

    # -- layers ----------------------------------------------------------------------------

    def _rivers(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        items: list[tuple[int, Item]] = []
        for side in sorted(design.map.side_lines):
            if not design.map.grid.adjacent(side.a, side.b):
                continue  # checks report it
            if hexes is None or side.a in hexes or side.b in hexes:
                items += self._keep(("river", side, self._river.key(side)), self._river.items, side)
        return [item for _, item in sorted(items, key=lambda e: e[0])]

    def _roads(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        items: list[tuple[int, Item]] = []
        for side in self._road.segments:
            if hexes is None or side.a in hexes or side.b in hexes:
                items += self._keep(("road", side, self._road.key(side)), self._road.items, side)
        return [item for _, item in sorted(items, key=lambda e: e[0])]

    def _features(
        self, design: Design, hexes: list[Hex], name: str, make: Callable[..., Item | None]
    ) -> list[Item]:
        kinds, map = design.ruleset.feature_by_id, design.map
        items: list[Item | None] = []
        for hex in hexes:
            here = kinds_shown(map.place_at.get(hex), kinds)
            if here is not None:
                key = (name, hex, tuple(feature_look(k) for k in here))
                number = map.grid.number(hex)
                items.append(self._keep(key, make, hex, number, here, self._geometry, self.style))
        return [item for item in items if item is not None]

    def _whole_items(self, design: Design, layer: str, hexes: set[Hex] | None) -> list[Item]:
        items = self._same(layer, whole_layer(layer, design.map, self._geometry, self.style))
        if hexes is None:
            return items
        boxes = [box_of(self._geometry.corners(h), 0.0) for h in hexes]
        return [item for item in items if any(boxes_meet(item.box, box) for box in boxes)]

    def _labels(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        if hexes is None:
            return self._same("label", self._writing.items("labels"))
        labels = self._writing.labels.numbered_items()
        return self._same("label", (i for n, i in labels if design.map.labels[n].hex in hexes))

    def _names(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        if hexes is None:
            return self._same("name", self._writing.items("names"))
        wanted = {design.map.grid.number(h) for h in hexes}
        return self._same("name", (i for i in self._writing.shown_names.items() if i.hex in wanted))

    def _counters(self, design: Design, position: UnitViews | None, hexes: list[Hex]) -> list[Item]:
        stacks = counters_by_hex(design, position)

        def make(hex: Hex) -> list[Item]:
            centre, number = self._geometry.centre(hex), design.map.grid.number(hex)
            size = self.style.counter_size
            return stack_items(stacks[hex], design.ruleset, centre, size, style=self.style, hex=number)

        items: list[Item] = []
        for hex in hexes:
            if hex in stacks:
                looks = tuple(counter_look(design.ruleset, counter.unit) for counter in stacks[hex])
                items += self._keep(("stack", hex, tuple(stacks[hex]), looks), make, hex)
        return items


class _Same:
    """Wraps a part of a document so that it equals only itself, which makes comparison quick."""

    def __init__(self, part: object) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.part is other.part

    __hash__ = None  # type: ignore[assignment]


def _inputs(design: Design, layer: str, shore_rows: tuple[str, ...]) -> tuple[object, ...]:
    """The parts of a design from which a layer is made."""
    map, units = design.map, design.scenario.units if design.scenario else None
    parts: dict[str, tuple[object, ...]] = {
        "rivers": (map.lines, map.countries),
        "roads": (map.roads,),
        "plates": (map.roads, map.places, map.labels, map.lines, map.terrain, map.countries),
        "features": (map.places,),
        "sites": (map.places,),
        "labels": (map.labels, map.places, map.terrain, map.countries, map.roads, map.lines),
        "names": (map.places, map.labels, map.terrain, map.countries, map.roads, map.lines, units),
        "numbers": (map.places, map.labels, map.terrain, map.countries, map.roads, map.lines, units),
        "counters": (units,),
    }
    # Rivers end at coasts, and roads continue to the edge of the map; other terrain does not affect them.
    shores = shore_rows if layer in ("rivers", "roads") else ()
    if layer in WHOLE_LAYERS:
        return (_Same(map.grid), _Same(WHOLE_LAYERS[layer].part(map)))
    own = parts.get(layer, (map.terrain, map.countries))
    if layer == "grid":
        own = (*own, map.lines, map.roads)
    return shores, layer_looks(design.ruleset, layer), *(_Same(p) for p in (map.grid, *own))


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
