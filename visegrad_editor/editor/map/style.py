"""The current style of maps and counters, shared by the whole window as the theme is. No Tk here."""

from __future__ import annotations

from pathlib import Path

from ...drawing.style import Style
from ...drawing.style_file import NamedStyle, StyleError, find_style, load_style, shipped_styles
from ...model.files.atomic import real_path
from ..settings import Settings
from ..signals import Signal

_KEY, _OWN = "style", "own_style"
changed = Signal()
"""Emitted when another style is used."""
_current: NamedStyle = shipped_styles()[0]


def current() -> Style:
    """The style in which maps and counters are drawn."""
    return _current.style


def chosen() -> NamedStyle:
    """The current style with its name."""
    return _current


def use(style: NamedStyle, settings: Settings) -> None:
    """Draw everything in a style from now on, and remember it."""
    settings.set(_KEY, style.key)
    if style.path is not None:
        settings.set(_OWN, str(style.path))
    _use(style)


def use_remembered(settings: Settings) -> str:
    """Use the style that was chosen last time; returns a sentence if that fails, else ""."""
    key = settings.get(_KEY)
    try:
        style = find_style(key) if isinstance(key, str) and key else shipped_styles()[0]
    except StyleError as error:
        _use(shipped_styles()[0])
        return f"The map is drawn in the usual style. {error}"
    _use(style)
    return ""


def own_file(settings: Settings) -> Path | None:
    """The style file that was opened last, or None."""
    path = settings.get(_OWN)
    return Path(path) if isinstance(path, str) and path else None


def style_in_file(path: Path) -> NamedStyle:
    """The style in a file, with its absolute path; raises `StyleError`."""
    return load_style(real_path(path))


def _use(style: NamedStyle) -> None:
    global _current
    if style != _current:
        _current = style
        changed.emit()
