"""What may be written while one command is performed: the file it was told to write, and what belongs to it.

Every reader and writer of the program reports here: `file_bytes` what is read, `atomic` what is to be
written, before it is. Outside of `guarding` nothing is refused; the window asks by its dialogs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class Refused(Exception):
    """Why a file is not written, as a sentence: it would take the place of one that is not to be lost."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written, and the file that keeps what was there before, if it is kept."""

    path: Path
    backup: Path | None = None


class FileGuard:
    """Which files a command may write, what it has read and what it has written.

    A file that was read is never written, and any other that is there already only with `replace` (None where
    nobody can ask for that); `permit` makes an exception for a file that is to be brought up to date. Files
    are compared as the disk has them, so a symbolic or a hard link to a file is that file.
    """

    def __init__(self, replace: bool | None = False) -> None:
        self.replace = replace
        self.written: list[WrittenFile] = []
        self._read: dict[str, Path] = {}
        self._permitted: list[Path] = []

    def note_read(self, *paths: Path) -> None:
        """These files are read, or belong to what is: nothing may take their place."""
        for path in paths:
            self._read.setdefault(os.path.realpath(path), path)

    def permit(self, path: Path) -> None:
        """This file may be written though it was read or is there already."""
        self._permitted.append(path)

    def check(self, path: Path, backup: Path | None = None) -> None:
        """Raise `Refused` where the file must not be written, or its backup would take the place of a file
        that was read. Nothing is written here."""
        if any(w.path == path for w in self.written):
            return
        if not any(_same(path, p) for p in self._permitted):
            if self._was_read(path):
                raise Refused(f"{path} is one of the files that this is made from, and would be lost. Choose "
                              "another name.")
            if os.path.lexists(path) and not self.replace and not path.is_dir():
                advice = "" if self.replace is None else ", or add --force to replace it"
                raise Refused(f"{path} exists already. Choose another name{advice}.")
        if backup is not None and self._was_read(backup):
            raise Refused(f"{path} was not written: what it holds now would be kept as {backup.name}, which "
                          "is one of the files that this is made from. Choose another name.")

    def note_written(self, path: Path, backup: Path | None = None) -> None:
        """This file was written."""
        self.written = [w for w in self.written if w.path != path]
        self.written.append(WrittenFile(path, backup))

    def _was_read(self, path: Path) -> bool:
        return os.path.realpath(path) in self._read or any(_same(path, p) for p in self._read.values())


def _same(one: Path, other: Path) -> bool:
    """Whether two paths are one file, also one that is not there yet."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


_active: FileGuard | None = None


@contextmanager
def guarding(guard: FileGuard) -> Iterator[FileGuard]:
    """Whatever is read and written meanwhile goes by this guard."""
    global _active
    before, _active = _active, guard
    try:
        yield guard
    finally:
        _active = before


def note_read(path: Path) -> None:
    """Tell the guard, if there is one, that a file is read."""
    if _active is not None:
        _active.note_read(path)


def check_target(path: Path, backup: Path | None = None) -> None:
    """Raise `Refused` where the guard, if there is one, keeps a file from being written."""
    if _active is not None:
        _active.check(path, backup)


def note_written(path: Path, backup: Path | None = None) -> None:
    """Tell the guard, if there is one, that a file was written."""
    if _active is not None:
        _active.note_written(path, backup)
