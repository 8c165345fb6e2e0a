"""Intervention and Ukrainian loyalty: rules 12 and 14."""

from __future__ import annotations

import pytest
from corner_positions import FAR, R1
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game
from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where

# -- 12: intervention ----------------------------------------


US = Entry("us", "Highways", Where(countries=("hungary", "austria"), roads=("highway",)), stops=True,
           rule="12.0")
EDGE = Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True, rule="12.1")
WEST = Entry("west", "Western edge", Where(hexes=("0806",)), stops=True, rule="12.2")
GUESTS = (
    unit("1st Armored", "usa", strength=(12, 6), event="us-entry", entry="us", movement=9),
    unit("282nd", "romania", event="romania-entry", entry="south"),
    unit("Ariete", "italy", event="italy-entry", entry="west"),
)


def called(*dice: int, units=(R1, FAR), turns: int = 3, places=None, orders=(), options=None) -> Game:
    from dataclasses import replace
    us_wing = replace(GUESTS[0], name="1st CAS", type="cas")
    design = make([*units, *GUESTS, us_wing], entries=[US, EDGE, WEST], roads=[("highway", "0802 0803 0804")],
                  places=places, options=options, turns=turns)
    game = play(design, *dice)
    for order in orders:
        on_to(game, "move", "russian-movement")
        game.apply(order)
    while game.turn < 2 and game.outcome is None:
        game.apply("pass")
    return game


@pytest.mark.rule("12.0")
def test_the_roll_must_be_below_the_turn():
    game = called(1)
    assert event_texts(game.events,
                "die") == ["The intervention roll is 1 against turn 1: the United States stay out."]
    game = called(1, 1)
    while game.turn < 3:
        game.apply("pass")
    assert "intervene" in event_texts(game.events, "die")[1]
    assert where(game, "usa/1st CAS") == "ready"
    # 12.1: no field is taken, so Romania comes; 12.2: no capital was taken, so Italy does not.
    assert event_texts(game.events, "intervention")[1:] == ["Romania joins the allied side."]


@pytest.mark.rule("12.0")
def test_ground_units_enter_on_highways_and_stop():
    game = called(1, 1, 6, 6)
    while game.turn < 3:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.hexes for o in game.legal_orders("usa/1st Armored")} == {("0802",), ("0803",), ("0804",)}
    assert refuse(game, "enter 1st Armored 0803-0804").rule == "12.0"
    assert refuse(game, "pass").rule == "10.0"
    game.apply("enter 1st Armored 0803")
    game.apply("enter 282nd 0803")
    game.apply("pass")


@pytest.mark.rule("12.0", "12.2")
def test_each_violated_country_lowers_the_roll():
    places = {**PLACES, "0806": ("Vienna", "capital")}
    game = called(1, units=(unit("R1", "russia", "0706"), FAR), places=places, orders=["move R1 0706-0806"])
    # 1 - 1 = 0 is below turn 1; Vienna was occupied, so Italy comes too.
    assert "1-1=0 against turn 1: the United States intervene" in event_texts(game.events, "die")[0]
    texts = event_texts(game.events, "intervention")
    assert [t.split()[0] for t in texts] == ["American", "Romania", "Italy"]
    game = called(1, units=(unit("R1", "russia", "0706"), FAR), places=places, orders=["move R1 0706-0806"],
                  options={"intervention_modifier": "hinders"})
    assert "stay out" in event_texts(game.events, "die")[0]


@pytest.mark.rule("12.0")
def test_russian_interdiction_abroad_counts_even_if_it_fails():
    units = (R1, unit("H1", "hungary", "0802"), wing("1st CAS", "russia"))
    design = make([*units, *GUESTS], entries=[US, EDGE, WEST], roads=[("highway", "0803 0804")])
    game = play(design, 1, 1)
    on_to(game, "interdict", "russian-interdiction")
    game.apply("interdict 0802 with 1st CAS")
    while game.turn < 2:
        game.apply("pass")
    assert "1-1=0" in event_texts(game.events, "die")[0]


@pytest.mark.rule("12.1")
def test_romania_stays_at_home_once_three_fields_are_taken():
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial"),
              "0806": ("Vienna", "capital")}
    units = (R1, unit("R2", "russia", "0706"), FAR)
    game = called(1, units=units, places=places, orders=["move R1 0306-0305-0304-0303", "move R2 0706-0806"])
    assert len(game.position().marked("scored")) == 3
    assert "Romania" not in " ".join(event_texts(game.events, "intervention"))


@pytest.mark.rule("12.0")
def test_without_american_units_nobody_rolls():
    game = play(make([R1, FAR], turns=2), 6, 6)
    while game.outcome is None:
        game.apply("pass")
    assert len(event_texts(game.events, "die")) == 1


# -- 14: Ukraine ----------------------------------------


def test_even_numbers_leave_and_odd_ones_stay():
    units = [R1, FAR, unit("U1", "ukraine", "0505"), unit("U2", "ukraine", "0506")]
    game = play(make(units), 3, 4)
    assert (where(game, "ukraine/U1"), where(game, "ukraine/U2")) == ("0505", "removed")
    game = play(make(units, options={"ukraine": "leave"}))
    assert where(game, "ukraine/U1") == "removed"


def test_units_that_left_are_never_rebuilt():
    units = [R1, FAR, unit("U1", "ukraine", "0505")]
    game = play(make(units, replacements=[(1, "russian", 3, 0)]), 2)
    assert all("ukraine/U1" not in o.units for o in game.legal_orders())
