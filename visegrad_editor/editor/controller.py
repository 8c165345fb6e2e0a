"""The mouse and the keyboard on the map: they drive the tool, the hex cursor, panning and zooming."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..hexgrid import Hex, Point
from ..model.region import Fragment
from .canvas_view import MapView
from .keyboard_focus import focused
from .overlay import Overlay
from .panning import PAN_PX, Panning
from .session import Session
from .signals import Signal
from .tools import (
    Edit,
    PanTool,
    PasteTool,
    PlaceCounterTool,
    Pointer,
    Preview,
    RegionTool,
    SelectTool,
    Tool,
    pointer_at,
)
from .tools.terrain import palette_countries

_SHIFT, _CONTROL = 0x1, 0x4
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class MapController:
    """Binds a map view's canvas. `menu` is asked to pop up the context menu at a screen place."""

    def __init__(self, view: MapView, overlay: Overlay, session: Session, tools: dict[str, Tool],
                 menu: Callable[[int, int], None]) -> None:
        self.view, self.overlay, self.session, self.tools = view, overlay, session, tools
        self.tool = tools["select"]
        self.tool_changed = Signal()
        self.pointed = Signal()
        """The pointer or the key cursor is at another hex, or the preview's words changed."""
        self.hex: Hex | None = None
        self.opened = Signal()
        """A hex was double-clicked with the select tool."""
        self.words = ""
        self.cursor: Hex | None = None
        self._by_keys = False
        """The key cursor was moved with keys last, so it is shown."""
        self._side = 0
        self._menu = menu
        self.tell: Callable[[str], None] = lambda _text: None
        """Says a sentence to the user."""
        self._panning = Panning(view, lambda: self.tool.cursor, self.apply_at_cursor)
        self._last = Pointer((0.0, 0.0), None, None)
        self._before = "select"
        """The tool to go back to after pasting."""
        self._bind()
        session.changed.connect(self._design_changed)
        session.selected.connect(lambda: self.overlay.select(self.session.hex))
        session.region_changed.connect(lambda: self.overlay.region(self.session.region))

    def _bind(self) -> None:
        canvas = self.view.canvas
        bind = canvas.bind
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
        for arrow in _ARROWS:
            bind(f"<{arrow}>", self._arrow)
            bind(f"<Shift-{arrow}>", self._arrow)
            bind(f"<Control-{arrow}>", self._arrow_pan)
        for key in ("<Return>", "<KP_Enter>"):
            bind(key, lambda e: self.apply_at_cursor(bool(e.state & _SHIFT), bool(e.state & _CONTROL)))
        for key in "rRmM":
            bind(f"<Key-{key}>", self._turn_piece)
        for key in ("<Control-bracketleft>", "<Control-bracketright>"):
            # Keys of the menu: they do not choose a hexside.
            bind(key, lambda _e: None)
        bind("<bracketleft>", lambda _e: self._turn_side(-1))
        bind("<bracketright>", lambda _e: self._turn_side(1))
        for digit in range(1, 10):
            bind(f"<Key-{digit}>", lambda _e, n=digit: self._choose(n))  # type: ignore[misc]
        bind("<FocusIn>", lambda _e: self._show_cursor())
        bind("<FocusOut>", lambda _e: self.overlay.cursor(None))

    # -- tools --------------------------------------------------------------------------

    def use(self, id: str) -> None:
        """Take up another tool."""
        self.tool.cancel()
        if not isinstance(self.tool, PasteTool):
            self._before = self.tool.id
        self.tool = self.tools[id]
        self.view.canvas.configure(cursor=self.tool.cursor)
        self._update_preview(self._last)
        self.tool_changed.emit()

    def cancel(self) -> None:
        """Forget the stroke; without one, the selected hexes; at last go back to the select tool."""
        if self.tool.active:
            self.tool.cancel()
            self._update_preview(self._last)
        elif isinstance(self.tool, PasteTool):
            self.use(self._before)
        elif isinstance(self.tool, RegionTool) and self.session.region:
            self.session.select_region(())
        elif self.tool.id != "select":
            self.use("select")
        else:
            self.session.select(None)

    def _design_changed(self) -> None:
        hex = self.hex
        if hex is not None and hex not in self.session.design.map.grid:
            self.hex = None
        if self.cursor is not None and self.cursor not in self.session.design.map.grid:
            self.cursor = None
            self.overlay.cursor(None)
        self._update_preview(self._last)

    # -- the pointer --------------------------------------------------------------------

    def _pointer(self, event: Any) -> Pointer:
        point = self.view.to_map(event.x, event.y)
        near = min(0.45, max(0.2, 7 / self.view.viewport.scale))
        return pointer_at(self.session.design, point, shift=bool(event.state & _SHIFT),
                          control=bool(event.state & _CONTROL), near=near)

    def _motion(self, event: Any) -> None:
        self._point(self._pointer(event))

    def _point(self, at: Pointer) -> None:
        self._last = at
        if at.hex != self.hex:
            self.hex = at.hex
            self.overlay.hover(at.hex)
            self.pointed.emit()
        self._update_preview(at)

    def _update_preview(self, at: Pointer) -> None:
        preview = self.tool.preview(self.session.design, at)
        if locked := self.session.layers.warning(self.tool.id):
            preview = Preview(text=locked)
        self.overlay.preview(preview, at.point)
        if preview.text != self.words:
            self.words = preview.text
            self.pointed.emit()

    def _leave(self, _event: Any) -> None:
        if not self.tool.active:
            self._point(Pointer((-99.0, -99.0), None, None))

    def _press(self, event: Any) -> None:
        self.view.canvas.focus_set()
        if self._panning.space or isinstance(self.tool, PanTool):
            self._panning.start(event)
            return
        at = self._pointer(event)
        self.put_cursor(at.hex)
        self._take_selection()
        self.tool.press(self.session.design, at)
        self._point(at)

    def _double(self, event: Any) -> None:
        if isinstance(self.tool, SelectTool) and not self._panning.space:
            self.opened.emit()
        else:
            self._press(event)

    def _drag(self, event: Any) -> None:
        if self._panning.on:
            self._panning.move(event)
            return
        at = self._pointer(event)
        self.tool.drag(self.session.design, at)
        self._point(at)

    def _release(self, event: Any) -> None:
        if self._panning.on:
            self._panning.end(event)
            return
        at = self._pointer(event)
        self._finish(at)
        self._point(at)

    def _finish(self, at: Pointer) -> None:
        made = self.tool.release(self.session.design, at)
        self.session.perform(made)
        if isinstance(made, Edit) and made.notes:
            self.tell(" ".join(made.notes))
        if isinstance(self.tool, SelectTool):
            self.session.select(self.tool.hex, self.tool.units)
        elif isinstance(self.tool, RegionTool | PasteTool):
            return
        elif isinstance(self.tool, PlaceCounterTool) and isinstance(made, Edit):
            self.session.select(at.hex, (self.session.brush.unit,))
            self.tell(f"{made.label}. Shift+click places more than one.")
            if not at.shift:
                # What is chosen next in a list is looked at, not placed.
                self.use("select")
        elif at.hex is not None:
            self.session.select(at.hex)

    def _take_selection(self) -> None:
        """The select tool goes on from what the panels have selected."""
        if isinstance(self.tool, SelectTool):
            self.tool.hex, self.tool.units = self.session.hex, self.session.units

    def _right(self, event: Any) -> None:
        self.view.canvas.focus_set()
        at = self._pointer(event)
        if isinstance(self.tool, SelectTool | PanTool):
            if at.hex is not None:
                stack = SelectTool.stack(self.session.design, at.hex)
                keep = tuple(k for k in self.session.units if k in stack)
                self.session.select(at.hex, keep or stack[-1:])
            self._menu(event.x_root, event.y_root)
        elif self.tool.has_menu:
            self._menu(event.x_root, event.y_root)
        elif (picked := self.tool.pick(self.session.design, at)) is not None:
            self.session.choose(**{picked.field: picked.value})
            self._update_preview(at)

    def stroke_so_far(self) -> Edit | None:
        """What the stroke that is being drawn has made by now."""
        return self.tool.so_far(self.session.design, self._last)

    # -- counters dragged from a list ---------------------------------------------------

    def hover(self, at: Pointer) -> None:
        """Show what the tool would do here, without the pointer's own events."""
        self._point(at)

    def click(self, at: Pointer) -> None:
        """Use the tool here."""
        self.tool.press(self.session.design, at)
        self._finish(at)

    def _wheel(self, event: Any, notches: int) -> None:
        self._panning.wheel(event, notches)
        self._point(self._pointer(event))

    # -- the keyboard -------------------------------------------------------------------

    def go_to(self, hex: Hex, flash: bool = False) -> None:
        """Bring a hex into sight and put the key cursor there; a flash shows the place by itself."""
        self.cursor, self._by_keys = hex, not flash
        self.view.reveal(self.session.design.map.geometry.centre(hex), 3.0)
        self._show_cursor()
        if flash:
            self.overlay.flash([hex])

    def put_cursor(self, hex: Hex | None) -> None:
        """The mouse was used at a hex: the keys go on from there, and no mark is left behind."""
        self._by_keys = False
        self.cursor = hex or self.cursor
        self.overlay.cursor(None)

    def forget(self) -> None:
        """Forget the hexes of the pointer and of the keys, and what is marked of them."""
        self.hex = self.cursor = None
        self._by_keys = False
        self.overlay.cursor(None)
        self.overlay.hover(None)
        self.overlay.flash(())

    def _show_cursor(self) -> None:
        here = self._by_keys and focused(self.view.canvas) is self.view.canvas
        self.overlay.cursor(self.cursor if here else None)

    def _start_hex(self) -> Hex | None:
        """Where the key cursor begins: the selection, the pointer, or the middle of the view."""
        design = self.session.design
        v = self.view.viewport
        x, y = self.view.to_map(v.width_px // 2, v.height_px // 2)
        nearest = design.map.geometry.nearest(x, y)
        grid = design.map.grid
        inside = Hex(min(max(nearest.col, 0), grid.columns - 1), min(max(nearest.row, 0), grid.rows - 1))
        return self.session.hex or self.hex or inside

    def _arrow(self, event: Any) -> str:
        grid = self.session.design.map.grid
        here, self._by_keys = self.cursor, True
        if here is None:
            self.cursor = self._start_hex()
        else:
            dx, dy = _ARROWS[event.keysym]
            for _ in range(self.view.geometry.turn):
                # What is to the right on the screen lies elsewhere on a map that is seen turned.
                dx, dy = dy, -dx
            there = Hex(here.col + dx, here.row + dy)
            if there not in grid:
                return "break"
            self.cursor = there
            if event.state & _SHIFT and not isinstance(self.tool, PanTool):
                self._stroke(here, there)
        if self.cursor is not None:
            centre = self.session.design.map.geometry.centre(self.cursor)
            self.view.reveal(centre)
            at = self._at(self.cursor)
            if isinstance(self.tool, SelectTool) and self.tool.active:
                self.tool.drag(self.session.design, at)
            self._point(at)
        self._show_cursor()
        return "break"

    def _arrow_pan(self, event: Any) -> str:
        dx, dy = _ARROWS[event.keysym]
        self.view.pan(dx * PAN_PX, dy * PAN_PX)
        return "break"

    def _at(self, hex: Hex, shift: bool = False, control: bool = False) -> Pointer:
        """The pointer the key cursor stands for: a hex, and the side chosen with [ and ]."""
        map = self.session.design.map
        side = map.grid.side(hex, self._side)
        if self.tool.id == "hexside":
            middle, centre = map.geometry.side_middle(side), map.geometry.centre(hex)
            point: Point = (centre[0] * 0.1 + middle[0] * 0.9, centre[1] * 0.1 + middle[1] * 0.9)
        else:
            point = map.geometry.centre(hex)
        return Pointer(point, hex, side, shift, control)

    def _choose(self, n: int) -> None:
        """A digit: the nth kind of what the tool draws, in the palette's order."""
        design = self.session.design
        rules = design.ruleset
        ids = {
            "terrain": [k.id for k in rules.terrain], "hexside": [k.id for k in rules.hexsides],
            "road": [k.id for k in rules.roads], "feature": [k.id for k in rules.features],
            "country": palette_countries(design),
        }.get(self.tool.id, [])
        if n <= len(ids):
            self.session.choose(**{self.tool.id: ids[n - 1]})
            self._update_preview(self._last)

    def _turn_side(self, by: int) -> None:
        if self.cursor is not None:
            self._side = (self._side + by) % 6
            self._point(self._at(self.cursor))

    def _turn_piece(self, event: Any) -> str | None:
        """R and M turn and mirror what is pasted; for other tools they are keys like any."""
        if not isinstance(self.tool, PasteTool):
            return None
        if event.keysym in "rR":
            self.tool.turn(-1 if event.state & _SHIFT else 1)
        else:
            self.tool.mirror("down" if event.state & _SHIFT else "across")
        self.refresh()
        return "break"

    def carry(self, piece: Fragment) -> None:
        """Let a piece of map hang at the pointer, to be put down."""
        self.session.brush.piece = piece
        self.use("paste")
        self.view.canvas.focus_set()

    def refresh(self) -> None:
        """Show again what the tool would do: what it does it with has changed."""
        self._update_preview(self._last)

    def apply_at_cursor(self, shift: bool = False, control: bool = False) -> None:
        """Use the tool at the key cursor, as a click would.

        The select tool takes the counter up, the arrows carry it, and the next time it is put down.
        """
        self._by_keys = True
        if self.cursor is None:
            self.cursor = self._start_hex()
            self._show_cursor()
            return
        at = self._at(self.cursor, shift, control)
        carries = isinstance(self.tool, SelectTool) and self.tool.active
        if not carries:
            self._take_selection()
            self.tool.press(self.session.design, at)
        before = self.session.design
        self._finish(at)
        if isinstance(self.tool, SelectTool) and self.session.design is before and self.tool.units:
            self.tool.press(self.session.design, at)
        self._point(at)

    def _stroke(self, here: Hex, there: Hex) -> None:
        """Shift and an arrow: a short stroke from hex to hex."""
        if isinstance(self.tool, RegionTool):
            self.session.perform(self.tool.extend(self.session.design, here, there))
            return
        if isinstance(self.tool, SelectTool):
            self._take_selection()
        self.tool.press(self.session.design, self._at(here))
        self.tool.drag(self.session.design, self._at(there))
        self._finish(self._at(there))
