"""Vector drawings of whole maps are made of tables: their outlines, paths and numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from plain_lines import NaturalLines
from small_design import small_design

from visegrad_editor.drawing.compiled import _raster
from visegrad_editor.drawing.drawn_hexes import DrawnHexes
from visegrad_editor.drawing.layers import PRINTED_LAYERS
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.style_file import find_style
from visegrad_editor.drawing.styled_design import apply_style
from visegrad_editor.drawing.tables.ground import GroundShapes
from visegrad_editor.drawing.tables.hex_field import HexField
from visegrad_editor.drawing.tables.shape_tables import HexAreas
from visegrad_editor.drawing.vector.parts import Drawn, HexRun, Paths
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.vector.whole_map import WholeMap
from visegrad_editor.drawing.writing.numbers import Numbers
from visegrad_editor.hexgrid import Hex, Hexside, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load


@cache
def design_of(name: str) -> Design:
    design = small_design() if name == "small" else load(name).design
    assert design is not None
    return design


@pytest.mark.parametrize(("name", "style", "turn"), [
    ("small", "printed", 0), ("historical", "colour-blind-safe", 1), ("gsofg", "printed", 3),
    ("maps/own-village", "printed", 0)])
def test_outlines_of_hexes_are_those_of_natural_lines(name: str, style: str, turn: int) -> None:
    chosen = replace(find_style(style).style, turn=turn)
    hexes = DrawnHexes(*apply_style(design_of(name), chosen))
    ground, columns = hexes.ground, hexes.design.map.grid.columns
    lines, seen = NaturalLines(hexes.geometry, hexes.style.wander), []

    def kind(hex: Hex) -> str | None:
        return None if ground.is_off_map(hex) else ground.map.terrain.at(hex)

    tables = GroundShapes(ground, HexField(hexes.geometry, hexes.style.wander))
    for part in tables.layer("terrain", 1e8, by_hex=True):
        if not isinstance(part, HexAreas):
            continue
        ends = np.cumsum(part.count).tolist()
        for number, end, count in zip(part.hexes.tolist(), ends, part.count.tolist(), strict=True):
            row, column = divmod(number, columns)
            outline = lines.shape(Hex(column, row), kind)
            assert np.allclose(part.points[end - count : end], outline, atol=1e-9)
            seen.append(number)
    assert sorted(seen) == list(range(len(hexes.design.map.grid.numbers)))


@pytest.mark.parametrize(("form", "end", "expected"), [
    (0, b"z", ["M0,0l1,2.5 2,-2.75z", "M5,5z", "M-.5,-.25l0,0z"]),
    (1, b"h", ["0 0 m\n1 2.5 l\n3 -.25 l\nh", "5 5 m\nh", "-.5 -.25 m\n-.5 -.25 l\nh"]),
    (2, b"", [' x="0" y="0"', ' x="5" y="5"', ' x="-.5" y="-.25"']),
    (3, b"\n", ["0 0\n", "5 5\n", "-.5 -.25\n"])])
def test_paths_are_written_as_text(form: int, end: bytes, expected: list[str]) -> None:
    """Steps that are too short to be written are left out, but not the only one of a path."""
    points = np.array([(0, 0), (1, 2.5), (1.001, 2.5), (3, -0.25), (5, 5), (-0.5, -0.25), (-0.5, -0.25)])
    first, count = np.array([0, 4, 5], np.int32), np.array([4, 1, 2], np.int32)
    text, ends = _raster.paths(points, first, count, (0.0, 0.0), (100.0, 100.0), 2, form, end)
    stops = np.frombuffer(ends, np.int64).tolist()
    assert [text[a:b].decode() for a, b in zip([0, *stops], stops, strict=False)] == expected


@pytest.mark.parametrize(("first", "count", "points", "form"), [
    (0, 3, [(0.0, 0.0), (1.0, 1.0)], 0), (-1, 1, [(0.0, 0.0)], 0), (0, 0, [(0.0, 0.0)], 0),
    (0, 1, [(np.nan, 0.0)], 0), (0, 1, [(1e300, 0.0)], 1), (0, 1, [(0.0, 0.0)], 4)])
def test_paths_that_cannot_be_written_are_refused(
    first: int, count: int, points: list[tuple[float, float]], form: int
) -> None:
    with pytest.raises(ValueError, match=r"path|point"):
        _raster.paths(np.array(points), np.array([first], np.int32), np.array([count], np.int32), (0.0, 0.0),
                      (100.0, 100.0), 2, form, b"")


def test_paths_and_runs_near_a_box_have_all_that_is_in_it() -> None:
    design = design_of("historical")
    box = (5.0, 5.0, 9.0, 9.0)
    whole, part = (
        {x.name: list(x.parts) for x in vector_scene(design, 48.0, box=b).layers} for b in (None, box))
    for layer in ("terrain", "grid", "roads", "borders", "numbers"):
        every, near = hexes_of(whole[layer]), hexes_of(part[layer])
        assert near < every, layer
        assert len(near) < 40, layer
    inside = {i.hex for part in whole["numbers"] if isinstance(part, HexRun) for i in part.items()
              for p in i.primitives
              if isinstance(p, Text) and 5 <= p.at[0] <= 9 and 5 <= p.at[1] <= 9}
    assert len(inside) > 2
    assert inside <= {n for part in part["numbers"] if isinstance(part, HexRun) for n in part.names}


def hexes_of(parts: list[Drawn]) -> set[int]:
    return {hex for part in parts if not isinstance(part, Item) for hex in part.hexes.tolist()}


def test_numbers_are_placed_as_in_the_scene() -> None:
    """Those in their usual positions are one run with few drawings."""
    hexes = DrawnHexes(*apply_style(design_of("historical"), Style()))
    numbers = Numbers(hexes.ground, hexes.style)
    (run,) = WholeMap(hexes).numbers(numbers)
    assert isinstance(run, HexRun)
    assert len(run.drawings) < 30
    found = {item.hex: item.primitives for item in run.items()}
    band = numbers.bands()[-1]
    expected = [i for i in (numbers.item(hex, band) for hex in hexes.design.map.grid) if i is not None]
    assert len(found) == len(expected) > 500
    for item in expected:
        ((one,), (other,)) = found[item.hex], item.primitives
        assert isinstance(one, Text)
        assert isinstance(other, Text)
        assert np.allclose(one.at, other.at)
        assert replace(one, at=(0.0, 0.0)) == replace(other, at=(0.0, 0.0))


def test_of_two_rivers_on_one_hexside_the_first_is_drawn() -> None:
    """Its name counts, too, for which of three rivers at a corner go on from each other."""
    design, a = small_design(), Hex(2, 2)
    b, c = design.map.grid.step(a, 1), design.map.grid.step(a, 2)
    shared, left, right = hexside(a, b), hexside(b, c), hexside(a, c)
    (river, *_) = (x for x in design.map.lines if x.kind == "river")

    def with_second(sides: tuple[Hexside, ...]) -> Design:
        lines = (replace(river, name="First", sides=(shared, left)),
                 replace(river, name="Second", sides=sides))
        return replace(design, map=replace(design.map, lines=lines))

    one, other = (rivers_of(with_second(sides)) for sides in ((right,), (shared, right)))
    assert one == other
    assert one


def rivers_of(design: Design) -> list[tuple[object, ...]]:
    layer = WholeMap(DrawnHexes(*apply_style(design, Style()))).layer("rivers")
    return [(x.points.tolist(), x.which.tolist(), x.looks) for x in layer if isinstance(x, Paths)]


def test_a_small_drawing_matches_a_picture_of_its_size() -> None:
    design = design_of("historical")
    assert [x.name for x in vector_scene(design, 10.0).layers] == list(PRINTED_LAYERS)
    small, large = (
        {x.name: list(x.parts) for x in vector_scene(design, dots, layers=("numbers", "names")).layers}
        for dots in (10.0, 35.0))
    assert not small["numbers"]
    assert len(hexes_of(large["numbers"])) > 500
    towns = {t.text for i in small["names"] if isinstance(i, Item)
             for t in i.primitives if isinstance(t, Text)}
    assert "Warsaw" in towns
    assert len(towns) < len(large["names"])
