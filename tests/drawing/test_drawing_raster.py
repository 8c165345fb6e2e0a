"""Whole maps are painted from tables, in any bands, as they are hex by hex."""

from __future__ import annotations

import io
import math
import os
import random
import tracemalloc
import zlib
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any, Literal

import numpy as np
import pytest
from drawn_map import drawn_scene, items_picture, view_of
from items import some
from PIL import Image, ImageFilter
from plain_lines import NaturalLines, PlainRivers, stray, tapered
from small_design import small_design

from visegrad_editor.drawing.compiled import _raster, png_parts
from visegrad_editor.drawing.compiled.png_parts import in_order, write_png_of
from visegrad_editor.drawing.compiled.shape_list import ShapeList
from visegrad_editor.drawing.curves import rounded_box
from visegrad_editor.drawing.hex_variants import variant, variants_of
from visegrad_editor.drawing.layers import ALL_LAYERS, PRINTED_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.text_masks import set_size, text_mask
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Text
from visegrad_editor.drawing.style import Face, Style
from visegrad_editor.drawing.style_file import NamedStyle, shipped_styles
from visegrad_editor.drawing.tables import map_tables
from visegrad_editor.drawing.tables.ground import GroundShapes
from visegrad_editor.drawing.tables.hex_field import HexField
from visegrad_editor.drawing.tables.hexsides import HexsideTables, river_lines
from visegrad_editor.exchange import pictures
from visegrad_editor.exchange.picture_options import PictureOptions, picture_size
from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import TerrainKind


