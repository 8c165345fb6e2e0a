"""Faults that were found by random play, each in its smallest form."""

from __future__ import annotations

from functools import cache

import pytest

from visegrad_editor.engine import Game, IllegalOrderError, Order
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import play_game


@cache
def design(name: str) -> Design:
    loaded = load(name)
    assert loaded.design is not None
    return loaded.design


def first_steps() -> Game:
    return Game.from_scenario(design("first-steps"), 1)


def to_movement(game: Game) -> Game:
    """Go to the first movement phase with as few actions as possible."""
    while game.step != "move":
        game.apply("allocate table 0 track 3" if game.step == "allocate" else "pass")
    return game


@pytest.mark.parametrize("order", [
    Order("allocate", (), ("2017",), ("0", "3")),
    Order("allocate", (), (), ("0", "3", "3")),
    Order("allocate", ("russia/Airborne",), (), ("0", "3")),
])
def test_an_order_with_too_many_parts_is_refused(order: Order) -> None:
    game = first_steps()
    assert game.step == "allocate"
    with pytest.raises(IllegalOrderError, match="exactly the form"):
        game.apply(order)
    assert not game.orders


def test_an_unknown_verb_is_answered_with_the_known_ones() -> None:
    with pytest.raises(IllegalOrderError, match=r"Orders begin with pass, place, .*allocate, .*\.$"):
        first_steps().apply("xyz 2017")


def test_events_do_not_depend_on_the_order_of_arrival() -> None:
    """A stack listed in order of arrival had a different order after an order was taken back."""
    game = to_movement(first_steps())
    assert game.side == "russian"
    game.apply(game.move_order("belarus/6th Mechanized", "1511"))
    assert game.position().at("1511") == ("belarus/6th Mechanized", "belarus/120th Mechanized")
    twin = Game.from_json(game.design, game.to_json())
    stacks = [list(s) for s in game._play.stack]
    assert stacks == [list(s) for s in twin._play.stack]


def test_progress_names_turn_and_phase() -> None:
    message: list[str] = []
    play_game(design("first-steps"), 1, ("random", "random"), lambda done, text: not message.append(text))
    assert any(t.startswith("Turn 2 of 4: Russian movement") for t in message)
