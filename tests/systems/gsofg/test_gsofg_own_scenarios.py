"""Scenarios of one's own for the ruleset: legal ones are good and ready, illegal ones name the rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from printed_text import printed_text

from visegrad_editor.cli.main import main
from visegrad_editor.engine import check_design
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

HEAD = """\
format: 2
kind: scenario
name: mine
title: My own war
ruleset: gsofg
map: gsofg
turns: 15
units:
"""
BRIGADES = """\
  - {name: 11th, nationality: usa, type: mechanized, size: brigade, values: 2-2-8, setup: "2024"}
  - {name: 12th, nationality: usa, type: mechanized, size: brigade, values: 2-2-8, setup: "2024"}
  - {name: 13th, nationality: usa, type: tank, size: brigade, values: 3-2-8, setup: "2024"}
"""
MANY = """\
  - {name: 21st, nationality: west-germany, type: tank, size: brigade, values: 3-3-8, setup: "3011"}
  - {name: 22nd, nationality: west-germany, type: tank, size: brigade, values: 3-3-8, setup: "3011"}
  - {name: 23rd, nationality: west-germany, type: tank, size: brigade, values: 3-3-8, setup: "3011"}
  - {name: 24th, nationality: west-germany, type: tank, size: brigade, values: 3-3-8, setup: "3011"}
  - {name: 61st, nationality: west-germany, type: territorial, values: 1-1-0, setup: "2521"}
  - {name: 62nd, nationality: west-germany, type: territorial, values: 1-1-0, setup: "2521"}
  - {name: 63rd, nationality: west-germany, type: territorial, values: 1-1-0, setup: "2521"}
"""
GUNS = """\
  - {name: A, nationality: ussr, type: artillery, values: 7-1-8, setup: "3715"}
  - {name: B, nationality: ussr, type: artillery, values: 7-1-8, setup: "3715"}
"""
EAST_GERMANS = """\
  - {name: C, nationality: east-germany, type: tank, values: 4-4-8, setup: "3815"}
  - {name: D, nationality: east-germany, type: tank, values: 4-4-8, setup: "3815"}
"""


def opened(folder: Path, units: str) -> tuple[Design, list[Problem]]:
    """A scenario with these units, and its errors."""
    path = folder / "mine.yaml"
    path.write_text(HEAD + units, "utf-8")
    found = load(path)
    assert found.design is not None
    errors = [p for p in (*found.problems, *check_design(found.design)) if p.severity == "error"]
    return found.design, errors


def sheet(design: Design, problems: list[Problem]) -> str:
    """The words of the set-up sheet."""
    return printed_text(setup_sheet_bytes(design, problems=problems))


@pytest.mark.rule("7.2", "7.3")
@pytest.mark.parametrize("units", [BRIGADES, MANY])
def test_a_legal_set_up_is_good_and_ready(tmp_path: Path, units: str) -> None:
    design, errors = opened(tmp_path, units)
    assert errors == []
    assert "Not ready to play" not in sheet(design, errors)
    assert main(["validate", str(tmp_path / "mine.yaml")]) == 0


@pytest.mark.rule("7.1", "7.5")
@pytest.mark.parametrize(("units", "rule"), [(GUNS, "7.1"), (EAST_GERMANS, "7.5")])
def test_an_illegal_set_up_is_caught_with_its_rule(tmp_path: Path, units: str, rule: str) -> None:
    design, errors = opened(tmp_path, units)
    assert [(p.code, p.rule) for p in errors] == [("stacking", rule)]
    assert "Not ready to play: 1 error" in sheet(design, errors)
    assert main(["validate", str(tmp_path / "mine.yaml")]) == 1


def test_an_empty_scenario_on_the_map_has_no_error(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    assert main(["new", "--on", "maps/gsofg", "-o", str(path)]) == 0
    assert [p for p in load(path).problems if p.severity == "error"] == []
