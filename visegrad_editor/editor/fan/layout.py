"""Where the counters of a stack lie when it is fanned out: on a plate beside the hex, all of it in sight."""

from __future__ import annotations

from dataclasses import dataclass

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

PER_ROW = 6
_GAP = 0.14
"""Between counters, in counters."""
_SLACK = 8.0
"""How far from plate and hex the pointer may stray, in pixels."""
_LEAST = 12.0


@dataclass(frozen=True)
class FanLayout:
    """`spots` are the counters' rectangles in the order given, `plate` lies behind them, its last `caption`
    pixels are for a line of words, and `hex` is the box of the hex they come from."""

    spots: tuple[Rect, ...]
    plate: Rect
    hex: Rect
    caption: float

    @property
    def edge(self) -> float:
        """The edge of a counter in pixels."""
        return self.spots[0][2] - self.spots[0][0]

    def at(self, x: float, y: float) -> int | None:
        """Which counter lies at a pixel."""
        return next((i for i, (a, b, c, d) in enumerate(self.spots) if a <= x <= c and b <= y <= d), None)

    def holds(self, x: float, y: float) -> bool:
        """Whether a pixel is on the plate or on the hex, or close by: there the fan stays open."""
        return any(a - _SLACK <= x <= c + _SLACK and b - _SLACK <= y <= d + _SLACK
                   for a, b, c, d in (self.plate, self.hex))

    def step(self, here: int, across: int, down: int) -> int:
        """The counter an arrow key leads to; the same where there is none."""
        there = here + across + down * min(PER_ROW, len(self.spots))
        return there if 0 <= there < len(self.spots) else here


def fan_out(count: int, hex: Rect, view: Rect, edge: float, caption: float = 0.0) -> FanLayout:
    """Lay out so many counters beside a hex, in rows of at most six.

    The plate lies above the hex, or below it where there is no room above, and never leaves the view;
    counters have `edge` pixels, less where they would not fit. Raises ValueError for no counters.

    >>> fan = fan_out(3, (100, 300, 140, 340), (0, 0, 800, 600), 50)
    >>> fan.plate[3] <= 300, fan.at(*fan.spots[1][:2]), fan.holds(120, 320), fan.holds(700, 500)
    (True, 1, True, False)
    """
    if count < 1:
        raise ValueError("There is no counter to lay out.")
    columns = min(PER_ROW, count)
    rows = -(-count // columns)
    left, top, right, bottom = view
    fits = min((right - left) / _span(columns), (bottom - top - caption) / _span(rows))
    edge = max(_LEAST, min(edge, fits))
    wide, high = edge * _span(columns), edge * _span(rows) + caption
    x = _within((hex[0] + hex[2] - wide) / 2, left, right - wide)
    above, below = hex[1] - high, hex[3]
    y = above if above >= top or hex[1] - top >= bottom - hex[3] else below
    y = _within(y, top, bottom - high)
    pitch, rim = edge * (1 + _GAP), edge * _GAP
    spots = []
    for i in range(count):
        a, b = x + rim + i % columns * pitch, y + rim + i // columns * pitch
        spots.append((a, b, a + edge, b + edge))
    return FanLayout(tuple(spots), (x, y, x + wide, y + high), hex, caption)


def _span(counters: int) -> float:
    """The length of a row of counters with its rims, in counters."""
    return counters * (1 + _GAP) + _GAP


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
