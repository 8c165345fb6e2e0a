"""Letters as masks for the compiled painter: the font engine draws each once, and words are set from them."""

from __future__ import annotations

import math
from array import array
from functools import cached_property
from typing import NamedTuple

from PIL import ImageFont

from ..letters.fonts import CAP_HEIGHT, drawn_runs, run_font
from ..letters.text_masks import TextMasks, rim_width, set_size
from ..primitives import Text
from . import _raster

_WIDEST_RIM = 6
"""Pixels; the font engine draws wider rims, for which it takes less time."""
_NONE = (0, 0, 0, 0, 0)


class Word(NamedTuple):
    """A text as letters: by letter the number of its mask and how many pixels it begins from the first; where
    that begins from where the text stands, and how far below lies its line."""

    letters: array[float]
    dx: float
    dy: float


class GlyphList:
    """Masks of letters. Each letter has two with numbers that follow each other: itself and its rim."""

    def __init__(self) -> None:
        self.masks = bytearray()
        self.places = array("i")
        """Five numbers by mask, as in `_raster_paint.h`."""
        self._turned = TextMasks(1)
        self._words: dict[tuple[object, ...], Word] = {}
        self._glyphs: dict[tuple[int, str], int] = {}
        self._rims: set[int] = set()
        self._advances: dict[tuple[int, str], float] = {}
        self._kerns: dict[tuple[int, str, str], float] = {}
        self._fonts: dict[int, ImageFont.FreeTypeFont] = {}

    def word(self, text: Text, size: float) -> Word:
        """The letters of a text, whose size is in pixels."""
        size = set_size(size)
        key = (text.text, size, text.bold, text.italic, text.anchor, bool(text.halo), text.rotation,
               text.spacing, text.family)
        found = self._words.get(key)
        if found is None:
            made = self._whole if text.rotation % 360 else self._set
            found = self._words[key] = made(text, size)
        return found

    @cached_property
    def empty(self) -> int:
        """The number of a mask that shows nothing."""
        return self._add(b"", 0, 0, 0, 0)

    def _set(self, text: Text, size: float) -> Word:
        gap, rim = text.spacing * size, rim_width(size) if text.halo else 0
        letters, pen = array("f"), 0.0
        for run in drawn_runs(text.text, text.family, text.bold, text.italic):
            face = run_font(run, text.bold, text.italic, size)
            before = ""
            for letter in run.text:
                if gap and letters:
                    pen += gap
                elif before:
                    pen += self.kern(face, before, letter)
                letters.append(self.glyph(face, letter, rim))
                letters.append(math.floor(pen + 0.5))
                pen += self.advance(face, letter)
                before = letter
        start = {"left": 0.0, "centre": pen / 2, "right": pen}[text.anchor]
        return Word(letters, -start, line_below(size))

    def advance(self, face: ImageFont.FreeTypeFont, letter: str) -> float:
        """How far from a letter the next begins, in pixels."""
        key = id(face), letter
        found = self._advances.get(key)
        if found is None:
            self._fonts[id(face)] = face
            found = self._advances[key] = face.getlength(letter)
        return found

    def kern(self, face: ImageFont.FreeTypeFont, one: str, other: str) -> float:
        """How much farther apart two letters stand than others, in pixels."""
        key = id(face), one, other
        found = self._kerns.get(key)
        if found is None:
            apart = self.advance(face, one) + self.advance(face, other)
            found = self._kerns[key] = face.getlength(one + other) - apart
        return found

    def glyph(self, face: ImageFont.FreeTypeFont, letter: str, rim: int = 0) -> int:
        """The number of the mask of a letter; that of its rim follows, if one of so many pixels is wanted.
        All letters of a font have rims of one width."""
        key = id(face), letter
        found = self._glyphs.get(key)
        if found is None:
            self._fonts[id(face)] = face
            found = self._glyphs[key] = self._add(*_mask(face, letter, 0))
        if rim and found not in self._rims:
            self._rims.add(found)
            start, wide, high, left, top = self.places[5 * found : 5 * found + 5]
            if not (wide and high):
                return found
            if rim <= _WIDEST_RIM:
                mask = self.masks[start : start + wide * high]
                drawn = _raster.rimmed(mask, wide, high, rim)
                wide, high, left, top = wide + 2 * rim, high + 2 * rim, left - rim, top - rim
            else:
                drawn, wide, high, left, top = _mask(face, letter, rim)
            self.places[5 * found + 5 : 5 * found + 10] = array("i", (len(self.masks), wide, high, left, top))
            self.masks += drawn
        return found

    def _add(self, mask: bytes, wide: int, high: int, left: int, top: int) -> int:
        """A mask, and room for that of its rim."""
        number = len(self.places) // 5
        self.places.extend((len(self.masks), wide, high, left, top))
        self.places.extend(_NONE)
        self.masks += mask
        return number

    def _whole(self, text: Text, size: float) -> Word:
        """A turned text: one mask of the whole."""
        mask = self._turned.mask(text, size)
        number = self._add(mask.letters.tobytes(), *mask.letters.size, 0, 0)
        if mask.rim is not None:
            self.places[-5:] = array("i", (len(self.masks), *mask.rim.size, 0, 0))
            self.masks += mask.rim.tobytes()
        return Word(array("f", (number, 0.0)), mask.dx, mask.dy)


def line_below(size: float) -> float:
    """How far below where it stands a text of a size in pixels has its line."""
    return round(CAP_HEIGHT * size) / 2


def _mask(face: ImageFont.FreeTypeFont, letter: str, rim: int) -> tuple[bytes, int, int, int, int]:
    """The mask of a letter, its width and height, and where it lies from where the letter begins."""
    image, (left, top) = face.getmask2(letter, "L", anchor="ls", stroke_width=rim)
    wide, high = image.size
    return bytes(image), wide, high, int(left), int(top)
