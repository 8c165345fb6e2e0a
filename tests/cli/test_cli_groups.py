"""`visegrad-editor validate` tells several problems of one kind in one line, unless each is wanted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main

LATE = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: hollen
change:
  - {unit: blue/1st Foot, setup: "9901"}
  - {unit: blue/2nd Foot, setup: "9902"}
  - {unit: blue/3rd Foot, setup: "9903"}
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(LATE, encoding="utf-8")
    return "mine.yaml"


def test_three_units_are_one_line_and_each_has_one_if_wanted(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", mine]) == 1
    [line, verdict] = capsys.readouterr().out.splitlines()
    assert line.startswith(
        "mine.yaml:7: error: 3 units (1st Foot, 2nd Foot, 3rd Foot), such as: There is no hex 9901")
    assert verdict == "mine.yaml: scenario is not good (3 errors; --each shows each)"
    assert main(["validate", "--each", mine]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [text.split(": ")[0] for text in lines] == [f"mine.yaml:{n}" for n in (7, 8, 9)] + ["mine.yaml"]
    assert lines[-1] == "mine.yaml: scenario is not good (3 errors)"


def test_json_has_every_problem(mine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", mine]) == 1
    [report] = json.loads(capsys.readouterr().out)["files"]
    assert [p["line"] for p in report["problems"]] == [7, 8, 9]
