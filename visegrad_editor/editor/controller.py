"""The tool in hand on the map: taking it up, using it, showing what it would do. `map_mouse` drives it with
the mouse, `key_cursor` with the keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from ..hexgrid import Hex, Point
from ..model.lettering import NameRef
from ..model.region import Fragment
from .canvas_view import MapView, zoom_percent
from .fan.editing import EditingFan
from .fan.stack_fan import StackFan
from .key_cursor import KeyCursor
from .layers import titles
from .map_mouse import MapMouse
from .overlay import Overlay
from .region_options import PICKING
from .session import Session
from .signals import Signal
from .stroke import END_FIRST, LET_GO
from .tools import (
    Edit,
    PasteTool,
    Picked,
    PlaceCounterTool,
    Pointer,
    Preview,
    RegionTool,
    SelectTool,
    Tool,
)

_ASK_AGAIN_MS = 10


class MapController:
    """Uses tools on the map of a view. `menu` is asked to pop up the context menu at a screen place."""

    def __init__(self, view: MapView, overlay: Overlay, session: Session, tools: dict[str, Tool],
                 menu: Callable[[int, int], None]) -> None:
        self.view, self.overlay, self.session, self.tools = view, overlay, session, tools
        self.tool = tools["select"]
        self.tool_changed = Signal()
        self.pointed = Signal()
        """The pointer or the key cursor is at another hex, or the preview's words changed."""
        self.moved = Signal()
        """The pointer moved: see `place`."""
        self.hex: Hex | None = None
        self.opened = Signal()
        """A hex was double-clicked with the select tool."""
        self.words = ""
        """What the tool would do at the pointer, or why it cannot: then it is `refused`."""
        self.refused = False
        self._over = False
        """Whether the pointer, or the hex cursor, is over the map's window."""
        self.menu = menu
        self.tell: Callable[[str], None] = lambda _text: None
        """Says a sentence to the user."""
        self.keys = KeyCursor(self)
        self.fan = StackFan(view, EditingFan(self))
        self._last = Pointer((0.0, 0.0), None, None)
        self._history = session.history
        self._asking = ""
        """The timer of a preview that is not finished yet."""
        self._before = "select"
        """The tool to go back to after pasting."""
        self.held = False
        """Whether the left button went down with the tool in hand, and is still down."""
        self._mouse = MapMouse(self)
        session.changed.connect(self._design_changed)
        session.chosen.connect(self.refresh)
        """Another kind, or another layer is locked: the tool says another thing where the pointer is."""
        session.selected.connect(lambda: self.overlay.select(self.session.hex))
        session.region_changed.connect(lambda: self.overlay.region(self.session.region))
        session.region_changed.connect(self.refresh)
        session.held = self.why_wait
        session.end_line = self.end_line
        session.changed.connect(self.fan.refresh)
        session.selected.connect(self.fan.refresh)

    @property
    def cursor(self) -> Hex | None:
        """Where the hex cursor of the keyboard stands."""
        return self.keys.hex

    @property
    def place(self) -> Point | None:
        """Where on the map the pointer is, in map units; None beside it."""
        return self._last.point if self._over and self.hex is not None else None

    # -- tools --------------------------------------------------------------------------

    def use(self, id: str) -> None:
        """Take up another tool; the selection tool again selects in another way.

        What was drawn or clicked with the old one and not ended is made first."""
        if self.held:
            self.held = False
            self.finish(self._last)
        if id == self.tool.id == "region":
            ways = list(PICKING)
            now = ways.index(self.session.brush.picking)
            self.session.choose(picking=ways[(now + 1) % len(ways)])
        self.fan.hold()
        self.session.perform(self.tool.end(self.session.design))
        if not isinstance(self.tool, PasteTool):
            self._before = self.tool.id
        if id != self.tool.id:
            self.keys.aim_afresh()
        self.tool = self.tools[id]
        self.view.canvas.configure(cursor=self.tool.cursor)
        shown = self.session.layers.lend(self.tool.wants_seen)
        self._update_preview(self._last)
        self.tool_changed.emit()
        if shown:
            self.tell(f"Hidden, and shown while this tool is in hand: {titles(shown)}.")

    def cancel(self) -> None:
        """Forget the stroke, or the last of several clicks; without such, the selected hexes; at last go
        back to the select tool."""
        if self.drop():
            return
        if isinstance(self.tool, PasteTool):
            self.use(self._before)
        elif isinstance(self.tool, RegionTool) and self.session.region:
            self.session.select_region(())
        elif self.tool.id != "select":
            self.use("select")
        else:
            self.session.select(None)

    def end_line(self) -> None:
        """Make the line that was clicked so far, where there is one; the next click begins another."""
        if not self.tool.pending:
            return
        made = self.tool.end(self.session.design)
        if self.session.perform(made) and made is not None:
            self.tell(f"{made.label}. The next click begins another line.")
        self.refresh()

    @property
    def drawing(self) -> bool:
        """Whether there is a stroke, or clicks that further ones go on from."""
        return self.held or self.tool.active or self.tool.pending

    def why_wait(self) -> str:
        """Why the history must stay where it is: something is being drawn on what it shows; "" where not."""
        return LET_GO if self.held else END_FIRST if self.drawing else ""

    def drop(self) -> bool:
        """Forget the stroke, or the last of several clicks; False where there is neither."""
        if self.held or self.tool.active:
            self.held = False
            self.tool.cancel()
        elif not self.tool.back():
            return False
        self.refresh()
        return True

    def carry(self, piece: Fragment) -> None:
        """Let a piece of map hang at the pointer, to be put down."""
        self.session.brush.piece = piece
        self.use("paste")
        self.view.canvas.focus_set()

    def refresh(self) -> None:
        """Show again what the tool would do: what it does it with has changed."""
        self._update_preview(self._last)

    def stroke_so_far(self) -> Edit | None:
        """What the stroke that is being drawn has made by now."""
        return self.tool.so_far(self.session.design, self._last)

    def take_selection(self) -> None:
        """The select tool goes on from what the panels have selected."""
        if isinstance(self.tool, SelectTool):
            self.tool.hex, self.tool.units = self.session.hex, self.session.units

    def press(self, at: Pointer) -> None:
        """Begin the tool's stroke here, unless it would change a locked layer: `finish` says so then."""
        if not self.tool.seen(self.session.design, at).locked:
            self.tool.press(self.session.design, at)

    def finish(self, at: Pointer) -> None:
        """End the tool's stroke here, and carry out what it made."""
        seen = self.tool.seen(self.session.design, at)
        made = self.tool.release(self.session.design, at)
        if seen.refused and isinstance(self.tool, SelectTool):
            made = None
            self.take_selection()
        self.session.perform(made)
        if isinstance(made, Edit) and made.notes:
            self.tell(" ".join(made.notes))
        if made is None and seen.refused:
            self.session.complain(f"{seen.text}.")
        if isinstance(made, Picked):
            if made.tool:
                self.use(made.tool)
            elif isinstance(made.value, NameRef):
                self.session.select(made.value.hex)
            return
        if isinstance(self.tool, SelectTool):
            self.session.select(self.tool.hex, self.tool.units)
        elif isinstance(self.tool, RegionTool | PasteTool):
            return
        elif isinstance(self.tool, PlaceCounterTool) and isinstance(made, Edit):
            self.session.select(at.hex, self.session.brush.units)
            self.tell(f"{made.label}. Shift+click places more than one.")
            if not at.shift:
                # What is chosen next in a list is looked at, not placed.
                self.use("select")
        elif at.hex is not None:
            self.session.select(at.hex)

    def _design_changed(self) -> None:
        if self._history is not self.session.history:
            # Another document is open: clicks on the old one mean nothing here.
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
        """Show what the tool would do here; also without the pointer's own events."""
        self._last, self._over = at, over
        if at.hex != self.hex:
            self.hex = at.hex
            self.overlay.hover(at.hex)
            self.pointed.emit()
        self.moved.emit()
        self._update_preview(at)

    def click(self, at: Pointer) -> None:
        """Use the tool here: a counter was dragged from a list, for instance."""
        self.press(at)
        self.finish(at)

    def _update_preview(self, at: Pointer) -> None:
        # Beside the map most tools have nothing to say.
        preview = self.tool.seen(self.session.design, at) if self._over or self.tool.lasting else Preview()
        self.overlay.preview(preview, at.point)
        if preview.letters and self.view.viewport.scale < preview.letters_below < math.inf:
            percent = math.ceil(zoom_percent(preview.letters_below))
            preview = replace(preview, text=f"{preview.text}; the map shows it from {percent} % on")
        if preview.unfinished and not self._asking:
            self._asking = self.view.after(_ASK_AGAIN_MS, self._ask_again)
        if (preview.text, preview.refused) != (self.words, self.refused):
            self.words, self.refused = preview.text, preview.refused
            self.pointed.emit()

    def _ask_again(self) -> None:
        self._asking = ""
        self.refresh()

    def modify(self, shift: bool, control: bool) -> None:
        """Shift or Ctrl was pressed or let go: the tool may be about to do another thing."""
        if (shift, control) != (self._last.shift, self._last.control):
            self._last = replace(self._last, shift=shift, control=control)
            self.refresh()

    def select_for_menu(self, hex: Hex) -> None:
        """Select the hex that the context menu is asked for, with those of its counters that are selected,
        or the top one."""
        stack = SelectTool.stack(self.session.design, hex)
        keep = tuple(k for k in self.session.units if k in stack)
        self.session.select(hex, keep or stack[-1:])

    # -- the hex cursor -----------------------------------------------------------------

    def go_to(self, hex: Hex, flash: bool = False) -> None:
        """Bring a hex into sight and put the key cursor there; a flash shows the place by itself."""
        self.keys.go_to(hex, flash)
        self.hover(self.keys.pointer(hex))

    def put_cursor(self, hex: Hex | None) -> None:
        """The mouse was used at a hex: the keys go on from there, and no mark is left behind."""
        self.keys.put(hex)

    def forget(self) -> None:
        """Forget the hexes of the pointer and of the keys, and what is marked of them."""
        self.hex = None
        self.keys.forget()
        self.overlay.hover(None)
        self.overlay.flash(())
