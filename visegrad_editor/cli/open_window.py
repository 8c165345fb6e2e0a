"""Open the window."""

from __future__ import annotations

from ..model.gc_pause import gc_paused
from .exits import UnusableError


def perform(name: str | None) -> int:
    """Open the window on a file, a bundled name, or the sample; returns the exit code."""
    try:
        with gc_paused():
            from ..editor.app import run
    except ImportError as error:
        from ..compiled_parts import why_not_imported

        if said := why_not_imported(error):
            raise UnusableError(said) from error
        if error.name not in ("tkinter", "_tkinter"):
            raise
        raise UnusableError(
            "the window needs Tk, which this Python lacks (Debian: apt-get install python3-tk). "
            "Commands such as validate, run and export work without it."
        ) from error
    return run(name)
