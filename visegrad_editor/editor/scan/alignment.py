"""Aligning the background picture: the picture stays still, the grid follows the pins."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from tkinter import ttk
from typing import Any

from ...drawing.viewport import Viewport
from ...hexgrid import Hex, HexGeometry, Point
from ...hexgrid.affine import Affine
from ...model.background import MOST_PINS, Alignment, Pin, align
from ..map.map_mode import CanvasMode, swallow
from ..map.overlay import Overlay
from ..map.pan_gesture import PAN_PX, wheel
from ..map.view import MapView
from ..platforms import held_keys, menu_clicks, wheel_bindings
from ..session import Session
from ..signals import Signal
from ..widgets.keyboard import ALT, CONTROL, SHIFT
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel, show_where_room
from ..window import theme
from .layer import UnplacedScan, to_level_map
from .pyramid import Pyramid

_NEAR_PX = 10
_DRAG_PX = 5
_STEP_PX, _FAR_PX = 1, 20
_SEEN_PX = 24
"""The distance in pixels of the cross hair from the edge of the window, so that its field fits, too."""
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class AlignmentMode:
    """The mode of the map in which the picture is aligned. When the map has been restored, `finish` is called
    with the pins to keep, or None on Cancel; it returns the resulting alignment."""

    title = "aligning the background"

    def __init__(self, session: Session, view: MapView, overlay: Overlay, pyramid: Pyramid,
                 alignment: Alignment, finish: Callable[[tuple[Pin, ...] | None], Alignment | None],
                 say: Callable[[str], None], complain: Callable[[str], None]) -> None:
        self._session, self._view, self._overlay = session, view, overlay
        self._finish, self._say, self._complain = finish, say, complain
        frame = alignment.to_map.then(to_level_map(view.geometry).inverse())
        self.draft = AlignmentDraft(replace(view.geometry, turn=0), alignment.pins, frame)
        self._size = pyramid.size
        self.under = ""
        """The number of the hex at the pointer."""
        self.changed = Signal()
        """Emitted when the pins or the pending point changed."""
        self._press: tuple[int, int, Hex | None] | None = None
        self._dragging = False
        self._grip: Point = (0.0, 0.0)
        """The offset from the pointer to the centre of the dragged hex."""
        view.renderer.unplaced_scan = UnplacedScan(pyramid, frame)
        self._marks = AlignmentMarks(view, self.draft)
        self.field = NameField(view.canvas, self._name, self._unpoint)
        self._mode = CanvasMode(view.canvas, "AlignMap", {
            "<Motion>": self._motion, "<Leave>": swallow, "<ButtonPress-1>": self._down,
            "<B1-Motion>": self._drag, "<ButtonRelease-1>": self._up, "<Double-ButtonPress-1>": self._down,
            **dict.fromkeys(menu_clicks(), self._right),
            **wheel_bindings(self._wheel),
            "<Return>": self._return, "<KP_Enter>": self._return, "<Escape>": self._escape,
            "<Delete>": self._delete, "<BackSpace>": self._delete, "<Key>": self._other_key,
            "<KeyRelease-space>": swallow, "<FocusIn>": swallow,
            **{f"<{arrow}>": self._arrow for arrow in _ARROWS},
        }, "crosshair")
        view.show_all()
        self._redraw()
        session.selected.connect(self._redraw)
        view.moved.connect(self._moved)
        view.canvas.focus_set()

    # -- ending -------------------------------------------------------------------------

    def accept(self) -> None:
        """Keep the pins if there are enough."""
        if len(self.draft.pins) < 2:
            self._complain("A picture needs three pins, or at least two. Click the centre of a printed hex.")
        else:
            self._end(self.draft.pins)

    def cancel(self) -> None:
        """Discard the pins."""
        self._end(None)

    def _end(self, pins: tuple[Pin, ...] | None) -> None:
        view = self._view
        self.field.close()
        self._mode.close()
        self._marks.close()
        self._session.selected.disconnect(self._redraw)
        view.moved.disconnect(self._moved)
        v = view.viewport
        middle = self.draft.on_picture(view.to_map(v.width_px // 2, v.height_px // 2))
        view.renderer.unplaced_scan = None
        alignment = self._finish(pins)
        if alignment is not None:
            # Keep the same point of the picture in the middle, at the same size.
            scale = v.scale * self.draft.frame.growth / alignment.to_map.growth
            point = view.geometry.turned(alignment.to_map.apply(middle))
            view.look(Viewport(scale, 0.0, 0.0, v.width_px, v.height_px).centred(point))
        view.show_all()
        self._overlay.redraw()

    def undo(self) -> bool:
        """Undo the last change of a pin; False if there is none."""
        done = self.draft.undo()
        self._redraw()
        return done

    def redo(self) -> bool:
        """Make the change of a pin again that was undone last; False if there is none."""
        done = self.draft.redo()
        self._redraw()
        return done

    def remove(self, hex: Hex | None) -> None:
        """Remove the pin of a hex."""
        self.draft.remove(hex)
        self._redraw()

    def select(self, hex: Hex | None) -> None:
        """Select a pin and scroll to it."""
        self.draft.selected = hex
        self._marks.crosshair = None
        pin = next((p for p in self.draft.pins if p.hex == hex), None)
        if pin is not None:
            self._view.reveal(self.draft.frame.apply(pin.at))
        self._redraw()

    def _redraw(self) -> None:
        self._view.canvas.delete("overlay")
        self._marks.redraw()
        self.changed.emit()

    # -- the mouse ----------------------------------------------------------------------

    def _at(self, event: Any) -> Point:
        return self._view.to_map(event.x, event.y)

    @property
    def _near(self) -> float:
        return _NEAR_PX / self._view.viewport.scale

    def _motion(self, event: Any) -> str:
        point = self._at(event)
        hex = self.draft.hex_at(point)
        under = "" if hex is None else self.draft.geometry.grid.number(hex)
        if under != self.under:
            self.under = under
            if self.draft.pins:
                self._say(f"At the pointer: hex {under}" if under else "")
        near = self.draft.pin_near(point, self._near) is not None
        self._view.canvas.configure(cursor="hand2" if near else "crosshair")
        return "break"

    def _down(self, event: Any) -> str:
        self._view.canvas.focus_set()
        point = self._at(event)
        pin = self.draft.pin_near(point, self._near)
        # A drag moves a pin, or the hex of the grid at this point.
        self._press = (event.x, event.y, pin.hex if pin else self.draft.hex_at(point))
        self._dragging = False
        self.draft.selected = pin.hex if pin else None
        self._marks.crosshair = None
        self._redraw()
        return "break"

    def _drag(self, event: Any) -> str:
        if self._press is None:
            return "break"
        x, y, hex = self._press
        if not self._dragging and abs(event.x - x) + abs(event.y - y) <= _DRAG_PX:
            return "break"
        if hex is not None:
            if not self._dragging:
                self._unpoint()
                self.draft.remember()
            self.draft.place(hex, self.draft.on_picture(self._target(event, hex)))
            self._redraw()
        self._dragging = True
        return "break"

    def _target(self, event: Any, hex: Hex) -> Point:
        """The new centre of a dragged hex, which keeps its offset from the pointer."""
        assert self._press is not None
        if not self._dragging:
            centre = self.draft.in_view(self.draft.geometry.centre(hex))
            pin = next((p for p in self.draft.pins if p.hex == hex), None)
            start = self.draft.frame.apply(pin.at) if pin else centre
            x, y = self._view.to_map(*self._press[:2])
            self._grip = (start[0] - x, start[1] - y)
        x, y = self._at(event)
        return x + self._grip[0], y + self._grip[1]

    def _up(self, event: Any) -> str:
        if self._press is not None and not self._dragging and self.draft.selected is None:
            self.point_at(self._at(event))
        self._press, self._dragging = None, False
        return "break"

    def _right(self, event: Any) -> str:
        pin = self.draft.pin_near(self._at(event), self._near)
        if pin is not None:
            self.remove(pin.hex)
        return "break"

    def _wheel(self, event: Any, notches: int) -> str:
        wheel(self._view, event, notches)
        return "break"

    # -- naming -------------------------------------------------------------------------

    def point_at(self, point: Point) -> None:
        """Ask which hex is printed at a point of the view."""
        self.draft.pending = self.draft.on_picture(point)
        self._marks.crosshair = None
        self._redraw()
        self.field.show(self._spot(point), self.draft.guess(self.draft.pending))

    def _spot(self, point: Point) -> Point:
        """A point of the view on the canvas."""
        scale = self._view.viewport.scale
        return point[0] * scale, point[1] * scale

    def _moved(self) -> None:
        if self.draft.pending is not None:
            self.field.move(self._spot(self.draft.frame.apply(self.draft.pending)))

    def _name(self, text: str) -> str:
        try:
            hex = self.draft.name(text)
        except ValueError as error:
            return str(error)
        self._unpoint()
        # The next click or key sets another pin; this one is not moved by accident.
        self.draft.selected = None
        self._say(f"Hex {self.draft.geometry.grid.number(hex)} is pinned.")
        self._redraw()
        return ""

    def _unpoint(self) -> None:
        self.draft.pending = None
        self.field.close()
        self._view.canvas.focus_set()
        self._redraw()

    # -- the keyboard -------------------------------------------------------------------

    def _arrow(self, event: Any) -> str | None:
        if held_keys(event.state) & CONTROL:
            left, top = _ARROWS[event.keysym]
            self._view.pan(left * PAN_PX, top * PAN_PX)
            return "break"
        step = (_FAR_PX if held_keys(event.state) & SHIFT else _STEP_PX) / self._view.viewport.scale
        across, down = _ARROWS[event.keysym]
        dx, dy = across * step, down * step
        if self.draft.selected is not None:
            self.draft.nudge(dx, dy)
        else:
            view = self._view.viewport
            x, y = self._marks.crosshair or self._view.to_map(view.width_px // 2, view.height_px // 2)
            self._marks.crosshair = self.draft.within((x + dx, y + dy), self._size)
            self._show(self._marks.crosshair)
        self._redraw()
        return "break"

    def _show(self, point: Point) -> None:
        # Scroll no farther than needed: aiming is hard if the view moves at each key.
        self._view.reveal(point, _SEEN_PX / self._view.viewport.scale)

    def _return(self, _event: Any) -> str:
        if self.draft.pending is not None and self.field.entry is not None:
            # The point was scrolled out of sight but still needs its hex.
            self._show(self.draft.frame.apply(self.draft.pending))
            self._view.canvas.update_idletasks()
            self.field.entry.focus_set()
        elif self._marks.crosshair is not None:
            self.point_at(self._marks.crosshair)
        else:
            self.accept()
        return "break"

    def _escape(self, _event: Any) -> str:
        if self.draft.pending is not None:
            self._unpoint()
        elif self.draft.selected is not None or self._marks.crosshair is not None:
            self.draft.selected = self._marks.crosshair = None
            self._redraw()
        else:
            self.cancel()
        return "break"

    def _delete(self, _event: Any) -> str:
        self.remove(self.draft.selected)
        return "break"

    def _other_key(self, event: Any) -> str | None:
        """Swallow the keys of tools; those of the menus are passed on."""
        held = held_keys(event.state)
        return None if held & (CONTROL | ALT) or event.keysym.startswith("F") else "break"


# The alignment of a picture to the grid while pins are set, moved and removed. No Tk here.
#
# Meanwhile the picture stays still and the grid moves over it. `frame` takes the pixels of the picture to the
# units of the view.

_GOOD = 0.05
"""A pin off by less than this many hexes is as exact as one can click."""


class AlignmentDraft:
    """The pins of one picture, with an undo history."""

    def __init__(self, geometry: HexGeometry, pins: tuple[Pin, ...], frame: Affine) -> None:
        self.geometry = geometry
        self.frame = frame
        self.pins = pins
        self.selected: Hex | None = None
        """The hex of the pin that keys move."""
        self.pending: Point | None = None
        """The pixel of the picture that still needs the number of its hex, or None."""
        self._first = pins
        self._before: list[tuple[Pin, ...]] = []
        self._after: list[tuple[Pin, ...]] = []
        self._cached: tuple[tuple[Pin, ...], Alignment] | None = None

    @property
    def alignment(self) -> Alignment:
        """The alignment of the picture by the pins."""
        if self._cached is None or self._cached[0] is not self.pins:
            # While there are too few pins, the picture lies as it is shown.
            self._cached = (self.pins, align(self.geometry, self.pins, self.frame))
        return self._cached[1]

    @property
    def changed(self) -> bool:
        """Whether the pins differ from the initial ones."""
        return self.pins != self._first

    # -- positions ----------------------------------------------------------------------

    def on_picture(self, point: Point) -> Point:
        """The pixel of the picture at a point of the view."""
        return self.frame.inverse().apply(point)

    def within(self, point: Point, size: tuple[int, int]) -> Point:
        """A point of the view, moved to the edge of a picture of this size if it is outside."""
        x, y = self.on_picture(point)
        return self.frame.apply((min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])))

    def in_view(self, point: Point) -> Point:
        """The point of the view at which a point of the map lies."""
        return self.frame.apply(self.alignment.to_picture.apply(point))

    @property
    def map_to_view(self) -> Affine:
        """The transformation from map units to units of the view."""
        return self.alignment.to_picture.then(self.frame)

    def hex_at(self, point: Point) -> Hex | None:
        """The hex of the grid at a point of the view, or None."""
        return self.geometry.hex_at(*self.alignment.to_map.apply(self.on_picture(point)))

    def guess(self, at: Point) -> str:
        """The number of the hex that is probably at a pixel; "" while there are too few pins."""
        if self.alignment.fit not in ("similar", "affine"):
            return ""
        hex = self.geometry.hex_at(*self.alignment.to_map.apply(at))
        return "" if hex is None else self.geometry.grid.number(hex)

    def pin_near(self, point: Point, within: float) -> Pin | None:
        """The pin nearest to a point of the view, if within this distance; else None."""
        def far(pin: Pin) -> float:
            return math.dist(self.frame.apply(pin.at), point)

        nearest = min(self.pins, key=far, default=None)
        return nearest if nearest is not None and far(nearest) <= within else None

    # -- changing pins ------------------------------------------------------------------

    def complaint(self, text: str) -> str:
        """Why no pin can be set for a typed number; "" if one can."""
        hex = self.geometry.grid.parse(text.strip())
        if hex is None:
            return f"The map has no hex {text.strip() or 'without a number'}."
        if len(self.pins) >= MOST_PINS and all(p.hex != hex for p in self.pins):
            return f"There are already {MOST_PINS} pins; more do not help."
        return ""

    def name(self, text: str) -> Hex:
        """Pin the hex with a number to the pending pixel. Raises ValueError if that is impossible."""
        hex = self.geometry.grid.parse(text.strip())
        if (complaint := self.complaint(text)) or hex is None or self.pending is None:
            raise ValueError(complaint or "First click a point of the picture.")
        self.put(hex, self.pending)
        self.pending = None
        return hex

    def put(self, hex: Hex, at: Point) -> None:
        """Pin a hex to a pixel of the picture, replacing its old pin."""
        self.remember()
        self.place(hex, at)

    def place(self, hex: Hex, at: Point) -> None:
        """Pin a hex to a pixel without an undo step, while a pin is dragged."""
        pin = Pin(hex, at)
        known = [p.hex for p in self.pins]
        if hex in known:
            i = known.index(hex)
            self.pins = (*self.pins[:i], pin, *self.pins[i + 1:])
        else:
            self.pins = (*self.pins, pin)
        self.selected = hex

    def nudge(self, dx: float, dy: float) -> bool:
        """Move the selected pin by units of the view; False if none is selected."""
        pin = next((p for p in self.pins if p.hex == self.selected), None)
        if pin is None:
            return False
        x, y = self.frame.apply(pin.at)
        self.put(pin.hex, self.on_picture((x + dx, y + dy)))
        return True

    def remove(self, hex: Hex | None) -> bool:
        """Remove the pin of a hex; False if it has none."""
        left = tuple(p for p in self.pins if p.hex != hex)
        if len(left) == len(self.pins):
            return False
        self.remember()
        self.pins = left
        if self.selected == hex:
            self.selected = None
        return True

    def remember(self) -> None:
        """Begin an undo step."""
        self._before.append(self.pins)
        self._after.clear()

    def undo(self) -> bool:
        """Undo the last change; False if there is none."""
        return self._go(self._before, self._after)

    def redo(self) -> bool:
        """Make the change again that was undone last; False if there is none."""
        return self._go(self._after, self._before)

    def _go(self, source: list[tuple[Pin, ...]], target: list[tuple[Pin, ...]]) -> bool:
        if not source:
            return False
        target.append(self.pins)
        self.pins = source.pop()
        if all(p.hex != self.selected for p in self.pins):
            self.selected = None
        return True

    # -- texts --------------------------------------------------------------------------

    def guidance(self) -> str:
        """What to do next."""
        if self.pending is not None:
            return "Which hex is at the mark? Type its number."
        count = len(self.pins)
        if count < 3:
            where = ("the centre of a printed hex", "the centre of a second one, far from the first",
                     "the centre of a third one, far to the side of both")[count]
            return f"Click {where}, and type its number."
        if not self.alignment.checked:
            return ("Check along the edges: where the grid is off, drag a hex of it to where it is printed. "
                    "A fourth pin shows how exact the others are.")
        return "Drag any hex that is still off to where it is printed, or accept."

    def verdict(self) -> str:
        """How well the pins agree, as a sentence."""
        count = len(self.pins)
        if count < 2:
            return "Not aligned yet."
        if not self.alignment.checked:
            return f"{count} pins; one more would check them."
        worst = self.alignment.worst
        how = "exact" if worst < _GOOD else "good" if worst < 2 * _GOOD else "rough"
        pixels = max(map(self.alignment.off_pixels, self.pins))
        return f"{count} pins, off by at most {worst:.2f} hexes ({pixels:.1f} pixels): {how}."

    def rows(self) -> list[tuple[str, str, str]]:
        """For each pin its hex, and how far it is off in hexes and in pixels; – if unknown."""
        number, alignment = self.geometry.grid.number, self.alignment
        if not alignment.checked:
            return [(number(p.hex), "–", "–") for p in self.pins]
        return [(number(p.hex), f"{alignment.off(p):.2f}", f"{alignment.off_pixels(p):.1f}")
                for p in self.pins]


# The marks over a picture that is being aligned: the grid, the pins, the pending point.

TAG = "align"
_GRID, _DARK, _PIN, _CHOSEN = "#e0007a", "#ffffff", "#1550c0", "#d9480f"
_MOST_DRAWN = 2600
"""With more visible hexes, only the outline of the map is drawn."""
_NUMBERS_PX = 34
"""Hexes wider than this show their numbers."""
_ARM = 9


class AlignmentMarks:
    """Draws on the canvas of a map view; call `redraw` after every change."""

    def __init__(self, view: MapView, draft: AlignmentDraft) -> None:
        self._view, self._draft = view, draft
        self.crosshair: Point | None = None
        """The cross hair moved with keys, in units of the view, or None."""
        view.moved.connect(self.redraw)

    def close(self) -> None:
        """Remove everything."""
        self._view.moved.disconnect(self.redraw)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything again."""
        self._view.canvas.delete(TAG)
        self._grid()
        self._pins()
        draft = self._draft
        if draft.pending is not None:
            self._cross(draft.frame.apply(draft.pending), _CHOSEN, 3)
        elif self.crosshair is not None:
            self._cross(self.crosshair, _CHOSEN, 2)

    # -- the grid -----------------------------------------------------------------------

    def _grid(self) -> None:
        draft, canvas = self._draft, self._view.canvas
        geometry, to_view = draft.geometry, draft.map_to_view
        width = self._view.viewport.scale * to_view.growth * math.sqrt(3)
        hexes = self._in_sight()
        if hexes is None:
            left, top, right, bottom = geometry.bounds()
            corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
            canvas.create_line(self._flat(map(to_view.apply, corners)), fill=_GRID, width=2, tags=(TAG,))
            return
        scale, numbers = self._view.viewport.scale, width > _NUMBERS_PX
        offsets = [geometry.corner_offset(i) for i in range(6)]
        a, b, d, e = to_view.a * scale, to_view.b * scale, to_view.d * scale, to_view.e * scale
        around = [(a * x + b * y, d * x + e * y) for x, y in offsets]
        pinned = {p.hex for p in draft.pins}
        for hex in hexes:
            cx, cy = to_view.apply(geometry.centre(hex))
            cx, cy = cx * scale, cy * scale
            canvas.create_polygon([v for x, y in around for v in (cx + x, cy + y)], fill="", outline=_GRID,
                                  tags=(TAG,))
            if numbers:
                canvas.create_line(cx - 3, cy, cx + 4, cy, fill=_GRID, tags=(TAG,))
                canvas.create_line(cx, cy - 3, cx, cy + 4, fill=_GRID, tags=(TAG,))
                if hex not in pinned:
                    canvas.create_text(cx, cy - 5, text=geometry.grid.number(hex), anchor="s", fill=_GRID,
                                       font="VeSmall", tags=(TAG,))

    def _in_sight(self) -> list[Hex] | None:
        """The visible hexes; None if they are too many to draw."""
        draft, v = self._draft, self._view.viewport
        geometry = draft.geometry
        back = draft.map_to_view.inverse()
        left, top, right, bottom = v.box
        corners = [geometry.nearest(*back.apply(p)) for p in (
            (left, top), (right, top), (right, bottom), (left, bottom))]
        grid = geometry.grid
        columns = range(max(0, min(h.col for h in corners) - 1),
                        min(grid.columns, max(h.col for h in corners) + 2))
        rows = range(max(0, min(h.row for h in corners) - 1), min(grid.rows, max(h.row for h in corners) + 2))
        if len(columns) * len(rows) > _MOST_DRAWN:
            return None
        return [Hex(c, r) for r in rows for c in columns]

    # -- pins ---------------------------------------------------------------------------

    def _pins(self) -> None:
        draft, canvas = self._draft, self._view.canvas
        number = draft.geometry.grid.number
        for pin in draft.pins:
            colour = _CHOSEN if pin.hex == draft.selected else _PIN
            here = draft.frame.apply(pin.at)
            there = draft.in_view(draft.geometry.centre(pin.hex))
            canvas.create_line(self._flat((here, there)), fill=colour, width=2, tags=(TAG,))
            self._cross(here, colour, 2)
            x, y = self._xy(here)
            text = canvas.create_text(x + _ARM + 5, y - _ARM - 2, text=number(pin.hex), anchor="w",
                                      fill=_DARK, font="VeSection", tags=(TAG,))
            x0, y0, x1, y1 = canvas.bbox(text)
            box = canvas.create_rectangle(x0 - 4, y0 - 2, x1 + 4, y1 + 2, fill=colour, outline=_DARK,
                                          tags=(TAG,))
            canvas.tag_lower(box, text)

    def _cross(self, at: Point, colour: str, width: int) -> None:
        x, y = self._xy(at)
        canvas = self._view.canvas
        for tint, more in ((_DARK, 2), (colour, 0)):
            canvas.create_line(x - _ARM, y, x + _ARM + 1, y, fill=tint, width=width + more, tags=(TAG,))
            canvas.create_line(x, y - _ARM, x, y + _ARM + 1, fill=tint, width=width + more, tags=(TAG,))
            canvas.create_oval(x - 6, y - 6, x + 6, y + 6, outline=tint, width=width + more - 1, tags=(TAG,))

    def _xy(self, point: Point) -> Point:
        scale = self._view.viewport.scale
        return point[0] * scale, point[1] * scale

    def _flat(self, points: Iterator[Point] | tuple[Point, ...]) -> list[float]:
        return [v for p in points for v in self._xy(p)]


