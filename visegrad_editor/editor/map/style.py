"""How maps and counters look in the window: one style for all of it, as there is one theme. No Tk here."""

from __future__ import annotations

from pathlib import Path

from ...drawing.style import Style
from ...drawing.style_file import BadStyle, NamedStyle, find_style, load_style, shipped_styles
from ..settings import Settings
from ..signals import Signal

_KEY, _OWN = "style", "own_style"
changed = Signal()
"""Another style is used."""
_now: NamedStyle = shipped_styles()[0]


def current() -> Style:
    """The style maps and counters are drawn in."""
    return _now.style


def chosen() -> NamedStyle:
    """The style that was chosen, with its name."""
    return _now


def use(style: NamedStyle, settings: Settings) -> None:
    """Draw everything in a style from now on, and remember it."""
    settings.set(_KEY, style.key)
    if style.path is not None:
        settings.set(_OWN, str(style.path))
    _take(style)


def take_remembered(settings: Settings) -> str:
    """Draw in the style that was chosen last time; a sentence where that cannot be."""
    key = settings.get(_KEY)
    try:
        style = find_style(key) if isinstance(key, str) and key else shipped_styles()[0]
    except BadStyle as error:
        _take(shipped_styles()[0])
        return f"The map has its usual style. {error}"
    _take(style)
    return ""


def own_file(settings: Settings) -> Path | None:
    """The style file that was opened last."""
    found = settings.get(_OWN)
    return Path(found) if isinstance(found, str) and found else None


def opened(path: Path) -> NamedStyle:
    """The style in a file, under its whole path; raises `BadStyle`."""
    return load_style(path.resolve())


def _take(style: NamedStyle) -> None:
    global _now
    if style != _now:
        _now = style
        changed.emit()
