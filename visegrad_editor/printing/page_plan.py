"""The division of a map into pages: how many, and which part of the map each shows. Nothing is drawn here."""

from __future__ import annotations

import math
from typing import Literal, get_args

from ..drawing.curves import Box
from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from .paper import MM, Frame, Paper, frame

Orientation = Literal["auto", "portrait", "landscape"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
MOST_PAGES = 500
_SPARE = 0.02
"""The overlap of two pages beyond a whole hex, in map units."""
_LEAST_STEP = 0.25
"""The smallest share of a page that its neighbours must not show."""


class TooManyPagesError(VisegradError, ValueError):
    """The map would need more than `MOST_PAGES` pages, or pages that show next to nothing new."""


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
    """Points per side of a hex."""
    rows: int
    columns: int
    overlap: tuple[float, float]
    """The overlap of neighbours across and down, in map units; 0 for a single row or column."""
    windows: tuple[PageWindow, ...]

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height


def page_frame(paper: Paper, *, landscape: bool = False) -> Frame:
    """The frame of a page filled by the map, with marks in its margins and a line of text above and below."""
    page = frame(paper, landscape=landscape)
    return Frame(page.width, page.height, 13 * MM, 16 * MM, 22 * MM)


def page_plan(
    bounds: Box, hex_extent: tuple[float, float], paper: Paper, scale: float,
    orientation: Orientation = "auto", overlap_mm: float | None = None,
) -> PagePlan:
    """The plan with the fewest pages for a map of those bounds at `scale` points per side of a hex.

    Without `overlap_mm` neighbours overlap enough to show every hex, `hex_extent` wide and high in map units,
    whole on some page. Raises `TooManyPagesError`, a ValueError, with a sentence that says what is possible.
    """
    ways = {"auto": (False, True), "portrait": (False,), "landscape": (True,)}[orientation]
    plans = [_plan(bounds, hex_extent, page_frame(paper, landscape=way), scale, overlap_mm) for way in ways]
    best = min(plans, key=lambda p: p.rows * p.columns)
    count = best.rows * best.columns
    if count > MOST_PAGES:
        raise TooManyPagesError(
            f"The map would take {count:,} pages of {paper}; the limit is {MOST_PAGES}. Choose "
            "smaller hexes or larger paper.")
    return best


def _plan(
    bounds: Box, hex_extent: tuple[float, float], page: Frame, scale: float, overlap_mm: float | None
) -> PagePlan:
    room = page.content_width / scale, page.content_height / scale
    divisions = []
    for n in (0, 1):
        whole = bounds[n + 2] - bounds[n]
        shared = hex_extent[n] + _SPARE if overlap_mm is None else overlap_mm * MM / scale
        divisions.append(_parts(whole, room[n], shared, bounds[n]))
    (across, width), (down, height) = divisions
    windows = tuple(
        PageWindow(r, c, (left, top, left + width, top + height))
        for r, top in enumerate(down) for c, left in enumerate(across))
    overlap = [starts[0] + size - starts[1] if len(starts) > 1 else 0.0 for starts, size in divisions]
    return PagePlan(page, scale, len(down), len(across), (overlap[0], overlap[1]), windows)


def _parts(whole: float, room: float, shared: float, start: float) -> tuple[list[float], float]:
    """The starts and the size of equal parts of a length that overlap by `shared`."""
    if whole <= room:
        return [start], whole
    if room - shared < _LEAST_STEP * room:
        raise TooManyPagesError(
            "Neighbouring pages would show almost the same part of the map. Choose smaller hexes, a "
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
