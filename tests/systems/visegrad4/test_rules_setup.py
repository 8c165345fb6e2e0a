"""Set-up and sequence of play: rules 3 and 5, and the order of battle."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0103")


def anywhere(name: str, nation: str, *countries: str, alone: bool = False, excluding: tuple[str, ...] = ()):
    area = Where(countries=countries, excluding=excluding)
    return replace(unit(name, nation), setup=Setup(area, alone=alone))


# -- 3.0, 3.4 ------------------------------------------------------------------------------------


@pytest.mark.rule("3.0")
def test_units_with_an_area_are_placed_in_it_the_allied_side_first():
    game = play(make([R1, P1, anywhere("R2", "russia", "russia"), anywhere("P2", "poland", "poland")]))
    assert (game.step, game.side, game.turn) == ("place", "allied", 0)
    assert "other side" in refuse(game, "place R2 0308").reason
    assert refuse(game, "place P2 0308").rule == "3.0"
    assert refuse(game, "pass").rule == "3.0"
    game.apply("place P2 0203")
    assert game.side == "russian"
    game.apply("place R2 0308")
    assert game.turn == 1
    assert where(game, "russia/R2") == "0308"


@pytest.mark.rule("3.4")
def test_free_set_up_keeps_poles_apart_and_out_of_the_excluded_hex():
    poles = [anywhere(n, "poland", "poland", alone=True, excluding=("0203",)) for n in ("A", "B")]
    game = play(make([R1, *poles]))
    assert refuse(game, "place A 0203").rule == "3.0"
    game.apply("place A 0202")
    assert refuse(game, "place B 0202").rule == "3.4"
    assert all(o.hexes not in (("0202",), ("0203",)) for o in game.legal_orders())


@pytest.mark.rule("3.0")
def test_set_up_keeps_the_stacking_rules_and_out_of_enemy_hexes():
    crowd = [unit(f"C{i}", "russia", "0308") for i in (1, 2, 3)]
    units = [*crowd, P1, unit("B1", "belarus", "0307"), anywhere("R2", "russia", "russia", "poland")]
    game = play(make(units))
    assert refuse(game, "place R2 0308").rule == "6.0"
    assert refuse(game, "place R2 0307").rule == "6.4"
    assert refuse(game, "place R2 0103").rule == "9.2"


@pytest.mark.rule("3.0")
def test_a_unit_that_finds_no_room_waits_off_the_map():
    where_ = Where(hexes=("0203", "0204"))
    poles = [replace(unit(n, "poland"), setup=Setup(where_, alone=True)) for n in ("A", "B", "C")]
    game = play(make([R1, *poles]))
    game.apply("place A 0203")
    game.apply("place B 0204")
    assert where(game, "poland/C") == "eliminated"
    assert game.turn == 1


@pytest.mark.rule("3.0")
def test_set_ups_that_break_the_rules_do_not_start():
    for units in ([R1, unit("P1", "poland", "0306")], [unit(f"R{i}", "russia", "0306") for i in range(4)]):
        with pytest.raises(ValueError, match="rule"):
            play(make(units))


@pytest.mark.rule("2.7", "3.0")
def test_three_units_start_reduced_and_1718_is_held_by_the_paratroops():
    game = Game.from_scenario(historical(), 1)
    units = game.position().units
    assert {k for k, u in units.items() if u.reduced} == {
        "russia/27th Motorized", "russia/9th Artillery", "russia/Airborne"}
    assert units["russia/Airborne"].hex == "1718"
    assert units["lithuania/Iron Wolf Mechanized"].hex == "1415"


# -- 14 comes after set-up -----------------------------------------------------------------------


def test_ukrainians_are_rolled_for_after_they_are_placed():
    game = play(make([R1, P1, anywhere("U1", "ukraine", "russia")]), 4)
    assert game.dice.count == 0
    game.apply("place U1 0408")
    assert game.dice.count == 1
    assert where(game, "ukraine/U1") == "removed"


# -- 5.1 -----------------------------------------------------------------------------------------


@pytest.mark.rule("5.0", "5.1")
def test_the_phases_of_a_turn_come_in_order():
    """If there is a decision in each phase, no phase is skipped and all come in the listed order."""
    units = [
        unit("R1", "russia", "0306", reduced=True), unit("P1", "poland", "0304", reduced=True),
        unit("R2", "russia", "0510", reduced=True), unit("P2", "poland", "0503", reduced=True),
        *(wing(f"{i}. CAS", "russia") for i in range(3)), *(wing(f"{i}. CAS", "poland") for i in range(3)),
    ]
    chart = [(1, s, 1, 0) for s in ("russian", "allied")]
    game = play(make(units, markers=(2, 2), replacements=chart), seed=3)
    seen: list[str] = []
    while game.turn == 1:
        if not seen or seen[-1] != game.phase:
            seen.append(game.phase)
        if game.step == "allocate":
            game.apply("allocate table 1 track 1" if game.side == "russian" else "allocate table 0 track 2")
        elif game.step == "move" and game.side == "russian" and where(game, "russia/R1") == "0306":
            game.apply("move R1 0306-0305")
        else:
            game.apply("pass")
    assert seen == [
        "administration-cw", "administration-transfer",
        "russian-replacement", "allied-interdiction", "russian-movement", "russian-combat",
        "allied-replacement", "russian-interdiction", "allied-movement", "allied-combat"]
    ends = [e.phase for e in game.events if e.turn == 1]
    assert ends[0] == "administration-air"


def test_the_phases_are_those_the_ruleset_lists():
    game = Game.from_scenario(historical(), 3)
    listed = {p.id for p in game.design.ruleset.phases} | {"set-up"}
    while game.turn < 2:
        assert game.phase in listed
        orders = game.legal_orders()
        game.apply(orders[0])
    assert game.turn == 2


# -- 3.1 on turn 1 -------------------------------------------------------------------------------


def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


def test_turn_one_buys_eight_russian_and_four_allied_air_units():
    game = Game.from_scenario(historical(), 8)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    bought = {"russian": 0, "allied": 0}
    while game.phase != "allied-movement":
        buys = [o for o in game.legal_orders() if o.verb == "buy"]
        if buys:
            bought[game.side] += 1
            game.apply(buys[0])
        elif game.step == "allocate":
            game.apply(game.legal_orders()[0])
        elif any(o.verb == "enter" for o in game.legal_orders()):
            game.apply(next(o for o in game.legal_orders() if o.verb == "enter"))
        else:
            game.apply("pass")
    assert bought == {"russian": 8, "allied": 4}


@pytest.mark.rule("10.1")
def test_the_marines_may_land_in_the_north_and_the_paratroops_fly():
    game = Game.from_scenario(historical(), 8)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    on_to(game, "move", "russian-movement")
    landings = {o.hexes[0] for o in game.legal_orders("russia/336th Naval Infantry")}
    assert "1621" in landings or "1622" in landings
    assert "2017" not in game.destinations("russia/Airborne")
    assert max(game.destinations("russia/Airborne").values()) == 5
    assert event_texts(game.events, "loyalty")
