"""The hexside pen: rivers, borders, coasts, walls, bridges, fords and whatever else lies on hexsides."""

from __future__ import annotations

from collections.abc import Iterable

from ...hexgrid import Hex, Hexside, Point
from ...hexgrid.corners import Corner, CornerWalk, corner, corner_point, corners_of, nearest_corner
from ...hexgrid.geometry import distance2
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.hexsides import add_sides, erase_sides, set_width
from ...model.gamemap import GameMap, HexsideLine
from ...model.ruleset import HexsideKind
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, count, refusal
from .click_path import ClickPath

_STARTED = 0.3
"""How far the pointer must move, in map units, before a press becomes a stroke."""


class HexsideTool(Tool):
    """A click marks the hexside nearest the pointer, or changes what is there; a drag draws from corner to
    corner, also if it begins beside the map. With the option in the palette, clicked corners are joined along
    hexsides."""

    gathers = True
    id = "hexside"
    draws = "hexside"
    form = "hexside"
    layers = frozenset({"rivers"})
    name = "Hexside pen"
    order = 80
    key = "r"
    icon = "river"
    tip = "Hexside pen: rivers, borders, walls and bridges along hexsides"
    hint = ("Drag along hexsides; click one to draw it, change its width or erase it. Shift: erase. "
            "L: from corner to corner.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._from: Point | None = None
        self._side: Hexside | None = None
        self._walk: CornerWalk | None = None
        self._walked = False
        self._clicks: ClickPath[Corner, Hexside] = ClickPath()

    # -- the stroke ---------------------------------------------------------------------

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._from, self._side, self._walk, self._walked = at.point, at.side, None, False

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active:
            return
        if self._side is None:
            # Pressed off the map: the stroke begins where the pointer comes onto it.
            self._from, self._side = at.point, at.side
        if self._from is None or self._side is None:
            return
        geometry = design.map.geometry
        if self._walk is None:
            if distance2(self._from, at.point) < _STARTED**2:
                return
            start = nearest_corner(geometry, self._from)
            if distance2(corner_point(geometry, start), self._from) > 0.3**2:
                # Pressed in the middle of a side: that side is included.
                start = max(corners_of(geometry.grid, self._side),
                            key=lambda c: distance2(corner_point(geometry, c), at.point))
            self._walk = CornerWalk(geometry, start)
        self._walk.follow(at.point)
        self._walked = self._walked or bool(self._walk.sides)

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        active, side, walk = self.active, self._side, self._walk if self._walked else None
        self.active, self._from, self._side, self._walk = False, None, None, None
        kind = design.ruleset.hexside_by_id.get(self.brush.hexside)
        if not active or kind is None or side is None:
            return None
        if self.brush.by_corners and not at.shift:
            return self._corner(design, walk, at)
        if at.shift:
            return self._erased(design, kind, walk.sides if walk else (side,))
        if walk is not None:
            return self._drawn(design, kind, walk.sides)
        return self._clicked(design, kind, side)

    def _corner(self, design: Design, walk: CornerWalk | None, at: Pointer) -> Edit | None:
        """Extend the line to a clicked corner or by a drag; a click on its end finishes it."""
        if walk is not None:
            if not self._clicks:
                self._clicks.begin(walk.corners[0])
            self._clicks.add(walk.corners[0], self._along(design, walk.corners[0]))
            self._clicks.add(walk.corners[-1], walk.sides)
            return None
        here = nearest_corner(design.map.geometry, at.point)
        if not self._clicks:
            self._clicks.begin(here)
        elif here == self._clicks.last:
            return self.end(design)
        elif leg := self._along(design, here):
            self._clicks.add(here, leg)
        return None

    def _along(self, design: Design, end: Corner) -> tuple[Hexside, ...]:
        """The shortest way along hexsides from the end of the line; () if it is already there."""
        assert self._clicks.last is not None
        walk = CornerWalk(design.map.geometry, self._clicks.last)
        walk.follow(corner_point(design.map.geometry, end))
        return walk.sides

    @property
    def pending(self) -> bool:
        return bool(self._clicks) and not self.active

    def back(self) -> bool:
        return self._clicks.back()

    def end(self, design: Design) -> Edit | None:
        kind = design.ruleset.hexside_by_id.get(self.brush.hexside)
        sides = tuple(s for s in self._clicks.steps if s.a in design.map.grid or s.b in design.map.grid)
        self.cancel()
        return self._drawn(design, kind, sides) if kind is not None else None

    def edit_so_far(self, design: Design, at: Pointer) -> Edit | None:
        if self._clicks and not self.active:
            probe = HexsideTool(self.brush)
            probe._clicks = self._clicks.copy()
            return probe.end(design)
        return super().edit_so_far(design, at)

    def cancel(self) -> None:
        super().cancel()
        self._from = self._side = self._walk = None
        self._clicks.clear()

    # -- edits --------------------------------------------------------------------------

    def _drawn(self, design: Design, kind: HexsideKind, sides: tuple[Hexside, ...]) -> Edit | None:
        map, width, sides = design.map, self.brush.width, _can_lie(design, kind, sides)
        if not sides:
            return None
        map = add_sides(map, kind.id, sides, self.brush.line_name, width or None)
        if width:
            map = set_width(map, kind.id, sides, width)
        after = with_map(design, map)
        label = f"Draw {kind.name.lower()} ({count(len(set(sides)), 'hexside')})"
        return None if after is design else Edit(label, after)

    def _erased(self, design: Design, kind: HexsideKind, sides: tuple[Hexside, ...]) -> Edit | None:
        after = with_map(design, erase_sides(design.map, sides, kind.id))
        label = f"Erase {kind.name.lower()} ({count(len(sides), 'hexside')})"
        return None if after is design else Edit(label, after)

    def _clicked(self, design: Design, kind: HexsideKind, side: Hexside) -> Edit | None:
        there = _line_on(design.map, side, kind.id)
        if there is None:
            return self._drawn(design, kind, (side,))
        if self.brush.width not in (0, there.width):
            after = with_map(design, set_width(design.map, kind.id, [side], self.brush.width))
            return Edit(f"Width of {kind.name.lower()} at {design.map.grid.side_text(side)}", after)
        return self._erased(design, kind, (side,))

    # -- what is shown ------------------------------------------------------------------

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.hexside_by_id.get(self.brush.hexside)
        if kind is None:
            return refusal("Choose what to draw on hexsides in the palette first")
        if self._walk is not None and self._walked:
            verb = f"{'Erase' if at.shift else 'Draw'} {kind.name.lower()}"
            sides: tuple[Hexside, ...] = (*self._clicks.steps, *self._walk.sides)
            drawn = self._walk.sides if at.shift else _can_lie(design, kind, self._walk.sides)
            if not drawn:
                return refusal(_nothing_to_cross(design, kind, None))
            left_out = len(self._walk.sides) - len(drawn)
            dry = f"; {count(left_out, 'hexside')} left out: nothing to cross there" if left_out else ""
            text = f"{verb}: {count(len(drawn), 'hexside')}{self._with_width()}{dry}"
            return Preview(sides=sides if at.shift else _can_lie(design, kind, sides), colour=kind.colour,
                           erasing=at.shift, text=text)
        side = self._side if self.active else at.side
        if side is None:
            return refusal(OFF_MAP)
        if self.brush.by_corners and not at.shift:
            return self._going_on(design, kind, at)
        return self._at_side(design, kind, side, at.shift)

    def _with_width(self) -> str:
        return f", width {self.brush.width}" if self.brush.width else ""

    def _at_side(self, design: Design, kind: HexsideKind, side: Hexside, shift: bool) -> Preview:
        where, name = design.map.grid.side_text(side), kind.name.lower()
        there = _line_on(design.map, side, kind.id)
        if there is None:
            if shift:
                return refusal(f"No {name} to erase at {where}")
            if not _can_lie(design, kind, [side]):
                return refusal(_nothing_to_cross(design, kind, side))
            text = f"Draw {name} at {where}{self._with_width()}{_crossed(design, kind, side)}"
            return Preview(sides=(side,), colour=kind.colour, text=text)
        if not shift and self.brush.width not in (0, there.width):
            return Preview(sides=(side,), colour=kind.colour,
                           text=f"Width {there.width} to {self.brush.width} at {where}")
        named = f" {there.name}" if there.name else ""
        text = f"Erase {name}{named} at {where}"
        return Preview(sides=(side,), colour=kind.colour, erasing=True, text=text)

    def _going_on(self, design: Design, kind: HexsideKind, at: Pointer) -> Preview:
        geometry = design.map.geometry
        here = nearest_corner(geometry, at.point)
        corners = tuple(corner_point(geometry, c) for c in self._clicks.places)
        if not self._clicks:
            return Preview(points=(corner_point(geometry, here),), colour=kind.colour,
                           text=f"{kind.name}: click the corner where it starts, or drag")
        sides = (*self._clicks.steps, *self._along(design, here))
        wet = _can_lie(design, kind, sides)
        text = f"{kind.name}: {count(len(wet), 'hexside')}{self._with_width()}"
        if len(wet) < len(sides):
            text += f", {len(sides) - len(wet)} left out: nothing to cross there"
        if here == self._clicks.last and sides:
            text += "; Enter or another click finishes it, Esc goes back"
        points = (*corners, corner_point(geometry, here))
        return Preview(sides=wet, points=points, colour=kind.colour, text=text)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        lines = design.map.side_lines.get(at.side, ()) if at.side else ()
        if not lines:
            return None
        # If a bridge lies on a river, each click picks up the other of the two.
        kinds = [x.kind for x in lines]
        now = kinds.index(self.brush.hexside) if self.brush.hexside in kinds else 0
        line = lines[now - 1]
        return BrushChoice("hexside", line.kind, (("line_name", line.name), ("width", line.width)))

    # -- the hex cursor -----------------------------------------------------------------

    aims = 6

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        if self.brush.by_corners:
            (x, y), (u, v) = map.geometry.centre(hex), corner_point(map.geometry, corner(map.grid, hex, n))
        else:
            (x, y), (u, v) = map.geometry.centre(hex), map.geometry.side_middle(map.grid.side(hex, n))
        return (x * 0.1 + u * 0.9, y * 0.1 + v * 0.9)


def _line_on(map: GameMap, side: Hexside, kind: str) -> HexsideLine | None:
    """The line of a kind on a hexside, or None."""
    return next((x for x in map.side_lines.get(side, ()) if x.kind == kind), None)


def _is_crossing(kind: HexsideKind) -> bool:
    """Whether the kind is a bridge or ford, which lies on a river."""
    return "crossing" in kind.traits


def _lines_crossed(design: Design, side: Hexside) -> list[HexsideLine]:
    """The lines that a bridge or ford on a hexside would cross."""
    kinds = design.ruleset.hexside_by_id
    lines = design.map.side_lines.get(side, ())
    return [x for x in lines if x.kind in kinds and not _is_crossing(kinds[x.kind])]


def _can_lie(design: Design, kind: HexsideKind, sides: Iterable[Hexside]) -> tuple[Hexside, ...]:
    """The hexsides on which a kind can be drawn: a crossing needs something to cross."""
    return tuple(s for s in sides if not _is_crossing(kind) or _lines_crossed(design, s))


def _nothing_to_cross(design: Design, kind: HexsideKind, side: Hexside | None) -> str:
    where = f"at {design.map.grid.side_text(side)}" if side is not None else "here"
    name = kind.name.lower()
    return f"No {name} {where}: there is nothing to cross. Draw the river first, then the {name}"


def _crossed(design: Design, kind: HexsideKind, side: Hexside) -> str:
    """What a bridge or ford crosses: `, over the Vistula`; "" for other kinds."""
    crossed = _lines_crossed(design, side) if _is_crossing(kind) else []
    if not crossed:
        return ""
    kinds = design.ruleset.hexside_by_id
    return f", over {crossed[0].name or 'the ' + kinds[crossed[0].kind].name.lower()}"