# The page of the Background panel for aligning: what to do next, the pins, how well they agree.

class AlignmentPage(ttk.Frame):
    """Shows the state of an alignment mode; the work itself is done on the map."""

    def __init__(self, parent: tk.Misc, mode: AlignmentMode) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(10))
        self._mode = mode
        self._filling = False
        ttk.Label(self, text="Align the background", style="Title.TLabel").pack(anchor="w")
        self._guidance = WrappedLabel(self)
        self._guidance.pack(fill="x", pady=(theme.px(4), theme.px(6)))
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.pack(side="bottom", fill="x", pady=(theme.px(8), 0))
        self.accept = ttk.Button(foot, text="Accept", style="Accent.TButton", command=mode.accept)
        self.accept.pack(side="right")
        Tooltip(self.accept, "Keep the pins  (Enter on the map)")
        cancel = ttk.Button(foot, text="Cancel", command=mode.cancel)
        cancel.pack(side="right", padx=theme.px(8))
        Tooltip(cancel, "Leave the picture as it was  (Esc)")
        self._verdict = WrappedLabel(self)
        self._verdict.pack(side="bottom", fill="x", pady=(theme.px(6), 0))
        self._warning = WrappedLabel(self, style="Error.TLabel")
        self._warning.pack(side="bottom", fill="x")
        self.tree = self._table()
        self.tree.pack(fill="both", expand=True)
        show_where_room(self, WrappedLabel(self, style="Quiet.TLabel", text=(
            "Keys: arrows move the selected pin, or a cross hair if none is selected, and with Shift by 20 "
            "pixels; Enter pins at the cross hair, Del removes a pin, Ctrl+Z undoes, Ctrl+Y redoes.")),
            theme.px(6))
        mode.changed.connect(self.follow)
        self.follow()

    def _table(self) -> ttk.Treeview:
        mode = self._mode
        tree = ttk.Treeview(self, columns=("hex", "hexes", "pixels"), show="headings", height=4,
                            selectmode="browse")
        for column, text, width in (
                ("hex", "Hex", 70), ("hexes", "Off by hexes", 90), ("pixels", "Pixels", 70)):
            tree.heading(column, text=text, anchor="w" if column == "hex" else "e")
            tree.column(column, width=theme.px(width), anchor="w" if column == "hex" else "e")
        tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        tree.bind("<Delete>", lambda _e: mode.remove(mode.draft.selected))
        tree.bind("<Return>", lambda _e: mode.accept())
        tree.bind("<Escape>", lambda _e: mode.cancel())
        return tree

    def follow(self) -> None:
        """Show the present pins."""
        draft = self._mode.draft
        self._guidance.configure(text=draft.guidance())
        self._verdict.configure(text=draft.verdict())
        self._warning.configure(text="\n".join(draft.alignment.warnings()))
        self.accept.state(["!disabled" if len(draft.pins) > 1 else "disabled"])
        self._filling = True
        rows = draft.rows()
        for gone in set(self.tree.get_children()) - {r[0] for r in rows}:
            self.tree.delete(gone)
        for place, row in enumerate(rows):
            if self.tree.exists(row[0]):
                self.tree.item(row[0], values=row)
            else:
                self.tree.insert("", place, row[0], values=row)
                self.tree.see(row[0])
        selected = draft.selected
        chosen = draft.geometry.grid.number(selected) if selected is not None else ""
        wanted = (chosen,) if chosen and self.tree.exists(chosen) else ()
        if self.tree.selection() != wanted:
            self.tree.selection_set(wanted)
        self.after_idle(self._filled)

    def _filled(self) -> None:
        self._filling = False

    def _chosen(self) -> None:
        if not self._filling and self.tree.selection():
            self._mode.select(self._mode.draft.geometry.grid.parse(self.tree.selection()[0]))