def blurred(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB").filter(ImageFilter.BoxBlur(2))).astype(int)


def wild_design() -> Design:
    """The small design with lines of every kind of hexside, and roads, where chance puts them, and some hexes
    off the map at a coast and a border."""
    design, chance = small_design(), random.Random(4)
    off = TerrainKind("off", "Off the map", None, playable=False, colour="#d0d0d0")
    terrain = design.map.terrain
    rows = [list(row) for row in terrain.rows]
    for col, row in ((6, 0), (6, 1), (0, 2), (0, 3), (7, 5)):
        rows[row][col] = "o"
    terrain = Layer((*terrain.legend, ("o", "off")), tuple("".join(row) for row in rows))
    design = replace(design, ruleset=replace(design.ruleset, terrain=(*design.ruleset.terrain, off)),
                     map=replace(design.map, terrain=terrain))
    grid = design.map.grid
    hexes = list(grid)
    lines, roads = list(design.map.lines), list(design.map.roads)
    for n, kind in enumerate(k for k in design.ruleset.hexsides for _ in range(4)):
        at, sides = chance.choice(hexes), []
        for _ in range(5):
            end = chance.choice(grid.neighbours(at))
            sides.append(hexside(at, end))
            at = end
        lines.append(HexsideLine(kind.id, tuple(dict.fromkeys(sides)), f"L{n % 3}", 1 + n % 5))
    for kind in design.ruleset.roads:
        path = [chance.choice(hexes)]
        while len(path) < 6:
            path.append(chance.choice([h for h in grid.neighbours(path[-1]) if h not in path[-2:]]))
        roads.append(Road(kind.id, tuple(path), ""))
    return replace(design, map=replace(design.map, lines=tuple(lines), roads=tuple(roads)))


# -- the same picture ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "scale", "wash"), [(0, 7.0, 0.0), (1, 14.0, 0.2), (2, 27.7, 0.0), (3, 48.0, 0.0)])
def test_tables_show_the_same_map(turn: int, scale: float, wash: float) -> None:
    design, style = wild_design(), Style(turn=turn, wash_opacity=wash)
    scene = drawn_scene(design, layers=ALL_LAYERS, style=style, dots=scale)
    view = view_of(scene.bounds, scale)
    expected = items_picture(scene, view)
    painter = MapPainter(design, ALL_LAYERS, scale, view.width_px, view.height_px, style)
    found = Image.fromarray(painter.rows(0, view.height_px))
    apart = abs(blurred(found) - blurred(expected)).max(2)
    assert apart.mean() < 1
    assert np.percentile(apart, 99.5) < 10


def test_tables_show_the_same_layers() -> None:
    design, scale = wild_design(), 30.0
    for layer in some(ALL_LAYERS):
        scene = drawn_scene(design, layers=[layer], dots=scale)
        view = view_of(scene.bounds, scale)
        expected = items_picture(scene, view)
        painter = MapPainter(design, [layer], scale, view.width_px, view.height_px)
        apart = abs(blurred(Image.fromarray(painter.rows(0, view.height_px))) - blurred(expected)).max(2)
        assert apart.mean() < 0.3, layer
        assert np.percentile(apart, 99.5) < 8, layer


@pytest.mark.parametrize("named", shipped_styles(), ids=lambda s: s.name)
def test_tables_show_the_same_styles(named: NamedStyle) -> None:
    design, scale = wild_design(), 26.0
    scene = drawn_scene(design, style=named.style, dots=scale)
    view = view_of(scene.bounds, scale)
    expected = items_picture(scene, view)
    painter = MapPainter(design, PRINTED_LAYERS, scale, view.width_px, view.height_px, named.style)
    apart = abs(blurred(Image.fromarray(painter.rows(0, view.height_px))) - blurred(expected)).max(2)
    assert apart.mean() < 1
    assert np.percentile(apart, 99.5) < 10


def test_bands_are_rows_of_the_whole_picture() -> None:
    painter = MapPainter(wild_design(), ALL_LAYERS, 31.0, 300, 200)
    whole = painter.rows(0, 200)
    parts = np.concatenate([painter.rows(0, 37), painter.rows(37, 100), painter.rows(137, 63)])
    apart = abs(whole.astype(int) - parts)
    assert apart.max() <= 3, "the last digits of areas may be rounded differently"


# -- many hexes at once -------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
def test_batched_hexside_lines_equal_single_ones(turn: int) -> None:
    design = wild_design()
    geometry = HexGeometry(design.map.grid, turn)
    lines, field = NaturalLines(geometry, 0.075), HexField(geometry, 0.075)
    kinds = {x: n for n, (x, _) in enumerate(design.map.terrain.legend)}
    kind = np.array([[kinds[x] for x in row] for row in design.map.terrain.rows])
    rimmed = field.rimmed(kind, -1)
    chosen = field.around(rimmed) != kind
    chosen &= field.around(rimmed) >= 0
    sides = field.sides(chosen)
    assert len(sides.d) > 10
    partner = lines.boundary_partner(lambda h: int(kind[h.row, h.col]))
    shore = np.random.default_rng(turn).integers(0, 2, kind.shape)
    for joining in (None, field.rimmed(shore, -1)):
        found = field.boundary(sides, rimmed, joining)
        for c, r, d, line in zip(*sides, found, strict=True):
            side = hexside(Hex(int(c), int(r)), design.map.grid.step(Hex(int(c), int(r)), int(d)))
            expected = np.array(lines.whole(side, partner) if joining is None else lines.whole(
                side, partner, lambda _s, v: lines.passing(v, lambda h: int(shore[h.row, h.col]))))
            near = np.hypot(*(line[:, None] - expected[None]).transpose(2, 0, 1)).min(1)
            assert near.max() < 1e-6
    points = np.array([(1.5, 2.25), (-3.0, 7.0), (123.4, -0.7)])
    moved = points.copy()
    _raster.stray(moved, 0.1)
    assert moved == pytest.approx(np.array([stray((x, y), 0.1) for x, y in points]))
    # The same bends as ever, else maps that are printed already would have others.
    assert moved == pytest.approx(np.array([
        (1.599640066, 2.234659188), (-3.044672297, 7.092774210), (123.462108096, -0.720202172)]))
    assert [variant(Hex(c, 3)) for c in range(40)] == variants_of(
        np.arange(40), np.full(40, 3)).tolist()


def test_batched_rivers_equal_single_hexsides() -> None:
    scene = LazyScene()
    scene.show(wild_design())
    hexes = scene.hexes
    field = HexField(hexes.geometry, scene.style.wander)
    _, beds = river_lines(
        hexes, field, GroundShapes(hexes.ground, field).water, HexsideTables(hexes, field))
    runs = [line for part in beds for line in part.points if len(line) == 13]
    plain = PlainRivers(hexes.design, scene.style, hexes.ground)
    single = [bed for side in plain.on_side for bed in plain.beds(side)]
    expected = [points for points, _, springs in single if not any(springs)]
    assert len(expected) == len(runs) > 15
    # Rivers taper at their springs, in short pieces.
    pieces = np.array([(*line.ravel(), width) for part in beds if part.points.shape[1] == 2
                       for line, width in zip(part.points, part.shapes[0][2], strict=True)])
    one_by_one = np.array([(*chain(*piece), width * share) for points, width, springs in single
                           if any(springs) for piece, share in tapered(points, springs)])
    assert len(pieces) > 20
    assert abs(pieces[:, None] - one_by_one).max(2).min(1).max() < 1e-6
    for line in runs:
        middle = line[6]
        assert any(
            np.hypot(*(np.array(points) - middle).T).min() < 1e-6
            and np.hypot(*(np.array(points)[[0, -1]] - line[0]).T).min() < 1e-6
            and np.hypot(*(np.array(points)[[0, -1]] - line[-1]).T).min() < 1e-6 for points in expected)


_DIGITS = Axis(8, "up", 1), Axis(95, "left", 3)  # some have a digit more
_LETTERS = Axis(8, "up", 0), Axis(23, "left", letters=True)  # some have two letters


@pytest.mark.parametrize(
    ("turn", "scale", "order", "axes", "separator", "spacing"), [
        (0, 30.0, "row-first", _DIGITS, ".", 0.0), (1, 48.0, "column-first", _DIGITS, ".", 0.15),
        (0, 48.0, "row-first", _LETTERS, "", 0.0), (1, 30.0, "column-first", _LETTERS, "", 0.0),
        (0, 48.0, "column-first", _LETTERS, "_", 0.15)])
def test_batched_numbers_equal_single_ones(
    monkeypatch: pytest.MonkeyPatch, turn: int, scale: float, order: Literal["row-first", "column-first"],
    axes: tuple[Axis, Axis], separator: str, spacing: float,
) -> None:
    design, style = wild_design(), Style(turn=turn, number_face=Face(spacing=spacing))
    numbering = Numbering(order, *axes, separator)
    design = replace(design, map=replace(design.map, grid=replace(design.map.grid, numbering=numbering)))

    def made() -> np.ndarray:
        return MapPainter(design, ["terrain", "numbers"], scale, 500, 400, style).rows(0, 400)

    at_once = made()
    monkeypatch.setattr(map_tables, "settable", lambda _grid: False)
    one_by_one = made()
    assert np.array_equal(at_once, one_by_one)
    bare = MapPainter(design, ["terrain"], scale, 500, 400, style).rows(0, 400)
    assert (at_once != bare).any(2).mean() > 0.01


# -- shapes -------------------------------------------------------------------------------------


ALL = np.array([-1e6, 1e6], np.float32)
"""The reach of a group that is painted whatever part of the map is."""


def painted(*primitives: Polygon | Line | Ellipse | Text, size: int = 20) -> np.ndarray:
    shapes = ShapeList(1.0)
    shapes.add([Item(primitives, (0, 0, size, size))])
    pixels = np.empty((size, size, 3), np.uint8)
    canvas = _raster.Canvas(pixels, size, size, 1.0, 0.0, 0.0)
    canvas.fill(255, 255, 255)
    canvas.paint(shapes.tables(), ((np.zeros(1, np.int32), np.zeros(2, np.float32), ALL, 0, 0.0),))
    return pixels[..., 0].astype(int)


def test_pixel_darkness_follows_coverage() -> None:
    square = painted(Polygon(((2.5, 2.25), (7.5, 2.25), (7.5, 6.0), (2.5, 6.0)), fill="#000000"))
    assert square[4, 2:8].tolist() == [128, 0, 0, 0, 0, 128]
    assert square[2, 4] == pytest.approx(64, abs=1)
    assert 255 * 400 - square.sum() == pytest.approx(255 * 5 * 3.75, rel=0.01)
    disc = painted(Ellipse((10.0, 10.0), 6.0, 6.0, fill="#000000"))
    assert (255 * 400 - disc.sum()) / 255 == pytest.approx(np.pi * 36, rel=0.02)
    ring = painted(Ellipse((10.0, 10.0), 6.0, 6.0, stroke="#000000", width=2.0))
    assert (255 * 400 - ring.sum()) / 255 == pytest.approx(np.pi * (49 - 25), rel=0.03)
    line = painted(Line(((2.0, 10.0), (18.0, 10.0)), "#000000", 3.0))
    assert (255 * 400 - line.sum()) / 255 == pytest.approx(16 * 3 + np.pi * 2.25, rel=0.04)
    dashes = painted(Line(((2.0, 10.5), (18.0, 10.5)), "#000000", 1.0, dash=(2.0, 2.0)))
    assert (255 * 400 - dashes.sum()) / 255 == pytest.approx(8, rel=0.02)
    half = painted(Polygon(((0, 0), (20, 0), (20, 20), (0, 20)), fill="#000000", opacity=0.5))
    assert set(half.reshape(-1)) <= {127, 128}
    outside = painted(Polygon(((-50, -50), (90, -50), (90, 90), (-50, 90)), fill="#000000"))
    assert not outside.any()


@pytest.mark.parametrize("width", [0.7, 1.4, 3.0])
def test_where_an_outline_begins_does_not_show(width: float) -> None:
    points = rounded_box(2.3, 3.4, 17.6, 15.2, 4.0)
    first = painted(Polygon(points, stroke="#000000", width=width))
    assert first.min() == 0 if width > 1 else first.min() < 100
    for n in range(len(points)):
        turned = (*points[n:], *points[:n])
        for shape in (Polygon(turned, stroke="#000000", width=width),
                      Line((*turned, turned[0]), "#000000", width)):
            assert abs(painted(shape) - first).max() <= 4, n


def test_corners_and_ends_are_round_and_covered_once() -> None:
    corners = (4.5, 4.5), (14.5, 4.5), (14.5, 14.5), (4.5, 14.5)
    square = painted(Polygon(corners, stroke="#000000", width=3.0))
    missing = (4 - np.pi) * 1.5**2
    assert (255 * 400 - square.sum()) / 255 == pytest.approx(13**2 - missing - 7**2, rel=0.004)
    line = painted(Line(((4.5, 9.3), (15.5, 10.6)), "#000000", 4.0))
    length = math.hypot(11, 1.3)
    assert (255 * 400 - line.sum()) / 255 == pytest.approx(4 * length + np.pi * 4, rel=0.008)
    bent = painted(Line(((4.5, 15.5), (10.0, 4.5), (15.5, 15.5)), "#000000", 4.0))
    assert abs(bent - bent[:, ::-1]).max() <= 2


def test_stamped_repeats_equal_separate_painting() -> None:
    shapes = ShapeList(2.0)
    mark = (
        Polygon(((0, 0), (9, 2), (4, 8)), fill="#c02020", stroke="#202020", opacity=0.6),
        Line(((-3, 1), (2, 6), (8, 7)), "#2040ff", 1.5), Ellipse((3.0, 3.0), 2.0, 3.0, fill="#ffff00"))
    shapes.add([Item(mark, (-9, -9, 19, 19))])
    shapes.add([])
    tables, chance = shapes.tables(), np.random.default_rng(5)
    # Some lie across the rim of the picture, some outside.
    at = (np.rint(chance.uniform(-12, 55, (60, 2)) * 8) / 8).astype(np.float32)
    which = np.repeat(np.array([0, 1], np.int32), 30)
    made = []
    for repeated in (False, True):
        pixels = np.empty((90, 100, 3), np.uint8)
        canvas = _raster.Canvas(pixels, 100, 90, 2.0, 0.0, 0.0)
        canvas.fill(90, 200, 120)
        reach = np.tile(np.array([-99, 99], np.float32), (60, 1))
        canvas.paint(tables, ((which, at, reach, 4 * repeated, 0.0),))
        made.append(pixels.astype(int))
    assert (made[0] != made[0][0, 0]).any(2).mean() > 0.2
    assert abs(made[0] - made[1]).max() <= 4


def test_more_stamps_than_are_kept_are_painted_too() -> None:
    shapes, chance = ShapeList(1.0), np.random.default_rng(7)
    for n in range(900):
        square = Polygon(((0, 0), (3, 0), (3, 3), (0, 3)), fill=f"#{n % 256:02x}{n // 256:02x}40")
        shapes.add([Item((square,) * 3, (0, 0, 3, 3))])
    which = np.repeat(np.arange(900, dtype=np.int32), 25)
    at = (chance.integers(0, 197 * 4, (len(which), 2)) / 4).astype(np.float32)
    at[0] = 3e9, 3e9
    reach = np.tile(np.array([-1e10, 1e10], np.float32), (len(which), 1))
    made = []
    for parts in (0, 4):
        pixels = np.empty((200, 200, 3), np.uint8)
        canvas = _raster.Canvas(pixels, 200, 200, 1.0, 0.0, 0.0)
        canvas.fill(255, 255, 255)
        canvas.paint(shapes.tables(), ((which, at, reach, parts, 0.0),))
        made.append(pixels.astype(int))
    assert (made[0][..., 1] < 255).mean() > 0.5
    assert abs(made[0] - made[1]).max() <= 4


def test_only_places_on_the_canvas_are_painted() -> None:
    shapes = ShapeList(1.0)
    shapes.add([Item((Polygon(((0, 0), (5, 0), (5, 9), (0, 9)), fill="#000000"),), (0, 0, 5, 9))])
    tables, chance = shapes.tables(), np.random.default_rng(2)
    at = chance.uniform(0, 400, (300, 2)).astype(np.float32)
    at = at[np.argsort(at[:, 1])]
    reach, which = np.stack((at[:, 1], at[:, 1] + 9), 1), np.zeros(300, np.int32)
    for top in (-50.0, 0.0, 37.5, 180.0, 390.0, 500.0):
        made = []
        for highest in (0.0, 9.0):
            pixels = np.empty((40, 400, 3), np.uint8)
            canvas = _raster.Canvas(pixels, 400, 40, 1.0, 0.0, top)
            canvas.fill(255, 255, 255)
            canvas.paint(tables, ((which, at, reach, 0, highest),))
            made.append(pixels)
        assert np.array_equal(*made)
        assert (made[0] < 255).any() == (-40 < top < 409)


def test_letters_are_centred_on_their_point() -> None:
    dark = painted(Text((20.0, 20.0), "HH", 16.0, halo="#c0c0c0"), size=40) < 128
    rows, columns = np.nonzero(dark)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(20, abs=1.5)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(20, abs=1.5)


def test_text_set_from_letters_equals_the_font_engine() -> None:
    for text in (Text((0.5, 0.25), "Łódź 12", 17.0, halo="#ffffff"), Text((3.0, -2.0), "Sava", 9.3),
                 Text((1.0, 2.0), "Moravia", 31.0, spacing=0.35, bold=True, halo="#ffffff", anchor="left"),
                 Text((0.0, 0.0), "Vltava", 20.0, rotation=30.0, halo="#ffffff")):
        shapes = ShapeList(1.0)
        shapes.add([Item((replace(text, at=(text.at[0] + 150, text.at[1] + 80)),), (0, 0, 9, 9))])
        pixels = np.empty((160, 420, 3), np.uint8)
        canvas = _raster.Canvas(pixels, 420, 160, 1.0, 0.0, 0.0)
        canvas.fill(0, 90, 200)
        canvas.paint(shapes.tables(), ((np.zeros(1, np.int32), np.zeros(2, np.float32), ALL, 0, 0.0),))
        mask = text_mask(text, set_size(text.size))
        below = Image.new("RGB", (420, 160), (0, 90, 200))
        corner = (math.floor(text.at[0] + 150 + mask.dx + 0.5), math.floor(text.at[1] + 80 + mask.dy + 0.5))
        if mask.rim is not None:
            below.paste("#ffffff", corner, mask.rim)
        below.paste("#000000", corner, mask.letters)
        apart = abs(pixels.astype(int) - np.asarray(below)).max(2)
        assert apart.sum() < 255 * 0.01 * (apart > -1).sum()
        assert apart.max() < (130 if text.halo else 12), text.text


def test_malformed_shape_tables_are_refused() -> None:
    none, i, f = b"", np.int32, np.float32
    good = [np.zeros(4, f), np.zeros(1, i), np.full(1, 2, i), b"\1", bytes(4), np.ones(1, f), np.zeros(2, f),
            np.array([0, 1], i), none, none]
    _raster.Shapes(*good)
    for n, bad in ((0, b"abc"), (1, np.full(1, -1, i)), (2, np.full(1, 3, i)), (3, b"\7"),
                   (5, none), (7, np.array([0, 2], i)), (7, none), (9, np.array([0, 5, 5, 0, 0], i))):
        with pytest.raises(ValueError, match=r"[a-z]"):
            _raster.Shapes(*[bad if k == n else x for k, x in enumerate(good)])
    letter = [np.array([0, 0, 0, 0, 0, 1], f), good[1], np.full(1, 3, i), b"\5", *good[4:8], bytes(6),
              np.array([0, 2, 3, -1, -3, 0, 0, 0, 0, 0], i)]
    _raster.Shapes(*letter)
    for n, bad in ((0, np.array([0, 0, 0, 0, 1, 0], f)), (0, np.array([0, 0, 0, 0, -1, 0], f)),
                   (0, np.array([0, 0, 0, 0, np.nan, 0], f)), (0, np.array([0, 0, 0, 0, 0, 1e30], f)),
                   (8, bytes(5)), (9, none), (9, np.array([0, 2, 3, 2**31 - 1, 0, 0, 0, 0, 0, 0], i))):
        with pytest.raises(ValueError, match=r"a (letter|mask|point)"):
            _raster.Shapes(*[bad if k == n else x for k, x in enumerate(letter)])
    with pytest.raises(ValueError, match="a byte for each"):
        _raster.rimmed(bytes(5), 2, 3, 1)
    with pytest.raises(ValueError, match="points that are not there"):
        _raster.Regions(np.zeros(4, f), np.zeros(1, i), np.full(1, 5, i), np.zeros(4, f))
    pixels = np.zeros((4, 4, 3), np.uint8)
    with pytest.raises(ValueError, match="three bytes"):
        _raster.Canvas(pixels, 5, 4, 1.0, 0.0, 0.0)
    for place in ((0.0, 0.0, 0.0), (1.0, math.inf, 0.0), (math.nan, 0.0, 0.0), (1.0, 0.0, -1e300)):
        with pytest.raises(ValueError, match="nowhere"):
            _raster.Canvas(pixels, 4, 4, *place)
    with pytest.raises(ValueError, match="nowhere"):
        _raster.Shapes(np.array([0, 0, math.nan, 0], f), *good[1:])
    canvas = _raster.Canvas(pixels, 4, 4, 1.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="parts"):
        canvas.paint(_raster.Shapes(*good), ((np.zeros(1, i), np.zeros(2, f), ALL, 3, 0.0),))
    with pytest.raises(ValueError, match="nowhere"):
        canvas.move(0.0, math.nan)
    with pytest.raises(ValueError, match="no such groups"):
        canvas.paint(_raster.Shapes(*good), ((np.ones(1, i), np.zeros(2, f), ALL, 0, 0.0),))
    with pytest.raises(ValueError, match="as many places"):
        canvas.paint(_raster.Shapes(*good), ((np.zeros(1, i), np.zeros(2, f), np.zeros(3, f), 0, 0.0),))
    with pytest.raises(TypeError, match="Shapes"):
        canvas.paint(canvas, ((np.zeros(1, i), np.zeros(2, f), ALL, 0, 0.0),))  # type: ignore[arg-type]


INT = np.int32
SQUARE = Polygon(((0, 0), (1, 0), (1, 1)), fill="#ffffff")
BOUNDS: list[Any] = [
    np.zeros(3, INT), np.zeros(16, INT), None, (0, 0, 2, 2, True, True, np.zeros(24, INT), np.zeros(12)), 0.1,
    np.zeros(26)]
"""Good arguments of `boundaries`, for one hexside of a map of two by two hexes."""


def bounds(**changed: Any) -> None:
    """Call `boundaries` with some arguments changed, those of the grid by name."""
    grid = ("first_col", "first_row", "columns", "rows", "by_row", "odd", "steps", "corners")
    whole = tuple(changed.get(name, value) for name, value in zip(grid, BOUNDS[3], strict=True))
    names = ("sides", "kind", "joining", "", "", "found")
    given = [changed.get(name, value) for name, value in zip(names, BOUNDS, strict=True)]
    _raster.boundaries(*given[:3], whole, *given[4:])


def gather(*shapes: object, begin: int = 0, before: int = 0) -> None:
    _raster.gathered(shapes, begin, before, (Polygon, Line, Ellipse), 1.0, 0.1)


def on_canvas(call: Callable[[_raster.Canvas], object]) -> None:
    call(_raster.Canvas(np.zeros((4, 4, 3), np.uint8), 4, 4, 1.0, 0.0, 0.0))


def at_odd_bytes(size: int) -> memoryview:
    return memoryview(bytearray(size + 1))[1:]


def overlapping_boundaries() -> None:
    room = np.zeros(40)
    bounds(sides=room.view(INT)[:3], found=room[:26])


def overlapping_halves() -> None:
    room = np.zeros(22)
    _raster.half_lines(room[:8], bytes(2), 0.1, room[2:16])


def places_in_pixels() -> None:
    pixels = np.zeros((4, 4, 3), np.uint8)
    canvas = _raster.Canvas(pixels, 4, 4, 1.0, 0.0, 0.0)
    canvas.paint(ONE_GROUP, ((memoryview(pixels).cast("B")[:4], bytes(8), bytes(8), 0, 0.0),))


class Disguised:
    """Says that it is of another class."""

    def __init__(self, as_what: type) -> None:
        self.as_what = as_what

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self.as_what


ONE_GROUP = ShapeList(1.0).tables()


@pytest.mark.parametrize(("call", "said"), [
    (lambda: _raster.stray(at_odd_bytes(16), 1.0), "pairs of doubles"),
    (lambda: _raster.stray(np.zeros(2), math.nan), "pairs of doubles"),
    (lambda: _raster.half_lines(np.zeros(8), bytes(2), math.inf, np.zeros(14)), "four places"),
    (overlapping_halves, "a place of its own"),
    (overlapping_boundaries, "no hexsides"),
    (lambda: bounds(sides=at_odd_bytes(12)), "no hexsides"),
    (places_in_pixels, "in the pixels"),
    (lambda: on_canvas(lambda c: c.paint(ONE_GROUP, ((at_odd_bytes(4), bytes(8), bytes(8), 0, 0.0),))),
     "odd bytes"),
    (lambda: _raster.stray(np.zeros(3), 1.0), "pairs of doubles"),
    (lambda: _raster.stray(np.full(2, math.inf), 1.0), "pairs of doubles"),
    (lambda: _raster.stray(np.array([math.nan, 0.0]), 1.0), "pairs of doubles"),
    (lambda: _raster.half_lines(np.zeros(8), bytes(1), 0.1, np.zeros(14)), "four places"),
    (lambda: _raster.half_lines(np.zeros(8), bytes(2), 0.1, np.zeros(12)), "four places"),
    (lambda: bounds(sides=np.array([2, 0, 0], INT)), "no hexsides"),
    (lambda: bounds(sides=np.array([0, -1, 0], INT)), "no hexsides"),
    (lambda: bounds(sides=np.array([0, 0, 6], INT)), "no hexsides"),
    (lambda: bounds(sides=np.zeros(2, INT)), "no hexsides"),
    (lambda: bounds(kind=np.zeros(15, INT)), "no hexsides"),
    (lambda: bounds(joining=np.zeros(17, INT)), "no hexsides"),
    (lambda: bounds(columns=1 << 20, rows=1 << 20), "no hexsides"),
    (lambda: bounds(rows=-1), "no hexsides"),
    (lambda: bounds(steps=np.full(24, 2, INT)), "no hexsides"),
    (lambda: bounds(steps=np.zeros(23, INT)), "no hexsides"),
    (lambda: bounds(corners=np.full(12, math.nan)), "no hexsides"),
    (lambda: bounds(found=np.zeros(24)), "no hexsides"),
    (lambda: _raster.filtered(b"abc", b"ab"), "as wide"),
    (lambda: _raster.filtered(b"", b""), "as wide"),
    (lambda: _raster.rimmed(bytes(4), 2, 2, 65), "64 pixels"),
    (lambda: _raster.rimmed(bytes(4), -2, -2, 1), "a byte for each"),
    (lambda: gather(SQUARE, begin=-1), "nothing before"),
    (lambda: gather(SQUARE, before=2**31 - 2), "too many points"),
    (lambda: gather(replace(SQUARE, points=((0, 0, 0),))), "two numbers"),
    (lambda: _raster.Shapes(bytes(8), bytes(4), np.ones(1, INT), b"\3", bytes(4), bytes(4), bytes(8),
                            np.array([0, 1], INT), b"", b""), "two points"),
    (lambda: _raster.Regions(bytes(16), bytes(4), np.full(1, 2, INT), bytes(12)), "one length"),
    (lambda: on_canvas(lambda c: c.fill(0, 256, 0)), "0 to 255"),
    (lambda: on_canvas(lambda c: c.fill(0, 0, -1)), "0 to 255"),
])
def test_hostile_arguments_are_refused(call: Callable[[], object], said: str) -> None:
    bounds()
    gather(SQUARE)
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize("call", [
    lambda: gather(replace(SQUARE, points=None)), lambda: gather(replace(SQUARE, points=(("a", 0),))),
    lambda: gather(replace(SQUARE, fill=7)), lambda: gather(replace(SQUARE, opacity="much")),
    lambda: _raster.stray(bytes(16), 1.0), lambda: _raster.Canvas(bytes(48), 4, 4, 1.0, 0.0, 0.0),
    lambda: on_canvas(lambda c: c.paint(ShapeList(1.0).tables(), (1,))),  # type: ignore[arg-type]
    lambda: on_canvas(lambda c: c.paint(Disguised(_raster.Shapes), ())),  # type: ignore[arg-type]
    lambda: on_canvas(lambda c: c.paint(ONE_GROUP, (Disguised(_raster.Regions),))),  # type: ignore[arg-type]
    lambda: on_canvas(lambda c: c.paint(ShapeList(1.0).tables(), ((b"", b"", "x", 0, 0.0),))),
])
def test_arguments_of_another_kind_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises((TypeError, BufferError)):
        call()


# -- files --------------------------------------------------------------------------------------


def test_a_file_packed_in_parts_has_every_pixel() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (75, 40, 3), np.uint8)
    pixels[20:40] = pixels[20]
    stream, told = io.BytesIO(), []
    write_png_of(stream, 40, 75, lambda first, count: pixels[first:first + count], 16, 100.0, told.append)
    with Image.open(stream) as image:
        assert np.array_equal(np.asarray(image), pixels)
        assert image.info["dpi"] == pytest.approx((100, 100), abs=0.02)
    assert told == [16, 32, 48, 64, 75]


def test_zlib_is_used_when_isal_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_parts, "packing", zlib)
    test_a_file_packed_in_parts_has_every_pixel()


def test_jobs_return_results_in_order_and_stop_on_an_error() -> None:
    assert list(in_order((lambda n=n: n) for n in range(50))) == list(range(50))
    started = []

    def job(n: int) -> int:
        started.append(n)
        return 1 // (10 - n)

    with pytest.raises(ZeroDivisionError):
        list(in_order((lambda n=n: job(n)) for n in range(1000)))
    assert len(started) < 40


def test_a_large_picture_takes_little_memory() -> None:
    options = PictureOptions(hex_px=600)
    size = picture_size(small_design().map, options)
    assert size.width_px > 5000
    tracemalloc.start()
    try:
        with open(os.devnull, "wb") as nowhere:
            pictures.write_map_png(small_design(), nowhere, options)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * size.raw_bytes
