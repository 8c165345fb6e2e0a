"""The engine's own parts: dice, names of units, orders as text, board, records, undo, saving."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, on_to, play, unit, where, wing
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.cli.main import main
from visegrad_editor.engine import Dice, DiceExhausted, Game, IllegalOrder, Order, events_json
from visegrad_editor.engine.board import Board
from visegrad_editor.engine.record import (
    BadRecord,
    parse_record,
    read_record,
    record_of,
    record_text,
    replay,
    write_record,
)
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.load import load
from visegrad_editor.model.scenario import Entry, Setup, Where
from visegrad_editor.systems import UnknownSystem, system

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")


# -- dice ----------------------------------------


def test_the_stream_of_a_seed_never_changes():
    # Written down once: a change here would break every game file.
    dice = Dice(2014)
    assert [dice.roll() for _ in range(20)] == [3, 2, 2, 1, 2, 5, 5, 2, 3, 5, 5, 6, 3, 4, 4, 4, 6, 2, 1, 6]


@given(st.integers(-(2**70), 2**70))
def test_every_seed_gives_all_faces(seed):
    dice = Dice(seed)
    rolls = [dice.roll() for _ in range(300)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


def test_faces_are_equally_likely():
    dice = Dice(5)
    counts = [0] * 7
    for _ in range(60_000):
        counts[dice.roll()] += 1
    assert all(abs(c - 10_000) < 400 for c in counts[1:])


def test_given_dice_are_checked_and_end():
    with pytest.raises(ValueError, match="7 is no roll"):
        Dice(given=[1, 7])
    dice = Dice(given=[3])
    assert dice.roll() == 3
    with pytest.raises(DiceExhausted):
        dice.roll()


# -- orders as text ----------------------------------------


def test_units_may_be_named_by_key_by_name_or_with_their_nationality():
    game = play(make([R1, P1, unit("1st", "poland", "0103"), unit("1st", "hungary", "0801")]))
    for text in ("move poland/1st 0103-0102", "move Polish 1st 0103-0102", "MOVE polish 1ST  0103-0102"):
        assert game.parse(text) == Order("move", ("poland/1st",), ("0103", "0102"))
    assert game.text(game.parse("move poland/1st 0103-0102")) == "move Polish 1st 0103-0102"
    assert game.text(Order("move", ("russia/R1",), ("0306", "0307"))) == "move R1 0306-0307"
    with pytest.raises(IllegalOrder, match="write Polish 1st or Hungarian 1st"):
        game.parse("move 1st 0103-0102")
    with pytest.raises(IllegalOrder, match="Did you mean R1"):
        game.parse("move R11 0306-0307")


@pytest.mark.parametrize(("text", "message"), [
    ("jump R1 0306", "no order `jump`"), ("", "no order"), ("mvoe R1 0306-0307", "Did you mean `move`"),
    ("move R1", "is not written as"), ("allocate table x track 1", "is not written as"),
    ("attack 0305 R1", "is not written as"),
])
def test_lines_that_mean_nothing_say_what_was_expected(text, message):
    with pytest.raises(IllegalOrder, match=message):
        play(make([R1, P1])).parse(text)


def test_orders_made_by_hand_must_be_complete():
    game = play(make([R1, P1]))
    for order in (Order("move"), Order("place", ("russia/R1",)), Order("hop"), Order("allocate", words=("a",
                                                                                                        "b"))):
        with pytest.raises(IllegalOrder):
            game.apply(order)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_order_reads_back_from_its_text(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    while game.outcome() is None:
        orders = game.legal_orders()
        for order in chooser.sample(orders, min(5, len(orders))):
            assert game.parse(game.text(order)) == order
        game.apply(chooser.choice(orders))


# -- whole games on the test map: invariants ----------------------------------------


def full_game(seed: int) -> Game:
    """A game with everything in it."""
    east = Entry("east", "East", Where(hexes=("0110", "0210", "0310")), pays=True)
    cities = Entry("cities", "Cities", Where(countries=("poland",), features=("city", "capital")))
    units = [
        unit("R1", "russia", "0306"), unit("R2", "russia", "0306", reduced=True),
        replace(unit("R3", "russia"), setup=Setup(Where(countries=("russia",)))),
        replace(unit("P3", "poland"), setup=Setup(Where(countries=("poland",)), alone=True)),
        unit("Guards", "russia", "0204", "airborne"), unit("B1", "belarus", "0507"), unit("U1", "ukraine",
                                                                                          "0608"),
        unit("R5", "russia", turn=1, entry="east"), unit("R6", "russia", turn=2, entry="east"),
        unit("P1", "poland", "0305"), unit("P2", "poland", "0403"), unit("P4", "poland", turn=2,
                                                                         entry="cities"),
        unit("Sky", "poland", "0302", "air-cavalry"), unit("H1", "hungary", "0801"),
        unit("Iron Wolf", "lithuania", "0105", "static"),
        *(wing(f"{i}. CAS", "russia") for i in (1, 2, 3)), *(wing(f"{i}. CAS", "poland") for i in (1, 2)),
        wing("1st SAC", "usa", "sac"),
    ]
    places = {"0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"),
              "0302": ("A", "industrial"), "0502": ("B", "industrial"), "0405": ("Town", "city")}
    codes = ("AE", "AT", "AD", "AP", "BB", "DW", "MA", "DP", "DD", "DE", "OR", "AW")
    rows = tuple(tuple(codes[(r * 3 + c) % 12] for c in range(8)) for r in range(6))
    design = make(units, places=places, entries=[east, cities], markers=(4, 4), turns=3,
                  rivers="0304/0305 0404/0405", roads=[("e77", "0306 0305 0304"), ("major-highway",
                                                                                   "0406 0405 0404")],
                  terrain=["." * 10, "...M......", "." * 10, "....w.....", *["." * 10] * 4],
                  replacements=[(t, s, 2, 2) for t in (1, 2, 3) for s in ("russian", "allied")])
    tables = tuple(replace(t, rows=rows) for t in design.ruleset.tables)
    return Game.from_scenario(replace(design, ruleset=replace(design.ruleset, tables=tables)), seed)


def check_invariants(game: Game) -> None:
    """Nobody is lost, no stack is mixed or too high, no unit stands where it may not."""
    position = game.position()
    units = {u.key: u for u in game.design.scenario.units}
    assert set(position.units) == set(units)
    nations = game.design.ruleset.nationality_by_id
    stacks: dict[str, list[str]] = {}
    for key, place in position.units.items():
        assert bool(place.hex) != bool(place.box)
        if place.hex:
            assert units[key].type not in ("cas", "sac")
            assert game.board.is_playable(game.board.index[place.hex])
            stacks.setdefault(place.hex, []).append(key)
    for stack in stacks.values():
        assert len({nations[units[k].nationality].side for k in stack}) == 1
        if game.step != "remove":
            assert len(stack) <= 3
            assert not {"russia"} < {units[k].nationality for k in stack} & {"russia", "ukraine", "belarus"}
    wolf = position.units["lithuania/Iron Wolf"]
    assert wolf.hex in ("", "0105")
    for counts in position.markers.values():
        assert min(counts.values()) >= 0
        assert sum(counts.values()) == 4
        assert counts["table"] <= 6


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_random_games_keep_the_invariants_and_end(seed):
    game = full_game(seed)
    chooser = random.Random(seed)
    for n in range(3000):
        if game.outcome() is not None:
            break
        orders = game.legal_orders()
        assert orders, f"no order at {game.phase}, {game.step}"
        game.apply(chooser.choice(orders))
        if n % 5 == 0:
            check_invariants(game)
    check_invariants(game)
    assert game.outcome() is not None


def test_all_kinds_of_decisions_come_up_in_random_games():
    seen = set()
    for seed in range(40):
        game = full_game(seed)
        chooser = random.Random(seed)
        while game.outcome() is None:
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
    while game.outcome() is None:
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
    while game.outcome() is None:
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
        assert view["state"]["pending"] is None
        assert view["orders"] == [[1, "administration-cw", "russian", len(game.events), "secret", [], [], []]]
    # Whatever the Russian side chose, the others see the same.
    seen = [game.view(side) for side in ("", "allied")]
    assert [json.dumps(v) for v in seen] != unseen
    own = game.view("russian")
    assert own["state"]["pending"] == 4
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
    with pytest.raises(ValueError, match="what one side sees"):
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
        with pytest.raises(IllegalOrder) as refused:
            game.apply(text)
        assert refused.value.reason.endswith(".")
        assert game.to_json() == before


def test_same_seed_same_events_byte_for_byte():
    def log(seed: int) -> str:
        game = full_game(seed)
        chooser = random.Random(1)
        while game.outcome() is None:
            game.apply(chooser.choice(game.legal_orders()))
        return events_json(game.events)

    assert log(3) == log(3)
    assert log(3) != log(4)


# -- board ----------------------------------------


def test_the_play_area_bounds_the_board():
    design = make([R1, P1], play_area=("0204", "0407"))
    game = play(design)
    assert len([i for i in range(game.board.size) if game.board.is_playable(i)]) == 12
    on_to(game, "move")
    assert set(game.destinations("russia/R1")) <= {f"0{r}0{c}" for r in (2, 3, 4) for c in (4, 5, 6, 7)}


def test_costs_stay_exact_with_halves():
    design = make([R1, P1], roads=[("major-highway", "0306 0307")])
    board = Board(design.map, design.ruleset)
    assert board.scale == 2
    assert board.step_cost[board.index["0306"], board.index["0307"]] == 1
    assert board.step_cost[board.index["0307"], board.index["0308"]] == 4


@pytest.mark.parametrize(("cost", "scale"), [(1 / 3, 3), (0.333, 3), (0.3333333333333333, 3), (1e-300, 12),
                                             (0.25, 4), (1 / 12, 12), (float("inf"), 1)])
def test_fine_costs_make_no_fine_scale(cost, scale):
    design = make([R1, P1], roads=[("major-highway", "0306 0307")])
    rules = design.ruleset
    roads = tuple(replace(r, cost=cost if r.id == "major-highway" else 1) for r in rules.roads)
    board = Board(design.map, replace(rules, roads=roads))
    assert board.scale == scale
    paid = board.step_cost[board.index["0306"], board.index["0307"]]
    assert paid == {3: 1, 12: 1, 4: 1, 1: 99}[scale]


# -- records ----------------------------------------


def finished() -> Game:
    game = full_game(9)
    chooser = random.Random(9)
    while game.outcome() is None:
        game.apply(chooser.choice(game.legal_orders()))
    return game


def test_a_record_reads_back_and_replays(tmp_path: Path):
    game = finished()
    record = record_of(game, players=(("russian", "random"), ("allied", "random")))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert [o.text for o in back.orders] == [o.text for o in record.orders]
    assert [o.heading for o in back.orders] == [o.heading for o in record.orders]
    assert (back.seed, back.players, back.outcome, back.fingerprint) == (
        record.seed, record.players, record.outcome, record.fingerprint)
    assert record_text(back) == record_text(record)
    assert events_json(replay(game.design, back).events) == events_json(game.events)
    assert len(replay(game.design, back, to=7).orders) == 7


HAND = """\
format: 1
kind: game
scenario: test
dice: "6 6"
orders: |
  # Turn 1
  pass   # nobody moves

  attack 0305 with R1
  retreat P1 0304
