"""Scenes: the right items, and only what changed built anew."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageColor
from small_design import small_design as made_up_design

from visegrad_editor.drawing.coarse import CoarseMap
from visegrad_editor.drawing.counters import UnitView
from visegrad_editor.drawing.dressing import dressed
from visegrad_editor.drawing.features import feature_boxes
from visegrad_editor.drawing.hex_layers import HexLayers
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.natural import NaturalLines
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Scene, Text
from visegrad_editor.drawing.scene import (
    ALL_LAYERS,
    PRINTED_LAYERS,
    SceneBuilder,
    changed_boxes,
    layer_items,
    map_scene,
    terrain_item,
)
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Hexside, Numbering, Point, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import TerrainKind


def items(scene: Scene, layer: str) -> list[Item]:
    return next(x.items for x in scene.layers if x.name == layer)


def texts(found: list[Item]) -> list[str]:
    return [p.text for i in found for p in i.primitives if isinstance(p, Text)]


def small_design() -> Design:
    """The made-up design with a river of two hexsides that meet."""
    design = made_up_design()
    river = HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 3), Hex(2, 2))), "Long")
    return replace(design, map=replace(design.map, lines=(river,)))


def flat_design() -> Design:
    """Three by three flat-topped hexes, all clear but one of sea."""
    grid = HexGrid("flat", 3, 3, "even", Numbering("column-first", Axis(1, "down"), Axis(1, "right")))
    design = small_design()
    terrain = Layer((("~", "sea"), (".", "clear")), ("~..", "...", "..."))
    countries = Layer((("N", "norland"),), ("NNN", "NNN", "NNN"))
    map = replace(
        design.map,
        grid=grid,
        terrain=terrain,
        countries=countries,
        lines=(),
        roads=(),
        labels=(),
        areas=(),
        places=(Place(Hex(1, 1), "Town", ("city",)),),
    )
    return Design(design.ruleset, map)


def test_layers_come_from_bottom_to_top_and_only_those_asked_for() -> None:
    assert [x.name for x in map_scene(small_design()).layers] == list(PRINTED_LAYERS)
    assert [x.name for x in map_scene(small_design(), layers={"counters", "terrain"}).layers] == [
        "terrain",
        "counters",
    ]
    with pytest.raises(ValueError, match="no layer 'rail'"):
        layer_items(small_design(), "rail")


def test_every_hex_has_ground_of_its_terrain_and_a_number() -> None:
    design = small_design()
    scene = map_scene(design)
    colours = {t.id: t.colour for t in design.ruleset.terrain}
    ground = {
        i.hex: p
        for i in items(scene, "terrain")
        for p in i.primitives
        if isinstance(p, Polygon) and p.fill == p.stroke and p.fill in colours.values()
    }
    for hex in design.map.grid:
        shape = ground[design.map.grid.number(hex)]
        assert isinstance(shape, Polygon)
        assert shape.fill == colours[design.map.terrain.at(hex)]
    numbers = items(scene, "numbers")
    for scale in (18.0, 20.0, 25.0, 35.0):
        there = [i for i in numbers if i.least_scale <= scale < i.most_scale]
        assert sorted(texts(there)) == sorted(map(design.map.grid.number, design.map.grid))


def test_the_grounds_of_all_hexes_cover_the_map_once() -> None:
    design = small_design()
    lines = NaturalLines(design.map.geometry, DEFAULT.wander)
    total = 0.0
    for hex in design.map.grid:
        shape = lines.shape(hex, design.map.terrain.at)
        ring = zip(shape, (*shape[1:], shape[0]), strict=True)
        total += sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ring) / 2
    assert total == pytest.approx(len(design.map.grid) * 1.5 * 3**0.5, rel=1e-9)


def off_the_map(design: Design, *hexes: Hex) -> Design:
    """The design with some hexes off the map."""
    kind = TerrainKind("off", "Off the map", None, playable=False, colour="#dddddd")
    rows = [list(row) for row in design.map.terrain.rows]
    for hex in hexes:
        rows[hex.row][hex.col] = "o"
    terrain = Layer((*design.map.terrain.legend, ("o", "off")), tuple("".join(row) for row in rows))
    ruleset = replace(design.ruleset, terrain=(*design.ruleset.terrain, kind))
    return Design(ruleset, replace(design.map, terrain=terrain))


def test_ground_off_the_map_ends_on_its_hexsides() -> None:
    plain = small_design()
    land = next(h for h in plain.map.grid if plain.map.terrain.at(h) == "clear" and all(
        n in plain.map.grid for n in plain.map.grid.around(h)) and any(
        plain.map.terrain.at(n) == "sea" for n in plain.map.grid.neighbours(h)))
    design = off_the_map(plain, land)
    geometry, number = design.map.geometry, design.map.grid.number
    shapes: dict[str, tuple[Point, ...]] = {}
    for item in items(map_scene(design), "terrain"):
        if isinstance(ground := item.primitives[0], Polygon):
            shapes.setdefault(item.hex, ground.points)
    corners = geometry.corners(land)
    assert shapes[number(land)] == tuple(corners)
    for d, near in enumerate(design.map.grid.around(land)):
        for corner in (corners[d], corners[(d + 1) % 6]):
            assert min(math.dist(corner, p) for p in shapes[number(near)]) < 1e-9, near
    coasts = [p.points for i in items(map_scene(design), "terrain") for p in i.primitives
              if isinstance(p, Line) and p.colour == DEFAULT.coast]
    x, y = geometry.centre(land)
    assert coasts
    assert all(math.dist((x, y), p) > 0.99 for points in coasts for p in (points[0], points[-1]))


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


def test_hexsides_that_are_none_are_not_drawn() -> None:
    design = small_design()
    broken = HexsideLine("river", (hexside(Hex(0, 0), Hex(5, 5)),))
    assert layer_items(replace(design, map=replace(design.map, lines=(broken,))), "rivers") == []


def test_a_tributary_ends_on_the_greater_river() -> None:
    design = small_design()
    a, b, c = Hex(2, 4), Hex(3, 4), Hex(2, 3)
    assert design.map.grid.adjacent(a, c)
    main = HexsideLine("river", (hexside(a, b), hexside(a, c)), "Long", 3)
    brook = HexsideLine("river", (hexside(b, c),), "Brook", 1)
    drawn = layer_items(replace(design, map=replace(design.map, lines=(main, brook))), "rivers")
    beds = [[p for p in i.primitives if isinstance(p, Line)] for i in drawn
            if isinstance(i.primitives[0], Line) and i.primitives[0].colour == "#3d7ab8"]
    # Where it meets the greater one it has its full width.
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


def test_a_border_runs_on_in_even_dashes_from_hexside_to_hexside() -> None:
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
    # None is thinner but where it begins.
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
    for hex in road.path:
        x, y = design.map.geometry.centre(hex)
        assert min((px - x) ** 2 + (py - y) ** 2 for px, py in points) < 1e-12


def test_roads_are_round_from_near_and_told_from_rivers_without_colour() -> None:
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
    # So it is where ground off the map comes after its last hex, and painting that is an edit like others.
    changed = off_the_map(design, Hex(3, 4))
    assert len(tails(changed, row)) == 2
    lazy = LazyScene()
    plain = replace(design, ruleset=changed.ruleset)
    first, then = (replace(x, map=replace(x.map, roads=(Road(kind, row, "R"),))) for x in (plain, changed))
    lazy.show(first)
    before = lazy.layer("roads", lazy.bounds)
    assert lazy.show(then)
    assert lazy.layer("roads", lazy.bounds) == layer_items(then, "roads") != before


def test_names_and_labels_are_there_and_names_keep_off_each_other() -> None:
    design = small_design()
    scene = map_scene(design)
    near = {x: [i for i in items(scene, x) if i.most_scale > 1e8] for x in ("names", "labels")}
    assert sorted(texts(near["names"])) == ["Haven", "Mid"]
    assert texts(near["labels"]) == ["Cold Sea"]
    crowded = replace(
        design.map, places=(Place(Hex(3, 3), "Unterammergau am See"), Place(Hex(4, 3), "Oberammergau am See"))
    )
    drawn = layer_items(replace(design, map=crowded), "names")
    one, other = (i.primitives[0] for i in drawn if i.most_scale > 1e8)
    assert isinstance(one, Text)
    assert isinstance(other, Text)
    assert one.at[1] != other.at[1]


def test_a_level_label_stays_on_the_map() -> None:
    design = small_design()
    label = Label("A Very Cold Sea", Hex(0, 0), size=0.6, style="water")
    drawn = layer_items(replace(design, map=replace(design.map, labels=(label,))), "labels")
    assert [i.most_scale > 1e8 for i in drawn].count(True) == 1
    assert all(i.box[0] >= 0 for i in drawn if i.most_scale > 1e8)


def test_counters_stand_at_their_fixed_set_up_hex() -> None:
    design = small_design()
    drawn = items(map_scene(design), "counters")
    fine = [i for i in drawn if i.most_scale > 1e8]
    assert {i.unit for i in fine} == {"norland/1st Armored", "norland/2nd Armored", "sudland/1st Infantry"}
    stack = [i for i in fine if i.unit.startswith("norland")]
    assert stack[0].box != stack[1].box
    assert stack[0].hex == stack[1].hex == design.map.grid.number(Hex(2, 2))


def test_a_position_moves_counters_and_shows_their_side_and_marks() -> None:
    design = small_design()
    position = {
        "norland/1st Armored": UnitView(Hex(7, 5), reduced=True, marks=("out-of-supply",)),
        "sudland/2nd Infantry": UnitView(None),
    }
    drawn = [i for i in items(map_scene(design, position=position), "counters") if i.most_scale > 1e8]
    (only,) = drawn
    assert only.hex == design.map.grid.number(Hex(7, 5))
    assert "3F-7" in texts([only])
    assert "OOS" in texts([only])


def test_a_named_place_without_a_symbol_is_a_dot() -> None:
    design = small_design()
    places = (Place(Hex(3, 3), "Plain"), Place(Hex(4, 3), ""), Place(Hex(5, 3), "Odd", ("gone",)),
              Place(Hex(6, 4), "Mid", ("city",)))
    design = replace(design, map=replace(design.map, places=places))
    number = design.map.grid.number
    drawn = layer_items(design, "features")
    for least, most in ((13.0, 1e9), (0.0, 13.0)):
        here = {i.hex: i.primitives for i in drawn if i.least_scale == least and i.most_scale == most}
        assert set(here) == {number(Hex(c, r)) for c, r in ((3, 3), (5, 3), (6, 4))}
        for hex in (Hex(3, 3), Hex(5, 3)):
            (dot,) = here[number(hex)]
            assert isinstance(dot, Ellipse)
            assert dot.centre == design.map.geometry.centre(hex)
            (left, top, right, bottom), = feature_boxes((), dot.centre, "pointy")
            assert min(right - left, bottom - top) >= 0.2
            assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(dot.centre)
    assert {i.hex for i in layer_items(design, "sites")} == {number(Hex(6, 4))}
    far = CoarseMap(HexLayers(*dressed(design, DEFAULT))).items("features", map_scene(design).bounds)
    assert len(far) == 3


def test_plates_of_roads_lie_above_all_lines_and_numbers_of_the_map() -> None:
    design = small_design()
    road = replace(design.map.roads[0], name="E7")
    design = replace(design, map=replace(design.map, roads=(road, *design.map.roads[1:])))
    layers = {x.name: x.items for x in map_scene(design).layers}
    order = list(layers)
    plates = [t for i in layers["plates"] for t in texts([i])]
    assert plates
    assert set(plates) == {"E7"}
    assert order.index("plates") > max(
        order.index(x) for x in ("roads", "grid", "borders", "rivers", "numbers"))
    assert not [t for t in texts(layers["roads"]) if t]
    assert layer_items(design, "plates") == layers["plates"]


def test_one_layer_of_some_hexes() -> None:
    design = small_design()
    hexes = [Hex(2, 2), Hex(3, 2)]
    numbers = {design.map.grid.number(h) for h in hexes}
    for layer in ALL_LAYERS:
        assert {
            i.hex for i in layer_items(design, layer, hexes) if layer not in {"rivers", "roads"}
        } <= numbers
    assert {i.hex for i in layer_items(design, "numbers", hexes)} == numbers
    assert layer_items(design, "rivers", hexes)
    assert not layer_items(design, "rivers", [Hex(7, 5)])


def test_a_terrain_sample_shows_ground_and_pattern() -> None:
    sample = terrain_item(small_design(), Hex(3, 2))
    assert isinstance(sample.primitives[0], Polygon)
    assert sample.primitives[0].fill == "#c9b08a"
    assert len(sample.primitives) > 5


@pytest.mark.parametrize("change", ["terrain", "river", "place", "unit"])
def test_building_again_keeps_what_did_not_change(change: str) -> None:
    design, builder = small_design(), SceneBuilder()
    before = builder.scene(design)
    assert changed_boxes(before, builder.scene(design)) == []
    map, scenario = design.map, design.scenario
    assert scenario is not None
    if change == "terrain":
        edited = replace(design, map=replace(map, terrain=map.terrain.with_values({Hex(6, 2): "sea"})))
    elif change == "river":
        line = HexsideLine("river", (hexside(Hex(5, 3), Hex(6, 3)),))
        edited = replace(design, map=replace(map, lines=(*map.lines, line)))
    elif change == "place":
        edited = replace(design, map=replace(map, places=(*map.places, Place(Hex(6, 2), "New", ("port",)))))
    else:
        units = tuple(u for u in scenario.units if u.name != "1st Infantry")
        edited = replace(design, scenario=replace(scenario, units=units))
    after = builder.scene(edited)
    fresh = map_scene(edited)
    assert [x.items for x in after.layers] == [x.items for x in fresh.layers]
    boxes = changed_boxes(before, after)
    assert boxes
    assert all(b[2] - b[0] < 6 and b[3] - b[1] < 6 for b in boxes)
    kept = {id(i) for x in before.layers for i in x.items} & {id(i) for x in after.layers for i in x.items}
    assert len(kept) > 100


def test_flat_topped_grids_are_drawn_too() -> None:
    design = flat_design()
    scene = map_scene(design)
    assert len([i for i in items(scene, "numbers") if i.most_scale >= 1e9]) == 9
    assert items(scene, "terrain")
    left, _, right, _ = scene.bounds
    for layer in scene.layers:
        for item in layer.items:
            assert item.box[0] > left - 1
            assert item.box[2] < right + 1


def test_terrain_the_ruleset_does_not_know_is_drawn_plain() -> None:
    design = small_design()
    terrain = design.map.terrain.with_values({Hex(3, 3): "lava"})
    (ground, *_) = layer_items(
        replace(design, map=replace(design.map, terrain=terrain)), "terrain", [Hex(3, 3)]
    )
    assert isinstance(ground.primitives[0], Polygon)
    assert ground.primitives[0].fill == DEFAULT.off_map
