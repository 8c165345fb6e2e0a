"""Battles whose ends reach into other chapters: supply, victory, intervention, replacements."""

from __future__ import annotations

import pytest
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where

from visegrad_editor.engine import Game

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")


def attack(*units, dice=(1,), **more) -> Game:
    """A Russian attack on 0305 by R1, rolled."""
    game = on_to(play(make(units, **more), *dice), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    return game


@pytest.mark.rule("7.3")
def test_a_defender_out_of_supply_counts_half_too() -> None:
    lone = unit("P1", "poland", "0305", strength=(7, 3))
    game = play(make([R1, lone], places={"0110": ("Moscow", "capital")}))
    on_to(game, "attack", "allied-combat")
    assert game.position().units["poland/P1"].out_of_supply
    on_to(game, "attack", "russian-combat")
    preview = game.preview(game.parse("attack 0305 with R1"))
    assert (preview.attack, preview.defence, preview.percent) == (8, 3, 266)


@pytest.mark.rule("11.2", "4.2")
def test_an_advance_takes_a_capital() -> None:
    game = play(make([unit("R1", "russia", "0110"), unit("P1", "poland", "0109")], result="DE"), 1)
    on_to(game, "attack", "allied-combat")
    game.apply("attack 0110 with P1")
    assert where(game, "russia/R1") == "eliminated"
    # DE gives no advance, so nobody has taken it yet.
    assert game.outcome is None
    game = play(make([unit("R1", "russia", "0110"), unit("P1", "poland", "0109")], result="OR"), 1)
    on_to(game, "attack", "allied-combat")
    game.apply("attack 0110 with P1")
    game.apply("advance P1")
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("allied", "4.2")


@pytest.mark.rule("11.1", "4.0")
def test_a_retreat_into_a_gas_field_takes_it() -> None:
    places = {**PLACES, "0307": ("A", "industrial")}
    game = attack(R1, P1, places=places, result="AP")
    game.apply("retreat R1 0307")
    assert game.position().marked("scored") == ("0307",)
    assert event_texts(game.events, "scored")


@pytest.mark.rule("11.0 step 7", "11.2")
def test_an_advance_is_no_second_attack() -> None:
    game = attack(R1, P1, unit("P2", "poland", "0303"), result="DE", cyber="DE")
    assert game.step != "advance"
    game = attack(R1, P1, unit("P2", "poland", "0303"), result="OR")
    game.apply("advance R1")
    # 0303 is two hexes away and R1 has attacked: nothing is left to do.
    assert game.phase.startswith("allied")


@pytest.mark.rule("11.0", "11.0 step 7")
def test_two_attacks_by_different_units_in_one_phase() -> None:
    units = [R1, P1, unit("R2", "russia", "0708"), unit("P2", "poland", "0707")]
    game = on_to(play(make(units, result="DE"), 1, 1), "attack", "russian-combat")
    game.apply("attack 0707 with R2")
    assert refuse(game, "attack 0305 with R2").rule == "11.0"
    game.apply("attack 0305 with R1")
    assert (where(game, "poland/P1"), where(game, "poland/P2")) == ("eliminated", "eliminated")


@pytest.mark.rule("11.0 BB", "11.1")
def test_after_a_bloodbath_both_rests_retreat() -> None:
    units = [R1, unit("R2", "russia", "0306"), P1, unit("P2", "poland", "0305")]
    game = on_to(play(make(units, result="BB"), 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1, R2")
    game.apply("lose R1")
    game.apply("lose P1")
    assert (game.step, game.side) == ("retreat", "russian")
    game.apply("retreat R2 0307")
    assert (game.step, game.side) == ("retreat", "allied")
    assert refuse(game, "pass").rule == "11.1"
    game.apply("retreat P2 0304")
    assert game.step != "advance"


@pytest.mark.rule("10.2", "2.6")
def test_iron_wolf_is_rebuilt_where_it_was_set_up() -> None:
    wolf = unit("Iron Wolf", "lithuania", "0305", "static", reduced=True)
    units = [R1, wolf, unit("P0", "poland", "0103")]
    game = play(make(units, result="DP", replacements=[(2, "allied", 1, 0)]), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert where(game, "lithuania/Iron Wolf") == "eliminated"
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0306-0307-0308")
    on_to(game, "replace", "allied-replacement")
    assert refuse(game, "rebuild Iron Wolf 0101 reduced").rule == "10.2"
    game.apply("rebuild Iron Wolf 0305 reduced")
    assert where(game, "lithuania/Iron Wolf") == "0305"


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("held", [True, False])
def test_iron_wolf_is_not_rebuilt_in_a_hex_the_enemy_holds(held: bool) -> None:
    units = [R1, unit("Iron Wolf", "lithuania", "0305", "static", reduced=True), unit("P0", "poland", "0103")]
    game = play(make(units, result="DP", replacements=[(2, "allied", 1, 0)]), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("advance R1" if held else "pass")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0305-0306-0307" if held else "move R1 0306-0307-0308")
    while game.phase != "allied-replacement" and game.turn < 3:
        assert game.phase != "russian-combat" or game.step != "attack"
        game.apply("pass")
    if held:
        assert game.phase != "allied-replacement"
    else:
        assert "rebuild Iron Wolf 0305 reduced" in map(game.text, game.legal_orders())


@pytest.mark.rule("10.2", "8.0")
def test_nothing_is_rebuilt_in_a_capital_beside_the_enemy() -> None:
    units = [R1, P1, unit("R2", "russia", "0505"), unit("P2", "poland", "0209")]
    game = play(make(units, result="AE", replacements=[(2, "russian", 2, 0)]), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    # 0209 touches Moscow in 0110, the only capital.
    while game.turn < 2:
        game.apply("pass")
    assert game.step != "replace"
    assert where(game, "russia/R1") == "eliminated"


@pytest.mark.rule("12.0", "7.5")
def test_once_they_have_come_nobody_rolls_again_and_all_cities_serve() -> None:
    guest = unit("1st Armored", "usa", event="us-entry", entry="")
    places = {"0110": ("Moscow", "capital"), "0801": ("Budapest", "capital")}
    from dataclasses import replace

    from visegrad_editor.model.scenario import Reinforcement
    guest = replace(guest, reinforcement=Reinforcement("", 0, "us-entry"))
    game = play(make([R1, unit("P1", "poland", "0603"), guest], places=places, turns=4), 6, 1, 3, 3)
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    assert game.position().units["poland/P1"].out_of_supply
    while game.turn < 3:
        game.apply("pass")
    assert len(event_texts(game.events, "die")) == 2
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    # Hungarian Budapest serves Poles too from now on.
    assert not game.position().units["poland/P1"].out_of_supply
    while game.outcome is None:
        game.apply("pass")
    assert len([t for t in event_texts(game.events, "die") if "intervention" in t]) == 2


@pytest.mark.rule("5.1")
def test_both_sides_may_bring_markers_back_when_neither_table_is_used() -> None:
    """Step C looks at the other side's table as it is now, the Russian side first."""
    game = play(make([R1, P1], markers=(2, 2)))
    game.apply("allocate table 2 track 0")
    game.apply("allocate table 0 track 2")
    assert (game.step, game.side) == ("transfer", "russian")
    game.apply("transfer 2")
    assert game.position().markers["russian"] == {"table": 0, "track": 2, "spent": 0}
    assert game.step != "transfer"
