"""Pictures on a transparent ground, of painters that paint on a colour."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops


def on_transparent(paint: Callable[[str], Image.Image]) -> Image.Image:
    """What `paint` paints on a ground of a colour as an RGBA image, transparent where nothing is painted.

    It is computed from the picture on black and the picture on white, so that translucent shapes and smoothed
    edges are correct on any ground.
    """
    black, white = paint("#000000"), paint("#ffffff")
    parts = ImageChops.subtract(white, black).split()
    clear = ImageChops.darker(ImageChops.darker(parts[0], parts[1]), parts[2])
    return Image.merge("RGBa", (*black.split(), ImageChops.invert(clear))).convert("RGBA")
