"""Railways: visible together with roads on shared steps in every painter, and joined to them smoothly."""

from __future__ import annotations

import io
import math
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from blank_design import blank_ruleset
from drawn_map import drawn_items, drawn_scene, items_picture
from PIL import Image

from visegrad_editor.drawing import coarse
from visegrad_editor.drawing.colours import mixed, rgb
from visegrad_editor.drawing.layers import PRINTED_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.drawing.overview import overview
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.primitives import Line
from visegrad_editor.drawing.roads import Roads
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.exchange.picture_options import PictureOptions
from visegrad_editor.exchange.pictures import map_svg
from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.gamemap import Road
from visegrad_editor.model.ruleset import RoadKind
from visegrad_editor.printing.map_sheet import map_bytes

GRID = HexGrid("pointy", 9, 6, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
ROW = tuple(Hex(c, 2) for c in range(1, 8))
"""A road on a straight row of hexes."""
TRACK = (Hex(2, 4), Hex(2, 3), *ROW[2:5], Hex(5, 1), Hex(6, 0))
"""A railway that runs into it from below, along it for two steps, and out of it upwards."""


def design_with(*roads: Road, ranks: dict[str, int] | None = None) -> Design:
    rules = blank_ruleset()
    kinds = tuple(replace(k, rank=(ranks or {}).get(k.id, k.rank)) for k in rules.roads)
    rules = replace(rules, roads=kinds)
    map = blank_map(
        rules, "rails", "Rails", GRID.columns, GRID.rows, GRID.orientation, GRID.stagger, GRID.numbering)
    return Design(rules, replace(map, roads=roads))


def both(under: str = "highway", **ranks: int) -> Design:
    return design_with(Road(under, ROW), Road("railway", TRACK), ranks=ranks)


def kind_of(design: Design, name: str) -> RoadKind:
    return design.ruleset.road_by_id[name]


def stretch(design: Design, first: Hex, last: Hex) -> tuple[float, float, float, float]:
    """The box around the straight segment between two hexes of a row, away from their centres."""
    (x0, y), (x1, _) = (design.map.geometry.centre(h) for h in (first, last))
    return x0 + 0.15, y - 0.12, x1 - 0.15, y + 0.12


def painted(design: Design, box: tuple[float, float, float, float], scale: float, painter: str) -> np.ndarray:
    """The pixels of part of the map, by a given painter."""
    left, top, right, bottom = box
    view = Viewport(scale, left, top, round((right - left) * scale), round((bottom - top) * scale))
    if painter == "tiles":
        renderer = TileRenderer()
        renderer.show(design)
        picture = renderer.picture(view)
    elif painter == "pixels":
        picture = items_picture(drawn_scene(design, dots=scale), view)
    else:
        x0, y0, x1, y1 = map_bounds(design.map.geometry)
        size = round((x1 - x0) * scale), round((y1 - y0) * scale)
        whole = Image.fromarray(MapPainter(design, PRINTED_LAYERS, scale, *size).rows(0, size[1]))
        corner = round((left - x0) * scale), round((top - y0) * scale)
        picture = whole.crop((*corner, corner[0] + view.width_px, corner[1] + view.height_px))
    return np.asarray(picture.convert("RGB")).astype(int)


def nearest(pixels: np.ndarray, colour: str) -> float:
    """The distance of the nearest pixel to a colour."""
    return float(abs(pixels - np.array(rgb(colour))).sum(-1).min())


PAINTERS = ["pixels", "tiles", "whole map"]


@pytest.mark.parametrize("painter", PAINTERS)
@pytest.mark.parametrize("hex_px", [40, 90])
@pytest.mark.parametrize(
    ("under", "rank"), [("highway", 2), ("road", 2), ("highway", 5), ("road", 0), ("trail", 2)])
def test_road_and_railway_show_on_shared_steps(painter: str, hex_px: float, under: str, rank: int) -> None:
    design = both(under, railway=rank)
    rail, road = kind_of(design, "railway"), kind_of(design, under)
    pixels = painted(design, stretch(design, ROW[2], ROW[3]), hex_px / 3**0.5, painter)
    alone = replace(design, map=replace(design.map, roads=design.map.roads[:1]))
    without = painted(alone, stretch(design, ROW[2], ROW[3]), hex_px / 3**0.5, painter)
    assert nearest(without, rail.colour) > 90
    assert nearest(pixels, road.colour) < nearest(without, road.colour) + 40
    assert nearest(pixels, rail.colour) < 70


@pytest.mark.parametrize("painter", PAINTERS)
def test_the_road_shows_on_both_sides_of_the_railway(painter: str) -> None:
    design = both()
    column = painted(design, stretch(design, ROW[2], ROW[3]), 120.0, painter)
    red, dark = (abs(column - np.array(rgb(kind_of(design, k).colour))).sum(-1) < 40
                 for k in ("highway", "railway"))
    across = [(np.flatnonzero(red[:, x]), np.flatnonzero(dark[:, x])) for x in range(column.shape[1])]
    crossed = [(r, d) for r, d in across if len(d)]
    assert 0.3 < len(crossed) / len(across) < 0.7, "dashes"
    assert all(len(r) and r.min() < d.min() and r.max() > d.max() for r, d in crossed)


@pytest.mark.parametrize("painter", PAINTERS)
def test_road_and_railway_differ_on_small_hexes(painter: str) -> None:
    design = both()
    pixels = painted(design, stretch(design, ROW[2], ROW[4]), 24 / 3**0.5, painter)
    red, dark = (np.array(rgb(kind_of(design, k).colour)) for k in ("highway", "railway"))
    share = ((pixels - red) @ (dark - red)) / ((dark - red) @ (dark - red))
    middle = share[pixels.sum(-1).argmin(0), np.arange(pixels.shape[1])]
    assert middle.max() > 0.5
    assert middle.min() < middle.max() - 0.25


def test_road_and_railway_both_show_at_small_scales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coarse, "_MOST_DETAILED", 0)
    design = both()
    pixels = painted(design, stretch(design, ROW[2], ROW[4]), 7.5, "tiles")
    assert len(design.map.roads) == 2
    for road in design.map.roads:
        alone = replace(design, map=replace(design.map, roads=(road,)))
        colour = mixed(kind_of(design, road.kind).colour, "#ffffff", 0.15)
        own = nearest(painted(alone, stretch(design, ROW[2], ROW[4]), 7.5, "tiles"), colour)
        assert nearest(pixels, colour) < own + 25, road.kind


