"""The mouse on the map: its buttons and its wheel drive the tool in hand, panning and zooming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .modifiers import CONTROL, SHIFT
from .panning import Panning, wheel
from .tools import PanTool, Pointer, SelectTool, pointer_at

if TYPE_CHECKING:
    from .controller import MapController

_NEAR_PX = 7
"""So near a corner or a hexside the pointer is at it, where the hex has room for that."""


class MapMouse:
    """Binds the canvas of a controller's map view."""

    def __init__(self, controller: MapController) -> None:
        self._c = controller
        self._panning = Panning(controller.view, lambda: controller.tool.cursor, controller.keys.apply)
        bind = controller.view.canvas.bind
        bind("<Motion>", self._motion)
        bind("<Leave>", self._leave)
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", self._release)
        bind("<Double-ButtonPress-1>", self._double)
        bind("<ButtonPress-3>", self._right)
        bind("<Button-4>", lambda e: self._wheel(e, 1))
        bind("<Button-5>", lambda e: self._wheel(e, -1))
        bind("<MouseWheel>", lambda e: self._wheel(e, 1 if e.delta > 0 else -1))

    def _pointer(self, event: Any) -> Pointer:
        view = self._c.view
        near = min(0.45, max(0.2, _NEAR_PX / view.viewport.scale))
        return pointer_at(self._c.session.design, view.to_map(event.x, event.y),
                          shift=bool(event.state & SHIFT), control=bool(event.state & CONTROL), near=near,
                          turn=view.geometry.turn)

    def _motion(self, event: Any) -> None:
        self._c.hover(self._pointer(event))
        self._c.fan.rest(event.x, event.y)

    def _leave(self, _event: Any) -> None:
        self._c.fan.hold()
        if not self._c.tool.active:
            self._c.hover(Pointer((-99.0, -99.0), None, None), over=False)

    def _press(self, event: Any) -> None:
        c = self._c
        c.fan.hold()
        c.view.canvas.focus_set()
        if self._panning.space or isinstance(c.tool, PanTool):
            self._panning.start(event)
            return
        at = self._pointer(event)
        c.put_cursor(at.hex)
        c.take_selection()
        c.held = True
        c.press(at)
        c.hover(at)

    def _double(self, event: Any) -> None:
        if isinstance(self._c.tool, SelectTool) and not self._panning.space:
            self._c.opened.emit()
        else:
            self._press(event)

    def _drag(self, event: Any) -> None:
        if self._panning.on:
            self._panning.move(event)
            return
        c, at = self._c, self._pointer(event)
        # A counter that was taken from a fanned stack is held since then.
        c.held = c.held or c.tool.active
        c.tool.drag(c.session.design, at)
        c.hover(at)

    def _release(self, event: Any) -> None:
        if self._panning.on:
            self._panning.end(event)
            return
        c, at = self._c, self._pointer(event)
        if c.held or c.tool.active:
            c.held = False
            c.finish(at)
        c.hover(at)

    def _right(self, event: Any) -> None:
        c = self._c
        if c.held:
            # What it took up would change the hexes that are drawn already.
            return
        c.view.canvas.focus_set()
        at = self._pointer(event)
        if isinstance(c.tool, SelectTool | PanTool):
            if at.hex is not None:
                c.select_for_menu(at.hex)
            c.menu(event.x_root, event.y_root)
        elif c.tool.has_menu:
            c.menu(event.x_root, event.y_root)
        elif (picked := c.tool.pick(c.session.design, at)) is not None:
            c.session.perform(picked)
            c.hover(at)

    def _wheel(self, event: Any, notches: int) -> None:
        wheel(self._c.view, event, notches)
        self._c.hover(self._pointer(event))
