"""A stack fanned out over the map: shown when the pointer rests on it, or by a key; folded when it leaves.

While it is open the fan hears the canvas first, by a binding tag of its own in front of the others; what it
has no use for goes on to them.
"""

from __future__ import annotations

from typing import Any

from ...hexgrid import Hex
from .. import map_style
from ..canvas_view import MapView
from ..modifiers import BUTTON, CONTROL, SHIFT
from .host import FanHost, Fanned
from .layout import FanLayout
from .picture import FanPicture

_BINDING = "StackFan"
REST_MS = 250
_DRAG_PX = 5
_FEW = 2
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class StackFan:
    """Draws on a map view's canvas. `host` says what stacks there are: the editor, or a game."""

    def __init__(self, view: MapView, host: FanHost) -> None:
        self._view, self._canvas = view, view.canvas
        self.host: FanHost = host
        self.hex: Hex | None = None
        """The hex whose stack is fanned out."""
        self.layout: FanLayout | None = None
        self.lit = 0
        """The counter the pointer or the keys are at; none for -1."""
        self._stack: tuple[Fanned, ...] = ()
        self._picture = FanPicture(view)
        self._timer = ""
        self._by_key = False
        self._pressed: tuple[int, int, str] | None = None
        view.moved.connect(self.close)
        for sequence, handler in (
            ("<Motion>", self._motion), ("<B1-Motion>", self._drag), ("<ButtonPress-1>", self._press),
            ("<Double-ButtonPress-1>", self._double), ("<Triple-ButtonPress-1>", self._press),
            ("<ButtonRelease-1>", self._release), ("<ButtonPress-3>", self._right), ("<Leave>", self._leave),
            ("<Escape>", self._escape), ("<Return>", self._enter), ("<KP_Enter>", self._enter),
            ("<KeyPress-space>", self._enter), *((f"<{key}>", self._arrow) for key in _ARROWS),
        ):
            view.canvas.bind_class(_BINDING, sequence, handler)

    @property
    def keys(self) -> tuple[str, ...]:
        """The units of the stack that is fanned out, in the order they lie: the top one first."""
        return tuple(f.unit.key for f in self._stack) if self.hex is not None else ()

    # -- opening and folding ------------------------------------------------------------

    def rest(self, x: int, y: int) -> None:
        """The pointer moved to a pixel of the canvas's window; if it rests on a stack, that fans out."""
        self._forget_timer()
        hex = self._stack_at(x, y)
        if hex is not None and hex != self.hex:
            self._timer = self._canvas.after(REST_MS, self._rested, hex, x, y)

    def hold(self) -> None:
        """Nothing fans out: a button is down, or the pointer is elsewhere."""
        self._forget_timer()
        self.close()

    def _rested(self, hex: Hex, x: int, y: int) -> None:
        self._timer = ""
        if self._stack_at(x, y) == hex:
            self.open(hex)
            self._lighten(-1)

    def _stack_at(self, x: int, y: int) -> Hex | None:
        """The hex whose pile of counters lies under a pixel, where it has several."""
        geometry, point = self.host.design.map.geometry, self._view.to_map(x, y)
        hex = geometry.hex_at(*point)
        if hex is None or len(self.host.stack(hex)) < _FEW:
            return None
        centre = geometry.centre(hex)
        reach = map_style.current().counter_size * 0.72
        return hex if max(abs(p - c) for p, c in zip(point, centre, strict=True)) <= reach else None

    def open(self, hex: Hex, by_key: bool = False) -> bool:
        """Fan out the stack of a hex; False where there are not two counters in it."""
        stack = tuple(reversed(self.host.stack(hex)))
        if len(stack) < _FEW:
            self.close()
            return False
        self._forget_timer()
        self.hex, self._stack, self._by_key, self._pressed = hex, stack, by_key, None
        chosen = set(self.host.chosen())
        self.lit = next((i for i, f in enumerate(stack) if f.unit.key in chosen), 0) if by_key else -1
        tags = self._canvas.bindtags()
        self._canvas.bindtags((_BINDING, *(t for t in tags if t != _BINDING)))
        self._draw()
        return True

    def close(self) -> None:
        """Fold the stack again."""
        self._forget_timer()
        if self.hex is None:
            return
        self.hex, self.layout, self._pressed, self._stack = None, None, None, ()
        self._picture.clear()
        self._canvas.bindtags(tuple(t for t in self._canvas.bindtags() if t != _BINDING))

    def refresh(self) -> None:
        """Something was chosen or changed: show the stack as it is now."""
        if self.hex is None:
            return
        now = tuple(reversed(self.host.stack(self.hex)))
        if len(now) < _FEW:
            self.close()
        else:
            self._stack = now
            self.lit = min(self.lit, len(now) - 1)
            self._draw()

    def _draw(self) -> None:
        assert self.hex is not None
        self.layout = self._picture.draw(self.host.design, self.hex, self._stack, set(self.host.chosen()))
        self._picture.light(self.lit)

    def _lighten(self, index: int) -> None:
        self.lit = index
        self._picture.light(index)

    def _forget_timer(self) -> None:
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""

    # -- the mouse ----------------------------------------------------------------------

    def _place(self, event: Any) -> tuple[float, float]:
        return self._canvas.canvasx(event.x), self._canvas.canvasy(event.y)

    def _at(self, event: Any) -> int | None:
        return self.layout.at(*self._place(event)) if self.layout is not None else None

    def _motion(self, event: Any) -> str | None:
        if self.layout is None:
            return None
        here = self._at(event)
        if here is None and not self.layout.holds(*self._place(event)):
            if not self._by_key:
                self.close()
            return None
        self._by_key = False
        if here is not None or self.lit >= 0:
            self._lighten(-1 if here is None else here)
        return "break"

    def _press(self, event: Any) -> str | None:
        here = self._at(event)
        if here is None:
            self.close()
            return None
        self._canvas.focus_set()
        self._pressed = (event.x, event.y, self._stack[here].unit.key)
        return "break"

    def _double(self, event: Any) -> str | None:
        taken = self._press(event)
        if taken is not None and self._pressed is not None and self.hex is not None:
            self.host.open(self.hex, self._pressed[2])
        return taken

    def _drag(self, event: Any) -> str | None:
        if self._pressed is None or self.hex is None:
            return None
        x, y, key = self._pressed
        if abs(event.x - x) + abs(event.y - y) > _DRAG_PX:
            hex = self.hex
            self.close()
            self.host.grab(hex, key, event)
            return None
        return "break"

    def _release(self, event: Any) -> str | None:
        if self._pressed is None or self.hex is None:
            return None
        key, self._pressed = self._pressed[2], None
        self._pick(key, bool(event.state & (SHIFT | CONTROL)))
        return "break"

    def _pick(self, key: str, more: bool) -> None:
        assert self.hex is not None
        self.host.pick(self.hex, key, more)
        self.refresh()

    def _right(self, event: Any) -> str | None:
        here, hex = self._at(event), self.hex
        key = self._stack[here].unit.key if here is not None else ""
        self.close()
        if hex is None or not key:
            return None
        self.host.menu(hex, key, event)
        return "break"

    def _leave(self, event: Any) -> str | None:
        if event.state & BUTTON or self._by_key:
            # A window manager that looks at a click first makes it seem that the pointer has gone.
            return "break"
        self.close()
        return None

    # -- the keys -----------------------------------------------------------------------

    def _arrow(self, event: Any) -> str | None:
        if self.layout is None:
            return None
        self._by_key = True
        across, down = _ARROWS[event.keysym]
        self._lighten(self.layout.step(self.lit, across, down) if self.lit >= 0 else 0)
        return "break"

    def _enter(self, event: Any) -> str | None:
        """Return takes the counter that is lit and folds the stack; with Shift or Ctrl it stays open."""
        if self.hex is None or self.lit < 0:
            return None
        hex, key = self.hex, self._stack[self.lit].unit.key
        if event.state & (SHIFT | CONTROL):
            self._pick(key, True)
        else:
            self.close()
            self.host.carry(hex, key)
        return "break"

    def _escape(self, _event: Any) -> str:
        self.close()
        return "break"
