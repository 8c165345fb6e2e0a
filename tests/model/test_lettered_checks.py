"""What is told of hexes with letters in a scenario."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.lettered import lettered
from visegrad_editor.engine import check_design
from visegrad_editor.engine.set_up_fixes import with_set_up_fixes
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.rules.grammar import HexFilter
from visegrad_editor.model.rules.phrases import Phrases
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.where import Where

UNIT = "east/1st Tank"


def told(design: Design) -> list[Problem]:
    return [p for p in check_documents(design) if p.severity == "error"]


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def with_unit(setup: Setup, position: str = "") -> Design:
    design = lettered("velna")
    units = tuple(replace(u, setup=setup, position=position) if u.key == UNIT else u
                  for u in scenario_of(design).units)
    return replace(design, scenario=replace(scenario_of(design), units=units))


@pytest.mark.parametrize("change", [
    lambda: with_unit(Setup(Where(hexes=("jj4",)))),
    lambda: with_unit(Setup(Where(hexes=("JJ04", "JJ5")))),
    lambda: with_unit(Setup(Where(hexes=("JJ4", "JJ5"), excluding=("jj5",)))),
    lambda: with_unit(Setup(Where(hexes=("JJ4", "JJ5"))), "jj4")])
def test_another_spelling_is_told_and_put_right(change: Callable[[], Design]) -> None:
    """Files spell hexes as the map does, so that one hex has one name everywhere."""
    design = change()
    [problem] = told(design)
    assert problem.code == "unknown-hex"
    assert re.search(r"writes (it )?JJ[45]\.", problem.message)
    assert problem.fixes
    assert not told(problem.fixes[0].edit(design))


def test_other_parts_of_a_scenario_are_told_too() -> None:
    design = lettered("velna")
    side = design.ruleset.sides[0].id
    for scenario in (
        replace(scenario_of(design), play_area=("x1", "MM12")),
        replace(scenario_of(design), start=Start(turn=2, held=(Holding(side, ("jj4",)),))),
    ):
        assert "unknown-hex" in {p.code for p in told(replace(design, scenario=scenario))}


def test_an_unknown_hex_is_put_in_the_nearest() -> None:
    design = lettered("velna")
    scenario = place_units(scenario_of(design), [UNIT], "JJ14")
    wrong = replace(design, scenario=scenario)
    found = with_set_up_fixes(wrong, dict.fromkeys((*check_documents(wrong), *check_design(wrong))))
    [problem] = [p for p in found if p.code == "unknown-hex"]
    assert "from X1 to MM12" in problem.message
    assert "up in JJ12" in problem.fixes[0].label


def test_rules_name_hexes_with_letters_without_an_article() -> None:
    design = lettered("velna")
    say = Phrases(design.ruleset, design.map)
    assert say.a_hex(HexFilter(hexes=("JJ4",))) == "hex JJ4"
    assert say.all_hexes(HexFilter(hexes=("JJ4",))) == "hex JJ4"
    assert say.all_hexes(HexFilter(hexes=("JJ4", "GG10"))) == "hexes JJ4 and GG10"
