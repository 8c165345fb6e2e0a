"""Placement of names: large places first in every style, clear of dots and of fixed labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from small_design import small_design

from visegrad_editor.drawing.appearance import own_symbol
from visegrad_editor.drawing.features import feature_boxes
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.lettering import letter_boxes
from visegrad_editor.drawing.primitives import Text
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.drawing.styled_design import apply_style, apply_style_to_ruleset
from visegrad_editor.drawing.writing.names import usual_size
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit import labels
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.places import set_name
from visegrad_editor.model.files.load import load
from visegrad_editor.model.frozen_data import frozen
from visegrad_editor.model.gamemap import GameMap, Label

SPOT = Hex(20, 15)
TOWNS_FOR_CITIES = replace(DEFAULT, features=frozen({"city": {"symbol": "town"}}))


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return replace(design, scenario=None)


def blank() -> Design:
    design = small_design()
    return replace(design, map=blank_map(design.ruleset, "blank", "Blank", 40, 30), scenario=None)


def scene_of(design: Design, style: Style = DEFAULT) -> LazyScene:
    scene = LazyScene(style)
    scene.show(design)
    return scene


def texts(scene: LazyScene, layer: str, scale: float) -> Iterator[tuple[str, Text]]:
    """The hex and letters of every text that a layer shows at a scale."""
    for item in scene.layer(layer, scene.bounds, scale):
        for text in item.primitives:
            if isinstance(text, Text) and item.least_scale <= scale < item.most_scale:
                yield item.hex, text


# -- the rank of a place ------------------------------------------------------------------


@pytest.mark.parametrize("scale", [12.0, 24.0, 60.0])
def test_a_style_with_other_symbols_keeps_the_names(scale: float) -> None:
    usual = {t.text: (t.size, t.bold) for _, t in texts(scene_of(historical()), "names", scale)}
    other = {t.text: (t.size, t.bold) for _, t in texts(
        scene_of(historical(), TOWNS_FOR_CITIES), "names", scale)}
    assert len(usual) > 20
    # Smaller symbols leave more room, so there may be more names, or others in a tight corner.
    assert len(other) >= len(usual)
    cities = {p.name for p in historical().map.places if {"city", "capital"} & set(p.features) and p.name}
    assert {n: usual[n] for n in cities & usual.keys()} == {n: other.get(n) for n in cities & usual.keys()}


def test_a_feature_keeps_its_own_symbol_through_two_styles() -> None:
    ruleset, _ = apply_style_to_ruleset(historical().ruleset, TOWNS_FOR_CITIES)
    assert ruleset.feature_by_id["city"].symbol == "town"
    assert own_symbol(ruleset.feature_by_id["city"]) == "city"
    villages = replace(DEFAULT, features=frozen({"city": {"symbol": "village", "colour": "#010203"}}))
    again, _ = apply_style_to_ruleset(ruleset, villages)
    assert (again.feature_by_id["city"].symbol, again.feature_by_id["city"].colour) == ("village", "#010203")
    assert own_symbol(again.feature_by_id["city"]) == "city"
    place = next(p for p in historical().map.places if p.features == ("city",))
    design, style = apply_style(historical(), TOWNS_FOR_CITIES)
    assert usual_size(design, place, style) == usual_size(historical(), place, DEFAULT)


# -- what names keep clear of -------------------------------------------------------------


@pytest.mark.parametrize("scale", [18.0, 24.0, 36.0])
def test_no_name_covers_the_dot_of_a_place(scale: float) -> None:
    design = historical()
    grid, geometry = design.map.grid, design.map.geometry
    dots = {grid.number(p.hex): feature_boxes((), geometry.centre(p.hex), geometry.shape)[0]
            for p in design.map.places if p.name and not p.features}
    assert len(dots) > 30
    found = list(texts(scene_of(design), "names", scale))
    assert len(found) > 40
    assert [(t.text, n) for _, t in found for n, (a, b, c, d) in dots.items()
            for e, f, g, h in letter_boxes(t, -0.05) if a < g and e < c and b < h and f < d] == []


def test_a_name_makes_way_for_a_label_placed_by_hand() -> None:
    def named(map: GameMap) -> GameMap:
        return set_name(map, SPOT, "Nowhere")

    def where(scene: LazyScene) -> tuple[float, float]:
        ((_, text),) = texts(scene, "names", 40.0)
        return text.at

    design = with_map(blank(), named(blank().map))
    usual = where(scene_of(design))
    _, y = design.map.geometry.centre(SPOT)
    assert usual[1] > y
    # A movable label goes elsewhere; one placed by hand stays exactly where the name would be.
    label = Label("Atlantis", SPOT, 0.5, style="region")
    free = with_map(design, labels.add_label(design.map, label))
    assert where(scene_of(free)) == usual
    fixed = with_map(design, labels.add_label(design.map, replace(label, at=(0.0, 0.66))))
    scene = scene_of(fixed)
    ((_, text),) = texts(scene, "labels", 40.0)
    moved = where(scene)
    assert moved != usual
    letters = letter_boxes(text)
    ((_, name),) = texts(scene, "names", 40.0)
    assert not any(a < g and e < c and b < h and f < d
                   for a, b, c, d in letters for e, f, g, h in letter_boxes(name, -0.05))
    # After an edit as anew, and what differs is told.
    scene = scene_of(design)
    assert where(scene) == usual
    boxes = scene.show(fixed)
    assert where(scene) == moved
    for px, py in (usual, moved):
        assert any(a <= px <= c and b <= py <= d for a, b, c, d in boxes)
    scene.show(design)
    assert where(scene) == usual
