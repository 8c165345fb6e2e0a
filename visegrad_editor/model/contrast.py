"""Colours as `#rrggbb`: their parts, mixtures, and the contrast of print on ground (WCAG 2)."""

from __future__ import annotations

from functools import lru_cache

RGB = tuple[int, int, int]


@lru_cache(maxsize=4096)
def rgb(colour: str) -> RGB:
    """The three components of a colour, 0 to 255; grey if the text is not a colour."""
    text = colour.lstrip("#")
    if len(text) == 3:
        text = "".join(c + c for c in text)
    try:
        return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)
    except ValueError:
        return 136, 136, 136


def hex_colour(red: float, green: float, blue: float) -> str:
    """`#rrggbb` from three components, each clamped to 0..255."""
    return "#" + "".join(f"{min(255, max(0, round(v))):02x}" for v in (red, green, blue))


@lru_cache(maxsize=4096)
def mixed(one: str, other: str, share: float) -> str:
    """`one` with a share (0..1) of `other` in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    a, b = rgb(one), rgb(other)
    return hex_colour(*(x + (y - x) * share for x, y in zip(a, b, strict=True)))


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    parts = [v / 255 for v in rgb(colour)]
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


@lru_cache(maxsize=1024)
def legible(ink: str, grounds: tuple[str, ...], least: float = 4.5) -> str:
    """`ink`, moved towards black or white until it stands out from every ground by `least`.

    If no shade does, the better of black and white.
    """
    if min(contrast(ink, g) for g in grounds) >= least:
        return ink
    ends = sorted(("#000000", "#ffffff"), key=lambda e: -min(contrast(e, g) for g in grounds))
    for step in range(1, 20):
        for end in ends:
            shade = mixed(ink, end, step / 20)
            if min(contrast(shade, g) for g in grounds) >= least:
                return shade
    return ends[0]
