"""The hexes of printed boards on their plan."""

from __future__ import annotations

import random

from visegrad_editor.desk.boards import Board, Layout
from visegrad_editor.drawing.board_hexes import board_hexes, hex_at
from visegrad_editor.drawing.board_plan import hex_centre, plan_box
from visegrad_editor.drawing.primitives import Polygon, Text

LAYOUT = Layout((Board("1"), Board("2", at=(0, 1), turned=180)))


def test_a_point_in_a_hex_finds_it() -> None:
    dice = random.Random(4)
    places = sorted(LAYOUT.names_by_place)
    assert len(places) > 600
    for place in dice.sample(places, 200):
        x, y = hex_centre(place)
        assert hex_at((x, y)) == place
        assert hex_at((x + dice.uniform(-0.45, 0.45), y + dice.uniform(-0.45, 0.45))) == place


def test_marked_hexes_are_filled_and_names_are_those_of_their_boards() -> None:
    some = {LAYOUT.place("1M4"), LAYOUT.place("2M4")}
    whole = plan_box(LAYOUT)
    item = board_hexes(LAYOUT, whole, {"#f0c419": some}, names=True)
    filled = [p for p in item.primitives if isinstance(p, Polygon) and p.fill == "#f0c419"]
    assert len(filled) == 2
    names = [t.text for t in item.primitives if isinstance(t, Text)]
    assert len(names) == len(LAYOUT.names_by_place)
    assert names.count("M4") == 2
    # Nothing covers a part of a name: what lies beyond the boards is drawn before them.
    wide = board_hexes(LAYOUT, (-2.0, -2.0, 9.0, 9.0), {}, names=True).primitives
    kinds = [type(p) for p in wide if isinstance(p, Polygon | Text)]
    assert kinds == sorted(kinds, key=[Polygon, Text].index)
    assert {Polygon, Text} <= set(kinds)
    left = (0.0, 0.0, 3.0, 3.0)
    assert 0 < len(board_hexes(LAYOUT, left, {}, names=False).primitives) < 30
