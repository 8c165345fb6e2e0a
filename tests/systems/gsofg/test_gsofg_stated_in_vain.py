"""What a scenario of the game says is played, or the check tells that it is not: assets that each turn makes
anew, and a schedule that decides about chemical attacks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from gsofg_positions import FIELD, PANZER, TANK, Field
from own_files import opened

from visegrad_editor.engine import check_design
from visegrad_editor.model.design import Design
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.schedule import ScheduledEvent


def own(folder: Path, text: str) -> Design:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: gsofg\n{text}",
                    encoding="utf-8")
    return opened(path)[1]


def told(design: Design, *codes: str) -> list[Problem]:
    return [p for p in check_design(design) if p.code in codes]


@pytest.mark.parametrize(("asset", "number", "rule"), [
    pytest.param("nato-aircraft", 5, "6.3", marks=pytest.mark.rule("6.3")),
    pytest.param("soviet-aircraft", 5, "6.3", marks=pytest.mark.rule("6.3")),
    pytest.param("nato-air-supply", 0, "6.9", marks=pytest.mark.rule("6.9"))])
def test_assets_that_each_turn_makes_anew_are_told(
    tmp_path: Path, asset: str, number: int, rule: str,
) -> None:
    line = f"assets: [{{id: {asset}, number: {number}}}]\n"
    design = own(tmp_path, line)
    [problem] = told(design, "made-anew")
    assert (problem.severity, problem.rule) == ("warning", rule)
    assert told(problem.fixes[0].edit(design), "made-anew") == []
    # Within a turn they are what is left of it.
    assert told(own(tmp_path, f"start: {{turn: 2, phase: nato-call-up}}\n{line}"), "made-anew") == []


@pytest.mark.rule("4.7")
def test_a_scenario_without_chemical_attacks_offers_none() -> None:
    usual = Field(5, dice=(1, 6), chemical_attacks="with").put(f"{PANZER} {FIELD}", f"{TANK} 3610").begin()
    usual.act(f"attack|{TANK}|{FIELD}")
    assert usual.w.step == "chemical"
    without = Field(5, dice=(1, 6), chemical_attacks="with").put(f"{PANZER} {FIELD}", f"{TANK} 3610")
    w = without.w
    w.scenario = replace(w.scenario, schedule=(ScheduledEvent("chemical-attack", never=True),))
    without.begin().act(f"attack|{TANK}|{FIELD}")
    assert w.step != "chemical"


@pytest.mark.rule("4.7")
def test_a_date_for_chemical_attacks_is_told(tmp_path: Path) -> None:
    design = own(tmp_path, "schedule: [{id: chemical-attack, turn: 2}]\n")
    [problem] = told(design, "dated-attack")
    assert problem.rule == "4.7"
    assert told(problem.fixes[0].edit(design), "dated-attack") == []
    assert told(own(tmp_path, "schedule: [{id: chemical-attack, never: true}]\n"), "dated-attack") == []


@pytest.mark.rule("5.2")
def test_turns_after_the_last_player_turn_are_told(tmp_path: Path) -> None:
    [problem] = told(own(tmp_path, "turns: 20\n"), "idle-turns")
    assert "From turn 16 on" in problem.message
    assert problem.rule == "5.2"
