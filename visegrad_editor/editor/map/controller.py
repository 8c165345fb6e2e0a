"""The current tool on the map: selecting it, using it, showing its preview; and what drives it: the mouse,
and the hex cursor of the keyboard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...drawing.counters import Counter
from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.edit.units import stack_at
from ...model.lettering import NameRef
from ...model.region import Fragment
from ..panels.palette_kinds import kinds_of, place_of
from ..platforms import bind_wheel, held_keys, menu_clicks, menu_keys
from ..session import Session
from ..signals import Signal
from ..tools import BrushChoice, Edit, Pointer, Preview, Tool, pointer_at, stack_keys
from ..widgets.keyboard import CONTROL, SHIFT, focused
from .layers import titles
from .overlay import Overlay
from .pan_gesture import PAN_PX, PanGesture, wheel
from .stack_fan import StackFan
from .view import MapView, zoom_percent

_ASK_AGAIN_MS = 10


class MapController:
    """Uses tools on the map of a view. `menu` pops up the context menu at a screen position, `say` shows a
    sentence."""

    def __init__(self, view: MapView, overlay: Overlay, session: Session, tools: dict[str, Tool],
                 menu: Callable[[int, int], None], say: Callable[[str], None]) -> None:
        self.view, self.overlay, self.session, self.tools = view, overlay, session, tools
        self._stroke = session.stroke
        self._stroke.tool = tools["select"]
        self.tool_changed = Signal()
        self.pointed = Signal()
        """Emitted when the pointer or hex cursor is at another hex, or the text of the preview changed."""
        self.moved = Signal()
        """Emitted when the pointer moved: see `place`."""
        self.hex: Hex | None = None
        self.opened = Signal()
        """Emitted when a hex was double-clicked with the select tool."""
        self.words = ""
        """What the tool would do at the pointer, or, if `refused`, why it cannot."""
        self.refused = False
        self._over = False
        """Whether the pointer or the hex cursor is over the map."""
        self.menu = menu
        self._say = say
        self.keys = KeyCursor(self, view, overlay, session)
        self.fan = StackFan(view, EditingFan(self, session))
        self._last = Pointer((0.0, 0.0), None, None)
        self._history = session.history
        self._asking = ""
        """The timer of an unfinished preview."""
        self._before = "select"
        """The tool to go back to after a temporary one, such as pasting."""
        self.over_tray: Callable[[int, int], bool] = lambda _x, _y: False
        """Whether a place of the screen is in the tray of what is still to be set up."""
        self._mouse = MapMouse(self, view, session)
        session.changed.connect(self._design_changed)
        session.chosen.connect(self.refresh)
        # Another kind or other locks: the preview at the pointer changes.
        session.selected.connect(lambda: self.overlay.select(self.session.hex))
        session.region_changed.connect(lambda: self.overlay.region(self.session.region))
        session.region_changed.connect(self.refresh)
        session.line_ends.connect(self.end_line)
        session.changed.connect(self.fan.refresh)
        session.selected.connect(self.fan.refresh)

    @property
    def tool(self) -> Tool:
        """The current tool."""
        assert self._stroke.tool is not None
        return self._stroke.tool

    @property
    def held(self) -> bool:
        """Whether the left button is down since it was pressed with the current tool."""
        return self._stroke.held

    @held.setter
    def held(self, held: bool) -> None:
        self._stroke.held = held

    @property
    def drawing(self) -> bool:
        """Whether a stroke is under way, or clicks are waiting for further ones."""
        return self._stroke.drawing

    @property
    def cursor(self) -> Hex | None:
        """The hex of the keyboard's hex cursor, or None."""
        return self.keys.hex

    @property
    def place(self) -> Point | None:
        """The position of the pointer in map units; None if it is off the map."""
        return self._last.point if self._over and self.hex is not None else None

    # -- tools --------------------------------------------------------------------------

    def use(self, id: str) -> None:
        """Select a tool; choosing the current one again may change one of its choices.

        An unfinished stroke or line of the old tool is finished first."""
        if self.held:
            self.held = False
            self.finish(self._last)
        if id == self.tool.id and (choices := self.tool.choose_again()):
            self.session.choose(**choices)
        self.fan.hold()
        self.session.perform(self.tool.end(self.session.design))
        if not self.tool.temporary:
            self._before = self.tool.id
        if id != self.tool.id:
            self.keys.reset_aim()
        self._stroke.tool = self.tools[id]
        self.view.canvas.configure(cursor=self.tool.cursor)
        shown = self.session.layers.show_for_tool(self.tool.layers_to_show)
        self._update_preview(self._last)
        self.tool_changed.emit()
        if shown:
            self._say(f"Hidden layers, shown while this tool is in use: {titles(shown)}.")

    def cancel(self) -> None:
        """Escape: discard the stroke or the last of several clicks; if there is none, do what the tool says,
        go back to the select tool, or deselect."""
        if self.drop():
            return
        if self.tool.temporary:
            self.use(self._before)
        elif (result := self.tool.escape()) is not None:
            self.session.perform(result)
        elif self.tool.id != "select":
            self.use("select")
        else:
            self.session.select(None)

    def end_line(self) -> None:
        """Finish the line that was clicked so far, if any; the next click begins another."""
        if not self.tool.pending:
            return
        result = self.tool.end(self.session.design)
        if self.session.perform(result) and result is not None:
            self._say(f"{result.label}. The next click begins another line.")
        self.refresh()

    def drop(self) -> bool:
        """Discard the stroke or the last of several clicks; False if there is neither."""
        if self.held or self.tool.active:
            self.held = False
            self.tool.cancel()
        elif not self.tool.back():
            return False
        self.refresh()
        return True

    def carry(self, piece: Fragment) -> None:
        """Attach a piece of map to the pointer, to be pasted."""
        self.session.brush.piece = piece
        self.use("paste")
        self.view.canvas.focus_set()

    def refresh(self) -> None:
        """Update the preview after the choices of the tool changed."""
        self._update_preview(self._last)

    def stroke_so_far(self) -> Edit | None:
        """The edit that the present stroke has made so far, or None."""
        return self.tool.edit_so_far(self.session.design, self._last)

    def take_selection(self) -> None:
        """Tell the tool which hex and units are selected."""
        self.tool.take_selection(self.session.hex, self.session.units)

    def press(self, at: Pointer) -> None:
        """Begin a stroke here, unless it would change a locked layer; `finish` then says so."""
        if not self.tool.checked_preview(self.session.design, at).locked:
            self.tool.press(self.session.design, at)

    def finish(self, at: Pointer) -> None:
        """End the stroke here, and perform its result."""
        seen = self.tool.checked_preview(self.session.design, at)
        result = self.tool.release(self.session.design, at)
        self.session.perform(result)
        if isinstance(result, Edit) and result.notes:
            self._say(" ".join(result.notes))
        if result is None and seen.refused:
            self.session.complain(f"{seen.text}.")
        if isinstance(result, BrushChoice):
            if result.tool:
                self.use(result.tool)
            elif isinstance(result.value, NameRef):
                self.session.select(result.value.hex)
            return
        if (selection := self.tool.selection_after(at, result)) is not None:
            self.session.select(*selection)
        if following := self.tool.tool_after(at, result):
            self.use(following)

    def _design_changed(self) -> None:
        if self._history is not self.session.history:
            # Another document is open: clicks on the old one are void.
            self._history = self.session.history
            self.held = False
            self.tool.cancel()
        grid = self.session.design.map.grid
        if self.hex is not None and self.hex not in grid:
            self.hex = None
        if self.cursor is not None and self.cursor not in grid:
            self.keys.forget()
        self._update_preview(self._last)

    # -- the pointer --------------------------------------------------------------------

    def hover(self, at: Pointer, over: bool = True) -> None:
        """Show the preview at a position; also called without events of the pointer."""
        self._last, self._over = at, over
        if at.hex != self.hex:
            self.hex = at.hex
            self.overlay.hover(at.hex)
            self.pointed.emit()
        self.moved.emit()
        self._update_preview(at)

    def click(self, at: Pointer) -> None:
        """Use the tool here, for example after a counter was dragged from a list."""
        self.press(at)
        self.finish(at)

    def _update_preview(self, at: Pointer) -> None:
        # Off the map most tools have no preview.
        preview = (self.tool.checked_preview(self.session.design, at) if self._over or self.tool.lasting
                   else Preview())
        self.overlay.preview(preview, at.point)
        if preview.letters and self.view.viewport.scale < preview.letters_below < math.inf:
            percent = math.ceil(zoom_percent(preview.letters_below))
            preview = replace(preview, text=f"{preview.text}; visible on the map from {percent} %")
        if preview.unfinished and not self._asking:
            self._asking = self.view.after(_ASK_AGAIN_MS, self._ask_again)
        if (preview.text, preview.refused) != (self.words, self.refused):
            self.words, self.refused = preview.text, preview.refused
            self.pointed.emit()

    def _ask_again(self) -> None:
        self._asking = ""
        self.refresh()

    def modify(self, shift: bool, control: bool) -> None:
        """Update the preview after Shift or Ctrl was pressed or released."""
        if (shift, control) != (self._last.shift, self._last.control):
            self._last = replace(self._last, shift=shift, control=control)
            self.refresh()

    def select_for_menu(self, hex: Hex) -> None:
        """Select the hex of the context menu, with those of its counters that are selected, or else the top
        one."""
        stack = stack_keys(self.session.design, hex)
        keep = tuple(k for k in self.session.units if k in stack)
        self.session.select(hex, keep or stack[-1:])

    # -- the hex cursor -----------------------------------------------------------------

    def go_to(self, hex: Hex, flash: bool = False) -> None:
        """Scroll to a hex and put the hex cursor there, or flash the hex instead of showing the cursor."""
        self.keys.go_to(hex, flash)
        self.hover(self.keys.pointer(hex))

    def put_cursor(self, hex: Hex | None) -> None:
        """Move the hex cursor to where the mouse was used, without drawing it."""
        self.keys.put(hex)

    def show_game_pointer(self, hex: Hex | None, words: str) -> None:
        """Show the hex of the pointer in a game and what can be done there, as is done for tools."""
        self.hex, self.words = hex, words
        self.pointed.emit()

    def forget(self) -> None:
        """Clear the place of the pointer, its hex and that of the hex cursor, and their marks."""
        self.hex, self._over = None, False
        self.moved.emit()
        self.keys.forget()
        self.overlay.hover(None)
        self.overlay.flash(())


