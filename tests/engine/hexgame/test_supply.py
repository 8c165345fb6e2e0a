"""Supply from data: sources, paths, zones, when it is judged, what it does, sources lost and repaired."""

from __future__ import annotations

import pytest
from hexgames import design, ends, inside, on_to, play, refuse, texts, where

from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.engine import Game

FAR = "red X foot 4 0608"


def rules(text: str = "", source: str = "hexes: {hexes: ['0301']}, works: {}", more: str = "") -> tuple[str,
        ...]:
    return (f"supply: {{sources: [{{id: depot, for: {{side: [blue]}}, {source}}}, {{id: red, "
    f"for: {{side: [red]}},"
            f" hexes: {{edge: east}}, works: {{}}}}], {text}}}", more)


def supplied(hex: str, text: str = "", units: str = FAR, **more: object) -> bool:
    game = play(f"blue A foot 4 {hex}; {units}", rules(text), **more)  # type: ignore[arg-type]
    found = inside(game).is_supplied(0)
    assert (hex in game.supplied_hexes("blue/A")) is found
    return found


@pytest.mark.parametrize(("hex", "legs", "expected"), [
    ("0308", "", True), ("0305", "paths: [{legs: [{length: 4}]}]", True),
    ("0306", "paths: [{legs: [{length: 4}]}]", False), ("0301", "paths: [{legs: [{length: 1}]}]", True),
    ("0303", "paths: [{for: {type: [horse]}, legs: [{length: 9}]}]", False),
    ("0303", "paths: [{for: {type: [horse]}, legs: [{length: 1}]}, {legs: [{length: 2}]}]", True),
    ("0304", "paths: [{legs: [{length: 3, roads: [road]}]}]", True),
    ("0404", "paths: [{legs: [{length: 9, roads: [road]}]}]", False),
    ("0304", "paths: [{legs: [{length: 2, points: true}]}]", True),
    ("0306", "paths: [{legs: [{length: 2, points: true}]}]", False),
    ("0306", "paths: [{legs: [{length: 4, points: true}]}]", True),
    ("0305", "paths: [{legs: [{length: 3, points: true, roads: [road]}]}]", False)])
def test_paths_have_a_length_in_hexes_or_points(hex: str, legs: str, expected: bool) -> None:
    assert supplied(hex, legs, map="roads: [{kind: road, path: 0301-0302-0303-0304}]") is expected


@pytest.mark.parametrize(("hex", "expected"), [("0305", True), ("0306", True), ("0307", False)])
def test_a_path_of_two_legs_leads_over_a_town(hex: str, expected: bool) -> None:
    legs = "paths: [{legs: [{length: 2, to: {features: [town]}}, {length: 3}]}]"
    assert supplied(hex, legs, map="places: [{hex: '0304', name: T, features: [town]}]") is expected
    assert not supplied(hex, legs, map="places: [{hex: '0305', name: T, features: [town]}]")


def test_a_town_on_the_way_must_be_held_and_counts_at_once() -> None:
    legs = ("judged: at-use, paths: [{legs: [{length: 2, to: {features: [town], controlled_by: own}},"
            "{length: 9}]}]")
    game = play(f"blue A foot 4 0306; blue B foot 4 0302; {FAR}", rules(legs),
                map="places: [{hex: '0304', name: T, features: [town]}]")
    w = inside(game)
    assert not w.is_supplied(0)
    game.apply("move B 0302-0303-0304")
    assert w.is_supplied(0)


@pytest.mark.parametrize(("judged", "at_once"), [("at-use", True), ("end-of-own-move", False)])
def test_a_town_taken_on_the_way_supplies_at_once_or_at_the_end_of_the_move(judged: str, at_once: bool
        ) -> None:
    legs = (f"judged: {judged}, paths: [{{legs: [{{length: 2, to: {{features: [town], controlled_by: own}}}},"
            "{length: 9}]}]")
    game = play(f"blue A foot 4 0306; blue B foot 4 0302; {FAR}", rules(legs),
                map="places: [{hex: '0304', name: T, features: [town]}]")
    w = inside(game)
    w.state.out[0] = 1
    w.forget()
    game.apply("move B 0302-0303-0304")
    assert w.is_supplied(0) is at_once
    on_to(game, "move", "red")
    assert w.is_supplied(0)


