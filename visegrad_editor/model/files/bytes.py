"""Reading the bytes and the texts of unknown files: of any size, and perhaps not regular files."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import VisegradError
from .file_guard import note_read
from .formats import is_yaml

if TYPE_CHECKING:
    from ..problems import Problem

MAX_BYTES = 16 * 1024 * 1024
"""What a text that is read may have at most."""
_MEGA = 1024 * 1024


class ReadError(VisegradError):
    """Why a text or a file cannot be read at all. `line` is 0 if no line is at fault."""

    def __init__(self, code: str, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.line = code, message, line

    def problem(self, file: str) -> Problem:
        """This error as a problem of the file with that name."""
        from ..problems import Problem

        return Problem("error", self.code, self.message, file, self.line)


def may_exist(path: Path) -> bool:
    """Whether there is something at a path; True also if only reading can tell (a name that is too long)."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return True


def means_file(name: str) -> bool:
    """Whether a name that somebody gives means a file and nothing bundled: its ending says so, or a file has
    that name. A folder may be called like something bundled."""
    path = Path(name)
    return is_yaml(name) or (may_exist(path) and not os.path.isdir(path))


def read_bytes(path: Path, most: int) -> bytes:
    """All of a file of at most `most` bytes; raises `ReadError`.

    Folders are refused, and so are devices and pipes, some of which never end and others never begin.
    """
    try:
        info = path.stat()
        if stat.S_ISDIR(info.st_mode):
            raise ReadError("not-a-file", "This is a folder. Name a file in it.")
        if not stat.S_ISREG(info.st_mode):
            raise ReadError("not-a-file", "This is a device or a pipe, not a file.")
        if info.st_size > most:
            raise too_big(info.st_size, most)
        with path.open("rb") as stream:
            # A file may grow while it is read, and some files report no size.
            raw = stream.read(most + 1)
    except FileNotFoundError:
        raise ReadError("no-file", "There is no such file.") from None
    except PermissionError:
        raise ReadError("no-permission", "You have no permission to read this file.") from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise ReadError("unreadable", f"The file cannot be read: {reason}.") from None
    note_read(path, raw)
    if len(raw) > most:
        raise too_big(len(raw), most)
    return raw


def read_text(path: Path) -> str:
    """The text of a file, line ends and a byte order mark included; raises `ReadError`."""
    return decode(read_bytes(path, MAX_BYTES))


def decode(raw: bytes) -> str:
    """UTF-8 bytes as text; raises `ReadError`."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ReadError("not-utf8", "The file is saved as UTF-16. Save it as UTF-8.", 1)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        if b"\x00" in raw[:4096]:
            raise ReadError("binary", "This is a binary file, not a text.", line) from None
        message = (
            f"The file is not UTF-8 text: line {line} holds the byte {raw[error.start]:02X} (hexadecimal). "
            "Save it as UTF-8."
        )
        raise ReadError("not-utf8", message, line) from None


def beginning(path: Path, most: int) -> bytes:
    """At most the first `most` bytes of a file, by which its kind is told; b"" for what cannot be read, and
    for folders, devices and pipes, which might be waited for without end."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as stream:
            return stream.read(most)
    except (OSError, ValueError):
        return b""


def too_big(size: int, most: int) -> ReadError:
    """The exception for `size` bytes if at most `most` are read."""
    return ReadError(
        "too-big", f"The file is too large: {size / _MEGA:.0f} MB; at most {most // _MEGA} MB are read.")


def holds(path: Path, data: bytes) -> bool:
    """Whether a file exists and has exactly this content."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False