# Fanned stacks during editing: the counters of the scenario, selected and moved by the tools.

class EditingFan:
    """Fans out stacks for the tools that want it, while none of them is being used."""

    def __init__(self, controller: MapController, session: Session) -> None:
        self._controller, self._session = controller, session

    @property
    def design(self) -> Design:
        return self._session.design

    def stack(self, hex: Hex) -> Sequence[Counter]:
        tool, scenario = self._controller.tool, self.design.scenario
        fit = tool.fans_stacks and not tool.active
        if not fit or scenario is None or not self._session.layers["counters"].shown:
            return ()
        return [Counter(u) for u in stack_at(scenario, self.design.map.grid.number(hex))]

    def chosen(self) -> Sequence[str]:
        return self._session.units

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        """Pick the counter up if the tool does that; otherwise select it, or with `more` toggle it in the
        selection of its stack."""
        session = self._session
        if (picked := self._controller.tool.pick_counter(key)) is not None:
            session.perform(picked)
            session.select(None, (key,))
            return
        here = tuple(f.unit.key for f in self.stack(hex))
        before = tuple(k for k in here if k in session.units) if more else ()
        units = tuple(k for k in here if (k in before) != (k == key))
        session.select(hex, units)
        self._controller.take_selection()
        self._controller.put_cursor(hex)

    def open(self, hex: Hex, key: str) -> None:
        """Show the counter in the inspector, as a double click on the map shows a hex."""
        if self._controller.tool.inspects:
            self._controller.opened.emit()

    def carry(self, hex: Hex, key: str) -> None:
        """Let the arrow keys carry the counter."""
        self.pick(hex, key, False)
        if self._controller.tool.carries:
            self._press(hex)
            self._controller.go_to(hex)

    def grab(self, hex: Hex, key: str, _event: Any) -> None:
        session = self._session
        if not self._controller.tool.carries:
            self._controller.use("select")
        if key not in session.units or hex != session.hex:
            session.select(hex, (key,))
        self._controller.take_selection()
        self._press(hex)

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        if self._controller.tool.menu == "hex":
            if key not in self._session.units:
                self._session.select(hex, (key,))
            self._controller.menu(event.x_root, event.y_root)

    def _press(self, hex: Hex) -> None:
        design = self.design
        self._controller.tool.press(design, Pointer(design.map.geometry.centre(hex), hex, None))


