"""`visegrad-editor set-up`: the file that it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.load import load


def test_a_set_up_of_a_set_up_keeps_its_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    base = load("free-setup").design
    assert base is not None
    assert base.scenario is not None
    for before, after in (("free-setup", "one.yaml"), ("one.yaml", "two.yaml"), ("two.yaml", "three.yaml")):
        assert main(["set-up", before, "--random", "3", "-o", after]) == 0
        made = load(after).design
        assert made is not None
        assert made.scenario is not None
        assert made.scenario.title == f"{base.scenario.title}: set-up"


MINE = "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: free-setup\n"


@pytest.mark.parametrize("how", [["--fill"], ["--random", "1"], ["--clear"]])
def test_a_scenario_with_errors_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: list[str]
) -> None:
    mine, new = tmp_path / "mine.yaml", tmp_path / "new.yaml"
    mine.write_text(MINE + "hidden_set_up: [nobody]\n", encoding="utf-8")
    assert main(["set-up", str(mine), *how, "-o", str(new)]) == 1
    told = capsys.readouterr().err
    assert "has errors that a set-up does not mend, so nothing was written:" in told
    assert "mine.yaml:6: error: " in told
    assert not new.exists()


def test_errors_of_positions_are_mended_by_a_set_up(tmp_path: Path) -> None:
    mine, new = tmp_path / "mine.yaml", tmp_path / "new.yaml"
    mine.write_text(MINE + 'change:\n  - {unit: poland/2nd Mechanized, position: "1718"}\n', encoding="utf-8")
    assert main(["validate", str(mine)]) == 1
    assert main(["set-up", str(mine), "--random", "1", "-o", str(new)]) == 0
    assert main(["validate", str(new)]) == 0
