"""The typeface of all sheets: Open Sans, embedded, so that every letter of a name prints.

Letters that it lacks are taken from system fonts, embedded as well.
"""

from __future__ import annotations

from functools import cache, lru_cache

import ttf_opensans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from ..drawing.letters.fonts import font_name, is_plain, runs
from ..drawing.painters.pdf_painter import register_fonts, run_font_name

# The faces that the counters use, so that each is embedded only once, and one more.
REGULAR = font_name()
BOLD = font_name(bold=True)
ITALIC = font_name(italic=True)
SEMIBOLD = "OpenSans-SemiBold"


@cache
def register() -> None:
    """Register the faces with reportlab; further calls do nothing."""
    register_fonts()
    if SEMIBOLD not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(SEMIBOLD, str(ttf_opensans.OPENSANS_SEMIBOLD.path)))


@lru_cache(maxsize=16_384)
def width(text: str, font: str, size: float) -> float:
    """The width of a line of text, in points. Most words stand on a sheet many times."""
    register()
    if is_plain(text):
        return float(pdfmetrics.stringWidth(text, font, size))
    return sum(float(pdfmetrics.stringWidth(r.text, run_font_name(r, font), size)) for r in runs(text))


def clean(text: str) -> str:
    """The text on one line: control characters and runs of blanks become one blank.

    >>> clean("1st\\n  Armored\\x00")
    '1st Armored'
    """
    if text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
