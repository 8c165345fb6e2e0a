"""Differences between two designs, in words."""

from __future__ import annotations

from dataclasses import replace

from small_design import small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.compare import differences
from visegrad_editor.model.gamemap import Place, Road


def test_differences_are_described_in_words() -> None:
    mine = small_design()
    assert differences(mine, mine) == ()
    scenario = mine.scenario
    assert scenario is not None
    units = (*scenario.units[1:-1], replace(scenario.units[-1], name="9th CAS"),
             replace(scenario.units[0], strength=9))
    theirs = replace(
        mine, ruleset=replace(mine.ruleset, turns=8),
        map=replace(
            mine.map, title="Other", terrain=mine.map.terrain.with_values({Hex(1, 1): "mountain"}),
            countries=mine.map.countries.with_values({Hex(c, 1): "sudland" for c in range(6)}),
            places=(*mine.map.places[1:], Place(Hex(3, 3), "", ("city",))),
            roads=(*mine.map.roads, Road("track", (Hex(0, 4), Hex(1, 4)))), labels=()),
        scenario=replace(scenario, units=units, options=(("fog", "on"),)))
    number = mine.map.grid.number
    found = {(d.kind, d.section): d.text for d in differences(mine, theirs)}
    assert found == {
        ("ruleset", "turns"): "yours 6, in the file 8",
        ("map", "title"): 'yours "A small map", in the file "Other"',
        ("map", "terrain"): f"1 hex ({number(Hex(1, 1))})",
        ("map", "countries"): "6 hexes ({} and 2 more)".format(", ".join(
            number(Hex(c, 1)) for c in range(4))),
        ("map", "places"): f"only yours: Mid; only in the file: hex {number(Hex(3, 3))}",
        ("map", "roads"): "only in the file: track",
        ("map", "labels"): "only yours: Cold Sea",
        ("scenario", "units"): ("only yours: sudland/1st CAS; only in the file: sudland/9th CAS; "
                                "differ: norland/1st Armored"),
        ("scenario", "options"): "only in the file: fog",
    }
    moved = replace(mine, map=replace(mine.map, places=mine.map.places[::-1]))
    assert [d.text for d in differences(mine, moved)] == ["in another order"]
    alone = replace(mine, scenario=None)
    assert [d.text for d in differences(mine, alone)] == ["only yours has a scenario"]
