"""The order of set-up, and set-up groups that get another id."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.checks import check_design
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_names import names_of, renames, users_of, with_id
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.set_up_order import order_of_set_up, with_set_up_order
from visegrad_editor.model.files.load import load


@pytest.fixture
def design() -> Design:
    found = load("free-setup").design
    assert found is not None
    return found


def test_the_order_of_set_up_has_all_sides_and_the_groups_that_are_apart(design: Design) -> None:
    assert order_of_set_up(design) == ("allied", "russian")
    apart = with_set_up_order(design, ["russian-army", "allied", "russian"])
    assert apart.scenario is not None
    assert apart.scenario.set_up_order == ("russian-army", "allied", "russian")
    assert order_of_set_up(apart) == ("russian-army", "allied", "russian")
    usual = with_set_up_order(apart, ["allied", "russian"])
    assert usual.scenario == design.scenario, "as the ruleset says: nothing is written"
    assert with_set_up_order(design, ["allied", "russian"]) is design
    unknown = with_scenario(design, replace(design.scenario, set_up_order=("nobody", "russian")))  # type: ignore[arg-type,type-var]
    assert order_of_set_up(unknown) == ("russian", "allied")


def test_a_group_with_another_id_keeps_its_units_and_its_place_in_the_order(design: Design) -> None:
    design = with_set_up_order(design, ["polish-army", "allied", "russian"])
    assert renames("scenario", "set_up_groups")
    before = design.scenario
    assert before is not None
    after = with_id(design, "scenario", "set_up_groups", 0, "home-army").scenario
    assert after is not None
    assert after.set_up_order == ("home-army", "allied", "russian")
    assert [u.key for u in after.members("home-army")] == [u.key for u in before.members("polish-army")]
    assert after.set_up_groups[0].name == "Polish army", "its name is its own"
    assert not after.members("polish-army")
    renamed = with_scenario(design, after)
    assert [p.code for p in (*check_documents(renamed), *check_design(renamed))] == [
        p.code for p in (*check_documents(design), *check_design(design))]
    assert users_of(design, "scenario", "set_up_groups", "polish-army") == (
        "10 units: 10th Armored Cavalry, 34th Armored Cavalry, 17th Mechanized Infantry, 2nd Mechanized and "
        "6 more", "the order of set-up")
    assert names_of(design, "side or set-up group") == ("russian", "allied", "polish-army", "russian-army")
    for taken, what in (("russian-army", "set-up group"), ("allied", "side")):
        with pytest.raises(ValueError, match=f"There is already a {what} called"):
            with_id(design, "scenario", "set_up_groups", 0, taken)
    assert with_id(design, "scenario", "set_up_groups", 0, "polish-army") is design


def test_a_group_called_by_its_id_is_called_by_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: historical\n"
                    "set_up_groups: [{id: guards, where: {countries: [poland]}}]\n", encoding="utf-8")
    own = opened(path)[1]
    after = with_id(own, "scenario", "set_up_groups", 0, "wardens").scenario
    assert after is not None
    assert after.set_up_groups[0].name == "wardens"
