"""How large the areas of the dock are: as large as was chosen, but never so that the map is starved."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Any

from . import theme
from .dock_layout import Area

if TYPE_CHECKING:
    from .dock import Dock

LEAST_RIGHT = 340
"""Pixels the panels at the right keep even in a narrow window, at 100 %: their lists need them."""
_SHARE = 0.3
_NARROW = 222 + LEAST_RIGHT
"""Pixels both sides together need: in a window too narrow for that they may take more than half of it,"""
_MOST = 0.55
"""but no greater part than this."""
_BAND = 0.4
"""The part of the height that an area below others may take,"""
_BELOW_MAP = 0.3
"""and below the map."""
LOW_COLUMN = 500
"""A column at the right lower than this, in pixels at 100 %, shows its two areas as one."""


def panel_width(window: int, wanted: int, least: int = LEAST_RIGHT) -> int:
    """Pixels for the panels at the right in a window so wide, where the user wants `wanted`."""
    return min(wanted, max(least, round(window * _SHARE)))


def side_widths(window: int, left: int, right: int) -> tuple[int, int]:
    """Pixels for the panels at the left and at the right of a window so wide, where they want so many (0:
    there are none): the map keeps half of the window, a little less in a very narrow one.

    >>> side_widths(1366, 222, 366), side_widths(1366, 444, 732), side_widths(1024, 444, 680)
    ((222, 366), (307, 376), (253, 309))
    """
    room = max(window // 2, min(round(window * _MOST), _NARROW))
    left = min(left, round(window * _SHARE), max(round(room * 0.45), room - right))
    return left, min(right, room - left)


def band_height(window: int, wanted: int, share: float = _BAND) -> int:
    """Pixels for an area below another one in a window so high, of which it may take a part."""
    return min(wanted, max(60, round(window * share)))


class DockSizes:
    """Keeps the sashes of a dock where the layout says, when the window or its areas change, and tells the
    layout where they were put by hand."""

    def __init__(self, dock: Dock) -> None:
        self._dock = dock
        self._waiting = ""
        self._held: tuple[int, ...] = ()
        for paned in (dock.across, dock.centre, dock.column):
            paned.bind("<Configure>", lambda _e: self.later(), add=True)
            paned.bind("<ButtonPress-1>", self._press, add=True)
            paned.bind("<ButtonRelease-1>", self._release, add=True)

    def later(self) -> None:
        """Fit the areas when the panes have their places."""
        if not self._waiting:
            self._waiting = self._dock.across.after_idle(self.apply)

    def apply(self) -> None:
        """Put the sashes where they belong now."""
        self._waiting = ""
        dock, sizes = self._dock, self._dock.layout.sizes
        across = dock.across
        if not across.winfo_ismapped():
            return
        wide, high = across.winfo_width(), across.winfo_height()
        dock.column_is_low(high < theme.px(LOW_COLUMN))
        panes = len(across.panes())  # type: ignore[no-untyped-call]
        left = theme.px(sizes["left"]) if dock.shown("left") else 0
        right = panel_width(wide, theme.px(sizes["right"]), theme.px(LEAST_RIGHT)) if dock.has_right else 0
        left, right = side_widths(wide - (panes - 1) * _sash(across), left, right)
        if left:
            _put(across, 0, left)
        if right:
            _put(across, panes - 2, wide - right - _sash(across))
        if dock.shown("right") and dock.shown("corner"):
            _put(dock.column, 0, high - band_height(high, theme.px(sizes["corner"])) - _sash(across))
        if dock.shown("bottom"):
            band = band_height(high, theme.px(sizes["bottom"]), _BELOW_MAP)
            _put(dock.centre, 0, high - band - _sash(across))

    def _now(self) -> dict[Area, int]:
        """The sizes of the areas that can be seen, in pixels at 100 %."""
        dock = self._dock
        found: dict[Area, int] = {}
        for area in ("left", "bottom"):
            if dock.shown(area):
                stack = dock.stack(area)
                found[area] = theme.unscaled(
                    stack.winfo_width() if area == "left" else stack.winfo_height())
        if dock.has_right:
            found["right"] = theme.unscaled(dock.right_width)
        if dock.shown("right") and dock.shown("corner"):
            found["corner"] = theme.unscaled(dock.stack("corner").winfo_height())
        return found

    def _press(self, _event: Any) -> None:
        self._held = tuple(self._now().values())

    def _release(self, _event: Any) -> None:
        """A sash that was moved by hand stays there; one that only gave way to a small window does not
        change what is wanted."""
        self._dock.across.update_idletasks()
        now = self._now()
        held, self._held = self._held, ()
        pairs = zip(now.items(), held, strict=False)
        if moved := {area: size for (area, size), before in pairs if size != before}:
            self._dock.resize(self._dock.layout.resized(moved))


def _sash(paned: ttk.Panedwindow) -> int:
    return int(ttk.Style(paned).lookup("Sash", "sashthickness") or 5)


def _put(paned: ttk.Panedwindow, sash: int, at: int) -> None:
    if int(paned.sashpos(sash)) != at:  # type: ignore[no-untyped-call]
        paned.sashpos(sash, at)  # type: ignore[no-untyped-call]
