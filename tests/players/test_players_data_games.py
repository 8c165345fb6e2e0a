"""The planner in games that play from data: it beats random play, takes lost goals back, marches on what
decides, and knows the decisions of its game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from bundled import design_of
from hexgames import on_to, play

from visegrad_editor.engine import PASS, Game, Order, Outlook, Roster, atlas_for
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.model.design import Design
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.rules.victory import Advice
from visegrad_editor.players import make_player
from visegrad_editor.players.planner import intend
from visegrad_editor.playtest import play_game
from visegrad_editor.systems.gsofg.air_hints import raid
from visegrad_editor.systems.gsofg.hints import chemical, link, order_of_phases

TOWN = "places: [{hex: '0304', name: Town, features: [town]}]"


@pytest.mark.parametrize("place", [0, 1], ids=["first side", "second side"])
@pytest.mark.parametrize(("name", "games"), [
    ("hollen", 6), ("velna", 4), ("karn", 4), ("gsofg-first-steps", 3)])
def test_it_beats_random_moves_from_both_sides(name: str, games: int, place: int) -> None:
    """docs/players.md has the shares over many games."""
    design = design_of(name)
    players = ("random", "planner") if place else ("planner", "random")
    ends = [play_game(design, seed, players).outcome for seed in range(games)]
    assert [end.winner for end in ends if end] == [design.ruleset.sides[place].id] * games


def outlook(game: Game) -> Outlook:
    return Outlook(game, atlas_for(game), Roster(game))


WON_BY_BLUE = """
victory: {conditions: [{winner: blue, when: {control: {side: blue, hexes: {features: [town]}}, at_least: 1}}],
          otherwise: red}
"""


def test_what_the_enemy_has_of_its_goals_is_taken_back_and_the_rest_held() -> None:
    before = play("blue A foot 4 0101; red B foot 4 0304", WON_BY_BLUE, map=TOWN)
    assert (before.goals("blue").take, before.goals("red").hold) == ({"0304": 1.0}, {"0304": 1.0})
    after = play("blue A foot 4 0304; red B foot 4 0608", WON_BY_BLUE, map=TOWN)
    assert after.goals("red").take == {"0304": 1.0}
    assert after.goals("blue").hold == {"0304": 1.0}


DECIDES = """
victory:
  conditions:
    - winner: blue
      judged: at-once
      when: {control: {side: blue, hexes: {features: [fortress]}}, at_least: 1}
  points:
    - {for: control, hexes: {features: [town]}, worth: WORTH}
    - {for: control, hexes: {features: [fortress]}, worth: 6}
"""
BOTH = """
places: [{hex: '0304', name: Town, features: [town]}, {hex: '0308', name: Fort, features: [fortress]}]
"""


@pytest.mark.parametrize(("worth", "marches"), [(2, True), (6, False)])
def test_an_army_that_holds_little_marches_on_what_decides(worth: int, marches: bool) -> None:
    rules = DECIDES.replace("WORTH", str(worth))
    look = outlook(on_to(play("blue A foot 4 0304; red B foot 4 0308", rules, map=BOTH), "move", "blue"))
    assert (look.take, set(look.hold)) == ({"0308": 5.0}, {"0304"})
    assert look.defends != marches
    assert ("0308" in look.main) == marches


SPLIT = """
values: [{id: attack, name: Attack}, {id: guard, name: Guard}, {id: movement, name: Movement, from: type}]
combat: {values: {attack: attack, defence: guard}}
"""


def test_attack_and_defence_are_told_apart() -> None:
    game = play("blue A foot 2 0304; red B foot 3 0305", SPLIT)
    assert game.strength("blue/A") != game.strength("blue/A", "defence")
    look = outlook(game)
    for key in ("blue/A", "red/B"):
        assert look.strength(key) == game.strength(key, "attack")
        assert look.guard(key) == game.strength(key, "defence")
    assert (look.power_in("0305"), look.wall_in("0305")) == (
        game.strength("red/B"), game.strength("red/B", "defence"))


def stronger(design: Design, times: int) -> Design:
    """The design with all strengths of its units so many times as great."""
    assert design.scenario is not None
    counted = [value.from_ != "type" for value in design.ruleset.values]
    units = tuple(replace(unit, values=tuple(
        tuple(n * times if n and ours else n for n, ours in zip(row, counted, strict=False))
        for row in unit.values)) for unit in design.scenario.units)
    return replace(design, scenario=replace(design.scenario, units=units))


def planned(design: Design, seed: int) -> list[str]:
    """The orders of a game of two planners."""
    game = Game.from_scenario(design, seed=seed)
    players = {side.id: make_player("planner", seed + n) for n, side in enumerate(design.ruleset.sides)}
    given = []
    while game.outcome is None:
        order = players[game.side].choose(game)
        given.append(game.text(order))
        game.apply(order)
    return given


@pytest.mark.parametrize(("name", "times", "more"), [
    ("hollen", 1, 3), ("hollen", 1, 10), ("velna", 4, 12), ("velna", 4, 40)])
def test_a_game_with_greater_strengths_is_played_the_same(name: str, times: int, more: int) -> None:
    """Strengths of the Velna are halved out of supply, so four times as great ones are compared: no half of
    them is rounded."""
    few, many = (stronger(design_of(name), n) for n in (times, more))
    assert few.scenario != many.scenario
    games = [planned(few, seed) for seed in (1, 2)]
    assert [planned(many, seed) for seed in (1, 2)] == games
    assert min(map(len, games)) > 30


@pytest.mark.parametrize(("said", "weighed"), [("", 5.0), ("advice: {usual_strength: 10}", 2.5)])
def test_strengths_are_weighed_by_the_mean_of_the_units_or_as_the_ruleset_says(
    said: str, weighed: float,
) -> None:
    look = outlook(play("blue A foot 6 0304; red B foot 4 0608; red C foot 5 0607", said))
    assert look.weigh(5) == weighed


def test_what_automatic_players_weigh_by_is_no_part_of_what_is_played() -> None:
    design = design_of("historical")
    other = replace(design, ruleset=replace(design.ruleset, advice=Advice(usual_strength=9)))
    assert design.ruleset.advice.usual_strength == 5
    assert other.ruleset != design.ruleset
    assert play_mark(other) == play_mark(design)


@pytest.mark.parametrize(("boldness", "attacks"), [(-5, True), (99, False)])
def test_boldness_is_that_of_the_ruleset(boldness: int, attacks: bool) -> None:
    game = play("blue A foot 9 0304; red B foot 2 0305", f"advice: {{boldness: {boldness}}}")
    player = make_player("planner", 1)
    order = player.choose(on_to(game, "attack", "blue"))
    assert (order.verb == "attack") == attacks


MANOEUVRE = """
victory: {conditions: [{winner: blue, when: {control: {side: blue, hexes: {features: [town]}}, at_least: 2}}],
          otherwise: red}
