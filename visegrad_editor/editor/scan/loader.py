"""Loads a picture from the cache, or prepares it in a thread with a progress bar."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import ttk

from ...errors import Cancelled
from ..signals import Signal
from ..widgets.progress import run_with_progress
from ..widgets.tooltips import Tooltip
from ..widgets.worker import Report, Worker
from ..window.theme import px
from .picture import PictureError
from .pyramid import Pyramid, ScanCache

_PATIENCE_MS = 500


class ScanLoader:
    """Loads one picture at a time. `ground` is the parent of the progress bar."""

    def __init__(self, root: tk.Misc, ground: tk.Misc, cache: ScanCache) -> None:
        self._root, self._ground, self._cache = root, ground, cache
        self.path: Path | None = None
        """The picture file; None if there is none or it cannot be read."""
        self.pyramid: Pyramid | None = None
        """The picture once it is prepared, or None."""
        self.done = -1.0
        """How much of it is prepared, 0 to 1; below 0 while nothing is being done."""
        self.trouble = ""
        """Why there is no picture, as a sentence."""
        self.changed = Signal()
        """Emitted when any of this changed."""
        self.bar: PreparingBar | None = None
        """Created when first needed."""
        self._worker: Worker[Pyramid] | None = None
        self._patience = ""

    def load(self, path: Path | None, trouble: str = "") -> None:
        """Load another picture; None for none, with the reason."""
        self._end_work()
        self.path, self.pyramid, self.trouble = path, None, trouble
        if path is not None:
            self._begin(path)
        self.changed.emit()

    def read(self, parent: tk.Misc, path: Path) -> None:
        """Prepare a picture before it is used, with a progress dialog over `parent`. Raises `PictureError`
        and `Cancelled`."""
        def make(report: Report) -> None:
            # `load` finds the result in the cache.
            with suppress(Cancelled):
                self._cache.make(path, lambda done: report(done, path.name))

        run_with_progress(parent, "Reading the picture", make)

    def again(self) -> None:
        """Load the present picture again."""
        self.load(self.path)

    def stop(self) -> None:
        """Stop preparing the picture."""
        if self._worker is not None:
            self._end_work()
            self.trouble = "Preparing the picture was cancelled."
            self.changed.emit()

    def _begin(self, path: Path) -> None:
        try:
            self.pyramid = self._cache.find(path)
        except PictureError as error:
            self.trouble = str(error)
            return
        if self.pyramid is not None:
            return
        self.done = 0.0

        def make(report: Report) -> Pyramid:
            return self._cache.make(path, lambda done: report(done, ""))

        self._worker = Worker(self._root, make, self._progress, self._made, self._failed)
        self._worker.start()
        self._patience = self._root.after(_PATIENCE_MS, self._show_bar)

    def _show_bar(self) -> None:
        self._patience = ""
        self._progress(self.done, "")

    def _progress(self, done: float, _text: str) -> None:
        self.done = done
        if not self._patience and self.path is not None:
            self.bar = self.bar or PreparingBar(self._ground, self.stop)
            self.bar.show(self.path.name, done)
        self.changed.emit()

    def _made(self, pyramid: Pyramid) -> None:
        self._end_work()
        self.pyramid = pyramid
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._end_work()
        self.trouble = str(error)
        self.changed.emit()

    def _end_work(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        if self._patience:
            self._root.after_cancel(self._patience)
            self._patience = ""
        self.done = -1.0
        if self.bar is not None:
            self.bar.hide()


# The bar at the bottom of the map while a picture is prepared: progress, and a Cancel button.

STOP_TIP = "Leave the picture unprepared; the map works without it"


class PreparingBar(ttk.Frame):
    """The bar; hidden until `show`."""

    def __init__(self, parent: tk.Misc, stop: Callable[[], None]) -> None:
        super().__init__(parent, style="Notice.TFrame", padding=(px(12), px(6)))
        self._text = ttk.Label(self, style="Notice.TLabel")
        self._text.pack(side="left")
        self.button = ttk.Button(self, text="Cancel", command=stop)
        self.button.pack(side="right")
        Tooltip(self.button, STOP_TIP)
        self._bar = ttk.Progressbar(self, maximum=1.0, length=px(160))
        self._bar.pack(side="right", padx=px(10), fill="x", expand=True)

    def show(self, name: str, done: float) -> None:
        """Show how much of a picture is prepared, 0 to 1."""
        self._text.configure(text=f"Preparing the background picture {name}: {done:.0%}")
        self._bar.configure(value=done)
        if not self.winfo_ismapped():
            self.place(x=0, rely=1.0, relwidth=1.0, anchor="sw")
            self.lift()

    def hide(self) -> None:
        """Hide the bar."""
        self.place_forget()