# A small field on the map that asks which hex is there.

FIELD_TAG = "name-field"


class NameField:
    """A field on a canvas. `accept` gets the typed text and returns a complaint, or "" to close the field;
    `drop` is called on Escape."""

    def __init__(self, canvas: tk.Canvas, accept: Callable[[str], str], drop: Callable[[], None]) -> None:
        self._canvas, self._accept, self._drop = canvas, accept, drop
        self._frame: ttk.Frame | None = None
        self.entry: ttk.Entry | None = None
        self._wrong: ttk.Label | None = None

    @property
    def open(self) -> bool:
        """Whether the field is shown."""
        return self._frame is not None

    def show(self, at: Point, text: str) -> None:
        """Show the field beside a point in canvas coordinates, with a text to accept or overwrite."""
        self.close()
        frame = self._frame = ttk.Frame(self._canvas, style="Card.TFrame", padding=theme.px(6))
        ttk.Label(frame, text="Which hex?").grid(row=0, column=0, padx=(0, theme.px(6)))
        entry = self.entry = ttk.Entry(frame, width=8)
        entry.insert(0, text)
        entry.select_range(0, "end")
        entry.grid(row=0, column=1)
        self._wrong = ttk.Label(frame, style="Error.TLabel", wraplength=theme.px(170))
        for key in ("<Return>", "<KP_Enter>"):
            entry.bind(key, self._return)
        entry.bind("<Escape>", self._escape)
        frame.update_idletasks()
        self._canvas.create_window(0.0, 0.0, window=frame, anchor="w", tags=(FIELD_TAG,))
        self.move(at)
        entry.focus_set()

    def move(self, at: Point) -> None:
        """Move the field beside another point, on the side with room."""
        if self._frame is None:
            return
        x, y = at
        right = self._canvas.canvasx(self._canvas.winfo_width())
        width, gap = self._frame.winfo_reqwidth(), theme.px(16)
        if x + gap + width > right:
            x -= 2 * gap + width
        self._canvas.coords(FIELD_TAG, x + gap, y)

    def close(self) -> None:
        """Close the field."""
        self._canvas.delete(FIELD_TAG)
        if self._frame is not None:
            self._frame.destroy()
        self._frame = self.entry = self._wrong = None

    def _return(self, _event: object) -> str:
        assert self.entry is not None
        if complaint := self._accept(self.entry.get()):
            assert self._wrong is not None
            self._wrong.configure(text=complaint)
            self._wrong.grid(row=1, column=0, columnspan=2, sticky="w", pady=(theme.px(4), 0))
            self.entry.select_range(0, "end")
        return "break"

    def _escape(self, _event: object) -> str:
        self._drop()
        return "break"
