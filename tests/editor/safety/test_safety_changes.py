"""Files that changed on disk: what is asked, loaded and kept, without losing anything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from war_files import REMARK, Answers, by_another, flip, opened, own_war, paint

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.safety import disk_changes as disk_changes_module
from visegrad_editor.model.files.load import load


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return own_war(tmp_path / "own")


def test_only_changed_documents_are_loaded_and_undo_restores_mine(
    war: Path, tmp_path: Path
) -> None:
    files = opened(war, tmp_path)
    session = files._session
    flip(files)
    mine = session.design
    map = war.with_name("war-map.yaml")
    theirs = by_another(map, "A small map", "Another map")
    changes = files.disk.current()
    assert [c.kind for c in changes] == ["map"]
    assert "Undo brings your version back" in files.disk.reload(changes)
    assert session.design.map.title == "Another map"
    assert session.scenario == mine.scenario
    assert session.history.changed  # the scenario is still not saved
    assert files.disk.current() == ()
    assert files.save()
    assert map.read_text("utf-8") == theirs
    assert not session.history.changed
    session.history.undo()
    assert session.design == mine
    assert files.save()
    assert "A small map" in map.read_text("utf-8")
    assert map.read_text("utf-8").startswith(REMARK)


def test_after_loading_the_only_changed_file_nothing_is_unsaved(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    paint(files)
    by_another(war.with_name("war-map.yaml"), "A small map", "Another map")
    files.disk.reload(files.disk.current())
    assert not files._session.history.changed
    assert files._session.history.undo_label == "Load war-map.yaml from disk"


def test_a_ruleset_changed_on_disk_is_loaded_too(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    paint(files)
    by_another(war.with_name("war-ruleset.yaml"), "A small game", "Another game")
    files.disk.reload(files.disk.current())
    assert files._session.design.ruleset.title == "Another game"
    assert files._session.history.changed
    assert files.save()
    assert load(war).problems == ()


def test_an_invalid_file_is_not_loaded_and_mine_stays_open(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    told: list[str] = []
    monkeypatch.setattr(disk_changes_module, "message", lambda _p, _t, text: told.append(text))
    before = files._session.design
    war.write_text("kind: scenario\nformat: 1\nturns: many\n", "utf-8")
    assert files.disk.reload(files.disk.current()) == ""
    assert files._session.design is before
    assert "war.yaml cannot be loaded in its present state, so your version stays open." in told[0]


@pytest.mark.parametrize("which", ["war.yaml", "war-map.yaml", "war-ruleset.yaml"])
def test_mine_is_kept_and_saved_over_theirs_which_becomes_the_backup(
    war: Path, tmp_path: Path, which: str
) -> None:
    files = opened(war, tmp_path)
    path, old = war.with_name(which), {"war.yaml": "A small war", "war-map.yaml": "A small map",
                                       "war-ruleset.yaml": "A small game"}[which]
    first = path.read_text("utf-8")
    theirs = by_another(path, old, "Theirs")
    assert not files._session.history.changed
    assert "Saving replaces" in files.disk.keep(files.disk.current())
    assert files._session.history.changed
    assert files.disk.current() == ()
    assert files.save()
    assert path.read_text("utf-8") == first
    assert path.with_name(which + "~").read_text("utf-8") == theirs


def test_a_file_that_is_gone_is_written_again(war: Path, tmp_path: Path) -> None:
    files = opened(war, tmp_path)
    map = war.with_name("war-map.yaml")
    first = map.read_text("utf-8")
    map.unlink()
    [change] = files.disk.current()
    assert change.text is None
    files.disk.keep([change])
    assert files._session.history.changed  # so that closing asks
    assert files.save()
    assert map.read_text("utf-8") == first


@pytest.mark.parametrize("which", ["war.yaml", "war-map.yaml", "war-ruleset.yaml"])
def test_saving_over_a_file_changed_elsewhere_asks_first(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    files = opened(war, tmp_path)
    session, path = files._session, war.with_name(which)
    flip(files)
    paint(files)
    session.edit("Rules", replace(session.design, ruleset=replace(session.design.ruleset, notes="Mine.")))
    others = {p: p.read_bytes() for p in war.parent.iterdir()}
    theirs = path.read_text("utf-8") + "# theirs\n"
    path.write_text(theirs, "utf-8")
    answers = Answers(monkeypatch, ask_conflict=["", "over"])
    assert not files.save()
    assert answers.asked == [f"ask_conflict: {which}"]
    assert path.read_text("utf-8") == theirs
    assert session.history.changed
    assert not [p for p in others if p.suffix == ".tmp"]
    assert files.save()
    assert not session.history.changed
    assert "# theirs" not in path.read_text("utf-8")
    assert path.with_name(which + "~").read_text("utf-8") == theirs
    again = load(war).design
    assert again == session.design


def test_the_other_answers_to_the_conflict_question(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(war, tmp_path)
    flip(files)
    theirs = by_another(war, "A small war", "Theirs")
    elsewhere = tmp_path / "own" / "mine.yaml"
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_: str(elsewhere))
    shown: list[Any] = []

    class Shown:
        def __init__(self, _parent: object, _names: str, found: Any) -> None:
            shown.extend(found)

        def run(self) -> str:
            return ""

    monkeypatch.setattr(disk_changes_module, "CompareDialog", Shown)
    Answers(monkeypatch, ask_conflict=["compare", "elsewhere"])
    assert not files.save()
    assert [(d.kind, d.section) for d in shown] == [("scenario", "title"), ("scenario", "units")]
    assert files.save()
    assert war.read_text("utf-8") == theirs
    assert elsewhere.read_text("utf-8").startswith(REMARK)
    assert files._session.document.path == elsewhere
    Answers(monkeypatch, ask_conflict="reload")
    by_another(elsewhere, "A small war", "Again")
    flip(files)
    assert not files.save()
    assert files._session.document.path == elsewhere
    assert files._session.scenario is not None
    assert files._session.scenario.title == "Again"
