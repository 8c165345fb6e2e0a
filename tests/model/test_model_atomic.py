"""One file is saved whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from own_files import names

from visegrad_editor.model.files import atomic
from visegrad_editor.model.files.atomic import SaveError, save
from visegrad_editor.model.files.bytes import read_bytes
from visegrad_editor.model.files.file_guard import FileGuard, OverwriteError, guarding


class TestOneFile:
    def test_a_new_file(self, tmp_path: Path) -> None:
        save("ż\r\n", tmp_path / "a.yaml")
        assert (tmp_path / "a.yaml").read_bytes() == "ż\r\n".encode()
        assert names(tmp_path) == ["a.yaml"]
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE((tmp_path / "a.yaml").stat().st_mode) == 0o666 & ~mask

    def test_the_previous_version_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        for text in ("one", "two", "three"):
            save(text, path)
        assert path.read_text() == "three"
        assert (tmp_path / "a.yaml~").read_text() == "two"
        assert names(tmp_path) == ["a.yaml", "a.yaml~"]

    def test_a_folder_with_the_name_of_the_backup_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        save("one", path)
        (tmp_path / "a.yaml~").mkdir()
        with pytest.raises(atomic.DiskError) as refused:
            save("two", path)
        assert str(refused.value) == (
            "a.yaml was not saved: what it holds now would be kept as a.yaml~, and "
            f"{tmp_path / 'a.yaml~'} is a folder. Rename or remove that folder.")
        assert path.read_text() == "one"
        assert names(tmp_path) == ["a.yaml", "a.yaml~"]

    def test_permissions_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        save("one", path)
        path.chmod(0o640)
        save("two", path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        target = tmp_path / "real" / "a.yaml"
        save("one", target)
        link = tmp_path / "link.yaml"
        link.symlink_to(target)
        save("two", link)
        assert link.is_symlink()
        assert target.read_text() == "two"

    @pytest.mark.parametrize(
        ("step", "number", "words"),
        [
            ("write", errno.ENOSPC, "disk is full"),
            ("replace", errno.EACCES, "no permission"),
            ("mkstemp", errno.EROFS, "no permission"),
            ("fsync", errno.EIO, "Input/output error"),
            ("mkstemp", errno.ENAMETOOLONG, "name is too long"),
        ],
    )
    def test_a_failure_leaves_the_old_file_and_nothing_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, words: str
    ) -> None:
        path = tmp_path / "a.yaml"
        save("old", path)

        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        if step == "mkstemp":
            monkeypatch.setattr(tempfile, "mkstemp", fail)
        elif step == "write":
            real = os.fdopen
            monkeypatch.setattr(atomic.os, "fdopen", lambda h, m: _Full(real(h, m), fail))
        else:
            monkeypatch.setattr(atomic.os, step, fail)
        with pytest.raises(SaveError, match=words) as caught:
            save("new", path)
        assert str(caught.value).startswith("a.yaml was not saved: ")
        assert path.read_text() == "old"
        assert names(tmp_path) == ["a.yaml"]

    def test_a_failure_at_the_last_step_leaves_no_stray_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.yaml"
        save("old", path)
        real = os.replace

        def fail(source: str, target: Path) -> None:
            if Path(target) == path:
                raise OSError(errno.EACCES, "no")
            real(source, target)

        monkeypatch.setattr(atomic.os, "replace", fail)
        with pytest.raises(SaveError):
            save("new", path)
        assert path.read_text() == "old"
        assert [n for n in names(tmp_path) if n.endswith(".tmp")] == []

    def test_a_removed_folder(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="there is no folder"):
            save("x", tmp_path / "gone" / "a.yaml")
        (tmp_path / "file").write_text("")
        with pytest.raises(SaveError, match="there is no folder"):
            save("x", tmp_path / "file" / "a.yaml")

    def test_a_folder_in_place_of_a_file(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="is a folder"):
            save("x", tmp_path)

    def test_a_write_protected_file(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        path.write_text("old")
        path.chmod(0o444)
        with pytest.raises(SaveError, match="write-protected"):
            save("new", path)
        assert path.read_text() == "old"

    def test_a_text_that_is_not_unicode(self, tmp_path: Path) -> None:
        with pytest.raises(SaveError, match="not a character"):
            save("a\ud800", tmp_path / "a.yaml")
        assert names(tmp_path) == []


class _Full:
    """A stream to a disk that is full."""

    def __init__(self, stream: object, fail: Callable[..., None]) -> None:
        self._stream = stream
        self.write = fail

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [
    "con.yaml", "Aux", "com3.game.yaml", "a:b.yaml", "what?.yaml", "war.", "war "])
def test_a_name_that_windows_does_not_have_is_refused_there_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    target = tmp_path / name
    atomic.save("text", target)
    assert target.read_text("utf-8") == "text"
    target.unlink()
    monkeypatch.setattr(atomic, "is_windows", lambda: True)
    with pytest.raises(atomic.SaveError, match=r"was not saved\. On Windows no file can be called"):
        atomic.save("text", target)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [
    "console.yaml", "com10.yaml", "my war's one.yaml", "戦争 🎲.yaml", "a.b.yaml"])
def test_other_names_are_not(name: str) -> None:
    assert atomic.unfit_for_windows(name) == ""


@pytest.mark.skipif(not atomic.LOCKS_FOLDERS, reason="no locks of folders here")
class TestSeveralRunsOfTheProgram:
    def test_a_save_waits_for_another_one_and_then_sees_what_that_wrote(self, tmp_path: Path) -> None:
        import fcntl

        path = tmp_path / "a.yaml"
        save("one", path)
        with guarding(FileGuard()) as guard:
            assert read_bytes(path, 100) == b"one"
            guard.permit(path)
            handle = os.open(tmp_path, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX)

            def other() -> None:
                path.write_text("other", "utf-8")
                os.close(handle)

            timer = threading.Timer(0.2, other)
            timer.start()
            with pytest.raises(OverwriteError, match="was changed by another program since it was read"):
                save("two", path)
            timer.join()
        assert path.read_text("utf-8") == "other"
        assert names(tmp_path) == ["a.yaml"]

    def test_a_folder_that_stays_locked_is_written_all_the_same(
            self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import fcntl

        monkeypatch.setattr(atomic, "_LONGEST_WAIT_S", 0.05)
        handle = os.open(tmp_path, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            save("one", tmp_path / "a.yaml")
        finally:
            os.close(handle)
        assert names(tmp_path) == ["a.yaml"]

    def test_a_new_file_that_another_run_made_meanwhile_is_kept(
            self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.yaml"
        sweep = atomic._sweep

        def meanwhile(target: Path) -> None:
            sweep(target)
            path.write_text("other", "utf-8")

        monkeypatch.setattr(atomic, "_sweep", meanwhile)
        with guarding(FileGuard()), pytest.raises(OverwriteError, match="exists already"):
            save("mine", path)
        assert path.read_text("utf-8") == "other"
        assert names(tmp_path) == ["a.yaml"]

    def test_a_file_to_update_that_is_gone_is_written_anew(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        save("one", path)
        with guarding(FileGuard()) as guard:
            read_bytes(path, 100)
            guard.permit(path)
            path.unlink()
            save("two", path)
            save("three", path)
        assert path.read_text("utf-8") == "three"


def windows_error(number: int, *names: Path) -> PermissionError:
    """What Windows raises, which here no error has a number for."""
    first, second = (*names, None, None)[:2]
    error = PermissionError(errno.EACCES, "Access is denied", first, None, second)
    error.winerror = number  # type: ignore[attr-defined, unused-ignore]
    return error


class TestAFileThatAnotherProgramHasOpen:
    """Windows replaces no file that a reader of PDF or a virus scanner has open."""

    @pytest.fixture(autouse=True)
    def _held(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, self.number, self.waited = 0, 32, 0.0
        real = os.replace

        def replace(made: str, target: Path) -> None:
            if self.times:
                self.times -= 1
                raise windows_error(self.number, Path(made), Path(target))
            real(made, target)

        def sleep(seconds: float) -> None:
            self.waited += seconds

        monkeypatch.setattr(atomic.os, "replace", replace)
        monkeypatch.setattr(atomic.time, "sleep", sleep)

    WAYS: ClassVar[dict[str, Callable[[Path], object]]] = {
        "save": lambda path: save("new", path, backup=False),
        "stream": lambda path: atomic.save_stream(path, lambda out: out.write(b"new") and None),
        "copy": lambda path: atomic.copy_file(path.with_name("other"), path)}

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("number", [5, 32, 33])
    def test_it_is_written_when_it_is_closed_within_a_second(
        self, tmp_path: Path, way: str, number: int
    ) -> None:
        path = tmp_path / "set-up.pdf"
        path.write_text("old")
        path.with_name("other").write_text("new")
        self.times, self.number = 4, number
        self.WAYS[way](path)
        assert path.read_text() == "new"
        assert 0.1 < self.waited < 1.0

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("number", [5, 32, 33])
    def test_else_the_message_says_so(self, tmp_path: Path, way: str, number: int) -> None:
        path = tmp_path / "set-up.pdf"
        path.write_text("old")
        path.with_name("other").write_text("new")
        self.times, self.number = 99, number
        with pytest.raises(atomic.DiskError) as told:
            self.WAYS[way](path)
        assert str(told.value).endswith(
            "another program has set-up.pdf open, for example one that shows it. Close it there and save "
            "again, or choose another name.")
        assert path.read_text() == "old"
        assert names(tmp_path) == ["other", "set-up.pdf"]
        assert 1.0 < self.waited < 1.5

    def test_a_backup_that_is_open_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        path.write_text("old")
        self.times = 99
        with pytest.raises(atomic.DiskError, match=r"another program has a\.yaml~ open"):
            save("new", path)

    def test_a_folder_that_nobody_may_write_in_is_no_such_file(self) -> None:
        denied = windows_error(5, Path("C:/Windows/a.pdf"))
        assert atomic.cause_of(denied, Path("C:/Windows/a.pdf")) == (
            f"you have no permission to write in the folder {Path('C:/Windows')}.")
