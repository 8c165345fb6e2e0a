"""Vector drawings of whole maps match the scene; repeated shapes are made once."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache

import pytest
from small_design import small_design

from visegrad_editor.drawing.hex_layers import LOCAL_LAYERS, HexLayers
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.scene import SceneBuilder
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.style_file import find_style
from visegrad_editor.drawing.styled_design import apply_style
from visegrad_editor.drawing.vector.runs import HexRun, VectorLayer
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.vector.whole_map import WholeMap
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load


@cache
def design_of(name: str) -> Design:
    design = small_design() if name == "small" else load(name).design
    assert design is not None
    return design


def shape_and_numbers(item: Item) -> tuple[object, list[float]]:
    """The non-numeric parts of an item, and its numbers, whose last digits may differ."""
    numbers: list[float] = []

    def plain(value: object) -> object:
        if isinstance(value, (int, float)):
            numbers.append(float(value))
            return None
        return tuple(map(plain, value)) if isinstance(value, tuple) else value

    shapes = [(type(p).__name__, *(plain(getattr(p, f.name)) for f in fields(p))) for p in item.primitives]
    return (item.hex, item.least_scale, tuple(shapes)), numbers


def numbers_by_shape(items: list[Item]) -> dict[object, list[list[float]]]:
    found: dict[object, list[list[float]]] = {}
    for item in items:
        kind, numbers = shape_and_numbers(item)
        found.setdefault(kind, []).append(numbers)
    return {kind: sorted(found[kind]) for kind in found}


@pytest.mark.parametrize(("name", "style", "turn"), [
    ("small", "printed", 0), ("historical", "printed", 0), ("historical", "colour-blind-safe", 1),
    ("gsofg", "printed", 3), ("gsofg", "low-ink", 0)])
def test_layers_match_the_scene(name: str, style: str, turn: int) -> None:
    design, chosen = design_of(name), replace(find_style(style).style, turn=turn)
    builder = SceneBuilder(chosen)
    whole = WholeMap(HexLayers(*apply_style(design, chosen)))
    compared = 0
    for layer in LOCAL_LAYERS:
        items = builder.layer(design, layer)
        for dots in (1e8, 7.0):
            expected = numbers_by_shape([i for i in items if i.least_scale <= dots < i.most_scale])
            found = numbers_by_shape(VectorLayer(layer, tuple(whole.layer(layer, dots))).items)
            assert found.keys() == expected.keys(), layer
            for kind, numbers in expected.items():
                compared += len(numbers)
                assert len(found[kind]) == len(numbers), layer
                for one, other in zip(found[kind], numbers, strict=True):
                    assert all(abs(a - b) < 1e-6 for a, b in zip(one, other, strict=True)), layer
    assert compared


@pytest.mark.parametrize(("name", "dots"), [("historical", 1e8), ("historical", 18.0), ("gsofg", 24.0)])
def test_numbers_are_placed_as_in_the_scene(name: str, dots: float) -> None:
    design = design_of(name)
    numbers = SceneBuilder(Style()).layer(design, "numbers")
    expected = numbers_by_shape([i for i in numbers if i.least_scale <= dots < i.most_scale])
    scene = {x.name: x for x in vector_scene(design, dots).layers}
    found = numbers_by_shape(list(scene["numbers"].items))
    assert found.keys() == expected.keys()
    assert expected


def test_plain_hexes_are_stored_as_runs() -> None:
    design = design_of("historical")
    whole = WholeMap(HexLayers(*apply_style(design, find_style("printed").style)))
    for layer, least in (("terrain", 0.6), ("grid", 0.05), ("numbers", 0.9)):
        places = {p.number for x in whole.layer(layer) if isinstance(x, HexRun) for p in x.places}
        assert len(places) >= least * len(design.map.grid), layer
    assert sum(len(x.drawings) for x in whole.layer("numbers") if isinstance(x, HexRun)) < 30


def test_part_of_a_run_has_the_hexes_near_a_box() -> None:
    (numbers,) = WholeMap(HexLayers(*apply_style(design_of("historical"), Style()))).layer("numbers")
    assert isinstance(numbers, HexRun)
    box = (5.0, 5.0, 9.0, 9.0)
    near = {p.number for p in numbers.within(box).places}
    inside = {i.hex for i in numbers.items() for p in i.primitives
              if isinstance(p, Text) and 5 <= p.at[0] <= 9 and 5 <= p.at[1] <= 9}
    assert inside <= near
    assert len(near) < 40


def test_a_small_drawing_matches_a_picture_of_its_size() -> None:
    design = design_of("historical")
    layers = {x.name: x for x in vector_scene(design, 10.0).layers}
    assert not layers["numbers"].parts
    near = {x.name: x for x in vector_scene(design, 35.0).layers}
    assert len(near["numbers"].items) > 500
    towns = {t.text for i in layers["names"].items for t in i.primitives if isinstance(t, Text)}
    assert "Warsaw" in towns
    assert len(towns) < len(near["names"].items)
