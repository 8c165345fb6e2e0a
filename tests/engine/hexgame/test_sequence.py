"""The sequence of play from data: parts of a turn, orders of phases, extra turns, who goes first, phases."""

from __future__ import annotations

import pytest
from hexgames import inside, on_to, orders, play, refuse, texts, where

from visegrad_editor.engine import Game

UNITS = "blue A horse 4 0303; blue B foot 4 0501; red X horse 4 0305; red Y foot 4 0608"


def phases(game: Game, turns: int = 2) -> list[str]:
    """The phases with a decision, in their order, when both sides pass."""
    seen: list[str] = []
    while game.outcome is None and game.turn <= turns:
        if not seen or seen[-1] != f"{game.turn} {game.phase}":
            seen.append(f"{game.turn} {game.phase}")
        game.apply("pass")
    return seen


def test_without_a_sequence_each_side_moves_and_fights() -> None:
    game = play("blue A horse 4 0303; red X horse 4 0304")
    assert phases(game, 1) == ["1 blue-move", "1 blue-combat", "1 red-move", "1 red-combat"]


def test_a_turn_has_the_parts_listed() -> None:
    game = play(UNITS,
        "sequence: {turn: [{player_turn: red, phases: [move]}, {player_turn: blue, phases: [move]}]}")
    assert phases(game) == ["1 red-move", "1 blue-move", "2 red-move", "2 blue-move"]


def test_a_part_may_depend_on_the_turn() -> None:
    game = play(UNITS, "sequence: {turn: [{player_turn: blue, phases: [move]}, "
                "{player_turn: red, phases: [move], when: {turn: 2}}]}")
    assert phases(game) == ["1 blue-move", "2 blue-move", "2 red-move"]


CHOOSE = """
sequence: {turn: [{player_turn: blue, choose: [[move, combat], [combat, move], [move, move]], never: [[move,
  move]]},
                  {player_turn: red, phases: [move]}]}"""


@pytest.mark.parametrize(("rule", "told"), [("5.1", "5.1"), ("", "sequence")])
def test_refusals_of_the_sequence_cite_its_rule(rule: str, told: str) -> None:
    rules = CHOOSE.replace("sequence: {", f"sequence: {{rule: '{rule}', ") if rule else CHOOSE
    game = play("blue A horse 4 0304; red X horse 4 0305", rules)
    assert refuse(game, "order move,move").rule == told


def test_refusals_of_the_set_up_cite_the_rule_of_its_first_step() -> None:
    game = play("blue A horse 4 in 0304 0303; red X horse 4 0305",
                "sequence: {start: [{kind: place, order: [blue, red], rule: '3.1'}]}")
    assert refuse(game, "place A 0101").rule == "3.1"


def test_a_side_chooses_the_order_of_its_phases() -> None:
    units = "blue A horse 4 0304; red X horse 4 0305"
    game = play(units, CHOOSE)
    assert (game.step, game.phase, game.side) == ("order", "blue-order", "blue")
    assert orders(game) == ["order move,combat", "order combat,move"]
    assert "Choose the order" in refuse(game, "order move,move").reason
    game.apply("order combat,move")
    assert game.phase == "blue-combat"
    game.apply("pass")
    assert game.phase == "blue-move"


EXTRA = """
sequence: {turn: [{player_turn: blue, phases: [move]}, {player_turn: red, phases: [move]}],
           extra: [{id: e, player_turn: red, units: {type: [horse]}, phases: [move], before: %s,
           when: {turn: 1}}]}"""


@pytest.mark.parametrize(("before", "expected"), [
    ("red", ["1 blue-move", "1 red-move"]), ("blue", ["1 red-move", "1 blue-move", "1 red-move"])])
def test_an_extra_turn_comes_before_another(before: str, expected: list[str]) -> None:
    assert phases(play(UNITS, EXTRA % before), 1) == expected


def test_in_an_extra_turn_only_its_units_act_and_not_again() -> None:
    game = play(UNITS, EXTRA % "blue")
    assert "does not act in this player turn" in refuse(game, "move Y 0608-0607").reason
    game.apply("move X 0305-0306")
    game.apply("pass")
    on_to(game, "move", "red")
    assert "does not act in this player turn" in refuse(game, "move X 0306-0307").reason
    game.apply("move Y 0608-0607")
    on_to(game, "move", "red", 2).apply("move X 0306-0307")


def test_an_extra_turn_has_the_usual_phases_if_it_lists_none() -> None:
    game = play("blue A horse 4 0303; red X horse 4 0304",
                "sequence: {extra: [{id: e, player_turn: red, units: {type: [horse]}, before: blue}]}")
    assert phases(game, 1) == ["1 red-move", "1 red-combat", "1 blue-move", "1 blue-combat"]


