"""`visegrad-editor translate`, and exports in another language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.cli import translate
from visegrad_editor.cli.main import main
from visegrad_editor.model.files.translation_file import translation_text


def test_a_translation_is_begun_updated_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "-o", "mine.yaml", "--from", "hollen"]) == 0
    assert main(["translate", "mine.yaml", "--language", "pl", "--whole"]) == 0
    out = capsys.readouterr().out
    assert "81 texts, 81 of them to be translated: " in out
    path = tmp_path / "mine.pl.yaml"
    text = path.read_text("utf-8").replace('- text: Hollen\n    to: ""', "- text: Hollen\n    to: Holin")
    path.write_text(text, encoding="utf-8")
    assert main(["translate", "mine.yaml", "--language", "pl", "--whole"]) == 2
    assert main(["translate", "mine.yaml", "--language", "pl", "--whole", "--force", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["texts"], report["translated"]) == (81, 1)
    assert sum(report["missing"].values()) == 80
    assert report["missing"]["unit: name"] == 10
    assert report["outdated"] == 0
    assert main(["export", "mine.yaml", "-o", "map.svg", "--text", "text", "--language", "pl"]) == 0
    drawn = (tmp_path / "map.svg").read_text("utf-8")
    assert ">Holin<" in drawn
    assert ">Ostry<" in drawn
    assert main(["export", "mine.yaml", "-o", "sheet.pdf", "--language", "ja"]) == 0
    assert main(["export", "mine.yaml", "-o", "other.svg", "--language", "de"]) == 2
    assert "There is `ja` and `pl`." in capsys.readouterr().err


def test_force_keeps_comments_and_what_another_program_writes_at_the_same_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "-o", "mine.yaml", "--from", "hollen"]) == 0
    path = tmp_path / "mine.pl.yaml"
    path.write_text("# By Ola.\nformat: 2\nkind: translation\nlanguage: pl\ntexts:\n"
                    "  # the map\n  - {text: Hollen, to: Holin}\n  - {text: Forest, to: ''}  # rules\n",
                    encoding="utf-8")
    assert main(["translate", "mine.yaml", "--language", "pl", "--force"]) == 0
    text = path.read_text("utf-8")
    assert text.startswith("# By Ola.\n")
    assert "  # the map\n  - {text: Hollen, to: Holin" in text
    assert "{text: Forest, to: ''" in text
    assert "text: 1st Foot" in text
    assert "# By Ola." in (tmp_path / "mine.pl.yaml~").read_text("utf-8")

    def meanwhile(*given: Any) -> str:
        path.write_text(text.replace("Holin", "Cholin"), encoding="utf-8")
        return translation_text(*given)

    monkeypatch.setattr(translate, "translation_text", meanwhile)
    capsys.readouterr()
    assert main(["translate", "mine.yaml", "--language", "pl", "--force"]) == 2
    assert "changed by another program" in capsys.readouterr().err
    assert "Cholin" in path.read_text("utf-8")


def test_what_cannot_be_translated_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["translate", "hollen", "--language", "Japanese", "-o", "x.yaml"]) != 0
    assert "no language code" in capsys.readouterr().err
    assert main(["translate", "hollen", "--language", "pl"]) == 2
    assert "name the file to write with -o" in capsys.readouterr().err
    assert main(["translate", "rulesets/hollen", "--language", "pl", "-o", "hollen.pl.yaml"]) == 0
    text = (tmp_path / "hollen.pl.yaml").read_text("utf-8")
    assert "Forest" in text
    assert "1st Foot" not in text
    assert main(["validate", "hollen.pl.yaml"]) == 2
    assert "This is a translation." in capsys.readouterr().out
