"""Disks that fail, folders that vanish: what is reported, without losing anything."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import tkinter as tk
from pathlib import Path
from typing import Any, cast

import pytest
from war_files import REMARK, Answers, by_another, flip, opened, own_war, paint

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.save_as_dialog import SaveChoice
from visegrad_editor.editor.safety import dialogs as dialogs_module
from visegrad_editor.editor.safety import watch as watch_module
from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.safety.ownership import OpenNote, new_owner
from visegrad_editor.model.files import atomic
from visegrad_editor.model.files.load import load


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return own_war(tmp_path / "own")


# -- disks that fail --------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, where: str, number: int, times: int) -> None:
    """The system refuses a call for a file in the designer's folder so many times."""
    left = [times]
    real = getattr(os if hasattr(os, where) else tempfile, where)

    def call(*given: Any, **more: Any) -> Any:
        own = where == "fsync" or "own" in str(given) + str(more)
        if own and left[0] > 0:
            left[0] -= 1
            raise OSError(number, os.strerror(number))
        return real(*given, **more)

    monkeypatch.setattr(atomic.os if hasattr(os, where) else tempfile, where, call)


@pytest.mark.parametrize(("where", "number", "said"), [
    ("mkstemp", errno.EROFS, "no permission to write in the folder"),
    ("mkstemp", errno.EACCES, "no permission to write in the folder"),
    ("mkstemp", errno.ENOSPC, "the disk is full"),
    ("fsync", errno.ENOSPC, "the disk is full"),
    ("replace", errno.EIO, "does not answer"),
    ("replace", errno.ENODEV, "does not answer"),
])
def test_a_failed_save_is_reported_and_goes_elsewhere_with_nothing_lost(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, number: int, said: str
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    assert files.save()
    flip(files)
    mine = files._session.design
    files.guard.note(files._session, files.sources)
    assert files.guard.keeper.wait()
    before = {p: p.read_bytes() for p in war.parent.iterdir()}
    elsewhere = tmp_path / "other" / "war.yaml"
    elsewhere.parent.mkdir()
    (tmp_path / "own2").mkdir()
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    answers = Answers(monkeypatch, ask_not_saved=["", "again", "elsewhere"])
    with monkeypatch.context() as failure:
        failing(failure, where, number, 3)
        assert not files.save()
        assert said in answers.asked[0]
        assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
        assert files._session.design is mine
        assert files._session.history.changed
        assert read_journal(files.guard.keeper.path).design == mine
        assert files.save()
    assert len(answers.asked) == 3
    assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
    again = load(elsewhere).design
    assert again is not None
    assert again.scenario is not None
    assert mine.scenario is not None
    assert again.scenario.units == mine.scenario.units
    assert elsewhere.read_text("utf-8").startswith(REMARK)
    assert files._session.document.path == elsewhere


def test_a_changed_map_goes_elsewhere_too_if_its_folder_cannot_be_written(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    paint(files)
    before = {p: p.read_bytes() for p in war.parent.iterdir()}
    # The folder above: the old files could be referred to from there, but not written.
    elsewhere = tmp_path / "mine.yaml"
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    Answers(monkeypatch, ask_not_saved="elsewhere")
    with monkeypatch.context() as failure:
        failing(failure, "mkstemp", errno.EROFS, 1000)
        assert files.save()
    assert {p: p.read_bytes() for p in war.parent.iterdir()} == before
    written = sorted(p.name for p in tmp_path.glob("*.yaml"))
    assert written == ["mine-map.yaml", "mine-ruleset.yaml", "mine.yaml"]
    assert load(elsewhere).design == files._session.design
    assert not files._session.history.changed


def test_a_map_changed_elsewhere_is_not_written_over_by_save_as(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    paint(files)
    theirs = by_another(war.with_name("war-map.yaml"), "A small map", "Theirs")
    mine = war.with_name("mine.yaml")
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: str(mine))
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.save_as_dialog.ask_how_to_save", lambda *_: SaveChoice(False, {}))
    answers = Answers(monkeypatch, ask_conflict=["", "elsewhere"])
    assert not files.save_as()
    assert answers.asked == ["ask_conflict: war-map.yaml"]
    assert files.save_as()
    assert war.with_name("war-map.yaml").read_text("utf-8") == theirs
    assert files._session.design.map.ruleset == "war-ruleset.yaml"
    assert load(mine).design == files._session.design
    assert war.with_name("mine-map.yaml").exists()


def test_trying_again_saves_when_there_is_space(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    answers = Answers(monkeypatch, ask_not_saved="again")
    with monkeypatch.context() as failure:
        failing(failure, "mkstemp", errno.ENOSPC, 2)
        assert files.save()
    assert len(answers.asked) == 2
    assert load(war).design == files._session.design


def test_a_vanished_folder_is_reported_and_the_dialog_begins_in_an_existing_one(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    files._settings.remember(war)
    flip(files)
    shutil.rmtree(war.parent)
    elsewhere = tmp_path / "again.yaml"
    began: list[str] = []

    def choose(**how: Any) -> str:
        began.append(how["initialdir"])
        return str(elsewhere)

    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", choose)
    answers = Answers(monkeypatch, ask_not_saved="elsewhere")
    assert files.save()
    assert "there is no folder" in answers.asked[0]
    assert "its drive is gone" in answers.asked[0]
    assert Path(began[0]).is_dir()
    again = load(elsewhere).design
    assert again is not None
    assert again.scenario is not None
    assert files._session.scenario is not None
    assert again.scenario.units == files._session.scenario.units
    assert (tmp_path / "again-map.yaml").read_text("utf-8").startswith(REMARK)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_folder_without_permission_is_reported(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    answers = Answers(monkeypatch, ask_not_saved="")
    war.parent.chmod(0o500)
    try:
        assert not files.save()
    finally:
        war.parent.chmod(0o700)
    assert "no permission to write in the folder" in answers.asked[0]


def test_the_texts_of_the_safety_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []

    def ask(_parent: object, title: str, text: str, choices: Any) -> str:
        said.append((title, text, choices))
        return ""

    monkeypatch.setattr(dialogs_module, "ask", ask)
    parent = cast(tk.Misc, None)
    dialogs_module.ask_not_saved(parent, atomic.SaveError("war.yaml was not saved: the disk is full."))
    assert said[-1][1] == ("war.yaml was not saved: the disk is full.\n\n"
                           "Your work is not lost: it is still open here.")
    assert said[-1][2][0] == ("elsewhere", "Save elsewhere…")
    dialogs_module.ask_conflict(parent, "a.yaml and b.yaml")
    assert said[-1][1].startswith("a.yaml and b.yaml were changed by another program")
    note = OpenNote(new_owner(), time_of(0))
    dialogs_module.ask_shared(parent, "war.yaml", note)
    assert "another window of this program since " in said[-1][1]


def time_of(seconds: float) -> Any:
    from datetime import datetime
    return datetime.fromtimestamp(seconds)


# -- leaving a design whose file has vanished -----------------------------------------------------------


@pytest.mark.parametrize("name", ["war.yaml", "war-map.yaml"])
def test_a_design_whose_file_vanished_is_not_closed_without_asking(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # However busy the computer is, what is asked is what is there now.
    monkeypatch.setattr(watch_module, "PATIENCE_S", 60.0)
    files = opened(war, tmp_path)
    assert files.may_leave()
    gone = war.with_name(name)
    gone.unlink()
    answers = Answers(monkeypatch, ask_gone=["", "discard", "save"])
    assert [files.may_leave() for _ in range(3)] == [False, True, True]
    assert answers.asked[0] == f"ask_gone: {name}"
    assert load(war).design == files._session.design
    assert files.may_leave()
    assert len(answers.asked) == 3


def test_a_design_whose_folder_vanished_is_saved_elsewhere_before_closing(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    shutil.rmtree(war.parent)
    elsewhere = tmp_path / "again.yaml"
    chosen = iter(["", str(elsewhere)])
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_how: next(chosen))
    Answers(monkeypatch, ask_gone="elsewhere")
    assert not files.may_leave(), "the dialog was closed"
    monkeypatch.setattr(files_module, "ask", lambda *_what: "")
    assert not files.may_leave(), "it is asked as about any unsaved work"
    assert files.save_as(away=())
    assert files.may_leave()
    again = load(elsewhere).design
    assert again is not None
    assert again.map.terrain == files._session.design.map.terrain
