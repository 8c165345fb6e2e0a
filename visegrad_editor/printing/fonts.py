"""The typeface of everything printed: Open Sans, embedded, so that every letter of a name prints.

Letters it lacks come from fonts of the system, embedded as well.
"""

from __future__ import annotations

from functools import cache

import ttf_opensans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from ..drawing.letters.fonts import font_name, is_plain, runs
from ..drawing.painters.pdf_painter import register_fonts, run_font_name

# The faces the counters' painter uses, so that each is embedded once, and one of our own.
REGULAR = font_name()
BOLD = font_name(bold=True)
ITALIC = font_name(italic=True)
SEMIBOLD = "OpenSans-SemiBold"


@cache
def register() -> None:
    """Make the faces known to reportlab; further calls do nothing."""
    register_fonts()
    if SEMIBOLD not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(SEMIBOLD, str(ttf_opensans.OPENSANS_SEMIBOLD.path)))


def width(text: str, font: str, size: float) -> float:
    """The width of a line of text, in points."""
    register()
    if is_plain(text):
        return float(pdfmetrics.stringWidth(text, font, size))
    return sum(float(pdfmetrics.stringWidth(r.text, run_font_name(r, font), size)) for r in runs(text))


def clean(text: str) -> str:
    """The text on one line: control characters and runs of blanks become one blank.

    >>> clean("1st\\n  Armored\\x00")
    '1st Armored'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
