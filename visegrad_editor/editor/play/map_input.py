"""Mouse and keyboard on the map in a play-test: gestures become choices and orders.

The canvas gets one more binding tag in front of its own, so that the editing code does not receive these
events; wheel, middle button and arrow keys are passed on to it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...drawing.counters import Counter
from ...engine.orders import IllegalOrderError
from ...hexgrid import Hex, Point
from ...model.design import Design
from ..map.controller import MapController
from ..map.overlay import Overlay
from ..map.view import MapView
from ..platforms import held_keys, menu_clicks
from ..tools import Preview, pointer_at
from ..widgets.keyboard import CONTROL, SHIFT
from .session import PlaySession

_TAG = "PlayTestMap"
_NEAR_PX = 5
_DOUBLE = 2


class MapInput:
    """Handles the events; `show_hex` is called with the hex under the pointer. Refusals go to the session."""

    def __init__(self, view: MapView, controller: MapController, overlay: Overlay, session: PlaySession,
                 show_hex: Callable[[Hex | None], None]) -> None:
        self._view, self._controller, self._overlay, self._session = view, controller, overlay, session
        self._show_hex = show_hex
        self._press: tuple[int, int, str] | None = None
        self._dragged: tuple[str, ...] = ()
        self._dragging = False
        self._panned = False
        self._hover: Hex | None = None
        canvas = view.canvas
        self._old_tags = canvas.bindtags()
        canvas.bindtags((_TAG, *self._old_tags))
        for sequence, handler in (
            ("<Motion>", self._motion), ("<ButtonPress-1>", self._down), ("<B1-Motion>", self._move),
            ("<ButtonRelease-1>", self._up), *((click, self._right) for click in menu_clicks()),
            ("<Return>", self._return), ("<KP_Enter>", self._return), ("<KeyPress-space>", self._return),
            ("<KeyRelease-space>", self._swallow), ("<Escape>", self._escape),
            ("<Leave>", self._leave), ("<Key-n>", self._next), ("<Key-N>", self._next),
        ):
            canvas.bind_class(_TAG, sequence, handler)
        for arrow in ("Left", "Right", "Up", "Down"):
            canvas.bind_class(_TAG, f"<{arrow}>", lambda _e: canvas.after_idle(self._follow_cursor))
            canvas.bind_class(_TAG, f"<Shift-{arrow}>", self._swallow)
        for key in ("bracketleft", "bracketright", *(f"Key-{n}" for n in range(1, 10))):
            canvas.bind_class(_TAG, f"<{key}>", self._swallow)
        canvas.configure(cursor="hand2")

    def bind(self, sequence: str, handler: Callable[[Any], str]) -> None:
        """Bind a key on the map while the play-test lasts."""
        self._view.canvas.bind_class(_TAG, sequence, handler)

    def close(self) -> None:
        """Give the canvas back to editing."""
        canvas = self._view.canvas
        for sequence in canvas.bind_class(_TAG):
            canvas.unbind_class(_TAG, sequence)
        canvas.bindtags(self._old_tags)
        canvas.configure(cursor=self._controller.tool.cursor)
        self._overlay.preview(Preview(), (0.0, 0.0))

    # -- places -------------------------------------------------------------------------

    def _point(self, event: Any) -> Point:
        return self._view.to_map(event.x, event.y)

    def hex_at(self, point: Point) -> Hex | None:
        """The hex at a point of the map, or None."""
        return pointer_at(self._session.design, point).hex

    def _number(self, hex: Hex | None) -> str:
        return self._session.design.map.grid.number(hex) if hex is not None else ""

    def _swallow(self, _event: Any) -> str:
        return "break"

    # -- the mouse ----------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether units or the map are being dragged."""
        return self._press is not None

    def hold(self, units: tuple[str, ...], number: str, event: Any) -> None:
        """Start dragging units out of the hex with this number."""
        self._press, self._panned = (event.x, event.y, number), False
        self._dragged, self._dragging = units, True
        self._session.choose()

    def _motion(self, event: Any) -> str:
        self._at(self.hex_at(self._point(event)))
        self._controller.fan.rest(event.x, event.y)
        return "break"

    def _leave(self, _event: Any) -> str:
        self._controller.fan.hold()
        self._at(None)
        return "break"

    def _at(self, hex: Hex | None) -> None:
        """Move the pointer or hex cursor to a hex: show the path there."""
        if hex == self._hover:
            return
        self._hover = hex
        self._overlay.hover(hex)
        self._show_hex(hex)
        if not self._dragging:
            self._show_way(hex, self._session.decision.picked if self._session.my_turn else ())

    def _show_way(self, hex: Hex | None, units: tuple[str, ...], ghost: bool = False,
                  at: Point | None = None) -> None:
        grid, geometry = self._session.design.map.grid, self._session.design.map.geometry
        path: tuple[Hex, ...] = ()
        if hex is not None and units:
            numbers = self._session.decision.path(units, self._number(hex))
            path = tuple(h for n in numbers if (h := grid.parse(n)) is not None)
        where = at or (geometry.centre(hex) if hex is not None else (0.0, 0.0))
        shown = Preview(path=path if len(path) > 1 else (), ghost=units if ghost else (), colour="#1f5f30")
        self._overlay.preview(shown, where)

    def _down(self, event: Any) -> str:
        canvas = self._view.canvas
        if self._view.presses.press(event) == _DOUBLE and self._confirmed(event):
            return "break"
        self._controller.fan.hold()
        canvas.focus_set()
        hex = self.hex_at(self._point(event))
        number = self._number(hex)
        self._controller.put_cursor(hex)
        self._press, self._dragging, self._panned = (event.x, event.y, number), False, False
        self._dragged = ()
        return "break"

    def _move(self, event: Any) -> str:
        self._view.presses.move(event)
        if self._press is None:
            return "break"
        x, y, number = self._press
        if not self._dragging and not self._panned:
            if abs(event.x - x) + abs(event.y - y) <= _NEAR_PX:
                return "break"
            self._begin_drag(number, bool(held_keys(event.state) & (SHIFT | CONTROL)))
        if self._panned:
            self._view.pan(x - event.x, y - event.y)
            self._press = (event.x, event.y, number)
            return "break"
        self.drag_over(self._point(event))
        return "break"

    def _begin_drag(self, number: str, all: bool) -> None:
        session = self._session
        units = session.decision.grab(number, all) if session.my_turn and number else ()
        if units:
            self._dragged, self._dragging = units, True
            session.choose()
        else:
            # Nothing to move here: drag the map.
            self._panned = True
            if session.my_turn and number:
                session.complain(session.decision.why_fixed(number) or "")

    def drag_over(self, point: Point, units: tuple[str, ...] = ()) -> None:
        """Drag units over a point of the map."""
        if units:
            self._dragged, self._dragging = units, True
        hex = self.hex_at(point)
        if hex != self._hover:
            self._hover = hex
            self._overlay.hover(hex)
            self._show_hex(hex)
        self._show_way(hex, self._dragged, ghost=True, at=point)

    def _up(self, event: Any) -> str:
        press, self._press = self._press, None
        if press is None or self._panned:
            return "break"
        if self._dragging:
            self.let_go(self._point(event), press[2])
        else:
            add = bool(held_keys(event.state) & (SHIFT | CONTROL))
            self.click(press[2], add)
        return "break"

    def let_go(self, point: Point, start: str = "") -> None:
        """Drop the dragged units at a point of the map."""
        units, self._dragged, self._dragging = self._dragged, (), False
        self._overlay.preview(Preview(), point)
        number = self._number(self.hex_at(point))
        session = self._session
        if not session.my_turn or not units or number == start:
            return
        if not number:
            session.complain("That is off the map.")
            return
        try:
            order = session.decision.drop(units, number)
            if order is not None:
                session.give(order)
            else:
                session.choose()
        except IllegalOrderError as refusal:
            session.choose()
            session.complain(refusal)

    def click(self, number: str, add: bool = False, confirm: bool = False) -> None:
        """Click a hex, or enter it with the keyboard; with `confirm`, doing it a second time confirms."""
        session = self._session
        if not session.my_turn:
            return
        decision = session.decision
        before = (decision.picked, decision.target)
        try:
            order = decision.click(number, add) if number else None
            if order is not None:
                session.give(order)
                return
            if confirm and before == (decision.picked, decision.target):
                session.confirm()
                return
            if not number:
                decision.clear()
        except IllegalOrderError as refusal:
            session.choose()
            session.complain(refusal)
            return
        session.choose()

    def _confirmed(self, event: Any) -> bool:
        """Confirm on a double click on the target hex, or on a unit with nothing left to choose; False if it
        is elsewhere."""
        number = self._number(self.hex_at(self._point(event)))
        session = self._session
        ready = session.decision.ready if session.my_turn and number else None
        if ready is not None and (number == session.decision.target or (not ready.hexes and any(
                session.position.units[k].hex == number for k in ready.units))):
            self._press = None
            self.confirm()
            return True
        return False

    def confirm(self) -> None:
        """Carry out what is chosen."""
        if not self._session.my_turn:
            return
        try:
            if not self._session.confirm():
                self._session.complain("Nothing is chosen yet.")
        except IllegalOrderError as refusal:
            self._session.complain(refusal)

    def _right(self, event: Any) -> str:
        """Clear the choice with the right button."""
        self._view.canvas.focus_set()
        return self._escape(event)

    # -- the keyboard -------------------------------------------------------------------

    def _return(self, event: Any) -> str:
        cursor = self._controller.cursor
        if cursor is None:
            self._next(event)
        else:
            self.click(self._number(cursor), bool(held_keys(event.state) & SHIFT), confirm=True)
        return "break"

    def _follow_cursor(self) -> None:
        self._hover = None
        self._at(self._controller.cursor)

    def _escape(self, _event: Any) -> str:
        """Cancel the drag and clear the choice."""
        self._dragged, self._dragging, self._press = (), False, None
        self._overlay.preview(Preview(), (0.0, 0.0))
        if self._session.my_turn:
            self._session.choose(clear=True)
        return "break"

    def _next(self, _event: Any) -> str:
        """Go to the next hex with units that can be used."""
        session = self._session
        grid = session.design.map.grid
        hexes = grid.in_order(
            session.decision.sources() or session.decision.targets) if session.my_turn else []
        if hexes:
            here = self._number(self._controller.cursor)
            following = [h for h in hexes if h != here and grid.in_order((h, here))[0] == here]
            number = (following or hexes)[0]
            hex = grid.parse(number)
            assert hex is not None
            self._controller.go_to(hex)
            if session.decision.style == "go":
                session.decision.clear()
                session.decision.click(number)
                session.choose()
            self._follow_cursor()
        return "break"


