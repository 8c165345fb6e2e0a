"""Theme and scale of the window, chosen in the View menu and remembered."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from ..platforms import dots_per_inch
from ..settings import Settings
from . import theme
from .colours import LIGHT, THEMES, Colours

SCALES = (100, 125, 150, 175, 200)
"""Scales of the interface that can be chosen, in per cent."""
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
    """The chosen theme; light by default."""
    name = settings.get(_THEME)
    return THEMES.get(name, LIGHT) if isinstance(name, str) else LIGHT


def chosen_scale(settings: Settings) -> int:
    """The chosen scale in per cent; `AUTOMATIC` by default."""
    percent = settings.get(_SCALE)
    return percent if type(percent) is int and percent in SCALES else AUTOMATIC


def prepare_look(root: tk.Tk, settings: Settings) -> None:
    """Give a new root window the chosen theme and scale."""
    # Ask Tk only once for each screen: after a scale is set, Tk reports that one.
    dots = _dots.setdefault(root.winfo_screen(), dots_per_inch(root))
    percent = chosen_scale(settings) or nearest_scale(dots)
    theme.apply(root, chosen_theme(settings), percent / 100)


class Appearance:
    """Changes theme and scale of an open window. `rebuild` remakes the widgets whose size depends on the
    scale."""

    def __init__(self, root: tk.Tk, settings: Settings, rebuild: Callable[[], None]) -> None:
        self._root, self._settings, self._rebuild = root, settings, rebuild

    @property
    def theme(self) -> str:
        """`light` or `dark`."""
        return theme.name()

    @property
    def scale(self) -> int:
        """The chosen scale in per cent, or `AUTOMATIC`."""
        return chosen_scale(self._settings)

    def use_theme(self, name: str) -> None:
        """Switch to a theme and remember it."""
        self._settings.set(_THEME, name)
        theme.apply(self._root, THEMES[name])

    def use_scale(self, percent: int) -> None:
        """Switch to a scale (per cent or `AUTOMATIC`) and remember it."""
        self._settings.set(_SCALE, percent)
        before = theme.scale()
        prepare_look(self._root, self._settings)
        if theme.scale() != before:
            self._rebuild()
