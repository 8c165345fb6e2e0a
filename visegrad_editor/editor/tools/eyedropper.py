"""The eyedropper: picks up what is under the pointer, and the tool that draws it."""

from __future__ import annotations

import math

from ...hexgrid import Hex, Hexside, Point
from ...model.design import Design
from ...model.edit.labels import label_at
from ...model.gamemap import GameMap
from .base import OFF_MAP, Brush, BrushChoice, Pointer, Preview, Tool, refusal
from .brushes import country_colour, country_name, level_name, level_tint
from .names import NameFinder
from .nearby import distance_to, roads_near, sides_near

_CENTRE = 0.4
"""How near the centre of a hex the pointer means its features, in map units."""


class EyedropperTool(Tool):
    """A click picks up the kind of whatever is nearest (for a river also name and width), and its tool."""

    id = "pick"
    form = "eyedropper"
    name = "Eyedropper"
    order = 40
    key = "i"
    icon = "eyedropper"
    tip = "Eyedropper: picks up what you click, and the tool that draws it"
    hint = ("Click something to pick it up, together with its tool. Ctrl+click: the country. [ and ] aim the "
            "hex cursor at a hexside.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._names = NameFinder()

    def release(self, design: Design, at: Pointer) -> BrushChoice | None:
        active, self.active = self.active, False
        return self.pick(design, at) if active else None

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        match = self._match(design, at)
        return match[0] if match else None

    def preview(self, design: Design, at: Pointer) -> Preview:
        if at.hex is None:
            return refusal(OFF_MAP)
        match = self._match(design, at)
        if match is None:
            return refusal("Nothing of that kind to pick up here")
        return match[1]

    def _match(self, design: Design, at: Pointer) -> tuple[BrushChoice, Preview] | None:
        """What would be picked up, and its preview."""
        if at.hex is None:
            return None
        if at.control:
            return self._country(design, at.hex)
        takers = {
            "terrain": self._terrain(design, at.hex), "country": self._country(design, at.hex),
            "feature": self._feature(design, at, math.inf), "hexside": self._hexside(design, at, 1.0),
            "road": self._road(design, at, 1.0), "name": self._name(design, at),
            "level": self._level(design, at.hex)}
        if self.brush.eyedropper_kind:
            return takers.get(self.brush.eyedropper_kind)
        return self._nearest(design, at) or takers["terrain"]

    def _nearest(self, design: Design, at: Pointer) -> tuple[BrushChoice, Preview] | None:
        if match := self._name(design, at) or self._feature(design, at, _CENTRE):
            return match
        sides, roads = sides_near(design.map, at.point, at.near), roads_near(design.map, at.point, at.near)
        centre, geometry = design.map.geometry.centre, design.map.geometry
        if sides and roads:
            river = distance_to(at.point, *geometry.side_ends(sides[0]))
            road = distance_to(at.point, centre(roads[0].a), centre(roads[0].b))
            if road < river:
                sides = []
        return self._hexside(design, at, at.near) if sides else self._road(design, at, at.near)

    # -- one kind of thing --------------------------------------------------------------

    def _terrain(self, design: Design, hex: Hex) -> tuple[BrushChoice, Preview]:
        id = design.map.terrain.at(hex)
        kind = design.ruleset.terrain_by_id.get(id)
        return BrushChoice("terrain", id, tool="terrain"), Preview(
            hexes=frozenset({hex}), colour=kind.colour if kind else "#888888",
            text=f"Pick up {kind.name if kind else id}")

    def _country(self, design: Design, hex: Hex) -> tuple[BrushChoice, Preview]:
        id = design.map.countries.at(hex)
        return BrushChoice("country", id, tool="country"), Preview(
            hexes=frozenset({hex}), colour=country_colour(design, id),
            text=f"Pick up {country_name(design, id)}")

    def _level(self, design: Design, hex: Hex) -> tuple[BrushChoice, Preview]:
        level = str(design.map.level(hex))
        return BrushChoice("level", level, tool="level"), Preview(
            hexes=frozenset({hex}), colour=level_tint(level), text=f"Pick up {level_name(level).lower()}")

    def _name(self, design: Design, at: Pointer) -> tuple[BrushChoice, Preview] | None:
        written = self._names.at(design, at.point, at.turn)
        if written is None:
            return None
        ref = written.ref
        label = label_at(design.map, ref.hex, ref.nth) if ref.kind == "label" else None
        # The next labels get the same style.
        more = () if label is None else (
            ("label_style", label.style), ("label_size", label.size), ("label_rotation", label.rotation))
        return BrushChoice("edited_name", ref, more, "name"), Preview(
            frame=written.frame, text=f"Pick up the name {written.text.text}")

    def _feature(self, design: Design, at: Pointer, near: float) -> tuple[BrushChoice, Preview] | None:
        assert at.hex is not None
        features = design.map.features_at(at.hex)
        if not features or math.dist(at.point, design.map.geometry.centre(at.hex)) >= near:
            return None
        # Each click picks up the next of several.
        now = features.index(self.brush.feature) if self.brush.feature in features else -1
        id = features[(now + 1) % len(features)]
        kind = design.ruleset.feature_by_id.get(id)
        return BrushChoice("feature", id, tool="feature"), Preview(
            hexes=frozenset({at.hex}), colour=kind.colour if kind else "#888888",
            text=f"Pick up {kind.name.lower() if kind else id}")

    def _hexside(self, design: Design, at: Pointer, near: float) -> tuple[BrushChoice, Preview] | None:
        sides = sides_near(design.map, at.point, near)
        if not sides:
            return None
        line = design.map.side_lines[sides[0]][-1]
        kind = design.ruleset.hexside_by_id.get(line.kind)
        words = " ".join(filter(None, (kind.name.lower() if kind else line.kind, line.name)))
        more = (("line_name", line.name), ("width", line.width))
        return BrushChoice("hexside", line.kind, more, "hexside"), Preview(
            sides=(sides[0],), colour=kind.colour if kind else "#888888",
            text=f"Pick up {words}, width {line.width}")

    def _road(self, design: Design, at: Pointer, near: float) -> tuple[BrushChoice, Preview] | None:
        roads = roads_near(design.map, at.point, near)
        if not roads:
            return None
        kinds, side = design.ruleset.road_by_id, roads[0]
        road = max(design.map.road_segments[side],
                   key=lambda r: kinds[r.kind].rank if r.kind in kinds else -1)
        kind = kinds.get(road.kind)
        words = " ".join(filter(None, (kind.name.lower() if kind else road.kind, road.name)))
        return BrushChoice("road", road.kind, (("road_name", road.name),), "road"), Preview(
            path=_segment(side), colour=kind.colour if kind else "#888888", text=f"Pick up {words}")

    # -- the hex cursor -----------------------------------------------------------------

    aims = 7

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        # The hex itself, then its six hexsides and the roads that cross them.
        if n == 0:
            return map.geometry.centre(hex)
        (x, y), (u, v) = map.geometry.centre(hex), map.geometry.side_middle(map.grid.side(hex, n - 1))
        return (x * 0.1 + u * 0.9, y * 0.1 + v * 0.9)


def _segment(side: Hexside) -> tuple[Hex, Hex]:
    return side.a, side.b
