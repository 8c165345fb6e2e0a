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
from PIL import Image, ImageDraw, ImageFont
from plain_map import PlainMap, Sheet
from random_maps import RULES, random_design

from visegrad_editor.drawing.letters.fonts import font_path
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.patterns import PATTERNS
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid import Axis, Hex, Hexside, Numbering, hexside
from visegrad_editor.hexgrid.grid import Orientation, Stagger
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import HexsideKind

LAYERS = ("terrain", "countries", "grid", "rivers", "borders", "roads", "areas")
_MARGIN = 0.35
_APART, _SLIGHTLY = 20, 3
"""By how much of 255 a colour may differ where the edge of a shape is near, and where none is."""
_FEW, _JOINS = 0.002, 3
"""The share of pixels that may differ so, and how many may differ at all, where ends of lines meet."""
_SEAM = 0.01
"""By how much drawings have the areas of hexes wider, so that no gaps show between them."""
BOLD = Style(coast_width=0.13, border_width=0.12, border_dash=(0.24, 0.2), grid_width=0.1, wash_opacity=0.2,
             river_widths=(0.12, 0.15, 0.18, 0.22, 0.26))
"""Lines so broad that pixels are completely covered by them."""


class Case(NamedTuple):
    """A map, its style and its scale."""

    seed: int
    orientation: Orientation
    stagger: Stagger
    size: tuple[int, int]
    wet: str
    style: Style
    scale: float = 36.0

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
    "as printed": Case(123, "pointy", "odd", (3, 3), "left", Style(), 110.0),
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
    return [] if len(rows) <= _JOINS else [f"row {r}, column {c}: {picture[r, c]}, not {sheet.colours[r, c]}"
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


@pytest.mark.parametrize(("orientation", "stagger"), [("pointy", "even"), ("flat", "odd")])
def test_small_parts_of_large_maps_have_the_pixels_of_the_whole(
    orientation: Orientation, stagger: Stagger
) -> None:
    """Also along the edges of the map: one hex of a hexside there, in the file often the first, is not on
    the map."""
    design = random_design(1, orientation, stagger, (16, 14))
    grid = design.map.grid
    edge = tuple(hexside(h, n) for h in grid for n in grid.around(h) if n not in grid)
    design = replace(design, map=replace(
        design.map, lines=(*design.map.lines, HexsideLine("river", edge))))
    scale = 20.0
    width, height = (round((x + 2 * _MARGIN) * scale) for x in PlainMap(design, BOLD).bounds)
    whole = painted(design, LAYERS[:-1], BOLD, scale, (width, height))
    first = -round(_MARGIN * scale)
    for x in (0, 150, 211, width - 60):
        for y in (0, 140, 205, height - 60):
            box = tuple((first + at) / scale for at in (x, y, x + 60, y + 60))
            part = painted(design, LAYERS[:-1], BOLD, scale, (60, 60), box)  # type: ignore[arg-type]
            assert (part == whole[y:y + 60, x:x + 60]).all(), (x, y)


# -- what depends on the scale --------------------------------------------------------------------


@pytest.mark.parametrize(("layer", "fewest"), [("grid", 6.0), ("roads", 13.0), ("terrain", 5.5)])
def test_details_are_drawn_from_a_scale_on(layer: str, fewest: float) -> None:
    """The grid, the cores of roads, the marks of the ground."""
    rules = replace(RULES, terrain=tuple(replace(k, pattern=k.pattern or "woods") for k in RULES.terrain),
                    roads=tuple(replace(k, colour="#000000") for k in RULES.roads))
    design = replace(random_design(1), ruleset=rules)

    def details(scale: float) -> int:
        picture = painted(design, [layer], BOLD, scale, (120, 100))
        if layer == "roads":  # the core of the greatest roads is light and broad
            other = painted(design, [layer], replace(BOLD, road_core="#00ff00"), scale, (120, 100))
        elif layer == "terrain":
            plain = replace(design, ruleset=replace(rules, terrain=tuple(
                replace(k, pattern=k.pattern if k.pattern == "waves" else "") for k in rules.terrain)))
            other = painted(plain, [layer], BOLD, scale, (120, 100))
        else:
            other = painted(design, [], BOLD, scale, (120, 100))
        return int((picture != other).any(2).sum())

    assert details(fewest - 0.1) == 0
    assert details(fewest + 0.1) > 30


# -- marks ----------------------------------------------------------------------------------------


def nearest_hexes(plain: PlainMap, sheet: Sheet) -> tuple[np.ndarray, np.ndarray]:
    """For each pixel the place of the nearest hex among `plain.hexes`, and how far its centre is."""
    height, width = sheet.sure.shape
    x, y = np.arange(width) + 0.5 + sheet.left, np.arange(height)[:, None] + 0.5 + sheet.top
    centres = plain.seen(np.stack([plain.centre(h) for h in plain.hexes])) * sheet.scale
    far = np.stack([np.hypot(x - cx, y - cy) for cx, cy in centres])
    return far.argmin(0), far.min(0) / sheet.scale


@pytest.mark.parametrize("name", ["pointy", "turned upside down", "three quarters turned"])
def test_marks_are_in_hexes_of_their_terrain(name: str) -> None:
    case = CASES[name]
    plain_design = case.design()
    wooded = replace(RULES, terrain=tuple(
        replace(k, pattern="woods" if k.id == "clear" else k.pattern) for k in RULES.terrain))
    design = replace(plain_design, ruleset=wooded)
    plain = PlainMap(plain_design, case.style)
    sheet = plain.sheet(case.scale)
    height, width = sheet.sure.shape
    marks, bare = (painted(x, ["terrain"], case.style, case.scale, (width, height))
                   for x in (design, plain_design))
    which, far = nearest_hexes(plain, sheet)
    marked = np.where(far < 0.5, (marks != bare).any(2), False)
    found = {h for n, h in enumerate(plain.hexes) if marked[which == n].sum() > 40}
    touched = {h for n, h in enumerate(plain.hexes) if marked[which == n].any()}
    assert found == touched == {h for h in plain.hexes if plain.terrain(h) == "clear"}
    assert len(found) > 5


# -- lines with two sides -------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 3])
@pytest.mark.parametrize("backwards", [False, True])
def test_cliffs_fall_to_the_right_of_their_stroke(turn: int, backwards: bool) -> None:
    """Around a hex clockwise: to its inside."""
    design = random_design(1, size=(4, 4))
    rules = replace(RULES, hexsides=(HexsideKind("cliff", "Cliff", 1, colour="#000000", pattern="cliff"),))
    middle = Hex(1, 1)
    around = [hexside(middle, h) for h in design.map.grid.around(middle)]
    stroke: list[Hexside] = around[:4]
    line = HexsideLine("cliff", tuple(stroke[::-1] if backwards else stroke))
    design = replace(design, ruleset=rules, map=replace(design.map, lines=(line,), roads=()))
    plain = PlainMap(design, Style(turn=turn, wander=0.0))
    sheet = plain.sheet(60.0)
    height, width = sheet.sure.shape
    ink = painted(design, ["rivers"], plain.style, 60.0, (width, height)).max(2) < 90
    which, _ = nearest_hexes(plain, sheet)
    per_hex = {h: int(ink[which == n].sum()) for n, h in enumerate(plain.hexes)}
    inside = per_hex.pop(middle)
    outside = sum(per_hex.values())
    # The line itself cuts the corners of the hex, so there is more of it inside.
    assert outside > inside if backwards else inside > 2 * outside
    assert min(inside, outside) > 30


# -- numbers --------------------------------------------------------------------------------------


def written(text: str, size: int) -> np.ndarray:
    """The ink of a text, cut to it."""
    image = Image.new("L", (size * 5, size * 2))
    ImageDraw.Draw(image).text(
        (size, size // 3), text, fill=255, font=ImageFont.truetype(str(font_path()), size))
    return np.asarray(image.crop(image.getbbox()), float)


def likeness(ink: np.ndarray, model: np.ndarray) -> float:
    """How much two inks agree, 1 for the same, at the best of some positions."""
    height, width = (max(a, b) + 4 for a, b in zip(ink.shape, model.shape, strict=True))
    whole = np.zeros((height, width))
    whole[2:2 + ink.shape[0], 2:2 + ink.shape[1]] = ink
    best = 0.0
    for down in range(height - model.shape[0] + 1):
        for right in range(width - model.shape[1] + 1):
            there = whole[down:down + model.shape[0], right:right + model.shape[1]]
            best = max(best, float((there * model).sum()))
    return best / float(np.sqrt((ink**2).sum() * (model**2).sum()))


@pytest.mark.parametrize(("orientation", "turn", "numbering", "first", "last"), [
    ("pointy", 0, Numbering("row-first", Axis(8, "down", 1), Axis(95, "right", 3)), "8095", "11099"),
    ("flat", 0, Numbering("column-first", Axis(8, "up", 2), Axis(3, "left", 1), "."), "7.11", "3.08"),
    ("pointy", 1, Numbering("column-first", Axis(8, "down", 1), Axis(24, "right", letters=True)),
     "X8", "BB11"),
    ("flat", 3, Numbering("row-first", Axis(1, "up", 2), Axis(1, "right", 2)), "0401", "0105"),
])
def test_each_hex_has_its_number_at_its_top(
    orientation: Orientation, turn: int, numbering: Numbering, first: str, last: str
) -> None:
    design = random_design(1, orientation, size=(5, 4))
    grid = replace(design.map.grid, numbering=numbering)
    rows = (".....", "..o..", ".....", ".....")
    bare = replace(design.map, grid=grid, terrain=replace(design.map.terrain, rows=rows), roads=(), areas=(),
                   countries=Layer((("-", ""),), ("-----",) * 4), lines=())
    style, scale = Style(turn=turn, number_size=0.2, number="#000000"), 150.0
    design = replace(design, map=bare)
    plain = PlainMap(design, style)
    # One hex has a river above it, another a road if it is below one other.
    near = {h: plain.seen(np.stack([plain.centre(n) for n in plain.step(h)]))[:, 1] for h in plain.hexes}
    lowered, aside = Hex(1, 2), Hex(3, 2)
    above = [plain.step(h)[int(near[h].argmin())] for h in (lowered, aside)]
    design = replace(design, map=replace(
        bare, lines=(HexsideLine("river", (hexside(lowered, above[0]),)),),
        roads=(Road("track", (aside, above[1]), ""),)))
    width, height = (round((x + 2 * _MARGIN) * scale) for x in plain.bounds)
    with_numbers, without = (painted(design, layers, style, scale, (width, height)) for layers in (
        ["terrain", "numbers"], ["terrain"]))
    ink = (without - with_numbers).clip(0).max(2)
    numbers = {h: grid.number(h) for h in plain.hexes}
    assert (numbers[Hex(0, 0)], numbers[Hex(4, 3)]) == (first, last)
    models = {text: written(text, round(0.2 * scale)) for text in numbers.values()}
    places = {}
    for hex in plain.hexes:
        cx, cy = plain.seen(plain.centre(hex)[None])[0] * scale + round(_MARGIN * scale)
        top, left = round(cy - 0.95 * scale), round(cx - 0.7 * scale)
        own = ink[top:round(cy), left:round(cx + 0.7 * scale)]
        down, across = np.nonzero(own > 60)
        if hex == Hex(2, 1):
            assert not len(down), "it is off the map"
            continue
        box = slice(down.min(), down.max() + 1), slice(across.min(), across.max() + 1)
        alike = {text: likeness(own[box], model) for text, model in models.items()}
        assert max(alike, key=lambda text: alike[text]) == numbers[hex]
        places[hex] = (left + (across.min() + across.max() + 1) / 2 - cx) / scale, (
            top + (down.min() + down.max() + 1) / 2 - cy) / scale
    one_above = orientation == ("flat" if turn % 2 == 0 else "pointy")
    for hex in (Hex(0, 0), Hex(4, 3), Hex(2, 0), Hex(0, 3), lowered, aside):
        x, y = places[hex]
        assert x == pytest.approx(-0.34 if one_above and hex == aside else 0.0, abs=0.06), hex
        assert -0.75 < y < -0.4, hex
    usual = places[Hex(0, 0)][1]
    assert places[Hex(4, 3)][1] == pytest.approx(usual, abs=0.02)
    if one_above:
        assert places[lowered][1] - usual == pytest.approx(0.13, abs=0.03)
