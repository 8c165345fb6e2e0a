"""The command `referee`, and `replay` of the log of a card."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from visegrad_editor.cli import referee
from visegrad_editor.cli.main import main
from visegrad_editor.cli.outputs import Outputs
from visegrad_editor.desk.log import CardLog
from visegrad_editor.engine.events import Event
from visegrad_editor.model.files.file_guard import guarding


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


    assert "`visegrad-editor referee` with no order lists what may be done." in said.err
    assert "What may be done" not in said.out


def test_an_order_of_an_unknown_name_suggests_only_what_is_like_it(
        capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "lantern-hill", "nonsense"]) == 1
    assert "There is no order `nonsense`. `visegrad-editor" in capsys.readouterr().err
    assert main(["referee", "lantern-hill", "nation"]) == 1
    assert "Did you mean `nation-sheet`?" in capsys.readouterr().err


@pytest.mark.parametrize("words", [
    ["lantern-hill", "--seed", "7", "next", "--json", "next"],
    ["lantern-hill", "next", "--seed", "7", "next"], ["--seed", "7", "lantern-hill", "next", "next"]])
def test_options_may_stand_among_the_orders(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", *words]) == 0
    both = capsys.readouterr().out
    assert main(["referee", "lantern-hill", "next", "next", "--seed", "7",
                 *(["--json"] if "--json" in words else [])]) == 0
    assert capsys.readouterr().out == both


@pytest.mark.parametrize("name", ["lantern-hill", "evening.pdf"])
def test_a_game_is_written_only_under_the_name_of_a_yaml_file(
        name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["referee", "lantern-hill", "next"], ["run", "first-steps"]):
        assert main([*command, "-o", str(tmp_path / name)]) == 2
        assert f"{name} should end in .yaml, for example {Path(name).stem}.yaml." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_another_program_changed_meanwhile_is_not_overwritten(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.yaml"
    assert main(["referee", "lantern-hill", "next", "-o", str(path)]) == 0
    capsys.readouterr()

    def note(log: CardLog, text: str) -> tuple[Event, ...]:
        with monkeypatch.context() as once:
            once.setattr(CardLog, "apply", apply)
            if text == "note text=one":
                with guarding(Outputs()):
                    # Another run of the program, which has guards of its own.
                    assert main(["referee", str(path), "note text=two", "-o", str(path)]) == 0
            return apply(log, text)

    apply = CardLog.apply
    monkeypatch.setattr(CardLog, "apply", note)
    assert main(["referee", str(path), "note text=one", "-o", str(path)]) == 2
    assert f"{path} was changed by another program since it was read, so nothing was written. Run the " in (
        capsys.readouterr().err)
    assert "note text=two" in path.read_text("utf-8")
    assert "note text" not in path.with_name("evening.yaml~").read_text("utf-8")
    assert main(["referee", str(path), "note text=one", "-o", str(path)]) == 2
    monkeypatch.undo()
    assert main(["referee", str(path), "note text=one", "-o", str(path)]) == 0
    assert re.findall("note text=(.*)", path.read_text("utf-8")) == ["two", "two", "one"]


def test_a_game_that_is_only_partly_there_is_told(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.yaml"
    assert main(["referee", "lantern-hill", "next", "next", "note text=Late", "-o", str(path)]) == 0
    text = path.read_text("utf-8")
    for end in (text.index("  note"), text.index("Late") + 2, text.index("complete")):
        path.write_text(text[:end], "utf-8")
        assert main(["replay", str(path)]) == 2
        assert "This is only the beginning of a game file" in capsys.readouterr().err
    path.write_text(text.replace("  note text=Late\n", ""), "utf-8")
    assert main(["replay", str(path)]) == 0
    assert "has 2 orders, and `order_count` says 3: orders were removed by hand" in capsys.readouterr().err


def test_the_examples_of_a_command_stand_in_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["referee", "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("    visegrad-editor referee ")] == [
        line for line in (referee.__doc__ or "").splitlines() if line.startswith("    ")]
    assert len(lines) > 15


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
