"""A scene drawn where it is looked at is the scene of the whole map."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageChops
from small_design import small_design

from visegrad_editor.drawing.curves import boxes_meet
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.painters.pillow_painter import PillowPainter
from visegrad_editor.drawing.scene import ALL_LAYERS, SceneBuilder
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid import Hex, HexGrid, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.gamemap import HexsideLine, Label, Place, Road
from visegrad_editor.model.load import load

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from big_map import big_design

sys.path.pop(0)


def sample(name: str) -> Design:
    if name == "small":
        return small_design()
    if name == "flat":
        design = small_design()
        old = design.map.grid
        grid = HexGrid("flat", old.columns, old.rows, "even", old.numbering)
        return replace(design, map=replace(design.map, grid=grid, lines=(), roads=()))
    if name == "big":
        return big_design(24)
    design = load("historical").design
    assert design is not None
    return design


@pytest.mark.parametrize(("name", "turn"), [
    ("small", 0), ("small", 1), ("small", 2), ("small", 3),
    ("flat", 0), ("flat", 1), ("flat", 2), ("flat", 3),
    ("big", 0), ("big", 3), ("historical", 0), ("historical", 1)])
def test_every_part_has_the_items_of_the_whole_in_their_order(name: str, turn: int) -> None:
    design, style = sample(name), replace(DEFAULT, turn=turn)
    whole = SceneBuilder(style).scene(design, layers=ALL_LAYERS)
    lazy, chance = LazyScene(style), random.Random(turn)
    lazy.show(design)
    assert lazy.bounds == whole.bounds
    left, top, right, bottom = whole.bounds
    boxes = [whole.bounds] + [
        (x, y, x + chance.uniform(0.1, 12), y + chance.uniform(0.1, 12)) for _ in range(8)
        for x, y in ((chance.uniform(left, right), chance.uniform(top, bottom)),)]
    for box in boxes[::-1]:
        for layer in whole.layers:
            items = [i for i in layer.items if boxes_meet(i.box, box)]
            assert lazy.layer(layer.name, box) == items, layer.name


@pytest.mark.parametrize(("scale", "turn"), [(9.0, 0), (9.0, 1), (20.0, 0), (47.0, 0), (47.0, 1)])
def test_a_part_has_the_pixels_of_the_whole(scale: float, turn: int) -> None:
    design, style = sample("historical"), replace(DEFAULT, turn=turn)
    whole, lazy = SceneBuilder(style).scene(design), LazyScene(style)
    lazy.show(design)
    for x, y in ((0.0, 0.0), (11.0, 17.0), (30.0, 30.0)):
        view = Viewport(scale, x, y, 200, 150)
        items = [i for layer in whole.layers for i in lazy.layer(layer.name, view.box)]
        one, other = (PillowPainter(2).render(w, view, whole.background) for w in (whole, items))
        assert ImageChops.difference(one, other).getbbox() is None


def edits(design: Design) -> dict[str, Design]:
    map, scenario = design.map, design.scenario
    assert scenario is not None
    river = HexsideLine("river", (hexside(Hex(5, 3), Hex(6, 3)), hexside(Hex(4, 3), Hex(5, 3))))
    road = Road("highway", (Hex(2, 3), Hex(3, 3), Hex(4, 3)), "R9")
    label = Label("Highland", Hex(4, 4), 0.7)
    rules = design.ruleset
    clear, city = replace(rules.terrain[0], colour="#ffeecc"), replace(rules.features[0], symbol="port")
    found = {
        "sea": with_map(design, paint_terrain(map, [Hex(4, 3), Hex(5, 4)], "sea")),
        "country": with_map(design, paint_country(map, [Hex(4, 3)], "norland")),
        "river": replace(design, map=replace(map, lines=(*map.lines, river))),
        "no rivers": replace(design, map=replace(map, lines=())),
        "road": replace(design, map=replace(map, roads=(*map.roads, road))),
        "place": replace(design, map=replace(map, places=(*map.places, Place(Hex(6, 2), "New", ("port",))))),
        "no places": replace(design, map=replace(map, places=())),
        "label": replace(design, map=replace(map, labels=(label,))),
        "areas": replace(design, map=replace(map, areas=())),
        "units": replace(design, scenario=replace(scenario, units=scenario.units[1:])),
        "colour": replace(design, ruleset=replace(rules, terrain=(clear, *rules.terrain[1:]))),
        "symbol": replace(design, ruleset=replace(rules, features=(city, *rules.features[1:]))),
    }
    assert all(d != design for d in found.values())
    return found


@pytest.mark.parametrize("what", sorted(edits(small_design())))
@pytest.mark.parametrize("seen", ["all", "a corner", "nothing"])
def test_an_edit_changes_what_it_touches_and_its_boxes_hold_all_that_differs(what: str, seen: str) -> None:
    before = small_design()
    after = edits(before)[what]
    old, new = (SceneBuilder().scene(d, layers=ALL_LAYERS) for d in (before, after))
    lazy = LazyScene()
    lazy.show(before)
    spot = {"all": lazy.bounds, "a corner": (0.0, 0.0, 4.0, 4.0), "nothing": (-99.0, -99.0, -98.0, -98.0)}
    for layer in ALL_LAYERS:
        lazy.layer(layer, spot[seen])
    for design, one, other in ((after, old, new), (before, new, old), (after, old, new)):
        boxes = lazy.show(design)
        for was, layer in zip(one.layers, other.layers, strict=True):
            assert lazy.layer(layer.name, lazy.bounds) == layer.items, layer.name
            for item in [i for i in was.items if i not in layer.items] + [
                    i for i in layer.items if i not in was.items]:
                assert any(b[0] <= item.box[0] and b[1] <= item.box[1] and b[2] >= item.box[2]
                           and b[3] >= item.box[3] for b in boxes), (layer.name, item.box)


def test_an_edit_of_one_hex_touches_little_of_a_large_map() -> None:
    design = big_design(60)
    lazy = LazyScene()
    lazy.show(design)
    for layer in ALL_LAYERS:
        lazy.layer(layer, lazy.bounds)
    boxes = lazy.show(with_map(design, paint_terrain(design.map, [Hex(30, 30)], "mountain")))
    assert boxes
    x, y = design.map.geometry.centre(Hex(30, 30))
    assert all(abs(b[0] - x) < 6 and abs(b[3] - y) < 6 for b in boxes)


@pytest.mark.parametrize("name", ["big", "historical"])
def test_a_picture_without_names_has_its_labels_where_all_names_would_put_them(name: str) -> None:
    design = big_design(60) if name == "big" else sample(name)
    for scale in (3.0, 7.0, 9.0):
        alone, whole = LazyScene(), LazyScene()
        alone.show(design)
        whole.show(design)
        for layer in ("labels", "names"):
            shown, all = (
                [i for i in items if i.least_scale <= scale < i.most_scale
                 and (layer == "labels" or i.least_scale > 0)]
                for items in (alone.placed(layer, scale), whole.layer(layer, whole.bounds)))
            assert shown == all
        assert any(whole.layer("labels", whole.bounds))
