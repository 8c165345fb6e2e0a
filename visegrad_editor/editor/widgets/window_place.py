"""Geometries of windows in Tk's format, kept within the screen."""

from __future__ import annotations

import re

_GEOMETRY = re.compile(r"(\d{1,6})x(\d{1,6})([+-]-?\d{1,6})([+-]-?\d{1,6})")


def is_geometry(text: str) -> bool:
    """Whether a text is a geometry with size and place.

    >>> is_geometry("300x400+-20+30"), is_geometry("300x400"), is_geometry("junk")
    (True, False, False)
    """
    return _GEOMETRY.fullmatch(text) is not None


def on_screen(geometry: str, screen: tuple[int, int, int, int], least: tuple[int, int] = (120, 80),
              otherwise: str = "320x420+80+80") -> str:
    """The geometry of a window moved completely onto a screen; `otherwise` if the text is not a geometry.

    `screen` is left, top, width and height. The window is at least as large as `least`, if the screen is.

    >>> on_screen("300x400+5000+10", (0, 0, 1366, 768)), on_screen("300x400+20+30", (0, 0, 1366, 768))
    ('300x400+1066+10', '300x400+20+30')
    >>> on_screen("99999x1+-99999+5", (-800, 0, 2000, 700), (900, 560))
    '2000x560+-800+5'
    """
    match = _GEOMETRY.fullmatch(geometry)
    if match is None:
        return otherwise
    left, top, width, height = screen
    w, h = (min(max(int(match[i]), smallest), room)
            for i, smallest, room in ((1, least[0], width), (2, least[1], height)))
    x, y = (int(match[i].replace("+-", "-").replace("--", "")) for i in (3, 4))
    return f"{w}x{h}+{min(max(left, x), left + width - w)}+{min(max(top, y), top + height - h)}"


def scaled(geometry: str, by: float) -> str:
    """The geometry with the size multiplied by a factor, and the same place.

    >>> scaled("300x400+20+30", 1.5), scaled("junk", 2)
    ('450x600+20+30', 'junk')
    """
    match = _GEOMETRY.fullmatch(geometry)
    if match is None:
        return geometry
    return f"{round(int(match[1]) * by)}x{round(int(match[2]) * by)}{match[3]}{match[4]}"
