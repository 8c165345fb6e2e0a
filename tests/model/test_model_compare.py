"""Differences between two designs, in words."""

from __future__ import annotations

from dataclasses import replace

from small_design import small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.compare import differences, plain_words
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Place, Road
from visegrad_editor.model.scenario import Reinforcement


def test_differences_are_described_in_words() -> None:
    mine = small_design()
    assert differences(mine, mine) == ()
    scenario = mine.scenario
    assert scenario is not None
    units = (*scenario.units[1:-1], replace(scenario.units[-1], name="9th CAS"),
             replace(scenario.units[0], values=((9,), (3,))))
    theirs = replace(
        mine, ruleset=replace(mine.ruleset, turns=8),
        map=replace(
            mine.map, title="Other", terrain=mine.map.terrain.with_values({Hex(1, 1): "mountain"}),
            countries=mine.map.countries.with_values({Hex(c, 1): "sudland" for c in range(6)}),
            places=(*mine.map.places[1:], Place(Hex(3, 3), "", ("city",))),
            roads=(*mine.map.roads, Road("track", (Hex(0, 4), Hex(1, 4)))), labels=()),
        scenario=replace(scenario, units=units, options=(("fog", "on"),)))
    number = mine.map.grid.number
    found: dict[tuple[str, str], str] = {}
    for d in differences(mine, theirs):
        found[d.kind, d.section] = "; ".join(filter(None, (found.get((d.kind, d.section), ""), d.text)))
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
                                "norland/1st Armored: values yours 6 3, in the file 9 3"),
        ("scenario", "options"): "only in the file: fog",
    }
    moved = replace(mine, map=replace(mine.map, places=mine.map.places[::-1]))
    assert [d.text for d in differences(mine, moved)] == ["in another order"]
    alone = replace(mine, scenario=None)
    assert [d.text for d in differences(mine, alone)] == ["only yours has a scenario"]


def test_each_unit_that_differs_is_named_with_its_values_in_both() -> None:
    mine = small_design()
    assert mine.scenario is not None
    one, *others = mine.scenario.units
    assert one.setup is not None
    moved = replace(one, setup=None, reinforcement=Reinforcement("edge", 3))
    theirs = replace(mine, scenario=replace(mine.scenario, units=(moved, *others)))
    (found,) = differences(mine, theirs)
    assert (found.kind, found.section) == ("scenario", "units")
    assert found.text == (
        f"{one.key}: setup yours {one.hex}, in the file nothing; "
        "reinforcement yours nothing, in the file turn 3, entry edge")
    many = tuple(replace(one, name=f"{i}th") for i in range(45))
    fewer = tuple(replace(u, values=((1,), (3,))) for u in many)
    texts = [d.text for d in differences(
        replace(mine, scenario=replace(mine.scenario, units=many)),
        replace(mine, scenario=replace(mine.scenario, units=fewer)))]
    assert len(texts) == 41
    assert texts[-1] == "5 more differ"


def test_entries_of_a_map_are_compared_with_their_hexes() -> None:
    mine = small_design()
    place, *places = mine.map.places
    road, *roads = mine.map.roads
    line, *lines = mine.map.lines
    number, side_text = mine.map.grid.number, mine.map.grid.side_text
    theirs = replace(mine, map=replace(
        mine.map, places=(replace(place, hex=Hex(4, 4)), *places),
        roads=(replace(road, path=road.path[:-1]), *roads),
        lines=(replace(line, sides=line.sides[:1]), *lines)))
    found = {d.section: d.text for d in differences(mine, theirs)}
    assert found["places"] == f"{place.name}: hex yours {number(place.hex)}, in the file {number(Hex(4, 4))}"
    assert f"in the file {' '.join(map(number, road.path[:-1]))}" in found["roads"]
    assert found["lines"].endswith(f"in the file {side_text(line.sides[0])}")


def test_records_within_a_value_are_in_words() -> None:
    loaded = load("rulesets/hollen")
    ruleset = loaded.ruleset
    assert ruleset is not None
    said = plain_words(ruleset.control, small_design().map.grid, 400)
    assert "FirstControl" not in said
    assert "=" not in said
    assert "at_start side blue" in said
    assert plain_words(ruleset.victory, small_design().map.grid, 400).count("(") == 0
