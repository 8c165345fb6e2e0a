"""What a variant has from its base: which values differ, what they are there, and the way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_war import write_own_war

from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import CellStep, EntryStep
from visegrad_editor.model.edit.any_key import PlainData
from visegrad_editor.model.edit.own_keys import OwnKeys
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.versions import base_design
from visegrad_editor.model.inherited import Inherited, OwnValue

UNIT, LATE, NEW = "poland/2nd Mechanized", "poland/6th Airborne", "poland/99th Armored"


@pytest.fixture
def inherited(tmp_path: Path) -> Inherited:
    loaded = load(write_own_war(tmp_path))
    assert loaded.design is not None
    return Inherited(loaded.design, base_design(loaded.design, loaded.sources))


def own(value: OwnValue | None) -> OwnValue:
    assert value is not None
    return value


def again(inherited: Inherited, *values: OwnValue | None) -> Inherited:
    return Inherited(inherited.reset(map(own, values)), inherited.base)


@pytest.mark.parametrize(("cell", "words"), [
    ("value:strength", "In the base: 7."), ("setup", "In the base: set up in 1823.")])
def test_values_of_a_unit_tell_what_they_are_in_the_base(
    inherited: Inherited, cell: str, words: str
) -> None:
    value = own(inherited.unit_cell(UNIT, cell))
    assert (value.kind, value.words) == ("changed", words)
    back = again(inherited, value)
    assert back.unit_cell(UNIT, cell) is None
    assert back.unit(UNIT) is not None, "the other value is still its own"


def test_what_is_as_in_the_base_is_not_marked(inherited: Inherited) -> None:
    assert [inherited.unit_cell(UNIT, c) for c in ("name", "type", "value:strength:1", "turn", "notes")] == (
        [None] * 5)
    assert inherited.unit("poland/1st Armored") is None
    assert inherited.at("ruleset", "terrain", EntryStep("mountain"), "shift") is None


def test_values_reset_one_by_one_leave_the_unit_of_the_base_with_its_sources(inherited: Inherited) -> None:
    back = again(inherited, inherited.unit_cell(UNIT, "setup"))
    back = again(back, back.unit_cell(UNIT, "value:strength"))
    assert back.unit(UNIT) is None
    assert back.design.scenario is not None
    assert inherited.base.scenario is not None
    assert back.design.scenario.unit_by_key[UNIT] == inherited.base.scenario.unit_by_key[UNIT]


def test_an_arrival_is_reset_without_its_entry(inherited: Inherited) -> None:
    value = own(inherited.unit_cell(LATE, "turn"))
    assert value.before.startswith("arriving on turn 2")
    assert inherited.unit_cell(LATE, "entry") is None
    assert again(inherited, value).unit(LATE) is None


def test_units_added_and_removed_are_told_and_taken_back(inherited: Inherited) -> None:
    assert own(inherited.unit(NEW)).words == "Not in the base."
    assert inherited.unit_cell(NEW, "setup") is None, "all of it is its own"
    removed = inherited.removed("scenario", "units")
    assert [v.title for v in removed] == ["12th Mechanized", "21st Rifles"]
    back = again(inherited, *removed, inherited.unit(NEW))
    assert back.removed("scenario", "units") == ()
    assert back.unit(NEW) is None
    assert back.design.scenario is not None
    assert inherited.base.scenario is not None
    assert [u.key for u in back.design.scenario.units] == [u.key for u in inherited.base.scenario.units]


def test_values_of_the_ruleset(inherited: Inherited) -> None:
    mountain, forest = EntryStep("mountain"), EntryStep("swamp-forest")
    cost = own(inherited.at("ruleset", "terrain", mountain, "cost"))
    assert (cost.title, cost.words) == ("cost of Mountain", "In the base: 3.")
    assert own(inherited.at("ruleset", "terrain", forest)).kind == "added"
    assert inherited.at("ruleset", "terrain", forest, "cost") is None
    back = again(inherited, cost)
    assert back.at("ruleset", "terrain", mountain) is None, "its source is that of the base again"
    assert back.at("ruleset", "terrain", forest) is not None


def test_a_cell_of_a_combat_table(inherited: Inherited) -> None:
    rules = inherited.design.ruleset
    table = rules.tables[0]
    row = ("DE", *table.rows[2][1:])
    changed = replace(table, rows=(*table.rows[:2], row, *table.rows[3:]))
    now = Inherited(replace(inherited.design, ruleset=replace(
        rules, tables=(changed, *rules.tables[1:]))), inherited.base)
    way = now.step("ruleset", "tables", 0)
    cell = own(now.at("ruleset", "tables", way, "rows", CellStep(2, 0)))
    assert cell.before == table.rows[2][0]
    assert now.at("ruleset", "tables", way, "rows", CellStep(2, 1)) is None
    assert again(now, cell).at("ruleset", "tables", way) is None


def test_what_differs_in_a_hex(inherited: Inherited) -> None:
    grid = inherited.design.map.grid
    hexes = {number: inherited.of_hex(hex) for number in ("2017", "1616", "2119", "1620")
             if (hex := grid.parse(number)) is not None}
    assert [[(v.title, v.words) for v in found] for found in hexes.values()] == [
        [("terrain of 2017", "In the base: Clear.")], [("Suwalki in 1616", "Otherwise in the base.")],
        [("Front in 2119", "Not in the base.")], []]
    back = again(inherited, *hexes["2017"], *hexes["1616"], *hexes["2119"])
    changes = [c for c in back.changes if c.document == "map"]
    assert [c.text for c in changes] == ["1 hex becomes mountain: 2016."]


def test_an_option_left_to_its_default_counts_as_that(inherited: Inherited) -> None:
    assert inherited.option("us_entry") == "dice"
    assert inherited.option("ukraine") == ""


def test_keys_as_files_have_them(inherited: Inherited) -> None:
    keys, plain = OwnKeys(), PlainData()
    units = plain.of(inherited.design, "scenario")["units"]
    place = next(i for i, u in enumerate(units) if u["name"] == "2nd Mechanized")
    new = next(i for i, u in enumerate(units) if u["name"] == "99th Armored")
    path = ("units", place, "setup")
    assert (found := keys.at(inherited, "scenario", path)) is not None
    assert found.words == "In the base: 1823."
    assert keys.at(inherited, "scenario", ("units", place, "type")) is None
    assert keys.at(inherited, "scenario", ("units", new, "setup")) is None
    assert (added := keys.at(inherited, "scenario", ("units", new))) is not None
    assert added.kind == "added"
    assert [v.title for v in keys.removed(inherited, "scenario", ("units",))] == [
        "12th Mechanized", "21st Rifles"]
    back = keys.reset(inherited, "scenario", path)
    assert back.scenario is not None
    assert back.scenario.unit_by_key[UNIT].hex == "1823"
    cost = ("terrain", 1, "cost")
    assert (found := keys.at(inherited, "ruleset", cost)) is not None
    assert found.words == "In the base: 3."
    rules = Inherited(keys.reset(inherited, "ruleset", cost), inherited.base)
    assert rules.at("ruleset", "terrain", EntryStep("mountain")) is None


def test_a_map_with_another_grid_is_not_compared(inherited: Inherited) -> None:
    grid = replace(inherited.design.map.grid, columns=inherited.design.map.grid.columns - 1)
    design: Design = replace(inherited.design, map=replace(inherited.design.map, grid=grid))
    other = Inherited(design, inherited.base)
    hex = inherited.design.map.grid.parse("2017")
    assert hex is not None
    assert other.of_hex(hex) == ()
    assert other.at("map", "terrain", hex) is None


def test_a_label_that_moved_is_reset_from_both_hexes(inherited: Inherited) -> None:
    grid, labels = inherited.design.map.grid, inherited.design.map.labels
    new = grid.parse("1617")
    assert new is not None
    sea = next(x for x in labels if x.text == "Baltic Sea")
    moved = tuple(replace(x, hex=new) if x is sea else x for x in labels)
    game_map = replace(inherited.design.map, labels=moved)
    now = Inherited(replace(inherited.design, map=game_map), inherited.base)
    for hex in (sea.hex, new):
        [value] = now.of_hex(hex)
        assert (value.title, value.words) == ("label Baltic Sea", "In the base: in 1422.")
        back = again(now, value)
        assert back.of_hex(hex) == ()
        assert {(x.text, x.hex) for x in back.design.map.labels} == {(x.text, x.hex) for x in labels}
