"""Aligning the background in the window: the picture lies still, the grid follows the pins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...drawing.viewport import Viewport
from ...hexgrid import Hex, Point
from ...model.background import Alignment, Pin
from ..canvas_mode import CanvasMode, swallow
from ..modifiers import ALT, CONTROL, SHIFT
from ..panning import PAN_PX, wheel
from ..signals import Signal
from .align_marks import AlignMarks
from .aligning import Aligning
from .layer import ScanAlone, to_level_map
from .name_field import NameField
from .pyramid import Pyramid

if TYPE_CHECKING:
    from ..window import Window

_NEAR_PX = 10
_DRAG_PX = 5
_STEP_PX, _FAR_PX = 1, 20
_SEEN_PX = 24
"""The cross hair keeps so far from the rim of the window: the field beside it must be seen, too."""
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class AlignMode:
    """`finish` is called with the pins to be kept, None where it was cancelled; by then the map is back."""

    title = "aligning the background"

    def __init__(self, window: Window, pyramid: Pyramid, alignment: Alignment,
                 finish: Callable[[tuple[Pin, ...] | None], None]) -> None:
        self._w, self._finish = window, finish
        view = self._view = window.view
        frame = alignment.to_map.then(to_level_map(view.geometry).inverse())
        self.aligning = Aligning(replace(view.geometry, turn=0), alignment.pins, frame)
        self._size = pyramid.size
        self.under = ""
        """The number of the hex at the pointer."""
        self.changed = Signal()
        """The pins or what is pointed at are other ones."""
        self._press: tuple[int, int, Hex | None] | None = None
        self._dragging = False
        self._grip: Point = (0.0, 0.0)
        """From the pointer to the middle of what is dragged."""
        window.renderer.alone = ScanAlone(pyramid, frame)
        self._marks = AlignMarks(view, self.aligning)
        self.field = NameField(view.canvas, self._name, self._unpoint)
        self._mode = CanvasMode(view.canvas, "AlignMap", {
            "<Motion>": self._motion, "<Leave>": swallow, "<ButtonPress-1>": self._down,
            "<B1-Motion>": self._drag, "<ButtonRelease-1>": self._up, "<Double-ButtonPress-1>": self._down,
            "<ButtonPress-3>": self._right, "<Button-4>": lambda e: self._wheel(e, 1),
            "<Button-5>": lambda e: self._wheel(e, -1),
            "<MouseWheel>": lambda e: self._wheel(e, 1 if e.delta > 0 else -1),
            "<Return>": self._return, "<KP_Enter>": self._return, "<Escape>": self._escape,
            "<Delete>": self._delete, "<BackSpace>": self._delete, "<Key>": self._other_key,
            "<KeyRelease-space>": swallow, "<FocusIn>": swallow,
            **{f"<{arrow}>": self._arrow for arrow in _ARROWS},
        }, "crosshair")
        view.show_all()
        self._redraw()
        window.session.selected.connect(self._redraw)
        view.moved.connect(self._moved)
        view.canvas.focus_set()

    # -- ending -------------------------------------------------------------------------

    def accept(self) -> None:
        """Keep the pins, if they are enough."""
        if len(self.aligning.pins) < 2:
            self._w.complain("Three pins align a picture, two at least. Click the middle of a printed hex.")
        else:
            self._end(self.aligning.pins)

    def cancel(self) -> None:
        """Forget them."""
        self._end(None)

    def _end(self, pins: tuple[Pin, ...] | None) -> None:
        view = self._view
        self.field.close()
        self._mode.close()
        self._marks.close()
        self._w.session.selected.disconnect(self._redraw)
        view.moved.disconnect(self._moved)
        v = view.viewport
        middle = self.aligning.on_picture(view.to_map(v.width_px // 2, v.height_px // 2))
        self._w.renderer.alone = None
        self._finish(pins)
        alignment = self._w.tracing.alignment
        if alignment is not None:
            # The same place of the picture stays in the middle, as large as it was.
            scale = v.scale * self.aligning.frame.growth / alignment.to_map.growth
            point = view.geometry.turned(alignment.to_map.apply(middle))
            view.look(Viewport(scale, 0.0, 0.0, v.width_px, v.height_px).centred(point))
        view.show_all()
        self._w.overlay.redraw()

    def undo(self) -> bool:
        """Take back the last pin; False where there is none."""
        done = self.aligning.undo()
        self._redraw()
        return done

    def remove(self, hex: Hex | None) -> None:
        """Take the pin of a hex away."""
        self.aligning.remove(hex)
        self._redraw()

    def select(self, hex: Hex | None) -> None:
        """Select a pin, and bring it into sight."""
        self.aligning.selected = hex
        self._marks.crosshair = None
        pin = next((p for p in self.aligning.pins if p.hex == hex), None)
        if pin is not None:
            self._view.reveal(self.aligning.frame.apply(pin.at))
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
        hex = self.aligning.hex_at(point)
        under = "" if hex is None else self.aligning.geometry.grid.number(hex)
        if under != self.under:
            self.under = under
            if self.aligning.pins:
                self._w.say(f"At the pointer: hex {under}" if under else "")
        near = self.aligning.pin_near(point, self._near) is not None
        self._view.canvas.configure(cursor="hand2" if near else "crosshair")
        return "break"

    def _down(self, event: Any) -> str:
        self._view.canvas.focus_set()
        point = self._at(event)
        pin = self.aligning.pin_near(point, self._near)
        # A drag takes a pin along, or the hex of the grid that lies here.
        self._press = (event.x, event.y, pin.hex if pin else self.aligning.hex_at(point))
        self._dragging = False
        self.aligning.selected = pin.hex if pin else None
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
                self.aligning.remember()
            self.aligning.place(hex, self.aligning.on_picture(self._target(event, hex)))
            self._redraw()
        self._dragging = True
        return "break"

    def _target(self, event: Any, hex: Hex) -> Point:
        """Where the middle of a dragged hex goes: it keeps its distance from the pointer."""
        assert self._press is not None
        if not self._dragging:
            centre = self.aligning.in_view(self.aligning.geometry.centre(hex))
            pin = next((p for p in self.aligning.pins if p.hex == hex), None)
            start = self.aligning.frame.apply(pin.at) if pin else centre
            x, y = self._view.to_map(*self._press[:2])
            self._grip = (start[0] - x, start[1] - y)
        x, y = self._at(event)
        return x + self._grip[0], y + self._grip[1]

    def _up(self, event: Any) -> str:
        if self._press is not None and not self._dragging and self.aligning.selected is None:
            self.point_at(self._at(event))
        self._press, self._dragging = None, False
        return "break"

    def _right(self, event: Any) -> str:
        pin = self.aligning.pin_near(self._at(event), self._near)
        if pin is not None:
            self.remove(pin.hex)
        return "break"

    def _wheel(self, event: Any, notches: int) -> str:
        wheel(self._view, event, notches)
        return "break"

    # -- naming -------------------------------------------------------------------------

    def point_at(self, point: Point) -> None:
        """A place of the view was pointed at: ask which hex is printed there."""
        self.aligning.pending = self.aligning.on_picture(point)
        self._marks.crosshair = None
        self._redraw()
        self.field.show(self._spot(point), self.aligning.guess(self.aligning.pending))

    def _spot(self, point: Point) -> Point:
        """A point of the view on the canvas."""
        scale = self._view.viewport.scale
        return point[0] * scale, point[1] * scale

    def _moved(self) -> None:
        if self.aligning.pending is not None:
            self.field.move(self._spot(self.aligning.frame.apply(self.aligning.pending)))

    def _name(self, text: str) -> str:
        try:
            hex = self.aligning.name(text)
        except ValueError as error:
            return str(error)
        self._unpoint()
        # The next click or key sets another pin; this one is not moved by accident.
        self.aligning.selected = None
        self._w.say(f"Hex {self.aligning.geometry.grid.number(hex)} is pinned.")
        self._redraw()
        return ""

    def _unpoint(self) -> None:
        self.aligning.pending = None
        self.field.close()
        self._view.canvas.focus_set()
        self._redraw()

    # -- the keyboard -------------------------------------------------------------------

    def _arrow(self, event: Any) -> str | None:
        if event.state & CONTROL:
            left, top = _ARROWS[event.keysym]
            self._view.pan(left * PAN_PX, top * PAN_PX)
            return "break"
        step = (_FAR_PX if event.state & SHIFT else _STEP_PX) / self._view.viewport.scale
        across, down = _ARROWS[event.keysym]
        dx, dy = across * step, down * step
        if self.aligning.selected is not None:
            self.aligning.nudge(dx, dy)
        else:
            view = self._view.viewport
            x, y = self._marks.crosshair or self._view.to_map(view.width_px // 2, view.height_px // 2)
            self._marks.crosshair = self.aligning.within((x + dx, y + dy), self._size)
            self._show(self._marks.crosshair)
        self._redraw()
        return "break"

    def _show(self, point: Point) -> None:
        # No farther than needed: where the view moves at each key, one aims at what slides away.
        self._view.reveal(point, _SEEN_PX / self._view.viewport.scale)

    def _return(self, _event: Any) -> str:
        if self.aligning.pending is not None and self.field.entry is not None:
            # It was scrolled out of sight; what was pointed at is still to be named.
            self._show(self.aligning.frame.apply(self.aligning.pending))
            self._view.canvas.update_idletasks()
            self.field.entry.focus_set()
        elif self._marks.crosshair is not None:
            self.point_at(self._marks.crosshair)
        else:
            self.accept()
        return "break"

    def _escape(self, _event: Any) -> str:
        if self.aligning.pending is not None:
            self._unpoint()
        elif self.aligning.selected is not None or self._marks.crosshair is not None:
            self.aligning.selected = self._marks.crosshair = None
            self._redraw()
        else:
            self.cancel()
        return "break"

    def _delete(self, _event: Any) -> str:
        self.remove(self.aligning.selected)
        return "break"

    def _other_key(self, event: Any) -> str | None:
        """Keys of tools mean nothing now; those of the menus go on."""
        return None if event.state & (CONTROL | ALT) or event.keysym.startswith("F") else "break"
