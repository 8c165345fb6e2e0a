"""The sample game hollen, played from data alone: two sides, ten units, six turns. The numbers are worked out
by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hexgames import inside, on_to, orders, refuse, texts, where

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.hexgame import victory
from visegrad_editor.engine.hexgame.fights import odds_of, open_column
from visegrad_editor.engine.hexgame.report import report
from visegrad_editor.engine.hexgame.unknown_rules import unsupported
from visegrad_editor.engine.record import parse_record, record_of, record_text, replay
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.frozen_data import FrozenMap
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.grammar import Change, Modifier
from visegrad_editor.model.ruleset import Option
from visegrad_editor.model.scenario import Entry, Setup
from visegrad_editor.model.where import Where
from visegrad_editor.players import make_player
from visegrad_editor.playtest.faults import Rates
from visegrad_editor.playtest.fuzz import fuzz, fuzz_game

HOLLEN = Path(__file__).parents[3] / "sample_scenarios" / "scenarios" / "hollen.yaml"
FIRST, SECOND, LINE = "blue/1st Foot", "blue/2nd Foot", "red/11th Line"


@cache
def design() -> Design:
    loaded = load(HOLLEN)
    assert loaded.design is not None
    assert not loaded.problems
    return loaded.design


def standing(**places: str) -> Design:
    """The game with units set up elsewhere: by names with _ for spaces, in front `n` for a digit."""
    made, scenario = design(), design().scenario
    assert scenario is not None
    wanted = {name.removeprefix("n").replace("_", " "): hex for name, hex in places.items()}
    units = tuple(
        replace(u, setup=Setup(Where(hexes=(wanted[u.name],))), reinforcement=None) if u.name in wanted else u
        for u in scenario.units)
    return replace(made, scenario=replace(scenario, units=units))


def play(made: Design, dice: Sequence[int] = ()) -> Game:
    return Game.from_scenario(made, 0, list(dice) or None)


def at_combat(dice: Sequence[int] = (), **places: str) -> Game:
    return on_to(play(standing(**places), dice), "attack")


def test_it_has_no_problem_and_is_played_to_its_end() -> None:
    assert unsupported(design()) == []
    game = play(design())
    for _ in range(100):
        if game.outcome is not None:
            break
        game.apply("pass")
    assert game.outcome is not None
    # Red holds three towns, blue one: 9 to 3, a lead of six.
    assert game.outcome.reason == "The Red army wins by 9 to 3 points: marginal victory."


# -- movement and zones --------------------------------------------------------------------------------


def test_a_step_along_the_road_costs_half_a_point_and_ends_in_the_zone() -> None:
    game = play(design())
    assert game.destinations(SECOND)["0505"] == 0.5
    refusal = refuse(game, "move 2nd Foot 0404-0505-0605")
    assert "must stop in 0505" in refusal.reason
    assert refusal.rule == "3.0"


def test_the_next_turn_it_may_not_go_from_zone_to_zone_but_it_may_leave() -> None:
    game = play(design())
    game.apply("move 2nd Foot 0404-0505")
    on_to(game, "move", "blue", 2)
    assert "from one enemy zone of control to the next" in refuse(game, "move 2nd Foot 0505-0605").reason
    assert game.destinations(SECOND)["0605"] > 1, "only round the zone"
    game.apply("move 2nd Foot 0505-0405")


def test_a_third_unit_finds_no_room() -> None:
    game = play(standing(n1st_Foot="0505", n2nd_Foot="0505", n3rd_Foot="0405"))
    refusal = refuse(game, "move 3rd Foot 0405-0505")
    assert "3 of 2" in refusal.reason
    assert refusal.rule == "2.2"


# -- combat --------------------------------------------------------------------------------------------


def test_ten_to_five_against_a_town_is_even() -> None:
    game = at_combat(n1st_Foot="0505", n2nd_Foot="0505")
    found = game.preview(game.parse("attack 0604 with 1st Foot, 2nd Foot"))
    assert (found.attack, found.defence, found.column_name) == (10, 5, "1:1")
    assert [s.columns for s in found.shifts] == [-1]
    assert found.chances["combat"] == {"AE": 1, "AR": 2, "EX": 1, "DR": 2}


def test_across_the_river_from_opposite_sides() -> None:
    # 5 + 5/2 against 5 is 7:5; the town takes a column, the hexes opposite each other (0505, 0704) give one.
    game = at_combat(n1st_Foot="0505", n2nd_Foot="0704")
    found = game.preview(game.parse("attack 0604 with 1st Foot, 2nd Foot"))
    assert (found.attack, found.defence, found.column_name) == (7, 5, "1:1")
    assert [(s.columns, s.name) for s in found.shifts] == [(-1, "terrain"), (1, "From opposite hexes")]


def test_odds_below_the_table_eliminate_the_attacker_without_a_die() -> None:
    game = at_combat(Hussars="0505")
    made = replace(game.design, scenario=replace(game.design.scenario, units=tuple(  # type: ignore[type-var]
        replace(u, values=((2,), (1,))) if u.name == "Hussars" else u
        for u in game.design.scenario.units)))  # type: ignore[union-attr]
    game = on_to(play(made), "attack")
    game.apply("attack 0604 with Hussars")
    assert where(game, "blue/Hussars") == "eliminated"
    assert game.dice.count == 0


@pytest.mark.parametrize(("limit", "name"), [("result", "10:1"), ("odds", "8:1")])
def test_twelve_to_one_with_two_columns_to_the_left(limit: str, name: str) -> None:
    # 12:1 is two columns beyond 10:1: shifted first it is 10:1, cut to the table first it is 8:1.
    heads = tuple(f"{n}:1" for n in range(1, 11))
    table = CombatTable("combat", "Combat", heads, (), (("AE",) * 10,) * 6, odds="ratio")
    made = standing(n1st_Foot="0505", n11th_Line="0405")
    units = tuple(replace(u, values=((12,), (6,)) if u.name == "1st Foot" else ((1,), (1,)))
                  for u in made.scenario.units)  # type: ignore[union-attr]
    two_left = Modifier("left", "Two to the left", effect=Change(shift=-2))
    rules = replace(made.ruleset, tables=(table,), combat=replace(
        made.ruleset.combat, limit=limit, shifts=(two_left,)))
    game = on_to(play(replace(made, ruleset=rules, scenario=replace(
        made.scenario, units=units))), "attack")  # type: ignore[type-var]
    assert game.preview(game.parse("attack 0405 with 1st Foot")).column_name == name


def test_twenty_six_to_seven() -> None:
    ratio = CombatTable("t", "T", ("1:1", "2:1", "3:1", "4:1"), (), ())
    percent = CombatTable("t", "T", ("100%", "371%", "372%"), (), ())
    assert ratio.columns[open_column(ratio, odds_of(ratio, 26, 7))] == "3:1"
    assert odds_of(percent, 26, 7) == 371
    assert percent.columns[open_column(percent, odds_of(percent, 26, 7))] == "371%"


def test_a_defender_retreats_only_out_of_the_zones() -> None:
    # DR: 10 to 5 at even odds with a 5.
    game = at_combat([5], n1st_Foot="0505", n2nd_Foot="0505")
    game.apply("attack 0604 with 1st Foot, 2nd Foot")
    assert (game.step, game.side) == ("retreat", "red")
    w = inside(game)
    hexes = {o.hexes[0] for o in game.legal_orders()}
    around = {w.board.numbers[n] for n in w.board.neighbours[w.board.index["0604"]] if n >= 0}
    assert hexes == around - set(game.enemy_zoc(LINE)) - {"0505"}
    assert hexes == {"0603", "0704", "0705"}


SURROUNDED = {"n1st_Foot": "0505", "n2nd_Foot": "0704", "n3rd_Foot": "0603"}


def test_a_surrounded_unit_is_lost_or_loses_a_step_and_stays() -> None:
    made = standing(**SURROUNDED, Hussars="0705", Life_Guard="0504")
    order = "attack 0604 with 1st Foot, 2nd Foot, 3rd Foot"
    for blocked, place in (("eliminate", "eliminated"), ("lose-step", "0604")):
        rules = replace(made.ruleset, retreat=replace(made.ruleset.retreat, blocked=blocked))
        game = on_to(play(replace(made, ruleset=rules), [6]), "attack")
        game.apply(order)
        assert where(game, LINE) == place
        assert blocked == "eliminate" or game.position().units[LINE].reduced


def test_an_exchange_with_defenders_of_one_and_two_steps() -> None:
    made = standing(n1st_Foot="0505", n2nd_Foot="0505", n12th_Line="0604")
    assert made.scenario is not None
    units = tuple(replace(u, reduced=u.name == "12th Line") for u in made.scenario.units)
    game = on_to(play(replace(made, scenario=replace(made.scenario, units=units)), [5]), "attack")
    # 10 to 7 is even, and the town makes it one to two: a five is an exchange.
    game.apply("attack 0604 with 1st Foot, 2nd Foot")
    assert where(game, "red/12th Line") == "eliminated"
    assert game.position().units[LINE].reduced
    assert (game.step, game.side) == ("reduce", "blue")
    assert game.position().left == {"steps to lose": 2}
    game.apply("reduce 1st Foot")
    game.apply("reduce 2nd Foot")
    assert game.step != "advance"
    assert game.position().units[FIRST].reduced


def test_after_an_exchange_that_empties_the_hex_the_attacker_may_advance() -> None:
    made = standing(n1st_Foot="0505", n2nd_Foot="0505")
    assert made.scenario is not None
    units = tuple(replace(u, reduced=u.name == "11th Line") for u in made.scenario.units)
    game = on_to(play(replace(made, scenario=replace(made.scenario, units=units)), [1]), "attack")
    # 10 to 2 is 5:1, and the town makes it 4:1: a one is an exchange.
    game.apply("attack 0604 with 1st Foot, 2nd Foot")
    assert where(game, LINE) == "eliminated"
    game.apply("reduce 1st Foot")
    assert game.step == "advance"
    game.apply("advance 2nd Foot")
    assert where(game, SECOND) == "0604"


# -- arrivals, points ----------------------------------------------------------------------------------


def test_a_blocked_entry_makes_the_unit_wait_and_says_why() -> None:
    game = play(standing(Lancers="0105"))
    on_to(game, "move", "blue", 2)
    refusal = refuse(game, "enter Life Guard 0105")
    assert "An enemy unit stands in 0105" in refusal.reason
    on_to(game, "move", "red", 2)
    assert "waits to enter: An enemy unit stands in 0105" in texts(game.events, "waits")[0]
    game.apply("move Lancers 0105-0106")
    on_to(game, "move", "blue", 3).apply("enter Life Guard 0105")
    assert where(game, "blue/Life Guard") == "0105"


def test_a_unit_whose_entry_is_blocked_uses_another_and_the_first_says_why_it_is_closed() -> None:
    made = standing(Lancers="0105")
    assert made.scenario is not None
    north = Entry("north", "The northern edge", Where(hexes=("0301",)))
    units = tuple(
        replace(u, reinforcement=replace(u.reinforcement, also=("north",)))
        if u.name == "Life Guard" and u.reinforcement is not None else u for u in made.scenario.units)
    game = play(replace(made, scenario=replace(
        made.scenario, units=units, entries=(*made.scenario.entries, north))))
    on_to(game, "move", "blue", 2)
    assert "An enemy unit stands in 0105" in refuse(game, "enter Life Guard 0105").reason
    assert "0301" in game.destinations("blue/Life Guard")
    game.apply("enter Life Guard 0301")
    assert where(game, "blue/Life Guard") == "0301"


@pytest.mark.parametrize(("blue", "red", "reason"), [
    (9, 2, "The Blue army wins by 9 to 2 points: marginal victory."),
    (10, 2, "The Blue army wins by 10 to 2 points: decisive victory."),
    (8, 0, "The Blue army wins by 8 to 0 points: decisive victory."),
    (7, 0, "The Blue army wins by 7 to 0 points: marginal victory."),
    (2, 0, "The game is a draw at 2 to 0 points."),
    (0, 3, "The Red army wins by 3 to 0 points: marginal victory.")])
def test_levels_of_victory(blue: int, red: int, reason: str) -> None:
    w = inside(play(design()))
    w.state.control = [0, 0]
    w.state.points = [blue, red]
    victory.judge_end(w)
    assert w.state.outcome is not None
    assert w.state.outcome.reason == reason


def test_points_are_for_towns_for_units_and_more_for_guards() -> None:
    game = play(design())
    w = inside(game)
    assert victory.points(w) == [3, 9]
    for key in (LINE, "red/Grenadiers"):
        w.eliminate(w.forces.number[key], "")
    assert victory.points(w) == [3 + 1 + 3, 9]
    lines = victory.breakdown(w)
    assert [sum(n for side, _, n in lines if side == s) for s in (0, 1)] == [7, 9]


# -- random play ---------------------------------------------------------------------------------------


def test_random_games_find_no_fault_and_use_every_phase() -> None:
    verbs: set[str] = set()
    for seed in range(15):
        report = fuzz_game(design(), seed, "hollen", Rates(undo=0.1, listed=0.1, wrong=0.3, saved=0.02,
            replay=0.3))
        assert report.finding is None, report.finding
        verbs |= set(report.verbs)
    assert {"move", "enter", "attack", "retreat", "advance", "reduce", "pass"} <= verbs


def planned(mine: str, seed: int) -> Game:
    """A game of the planner against random play."""
    game = Game.from_scenario(design(), seed)
    players = {side: make_player("planner" if side == mine else "random", seed) for side in ("blue", "red")}
    for _ in range(1500):
        if game.outcome is not None:
            break
        game.apply(players[game.side].choose(game))
    return game


@pytest.mark.parametrize("mine", ["blue", "red"])
def test_the_planner_wins_from_either_side_and_its_games_replay(mine: str) -> None:
    games = [planned(mine, seed) for seed in (1, 2)]
    assert [g.outcome.winner if g.outcome else "" for g in games] == [mine, mine]
    again = replay(design(), parse_record(record_text(record_of(games[0], "hollen"))))
    assert again.to_json() == games[0].to_json()


@pytest.mark.exhaustive
@pytest.mark.parametrize("mine", ["blue", "red"])
def test_the_planner_wins_fifty_of_fifty_games_from_either_side(mine: str) -> None:
    games = [planned(mine, seed) for seed in range(50)]
    assert [g.outcome.winner if g.outcome else "" for g in games] == [mine] * 50
    for game in games[:20]:
        again = replay(design(), parse_record(record_text(record_of(game, "hollen"))))
        assert again.to_json() == game.to_json()


@pytest.mark.exhaustive
def test_two_thousand_random_games_find_no_fault() -> None:
    campaign = fuzz(design(), 2000, 1)
    assert (campaign.games, campaign.findings) == (2000, [])


def test_the_orders_of_an_attack_name_the_units() -> None:
    game = at_combat(n1st_Foot="0505", n2nd_Foot="0505")
    assert "attack 0604 with 1st Foot, 2nd Foot" in orders(game, "attack")


# -- odds ----------------------------------------------------------------------------------------------


def test_the_odds_of_a_scenario_are_those_of_its_options() -> None:
    made = design()
    strong = Option("strong", "Strong towns", ("without", "with"), changes=FrozenMap.of(
        {"with": {"features": [{"id": "town", "shift": -3}]}}))
    rules = replace(made.ruleset, options=(strong,))
    shifts = {}
    for choice in strong.choices:
        scenario = replace(made.scenario, options=(("strong", choice),))  # type: ignore[type-var]
        found = report(replace(made, ruleset=rules, scenario=scenario), "0604", "2nd Foot", ["2nd Foot 0505"])
        shifts[choice] = [s.columns for s in found.shifts]
    assert shifts == {"without": [-1], "with": [-3]}


def test_a_unit_is_not_placed_out_of_supply_where_the_position_judges_it() -> None:
    loaded = load(HOLLEN.with_name("velna.yaml")).design
    assert loaded is not None
    with pytest.raises(IllegalOrderError, match=r"Supply is judged from the position, so .*1st Tank"):
        report(loaded, "0101", "", ["1st Tank 0102 unsupplied"])
