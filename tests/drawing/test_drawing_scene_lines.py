"""Rivers, borders and roads in scenes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from drawn_map import FINE, drawn_items
from PIL import ImageColor
from scene_parts import off_the_map, small_design

from visegrad_editor.drawing.colours import lighter
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.primitives import Line
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.hexgrid import Hex, Hexside, Point, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road

RIVER = "#3d7ab8"
"""The colour of the beds of rivers."""


def lines_of(design: Design, layer: str, dots: float = FINE) -> list[Line]:
    return [p for i in drawn_items(design, layer, dots=dots) for p in i.primitives if isinstance(p, Line)]


def beds_of(design: Design) -> list[Line]:
    return [x for x in lines_of(design, "rivers") if x.colour == RIVER]


def test_a_river_runs_along_its_hexsides_and_its_pieces_meet() -> None:
    design = small_design()
    sides = design.map.lines[0].sides
    pieces: dict[str, list[Line]] = {}
    for item in drawn_items(design, "rivers"):
        (line,) = item.primitives
        if isinstance(line, Line) and line.colour == RIVER:
            pieces.setdefault(item.hex, []).append(line)
    assert list(pieces) == [design.map.grid.number(side.a) for side in sides]
    for side, lines in zip(sides, pieces.values(), strict=True):
        x, y = design.map.geometry.side_middle(side)
        assert min((px - x) ** 2 + (py - y) ** 2 for line in lines for px, py in line.points) < 0.2**2
    ends = [{(round(x, 9), round(y, 9)) for p in lines for x, y in (p.points[0], p.points[-1])}
            for lines in pieces.values()]
    assert ends[0] & ends[1]


def test_invalid_hexsides_are_not_drawn() -> None:
    design = small_design()
    broken = HexsideLine("river", (hexside(Hex(0, 0), Hex(5, 5)),))
    assert drawn_items(replace(design, map=replace(design.map, lines=(broken,))), "rivers") == []


def test_a_tributary_ends_on_the_wider_river() -> None:
    design = small_design()
    a, b, c = Hex(2, 4), Hex(3, 4), Hex(2, 3)
    assert design.map.grid.adjacent(a, c)
    main = HexsideLine("river", (hexside(a, b), hexside(a, c)), "Long", 3)
    brook = HexsideLine("river", (hexside(b, c),), "Brook", 1)
    wide, both = (beds_of(replace(design, map=replace(design.map, lines=lines)))
                  for lines in ((main,), (main, brook)))
    assert set(wide) < set(both), "the wider river does not change"
    assert max(p.width for p in wide) > 0.95 * DEFAULT.river_widths[2]
    # At the junction the brook has its full width, and nowhere else does it meet the other river.
    others = {(round(x, 9), round(y, 9)) for line in wide for x, y in line.points}
    (mouth,) = (p for p in set(both) - set(wide)
                if any((round(x, 9), round(y, 9)) in others for x, y in (p.points[0], p.points[-1])))
    assert 0.9 * DEFAULT.river_widths[0] < mouth.width <= DEFAULT.river_widths[0]


def test_borders_lie_between_countries_on_land_only() -> None:
    design = small_design()
    drawn = drawn_items(design, "borders")
    hexes = [design.map.grid.parse(i.hex) for i in drawn]
    assert {h.row for h in hexes if h} == {2, 3}, "the countries meet between these rows"
    between = design.map.geometry.side_middle(hexside(Hex(4, 2), Hex(4, 3)))[1]
    heights = [y for i in drawn for p in i.primitives if isinstance(p, Line) for _, y in p.points]
    assert all(abs(y - between) < 0.6 for y in heights)


def test_border_dashes_continue_evenly_across_hexsides() -> None:
    lines = lines_of(small_design(), "borders")
    assert {(x.colour, x.width) for x in lines} == {(DEFAULT.border, DEFAULT.border_width)}
    dashed_ones, dots = [x for x in lines if x.dash], [x for x in lines if not x.dash]
    assert len(dashed_ones) > 4
    between = 0
    for line in dashed_ones:
        assert line.dash is not None
        period = sum(line.dash)
        count = sum(math.dist(a, b) for a, b in pairwise(line.points)) / period
        assert count == pytest.approx(round(count)), "it ends with half a dash, as it begins"
        between += round(count)
    assert len(dots) == between, "a dot in each gap"
    ends = [(round(x, 6), round(y, 6)) for p in dashed_ones for x, y in (p.points[0], p.points[-1])]
    assert sum(ends.count(p) == 2 for p in set(ends)) >= len(dashed_ones) - 2


def test_no_hexside_is_drawn_beside_a_border() -> None:
    design = small_design()
    geometry, grid = design.map.geometry, design.map.grid
    order = ALL_LAYERS
    assert order.index("grid") < min(order.index(x) for x in ("rivers", "borders", "roads"))
    there = {tuple(sorted((round(x, 6), round(y, 6)) for x, y in ends))
             for p in lines_of(design, "grid") for ends in pairwise(p.points)}
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
    coast = [p for i in drawn_items(design, "terrain") if i.hex == design.map.grid.number(sea)
             for x in i.primitives if isinstance(x, Line) and x.colour == DEFAULT.coast for p in x.points]
    bed = beds_of(design)
    rim = [x for x in lines_of(design, "rivers") if x not in bed]

    def gap(lines: list[Line]) -> float:
        return min(math.dist(p, end) - x.width / 2
                   for x in lines for p in coast for end in (x.points[0], x.points[-1]))

    assert max(x.width for x in rim) > max(x.width for x in bed) > 0.95 * DEFAULT.river_widths[2]
    assert gap(rim) > -DEFAULT.coast_width / 4, "no rim lies across the mouth"
    assert gap(bed) < min(gap(rim), 0.0) - DEFAULT.coast_width / 4, "the water goes through the coast line"


def test_the_pale_bands_of_a_coast_lie_below_rivers() -> None:
    design = small_design()
    (other,) = (k for k in design.ruleset.hexsides if k.id == "wall")
    kinds = tuple(replace(k, pattern="coast") if k is other else k for k in design.ruleset.hexsides)
    sides = design.map.lines[0].sides
    lines = (HexsideLine("wall", sides[1:]), *design.map.lines)
    design = Design(replace(design.ruleset, hexsides=kinds), replace(design.map, lines=lines))
    drawn = lines_of(design, "rivers")
    beds = [n for n, x in enumerate(drawn) if x.colour == RIVER]
    middle = [n for n, x in enumerate(drawn) if x.colour == other.colour]
    pale = [n for n, x in enumerate(drawn) if x.colour in {lighter(other.colour, by) for by in (0.8, 0.55)}]
    assert len(pale) == 2 * len(middle) == 2
    assert max(pale) < min(beds)
    assert max(beds) < min(middle)


def test_a_river_is_as_wide_along_a_border_as_elsewhere() -> None:
    design = small_design()
    sides = [hexside(Hex(c, 2), n) for c in range(3, 6) for n in design.map.grid.neighbours(Hex(c, 2))
             if n.row == 3]
    inside = hexside(Hex(3, 2), Hex(4, 2))
    line = HexsideLine("river", (*sides, inside), "March", 1)
    design = replace(design, map=replace(design.map, lines=(line,)))
    borders = {i.hex for i in drawn_items(design, "borders")}
    assert borders & {design.map.grid.number(h) for s in sides for h in s}
    beds = beds_of(design)
    # Only springs are thinner.
    assert {x.width for x in beds if len(x.points) > 2} == {DEFAULT.river_widths[0]}
    assert len([x for x in beds if len(x.points) > 2]) >= len(sides) - 2
    for side in (*sides, inside):
        middle = design.map.geometry.side_middle(side)
        widest = max(x.width for x in beds if min(math.dist(middle, p) for p in x.points) < 0.55)
        assert 0.9 * DEFAULT.river_widths[0] < widest <= DEFAULT.river_widths[0]
    assert DEFAULT.border_width < DEFAULT.river_widths[0], "water is seen on both sides"


def test_roads_pass_through_their_hexes() -> None:
    design = small_design()
    road = design.map.roads[0]
    points = {p for line in lines_of(design, "roads") for p in line.points}
    assert len(road.path) > 1
    for hex in road.path:
        x, y = design.map.geometry.centre(hex)
        assert min((px - x) ** 2 + (py - y) ** 2 for px, py in points) < 1e-12


def test_roads_are_smooth_and_differ_from_rivers_without_colour() -> None:
    design = small_design()
    path = (Hex(1, 4), Hex(2, 4), Hex(2, 3), Hex(3, 3), Hex(4, 4), Hex(5, 4))
    design = replace(design, map=replace(design.map, roads=(replace(design.map.roads[0], path=path),)))

    def lines_at(scale: float) -> list[Line]:
        return lines_of(design, "roads", scale)

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
        drawn = lines_of(replace(design, map=replace(design.map, roads=roads)), "roads")
        return sorted({p.points for p in drawn if len(p.points) == 2})

    row = tuple(Hex(c, 4) for c in range(4, 8))
    (a, b), = tails(design, row)
    assert a == pytest.approx(geometry.centre(row[-1]))
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
    assert lines_of(then, "roads") != lines_of(first, "roads")
    end = geometry.side_middle(hexside(row[-1], Hex(3, 4)))
    assert any(x0 <= end[0] <= x1 and y0 <= end[1] <= y1 for x0, y0, x1, y1 in lazy.show(then))
