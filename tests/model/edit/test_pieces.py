"""Counters of a piece put down, and what a change takes away, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_design import small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.pieces import Overwritten, free_name, put_counters
from visegrad_editor.model.region import CounterPiece
from visegrad_editor.model.scenario import Unit


@pytest.mark.parametrize(("name", "free"), [
    ("27th", "27th (2)"), ("27th (2)", "27th (3)"), ("x" * 76, "x" * 76 + " (2)"),
    ("x" * 77, "x" * 76 + " (2)"), ("x" * 80, "x" * 76 + " (2)"), ("x" * 75 + " y", "x" * 75 + " (2)")])
def test_a_free_name_is_the_next_number_and_not_too_long(name: str, free: str) -> None:
    unit = Unit(name, "norland", "infantry")
    taken = {"norland/27th (2)", "sudland/27th (3)"} if name == "27th (2)" else set()
    assert free_name(unit, taken) == free
    assert len(free) <= 80
    numbers = {f"norland/x ({n})" for n in range(2, 10)}
    assert free_name(Unit("x", "norland", "infantry"), numbers) == "x (10)"


def test_what_is_replaced_is_told_one_by_one() -> None:
    words = {
        "terrain": ("the terrain of 1 hex", "the terrain of 2 hexes"),
        "countries": ("the country of 1 hex", "the country of 2 hexes"),
        "hexsides": ("1 hexside", "2 hexsides"), "roads": ("1 stretch of road", "2 stretches of road"),
        "places": ("1 place", "2 places"), "labels": ("1 label", "2 labels"),
        "areas": ("1 hex of an area", "2 hexes of areas")}
    for field, (one, two) in words.items():
        assert Overwritten(**{field: 1}).lost() == one
        assert Overwritten(**{field: 2}).lost() == two
    assert Overwritten().lost() == ""
    assert Overwritten(terrain=1, labels=1).lost() == "the terrain of 1 hex and 1 label"
    assert Overwritten(terrain=1, places=2, labels=3).lost() == "the terrain of 1 hex, 2 places and 3 labels"


def test_the_fate_of_counters_is_reported() -> None:
    assert Overwritten().counters() == ""
    assert Overwritten(moved=1).counters() == "1 counter is moved here"
    assert Overwritten(moved=3).counters() == "3 counters are moved here"
    assert Overwritten(added=1).counters() == "1 counter is added"
    assert Overwritten(added=2).counters() == "2 counters are added"


def test_counters_put_down_are_placed_or_made_a_second_time() -> None:
    """The unit that waits is the one that was cut; of one on the map or on the schedule a second is made."""
    design = small_design()
    assert design.scenario is not None
    by_name = {u.name: u for u in design.scenario.units}
    waiting = replace(by_name["1st Infantry"], setup=None)
    scenario = replace(design.scenario, units=tuple(
        waiting if u.key == waiting.key else u for u in design.scenario.units))
    design = replace(design, scenario=scenario)
    strange = Unit("Odd", "westland", "infantry")
    kind = Unit("Odder", "norland", "hovercraft")
    where = {(0, 0): Hex(4, 4), (1, 0): Hex(5, 5)}
    pieces = [CounterPiece(at, unit) for at, unit in (
        ((0, 0), by_name["1st Infantry"]), ((1, 0), by_name["1st Armored"]),
        ((1, 0), by_name["3rd Infantry"]),
        ((0, 0), strange), ((0, 0), kind), ((9, 9), by_name["2nd Armored"]))]
    changed, notes = put_counters(design, pieces, where)
    assert changed.scenario is not None
    found = {u.name: u.hex for u in changed.scenario.units}
    number = design.map.grid.number
    assert found["1st Infantry"] == number(Hex(4, 4))
    assert found["1st Armored (2)"] == found["3rd Infantry (2)"] == number(Hex(5, 5))
    assert len(found) == len(design.scenario.units) + 2  # type: ignore[union-attr]
    assert notes == [
        "Units already on the map were pasted a second time: 1st Armored (2) and 1 more.",
        "2 counters were left out: this ruleset does not have the nationality or the type."]
    second = changed.scenario.unit_by_key["sudland/3rd Infantry (2)"]
    assert (second.reinforcement, second.provenance.source) == (None, "designer")


def test_a_piece_without_counters_in_place_changes_nothing() -> None:
    design = small_design()
    assert design.scenario is not None
    unit = design.scenario.units[0]
    assert put_counters(design, [CounterPiece((9, 9), unit)], {}) == (design, [])
    alone = replace(design, scenario=None)
    assert put_counters(alone, [CounterPiece((0, 0), unit)], {}) == (alone, [])
    where = {(0, 0): Hex(4, 4)}
    assert put_counters(alone, [CounterPiece((0, 0), unit)], where)[1] == [
        "A map alone has no counters; those of the piece are left out."]
    strange = CounterPiece((0, 0), Unit("Odd", "westland", "infantry"))
    assert put_counters(design, [strange], where) == (design, [
        "1 counter was left out: this ruleset does not have the nationality or the type."])
    _, notes = put_counters(design, [CounterPiece((0, 0), unit)], where)
    assert notes == ["Units already on the map were pasted a second time: 1st Armored (2)."]
