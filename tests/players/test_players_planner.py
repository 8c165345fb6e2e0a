"""The planner: its goals, its explanations, and that it is a player like any other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from items import some

import visegrad_editor
from visegrad_editor import engine
from visegrad_editor.engine import PASS, Atlas, Game, Order, Outlook, Roster, atlas_for, events_json
from visegrad_editor.engine.record import parse_record, record_text, replay
from visegrad_editor.model.files.load import load
from visegrad_editor.players import ExplainingPlayer, Player, explain, make_player, plans_of
from visegrad_editor.playtest import play_game

PLAYERS = Path(visegrad_editor.__file__).parent / "players"
SIDES = ("russian", "allied")


@pytest.fixture(scope="module")
def designs():
    return {name: load(name).design for name in ("historical", "free-setup", "first-steps")}


@pytest.fixture(scope="module")
def short_record(designs):
    return play_game(designs["first-steps"], 4)


def seats(seed, *names):
    named = zip(SIDES, names, strict=True)
    return {side: make_player(name, seed * 2 + i) for i, (side, name) in enumerate(named)}


# -- playing well -------------------------------------------------------------------------------


def test_it_beats_random_moves_from_both_sides(designs):
    for name, games in (("first-steps", 12), ("historical", 2), ("free-setup", 1)):
        for side, players in (("russian", ("planner", "random")), ("allied", ("random", "planner"))):
            ends = [play_game(designs[name], seed, players).outcome for seed in range(games)]
            wins = sum(end.winner == side for end in ends)
            assert wins >= games - (games > 5), (name, side, wins)


def test_first_steps_can_be_won_by_both(designs):
    """Either side can win the teaching game; docs/players.md has the shares over many games."""
    wins = Counter(play_game(designs["first-steps"], seed).outcome.winner for seed in range(30))
    assert min(wins["russian"], wins["allied"]) >= 6, wins


def test_capitals_are_guarded_from_set_up_on(designs):
    """4.2: an allied unit in Minsk, Kiev or Moscow ends the game."""
    for name in ("historical", "free-setup"):
        game = Game.from_scenario(designs[name], 5, history=False)
        players = seats(5, "planner", "planner")
        while game.phase == "set-up":
            game.apply(players[game.side].choose(game))
        for turn in (1, 2, 3):
            while game.turn == turn and game.phase != "allied-movement":
                game.apply(players[game.side].choose(game))
            for capital in ("1511", "2006", "0703"):
                assert game.position().at(capital), (name, turn, capital)
            while game.turn == turn:
                game.apply(players[game.side].choose(game))


def test_it_marches_into_an_open_field(designs):
    """The paratroops fly over the zones of control into 2016 (8.2, 9.0)."""
    game = Game.from_scenario(designs["first-steps"], 1)
    players = seats(1, "planner", "planner")
    while game.phase != "russian-combat":
        game.apply(players[game.side].choose(game))
    assert "2016" in game.position().marked("scored")


def test_the_last_guard_stays_out_of_attacks(designs):
    """A failed attack drives the attackers back, perhaps out of a capital that decides the game (4.2)."""
    guarded = 0
    for seed in range(15):
        game = Game.from_scenario(designs["first-steps"], seed, history=False)
        players = seats(seed, "planner", "planner")
        while game.outcome is None:
            order = players[game.side].choose(game)
            if order.verb == "attack":
                position = game.position()
                for goal in game.goals(game.side).hold:
                    here = set(position.at(goal))
                    guarded += bool(here & set(order.units))
                    assert not here or not here <= set(order.units), (seed, order)
            game.apply(order)
    assert guarded, "somebody attacked out of a goal, and somebody stayed"


def test_an_attack_takes_no_more_than_it_needs(designs):
    """If fewer units are enough, the others are not put at risk."""
    attacks = 0
    for seed in range(6):
        game = Game.from_scenario(designs["first-steps"], seed, history=False)
        players = seats(seed, "planner", "planner")
        while game.outcome is None:
            order = players[game.side].choose(game)
            if order.verb == "attack" and len(order.units) > 1:
                attacks += 1
                whole = game.preview(order)
                for unit in order.units:
                    fewer = game.preview(order._replace(units=tuple(u for u in order.units if u != unit)))
                    same = fewer.chances == whole.chances
                    assert not same or game.strength(unit) == 0, (seed, order, unit)
            game.apply(order)
    assert attacks


def test_every_choice_is_legal_and_changes_nothing(designs):
    """`why_not` asks the rules before each order; a refusal would name the rule."""
    for name, seed in (("first-steps", 0), ("first-steps", 9), ("historical", 2)):
        game = Game.from_scenario(designs[name], seed, history=False)
        players = seats(seed, "planner", "planner")
        count = 0
        while game.outcome is None and count < 400:
            before = game.position()
            order = players[game.side].choose(game)
            assert game.position() == before
            assert game.why_not(order) is None, (name, seed, game.text(order))
            game.apply(order)
            count += 1
        assert count > 50


# -- saying what it does ------------------------------------------------------------------------


def test_it_explains_each_of_its_turns(designs):
    game = Game.from_scenario(designs["first-steps"], 2, history=False)
    players = seats(2, "planner", "planner")
    assert [explain(p) for p in players.values()] == ["", ""]
    turns: Counter[str] = Counter()
    while game.outcome is None:
        side, turn, moving = game.side, game.turn, game.step == "move"
        game.apply(players[side].choose(game))
        if moving:
            assert explain(players[side]).startswith(f"{side.capitalize()} plan, turn {turn}: ")
            turns[side] = turn
    for side, player in players.items():
        assert isinstance(player, ExplainingPlayer)
        assert sorted(player.plans) == [(turn, f"{side}-movement") for turn in range(1, turns[side] + 1)]
        for plan in player.plans.values():
            form = r"\w+ plan, turn \d+: [^.\n]*\b(take|hold|strike|wait)\b[^.\n]*\."
            assert re.fullmatch(form, plan), plan
    assert plans_of(players.values()) == {**players["russian"].plans, **players["allied"].plans}


def test_the_plan_names_what_is_done(designs):
    """The units that march on a field according to the plan end nearer to it, or stay."""
    game = Game.from_scenario(designs["first-steps"], 1, history=False)
    players = seats(1, "planner", "planner")
    while game.step != "move":
        game.apply(players[game.side].choose(game))
    game.apply(players[game.side].choose(game))
    plan = explain(players["russian"])
    assert "take 1917 (Wyszków)" in plan
    assert "2016 (Węgrów) with one" in plan
    assert "1511 (Minsk)" in plan
    assert "brigade" in plan


def test_random_moves_have_no_plan(designs):
    player = make_player("random", 1)
    assert explain(player) == ""
    assert plans_of([player]) == {}


def test_plans_stand_in_the_game_file_and_not_in_the_events(designs, short_record):
    text = record_text(short_record)
    lines = text.splitlines()
    at = lines.index("  # Turn 1, Russian movement")
    assert lines[at + 1].startswith("  # Russian plan, turn 1: ")
    back = parse_record(text)
    assert record_text(back) == text
    events = events_json(replay(designs["first-steps"], back).events)
    assert "plan, turn" not in events
    bare = "\n".join(line for line in lines if " plan, turn " not in line)
    assert events_json(replay(designs["first-steps"], parse_record(bare)).events) == events


# -- the same again -----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game(designs, short_record):
    assert record_text(play_game(designs["first-steps"], 4)) == record_text(short_record)
    assert record_text(play_game(designs["first-steps"], 5)) != record_text(short_record)
    other_map = play_game(designs["historical"], 1, ("random", "planner"))
    assert other_map.outcome is not None
    # Distances remembered from another map must not leak into the next game.
    assert record_text(play_game(designs["first-steps"], 4)) == record_text(short_record)


def test_a_planner_can_take_over_and_change_games(designs):
    """In the window a planner can take over any position, and can play in the next game."""
    planner = make_player("planner", 3)
    for name in ("first-steps", "historical", "first-steps"):
        game = Game.from_scenario(designs[name], 8)
        other = make_player("random", 1)
        for count in range(120):
            if game.outcome is not None:
                break
            game.apply((planner if count % 3 else other).choose(game))


def test_the_look_follows_moves_and_sees_battles(designs):
    game = Game.from_scenario(designs["first-steps"], 1)
    players = seats(1, "planner", "planner")
    while game.step != "move":
        game.apply(players[game.side].choose(game))
    look = Outlook(game, atlas_for(game), Roster(game))
    assert look.own["1713"]
    followed = 0
    while game.step == "move" and game.side == "russian":
        game.apply(players["russian"].choose(game))
        if not look.follow():
            break
        followed += 1
        fresh = Outlook(game, atlas_for(game), Roster(game))
        assert look.at == fresh.at
        assert {h: sorted(u) for h, u in look.own.items()} == {h: sorted(u) for h, u in fresh.own.items()}
        assert look.enemy == fresh.enemy
        assert all(look.power_in(h) == fresh.power_in(h) for h in fresh.own)
    assert followed
    assert not look.follow(), "a field taken changes the goals: look anew"


def test_distances_are_those_of_the_map(designs):
    game = Game.from_scenario(designs["first-steps"], 1)
    atlas = atlas_for(game)
    assert atlas_for(game) is atlas
    assert atlas_for(Game.from_scenario(designs["first-steps"], 2)) is atlas, "one atlas for a map"
    unit, travel = "russia/138th Motorized", {}
    while game.step != "move":
        game.apply(game.legal_orders()[0])
    ends = game.destinations(unit)
    for end in ends:
        travel[end] = atlas.to(end)["1713"]
    # Enemies may force a way round, never open a shorter one.
    assert all(travel[end] <= points for end, points in ends.items())
    assert any(travel[end] == points for end, points in ends.items())
    near = atlas.nearest(("1917", "2016"))
    assert near["1713"] == min(atlas.to("1917")["1713"], atlas.to("2016")["1713"])
    assert Atlas(game).opposite("1917", "1916") in atlas.around["1917"]


# -- only through the front door ----------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(PLAYERS.glob("*.py")), ids=lambda p: p.name)
def test_players_use_the_public_engine_only(path):
    """A player sees what a person sees: no import past `engine` but for what is no game and where players are
    installed, no name that begins with an underscore."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in some(ast.walk(tree)):
        if (isinstance(node, ast.ImportFrom) and node.level == 2
                and node.module not in ("model.wording", "errors", "engine.packages", "lazy_dataclass")):
            assert node.module == "engine", f"{path.name} imports {node.module}"
            for alias in some(node.names):
                assert alias.name in engine.__all__, alias.name
        if isinstance(node, ast.Import):
            assert all(not a.name.startswith("visegrad_editor") for a in node.names)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value
            assert isinstance(owner, ast.Name), f"{path.name}: {node.attr}"
            assert owner.id in ("self", "order"), f"{path.name}: {node.attr}"


