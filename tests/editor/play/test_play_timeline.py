"""A play-test without its window: moving in time, saving and opening."""

from __future__ import annotations

from pathlib import Path

from play_sessions import first_steps

from visegrad_editor.editor.documents.game_files import open_game
from visegrad_editor.editor.play.prompts import banner_text
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.engine.record import is_game_file, read_record, replay


def test_the_banner_shows_no_plan_of_an_earlier_turn() -> None:
    play = first_steps({"russian": "planner", "allied": "planner"})
    seen: list[tuple[int, str]] = []
    while not play.over and play.timeline.game.turn < 4:
        if (text := banner_text(play)) and "plan, turn" in text:
            seen.append((play.timeline.game.turn, text))
        play.play_one()
    assert {turn for turn, _ in seen} >= {1, 2}
    assert [text for turn, text in seen if f"plan, turn {turn}:" not in text] == []


# -- moving in time ------------------------------------------------------------------------------------


def run(play: PlaySession, orders: int) -> None:
    for _ in range(orders):
        if play.over:
            return
        if play.automatic:
            play.play_one()
        else:
            play.give(play.decision.passing or play.decision.orders[0])


def test_undo_goes_to_the_last_decision_of_a_person_and_redo_returns() -> None:
    play = first_steps({"russian": "human", "allied": "planner"})
    play.give(play.decision.orders[0])
    while play.automatic:
        play.play_one()
    reached, position = play.timeline.at, play.position
    assert reached > 1
    assert play.take_back()
    assert play.timeline.at == 0
    assert play.my_turn
    assert play.redo()
    assert play.timeline.at == reached
    assert play.position == position
    assert not play.redo()


def test_looking_back_changes_nothing_and_playing_on_drops_later_decisions() -> None:
    play = first_steps({"russian": "planner", "allied": "planner"})
    run(play, 40)
    orders, position = play.orders, play.position
    play.look_at(10)
    assert play.looking_back
    assert not play.automatic
    assert play.timeline.at == 10
    assert play.orders == orders
    play.look_at(999)
    assert not play.looking_back
    assert play.position == position
    play.look_at(10)
    play.play_on()
    assert play.orders == orders[:10]
    assert play.automatic


def test_the_same_seed_and_players_reproduce_a_run() -> None:
    from visegrad_editor.playtest.play import play_game
    play = first_steps({"russian": "planner", "allied": "planner"}, 11)
    run(play, 10_000)
    record = play_game(play.design, 11)
    assert [o.text for o in play.record().orders] == [o.text for o in record.orders]
    assert play.record().outcome == record.outcome


# -- files ---------------------------------------------------------------------------------------------


def test_a_saved_game_replays_and_opens_where_it_was_left(tmp_path: Path) -> None:
    play = first_steps({"russian": "human", "allied": "planner"})
    run(play, 25)
    assert play.unsaved
    path = tmp_path / "game.yaml"
    play.look_at(7)
    play.save(path)
    assert not play.unsaved
    assert play.timeline.at == 7
    assert is_game_file(path)
    record = read_record(path)
    assert replay(play.design, record).orders == play.orders
    again = open_game(path).play_again()
    assert again.orders == play.orders
    assert again.seats.names == {"russian": "human", "allied": "planner"}
    assert again.timeline.at == again.timeline.length
    assert not again.looking_back
    assert not again.unsaved


def test_a_finished_game_opens_at_its_start(tmp_path: Path) -> None:
    play = first_steps({"russian": "planner", "allied": "planner"})
    run(play, 10_000)
    play.save(tmp_path / "game.yaml")
    again = open_game(tmp_path / "game.yaml").play_again()
    assert again.looking_back
    assert again.timeline.at == 0
    again.look_at(again.timeline.length)
    assert again.over
    assert again.timeline.game.outcome == play.timeline.game.outcome


def test_a_scenario_is_not_a_game_file(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("format: 2\nkind: scenario\nname: x\n", "utf-8")
    assert not is_game_file(path)
    assert not is_game_file(tmp_path / "missing.yaml")
    assert not is_game_file("historical")
