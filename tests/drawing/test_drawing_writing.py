"""Text on a map: names, labels and shields keep clear of each other, of symbols and of the frame."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from bundled import design_of
from drawn_map import drawn_items, drawn_scene
from items import some
from shapely import LineString, Point, Polygon, STRtree, box
from shapely.geometry.base import BaseGeometry

from visegrad_editor.drawing.curves import box_of
from visegrad_editor.drawing.features import feature_boxes
from visegrad_editor.drawing.letters.fonts import CAP_HEIGHT
from visegrad_editor.drawing.letters.ink_boxes import ink_boxes
from visegrad_editor.drawing.letters.lettering import frame
from visegrad_editor.drawing.primitives import Item, Line, Text
from visegrad_editor.drawing.primitives import Polygon as Plate
from visegrad_editor.drawing.style import Style

WRITTEN = ("labels", "names", "plates", "numbers")
MAPS = ("gsofg", "visegrad4")
TURNS = (0, 1, 2, 3)


@cache
def items_of_writing(name: str, turn: int) -> dict[str, list[Item]]:
    """The items of each layer of writing of a map with its counters, placed once for all tests."""
    scene = drawn_scene(design_of(name), layers=WRITTEN, style=Style(turn=turn), counters=True)
    return {layer.name: [*layer.items] for layer in scene.layers}


@cache
def written(name: str, turn: int, layer: str) -> list[tuple[Text, BaseGeometry]]:
    """The texts of a layer with their frames, at a scale that shows all of them."""
    return [(p, Polygon(frame(p, -0.04))) for i in items_of_writing(name, turn)[layer] if i.most_scale >= 1e9
            for p in i.primitives if isinstance(p, Text)]


def meeting(one: list[tuple[Text, BaseGeometry]], other: list[tuple[Text, BaseGeometry]]) -> list[str]:
    return [f"{a.text}/{b.text}" for a, f in one for b, g in other if a is not b and f.intersects(g)]


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", MAPS)
def test_no_two_texts_overlap(name: str, turn: int) -> None:
    names, labels, shields = (written(name, turn, x) for x in ("names", "labels", "plates"))
    assert len(names) > 40
    assert len(labels) > 15
    everything = names + labels + shields
    assert [f"{a.text}/{b.text}" for (a, f), (b, g) in combinations(everything, 2) if f.intersects(g)] == []


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", MAPS)
def test_writing_is_inside_the_map(name: str, turn: int) -> None:
    inside = box(*Style(turn=turn).geometry(design_of(name).map).bounds())
    for layer in ("names", "labels"):
        texts = written(name, turn, layer)
        assert texts
        assert [t.text for t, f in texts if not inside.contains(f)] == []


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", MAPS)
def test_labels_and_shields_keep_clear_of_symbols(name: str, turn: int) -> None:
    design = design_of(name)
    kinds, geometry = design.ruleset.feature_by_id, Style(turn=turn).geometry(design.map)
    symbols = [
        box(*b) for p in design.map.places if p.features
        for b in feature_boxes({kinds[f].symbol for f in p.features}, geometry.centre(p.hex), geometry.shape)]
    assert symbols
    for layer in ("labels", "plates"):
        texts = written(name, turn, layer)
        assert texts or layer == "plates"
        assert [t.text for t, f in texts if any(f.intersects(s) for s in symbols)] == []


@pytest.mark.parametrize("name", MAPS)
def test_few_labels_are_crossed_by_roads_and_rivers(name: str) -> None:
    lines = [LineString(p.points) for layer in ("rivers", "roads")
             for i in drawn_items(design_of(name), layer) for p in i.primitives if isinstance(p, Line)]
    labels = [(t, f) for t, f in written(name, 0, "labels") if not t.rotation]
    struck = [t.text for t, f in labels if any(f.intersects(x) for x in lines)]
    assert len(struck) <= len(labels) // 8, struck


@pytest.mark.parametrize("name", MAPS)
def test_plates_stay_in_their_hex(name: str) -> None:
    design = design_of(name)
    kinds = design.ruleset.feature_by_id
    for turn in (0, 1):
        geometry = Style(turn=turn).geometry(design.map)
        for place in some(design.map.places):
            hexagon = Polygon(geometry.corners(place.hex)).buffer(0.02)
            symbols = {kinds[f].symbol for f in place.features} - {"city", "town", "village"}
            x, y = geometry.centre(place.hex)
            for left, top, right, bottom in some(feature_boxes(symbols, (x, y), geometry.shape)):
                middle = Polygon(((left, top), (right, top), (right, bottom), (left, bottom))).centroid
                assert hexagon.contains(middle.buffer((right - left) / 2 - 0.02)), place.name


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("scale", [5.7, 8.0, 11.0, 20.0])
def test_countries_and_cities_are_legible_at_small_scales(name: str, scale: float) -> None:
    design = design_of(name)
    shown = {
        layer: [p for i in items_of_writing(name, 0)[layer] if i.least_scale <= scale < i.most_scale
                for p in i.primitives if isinstance(p, Text) and p.size * scale >= p.least_pixels]
        for layer in ("labels", "names")}
    countries = {x.text.upper() for x in design.map.labels if x.style == "country"}
    words = {t.text for t in shown["labels"]}
    assert len(countries & words) > 0.8 * len(countries) or scale >= 12.6
    assert len(countries & words) > 2
    assert len(shown["names"]) > 20
    frames = [(t, Polygon(frame(t, -0.1))) for t in shown["names"]]
    assert [f"{a.text}/{b.text}" for (a, f), (b, g) in combinations(frames, 2) if f.intersects(g)] == []
    assert len({t.text for t in shown["names"]}) == len(frames), "no name is written twice"


def shown_at(name: str, layer: str, scale: float) -> list[Text]:
    return [p for i in items_of_writing(name, 0)[layer] if i.least_scale <= scale < i.most_scale
            for p in i.primitives if isinstance(p, Text) and p.size * scale >= p.least_pixels]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("scale", [17.0, 21.0, 25.0, 29.0, 48.0])
def test_hex_numbers_are_legible_and_not_under_names(name: str, scale: float) -> None:
    numbers, names = shown_at(name, "numbers", scale), shown_at(name, "names", scale)
    design = design_of(name)
    hexes = sum(design.map.terrain.at(h) != "off-map" for h in design.map.grid)
    assert len(numbers) > 0.93 * hexes
    assert {t.size for t in numbers} == {numbers[0].size}
    assert numbers[0].size * scale >= 6.3 - 1e-9
    assert numbers[0].size < 0.5
    index = STRtree([Polygon(frame(t, 0.0)) for t in names])
    for number in numbers:
        left, top, right, bottom = Polygon(frame(number, 0.0)).bounds
        cut = (1 - CAP_HEIGHT) / 2 * number.size
        digits = box(left, top + cut, right, bottom - cut)
        covered = sum(index.geometries[n].intersection(digits).area for n in index.query(digits))
        assert covered < 0.12 * digits.area, number.text


def test_small_scale_names_keep_clear_of_visible_labels() -> None:
    for scale in (13.0, 18.0, 24.0):
        names, labels = (
            [(t, Polygon(frame(t, -0.1))) for t in shown_at("visegrad4", x, scale)]
            for x in ("names", "labels"))
        assert names
        assert labels
        assert meeting(names, labels) == []


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("scale", [9.24, 13.9, 20.0, 27.7])
def test_no_name_stands_on_the_symbol_of_another_place_or_nearer_to_it(name: str, scale: float) -> None:
    design = design_of(name)
    kinds, geometry = design.ruleset.feature_by_id, Style().geometry(design.map)
    towns = {p.hex: p for p in design.map.places
             if {"city", "town", "capital"}.intersection(kinds[f].symbol for f in p.features)}
    names = [(i.hex, t) for i in items_of_writing(name, 0)["names"]
             if i.least_scale <= scale < i.most_scale for t in i.primitives if isinstance(t, Text)]
    assert len(names) > 30
    for number, text in names:
        mine = design.map.grid.parse(number)
        assert mine is not None
        left, _, right, _ = Polygon(frame(text, 0.0)).bounds
        letters = box(left, text.at[1] - 0.37 * text.size, right, text.at[1] + 0.37 * text.size)
        own = letters.distance(Point(geometry.centre(mine)))
        for hex, place in towns.items():
            if hex != mine and (place.name or not design.map.grid.adjacent(hex, mine)):
                far = letters.distance(Point(geometry.centre(hex)))
                assert far > own, f"{text.text} stands nearer to {place.name or hex}"
                assert far > 0.42, f"{text.text} covers {place.name or hex}"


def test_names_side_by_side_have_a_gap() -> None:
    side_by_side = 0
    for name in MAPS:
        for scale in (13.9, 20.0, 27.7, 50.0):
            names = [(t, Polygon(frame(t, 0.0)).bounds) for t in shown_at(name, "names", scale)]
            for (one, a), (other, b) in combinations(names, 2):
                beside = min(a[3], b[3]) - max(a[1], b[1]) > 0.5 * one.size
                side_by_side += beside
                gap = max(a[0] - b[2], b[0] - a[2])
                assert not beside or gap > 0.3 * one.size, f"{one.text}/{other.text}"
    assert side_by_side


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", MAPS)
def test_at_full_size_no_text_covers_a_hex_number(name: str, turn: int) -> None:
    design = design_of(name)
    playable = {k.id for k in design.ruleset.terrain if k.playable}
    hexes = {design.map.grid.number(h) for h in design.map.grid if design.map.terrain.at(h) in playable}
    numbers = [t for t, _ in written(name, turn, "numbers")]
    assert {t.text for t in numbers} >= hexes
    assert len(numbers) == len({t.text for t in numbers})
    letters = [box(*b) for layer in ("names", "labels") for t, _ in written(name, turn, layer)
               for b in ink_boxes(t, 0.0, 1.0)]
    letters += [box(*box_of(p.points, 0.0)) for i in items_of_writing(name, turn)["plates"]
                for p in i.primitives if isinstance(p, Plate)]
    index, geometry = STRtree(letters), Style(turn=turn).geometry(design.map)
    for number in numbers:
        left, top, right, bottom = Polygon(frame(number, 0.0)).bounds
        cut = (1 - CAP_HEIGHT) / 2 * number.size
        digits = box(left, top + cut, right, bottom - cut)
        covered = sum(index.geometries[n].intersection(digits).area for n in index.query(digits))
        assert covered < 0.01 * digits.area, number.text
        hex = design.map.grid.parse(number.text)
        assert hex is not None
        assert Polygon(geometry.corners(hex)).buffer(0.01).contains(digits), number.text


@pytest.mark.parametrize("scale", [26.0, 28.0, 29.0, 29.5, 30.0, 40.0])
def test_no_plate_is_blank(scale: float) -> None:
    """Visible plates have visible letters."""
    items = items_of_writing("visegrad4", 0)["plates"]
    plates = [i for i in items if i.least_scale <= scale < i.most_scale]
    assert len(plates) == (0 if scale < 29.4 else 101)
    for item in plates:
        (text,) = (p for p in item.primitives if isinstance(p, Text))
        assert text.size * scale >= text.least_pixels, text.text


@pytest.mark.parametrize("scale", [17.0, 18.0, 21.0, 29.0, 48.0])
def test_numbers_do_not_chain_to_lines(scale: float) -> None:
    for name in MAPS:
        for number in shown_at(name, "numbers", scale):
            left, _, right, _ = Polygon(frame(number, 0.08 * number.size)).bounds
            assert right - left < 0.55 * 3 ** 0.5
    assert not shown_at("visegrad4", "numbers", 16.2)
