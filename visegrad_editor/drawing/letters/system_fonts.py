"""System fonts that supply letters missing in the typeface of the program.

Only fonts with TrueType outlines are used, as only those can be embedded in a PDF.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from ...operating_system import font_folders

_FILES = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansJP-Regular.ttf",
    "NotoSansSC-Regular.ttf",
    "NotoSansKR-Regular.ttf",
    "YuGothR.ttc",
    "msgothic.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "simsun.ttc",
    "Arial Unicode.ttf",
    "ARIALUNI.TTF",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "ipag.ttf",
    "ipaexg.ttf",
    "TakaoPGothic.ttf",
    "fonts-japanese-gothic.ttf",
    "NanumGothic.ttf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "NotoEmoji-Regular.ttf",
    "seguisym.ttf",
    "seguiemj.ttf",
    "Symbola.ttf",
)
"""The font files to look for, the best first."""
_JOINED = re.compile("[\u0600-\u07bf\u0840-\u0dff\u0e80-\u109f\u1780-\u17ff\ufb50-\ufdff\ufe70-\ufefc]")
"""Letters of scripts whose shapes depend on their neighbours; these cannot be set letter by letter."""

_OTHER_CUT = re.compile("thin|light|medium|semi|demi|extra|black|heavy|condensed|narrow")
"""Weights and widths that a style cannot express."""


class SystemFont(NamedTuple):
    """A font: its name, its file, and the code points for which it has letters."""

    name: str
    path: Path
    letters: frozenset[int]


def letters_of(path: Path) -> frozenset[int]:
    """The code points for which a font file has letters; none if it cannot be read or embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        return frozenset(TTFontFile(str(path)).charToGlyph)
    except (TTFError, OSError, ValueError, KeyError, IndexError):
        return frozenset()


def fonts_in(places: Iterable[Path]) -> list[SystemFont]:
    """The fonts of `_FILES` below some folders, the best first."""
    paths: dict[str, Path] = {}
    wanted = {name.lower(): name for name in _FILES}
    for place in places:
        for folder, _, files in os.walk(place):
            for file in files:
                name = wanted.get(file.lower())
                if name is not None:
                    paths.setdefault(name, Path(folder) / file)
    fonts = [SystemFont(f"Lent-{Path(n).stem.replace(' ', '')}", paths[n], letters_of(paths[n]))
             for n in _FILES if n in paths]
    return [f for f in fonts if f.letters]


@cache
def installed_fonts() -> tuple[SystemFont, ...]:
    """The fonts found on this computer, searched once when a letter first needs one."""
    return tuple(fonts_in(font_folders()))


@cache
def family_font(family: str, bold: bool, italic: bool) -> SystemFont | None:
    """The font of an installed family closest to a weight and slant; None if there is no such family, or none
    that can be embedded."""
    cuts = _families().get(family.casefold(), {})
    for cut in ((bold, italic), (bold, False), (False, italic), (False, False)):
        if (path := cuts.get(cut)) and (letters := letters_of(path)):
            return SystemFont(f"Own-{path.stem.replace(' ', '')}", path, letters)
    return None


@cache
def _families() -> dict[str, dict[tuple[bool, bool], Path]]:
    """The files of TrueType families, each by (bold, slanted); searched once when a style first names a
    family."""
    families: dict[str, dict[tuple[bool, bool], Path]] = {}
    for place in font_folders():
        for path in sorted(place.rglob("*.[tT][tT][fF]")):
            try:
                family, cut = ImageFont.truetype(str(path), 10).getname()
            except OSError:
                continue
            words = (cut or "").casefold()
            if family and not _OTHER_CUT.search(words):
                key = "bold" in words, "italic" in words or "oblique" in words
                families.setdefault(family.casefold(), {}).setdefault(key, path)
    return families


@cache
def font_with(letter: str) -> SystemFont | None:
    """The first system font that has a letter, or None."""
    if _JOINED.match(letter):
        return None
    return next((f for f in installed_fonts() if ord(letter) in f.letters), None)
