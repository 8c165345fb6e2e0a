"""`visegrad-editor variant`: a whole document becomes what differs from another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import load


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    bundled = bundled_path("scenario", "historical")
    assert bundled is not None
    path = tmp_path / "copy.yaml"
    path.write_text(bundled.read_text("utf-8").replace("name: historical", "name: copy").replace(
        'setup: "1620"', 'setup: "1619"'), "utf-8")
    return path


def test_a_copy_becomes_a_short_file_that_plays_the_same(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["variant", "copy.yaml", "--of", "historical", "-o", "mine.yaml"]) == 0
    assert "Written: mine.yaml (a variant of historical, 1 difference)" in capsys.readouterr().out
    text = Path("mine.yaml").read_text("utf-8")
    assert "name: mine" in text
    assert len(text.splitlines()) == 8
    one, other = load(copy).design, load(Path("mine.yaml")).design
    assert one is not None
    assert one.scenario is not None
    assert other is not None
    assert other.scenario is not None
    assert [(u.key, u.setup) for u in one.scenario.units] == [(u.key, u.setup) for u in other.scenario.units]


def test_the_file_itself_changes_only_when_told(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = copy.read_text("utf-8")
    words = ["variant", "copy.yaml", "--of", "historical", "-o", "copy.yaml"]
    assert main(words) == 2
    assert "add --force to change it" in capsys.readouterr().err
    assert copy.read_text("utf-8") == before
    assert main([*words, "--force", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["extends"], report["differences"], report["kind"]) == ("historical", 1, "scenario")
    assert "name: copy" in copy.read_text("utf-8")
    assert Path("copy.yaml~").read_text("utf-8") == before


def test_the_base_is_looked_for_from_the_folder_of_the_new_file(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    monkeypatch.chdir(here)
    for name, written in (("base.yaml", "base.yaml"), ("sub/base.yaml", "sub/base.yaml")):
        Path(name).write_text(copy.read_text("utf-8").replace("name: copy", "name: base").replace(
            'setup: "1619"', 'setup: "1718"'), "utf-8")
        for file, new in (("../copy.yaml", "new.yaml"), ("historical", "other.yaml")):
            assert main(["variant", file, "--of", name, "-o", new, "--force"]) == 0, capsys.readouterr().err
            assert f"extends: {written}" in Path(new).read_text("utf-8")
            loaded = load(Path(new))
            assert not [p for p in loaded.problems if p.severity == "error"]
            now, then = loaded.design, load(file if file == "historical" else Path(file)).design
            assert now is not None
            assert then is not None
            assert now.scenario is not None
            assert then.scenario is not None
            one, other = ({u.key: u.setup for u in s.units} for s in (now.scenario, then.scenario))
            assert one == other
    assert main(["variant", "base.yaml", "--of", "../copy.yaml", "-o", "no.yaml"]) == 2
    assert '"../copy.yaml" is not in the folder of no.yaml or below it' in capsys.readouterr().err
    assert main(["variant", "base.yaml", "--of", "../copy.yaml", "-o", "../up.yaml"]) == 0
    assert "extends: copy.yaml" in Path("../up.yaml").read_text("utf-8")


def test_maps_and_rulesets_too(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "-o", "rules.yaml", "--rules", "hollen", "--whole"]) == 0
    assert main(["variant", "rules.yaml", "--of", "hollen", "-o", "short.yaml"]) == 0
    assert "extends: hollen" in Path("short.yaml").read_text("utf-8")
    assert main(["new", "-o", "map.yaml", "--map", "--from", "maps/visegrad4"]) == 0
    assert main(["variant", "map.yaml", "--of", "visegrad4", "-o", "short-map.yaml"]) == 0
    assert len(Path("short-map.yaml").read_text("utf-8").splitlines()) < 12
    for name in ("short.yaml", "short-map.yaml"):
        assert not [p for p in load(Path(name)).problems if p.severity == "error"]


@pytest.mark.parametrize(("words", "expected"), [
    (["copy.yaml", "--of", "nosuch", "-o", "x.yaml"], "no bundled scenario"),
    (["copy.yaml", "--of", "copy.yaml", "-o", "x.yaml"], "is this scenario"),
    (["copy.yaml", "--of", "../other.yaml", "-o", "x.yaml"], "not in the folder of x.yaml"),
    (["copy.yaml", "--of", "gsofg", "-o", "x.yaml"], "The grid of"),
    (["copy.yaml", "--of", "historical", "-o", "x.txt"], "should end in .yaml"),
    (["nosuch", "--of", "historical", "-o", "x.yaml"], "nosuch")])
def test_what_cannot_be_is_refused(
    copy: Path, capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert main(["variant", *words]) == 2
    assert expected in capsys.readouterr().err
    assert not Path("x.yaml").exists()


def test_what_is_not_understood_is_not_lost(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy.write_text(copy.read_text("utf-8") + "nonsense: 1\n", "utf-8")
    assert main(["variant", "copy.yaml", "--of", "historical", "-o", "x.yaml"]) == 1
    assert "Unknown key `nonsense`" in capsys.readouterr().err
    assert not Path("x.yaml").exists()
