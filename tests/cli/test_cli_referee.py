"""The command `referee`, and `replay` of the log of a card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main


def test_a_log_is_kept_and_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "evening.yaml")
    assert main(["referee", "silk-and-chalk", 'note text="Two houses burn"', "-o", path]) == 0
    out = capsys.readouterr().out
    assert "Note: Two houses burn" in out
    assert path in out
    assert main(["referee", "silk-and-chalk", "note text=a", "-o", path]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["referee", path, "note text=More", "-o", path]) == 0
    capsys.readouterr()
    assert main(["replay", path]) == 0
    out = capsys.readouterr().out
    assert "Note: Two houses burn\nNote: More\nThe log has 2 orders, and the game goes on." in out
    assert main(["replay", path, "--to", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [e["text"] for e in data["events"]] == ["Note: Two houses burn"]


def test_a_refused_order_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.yaml"
    assert main(["referee", "silk-and-chalk", "note text=a", "dance", "-o", str(path)]) == 1
    assert not path.exists()
    said = capsys.readouterr()
    assert "Note: a" in said.out
    assert "`dance` is refused: There is no order `dance`." in said.err
    assert "Nothing was written." in said.err


def test_the_list_says_what_an_order_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "silk-and-chalk", "--all"]) == 0
    out = capsys.readouterr().out
    assert "note: Note" in out
    assert "text=TEXT  Text" in out
    assert main(["referee", "silk-and-chalk", "--all", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"procedure", "inputs", "degree"} <= set(data["offers"][0])


@pytest.mark.parametrize(("name", "says"), [
    ("historical", "cannot be used as a card"), ("missing.yaml", "cannot be used as a card")])
def test_what_is_no_card_is_refused(name: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", name]) == 2
    assert says in capsys.readouterr().err


def test_the_game_of_a_scenario_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\nscenario: historical\norders: ''\n")
    assert main(["referee", str(path)]) == 2
    assert "is the game of a scenario, not of a card" in capsys.readouterr().err
