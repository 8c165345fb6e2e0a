"""Every worked example of the rulebook, and every place where it says "for example" with numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where, wing
from unit_numbers import movement

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup
from visegrad_editor.model.where import Where

R1 = unit("R1", "russia", "0306")
P0 = unit("P0", "poland", "0103")


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


def first_turn(seed: int = 8) -> Game:
    """The historical game at the first Russian replacement phase."""
    game = Game.from_scenario(historical(), seed)
    while game.step in ("place", "allocate"):
        game.apply(game.legal_orders()[0])
    assert game.phase == "russian-replacement"
    return game


@pytest.mark.rule("2.1")
def test_the_city_of_warsaw_is_2017() -> None:
    map = historical().map
    place = next(p for p in map.places if p.name == "Warsaw")
    assert map.grid.number(place.hex) == "2017"


@pytest.mark.rule("2.5", "2.6")
def test_iron_wolf_has_a_strength_of_seven_and_does_not_move() -> None:
    game = first_turn()
    assert game.strength("lithuania/Iron Wolf Mechanized") == 7
    on_to(game, "move", "russian-movement")
    wolf = historical().scenario.unit_by_key["lithuania/Iron Wolf Mechanized"]  # type: ignore[union-attr]
    assert movement(wolf) == 0


@pytest.mark.rule("3.1")
def test_the_russian_side_gets_eight_air_points_on_turn_one_and_buys_eight_units() -> None:
    game = first_turn()
    assert event_texts(game.events, "replacements") == [
        "The Russian side receives 2 replacement steps and 8 air points."]
    for n in range(1, 9):
        game.apply(f"buy Russian {n}{('st', 'nd', 'rd')[n - 1] if n < 4 else 'th'} CAS")
    assert refuse(game, "buy Russian 9th CAS").reason == "No air point is left."


@pytest.mark.rule("10.2")
def test_two_of_the_three_reduced_russian_units_are_made_full_on_turn_one() -> None:
    game = first_turn()
    reduced = {k for k, u in game.position().units.items() if u.reduced}
    assert reduced == {"russia/27th Motorized", "russia/9th Artillery", "russia/Airborne"}
    assert {o.units[0] for o in game.legal_orders() if o.verb == "restore"} == reduced
    game.apply("restore 27th Motorized")
    game.apply("restore Airborne")
    assert refuse(game, "restore 9th Artillery").reason == "No replacement step is left."
    # What is not used is lost.
    on_to(game, "interdict" if game.step == "interdict" else game.step)
    units = game.position().units
    assert [k for k, u in units.items() if u.reduced] == ["russia/9th Artillery"]


@pytest.mark.rule("3.1", "12.0")
def test_with_six_american_units_the_allied_side_may_have_twelve() -> None:
    polish = [wing(f"{n}th CAS", "poland", box="ready" if n < 6 else "pool") for n in range(1, 8)]
    usa = [replace(wing(f"{n}. {kind.upper()}", "usa", kind, box="us-air"),
                   reinforcement=Reinforcement("off-map", 0, "us-entry"))
           for n, kind in enumerate(("cas", "cas", "cas", "cas", "sac", "sac"), 1)]
    design = make([R1, P0, *polish, *usa], turns=3,
                  replacements=[(1, "allied", 0, 9), (2, "allied", 0, 9), (3, "allied", 0, 9)])
    game = on_to(play(design, 6, 1, 6, 6), "replace", "allied-replacement")
    # Six of their own at first: the fifth is ready, one more can be bought.
    game.apply("buy 6th CAS")
    assert game.step != "replace" or refuse(game, "buy 7th CAS").rule == "3.1"
    while game.turn < 3:
        game.apply("pass")
    assert "intervene" in " ".join(event_texts(game.events, "die"))
    ready = [k for k, u in game.position().units.items() if u.box == "ready"]
    assert len(ready) == 12
    assert all(where(game, u.key) == "ready" for u in usa)


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("allowance", "type", "left"), [
    (7, "armored", 3), (5, "airborne", 2), (9, "armored", 4)])
def test_out_of_supply_seven_points_are_three_five_are_two_and_nine_are_four(
    allowance: int, type: str, left: int
) -> None:
    # A highway over the whole row costs a point a hex, so the farthest hex shows the allowance.
    row = " ".join(f"03{c:02d}" for c in range(1, 11))
    design = make([unit("R1", "russia", "0310", type, movement=allowance), unit("P9", "poland", "0801")],
                  roads=[("highway", row)], places={"0101": ("Warsaw", "capital")})
    game = on_to(play(design, *[6] * 20), "move", "russian-movement")
    assert max(game.destinations("russia/R1").values()) == allowance
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    assert game.turn == 2
    assert max(game.destinations("russia/R1").values()) == left


@pytest.mark.rule("9.0")
def test_a_unit_that_stopped_for_a_friend_does_not_go_on_when_he_has_left() -> None:
    crowd = [unit(f"C{i}", "russia", "0307") for i in (1, 2, 3)]
    game = on_to(play(make([R1, *crowd, P0])), "move", "russian-movement")
    assert refuse(game, "move R1 0306-0307").rule == "6.0"
    game.apply("move R1 0306-0406")
    game.apply("move C1 0307-0308")
    assert refuse(game, "move R1 0406-0307").rule == "9.0"


@pytest.mark.rule("9.1")
def test_from_a_major_highway_into_a_hex_with_both_kinds_the_major_rate_is_paid() -> None:
    roads = [("major-highway", "0306 0307"), ("highway", "0205 0206 0307")]
    # From the hex of the major highway half a point, from that of the highway one, across country two.
    costs = {}
    for start in ("0306", "0206", "0308"):
        game = on_to(play(make([unit("R1", "russia", start), P0], roads=roads)), "move", "russian-movement")
        costs[start] = game.destinations("russia/R1")["0307"]
    assert costs == {"0306": 0.5, "0206": 1, "0308": 2}


@pytest.mark.rule("10.0")
def test_a_unit_that_arrives_where_it_is_out_of_supply_arrives_in_supply() -> None:
    """As airborne units may, in a city that an enemy advance will cut off."""
    entry = Entry("hex", "A hex", Where(hexes=("0303",)))
    flyer = unit("A1", "russia", type="airborne", turn=1, entry="hex")
    game = on_to(play(make([R1, P0, flyer], entries=[entry], places={"0101": ("Warsaw", "capital")})), "move",
                 "russian-movement")
    game.apply("enter A1 0303")
    assert not game.supplied_hexes("russia/A1")
    game.apply("pass")
    assert not game.position().units["russia/A1"].out_of_supply
    on_to(game, "move", "russian-movement")
    game.apply("pass")
    assert game.position().units["russia/A1"].out_of_supply


# -- 11.0 ------------------------------------------------------------------------------------------------


def attack(*units: object, **more: object) -> Game:
    return on_to(play(make(units, result="AP", **more), 1), "attack", "russian-combat")  # type: ignore[arg-type]


@pytest.mark.rule("11.0 step 1")
def test_thirty_five_against_ten_are_three_hundred_percent() -> None:
    game = attack(unit("R1", "russia", "0306", strength=(35, 9)),
                  unit("P1", "poland", "0305", strength=(10, 5)))
    order = game.parse("attack 0305 with R1")
    assert game.preview(order).column_name == "300-399%"
    assert "resolved at 300-399% " in event_texts(game.apply(order), "combat")[0]


@pytest.mark.rule("11.0 step 3")
def test_three_hundred_against_an_industrial_hex_are_two_hundred_and_over_a_river_one_hundred() -> None:
    places = {**PLACES, "0305": ("Field", "industrial")}
    units = [unit("R1", "russia", "0306", strength=(35, 9)), unit("P1", "poland", "0305", strength=(10, 5))]
    for rivers, column in (("", "200-299%"), ("0305/0306", "100-199%")):
        game = attack(*units, places=places, rivers=rivers)
        assert f"resolved at {column} " in event_texts(game.apply("attack 0305 with R1"), "combat")[0]
    # The shift holds after the field has been taken.
    taken = [unit("R1", "russia", "0305"), unit("P1", "poland", "0304", strength=(35, 9))]
    game = on_to(play(make(taken, places=places, result="AP"), 1), "attack", "allied-combat")
    assert game.position().marked("scored") == ("0305",)
    assert [s[:2] for s in game.preview(game.parse("attack 0305 with P1")).shifts] == [("terrain", -1)]


# -- 13.7 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.7")
@pytest.mark.parametrize(("russian", "hit"), [(3, False), (6, True)])
def test_an_interdiction_on_a_major_highway_fails_by_three_levels(russian: int, hit: bool) -> None:
    """Russian level 3, allied level 6: a 1 is -2, not above the half point of the major highway."""
    design = make([R1, unit("P1", "poland", "0303"), wing("1st CAS", "russia")], markers=(6, 6),
                  roads=[("major-highway", "0303 0304"), ("highway", "0303 0302")])
    game = play(design, 1, 6)
    game.apply(f"allocate table {russian} track {6 - russian}")
    game.apply("allocate table 6 track 0")
    on_to(game, "interdict", "russian-interdiction")
    game.apply("interdict 0303 with 1st CAS")
    event = next(e for e in game.events if e.type.startswith("interdict") and e.dice)
    assert event.type == ("interdicted" if hit else "interdiction-failed")
    if not hit:
        assert "1-3=-2 against 0.5" in event.text
    assert ("interdicted" in game.position().units["poland/P1"].marks) is hit
    assert where(game, "russia/1st CAS") == "used"


def test_setup_box_words_are_those_of_the_samples() -> None:
    """The pools of the samples are pools, and nothing in them is ready before it is bought (3.1)."""
    game = first_turn()
    boxes = {u.box for k, u in game.position().units.items() if k.endswith(("CAS", "SAC"))}
    assert boxes == {"pool", "reinforcements"}
    assert Setup(box="us-air") in {
        u.setup for u in historical().scenario.units}  # type: ignore[union-attr]
