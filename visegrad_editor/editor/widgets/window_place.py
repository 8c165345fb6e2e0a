"""Places and sizes of windows as Tk writes them, kept within the screen."""

from __future__ import annotations

import re

_GEOMETRY = re.compile(r"(\d{1,6})x(\d{1,6})([+-]-?\d{1,6})([+-]-?\d{1,6})")


def is_geometry(text: str) -> bool:
    """Whether a text says a window's size and place.

    >>> is_geometry("300x400+-20+30"), is_geometry("300x400"), is_geometry("junk")
    (True, False, False)
    """
    return _GEOMETRY.fullmatch(text) is not None


def on_screen(geometry: str, screen: tuple[int, int, int, int], least: tuple[int, int] = (120, 80),
              otherwise: str = "320x420+80+80") -> str:
    """The geometry with the window wholly on a screen, which begins at the first two numbers of `screen` and
    is as wide and high as the others; no smaller than `least` if the screen has room for that. `otherwise`
    where the text is no geometry.

    >>> on_screen("300x400+5000+10", (0, 0, 1366, 768)), on_screen("300x400+20+30", (0, 0, 1366, 768))
    ('300x400+1066+10', '300x400+20+30')
    >>> on_screen("99999x1+-99999+5", (-800, 0, 2000, 700), (900, 560))
    '2000x560+-800+5'
    """
    found = _GEOMETRY.fullmatch(geometry)
    if found is None:
        return otherwise
    left, top, width, height = screen
    w, h = (min(max(int(found[i]), smallest), room)
            for i, smallest, room in ((1, least[0], width), (2, least[1], height)))
    x, y = (int(found[i].replace("+-", "-").replace("--", "")) for i in (3, 4))
    return f"{w}x{h}+{min(max(left, x), left + width - w)}+{min(max(top, y), top + height - h)}"


def scaled(geometry: str, by: float) -> str:
    """The geometry with the window that much larger, its corner where it is.

    >>> scaled("300x400+20+30", 1.5), scaled("junk", 2)
    ('450x600+20+30', 'junk')
    """
    found = _GEOMETRY.fullmatch(geometry)
    if found is None:
        return geometry
    return f"{round(int(found[1]) * by)}x{round(int(found[2]) * by)}{found[3]}{found[4]}"
