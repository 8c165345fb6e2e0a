"""Errors of a file that cannot be read are fixed in its text by `validate --fix`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.files.load import load


def broken(folder: Path) -> Path:
    path = folder / "broken.yaml"
    text = Path(load("hollen").path).read_text(encoding="utf-8")
    path.write_text(text.replace("\ntitle:", "\n# my title\ntitel:", 1).replace("turns: 6", 'turns: "6"', 1),
                    encoding="utf-8")
    return path


def test_fixes_are_listed_with_numbers_and_done_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = broken(tmp_path), tmp_path / "fixed.yaml"
    main(["validate", "--fix", str(path)])
    listed = capsys.readouterr().out
    assert "possible: Write `title` for `titel` (--fix 1)" in listed
    assert "possible: Leave `titel` out (--fix 2)" in listed
    # The number says the same without its quotes.
    assert 'can be fixed: Write 6 for "6" (--fix 3)' in listed
    assert "nothing was written" in listed
    assert main(["validate", "--fix", "3", str(path), "-o", str(out)]) == 1
    assert "\nturns: 6\n" in out.read_text(encoding="utf-8")
    assert main(["validate", "--fix", "unknown-key", str(out), "-o", str(out), "--force"]) == 0
    whole = Path(load("hollen").path).read_text(encoding="utf-8")
    assert out.read_text(encoding="utf-8") == whole.replace("\ntitle", "\n# my title\ntitle")
    assert "titel" in (tmp_path / "fixed.yaml~").read_text(encoding="utf-8")


def test_a_number_of_no_fix_is_refused_and_json_has_the_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = broken(tmp_path)
    assert main(["validate", "--fix", "9", str(path)]) == 2
    assert "its fixes have the numbers 1 to 3" in capsys.readouterr().err
    main(["validate", "--fix", "--json", str(path)])
    report = json.loads(capsys.readouterr().out)["files"][0]
    assert [one["number"] for one in report["fixed"]] == [3]
    assert [one["fix_numbers"] for one in report["left"] if one["code"] == "unknown-key"] == [[1, 2]]


def test_explicit_keys_are_left_alone_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.yaml"
    whole = Path(load("hollen").path).read_text(encoding="utf-8")
    path.write_text(f"{whole}\n? xqzw\n: 5\n", encoding="utf-8")
    assert main(["validate", "--fix", str(path)]) == 1
    assert "xqzw" in capsys.readouterr().out
    main(["validate", "--fix", "1", str(path), "-o", str(tmp_path / "new.yaml")])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err


def test_a_fix_that_cannot_be_done_after_another_is_told_and_stops_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "own.yaml", tmp_path / "new.yaml"
    head = "format: 2\nkind: scenario\nname: own\nextends: hollen\ntitle: Own\n"
    path.write_text(f"{head}xqzw: 1\nchange:\n  - {{unit: blue/1st Foot, look: {{xqzw: 1, other: 2}}}}\n",
                    encoding="utf-8")
    assert main(["validate", "--fix", "unknown-key", str(path), "-o", str(out)]) == 1
    said = capsys.readouterr().out
    assert "not fixed: Leave `other` out. Nothing would be left there." in said
    assert "2 problems fixed" in said
    assert out.read_text(encoding="utf-8") == (
        f"{head}change:\n  - {{unit: blue/1st Foot, look: {{other: 2}}}}\n")
    main(["validate", "--fix", "unknown-key", "--json", str(path)])
    report = json.loads(capsys.readouterr().out)["files"][0]
    assert [one["fix"] for one in report["refused"]] == ["Leave `other` out"]
    assert [one["fix"] for one in report["fixed"]] == ["Leave `xqzw` out", "Leave `xqzw` out"]
