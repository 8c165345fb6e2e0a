"""Typography: the text styles of all sheets, and line breaking."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..lazy_dataclass import dataclass
from . import fonts

INK = "#1b2127"
MUTED = "#55606b"
HAIRLINE = "#c3c9cf"
TINT = "#eef1f3"


@dataclass(frozen=True)
class TextStyle:
    """A face, a size in points, the leading in points, a colour."""

    font: str
    size: float
    leading: float
    colour: str = INK

    def width(self, text: str) -> float:
        """The width of a line, in points."""
        return fonts.width(text, self.font, self.size)

    def in_colour(self, colour: str) -> TextStyle:
        return replace(self, colour=colour)


TITLE = TextStyle(fonts.BOLD, 25, 29)
LOW_TITLE = TextStyle(fonts.BOLD, 17, 20)
EYEBROW = TextStyle(fonts.SEMIBOLD, 8, 11, MUTED)
LEAD = TextStyle(fonts.REGULAR, 9.5, 13.5)
SECTION = TextStyle(fonts.BOLD, 13, 17)
GROUP = TextStyle(fonts.BOLD, 10, 13)
STRONG = TextStyle(fonts.BOLD, 8.5, 11)
BODY = TextStyle(fonts.REGULAR, 8.5, 11.5)
LABEL = TextStyle(fonts.SEMIBOLD, 7.5, 10, MUTED)
SMALL = TextStyle(fonts.REGULAR, 7.5, 10, MUTED)
DENSE = TextStyle(fonts.REGULAR, 7.2, 9)
NOTE = TextStyle(fonts.ITALIC, 7.5, 10, MUTED)
NUMBER = TextStyle(fonts.BOLD, 10.5, 13)


_IDEOGRAPHS = "\u2e80"
"""The first of the letters that are written without blanks between words."""
_NEVER_FIRST = "、。，．・：；？！」』）】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"

_KEPT_LETTERS = 1_000
"""Longer texts are broken into lines anew each time, so that what is remembered stays small."""


def wrap(text: str, style: TextStyle, width: float, most: int = 0) -> list[str]:
    """The lines of a text that fit a width; words too long for a line are broken, Japanese and Chinese text
    between any letters, but no line begins with a comma or a full stop.

    With `most` there are at most that many lines, the last ending in an ellipsis if text is left.
    There is always at least one line, an empty one for empty text. The time grows linearly with the
    length of the text, even for very long words.
    """
    if len(text) > _KEPT_LETTERS:
        return _lines(text, style, width, most)
    return [*_kept_lines(text, style, width, most)]


@lru_cache(maxsize=8192)
def _kept_lines(text: str, style: TextStyle, width: float, most: int) -> tuple[str, ...]:
    """The lines of a text, which columns need again for each height that is tried."""
    return tuple(_lines(text, style, width, most))


def _lines(text: str, style: TextStyle, width: float, most: int) -> list[str]:
    lines: list[str] = []
    line, used, blank = "", 0.0, style.width(" ")
    for word in fonts.clean(text).split(" "):
        if most and len(lines) > most:
            break  # the rest is replaced by an ellipsis
        if line and any(letter >= _IDEOGRAPHS for letter in word):
            # Without blanks between words, it goes on in the same line.
            start = _start(word, style, width - used - blank)
            if 0 < start < len(word):
                lines.append(f"{line} {word[:start]}")
                line, word = "", word[start:]
        parts = _broken(word, style, width)
        word_width = style.width(parts[0])
        if line and (len(parts) > 1 or used + blank + word_width > width):
            lines.append(line)
            line = ""
        lines += parts[:-1]
        if line:
            line, used = f"{line} {word}", used + blank + word_width
        else:
            line, used = parts[-1], style.width(parts[-1])
    lines.append(line)
    if most and len(lines) > most:
        return [*lines[: most - 1], shorten(" ".join(lines[most - 1 :]), style, width)]
    return lines


def _start(word: str, style: TextStyle, room: float) -> int:
    """How many letters of a text without blanks fit a room, none if the next line would begin badly."""
    if room < style.width(word[0]):
        return 0
    start = _fitting(word, style, room)
    while 0 < start < len(word) and word[start] in _NEVER_FIRST:
        start -= 1
    return start


def shorten(text: str, style: TextStyle, width: float) -> str:
    """The text on one line, ending in an ellipsis if it is too long for the width."""
    text = fonts.clean(text)
    if _fitting(text, style, width) == len(text):
        return text
    room = width - style.width("…")
    return text[: _fitting(text, style, room)].rstrip() + "…"


def _broken(word: str, style: TextStyle, width: float) -> list[str]:
    """The word in pieces that fit the width; most words are one piece."""
    pieces: list[str] = []
    start = 0
    while len(word) - start > 1:
        fit = _fitting(word, style, width, start)
        if start + fit == len(word):
            break
        while fit > 1 and word[start + fit] in _NEVER_FIRST:
            fit -= 1
        pieces.append(word[start : start + fit])
        start += fit
    return [*pieces, word[start:]]


def _fitting(text: str, style: TextStyle, width: float, start: int = 0) -> int:
    """How many letters from `start` on fit the width, at least one."""
    rest = len(text) - start
    high = 16
    while high < rest and style.width(text[start : start + high]) <= width:
        high *= 2
    low, high = 1, min(high, rest)
    while low < high:
        middle = (low + high + 1) // 2
        if style.width(text[start : start + middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def on_colour(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour, also when printed in grey.

    >>> on_colour("#2f5fa8"), on_colour("#ffe9a0")
    ('#ffffff', '#1b2127')
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.58 else "#ffffff"