@pytest.mark.parametrize(("water", "expected"), [("true", True), ("false", False)])
def test_a_leg_may_lead_over_water(water: str, expected: bool) -> None:
    rows = ("...~~...",) * 6
    assert supplied("0307", f"paths: [{{legs: [{{length: 9, water: {water}}}]}}]", rows=rows) is expected
    assert not supplied("0307", "paths: [{legs: [{length: 5, water: true}]}]", rows=rows)
    assert supplied("0307", "paths: [{legs: [{length: 6, water: true}]}]", rows=rows)


WALL = "; ".join(f"red W{n} foot 4 0{n}05" for n in (1, 3, 5))


@pytest.mark.parametrize(("zones", "blocks", "friend", "expected"), [
    ("block", "supply", "", False), ("ignore", "supply", "", True), ("block", "retreat", "", True),
    ("block-unless-friend", "supply", "", False),
    ("block-unless-friend", "supply", "blue F foot 4 0204; blue G foot 4 0205; blue H foot 4 0206", True),
    ("block", "supply", "blue F foot 4 0204; blue G foot 4 0205; blue H foot 4 0206", False)])
def test_zones_stop_a_path(zones: str, blocks: str, friend: str, expected: bool) -> None:
    units = f"{WALL}; red V foot 4 0606" + (f"; {friend}" if friend else "")
    game = play(f"blue A foot 4 0308; {units}", (*rules(f"zones: {zones}"),
        f"zones: {{kind: rigid, blocks: [{blocks}]}}"))
    assert inside(game).is_supplied(0) is expected


def test_enemies_stop_a_path() -> None:
    units = "; ".join(f"red W{n} foot 4 0{n}05" for n in range(1, 7))
    assert not supplied("0308", units=units)
    assert supplied("0304", units=units)


@pytest.mark.parametrize(("source", "expected"), [
    ("hexes: {edge: west}, works: {}", True), ("hexes: {edge: west}", False),
    ("hexes: {edge: west}, works: {hexes: ['0101']}", True), ("hexes: {hexes: ['0708']}, works: {}", False)])
def test_only_sources_that_work_supply(source: str, expected: bool) -> None:
    assert inside(play(f"blue A foot 4 0303; {FAR}", rules("", source))).is_supplied(0) is expected


def test_who_needs_no_supply() -> None:
    no_source = "hexes: {hexes: ['0301'], features: [town]}, works: {}"
    game = play(f"blue A foot 4 0303; blue B horse 4 0303; {FAR}", rules("free: {type: [horse]}", no_source))
    assert [inside(game).is_supplied(u) for u in (0, 1)] == [False, True]


@pytest.mark.parametrize(("arriving", "expected"), [("true", True), ("false", False)])
def test_units_that_arrive_are_in_supply_in_the_turn_of_their_arrival(arriving: str, expected: bool) -> None:
    game = play(f"blue A foot 4 turn 1 n; blue B foot 4 0301; {FAR}",
                rules(f"arriving: {arriving}", "hexes: {hexes: ['0301'], features: [town]}, works: {}"),
                more="entries: [{id: n, name: N, where: {hexes: ['0101']}}]")
    game.apply("enter A 0101")
    assert inside(game).is_supplied(0) is expected
    on_to(game, "move", "red")
    assert inside(game).is_supplied(0) is expected
    on_to(game, "move", "blue", 2)
    assert not inside(game).is_supplied(0)


@pytest.mark.parametrize(("judged", "start", "after_move", "red_turn", "turn_two"), [
    ("at-use", False, True, True, True), ("end-of-own-move", True, True, True, True),
    ("turn-start", False, False, False, True), ("own-turn-start", False, False, False, True)])
def test_when_supply_is_judged(judged: str, start: bool, after_move: bool, red_turn: bool,
        turn_two: bool) -> None:
    game = play(f"blue A foot 4 0303; {FAR}", rules(
        f"judged: {judged}, paths: [{{legs: [{{length: 1}}]}}]"))
    w = inside(game)
    assert w.is_supplied(0) is start
    game.apply("move A 0303-0302")
    assert w.is_supplied(0) is after_move
    on_to(game, "move", "red")
    assert w.is_supplied(0) is red_turn
    on_to(game, "move", "blue", 2)
    assert w.is_supplied(0) is turn_two


