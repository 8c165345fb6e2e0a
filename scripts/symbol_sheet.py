"""Draw docs/images/symbols.png: every unit symbol, large and as on a small counter."""

from __future__ import annotations

from pathlib import Path

from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.primitives import Item, Primitive, Text
from visegrad_editor.drawing.symbols import AIRCRAFT, SYMBOL_NAMES, symbol
from visegrad_editor.drawing.viewport import Viewport

OUT = Path(__file__).resolve().parent.parent / "docs" / "images" / "symbols.png"
COLUMNS = 6
CELL_WIDE, CELL_HIGH = 190, 118
INK, PAPER = "#1d232b", "#f6f3e8"
LARGE, SMALL = 56.0, 19.0
"""The height of a symbol in pixels; the small one is 28 pixels wide."""


def cell(name: str, left: float, top: float) -> list[Primitive]:
    """The primitives of a symbol in both sizes, with its name below."""
    tall = 1.25 if name in AIRCRAFT else 1.0
    return [
        *symbol(name, (left + 66, top + 46), LARGE * tall, INK, PAPER),
        *symbol(name, (left + 146, top + 46), SMALL * tall, INK, PAPER),
        Text((left + CELL_WIDE / 2, top + 100), name, 14, INK),
    ]


def main() -> None:
    """Write the picture."""
    rows = -(-len(SYMBOL_NAMES) // COLUMNS)
    width, height = COLUMNS * CELL_WIDE, rows * CELL_HIGH
    primitives: list[Primitive] = []
    for i, name in enumerate(SYMBOL_NAMES):
        primitives += cell(name, i % COLUMNS * CELL_WIDE, i // COLUMNS * CELL_HIGH)
    item = Item(tuple(primitives), (0, 0, width, height))
    image = PixelPainter().render([item], Viewport(1.0, 0, 0, width, height))
    image.quantize(64).save(OUT, optimize=True)


if __name__ == "__main__":
    main()
