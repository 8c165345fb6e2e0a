"""The scene of a map with its counters, built anew only where something changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from ..hexgrid import Hex
from ..model.design import Design
from ..model.ruleset import FeatureKind
from ..model.scenario import Unit
from .counters import UnitView, stack
from .features import feature_item, site_item
from .ground import Ground
from .names import label_item, name_items, number_item
from .natural import NaturalLines
from .primitives import Item, Scene, SceneLayer
from .rivers import Rivers
from .roads import Roads
from .style import DEFAULT, Style
from .viewport import Box

ALL_LAYERS = (
    "terrain", "countries", "sites", "rivers", "borders", "labels", "roads", "grid", "features", "names",
    "numbers", "counters",
)
"""The layers of a map from bottom to top. `sites` is the ground of towns and industrial hexes,
`labels` the names of seas, countries and ranges, `names` those of places."""
MARGIN = 0.35
"""Paper around the map, in map units."""

T = TypeVar("T")
Position = Mapping[str, UnitView]


class SceneBuilder:
    """Builds scenes and keeps what did not change: items that look the same stay the same objects.

    So `changed_boxes` can tell what to draw again, and building after a small edit is quick.
    """

    def __init__(self, style: Style = DEFAULT) -> None:
        self.style = style
        self._known: dict[Hashable, object] = {}
        self._documents: tuple[object, ...] = ()
        self._lines: NaturalLines | None = None

    def scene(
        self, design: Design, *, layers: Collection[str] = ALL_LAYERS, position: Position | None = None
    ) -> Scene:
        """The scene of a design; see `map_scene`."""
        left, top, right, bottom = design.map.geometry.bounds()
        bounds = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        found = [
            SceneLayer(name, self.layer(design, name, position=position)) for name in ALL_LAYERS if name in layers
        ]
        return Scene(bounds, found, self.style.paper)

    def layer(
        self, design: Design, layer: str, hexes: Collection[Hex] | None = None, position: Position | None = None
    ) -> list[Item]:
        """The items of one layer from bottom to top, or only those that belong to some hexes."""
        self._prepare(design)
        where = list(design.map.grid) if hexes is None else [h for h in hexes if h in design.map.grid]
        if layer == "terrain":
            return self._terrain(where)
        if layer == "countries":
            return self._per_hex("tint", where, self._ground.country_key, self._ground.tint_item)
        if layer == "borders":
            return self._per_hex("border", where, self._ground.country_key, self._ground.border_item)
        if layer == "grid":
            return self._per_hex("grid", where, self._ground.grid_key, self._ground.grid_item)
        if layer == "rivers":
            return self._rivers(design, None if hexes is None else set(where))
        if layer == "roads":
            return self._roads(design, None if hexes is None else set(where))
        if layer == "features":
            return self._features(design, where, "feature", feature_item)
        if layer == "sites":
            return self._features(design, where, "site", site_item)
        if layer == "labels":
            return self._labels(design, None if hexes is None else set(where))
        if layer == "names":
            return self._names(design, None if hexes is None else set(where))
        if layer == "numbers":
            return self._numbers(design, where)
        if layer == "counters":
            return self._counters(design, position, where)
        raise ValueError(f"there is no layer {layer!r}; the layers are {', '.join(ALL_LAYERS)}")

    # -- what is remembered ----------------------------------------------------------------

    def _prepare(self, design: Design) -> None:
        documents = (design.ruleset, design.map, self.style)
        if len(documents) == len(self._documents) and all(
            a is b for a, b in zip(documents, self._documents, strict=True)
        ):
            return
        geometry = design.map.geometry
        same_ground = bool(self._documents) and self._documents[0] is design.ruleset
        if self._lines is None or self._lines.geometry != geometry or not same_ground:
            self._known.clear()
            self._lines = NaturalLines(geometry, self.style.wander)
        self._documents = documents
        self._ground = Ground(design, self.style, self._lines)
        self._river = Rivers(design, self.style, self._lines, self._ground)
        self._road = Roads(design, self.style)

    def _keep(self, key: Hashable, make: Callable[[], T]) -> T:
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 100_000:
                self._known.clear()
            found = self._known[key] = make()
        return found  # type: ignore[return-value]

    def _per_hex(
        self, name: str, hexes: Iterable[Hex], key: Callable[[Hex], Hashable], make: Callable[[Hex], Item | None]
    ) -> list[Item]:
        found = (self._keep((name, h, key(h)), lambda h=h: (make(h),)) for h in hexes)  # type: ignore[misc]
        return [item for (item,) in found if item is not None]

    # -- layers ----------------------------------------------------------------------------

    def _terrain(self, hexes: list[Hex]) -> list[Item]:
        ground = self._ground
        water = [h for h in hexes if ground.is_water(h)]
        land = [h for h in hexes if not ground.is_water(h)]
        key = ground.terrain_key
        # Shoals spill over the coast; the land drawn after them covers what lies inland.
        found = self._per_hex("ground", water, key, ground.ground_item)
        shoals = [self._keep(("shoal", h, ground.coast_key(h)), lambda h=h: ground.shoal_items(h)) for h in water]  # type: ignore[misc]
        for level in range(len(self.style.shoal)):
            found += [bands[level] for bands in shoals if bands]
        found += self._per_hex("ground", land, key, ground.ground_item)
        found += self._per_hex("pattern", hexes, lambda h: (self._ground.kind(h).id,), ground.pattern_item)
        found += self._per_hex("coast", water, ground.coast_key, ground.coast_item)
        return found

    def _rivers(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        found: list[tuple[int, Item]] = []
        for side in design.map.side_lines:
            if hexes is None or side.a in hexes or side.b in hexes:
                found += self._keep(("river", side, self._river.key(side)), lambda s=side: self._river.items(s))  # type: ignore[misc]
        return [item for _, item in sorted(found, key=lambda e: e[0])]

    def _roads(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        found: list[tuple[int, Item]] = []
        for side in self._road.segments:
            if hexes is None or side.a in hexes or side.b in hexes:
                found += self._keep(("road", side, self._road.key(side)), lambda s=side: self._road.items(s))  # type: ignore[misc]
        items = [item for _, item in sorted(found, key=lambda e: e[0])]
        if hexes is None:
            names = tuple(i.box for i in self._names(design, None))
            shields = self._keep(("shields", design.map.roads, names), lambda: self._road.shields(names))
            items += [self._keep(("shield", item), lambda i=item: i) for item in shields]  # type: ignore[misc]
        return items

    def _features(
        self, design: Design, hexes: list[Hex], name: str, make: Callable[..., Item | None]
    ) -> list[Item]:
        kinds, map = design.ruleset.feature_by_id, design.map

        def made(hex: Hex, here: list[FeatureKind]) -> tuple[Item | None]:
            return (make(hex, map.grid.number(hex), here, map.geometry, self.style),)

        found = []
        for hex in hexes:
            here = [kinds[f] for f in map.features_at(hex) if f in kinds]
            if here:
                key = (name, hex, tuple(k.id for k in here))
                (item,) = self._keep(key, lambda h=hex, k=here: made(h, k))  # type: ignore[misc]
                if item is not None:
                    found.append(item)
        return found

    def _labels(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        geometry = design.map.geometry
        return [
            self._keep(("label", label), lambda x=label: label_item(x, geometry, self.style))  # type: ignore[misc]
            for label in design.map.labels if hexes is None or label.hex in hexes
        ]

    def _names(self, design: Design, hexes: set[Hex] | None) -> list[Item]:
        names = self._keep(("names", design.map.places), lambda: name_items(design, self.style))
        # Placing names depends on all of them; those that came out as before stay the same objects.
        names = [self._keep(("name", item), lambda i=item: i) for item in names]  # type: ignore[misc]
        if hexes is None:
            return names
        wanted = {design.map.grid.number(h) for h in hexes}
        return [i for i in names if i.hex in wanted]

    def _numbers(self, design: Design, hexes: list[Hex]) -> list[Item]:
        ground, grid = self._ground, design.map.grid
        shown = [h for h in hexes if not ground.is_off_map(h)]
        return self._per_hex("number", shown, lambda h: (ground.is_water(h), grid.number(h)), lambda h: number_item(
            grid.number(h), design.map.geometry.centre(h), grid.orientation, ground.number_colour(h), self.style))

    def _counters(self, design: Design, position: Position | None, hexes: list[Hex]) -> list[Item]:
        piles = units_by_hex(design, position)
        found: list[Item] = []
        for hex in hexes:
            pile = piles.get(hex)
            if pile:
                key = ("stack", hex, tuple(pile))
                found += self._keep(key, lambda h=hex, p=pile: stack(  # type: ignore[misc]
                    [u for u, _ in p], design.ruleset, design.map.geometry.centre(h), self.style.counter_size,
                    views=[v for _, v in p], style=self.style, hex=design.map.grid.number(h)))
        return found


def units_by_hex(design: Design, position: Position | None) -> dict[Hex, list[tuple[Unit, UnitView]]]:
    """The units in each hex, bottom first: where `position` says, or at their fixed set-up hex."""
    found: dict[Hex, list[tuple[Unit, UnitView]]] = {}
    for unit in design.scenario.units if design.scenario else ():
        if position is None:
            view = UnitView(design.map.grid.parse(unit.hex) if unit.hex else None, unit.reduced)
        else:
            view = position.get(unit.key, UnitView(None))
        if view.hex is not None and view.hex in design.map.grid:
            found.setdefault(view.hex, []).append((unit, view))
    return found


def map_scene(
    design: Design, *, layers: Collection[str] = ALL_LAYERS, position: Position | None = None, style: Style = DEFAULT
) -> Scene:
    """The picture of a design's map, with the counters where `position` says.

    Without `position` counters stand at their fixed set-up hex; units set up anywhere in an
    area are not drawn. Keep a `SceneBuilder` where many scenes of one design are needed.
    """
    return SceneBuilder(style).scene(design, layers=layers, position=position)


def layer_items(
    design: Design, layer: str, hexes: Collection[Hex] | None = None, *, position: Position | None = None,
    style: Style = DEFAULT,
) -> list[Item]:
    """The items of one layer, from bottom to top, or only those that belong to some hexes."""
    return SceneBuilder(style).layer(design, layer, hexes, position)


def terrain_item(design: Design, hex: Hex, style: Style = DEFAULT) -> Item:
    """The ground of one hex with its pattern, as on the map."""
    ground = Ground(design, style, NaturalLines(design.map.geometry, style.wander))
    item, pattern = ground.ground_item(hex), ground.pattern_item(hex)
    return Item(item.primitives + (pattern.primitives if pattern else ()), item.box, item.hex)


def changed_boxes(before: Scene, after: Scene) -> list[Box]:
    """The boxes of all items that are in only one of two scenes of the same builder."""
    found: list[Box] = []
    old_layers = {x.name: x.items for x in before.layers}
    new_layers = {x.name: x.items for x in after.layers}
    for name in old_layers.keys() | new_layers.keys():
        old, new = old_layers.get(name, []), new_layers.get(name, [])
        if len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True)):
            continue
        old_ids, new_ids = {id(i) for i in old}, {id(i) for i in new}
        found += [i.box for i in old if id(i) not in new_ids]
        found += [i.box for i in new if id(i) not in old_ids]
    return found
