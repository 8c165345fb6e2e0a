"""The one typeface of every picture, Open Sans, and how wide its texts are."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import ttf_opensans
from PIL import ImageFont

CAP_HEIGHT = 0.714
"""Height of a capital letter in em; a text's `at` lies in the middle of it."""

_FILES = {
    (False, False): "OpenSans-Regular",
    (True, False): "OpenSans-Bold",
    (False, True): "OpenSans-Italic",
    (True, True): "OpenSans-BoldItalic",
}
_MEASURED_AT = 200.0


def font_path(bold: bool = False, italic: bool = False) -> Path:
    """The font file of a style."""
    return Path(ttf_opensans.TTF_BIN_FOLDER) / f"{_FILES[bold, italic]}.ttf"


def font_name(bold: bool = False, italic: bool = False) -> str:
    """The PostScript name of a style, as used in PDF."""
    return _FILES[bold, italic]


@lru_cache(maxsize=256)
def font(bold: bool, italic: bool, size: float) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels."""
    return ImageFont.truetype(str(font_path(bold, italic)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def text_width(
    text: str, size: float = 1.0, bold: bool = False, italic: bool = False, spacing: float = 0.0
) -> float:
    """The width of a text in the units of `size`; `spacing` em are added between letters.

    >>> round(text_width("2017", 1.0), 2)
    2.28
    """
    natural = font(bold, italic, _MEASURED_AT).getlength(text) / _MEASURED_AT
    return (natural + spacing * max(0, len(text) - 1)) * size


def fitting_size(text: str, size: float, width: float, bold: bool = False, italic: bool = False) -> float:
    """The greatest size, at most `size`, at which the text is no wider than `width`."""
    wide = text_width(text, size, bold, italic)
    return size if wide <= width else size * width / wide
