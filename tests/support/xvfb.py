"""A separate screen for tests of the window: Xvfb, a small window manager, real mouse and keys."""

from __future__ import annotations

import atexit
import gc
import itertools
import os
import shutil
import subprocess
import time
import tkinter as tk
import traceback
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import pytest
from click_waits import ClickWait
from dialog_answers import Answer, Step, end_waiting
from timers import is_any_due
from window_manager import WindowManager

from visegrad_editor.editor.app import open_window
from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.window.window import Window
from visegrad_editor.hexgrid import Hex, Point

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
MARKS = [
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    # `conftest.py` knows by it which tests open windows. Each worker has a server of its own.
    pytest.mark.xdist_group("window"),
    # Server, window manager and window are three processes: on a busy machine a key may come before the
    # window has the keyboard. What fails twice is a fault; the summary tells which tests were run again.
    pytest.mark.flaky(reruns=1),
]
"""The `pytestmark` of a file whose tests need a window."""
_DO_NOT_WAIT = 2
"""Tcl's flag for handling an event only if there is one."""
_PATIENCE_S = 10.0
"""For the window manager."""
_KEYBOARD_S = 1.5
"""For the keyboard: where the window is not to have it, a test loses this time with each key."""
_T = TypeVar("_T", bound=Callable[..., object])


def window_test(test: _T) -> _T:
    """Mark a test that needs a window, in a file with tests that do not."""
    for mark in MARKS:
        test = mark(test)
    return test


def screen() -> str:
    """A virtual X display, with DISPLAY set to it, until this process ends; the garbage collector is off."""
    # The window's threads must not be the ones that clear away what Tk made: outside its main loop, which
    # tests do not run, Tk answers no other thread. `settle` clears away instead, and `conftest.py` switches
    # the collector on again before tests without windows.
    gc.disable()
    return _server()


@cache
def _manager() -> WindowManager | None:
    """The window manager of the display, None without one."""
    return WindowManager(screen()) if shutil.which("openbox") else None


@cache
def _server(width: int = 1366, height: int = 768) -> str:
    """The display of a new server.

    Tk keeps its connection after the last window is gone, and ends the process when the server
    goes away; so there is one server for a process, and it is ended last.
    """
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-dpi", "96",
         "-nolisten", "tcp"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        display = f":{answer.readline().strip()}"
    os.environ["DISPLAY"] = display
    atexit.register(server.terminate)
    if shutil.which("openbox"):
        manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(manager.terminate)
        time.sleep(0.3)
    return display


_closed = itertools.count(1)
"""The windows closed so far."""


@contextmanager
def window_on(name: Path | str, folder: Path, wait: float = 0.4) -> Iterator[Hand]:
    """A window on a file or a bundled document, its settings in a folder, closed in the end. It is left to
    itself for some seconds before; none where it asks something at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen())
        # On a busy machine a message would be gone before a test reads it.
        patch.setattr("visegrad_editor.editor.window.messages.SAY_MS", 60_000)
        loaded, complaint = open_document(name)
        assert complaint == ""
        hand = Hand(open_window(loaded, Settings(folder)))
        try:
            if wait:
                hand.settle(wait)
            yield hand
        finally:
            if hand.alive:
                hand.window.root.destroy()
            if next(_closed) % 8 == 0:
                # What a window held is in rings: hundreds of them would take gigabytes.
                gc.collect()


@contextmanager
def windows_in(folder: Path, wait: float = 0.4) -> Iterator[Show]:
    """Opens windows, all with the settings of a folder; those that are still open are closed in the end."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(window_on(name, folder, wait))


@contextmanager
def shared_window(folder: Path) -> Iterator[Show]:
    """Shows files in one window as long as no test closes it, then in another one; what is not saved is
    given up."""
    with windows_in(folder) as open_on:
        hands: list[Hand] = []

        def show(name: Path | str) -> Hand:
            if hands and hands[-1].alive:
                hands[-1].window.session.history.mark_saved()
                assert hands[-1].window.files.open(name)
            else:
                hands.append(open_on(name))
            hand = hands[-1]
            hand.window.view.canvas.focus_force()
            hand.settle(0.2)
            return hand

        yield show


def pointer_click(widget: tk.Misc) -> None:
    """Click the middle of a widget with the real pointer."""
    x = widget.winfo_rootx() + widget.winfo_width() // 2
    y = widget.winfo_rooty() + widget.winfo_height() // 2
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)


_hands: weakref.WeakSet[Hand] = weakref.WeakSet()
"""Those of all windows that this process has opened."""


def begin_again() -> None:
    """Before a failed test is run again: let no window show what is left of it."""
    for hand in list(_hands):
        hand.begin_again()


