"""What counters are, how much they count and what they are worth (E.4, A26.21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cards import card

from visegrad_editor.desk.card import Arrival, Boat, Convoy, Drop, Force, Glider, Group, Wing
from visegrad_editor.desk.forces import (
    SIZES,
    Asset,
    asset_of,
    card_totals,
    force_totals,
    group_totals,
    size_of,
    squad_equivalents,
    worth,
)
from visegrad_editor.desk.forces import US_NUMBERS as US


def force(kind: str, count: int = 1, **fields: Any) -> Force:
    return Force(count, kind, **fields)


@pytest.mark.parametrize(("kind", "fields", "size", "source"), [
    ("german/4-6-7", {}, "squad", "list"), ("german/4-6-7", {"size": "hs"}, "hs", "card"),
    ("german/8-1", {}, "leader", "form"), ("german/9+1", {}, "leader", "form"),
    ("russian/2-3-7", {}, "hs", "list"), ("ethiopian/2-3-7", {}, "squad", "list"),
    ("italian/2-2-7", {}, "crew", "list"), ("german/8^5-3-8", {}, "squad", "list"),
    ("german/9-9-9", {}, "squad", "assumed"), ("german/4-9-9", {}, "squad", "assumed"),
    ("german/3-9-9", {}, None, "unknown"), ("german/truck", {}, "vehicle", "list"),
    ("german/AA-gun", {}, "gun", "list"), ("german/gun-truck", {}, "vehicle", "list"),
    ("german/MMG", {}, "weapon", "list"), ("german/half-squad", {}, "hs", "list"),
    ("german/PzX", {}, None, "unknown"), ("german/PzX", {"armour": 0}, "vehicle", "card"),
    ("german/PzX", {"tracked": False}, "vehicle", "card"),
    ("german/PzX", {"passengers_pp": 0}, "vehicle", "card"), ("german/Pak", {"m_number": 9}, "gun", "card"),
])
def test_what_a_counter_is(kind: str, fields: dict[str, Any], size: str | None, source: str) -> None:
    found = size_of(kind, force=force(kind, **fields))
    assert (found.size, found.source) == (size, source)
    assert found.why.endswith(".")


def test_a_size_that_somebody_says_comes_first() -> None:
    assert size_of("german/PzX", "vehicle").size == "vehicle"
    with pytest.raises(ValueError, match="platoon is no size; sizes are squad, hs"):
        size_of("german/PzX", "platoon")


def test_e_4_squad_equivalents_and_us_numbers() -> None:
    assert [squad_equivalents(s) for s in ("squad", "hs", "crew", "leader", None)] == [1, 0.5, 0, 0, 0]
    assert [squad_equivalents(s, crews=True) for s in ("squad", "hs", "crew")] == [1, 0.5, 0.5]
    assert [US.get(s, 0) for s in ("squad", "hs", "crew", "leader", "hero", "vehicle")] == [3, 2, 2, 1, 1, 0]


@pytest.mark.parametrize(("asset", "points"), [
    (Asset("squad"), 2), (Asset("crew"), 2), (Asset("crew", of_landing_craft=True), 1), (Asset("hs"), 1),
    (Asset("leader", modifier=0), 1), (Asset("leader", modifier=1), 1), (Asset("leader", modifier=-1), 2),
    (Asset("leader", modifier=-3), 4), (Asset("hero"), 0), (Asset("gun"), 2), (Asset("aircraft"), 2),
    (Asset("glider"), 0), (Asset("motorcycle"), 0), (Asset("goliath"), 0), (Asset("boat"), 0),
    (Asset("weapon"), 0), (Asset("dummy"), 0),
])
def test_a26_211_and_212_values(asset: Asset, points: int) -> None:
    found = worth(asset)
    assert (found.points, found.asked) == (points, ())
    assert found.sentence.startswith(f"{points} victory point")


VEHICLE = Asset("vehicle", armament=True, armoured=True, armour=6, crew=True)


@pytest.mark.parametrize(("changed", "points"), [
    ({}, 6), ({"armament": False}, 5), ({"armour": 0}, 5), ({"armour": 1}, 5), ({"armour": 5}, 5),
    ({"armour": 11}, 7), ({"armour": 26}, 10), ({"armour": 30}, 10), ({"armour": 31}, 11),
    ({"armoured": False}, 4), ({"crew": False}, 4),
    ({"armoured": False, "armament": False, "crew": False}, 1)])
def test_a26_212_vehicles(changed: dict[str, Any], points: int) -> None:
    """Among them the six of the worked example: 6, 7, 5 and 10 for tanks, 1 for a truck without a gun, 4 for
    one with a gun and a crew."""
    assert worth(replace(VEHICLE, **changed)).points == points


def test_a26_213_a_crew_in_its_vehicle_counts_as_much_as_on_foot() -> None:
    (crew,) = [part for part in worth(VEHICLE).parts if part.rule == "A26.213"]
    assert crew.points == worth(Asset("crew")).points == 2
    assert "A26.213" not in [part.rule for part in worth(replace(VEHICLE, crew=False)).parts]


@pytest.mark.parametrize(("asset", "least", "asked"), [
    (Asset(None), 0, "What it is"), (Asset("leader"), 1, "modifier"),
    (replace(VEHICLE, armament=None), 5, "main armament"),
    (replace(VEHICLE, armoured=None), 4, "is armoured"),
    (replace(VEHICLE, armour=None), 4, "highest armour"), (replace(VEHICLE, crew=None), 4, "its crew"),
    (Asset("landing-craft"), 0, "G12.84"), (Asset("gun", desert=True), 0, "F.3"),
    (replace(VEHICLE, desert=True), 0, "F.3"),
    (Asset("leader", modifier=0, japanese_wounded=True), 0, "G1.65"),
])
def test_what_is_not_known_is_asked(asset: Asset, least: int, asked: str) -> None:
    found = worth(asset)
    assert (found.points, found.known) == (least, False)
    [sentence] = found.asked
    assert asked in sentence
    assert sentence in found.sentence


def test_the_desert_changes_no_value_of_people() -> None:
    assert worth(Asset("squad", desert=True)).points == 2


@pytest.mark.parametrize(("made", "points", "asked", "assumed"), [
    (force("german/truck"), 1, 0, 0), (force("german/10-2"), 3, 0, 0), (force("german/8+1"), 1, 0, 0),
    (force("german/9-9-9"), 2, 0, 1), (force("german/3-9-9"), 0, 1, 0),
    (force("german/PzX", main_armament=True, armour=11), 7, 0, 1),
    (force("german/PzX", main_armament=True, armour=11, crew="german/crew"), 7, 0, 0),
    (force("german/PzX", main_armament=True, armour=11, crewed=False), 5, 0, 0),
    (force("german/PzX", armour=11), 6, 1, 1), (force("german/halftrack"), 1, 3, 0),
    (force("german/truck", main_armament=True, armour=0, crew="german/crew"), 5, 0, 0),
    (force("german/MMG"), 0, 0, 0),
])
def test_the_value_of_a_force(made: Force, points: int, asked: int, assumed: int) -> None:
    found = worth(asset_of(made))
    assert (found.points, len(found.asked), len(found.assumed)) == (points, asked, assumed)


def test_totals_add_up_and_say_what_they_lack() -> None:
    found = force_totals(force("german/4-6-7", 3))
    assert (found.counters, found.squad_equivalents, found.us_number, found.points) == (3, 3, 9, 6)
    found += force_totals(force("german/PzX", 2)) + force_totals(force("german/PzX"))
    assert (found.counters, found.points, len(found.asked), found.known) == (6, 6, 1, False)
    assert force_totals(force("german/AA-gun"), desert=True).asked == (
        "German AA-gun: The value of a gun in the desert must be known (F.3).",)


def test_totals_of_a_card() -> None:
    found = card_totals(card())
    assert {s: (t.squad_equivalents, t.us_number, t.points, t.known) for s, t in found.items()} == {
        "german": (6, 18, 12, True), "british": (9, 27, 18, True)}
    gun = ("kind: german/4-6-7", "kind: german/gun")
    assert card_totals(card(gun))["german"].points == 12
    desert = card_totals(card(gun, ("turns: {", "theatre: north-africa\nturns: {")))["german"]
    assert (desert.known, desert.points) == (False, 0)


SQUADS = ("german/4-6-7", "german/8-1")
EMPTY = Group("line", "german", Arrival(turn=2))


@pytest.mark.parametrize("group", [
    replace(EMPTY, glider=Glider(1, "german", (SQUADS,))), replace(EMPTY, drop=Drop((Wing((SQUADS,)),))),
    replace(EMPTY, boats=(Boat("one", "raft", SQUADS),)), replace(EMPTY, convoy=Convoy(SQUADS, "A5"))])
def test_loads_count_where_a_group_has_no_forces(group: Group) -> None:
    found = group_totals(group)
    assert (found.counters, found.points, found.known, found.assumed) == (2, 4, True, ())
    both = group_totals(replace(group, forces=(force("german/4-6-7"),)))
    assert (both.counters, both.points, both.known, len(both.assumed)) == (1, 2, True, 1)


@pytest.mark.parametrize("group", [
    replace(EMPTY, glider=Glider(1, "german")), replace(EMPTY, drop=Drop((Wing(3),))),
    replace(EMPTY, boats=(Boat("one", "raft"),)), replace(EMPTY, arrives=Arrival(by="air"))])
def test_what_dice_or_the_owner_decide_is_asked(group: Group) -> None:
    assert not group_totals(group).known


def test_every_size_has_a_value_or_asks() -> None:
    assert len(SIZES) == 15
    for size in SIZES:
        found = worth(Asset(size))
        assert found.parts or found.asked
