"""The name tool: writes the names of places and labels, moves them, and erases them."""

from __future__ import annotations

import math
from dataclasses import replace

from ...drawing.style import Style
from ...drawing.writing.placed_text import PlacedName, placed_names
from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.labels import change_label, label_at, labels_at, set_label
from ...model.edit.places import set_lettering, set_name
from ...model.lettering import DIRECTIONS, FARTHEST, FARTHEST_READABLE, MIDDLE, NameRef, Spot, spot_text
from ..map import style as map_style
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, refusal

_STARTED = 0.12
"""How far the pointer must move, in map units, before a press becomes a move."""
_STEP = 0.05
"""Positions chosen by hand are multiples of this."""
_COLOUR = "#2f6fd0"


class NameTool(Tool):
    """A click on a name, a label, a place or an empty hex shows its fields above the palette; a drag moves
    it; a Shift+click erases it."""

    id = "name"
    form = "name"
    layers = frozenset({"names"})
    name = "Name tool"
    order = 110
    key = "n"
    icon = "name"
    tip = "Name tool: names of places and labels, their size, slant and position"
    hint = ("Click a name to edit it, or a hex to name it. Drag a name to move it (Ctrl: to one of eight "
            "positions). Shift+click: erase.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._finder = NameFinder()
        self._held: PlacedName | None = None
        self._from: Pointer | None = None
        self._moved = False

    # -- the stroke ---------------------------------------------------------------------

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        ref = self._ref(design, at)
        self._held = self._finder.of(design, ref, at.turn) if ref else None
        self._from, self._moved = at, False

    def drag(self, design: Design, at: Pointer) -> None:
        if self.active and self._from is not None and math.dist(at.point, self._from.point) > _STARTED:
            self._moved = True

    def release(self, design: Design, at: Pointer) -> Edit | BrushChoice | None:
        self.drag(design, at)
        active, moved, held, start = self.active, self._moved, self._held, self._from
        edit = self._edit(design, at) if active and moved and held else None
        self.cancel()
        if not active or moved or start is None:
            return edit
        ref = self._ref(design, start)
        if ref is None:
            return None
        return self._removed(design, ref) if at.shift else BrushChoice("edited_name", ref)

    def cancel(self) -> None:
        super().cancel()
        self._held, self._from, self._moved = None, None, False

    # -- the target ---------------------------------------------------------------------

    def _ref(self, design: Design, at: Pointer) -> NameRef | None:
        """The name at the pointer, or that of the place in the hex, or else a new label."""
        if at.key is not None and at.hex is not None:
            here = self._in_hex(design, at.hex)
            return here[at.key % len(here)]
        if (written := self._finder.at(design, at.point, at.turn)) is not None:
            return written.ref
        return self._in_hex(design, at.hex)[0 if not at.control else -1] if at.hex is not None else None

    def _in_hex(self, design: Design, hex: Hex) -> list[NameRef]:
        """What can be written in a hex: the name of its place, its labels, and one new label."""
        place = [NameRef("place", hex)] if hex in design.map.place_at else []
        labels = len(labels_at(design.map, hex))
        return [*place, *(NameRef("label", hex, n) for n in range(labels + 1))]

    # -- edits --------------------------------------------------------------------------

    def _edit(self, design: Design, at: Pointer) -> Edit | None:
        """The edit that moves the name to the pointer, or None."""
        assert self._held is not None
        to = self._target(design, at)
        if to is None:
            return None
        (hex, spot), ref, map = to, self._held.ref, design.map
        map = (set_lettering(map, ref.hex, at=spot) if ref.kind == "place"
               else change_label(map, ref.hex, ref.nth, to=hex, at=spot))
        after = with_map(design, map)
        if after is design:
            return None
        if self.brush.edited_name == ref:
            # Its fields continue to show it at its new position.
            label = label_at(design.map, ref.hex, ref.nth)
            same = (n for n, x in enumerate(labels_at(map, hex))
                    if label is not None and (x.text, x.at) == (label.text, spot))
            self.brush.edited_name = replace(ref, hex=hex, nth=next(same, 0))
        return Edit(f"Move the name {text_of(design, ref)}", after)

    def _target(self, design: Design, at: Pointer) -> tuple[Hex, Spot] | None:
        """The hex the name would belong to, and its spot; None if it cannot be there."""
        assert self._held is not None
        ref, geometry = self._held.ref, design.map.geometry
        if at.key is not None:
            return self._by_key(design, at.hex)
        x, y = self._shifted(at)
        hex = ref.hex if ref.kind == "place" else geometry.hex_at(x, y)
        if hex is None:
            return None
        u, v = geometry.centre(hex)
        dx, dy = round((x - u) / _STEP) * _STEP, round((y - v) / _STEP) * _STEP
        if max(abs(dx), abs(dy)) > FARTHEST:
            return None
        if at.control or not (dx or dy):
            return hex, _direction(dx, dy)
        return hex, (round(dx, 2), round(dy, 2))

    def _by_key(self, design: Design, hex: Hex | None) -> tuple[Hex, Spot] | None:
        """The target of an arrow key: the next hex for a label, that side of its hex for a place name."""
        assert self._held is not None
        ref = self._held.ref
        if hex is None:
            return None
        if ref.kind == "label":
            label = label_at(design.map, ref.hex, ref.nth)
            return (hex, label.at) if label is not None else None
        (x, y), (u, v) = design.map.geometry.centre(ref.hex), design.map.geometry.centre(hex)
        return ref.hex, _direction(u - x, v - y)

    def _shifted(self, at: Pointer) -> Point:
        """The middle of the letters, moved as far as the pointer."""
        assert self._held is not None
        assert self._from is not None
        (x, y), (u, v), (a, b) = self._held.middle, at.point, self._from.point
        return x + u - a, y + v - b

    def _removed(self, design: Design, ref: NameRef) -> Edit | None:
        map, name = design.map, text_of(design, ref)
        map = set_name(map, ref.hex, "") if ref.kind == "place" else set_label(map, ref.hex, "", ref.nth)
        after = with_map(design, map)
        return None if after is design else Edit(f"Erase the name {name}", after)

    # -- what is shown ------------------------------------------------------------------

    def preview(self, design: Design, at: Pointer) -> Preview:
        if self.active and self._moved and self._held is not None:
            return self._moving(design, at)
        ref = self._ref(design, at)
        if ref is None:
            return refusal(OFF_MAP)
        letters, number = self._finder.of(design, ref, at.turn), design.map.grid.number(ref.hex)
        name = text_of(design, ref)
        if letters is not None and name:
            if at.shift:
                return Preview(frame=letters.frame, erasing=True, text=f"Erase the name {name}")
            return Preview(frame=letters.frame, letters=name, letters_below=letters.read_from, colour=_COLOUR,
                           text=f"{name} ({number}): click to edit it, drag to move it")
        if at.shift:
            return refusal("No name to erase here")
        what = f"Name the place in {number}" if ref.kind == "place" else f"Write a label in {number}"
        return Preview(hexes=frozenset({ref.hex}), colour=_COLOUR, text=what)

    def _moving(self, design: Design, at: Pointer) -> Preview:
        assert self._held is not None
        name, to = text_of(design, self._held.ref), self._target(design, at)
        if to is None:
            why = "off the map" if at.hex is None else "too far away"
            return refusal(f"{name} cannot be placed there: {why}")
        (x, y), (u, v) = self._held.middle, self._shifted(at)
        moved = tuple((a + u - x, b + v - y) for a, b in self._held.frame)
        hex, spot = to
        number = design.map.grid.number(hex)
        if isinstance(spot, str):
            text = f"{name}: {spot_text(spot).lower()} ({number})"
        else:
            away = math.hypot(*spot) / math.sqrt(3)
            text = f"{name}: {away:.1f} hexes from the middle of {number}"
            if away > FARTHEST_READABLE:
                text += ", too far away to be recognised as its name"
        return Preview(frame=moved, letters=name, path=(hex,), colour=_COLOUR, text=text)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        """The style of a label, which the next labels get."""
        ref = self._ref(design, at)
        label = label_at(design.map, ref.hex, ref.nth) if ref and ref.kind == "label" else None
        if label is None:
            return None
        return BrushChoice("label_style", label.style, (
            ("label_size", label.size), ("label_rotation", label.rotation)))


def text_of(design: Design, ref: NameRef) -> str:
    """The text of a name; "" for one that does not exist yet."""
    if ref.kind == "place":
        place = design.map.place_at.get(ref.hex)
        return place.name if place else ""
    label = label_at(design.map, ref.hex, ref.nth)
    return label.text if label else ""


def _direction(dx: float, dy: float) -> Spot:
    """The nearest of the eight directions, or the middle."""
    if math.hypot(dx, dy) < 0.3:
        return MIDDLE
    return DIRECTIONS[round(math.degrees(math.atan2(dx, -dy)) / 45) % 8]


# Finds the name under the pointer; remembers all positions while the map stays the same.

class NameFinder:
    """The names of a design as they are drawn, on a map rotated by quarter turns."""

    def __init__(self) -> None:
        self._known: tuple[object, object, object, int, Style] | None = None
        self._written: tuple[PlacedName, ...] = ()

    def all(self, design: Design, turn: int) -> tuple[PlacedName, ...]:
        """All names, topmost first."""
        known, style = self._known, map_style.current()
        units = design.scenario.units if design.scenario else None
        if known is None or known[0] is not design.map or known[1] is not design.ruleset or (
                known[2] is not units or known[3:] != (turn, style)):
            self._known = design.map, design.ruleset, units, turn, style
            self._written = placed_names(design, turn, style)
        return self._written

    def at(self, design: Design, point: Point, turn: int) -> PlacedName | None:
        """The name whose letters are at a point, or None."""
        return next((w for w in self.all(design, turn) if w.is_at(point)), None)

    def of(self, design: Design, ref: NameRef, turn: int) -> PlacedName | None:
        """The drawn name of a reference; None if nothing is written."""
        return next((w for w in self.all(design, turn) if w.ref == ref), None)
