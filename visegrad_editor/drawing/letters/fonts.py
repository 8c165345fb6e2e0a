"""The typeface of all pictures, Open Sans, and the widths of its texts.

Missing letters are taken from system fonts; see `runs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import ttf_opensans
from PIL import ImageFont

from .system_fonts import FontFace, face_with, family_face, letters_of

CAP_HEIGHT = 0.714
"""The height of a capital letter in em; the `at` of a text is in the middle of it."""

_FILES = {
    (False, False): "OpenSans-Regular",
    (True, False): "OpenSans-Bold",
    (False, True): "OpenSans-Italic",
    (True, True): "OpenSans-BoldItalic",
}
_MEASURED_AT = 200.0
_MISSING = "\u25a1"
"""Replaces a letter that no font has; Open Sans draws it as an empty box, as all fonts do."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u05ff\ufb1d-\ufb4f](?:.*[\u0590-\u05ff\ufb1d-\ufb4f])?")
_DROPPED = re.compile("[\ufe00-\ufe0f\u200b-\u200f\u202a-\u202e\u2060-\u2069]")
_lost: ContextVar[dict[str, None] | None] = ContextVar("lost", default=None)


class TextRun(NamedTuple):
    """A piece of a text that is set in one font; `face` is None for Open Sans."""

    text: str
    face: FontFace | None


def font_path(bold: bool = False, italic: bool = False) -> Path:
    """The font file of a style."""
    return Path(ttf_opensans.TTF_BIN_FOLDER) / f"{_FILES[bold, italic]}.ttf"


def font_name(bold: bool = False, italic: bool = False) -> str:
    """The PostScript name of a style, as used in PDF."""
    return _FILES[bold, italic]


@cache
def _letters() -> frozenset[str]:
    return frozenset(map(chr, letters_of(font_path())))


def is_plain(text: str) -> bool:
    """Whether Open Sans has all letters of a text."""
    return text.isascii() or _letters().issuperset(text)


@lru_cache(maxsize=8192)
def runs(text: str, family: str = "", bold: bool = False, italic: bool = False) -> tuple[TextRun, ...]:
    """The pieces of a text by font, from left to right; Hebrew words are reversed to be read from the right.

    A letter that no font has becomes an empty box. An installed `family` with all letters sets the whole
    text.

    >>> runs("Łódź")
    (TextRun(text='Łódź', face=None),)
    """
    if family and (own := family_face(family, bold, italic)) and own.letters.issuperset(map(ord, text)):
        return (TextRun(text, own),)
    if is_plain(text):
        return (TextRun(text, None),)
    text = _RIGHT_TO_LEFT.sub(lambda m: m.group()[::-1], _DROPPED.sub("", text))
    pieces: list[TextRun] = []
    for letter in text:
        face = None
        if letter not in _letters():
            face = face_with(letter)
            letter = letter if face else _MISSING
        if pieces and pieces[-1].face is face:
            pieces[-1] = TextRun(pieces[-1].text + letter, face)
        else:
            pieces.append(TextRun(letter, face))
    return tuple(pieces)


def drawn_runs(text: str, family: str = "", bold: bool = False, italic: bool = False) -> tuple[TextRun, ...]:
    """The runs of a text that is being drawn; missing letters are recorded for `noting_lost_letters`."""
    lost = _lost.get()
    if lost is not None and not is_plain(text):
        plain = _DROPPED.sub("", text)
        lost.update({c: None for c in plain if c not in _letters() and face_with(c) is None})
    return runs(text, family, bold, italic)


@contextmanager
def noting_lost_letters() -> Iterator[dict[str, None]]:
    """Collects, while the context is active, the letters that are drawn as empty boxes, in order."""
    lost: dict[str, None] = {}
    token = _lost.set(lost)
    try:
        yield lost
    finally:
        _lost.reset(token)


@lru_cache(maxsize=256)
def font(bold: bool, italic: bool, size: float) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels."""
    return _font(font_path(bold, italic), size)


def run_font(run: TextRun, bold: bool, italic: bool, size: float) -> ImageFont.FreeTypeFont:
    """The font of a run at a size in pixels."""
    return font(bold, italic, size) if run.face is None else _font(run.face.path, size)


@lru_cache(maxsize=64)
def _font(path: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def text_width(
    text: str, size: float = 1.0, bold: bool = False, italic: bool = False, spacing: float = 0.0,
    family: str = "",
) -> float:
    """The width of a text in the units of `size`, with `spacing` em added between letters.

    >>> round(text_width("2017", 1.0), 2)
    2.28
    """
    pieces = runs(text, family, bold, italic)
    natural = sum(run_font(r, bold, italic, _MEASURED_AT).getlength(r.text) for r in pieces) / _MEASURED_AT
    letters = sum(len(r.text) for r in pieces)
    return (natural + spacing * max(0, letters - 1)) * size


def fitting_size(text: str, size: float, width: float, bold: bool = False, italic: bool = False) -> float:
    """The greatest size, at most `size`, at which the text is no wider than `width`."""
    natural = text_width(text, size, bold, italic)
    return size if natural <= width else size * width / natural
