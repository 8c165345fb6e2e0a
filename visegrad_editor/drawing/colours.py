"""Colour arithmetic on `#rrggbb`."""

from __future__ import annotations

from functools import lru_cache

from ..model.contrast import RGB, contrast, hex_colour, legible, luminance, mixed, rgb

__all__ = [
    "RGB", "contrast", "darker", "greyed", "hex_colour", "legible", "lighter", "luminance", "mixed", "rgb"]


def darker(colour: str, share: float) -> str:
    """A colour with a share (0..1) of black."""
    return mixed(colour, "#000000", share)


def lighter(colour: str, share: float) -> str:
    """A colour with a share (0..1) of white."""
    return mixed(colour, "#ffffff", share)


@lru_cache(maxsize=4096)
def greyed(colour: str, share: float) -> str:
    """A colour without a share (0..1) of its hue; its lightness stays.

    >>> greyed("#ff0000", 1.0)
    '#7f7f7f'
    """
    light = luminance(colour)
    grey = 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
    return mixed(colour, hex_colour(grey, grey, grey), share)
