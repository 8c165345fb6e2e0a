"""Counters and boards of cards: told apart in black and white, and lying as on the table."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from visegrad_editor.desk.boards import Board, Layout, Part
from visegrad_editor.desk.counters import Face, Symbol
from visegrad_editor.drawing.board_plan import IN_PLAY, board_box, board_plan, plan_box, played_box
from visegrad_editor.drawing.card_counters import GROUNDS, INK, card_counter, pattern_of
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Text
from visegrad_editor.hexgrid import Hex


def grey(colour: str) -> float:
    """How light a colour prints without colour: 0 is black."""
    red, green, blue = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def texts(item: Item) -> dict[str, Text]:
    return {p.text: p for p in item.primitives if isinstance(p, Text)}


def test_nations_differ_without_colour() -> None:
    patterns = [pattern_of(n) for n in range(len(GROUNDS))]
    assert len(set(patterns)) == len(patterns) == 6
    assert all(grey(ground) > 0.85 for ground in GROUNDS)
    assert grey(INK) < 0.15
    assert set(texts(card_counter(Face("4-6-7", "german", "unit"), 0, "G"))) == {"G", "4-6-7"}
    assert set(texts(card_counter(Face("?", symbol="dummy"), 0, "G"))) == {"?"}


@pytest.mark.parametrize("symbol", [s for s in get_args(Symbol) if s not in ("", "unit", "dummy")])
def test_each_symbol_is_drawn_within_its_counter_and_differs_from_the_others(symbol: Symbol) -> None:
    item = card_counter(Face("", "german", symbol), 1, "G")
    plain = card_counter(Face("", "german", ""), 1, "G")
    own = [p for p in item.primitives if p not in plain.primitives]
    assert own
    points = [q for p in own if isinstance(p, (Polygon, Line)) for q in p.points]
    points += [(p.centre[0] + d * p.rx, p.centre[1] + d * p.ry) for p in own if isinstance(p, Ellipse)
               for d in (-1, 1)]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
    others = [card_counter(Face("", "german", s), 1, "G").primitives for s in get_args(Symbol) if s != symbol]
    assert item.primitives not in others


def test_size_class_and_state_of_a_unit_are_seen() -> None:
    def shapes(**values: object) -> tuple[object, ...]:
        return card_counter(Face("4-6-7", "german", "unit", **values), 0, "G").primitives  # type: ignore[arg-type]

    plain = shapes()
    assert len({plain, shapes(heads=3), shapes(heads=2), shapes(heads=2, hollow=True), shapes(letter="E"),
                shapes(broken=True), shapes(firepower_underlined=True), shapes(morale_underlined=True)}) == 8
    assert sum(isinstance(p, Ellipse) for p in shapes(heads=3)) == 3


def test_a_board_has_its_true_proportions() -> None:
    left, top, right, bottom = board_box(Board("901"))
    assert (right - left, bottom - top) == pytest.approx((48, 10 * math.sqrt(3)))
    assert played_box(Board("901")) == board_box(Board("901"))


def test_boards_lie_beside_and_below_each_other() -> None:
    one, beside, below = Board("1"), Board("2", at=(1, 0)), Board("3", at=(0.5, 1), turned=180)
    assert board_box(one)[2] == pytest.approx(board_box(beside)[0])
    assert board_box(one)[3] == pytest.approx(board_box(below)[1])
    assert board_box(below)[0] == pytest.approx(24)
    box = plan_box(Layout((one, beside, below)))
    assert box == pytest.approx((0, math.sqrt(3) / 2, 96, 20.5 * math.sqrt(3)))


def test_the_part_in_play_lies_on_the_other_side_of_a_turned_board() -> None:
    part = Part("A-P")
    plain, turned = played_box(Board("1", uses=part)), played_box(Board("1", uses=part, turned=180))
    assert plain[0] == 0
    assert turned[2] == pytest.approx(48)
    assert plain[2] - plain[0] == pytest.approx(turned[2] - turned[0])


def test_names_are_upside_down_on_turned_boards_and_dots_stand_in_their_hexes() -> None:
    layout = Layout((Board("1", uses=Part("A-P")), Board("2", at=(1, 0), turned=180)))
    item = board_plan(layout, 1.5, {layout.place("1B3")})
    named = texts(item)
    assert (named["1"].rotation, named["2"].rotation) == (0, 180)
    assert {"A", "P", "GG"} <= set(named)
    dots = [p for p in item.primitives if isinstance(p, Ellipse)]
    assert [d.centre for d in dots] == [pytest.approx((1.5, 3.5 * math.sqrt(3)))]
    # The part in play covers the hatching of its board.
    hatching = [i for i, p in enumerate(item.primitives) if isinstance(p, Line)]
    shaded = [i for i, p in enumerate(item.primitives) if isinstance(p, Polygon) and p.fill == IN_PLAY]
    assert len(hatching) > 5
    assert max(hatching) < min(shaded)
    assert not [p for p in board_plan(Layout((Board("1"),)), 1.5).primitives if isinstance(p, Line)]


def test_the_name_of_a_board_keeps_clear_of_dots() -> None:
    layout = Layout((Board("1"),))
    middle = texts(board_plan(layout, 1.5))["1"].at
    centre = Hex(16, 5)
    moved = texts(board_plan(layout, 1.5, {centre}))["1"].at
    assert middle == pytest.approx((24, 5.5 * math.sqrt(3)))
    assert abs(moved[0] - 24) > 3
