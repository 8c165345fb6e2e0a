"""Cards on the command line: listed, checked, and refused where they are not meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cards import TEXT, replaced

from visegrad_editor.cli.main import main

NAMES = ["lantern-hill", "silk-and-chalk", "wet-harvest"]


def run(*words: str) -> int:
    return main(list(words))


def test_the_cards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    cards = capsys.readouterr().out.partition("\ncards\n")[2]
    assert [line.split()[0] for line in cards.splitlines()] == NAMES
    assert run("list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [e["name"] for e in listed if e["kind"] == "card"] == NAMES


@pytest.mark.parametrize("name", ["lantern-hill", "cards/wet-harvest", "silk-and-chalk"])
def test_the_samples_have_no_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate", name) == 0
    assert capsys.readouterr().out == f"{name}: card has no error (no problems)\n"


def test_problems_of_a_card_are_told_with_their_lines(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(replaced(("902M4", "902M44")), "utf-8")
    assert run("validate", str(path)) == 1
    out = capsys.readouterr().out
    assert f"{path}:24: error: 902M44 does not exist" in out
    assert out.endswith(f"{path}: card has errors (1 error)\n")
    assert run("validate", "--json", str(path), "lantern-hill") == 1
    report = json.loads(capsys.readouterr().out)
    assert [(f["kind"], f["good"], len(f["problems"])) for f in report["files"]] == [
        ("card", False, 1), ("card", True, 0)]
    path.write_text(TEXT.replace("turns: ", "turn: "), "utf-8")
    assert run("validate", str(path)) == 2
    assert "Unknown key `turn`" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "message"), [
    (("validate", "--fix", "lantern-hill"), "only maps and scenarios have fixes"),
    (("validate", "--since", "HEAD", "lantern-hill"), "--since is for variants"),
    (("run", "{card}"), "This is a card."),
    (("stats", "lantern-hill"), "This is a card."),
])
def test_other_commands_say_that_it_is_a_card(
        words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT, "utf-8")
    assert run(*(str(path) if w == "{card}" else w for w in words)) == 2
    assert message in capsys.readouterr().err