def test_road_and_railway_both_show_on_the_overview_in_either_order() -> None:
    design = both()
    left, top, right, bottom = stretch(design, ROW[2], ROW[4])
    for roads in (design.map.roads, design.map.roads[::-1]):
        picture = overview(replace(design, map=replace(design.map, roads=roads)), 320, 200)
        scale = picture.width / HexGeometry(GRID).bounds()[2]
        box = tuple(round(v * scale) for v in (left, top, right, bottom))
        pixels = np.asarray(picture.convert("RGB").crop(box)).astype(int)  # type: ignore[arg-type]
        for kind in ("highway", "railway"):
            assert nearest(pixels, mixed(kind_of(design, kind).colour, "#ffffff", 0.25)) < 60, kind


def test_svg_draws_the_railway_over_the_road() -> None:
    design = both()
    text = map_svg(design, PictureOptions()).decode()
    paths = re.findall(r"<(?:path|polyline|g)[^>]*>", text)
    rail, road = (kind_of(design, k).colour for k in ("railway", "highway"))
    beds = [n for n, p in enumerate(paths) if road in p]
    dashes = [n for n, p in enumerate(paths) if rail in p and "stroke-dasharray" in p]
    assert beds
    assert dashes
    assert max(beds) < min(dashes)
    alone = map_svg(replace(design, map=replace(design.map, roads=design.map.roads[:1])), PictureOptions())
    assert rail not in alone.decode()


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler) is not installed")
def test_road_and_railway_both_show_in_pdf(tmp_path: Path) -> None:
    def pixels(design: Design) -> np.ndarray:
        path = tmp_path / "map.pdf"
        path.write_bytes(map_bytes(design, paper="A4"))
        subprocess.run(
            ["pdftoppm", "-r", "100", "-png", "-singlefile", path, path.with_suffix("")], check=True)
        with Image.open(io.BytesIO(path.with_suffix(".png").read_bytes())) as picture:
            return np.asarray(picture.convert("RGB")).astype(int)

    def on_the_road(design: Design) -> int:
        rail, road = (np.array(rgb(kind_of(design, k).colour)) for k in ("railway", "highway"))
        seen = pixels(design)
        seen = seen[: seen.shape[0] // 2]  # without the key
        dark, red = (abs(seen - c).sum(-1) < 60 for c in (rail, road))
        height = np.zeros_like(red)
        for d in range(1, 5):
            height[d:-d] |= red[: -2 * d] & red[2 * d:]
        return int((dark & height).sum())

    design = both()
    # Only a railway along the road has the road's colour on both sides repeatedly.
    crossing = Road("railway", (Hex(3, 4), Hex(3, 3), ROW[2], Hex(3, 1)))
    assert on_the_road(design) > 5 * on_the_road(replace(design, map=replace(
        design.map, roads=(design.map.roads[0], crossing)))) + 20


# -- courses ------------------------------------------------------------------------------------


def test_a_railway_follows_the_road_and_joins_it_smoothly() -> None:
    design = both()
    roads = Roads(design, DEFAULT)
    alone = Roads(design_with(Road("highway", ROW)), DEFAULT)
    sides = [hexside(a, b) for a, b in pairwise(TRACK)]
    assert roads.along.keys() == set(sides[2:4])
    assert roads.courses(list(alone.drawn)) == alone.courses(list(alone.drawn))

    def way(n: int) -> tuple[tuple[float, float], ...]:
        a, _ = (design.map.geometry.centre(h) for h in TRACK[n:n + 2])
        (course,) = roads.courses((sides[n],))
        return course if math.dist(course[0], a) < 1e-9 else course[::-1]

    def bend(n: int) -> float:
        (a, b), (c, d) = way(n)[-2:], way(n + 1)[:2]
        turn = math.atan2(d[1] - c[1], d[0] - c[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        return abs(math.degrees(math.remainder(turn, math.tau)))

    assert [way(n)[-1] == pytest.approx(way(n + 1)[0]) for n in range(len(sides) - 1)]
    assert max(bend(n) for n in range(len(sides) - 1)) < 20


def test_roads_without_shared_railways_keep_their_ranks() -> None:
    """A higher rank covers a lower one completely; a railway without shared steps moves no road."""
    lower = design_with(Road("road", ROW[2:5]), Road("highway", ROW))
    higher = design_with(Road("highway", ROW))
    alone = drawn_items(higher, "roads")
    assert alone
    assert drawn_items(lower, "roads") == alone
    assert not Roads(lower, DEFAULT).along
    across = Road("railway", (Hex(3, 3), ROW[2], Hex(2, 1)))
    crossed = design_with(Road("highway", ROW), across)
    assert not Roads(crossed, DEFAULT).along
    with_railway = drawn_items(crossed, "roads")
    assert [i for i in with_railway if i in alone] == alone
    first = next(n for n, i in enumerate(with_railway) if any(
        isinstance(p, Line) and p.colour == kind_of(crossed, "railway").colour for p in i.primitives))
    assert all(i not in alone for i in with_railway[first:]), "railways are above roads"


def test_a_railway_leaves_the_map_with_the_road() -> None:
    path = tuple(Hex(c, 2) for c in range(5, 9))
    design = design_with(Road("highway", path), Road("railway", path))
    last = design.map.geometry.centre(path[-1])[0]
    edge = [i for i in drawn_items(design, "roads") if i.box[2] > last + 0.5
            and any(isinstance(p, Line) and p.dash for p in i.primitives)]
    assert edge


def test_a_step_between_hexes_that_are_no_neighbours_is_drawn_nowhere() -> None:
    """Checks report it."""
    design, gap = design_with(Road("highway", ROW)), (ROW[0], Hex(6, 5))
    broken = design_with(Road("highway", ROW), Road("highway", gap))
    lazy = LazyScene()
    lazy.show(broken)
    assert hexside(*gap) in lazy.hexes.roads.drawn
    assert hexside(*gap) not in lazy.hexes.segments()
    assert set(lazy.hexes.segments()) == set(lazy.hexes.segments(broken.map.grid))
    assert drawn_items(broken, "roads") == drawn_items(design, "roads")


# -- edits --------------------------------------------------------------------------------------


def test_edits_of_road_or_railway_change_only_what_they_touch() -> None:
    turning = (*ROW[2:5], Hex(5, 3))
    states = [both(), design_with(Road("railway", TRACK)),
              design_with(Road("highway", ROW[2:]), Road("railway", TRACK)),
              design_with(Road("highway", turning), Road("railway", TRACK)),
              both("road"), design_with(Road("highway", ROW))]
    # All with the same ruleset, as for edits of a map.
    states = [replace(s, ruleset=states[0].ruleset) for s in states]
    lazy = LazyScene()
    lazy.show(states[0])
    changes, after = 0, drawn_items(states[0], "roads")
    for design in (*states, *states[::-1], *states[::2]):
        boxes = lazy.show(design)
        before, after = after, drawn_items(design, "roads")
        for item in [i for i in before if i not in after] + [i for i in after if i not in before]:
            changes += 1
            assert any(b[0] <= item.box[0] and b[1] <= item.box[1] and b[2] >= item.box[2]
                       and b[3] >= item.box[3] for b in boxes), item.box
    assert changes


def test_a_road_changes_only_the_next_step_of_a_long_railway() -> None:
    row = tuple(Hex(c, 2) for c in range(9))
    before = design_with(Road("railway", row))
    after = replace(before, map=replace(before.map, roads=(*before.map.roads, Road("highway", row[:3]))))
    lazy = LazyScene()
    lazy.show(before)
    assert max(b[2] for b in lazy.show(after)) < before.map.geometry.centre(row[6])[0]
