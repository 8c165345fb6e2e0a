"""How the window looks: theme and scale, chosen in the View menu and remembered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress

from ..settings import Settings
from . import theme
from .colours import LIGHT, THEMES, Colours

SCALES = (100, 125, 150, 175, 200)
"""Per cent the interface can be scaled to."""
AUTOMATIC = 0
_THEME, _SCALE = "theme", "scale"
_dots: dict[str, float] = {}
"""Dots per inch by screen."""


def nearest_scale(dots_per_inch: float) -> int:
    """The scale for a screen, in per cent.

    >>> [nearest_scale(d) for d in (72, 96, 110, 144, 192, 300)]
    [100, 100, 125, 150, 200, 200]
    """
    return min(SCALES, key=lambda s: abs(s - dots_per_inch / 96 * 100))


def chosen_theme(settings: Settings) -> Colours:
    """The theme that was chosen, light at first."""
    found = settings.get(_THEME)
    return THEMES.get(found, LIGHT) if isinstance(found, str) else LIGHT


def chosen_scale(settings: Settings) -> int:
    """The scale that was chosen in per cent, `AUTOMATIC` at first."""
    found = settings.get(_SCALE)
    return found if type(found) is int and found in SCALES else AUTOMATIC


def prepare_process() -> None:
    """Before the first window: tell Windows that this program itself draws as large as the screen wants."""
    if sys.platform == "win32":
        import ctypes
        with suppress(AttributeError, OSError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def prepare_look(root: tk.Tk, settings: Settings) -> None:
    """Give a new root window the theme and the scale that were chosen."""
    # Tk keeps a scale for a screen, and says of it from then on what it was told: it is asked once.
    dots = _dots.setdefault(root.winfo_screen(), _dots_per_inch(root))
    percent = chosen_scale(settings) or nearest_scale(dots)
    theme.apply(root, chosen_theme(settings), percent / 100)


def _dots_per_inch(root: tk.Tk) -> float:
    """Of the screen, as the desktop wants it where it says so."""
    if root.tk.call("tk", "windowingsystem") == "aqua":
        # There the system scales by itself.
        return 96.0
    if root.tk.call("tk", "windowingsystem") == "x11" and shutil.which("xrdb"):
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            found = subprocess.run(["xrdb", "-query"], capture_output=True, text=True, timeout=1,
                                   env=dict(os.environ)).stdout
            for line in found.splitlines():
                if line.startswith("Xft.dpi:"):
                    return float(line.partition(":")[2])
    return float(root.winfo_fpixels("1i"))


class Appearance:
    """Changes theme and scale of an open window. `rebuild` makes anew what has its size from the scale."""

    def __init__(self, root: tk.Tk, settings: Settings, rebuild: Callable[[], None]) -> None:
        self._root, self._settings, self._rebuild = root, settings, rebuild

    @property
    def theme(self) -> str:
        """`light` or `dark`."""
        return theme.c.name

    @property
    def scale(self) -> int:
        """What was chosen: per cent, or `AUTOMATIC`."""
        return chosen_scale(self._settings)

    def use_theme(self, name: str) -> None:
        """Show everything in the colours of a theme, and remember it."""
        self._settings.set(_THEME, name)
        theme.apply(self._root, THEMES[name])

    def use_scale(self, percent: int) -> None:
        """Show everything at a scale, and remember it."""
        self._settings.set(_SCALE, percent)
        before = theme.scale()
        prepare_look(self._root, self._settings)
        if theme.scale() != before:
            self._rebuild()
