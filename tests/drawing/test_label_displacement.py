"""Names make way for counters, and only those near a counter that moves."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from drawn_map import drawn_items

from visegrad_editor.drawing.counters import UnitView
from visegrad_editor.drawing.curves import Box, boxes_meet
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.lettering import box_about
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.writing.label_displacement import DisplacedNames, StackBoxes
from visegrad_editor.drawing.writing.placed_text import placed_names
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.printing.map_art import MapDrawing

SCALES = (8.0, 13.9, 20.0, 23.4, 27.7, 40.0)


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


def shown(items: list[Item], scale: float) -> dict[str, Box]:
    return {t.text: box_about(t) for i in items if i.least_scale <= scale < i.most_scale
            for t in i.primitives if isinstance(t, Text) and t.size * scale > t.least_pixels}


def hidden_by(pieces: StackBoxes, names: dict[str, Box]) -> list[str]:
    """The names with a large part of their letters under counters."""
    def covered(box: Box) -> bool:
        left, top, right, bottom = box
        rim = 0.2 * (bottom - top)
        return bool(pieces.boxes((left, top + rim, right, bottom - rim)))

    return [name for name, box in names.items() if covered(box)]


def pieces_of(scene: LazyScene) -> StackBoxes:
    return StackBoxes(scene.hexes.stacks, scene.hexes.geometry, scene.style)


@cache
def scene_of(turn: int, *, counters: bool = True) -> LazyScene:
    """The map with its set-up, the names clear of the counters or not."""
    scene = LazyScene(replace(DEFAULT, turn=turn))
    scene.show(historical(), counters=counters)
    return scene


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("turn", [0, 1])
def test_no_counter_hides_a_name(scale: float, turn: int) -> None:
    scene, plain = scene_of(turn), scene_of(turn, counters=False)
    names, without = (shown(x.placed("names", scale), scale) for x in (scene, plain))
    if turn == 0 and scale == 20.0:
        assert hidden_by(pieces_of(scene), without), "without counters, names stand as if there were none"
    assert hidden_by(pieces_of(scene), names) == []
    assert len(names) > 0.93 * len(without)
    kept = [name for name, box in without.items() if not pieces_of(scene).boxes(box)]
    assert all(names[name] == without[name] for name in kept), "no other moves"


def test_stacks_hide_no_names_and_a_move_places_only_names_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    design, chance = historical(), random.Random(3)
    assert design.scenario is not None
    towns = [p.hex for p in design.map.places if p.name]
    position = {u.key: UnitView(chance.choice(towns)) for u in design.scenario.units[:60]}
    scene = LazyScene()
    scene.show(design, position)
    asked: list[int] = []
    elsewhere = DisplacedNames._is_covered
    for scale in SCALES:
        assert hidden_by(pieces_of(scene), shown(scene.placed("names", scale), scale)) == []
    monkeypatch.setattr(DisplacedNames, "_is_covered", lambda self, n: asked.append(n) or elsewhere(self, n))
    for unit in design.scenario.units[:12]:
        before = {s: scene.placed("names", s) + scene.placed("numbers", s) for s in SCALES}
        position = {**position, unit.key: UnitView(chance.choice(towns))}
        asked.clear()
        boxes = scene.show(design, position)
        assert len(set(asked)) < 60
        anew = LazyScene()
        anew.show(design, position)
        for scale in SCALES:
            after = scene.placed("names", scale) + scene.placed("numbers", scale)
            assert after == anew.placed("names", scale) + anew.placed("numbers", scale)
            other = {*before[scale]}.symmetric_difference(after)
            assert all(any(boxes_meet(i.box, b) for b in boxes) for i in other)


def test_hidden_counters_displace_no_names() -> None:
    design = historical()
    bare = replace(design, scenario=None)
    assert drawn_items(design, "names", counters=False) == drawn_items(bare, "names")
    assert drawn_items(design, "names") != drawn_items(bare, "names")
    one, other = ([*vector_scene(d, 40.0, layers=("names",)).layers[0].parts] for d in (design, bare))
    assert one == other
    scene = LazyScene()
    scene.show(design)
    with_counters = scene.placed("names", 40.0)
    assert scene.show(design, counters=False)
    assert scene.placed("names", 40.0) != with_counters
    assert scene.show(design)
    assert scene.placed("names", 40.0) == with_counters


def test_tools_find_displaced_names() -> None:
    scene = scene_of(0)
    names = shown(scene.placed("names", 40.0), 40.0)
    found = {w.text.text: box_about(w.text) for w in placed_names(historical()) if w.ref.kind == "place"}
    assert found == names


@cache
def on_paper() -> MapDrawing:
    return MapDrawing(historical())


@pytest.mark.parametrize("points", [8.0, 12.0, 26.2])
def test_on_paper_no_counter_hides_a_name(points: float) -> None:
    (names,) = (x for x in on_paper().layers(points) if x.name == "names")
    scene = scene_of(0)
    written = shown(list(names.items), 1e8)
    assert len(written) > 40
    assert hidden_by(pieces_of(scene), written) == []
