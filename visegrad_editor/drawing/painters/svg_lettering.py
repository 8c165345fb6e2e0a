"""How an SVG drawing carries its letters: as text, as text with its fonts, or as outlines.

fontTools takes a while to load, and is loaded where letters need it.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from ...hexgrid import Point
from ..letters.fonts import drawn_runs, font_path, is_plain
from ..primitives import Scene, Text
from ..vector.runs import VectorScene

Lettering = Literal["text", "embedded", "outlines"]
"""`text` can be edited and looks right where Open Sans is installed; `embedded` carries the letters it uses
of Open Sans, for browsers; `outlines` are shapes that look the same everywhere and are no text any more."""
LETTERINGS: tuple[Lettering, ...] = get_args(Lettering)


def font_styles(scene: Scene | VectorScene) -> str:
    """A style sheet with the fonts of a scene, cut down to the letters it uses; "" without any text."""
    used: dict[tuple[bool, bool], set[str]] = {}
    for layer in scene.layers:
        for item in layer.items:
            for shape in item.primitives:
                if isinstance(shape, Text):
                    used.setdefault((shape.bold, shape.italic), set()).update(shape.text)
    return "".join(_face(bold, italic, letters) for (bold, italic), letters in sorted(used.items()))


def _face(bold: bool, italic: bool, letters: Iterable[str]) -> str:
    from fontTools import subset

    options = subset.Options(layout_features=[], notdef_outline=True, hinting=False)
    font = subset.load_font(str(font_path(bold, italic)), options)
    # The date of change would make two equal exports differ.
    font.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(c for c in letters if is_plain(c))))
    cutter.subset(font)
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    font.close()
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    weight, slant = "bold" if bold else "normal", "italic" if italic else "normal"
    return (
        f"@font-face{{font-family:'Open Sans';font-weight:{weight};font-style:{slant};"
        f"src:url(data:font/woff;base64,{data}) format('woff')}}"
    )


def outline(text: Text, at: Point, size: float, number: Callable[[float], str]) -> str:
    """The path data of a text whose baseline begins, is centred or ends at a point by its anchor."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    placed: list[tuple[_Font, str, float]] = []
    width = 0.0
    for run in drawn_runs(text.text, text.family, text.bold, text.italic):
        font = _font(run.face.path if run.face else font_path(text.bold, text.italic))
        for letter in run.text:
            if placed:
                width += text.spacing * size
            placed.append((font, letter, width))
            width += font.advance(letter) * size
    start = {"left": 0.0, "centre": width / 2, "right": width}[text.anchor]
    pen = SVGPathPen(None, number)
    for font, letter, x in placed:
        scale = size / font.units
        font.draw(letter, TransformPen(pen, (scale, 0, 0, -scale, at[0] - start + x, at[1])))
    return str(pen.getCommands())


class _Font:
    """The outlines of one font file."""

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTFont

        font = TTFont(path, fontNumber=0, lazy=False)
        self.units = float(font["head"].unitsPerEm)
        self._glyphs: Any = font.getGlyphSet()
        self._names: dict[int, str] = font.getBestCmap()
        self._known: dict[str, Any] = {}

    def _name(self, letter: str) -> str:
        return self._names.get(ord(letter), ".notdef")

    def advance(self, letter: str) -> float:
        """The width of a letter in em."""
        return float(self._glyphs[self._name(letter)].width) / self.units

    def draw(self, letter: str, pen: Any) -> None:
        known = self._known.get(letter)
        if known is None:
            from fontTools.pens.recordingPen import DecomposingRecordingPen

            known = self._known[letter] = DecomposingRecordingPen(self._glyphs)
            self._glyphs[self._name(letter)].draw(known)
        known.replay(pen)


@cache
def _font(path: Path) -> _Font:
    return _Font(path)
