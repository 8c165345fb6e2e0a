"""What differs between X11, Windows and macOS, and between Tk 8.6 and 9: mouse buttons, the wheel, the
touchpad, the modifiers, the keys of context menus.

On X11 the wheel is two buttons (Tk 9 makes wheel events of them); on Windows those numbers are the side
buttons of a mouse. A notch of the wheel counts 120 on Windows and with Tk 9. On macOS Tk 8.6 counts lines,
many a second of a touchpad; Tk 9 sends the touchpad's own event, in pixels. Up to Tk 8.6, macOS calls the
right button 2 and the middle one 3; elsewhere, and with Tk 9, it is the other way round.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from .widgets.keyboard import ALT, CONTROL, SHIFT

Bind = Callable[[str, Callable[[Any], object]], object]
"""Binds an event of a widget, or of a binding tag, to a function."""
Act = Callable[[Any, int], object]
"""Called with the event and the notches that the wheel was turned, up or away from the user if positive."""

_NOTCH = 120
_NOTCH_LINES = 3
"""What Tk 8.6 counts on macOS for a turn that elsewhere is a notch."""
_NOTCH_PX = 30
"""The way of two fingers on a touchpad that is as much as a notch of the wheel."""
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x10}
_COMMAND = 0x8
"""The Command key of macOS."""


def windowing(widget: tk.Misc) -> str:
    """The window system: `x11`, `win32` or `aqua`."""
    return str(widget.tk.call("tk", "windowingsystem"))


def is_tk_9(widget: tk.Misc) -> bool:
    """Whether this is Tk 9 or later."""
    return int(str(widget.tk.call("info", "patchlevel")).partition(".")[0]) >= 9


def right_button(widget: tk.Misc) -> int:
    """The number of the right mouse button."""
    return 2 if windowing(widget) == "aqua" and not is_tk_9(widget) else 3


def middle_button(widget: tk.Misc) -> int:
    """The number of the middle mouse button, which is the wheel of most mice."""
    return 5 - right_button(widget)


def menu_clicks(widget: tk.Misc) -> tuple[str, ...]:
    """The mouse events that open a context menu; on macOS also Ctrl+click, which elsewhere selects rows."""
    click = f"<Button-{right_button(widget)}>"
    return (click, "<Control-Button-1>") if windowing(widget) == "aqua" else (click,)


def menu_keys(widget: tk.Misc) -> tuple[str, str]:
    """The keys that open a context menu; `App` is what Windows calls the menu key."""
    return "<App>" if windowing(widget) == "win32" else "<Menu>", "<Shift-F10>"


def held_keys(widget: tk.Misc, state: object) -> int:
    """Which of Shift, Ctrl and Alt are held, by the `state` of an event, as the bits of `keyboard`; on macOS
    Command counts as Ctrl and Option as Alt. On Windows the bit that is Alt elsewhere is NumLock."""
    if not isinstance(state, int):
        return 0  # an event that the program itself makes may have none
    system = windowing(widget)
    control = bool(state & CONTROL) or (system == "aqua" and bool(state & _COMMAND))
    alt = bool(state & _ALT.get(system, 0))
    return state & SHIFT | (CONTROL if control else 0) | (ALT if alt else 0)


class _Notches:
    """Counts small turns of a wheel, or ways on a touchpad, up to whole notches."""

    def __init__(self) -> None:
        self._rest = 0.0

    def add(self, part: float) -> int:
        """The whole notches so far; what is left counts for the next ones, unless the direction changes."""
        if part * self._rest < 0:
            self._rest = 0.0
        self._rest += part
        whole = int(self._rest)
        self._rest -= whole
        return whole


def bind_wheel(widget: tk.Misc, act: Act, bind: Bind | None = None) -> None:
    """Call `act` when the wheel is turned over a widget, or two fingers move on a touchpad. `bind` is used in
    place of `widget.bind`, for a binding tag or for bindings that are added. What `act` returns ("break") is
    returned to Tk."""
    for event, handler in wheel_bindings(widget, act).items():
        (bind or widget.bind)(event, handler)


def wheel_bindings(widget: tk.Misc, act: Act) -> dict[str, Callable[[Any], object]]:
    """The events of the wheel, each with what handles it, as `bind_wheel` binds them."""
    system, tk_9, notches = windowing(widget), is_tk_9(widget), _Notches()
    turn = _NOTCH_LINES if system == "aqua" and not tk_9 else _NOTCH

    def done(event: Any, part: float) -> object:
        number = notches.add(part)
        return act(event, number) if number else "break"

    found: dict[str, Callable[[Any], object]] = {"<MouseWheel>": lambda e: done(e, e.delta / turn)}
    if system == "x11":
        found |= {"<Button-4>": lambda e: act(e, 1), "<Button-5>": lambda e: act(e, -1)}
    if tk_9:
        found["<TouchpadScroll>"] = lambda e: done(e, touchpad_way(e.delta)[1] / _NOTCH_PX)
    return found


def touchpad_way(delta: int) -> tuple[int, int]:
    """The pixels to the right and down (up if positive, like the wheel) that Tk 9 packs into the `delta` of a
    touchpad's event.

    >>> touchpad_way(5), touchpad_way(-5 & 0xFFFF), touchpad_way(3 << 16 | 7)
    ((0, 5), (0, -5), (3, 7))
    """
    across, down = delta >> 16, delta & 0xFFFF
    return across, down - 0x10000 if down & 0x8000 else down
