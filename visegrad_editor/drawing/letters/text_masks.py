"""Masks of whole texts, drawn by the font engine."""

from __future__ import annotations

import math

from PIL import Image, ImageFont

from ...lazy_dataclass import dataclass
from ..colours import mixed
from ..primitives import Text
from .fonts import CAP_HEIGHT, TextRun, drawn_runs, run_font

_FAINTEST = 0.45
"""The share of its colour that a fading text still has just before it is omitted."""


def least_size(text: Text) -> float:
    """The size in pixels below which a text is omitted."""
    return max(text.least_pixels, 3.0)


def set_size(size: float) -> float:
    """The size at which a text with a wanted size in pixels is set."""
    return round(size * 4) / 4 if size < 40 else float(round(size))


def rim_width(size: float) -> int:
    """The width in pixels of the rim around letters of a size."""
    return max(1, round(size * 0.13))


def shown_colour(text: Text, size: float) -> str:
    """The colour of a text at a size in pixels: small text may fade into its ground."""
    if text.fades is None or size >= text.fades[0]:
        return text.colour
    full, ground = text.fades
    least = least_size(text)
    shown = (size - least) / max(full - least, 1e-9)
    return mixed(ground, text.colour, _FAINTEST + (1 - _FAINTEST) * shown)


@dataclass(frozen=True, slots=True)
class TextMask:
    """Letters and rim as masks.

    dx, dy: from the `at` of the text to the upper left corner, in pixels.
    """

    letters: Image.Image
    rim: Image.Image | None
    dx: float
    dy: float


def text_mask(text: Text, size: float) -> TextMask:
    """The mask of a text at a size in pixels, as `set_size` gives it."""
    from PIL import ImageDraw  # not needed for most maps, which have no text that is turned

    letters: list[tuple[str, ImageFont.FreeTypeFont, float]] = []
    gap, width = text.spacing * size, 0.0
    for piece in _spaced(drawn_runs(text.text, text.family, text.bold, text.italic), gap):
        font = run_font(piece, text.bold, text.italic, size)
        width += gap if letters else 0.0
        letters.append((piece.text, font, width))
        width += font.getlength(piece.text)
    rim = rim_width(size) if text.halo else 0
    pad = rim + 2
    rise = CAP_HEIGHT * size
    above, below = math.ceil(rise * 1.5), math.ceil(rise * 0.6)
    full_height = above + below + 2 * pad
    full_width = math.ceil(width) + 2 * pad
    baseline = pad + above
    masks: list[Image.Image] = []
    for stroke in (0, rim) if rim else (0,):
        image = Image.new("L", (full_width, full_height), 0)
        draw = ImageDraw.Draw(image)
        for letter, font, x in letters:
            draw.text((pad + x, baseline), letter, fill=255, font=font, anchor="ls", stroke_width=stroke)
        masks.append(image)
    start = {"left": 0.0, "centre": width / 2, "right": width}[text.anchor]
    at_x, at_y = pad + start, baseline - round(rise) / 2
    if text.rotation % 360 != 0:
        masks = [_turned(m, text.rotation, at_x, at_y) for m in masks]
        at_x, at_y = masks[0].width / 2, masks[0].height / 2
    return TextMask(masks[0], masks[1] if rim else None, -at_x, -at_y)


def _spaced(runs: tuple[TextRun, ...], gap: float) -> list[TextRun]:
    """The pieces to draw: the runs, or single letters if they are letterspaced."""
    return [TextRun(letter, r.font) for r in runs for letter in r.text] if gap else list(runs)


def _turned(mask: Image.Image, degrees: float, at_x: float, at_y: float) -> Image.Image:
    """The mask rotated clockwise about a point, which becomes the middle of the result."""
    reach = (
        math.ceil(max(math.hypot(x - at_x, y - at_y) for x in (0, mask.width) for y in (0, mask.height))) + 1
    )
    square = Image.new("L", (2 * reach, 2 * reach), 0)
    square.paste(mask, (reach - round(at_x), reach - round(at_y)))
    return square.rotate(-degrees, resample=Image.Resampling.BICUBIC)
