"""Electronic warfare by the numbers of its rules, with forced dice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from bundled import design_of
from gsofg_play import ARTILLERY, FAR, FIELD, NEAR, OTHER, PANZER, SECOND, TANK, Moment

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame import combat, paths, results
from visegrad_editor.engine.hexgame.state import ATTACKED, MOVED
from visegrad_editor.systems.gsofg.decisions import change_state, state_of


def jamming(
    player: str = "soviet", dice: Sequence[int] = (), offence: int = 5, defence: int = 4,
    phase: str = "fight", turn: int = 6,
) -> Moment:
    m = Moment(f"{player}-{phase}", player, "soviet", turn, dice, electronic_warfare="with")
    mine = m.w.forces.side_ids.index(player)
    both = {"offence": [0, 0], "defence": [0, 0]}
    both["offence"][mine], both["defence"][1 - mine] = offence, defence
    change_state(m.w, "electronic-warfare", divided=f"{turn} {mine}", **both)
    m.put((PANZER, FIELD), (SECOND, FIELD), (TANK, NEAR), (OTHER, FAR))
    return m


def state(m: Moment, key: str) -> str:
    return next((s for s in ("degraded", "collapsed") if m.w.is_in_state(m.w.unit(key), s)), "")


def test_13_11_only_with_the_option() -> None:
    m = Moment("soviet-fight")
    m.put((PANZER, FIELD), (TANK, NEAR))
    assert m.go("attack") == "attack"


def test_13_12_markers_are_divided_at_the_beginning_of_the_own_player_turn_in_secret() -> None:
    m = jamming(phase="move")
    change_state(m.w, "electronic-warfare", divided="")
    assert (m.go("move"), m.side) == ("divide-jamming", "soviet")
    assert m.listed() == [f"divide-jamming {n}" for n in range(6)]
    m.refuse("divide-jamming 6", "13.12")
    m.refuse("pass", "13.12")
    assert m.give("divide-jamming 3") == "move"
    every = jamming(phase="move")
    change_state(every.w, "electronic-warfare", divided="")
    every.go("move")
    assert every.give("divide-jamming 5") == "move", "all of them"
    assert m.go("move") == "move", "once a player turn"
    seen = {side: m.w.seen_by(side)["chapters"]["electronic-warfare"] for side in ("soviet", "nato", "")}
    assert [seen[side]["offence"][0] for side in seen] == [3, None, None]
    assert [seen[side]["defence"][0] for side in seen] == [2, None, None]
    assert [seen[side]["defence"][1] for side in seen] == [None, 4, None]
    assert not any(digit in text for text in m.told("electronic-warfare") for digit in "12345")


def test_13_12_nobody_has_divided_markers_at_the_beginning() -> None:
    own = Moment("soviet-fight", electronic_warfare="with").w.state.chapters["electronic-warfare"]
    assert (own["offence"], own["defence"], own["divided"]) == ([0, 0], [0, 0], "")


def test_13_12_offensive_in_the_own_player_turn_defensive_in_the_next_of_the_enemy() -> None:
    m = jamming()
    change_state(m.w, "electronic-warfare", divided="", offence=[0, 2], defence=[0, 2])
    m.go("attack")
    m.give("divide-jamming 4")
    own = state_of(m.w, "electronic-warfare")
    assert (own["offence"], own["defence"]) == ([4, 0], [1, 2]), "offensive markers of NATO are used up"


def test_13_16_new_markers_may_be_used_in_the_turn_in_which_they_come() -> None:
    m = jamming(phase="move", turn=8)
    change_state(m.w, "electronic-warfare", divided="")
    m.w.state.assets["soviet-electronic-warfare"] = 6
    m.go("move")
    assert m.listed()[-1] == "divide-jamming 6"
    for side in ("soviet", "nato"):
        (asset,) = [a for a in m.w.ruleset.assets if a.id == f"{side}-electronic-warfare"]
        assert dict(asset.each_turn) == {8: 1, 9: 0}


def test_13_12_nato_divides_its_markers_in_its_player_turn() -> None:
    m = jamming("nato", phase="move")
    change_state(m.w, "electronic-warfare", divided="", offence=[3, 0], defence=[2, 0])
    assert (m.go("move"), m.side) == ("divide-jamming", "nato")
    m.give("divide-jamming 1")
    own = state_of(m.w, "electronic-warfare")
    assert (own["offence"], own["defence"]) == ([0, 1], [2, 3])


def test_13_13_before_combat_in_hexes_with_enemies_anywhere() -> None:
    m = jamming(dice=[4])
    assert (m.go("attack"), m.side) == ("jam", "soviet")
    assert m.listed() == ["pass", f"jam {FIELD}"]
    assert m.w.position().left == {"electronic warfare markers": 5}
    m.refuse(f"jam {NEAR}", "13.13")
    m.refuse(f"counter-jam {FIELD}", "13.13")
    m.give(f"jam {FIELD}")
    assert m.w.position().marked("jammed") == (FIELD,)
    assert (m.give("pass"), m.side) == ("counter-jam", "nato")
    assert m.listed() == ["pass", f"counter-jam {FIELD}"]
    m.refuse(f"counter-jam {FAR}", "13.13")
    m.refuse(f"jam {FIELD}", "13.13")
    assert (m.give("pass"), m.side) == ("attack", "soviet")
    assert m.w.position().marked("jammed") == ()
    assert m.go("attack") == "attack", "once a phase"


def test_13_13_passing_at_once() -> None:
    m = jamming()
    m.go("attack")
    assert m.give("pass") == "attack"


def test_13_12_who_has_no_marker_left_is_asked_all_the_same_so_that_nobody_learns_it() -> None:
    m = jamming(dice=[4], offence=1, defence=0)
    m.go("attack")
    assert m.give(f"jam {FIELD}") == "jam"
    assert m.listed() == ["pass"]
    m.refuse(f"jam {FIELD}", "13.12")
    assert (m.give("pass"), m.side) == ("counter-jam", "nato")
    assert m.listed() == ["pass"]
    m.refuse(f"counter-jam {FIELD}", "13.12")
    assert m.give("pass") == "attack"


def test_13_12_nato_has_no_defensive_markers_on_turn_1() -> None:
    m = jamming(dice=[4], turn=1)
    m.go("attack")
    m.give(f"jam {FIELD}")
    assert m.give("pass") == "attack"
    m = jamming("nato", dice=[4], turn=1)
    m.go("attack")
    m.give(f"jam {NEAR}")
    assert (m.give("pass"), m.side) == ("counter-jam", "soviet")


def test_13_12_a_side_without_markers_is_not_asked() -> None:
    m = jamming()
    m.w.state.assets["soviet-electronic-warfare"] = 0
    assert m.go("attack") == "attack"


def test_13_12_the_order_that_divides_markers_is_hidden_from_the_enemy() -> None:
    design = design_of("gsofg")
    assert design.scenario is not None
    scenario = replace(design.scenario, options=(("electronic_warfare", "with"),))
    game = Game.from_scenario(replace(design, scenario=scenario), seed=1)
    while game.step != "divide-jamming":
        game.apply(game.legal_orders()[0])
    game.apply("divide-jamming 3")
    assert game.view("soviet")["orders"][-1][4:] == ["divide-jamming", [], [], ["3"]]
    seen = {side: game.view(side) for side in ("nato", "")}
    assert [view["orders"][-1][4:] for view in seen.values()] == [["secret", [], [], []]] * 2
    states = [json.dumps(view["state"]["chapters"]["electronic-warfare"]) for view in seen.values()]
    assert all("null" in text for text in states)
    game.undo()
    game.apply("divide-jamming 0")
    assert {side: game.view(side) for side in seen} == seen
    place = len(game.orders) - 1
    while len(game.orders) < place + 5:
        game.apply(game.legal_orders()[0])
    assert game.view("nato")["orders"][place][4] == "secret", "later too"


@pytest.mark.parametrize(("player", "hex", "most", "least"), [("soviet", FIELD, 2, 3), ("nato", NEAR, 3, 2)])
def test_13_14_how_many_in_a_hex(player: str, hex: str, most: int, least: int) -> None:
    m = jamming(player)
    m.go("attack")
    for _ in range(most):
        m.give(f"jam {hex}")
    m.refuse(f"jam {hex}", "13.14")
    assert f"jam {hex}" not in m.listed()
    m.give("pass")
    for _ in range(least):
        m.give(f"counter-jam {hex}")
    m.refuse(f"counter-jam {hex}", "13.14")


@pytest.mark.parametrize(("die", "attack", "defence", "found"), [
    (4, 1, 0, ""), (5, 1, 0, "degraded"), (6, 1, 0, "degraded"), (4, 2, 0, "degraded"), (3, 2, 0, ""),
    (6, 2, 0, "collapsed"), (6, 2, 1, "degraded"), (5, 1, 1, ""), (5, 2, 1, "degraded")])
def test_13_17_the_table(die: int, attack: int, defence: int, found: str) -> None:
    m = jamming(dice=[die, 2])
    m.go("attack")
    for _ in range(attack):
        m.give(f"jam {FIELD}")
    m.give("pass")
    for _ in range(defence):
        m.give(f"counter-jam {FIELD}")
    if m.step == "counter-jam":
        m.give("pass")
    assert (state(m, PANZER), state(m, SECOND), state(m, TANK)) == (found, found, "")


def test_13_17_countermeasures_take_a_marker_of_the_attacker_away() -> None:
    m = jamming(dice=[1, 3])
    before = m.w.state.assets["soviet-electronic-warfare"]
    m.go("attack")
    m.give(f"jam {FIELD}")
    m.give("pass")
    m.give(f"counter-jam {FIELD}")
    m.give("pass")
    assert m.w.state.assets["soviet-electronic-warfare"] == before - 1
    for turn, back in ((8, 1), (9, 0)):
        m.w.state.turn = turn
        m.w.at("turn-start")
        assert m.w.state.assets["soviet-electronic-warfare"] == before - back


@pytest.mark.parametrize(("defence", "lost"), [(0, 0), (1, 1)])
def test_13_17_a_collapse_takes_a_marker_of_the_defender_if_it_had_any_there(defence: int, lost: int) -> None:
    m = jamming("nato", dice=[6, 2])
    before = m.w.state.assets["soviet-electronic-warfare"]
    m.go("attack")
    for _ in range(3):
        m.give(f"jam {NEAR}")
    m.give("pass")
    for _ in range(defence):
        m.give(f"counter-jam {NEAR}")
    m.give("pass")
    assert (state(m, TANK), m.w.state.assets["soviet-electronic-warfare"]) == ("collapsed", before - lost)


def hit(m: Moment, key: str, name: str) -> int:
    u = m.w.unit(key)
    m.w.state.status[u] |= 1 << next(n for n, s in enumerate(m.w.ruleset.states) if s.id == name)
    m.w.forget()
    return u


def test_13_17_degraded_units_move_or_fight_and_never_advance() -> None:
    m = jamming("nato")
    u = hit(m, PANZER, "degraded")
    m.w.state.flags[u] = 0
    hex = m.w.board.at(NEAR)
    assert (paths.refusal_to_move(m.w, u), combat.range_refusal(m.w, u, hex)) == (None, None)
    m.w.state.flags[u] = MOVED
    bad = combat.range_refusal(m.w, u, hex)
    assert bad is not None
    assert bad.rule == "13.17"
    m.w.state.flags[u] = ATTACKED
    refused = paths.refusal_to_move(m.w, u)
    assert refused is not None
    assert refused.rule == "13.17"
    advance = results.advance_refusal(m.w, u)
    assert advance is not None
    assert advance.rule == "13.17"


def test_13_17_degraded_soviet_artillery_does_not_attack() -> None:
    m = jamming()
    m.put((ARTILLERY, "3611"))
    u, hex = m.w.unit(ARTILLERY), m.w.board.at(FIELD)
    assert combat.range_refusal(m.w, u, hex) is None
    hit(m, ARTILLERY, "degraded")
    bad = combat.range_refusal(m.w, u, hex)
    assert bad is not None
    assert bad.rule == "13.17"
    tank = hit(m, TANK, "degraded")
    assert combat.range_refusal(m.w, tank, hex) is None


def test_13_17_collapsed_units_neither_move_nor_fight() -> None:
    m = jamming("nato")
    u = hit(m, PANZER, "collapsed")
    for bad in (paths.refusal_to_move(m.w, u), combat.refusal_to_attack(m.w, u)):
        assert bad is not None
        assert bad.rule == "13.17"


def test_13_15_units_are_free_again_after_their_own_player_turn() -> None:
    m = jamming()
    hit(m, PANZER, "degraded")
    change_state(m.w, "electronic-warfare", begun="6 0")
    m.w.at("player-turn")
    assert state(m, PANZER) == "degraded", "the other part of the same Soviet player turn"
    m.w.state.player = 1
    m.w.at("player-turn")
    assert state(m, PANZER) == "degraded", "its own player turn"
    m.w.state.turn, m.w.state.player = 7, 0
    m.w.at("player-turn")
    assert state(m, PANZER) == ""


def test_13_12_who_has_no_marker_in_play_is_not_asked_to_counter() -> None:
    m = jamming(dice=[3])
    m.go("attack")
    m.give(f"jam {FIELD}")
    assert m.give("pass") == "counter-jam"
    m = jamming(dice=[3])
    m.w.state.assets["nato-electronic-warfare"] = 0
    m.go("attack")
    m.give(f"jam {FIELD}")
    assert m.give("pass") == "attack"


def test_13_13_the_attacker_jams_whoever_decided_before() -> None:
    m = jamming()
    m.w.state.side = 1
    assert (m.go("attack"), m.side) == ("jam", "soviet")
