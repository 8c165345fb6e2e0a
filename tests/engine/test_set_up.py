"""Where units may stand while a set-up is designed, by the rules of each game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.engine.rules import SetUp
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import change_unit, place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Setup, SetUpGroup
from visegrad_editor.model.where import Where

POLE, OTHER = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry"


def design_of(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


def placed(design: Design, **hexes: str) -> Design:
    assert design.scenario is not None
    scenario = design.scenario
    for key, hex in hexes.items():
        scenario = place_units(scenario, [key], hex)
    return with_scenario(design, scenario)


def asked(design: Design) -> SetUp:
    made = set_up_of(design)
    assert made is not None
    return made


def said(set_up: SetUp, hex: str, *units: str) -> str:
    return str(set_up.refusal(units, hex) or "")


@pytest.mark.rule("3.4")
def test_a_free_set_up_says_where_and_with_whom() -> None:
    set_up = asked(placed(design_of("free-setup"), **{OTHER: "2118"}))
    assert said(set_up, "2117", POLE) == ""
    assert said(set_up, "2118", POLE) == (
        "Polish 10th Armored Cavalry may not be set up with Polish 34th Armored Cavalry. (rule 3.4)")
    assert said(set_up, "2118", OTHER) == "", "where it stands already"
    assert said(set_up, "2325", POLE) == (
        "Polish 10th Armored Cavalry may be set up anywhere in Poland, except 1718 Kondratki, not in 2325 "
        "(Cottbus). (rule 3.4)")
    assert "may not be set up with" in said(set_up, "2117", POLE, OTHER)
    open_hexes = set_up.open_hexes([POLE])
    assert "2117" in open_hexes
    assert not open_hexes & {"2118", "1718", "2325"}
    assert open_hexes == {n for n in map(design_of("free-setup").map.grid.number, design_of(
        "free-setup").map.grid) if said(set_up, n, POLE) == ""}


@pytest.mark.rule("6.0", "9.2", "9.0")
def test_a_unit_of_a_fixed_set_up_is_moved_as_the_rules_allow() -> None:
    design = design_of("historical")
    assert design.scenario is not None
    stack = [u for u in design.scenario.units if u.nationality == "poland" and u.hex][:4]
    set_up = asked(placed(design, **{u.key: "2118" for u in stack[:3]}))
    assert said(set_up, "2117", stack[3].key) == ""
    assert said(set_up, "2118", stack[3].key).endswith("in 2118: too many to stack. (rule 6.0)")
    assert said(set_up, "2117", *(u.key for u in stack[:3])) == ""
    assert "too many to stack" in said(set_up, "2117", *(u.key for u in stack))
    assert said(set_up, "1718", stack[3].key) == "Russian Airborne stands in 1718 (Kondratki). (rule 9.2)"
    assert said(set_up, "1624", stack[3].key) != "", "the sea"
    # Asking changes nothing.
    assert said(set_up, "2117", stack[3].key) == ""


@pytest.mark.parametrize("name", ["hollen", "velna", "karn", "gsofg", "gsofg-free-fronts", "first-steps"])
def test_each_unit_may_stay_where_a_sample_puts_it(name: str) -> None:
    design = design_of(name)
    set_up = asked(design)
    assert design.scenario is not None
    standing = [u for u in design.scenario.units if u.hex]
    assert standing
    assert {u.key: said(set_up, u.hex, u.key) for u in standing} == {u.key: "" for u in standing}


def test_units_are_refused_outside_the_part_in_play() -> None:
    set_up = asked(design_of("first-steps"))
    scenario = design_of("first-steps").scenario
    assert scenario is not None
    unit = next(u.key for u in scenario.units if u.hex)
    assert said(set_up, "0703", unit).startswith("0703 is not in play.")
    assert said(set_up, "9999", unit).startswith("9999 is not in play.")


def test_games_that_cannot_begin_say_nothing() -> None:
    design = design_of("hollen")
    bare = replace(design, scenario=None)
    assert set_up_of(bare) is None
    assert set_up_of(replace(design, ruleset=replace(design.ruleset, system="no-such-game"))) is None
    # Without a game the rules that need no Python hold.
    assert said(asked(replace(design, ruleset=replace(design.ruleset, system=""))), "0604", "blue/1st Foot")


def test_a_unit_of_no_known_side_may_stand_anywhere_but_off_the_map() -> None:
    design = design_of("hollen")
    assert design.scenario is not None
    scenario = change_unit(design.scenario, "blue/1st Foot", nationality="nobody", setup=Setup(
        Where(hexes=("0101",))))
    set_up = asked(with_scenario(design, scenario))
    assert said(set_up, "0102", "nobody/1st Foot") == ""


def test_a_refusal_says_many_hexes_by_the_name_of_their_group() -> None:
    design = design_of("historical")
    scenario = design.scenario
    assert scenario is not None
    hexes = tuple(f"{column}{row}" for column in range(19, 23) for row in range(14, 20))
    group = SetUpGroup("west-bank", "West bank", where=Where(hexes=hexes))
    scenario = replace(scenario, set_up_groups=(*scenario.set_up_groups, group))
    scenario = change_unit(scenario, POLE, setup=Setup(group.where, group=group.id), position="")
    scenario = change_unit(scenario, OTHER, setup=Setup(group.where), position="")
    set_up = asked(with_scenario(design, scenario))
    assert said(set_up, "2325", POLE).startswith(
        "Polish 10th Armored Cavalry may be set up in the hexes of the set-up group West bank, not in 2325")
    # Without a group they are told in ranges.
    assert "any of the 24 hexes 1919 to 1914, 2019 to 2014" in said(set_up, "2325", OTHER)
