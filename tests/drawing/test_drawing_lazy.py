"""The lazily built scene equals the scene of the whole map."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from drawn_map import drawn_scene
from PIL import Image
from small_design import small_design

from visegrad_editor.drawing.curves import boxes_meet
from visegrad_editor.drawing.layers import ALL_LAYERS, LOCAL_LAYERS
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.painters.part_painter import PartPainter
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.vector.parts import VectorScene
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.drawing.writing.incremental_placement import IncrementalPlacement, Placer
from visegrad_editor.drawing.writing.labels import Labels
from visegrad_editor.drawing.writing.names import NamePlacement
from visegrad_editor.drawing.writing.shields import Shields
from visegrad_editor.drawing.writing.small_scale_text import SmallScaleNames
from visegrad_editor.hexgrid import Hex, HexGrid, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.levels import paint_levels
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Building, HexsideLine, Label, Place, Road, Waters
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from big_map import big_design

sys.path.pop(0)
WRITTEN = ("labels", "names", "plates", "numbers")


@cache
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
    if name == "huge":
        return big_design(60)
    design = load("historical").design
    assert design is not None
    return design


@cache
def whole_scene(name: str, turn: int) -> VectorScene:
    """All of a sample, from a scene of its own."""
    return drawn_scene(sample(name), layers=ALL_LAYERS, style=replace(DEFAULT, turn=turn))


@pytest.mark.parametrize(("name", "turn"), [
    ("small", 0), ("small", 1), ("small", 2), ("small", 3),
    ("flat", 0), ("flat", 1), ("flat", 2), ("flat", 3),
    ("big", 0), ("big", 3), ("historical", 0), ("historical", 1)])
def test_every_part_keeps_the_items_and_order_of_the_whole(name: str, turn: int) -> None:
    design, style = sample(name), replace(DEFAULT, turn=turn)
    whole = whole_scene(name, turn)
    lazy, chance = LazyScene(style), random.Random(turn)
    lazy.show(design)
    assert lazy.bounds == whole.bounds
    left, top, right, bottom = whole.bounds
    boxes = [whole.bounds] + [
        (x, y, x + chance.uniform(0.1, 12), y + chance.uniform(0.1, 12)) for _ in range(8)
        for x, y in ((chance.uniform(left, right), chance.uniform(top, bottom)),)]
    for box in boxes[::-1]:
        for layer in whole.layers:
            if layer.name in LOCAL_LAYERS:
                continue
            items = [i for i in layer.items if boxes_meet(i.box, box)]
            assert lazy.layer(layer.name, box) == items, layer.name


@pytest.mark.parametrize(("name", "scale", "turn"), [
    ("historical", 9.0, 0), ("historical", 20.0, 1), ("historical", 47.0, 0), ("big", 8.7, 2),
    ("big", 20.0, 3), ("flat", 13.0, 0), ("flat", 40.0, 3), ("small", 30.0, 1)])
def test_a_part_has_the_pixels_of_the_whole(name: str, scale: float, turn: int) -> None:
    design, style, chance = sample(name), replace(DEFAULT, turn=turn), random.Random(turn)
    lazy = LazyScene(style)
    lazy.show(design)
    left, top, right, bottom = lazy.bounds
    width, height = int((right - left) * scale), int((bottom - top) * scale)
    whole = MapPainter(design, ALL_LAYERS, scale, width, height, style)
    painter, ox, oy = PartPainter(lazy), round(left * scale), round(top * scale)
    for _ in range(5):
        wide, high = chance.randrange(9, min(250, width)), chance.randrange(9, min(250, height))
        x, y = chance.randrange(width - wide), chance.randrange(height - high)
        view = Viewport(scale, (ox + x) / scale, (oy + y) / scale, wide, high)
        part = painter.render(ALL_LAYERS, view, Image.new("RGB", (wide, high), lazy.style.paper))
        assert np.array_equal(np.asarray(part), whole.rows(y, high)[:, x : x + wide]), view


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
        "levels": with_map(design, paint_levels(map, [Hex(4, 3), Hex(5, 4)], 2)),
        "building": replace(design, map=replace(map, buildings=(Building("inn", (Hex(4, 3), Hex(5, 3))),))),
        "waters": replace(design, map=replace(map, waters=(Waters("pond", (Hex(4, 3),)),))),
        "units": replace(design, scenario=replace(scenario, units=scenario.units[1:])),
        "colour": replace(design, ruleset=replace(rules, terrain=(clear, *rules.terrain[1:]))),
        "symbol": replace(design, ruleset=replace(rules, features=(city, *rules.features[1:]))),
    }
    assert all(d != design for d in found.values())
    return found


@pytest.mark.parametrize("what", sorted(edits(small_design())))
@pytest.mark.parametrize("seen", ["all", "a corner", "nothing"])
def test_the_boxes_of_an_edit_cover_every_difference(what: str, seen: str) -> None:
    before = small_design()
    after = edits(before)[what]
    old, new = (drawn_scene(d, layers=ALL_LAYERS) for d in (before, after))
    lazy = LazyScene()
    lazy.show(before)
    spot = {"all": lazy.bounds, "a corner": (0.0, 0.0, 4.0, 4.0), "nothing": (-99.0, -99.0, -98.0, -98.0)}
    for layer in ALL_LAYERS:
        lazy.layer(layer, spot[seen])
    looked_at = spot[seen]
    for design, one, other in ((after, old, new), (before, new, old), (after, old, new)):
        boxes = lazy.show(design)
        changes = 0
        for was, layer in zip(one.layers, other.layers, strict=True):
            if layer.name not in LOCAL_LAYERS:
                assert lazy.layer(layer.name, lazy.bounds) == layer.items, layer.name
            differ = [i for i in was.items if i not in layer.items] + [
                i for i in layer.items if i not in was.items]
            changes += len(differ)
            for item in [i for i in differ if boxes_meet(i.box, looked_at)]:
                assert any(b[0] <= item.box[0] and b[1] <= item.box[1] and b[2] >= item.box[2]
                           and b[3] >= item.box[3] for b in boxes), (layer.name, item.box)
        assert changes
        looked_at = lazy.bounds


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


def shown(items: list[Item], scale: float) -> list[Item]:
    return [i for i in items if i.least_scale <= scale < i.most_scale
            and any(not isinstance(p, Text) or p.size * scale >= p.least_pixels for p in i.primitives)]


@pytest.mark.parametrize("name", ["huge", "historical"])
def test_items_made_for_one_scale_are_all_items_shown_there(name: str) -> None:
    design = sample(name)
    whole = {layer.name: [*layer.items] for layer in whole_scene(name, 0).layers}
    layers = {x: whole[x] for x in ("labels", "names", "numbers")}
    plates = whole["plates"]
    assert all(layers.values())
    assert plates
    for scale in (3.0, 9.0, 16.0, 26.0, 30.0):
        alone = LazyScene()
        alone.show(design)
        assert shown(alone.placed("plates", scale), scale) == shown(plates, scale)
        for layer, items in layers.items():
            assert shown(alone.placed(layer, scale), scale) == shown(items, scale), layer
        part = LazyScene()
        part.show(design)
        for box in ((20.0, 20.0, 33.0, 30.0), (10.0, 25.0, 26.0, 33.0)):
            for layer, items in layers.items():
                near = [i for i in items if boxes_meet(i.box, box)]
                assert shown(part.layer(layer, box, scale), scale) == shown(near, scale), layer


def test_text_after_many_edits_equals_a_fresh_placement() -> None:
    design = big_design(40)
    chance, lazy, seen = random.Random(3), LazyScene(), (10.0, 10.0, 40.0, 35.0)
    lazy.show(design)
    first = design
    for step in range(14):
        for layer in WRITTEN:
            lazy.layer(layer, seen, chance.choice((7.0, 20.0, 40.0, None)))
        map = design.map
        hexes = map.grid.within(Hex(chance.randrange(40), chance.randrange(40)), 1)
        there = [h for h in hexes if h in map.grid]
        kind = step % 6
        if kind == 0:
            map = paint_terrain(map, there, chance.choice(("sea", "clear", "mountain")))
        elif kind == 1:
            map = paint_country(map, there, chance.choice([v for _, v in map.countries.legend]))
        elif kind == 2:
            map = replace(map, places=tuple(p for p in map.places if chance.random() < 0.9))
        elif kind == 3:
            map = replace(map, places=(*map.places, Place(there[0], "Newtown", ("city",))))
        elif kind == 4:
            map = replace(map, labels=(*map.labels[1:], Label("Land", there[0], 0.6, style="country")))
        else:
            map = replace(map, roads=map.roads[1:], lines=map.lines[2:])
        design = with_map(design, map)
        if step == 12:
            design = first
        before = {x: shown(lazy.layer(x, seen, 20.0), 20.0) for x in WRITTEN}
        boxes = lazy.show(design)
        anew = LazyScene()
        anew.show(design)
        for layer in WRITTEN:
            after = lazy.layer(layer, seen)
            assert after == anew.layer(layer, seen), (step, layer)
            after = shown(after, 20.0)
            for item in [i for i in before[layer] if i not in after] + [
                    i for i in after if i not in before[layer]]:
                left, top, right, bottom = item.box
                assert any(b[0] <= left and b[1] <= top and b[2] >= right and b[3] >= bottom for b in boxes)


def test_an_edit_without_effect_on_text_places_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    design, lazy = big_design(40), LazyScene()
    lazy.show(design)
    for layer in WRITTEN:
        lazy.layer(layer, lazy.bounds)
    placed: list[int] = []
    for kind in (NamePlacement, SmallScaleNames, Labels, Shields):
        def placer(self: IncrementalPlacement, which: Sequence[int],
                   old: Callable[..., Placer] = kind._placer) -> Placer:
            placed.extend(which)
            return old(self, which)

        monkeypatch.setattr(kind, "_placer", placer)
    town = next(p.hex for p in design.map.places if design.map.terrain.at(p.hex) == "clear")
    lazy.show(with_map(design, paint_terrain(design.map, [town], "marsh")))
    for layer in WRITTEN:
        lazy.layer(layer, lazy.bounds)
    assert not placed
    lazy.show(with_map(design, paint_terrain(design.map, [town], "sea")))
    assert placed
    assert len(placed) < 40


def with_units_elsewhere(design: Design, chance: random.Random) -> Design:
    """The design with its units in a few hexes chosen at random."""
    assert design.scenario is not None
    grid = design.map.grid
    places = chance.sample([h for h in grid if design.map.terrain.at(h) != "sea"], 12)
    units = tuple(
        replace(unit, setup=Setup(Where(hexes=(grid.number(chance.choice(places)),))))
        if unit.setup is not None and unit.setup.where.hexes else unit for unit in design.scenario.units)
    return replace(design, scenario=replace(design.scenario, units=units))


@pytest.mark.parametrize("seed", range(4))
def test_names_avoid_counters_that_jump_to_parts_not_seen_before(seed: int) -> None:
    """As when one jumps about in a recorded game, with only a part of the map in view."""
    chance, design = random.Random(seed), sample("historical")
    lazy = LazyScene()
    lazy.show(design)
    left, top, right, bottom = lazy.bounds
    for _ in range(8):
        x, y = chance.uniform(left, right), chance.uniform(top, bottom)
        box = (x, y, x + 6.0, y + 6.0)
        for scale in (60.0, 20.0):
            lazy.layer("names", box, scale)
        design = with_units_elsewhere(design, chance)
        lazy.show(design)
        afresh = LazyScene()
        afresh.show(design)
        assert lazy.layer("names", box, 60.0) == afresh.layer("names", box, 60.0)
