"""A stack counter out over the map: opened when the pointer rests on it or by a key, closed when it leaves.

While it is open, the fan gets the events of the canvas first, through a binding tag in front of the others;
events it does not use are passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from PIL import ImageTk

from ...drawing.appearance import counter_look
from ...drawing.counters import Counter, counter_item, figures
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.styled_design import apply_style_to_ruleset
from ...drawing.viewport import Viewport
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ..platforms import held_keys, menu_clicks
from ..widgets.keyboard import BUTTON, CONTROL, SHIFT
from ..window import theme
from . import style as map_style
from .view import MapView

_BINDING = "StackFan"
REST_MS = 250
_DRAG_PX = 5
_DOUBLE = 2
_FEW = 2
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class StackFan:
    """Draws on the canvas of a map view. `host` provides the stacks: the editor or a game."""

    def __init__(self, view: MapView, host: FanHost) -> None:
        self._view, self._canvas = view, view.canvas
        self.host: FanHost = host
        self.hex: Hex | None = None
        """The hex whose stack is counter out, or None."""
        self.layout: FanLayout | None = None
        self.lit = 0
        """The index of the counter at the pointer or chosen with keys; -1 for none."""
        self._stack: tuple[Counter, ...] = ()
        self._picture = FanPicture(view)
        self._timer = ""
        self._by_key = False
        self._pressed: tuple[int, int, str] | None = None
        view.moved.connect(self.close)
        for sequence, handler in (
            ("<Motion>", self._motion), ("<B1-Motion>", self._drag), ("<ButtonPress-1>", self._press),
            ("<ButtonRelease-1>", self._release), ("<Leave>", self._leave),
            *((click, self._right) for click in menu_clicks()),
            ("<Escape>", self._escape), ("<Return>", self._enter), ("<KP_Enter>", self._enter),
            ("<KeyPress-space>", self._enter), *((f"<{key}>", self._arrow) for key in _ARROWS),
        ):
            view.canvas.bind_class(_BINDING, sequence, handler)

    @property
    def keys(self) -> tuple[str, ...]:
        """The units of the counter stack, top one first."""
        return tuple(f.unit.key for f in self._stack) if self.hex is not None else ()

    def serve(self, host: FanHost) -> Callable[[], None]:
        """Use another host; the returned function restores the previous one."""
        before = self.host
        self.hold()
        self.host = host

        def go_back() -> None:
            self.hold()
            self.host = before

        return go_back

    # -- opening and folding ------------------------------------------------------------

    def rest(self, x: int, y: int) -> None:
        """Note that the pointer moved to a pixel of the window; if it rests on a stack, that fans out."""
        self._forget_timer()
        hex = self._stack_at(x, y)
        if hex is not None and hex != self.hex:
            self._timer = self._canvas.after(REST_MS, self._rested, hex, x, y)

    def hold(self) -> None:
        """Close the fan and keep it closed, as a button is down or the pointer is elsewhere."""
        self._forget_timer()
        self.close()

    def _rested(self, hex: Hex, x: int, y: int) -> None:
        self._timer = ""
        if self._stack_at(x, y) == hex:
            self.open(hex)
            self._lighten(-1)

    def _stack_at(self, x: int, y: int) -> Hex | None:
        """The hex whose stack of several counters is under a pixel, or None."""
        geometry, point = self.host.design.map.geometry, self._view.to_map(x, y)
        hex = geometry.hex_at(*point)
        if hex is None or len(self.host.stack(hex)) < _FEW:
            return None
        centre = geometry.centre(hex)
        reach = map_style.current().counter_size * 0.72
        return hex if max(abs(p - c) for p, c in zip(point, centre, strict=True)) <= reach else None

    def open(self, hex: Hex, by_key: bool = False) -> bool:
        """Fan out the stack of a hex; False if it has fewer than two counters."""
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
        """Close the fan."""
        self._forget_timer()
        if self.hex is None:
            return
        self.hex, self.layout, self._pressed, self._stack = None, None, None, ()
        self._picture.clear()
        self._canvas.bindtags(tuple(t for t in self._canvas.bindtags() if t != _BINDING))

    def refresh(self) -> None:
        """Show the stack as it is now, after something was chosen or changed."""
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
        key = self._stack[here].unit.key
        self._pressed = (event.x, event.y, key)
        if self._view.presses.press(event) == _DOUBLE and self.hex is not None:
            self.host.open(self.hex, key)
        return "break"

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
        self._pick(key, bool(held_keys(event.state) & (SHIFT | CONTROL)))
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
            # A window manager that intercepts clicks makes it look as if the pointer had left.
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
        """Take the highlighted counter and close the fan; with Shift or Ctrl it stays open."""
        if self.hex is None or self.lit < 0:
            return None
        hex, key = self.hex, self._stack[self.lit].unit.key
        if held_keys(event.state) & (SHIFT | CONTROL):
            self._pick(key, True)
        else:
            self.close()
            self.host.carry(hex, key)
        return "break"

    def _escape(self, _event: Any) -> str:
        self.close()
        return "break"


# The interface between the fan and its host: what editing and play-tests do differently.

class FanHost(Protocol):
    """Provides the stacks, and handles counters that are taken out of one."""

    @property
    def design(self) -> Design: ...

    def stack(self, hex: Hex) -> Sequence[Counter]:
        """The counters of a hex that can fan out now, top one last."""

    def chosen(self) -> Sequence[str]:
        """The chosen units."""

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        """A counter was clicked; `more` means with Shift or Ctrl."""

    def open(self, hex: Hex, key: str) -> None:
        """A counter was double-clicked, after it was picked."""

    def carry(self, hex: Hex, key: str) -> None:
        """A counter was taken with the keyboard, which now moves it."""

    def grab(self, hex: Hex, key: str, event: Any) -> None:
        """A counter is being dragged away; the following events go to the map as usual."""

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        """A counter was right-clicked."""


# The layout of a counter stack: on a plate beside the hex, fully visible.

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

PER_ROW = 6
_GAP = 0.14
"""The gap between counters, as a share of a counter."""
_SLACK = 8.0
"""How far the pointer may be from plate and hex, in pixels."""
_LEAST = 12.0


@dataclass(frozen=True)
class FanLayout:
    """`spots` are the rectangles of the counters in order, `plate` is behind them, its lowest `caption`
    pixels hold a line of text, and `hex` is the box of the hex of the stack."""

    spots: tuple[Rect, ...]
    plate: Rect
    hex: Rect
    caption: float

    @property
    def edge(self) -> float:
        """The edge of a counter in pixels."""
        return self.spots[0][2] - self.spots[0][0]

    def at(self, x: float, y: float) -> int | None:
        """The index of the counter at a pixel, or None."""
        return next((i for i, (a, b, c, d) in enumerate(self.spots) if a <= x <= c and b <= y <= d), None)

    def holds(self, x: float, y: float) -> bool:
        """Whether a pixel is on or near the plate or the hex, where the fan stays open."""
        return any(a - _SLACK <= x <= c + _SLACK and b - _SLACK <= y <= d + _SLACK
                   for a, b, c, d in (self.plate, self.hex))

    def step(self, here: int, across: int, down: int) -> int:
        """The counter an arrow key leads to; the same one if there is none."""
        there = here + across + down * min(PER_ROW, len(self.spots))
        return there if 0 <= there < len(self.spots) else here


def fan_out(count: int, hex: Rect, view: Rect, edge: float, caption: float = 0.0) -> FanLayout:
    """Lay out `count` counters beside a hex, in rows of at most six.

    The plate is above the hex, or below it if there is no room above, and always within the view; counters
    are `edge` pixels wide, or less if they would not fit. Raises ValueError for no counters.

    >>> fan = fan_out(3, (100, 300, 140, 340), (0, 0, 800, 600), 50)
    >>> fan.plate[3] <= 300, fan.at(*fan.spots[1][:2]), fan.holds(120, 320), fan.holds(700, 500)
    (True, 1, True, False)
    """
    if count < 1:
        raise ValueError("There are no counters to lay out.")
    columns = min(PER_ROW, count)
    rows = -(-count // columns)
    left, top, right, bottom = view
    fits = min((right - left) / _span(columns), (bottom - top - caption) / _span(rows))
    edge = max(_LEAST, min(edge, fits))
    width, height = edge * _span(columns), edge * _span(rows) + caption
    x = _within((hex[0] + hex[2] - width) / 2, left, right - width)
    above, below = hex[1] - height, hex[3]
    y = above if above >= top or hex[1] - top >= bottom - hex[3] else below
    y = _within(y, top, bottom - height)
    pitch, rim = edge * (1 + _GAP), edge * _GAP
    spots = []
    for i in range(count):
        a, b = x + rim + i % columns * pitch, y + rim + i // columns * pitch
        spots.append((a, b, a + edge, b + edge))
    return FanLayout(tuple(spots), (x, y, x + width, y + height), hex, caption)


def _span(counters: int) -> float:
    """The length of a row of counters with its gaps, in counters."""
    return counters * (1 + _GAP) + _GAP


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


# The picture of a counter stack on the canvas of a map view.

TAG = "fan"
_EDGE_PX, _MOST_EDGE_PX = 54, 84
"""Counters are as large as on the map, but within these bounds in pixels at 100 %."""
_CAPTION_PX = 20
_PICTURES = 200


class FanPicture:
    """Draws a stack and highlights one of its counters; caches the pictures of counters."""

    def __init__(self, view: MapView) -> None:
        self._view, self._canvas = view, view.canvas
        self._layout: FanLayout | None = None
        self._design: Design | None = None
        self._stack: Sequence[Counter] = ()
        self._pictures: dict[tuple[object, ...], ImageTk.PhotoImage] = {}
        self._painter = PixelPainter()

    def draw(self, design: Design, hex: Hex, stack: Sequence[Counter], chosen: Collection[str]) -> FanLayout:
        """Draw the counters of a hex, top one first, with the chosen ones marked; returns the layout."""
        view, scale = self._view, self._view.viewport.scale
        self._design, self._stack = design, stack
        corners = [view.to_canvas(p) for p in design.map.geometry.corners(hex)]
        x, y = view.viewport.origin_px
        box: Rect = (min(c[0] for c in corners), min(c[1] for c in corners),
                     max(c[0] for c in corners), max(c[1] for c in corners))
        rim = theme.px(4)
        sight = (x + rim, y + rim, x + view.viewport.width_px - rim, y + view.viewport.height_px - rim)
        on_map = scale * map_style.current().counter_size
        edge = max(float(theme.px(_EDGE_PX)), min(on_map, float(theme.px(_MOST_EDGE_PX))))
        self._layout = fan_out(len(stack), box, sight, round(edge), theme.px(_CAPTION_PX))
        self.clear()
        self._outline(corners)
        left, top, right, bottom = self._layout.plate
        self._canvas.create_rectangle(left, top, right, bottom, fill=theme.PANEL, outline=theme.QUIET,
                                      tags=(TAG, "fan-plate"))
        for counter, spot in zip(stack, self._layout.spots, strict=True):
            self._counter(counter, spot, counter.unit.key in chosen)
        self._canvas.create_text((left + right) / 2, bottom - self._layout.caption / 2 - theme.px(2),
                                 fill=theme.TEXT, font="TkDefaultFont", tags=(TAG, "fan-caption"))
        # Other code draws its marks for the same change after this.
        self._canvas.after_idle(self._canvas.tag_raise, TAG)
        return self._layout

    def clear(self) -> None:
        """Remove everything."""
        self._canvas.delete(TAG)

    def _outline(self, corners: list[tuple[float, float]]) -> None:
        xy = [v for c in corners for v in c]
        for colour, width in (("#ffffff", 5), (theme.ACCENT, 3)):
            self._canvas.create_polygon(xy, fill="", outline=colour, width=width, tags=(TAG,))

    def _counter(self, counter: Counter, spot: Rect, chosen: bool) -> None:
        left, top, right, bottom = spot
        if chosen:
            self._canvas.create_rectangle(left - 3, top - 3, right + 3, bottom + 3, fill=theme.ACCENT,
                                          outline="", tags=(TAG, "fan-chosen"))
        photo = self._picture(counter, round(right - left))
        self._canvas.create_image(round((left + right) / 2), round((top + bottom) / 2), image=photo,
                                  tags=(TAG, "fan-counter"))

    def _picture(self, counter: Counter, edge: int) -> ImageTk.PhotoImage:
        assert self._design is not None
        ruleset, style = apply_style_to_ruleset(self._design.ruleset, map_style.current())
        key = (counter, edge, counter_look(ruleset, counter.unit), style)
        if key not in self._pictures:
            if len(self._pictures) > _PICTURES:
                self._pictures.clear()
            item = counter_item(counter, ruleset, (0.0, 0.0), 1.0, shadow=False, style=style)
            size = round(edge * 1.3)
            half = size / edge / 2
            image = self._painter.render_transparent([item], Viewport(float(edge), -half, -half, size, size))
            self._pictures[key] = ImageTk.PhotoImage(image, master=self._canvas)
        return self._pictures[key]

    def light(self, index: int) -> None:
        """Highlight one of the counters drawn last and show its name; -1 for none."""
        if self._layout is None or self._design is None:
            return
        self._canvas.delete("fan-lit")
        words = f"{len(self._stack)} counters"
        if index >= 0:
            left, top, right, bottom = self._layout.spots[index]
            self._canvas.create_rectangle(left - 3, top - 3, right + 3, bottom + 3, outline=theme.TEXT,
                                          width=2, tags=(TAG, "fan-lit"))
            unit, rules = self._stack[index].unit, self._design.ruleset
            words = "  ".join(w for w in (unit.name, figures(unit, rules, unit.reduced)) if w)
        self._canvas.itemconfigure("fan-caption", text=self._short(words))

    def _short(self, words: str) -> str:
        """A text shortened to the width of the plate."""
        assert self._layout is not None
        room = self._layout.plate[2] - self._layout.plate[0] - theme.px(8)
        call = self._canvas.tk.call
        while len(words) > 4 and int(call("font", "measure", "TkDefaultFont", words)) > room:
            words = words.rstrip("…")[:-1].rstrip() + "…"
        return words
