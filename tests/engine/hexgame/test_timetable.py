"""The timetable of a scenario in play: events with a date, arrivals by dice, closed entries, withdrawals,
releases."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hexgames import design, on_to, play, read, refuse, texts, where

from visegrad_editor.editor.play.play_mode import scenario_at
from visegrad_editor.engine import Game
from visegrad_editor.engine.events import event_faults
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.model.files.scenario_file import scenario_from_data
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.yaml_reader import Reading, read_yaml
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.scenario import Reinforcement, Scenario
from visegrad_editor.model.schedule import UnitRelease, UnitWithdrawal
from visegrad_editor.playtest.fuzz import fuzz_game

FAR = "blue Z foot 4 0601; red X foot 4 0608"
NORTH = '{id: n, name: North, where: {hexes: ["0103"]}, pays: true%s}'
RAIN = """
events: [{id: rain, name: Rain, judged: turn-start, when: {turn: [1, 4], roll: 1d6, at_least: 5}}]"""


def more(schedule: str = "", needs: str = "") -> str:
    lines = [f"entries: [{NORTH % needs}]"]
    return "\n".join([*lines, f"schedule: [{schedule}]" if schedule else ""])


def with_unit(made: Design, key: str, **fields: object) -> Design:
    """The design with other fields of one unit."""
    assert made.scenario is not None
    units = tuple(replace(u, **fields) if u.key == key else u for u in made.scenario.units)  # type: ignore
    return replace(made, scenario=replace(made.scenario, units=units))


def scenario_of(made: Design) -> Scenario:
    assert made.scenario is not None
    return made.scenario


def happened(game: Game, turns: int = 4) -> dict[str, int]:
    """The turns on which events happen while both sides pass."""
    while game.outcome is None and game.turn <= turns:
        game.apply("pass")
    return {e.text.rstrip("."): e.turn for e in game.events if e.type == "event"}


# -- events ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "dice", "turns"), [
    ("", (1, 4, 5), {"Rain": 3}),
    ("{id: rain, turn: 2}", (), {"Rain": 2}),
    ("{id: rain, turn: [2, 4]}", (), {"Rain": 2}),
    ("{id: rain, never: true}", (), {}),
    ("{id: rain, bonus: 1}", (3, 4), {"Rain": 2}),
    ("{id: rain, bonus: -2}", (5, 6, 6, 6), {}),
    ("{id: rain, turn: [3, 4], roll: 1d6, at_most: 2}", (3, 2), {"Rain": 4}),
    ("{id: rain, turn: [2, 4], roll: 2d6, at_least: 9, bonus: 1}", (3, 4, 4, 4), {"Rain": 3}),
    ("{id: rain, name: Storm, judged: turn-end, turn: 1}", (), {"Storm": 1}),
    ("{id: rain, when: {happened: relief}}, {id: relief, turn: 3}", (), {"Relief": 3, "Rain": 4}),
    ("{id: relief, when: {happened: rain}, roll: 1d6, at_least: 4}, {id: rain, turn: 2}", (3, 4),
     {"Rain": 2, "Relief": 3})])
def test_the_schedule_says_when_an_event_happens(
    line: str, dice: tuple[int, ...], turns: dict[str, int]
) -> None:
    # The dice given are all that are thrown.
    game = play(FAR, RAIN, dice or (1,), more=more(line))
    assert happened(game) == turns
    assert len([d for e in game.events for d in e.dice]) == len(dice)


def test_units_come_by_an_event_that_only_the_schedule_has() -> None:
    made = play(f"blue A foot 4 event relief n; {FAR}", more=more("{id: relief, name: The relief, turn: 2}"))
    on_to(made, "move", "blue", 1)
    assert "not due" in refuse(made, "enter A 0103").reason
    on_to(made, "move", "blue", 2).apply("enter A 0103")
    assert where(made, "blue/A") == "0103"


def test_what_an_event_of_the_schedule_does_is_done() -> None:
    line = "{id: relief, turn: 2, does: [{note: Drums are heard.}, {points: {blue: 3}}]}"
    game = play(FAR, more=more(line))
    happened(game)
    assert texts(game.events, "note") == ["Drums are heard."]
    assert game.outcome is not None
    assert game.outcome.winner == "blue"


@pytest.mark.parametrize(("text", "said"), [
    ("a surge", "Rain: A surge."), ("Three things:", "Rain: Three things."),
    ("Who comes?", "Rain: Who comes?")])
def test_texts_of_events_that_are_no_sentences_are_finished(text: str, said: str) -> None:
    line = f'{{id: rain, turn: 2, text: "{text}", does: [{{note: "so be it"}}]}}'
    game = play(FAR, RAIN, more=more(line))
    happened(game)
    assert texts(game.events, "event") == [said]
    assert texts(game.events, "note") == ["So be it."]
    assert [fault for event in game.events for fault in event_faults(event)] == []


def test_the_rules_in_force_have_the_timetable_and_the_ruleset_does_not() -> None:
    made = design(FAR, RAIN, more=more("{id: rain, never: true}"))
    assert in_force(made).ruleset.events[0].when != made.ruleset.events[0].when
    plain = design(FAR, RAIN)
    assert in_force(plain) is plain


# -- arrivals ----------------------------------------------------------------------------------------


def by_dice(dice: tuple[int, ...], **bounds: int) -> Game:
    made = with_unit(
        design(f"blue A foot 4 turn 2 n; {FAR}", more=more()), "blue/A",
        reinforcement=Reinforcement("n", 2, roll="1d6", **bounds))  # type: ignore[arg-type]
    return Game.from_scenario(made, 0, dice)


@pytest.mark.parametrize(("bounds", "dice", "turn"), [
    ({"at_least": 5}, (5,), 2), ({"at_least": 5}, (4, 6), 3), ({"at_most": 2}, (3, 3, 1), 4),
    ({"at_least": 3, "at_most": 4}, (2, 5, 3), 4)])
def test_dice_bring_a_unit_from_its_turn_on(
    bounds: dict[str, int], dice: tuple[int, ...], turn: int
) -> None:
    game = by_dice(dice, **bounds)
    for before in range(1, turn):
        on_to(game, "move", "blue", before)
        assert "not due" in refuse(game, "enter A 0103").reason
    on_to(game, "move", "blue", turn)
    assert texts(game.events, "called") == ["Blue A may enter."]
    # Once called it may wait, and nobody rolls for it again.
    if turn < 4:
        on_to(game, "move", "blue", turn + 1)
    game.apply("enter A 0103")
    assert [d for e in game.events for d in e.dice] == list(dice)


def test_an_entry_is_open_only_in_its_situation() -> None:
    game = play(f"blue A foot 4 turn 1 n; {FAR}",
                more=more("{id: thaw, turn: 2}", ", needs: {happened: thaw}"))
    on_to(game, "move", "blue", 1)
    assert refuse(game, "enter A 0103").reason == "The entry North is closed now."
    assert not game.destinations("blue/A")
    on_to(game, "move", "blue", 2).apply("enter A 0103")
    assert "Blue A waits to enter: The entry North is closed now." in texts(game.events, "waits")


def test_the_situation_of_an_entry_is_judged_for_each_of_its_hexes() -> None:
    entry = """
