"""Lengthy work: the window waits for it without freezing, shows the progress, and can cancel it.

    try:
        design = run_with_progress(root, "Resizing the map", lambda report: resized(design, report))
    except Cancelled:
        return

Nothing is shown for work that ends within half a second.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import Protocol, TypeVar

from ...errors import Cancelled
from ..window.theme import px
from .dialogs import Dialog
from .keyboard import focused_last
from .modal import take_mouse, wait_until_visible
from .worker import Report, Worker

T = TypeVar("T")
Job = Callable[[Report], T]
"""Work to be done in a thread. It calls `report(fraction, text)` from time to time, with a fraction below 0
if the remaining work is unknown, and returns early if `report` returns False. It touches no widget."""

PATIENCE_S = 0.5
"""Seconds before the progress is shown."""


class ProgressDialog(Dialog):
    """Shows a bar, a line of text and a Cancel button, which calls `stop`, as do Escape and closing it."""

    def __init__(self, parent: tk.Misc, title: str, stop: Callable[[], None]) -> None:
        super().__init__(parent, title)
        self._stop = stop
        self._moving = False
        self.status = ttk.Label(self.body, text=" ", style="Panel.TLabel", wraplength=px(380), justify="left")
        self.status.pack(anchor="w", fill="x")
        self.bar = ttk.Progressbar(self.body, length=px(380), maximum=1.0)
        self.bar.pack(fill="x", pady=(px(8), 0))
        self._button = self.button("Cancel", self.cancel)
        self.show(-1.0, "")

    def show(self, fraction: float, text: str) -> None:
        """Show the progress, 0 to 1, or below 0 if unknown, and what is being done."""
        if text and self._button.instate(["!disabled"]):
            self._set_status(text)
        moving = fraction < 0
        if moving and not self._moving:
            self.bar.configure(mode="indeterminate")
            self.bar.start(40)
        elif not moving:
            if self._moving:
                self.bar.stop()
            self.bar.configure(mode="determinate", value=min(1.0, fraction))
        self._moving = moving

    def finish(self, result: str) -> None:
        if self._moving:
            self.bar.stop()
        super().finish(result)

    def cancel(self) -> None:
        """Stop the work."""
        self.show_stopping()
        self._stop()

    def show_stopping(self) -> None:
        """Show that the work is being stopped, which may take a moment."""
        self._button.state(["disabled"])
        self._set_status("Stopping…")

    def _set_status(self, text: str) -> None:
        self.status.configure(text=text)


class _ProgressRun:
    """Runs one job and waits for it."""

    def __init__(self, parent: tk.Misc, title: str, job: Job[T], to_its_end: bool) -> None:
        self._to_its_end = to_its_end
        self._root, self._title = parent.winfo_toplevel(), title
        # Wait in the main window: scheduled calls of a dialog are lost when it is closed.
        self._main: tk.Misc = parent.nametowidget(".")
        self._over = tk.StringVar(self._main)
        self.result: object = None
        self.error: Exception | None = None
        self.cancelled = False
        self._dialog: ProgressDialog | None = None
        self._latest = (-1.0, "")
        self._worker: Worker[T] = Worker(
            self._main, job, self._progress, self._done, self._failed, poll_ms=10)
        # Meanwhile the window does not react to clicks and keys: all go to a widget that does nothing and
        # does not pass them on to its window.
        self._shield = tk.Frame(self._root, width=1, height=1)
        self._shield.bindtags((str(self._shield),))
        self._shield.bind("<Destroy>", lambda _e: self._window_gone())

    def wait(self) -> None:
        root = self._root
        focus = focused_last(root)
        cursor = str(root["cursor"])
        self._shield.place(x=0, y=0)
        if root.winfo_viewable():
            root.configure(cursor="watch")
            if not wait_until_visible(self._shield):
                return
            # If another dialog has the grab, the window does not react anyway.
            take_mouse(self._shield)
            self._shield.focus_set()
        self._worker.start()
        timer = self._main.after(round(PATIENCE_S * 1000), self._present)
        try:
            self._main.wait_variable(self._over)
        finally:
            with suppress(tk.TclError):
                self._main.after_cancel(timer)
                if self._dialog is not None:
                    self._draw_what_it_covered()
                self._shield.destroy()
                root.configure(cursor=cursor)
                if focus is not None:
                    focus.focus_set()

    def _draw_what_it_covered(self) -> None:
        """Let the window be drawn where the dialog was: what follows the work may hold it up for a while. The
        shield still takes clicks and keys."""
        take_mouse(self._shield)
        self._shield.focus_set()
        # The server has said what is to be drawn again before it answers this.
        self._root.winfo_pointerxy()
        self._root.update()

    def _window_gone(self) -> None:
        """Stop the work because the dialog or window it was for was closed."""
        if self._over.get() == "":
            self._dialog = None
            if self._to_its_end and self._root is not self._main:
                self._worker.ask_to_stop()
            else:
                self.cancelled = True
                self._worker.cancel()
                self._close()

    def _present(self) -> None:
        # Tk calls all timers that are due before the wait ends: in a window that was held up, that of the
        # result and this one. What shows then would stay.
        if not self._root.winfo_exists() or self._over.get():
            return
        self._dialog = ProgressDialog(self._root, self._title, self._stop)
        self._dialog.show(*self._latest)
        self._dialog.present()
        # The work may end while the dialog is being opened.
        if wait_until_visible(self._dialog) and self._over.get() == "":
            take_mouse(self._dialog)

    def _progress(self, fraction: float, text: str) -> None:
        self._latest = fraction, text
        if self._dialog is not None:
            self._dialog.show(fraction, text)

    def _done(self, result: object) -> None:
        self.result = result
        self._close()

    def _failed(self, error: Exception) -> None:
        self.error = error
        self._close()

    def _stop(self) -> None:
        if self._to_its_end:
            self._worker.ask_to_stop()
            return
        self.cancelled = True
        self._worker.cancel()
        self._close()

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.finish("done")
        self._over.set("over")


def run_with_progress(parent: tk.Misc, title: str, job: Job[T], *, to_its_end: bool = False) -> T:
    """Do a job in a thread and return its result; meanwhile the window is drawn but takes no input.

    After half a second a dialog with this title shows the progress and a Cancel button. Raises `Cancelled` if
    that was pressed, and what the job raises. A cancelled job that does not check whether to stop runs to its
    end in the background, and its result is dropped. With `to_its_end`, for work that writes files, the
    window waits until the job itself ends, and the job raises `Cancelled` if it was asked to stop in time.
    """
    run = _ProgressRun(parent, title, job, to_its_end)
    run.wait()
    if run.cancelled:
        raise Cancelled
    if run.error is not None:
        raise run.error
    return run.result  # type: ignore[return-value]


class Runner(Protocol):
    """Does a job and returns its result; see `run_with_progress`."""

    def __call__(self, title: str, job: Job[T], *, to_its_end: bool = False) -> T: ...


def at_once(title: str, job: Job[T], *, to_its_end: bool = False) -> T:
    """Do a job without a window."""
    return job(lambda _fraction, _text: True)


class Pulse:
    """For loops in a job: reports the progress at most every 50 ms, so that calling it costs almost nothing.

    >>> pulse = Pulse(lambda fraction, text: print(f"{fraction:.0%} {text}") or False)
    >>> pulse(0.5, "half")
    50% half
    False
    >>> pulse(0.6, "not reported"), pulse.going
    (False, False)
    """

    def __init__(self, report: Report) -> None:
        self._report, self._next = report, 0.0
        self.going = True
        """False as soon as the user wants to stop the work."""

    def __call__(self, fraction: float, text: str = "") -> bool:
        """Report the progress; whether to continue."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.05
            self.going = self._report(fraction, text) and self.going
        return self.going
