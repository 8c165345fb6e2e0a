"""Whole games on the test map: invariants, views, undo."""

from __future__ import annotations

import json
import random

import pytest
from designs import make, on_to, play, unit, wing
from full_games import P1, R1, check_invariants, full_game
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.cli.main import main
from visegrad_editor.engine import Game, IllegalOrderError, events_json
from visegrad_editor.engine.record import (
    record_of,
    replay,
)
from visegrad_editor.model.files.load import load


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_random_games_keep_the_invariants_and_end(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    for n in range(3000):
        if game.outcome is not None:
            break
        orders = game.legal_orders()
        assert orders, f"no order at {game.phase}, {game.step}"
        game.apply(chooser.choice(orders))
        if n % 5 == 0:
            check_invariants(game)
    check_invariants(game)
    assert game.outcome is not None


def test_all_kinds_of_decisions_come_up_in_random_games():
    seen = set()
    for seed in range(40):
        game = full_game(seed)
        chooser = random.Random(seed)
        while game.outcome is None:
            seen.add(game.step)
            game.apply(chooser.choice(game.legal_orders()))
    assert seen >= {
        "place", "allocate", "transfer", "replace", "lose", "interdict", "intercept", "markers", "move",
        "air-supply",
        "attack", "support", "table", "choose", "retreat", "advance"}


@pytest.mark.parametrize("seed", [4, 5])
def test_undo_restores_everything(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    states = []
    while game.outcome is None:
        states.append(game.to_json())
        game.apply(chooser.choice(game.legal_orders()))
    while states:
        game.undo()
        assert game.to_json() == states.pop()
    with pytest.raises(IndexError):
        game.undo()


@pytest.mark.parametrize("seed", [6, 7])
def test_a_saved_game_goes_on_as_if_it_had_not_been_saved(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    n = 0
    while game.outcome is None:
        n += 1
        if n % 25 == 0:
            text = game.to_json()
            game = Game.from_json(game.design, text)
            assert game.to_json() == text
        game.apply(chooser.choice(game.legal_orders()))
    again = replay(game.design, record_of(game))
    assert events_json(again.events) == events_json(game.events)


@pytest.mark.rule("3.2", "5.1")
def test_a_view_keeps_what_is_secret():
    game = play(make([R1, P1], markers=(7, 5)), seed=3)
    unseen = [json.dumps(game.view(side)) for side in ("", "allied")]
    game.apply("allocate table 4 track 3")
    assert (game.step, game.side) == ("allocate", "allied")
    for side in ("", "allied"):
        view = game.view(side)
        assert view["state"]["chapters"]["cyber-war"]["pending"] is None
        assert view["orders"] == [[1, "administration-cw", "russian", len(game.events), "secret", [], [], []]]
    # Whatever the Russian side chose, the others see the same.
    seen = [game.view(side) for side in ("", "allied")]
    assert [json.dumps(v) for v in seen] != unseen
    own = game.view("russian")
    assert own["state"]["chapters"]["cyber-war"]["pending"] == 4
    assert own["orders"][0][-1] == ["4", "3"]
    text = game.to_json()
    game.undo()
    game.apply("allocate table 1 track 6")
    assert [game.view(side) for side in ("", "allied")] == seen
    assert game.view("russian") != own
    # The saved game knows it still; a view is no saved game.
    again = Game.from_json(game.design, text)
    again.apply("allocate table 5 track 0")
    assert dict(again.position().markers["russian"]) == {"table": 4, "track": 3, "spent": 0}
    with pytest.raises(ValueError, match="one side's view"):
        Game.from_json(game.design, json.dumps(seen[1]))
    # Once both have chosen, all is open.
    assert again.view("allied")["orders"] == again.view("russian")["orders"]
    assert again.view()["state"] == again.view("russian")["state"]


def test_a_view_tells_only_the_dice_thrown():
    game = full_game(4)
    assert "seed" not in json.dumps(game.view())
    given = play(make([R1, P1, unit("U1", "ukraine", "0410")]), 3, 5, 6)
    assert given.view()["dice"] == [3]


@pytest.mark.rule("3.2", "5.1")
def test_a_replay_shows_no_allocation_before_both_are_made(tmp_path, capsys):
    path = tmp_path / "game.yaml"
    text = "format: 1\nkind: game\nscenario: historical\nseed: 5\norders: |\n"
    shown = []
    for table in (2, 6):
        game = Game.from_scenario(load("historical").design, 5)
        orders = ""
        while game.step == "place":
            order = game.text(game.legal_orders()[0])
            game.apply(order)
            orders += f"  {order}\n"
        path.write_text(text + orders + f"  allocate table {table} track {7 - table}\n", encoding="utf-8")
        assert main(["replay", str(path), "--json"]) == 0
        shown.append(json.loads(capsys.readouterr().out))
    assert shown[0] == shown[1]
    assert shown[0]["side"] == "allied"
    assert shown[0]["markers"]["russian"] == {"table": 0, "track": 7, "spent": 0}


def test_an_illegal_order_changes_nothing():
    game = on_to(play(make([R1, P1, wing("1st CAS", "russia")])), "attack")
    before = game.to_json()
    for text in ("attack 0101 with R1", "attack 0305 with P1", "move R1 0306-0307", "retreat R1 0307",
                 "advance R1",
                 "place R1 0306", "use assault", "choose loss", "buy 1st CAS", "transfer 1", "spend-marker",
                 "remove R1",
                 "lose R1", "support with 1st CAS", "intercept with 1st CAS", "enter R1 0306", "restore R1"):
        with pytest.raises(IllegalOrderError) as refused:
            game.apply(text)
        assert refused.value.reason.endswith(".")
        assert game.to_json() == before


def test_same_seed_same_events_byte_for_byte():
    def log(seed: int) -> str:
        game = full_game(seed)
        chooser = random.Random(1)
        while game.outcome is None:
            game.apply(chooser.choice(game.legal_orders()))
        return events_json(game.events)

    assert log(3) == log(3)
    assert log(3) != log(4)