# -- what the notes of the scenarios say --------------------------------------------------------


@pytest.mark.parametrize("name", ["historical", "first-steps"])
def test_the_paratroops_at_kondratki_start_in_supply(designs, name):
    """7.0: along the coast to Liepāja; the notes of the scenarios say so."""
    game = Game.from_scenario(designs[name], 1)
    assert game.position().units["russia/Airborne"].hex == "1718"
    supplied = game.supplied_hexes("russia/Airborne")
    assert {"1718", "1519", "1319", "1119"} <= supplied
    message = " ".join((designs[name].scenario.notes, *designs[name].scenario.special_rules))
    assert "Liepāja" in message


def test_both_reduced_units_can_be_replaced_on_turn_1(designs):
    """The notes of the first game advise it (10.2)."""
    game = Game.from_scenario(designs["first-steps"], 1)
    while game.step != "replace":
        game.apply(game.legal_orders()[0])
    orders = game.legal_orders()
    for key in ("russia/Airborne", "russia/27th Motorized"):
        assert Order("restore", (key,)) in orders
        game.apply(Order("restore", (key,)))
    assert game.step != "replace" or PASS in game.legal_orders()


def test_players_are_players():
    for name in ("planner", "random"):
        player: Player = make_player(name, 1)
        assert player.name == name


