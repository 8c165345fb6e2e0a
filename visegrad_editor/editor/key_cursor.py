"""The keyboard on the map: a cursor that stands in a hex, and uses the tool there."""

from __future__ import annotations

from contextlib import suppress
from tkinter import TclError
from typing import TYPE_CHECKING, Any

from ..hexgrid import Hex
from .keyboard_focus import focused
from .modifiers import CONTROL, SHIFT
from .palette_kinds import field_of, kinds_of, place_of
from .panning import PAN_PX
from .tools import PanTool, PasteTool, Pointer, RegionTool, SelectTool

if TYPE_CHECKING:
    from .controller import MapController

_ANY_KEY = "VisegradAnyKey"
"""What the map's canvas is bound to before all else: any key that is pressed there."""
_HELD_MS = 250
"""Ctrl is held where it is down so long without another key."""
_SOON_MS = 900
"""Within this time the same digit again goes on from the first."""
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class KeyCursor:
    """The hex cursor of a map, moved with the arrows and used with Return.

    `hex` is where it stands; it follows the mouse, and is drawn only while keys are used.
    """

    def __init__(self, controller: MapController) -> None:
        self._c = controller
        self.hex: Hex | None = None
        self._shown = False
        """It was moved with keys last."""
        self._turned = 0
        """How often [ and ] turned its aim: to another hexside, for instance."""
        self._aimed = False
        """It was moved or turned with keys since the tool was used last."""
        self._digit = "", -1, 0, 0
        """The tool, the digit pressed last, when, and how often by then."""
        self._waiting = ""
        """The timer that counts Ctrl as held."""
        self._bind()

    def _bind(self) -> None:
        bind = self._c.view.canvas.bind
        for arrow in _ARROWS:
            bind(f"<{arrow}>", self._arrow)
            bind(f"<Shift-{arrow}>", self._arrow)
            bind(f"<Control-{arrow}>", self._arrow_pan)
        for key in ("<Return>", "<KP_Enter>"):
            bind(key, lambda e: self.apply(bool(e.state & SHIFT), bool(e.state & CONTROL)))
        for key in "rRmM":
            bind(f"<Key-{key}>", self._turn_piece)
        for key in ("<Control-bracketleft>", "<Control-bracketright>"):
            # Keys of the menu: they do not choose a hexside.
            bind(key, lambda _e: None)
        bind("<bracketleft>", lambda _e: self._turn_aim(-1))
        bind("<bracketright>", lambda _e: self._turn_aim(1))
        for key in ("<Menu>", "<App>", "<Shift-F10>"):
            with suppress(TclError):  # App is what Windows calls the menu key, and unknown elsewhere
                bind(key, lambda _e: self._menu())
        for name in ("Shift_L", "Shift_R", "Control_L", "Control_R"):
            bind(f"<KeyPress-{name}>", lambda e: self._modifier(e, True))
            bind(f"<KeyRelease-{name}>", lambda e: self._modifier(e, False))
        canvas = self._c.view.canvas
        canvas.bindtags((_ANY_KEY, *canvas.bindtags()))
        canvas.bind_class(_ANY_KEY, "<Key>", lambda _e: self._wait_no_more())
        bind("<FocusIn>", lambda _e: self._show())
        bind("<FocusOut>", lambda _e: self._left())

    @property
    def shown(self) -> bool:
        """Whether it was moved with keys last, and not with the mouse."""
        return self._shown

    # -- where it stands ----------------------------------------------------------------

    def go_to(self, hex: Hex, flash: bool = False) -> None:
        """Bring a hex into sight and put the cursor there; a flash shows the place by itself."""
        self.hex, self._shown, self._aimed = hex, not flash, True
        self._c.view.reveal(self._c.session.design.map.geometry.centre(hex), 3.0)
        self._show()
        if flash:
            self._c.overlay.flash([hex])

    def put(self, hex: Hex | None) -> None:
        """The mouse was used at a hex: the keys go on from there, and no mark is left behind."""
        self._shown = self._aimed = False
        self.hex = hex or self.hex
        self._c.overlay.cursor(None)

    def forget(self) -> None:
        """Stand nowhere."""
        self.hex, self._shown = None, False
        self._c.overlay.cursor(None)

    def aim_afresh(self) -> None:
        """Another tool is in hand: what [ and ] aimed the cursor at was for the old one."""
        self._turned = 0

    def _show(self) -> None:
        canvas = self._c.view.canvas
        here = self._shown and focused(canvas) is canvas
        self._c.overlay.cursor(self.hex if here else None)

    def _start(self) -> Hex:
        """Where it begins: the selection, the pointer, or the middle of the view."""
        session, view = self._c.session, self._c.view
        x, y = view.to_map(view.viewport.width_px // 2, view.viewport.height_px // 2)
        nearest, grid = session.design.map.geometry.nearest(x, y), session.design.map.grid
        inside = Hex(min(max(nearest.col, 0), grid.columns - 1), min(max(nearest.row, 0), grid.rows - 1))
        return session.hex or self._c.hex or inside

    # -- arrows -------------------------------------------------------------------------

    def _arrow(self, event: Any) -> str:
        c, grid = self._c, self._c.session.design.map.grid
        if c.held:
            return "break"
        here, self._shown, self._aimed = self.hex, True, True
        if here is None:
            self.hex = self._start()
        else:
            dx, dy = _ARROWS[event.keysym]
            for _ in range(c.view.geometry.turn):
                # What is to the right on the screen lies elsewhere on a map that is seen turned.
                dx, dy = dy, -dx
            there = Hex(here.col + dx, here.row + dy)
            if there not in grid:
                return "break"
            self.hex = there
            if event.state & SHIFT and not isinstance(c.tool, PanTool):
                self._stroke(here, there)
        c.view.reveal(c.session.design.map.geometry.centre(self.hex))
        at = self.pointer(self.hex)
        if isinstance(c.tool, SelectTool) and c.tool.active:
            c.tool.drag(c.session.design, at)
        c.hover(at)
        self._show()
        return "break"

    def _arrow_pan(self, event: Any) -> str:
        dx, dy = _ARROWS[event.keysym]
        self._c.view.pan(dx * PAN_PX, dy * PAN_PX)
        return "break"

    def _stroke(self, here: Hex, there: Hex) -> None:
        """Shift and an arrow: a short stroke from hex to hex."""
        c = self._c
        if isinstance(c.tool, RegionTool):
            c.session.perform(c.tool.extend(c.session.design, here, there))
            return
        c.take_selection()
        c.press(self.pointer(here))
        c.tool.drag(c.session.design, self.pointer(there))
        c.finish(self.pointer(there))

    # -- using the tool -----------------------------------------------------------------

    def pointer(self, hex: Hex, shift: bool = False, control: bool = False) -> Pointer:
        """The pointer the cursor stands for: what of the hex it is aimed at depends on the tool."""
        map, tool = self._c.session.design.map, self._c.tool
        point = tool.aim(map, hex, self._turned % tool.aims)
        side = map.grid.side(hex, self._turned % 6) if tool.aims == 6 else map.geometry.side_at(*point)
        return Pointer(point, hex, side, shift, control, turn=self._c.view.geometry.turn, key=self._turned)

    def apply(self, shift: bool = False, control: bool = False) -> None:
        """Use the tool where the cursor stands, as a click would.

        The select tool takes the counter up, the arrows carry it, and the next time it is put down.
        A line of several clicks is ended, unless the cursor was moved on since the last of them.
        """
        c = self._c
        if c.held:
            # The mouse draws a stroke: a second one would be drawn instead of it.
            return
        aimed, self._aimed = self._aimed, False
        if c.tool.pending and not (aimed or shift):
            c.end_line()
            return
        self._shown = True
        if self.hex is None:
            self.hex = self._start()
            self._show()
            return
        at = self.pointer(self.hex, shift, control)
        carries = isinstance(c.tool, SelectTool) and c.tool.active
        if not carries:
            c.take_selection()
            c.press(at)
        before = c.session.design
        c.finish(at)
        if isinstance(c.tool, SelectTool) and c.session.design is before and c.tool.units:
            c.tool.press(c.session.design, at)
        c.hover(at)

    def _modifier(self, event: Any, down: bool) -> None:
        shift, control = bool(event.state & SHIFT), bool(event.state & CONTROL)
        if event.keysym.startswith("Shift"):
            shift = down
        else:
            control = down
        self._wait_no_more()
        if down and control and not event.keysym.startswith("Shift"):
            # Ctrl+Z and the like are no question what a fill would reach, which takes a while to tell.
            self._waiting = self._c.view.canvas.after(_HELD_MS, lambda: self._c.modify(shift, True))
        else:
            self._c.modify(shift, control)

    def _wait_no_more(self) -> None:
        if self._waiting:
            self._c.view.canvas.after_cancel(self._waiting)
            self._waiting = ""

    def digit(self, digit: int, time: int) -> None:
        """A digit was pressed, at a time in milliseconds: it chooses what the tool draws; once more soon
        after, what stands ten further on in the palette."""
        tool, design = self._c.tool.id, self._c.session.design
        field = field_of(tool)
        if self._c.held or not field:
            return
        ids = kinds_of(design, field)
        soon = (tool, digit) == self._digit[:2] and 0 <= time - self._digit[2] < _SOON_MS
        times = self._digit[3] + 1 if soon else 1
        place = place_of(digit, times)
        if place >= len(ids):
            times, place = 1, place_of(digit, 1)
        self._digit = tool, digit, time, times
        if place < len(ids):
            self._c.session.choose(**{field: ids[place]})
            self._c.refresh()

    def _menu(self) -> str:
        """The context menu at the cursor, or where it would begin."""
        c = self._c
        if c.held:
            return "break"
        # Shift is let go while the menu has the keyboard.
        c.modify(False, False)
        hex = self.hex if self._shown and self.hex is not None else self._start()
        centre = c.session.design.map.geometry.centre(hex)
        self.hex, self._shown = hex, True
        c.view.reveal(centre)
        self._show()
        c.select_for_menu(hex)
        x, y = c.view.viewport.to_screen(c.view.geometry.turned(centre))
        canvas = c.view.canvas
        c.menu(canvas.winfo_rootx() + round(x), canvas.winfo_rooty() + round(y))
        return "break"

    def _left(self) -> None:
        """The keyboard went elsewhere, and with it the news that Shift or Ctrl is let go."""
        self._wait_no_more()
        self._c.overlay.cursor(None)
        self._c.modify(False, False)

    def _turn_aim(self, by: int) -> None:
        if self.hex is not None:
            self._turned += by
            self._shown = self._aimed = True
            self._show()
            self._c.hover(self.pointer(self.hex))

    def _turn_piece(self, event: Any) -> str | None:
        """R and M turn and mirror what is pasted; for other tools they are keys like any."""
        tool = self._c.tool
        if not isinstance(tool, PasteTool):
            return None
        if event.keysym in "rR":
            tool.turn(-1 if event.state & SHIFT else 1)
        else:
            tool.mirror("down" if event.state & SHIFT else "across")
        self._c.refresh()
        return "break"
