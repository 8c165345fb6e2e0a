"""Hex numbers on the maps of the games: in their hexes, clear of each other and of all letters, as they are
set in pixels and on paper."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from bundled import design_of
from items import some
from shapely import Polygon, STRtree, box
from shapely.geometry.base import BaseGeometry

from visegrad_editor.drawing.counters import UnitView
from visegrad_editor.drawing.curves import box_of
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.fonts import font
from visegrad_editor.drawing.letters.ink_boxes import ink_boxes, rim_of, widest_set
from visegrad_editor.drawing.letters.text_masks import set_size, text_mask
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.primitives import Polygon as Plate
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.drawing.writing.label_displacement import StackBoxes
from visegrad_editor.drawing.writing.number_rows import NumberRows
from visegrad_editor.drawing.writing.number_spots import clearest, fitted, spots
from visegrad_editor.hexgrid import Hex, Orientation
from visegrad_editor.model.design import Design
from visegrad_editor.printing.map_art import MapDrawing

MAPS = ("gsofg", "historical")
LEAST = {35.0: 0.97, 46.0: 0.99, 90.0: 1.0}
"""By the pixels of a hex from side to side, the share of the playable hexes that have a number at least."""


class PaintedText(NamedTuple):
    """Texts or plates as they lie in a picture, in pixels: their ink, and this with its rim."""

    text: str
    ink: BaseGeometry
    rim: BaseGeometry


@cache
def scene_of(name: str, turn: int) -> LazyScene:
    scene = LazyScene(Style(turn=turn))
    scene.show(design_of(name))
    return scene


def texts_of(items: list[Item], scale: float) -> list[Text]:
    return [p for i in items if i.least_scale <= scale < i.most_scale
            for p in i.primitives if isinstance(p, Text) and p.size * scale >= p.least_pixels]


def as_painted(text: Text, scale: float) -> PaintedText:
    """A text as the painters of pixels set it."""
    mask = text_mask(text, set_size(text.size * scale))
    x, y = text.at[0] * scale + mask.dx, text.at[1] * scale + mask.dy

    def placed(image: object) -> BaseGeometry:
        left, top, right, bottom = image.getbbox()  # type: ignore[attr-defined]
        return box(x + left, y + top, x + right, y + bottom)

    ink = placed(mask.letters)
    return PaintedText(text.text, ink, placed(mask.rim) if mask.rim is not None else ink)


@cache
def painted(name: str, across: float, turn: int, layer: str) -> list[PaintedText]:
    scale = across / math.sqrt(3)
    return [as_painted(t, scale) for t in texts_of(scene_of(name, turn).placed(layer, scale), scale)]


def plates_of(items: list[Item], scale: float) -> list[BaseGeometry]:
    return [box(*(v * scale for v in box_of(p.points, 0.0))) for i in items for p in i.primitives
            if isinstance(p, Plate)]


def covered(some: list[BaseGeometry], others: list[BaseGeometry]) -> list[float]:
    """The share of each shape that other shapes cover."""
    index = STRtree(others)
    return [sum(index.geometries[n].intersection(x).area for n in index.query(x)) / x.area for x in some]


def touching(numbers: list[BaseGeometry], gap: float) -> int:
    index = STRtree(numbers)
    return sum(n != m and x.distance(numbers[m]) <= gap
               for n, x in enumerate(numbers) for m in index.query(x.buffer(gap)))


def playable(design: Design) -> set[str]:
    kinds = {k.id for k in design.ruleset.terrain if k.playable}
    return {design.map.grid.number(h) for h in design.map.grid if design.map.terrain.at(h) in kinds}


def hexagon(design: Design, number: str, style: Style, scale: float = 1.0) -> BaseGeometry:
    hex = design.map.grid.parse(number)
    assert hex is not None
    return Polygon([(x * scale, y * scale) for x, y in style.geometry(design.map).corners(hex)])


CASES = [(35.0, 0), (35.0, 1), (46.0, 0), (46.0, 3), (90.0, 0), (90.0, 2)]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize(("across", "turn"), CASES)
def test_no_number_touches_another_or_leaves_its_hex(name: str, across: float, turn: int) -> None:
    design, numbers = design_of(name), painted(name, across, turn, "numbers")
    hexes = playable(design)
    assert len(hexes.intersection(n.text for n in numbers)) >= LEAST[across] * len(hexes)
    assert touching([n.ink for n in numbers], 0.5) == 0
    outside = [n.text for n in numbers if not hexagon(
        design, n.text, Style(turn=turn), across / math.sqrt(3)).buffer(0.6).contains(n.ink)]
    assert outside == []


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize(("across", "turn"), CASES)
def test_numbers_and_letters_and_plates_keep_clear_of_each_other(name: str, across: float, turn: int) -> None:
    numbers = painted(name, across, turn, "numbers")
    scale = across / math.sqrt(3)
    names, labels = (painted(name, across, turn, x) for x in ("names", "labels"))
    assert len(names) > 40
    assert max(covered([n.ink for n in numbers], [x.ink for x in names])) == 0.0
    assert max(covered([n.ink for n in numbers], [x.rim for x in names])) < 0.05
    assert max(covered([x.ink for x in names], [n.rim for n in numbers])) < 0.03
    letters = [box(*(v * scale for v in b))
               for t in texts_of(scene_of(name, turn).placed("labels", scale), scale)
               for b in ink_boxes(t, 0.0, 1.0)]
    assert bool(letters) == bool(labels)
    assert max(covered([n.rim for n in numbers], letters)) < 0.05
    plates = plates_of(scene_of(name, turn).placed("plates", scale), scale)
    assert max(covered([n.ink for n in numbers], plates)) == 0.0


@pytest.mark.parametrize("name", MAPS)
def test_hexes_of_26_pixels_have_no_numbers(name: str) -> None:
    assert painted(name, 26.0, 0, "numbers") == []
    assert len(painted(name, 26.0, 0, "names")) > 20


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("millimetres", [8.0, 9.26, 10.5, 12.0, 14.0])
def test_on_paper_numbers_keep_clear_too(name: str, millimetres: float) -> None:
    design, drawing = design_of(name), drawing_of(name)
    points = millimetres / math.sqrt(3) * 72 / 25.4
    drawn = {x.name: list(x.items) for x in drawing.layers(points, ("numbers", "names", "labels", "plates"))}
    texts = {layer: [p for i in items for p in i.primitives if isinstance(p, Text)]
             for layer, items in drawn.items()}
    numbers = {t.text: box(*ink_boxes(t, 0.0, 1.0)[0]) for t in texts["numbers"]}
    assert len(numbers) > 0.96 * len(playable(design))
    digits = list(numbers.values())
    assert touching(digits, 0.03) == 0
    letters = [box(*b) for x in ("names", "labels") for t in texts[x] for b in ink_boxes(t, 0.0, 1.0)]
    assert max(covered(digits, letters)) == 0.0
    if plates := plates_of(drawn["plates"], 1.0):
        assert max(covered(digits, plates)) < 0.01
    assert [n for n, ink in numbers.items() if not hexagon(
        design, n, drawing.style).buffer(0.01).contains(ink)] == []


@pytest.mark.parametrize("name", MAPS)
def test_large_paper_and_pictures_show_the_same_places(name: str) -> None:
    points, scale = 16.0 / math.sqrt(3) * 72 / 25.4, 90.0 / math.sqrt(3)
    for layer in some(drawing_of(name).layers(points, ("numbers", "names", "plates"))):
        paper, picture = (
            sorted((p.text, *np.round(p.at, 4).tolist()) for i in items for p in i.primitives
                   if isinstance(p, Text))
            for items in (layer.items, [i for i in scene_of(name, 0).placed(layer.name, scale)
                                        if i.least_scale <= scale < i.most_scale]))
        assert paper or layer.name == "plates"
        assert paper == picture, layer.name


@cache
def drawing_of(name: str) -> MapDrawing:
    return MapDrawing(design_of(name))


def test_numbers_lie_below_names_and_plates() -> None:
    order = [ALL_LAYERS.index(x) for x in ("labels", "features", "numbers", "names", "plates", "counters")]
    assert order == sorted(order)


@pytest.mark.parametrize("name", MAPS)
def test_few_plates_take_the_usual_spot_of_numbers(name: str) -> None:
    scene = scene_of(name, 0)
    rows = NumberRows(scene.hexes.geometry, scene.style)
    plates = [b.bounds for b in plates_of(scene.placed("plates", 52.0), 1.0)]
    if plates:
        assert sum(rows.covered(np.array(plates)) > 0.0) <= 0.05 * len(plates)


# -- where a number may stand -------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["pointy", "flat"])
@pytest.mark.parametrize("half", [(0.25, 0.08), (0.48, 0.13), (0.55, 0.16)])
def test_all_spots_lie_in_the_hex(shape: Orientation, half: tuple[float, float]) -> None:
    geometry = DEFAULT.geometry(design_of("gsofg" if shape == "flat" else "historical").map)
    assert geometry.shape == shape
    hex = Hex(5, 5)
    inside, (x, y) = Polygon(geometry.corners(hex)).buffer(-0.03), geometry.centre(hex)
    found = spots(shape, half)
    assert len(found) > 10
    for dx, dy in found:
        digits = box(x + dx - half[0], y + dy - half[1], x + dx + half[0], y + dy + half[1])
        assert inside.contains(digits), (dx, dy)
    assert found[0][0] == 0.0
    first_foot = next(n for n, (_, dy) in enumerate(found) if dy > 0.3)
    corners = next(n for n, (dx, dy) in enumerate(found) if abs(dx) > 0.2 and abs(dy) < 0.9 * abs(found[0][1])
                   and n > first_foot)
    assert 0 < first_foot < corners, "top, foot, then corners"


def test_a_number_takes_the_emptiest_spot() -> None:
    half, usual = (0.25, 0.08), (0.0, -0.7)
    top = (-1.0, -1.0, 1.0, -0.4)
    assert clearest("flat", usual, half, (0.0, 0.0), [], []) == (usual, 0.0)
    (_, y), hidden = clearest("flat", usual, half, (0.0, 0.0), [top], [])
    assert y > 0.4
    assert hidden == 0.0
    foot = (-1.0, 0.4, 1.0, 1.0)
    (_, y), hidden = clearest("flat", usual, half, (0.0, 0.0), [top, foot], [])
    assert -0.4 < y < 0.4
    everywhere = (-1.0, -1.0, 1.0, 1.0)
    assert clearest("flat", usual, half, (0.0, 0.0), [everywhere], [])[1] == pytest.approx(4 * 0.25 * 0.08)
    town = (-0.5, -0.5, 0.5, 0.5)
    (_, y), hidden = clearest("flat", usual, half, (0.0, 0.0), [top, foot], [town])
    assert hidden == 0.0, "rather on a symbol than on letters"
    assert fitted("flat", (9.0, 0.0), half) == (round(1.0 - 0.08 / math.sqrt(3) - 0.25, 2), 0.0)


def test_measured_text_covers_the_drawn_text() -> None:
    for text in ("1828", "0715", "12.034"):
        width = widest_set(text, 6.3, 32.0)
        for quarters in range(25, 128):
            size = quarters / 4
            assert set_size(size) == size or size > 31
            assert font(False, False, size).getlength(text) <= width * size + 1e-6
    for text in (Text((0.0, 0.0), "Mönchengladbach", 0.3, halo="#fff"), Text((0.0, 0.0), "Pécs", 0.37),
                 Text((0.0, 0.0), "Warsaw", 0.42, bold=True, halo="#fff")):
        for scale in (20.0, 24.0, 29.0, 35.0, 52.0):
            mine = as_painted(text, scale)
            (around,) = ink_boxes(text, rim_of(text, scale))
            room = box(*(v * scale for v in around)).buffer(1.5, join_style="mitre")  # whole pixels
            assert room.contains(mine.rim), (text.text, scale)
    assert ink_boxes(Text((0.0, 0.0), "ag", 1.0))[0][3] > ink_boxes(Text((0.0, 0.0), "an", 1.0))[0][3]


@pytest.mark.parametrize("name", MAPS)
def test_long_numbers_stay_in_their_hexes_too(name: str) -> None:
    """They are placed lower, where a hex is wider."""
    design = design_of(name)
    numbering = replace(design.map.grid.numbering, separator="....")
    design = replace(design, map=replace(design.map, grid=replace(design.map.grid, numbering=numbering)))
    scene = LazyScene()
    scene.show(design)
    numbers = texts_of(scene.placed("numbers", 60.0), 60.0)
    assert len(numbers) > 700
    assert [t.text for t in numbers if not hexagon(design, t.text, DEFAULT).buffer(0.01).contains(
        box(*ink_boxes(t)[0]))] == []


def test_the_name_of_a_town_is_clear_of_the_whole_stack_on_it() -> None:
    design = design_of("historical")
    assert design.scenario is not None
    hex = design.map.grid.parse("2017")
    assert hex is not None
    for many in (1, 2, 3, 4, 5):
        scene = LazyScene()
        scene.show(design, {u.key: UnitView(hex) for u in design.scenario.units[:many]})
        pieces = StackBoxes(scene.hexes.stacks, scene.hexes.geometry, scene.style)
        for scale in (20.0, 26.0, 52.0):
            (name,) = (t for t in texts_of(scene.placed("names", scale), scale) if t.text == "Warsaw")
            pile = pieces.box(hex)
            assert pile is not None
            drawn = box(*(v * scale for v in pile)).buffer(-0.5)
            assert not as_painted(name, scale).ink.intersects(drawn), (many, scale)
