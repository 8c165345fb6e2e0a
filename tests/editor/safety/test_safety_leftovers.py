"""Work of windows that no longer exist: whose it is, what is offered, and how it is restored."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from kept_work import DEAD, changed_work, copied, lost, same
from war_files import own_war

from visegrad_editor import operating_system
from visegrad_editor.editor.safety import leftovers as leftovers_module
from visegrad_editor.editor.safety.journal import JournalKeeper, UnsavedGame
from visegrad_editor.editor.safety.leftovers import leftovers
from visegrad_editor.editor.safety.ownership import OpenNotes, Owner, new_owner, owner_of
from visegrad_editor.editor.safety.watch import changed_files
from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.operating_system import process_start


def test_an_owner_is_identified_by_its_process_and_start_time(tmp_path: Path) -> None:
    mine, sign = new_owner(), tmp_path / "sign"
    sign.touch()
    assert owner_of(str(mine)) == mine
    assert new_owner() != mine
    assert mine.alive(sign)
    assert owner_of("notes") is None
    assert not replace(mine, pid=DEAD).alive(sign)
    # The number was given to another process.
    assert not replace(mine, started="1").alive(sign)
    elsewhere = replace(mine, host="another")
    assert elsewhere.alive(sign)
    os.utime(sign, (sign.stat().st_mtime - 4000,) * 2)
    assert not elsewhere.alive(sign)


@pytest.mark.parametrize("wrong_by", [-3600.0, 3600.0])
def test_a_window_on_another_computer_is_judged_by_the_clock_of_the_shared_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong_by: float
) -> None:
    def journal(process: int) -> Path:
        made = lost(tmp_path, changed_work("first-steps"))
        return made.rename(made.with_name(f"{Owner('far', process, '1')}.journal"))

    here, gone = journal(1), journal(2)
    os.utime(gone, (gone.stat().st_mtime - 600,) * 2)
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + wrong_by)
    assert [left.path for left in leftovers(tmp_path)] == [gone]
    assert sorted(tmp_path.iterdir()) == [here, gone], "nothing is left behind by asking the time"
    notes = OpenNotes(tmp_path / "open", Owner("far", 1, "1"))
    notes.hold(here)
    [note] = OpenNotes(tmp_path / "open", new_owner()).others(here)
    assert note.owner.host == "far"
    [held] = (tmp_path / "open").iterdir()
    os.utime(held, (held.stat().st_mtime - 600,) * 2)
    assert OpenNotes(tmp_path / "open", new_owner()).others(here) == []


def test_a_killed_process_is_gone_even_before_it_is_waited_for() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    started = process_start(process.pid)
    assert started
    process.kill()
    end = time.monotonic() + 10
    while process_start(process.pid) is not None:
        assert time.monotonic() < end
        time.sleep(0.01)
    process.wait()
    assert process_start(process.pid) is None


def test_only_work_of_closed_windows_is_offered_and_only_once(tmp_path: Path) -> None:
    keeper = JournalKeeper(tmp_path)
    keeper.keep(changed_work("historical"))
    assert keeper.wait()
    assert leftovers(tmp_path) == []  # this window is still here
    older, newer = changed_work("first-steps"), changed_work("free-setup", count=1)
    first = lost(tmp_path, older)
    os.utime(first, (1e9, 1e9))
    lost(tmp_path, newer)
    (tmp_path / f"{replace(new_owner(), pid=DEAD)}.journal").write_text("damaged")
    found = leftovers(tmp_path)
    assert len(found) == 3
    [broken] = [left for left in found if left.work is None]
    assert "damaged" in broken.complaint
    assert found[2] is broken
    old = found[1]
    assert old.path == first
    assert old.work is not None
    assert same(old.work, older)
    assert old.work.summary == "3 changes"
    taken = old.take()
    assert taken is not None
    assert old.take() is None  # another window was quicker
    assert first.name not in [p.name for p in tmp_path.iterdir()]
    assert len(leftovers(tmp_path)) == 2
    taken.discard()
    for left in leftovers(tmp_path):
        left.discard()
    keeper.forget()
    assert keeper.wait()
    keeper.close()
    assert list(tmp_path.iterdir()) == []


def test_work_that_reached_its_file_before_the_kill_is_not_offered(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    save_design(work.design, work.sources)
    assert leftovers(tmp_path / "unsaved") == []
    assert list((tmp_path / "unsaved").iterdir()) == []


def test_a_finished_save_is_not_taken_for_a_change_by_another_program(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path, count=5)
    save_design(work.steps[2].state, work.sources)
    lost(tmp_path / "unsaved", work)
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.saved == 2
    assert left.work.summary == "3 changes"
    # So a save goes on without a question, and undoing everything gives the first bytes again.
    saved = save_design(left.work.design, left.work.sources)
    assert path.read_text("utf-8").startswith("# My remark\n")
    save_design(left.work.steps[0].state, saved.sources)
    assert path.read_text("utf-8") == work.sources.scenario.text  # type: ignore[union-attr]


def test_a_change_by_another_program_after_the_kill_is_noticed(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.write_text(path.read_text("utf-8") + "# added\n", "utf-8")
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    with pytest.raises(SaveError, match="changed by another program"):
        save_design(left.work.design, left.work.sources)


def test_work_is_restored_although_its_files_are_gone(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.unlink()
    path.parent.rmdir()
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert same(left.work, work)
    (tmp_path / "new").mkdir()
    save_design(left.work.design, left.work.sources, tmp_path / "new" / "again.yaml")
    assert (tmp_path / "new" / "again.yaml").read_text("utf-8").startswith("# My remark\n")


def test_the_journal_keeps_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_war(tmp_path / "own")
    monkeypatch.chdir(path.parent)
    work = changed_work(path.name)
    assert work.document.path == path
    for kind in ("ruleset", "map", "scenario"):
        assert getattr(work.sources, kind).path.parent == path.parent
    assert work.sources.scenario is not None
    assert work.sources.scenario.name == "war.yaml"  # in messages a file is called as it was typed


def test_work_from_an_old_journal_with_relative_paths_asks_where_to_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_war(tmp_path / "own")
    work = changed_work(path)
    typed = {kind: replace(file, path=Path(file.path.name))
             for kind in ("ruleset", "map", "scenario") if (file := work.sources.of(kind)) is not None}
    game = UnsavedGame("war.yaml", 1, None, (), (), 0, "game.yaml")
    lost(tmp_path / "unsaved", replace(
        work, document=replace(work.document, path=Path("war.yaml")), sources=Sources(**typed), game=game))
    # Where it is restored, there is another one of this name.
    other = own_war(tmp_path / "other")
    texts = {file: file.read_bytes() for file in other.parent.iterdir()}
    monkeypatch.chdir(other.parent)
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.document.path is None
    assert left.work.steps == work.steps
    assert left.work.game == replace(game, path="")
    assert list(changed_files(left.work.sources)) == []  # nothing is asked of places that are not known
    (tmp_path / "here").mkdir()
    saved = save_design(left.work.design, left.work.sources, tmp_path / "here" / "war.yaml")
    assert {file.name for file in saved.written} == {"war.yaml", "war-map.yaml", "war-ruleset.yaml"}
    assert all(file.read_text("utf-8").startswith("# My remark\n") for file in saved.written)
    assert load(tmp_path / "here" / "war.yaml").design == saved.design
    assert {file: file.read_bytes() for file in other.parent.iterdir()} == texts


def test_work_is_not_lost_if_a_file_is_damaged_afterwards(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.write_bytes(b"\xff\x00 no text")
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.steps == work.steps


def test_without_proc_a_process_is_examined_with_ps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS, where `ps` tells when a process began."""
    monkeypatch.setattr(operating_system, "Path", lambda _p: Path("/no/such/folder"))
    monkeypatch.setattr(subprocess, "run", lambda *_a, **_k: subprocess.CompletedProcess(
        [], 0, "Sun Nov 22 01:00:00 2026\n"))
    assert process_start(os.getpid()) == "SunNov220100002026"
    assert process_start(DEAD) is None


def test_a_missing_folder_contains_no_work(tmp_path: Path) -> None:
    assert leftovers_module.leftovers(tmp_path / "none") == []
