"""The ink of letters as they are set in pixels: their boxes, and how much wider small text becomes, as each
letter begins on a whole pixel."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from ..curves import Box
from ..primitives import Text
from .fonts import CAP_HEIGHT, font, run_font, runs, text_width
from .lettering import box_about, letter_boxes
from .text_masks import set_size

WIDER = 1.09
"""How much wider than drawn words may be set; less for letters of more than ten pixels."""
_MOST_PIXELS = 32.0
"""The size of letters from which there is no difference."""
_MEASURED_AT = 200.0
RIM = 0.13
"""The width of the rim around letters, as a share of their size."""


@lru_cache(maxsize=1024)
def widest_set(
    text: str, least: float, most: float, bold: bool = False, italic: bool = False, family: str = ""
) -> float:
    """The greatest width at which a text is set, in units of its size, for sizes from `least` to `most`
    pixels; never less than its drawn width.

    >>> widest_set("1828", 6.3, 8.1) > 1.1 * text_width("1828")
    True
    """
    pieces = runs(text, family, bold, italic)
    widest, size = text_width(text, 1.0, bold, italic, 0.0, family), set_size(least)
    while size <= min(most, _MOST_PIXELS):
        widest = max(widest, sum(run_font(r, bold, italic, size).getlength(r.text) for r in pieces) / size)
        size += 0.25
    return widest


def ink_boxes(text: Text, rim: float = 0.0, wider: float = WIDER) -> list[Box]:
    """The boxes of the ink of a text with a rim, widened by the factor `wider` for setting in pixels: one box
    for a word, one per letter if the text is rotated or letterspaced."""
    if text.rotation:
        return [_wider(b, text, wider) for b in letter_boxes(text, rim)]
    line = text.at[1] + CAP_HEIGHT / 2 * text.size
    letters, words = ([x for x in text.text if x != " "], letter_boxes(text)) if text.spacing > 0.1 else (
        [text.text], [box_about(text)])
    boxes = []
    for part, box in zip(letters, words, strict=True):
        left, _, right, _ = _wider(box, text, wider)
        above, below = _reach(part, text.bold, text.italic)
        boxes.append((left - rim, line - above * text.size - rim,
                      right + rim, line + below * text.size + rim))
    return boxes


def rim_of(text: Text, scale: float) -> float:
    """The greatest width of the rim around a text, in map units, at `scale` pixels per map unit or more."""
    return max(1.0 / scale, RIM * text.size + 0.5 / scale) if text.halo else 0.0


def _wider(box: Box, text: Text, wider: float) -> Box:
    """A box of letters, widened away from the middle of the text."""
    (x, y), more = text.at, wider - 1.0
    along = abs(math.cos(math.radians(text.rotation))) * more
    across = abs(math.sin(math.radians(text.rotation))) * more
    left, top, right, bottom = box
    return (left + along * min(left - x, 0.0), top + across * min(top - y, 0.0),
            right + along * max(right - x, 0.0), bottom + across * max(bottom - y, 0.0))


def _reach(text: str, bold: bool, italic: bool) -> tuple[float, float]:
    """How far the letters of a text extend above and below the baseline, in em."""
    above, below = zip(*(_letter_reach(x, bold, italic) for x in text or " "), strict=True)
    return max(above), max(below)


@cache
def _letter_reach(letter: str, bold: bool, italic: bool) -> tuple[float, float]:
    _, top, _, bottom = font(bold, italic, _MEASURED_AT).getbbox(letter, anchor="ls")
    return -top / _MEASURED_AT, bottom / _MEASURED_AT
