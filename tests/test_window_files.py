"""New, save and recovery without a screen: the dialogs are answered by the tests."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from typing import Any, cast

import pytest

from visegrad_editor.editor import files as files_module
from visegrad_editor.editor.files import Files, document_of, open_document
from visegrad_editor.editor.new_dialog import Choice
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.library import bundled
from visegrad_editor.model.load import load


def opened(tmp_path: Path, name: str | Path = "historical") -> Files:
    loaded, complaint = open_document(name)
    assert complaint == ""
    assert loaded.design is not None
    session = Session(loaded.design, document_of(loaded))
    return Files(cast(tk.Misc, None), session, Settings(tmp_path / "settings"), loaded, lambda: None)


def begin(monkeypatch: pytest.MonkeyPatch, files: Files, title: str, **how: Any) -> None:
    """File > New from the historical scenario."""
    template = next(b for b in bundled() if b.kind == "scenario" and b.name == "historical")
    monkeypatch.setattr(files_module, "choose_template", lambda *_: Choice(template, title, **how))
    files.new()


def mountain(files: Files) -> None:
    """An edit of the map."""
    session = files._session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(9, 9)], "mountain")))


def test_a_title_in_polish_is_saved_and_kept_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = opened(tmp_path)
    begin(monkeypatch, files, "Łódź War")
    mountain(files)
    files.recovery.keep(files._session.design, "Łódź War")
    files.recovery.wait()
    assert files.recovery.complaint == ""
    assert list((tmp_path / "settings" / "unsaved").glob("*/unsaved.yaml"))
    target = tmp_path / "wojna.yaml"
    assert files.save_to(target)
    design = load(target).design
    assert design is not None
    assert design.scenario is not None
    assert (design.scenario.title, design.scenario.name) == ("Łódź War", "lodz-war")


def test_work_that_was_undone_is_not_offered_again(tmp_path: Path) -> None:
    files = opened(tmp_path)
    mountain(files)
    files.recovery.keep(files._session.design, "Work")
    files.recovery.wait()
    files._session.history.undo()
    assert files.may_leave()
    assert list((tmp_path / "settings" / "unsaved").iterdir()) == []


def test_a_copy_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    files = opened(tmp_path)
    (tmp_path / "settings").mkdir(exist_ok=True)
    (tmp_path / "settings" / "unsaved").write_text("in the way")
    files.recovery.keep(files._session.design, "Work")
    files.recovery.wait()
    assert "could not be kept aside" in files.recovery.complaint
