"""At every map size a name is near what it names and covers no symbol of a place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from bundled import design_of
from shapely import MultiPolygon, Polygon, box
from shapely.geometry import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.lettering import letter_boxes
from visegrad_editor.drawing.primitives import Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Label, Place
from visegrad_editor.printing.map_art import MapDrawing

PAPER = [("historical", 11.1), ("gsofg", 8.4)]
"""Points per hex side on one A4 page."""
FITTED = [("historical", 10.216), ("gsofg", 6.662)]
"""Pixels per hex side when a window of 1366 by 768 shows the whole map."""
NEARER = [(name, size) for name in ("historical", "gsofg") for size in (14.0, 20.2, 31.0)]
ALL = [("paper", *x) for x in PAPER] + [("screen", *x) for x in FITTED]
TOWN, VILLAGE, DOT, COARSE_DOT = 0.36, 0.24, 0.12, 0.2
"""The radius of symbols small enough to vanish under letters, in map units."""


class ShownText(NamedTuple):
    """A text as shown, and the number of the hex of its place."""

    text: Text
    hex: str

    @property
    def letters(self) -> list[BaseGeometry]:
        """The ink of the letters, or a little more."""
        text = self.text
        if text.rotation or text.spacing > 0.1:
            return [box(*b) for b in letter_boxes(text, -0.04 * text.size)]
        left, _, right, _ = letter_boxes(text)[0]
        _, _, right, _ = letter_boxes(text)[-1]
        return [box(left, text.at[1] - 0.36 * text.size, right, text.at[1] + 0.36 * text.size)]


@cache
def shown(where: str, name: str, size: float, layer: str) -> tuple[ShownText, ...]:
    return tuple(_shown(where, name, size, layer))


def _shown(where: str, name: str, size: float, layer: str) -> Iterator[ShownText]:
    if where == "paper":
        (items,) = (x.items for x in _drawing(name).layers(size) if x.name == layer)
    else:
        items = [i for i in _scene(name).layer(layer, _scene(name).bounds, size)
                 if i.least_scale <= size < i.most_scale]
    for item in items:
        for text in item.primitives:
            if isinstance(text, Text) and (where == "paper" or text.size * size >= text.least_pixels):
                yield ShownText(text, item.hex)


@cache
def _drawing(name: str) -> MapDrawing:
    return MapDrawing(design_of(name))


@cache
def _scene(name: str) -> LazyScene:
    scene = LazyScene(DEFAULT)
    scene.show(design_of(name))
    return scene


def is_town(place: Place, design: Design) -> bool:
    kinds = design.ruleset.feature_by_id
    return bool({"city", "town", "village", "capital"}.intersection(kinds[f].symbol for f in place.features))


def is_dot(place: Place) -> bool:
    return bool(place.name) and not place.features


@pytest.mark.parametrize(("where", "name", "size"), ALL)
def test_no_symbol_of_a_place_is_under_a_name(where: str, name: str, size: float) -> None:
    design = design_of(name)
    geometry = design.map.geometry
    letters = [(f.text.text, x) for layer in ("labels", "names") for f in shown(where, name, size, layer)
               for x in f.letters]
    assert len(letters) > 70
    covered, count = [], 0
    for place in design.map.places:
        if not (is_town(place, design) or is_dot(place)):
            continue
        count += 1
        middle = Point(geometry.centre(place.hex))
        reach = TOWN if is_town(place, design) else DOT if where == "paper" else COARSE_DOT
        if where == "paper" and place.features == ("town",):
            reach = VILLAGE
        covered += [(place.name or place.hex, text) for text, x in letters if x.distance(middle) < reach]
    assert count > 80
    assert covered == []


@pytest.mark.parametrize(("where", "name", "size"), ALL + [("screen", *x) for x in NEARER])
def test_a_name_is_nearest_to_its_own_symbol(where: str, name: str, size: float) -> None:
    design = design_of(name)
    map, geometry = design.map, design.map.geometry
    symbols = {p.hex: Point(geometry.centre(p.hex)).buffer(0.43 if is_town(p, design) else 0.125)
               for p in map.places if is_town(p, design) or is_dot(p)}
    named = {p.hex for p in map.places if p.name}
    names = shown(where, name, size, "names")
    assert len(names) > 40
    for found in names:
        hex = map.grid.parse(found.hex)
        assert hex is not None
        # An unnamed town beside a named one is part of it.
        own = {hex, *(h for h in map.grid.around(hex) if h in symbols and h not in named)}
        (letters,) = found.letters
        plates = Point(geometry.centre(hex)).buffer(0.5)
        near = min((letters.distance(symbols[h]) for h in own if h in symbols),
                   default=letters.distance(plates))
        nearer = [h for h, s in symbols.items() if h not in own and letters.distance(s) < near + 0.02]
        assert not nearer, (found.text.text, nearer)


def test_the_name_of_a_town_does_not_hang_below_another() -> None:
    # Wuppertal is beside Düsseldorf; only one of them has its name there.
    design = design_of("gsofg")
    geometry = design.map.geometry
    towns = {p.name: Point(geometry.centre(p.hex)) for p in design.map.places}
    names = {f.text.text: f for f in shown("screen", "gsofg", 20.2, "names")}
    (letters,) = names["Düsseldorf"].letters
    assert letters.distance(towns["Wuppertal"]) > letters.distance(towns["Düsseldorf"]) + 0.25


# -- labels -------------------------------------------------------------------------------


def hexes(design: Design, some: set[Hex]) -> BaseGeometry:
    return unary_union([Polygon(design.map.geometry.corners(h)) for h in some])


def own_water(design: Design, label: Label) -> BaseGeometry:
    """The sea or lake in or at the hex of a label, or the shores there that are hexsides."""
    map, kinds = design.map, design.ruleset.terrain_by_id
    wet = {h for h in map.grid if kinds[map.terrain.at(h)].pattern == "waves"}
    found = {h for h in (label.hex, *map.grid.around(label.hex)) if h in wet}
    if label.hex in wet:
        found = {label.hex}
    heads = list(found)
    while heads:
        new = {h for h in map.grid.around(heads.pop()) if h in wet} - found
        found |= new
        heads += new
    sides = [LineString(map.geometry.side_ends(side)) for line in map.lines if line.kind in ("sea", "lake")
             for side in line.sides if label.hex in side]
    return unary_union([hexes(design, found), *sides])


def test_every_water_name_has_water() -> None:
    for name in ("historical", "gsofg"):
        waters = [x for x in design_of(name).map.labels if x.style == "water"]
        assert waters
        for label in waters:
            assert not own_water(design_of(name), label).is_empty, label.text


@pytest.mark.parametrize(("where", "name", "size"), ALL)
def test_names_of_waters_touch_their_water(where: str, name: str, size: float) -> None:
    design = design_of(name)
    labels = {f.text.text: f for f in shown(where, name, size, "labels")}
    waters = [x for x in design.map.labels if x.style == "water"]
    seen = [x for x in waters if x.text in labels]
    assert len(seen) >= (0.8 * len(waters) if where == "paper" else 2)
    for label in seen:
        letters = MultiPolygon(labels[label.text].letters)
        water = own_water(design, label)
        hull = MultiPoint([p for x in labels[label.text].letters for p in x.exterior.coords]).convex_hull
        assert hull.distance(water) < 0.5, label.text
        if label.size < 0.5:
            hex = Polygon(design.map.geometry.corners(label.hex))
            assert hull.distance(hex) < 0.5, f"{label.text} has left its hex"
        else:
            on = letters.intersection(water).area / letters.area
            assert on > (0.6 if where == "paper" else 0.35), f"{label.text} is ashore"


@pytest.mark.parametrize(("where", "name", "size"), ALL)
def test_names_of_countries_are_in_their_country(where: str, name: str, size: float) -> None:
    design = design_of(name)
    map, labels = design.map, {f.text.text: f for f in shown(where, name, size, "labels")}
    playable = {k.id for k in design.ruleset.terrain if k.playable}
    seen = 0
    for label in map.labels:
        found = labels.get(label.text.upper())
        if label.style != "country" or found is None or map.terrain.at(label.hex) not in playable:
            continue
        seen += 1
        country = map.countries.at(label.hex)
        others = hexes(design, {h for h in map.grid if map.countries.at(h) not in ("", country)})
        letters = MultiPolygon([x.buffer(-0.01) for x in found.letters])
        abroad = letters.intersection(others).area / letters.area
        assert abroad < (0.15 if where == "paper" else 0.5), f"{label.text}: {abroad:.0%} abroad"
    assert seen > 5


def test_a_country_without_room_for_its_name_is_reported() -> None:
    design, drawing = design_of("gsofg"), _drawing("gsofg")
    written = {f.text.text for layer in ("labels", "names") for f in shown("paper", "gsofg", 8.4, layer)}
    missing = [x.text for x in design.map.labels if not {x.text, x.text.upper()} & written]
    missing += [p.name for p in design.map.places if p.name and p.name not in written]
    assert "SWITZERLAND" in missing
    assert f"{len(missing)} names" in drawing.left_out(8.4)
