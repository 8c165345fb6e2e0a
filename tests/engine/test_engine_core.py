"""Dice, orders as text, the board, and systems."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from designs import make, on_to, play, unit
from full_games import P1, R1, full_game
from hypothesis import given
from hypothesis import strategies as st
from items import some

from visegrad_editor.engine import Dice, DiceExhaustedError, Game, IllegalOrderError, Order
from visegrad_editor.engine.board import Board
from visegrad_editor.engine.orders import PASS, Listing
from visegrad_editor.engine.saved_game import is_list, is_whole
from visegrad_editor.model.files.load import load
from visegrad_editor.systems import UnknownSystemError, system

# -- dice ----------------------------------------


def test_the_stream_of_a_seed_never_changes():
    # Written down once: a change here would break every game file.
    dice = Dice(2014)
    assert [dice.roll() for _ in range(20)] == [3, 2, 2, 1, 2, 5, 5, 2, 3, 5, 5, 6, 3, 4, 4, 4, 6, 2, 1, 6]


@given(st.integers(-(2**70), 2**70))
def test_every_seed_gives_all_faces(seed):
    dice = Dice(seed)
    rolls = [dice.roll() for _ in range(300)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


def test_faces_are_equally_likely():
    dice = Dice(5)
    counts = [0] * 7
    for _ in range(60_000):
        counts[dice.roll()] += 1
    assert all(abs(c - 10_000) < 400 for c in counts[1:])


def test_given_dice_are_checked_and_end():
    with pytest.raises(ValueError, match="7 is not a roll"):
        Dice(given=[1, 7])
    dice = Dice(given=[3])
    assert dice.roll() == 3
    with pytest.raises(DiceExhaustedError):
        dice.roll()


# -- orders as text ----------------------------------------


def test_units_may_be_named_by_key_by_name_or_with_their_nationality():
    game = play(make([R1, P1, unit("1st", "poland", "0103"), unit("1st", "hungary", "0801")]))
    for text in ("move poland/1st 0103-0102", "move Polish 1st 0103-0102", "MOVE polish 1ST  0103-0102"):
        assert game.parse(text) == Order("move", ("poland/1st",), ("0103", "0102"))
    assert game.text(game.parse("move poland/1st 0103-0102")) == "move Polish 1st 0103-0102"
    assert game.text(Order("move", ("russia/R1",), ("0306", "0307"))) == "move R1 0306-0307"
    with pytest.raises(IllegalOrderError, match="Write Polish 1st or Hungarian 1st"):
        game.parse("move 1st 0103-0102")
    with pytest.raises(IllegalOrderError, match="Did you mean R1"):
        game.parse("move R11 0306-0307")


@pytest.mark.parametrize(("text", "message"), [
    ("jump R1 0306", "no order `jump`"), ("", "no order"), ("mvoe R1 0306-0307", "Did you mean `move`"),
    ("move R1", "does not have the form of"), ("allocate table x track 1", "does not have the form of"),
    ("attack 0305 R1", "does not have the form of"),
])
def test_the_refusal_of_an_unknown_line_says_what_was_expected(text, message):
    with pytest.raises(IllegalOrderError, match=message):
        play(make([R1, P1])).parse(text)


def test_orders_made_by_hand_must_be_complete():
    game = play(make([R1, P1]))
    for order in (Order("move"), Order("place", ("russia/R1",)), Order("hop"), Order("allocate", words=("a",
                                                                                                        "b"))):
        with pytest.raises(IllegalOrderError):
            game.apply(order)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_order_reads_back_from_its_text(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    while game.outcome is None:
        orders = game.legal_orders()
        assert orders
        for order in some(chooser.sample(orders, min(5, len(orders)))):
            assert game.parse(game.text(order)) == order
        game.apply(chooser.choice(orders))
    assert game.turn > 1


# -- board ----------------------------------------


def test_the_play_area_bounds_the_board():
    design = make([R1, P1], play_area=("0204", "0407"))
    game = play(design)
    assert len([i for i in range(game.board.size) if game.board.is_playable(i)]) == 12
    on_to(game, "move")
    assert set(game.destinations("russia/R1")) <= {f"0{r}0{c}" for r in (2, 3, 4) for c in (4, 5, 6, 7)}


def test_costs_stay_exact_with_halves():
    design = make([R1, P1], roads=[("major-highway", "0306 0307")])
    board = Board(design.map, design.ruleset)
    assert board.scale == 2
    assert board.step_cost[board.index["0306"], board.index["0307"]] == 1
    assert board.step_cost[board.index["0307"], board.index["0308"]] == 4


@pytest.mark.parametrize(("cost", "scale"), [(1 / 3, 3), (0.333, 3), (0.3333333333333333, 3), (1e-300, 12),
                                             (0.25, 4), (1 / 12, 12), (float("inf"), 1)])
def test_fine_costs_do_not_make_the_scale_fine(cost, scale):
    design = make([R1, P1], roads=[("major-highway", "0306 0307")])
    rules = design.ruleset
    roads = tuple(replace(r, cost=cost if r.id == "major-highway" else 1) for r in rules.roads)
    board = Board(design.map, replace(rules, roads=roads))
    assert board.scale == scale
    paid = board.step_cost[board.index["0306"], board.index["0307"]]
    assert paid == {3: 1, 12: 1, 4: 1, 1: 99}[scale]


# -- systems ----------------------------------------


def test_an_unknown_system_is_named():
    with pytest.raises(UnknownSystemError, match="no rules for the system 'chess'"):
        system("chess")


def test_the_bundled_scenarios_begin():
    for name, step in (("historical", "place"), ("free-setup", "place"), ("first-steps", "allocate")):
        design = load(name).design
        assert design is not None
        game = Game.from_scenario(design, 1)
        assert game.step == step
        assert game.turn == (1 if step == "allocate" else 0)


# -- bounds of dice and of saved values ------------


def test_the_stream_of_large_and_negative_seeds_never_changes():
    assert {seed: [Dice(seed).peek(k) for k in range(8)] for seed in (2**64 - 1, -1, 2**70, -(2**70))} == {
        2**64 - 1: [3, 1, 4, 2, 1, 6, 2, 6], -1: [2, 1, 2, 5, 2, 1, 6, 3],
        2**70: [5, 4, 1, 3, 4, 2, 1, 1], -(2**70): [3, 6, 4, 1, 3, 5, 3, 2]}


def test_saved_dice_go_on_where_they_were():
    dice = Dice(5)
    made = [dice.roll() for _ in range(4)]
    again = Dice.from_data(dice.as_data())
    assert (again.count, again.seed, again.given) == (4, 5, None)
    assert made == [Dice(5).peek(k) for k in range(4)]
    assert again.roll() == Dice(5).peek(4)
    given = Dice(given=[3, 4])
    given.roll()
    assert given.as_data() == {"seed": 0, "count": 1, "given": [3, 4]}
    for count in (0, 2):
        assert Dice.from_data({"seed": 0, "count": count, "given": [3, 4]}).count == count
    for count in (-1, 3, True, None, 1.0):
        with pytest.raises(ValueError, match="dice rolls are impossible; the number of rolls is 0 to 2"):
            Dice.from_data({"seed": 0, "count": count, "given": [3, 4]})
    assert Dice.from_data({"seed": 0, "count": 1_000_000}).count == 1_000_000
    with pytest.raises(ValueError, match="rolls is 0 to 1000000"):
        Dice.from_data({"seed": 0, "count": 1_000_001})


@pytest.mark.parametrize(("value", "least", "most", "whole"), [
    (0, 0, None, True), (-1, 0, None, False), (10**9, 0, None, True), (5, 5, 5, True), (4, 5, 9, False),
    (10, 5, 9, False), (9, 5, 9, True), (True, 0, None, False), (1.0, 0, None, False), ("1", 0, 9, False)])
def test_whole_numbers_within_bounds(value, least, most, whole):
    assert is_whole(value, least, most) is whole


def test_lists_of_a_length_whose_parts_pass():
    assert is_list([1, 2], is_whole)
    assert is_list([], is_whole)
    assert is_list([1, 2], is_whole, 2)
    assert not is_list([1, 2], is_whole, 3)
    assert not is_list([1, "2"], is_whole)
    assert not is_list((1, 2), is_whole)


# -- lists of orders ------------------------------


def test_a_listing_is_a_sequence_of_its_orders():
    listing = Listing([PASS, Order("end")])
    listing.add("interdict", "poland/F-16", ["2017", "2018"])
    listing.add("interdict", "poland/F-35", [])
    listing.add("strike", "poland/F-35", ["0101"])
    whole = [PASS, Order("end"), Order("interdict", ("poland/F-16",), ("2017",)),
             Order("interdict", ("poland/F-16",), ("2018",)), Order("strike", ("poland/F-35",), ("0101",))]
    assert list(listing) == whole
    assert len(listing) == 5
    assert [listing[i] for i in range(5)] == whole
    assert [listing[i] for i in range(-5, 0)] == whole
    assert (listing[1:4], listing[::-1]) == (whole[1:4], whole[::-1])
    for outside in (5, 6, -6, -7):
        with pytest.raises(IndexError):
            listing[outside]
    assert whole[3] in listing
    assert Order("strike") not in listing
    assert len(Listing()) == 0
    with pytest.raises(IndexError):
        Listing()[0]


def test_a_map_alone_is_no_game_and_some_games_keep_no_history():
    design = make([unit("R1", "russia", "0306")])
    with pytest.raises(ValueError, match="A game needs a scenario"):
        Game(replace(design, scenario=None), Dice(1))
    quick = Game.from_scenario(design, 1, history=False)
    quick.apply(quick.legal_orders()[0])
    with pytest.raises(IndexError, match="keeps no history"):
        quick.undo()
    with pytest.raises(IndexError, match="no order to take back"):
        Game.from_scenario(design, 1).undo()


def test_distances_and_sets_of_hexes_on_the_board():
    design = make([unit("R1", "russia", "0306")])
    board = Board(design.map, design.ruleset)
    grid = design.map.grid
    for a in (grid.parse("0101"), grid.parse("0305")):
        for b in grid:
            assert board.distance(grid.index(a), grid.index(b)) == grid.distance(a, b)
    assert board.hex_set(0b101) == ("0101", "0103")
    assert board.numbers_of([2, 0]) == ("0103", "0101")