# The mouse on the map: its buttons and wheel drive the current tool, panning and zooming.

_NEAR_PX = 7
"""Within this distance in pixels the pointer is at a corner or hexside, if hexes are large enough."""


class MapMouse:
    """Binds the canvas of the map view of a controller."""

    def __init__(self, controller: MapController, view: MapView, session: Session) -> None:
        self._controller, self._view, self._session = controller, view, session
        self._pan = PanGesture(view, lambda: controller.tool.cursor, controller.keys.apply)
        bind = view.canvas.bind
        bind("<Motion>", self._motion)
        bind("<Leave>", self._leave)
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", self._release)
        for click in menu_clicks():
            bind(click, self._right)
        bind_wheel(view.canvas, self._wheel)

    def _pointer(self, event: Any) -> Pointer:
        view = self._view
        near = min(0.45, max(0.2, _NEAR_PX / view.viewport.scale))
        held = held_keys(event.state)
        return pointer_at(self._session.design, view.to_map(event.x, event.y),
                          shift=bool(held & SHIFT), control=bool(held & CONTROL), near=near,
                          turn=view.geometry.turn,
                          tray=self._controller.over_tray(event.x_root, event.y_root))

    def _motion(self, event: Any) -> None:
        self._controller.hover(self._pointer(event))
        self._controller.fan.rest(event.x, event.y)

    def _leave(self, _event: Any) -> None:
        self._controller.fan.hold()
        if not self._controller.tool.active:
            self._controller.hover(Pointer((-99.0, -99.0), None, None), over=False)

    def _press(self, event: Any) -> None:
        controller = self._controller
        if self._view.presses.press(event) > 1 and controller.tool.inspects and not self._pan.space:
            controller.opened.emit()
            return
        controller.fan.hold()
        self._view.canvas.focus_set()
        if self._pan.space or controller.tool.pans:
            self._pan.start(event)
            return
        at = self._pointer(event)
        controller.put_cursor(at.hex)
        controller.take_selection()
        controller.held = True
        controller.press(at)
        controller.hover(at)

    def _drag(self, event: Any) -> None:
        self._view.presses.move(event)
        if self._pan.on:
            self._pan.move(event)
            return
        controller, at = self._controller, self._pointer(event)
        # A counter taken from a fanned stack is held already.
        controller.held = controller.held or controller.tool.active
        controller.tool.drag(self._session.design, at)
        controller.hover(at)

    def _release(self, event: Any) -> None:
        if self._pan.on:
            self._pan.end(event)
            return
        controller, at = self._controller, self._pointer(event)
        if controller.held or controller.tool.active:
            controller.held = False
            controller.finish(at)
        if self._is_over(event):
            controller.hover(at)
        else:
            # What left the map while the button was down has not been told to leave it.
            self._leave(event)

    def _is_over(self, event: Any) -> bool:
        """Whether the pointer is over the map as far as that is in sight."""
        canvas = self._view.canvas
        return bool(0 <= event.x < canvas.winfo_width() and 0 <= event.y < canvas.winfo_height())

    def _right(self, event: Any) -> None:
        controller = self._controller
        if controller.held:
            # Picking up another kind would change the hexes already drawn.
            return
        self._view.canvas.focus_set()
        at = self._pointer(event)
        if controller.tool.menu:
            if controller.tool.menu == "hex" and at.hex is not None:
                controller.select_for_menu(at.hex)
            controller.menu(event.x_root, event.y_root)
        elif (picked := controller.tool.pick(self._session.design, at)) is not None:
            self._session.perform(picked)
            controller.hover(at)

    def _wheel(self, event: Any, notches: int) -> None:
        wheel(self._view, event, notches)
        self._controller.hover(self._pointer(event))


