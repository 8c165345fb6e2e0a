"""Control, assets, events and victory from data."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hexgames import inside, on_to, play, read, result, texts, where

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame import victory
from visegrad_editor.engine.hexgame.conditions import Case
from visegrad_editor.engine.record import RecordError, record_of, replay
from visegrad_editor.model.files.codec import record_of as codec_of
from visegrad_editor.model.rules.grammar import Situation

UNITS = "blue A horse 4 0303; blue B foot 4 0501; red X horse 4 0306; red Y foot 4 0608"
TOWNS = """
places: [{hex: "0304", name: T, features: [town]}, {hex: "0305", name: U, features: [town]},
         {hex: "0602", name: V, features: [fortress]}]"""


def game(rules: str | tuple[str, ...] = "", units: str = UNITS, **more: object) -> Game:
    return play(units, rules, map=TOWNS, **more)  # type: ignore[arg-type]


def held(made: Game, side: int) -> set[str]:
    """The hexes that a side controls."""
    return set(inside(made).board.hex_set(inside(made).controlled(side)))


def finished(made: Game) -> Game:
    """The game after both sides have passed to its end."""
    while made.outcome is None:
        made.apply("pass")
    return made


# -- control -------------------------------------------------------------------------------------------


def test_the_last_to_enter_controls_a_hex_also_in_passing() -> None:
    made = game("control: {at_start: [{side: red, hexes: {features: [town]}}]}")
    assert held(made, 1) >= {"0304", "0305"}
    made.apply("move A 0303-0304-0204")
    assert "0304" in held(made, 0)
    assert held(made, 1) >= {"0305"}
    assert "0304" not in held(made, 1)


def test_who_stands_in_a_hex_may_be_all_that_counts() -> None:
    made = game("control: {by: stand}")
    made.apply("move A 0303-0304-0204")
    assert held(made, 0) == {"0204", "0501"}


def test_only_some_units_take_control() -> None:
    made = game("control: {units: {type: [foot]}}")
    made.apply("move A 0303-0304")
    assert "0304" not in held(made, 0)


# -- assets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "by_turn"), [
    ("at_start: 2", [2, 2, 2]), ("at_start: 2, each_turn: {1: 3}, keeps: true", [5, 8, 11]),
    ("at_start: 2, each_turn: {1: 3}", [5, 3, 3]), ("each_turn: {2: 4}, keeps: true, most: 6", [0, 4, 6])])
def test_what_a_side_has_of_an_asset(more: str, by_turn: list[int]) -> None:
    made = game(f"assets: [{{id: air, name: Air, side: blue, {more}}}]")
    found = []
    for turn in (1, 2, 3):
        on_to(made, "move", "blue", turn)
        found.append(made.position().markers["blue"]["air"])
    assert found == by_turn


# -- events --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judged", "once", "points"), [
    ("turn-start", "true", [1, 1, 1]), ("turn-start", "false", [1, 2, 3]), ("turn-end", "true", [0, 1, 1]),
    ("turn-end", "false", [0, 1, 2])])
def test_when_events_happen(judged: str, once: str, points: list[int]) -> None:
    made = game(f"events: [{{id: e, name: Rain, judged: {judged}, once: {once}, "
    f"does: [{{points: {{red: 1}}}}]}}]")
    found = []
    for turn in (1, 2, 3):
        on_to(made, "move", "blue", turn)
        found.append(inside(made).points_of(1))
    assert found == points
    assert texts(made.events, "event")[0] == "Rain."


def test_an_event_may_happen_at_once() -> None:
    made = game("""
