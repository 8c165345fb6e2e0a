"""`visegrad-editor validate --fix`: harmless problems are fixed; only a file that was named is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main

BROKEN = """\
# Mine, with remarks.
format: 2
kind: scenario
name: mine
title: Mine
extends: historical
set_up_order: [allied, russian, allied]
entries:
  - {id: spare, name: Spare, where: {hexes: ["2118"]}}
problems:
  - {code: out-of-supply, severity: silent, reason: "It is meant."}
change:  # one of ours
  - {unit: poland/2nd Mechanized, setup: "9999"}
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def test_without_a_file_to_write_nothing_is_written(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "--fix", mine.name]) == 1
    out = capsys.readouterr().out
    assert "can be fixed: Name allied once in the order of set-up, where it stands first" in out
    assert "can be fixed: Remove the entry Spare" in out
    assert out.splitlines()[-1] == (
        "mine.yaml: 3 problems can be fixed; nothing was written, -o names a file to write; left: 1 error")
    assert [p.name for p in tmp_path.iterdir()] == ["mine.yaml"]
    assert mine.read_text(encoding="utf-8") == BROKEN


def test_the_named_file_is_written_with_what_is_left(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "--fix", mine.name, "-o", "new.yaml", "--json"]) == 1
    [report] = json.loads(capsys.readouterr().out)["files"]
    assert [one["problem"]["code"] for one in report["fixed"]] == ["twice", "unused-entry", "judged-in-vain"]
    [left] = report["left"]
    assert (left["code"], left["hex"], left["unit"], left["line"]) == (
        "unknown-hex", "9999", "poland/2nd Mechanized", 13)
    assert left["more_fixes"]
    assert mine.read_text(encoding="utf-8") == BROKEN
    new = (tmp_path / "new.yaml").read_text(encoding="utf-8")
    assert "spare" not in new
    assert "set_up_order: [allied, russian]\n" in new
    assert main(["validate", "--fix", "new.yaml"]) == 1
    assert "nothing to fix without a choice of yours; left: 1 error" in capsys.readouterr().out
    assert main(["validate", "--fix", mine.name, "-o", "new.yaml"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_the_file_itself_is_replaced_if_that_is_asked_for_and_its_old_content_kept(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "--fix", mine.name, "-o", mine.name]) == 2
    assert mine.read_text(encoding="utf-8") == BROKEN
    assert "add --force to change it" in capsys.readouterr().err
    assert main(["validate", "--fix", mine.name, "-o", mine.name, "--force"]) == 1
    assert "Kept: mine.yaml~" in capsys.readouterr().out
    assert (tmp_path / "mine.yaml~").read_text(encoding="utf-8") == BROKEN
    assert "spare" not in mine.read_text(encoding="utf-8")


def test_one_fix_is_done_by_its_number(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["validate", "--fix", mine.name])
    told = capsys.readouterr().out
    numbers = re.findall(r"(?:possible|can be fixed): (.*) \(--fix (\d+)\)", told)
    assert len({n for _, n in numbers}) == len(numbers)
    assert len(numbers) >= 5
    for label, number in numbers:
        assert main(["validate", "--fix", number, mine.name]) in (0, 1)
        out = capsys.readouterr().out
        assert f"can be fixed: {label}" in out, label
        assert "mine.yaml: 1 problem can be fixed; nothing was written" in out
        path = tmp_path / f"new{number}.yaml"
        assert main(["validate", "--fix", number, mine.name, "-o", path.name]) in (0, 1)
        assert f"fixed: {label}" in capsys.readouterr().out
        changed = path.read_text(encoding="utf-8")
        assert ("id: spare" not in changed) == (label == "Remove the entry Spare")
        assert ("9999" not in changed) == ("2nd Mechanized" in label)
    assert mine.read_text(encoding="utf-8") == BROKEN


def test_fixes_are_done_by_the_code_of_their_problems(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "--fix", "unused-entry", mine.name, "-o", "new.yaml"]) == 1
    assert "mine.yaml: 1 problem fixed; left: 1 error, 2 warnings, 1 note" in capsys.readouterr().out
    assert "spare" not in (tmp_path / "new.yaml").read_text(encoding="utf-8")
    assert main(["validate", "--fix=unknown-hex", mine.name, "--json"]) in (0, 1)
    [report] = json.loads(capsys.readouterr().out)["files"]
    assert [one["problem"]["code"] for one in report["fixed"]] == ["unknown-hex"]


