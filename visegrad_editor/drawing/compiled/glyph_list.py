"""Letters as masks for the compiled painter: the font engine draws each letter once, and words are set from
them."""

from __future__ import annotations

import math
from array import array
from functools import cached_property
from typing import NamedTuple

from PIL import ImageFont

from ..letters.fonts import CAP_HEIGHT, drawn_runs, run_font
from ..letters.text_masks import rim_width, set_size, text_mask
from ..primitives import Text
from . import _raster

_WIDEST_RIM = 6
"""The widest rim in pixels that is made here; the font engine is faster for wider ones."""
_NONE = (0, 0, 0, 0, 0)


class Word(NamedTuple):
    """A text as letters: for each letter the number of its mask and its x in pixels from the first; and the
    offset of the first letter from the position of the text, across and down to the baseline."""

    letters: array[float]
    dx: float
    dy: float


class GlyphList:
    """Masks of letters. Each letter has two with consecutive numbers: the letter and its rim."""

    def __init__(self) -> None:
        self.masks = bytearray()
        self.places = array("i")
        """Five numbers for each mask, as in `_raster_paint.h`."""
        self._words: dict[tuple[object, ...], Word] = {}
        self._sheets: dict[int, GlyphSheet] = {}

    def __len__(self) -> int:
        """The number of cached texts."""
        return len(self._words)

    def word(self, text: Text, size: float) -> Word:
        """The letters of a text at a size in pixels."""
        size = set_size(size)
        key = (text.text, size, text.bold, text.italic, text.anchor, bool(text.halo), text.rotation,
               text.spacing, text.family)
        word = self._words.get(key)
        if word is None:
            made = self._whole if text.rotation % 360 else self._set
            word = self._words[key] = made(text, size)
        return word

    @cached_property
    def empty(self) -> int:
        """The number of an empty mask."""
        return self.add(b"", 0, 0, 0, 0)

    def sheet(self, font: ImageFont.FreeTypeFont) -> GlyphSheet:
        """The letters of a font at a size."""
        sheet = self._sheets.get(id(font))
        if sheet is None:
            sheet = self._sheets[id(font)] = GlyphSheet(font, self)  # which keeps the font, and so its id
        return sheet

    def _set(self, text: Text, size: float) -> Word:
        gap, rim = text.spacing * size, rim_width(size) if text.halo else 0
        letters: list[float] = []
        pen = 0.0
        for run in drawn_runs(text.text, text.family, text.bold, text.italic):
            sheet = self.sheet(run_font(run, text.bold, text.italic, size))
            known = sheet.rimmed if rim else sheet.plain
            before = ""
            for letter in run.text:
                if gap and letters:
                    pen += gap
                elif before:
                    pen += sheet.kern(before, letter)
                number, advance = known.get(letter) or sheet.letter(letter, rim)
                letters += (number, math.floor(pen + 0.5))
                pen += advance
                before = letter
        start = {"left": 0.0, "centre": pen / 2, "right": pen}[text.anchor]
        return Word(array("f", letters), -start, line_below(size))

    def add_rim(self, number: int, mask: bytes, width: int, height: int, left: int, top: int) -> None:
        """Add the mask of the rim of a letter."""
        place = array("i", (len(self.masks), width, height, left, top))
        self.places[5 * number + 5 : 5 * number + 10] = place
        self.masks += mask

    def add(self, mask: bytes, width: int, height: int, left: int, top: int) -> int:
        """Add a mask, with room for that of its rim; returns its number."""
        number = len(self.places) // 5
        self.places.extend((len(self.masks), width, height, left, top))
        self.places.extend(_NONE)
        self.masks += mask
        return number

    def _whole(self, text: Text, size: float) -> Word:
        """A rotated text as one mask."""
        mask = text_mask(text, size)
        number = self.add(mask.letters.tobytes(), *mask.letters.size, 0, 0)
        if mask.rim is not None:
            self.add_rim(number, mask.rim.tobytes(), *mask.rim.size, 0, 0)
        return Word(array("f", (number, 0.0)), mask.dx, mask.dy)


class GlyphSheet:
    """The letters of one font at one size; all their rims have one width."""

    def __init__(self, font: ImageFont.FreeTypeFont, all: GlyphList) -> None:
        self._font, self._all = font, all
        self.plain: dict[str, tuple[int, float]] = {}
        """For each letter the number of its mask, and its advance in pixels."""
        self.rimmed: dict[str, tuple[int, float]] = {}
        """The same for letters whose rims were drawn."""
        self._kerns: dict[str, float] = {}

    def letter(self, letter: str, rim: int) -> tuple[int, float]:
        """The number of the mask of a letter, and its advance; the mask of its rim, if `rim` pixels are
        wanted, has the next number."""
        known = self.plain.get(letter)
        if known is None:
            number = self._all.add(*_mask(self._font, letter, 0))
            known = self.plain[letter] = number, self._font.getlength(letter)
        if rim and letter not in self.rimmed:
            self.rimmed[letter] = known
            start, width, height, left, top = self._all.places[5 * known[0] : 5 * known[0] + 5]
            if rim > _WIDEST_RIM:
                self._all.add_rim(known[0], *_mask(self._font, letter, rim))
            elif width and height:
                drawn = _raster.rimmed(self._all.masks[start : start + width * height], width, height, rim)
                self._all.add_rim(known[0], drawn, width + 2 * rim, height + 2 * rim, left - rim, top - rim)
        return known

    def kern(self, one: str, other: str) -> float:
        """The kerning of two letters, in pixels."""
        pair = one + other
        kerning = self._kerns.get(pair)
        if kerning is None:
            length = self._font.getlength
            kerning = self._kerns[pair] = length(pair) - length(one) - length(other)
        return kerning


def line_below(size: float) -> float:
    """How far the baseline of a text of a size in pixels is below its position."""
    return round(CAP_HEIGHT * size) / 2


def _mask(face: ImageFont.FreeTypeFont, letter: str, rim: int) -> tuple[bytes, int, int, int, int]:
    """The mask of a letter, its width and height, and its offset from the origin of the letter."""
    image, (left, top) = face.getmask2(letter, "L", anchor="ls", stroke_width=rim)
    width, height = image.size
    return bytes(image), width, height, int(left), int(top)
