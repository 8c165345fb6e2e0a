"""Whole maps look as a second, plain painter paints them, which knows the document and the style and nothing
of the tables that paint many hexes at once (`tests/support/plain_map.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from drawn_map import drawn_scene, items_picture
from items import some
from plain_map import PlainMap, Sheet, colour_of
from random_maps import random_design

from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.patterns import PATTERNS
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.grid import Orientation, Stagger
from visegrad_editor.model.design import Design

LAYERS = ("terrain", "countries", "grid", "rivers", "borders", "roads", "areas")
_MARGIN = 0.35
_APART, _SLIGHTLY = 20, 3
"""By how much of 255 a colour may differ where the edge of a shape is near, and where none is."""
_FEW = 0.002
"""The share of pixels that may differ so."""
_SEAM = 0.01
"""By how much drawings have the areas of hexes wider, so that no gaps show between them."""
BOLD = Style(coast_width=0.13, border_width=0.12, border_dash=(0.24, 0.2), grid_width=0.1, wash_opacity=0.2)
"""Lines so broad that pixels are completely covered by them."""


class Case(NamedTuple):
    """A map, its style and its scale."""

    seed: int
    orientation: Orientation
    stagger: Stagger
    size: tuple[int, int]
    wet: str
    style: Style
    scale: float = 40.0

    def design(self) -> Design:
        return random_design(self.seed, self.orientation, self.stagger, self.size, self.wet)


CASES = {
    "pointy": Case(1, "pointy", "odd", (6, 5), "", BOLD),
    "flat": Case(2, "flat", "odd", (6, 5), "", BOLD),
    "pointy, even, first row water": Case(3, "pointy", "even", (6, 5), "first", BOLD),
    "flat, even, last row water": Case(4, "flat", "even", (6, 5), "last", BOLD),
    "a quarter turned": Case(5, "pointy", "odd", (5, 6), "left", replace(BOLD, turn=1)),
    "turned upside down": Case(6, "flat", "even", (6, 5), "right", replace(BOLD, turn=2)),
    "three quarters turned": Case(7, "flat", "odd", (5, 6), "first last", replace(BOLD, turn=3)),
    "as printed": Case(8, "pointy", "odd", (4, 4), "first", Style(), 84.0),
    "straight, no shoals": Case(9, "flat", "odd", (5, 5), "", replace(BOLD, wander=0.0, shoal=())),
    "one row": Case(10, "pointy", "even", (9, 1), "", BOLD),
    "one column": Case(11, "flat", "even", (1, 8), "", BOLD),
}


@pytest.fixture(autouse=True)
def no_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Water without marks, so that the colours of all its pixels are known."""
    monkeypatch.delitem(PATTERNS, "waves")


def painted(
    design: Design, layers: Sequence[str], style: Style, scale: float, size: tuple[int, int],
    box: tuple[float, float, float, float] | None = None,
) -> np.ndarray:
    width, height = size
    return MapPainter(design, layers, scale, width, height, style, box).rows(0, height).astype(float)


def wrong(picture: np.ndarray, sheet: Sheet) -> list[str]:
    """The pixels that do not have the colours that they surely have."""
    apart = np.where(sheet.sure, abs(picture - sheet.colours).max(2), 0)
    many = (apart > _SLIGHTLY).mean() > _FEW
    rows, columns = np.nonzero(apart > (_SLIGHTLY if many else _APART))
    return [f"row {r}, column {c}: {picture[r, c]}, not {sheet.colours[r, c]}"
            for r, c in zip(rows.tolist(), columns.tolist(), strict=True)]


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_maps_are_painted_as_hex_by_hex(case: Case) -> None:
    """All layers, one on the other: as a whole, in parts, and as drawings have them."""
    design, style, scale = case.design(), case.style, case.scale
    plain = PlainMap(design, style)
    sheet = plain.sheet(scale)
    height, width = sheet.sure.shape
    for n, layer in enumerate(LAYERS, 1):
        if layer == "roads":
            fine = deepcopy(sheet)
        plain.paint(sheet, [layer], _SEAM)
        picture = painted(design, LAYERS[:n], style, scale, (width, height))
        assert wrong(picture, sheet) == [], layer
    assert sheet.sure.mean() > 0.6
    plain.paint(fine, LAYERS[-2:], fine=True)
    drawn = items_picture(drawn_scene(design, layers=LAYERS, style=style, dots=scale),
                          Viewport(scale, -_MARGIN, -_MARGIN, width, height))
    assert wrong(np.asarray(drawn.convert("RGB"), float), fine) == [], "drawings"
    for part in ((0.3, 0.25, 0.8, 0.8), (0.0, 0.55, 0.6, 1.0)):
        x, y, right, bottom = (round(share * full) for share, full in zip(
            part, (width, height, width, height), strict=True))
        box = tuple((at + first) / scale for at, first in zip(
            (x, y, right, bottom), (sheet.left, sheet.top) * 2, strict=True))
        cut = painted(design, LAYERS, style, scale, (right - x, bottom - y), box)  # type: ignore[arg-type]
        there = slice(y, bottom), slice(x, right)
        assert wrong(cut, sheet.part(*there)) == [], part
