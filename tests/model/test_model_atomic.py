"""One file is saved whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from own_files import names

from visegrad_editor.model.files import atomic
from visegrad_editor.model.files.atomic import SaveError, save


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
            monkeypatch.setattr(atomic.tempfile, "mkstemp", fail)
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