def is_typing(widget: tk.Misc | None) -> bool:
    """Whether a widget accepts typed text."""
    return widget is not None and widget.winfo_class() in ("TEntry", "Entry", "Text", "TCombobox", "TSpinbox")


# Counter stacks in a play-test: the counters of the game, chosen and moved by the rules.

class PlayFan:
    """Fans out any stack for inspection; a person whose turn it is can choose units from it."""

    def __init__(self, session: PlaySession, map_input: MapInput) -> None:
        self._session, self._map_input = session, map_input

    @property
    def design(self) -> Design:
        return self._session.design

    def stack(self, hex: Hex) -> Sequence[Counter]:
        scenario, number = self.design.scenario, self._number(hex)
        if scenario is None or self._map_input.busy:
            return ()
        keys = [k for k in self._session.position.at(number) if k in scenario.unit_by_key]
        if len(keys) < 2:
            return ()
        views = self._session.views()
        return [Counter(replace(scenario.unit_by_key[k], reduced=views[k].reduced), views[k].marks)
                for k in keys]

    def chosen(self) -> Sequence[str]:
        return self._session.decision.picked if self._session.my_turn else ()

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        session = self._session
        if not session.my_turn:
            return
        if key not in session.decision.pickable:
            why = session.decision.why_fixed(self._number(hex))
            session.complain(why or "This unit cannot be used now.")
            return
        session.decision.pick(key, more)
        session.choose()

    def open(self, hex: Hex, key: str) -> None:
        """Do nothing: in a game there is no inspector for a counter."""

    def carry(self, hex: Hex, key: str) -> None:
        self.pick(hex, key, False)

    def grab(self, hex: Hex, key: str, event: Any) -> None:
        session = self._session
        if not session.my_turn or key not in session.decision.pickable:
            self.pick(hex, key, False)
            return
        picked = session.decision.picked
        here = session.decision.here(self._number(hex))
        together = key in picked and all(k in here for k in picked)
        if not together and session.decision.style == "go":
            session.decision.pick(key)
        self._map_input.hold(picked if together else (key,), self._number(hex), event)

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        if self._session.my_turn:
            self._session.choose(clear=True)

    def _number(self, hex: Hex) -> str:
        return self.design.map.grid.number(hex)