@pytest.mark.parametrize(("words", "message"), [
    (["--fix", "99", "mine.yaml"], "There is no fix 99: mine.yaml has"),
    (["--fix", "0", "mine.yaml"], "There is no fix 0"),
    (["--fix", "unused-entri", "mine.yaml"], "Did you mean `unused-entry`?"),
    (["--fix", "stacking", "mine.yaml"], "has no problem of the code"),
    (["--fix"], "Name a FILE"), ([], "Name a FILE"), (["--fix", "3"], "Name a FILE"),
])
def test_a_fix_that_there_is_not_is_refused(
    mine: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", *words]) == 2
    assert message in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == BROKEN


@pytest.mark.parametrize(("words", "message"), [
    (["mine.yaml", "-o", "new.yaml"], "-o is for --fix"),
    (["--fix", "mine.yaml", "historical", "-o", "new.yaml"], "one FILE"),
    (["--fix", "mine.yaml", "-o", "new.txt"], "should end in .yaml"),
    (["--fix", "rulesets/blank"], "only maps and scenarios have fixes"),
])
def test_what_cannot_be_fixed_is_refused(
    mine: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_good_scenario_has_nothing_to_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--fix", "historical"]) == 0
    assert "nothing to fix without a choice of yours" in capsys.readouterr().out


def test_the_report_for_programs_has_the_numbers_of_the_fixes(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["validate", "--fix", mine.name])
    shown = dict(re.findall(r": (.+) \(--fix ([0-9]+)\)", capsys.readouterr().out))
    assert len(shown) >= 4
    main(["validate", "--fix", mine.name, "--json"])
    [report] = json.loads(capsys.readouterr().out)["files"]
    told = {one["fix"]: str(one["number"]) for one in report["fixed"]}
    for problem in report["left"]:
        labels = [problem["fix"], *problem["more_fixes"]]
        told |= dict(zip(labels, map(str, problem["fix_numbers"]), strict=True))
    assert told == shown
    main(["validate", "--fix", mine.name, "-o", "new.yaml", "--json"])
    [report] = json.loads(capsys.readouterr().out)["files"]
    assert {one["number"] for one in report["fixed"]} == {None}, "the new file has other numbers"


@pytest.mark.parametrize("which", ["²", "9" * 30])
def test_a_number_of_no_fix_is_refused_in_a_sentence(
    mine: Path, which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "--fix", which, mine.name]) == 2
    said = capsys.readouterr()
    assert which in said.out + said.err
    assert mine.read_text(encoding="utf-8") == BROKEN


def misspelt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Path:
    """A variant of hollen in the working folder, with an entry that only one change names."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "ford.yaml"
    path.write_text("""\
format: 2
kind: scenario
name: ford
title: Ford
extends: hollen
entries:
  - {id: south, name: South, where: {hexes: ["0610"]}}   # meant
""" + text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("text", "key"), [
    ("change:\n  - {unit: red/11th Line, setup: null, reinforcement: {turn: 2, entyr: south}}\n", "entyr"),
    ("chagne:\n  - {unit: red/11th Line, setup: null, reinforcement: {turn: 2, entry: south}}\n", "chagne"),
    ("change:\n  - {unit: red/11th Lien, setup: null, reinforcement: {turn: 2, entry: south}}\n", "Lien")])
def test_what_only_seems_unused_is_not_harmless_while_parts_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, key: str
) -> None:
    path = misspelt(tmp_path, monkeypatch, text)
    assert main(["validate", "--fix", path.name, "-o", "new.yaml"]) == 1
    out = capsys.readouterr().out
    assert key in out
    assert "ford.yaml: nothing to fix without a choice of yours" in out
    assert "possible: Remove the entry South" in out, "it stays a fix for whoever asks for it"
    assert "parts of the files were not understood" in out
    assert not (tmp_path / "new.yaml").exists()


def test_what_is_unused_is_harmless_once_all_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = misspelt(tmp_path, monkeypatch, "remove: [red/Nobody at all like it]\n")
    assert main(["validate", "--fix", path.name, "-o", "new.yaml"]) == 0
    out = capsys.readouterr().out
    assert "fixed: Remove the entry South" in out
    assert 'fixed: Take the entry of "red/Nobody at all like it" out of `remove`' in out
    assert "not understood" not in out


@pytest.mark.parametrize("change", [
    '  - unit: red/11th Lien   # eleven\n    # where\n    setup: "0704"   # there\n    values: [6, 3]\n',
    '  - {unit: red/11th Lien, setup: "0704"}   # eleven\n',
    "  - {unit: \"red/-11th Line\", values: [6, 3]}   # eleven\n"])
@pytest.mark.parametrize("last", [False, True])
def test_the_right_name_of_a_change_is_written_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], change: str,
    last: bool,
) -> None:
    other = '  - {unit: red/Lancers, setup: "0805"}   # other\n'
    changes = [other, change] if last else [change, other]
    path = misspelt(tmp_path, monkeypatch, "".join(["change:\n", *changes]))
    wrong = "red/11th Lien" if "Lien" in change else "red/-11th Line"
    assert main(["validate", "--fix", "unknown-unit", path.name, "-o", "new.yaml"]) in (0, 1)
    assert f'fixed: Write "red/11th Line" for "{wrong}"' in capsys.readouterr().out
    text = path.read_text("utf-8")
    assert (tmp_path / "new.yaml").read_text("utf-8") == text.replace(wrong, "red/11th Line")