events: [{id: fall, name: Fall, judged: at-once, text: It falls., when: {control: {side: blue,
  hexes: {features: [town]}}},
          does: [{points: {blue: 3}}, {points: {blue: 9}, when: {turn: 4}}, {control: {edge: east},
          to: blue}]}]""")
    assert inside(made).points_of(0) == 0
    made.apply("move A 0303-0304")
    assert texts(made.events, "event") == ["Fall: It falls."]
    assert inside(made).points_of(0) == 3
    assert "0108" in held(made, 0)


def test_an_event_may_depend_on_a_roll() -> None:
    made = game("events: [{id: e, name: E, when: {roll: 1d6, at_least: 5}, does: [{points: {red: 1}}]}]",
                dice=[4, 5])
    on_to(made, "move", "blue", 2)
    assert inside(made).points_of(1) == 0
    on_to(made, "move", "blue", 3)
    assert inside(made).points_of(1) == 1


def test_a_roll_says_for_which_event_it_is_and_whether_that_comes() -> None:
    made = game("events: [{id: e, name: Spring tide, when: {roll: 1d6, at_least: 5}, judged: turn-start}]",
                dice=[4, 5])
    on_to(made, "move", "blue", 2)
    told = [e.text for e in made.events]
    assert told[told.index("Roll for spring tide: 4.") + 1] == "Spring tide does not happen."
    assert told[told.index("Roll for spring tide: 5.") + 1] == "Spring tide."


def test_an_event_may_roll_on_a_table() -> None:
    made = game("""
