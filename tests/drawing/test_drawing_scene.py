"""Scenes: the right items in the right layers."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from drawn_map import drawn_items, drawn_scene
from scene_parts import flat_design, items, off_the_map, small_design, texts

from visegrad_editor.drawing.coarse import CoarseMap
from visegrad_editor.drawing.counters import Mark, UnitView
from visegrad_editor.drawing.drawn_hexes import DrawnHexes
from visegrad_editor.drawing.features import feature_boxes
from visegrad_editor.drawing.layers import PRINTED_LAYERS
from visegrad_editor.drawing.primitives import Ellipse, Line, Polygon, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.styled_design import apply_style
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.vector.whole_map import WholeMap
from visegrad_editor.hexgrid import Hex, Point
from visegrad_editor.model.gamemap import Label, Place


def test_requested_layers_come_from_bottom_to_top() -> None:
    assert [x.name for x in vector_scene(small_design(), 30.0).layers] == list(PRINTED_LAYERS)
    assert [x.name for x in vector_scene(small_design(), 30.0, layers={"counters", "terrain"}).layers] == [
        "terrain",
        "counters",
    ]
    with pytest.raises(ValueError, match="rail is no layer of hexes"):
        list(WholeMap(DrawnHexes(*apply_style(small_design(), DEFAULT))).layer("rail"))


def test_every_hex_has_the_ground_of_its_terrain_and_a_number() -> None:
    design = small_design()
    scene = drawn_scene(design)
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
    grounds = [p for i in drawn_items(design, "terrain") for p in i.primitives
               if i.beside and isinstance(p, Polygon)]
    assert len(grounds) == len(design.map.grid)
    total = 0.0
    for ground in grounds:
        ring = zip(ground.points, (*ground.points[1:], ground.points[0]), strict=True)
        total += sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ring) / 2
    assert total == pytest.approx(len(design.map.grid) * 1.5 * 3**0.5, rel=1e-9)


def test_ground_off_the_map_ends_on_its_hexsides() -> None:
    plain = small_design()
    land = next(h for h in plain.map.grid if plain.map.terrain.at(h) == "clear" and all(
        n in plain.map.grid for n in plain.map.grid.around(h)) and any(
        plain.map.terrain.at(n) == "sea" for n in plain.map.grid.neighbours(h)))
    design = off_the_map(plain, land)
    geometry, number = design.map.geometry, design.map.grid.number
    shapes: dict[str, tuple[Point, ...]] = {}
    for item in items(drawn_scene(design), "terrain"):
        if isinstance(ground := item.primitives[0], Polygon):
            shapes.setdefault(item.hex, ground.points)
    corners = geometry.corners(land)
    for found, corner in zip(shapes[number(land)], corners, strict=True):
        assert found == pytest.approx(corner)
    for d, near in enumerate(design.map.grid.around(land)):
        for corner in (corners[d], corners[(d + 1) % 6]):
            assert min(math.dist(corner, p) for p in shapes[number(near)]) < 1e-9, near
    coasts = [p.points for i in items(drawn_scene(design), "terrain") for p in i.primitives
              if isinstance(p, Line) and p.colour == DEFAULT.coast]
    x, y = geometry.centre(land)
    assert coasts
    assert all(math.dist((x, y), p) > 0.99 for points in coasts for p in (points[0], points[-1]))


def test_names_and_labels_are_drawn_and_names_do_not_overlap() -> None:
    design = small_design()
    scene = drawn_scene(design)
    near = {x: [i for i in items(scene, x) if i.most_scale > 1e8] for x in ("names", "labels")}
    assert sorted(texts(near["names"])) == ["Haven", "Mid"]
    assert texts(near["labels"]) == ["Cold Sea"]
    crowded = replace(
        design.map, places=(Place(Hex(3, 3), "Unterammergau am See"), Place(Hex(4, 3), "Oberammergau am See"))
    )
    drawn = drawn_items(replace(design, map=crowded), "names")
    one, other = (i.primitives[0] for i in drawn if i.most_scale > 1e8)
    assert isinstance(one, Text)
    assert isinstance(other, Text)
    assert one.at[1] != other.at[1]


def test_a_level_label_stays_on_the_map() -> None:
    design = small_design()
    label = Label("A Very Cold Sea", Hex(0, 0), size=0.6, style="water")
    drawn = drawn_items(replace(design, map=replace(design.map, labels=(label,))), "labels")
    assert [i.most_scale > 1e8 for i in drawn].count(True) == 1
    assert all(i.box[0] >= 0 for i in drawn if i.most_scale > 1e8)


def test_counters_stand_at_their_fixed_set_up_hex() -> None:
    design = small_design()
    drawn = items(drawn_scene(design), "counters")
    fine = [i for i in drawn if i.most_scale > 1e8]
    assert {i.unit for i in fine} == {"norland/1st Armored", "norland/2nd Armored", "sudland/1st Infantry"}
    stack = [i for i in fine if i.unit.startswith("norland")]
    assert stack[0].box != stack[1].box
    assert stack[0].hex == stack[1].hex == design.map.grid.number(Hex(2, 2))


def test_a_position_moves_counters_and_shows_their_side_and_marks() -> None:
    design = small_design()
    position = {
        "norland/1st Armored": UnitView(Hex(7, 5), reduced=True, marks=(Mark("out-of-supply"),)),
        "sudland/2nd Infantry": UnitView(None),
    }
    drawn = [i for i in items(drawn_scene(design, position=position), "counters") if i.most_scale > 1e8]
    (only,) = drawn
    assert only.hex == design.map.grid.number(Hex(7, 5))
    assert "3-7" in texts([only])
    assert "OOS" in texts([only])


def test_a_named_place_without_a_symbol_is_a_dot() -> None:
    design = small_design()
    places = (Place(Hex(3, 3), "Plain"), Place(Hex(4, 3), ""), Place(Hex(5, 3), "Odd", ("gone",)),
              Place(Hex(6, 4), "Mid", ("city",)))
    design = replace(design, map=replace(design.map, places=places))
    number = design.map.grid.number
    for scale in (13.0, 12.9):
        here = {i.hex: i.primitives for i in drawn_items(design, "features", dots=scale)}
        assert set(here) == {number(Hex(c, r)) for c, r in ((3, 3), (5, 3), (6, 4))}
        for hex in (Hex(3, 3), Hex(5, 3)):
            (dot,) = here[number(hex)]
            assert isinstance(dot, Ellipse)
            assert dot.centre == pytest.approx(design.map.geometry.centre(hex))
            (left, top, right, bottom), = feature_boxes((), dot.centre, "pointy")
            assert min(right - left, bottom - top) >= 0.2
            assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(dot.centre)
    assert {i.hex for i in drawn_items(design, "sites")} == {number(Hex(6, 4))}
    far = CoarseMap(DrawnHexes(*apply_style(design, DEFAULT))).items("features", drawn_scene(design).bounds)
    assert len(far) == 3


def test_plates_of_roads_lie_above_all_lines_and_numbers_of_the_map() -> None:
    design = small_design()
    road = replace(design.map.roads[0], name="E7")
    design = replace(design, map=replace(design.map, roads=(road, *design.map.roads[1:])))
    layers = {x.name: x.items for x in drawn_scene(design).layers}
    order = list(layers)
    plates = [t for i in layers["plates"] for t in texts([i])]
    assert plates
    assert set(plates) == {"E7"}
    assert order.index("plates") > max(
        order.index(x) for x in ("roads", "grid", "borders", "rivers", "numbers"))
    assert not [t for t in texts(layers["roads"]) if t]


def test_a_hex_shows_ground_and_pattern() -> None:
    design = small_design()
    ground, pattern = (i.primitives for i in drawn_items(design, "terrain")
                       if i.hex == design.map.grid.number(Hex(3, 2)))
    assert isinstance(ground[0], Polygon)
    assert ground[0].fill == "#c9b08a"
    assert len(pattern) > 4


def test_flat_topped_grids_are_drawn_too() -> None:
    design = flat_design()
    scene = drawn_scene(design)
    assert len([i for i in items(scene, "numbers") if i.most_scale >= 1e9]) == 9
    assert items(scene, "terrain")
    left, _, right, _ = scene.bounds
    for layer in scene.layers:
        for item in layer.items:
            assert item.box[0] > left - 1
            assert item.box[2] < right + 1


def test_unknown_terrain_is_drawn_plain() -> None:
    design = small_design()
    terrain = design.map.terrain.with_values({Hex(3, 3): "lava"})
    drawn = drawn_items(replace(design, map=replace(design.map, terrain=terrain)), "terrain")
    (ground,) = (i for i in drawn if i.hex == design.map.grid.number(Hex(3, 3)))
    assert isinstance(ground.primitives[0], Polygon)
    assert ground.primitives[0].fill == DEFAULT.off_map