# The keyboard on the map: a hex cursor that uses the tool.

_ANY_KEY = "VisegradAnyKey"
"""The first binding tag of the canvas, for any key pressed there."""
_HELD_MS = 250
"""Ctrl counts as held after this time without another key."""
_SOON_MS = 900
"""Within this time, a repeated digit chooses the next ten."""
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class KeyCursor:
    """The hex cursor of a map, moved with the arrows and used with Return.

    `hex` is its hex; it follows the mouse and is drawn only while keys are used.
    """

    def __init__(self, controller: MapController, view: MapView, overlay: Overlay, session: Session) -> None:
        self._controller, self._view, self._overlay, self._session = controller, view, overlay, session
        self.hex: Hex | None = None
        self._shown = False
        """Whether it was last moved with keys."""
        self._turned = 0
        """How many times [ and ] turned its aim, for example to another hexside."""
        self._aimed = False
        """Whether it was moved or turned with keys since the tool was last used."""
        self._digit = "", -1, 0, 0
        """The tool, the last digit, its time, and how many times it was pressed."""
        self._waiting = ""
        """The timer after which Ctrl counts as held."""
        self._bind()

    def _bind(self) -> None:
        bind = self._view.canvas.bind
        for arrow in _ARROWS:
            bind(f"<{arrow}>", self._arrow)
            bind(f"<Shift-{arrow}>", self._arrow)
            bind(f"<Control-{arrow}>", self._arrow_pan)
        for key in ("<Return>", "<KP_Enter>"):
            bind(key, lambda e: self.apply(*self._shift_and_control(e)))
        for letter in sorted({letter for tool in self._controller.tools.values() for letter in tool.letters}):
            bind(f"<Key-{letter.lower()}>", self._letter)
            bind(f"<Key-{letter.upper()}>", self._letter)
        for key in ("<Control-bracketleft>", "<Control-bracketright>"):
            # These are menu keys and do not choose a hexside.
            bind(key, lambda _e: None)
        bind("<bracketleft>", lambda _e: self._turn_aim(-1))
        bind("<bracketright>", lambda _e: self._turn_aim(1))
        for key in menu_keys():
            bind(key, lambda _e: self._menu())
        for name in ("Shift_L", "Shift_R", "Control_L", "Control_R"):
            bind(f"<KeyPress-{name}>", lambda e: self._modifier(e, True))
            bind(f"<KeyRelease-{name}>", lambda e: self._modifier(e, False))
        canvas = self._view.canvas
        canvas.bindtags((_ANY_KEY, *canvas.bindtags()))
        canvas.bind_class(_ANY_KEY, "<Key>", lambda _e: self._stop_waiting())
        bind("<FocusIn>", lambda _e: self._show())
        bind("<FocusOut>", lambda _e: self._left())

    @property
    def shown(self) -> bool:
        """Whether it was last moved with keys rather than with the mouse."""
        return self._shown

    # -- position -----------------------------------------------------------------------

    def go_to(self, hex: Hex, flash: bool = False) -> None:
        """Scroll to a hex and put the cursor there, or flash the hex instead of showing the cursor."""
        self.hex, self._shown, self._aimed = hex, not flash, True
        self._view.reveal(self._session.design.map.geometry.centre(hex), 3.0)
        self._show()
        if flash:
            self._overlay.flash([hex])

    def put(self, hex: Hex | None) -> None:
        """Move the hex cursor to where the mouse was used, without drawing it."""
        self._shown = self._aimed = False
        self.hex = hex or self.hex
        self._overlay.cursor(None)

    def forget(self) -> None:
        """Remove the cursor."""
        self.hex, self._shown = None, False
        self._overlay.cursor(None)

    def reset_aim(self) -> None:
        """Reset the aim set with [ and ], as another tool is current."""
        self._turned = 0

    def _show(self) -> None:
        canvas = self._view.canvas
        here = self._shown and focused(canvas) is canvas
        self._overlay.cursor(self.hex if here else None)

    def _start(self) -> Hex:
        """The first hex: the selection, the pointer, or the middle of the view."""
        session, view = self._session, self._view
        x, y = view.to_map(view.viewport.width_px // 2, view.viewport.height_px // 2)
        nearest, grid = session.design.map.geometry.nearest(x, y), session.design.map.grid
        inside = Hex(min(max(nearest.col, 0), grid.columns - 1), min(max(nearest.row, 0), grid.rows - 1))
        return session.hex or self._controller.hex or inside

    # -- arrows -------------------------------------------------------------------------

    def _arrow(self, event: Any) -> str:
        controller, grid = self._controller, self._session.design.map.grid
        if controller.held:
            return "break"
        here, self._shown, self._aimed = self.hex, True, True
        if here is None:
            self.hex = self._start()
        else:
            dx, dy = _ARROWS[event.keysym]
            for _ in range(self._view.geometry.turn):
                # On a rotated map, right on the screen is another direction.
                dx, dy = dy, -dx
            there = Hex(here.col + dx, here.row + dy)
            if there not in grid:
                return "break"
            self.hex = there
            if held_keys(event.state) & SHIFT and not controller.tool.pans:
                self._stroke(here, there)
        self._view.reveal(self._session.design.map.geometry.centre(self.hex))
        at = self.pointer(self.hex)
        if controller.tool.carries and controller.tool.active:
            controller.tool.drag(self._session.design, at)
        controller.hover(at)
        self._show()
        return "break"

    def _arrow_pan(self, event: Any) -> str:
        dx, dy = _ARROWS[event.keysym]
        self._view.pan(dx * PAN_PX, dy * PAN_PX)
        return "break"

    def _stroke(self, here: Hex, there: Hex) -> None:
        """Make a short stroke from hex to hex, for Shift and an arrow key."""
        controller = self._controller
        if (result := controller.tool.extend(self._session.design, here, there)) is not None:
            self._session.perform(result)
            return
        controller.take_selection()
        controller.press(self.pointer(here))
        controller.tool.drag(self._session.design, self.pointer(there))
        controller.finish(self.pointer(there))

    # -- using the tool -----------------------------------------------------------------

    def pointer(self, hex: Hex, shift: bool = False, control: bool = False) -> Pointer:
        """The pointer that the cursor stands for; what it aims at in the hex depends on the tool."""
        map, tool = self._session.design.map, self._controller.tool
        point = tool.aim(map, hex, self._turned % tool.aims)
        side = map.grid.side(hex, self._turned % 6) if tool.aims == 6 else map.geometry.side_at(*point)
        return Pointer(point, hex, side, shift, control, turn=self._view.geometry.turn, key=self._turned)

    def apply(self, shift: bool = False, control: bool = False) -> None:
        """Use the tool at the cursor, like a click.

        A tool that carries counters picks them up, the arrow keys carry them, and the next use puts them
        down. A line
        of several clicks is finished, unless the cursor was moved since the last one.
        """
        controller = self._controller
        if controller.held:
            # The mouse is drawing a stroke, which this would replace.
            return
        aimed, self._aimed = self._aimed, False
        if controller.tool.pending and not (aimed or shift):
            controller.end_line()
            return
        self._shown = True
        if self.hex is None:
            self.hex = self._start()
            self._show()
            return
        at = self.pointer(self.hex, shift, control)
        carries = controller.tool.carries and controller.tool.active
        if not carries:
            controller.take_selection()
            controller.press(at)
        before = self._session.design
        controller.finish(at)
        if controller.tool.carries and self._session.design is before and self._session.units:
            controller.tool.press(self._session.design, at)
        controller.hover(at)

    def _modifier(self, event: Any, down: bool) -> None:
        shift, control = self._shift_and_control(event)
        if event.keysym.startswith("Shift"):
            shift = down
        else:
            control = down
        self._stop_waiting()
        if down and control and not event.keysym.startswith("Shift"):
            # For Ctrl+Z and the like, do not compute the preview of a fill, which takes a while.
            self._waiting = self._view.canvas.after(_HELD_MS, lambda: self._controller.modify(shift, True))
        else:
            self._controller.modify(shift, control)

    @staticmethod
    def _shift_and_control(event: Any) -> tuple[bool, bool]:
        held = held_keys(event.state)
        return bool(held & SHIFT), bool(held & CONTROL)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._view.canvas.after_cancel(self._waiting)
            self._waiting = ""

    def digit(self, digit: int, time: int) -> None:
        """Choose what the tool draws by a digit pressed at a time in milliseconds; the same digit again soon
        after chooses the entry ten further on in the palette."""
        tool, section = self._controller.tool.id, self._controller.tool.draws
        if self._controller.held or not section:
            return
        ids = kinds_of(self._session.design, section)
        soon = (tool, digit) == self._digit[:2] and 0 <= time - self._digit[2] < _SOON_MS
        times = self._digit[3] + 1 if soon else 1
        place = place_of(digit, times)
        if place >= len(ids):
            times, place = 1, place_of(digit, 1)
        self._digit = tool, digit, time, times
        if place < len(ids):
            self._session.choose(**{section: ids[place]})
            self._controller.refresh()

    def _menu(self) -> str:
        """Open the context menu at the cursor, or where it would begin."""
        controller = self._controller
        if controller.held:
            return "break"
        # The release of Shift goes to the menu.
        controller.modify(False, False)
        hex = self.hex if self._shown and self.hex is not None else self._start()
        centre = self._session.design.map.geometry.centre(hex)
        self.hex, self._shown = hex, True
        self._view.reveal(centre)
        self._show()
        controller.select_for_menu(hex)
        x, y = self._view.viewport.to_screen(self._view.geometry.turned(centre))
        canvas = self._view.canvas
        controller.menu(canvas.winfo_rootx() + round(x), canvas.winfo_rooty() + round(y))
        return "break"

    def _left(self) -> None:
        """Handle the loss of the keyboard, after which releases of Shift and Ctrl are not seen."""
        self._stop_waiting()
        self._overlay.cursor(None)
        self._controller.modify(False, False)

    def _turn_aim(self, by: int) -> None:
        if self.hex is not None:
            self._turned += by
            self._shown = self._aimed = True
            self._show()
            self._controller.hover(self.pointer(self.hex))

    def _letter(self, event: Any) -> str | None:
        """Give the tool a letter that it uses itself; the menus get all others."""
        tool, letter = self._controller.tool, event.keysym.lower()
        if letter not in tool.letters:
            return None
        tool.use_letter(letter, bool(held_keys(event.state) & SHIFT))
        self._controller.refresh()
        return "break"