tables: [{id: t, name: T, columns: [Result], rows: {1: [P], 2: [P], 3: [P], 4: [P], 5: [P], 6: [Q]}}]
results: [{id: P, name: P, does: [{points: {blue: 1}}]}, {id: Q, name: Q}]
events: [{id: e, name: E, judged: turn-start, does: [{roll: t}]}]""", dice=[5])
    assert inside(made).points_of(0) == 1


# -- points --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "blue", "red"), [
    ("{for: control, hexes: {features: [town]}, worth: 3}", 3, 0),
    ("{for: control, hexes: {features: [town]}, worth: 3, side: red}", 0, 0),
    ("{for: control, hexes: {features: [fortress]}, worth: 3}", 0, 0),
    ("{for: control, hexes: {features: [town]}, judged: first, worth: 2}", 4, 0),
    ("{for: elimination, worth: 2}", 0, 2), ("{for: elimination, per: step, worth: 2}", 0, 4),
    ("{for: elimination, per: strength}", 0, 4), ("{for: elimination, units: {type: [foot]}}", 0, 0),
    ("{for: survival}", 1, 2), ("{for: survival, units: {type: [horse]}, side: red}", 0, 1),
    ("{for: survival, per: step}", 2, 4), ("{for: survival, per: strength}", 4, 8)])
def test_what_points_are_for(line: str, blue: int, red: int) -> None:
    made = game(f"victory: {{points: [{line}]}}")
    made.apply("move A 0303-0304-0305")
    w = inside(made)
    # Blue loses A, and red takes one of the towns, 0305, without control of the other.
    w.eliminate(0, "")
    w.state.control = [1 << w.board.index["0304"], 0]
    assert victory.points(w) == [blue, red]


def test_points_for_hexes_may_be_counted_every_turn() -> None:
    made = game("victory: {points: [{for: control, hexes: {features: [town]}, judged: each-turn}]}")
    made.apply("move A 0303-0304")
    on_to(made, "move", "blue", 3)
    assert victory.points(inside(made)) == [2, 0]


def test_points_for_units_that_leave_the_map() -> None:
    made = game(("movement: {off_map: [{side: blue, hexes: {edge: west}}]}",
                 "victory: {points: [{for: exit, per: step, worth: 2}]}"))
    made.apply("exit B")
    assert victory.points(inside(made)) == [4, 0]


# -- conditions ----------------------------------------------------------------------------------------


CONDITIONS = [
    ("{control: {side: own, hexes: {features: [town]}}, at_least: 2}", True),
    ("{control: {side: own, hexes: {features: [town]}}, at_least: all}", True),
    ("{control: {side: own, hexes: {features: [town, fortress]}}, at_least: all}", False),
    ("{control: {side: enemy, hexes: {features: [town]}}}", False),
    ("{control: {side: own, hexes: {features: [town, fortress]}}, more_than: 1}", True),
    ("{control: {side: own, hexes: {features: [town]}}, less_than: 2}", False),
    ("{control: {side: own, hexes: {features: [town]}}, at_most: 2}", True),
    ("{control: {side: own, connected: true}, at_least: 3}", True),
    ("{control: {side: own, connected: true}, at_least: 4}", False),
    ("{control: {side: own}, at_least: 4}", True), ("{control: {side: own, supplied: true}, at_least: 4}",
        True),
    ("{ever_taken: {side: own, hexes: {features: [town]}}, at_least: 2}", True),
    ("{ever_taken: {side: red, hexes: {features: [town]}}}", False),
    ("{entered: {side: own, hexes: {hexes: ['0304']}}}", True),
    ("{entered: {side: own, hexes: {hexes: ['0602']}}}", False),
    ("{count: {units: {side: [own]}}, at_least: 2}", True), ("{count: {units: {side: [own]}}, at_least: 3}",
        False),
    ("{count: {units: {side: [own]}, hexes: {features: [town]}}, at_least: all}", False),
    ("{count: {units: {type: [horse], side: [own]}, hexes: {features: [town]}}, at_least: all}", True),
    ("{count: {units: {side: [own]}, by: step}, at_least: 4}", True),
    ("{count: {units: {side: [own]}, by: weight}, at_most: 2}", True),
    ("{points: own, at_least: 3}", True), ("{points: enemy, at_least: 3}", False),
        ("{lead: own, at_least: 2}", True),
    ("{lead: own, more_than: 2}", False), ("{asset: {id: air}, at_least: 2}", True),
    ("{asset: {id: air, side: enemy}}", False), ("{losses: {side: own}}", False),
    ("{losses: {side: enemy}, at_least: 1}", True), ("{losses: {side: enemy, by: step}, at_least: 2}", True),
    ("{losses: {side: enemy}, at_least: all}", False),
    ("{losses: {side: enemy, units: {type: [foot]}}, at_least: all}", True),
    ("{number: 3, at_least: {number: 2}}", True),
    ("{number: 3, less_than: {control: {hexes: {features: [town]}}}}", False),
    ("{all: [{turn: 1}, {player_turn: [blue]}]}", True), ("{all: [{turn: 1}, {turn: 2}]}", False),
    ("{any: [{turn: 1}, {turn: 2}]}", True), ("{any: [{turn: 3}, {turn: 2}]}", False), ("{not: {turn: 1}}",
        False),
    ("{not: {turn: 2}}", True), ("{happened: [storm]}", False), ("{option: {fog: [with]}}", True),
    ("{option: {fog: [without]}}", False), ("{phase: [move]}", True), ("{phase: [blue-move]}", True),
    ("{phase: [combat]}", False),
        ("{control: {hexes: {within: {hexes: 1, of: {features: [town]}}}}, at_least: 3}", True),
    ("{control: {hexes: {within: {hexes: 0, of: {features: [town]}}}}, at_least: 3}", False),
    ("{control: {hexes: {next_to: {side: [enemy]}}}}", True),
        ("{control: {hexes: {occupied_by: {side: [own]}}}}", True),
    ("{control: {hexes: {occupied_by: {side: [enemy]}}}}", False), ("{control: {hexes: {in_zone: enemy}}}",
        True),
    ("{control: {hexes: {edge: west}}}", True), ("{control: {hexes: {edge: east}}}", False),
    ("{control: {hexes: {controlled_by: none}}}", False),
        ("{control: {hexes: {not: {features: [town]}}}, at_least: 3}", False),
]


@pytest.mark.parametrize(("when", "holds"), CONDITIONS)
def test_a_situation_asks_for_numbers(when: str, holds: bool) -> None:
    made = game(("assets: [{id: air, name: Air, side: blue, at_start: 2}]",
                 "zones: {kind: rigid}",
                 "options: [{id: fog, name: Fog, choices: [with, without]}]"))
    # Blue holds its two set-up hexes and both towns, three of them together.
    w = inside(made)
    for hex in ("0304", "0305"):
        w.state.control[0] |= 1 << w.board.index[hex]
        w.state.taken[0] |= 1 << w.board.index[hex]
    w.put(0, w.board.index["0305"])
    w.passed = [1 << w.board.index["0304"], 0]
    w.state.points = [3, 1]
    w.eliminate(w.forces.number["red/Y"], "")
    w.forget()
    test = w.made.test(codec_of(Situation).read(read(when)))
    assert test(Case(0)) is holds


def test_a_condition_may_be_met_in_passing() -> None:
    rules = """
