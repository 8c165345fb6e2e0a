"""Paper sizes, and how many hexes of a given size fit on a sheet. All lengths are in millimetres."""

from __future__ import annotations

import math
import re

from ..hexgrid import Orientation

PAPERS_MM: dict[str, tuple[float, float]] = {
    "A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0), "A1": (594.0, 841.0),
    "Letter": (215.9, 279.4), "Tabloid": (279.4, 431.8),
}
"""Width and height, upright."""
LEAST_HEX, MOST_HEX = 5.0, 100.0
MARGIN = 10.0
"""The default margin left white at the edges of a sheet."""


def paper_size(text: str) -> tuple[float, float]:
    """Width and height of a paper by its name (`A3`, `a3-landscape`) or as `420x297`, with or without mm.

    Raises ValueError for any other text.

    >>> paper_size("a4"), paper_size("Tabloid-landscape"), paper_size("300 x 500 mm")
    ((210.0, 297.0), (431.8, 279.4), (300.0, 500.0))
    """
    name, _, lying = text.strip().partition("-")
    for known, (width, height) in PAPERS_MM.items():
        if known.lower() == name.strip().lower() and lying in ("", "landscape", "portrait"):
            return (height, width) if lying == "landscape" else (width, height)
    match = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*[x×]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?", text.strip(), re.ASCII)
    if match is None:
        raise ValueError(
            f"\"{text}\" is not a paper size. Write one of {', '.join(PAPERS_MM)}, with -landscape after it "
            "for one on its side, or width x height in millimetres, for example 420x297.")
    width, height = (float(part.replace(",", ".")) for part in match.groups())
    if not (50 <= width <= 5000 and 50 <= height <= 5000):
        raise ValueError("A sheet is 50 to 5,000 mm wide and high.")
    return width, height


def length_mm(text: str) -> float:
    """A hex size such as `16mm` or `16` in millimetres, or `0.63in` in inches; raises ValueError.

    >>> length_mm("16 mm"), round(length_mm("0.5in"), 1)
    (16.0, 12.7)
    """
    match = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*(mm|cm|in|\")?", text.strip(), re.ASCII)
    if match is None:
        raise ValueError(f'"{text}" is not a length. Write millimetres, for example 16mm.')
    value = float(match[1].replace(",", "."))
    return value * {"cm": 10.0, "in": 25.4, '"': 25.4}.get(match[2] or "mm", 1.0)


def hexes_on_paper(
    width: float, height: float, hex_size: float, orientation: Orientation, margin: float = MARGIN
) -> tuple[int, int]:
    """Columns and rows of hexes, `hex_size` from flat side to flat side, that fit between the margins.

    Raises ValueError if not one fits, or the hexes are too small or too large to print.

    >>> hexes_on_paper(210, 297, 16, "pointy")
    (11, 19)
    """
    if not LEAST_HEX <= hex_size <= MOST_HEX:
        raise ValueError(f"Hexes are {LEAST_HEX:g} to {MOST_HEX:g} mm from side to side.")
    if margin < 0:
        raise ValueError("A margin cannot be negative.")
    width, height = width - 2 * margin, height - 2 * margin
    if orientation == "flat":
        columns, rows = _fit(height, width, hex_size)[::-1]
    else:
        columns, rows = _fit(width, height, hex_size)
    if columns < 1 or rows < 1:
        raise ValueError(f"Not one hex of {hex_size:g} mm fits between the margins of this paper.")
    return columns, rows


def map_size_mm(columns: int, rows: int, hex_size: float, orientation: Orientation) -> tuple[float, float]:
    """The width and height of a map of hexes of this size."""
    side = hex_size / math.sqrt(3)
    if orientation == "flat":
        return side * (1.5 * columns + 0.5), hex_size * (rows + (0.5 if columns > 1 else 0.0))
    return hex_size * (columns + (0.5 if rows > 1 else 0.0)), side * (1.5 * rows + 0.5)


def _fit(along: float, across: float, hex_size: float) -> tuple[int, int]:
    """How many hexes fit in a row, every second row being offset by half a hex, and how many rows."""
    side, spare = hex_size / math.sqrt(3), 1e-6
    rows = math.floor((across / side - 0.5) / 1.5 + spare)
    return math.floor(along / hex_size - (0.5 if rows > 1 else 0.0) + spare), rows