# -- strengths ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "one"), [("historical", True), ("velna", False), ("gsofg-first-steps", False)])
def test_strengths_in_defence_are_asked_for_where_they_differ(name, one):
    game = Game.from_scenario(load(name).design)
    differ = [u for u in game.position().units if game.strength(u) != game.strength(u, "defence")]
    assert game.has_one_strength is one
    assert bool(differ) is not one


def test_a_planner_with_room_for_few_distances_plays_on_the_goals_nearest_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("visegrad_editor.engine.outlook._MOST_ENTRIES", 0)
    monkeypatch.setattr("visegrad_editor.engine.outlook._FEWEST_TABLES", 2)
    game = Game.from_scenario(load("historical").design, seed=1, history=False)
    atlas, players = Atlas(game), seats(1, "planner", "planner")
    monkeypatch.setattr("visegrad_editor.players.planner.atlas_for", lambda game: atlas)
    chosen = set()
    while game.outcome is None:
        if game.step == "move":
            outlook = Outlook(game, atlas, Roster(game))
            assert len(outlook.main) <= 2
            assert len(outlook.guarded) <= 2
            kept, board = set(outlook.main), game.board
            goals = outlook.hold if outlook.defends else outlook.take
            usual = {g for g, worth in goals.items() if worth <= 1}
            if len(usual) > 2 and kept <= usual:
                far = {g: min(board.distance(board.index[g], board.index[h]) for h in outlook.own)
                       for g in usual}
                assert max(far[g] for g in kept) <= min((far[g] for g in usual - kept), default=99)
                chosen.add(outlook.main)
        game.apply(players[game.side].choose(game))
        assert len(atlas._known) <= 4
        assert len(atlas._sets) <= 2
    assert chosen