"""
TOWNS = ("places: [{hex: '0303', name: Near, features: [town]}, {hex: '0306', name: Far, features: [town]}]")


@pytest.mark.parametrize("advice", [True, False])
def test_attackers_that_manoeuvre_turn_to_the_next_goal_when_theirs_is_taken(advice: bool) -> None:
    game = play("blue A foot 4 0302; blue B foot 4 0202; red C foot 4 0608",
                f"{MANOEUVRE}\nadvice: {{manoeuvre: {str(advice).lower()}}}", map=TOWNS)
    player = make_player("planner", 1)
    on_to(game, "move", "blue")
    while game.step == "move" and game.side == "blue":
        game.apply(player.choose(game))
    places = {game.position().units[k].hex for k in ("blue/A", "blue/B")}
    assert "0303" in places
    distances = [game.board.distance(game.board.index[h], game.board.index["0306"]) for h in places]
    assert (min(distances) <= 1) == advice


KEEPS = """
victory: {conditions: [{winner: red, when: {control: {side: red, hexes: {features: [town]}}, at_least: 2}}],
          otherwise: blue}
"""


def ends(game: Game, side: str, *units: str) -> list[str]:
    """Where the planner of a side leaves units at the end of its movement phase."""
    player = make_player("planner", 1)
    on_to(game, "move", side)
    while game.step == "move" and game.side == side:
        game.apply(player.choose(game))
    return [game.position().units[unit].hex for unit in units]


@pytest.mark.parametrize("advice", [True, False])
def test_defenders_that_manoeuvre_take_back_what_was_lost(advice: bool) -> None:
    towns = ("places: [{hex: '0303', name: Lost, features: [town]}, "
             "{hex: '0308', name: Kept, features: [town]}, {hex: '0608', name: Rear, features: [town]}]")
    game = play("blue A foot 4 0308; blue B foot 4 0608; blue C foot 4 0305; red X foot 1 0303",
                f"{KEEPS}\nadvice: {{manoeuvre: {str(advice).lower()}}}", map=towns)
    assert outlook(on_to(game, "move", "blue")).defends
    hex, = ends(game, "blue", "blue/C")
    board = game.board
    assert (board.distance(board.index[hex], board.index["0303"]) == 1) == advice


@pytest.mark.parametrize("advice", [True, False])
def test_in_a_game_of_manoeuvre_those_who_cannot_move_are_guards(advice: bool) -> None:
    towns = ("places: [{hex: '0303', name: Kept, features: [town]}, "
             "{hex: '0306', name: Lost, features: [town]}]")
    game = play("blue F fort 4 0303; blue A foot 4 0403; red X foot 1 0306",
                f"{KEEPS}\nadvice: {{manoeuvre: {str(advice).lower()}}}", map=towns)
    look = outlook(on_to(game, "move", "blue"))
    assert intend(look, ["blue/A"]).guards == (set() if advice else {"blue/A"})


def test_no_guards_are_sent_to_what_the_enemy_has() -> None:
    towns = "places: [{hex: '0303', name: Lost, features: [town]}]"
    garrison = "garrison: [{hexes: {features: [town]}, worth: 2, side: [blue]}]"
    for advice, guards in (("true", set()), ("false", {"blue/A"})):
        game = play("blue A foot 4 0306; red X foot 1 0303",
                    f"{KEEPS}\nadvice: {{manoeuvre: {advice}, {garrison}}}", map=towns)
        look = outlook(on_to(game, "move", "blue"))
        assert ("0303" in look.take, "0303" in look.hold) == (True, True)
        assert intend(look, ["blue/A"]).guards == guards


@pytest.mark.parametrize(("needed", "held"), [(1, 0), (6, 47)])
def test_an_area_of_which_little_is_needed_is_taken_back_and_not_held(needed: int, held: int) -> None:
    game = play("blue A foot 4 0101; red B foot 4 0608", f"""
