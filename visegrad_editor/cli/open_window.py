"""Open the window."""

from __future__ import annotations

from ..model.gc_pause import gc_paused
from .exits import Unusable


def perform(name: str | None) -> int:
    """Open the window on a file, a bundled name, or the sample; returns the exit code."""
    try:
        with gc_paused():
            from ..editor.app import NoDisplay, run
    except ImportError as error:
        if error.name not in ("tkinter", "_tkinter"):
            raise
        raise Unusable(
            "the window needs Tk, which this Python lacks (Debian: apt-get install python3-tk). "
            "Commands such as validate, run and export work without it."
        ) from error
    try:
        return run(name)
    except NoDisplay as error:
        raise Unusable(str(error)) from error