def test_being_judged_at_the_end_of_the_own_move_takes_effect_then() -> None:
    game = play(f"blue A foot 4 0302; {FAR}",
        rules("judged: end-of-own-move, paths: [{legs: [{length: 1}]}]"))
    game.apply("move A 0302-0303-0304")
    assert inside(game).is_supplied(0)
    game.apply("pass")
    assert texts(game.events, "unsupplied") == ["Blue A in 0304 is out of supply."]
    assert game.position().units["blue/A"].out_of_supply


def starving(states: str, judged: str = "at-use", units: str = "blue A foot 4 0303") -> Game:
    return play(f"{units}; red X foot 4 0305; blue Z foot 4 0601", rules(
        f"judged: {judged}, states: {states}, paths: [{{for: {{side: [blue]}}, legs: [{{length: 1}}]}}, "
        f"{{legs: [{{}}]}}]",
        "hexes: {hexes: ['0601']}, works: {}"))


def test_what_being_out_of_supply_does() -> None:
    game = starving("[{id: out, effect: {attack: /2, defence: '=1', allowance: '=1'}}]")
    assert max(game.destinations("blue/A").values()) == 1
    game.apply("move A 0303-0304")
    game.apply("pass")
    assert game.preview(game.parse("attack 0305 with A")).attack == 2
    assert game.strength("blue/A") == 2
    on_to(game, "attack", "red")
    assert game.preview(game.parse("attack 0304 with X")).defence == 1


@pytest.mark.parametrize("word", ["move", "combat"])
def test_what_units_out_of_supply_may_not_do(word: str) -> None:
    game = starving(f"[{{id: out, may_not: [{word}]}}]", units="blue A foot 4 0304")
    assert bool(ends(game, "blue/A")) is (word == "combat")
    if word == "move":
        assert "out of supply and may not move" in refuse(game, "move A 0304-0303").reason
    game.apply("pass")
    if word == "combat":
        assert game.side == "red"
    else:
        assert game.step == "attack"


@pytest.mark.parametrize("judged", ["at-use", "turn-start", "own-turn-start", "end-of-own-move"])
def test_units_long_out_of_supply_lose_steps(judged: str) -> None:
    game = starving("[{id: out}, {id: isolated, after: 2, lose: 1}]", judged)
    on_to(game, "move", "red", 1)
    assert not game.position().units["blue/A"].reduced
    on_to(game, "move", "red", 3)
    assert game.position().units["blue/A"].reduced or where(game, "blue/A") == "eliminated"


def test_units_may_be_lost_whole() -> None:
    game = starving("[{id: gone, lose: all}]", "own-turn-start")
    assert where(game, "blue/A") == "eliminated"
    assert "out of supply" in texts(game.events, "eliminated")[0]
    assert where(game, "blue/Z") == "0601"


def test_what_a_state_of_supply_costs_is_told_with_its_name() -> None:
    game = starving("[{id: gone, name: Swamp fever, lose: all}]", "own-turn-start")
    assert "out of supply (swamp fever)" in texts(game.events, "eliminated")[0]


def test_a_source_that_the_enemy_enters_is_repaired_by_a_die_after_it_is_retaken() -> None:
    source = "hexes: {hexes: ['0302']}, repaired: {after: 1d6}"
    game = play("blue A foot 4 0303; red X foot 4 0202", (*rules("", source), """
control: {at_start: [{side: blue, hexes: {hexes: ["0302"]}}]}"""), dice=[2], more="turns: 6")
    w = inside(game)
    assert w.is_supplied(0)
    on_to(game, "move", "red").apply("move X 0202-0302-0301")
    assert texts(game.events, "source-lost") == ["0302 no longer supplies the enemy."]
    assert not w.is_supplied(0)
    on_to(game, "move", "blue", 2).apply("move A 0303-0302")
    assert texts(game.events, "repair") == ["0302 supplies again from turn 4."]
    assert not w.is_supplied(0)
    on_to(game, "move", "blue", 3)
    assert not w.is_supplied(0)
    on_to(game, "move", "blue", 4)
    assert w.is_supplied(0)


def test_without_sources_there_is_no_supply_rule() -> None:
    game = play(f"blue A foot 4 0303; {FAR}", "supply: {sources: []}")
    assert inside(game).is_supplied(0)


def test_a_source_may_supply_in_some_situation_only() -> None:
    source = "hexes: {hexes: ['0301']}, works: {}, when: {happened: [harvest]}"
    harvest = "events: [{id: harvest, name: Harvest, judged: turn-start, when: {turn: [2, 2]}}]"
    game = play(f"blue A foot 4 0305; {FAR}", rules("", source, harvest))
    assert not inside(game).is_supplied(0)
    on_to(game, "move", "blue", 2)
    assert inside(game).is_supplied(0)


