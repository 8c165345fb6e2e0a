"""Replacements of steps, units, air units and markers: rules 10.2 to 10.4 and 3.1."""

from __future__ import annotations

import pytest
from corner_positions import FAR, P1, R1
from designs import event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game

# -- 10.2 to 10.4, 3.1: replacements ----------------------------------------


def replacing(*units, steps: int = 2, points: int = 2, **more) -> Game:
    game = play(make([*units, FAR], replacements=[(1, "russian", steps, points)], **more))
    return on_to(game, "replace", "russian-replacement")


@pytest.mark.rule("10.2")
def test_a_reduced_unit_is_made_full_where_it_stands():
    game = replacing(unit("R1", "russia", "0306", reduced=True))
    game.apply("restore R1")
    assert not game.position().units["russia/R1"].reduced


@pytest.mark.rule("10.2")
def test_no_replacement_in_an_enemy_zone_of_control():
    game = replacing(unit("R1", "russia", "0306", reduced=True), P1, wing("1st CAS", "russia", box="pool"))
    assert refuse(game, "restore R1").rule == "10.2"


@pytest.mark.rule("10.2")
def test_no_replacement_out_of_supply():
    game = play(make([unit("R1", "russia", "0306", reduced=True), FAR], places={"0101": ("W", "capital")},
                     replacements=[(2, "russian", 1, 1)], markers=(1, 1)))
    while game.turn < 2:
        game.apply("pass" if game.step != "allocate" else "allocate table 0 track 1")
    # Nothing else can be bought, so the phase is skipped.
    assert not event_texts(game.events, "restored")
    assert all(o.verb != "restore" for o in game.legal_orders())


def destroyed(**more) -> Game:
    """Turn 2 with the Russian R1 destroyed on turn 1."""
    units = [R1, P1, unit("R2", "russia", "0209"), unit("B1", "belarus", "0310")]
    game = play(make(units, result="AE", replacements=[(2, "russian", 3, 0)], **more), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    return on_to(game, "replace", "russian-replacement")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("size", "reduced"), [("reduced", True), ("full", False)])
def test_a_destroyed_unit_returns_to_a_capital(size, reduced):
    game = destroyed()
    assert where(game, "russia/R1") == "eliminated"
    [rebuilt] = [e for e in game.apply(f"rebuild R1 0110 {size}") if e.type == "rebuilt"]
    assert rebuilt.text == f"Russian R1 is rebuilt in 0110 (Moscow), {size}."
    assert game.position().units["russia/R1"].reduced == reduced
    assert where(game, "russia/R1") == "0110"
    refuse(game, "rebuild R1 0110 full")


@pytest.mark.rule("10.2")
def test_a_unit_returns_to_no_other_hex():
    game = destroyed()
    assert refuse(game, "rebuild R1 0306 full").rule == "10.2"
    assert refuse(game, "rebuild R1 0101 full").rule == "10.2"


@pytest.mark.rule("10.2")
def test_steps_do_not_carry_over_and_are_not_overdrawn():
    game = destroyed()
    game.apply("rebuild R1 0110 full")
    assert game.step != "replace"


@pytest.mark.rule("3.1", "10.3")
def test_air_units_and_markers_cost_a_point_each_up_to_the_maximum():
    wings = [wing(f"{i}. CAS", "russia", box="pool") for i in range(1, 4)]
    game = replacing(R1, *wings, points=2)
    game.apply("buy 1. CAS")
    assert where(game, "russia/1. CAS") == "ready"
    game.apply("buy 2. CAS")
    assert game.step != "replace"
    assert where(game, "russia/3. CAS") == "pool"


@pytest.mark.rule("3.1")
def test_the_maximum_of_air_units():
    wings = [wing(f"{i}. CAS", "russia", box="pool") for i in range(1, 13)]
    game = replacing(R1, *wings, points=12)
    for i in range(1, 11):
        game.apply(f"buy {i}. CAS")
    assert game.step != "replace"
    assert where(game, "russia/11. CAS") == "pool"


@pytest.mark.rule("10.4")
def test_a_spent_marker_comes_back_to_the_track():
    units = [R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = play(make(units, markers=(2, 2), result="AW", replacements=[(2, "russian", 0, 3)]), 5, 3, 6)
    game.apply("allocate table 0 track 2")
    game.apply("allocate table 0 track 2")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 2nd CAS")
    game.apply("spend-marker")
    on_to(game, "retreat")
    game.apply(game.legal_orders()[0])
    while game.step != "replace" or game.side != "russian":
        n = 0 if game.side == "russian" else 1
        game.apply("pass" if game.step != "allocate" else f"allocate table 1 track {n}")
    game.apply("recover-marker")
    assert game.position().markers["russian"] == {"table": 1, "track": 1, "spent": 0}