"""


def test_a_game_file_is_easily_written_by_hand():
    game = replay(make([R1, P1]), parse_record(HAND))
    assert where(game, "poland/P1") == "0304"
    listed = HAND.replace("orders: |", "orders:").replace("  pass", "- pass").replace("  attack", "- attack")
    listed = listed.replace("  retreat", "- retreat").replace("  # Turn 1\n", "")
    assert len(replay(make([R1, P1]), parse_record(listed)).orders) == 3


def problem(text: str, design=None):
    with pytest.raises(BadRecord) as bad:
        replay(design or make([R1, P1]), parse_record(text, "g.yaml"))
    return bad.value.problems[0]


def test_an_illegal_order_is_named_with_line_order_and_rule():
    found = problem(HAND.replace("retreat P1 0304", "retreat P1 0405"))
    assert (found.line, found.rule) == (10, "11.1")
    assert found.message.startswith("Order 3, `retreat P1 0405`: ")
    assert problem(HAND.replace("attack 0305", "atack 0305")).line == 9
    assert problem(HAND.replace('"6 6"', '""')).code == "dice"


def test_a_changed_design_is_noticed():
    record = record_of(finished())
    text = record_text(record)
    found = problem(text)
    assert found.code == "other-design"
    assert "has changed since" in found.message
    design = make([R1, P1])
    painted = replace(design, ruleset=replace(design.ruleset, title="Other", notes="Other"))
    assert play_mark(painted) == play_mark(design)
    assert play_mark(make([R1, P1], rivers="0305/0306")) != play_mark(design)


def test_a_changed_outcome_is_noticed():
    text = record_text(record_of(finished()))
    start = text.index("outcome:")
    changed = text[:start] + "outcome: {winner: allied, rule: '9.9', reason: Because.}\n"
    assert problem(changed, finished().design).code == "other-outcome"


@pytest.mark.parametrize(("text", "code"), [
    ("kind: map\nformat: 1\n", "not-a-game"), ("- 1\n", "not-a-game"), ("kind: game\nformat: 1\n",
                                                                        "missing-key"),
    ("kind: game\nformat: 1\nscenario: x\norder: |\n  pass\n", "unknown-key"), ("a: [", "broken-yaml"),
    ("kind: game\nformat: 2\nscenario: x\n", None), ("kind: game\nformat: 1\nscenario: x\ndice: '1 2 7'\n",
                                                     "dice"),
    ("kind: game\nformat: 1\nscenario: x\noutcome: {winner: 1}\n", None), ("", "empty"), ("a: \x00",
                                                                                          "binary"),
])
def test_broken_game_files_are_refused_with_a_message(text, code):
    with pytest.raises(BadRecord) as bad:
        parse_record(text, "g.yaml")
    found = bad.value.problems[0]
    assert found.severity == "error"
    assert code is None or found.code == code


def test_a_scenario_named_by_a_path_is_written_relative_to_the_game(tmp_path: Path):
    (tmp_path / "scenarios").mkdir()
    record = replace(record_of(play(make([R1, P1]))), scenario=str(tmp_path / "scenarios" / "own.yaml"))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert back.scenario == "scenarios/own.yaml"
    assert Path(back.scenario_source) == tmp_path / "scenarios" / "own.yaml"
    assert replace(back, scenario="historical").scenario_source == "historical"


def test_no_file_no_record(tmp_path: Path):
    with pytest.raises(BadRecord, match="no such file"):
        read_record(tmp_path / "none.yaml")


# -- systems ----------------------------------------


def test_an_unknown_system_is_named():
    with pytest.raises(UnknownSystem, match="no rules for the system 'chess'"):
        system("chess")


def test_the_bundled_scenarios_begin():
    for name, step in (("historical", "place"), ("free-setup", "place"), ("first-steps", "allocate")):
        design = load(name).design
        assert design is not None
        game = Game.from_scenario(design, 1)
        assert game.step == step
        assert game.turn == (1 if step == "allocate" else 0)
