"""Entering the map: rule 10."""

from __future__ import annotations

import pytest
from designs import make, on_to, play, refuse, unit, where
from movement_games import R1, moves, out

from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where

# -- 10: entry ----------------------------------------


EAST = Entry("east", "Eastern edge", Where(hexes=("0310", "0410")), pays=True)
CITIES = Entry("cities", "Polish cities", Where(countries=("poland",), features=("city", "capital")))
HEX = Entry("hex", "Budapest", Where(hexes=("0801",)))
STOP = Entry("stop", "Landing", Where(hexes=("0103",)), stops=True, rule="10.1")


@pytest.mark.rule("10.0")
def test_edge_entry_pays_the_first_hex():
    game = moves(unit("N", "russia", turn=1, entry="east"), entries=[EAST])
    assert {o.hexes for o in game.legal_orders("russia/N")} >= {("0310",), ("0310", "0309"), ("0310",
                                                                                              "0309", "0308")}
    assert refuse(game, "enter N 0310-0309-0308-0307").rule == "9.2"
    costs = game.destinations("russia/N")
    assert (costs["0310"], costs["0309"], costs["0308"]) == (2, 4, 6)
    game.apply("enter N 0310-0309-0308")
    assert where(game, "russia/N") == "0308"
    assert "already moved" in refuse(game, "move N 0308-0307").reason


@pytest.mark.rule("3.3", "10.0")
def test_entry_cannot_be_put_off_but_waits_while_blocked():
    game = moves(unit("N", "russia", turn=1, entry="east"), entries=[EAST])
    assert refuse(game, "pass").rule == "10.0"
    assert refuse(game, "pass").reason == (
        "1 reinforcement must enter this turn; entry cannot be postponed: Russian N.")
    both = [unit(name, "russia", turn=1, entry="east") for name in ("N", "S")]
    assert refuse(moves(*both, entries=[EAST]), "pass").reason.startswith("2 reinforcements must enter")
    block = [unit("P1", "poland", "0310"), unit("P2", "poland", "0410")]
    game = moves(unit("N", "russia", turn=1, entry="east"), *block, entries=[EAST])
    game.apply("pass")
    assert where(game, "russia/N") == "reinforcements"
    on_to(game, "move", "allied-movement")
    game.apply("move P1 0310-0209")
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    assert refuse(game, "pass").rule == "10.0"


def test_a_unit_does_not_enter_before_its_turn():
    game = moves(unit("N", "russia", turn=2, entry="east"), entries=[EAST])
    assert refuse(game, "enter N 0310").rule == "10.0"


@pytest.mark.rule("10.0")
def test_entry_at_a_hex_is_free_and_the_unit_moves_on():
    game = play(make([R1, unit("N", "hungary", turn=1, entry="hex")], entries=[HEX]))
    on_to(game, "move", "allied-movement")
    game.apply("enter N 0801-0701-0601-0502")
    assert where(game, "hungary/N") == "0502"


@pytest.mark.rule("3.3")
def test_a_full_hex_delays_entry_there():
    crowd = [unit(f"C{i}", "hungary", "0801") for i in (1, 2, 3)]
    game = play(make([R1, *crowd, unit("N", "hungary", turn=1, entry="hex")], entries=[HEX]))
    on_to(game, "move", "allied-movement")
    assert refuse(game, "enter N 0801").rule == "6.0"
    game.apply("move C1 0801-0701")
    game.apply("enter N 0801")


@pytest.mark.rule("10.0")
def test_city_entry_needs_control_supply_and_no_adjacent_enemy():
    places = {"0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital"), "0503": ("Town", "city")}
    new = unit("N", "poland", turn=1, entry="cities")

    def entries(*units):
        game = play(make([*units, new], places=places, entries=[CITIES]))
        on_to(game, "move", "allied-movement")
        return {o.hexes[0] for o in game.legal_orders("poland/N")}

    assert entries(R1) == {"0101", "0503"}
    assert entries(unit("R1", "russia", "0504")) == {"0101"}
    # Taken and left again: no longer under friendly control.
    game = play(make([unit("R1", "russia", "0504"), new], places=places, entries=[CITIES]))
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0504-0503-0603-0704")
    on_to(game, "move", "allied-movement")
    assert {o.hexes[0] for o in game.legal_orders("poland/N")} == {"0101"}
    assert "friendly control" in refuse(game, "enter N 0503").reason


@pytest.mark.rule("10.0")
def test_marines_use_a_port_beside_enemies_but_not_under_them():
    ports = Entry("ports", "Any port", Where(countries=("poland",), features=("port",)))
    places = {"0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital"), "0503": ("Haven", "port")}
    marine = unit("M", "russia", type="marine", turn=1, entry="ports")
    game = moves(R1, marine, unit("P1", "poland", "0504"), places=places, entries=[ports])
    game.apply("enter M 0503")
    assert where(game, "russia/M") == "0503"
    game = moves(R1, marine, unit("P1", "poland", "0503"), places=places, entries=[ports])
    assert game.legal_orders("russia/M") == []


@pytest.mark.rule("10.1")
def test_a_landing_stops_the_unit_and_is_optional():
    from dataclasses import replace
    marine = unit("M", "russia", type="marine", turn=1, entry="east")
    marine = replace(marine, reinforcement=replace(marine.reinforcement, also=("stop",)))
    game = moves(R1, marine, entries=[EAST, STOP])
    assert refuse(game, "enter M 0103-0104").rule == "10.1"
    game.apply("enter M 0103")
    assert where(game, "russia/M") == "0103"
    # With the edge blocked the landing is open but nobody has to make it.
    block = [unit("P1", "poland", "0310"), unit("P2", "poland", "0410")]
    moves(R1, marine, *block, entries=[EAST, STOP]).apply("pass")


@pytest.mark.rule("10.0")
def test_a_unit_that_enters_is_in_supply_that_phase():
    places = {"0101": ("Warsaw", "capital")}
    game = moves(R1, unit("N", "russia", turn=1, entry="east"), entries=[EAST], places=places)
    game.apply("enter N 0310")
    game.apply("pass")
    assert not out(game, "russia/N")
    assert out(game)


@pytest.mark.rule("8.1", "10.0")
def test_an_edge_hex_in_an_enemy_zone_stops_the_unit():
    game = moves(unit("N", "russia", turn=1, entry="east"), unit("P1", "poland", "0309"), entries=[EAST])
    assert refuse(game, "enter N 0310-0210").rule == "8.1"
    game.apply("enter N 0310")
