"""`visegrad-editor set-up`: the file that it writes."""

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
