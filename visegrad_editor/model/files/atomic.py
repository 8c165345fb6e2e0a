"""Writing files atomically: on the disk there is always the whole old or the whole new file."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ...errors import VisegradError
from ...operating_system import LOCKS_FOLDERS, is_windows, try_lock
from .file_guard import FileGuard, OverwriteError, check_target, note_read, note_removed, note_written

_BLOCK = 4 * 1024 * 1024
_LONGEST_WAIT_S = 3.0
"""Seconds that a save waits for another one in the same folder."""


class SaveError(VisegradError):
    """Why something could not be saved, as a sentence. Nothing on the disk was changed."""


class DiskError(SaveError):
    """Why a file could not be written to its place: the disk, its folder or its permissions."""


class SourceLostError(SaveError):
    """A file is not written because that would overwrite one that it is made from."""


def keep_sources(path: Path, sources: Iterable[Path]) -> None:
    """Raise `SourceLostError` if writing the file, or its backup, would overwrite one of these files, also
    through a link."""
    guard = FileGuard(replace=True)
    guard.note_read(*sources)
    try:
        guard.check(path, backup_of(path) if path.exists() else None)
    except OverwriteError as error:
        raise SourceLostError(str(error)) from None


def save_bytes(data: bytes, path: Path, backup: bool = True, private: bool = False) -> None:
    """Write a file whole or not at all; raises `SaveError`.

    The previous version is kept as `name~` beside it. A symbolic link stays one: the file it leads to is
    replaced. The permissions of the file are kept; a `private` file can be read only by its owner.
    """
    if is_windows() and (why := unfit_for_windows(path.name)):
        # Windows would write to a device, or beside the file that was meant, and report success.
        raise DiskError(f"{path.name} was not saved. {why} Choose another name.")
    made: list[str] = []
    try:
        target = _link_target(path)
        old = _checked_backup(path, backup)
        mode = 0o600 if private else _mode(target)
        _sweep(target)
        new = _temporary(target, data, mode, made)
        with _alone_in(target.parent):
            # Checked again: meanwhile another run of the program may have written the file.
            old = _checked_backup(path, backup)
            if old is not None:
                put_in_place(_temporary(target, target.read_bytes(), mode, made), old)
            put_in_place(new, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise DiskError(f"{path.name} was not saved: {why_not_written(error, path)}") from error
    finally:
        for name in made:
            with suppress(OSError):
                os.unlink(name)
    note_written(path, old)


def _checked_backup(path: Path, backup: bool) -> Path | None:
    """Where the previous version of a file is to be kept, None if there is none or it is not kept. Raises
    `OverwriteError` or `DiskError` if the file must not or cannot be written."""
    old = backup_of(path) if backup and _link_target(path).exists() else None
    check_target(path, old)
    if old is not None and old.is_dir() and not old.is_symlink():
        raise DiskError(f"{path.name} was not saved: what it holds now would be kept as {old.name}, and "
                        f"{old} is a folder. Rename or remove that folder.")
    return old


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other run of the program replaces a file in a folder, but not long: the disk may not know
    such locks, or somebody may keep one."""
    handle = -1
    try:
        if LOCKS_FOLDERS:
            with suppress(OSError):
                handle = os.open(folder, os.O_RDONLY)
        end = time.monotonic() + _LONGEST_WAIT_S
        while handle >= 0 and time.monotonic() < end:
            try:
                if try_lock(handle):
                    break
            except OSError:
                break
            time.sleep(0.01)
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def save_stream(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Write a file that is too large to be held in memory: `write` gets a stream, which becomes the file when
    it returns. If it raises, the old file stays. Raises `SaveError` if the disk fails."""
    made: list[str] = []
    try:
        target = _link_target(path)
        check_target(path)
        mode = _mode(target)
        _sweep(target)
        handle, name = _new_file_beside(target)
        made.append(name)
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, mode)
        put_in_place(name, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise DiskError(f"{path.name} was not saved: {why_not_written(error, path)}") from error
    finally:
        for name in made:
            with suppress(OSError):
                os.unlink(name)
    note_written(path)


_PAUSES_S = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""Seconds between the attempts to replace a file, about one in all: a virus scanner is done by then."""


def put_in_place(made: str | Path, target: Path) -> None:
    """Let a file take the place of another one. Windows refuses that while another program has the other file
    open: for about a second it is tried again. Raises `OSError`."""
    for pause in _PAUSES_S:
        try:
            os.replace(made, target)
            return
        except PermissionError as error:
            if not _is_held(error):
                raise
        time.sleep(pause)
    os.replace(made, target)


_SHARING, _LOCKED, _DENIED = 32, 33, 5
"""Numbers of Windows' own errors."""


def _is_held(error: OSError) -> bool:
    """Whether a file could not be written because another program has it open, which only Windows minds. It
    says so, or, of a file that is to be replaced, that access is denied: what forbids the user to write there
    was found before, when the new file was made beside it."""
    number = getattr(error, "winerror", None)
    return number in (_SHARING, _LOCKED) or (number == _DENIED and error.filename2 is not None)


def remove_written(path: Path) -> None:
    """Remove a file written just now, because what belongs to it cannot be written; nothing happens if there
    is none or it cannot be removed."""
    with suppress(OSError):
        path.unlink()
        note_removed(path)


def save(text: str, path: Path, backup: bool = True, private: bool = False) -> None:
    """Write a text as UTF-8, its line ends as they are; raises `SaveError`. A `private` file can be read only
    by its owner."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = text[error.start : error.start + 1]
        message = f"{path.name} was not saved: the text holds {bad!r}, which is not a character."
        raise SaveError(message) from None
    save_bytes(data, path, backup, private)


def copy_file(source: Path, target: Path, report: Callable[[float], bool] = lambda _done: True) -> bool:
    """Copy a file that may be large, whole or not at all; raises `SaveError`.

    `report` gets the completed share, 0 to 1, and returns whether to continue; if not, nothing is written and
    the result is False.
    """
    made: list[str] = []
    try:
        reading = source.open("rb")
    except OSError as error:
        raise SaveError(f"{source.name} cannot be read: {error.strerror or error}.") from error
    note_read(source)
    try:
        check_target(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        size = max(1, source.stat().st_size)
        handle, name = _new_file_beside(target)
        made.append(name)
        with os.fdopen(handle, "wb") as out, reading:
            while block := reading.read(_BLOCK):
                out.write(block)
                if not report(min(1.0, out.tell() / size)):
                    return False
            out.flush()
            os.fsync(out.fileno())
        os.chmod(name, _mode(target))
        put_in_place(name, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise DiskError(f"{source.name} was not copied: {why_not_written(error, target)}") from error
    finally:
        reading.close()
        for name in made:
            with suppress(OSError):
                os.unlink(name)
    note_written(target)
    return True


def backup_of(path: Path) -> Path:
    """Where the previous version of a file is kept: beside it or, for a symbolic link, beside the file it
    leads to."""
    target = _link_target(path)
    return target.with_name(target.name + "~")


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same existing file."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def real_path(path: Path) -> Path:
    """The absolute path without symbolic links; a link that leads to itself is left, because only opening it
    can tell what is wrong with it."""
    return Path(os.path.realpath(path))


def _link_target(path: Path) -> Path:
    """The file to be written: the target of a symbolic link, else the path as it is."""
    return real_path(path) if path.is_symlink() else path


def _mode(target: Path) -> int:
    """The permissions for the file: its present ones, else the usual ones."""
    try:
        info = target.stat()
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(info.st_mode):
        raise DiskError(f"{target.name} is a folder. Choose another name.")
    if not stat.S_ISREG(info.st_mode):
        raise DiskError(f"{target.name} is a device or a pipe, not a file. Choose another name.")
    if not info.st_mode & 0o222:
        raise DiskError(f"{target.name} is write-protected. Save under another name, or allow writing to it.")
    return stat.S_IMODE(info.st_mode)


def _new_file_beside(target: Path) -> tuple[int, str]:
    """A new empty file in the same folder: its handle and its path."""
    import tempfile  # here, since most commands write nothing

    return tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)


def _temporary(target: Path, data: bytes, mode: int, made: list[str]) -> str:
    """A file in the same folder with the data safely on the disk."""
    handle, name = _new_file_beside(target)
    made.append(name)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.chmod(name, mode)
    return name


def _sweep(target: Path) -> None:
    """Remove what a save killed an hour or longer ago has left behind."""
    import glob

    with suppress(OSError):
        for left in target.parent.glob(f".{glob.escape(target.name[:100])}.*.tmp"):
            if time.time() - left.stat().st_mtime > 3600:
                left.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the renaming survive a power cut, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_GONE = {getattr(errno, name) for name in (
    "EIO", "ENODEV", "ENXIO", "ESTALE", "EHOSTDOWN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ENOTCONN",
    "EREMOTEIO", "ENOMEDIUM") if hasattr(errno, name)}
"""The errors of a drive that was pulled out, or of a network that is down."""


_WINDOWS_DEVICES = {
    "con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
"""What Windows takes for a device, with any ending."""
_WINDOWS_BARS = '<>:"|?*\\'


def unfit_for_windows(name: str) -> str:
    """Why a file of this name can neither be made nor opened on Windows, in a sentence; "" if it can.

    >>> unfit_for_windows("CON.yaml")
    'On Windows no file can be called CON.yaml: it means a device there.'
    >>> unfit_for_windows("who?.yaml"), unfit_for_windows("console.yaml")
    ('On Windows no file can be called who?.yaml: ? is not allowed there.', '')
    """
    begin = f"On Windows no file can be called {name}:"
    if name.partition(".")[0].strip().lower() in _WINDOWS_DEVICES:
        return f"{begin} it means a device there."
    if bar := next((c for c in name if c in _WINDOWS_BARS or ord(c) < 32), ""):
        return f"{begin} {bar if bar.isprintable() else 'a control character'} is not allowed there."
    return f"{begin} names end in no blank and no full stop there." if name[-1:] in (" ", ".") else ""


def why_not_written(error: OSError, path: Path) -> str:
    """Why a file could not be written and what to do, from lower case letter to full stop."""
    advice = ""
    if _is_held(error):
        advice = " Close it there and save again, or choose another name."
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        advice = " Make room and save again, or choose another disk; the old file is untouched."
    elif error.errno in (*_NO_FOLDER, *_FORBIDDEN, *_GONE):
        advice = " Choose another folder."
    return cause_of(error, path) + advice


_NO_FOLDER = (errno.ENOENT, errno.ENOTDIR)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def cause_of(error: OSError, path: Path) -> str:
    """Why a file could not be written, from lower case letter to full stop."""
    folder = path.parent
    if _is_held(error):
        held = Path(os.fsdecode(error.filename2 or error.filename or path)).name
        return f"another program has {held} open, for example one that shows it."
    if error.errno in _NO_FOLDER:
        if _is_folder(folder):
            return f"no file can be made in the folder {folder}."
        return f"there is no folder {folder}. It was removed or renamed, or its drive is gone."
    if error.errno in _FORBIDDEN:
        return f"you have no permission to write in the folder {folder}."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full."
    if error.errno in _GONE:
        return f"the drive or network folder {folder} does not answer ({error.strerror})."
    if error.errno == errno.ENAMETOOLONG:
        return "the name is too long."
    if error.errno == errno.ELOOP:
        return "it is a symbolic link that leads to itself."
    return f"{error.strerror or error}."


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