victory:
  conditions:
    - {{winner: blue, when: {{control: {{side: blue, hexes: {{terrain: [clear]}}}}, at_least: {needed}}}}}
  otherwise: red
""")
    goals = game.goals("red")
    assert (set(goals.take), len(goals.hold)) == ({"0101"}, held)


# -- the hints of a game ------------------------------------------------------------------------


def told(**facts: Any) -> Any:
    return SimpleNamespace(**facts)


@pytest.mark.parametrize(("last", "held", "goal", "used"), [
    (True, 0, True, True), (False, 0, True, False), (True, 5, True, False), (True, 0, False, False)])
def test_chemical_weapons_are_a_last_resort(last: bool, held: int, goal: bool, used: bool) -> None:
    game = play_start()
    ruhr = sorted(map(game.design.map.grid.number, game.design.map.area_by_id["ruhr"].hexes))
    w = game.play
    assert isinstance(w, HexGame)
    for hex in ruhr[:held]:
        w.state.control[0] |= 1 << w.board.index[hex]
        w.state.control[1] &= ~(1 << w.board.index[hex])
    w.forget()
    take = {"2010": 1.0} if goal else {}
    look = told(position=told(battle="2010"), take=take, enemy={"2010": ["x"]}, last_turn=last, game=game)
    assert (chemical(look, game, Random(1)) == Order("chemical")) == used


@pytest.mark.parametrize(("near", "orders", "chosen"), [
    (6, ["move,a-fight", "fight,a-move", "fight,a-second-fight"], 0),
    (8, ["move,a-fight", "fight,a-move", "fight,a-second-fight"], 2),
    (8, ["call-up,a-move,a-fight", "fight,a-call-up,a-move"], 0)])
def test_a_side_moves_up_and_fights_or_fights_twice_where_few_can_move(
        near: int, orders: list[str], chosen: int) -> None:
    known = [Order("order", words=(f"a-{words}",)) for words in orders]
    own = {str(n): ["unit"] for n in range(10)}
    look: Any = told(own=own, power_around=lambda hex, own: int(hex) < near)
    game: Any = told(legal_orders=lambda: known)
    assert order_of_phases(look, game, Random(1)) == known[chosen]


@pytest.mark.parametrize(("stacks", "target"), [
    ({"2024": 9, "2124": 6, "2321": 5}, "2124"), ({"2024": 9}, "2024")])
def test_aircraft_are_sent_against_stacks_outside_of_cities(stacks: dict[str, int], target: str) -> None:
    known = [Order("raid", hexes=(hex,)) for hex in stacks]
    look: Any = told(position=told(left={"support aircraft": 3}), power_in=lambda hex: stacks[hex],
                     near=lambda hex: 5.0)
    game: Any = told(legal_orders=lambda: known, board=play_start().board)
    assert raid(look, game, Random(1)) == Order("raid", hexes=(target,))


def play_start() -> Game:
    return Game.from_scenario(design_of("gsofg"), 0, history=False)


def test_counters_of_a_division_come_together_and_are_linked() -> None:
    one, two = "usa/4/2", "usa/2nd Armored (-)"
    sides = told(side={one: "nato", two: "nato"})
    march = Order("move", (two,), ("2108", "2107"))
    ends = {two: {"2107": 1.0}}
    game: Any = told(why_not=lambda order: None, destinations=lambda unit: ends.get(unit, {}),
                     move_order=lambda unit, hex: march)
    apart = told(at={one: "2107", two: "2108"}, roster=sides, side="nato")
    assert link(apart, game, Random(1)) == march
    together = told(at={one: "2107", two: "2107"}, roster=sides, side="nato")
    assert link(together, game, Random(1)) == Order("link", (one, two))
    alone = told(at={one: "2107"}, roster=sides, side="nato")
    assert link(alone, game, Random(1)) is None
    assert link(told(at=together.at, roster=sides, side="soviet"), game, Random(1)) != PASS


def test_a_unit_that_others_need_to_join_the_attack_is_kept() -> None:
    # Without A, which adds nothing but risk, the gun two hexes away may not attack.
    join = "combat: {join: {units: {trait: [artillery]}, range: 2}}"
    units = "blue A foot 1 0303; blue G gun 10 0302; red X foot 2 0304"
    game = on_to(play(units, (join, WON_BY_BLUE), map=TOWN), "attack")
    chosen = make_player("planner", 1).choose(game)
    assert (chosen.verb, set(chosen.units)) == ("attack", {"blue/A", "blue/G"})
    assert game.why_not(Order("attack", ("blue/G",), ("0304",))) is not None
