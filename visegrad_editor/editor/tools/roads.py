"""The road pen: draws from hex to hex, or finds the cheapest route between clicked hexes."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from ...engine.measure import points_text
from ...hexgrid import Hex, Hexside, Point, hexside
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.roads import draw_road, erase_road
from ...model.gamemap import GameMap
from ...model.routes import Route, Routes
from ...model.ruleset import RoadKind
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, count, refusal
from .click_path import ClickPath
from .nearby import roads_near

_REACH = 0.6
"""Within this distance of a road, in map units, Shift erases it."""
_PATIENCE = 0.04
"""How many seconds the search for a route may block the window."""


class RoadTool(Tool):
    """A drag draws through the hexes it crosses; dragging back shortens the road. A click starts a road,
    every further click extends it by the cheapest route, and a click on its end finishes it."""

    gathers = True
    id = "road"
    draws = "road"
    form = "road"
    layers = frozenset({"roads"})
    name = "Road pen"
    order = 90
    key = "d"
    icon = "road"
    hint = ("Drag from hex to hex, or click hexes to join them by the cheapest route: Enter finishes it, "
            "Esc goes back. Shift: erase.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._path: list[Hex] = []
        self._dragged = False
        self._clicks: ClickPath[Hex, Hex] = ClickPath()
        self._routes: Routes | None = None

    # -- the stroke ---------------------------------------------------------------------

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._path, self._dragged = [at.hex] if at.hex else [], False

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active or at.hex is None:
            return
        if not self._path:
            self._path = [at.hex]
        for hex in design.map.grid.line(self._path[-1], at.hex)[1:]:
            self._dragged = True
            if len(self._path) > 1 and self._path[-2] == hex:
                self._path.pop()
            else:
                self._path.append(hex)

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        active, dragged, path = self.active, self._dragged, self._path
        self.active, self._path, self._dragged = False, [], False
        kind = design.ruleset.road_by_id.get(self.brush.road)
        if not active or kind is None or not path:
            return None
        if at.shift:
            crossed = [hexside(one, other) for one, other in pairwise(path)] if dragged else []
            return self._erased(design, kind, crossed or self._segment(design, kind, at))
        if dragged and not self._clicks:
            return self._drawn(design, kind, path)
        return self._clicked(design, kind, path)

    def _clicked(self, design: Design, kind: RoadKind, path: list[Hex]) -> Edit | None:
        """Extend the path by a click or a drag; a click on its end finishes it."""
        here = path[0]
        self._drop_lost_clicks(design)
        if not self._clicks:
            self._clicks.begin(here)
            return None
        if here == self._clicks.last and len(path) < 2:
            return self.end(design)
        if here != self._clicks.last:
            if (route := self._way(design, here)) is None:
                return None
            self._clicks.add(here, route.path[1:])
        if len(path) > 1:
            self._clicks.add(path[-1], tuple(path[1:]))
        return None

    def end(self, design: Design) -> Edit | None:
        self._drop_lost_clicks(design)
        kind, path = design.ruleset.road_by_id.get(self.brush.road), self._whole
        self.cancel()
        return self._drawn(design, kind, path) if kind is not None else None

    def edit_so_far(self, design: Design, at: Pointer) -> Edit | None:
        if self._clicks and not self.active:
            probe = RoadTool(self.brush)
            probe._clicks = self._clicks.copy()
            return probe.end(design)
        return super().edit_so_far(design, at)

    @property
    def _whole(self) -> list[Hex]:
        """All hexes of the path so far."""
        return [*self._clicks.places[:1], *self._clicks.steps]

    @property
    def pending(self) -> bool:
        return bool(self._clicks) and not self.active

    def back(self) -> bool:
        return self._clicks.back()

    def cancel(self) -> None:
        super().cancel()
        self._path, self._dragged, self._routes = [], False, None
        self._clicks.clear()

    def _drop_lost_clicks(self, design: Design) -> None:
        if any(h not in design.map.grid for h in self._whole):
            self._clicks.clear()

    def _way(self, design: Design, end: Hex, seconds: float | None = None) -> Route | None:
        """The cheapest route from the end of the path, or None; raises TimeoutError after `seconds`."""
        start = self._clicks.last
        assert start is not None
        known = self._routes
        if (known is None or known.start != start or known.design.map is not design.map
                or known.design.ruleset is not design.ruleset):
            known = self._routes = Routes(design, start)
        return known.to(end, seconds)

    # -- edits --------------------------------------------------------------------------

    def _drawn(self, design: Design, kind: RoadKind, path: list[Hex]) -> Edit | None:
        if len(path) < 2:
            return None
        after = with_map(design, draw_road(design.map, kind.id, path, self.brush.road_name))
        if after is design:
            return None
        return Edit(f"Draw {kind.name.lower()} ({count(len(path), 'hex')})", after)

    def _erased(self, design: Design, kind: RoadKind, crossed: Collection[Hexside]) -> Edit | None:
        after = with_map(design, erase_road(design.map, crossed, kind.id))
        label = f"Erase {kind.name.lower()} ({count(len(crossed), 'segment')})"
        return None if after is design else Edit(label, after)

    def _segment(self, design: Design, kind: RoadKind, at: Pointer) -> list[Hexside]:
        """The nearest stretch of road of this kind, at most one."""
        roads = design.map.road_segments
        near = roads_near(design.map, at.point, _REACH)
        return [s for s in near if any(r.kind == kind.id for r in roads[s])][:1]

    # -- what is shown ------------------------------------------------------------------

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.road_by_id.get(self.brush.road)
        if kind is None:
            return refusal("Choose a road in the palette first")
        if self._dragged and not self._clicks:
            verb = f"Erase {kind.name.lower()}" if at.shift else f"Draw {kind.name.lower()}"
            return Preview(path=tuple(self._path), colour=kind.colour, erasing=at.shift,
                           text=f"{verb}: {count(len(self._path), 'hex')}")
        if at.hex is None:
            return refusal(OFF_MAP)
        if at.shift:
            return self._erasing(design, kind, at)
        self._drop_lost_clicks(design)
        if self._clicks:
            return self._going_on(design, kind, at.hex)
        return Preview(path=(at.hex,), colour=kind.colour,
                       text=f"{kind.name}: drag from hex to hex, or click where it starts")

    def _erasing(self, design: Design, kind: RoadKind, at: Pointer) -> Preview:
        number = design.map.grid.number
        if nearest := self._segment(design, kind, at):
            one, other = nearest[0]
            return Preview(path=(one, other), colour=kind.colour, erasing=True,
                           text=f"Erase {kind.name.lower()} from {number(one)} to {number(other)}")
        names = {k.id: k.name for k in design.ruleset.roads}
        other_kinds = [names.get(r.kind, r.kind) for s in roads_near(design.map, at.point, _REACH)
                       for r in design.map.road_segments[s]]
        if other_kinds:
            return refusal(f"This is {other_kinds[0]}; right-click to pick it up, then erase it")
        return refusal(f"No {kind.name.lower()} to erase here")

    def _going_on(self, design: Design, kind: RoadKind, hex: Hex) -> Preview:
        number, drawn = design.map.grid.number, self._whole
        centres = tuple(design.map.geometry.centre(h) for h in self._clicks.places)
        if hex == self._clicks.last:
            words = (f"{kind.name}: {count(len(drawn), 'hex')}; Enter or another click finishes it, "
                     "Esc goes back")
            if len(drawn) < 2:
                words = f"{kind.name} from {number(hex)}: click where it goes"
            return Preview(path=tuple(drawn), points=centres, colour=kind.colour, text=words)
        try:
            route = self._way(design, hex, _PATIENCE)
        except TimeoutError:
            return Preview(path=tuple(drawn), points=centres, colour=kind.colour, unfinished=True,
                           text=f"{kind.name}: looking for a route to {number(hex)} …")
        if route is None:
            why = f"No unit can move from {number(drawn[-1])} to {number(hex)}; drag to draw there"
            return Preview(path=tuple(drawn), points=centres, colour=kind.colour, refused=True, text=why)
        whole = (*drawn, *route.path[1:])
        return Preview(
            path=whole, points=centres, colour=kind.colour,
            text=f"{kind.name} to {number(hex)}: {count(len(whole), 'hex')} along the easiest ground "
                 f"({points_text(route.cost)} movement points before it is built)")

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        if at.hex is None:
            return None
        map = design.map
        for side in roads_near(map, at.point, _REACH):
            road = max(map.road_segments[side], key=lambda r: design.ruleset.road_by_id[r.kind].rank
                       if r.kind in design.ruleset.road_by_id else -1)
            return BrushChoice("road", road.kind, (("road_name", road.name),))
        return next((BrushChoice("road", r.kind, (("road_name", r.name),))
                     for r in map.roads if at.hex in r.path), None)

    aims = 6

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        # Towards a side, so that Shift erases the road across it.
        (x, y), (u, v) = map.geometry.centre(hex), map.geometry.side_middle(map.grid.side(hex, n))
        return (x + (u - x) * 0.6, y + (v - y) * 0.6)