@dataclass(eq=False)
class Hand:
    """Moves the real pointer and presses real keys; after each step the window answers."""

    window: Window
    faults: list[str] = field(default_factory=list)
    """Failures within the window that no test has answered for."""

    def __post_init__(self) -> None:
        _hands.add(self)
        self._tell = self.window.root.report_callback_exception
        self.window.root.report_callback_exception = self._fault

    @contextmanager
    def faults_told(self) -> Iterator[None]:
        """Meanwhile the window tells its failures in a dialog, as it does for a user."""
        self.window.root.report_callback_exception = self._tell
        yield
        self.window.root.report_callback_exception = self._fault

    def _fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))
        # What waits for an answer would wait for ever.
        end_waiting(self.window.root)

    @property
    def alive(self) -> bool:
        """Whether the window is still open."""
        try:
            return bool(self.window.root.winfo_exists())
        except tk.TclError:
            return False

    def settle(self, seconds: float = 0.08) -> None:
        """Process events until the window is at rest, but not longer than some seconds, and until all tiles
        are painted. It is at rest when nothing would happen in the rest of that time: no timer is due by
        then, and server and window manager have passed on everything."""
        self._process(time.perf_counter() + seconds, self._is_at_rest)

    def pause(self, seconds: float) -> None:
        """Process events for some seconds, though nothing happens: between clicks that are to be no double
        click."""
        self._process(time.perf_counter() + seconds, lambda _end: False)

    def _is_at_rest(self, end: float) -> bool:
        """Whether nothing will happen until a time."""
        if is_any_due(self.window.root, end):
            return False
        self._hear_everything()
        return not self.window.root.tk.dooneevent(_DO_NOT_WAIT)

    def _hear_everything(self) -> None:
        """Wait until what server and window manager have to say has come."""
        if manager := _manager():
            manager.has_answered(_PATIENCE_S)
        # A question to the server: what it sent before comes before its answer.
        self.window.root.winfo_pointerxy()

    def _process(self, end: float, is_over: Callable[[float], bool]) -> None:
        """Process events until a time, or something is over, and then until all tiles are painted."""
        self._hear_everything()
        self.window.root.update()
        while (time.perf_counter() < end and not is_over(end)) or self.window.view.busy:
            self.window.root.update()
            time.sleep(0.002)
        if self.alive:
            # On a busy machine the time may be over before they had any.
            self._hear_everything()
            self.window.root.update()
        if gc.get_count()[0] > 50_000:
            gc.collect(1)
        assert not self.faults, "\n".join(self.faults)

    def do(self, *command: object, wait: float = 0.07) -> None:
        """An xdotool command."""
        words = [str(word) for word in command]
        if words[0] in ("key", "type"):
            self._wait_for_keyboard()
        clicks = ClickWait(self.window.root, words)
        subprocess.run(["xdotool", *words], check=True)
        clicks.wait()
        self.settle(wait)

    def _wait_for_keyboard(self) -> None:
        """Process events until the window has the keyboard, which the window manager gives back to it after a
        dialog."""
        root, end = self.window.root, time.perf_counter() + _KEYBOARD_S
        while not root.tk.call("focus", "-displayof", root) and time.perf_counter() < end:
            self._hear_everything()
            root.update()
            time.sleep(0.005)

    def begin_again(self) -> None:
        """Close the dialogs that a failed test has left open, and forget its failures."""
        self.faults.clear()
        if not self.alive:
            return
        end_waiting(self.window.root)
        for child in list(self.window.root.winfo_children()):
            if isinstance(child, Dialog):
                child.destroy()
        # Windows of cards have no map.
        if isinstance(self.window, Window):
            self.window.focus_map()
        self.settle(0.3)

    def until(self, condition: Callable[[], object], seconds: float = 20.0) -> None:
        """Process events until a condition holds; fails if it never does."""
        end = time.perf_counter() + seconds
        while not condition():
            assert time.perf_counter() < end, "it did not happen"
            self.settle(0.05)
            time.sleep(0.005)

    def has_keyboard(self, kind: type[tk.Toplevel]) -> bool:
        """Whether a dialog of this kind is open and has the keyboard."""
        focus = self.window.root.focus_get()
        return focus is not None and isinstance(focus.winfo_toplevel(), kind)

    def answer(self, title: str, *steps: Step) -> None:
        """xdotool commands and other steps for a dialog that will open and wait: done once it has the
        keyboard."""
        Answer(self.window.root, title, steps).begin()

    def key(self, *keys: str, wait: float = 0.07) -> None:
        self.do("key", *keys, wait=wait)

    def type(self, text: str) -> None:
        self.do("type", "--delay", "5", text)

    def pixel(self, point: Point) -> tuple[int, int]:
        """The screen position of a point of the map."""
        view = self.window.view
        x, y = view.viewport.to_screen(view.geometry.turned(point))
        canvas = view.canvas
        return round(x) + canvas.winfo_rootx(), round(y) + canvas.winfo_rooty()

    def centre(self, number: str) -> tuple[int, int]:
        """The screen position of the centre of a hex."""
        map = self.window.session.design.map
        hex = map.grid.parse(number)
        assert isinstance(hex, Hex), number
        return self.pixel(map.geometry.centre(hex))

    def click(self, place: tuple[int, int], button: int = 1) -> None:
        self.do("mousemove", *place, "click", button)

    def click_on(self, widget: object) -> None:
        """Click the middle of a widget."""
        assert hasattr(widget, "winfo_rootx")
        self.click((widget.winfo_rootx() + widget.winfo_width() // 2,
                    widget.winfo_rooty() + widget.winfo_height() // 2))

    def drag(self, *places: tuple[int, int]) -> None:
        """Press at the first place, move over the others, release at the last."""
        self.do("mousemove", *places[0], "mousedown", 1, wait=0.04)
        for place in places[1:]:
            self.do("mousemove", *place, wait=0.03)
        self.do("mouseup", 1)


Show = Callable[[Path | str], Hand]
"""Opens a window on a file or a bundled document, or shows that in the window there is."""
