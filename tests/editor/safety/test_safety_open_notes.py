"""Notes on open files, by which a second window learns of the first."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from kept_work import DEAD, changed_work

from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.safety.ownership import OpenNotes, Owner, new_owner


def test_a_second_window_learns_who_has_the_file_open(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    path.write_text("x")
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    one, two = new_owner(), new_owner()
    first, second = OpenNotes(tmp_path / "open", one), OpenNotes(tmp_path / "open", two)
    first.hold(path)
    assert first.others(path) == []
    [note] = second.others(link)
    assert note.owner == one
    assert note.who.startswith("another window of this program since ")
    assert second.others(tmp_path / "other.yaml") == []
    second.hold(path)
    assert [n.owner for n in first.others(path)] == [two]
    first.hold(tmp_path / "other.yaml")
    assert second.others(path) == []
    # A window that was killed leaves a note behind, which counts for nothing and is removed.
    second.release()
    dead = OpenNotes(tmp_path / "open", replace(one, pid=DEAD))
    dead.hold(path)
    assert second.others(path) == []
    first.release()
    assert list((tmp_path / "open").iterdir()) == []
    # On another computer the sign of life counts.
    far = OpenNotes(tmp_path / "open", Owner("far", 1, "1", 1))
    far.hold(path)
    assert "on the computer far" in second.others(path)[0].who
    [held] = (tmp_path / "open").iterdir()
    os.utime(held, (1e9, 1e9))
    far.touch()
    assert second.others(path)
    os.utime(held, (1e9, 1e9))
    assert second.others(path) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions as on Unix")
def test_only_the_user_can_read_journals_and_notes(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder, work = tmp_path / "settings", changed_work("first-steps")
        (folder / "unsaved").mkdir(parents=True)  # as an earlier version made it
        safety = DocumentGuard(folder)
        safety.keeper.keep(work)
        assert safety.keeper.wait()
        safety.notes.hold(tmp_path / "war.yaml")
        kept = {p.relative_to(folder): stat.S_IMODE(p.stat().st_mode) for p in folder.rglob("*")}
        assert [mode for path, mode in sorted(kept.items()) if path.suffix] == [0o600, 0o600]
        assert {str(path): mode for path, mode in kept.items() if not path.suffix} == {
            "open": 0o700, "unsaved": 0o700}
        # A journal that is begun anew stays so.
        safety.keeper.keep(changed_work("historical"))
        assert safety.keeper.wait()
        assert stat.S_IMODE(safety.keeper.path.stat().st_mode) == 0o600
        safety.close(clean=True)
    finally:
        os.umask(before)


def test_notes_that_cannot_be_written_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("in the way")
    notes = OpenNotes(tmp_path / "open", new_owner())
    notes.hold(tmp_path / "war.yaml")
    assert notes.others(tmp_path / "war.yaml") == []
    notes.release()
