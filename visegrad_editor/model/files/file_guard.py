"""Protects files while one command runs: it may write only the file it was told to write, and what belongs to
it.

Every reader and writer of the program reports here before it reads or writes: `bytes` for reading, `atomic`
for writing. Outside of `guarding`, as in the window, nothing is refused but to overwrite what a document or a
game is made from (`keep_sources` in `atomic`); for other files the window asks in its dialogs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ...errors import VisegradError


class OverwriteError(VisegradError):
    """Why a file is not written, as a sentence: writing would overwrite a file, or what another program put
    into it, that must not be lost."""


class WrittenFile(NamedTuple):
    """A file that was written, and the backup of its old contents, if there is one."""

    path: Path
    backup: Path | None = None


class FileGuard:
    """The files a command may write, has read and has written.

    A file that was read is never written, and any other existing file only with `replace` (None if nobody can
    ask for that); `permit` makes an exception for a file that is to be updated, as long as it still holds
    what was read. Files are compared as on the disk, so a symbolic or a hard link to a file is that file.
    """

    def __init__(self, replace: bool | None = False) -> None:
        self.replace = replace
        self.written: list[WrittenFile] = []
        self._read: dict[str, Path] = {}
        self._marks: dict[str, tuple[int, int]] = {}
        self._permitted: list[Path] = []

    def note_read(self, *paths: Path) -> None:
        """Note that these files are read, or belong to files that are: nothing may overwrite them."""
        for path in paths:
            self._read.setdefault(os.path.realpath(path), path)

    def note_content(self, path: Path, data: bytes) -> None:
        """Note what was read from a file, the first time."""
        self._marks.setdefault(os.path.realpath(path), _mark(data))

    def permit(self, path: Path) -> None:
        """Allow writing this file although it was read or exists already, unless it changes meanwhile."""
        self._permitted.append(path)

    def check(self, path: Path, backup: Path | None = None) -> None:
        """Raise `OverwriteError` if the file must not be written, or its backup would overwrite a file that
        was read. Nothing is written here."""
        if any(w.path == path for w in self.written):
            return
        if any(_same(path, p) for p in self._permitted):
            if self._has_changed(path):
                raise OverwriteError(f"{path} was changed by another program since it was read, so nothing "
                                     "was written. Run the command again.")
        else:
            if self._was_read(path):
                raise OverwriteError(f"{path} is one of the source files and would be lost. Choose "
                                     "another name.")
            if os.path.lexists(path) and not self.replace and not path.is_dir():
                advice = "" if self.replace is None else ", or add --force to replace it"
                raise OverwriteError(f"{path} exists already. Choose another name{advice}.")
        if backup is not None and self._was_read(backup):
            raise OverwriteError(f"{path} was not written: its backup would overwrite {backup.name}, which "
                                 "is one of the source files. Choose another name.")

    def note_written(self, path: Path, backup: Path | None = None) -> None:
        """Note that this file was written."""
        self.written = [w for w in self.written if w.path != path]
        self.written.append(WrittenFile(path, backup))

    def note_removed(self, path: Path) -> None:
        """Note that a file this command wrote is there no more."""
        self.written = [w for w in self.written if w.path != path]

    def _has_changed(self, path: Path) -> bool:
        """Whether a file holds something else than what was read from it; one that is gone loses nothing."""
        mark = self._marks.get(os.path.realpath(path))
        try:
            return mark is not None and mark != _mark(Path(path).read_bytes())
        except OSError:
            return False

    def _was_read(self, path: Path) -> bool:
        return os.path.realpath(path) in self._read or any(_same(path, p) for p in self._read.values())


def _mark(data: bytes) -> tuple[int, int]:
    """A mark of a content, equal for equal contents; it holds within this process only."""
    return len(data), hash(data)


def _same(one: Path, other: Path) -> bool:
    """Whether two paths are the same file, even one that does not exist yet."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


_active: FileGuard | None = None


@contextmanager
def guarding(guard: FileGuard) -> Iterator[FileGuard]:
    """While the context lasts, this guard checks everything that is read and written."""
    global _active
    before, _active = _active, guard
    try:
        yield guard
    finally:
        _active = before


def note_read(path: Path, data: bytes | None = None) -> None:
    """Tell the guard, if there is one, that a file is read, and what was read if that is known."""
    if _active is not None:
        _active.note_read(path)
        if data is not None:
            _active.note_content(path, data)


def check_target(path: Path, backup: Path | None = None) -> None:
    """Raise `OverwriteError` if the guard, if there is one, keeps a file from being written."""
    if _active is not None:
        _active.check(path, backup)


def note_written(path: Path, backup: Path | None = None) -> None:
    """Tell the guard, if there is one, that a file was written."""
    if _active is not None:
        _active.note_written(path, backup)


def note_removed(path: Path) -> None:
    """Tell the guard, if there is one, that a file written before was removed."""
    if _active is not None:
        _active.note_removed(path)