# -- why a unit is out of supply ---------------------------------------------------------------------------


CITY = ("judged: at-use, "
        "paths: [{legs: [{length: 3, to: {features: [town], controlled_by: own}}, {length: %s}]}]")
TOWN = "places: [{hex: '0303', name: T, features: [town]}]"


@pytest.mark.parametrize(("text", "more", "reason"), [
    (CITY % 30, {"units": "blue B foot 4 0303"},
     "the way to a town controlled by the own side is 4 hexes long, and the most is 3"),
    (CITY % 30, {}, "the way of supply does not lead on from a town controlled by the own side to a source"),
    (CITY % 1, {"units": "blue B foot 4 0303"},
     "the way of supply does not lead on from a town controlled by the own side to a source"),
    ("judged: at-use, paths: [{legs: [{length: 2, points: true}]}]", {},
     "the way to a source of supply is 6 movement points long, and the most is 2"),
    ("judged: at-use, paths: [{for: {type: [horse]}, legs: [{}]}]", {},
     "no path of supply is for units like it"),
    ("judged: at-use, zones: block", {"units": WALL, "zones": "rigid"},
     "enemy zones of control bar the way to a source of supply"),
    ("judged: at-use", {"units": "; ".join(f"red W{n} foot 4 0{n}05" for n in range(1, 7))},
     "enemy units bar the way to a source of supply"),
    ("judged: at-use", {"rows": ("...r....",) * 6}, "no way leads to a source of supply")])
def test_the_answer_says_why_a_unit_is_out_of_supply(text: str, more: dict[str, object], reason: str) -> None:
    """A unit seven hexes from the source, four from the town on the way."""
    options = dict(more)
    units = f"blue A foot 4 0307; {options.pop('units', 'blue B foot 4 0101')}; {FAR}"
    zones = f"zones: {{kind: {options.pop('zones', 'none')}, blocks: [supply]}}"
    game = play(units, (*rules(text), zones), map=TOWN, **options)  # type: ignore[arg-type]
    assert game.supply_answer("blue/A") == f"Blue A in 0307 is out of supply: {reason}."


def test_the_answer_is_nothing_in_supply_and_changes_at_once_when_the_town_is_taken() -> None:
    far = CITY.replace("3,", "4,") % 30
    game = play(f"blue A foot 4 0307; blue B foot 4 0301; {FAR}", rules(far), map=TOWN)
    assert "does not lead on from a town" in game.supply_answer("blue/A")
    game.apply("move B 0301-0302-0303")
    assert game.supply_answer("blue/A") == ""
    assert game.supply_answer("red/X").startswith("Red X in 0608 is out of supply: the way of supply")


def test_the_window_says_at_the_hex_why_a_unit_is_out_of_supply() -> None:
    made = design(f"blue A foot 4 0307; blue B foot 4 0303; {FAR}", rules(CITY % 30), map=TOWN)
    session = PlaySession(made, {"blue": "human", "red": "human"}, 0, None)
    told = [session.words_of(made.map.grid.parse(n)) for n in ("0307", "0303")]  # type: ignore[arg-type]
    assert "the way to a town controlled by the own side is 4 hexes long, and the most is 3" in told[0]
    assert "out of supply" not in told[1]


def test_what_was_judged_before_holds_until_it_is_judged_again() -> None:
    game = play(f"blue A foot 4 0305; {FAR}",
                rules("judged: own-turn-start, paths: [{legs: [{length: 3}]}]"))
    game.apply("move A 0305-0304")
    assert game.supply_answer("blue/A") == (
        "Blue A in 0304 is out of supply: it was so when supply was last judged.")


def test_supply_may_lead_over_a_headquarters() -> None:
    legs = ("judged: at-use, paths: [{legs: [{length: 2, to: {occupied_by: {side: [own], type: [corps]}}},"
            " {length: 5}]}]")
    game = play(f"blue A foot 4 0307; blue B foot 4 0308; blue H corps 1 0305; {FAR}", rules(legs))
    w = inside(game)
    assert [w.is_supplied(u) for u in (0, 1)] == [True, False]
    assert "is 3 hexes long, and the most is 2" in game.supply_answer("blue/B")
    game.apply("move H 0305-0306")
    assert [w.is_supplied(u) for u in (0, 1)] == [True, True]