@pytest.mark.parametrize(("dice", "tie", "first"), [
    ([6, 1], "fixed", "blue"), ([1, 6], "fixed", "red"), ([3, 3], "fixed", "blue"), ([3, 3, 1, 2], "again",
        "red"),
    ([3, 3], "last-first", "blue")])
def test_the_dice_decide_who_goes_first(dice: list[int], tie: str, first: str) -> None:
    game = play(UNITS, f"sequence: {{first: {{by: roll, tie: {tie}}}}}", dice=dice)
    assert game.side == first
    assert game.dice.count == len(dice)


def test_after_a_tie_the_side_that_was_first_last_turn_is_first_again() -> None:
    game = play(UNITS, "sequence: {first: {by: roll, tie: last-first}}", dice=[1, 6, 3, 3, 6, 1, 2, 2])
    sides = {}
    while game.outcome is None and game.turn <= 4:
        sides.setdefault(game.turn, game.side)
        game.apply("pass")
        if game.turn == 4 and 4 in sides:
            break
    assert sides == {1: "red", 2: "red", 3: "blue", 4: "blue"}


@pytest.mark.parametrize(("by", "first"), [("initiative", "red"), ("roll", "blue")])
def test_initiative_adds_the_modifiers_of_each_side(by: str, first: str) -> None:
    game = play(UNITS, f"""
control: {{at_start: [{{side: red, hexes: {{edge: east}}}}]}}
sequence: {{first: {{by: {by}, modifiers: [
  {{id: m, when: {{control: {{side: own, hexes: {{edge: east}}}}, at_least: 3}},
  effect: {{die: 2}}}}]}}}}""", dice=[4, 3])
    assert game.side == first


def test_an_extra_turn_stays_before_its_player_turn_whoever_is_first() -> None:
    game = play(UNITS, (EXTRA % "red", "sequence: {first: {by: roll}}"), dice=[1, 6, 1, 6])
    assert phases(game, 1)[:3] == ["1 red-move", "1 blue-move"]
    texts_of = texts(game.events, "player-turn")[:3]
    assert texts_of == ["The Red army player turn begins."] * 2 + ["The Blue army player turn begins."]


def test_a_phase_may_be_for_some_units_in_some_situation() -> None:
    game = play(UNITS, "phases: [{id: move, name: Move, kind: move, units: {type: [horse]}, "
                "allowed: {turn: [2, 4]}}]")
    assert game.turn == 2
    assert "does not move in this phase" in refuse(game, "move B 0501-0502").reason
    game.apply("move A 0303-0304")


FIRE = """
sequence: {turn: [{player_turn: blue, phases: [fire, move, combat]},
                  {player_turn: red, phases: [move, combat]}]}
phases: [{id: fire, name: Bombardment, kind: fire, units: {type: [gun]}}]
combat: {must: all-in-zones, join: {units: {type: [gun]}, range: 2, alone: true},
         table: [{use: fire, when: {phase: [fire]}}, {use: combat}]}
zones: {kind: rigid}
tables: [{id: fire, name: Fire, odds: fire, columns: ["1", "4", "8"], rows: {1: [NE, NE, HIT],
  2: [NE, NE, HIT], 3: [NE, HIT, HIT], 4: [NE, HIT, HIT], 5: [NE, HIT, HIT], 6: [HIT, HIT, HIT]}}]
results: [{id: HIT, name: Hit, does: [{lose: defender, steps: 1, per: side}]}]"""


def test_in_a_phase_of_fire_some_units_attack_on_a_table_of_their_own_and_none_must() -> None:
    game = play("blue G gun 5 0302; blue A foot 4 0303; red X foot 4 0304", FIRE, dice=[4, 6])
    assert (game.phase, game.step) == ("blue-fire", "attack")
    assert "does not attack in this phase" in refuse(game, "attack 0304 with A").reason
    assert "pass" in [game.text(o) for o in game.legal_orders()]
    saved = Game.from_json(game.design, game.to_json())
    preview = saved.preview(saved.parse("attack 0304 with G"))
    assert (preview.column_name, preview.chances) == ("4", {"fire": {"NE": 2, "HIT": 4}})
    game.apply("attack 0304 with G")
    assert game.position().units["red/X"].reduced
    on_to(game, "attack")
    assert game.phase == "blue-combat"
    assert "must be attacked" in refuse(game, "pass").reason
    assert game.preview(game.parse("attack 0304 with A")).chances.keys() == {"combat"}


