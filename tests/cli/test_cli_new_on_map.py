"""`visegrad-editor new --on`: a scenario on a map of one's own."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.scenario_file import read_change, write_change


def run(*words: object) -> int:
    return main([str(w) for w in words])


@pytest.fixture
def own_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "my-map.yaml"
    assert run("new", "--size", "15x12", "--ruleset", "blank", "-o", path) == 0
    capsys.readouterr()
    return path


def test_a_scenario_names_the_map_beside_it(own_map: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own_map.with_name("war.yaml")
    assert run("new", "-o", path, "--on", own_map, "--title", "The War", "--turns", "6", "--json") == 0
    message = json.loads(capsys.readouterr().out)
    assert (message["map"], message["ruleset"]) == ("my-map.yaml", "blank")
    assert (message["units"], message["notes"]) == (0, [])
    loaded = load(path)
    assert loaded.problems == ()
    assert loaded.design is not None
    scenario = loaded.design.scenario
    assert scenario is not None
    assert (scenario.name, scenario.title, scenario.turns, scenario.units) == ("war", "The War", 6, ())
    assert run("validate", path) == 0


def test_the_map_of_another_folder_is_copied_and_the_copy_is_reported(
    own_map: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = own_map.with_name("wars")
    folder.mkdir()
    assert run("new", "-o", folder / "war.yaml", "--on", own_map) == 0
    assert "The map was written to war-map.yaml." in capsys.readouterr().out
    assert load(folder / "war.yaml").problems == ()


def test_the_turns_are_those_of_the_ruleset_unless_given(tmp_path: Path) -> None:
    assert run("new", "-o", tmp_path / "war.yaml", "--on", "maps/gsofg") == 0
    made = load(tmp_path / "war.yaml").design
    assert made is not None
    assert made.scenario is not None
    assert made.scenario.turns == made.ruleset.turns == 15


def test_units_of_another_scenario_wait_off_the_map(tmp_path: Path) -> None:
    assert run("new", "--size", "15x12", "--ruleset", "visegrad4", "-o", tmp_path / "map.yaml") == 0
    path = tmp_path / "war.yaml"
    assert run("new", "-o", path, "--on", tmp_path / "map.yaml", "--units-of", "historical") == 0
    loaded = load(path)
    # Who wins by these rules needs hexes that this map does not have.
    assert {p.code for p in loaded.problems} == {
        "no-hexes", "never-true", "victory-out-of-reach"}
    assert not any(p.severity == "error" for p in loaded.problems)
    assert loaded.design is not None
    made, like = loaded.design.scenario, load("historical").design.scenario  # type: ignore[union-attr]
    assert made is not None
    assert like is not None
    assert [u.key for u in made.units] == [u.key for u in like.units]
    assert not any(u.setup or u.reinforcement for u in made.units)
    assert (made.assets, made.turns, made.entries) == (like.assets, like.turns, ())


@pytest.mark.parametrize(("words", "expected"), [
    (("--from", "my-map.yaml"), "Use --on my-map.yaml to start a scenario on a map"),
    (("--on", "historical.yaml"), "historical.yaml"),
    (("--on", "scenarios/first-steps"), "is a scenario; --on takes a map"),
    (("--on", "my-map.yaml", "--turns", "0"), "between 1 and 200 turns"),
    (("--on", "my-map.yaml", "--size", "3x3"), "leave out --from"),
    (("--on", "my-map.yaml", "--units-of", "historical"), "belong to another game"),
    (("--on", "my-map.yaml", "--units-of", "my-map.yaml"), "not a readable scenario"),
    (("--turns", "3"), "Add --on MAP."),
])
def test_options_that_do_not_fit_are_refused_and_nothing_is_written(
    words: tuple[str, ...], expected: str, own_map: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(own_map.parent)
    assert run("new", "-o", "war.yaml", *words) != 0
    assert expected in capsys.readouterr().err
    assert not Path("war.yaml").exists()


def test_units_written_by_hand_are_the_designers_own(own_map: Path) -> None:
    path = own_map.with_name("war.yaml")
    assert run("new", "-o", path, "--on", own_map) == 0
    row = "units:\n  - {name: 1st, nationality: blue, type: infantry, strength: 4/2}\n"
    path.write_text(path.read_text("utf-8").replace("units: []\n", "") + row, "utf-8")
    loaded = load(path)
    assert loaded.design is not None
    assert loaded.design.scenario is not None
    assert [u.provenance.source for u in loaded.design.scenario.units] == ["designer"]


def test_what_a_variant_changes_of_a_unit_is_the_designers_own(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: war\nextends: historical\ntitle: War\nchange:\n"
        "  - {unit: poland/10th Armored Cavalry, strength: 7/3}\n"
        '  - {unit: poland/34th Armored Cavalry, setup: "2014"}\n'
        "  - {unit: poland/15th Mechanized, strength: 7/3, provenance: reconstructed}\n", "utf-8")
    design = load(path).design
    assert design is not None
    assert design.scenario is not None
    found = {key: design.scenario.unit_by_key[f"poland/{key}"] for key in (
        "10th Armored Cavalry", "34th Armored Cavalry", "15th Mechanized")}
    sources = [[u.provenance.of(v).source for v in ("strength", "setup")] for u in found.values()]
    assert sources == [["designer", "rulebook"], ["reconstructed", "designer"], ["reconstructed", "rulebook"]]
    base = load("historical").design
    assert base is not None
    assert base.scenario is not None
    for unit in found.values():
        # What is written says what is read again.
        before = base.scenario.unit_by_key[unit.key]
        assert read_change(write_change(before, unit), before) == unit


def test_the_command_that_opens_a_new_file_can_be_typed_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = 'my war\'s "big" one.yaml'
    assert main(["new", "-o", name, "--from", "hollen"]) == 0
    told = capsys.readouterr().out.partition("Open it with: ")[2]
    assert shlex.split(told) == ["visegrad-editor", name]
    # What Windows cannot open is said where it can be made.
    assert main(["new", "-o", "con.yaml", "--from", "hollen"]) == 0
    assert "On Windows no file can be called con.yaml: it means a device there." in capsys.readouterr().out
    # A long name is no longer than a document may have.
    assert main(["new", "-o", f"{'long ' * 30}.yaml", "--from", "hollen"]) == 0
