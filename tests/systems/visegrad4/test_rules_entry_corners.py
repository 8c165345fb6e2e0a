"""Rare cases of entry, replacements, and intervention."""

from __future__ import annotations

from dataclasses import replace

import pytest
from corner_positions import FAR, P1, R1, bundled
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game
from visegrad_editor.model.scenario import Entry, Reinforcement
from visegrad_editor.model.start import Start
from visegrad_editor.model.where import Where

# -- 10: entering and coming back ------------------------------------------------------------------------


CITIES = Entry("cities", "Polish cities", Where(countries=("poland",), features=("city", "capital")))


@pytest.mark.rule("10.0", "7.0")
def test_a_city_without_a_supply_path_accepts_no_reinforcements() -> None:
    """0503 is friendly and no enemy is beside it, but a source of its own is no supply over land."""
    places = {"0110": ("Moscow", "capital"), "0503": ("Town", "city")}
    new = unit("N", "hungary", turn=1, entry="cities")
    # Sources are Polish cities and others of the alliance: 0503 serves itself.
    game = on_to(play(make([R1, new], places=places, entries=[CITIES])), "move", "allied-movement")
    assert {o.hexes[0] for o in game.legal_orders("hungary/N")} >= {"0503"}
    # A Russian unit that has been there and left: neither control nor a source any more.
    game = play(make([unit("R1", "russia", "0504"), new], places=places, entries=[CITIES]))
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0504-0503-0603-0704")
    on_to(game, "move", "allied-movement")
    assert game.legal_orders("hungary/N") == []
    assert refuse(game, "enter N 0503").rule == "10.0"


@pytest.mark.rule("10.2", "10.3")
def test_steps_and_points_not_used_are_lost() -> None:
    pool = [wing(f"{n}. CAS", "russia", box="pool") for n in (1, 2)]
    units = [replace(R1, reduced=True), unit("R2", "russia", "0410", reduced=True), FAR, *pool]
    chart = [(1, "russian", 5, 5), (2, "russian", 1, 1)]
    game = on_to(play(make(units, replacements=chart), *[6] * 9), "replace")
    game.apply("pass")
    on_to(game, "replace", "russian-replacement")
    assert game.turn == 2
    game.apply("restore R1")
    assert refuse(game, "restore R2").reason == "No replacement step is left."
    game.apply("buy 1. CAS")
    assert game.step != "replace"
    assert where(game, "russia/2. CAS") == "pool"


@pytest.mark.rule("10.2", "6.0")
def test_a_unit_is_rebuilt_within_stacking_and_moves_at_once() -> None:
    crowd = [unit(f"C{n}", "russia", "0110") for n in (1, 2, 3)]
    design = make([R1, P1, FAR, *crowd], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    while game.turn < 2:
        game.apply("pass")
    assert game.step != "replace"  # Moscow is full
    design = make([R1, P1, FAR, *crowd[:2]], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    on_to(game, "replace", "russian-replacement")
    assert refuse(game, "rebuild C1 0110 full").rule == "10.2"
    game.apply("rebuild R1 0110 full")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0110-0109")


@pytest.mark.rule("12.0", "10.0", "10.1")
def test_americans_stop_wherever_they_enter() -> None:
    """By highway, by port and on the northern edge; the Russian marines may go on from a port."""
    game = Game.from_scenario(bundled("historical"), 3)
    ways = {u: tuple(game.design.scenario.entry_by_id[e] for e in (a.entry, *a.also))  # type: ignore[union-attr]
            for u in ("usa/M.E.U.", "usa/2nd Marine", "usa/1st Armored", "russia/336th Naval Infantry")
            if (a := game.design.scenario.unit_by_key[u].reinforcement)}  # type: ignore[union-attr]
    assert all(e.stops for u, entries in ways.items() if u.startswith("usa") for e in entries)
    assert [e.stops for e in ways["russia/336th Naval Infantry"]] == [False, True, False]
    ports = Entry("ports", "Any port", Where(countries=("poland",), features=("port",)), stops=True,
                  rule="12.0")
    marine = replace(unit("M", "usa", type="marine"), reinforcement=Reinforcement("ports", 0, "us-entry"))
    places = {**PLACES, "0203": ("Haven", "port")}
    game = play(make([R1, FAR, marine], entries=[ports], places=places, turns=3), 6, 1, 6, 6)
    while game.turn < 3:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.hexes for o in game.legal_orders("usa/M")} == {("0203",)}
    assert refuse(game, "enter M 0203-0204").rule == "12.0"


@pytest.mark.rule("12.0", "12.1", "12.2")
def test_the_intervening_units_and_their_entries() -> None:
    """The historical units: six in the air and three on the ground, three Romanians, four Italians."""
    design = bundled("historical")
    scenario = design.scenario
    assert scenario is not None
    start_events = ("us-entry", "romania-entry", "italy-entry")
    begun = replace(design, scenario=replace(scenario, start=Start(5, "allied-movement", (), start_events)))
    game = Game.from_scenario(begun, 2)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    due = {k for k in game.movable() if where(game, k) == "reinforcements"}
    guests = {k for k in due if k.split("/")[0] in ("usa", "romania", "italy")}
    assert sorted(k.split("/")[0] for k in guests) == ["italy"] * 4 + ["romania"] * 3 + ["usa"] * 3
    areas = {a.id: {design.map.grid.number(h) for h in a.hexes} for a in design.map.areas}
    country = {n: c for c in ("austria", "hungary", "poland") for n in
               (design.map.grid.number(h) for h in design.map.hexes_in(c))}
    for key in guests:
        hexes = {o.hexes for o in game.legal_orders(key)}
        assert all(len(path) == 1 for path in hexes), key
        ends = {path[0] for path in hexes}
        if key.startswith("romania"):
            assert ends <= areas["hungary-south-edge"]
        elif key.startswith("italy"):
            assert ends <= areas["austria-west-edge"]
        elif key == "usa/1st Armored":
            assert {country[e] for e in ends} == {"austria", "hungary"}
        assert ends
    north = areas["poland-north-edge"]
    assert north & {o.hexes[0] for o in game.legal_orders("usa/M.E.U.")}
    assert not north & {o.hexes[0] for o in game.legal_orders("usa/1st Armored")}


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("fields", "comes"), [(2, True), (3, False)])
def test_romania_comes_while_two_fields_are_taken_and_not_with_three(fields: int, comes: bool) -> None:
    rumanian = unit("282nd", "romania", event="romania-entry", entry="south")
    american = unit("1st Armored", "usa", event="us-entry", entry="south")
    south = Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True)
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial")}
    units = [R1, unit("P0", "poland", "0101"), rumanian, american]
    design = make(units, entries=[south], places=places, turns=3)
    game = on_to(play(design, 6, 1, 6, 6), "move", "russian-movement")
    game.apply("move R1 " + "-".join(["0306", "0305", "0304", "0303"][: fields + 1]))
    while game.turn < 3 and game.outcome is None:
        game.apply("pass")
    assert len(game.position().marked("scored")) == fields
    assert ("Romania joins the allied side." in event_texts(game.events, "intervention")) is comes
