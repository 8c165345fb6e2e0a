"""Parting a map into pages: how many, and which part of the map each shows. Nothing is drawn here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from ..drawing.curves import Box
from .paper import MM, Frame, Paper, frame

Orientation = Literal["auto", "portrait", "landscape"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
MOST_PAGES = 500
_SPARE = 0.02
"""What two pages share beyond a whole hex, in map units."""
_LEAST_STEP = 0.25
"""The least share of a page that is new on it."""


class TooManyPages(ValueError):
    """The map would need more pages than anybody glues, or pages that show next to nothing new."""


@dataclass(frozen=True)
class PageWindow:
    """One page: its row and column from 0, and the part of the map on it, in map units."""

    row: int
    column: int
    box: Box

    @property
    def name(self) -> str:
        """Row as letters, column as a number.

        >>> PageWindow(1, 2, (0, 0, 1, 1)).name, PageWindow(27, 0, (0, 0, 1, 1)).name
        ('B3', 'AB1')
        """
        return f"{_letters(self.row)}{self.column + 1}"


@dataclass(frozen=True)
class PagePlan:
    """The pages of a map from the upper left, row by row, on one kind of page."""

    page: Frame
    scale: float
    """Points to the side of a hex."""
    rows: int
    columns: int
    overlap: tuple[float, float]
    """What neighbours share across and down, in map units; 0 where there is one row or column."""
    windows: tuple[PageWindow, ...]

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height


def page_frame(paper: Paper, *, landscape: bool = False) -> Frame:
    """A page filled with map: marks stand in its margins, a line of text above and below."""
    page = frame(paper, landscape=landscape)
    return Frame(page.width, page.height, 13 * MM, 16 * MM, 22 * MM)


def page_plan(
    bounds: Box, hex_extent: tuple[float, float], paper: Paper, scale: float,
    orientation: Orientation = "auto", overlap_mm: float | None = None,
) -> PagePlan:
    """The fewest pages on which a map of those bounds is printed at `scale` points to the side of a hex.

    Without `overlap_mm` neighbours share so much that every hex, `hex_extent` wide and high in map units, is
    whole on a page. Raises `TooManyPages`, a ValueError, with a sentence that says what is possible.
    """
    ways = {"auto": (False, True), "portrait": (False,), "landscape": (True,)}[orientation]
    plans = [_plan(bounds, hex_extent, page_frame(paper, landscape=way), scale, overlap_mm) for way in ways]
    best = min(plans, key=lambda p: p.rows * p.columns)
    count = best.rows * best.columns
    if count > MOST_PAGES:
        raise TooManyPages(
            f"The map would take {count:,} pages of {paper}, and at most {MOST_PAGES} are printed. Choose "
            "smaller hexes or larger paper.")
    return best


def _plan(
    bounds: Box, hex_extent: tuple[float, float], page: Frame, scale: float, overlap_mm: float | None
) -> PagePlan:
    room = page.content_width / scale, page.content_height / scale
    found = []
    for n in (0, 1):
        whole = bounds[n + 2] - bounds[n]
        shared = hex_extent[n] + _SPARE if overlap_mm is None else overlap_mm * MM / scale
        found.append(_parts(whole, room[n], shared, bounds[n]))
    (across, width), (down, height) = found
    windows = tuple(
        PageWindow(r, c, (left, top, left + width, top + height))
        for r, top in enumerate(down) for c, left in enumerate(across))
    overlap = [starts[0] + size - starts[1] if len(starts) > 1 else 0.0 for starts, size in found]
    return PagePlan(page, scale, len(down), len(across), (overlap[0], overlap[1]), windows)


def _parts(whole: float, room: float, shared: float, start: float) -> tuple[list[float], float]:
    """Where equal parts of a length begin that share so much with the next, and how long they are."""
    if whole <= room:
        return [start], whole
    if room - shared < _LEAST_STEP * room:
        raise TooManyPages(
            "Pages would show next to nothing but what their neighbours show. Choose smaller hexes, a "
            "smaller overlap or larger paper.")
    count = math.ceil((whole - shared) / (room - shared) - 1e-9)
    size = (whole + (count - 1) * shared) / count
    return [start + i * (size - shared) for i in range(count)], size


def _letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text
