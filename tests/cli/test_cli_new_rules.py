"""`visegrad-editor new --rules`: a ruleset of one's own from a template, then a map and a scenario."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.play import why_not_played


@pytest.mark.parametrize("template", ["blank", "hollen", "velna", "karn"])
def test_a_ruleset_from_a_template_holds_what_differs(
    template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "-o", "my-rules.yaml", "--rules", template, "--title", "My war"]) == 0
    assert f"a ruleset that extends {template}" in capsys.readouterr().out
    lines = Path("my-rules.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [
        "format: 2", "kind: ruleset", "name: my-rules", f"extends: {template}", "title: My war"]
    assert main(["new", "-o", "my-map.yaml", "--size", "10x12", "--ruleset", "my-rules.yaml"]) == 0
    assert main(["new", "-o", "my-game.yaml", "--on", "my-map.yaml"]) == 0
    design = load("my-game.yaml").design
    assert design is not None
    assert (design.ruleset.name, design.ruleset.title, design.ruleset.system) == (
        "my-rules", "My war", "standard")
    assert why_not_played(design) == ""


def test_a_template_that_does_not_exist_and_options_of_maps_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "-o", "a.yaml", "--rules", "nonsense"]) == 2
    assert 'neither a file nor a bundled document "nonsense"' in capsys.readouterr().err
    assert main(["new", "-o", "a.yaml", "--rules", "blank", "--size", "3x3"]) == 2
    assert "of the other options only --title and --whole fit it" in capsys.readouterr().err
    assert not Path("a.yaml").exists()


def test_a_template_outside_the_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert main(["new", "-o", str(tmp_path / "base.yaml"), "--rules", "blank"]) == 0
    assert main(["new", "-o", "own.yaml", "--rules", "../base.yaml"]) == 2
    assert "cannot be extended" in capsys.readouterr().err


def test_a_whole_ruleset_has_all_that_it_inherits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--rules", "blank", "-o", str(tmp_path / "own.yaml")]) == 0
    with (tmp_path / "own.yaml").open("a", encoding="utf-8") as file:
        file.write("turns: 3\n")
    capsys.readouterr()
    path = tmp_path / "all.yaml"
    assert main(["new", "--rules", str(tmp_path / "own.yaml"), "--whole", "-o", str(path)]) == 0
    assert "a whole ruleset" in capsys.readouterr().out
    assert "extends" not in path.read_text(encoding="utf-8")
    blank, own = load("blank", "ruleset").ruleset, load(path).ruleset
    assert blank is not None
    assert own == replace(blank, name="all", title="All", turns=3)


def test_whole_needs_a_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--whole", "--size", "5x5", "-o", str(tmp_path / "m.yaml")]) == 2
    assert "Name it with --rules" in capsys.readouterr().err