entries: [{id: n, name: North, where: {hexes: ["0103", "0106"]},
           needs: {hexes: {occupied_by: {side: own}}}}]"""
    game = play(f"blue A foot 4 turn 1 n; blue B foot 4 0106; {FAR}", more=entry)
    on_to(game, "move", "blue", 1)
    assert "closed now" in refuse(game, "enter A 0103").reason
    game.apply("enter A 0106")


def test_another_entry_stands_in_for_one_that_is_closed() -> None:
    entries = """
entries: [{id: n, name: North, where: {hexes: ["0103"]}, needs: {turn: [3, 9]}, else: [e]},
          {id: e, name: East, where: {hexes: ["0108"]}}]"""
    game = play(f"blue A foot 4 turn 1 n; {FAR}", more=entries)
    on_to(game, "move", "blue", 1).apply("enter A 0108")
    assert "The entry North is closed now. It comes by East." in texts(game.events, "entry-blocked")[0]


def test_a_unit_that_can_enter_nowhere_comes_some_turns_later() -> None:
    game = play(f"blue A foot 4 turn 1 n; red Y foot 4 0103; {FAR}", more=more("", ", delay: 2"))
    on_to(game, "move", "red", 1).apply("move Y 0103-0203")
    assert texts(game.events, "waits") == [
        "Blue A cannot enter: An enemy unit stands in 0103. It comes on turn 3."]
    on_to(game, "move", "blue", 2)
    assert "not due" in refuse(game, "enter A 0103").reason
    on_to(game, "move", "blue", 3).apply("enter A 0103")


# -- units that leave, and units that may not move ---------------------------------------------------


@pytest.mark.parametrize(("leaves", "line", "turn"), [
    (UnitWithdrawal(3), "", 3), (UnitWithdrawal(event="peace"), "{id: peace, turn: 2}", 2),
    (UnitWithdrawal(event="peace"), "{id: peace, turn: 2, judged: turn-end}", 3),
    (UnitWithdrawal(event="peace"), "{id: peace, never: true}", 0)])
def test_a_unit_leaves_as_it_says(leaves: UnitWithdrawal, line: str, turn: int) -> None:
    made = with_unit(design(f"blue A foot 4 0103; {FAR}", more=more(line)), "blue/A", withdrawal=leaves)
    game = Game.from_scenario(made, 0)
    happened(game)
    gone = [(e.turn, e.text) for e in game.events if e.type == "eliminated"]
    assert gone == ([(turn, "Blue A leaves the game in 0103, withdrawn.")] if turn else [])


@pytest.mark.parametrize(("release", "line", "turn"), [
    (UnitRelease(3), "", 3), (UnitRelease(event="alarm"), "{id: alarm, turn: 2}", 2),
    (UnitRelease(4, "alarm"), "{id: alarm, turn: 2}", 2)])
def test_a_unit_does_not_move_before_its_release(release: UnitRelease, line: str, turn: int) -> None:
    made = with_unit(design(f"blue A foot 4 0103; {FAR}", more=more(line)), "blue/A", release=release)
    game = Game.from_scenario(made, 0)
    for before in range(1, turn):
        on_to(game, "move", "blue", before)
        assert "may not move yet" in refuse(game, "move A 0103-0104").reason
    on_to(game, "move", "blue", turn).apply("move A 0103-0104")
    assert where(game, "blue/A") == "0104"


@pytest.mark.parametrize(("release", "line", "turn"), [
    (UnitRelease(4), "", 4), (UnitRelease(event="alarm"), "{id: alarm, turn: 3}", 3), (UnitRelease(), "", 0),
    (UnitRelease(enemy_within=2), "", 0)])
def test_a_reinforcement_holds_where_it_arrives_until_its_release(
        release: UnitRelease, line: str, turn: int) -> None:
    made = with_unit(design(f"blue A foot 4 turn 2 n; {FAR}", more=more(line)), "blue/A", release=release)
    game = on_to(Game.from_scenario(made, 0), "move", "blue", 2)
    assert [game.text(o) for o in game.legal_orders("blue/A")] == ["enter A 0103"]
    assert set(game.destinations("blue/A")) == {"0103"}
    refused = refuse(game, "enter A 0103-0104")
    assert refused.reason == "Blue A may not move yet: it stops in the hex where it enters."
    game.apply("enter A 0103")
    for before in range(3, turn or 5):
        on_to(game, "move", "blue", before)
        assert "may not move yet" in refuse(game, "move A 0103-0104").reason
        assert not game.legal_orders("blue/A")
    assert not turn or on_to(game, "move", "blue", turn).apply("move A 0103-0104")


@pytest.mark.parametrize(("release", "line"), [
    (UnitRelease(2), ""), (UnitRelease(3), ""), (UnitRelease(event="alarm"), "{id: alarm, turn: 2}")])
def test_a_reinforcement_released_before_it_arrives_moves_on(release: UnitRelease, line: str) -> None:
    made = with_unit(design(f"blue A foot 4 turn 3 n; {FAR}", more=more(line)), "blue/A", release=release)
    game = on_to(Game.from_scenario(made, 0), "move", "blue", 3)
    game.apply("enter A 0103-0104-0105")
    assert where(game, "blue/A") == "0105"


def test_a_reinforcement_enters_where_an_enemy_releases_it_and_moves_a_turn_later() -> None:
    made = with_unit(design("blue A foot 4 turn 2 n; blue Z foot 4 0601; red X foot 4 0105", more=more()),
                     "blue/A", release=UnitRelease(enemy_within=2))
    game = on_to(Game.from_scenario(made, 0), "move", "blue", 2)
    assert "stops in the hex" in refuse(game, "enter A 0103-0203").reason
    game.apply("enter A 0103")
    assert texts(game.events, "released") == ["Blue A may move from now on."]
    on_to(game, "move", "blue", 3).apply("move A 0103-0203")


def test_an_enemy_who_comes_near_releases_a_unit_alone() -> None:
    made = design("blue A foot 4 0103; blue B foot 4 0601; blue Z foot 4 0606; red X foot 4 0107",
                  more=more())
    for key in ("blue/A", "blue/B"):
        made = with_unit(made, key, release=UnitRelease(enemy_within=2))
    game = Game.from_scenario(made, 0)
    on_to(game, "move", "blue", 1)
    assert "may not move yet" in refuse(game, "move A 0103-0104").reason
    on_to(game, "move", "red", 1).apply("move X 0107-0106-0105")
    assert texts(game.events, "released") == ["Blue A may move from now on."]
    on_to(game, "move", "blue", 2)
    assert "may not move yet" in refuse(game, "move B 0601-0602").reason
    game.apply("move A 0103-0203")


# -- the whole of it, at random ----------------------------------------------------------------------


WHOLE = more("{id: relief, turn: [2, 4], roll: 1d6, at_least: 3}, {id: peace, turn: 3}",
             ", needs: {any: [{happened: relief}, {turn: [3, 9]}]}, delay: 2")


def whole() -> Design:
    made = design(f"blue A foot 4 turn 1 n; blue B foot 4 event relief n; blue C foot 4 0302; {FAR}",
                  more=WHOLE)
    made = with_unit(made, "blue/A", reinforcement=Reinforcement("n", 1, roll="1d6", at_least=3))
    made = with_unit(made, "blue/C", release=UnitRelease(3, enemy_within=2))
    return with_unit(made, "red/X", withdrawal=UnitWithdrawal(event="peace"))


def test_random_games_with_a_timetable_keep_every_rule() -> None:
    reports = [fuzz_game(whole(), seed) for seed in range(12)]
    assert [r.finding for r in reports] == [None] * 12


def test_a_saved_game_with_a_timetable_goes_on_as_it_was() -> None:
    game = Game.from_scenario(whole(), 7)
    on_to(game, "move", "blue", 2)
    again = Game.from_json(whole(), game.to_json())
    for one in (game, again):
        on_to(one, "move", "blue", 4)
    assert again.to_json() == game.to_json()


def test_the_file_keeps_the_timetable() -> None:
    assert read(WHOLE)["schedule"][1] == {"id": "peace", "turn": 3}
    line = scenario_of(whole()).scheduled["relief"]
    assert (line.turn, line.roll, line.at_least) == ((2, 4), "1d6", 3)


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_a_copied_position_keeps_what_is_still_to_come(turn: int) -> None:
    game = Game.from_scenario(whole(), 9)
    on_to(game, "move", "blue", turn)
    copied = scenario_at(game)
    made = whole()
    copy = Game.from_scenario(replace(made, scenario=document_of(copied)), game.dice.seed)
    copy.dice.count = game.dice.count
    own = Game.from_json(game.design, game.to_json())
    while own.outcome is None:
        assert copy.position() == own.position()
        assert [e.text for e in copy.apply("pass")] == [e.text for e in own.apply("pass")]
    assert copy.outcome == own.outcome


def document_of(scenario: Scenario) -> Scenario:
    """A scenario written to a file and read again."""
    data = read_yaml(new_text(scenario)).data
    assert check_schema("scenario", read_yaml(new_text(scenario)), "copy") == ()
    again = scenario_from_data(data, FileProblems("copy", Reading("", data, {})))
    assert again == scenario
    assert again is not None
    return again
