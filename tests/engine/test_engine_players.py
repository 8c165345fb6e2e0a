"""Automatic players and games between them."""

from __future__ import annotations

import pytest

from visegrad_editor.engine import Game, events_json
from visegrad_editor.engine.record import parse_record, record_text, replay
from visegrad_editor.model.files.load import load
from visegrad_editor.players import PLAYERS, UnknownPlayerError, make_player
from visegrad_editor.playtest import play_game, play_on


@pytest.fixture(scope="module")
def designs():
    return {name: load(name).design for name in ("historical", "free-setup", "first-steps")}


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
def test_planners_play_every_scenario_to_its_end(designs, name):
    record = play_game(designs[name], 3)
    assert record.outcome is not None
    assert record.outcome.rule in ("4.0", "4.1", "4.2")
    assert record.players == (("russian", "planner"), ("allied", "planner"))
    game = replay(designs[name], parse_record(record_text(record)))
    assert game.outcome == record.outcome


def test_every_phase_of_the_sequence_comes_up(designs):
    phases: set[str] = set()
    for seed in range(6):
        record = play_game(designs["historical"], seed, ("random", "random"))
        phases |= {e.phase for e in replay(designs["historical"], record).events}
    listed = {p.id for p in designs["historical"].ruleset.phases}
    assert listed <= phases


def test_the_same_seed_gives_the_same_game_byte_for_byte(designs):
    records = [play_game(designs["first-steps"], 11, p) for p in (("planner", "random"),) * 2]
    assert record_text(records[0]) == record_text(records[1])
    logs = [events_json(replay(designs["first-steps"], r).events) for r in records]
    assert logs[0] == logs[1]


def test_the_planner_beats_random_moves_from_both_sides(designs):
    wins = {"russian": 0, "allied": 0}
    for seed in range(6):
        for side in wins:
            players = ("planner", "random") if side == "russian" else ("random", "planner")
            outcome = play_game(designs["historical"], seed, players).outcome
            wins[side] += outcome is not None and outcome.winner == side
    assert wins["russian"] >= 5
    assert wins["allied"] >= 5


def test_players_do_not_change_the_game(designs):
    game = Game.from_scenario(designs["first-steps"], 2)
    seats = {"russian": make_player("planner", 1), "allied": make_player("random", 2)}
    while game.outcome is None:
        before = game.to_json()
        order = seats[game.side].choose(game)
        assert game.to_json() == before
        game.apply(order)
    assert game.turn > 1


def test_progress_is_reported_and_can_stop_a_game(designs):
    reports: list[tuple[float, str]] = []
    record = play_game(
        designs["first-steps"], 1, progress=lambda done, text: not reports.append((done, text)))
    assert record.outcome is not None
    fractions = [f for f, _ in reports]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert any(t.startswith("Turn 2 of 4: ") for _, t in reports)
    stopped = play_game(designs["first-steps"], 1, progress=lambda done, text: False)
    assert stopped.outcome is None
    assert len(stopped.orders) < len(record.orders)


def test_a_stopped_game_can_be_resumed(designs):
    game = Game.from_scenario(designs["first-steps"], 5)
    seats = {s: make_player("planner", i) for i, s in enumerate(("russian", "allied"))}
    assert not play_on(game, seats, lambda done, text: False)
    assert play_on(game, seats)


def test_unknown_players_are_named(designs):
    with pytest.raises(UnknownPlayerError, match="no player 'chess'"):
        make_player("chess")
    with pytest.raises(ValueError, match="2 players are needed"):
        play_game(designs["first-steps"], 1, ("planner",))
    assert set(PLAYERS) == {"planner", "random"}
