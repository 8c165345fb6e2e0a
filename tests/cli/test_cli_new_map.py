"""`visegrad-editor new` for maps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.load import load


def run(*words: object) -> int:
    return main([str(w) for w in words])


def test_a_map_of_a_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-map.yaml"
    assert run("new", "--size", "15x12", "-o", path, "--orientation", "pointy", "--stagger", "even",
               "--numbering", "row-first", "--first", "06.01", "--corner", "upper-right") == 0
    assert "a map of 15 columns, 12 rows, 180 hexes" in capsys.readouterr().out
    loaded = load(path)
    assert loaded.problems == ()
    map = loaded.design.map
    assert (map.title, map.name, map.ruleset) == ("My map", "my-map", "blank")
    assert (map.grid.orientation, map.grid.stagger) == ("pointy", "even")
    assert map.grid.number(Hex(14, 0)) == "06.01"


def test_a_map_with_lettered_hexes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-map.yaml"
    assert run("new", "--size", "33x11", "-o", path, "--first", "A0") == 0
    assert "Its corners are A0, GG0, A10, GG10." in capsys.readouterr().out
    assert load(path).design.map.grid.ends() == ("A0", "GG10")


def test_impossible_sizes_of_a_map_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "large.yaml"
    assert run("new", "--size", "99999x99999", "-o", path) == 2
    assert "A map has 1 to 1,000 columns" in capsys.readouterr().err
    assert run("new", "--size", "1000x1000", "-o", path) == 2
    assert "a map has at most 250,000" in capsys.readouterr().err
    assert run("new", "--size", "12345678x3", "-o", path) == 2
    assert "12,345,678 columns" in capsys.readouterr().err
    assert not path.exists()
    assert run("new", "--size", "3X3", "-o", path) == 0


def test_a_map_for_a_sheet_of_paper_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a4.yaml"
    assert run("new", "--map", "--paper", "A4", "--hex", "16mm", "-o", path, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["columns"], data["rows"], data["kind"]) == (13, 16, "map")
    assert data["corners"] == {"upper-left": "0101", "upper-right": "1301", "lower-left": "0116",
                               "lower-right": "1316"}
    assert data["millimetres"][0] <= 190
    assert data["millimetres"][1] <= 277


def test_a_map_from_another_and_its_sheet(tmp_path: Path) -> None:
    sample = load("maps/visegrad4").design.map
    assert run("new", "--map", "--from", "visegrad4", "-o", tmp_path / "copy.yaml", "--title", "Copy") == 0
    copy = load(tmp_path / "copy.yaml").design.map
    assert (copy.title, copy.places) == ("Copy", sample.places)
    assert run("new", "--map", "--from", tmp_path / "copy.yaml", "--sheet", "-o", tmp_path / "s.yaml") == 0
    sheet = load(tmp_path / "s.yaml").design.map
    assert sheet.grid == sample.grid
    assert sheet.roads == ()


def test_a_map_for_a_ruleset_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_bytes(load("rulesets/visegrad4").path.read_bytes())
    assert run("new", "--size", "5x5", "--ruleset", rules, "-o", tmp_path / "m.yaml") == 0
    assert load(tmp_path / "m.yaml").design.map.ruleset == "rules.yaml"


@pytest.mark.parametrize(("words", "message"), [
    (["--map"], "needs a size"), (["--size", "15"], "not a size"), (["--size", "0x9"], "1 to 1,000 columns"),
    (["--paper", "A4"], "go together"), (["--paper", "A9", "--hex", "16"], "not a paper size"),
    (["--paper", "A4", "--hex", "1"], "5 to 100 mm"), (["--size", "5x5", "--paper", "A4"], "needs a size"),
    (["--orientation", "flat"], "belongs to a map"), (["--map", "--sheet"], "copies the grid of another"),
    (["--sheet"], "belongs to a map"), (["--map", "--from", "historical"], "historical"),
    (["--map", "--from", "visegrad4", "--first", "0101"], "is for an empty map"),
    (["--size", "5x5", "--first", "x"], "not a first number"),
    (["--size", "5x5", "--first", "AB1"], "after Z come AA, BB, CC"),
    (["--size", "105x5", "--first", "A1"], "would reach number 105; they end with ZZZZ, number 104"),
    (["--size", "5x5", "--ruleset", "none"], "none")])
def test_calls_that_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    path = tmp_path / "x.yaml"
    assert run("new", *words, "-o", path) == 2
    assert message in capsys.readouterr().err
    assert not path.exists()


def test_a_scenario_is_reported_as_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "--from", "historical", "-o", tmp_path / "war.yaml", "--json") == 0
    assert json.loads(capsys.readouterr().out)["extends"] == "historical"
