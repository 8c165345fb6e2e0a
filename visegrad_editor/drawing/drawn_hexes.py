"""What is known of the hexes of one design for drawing them: their ground, their roads, the counters and
symbols in them; and which hexes look different after an edit."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from ..hexgrid import Hex, HexGeometry, Hexside
from ..model.design import Design
from ..model.gamemap import GameMap, Place
from ..model.layer import differing_letters
from ..model.scenario import Unit
from .appearance import layer_looks
from .counters import Counter, UnitViews, counters_by_hex, stack_items
from .features import COARSE_SCALE, coarse_item, feature_item, kinds_shown, site_item
from .ground import Ground
from .layers import GROUND_LAYERS
from .primitives import Item
from .roads import Roads
from .style import Style

_MANY = 10_000
"""If more hexes changed, it is not worth listing them."""


class DrawnHexes:
    """The hexes of one design. `before` is that of the previous design, from which everything still valid is
    taken over."""

    def __init__(
        self, design: Design, style: Style, position: UnitViews | None = None,
        before: DrawnHexes | None = None,
    ) -> None:
        map = design.map
        self.design, self.style, self.position = design, style, position
        self.geometry: HexGeometry = style.geometry(map)
        kept = before if before is not None and before.geometry == self.geometry else None
        same = kept if kept is not None and kept.design.ruleset is design.ruleset else None
        self.ground = Ground(design, style)
        self._known_segments: dict[Hex, list[Hexside]] | None = None
        self.roads: Roads
        if same is not None and same.design.map.roads is map.roads:
            self.roads, self._known_segments = same.roads.on(self.ground), same._known_segments
        else:
            self.roads = Roads(design, style, self.ground)
        self._features = design.ruleset.feature_by_id
        self.stacks: dict[Hex, list[Counter]]
        if kept is not None and _units(kept.design) is _units(design) and kept.position is position:
            self.stacks = kept.stacks
        else:
            self.stacks = counters_by_hex(design, position)

    @property
    def _segments(self) -> dict[Hex, list[Hexside]]:
        if self._known_segments is None:
            self._known_segments = _by_home(self.design.map, self.roads.drawn)
        return self._known_segments

    def stack(self, hex: Hex, scale: float | None = None) -> list[Item]:
        """The counters in a hex, the topmost last. With a `scale`, items not visible at it may be missing."""
        return stack_items(
            self.stacks.get(hex, []), self.design.ruleset, self.geometry.centre(hex), self.style.counter_size,
            style=self.style, hex=self.design.map.grid.number(hex), scale=scale)

    def of_place(
        self, layer: str, place: Place | None, hex: Hex, number: str, scale: float | None = None
    ) -> list[tuple[int, Item]]:
        """What a place adds to the layer `sites` or `features`, drawn in a hex with a number: (depth, item).
        With a `scale`, items not visible at it may be missing."""
        here = kinds_shown(place, self._features)
        if here is None:
            return []
        makers = (site_item,) if layer == "sites" else (coarse_item, feature_item)
        made = (
            (n, make(hex, number, here, self.geometry, self.style)) for n, make in enumerate(makers)
            if scale is None or make is site_item or (make is coarse_item) == (scale < COARSE_SCALE))
        return [(n, item) for n, item in made if item is not None]

    def homes(self, layer: str) -> Collection[Hex]:
        """The hexes of the map that may have something in the layer `sites`, `features` or `counters`."""
        if layer == "counters":
            return self.stacks
        map, named = self.design.map, layer == "features"
        return [p.hex for p in map.places if (p.features or (named and p.name)) and p.hex in map.grid]

    def segments(self, hexes: Iterable[Hex] | None = None) -> Collection[Hexside]:
        """The hexsides crossed by roads that belong to some hexes, or all of them."""
        if hexes is None:
            hexes = self._segments
        return [side for hex in hexes for side in self._segments.get(hex, ())]

    # -- changes ----------------------------------------------------------------------------

    def touched(self, before: DrawnHexes) -> dict[str, set[Hex] | None]:
        """For each layer the hexes that may look different from `before`, or None for all. Unchanged layers
        are omitted. Both maps must have the same geometry."""
        changes: dict[str, set[Hex] | None] = {}
        ground = self._ground_touched(before)
        old, new = before.design.map, self.design.map
        if ground is not None:
            # Grid and numbers avoid lines on hexsides, numbers also roads.
            lines, roads = _changed(old.lines, new.lines), _changed(old.roads, new.roads)
            there = {h for line in lines for side in line.sides for h in side}
            ground |= self._around(there)
            ground |= {h for road in roads for h in road.path if h in self.design.map.grid}
        if ground is None or ground:
            changes |= dict.fromkeys((*GROUND_LAYERS, "numbers", "rivers"), ground)
        rules, old_rules = self.design.ruleset, before.design.ruleset
        if rules is not old_rules and layer_looks(rules, "rivers") != layer_looks(old_rules, "rivers"):
            changes |= dict.fromkeys(("rivers", "grid", "numbers"), None)
        if rules is not old_rules and layer_looks(rules, "roads") != layer_looks(old_rules, "roads"):
            changes["roads"] = None
        elif self.roads is not before.roads:
            there = self.roads.reached({h for road in _changed(old.roads, new.roads) for h in road.path})
            ends = self.roads.off_map.items() ^ before.roads.off_map.items()
            there |= {h for side, _ in ends for h in side}
            if there:
                changes["roads"] = {h for h in there if h in self.design.map.grid}
        if rules is not old_rules and layer_looks(rules, "features") != layer_looks(old_rules, "features"):
            changes |= dict.fromkeys(("sites", "features"), None)
        elif places := _changed(old.places, new.places):
            there = {p.hex for p in places if p.hex in self.design.map.grid}
            changes |= {"sites": there, "features": there}
        if rules is not old_rules and layer_looks(rules, "counters") != layer_looks(old_rules, "counters"):
            changes["counters"] = None
        elif self.stacks is not before.stacks:
            stacks, old_stacks = self.stacks, before.stacks
            moved = {h for h in stacks.keys() | old_stacks.keys() if stacks.get(h) != old_stacks.get(h)}
            if moved:
                changes["counters"] = moved
        return changes

    def _ground_touched(self, before: DrawnHexes) -> set[Hex] | None:
        """The hexes whose ground looks different, with their neighbours; None for all."""
        new, old = self.ground, before.ground
        changed: set[Hex] = set()
        tints = [(v, new.tint(v)) for _, v in new.map.countries.legend if v]
        old_tints = {v: old.tint(v) for _, v in old.map.countries.legend if v}
        if any(old_tints.get(v, t) != t for v, t in tints):
            return None
        if self.style.shoal and new.map.terrain is not old.map.terrain and (
                new.commonest_water != old.commonest_water):
            return None  # which lies below all land, and shows at its edges
        for one, other, look, old_look in (
            (new.map.terrain, old.map.terrain, new.letter_looks, old.letter_looks),
            (new.map.countries, old.map.countries, dict(new.map.countries.legend),
             dict(old.map.countries.legend)),
        ):
            if one is other and look == old_look:
                continue
            other_looks = {x for x in look.keys() & old_look.keys() if look[x] != old_look[x]}
            for r, (row, was) in enumerate(zip(one.rows, other.rows, strict=True)):
                if row is not was:
                    changed.update(Hex(c, r) for c in differing_letters(row, was))
                if other_looks and not other_looks.isdisjoint(row):
                    changed.update(Hex(c, r) for c, letter in enumerate(row) if letter in other_looks)
        return self._around(changed) if len(changed) <= _MANY else None

    def _around(self, hexes: set[Hex]) -> set[Hex]:
        """The hexes of the map among these and their neighbours."""
        grid = self.design.map.grid
        columns, rows, steps = grid.columns, grid.rows, grid.steps
        near = {(hex.col + dc, hex.row + dr) for hex in hexes for dc, dr in steps(hex)}
        near.update(hexes)
        return {Hex(c, r) for c, r in near if 0 <= c < columns and 0 <= r < rows}


def _units(design: Design) -> Sequence[Unit]:
    return design.scenario.units if design.scenario else ()


def home(map: GameMap, side: Hexside) -> Hex:
    """The hex to which the lines on a hexside belong."""
    return side.a if side.a in map.grid else side.b


def _by_home(map: GameMap, sides: Iterable[Hexside]) -> dict[Hex, list[Hexside]]:
    homes: dict[Hex, list[Hexside]] = {}
    for side in sides:
        if map.grid.adjacent(side.a, side.b):  # checks report others
            homes.setdefault(home(map, side), []).append(side)
    return homes


def _changed(old: Sequence[Hashable], new: Sequence[Hashable]) -> list:  # type: ignore[type-arg]
    """The entries that are in only one of two lists, by identity."""
    if old is new:
        return []
    one, other = {id(x) for x in old}, {id(x) for x in new}
    return [x for x in old if id(x) not in other] + [x for x in new if id(x) not in one]