victory: {conditions: [
  {winner: blue, judged: at-once, when: {entered: {side: own, hexes: {features: [town]}}}}]}"""
    made = game(rules)
    made.apply("move A 0303-0304-0204")
    assert made.outcome is not None
    assert (made.outcome.winner, made.outcome.reason) == (
        "blue", "The Blue army wins. Towns entered by the Blue army: 1, needed 1.")


@pytest.mark.parametrize(("judged", "turn"), [("at-once", 1), ("turn-end", 1), ("end", 4)])
def test_when_a_condition_is_judged(judged: str, turn: int) -> None:
    made = game(f"""
victory: {{levels: [{{id: great, name: Great victory, lead: 9}}], conditions: [
  {{winner: red, judged: {judged}, when: {{turn: [3, 3]}}}},
  {{winner: blue, judged: {judged}, level: great, when: {{control: {{hexes: {{features: [town]}}}}}}}}]}}""")
    made.apply("move A 0303-0304")
    assert (made.outcome is not None) is (judged == "at-once")
    finished(made)
    assert made.outcome is not None
    assert (made.outcome.winner, made.turn) == ("blue", turn)
    assert made.outcome.reason == (
        "The Blue army wins, great victory. "
        "Towns controlled by the Blue army: 1, needed 1.")


def test_the_first_condition_that_holds_decides() -> None:
    made = finished(game("victory: {conditions: [{winner: draw, when: {}, text: All is quiet.}, "
    "{winner: blue, when: {}}]}"))
    assert made.outcome is not None
    assert (made.outcome.winner, made.outcome.reason) == ("", "All is quiet.")


@pytest.mark.parametrize(("dice", "winner"), [([1, 1], "blue"), ([1, 2], "")])
def test_a_roll_at_the_end(dice: list[int], winner: str) -> None:
    rules = "victory: {conditions: [{winner: blue, when: {roll: 2d6, less_than: {ever_taken: {side: own}}}}]}"
    made = game(rules, dice=dice)
    made.apply("move A 0303-0304")
    finished(made)
    assert made.outcome is not None
    assert made.outcome.winner == winner


@pytest.mark.parametrize(("rules", "winner"), [
    ("{}", "red"), ("{points: [{for: survival, units: {type: [foot]}, side: blue}]}", "blue"),
    ("{points: [{for: survival}], otherwise: red}", "red"), ("{points: [{for: survival}]}", ""),
    ("{conditions: [{winner: blue, when: {turn: 9}}], otherwise: red}", "red"),
    ("{conditions: [{winner: blue, when: {turn: 9}}]}", ""),
    ("{points: [{for: survival, side: blue}], levels: [{id: m, lead: 3}]}", ""),
    ("{points: [{for: survival, side: blue}], levels: [{id: m, lead: 2}]}", "blue")])
def test_who_wins_in_the_end(rules: str, winner: str) -> None:
    made = finished(game((f"victory: {rules}",
        "control: {at_start: [{side: red, hexes: {features: [town]}}]}")))
    assert made.outcome is not None
    assert made.outcome.winner == winner


def test_the_breakdown_adds_up() -> None:
    made = game("victory: {points: [{for: survival, worth: 2}, {for: control, hexes: {features: [town]}}]}")
    made.apply("move A 0303-0304")
    w = inside(made)
    lines = victory.breakdown(w)
    assert [sum(n for side, _, n in lines if side == s) for s in (0, 1)] == victory.points(w) == [5, 4]


def test_losses_of_a_fight_count_for_the_enemy() -> None:
    made = play("blue A foot 4 0303; red X foot 4 0304", (
        result("[{eliminate: attacker}]"), "victory: {points: [{for: elimination, worth: 5}]}"))
    on_to(made, "attack").apply("attack 0304 with A")
    assert where(made, "blue/A") == "eliminated"
    assert victory.points(inside(made)) == [0, 5]


SEVERAL = "sides: [{id: blue, name: Tribes of the Erg}, {id: red, name: Salt Guild}]"


def test_points_and_sides_are_told_in_good_grammar() -> None:
    made = finished(game((SEVERAL, """
