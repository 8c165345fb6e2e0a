"""Boards side by side: geometry, the names of every hex and place, joins, turned boards, off the boards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from visegrad_editor.desk.boards import Board, Layout, Part
from visegrad_editor.desk.hexes import (
    DIRECTIONS,
    alternate_row,
    direction_between,
    distance,
    hex_row,
    neighbours,
    step,
    turned,
    within,
)
from visegrad_editor.desk.names import column_letters, read_name
from visegrad_editor.hexgrid import Hex

ONE = Layout((Board("901"),))
BELOW = Layout((Board("901"), Board("902", at=(0, 1), turned=180)))
LAYOUTS = {
    "one": ONE,
    "below": BELOW,
    "beside": Layout((Board("901"), Board("x", at=(1, 0)))),
    "shifted": Layout((Board("901", turned=180), Board("902", at=(0.5, 1)), Board("903", at=(-0.5, 1)))),
    "four": Layout((
        Board("1"), Board("2", at=(1, 0), turned=180), Board("3", at=(0, 1)), Board("4", at=(1, 1)))),
    "part": Layout((Board("901", uses=Part("A-P")), Board("902", at=(0, -1), turned=180, uses=Part("R-GG")))),
    "small": Layout((Board("s", columns="I", rows=4), Board("t", at=(1, 0), columns="I", rows=4))),
}


def places(*names: str) -> list[Hex]:
    return [ONE.place(name) for name in names]


# -- geometry -------------------------------------------------------------------------------------


def test_neighbours_of_both_kinds_of_column() -> None:
    assert neighbours(*places("G6")) == places("G5", "H5", "H6", "G7", "F6", "F5")
    assert neighbours(*places("F4")) == places("F3", "G4", "G5", "F5", "E5", "E4")


def test_steps_and_distances_agree_on_all_hexes() -> None:
    chosen = random.Random(4)
    for _ in range(300):
        start = Hex(chosen.randrange(33), chosen.randrange(11))
        direction, count = chosen.choice(DIRECTIONS), chosen.randrange(1, 12)
        row = hex_row(start, direction, count + 1)
        assert distance(start, row[-1]) == count
        assert direction_between(*row[:2]) == direction
        assert hex_row(row[-1], turned(direction, 3), count + 1) == row[::-1]
    assert direction_between(*places("F4", "F6")) is None


def test_rows_of_hexes() -> None:
    (m6,) = places("M6")
    assert hex_row(m6, 2, 5) == places("M6", "N5", "O5", "P4", "Q4")
    assert hex_row(m6, 5, 5) == places("M6", "L6", "K7", "J7", "I8")
    assert alternate_row(m6, 2, 3, 5) == places("M6", "N5", "O6", "P5", "Q6")
    assert alternate_row(m6, 6, 5, 5) == places("M6", "L5", "K6", "J5", "I6")


def test_directions_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        step(Hex(0, 1), 7)
    with pytest.raises(ValueError, match="not next to each other"):
        alternate_row(Hex(0, 1), 2, 4, 3)


def test_so_many_hexes_are_near() -> None:
    for radius in range(4):
        found = set(within(Hex(9, 5), radius))
        assert len(found) == 1 + 3 * radius * (radius + 1)
        assert max(distance(Hex(9, 5), h) for h in found) == radius


# -- one board ------------------------------------------------------------------------------------


def test_a_board_has_the_hexes_that_are_printed() -> None:
    names = {ONE.name(p) for p in ONE.names_by_place}
    assert len(names) == 17 * 10 + 16 * 11
    assert {"A1", "A10", "B0", "B10", "GG1", "GG10"} <= names
    assert not {"A0", "A11", "B11", "GG0", "HH1"} & names
    half = {n for n in names if ONE.is_half(ONE.place(n))}
    assert {"A1", "GG10", "B0", "B10", "FF0"} <= half
    assert not {"C1", "C10", "B1", "B9"} & half
    assert len(half) == 2 * 10 + 2 * 16


@pytest.mark.parametrize(("name", "part"), [
    ("A0", "A1 to A10"), ("B11", "B0 to B10"), ("HH3", "A to GG"), ("902F5", "no board 902"),
    ("P8*", "write P8, without the star"), ("P40*", "no hex mirrors it"),
])
def test_hexes_that_do_not_exist_are_told(name: str, part: str) -> None:
    with pytest.raises(ValueError, match=r"does not exist|not in play|is on board") as raised:
        ONE.place(name)
    assert part in str(raised.value)


@pytest.mark.parametrize(("off", "on"), [
    ("P12*", "P8"), ("P-2*", "P2"), ("M12*", "M9"), ("M0*", "M1"), ("-C5*", "C5"), ("II5*", "EE5")])
def test_hexes_off_the_board_are_mirrored(off: str, on: str) -> None:
    assert ONE.name(ONE.mirrored(ONE.place(off))) == on
    assert ONE.name(ONE.place(off)) == off


# -- several boards -------------------------------------------------------------------------------


def test_a_join_has_two_names_and_the_first_board_is_written() -> None:
    assert BELOW.names(BELOW.place("902FF10")) == ("901B10", "902FF10")
    assert not BELOW.is_half(BELOW.place("901B10"))
    assert BELOW.is_half(BELOW.place("902FF0"))
    beside = LAYOUTS["beside"]
    assert beside.names(beside.place("x:A4")) == ("901GG4", "x:A4")


def test_a_turned_board_is_upside_down() -> None:
    assert step(BELOW.place("902P5"), 1) == BELOW.place("902P6")
    assert step(BELOW.place("901GG10"), 4) == BELOW.place("902A10")


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_names_and_places_of_all_hexes_agree(layout: Layout) -> None:
    assert not list(layout.overlaps())
    several = len(layout.boards) > 1
    for place in layout.names_by_place:
        names = layout.names(place)
        assert layout.name(place) == names[0]
        assert {layout.place(n) for n in names} == {place}
        assert all(bool(read_name(n).board) == several for n in names)
    for board in layout.boards:
        for hex in board.hexes():
            assert board.own(board.place(hex)) == hex
            around = map(board.place, neighbours(hex))
            assert {direction_between(board.place(hex), n) for n in around} == {*DIRECTIONS}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_places_off_the_boards_go_to_a_name_and_back(layout: Layout) -> None:
    named = 0
    for column in range(-40, 80):
        for row in range(-25, 45):
            place = Hex(column, row)
            if place in layout or any(b.has(b.own(place)) for b in layout.boards):
                continue
            try:
                name = layout.name(place)
            except ValueError:
                continue
            named += 1
            assert name.endswith("*")
            assert layout.place(name) == place
            mirror = layout.mirrored(place)
            assert any(b.has(b.own(mirror)) for b in layout.boards)
    assert named > 100


def test_the_mirror_is_as_far_from_the_edge() -> None:
    for row in range(1, 5):
        for off, on in ((f"P-{row}*", f"P{row}"), (f"P{10 + row}*", f"P{10 - row}"),
                        (f"M{10 + row}*", f"M{11 - row}"), (f"M{1 - row}*", f"M{row}")):
            assert ONE.mirrored(ONE.place(off)) == ONE.place(on)


def test_a_hex_needs_its_board_where_there_are_several() -> None:
    with pytest.raises(ValueError, match="write 901F5, or another of 901 and 902"):
        BELOW.place("F5")


def test_a_name_off_one_board_that_lies_on_another_is_told() -> None:
    with pytest.raises(ValueError, match="not off the boards; write 902R8"):
        BELOW.place("901P12*")


def test_only_the_part_in_use_is_in_play() -> None:
    part = LAYOUTS["part"]
    assert part.name(part.place("901P5")) == "901P5"
    with pytest.raises(ValueError, match="of board 901 the columns A-P are"):
        part.place("901Q5")


def test_edges() -> None:
    assert {ONE.name(p) for p in ONE.edge("A")} == {f"A{n}" for n in range(1, 11)}
    assert ONE.edge("west") == ONE.edge("A")
    assert len(ONE.edge("north")) == 33
    assert BELOW.edge("902GG") < BELOW.edge("west")
    top = [f"902{column_letters(n)}{0 if n % 2 else 1}" for n in range(33)]
    assert BELOW.edge("south") == {BELOW.place(name) for name in top}
    with pytest.raises(ValueError, match="nort is no edge"):
        ONE.edge("nort")
    with pytest.raises(ValueError, match="It does not say its board"):
        BELOW.edge("A")


def test_hexes_between_two() -> None:
    found = {ONE.name(p) for p in ONE.between(["H1", "J3"])}
    assert found == {"H1", "H2", "H3", "I1", "I2", "I3", "J1", "J2", "J3"}
    with pytest.raises(ValueError, match="on two boards"):
        BELOW.between(["901A1", "902A2"])


@pytest.mark.parametrize(("board", "key"), [
    (Board("9", at=(0.3, 0)), "at"), (Board("9", at=(0, 0.55)), "at"), (Board("9", columns="AB"), "columns"),
    (Board("9", uses=Part("P-A")), "uses"), (Board("9", uses=Part("A-HH")), "uses"),
    (Board("9", columns="H", turned=180), "turned"), (Board("a b"), "id"),
])
def test_boards_that_cannot_be_are_told(board: Board, key: str) -> None:
    assert [k for k, _ in board.faults()] == [key]


def test_boards_on_each_other_are_found() -> None:
    one = Board("901")
    assert [(a.id, b.id) for a, b in Layout((one, replace(one, id="902", at=(0.5, 0)))).overlaps()] == [
        ("901", "902")]
