"""Counters and unit symbols."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_design import RULESET

from visegrad_editor.drawing.colours import contrast, legible, mixed, rgb
from visegrad_editor.drawing.counters import (
    Counter,
    Mark,
    abbreviation,
    counter_item,
    figures,
    grounds,
    print_key,
    size_mark,
    stack_items,
    stack_parts,
)
from visegrad_editor.drawing.curves import box_of
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Primitive, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.symbols import AIRCRAFT, SYMBOL_NAMES, symbol
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.model.ruleset import CounterColours, Nationality
from visegrad_editor.model.scenario import Unit

ARMORED = Unit("10th Armored Cavalry", "norland", "armored", ((6,), (3,)))


def words(item: Item) -> dict[str, Text]:
    return {p.text: p for p in item.primitives if isinstance(p, Text)}


def points(p: Primitive) -> list[tuple[float, float]]:
    if isinstance(p, Polygon | Line):
        return list(p.points)
    if isinstance(p, Ellipse):
        return [(p.centre[0] - p.rx, p.centre[1] - p.ry), (p.centre[0] + p.rx, p.centre[1] + p.ry)]
    return [p.at]


def test_a_counter_prints_name_strength_and_movement() -> None:
    found = words(counter_item(Counter(ARMORED), RULESET, (5, 5), 1.0))
    assert {"10 AC", "10th Armored Cavalry", "6-7"} <= set(found)
    assert "3-7" in words(counter_item(Counter(replace(ARMORED, reduced=True)), RULESET, (5, 5), 1.0))
    slow = replace(ARMORED, values=((6, 0), (3, 0)))
    assert "6-0" in words(counter_item(Counter(slow), RULESET, (5, 5), 1.0))
    assert "3-7" in words(counter_item(Counter(replace(ARMORED, reduced=True)), RULESET, (5, 5), 1.0))


def test_air_units_show_no_strength() -> None:
    air = Unit("1st CAS", "norland", "cas")
    assert figures(air, RULESET, False) == ""
    assert set(words(counter_item(Counter(air), RULESET, (0, 0), 1.0))) >= {"1 CAS"}
    assert not any("-" in w for w in words(counter_item(Counter(air), RULESET, (0, 0), 1.0)))


def test_all_print_stays_on_the_counter_and_in_its_box() -> None:
    item = counter_item(Counter(ARMORED, (Mark("out-of-supply"), Mark("odd"))), RULESET, (5, 5), 2.0)
    for primitive in item.primitives:
        left, top, right, bottom = box_of(points(primitive))
        assert item.box[0] <= left
        assert item.box[1] <= top
        assert right <= item.box[2]
        assert bottom <= item.box[3]
    assert item.unit == ARMORED.key
    assert "OOS" in words(item)
    assert "ODD" in words(item)


def test_the_letters_of_a_badge_are_those_of_the_game_then_of_the_style_then_usual_ones() -> None:
    marks = (Mark("disrupted", "D", "x"), Mark("moved"), Mark("far", usual="FAR"), Mark("ash", "A" * 80))
    assert {"D", "MVD", "FAR", "AAAAAA"} <= set(words(counter_item(
        Counter(ARMORED, marks), RULESET, (0, 0), 1.0)))


def test_the_reduced_side_looks_different_without_reading() -> None:
    painter, view = PixelPainter(), Viewport(60, -0.6, -0.6, 72, 72)
    full = painter.render([counter_item(Counter(ARMORED), RULESET, (0, 0), 1.0)], view)
    other_side = replace(ARMORED, values=((6,), (6,)), reduced=True)
    reduced = painter.render([counter_item(Counter(other_side), RULESET, (0, 0), 1.0)], view)
    corner = (36 - 26, 36 + 16)
    assert full.getpixel(corner) != reduced.getpixel(corner)


def test_unknown_nationality_and_type_still_give_a_counter() -> None:
    ghost = Unit("Ghost", "nowhere", "nothing", ((1,), (1,)))
    found = words(counter_item(Counter(ghost), RULESET, (0, 0), 1.0))
    assert {"Ghost", "?", "1--"} <= set(found)


def test_print_stands_out_from_every_shade_of_the_ground() -> None:
    for ink, ground in (("#ffff00", "#ffffff"), ("#333333", "#444444"), ("#808080", "#7f7f7f")):
        for camouflage in (False, True):
            colours = CounterColours(ground, ink, camouflage=camouflage)
            shades = grounds(colours)
            assert min(contrast(legible(ink, shades), g) for g in shades) >= 4.5
            nation = Nationality("norland", "N", "N", "red", colours)
            item = counter_item(Counter(ARMORED), replace(RULESET, nationalities=(nation,)), (0, 0), 1.0)
            assert min(contrast(words(item)["10 AC"].colour, g) for g in shades) >= 4.5
    assert legible("#000000", ("#ffffff",)) == "#000000"


def test_a_stack_shows_every_counter_and_the_last_on_top() -> None:
    units = [replace(ARMORED, name=f"{n}th Armored") for n in (1, 2, 3)]
    counters = [Counter(units[0]), Counter(units[1]), Counter(replace(units[2], reduced=True))]
    pile = [i for i in stack_items(counters, RULESET, (0, 0), 1.0, hex="0101") if i.most_scale > 1e8]
    assert [i.unit for i in pile] == [u.key for u in units]
    assert len({i.box for i in pile}) == 3
    assert {i.hex for i in pile} == {"0101"}
    assert "3-7" in words(pile[2])
    centres = [((i.box[0] + i.box[2]) / 2, (i.box[1] + i.box[3]) / 2) for i in pile]
    assert centres[0][0] < centres[1][0] < centres[2][0]
    assert abs(sum(x for x, _ in centres)) < 1e-9


def test_small_stacks_use_the_coarse_form_and_never_both() -> None:
    pile = stack_items([Counter(ARMORED)], RULESET, (0, 0), 1.0)
    coarse, fine = pile
    assert coarse.most_scale == fine.least_scale
    assert "6" in words(coarse)


@pytest.mark.parametrize("pixels", [10.0, 26.0, 400.0])
def test_the_parts_of_a_stack_are_all_that_is_drawn_of_it(pixels: float) -> None:
    counters = [Counter(ARMORED), Counter(Unit("1st CAS", "norland", "cas")),
                Counter(replace(ARMORED, name="Iron Wolf", reduced=True), (Mark("out-of-supply"),))]
    size, scale = DEFAULT.counter_size, pixels / DEFAULT.counter_size
    whole = [p for i in stack_items(counters, RULESET, (0.0, 0.0), size, style=DEFAULT, scale=scale)
             for p in i.primitives]
    parts = [p for part, at in stack_parts(counters, RULESET, DEFAULT, scale) for p in part.placed(at, size)]
    # Text that is too small to be shown may be missing.
    assert parts == [p for p in whole if p in parts or not isinstance(p, Text)]
    assert all(p.size * scale < p.least_pixels for p in whole if isinstance(p, Text) and p not in parts)


def test_units_that_differ_in_their_names_share_all_other_parts_of_their_counters() -> None:
    def keys(unit: Unit) -> set[object]:
        return {part.key for part, _ in stack_parts([Counter(unit)], RULESET, DEFAULT, 400.0)}

    one, other = keys(ARMORED), keys(replace(ARMORED, name="11th Armored Cavalry"))
    assert len(one & other) == 2
    assert {str(key[0]) for key in one ^ other if isinstance(key, tuple)} == {"name", "full name"}
    stronger = keys(replace(ARMORED, values=((7,), (3,))))
    assert {str(key[0]) for key in one & stronger if isinstance(key, tuple)} == {"name", "full name"}


def test_size_marks() -> None:
    assert size_mark("brigade") == "X"
    assert size_mark("regiment") == "III"
    assert size_mark("horde") == ""


def test_a_unit_may_say_what_stands_on_its_counter_in_place_of_its_name() -> None:
    unit = Unit("Sons of the Desert", "poland", "infantry", short="Sons")
    assert abbreviation(unit.name) == "SotD"
    item = counter_item(Counter(unit), RULESET, (0.0, 0.0), 1.0)
    shown = [p.text for p in item.primitives if isinstance(p, Text)]
    assert shown[0] == "Sons"
    assert "Sons of the Desert" in shown
    assert print_key(Counter(unit), RULESET, False) != print_key(
        Counter(replace(unit, short="")), RULESET, False)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("10th Armored Cavalry", "10 AC"),
        ("336th Naval Infantry", "336 NI"),
        ("1st CAS", "1 CAS"),
        ("MEU", "MEU"),
        ("Iron Wolf Mechanized", "Iron Wolf"),
        ("27th Motorized", "27 Mot"),
        ("Airborne", "Airborne"),
        ("3rd Coast", "3 Coast"),
        ("Sons of Sarr", "SoS"),
        ("Task Force 12 North", "TF 12 N"),
        ("Schnellbrigade", "Schnellbrigade"),
        ("", ""),
    ],
)
def test_abbreviations(name: str, short: str) -> None:
    assert abbreviation(name) == short


@pytest.mark.parametrize("name", [*SYMBOL_NAMES, "no such symbol"])
def test_symbols_keep_to_their_box_and_differ(name: str) -> None:
    drawn = symbol(name, (3.0, 4.0), 2.0, "#000000", "#ffffff")
    left, top, right, bottom = box_of(q for p in drawn for q in points(p))
    assert left >= 1.5 - 1e-9
    assert right <= 4.5 + 1e-9
    assert top >= 2.9 - (0.1 if name in AIRCRAFT else 0)
    assert bottom <= 5.1
    others = [n for n in SYMBOL_NAMES if n != name]
    assert all(drawn != symbol(n, (3.0, 4.0), 2.0, "#000000", "#ffffff") for n in others)


def test_an_unknown_symbol_is_a_box_with_a_question_mark() -> None:
    drawn = symbol("no such symbol", (0, 0), 1.0, "#000000", "#ffffff")
    assert [p.text for p in drawn if isinstance(p, Text)] == ["?"]


def test_colour_arithmetic() -> None:
    assert rgb("#1a2B3c") == (0x1A, 0x2B, 0x3C)
    assert rgb("#fff") == (255, 255, 255)
    assert rgb("nonsense") == (136, 136, 136)
    assert mixed("#000000", "#ffffff", 0.0) == "#000000"