victory: {points: [{for: survival, side: blue, units: {named: [blue/A]}, text: the herald}],
          conditions: [{winner: blue, judged: at-once, when: {turn: 9}}]}""")))
    assert "Tribes of the Erg: 1 point for the herald." in texts(made.events, "points")
    assert made.outcome is not None
    assert made.outcome.reason == "The Tribes of the Erg win by 1 to 0 points."


def test_points_of_events_are_earned_in_play() -> None:
    made = finished(game("""
events: [{id: gift, name: Gift, judged: turn-start, does: [{points: {blue: "3"}}]}]
victory: {points: [{for: exit, side: blue}]}"""))
    assert "Blue army: 3 points earned in play." in texts(made.events, "points")


def test_the_level_of_a_condition_with_a_text_is_told() -> None:
    made = finished(game("""
victory: {levels: [{id: total, name: Utter ruin, lead: 9}], conditions: [
  {winner: blue, judged: end, level: total, when: {}, text: The wells are taken.}]}"""))
    assert made.outcome is not None
    assert made.outcome.reason == "The wells are taken: utter ruin."


@pytest.mark.parametrize("reason", ["The wells are taken.", "The Tribes of the Erg wins: utter ruin."])
def test_a_record_with_an_earlier_wording_of_its_outcome_is_replayed(reason: str) -> None:
    text = reason if "wells" in reason else "The Tribes of the Erg win."
    made = finished(game(("victory: {levels: [{id: total, name: Utter ruin, lead: 9}], conditions: [{winner: "
                          f"blue, judged: end, level: total, when: {{}}, text: {text}}}]}}", SEVERAL)))
    assert made.outcome is not None
    record = record_of(made)
    earlier = replace(record, outcome=replace(made.outcome, reason=reason))
    assert replay(made.design, earlier).outcome == made.outcome
    with pytest.raises(RecordError):
        replay(made.design, replace(record, outcome=replace(made.outcome, reason="They fled.")))


def test_the_end_of_a_game_names_no_block_of_the_ruleset() -> None:
    made = finished(game("victory: {conditions: [{winner: blue, when: {turn: 9}}], otherwise: red}"))
    assert made.outcome is not None
    assert made.outcome.rule == ""
    assert not [e for e in made.events if e.type == "victory" and e.rule]


@pytest.mark.parametrize(("when", "told"), [
    ("{turn: [2, 3]}", "Turn: 4, needed 2 to 3."),
    ("{happened: [storm]}", "The event Storm has not happened."),
    ("{control: {hexes: {hexes: ['0304']}}}", "Hex 0304 (T) is not controlled by the Blue army."),
    ("{ever_taken: {hexes: {hexes: ['0304']}}, at_least: all}",
     "Hex 0304 (T) has never been taken by the Blue army."),
    ("{count: {units: {side: [own]}, hexes: {hexes: ['0304']}}, at_least: 1}",
     "Units of the Blue army in hex 0304 (T): 0, needed 1."),
    ("{count: {units: {side: [enemy]}}, at_most: 0}",
     "Units of the Red army on the map: 2, needed at most 0."),
    ("{points: own, more_than: {points: enemy}}",
     "Victory points of the Blue army: 0, needed more than 0 (victory points of the Red army)."),
    ("{lead: own, at_least: 2, at_most: 4}",
     "Lead of the Blue army in victory points: 0, needed at least 2 and at most 4."),
    ("{losses: {side: enemy, by: step}, at_least: 2, at_most: 2}",
     "Steps of units lost by the Red army: 0, needed exactly 2."),
    ("{not: {turn: 4}}", "It must not be so that it is turn 4."),
    ("{all: [{turn: [1, 9]}, {happened: [storm]}]}", "The event Storm has not happened."),
    ("{any: [{turn: 2}, {happened: [storm]}]}", "Turn: 4, needed 2, or the event Storm has not happened.")])
def test_a_condition_that_is_not_met_says_how_it_is(when: str, told: str) -> None:
    storm = "events: [{id: storm, name: Storm, when: {turn: 9}}]"
    goal = f"victory: {{conditions: [{{winner: blue, when: {when}}}], otherwise: red}}"
    made = finished(game((goal, storm)))
    assert made.outcome is not None
    assert made.outcome.reason.removeprefix("The last turn is over, and the Red army wins. ") == told
