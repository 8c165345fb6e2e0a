"""Where several units may be set up, each for itself or as a set-up group."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.engine.checks import check_design
from visegrad_editor.model.check.set_up_groups import group_faults
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.set_up_groups import (
    WITH_ITS_SIDE,
    SetUpWish,
    common_wish,
    group_called,
    in_boxes,
    limits_text,
    place_in_order,
    read_limits,
    set_up_units,
)
from visegrad_editor.model.edit.unit_cells import typed_unit
from visegrad_editor.model.edit.unit_series import UnitSeries, series_units
from visegrad_editor.model.edit.units import change_unit, ordinal
from visegrad_editor.model.files.load import load
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Scenario, Setup, SetUpLimit
from visegrad_editor.model.where import Where
from visegrad_editor.printing.setup_section import UnitCounts, with_boxed_units

A, B, LATER = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry", "usa/M.E.U."
POLAND = Where(countries=("poland",))


@pytest.fixture
def design() -> Design:
    found = load("historical").design
    assert found is not None
    return found


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def test_units_that_arrive_later_keep_their_arrival_unless_it_is_for_them_too(design: Design) -> None:
    before = scenario_of(design).unit_by_key[LATER]
    assert before.reinforcement is not None
    after = scenario_of(set_up_units(design, [A, LATER], SetUpWish(POLAND, group="Home guard")))
    assert after.unit_by_key[LATER] == before
    assert [u.key for u in after.members("home-guard")] == [A]
    with pytest.raises(ValueError, match="All of them arrive later"):
        set_up_units(design, [LATER], SetUpWish(POLAND))


def test_units_that_stand_in_boxes_are_left_where_they_are(design: Design) -> None:
    poles = [u.key for u in scenario_of(design).units if u.nationality == "poland"]
    boxed = in_boxes(design, poles)
    assert boxed == tuple(f"poland/{ordinal(n)} CAS" for n in range(1, 7))
    after = scenario_of(set_up_units(design, poles, SetUpWish(POLAND, group="Polish army", arriving=True)))
    for key in boxed:
        assert after.unit_by_key[key] is scenario_of(design).unit_by_key[key]
    assert {u.key for u in after.members("polish-army")} == {*poles} - {*boxed}
    said = "1st CAS and 2nd CAS are never in a hex: units of the type Close air support stand in boxes"
    with pytest.raises(ValueError, match=said):
        set_up_units(design, boxed[:2], SetUpWish(POLAND))


def test_no_other_edit_sets_a_unit_of_boxes_up_in_a_hex(design: Design) -> None:
    plane = scenario_of(design).unit_by_key["poland/1st CAS"]
    for column, text in (("setup", "Poland"), ("setup", "2017"), ("position", "2017")):
        with pytest.raises(ValueError, match="1st CAS is never in a hex"):
            typed_unit(design, plane, column, text)
    assert typed_unit(design, plane, "setup", "box:us-air").setup == Setup(box="us-air")
    series = UnitSeries("poland", "cas", 11, 12, pattern="# CAS")
    assert len(series_units(design, series)) == 2
    with pytest.raises(ValueError, match="11th CAS is never in a hex"):
        series_units(design, replace(series, setup=Setup(POLAND)))


def test_a_file_that_sets_up_a_unit_of_boxes_in_hexes_is_told_with_the_rule(design: Design) -> None:
    before = scenario_of(design)
    wrong = [f"poland/{ordinal(n)} CAS" for n in (1, 2)]
    for each in (wrong, [u.key for u in before.units if u.key in in_boxes(design, [u.key])
                         and u.nationality == "poland"]):
        scenario = before
        for key in each:
            scenario = change_unit(scenario, key, setup=Setup(POLAND))
        bad = replace(design, scenario=scenario)
        found = [p for p in check_design(bad) if p.code == "never-in-a-hex"]
        assert [(p.unit, p.severity, p.rule) for p in found] == [(key, "warning", "13.0") for key in each]
        assert "set up anywhere in Poland" in found[0].message
        for fix in found[0].fixes:
            left = [p.unit for p in check_design(fix.edit(bad)) if p.code == "never-in-a-hex"]
            assert left == each[1:], fix.label
        boxes = [f.label for f in found[0].fixes if "allied-air-pool" in f.label]
        assert len(boxes) == (each is wrong), "in the box of the others, if there are any"
        counts = UnitCounts.of(with_boxed_units(bad).scenario.units, bad)  # type: ignore[union-attr]
        assert counts == UnitCounts.of(before.units, design), "sheets count them as what they are"


def test_each_unit_is_set_up_for_itself_and_is_no_reinforcement_any_more(design: Design) -> None:
    after = scenario_of(set_up_units(design, [A, LATER], SetUpWish(POLAND, alone=True, arriving=True)))
    for key in (A, LATER):
        unit = after.unit_by_key[key]
        assert unit.setup == Setup(POLAND, alone=True)
        assert unit.reinforcement is None
        assert unit.position == ""
    assert not after.set_up_groups


def test_units_that_stay_keep_their_hex_if_they_may_be_there(design: Design) -> None:
    here = scenario_of(design).unit_by_key[A].hex
    assert here
    after = scenario_of(set_up_units(design, [A], SetUpWish(POLAND, stay=True)))
    assert after.unit_by_key[A].position == here
    away = scenario_of(set_up_units(design, [A], SetUpWish(Where(countries=("hungary",)), stay=True)))
    assert away.unit_by_key[A].position == ""


def test_a_group_is_made_and_changed_by_its_name(design: Design) -> None:
    made = set_up_units(design, [A], SetUpWish(POLAND, True, "Home  guard", "3.4"))
    [group] = scenario_of(made).set_up_groups
    assert (group.id, group.name, group.rule, group.where, group.alone, group.together) == (
        "home-guard", "Home guard", "3.4", POLAND, True, False)
    assert common_wish(scenario_of(made), [scenario_of(made).unit_by_key[A]]) == SetUpWish(
        POLAND, True, "Home guard", "3.4")
    west = Where(hexes=("1620", "1621"))
    after = scenario_of(set_up_units(made, [B], SetUpWish(west, group="home guard", together=True)))
    assert [g.id for g in after.set_up_groups] == ["home-guard"]
    assert [u.key for u in after.members("home-guard")] == [A, B]
    assert all(u.setup is not None and u.setup.where == west for u in after.members("home-guard"))
    assert group_called(after, "HOME-GUARD") == after.set_up_groups[0]
    assert set_up_units(made, [A], SetUpWish(POLAND, True, "Home guard", "3.4")) is made
    side = scenario_of(set_up_units(design, [A], SetUpWish(POLAND, group="Allied")))
    assert side.set_up_groups[0].id == "allied-2", "no id of a side, which the order of set-up names"


def test_a_unit_without_a_group_cites_a_rule_of_its_own(design: Design) -> None:
    wish = SetUpWish(POLAND, rule="3.4")
    made = set_up_units(design, [A], wish)
    unit = scenario_of(made).unit_by_key[A]
    assert unit.provenance.of("setup") == Provenance("rulebook", "3.4")
    assert unit.provenance.of("strength") == scenario_of(design).unit_by_key[A].provenance.of("strength")
    assert common_wish(scenario_of(made), [unit]) == wish
    assert set_up_units(made, [A], wish) is made
    taken = scenario_of(set_up_units(made, [A], SetUpWish(POLAND))).unit_by_key[A]
    assert taken.provenance.of("setup") == Provenance("designer")
    elsewhere = scenario_of(set_up_units(made, [A], SetUpWish(Where(countries=("hungary",)))))
    assert elsewhere.unit_by_key[A].provenance.of("setup").rule == "", "the old rule says something else"


def test_units_that_are_set_up_differently_have_no_common_wish(design: Design) -> None:
    made = scenario_of(set_up_units(design, [A], SetUpWish(POLAND)))
    assert common_wish(made, [made.unit_by_key[A], made.unit_by_key[B]]) is None
    assert common_wish(made, [made.unit_by_key[A]]) == SetUpWish(POLAND)
    assert common_wish(made, [made.unit_by_key[LATER]]) is None


@pytest.mark.parametrize(("wish", "words"), [
    (SetUpWish(Where()), "Say where they may be set up"),
    (SetUpWish(POLAND, together=True), "Name the group"),
    (SetUpWish(POLAND, group="x" * 90), "is longer than 80 characters"),
])
def test_what_cannot_be_is_refused(design: Design, wish: SetUpWish, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        set_up_units(design, [A], wish)


def test_limits_are_lines_of_a_number_and_a_set(design: Design) -> None:
    text = "2 feature:city\n1 area:east-edge not:2118"
    limits = read_limits(design, text)
    assert limits == (SetUpLimit(2, Where(features=("city",))),
                      SetUpLimit(1, Where(areas=("east-edge",), excluding=("2118",))))
    shown = limits_text(limits, design)
    assert shown == "2 City\n1 Eastern edge of the map not:2118"
    assert read_limits(design, shown) == limits
    assert read_limits(design, "") == ()
    for line, words in (("city", "a whole number from 0"), ("2", "Write the hexes"),
                        ("2 area:moon", "not an area"), ("2 box:us-air", "Write the hexes"),
                        ("-1 feature:city", "from 0 to 999")):
        with pytest.raises(ValueError, match=f'The limit "{line}": .*{words}'):
            read_limits(design, f"3 feature:port\n{line}")


def test_a_group_gets_limits_and_a_place_in_the_order(design: Design) -> None:
    limits = (SetUpLimit(1, Where(features=("city",))),)
    made = set_up_units(design, [A, B], SetUpWish(POLAND, group="Guard", limits=limits, place=1))
    assert scenario_of(made).set_up_groups[0].limits == limits
    assert scenario_of(made).set_up_order == ("allied", "guard", "russian")
    assert place_in_order(made, "guard") == 1
    same = set_up_units(made, [A, B], SetUpWish(POLAND, group="Guard"))
    assert scenario_of(same).set_up_groups[0].limits == limits, "not said, so left"
    assert scenario_of(same).set_up_order == ("allied", "guard", "russian")
    back = set_up_units(made, [A], SetUpWish(POLAND, group="Guard", limits=(), place=WITH_ITS_SIDE))
    assert scenario_of(back).set_up_groups[0].limits == ()
    assert scenario_of(back).set_up_order == ()
    assert common_wish(scenario_of(made), scenario_of(made).members("guard")) == SetUpWish(
        POLAND, group="Guard", limits=limits)
    with pytest.raises(ValueError, match="those of a set-up group"):
        set_up_units(design, [A], SetUpWish(POLAND, limits=limits))


@pytest.mark.parametrize(("wish", "words"), [
    (SetUpWish(POLAND, group="G", limits=(SetUpLimit(1, Where(countries=("germany",))),)),
     "where none of its units may be set up anyway"),
    (SetUpWish(POLAND, group="G", limits=(SetUpLimit(1, POLAND),)), "its limits let 1 stand"),
    (SetUpWish(POLAND, group="G", together=True, limits=(SetUpLimit(1, POLAND), SetUpLimit(1, POLAND))),
     "let at most 1 stand in each"),
    (SetUpWish(Where(("2118", "2017")), True, "G", limits=(SetUpLimit(0, Where(("2017",))),)),
     "none in one hex with another, and there is room for 1"),
    (SetUpWish(Where(("2118",), excluding=("2118",)), group="G"), "leaves no hex in play")])
def test_what_cannot_be_is_told_of_a_group(design: Design, wish: SetUpWish, words: str) -> None:
    after = set_up_units(design, [A, B], wish)
    assert [fault for fault in group_faults(after, "g") if words in fault], group_faults(after, "g")
    assert not group_faults(set_up_units(design, [A, B], SetUpWish(POLAND, group="G", limits=(
        SetUpLimit(2, POLAND),))), "g")