ROLL = """
sequence: {turn: [{kind: roll, id: weather, table: weather}, {player_turn: blue, phases: [move]},
                  {player_turn: red, phases: [move]}]}
tables: [{id: weather, name: Weather, columns: [Result], rows: {1: [SUN], 2: [SUN], 3: [SUN], 4: [RAIN],
  5: [RAIN], 6: [RAIN]},
          modifiers: [{id: m, when: {turn: 2}, effect: {die: 3}}]}]
results: [{id: SUN, name: Sun, does: [{note: Fine.}]}, {id: RAIN, name: Rain, does: [{event: rain,
  when: {turn: [1, 2]}}]}]
events: [{id: rain, name: Rain, when: {turn: 9}, does: [{points: {red: 1}}]}]
movement: {modifiers: [{id: r, when: {happened: rain}, effect: {allowance: '=1'}}]}"""


def test_a_roll_on_a_table_every_turn() -> None:
    game = play(UNITS, ROLL, dice=[3, 1, 1, 1])
    assert texts(game.events, "table") == ["Weather: die 3: Sun."]
    assert "0301" in game.destinations("blue/A")
    on_to(game, "move", "blue", 2)
    assert texts(game.events, "table")[-1] == "Weather: die 1 +3: Rain."
    assert "0301" not in game.destinations("blue/A")
    assert inside(game).points_of(1) == 1


def test_a_phase_of_supply_judges_it() -> None:
    game = play("blue A foot 4 0303; red X foot 4 0608", """
sequence: {turn: [{player_turn: blue, phases: [supply, move]}, {kind: supply}, {player_turn: red,
  phases: [move]}]}
supply: {sources: [{id: s, hexes: {hexes: ["0608"]}}], judged: end-of-own-move,
  paths: [{legs: [{length: 2}]}],
         states: [{id: out, effect: {allowance: /2}}]}
control: {at_start: [{side: red, hexes: {edge: east}}]}""")
    assert texts(game.events, "unsupplied") == ["Blue A in 0303 is out of supply."]
    assert max(game.destinations("blue/A").values()) == 2


def test_withdrawals_take_units_off_the_map() -> None:
    game = play(UNITS, "withdrawals: [{units: {named: [blue/A, red/X]}, turn: 2}]")
    on_to(game, "move", "blue", 2)
    assert where(game, "blue/A") == "removed"
    assert where(game, "red/X") == "0305"
    on_to(game, "move", "red", 2)
    assert where(game, "red/X") == "removed"
    assert inside(game).losses_of(0, lambda u, side: True, False) == 0


RELEASE = "releases: [{units: {named: [red/X, red/Y]}, until: %s}]"


@pytest.mark.parametrize(("until", "turn"), [
    ("{turn: 2}", 2), ("{in_zone: enemy}", 1), ("{hexes: {next_to: {side: [enemy]}}}", 1), ("{turn: 9}", 0)])
def test_units_wait_until_they_are_released(until: str, turn: int) -> None:
    game = play(f"{UNITS}; red Z foot 4 0601", (RELEASE % until, "zones: {kind: fluid}"))
    game.apply("move A 0303-0304")
    free = []
    for now in (1, 2):
        on_to(game, "move", "red", now)
        free += [now] if game.destinations("red/Y") else []
    assert free == [now for now in (1, 2) if 0 < turn <= now]
    assert texts(game.events, "released") == (["Red X and Red Y may move from now on."] if turn else [])


def test_asking_does_not_release_units() -> None:
    game = play(UNITS, RELEASE % "{turn: [1, 9]}")
    before = game.to_json()
    game.legal_orders()
    game.destinations("red/X")
    assert game.to_json() == before


def test_the_sequence_and_the_set_up_have_rules_of_their_own() -> None:
    rules = 'sequence: {start: [{kind: place, rule: "3.1"}], rule: "4.2"}'
    game = play("blue A foot 4 in 0101 0102; red X foot 4 0508", rules)
    assert refuse(game, "place A 0303").rule == "3.1"
    game.apply("place A 0101")
    assert [e.rule for e in game.events if e.type == "turn"] == ["4.2"]


def test_a_side_whose_name_begins_with_an_article_has_only_one() -> None:
    game = play("blue A horse 4 0303; red X horse 4 0306", "sides: [{id: blue, name: The Fenfolk}]\n"
                "victory: {conditions: [], otherwise: blue}")
    told: list[str] = []
    while game.outcome is None:
        told += [event.text for event in game.apply("pass")]
    assert "The Fenfolk movement phase ends." in told
    assert "The Fenfolk player turn begins." in told
    assert "The last turn is over, and the Fenfolk win." in told
    assert "The The" not in " ".join(told)
