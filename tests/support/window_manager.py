"""Waiting until the window manager has done what it was asked for.

It is asked for the borders that a window would get. It answers its messages in order, so with this answer
everything has reached the display that it does about windows shown, hidden or clicked before.
"""

from __future__ import annotations

import ctypes
import select
import time
from ctypes import POINTER, Structure, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

_PROPERTY_NOTIFY, _CLIENT_MESSAGE = 28, 33
_PROPERTY_CHANGES = 1 << 22
_TO_MANAGER = 1 << 19 | 1 << 20
"""The events that a window manager selects on the root window."""


class _Message(Structure):
    _fields_ = (
        ("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
        ("window", c_ulong), ("message_type", c_ulong), ("format", c_int), ("data", c_long * 5),
        # An XEvent is 24 long integers.
        ("rest", c_long * 24))


class WindowManager:
    """The window manager of a display, over a connection of its own."""

    def __init__(self, display: str) -> None:
        self._x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = c_void_p
        x.XDefaultRootWindow.restype = x.XInternAtom.restype = x.XCreateSimpleWindow.restype = c_ulong
        x.XOpenDisplay.argtypes = [c_char_p]
        x.XDefaultRootWindow.argtypes = x.XPending.argtypes = x.XConnectionNumber.argtypes = [c_void_p]
        x.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
        x.XCreateSimpleWindow.argtypes = [
            c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint, c_ulong, c_ulong]
        x.XSelectInput.argtypes = [c_void_p, c_ulong, c_long]
        x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(_Message)]
        x.XNextEvent.argtypes = [c_void_p, POINTER(_Message)]
        self._display = x.XOpenDisplay(display.encode())
        assert self._display, f"no connection to {display}"
        self._root = x.XDefaultRootWindow(self._display)
        self._window = x.XCreateSimpleWindow(self._display, self._root, 0, 0, 1, 1, 0, 0, 0)
        x.XSelectInput(self._display, self._window, _PROPERTY_CHANGES)
        self._question = x.XInternAtom(self._display, b"_NET_REQUEST_FRAME_EXTENTS", 0)
        self._unanswered = 0

    def has_answered(self, seconds: float) -> bool:
        """Whether it answers within some seconds."""
        self._unanswered += 1
        message = _Message(type=_CLIENT_MESSAGE, window=self._window, message_type=self._question, format=32)
        self._x.XSendEvent(self._display, self._root, 0, _TO_MANAGER, message)
        end, event = time.perf_counter() + seconds, _Message()
        while (left := end - time.perf_counter()) > 0:
            if not self._x.XPending(self._display):
                select.select([self._x.XConnectionNumber(self._display)], [], [], left)
                continue
            self._x.XNextEvent(self._display, event)
            self._unanswered -= event.type == _PROPERTY_NOTIFY
            if not self._unanswered:
                return True
        return False
