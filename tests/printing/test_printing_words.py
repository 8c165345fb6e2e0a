"""What a sheet says about places, entries and units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.editor.map.hex_words import where_text
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.place_words import all_in_words
from visegrad_editor.model.scenario import Setup, Unit
from visegrad_editor.model.where import Where
from visegrad_editor.printing import words
from visegrad_editor.printing.unit_rows import UnitCells, UnitRow


@pytest.fixture(scope="module")
def design() -> Design:
    found = load("historical").design
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (Where(hexes=("2017",)), "2017 Warsaw"),
        (Where(hexes=("2413",)), "2413"),
        (Where(hexes=("2017", "1718")), "any of 2017 Warsaw or 1718 Kondratki"),
        (Where(countries=("belarus",)), "anywhere in Belarus"),
        (Where(countries=("russia", "ukraine", "belarus")), "anywhere in Russia, Ukraine or Belarus"),
        (Where(countries=("poland",), excluding=("1718",)), "anywhere in Poland, except 1718 Kondratki"),
        (Where(countries=("poland",), features=("city", "capital")), "any city or capital in Poland"),
        (Where(areas=("poland-north-edge",)), "Northern edge of Poland (1724 to 1418)"),
        (Where(countries=("east-prussia",)), "anywhere in East Prussia"),
        (Where(features=("city",)), "any city"),
        (Where(terrain=("mountain",)), "any mountain hex"),
        (Where(terrain=("mountain", "forest"), countries=("poland",)),
         "any mountain or forest hex in Poland"),
        (Where(features=("city",), terrain=("forest",), roads=("road",)), "any city in forest on a road"),
        (Where(roads=("road",)), "any road hex"),
        (Where(edge=("west", "north")), "any hex on the west or north edge of the map"),
        (Where(terrain=("forest",), edge=("east",), excluding=("1718",)),
         "any forest hex on the east edge of the map, except 1718 Kondratki"),
        (Where(), ""),
    ],
)
def test_where(where: Where, message: str, design: Design) -> None:
    assert words.where_words(where, design) == message


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (Where(hexes=("2017",)), "in 2017 Warsaw"),
        (Where(hexes=("2017", "1718")), "in 2017 Warsaw and 1718 Kondratki together"),
        (Where(hexes=("2016", "2017", "2018", "2019", "2020")), "in the 5 hexes 2020 to 2016 together"),
        (Where(countries=("belarus",)), "in all hexes of Belarus together"),
        (Where(countries=("poland",), features=("city", "capital"), excluding=("1718",)),
         "in all cities and capitals in Poland together, except 1718 Kondratki"),
        (Where(features=("city",)), "in all cities together"),
        (Where(features=("industrial",)), "in all industrial (shale gas) hexes together"),
        (Where(terrain=("mountain", "forest"), roads=("highway",)),
         "in all mountain and forest hexes on a highway together"),
        (Where(roads=("highway",), countries=("poland", "belarus")),
         "in all highway hexes in Poland and Belarus together"),
        (Where(edge=("west",)), "in all hexes on the west edge of the map together"),
        (Where(hexes=("2017", "1718", "2016"), features=("capital", "city", "industrial")),
         "in all capitals, cities and industrial (shale gas) hexes among 2017 Warsaw, 1718 Kondratki and "
         "2016 Węgrów together"),
    ],
)
def test_hexes_that_count_together(where: Where, message: str, design: Design) -> None:
    assert all_in_words(where, design) == message


def test_the_window_has_the_same_words(design: Design) -> None:
    assert where_text(design, Setup(Where(terrain=("mountain",)))) == "any mountain hex"
    assert where_text(design, Setup(Where(hexes=("2017",)))) == "2017"
    assert where_text(design, Setup()) == "nowhere"


def test_an_entry_chosen_from_the_whole_map_says_what_it_costs(design: Design) -> None:
    scenario = design.scenario
    assert scenario is not None
    entry = replace(scenario.entry_by_id["prague"], where=Where(terrain=("mountain",)), stops=True)
    changed = replace(design, scenario=replace(scenario, entries=(entry,)))
    assert words.entry_conditions("prague", changed) == "The entry hex costs nothing; units stop there"


def test_an_entry_names_hex_and_rule(design: Design) -> None:
    assert words.entry_words("prague", design) == "Prague (2623), rule 3.0"
    assert words.entry_words("off-map", design) == words.OFF_MAP
    assert words.entry_words("nowhere-known", design) == "Nowhere known"
    scenario = design.scenario
    assert scenario is not None
    entry = replace(scenario.entry_by_id["prague"], name="From the west")
    changed = replace(design, scenario=replace(scenario, entries=(entry,)))
    assert words.entry_words("prague", changed) == "From the west, 2623 Prague, rule 3.0"


def test_entry_conditions(design: Design) -> None:
    assert words.entry_conditions("east-edge", design) == "Units pay for the entry hex"
    assert words.entry_conditions("prague", design) == "The entry hex costs nothing"
    assert words.entry_conditions("us-entry", design).endswith("units stop there")
    assert words.entry_conditions("off-map", design) == ""


def test_boxes(design: Design) -> None:
    assert words.setup_words(Setup(box="us-air"), design) == "US air box (off the map)"
    assert words.setup_words(Setup(box="russian-air-pool"), design) == "Russian air pool (off the map)"
    assert words.setup_words(Setup(), design) == "Place not stated"


def test_a_value_of_0_is_a_value(design: Design) -> None:
    scenario = design.scenario
    assert scenario is not None
    wolf = scenario.unit_by_key["lithuania/Iron Wolf Mechanized"]
    nothing = replace(wolf, values=((0,), (0,)))
    assert words.strength_words(nothing, design.ruleset).startswith("0")
    assert words.strength_words(replace(wolf, values=((None,), (None,))), design.ruleset) == ""


def test_the_values_of_a_unit_have_the_room_beside_its_hex(design: Design) -> None:
    scenario = design.scenario
    assert scenario is not None
    wolf = scenario.unit_by_key["lithuania/Iron Wolf Mechanized"]
    row, cells = UnitRow(wolf, design, number="0000"), UnitCells((wolf,), design, across=4)
    assert row.height(160) > row.height(250) == UnitRow.SIZE + 6
    whole = UnitCells((wolf,) * 4, design, across=4)
    assert whole.height(500) > cells.height(500)


def test_unit_values(design: Design) -> None:
    scenario = design.scenario
    assert scenario is not None
    wolf = scenario.unit_by_key["lithuania/Iron Wolf Mechanized"]
    assert words.strength_words(wolf, design.ruleset) == "7, reduced 3†"
    assert words.movement_of(wolf, design.ruleset) == 0
    cas = scenario.unit_by_key["russia/1st CAS"]
    assert words.strength_words(cas, design.ruleset) == ""
    assert words.movement_of(cas, design.ruleset) is None
    assert words.unit_type_words(cas, design.ruleset) == "Close air support"
    marines = scenario.unit_by_key["usa/2nd Marine"]
    assert words.movement_of(marines, design.ruleset) == 9
    assert words.unit_type_words(Unit("X", "usa", "hover-tank"), design.ruleset) == "Hover tank"


def test_rule_numbers_sort_as_numbers() -> None:
    assert sorted(["11.0", "4.2", "", "4.10"], key=words.rule_order) == ["4.2", "4.10", "11.0", ""]
