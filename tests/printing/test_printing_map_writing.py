"""A small printed map has legible lettering and says what had no room."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from bundled import design_of
from printed_text import page_texts

from visegrad_editor.drawing.curves import boxes_meet
from visegrad_editor.drawing.letters.fonts import CAP_HEIGHT
from visegrad_editor.drawing.letters.lettering import letter_boxes
from visegrad_editor.drawing.primitives import Item, Line, Polygon, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.vector.parts import Drawn
from visegrad_editor.engine.key_hexes import key_hexes
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.gamemap import Place
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.printing.map_art import MapDrawing
from visegrad_editor.printing.map_key import signs
from visegrad_editor.printing.map_sheet import map_bytes

A4 = {"visegrad4": 11.1, "gsofg": 8.4}
"""Points to the side of a hex of these maps on one page."""
PARTS = {"gsofg-first-steps": 15.9, "first-steps": 16.5}
"""The same for scenarios on a part of a map."""


@cache
def drawing_of(name: str, turn: int = 0) -> MapDrawing:
    return MapDrawing(design_of(name), replace(DEFAULT, turn=turn))


@cache
def written(name: str, points: float, turn: int = 0) -> tuple[dict[str, list[Text]], str]:
    """The texts of each layer of writing at a size, and what is said of those that are left out: a drawing
    keeps only those of the last size."""
    drawing = drawing_of(name, turn)
    layers = {x.name: [p for i in x.items for p in i.primitives if isinstance(p, Text)]
              for x in drawing.layers(points, ("names", "labels", "numbers"))}
    return layers, drawing.left_out(points)


def texts(name: str, layer: str, points: float, turn: int = 0) -> list[Text]:
    return written(name, points, turn)[0][layer]


def labels(name: str, points: float) -> list[Text]:
    """The labels without the names of rivers."""
    rivers = {line.name for line in design_of(name).map.lines}
    return [t for t in texts(name, "labels", points) if t.text not in rivers]


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("name", list(A4))
def test_letters_can_be_read_on_one_page(name: str, turn: int) -> None:
    points = A4[name]
    for layer, least in (("names", 5.5), ("labels", 5.5), ("numbers", 4.49)):
        assert all(t.size * points >= least for t in texts(name, layer, points, turn)), layer
    countries = {x.text.upper() for x in design_of(name).map.labels if x.style == "country"}
    shown = {t.text: t.size * points for t in texts(name, "labels", points, turn)}
    # One that is too small for its name has none.
    assert len(countries - shown.keys()) <= 1
    sizes = sorted(shown[c] for c in countries & shown.keys())
    assert sizes[0] >= 6.2
    assert sizes[len(sizes) // 2] >= 7.49


@pytest.mark.parametrize("name", list(A4))
def test_no_name_covers_another(name: str) -> None:
    names = [*texts(name, "names", A4[name]), *texts(name, "labels", A4[name])]
    assert len(names) > 1
    boxes = [letter_boxes(t, margin=-0.02) for t in names]
    for (one, a), (other, b) in combinations(list(zip(names, boxes, strict=True)), 2):
        assert not any(boxes_meet(x, y) for x in a for y in b), f"{one.text} and {other.text}"


def test_a_map_says_which_names_and_numbers_have_no_room() -> None:
    def page(name: str) -> str:
        return " ".join(page_texts(map_bytes(design_of(name)))[0].split())

    assert "No room for most hex numbers and" in page("gsofg")
    assert "2017" in page("visegrad4")
    places = {p.name for p in design_of("visegrad4").map.places if p.name}
    shown = {t.text for t in texts("visegrad4", "names", 11.1)}
    assert len(labels("visegrad4", 11.1)) == len(design_of("visegrad4").map.labels)
    left_out = written("visegrad4", 11.1)[1]
    assert len(places) == len(shown) or f"{len(places) - len(shown)} names" in left_out
    design = design_of("visegrad4")
    playable = {k.id for k in design.ruleset.terrain if k.playable}
    hexes = [h for h in design.map.grid if design.map.terrain.at(h) in playable]
    numbered = texts("visegrad4", "numbers", 11.1)
    assert len(numbered) > 0.9 * len(hexes)
    message = re.search(r"No room for ([\d,]+) hex numbers", left_out)
    assert message or len(numbered) >= len(hexes)
    assert {"Warsaw", "Kiev", "Prague", "Moscow"} <= shown
    assert written("visegrad4", 26.2)[1] == ""


def test_at_full_size_the_map_is_written_as_it_is_seen() -> None:
    design, points = design_of("visegrad4"), 16 / math.sqrt(3) * 72 / 25.4
    names = {p.name for p in design.map.places if p.name}
    assert {t.text for t in texts("visegrad4", "names", points)} == names
    assert {t.size for t in texts("visegrad4", "numbers", points)} == {DEFAULT.number_size}
    assert len(labels("visegrad4", points)) == len(design.map.labels)


def test_names_do_not_cover_a_tiny_map_like_a_carpet() -> None:
    counts = {points: len(texts("visegrad4", "names", points)) for points in (1.5, 4.0, 11.1)}
    assert 0 < counts[1.5] < 0.25 * counts[11.1]
    assert counts[1.5] < counts[4.0] < counts[11.1]
    bare = {p.name for p in design_of("visegrad4").map.places if not p.features}
    assert not bare.intersection(t.text for t in texts("visegrad4", "names", 4.0))


def test_detail_finer_than_print_is_left_out() -> None:
    near, far = (
        {x.name: sum(hexes_in(p) for p in x.parts) for x in drawing_of("gsofg").layers(points)}
        for points in (10.0, 1.0))
    assert near["grid"] > 0
    assert near["terrain"] > far["terrain"], "patterns are dust"
    assert far["grid"] == far["numbers"] == 0
    assert far["features"] > 0, "towns are dots"


def hexes_in(part: Drawn) -> int:
    """How many hexes a part of a drawing is in."""
    return 1 if isinstance(part, Item) else len(part.hexes)


def test_labels_keep_the_relation_of_sizes_that_the_file_gives() -> None:
    design, points = design_of("gsofg"), A4["gsofg"]
    small = replace(design.map.labels[0], text="Site", hex=Hex(10, 20), size=0.24, style="region", at="")
    map = replace(design.map, labels=(*design.map.labels, small))
    drawing = MapDrawing(replace(design, map=map))
    (layer,) = (x for x in drawing.layers(points) if x.name == "labels")
    sizes = {p.text: p.size * points for i in layer.items for p in i.primitives if isinstance(p, Text)}
    assert 5.5 <= sizes["Site"] < 0.85 * sizes["Sauerland"]
    assert sizes["Vogelsberg"] < sizes["Sauerland"] < sizes["WEST GERMANY"]


def test_the_great_of_a_rank_have_their_names_first() -> None:
    named = {t.text for t in texts("gsofg", "names", A4["gsofg"])}
    assert {"Cologne", "Duisburg", "Dortmund", "Hamburg", "Munich", "Frankfurt"} <= named
    design = design_of("visegrad4")
    names = "Oneham", "Twoham", "Threeham"
    towns = [Place(Hex(12, 10 + n), name, ("city",)) for n, name in enumerate(names)]
    for some in (towns, towns[::-1]):
        map = replace(design.map, places=tuple(some), labels=())
        drawing = MapDrawing(replace(design, map=map))
        for points in (3.0, 3.6, 4.2):
            (layer,) = (x for x in drawing.layers(points) if x.name == "names")
            shown = {p.text for i in layer.items for p in i.primitives if isinstance(p, Text)}
            assert some[0].name in shown


@pytest.mark.parametrize("name", list(PARTS))
def test_hexes_that_decide_the_game_have_number_and_name(name: str) -> None:
    design, points = design_of(name), PARTS[name]
    deciding = {n for key in key_hexes(design) if key.decides for n in key.hexes}
    assert deciding
    assert deciding <= {t.text for t in texts(name, "numbers", points)}
    grid, places = design.map.grid, {p.hex: p.name for p in design.map.places}
    named = {places[hex] for n in deciding if (hex := grid.parse(n)) in places} - {""}
    assert named
    assert named <= {t.text for t in texts(name, "names", points)}


def test_hexes_too_small_for_numbers_have_them_if_they_decide_the_game() -> None:
    design = design_of("gsofg-free-fronts")
    deciding = {n for key in key_hexes(design) if key.decides for n in key.hexes}
    shown = {t.text for t in texts("gsofg-free-fronts", "numbers", 7.9)}
    assert shown <= deciding
    assert len(shown) > 15


def test_numbers_of_neighbours_are_not_a_pair_about_their_hexside() -> None:
    design = design_of("gsofg-first-steps")
    numbers = {t.text: t for t in texts("gsofg-first-steps", "numbers", PARTS["gsofg-first-steps"])}
    geometry = design.map.geometry
    gaps = []
    for hex in design.map.grid:
        below = Hex(hex.col, hex.row + 1)
        one, other = (numbers.get(design.map.grid.number(h)) for h in (hex, below))
        if one is not None and other is not None:
            side = geometry.centre(hex)[1] + math.sqrt(3) / 2
            height = one.size * CAP_HEIGHT
            gaps.append((side - one.at[1] - height / 2, other.at[1] - height / 2 - side, height))
    assert len(gaps) > 250
    assert all(under > 0.3 * height for _, under, height in gaps)
    near = [gap for gap in gaps if gap[0] < 1.9 * gap[2]]
    assert len(near) < 0.02 * len(gaps)


@pytest.mark.parametrize("name", list(PARTS))
def test_only_hexes_in_play_have_numbers(name: str) -> None:
    design = design_of(name)
    play, number = InPlay(design), design.map.grid.number
    inside = {number(hex) for hex in design.map.grid if hex in play}
    for points in (PARTS[name], 30.0):
        shown = {t.text for t in texts(name, "numbers", points)}
        assert shown
        assert shown <= inside


def test_the_limit_of_play_is_a_line_and_hexes_beyond_it_are_pale() -> None:
    drawing, design = drawing_of("first-steps"), design_of("first-steps")
    play, number = InPlay(design), design.map.grid.number
    items = drawing.limit(drawing.bounds)
    pale = {i.hex for i in items if isinstance(i.primitives[0], Polygon)}
    assert pale == {number(hex) for hex in design.map.grid if hex not in play}
    lines = [p for i in items for p in i.primitives if isinstance(p, Line)]
    grid = design.map.grid
    sides = sum(n in play for hex in grid if hex not in play for n in grid.neighbours(hex))
    assert len(lines) == sides > 0
    assert "Limit of play" in {s.name for s in signs(design)}
    assert drawing_of("historical").limit(drawing_of("historical").bounds) == []
    assert "Limit of play" not in {s.name for s in signs(design_of("historical"))}


@pytest.mark.parametrize(("name", "rivers"), [
    ("gsofg-first-steps", {"Fulda", "Main", "Lahn", "Saale"}), ("gsofg", {"Rhine", "Elbe", "Main", "Danube"}),
    ("first-steps", {"Vistula", "Dnieper"})])
def test_rivers_have_their_names_where_nothing_else_is_written(name: str, rivers: set[str]) -> None:
    points = PARTS.get(name, 7.9)
    shown = texts(name, "labels", points)
    named = {line.name for line in design_of(name).map.lines}
    banks = [t for t in shown if t.text in named]
    assert rivers <= {t.text for t in banks}
    assert all(t.size * points >= 5.49 for t in banks)
    others = [t for t in shown if t.text not in named]
    others += [*texts(name, "names", points), *texts(name, "numbers", points)]
    taken = [b for t in others for b in letter_boxes(t, margin=-0.03)]
    boxes = [b for t in banks for b in letter_boxes(t, margin=-0.03)]
    assert not any(boxes_meet(a, b) for a in boxes for b in taken)
