"""The files a command writes: which it may write, and the report of them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from ..model.files.atomic import real_path, unfit_for_windows, why_not_written
from ..model.files.file_guard import FileGuard, OverwriteError, WrittenFile
from ..model.files.references import ENDINGS
from .exits import NotWrittenError, UnusableError


def check_is_yaml(path: Path, example: str) -> None:
    """Raise `UnusableError` if the file that `-o` names is not to be a YAML file; `example` is a name without
    its ending. Any other name could be taken for another format, or for the name of something bundled."""
    if path.suffix.lower() not in ENDINGS:
        raise UnusableError(f"{path.name} should end in .yaml, for example {path.stem or example}.yaml.")


class Outputs(FileGuard):
    """The guard over the files of one command. Each file it writes is reported once: in the report of the
    command, otherwise when the command ends."""

    def __init__(self, replace: bool | None = False) -> None:
        super().__init__(replace)
        self._reported: set[WrittenFile] = set()
        self._as_typed: Path | None = None

    @property
    def claimed(self) -> Path | None:
        """The file that the command is to write, None before that is known."""
        return self._as_typed

    def claim(self, path: Path) -> None:
        """Raise `OverwriteError` or `NotWrittenError`, before any long work, if the file that `-o` names
        cannot or must not be written."""
        self._as_typed = path
        try:
            os.lstat(path)
        except (OSError, ValueError) as error:
            if isinstance(error, PermissionError):
                raise NotWrittenError(f"{path} cannot be written: {why_not_written(error, path)}") from None
            if getattr(error, "errno", errno.EINVAL) in (errno.ENAMETOOLONG, errno.EINVAL):
                reason = getattr(error, "strerror", "") or error
                raise OverwriteError(f"{path} cannot be a file: {reason}.") from None
        self.check(path)
        if path.is_dir():
            raise NotWrittenError(f"{path} is a folder; name a file in it.")
        if not path.parent.is_dir():
            raise NotWrittenError(
                f"There is no folder {path.parent} for {path.name}; create it or name another.")

    def claim_folder(self, folder: Path) -> None:
        """Raise `NotWrittenError`, before any long work, if no file can be written into the folder that `-o`
        names. The folder may be missing; then it must be possible to make it."""
        there = folder
        while not os.path.lexists(there) and there != there.parent:
            there = there.parent
        if os.path.lexists(there) and not os.path.isdir(there):
            raise NotWrittenError(f"{there} is a file; -o names a folder.")
        if not os.access(there, os.W_OK | os.X_OK):
            raise NotWrittenError(f"No file can be written into {folder}: you have no permission to write in "
                                  f"the folder {there}. Choose another folder.")

    def new_lines(self, first: Path | None = None, remark: str = "") -> list[str]:
        """A line for each file that was written and not reported yet, `first` before the others and with the
        remark, and one for each backup."""
        lines = []
        files = {self._shown(f.path): f for f in self._take_unreported()}
        for path in sorted(files, key=lambda p: p != first):
            remarks = [remark] if remark and path == first else []
            if path.is_symlink():
                remarks.append(f"a link to {real_path(path)}")
            lines.append(f"Written: {path}" + (f" ({'; '.join(remarks)})" if remarks else ""))
            if path == first and (unfit := unfit_for_windows(path.name)):
                lines.append(unfit)
            backup = files[path].backup
            if backup is not None:
                lines.append(f"Kept: {self._shown(backup)} (what {path.name} held before)")
        return lines

    def names(self) -> list[str]:
        """The files that were written, for a JSON report; they count as reported."""
        self._take_unreported()
        return [str(self._shown(f.path)) for f in self.written]

    def has_written(self, path: Path) -> bool:
        """Whether that file was written."""
        return any(self._shown(f.path) == path for f in self.written)

    def _shown(self, path: Path) -> Path:
        """The path in the form in which the user typed the target: relative or absolute."""
        typed = self._as_typed
        if typed is None or typed.is_absolute() or not path.is_absolute():
            return path
        return typed if path == real_path(typed) else Path(os.path.relpath(path))

    def _take_unreported(self) -> list[WrittenFile]:
        files = [f for f in self.written if f not in self._reported]
        self._reported.update(files)
        return files
