"""Rivers, borders and roads in scenes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageColor
from scene_parts import items, off_the_map, small_design

from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.primitives import Line
from visegrad_editor.drawing.scene import (
    layer_items,
    map_scene,
)
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.hexgrid import Hex, Hexside, Point, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road


def test_a_river_runs_along_its_hexsides_and_its_pieces_meet() -> None:
    design = small_design()
    sides = design.map.lines[0].sides
    cores = [
        i
        for i in items(map_scene(design), "rivers")
        if isinstance(i.primitives[0], Line) and i.primitives[0].colour == "#3d7ab8"
    ]
    assert len(cores) == len(sides)
    for side, item in zip(sides, cores, strict=True):
        x, y = design.map.geometry.side_middle(side)
        lines = [p for p in item.primitives if isinstance(p, Line)]
        assert min((px - x) ** 2 + (py - y) ** 2 for line in lines for px, py in line.points) < 0.2**2
    ends = [{end for p in i.primitives if isinstance(p, Line) for end in (p.points[0], p.points[-1])}
            for i in cores]
    assert ends[0] & ends[1]


def test_invalid_hexsides_are_not_drawn() -> None:
    design = small_design()
    broken = HexsideLine("river", (hexside(Hex(0, 0), Hex(5, 5)),))
    assert layer_items(replace(design, map=replace(design.map, lines=(broken,))), "rivers") == []


def test_a_tributary_ends_on_the_wider_river() -> None:
    design = small_design()
    a, b, c = Hex(2, 4), Hex(3, 4), Hex(2, 3)
    assert design.map.grid.adjacent(a, c)
    main = HexsideLine("river", (hexside(a, b), hexside(a, c)), "Long", 3)
    brook = HexsideLine("river", (hexside(b, c),), "Brook", 1)
    drawn = layer_items(replace(design, map=replace(design.map, lines=(main, brook))), "rivers")
    beds = [[p for p in i.primitives if isinstance(p, Line)] for i in drawn
            if isinstance(i.primitives[0], Line) and i.primitives[0].colour == "#3d7ab8"]
    # At the junction it has its full width.
    (mouth,) = (p for bed in beds for p in bed[:1] + bed[-1:]
                if 0.9 * DEFAULT.river_widths[0] < p.width <= DEFAULT.river_widths[0])
    main = [p for bed in beds for p in bed if p.width > DEFAULT.river_widths[0]]
    assert max(p.width for p in main) > 0.95 * DEFAULT.river_widths[2]
    others = {q for line in main for q in line.points}
    assert mouth.points[0] in others or mouth.points[-1] in others


def test_borders_lie_between_countries_on_land_only() -> None:
    design = small_design()
    drawn = items(map_scene(design), "borders")
    hexes = [design.map.grid.parse(i.hex) for i in drawn]
    assert {h.row for h in hexes if h} == {2, 3}, "the countries meet between these rows"
    between = design.map.geometry.side_middle(hexside(Hex(4, 2), Hex(4, 3)))[1]
    heights = [y for i in drawn for p in i.primitives if isinstance(p, Line) for _, y in p.points]
    assert all(abs(y - between) < 0.6 for y in heights)


def test_border_dashes_continue_evenly_across_hexsides() -> None:
    drawn = items(map_scene(small_design()), "borders")
    pieces = [[p for p in i.primitives if isinstance(p, Line)] for i in drawn]
    for lines in pieces:
        assert {(x.colour, x.width) for x in lines} == {(DEFAULT.border, DEFAULT.border_width)}
    dashed_ones = [x for lines in pieces for x in lines if x.dash]
    assert len(dashed_ones) > 4
    for line in dashed_ones:
        assert line.dash is not None
        period = sum(line.dash)
        count = sum(math.dist(a, b) for a, b in pairwise(line.points)) / period
        assert count == pytest.approx(round(count)), "it ends with half a dash, as it begins"
        dots = [x for lines in pieces if line in lines for x in lines if x.dash is None]
        assert len(dots) >= round(count)
    ends = [(round(x, 6), round(y, 6)) for p in dashed_ones for x, y in (p.points[0], p.points[-1])]
    assert sum(ends.count(p) == 2 for p in set(ends)) >= len(dashed_ones) - 2


def test_no_hexside_is_drawn_beside_a_border() -> None:
    design = small_design()
    geometry, grid = design.map.geometry, design.map.grid
    scene = map_scene(design)
    order = [x.name for x in scene.layers]
    assert order.index("grid") < min(order.index(x) for x in ("rivers", "borders", "roads"))
    there = {tuple(sorted((round(x, 6), round(y, 6)) for x, y in p.points))
             for i in items(scene, "grid") for p in i.primitives if isinstance(p, Line)}
    country = design.map.countries.at

    def drawn(side: Hexside) -> bool:
        return tuple(sorted((round(x, 6), round(y, 6)) for x, y in geometry.side_ends(side))) in there

    land = [h for h in grid if design.map.terrain.at(h) != "sea"]
    sides = {hexside(a, b) for a in land for b in grid.neighbours(a) if b in land}
    borders = {s for s in sides if country(s.a) and country(s.b) and country(s.a) != country(s.b)}
    assert len(borders) > 4
    assert not any(map(drawn, borders))
    plain = sides - borders - set(design.map.side_lines)
    assert plain
    assert all(map(drawn, plain))


def test_the_mouth_of_a_river_is_open() -> None:
    design = small_design()
    one, other = Hex(3, 1), Hex(4, 1)
    sea = next(h for h in design.map.grid.neighbours(one)
               if h in design.map.grid.neighbours(other) and design.map.terrain.at(h) == "sea")
    line = HexsideLine("river", (hexside(one, other),), "Out", 3)
    design = replace(design, map=replace(design.map, lines=(line,)))
    coast = [p for i in items(map_scene(design), "terrain") if i.hex == design.map.grid.number(sea)
             for x in i.primitives if isinstance(x, Line) and x.colour == DEFAULT.coast for p in x.points]
    rim, bed = ([p for p in i.primitives if isinstance(p, Line)] for i in items(map_scene(design), "rivers"))

    def gap(lines: list[Line]) -> float:
        return min(math.dist(p, end) - x.width / 2
                   for x in lines for p in coast for end in (x.points[0], x.points[-1]))

    assert max(x.width for x in rim) > max(x.width for x in bed) > 0.95 * DEFAULT.river_widths[2]
    assert gap(rim) > -DEFAULT.coast_width / 4, "no rim lies across the mouth"
    assert gap(bed) < min(gap(rim), 0.0) - DEFAULT.coast_width / 4, "the water goes through the coast line"


def test_a_river_is_as_wide_along_a_border_as_elsewhere() -> None:
    design = small_design()
    sides = [hexside(Hex(c, 2), n) for c in range(3, 6) for n in design.map.grid.neighbours(Hex(c, 2))
             if n.row == 3]
    inside = hexside(Hex(3, 2), Hex(4, 2))
    line = HexsideLine("river", (*sides, inside), "March", 1)
    design = replace(design, map=replace(design.map, lines=(line,)))
    borders = {i.hex for i in items(map_scene(design), "borders")}
    assert borders & {design.map.grid.number(h) for s in sides for h in s}
    drawn = [[p.width for p in i.primitives if isinstance(p, Line) and p.colour == "#3d7ab8"]
             for i in items(map_scene(design), "rivers")]
    beds = [max(widths) for widths in drawn if widths]
    # Only springs are thinner.
    assert len(beds) == len(sides) + 1
    assert all(0.9 * DEFAULT.river_widths[0] < w <= DEFAULT.river_widths[0] for w in beds)
    assert sum(set(widths) == {DEFAULT.river_widths[0]} for widths in drawn) >= len(sides) - 2
    assert DEFAULT.border_width < DEFAULT.river_widths[0], "water is seen on both sides"


def test_roads_pass_through_their_hexes() -> None:
    design = small_design()
    road = design.map.roads[0]
    points = {
        p
        for i in items(map_scene(design), "roads")
        for line in i.primitives
        if isinstance(line, Line)
        for p in line.points
    }
    assert len(road.path) > 1
    for hex in road.path:
        x, y = design.map.geometry.centre(hex)
        assert min((px - x) ** 2 + (py - y) ** 2 for px, py in points) < 1e-12


def test_roads_are_smooth_and_differ_from_rivers_without_colour() -> None:
    design = small_design()
    path = (Hex(1, 4), Hex(2, 4), Hex(3, 3), Hex(4, 4), Hex(5, 4))
    design = replace(design, map=replace(design.map, roads=(replace(design.map.roads[0], path=path),)))

    def lines_at(scale: float) -> list[Line]:
        return [p for i in items(map_scene(design), "roads") if i.least_scale <= scale < i.most_scale
                for p in i.primitives if isinstance(p, Line)]

    def turn(line: Line) -> float:
        ways = [math.atan2(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in pairwise(line.points)]
        return max(abs(math.remainder(b - a, math.tau)) for a, b in pairwise(ways))

    kind = design.ruleset.roads[0]
    steps = len(path) - 1
    for scale in (20.0, 59.0, 60.0, 200.0):
        assert len(lines_at(scale)) == 3 * steps, "rim, bed and core of each piece, once"
    assert max(map(turn, lines_at(200.0))) < math.radians(12)
    bed = next(x for x in lines_at(30.0) if x.colour == kind.colour)
    core = min(lines_at(30.0), key=lambda x: x.width)
    assert core.width < bed.width / 2
    assert ImageColor.getcolor(core.colour, "L") - ImageColor.getcolor(bed.colour, "L") > 50  # type: ignore[operator]


def test_roads_that_point_out_of_the_map_run_to_its_edge() -> None:
    design = small_design()
    grid, geometry = design.map.grid, design.map.geometry
    kind = design.ruleset.roads[0].id

    def tails(design: Design, *paths: tuple[Hex, ...]) -> list[tuple[Point, ...]]:
        roads = tuple(Road(kind, path, f"R{n}") for n, path in enumerate(paths))
        drawn = layer_items(replace(design, map=replace(design.map, roads=roads)), "roads")
        return sorted({p.points for i in drawn for p in i.primitives
                       if isinstance(p, Line) and len(p.points) == 2})

    row = tuple(Hex(c, 4) for c in range(4, 8))
    (a, b), = tails(design, row)
    assert a == geometry.centre(row[-1])
    way = grid.direction(row[-2], row[-1])
    assert way is not None
    assert b == pytest.approx(geometry.side_middle(hexside(row[-1], grid.step(row[-1], way))))
    assert tails(design, row[:-1]) == [], "it ends within the map"
    assert tails(design, tuple(Hex(c, 5) for c in range(2, 6))) == [], "it runs along the edge"
    assert tails(design, row, (row[-1], Hex(6, 3))) == [], "another road goes on from there"
    assert tails(design, row[::-1]) == [(a, b)]
    # The same holds where off-map ground follows its last hex; painting that is an ordinary edit.
    changed = off_the_map(design, Hex(3, 4))
    assert len(tails(changed, row)) == 2
    lazy = LazyScene()
    plain = replace(design, ruleset=changed.ruleset)
    first, then = (replace(x, map=replace(x.map, roads=(Road(kind, row, "R"),))) for x in (plain, changed))
    lazy.show(first)
    assert layer_items(then, "roads") != layer_items(first, "roads")
    end = geometry.side_middle(hexside(row[-1], Hex(3, 4)))
    assert any(x0 <= end[0] <= x1 and y0 <= end[1] <= y1 for x0, y0, x1, y1 in lazy.show(then))
