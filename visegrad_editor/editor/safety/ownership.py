"""Notes on which window has which file open, so that another window can warn.

The notes are in the program's folder, one for each window and file, named by the file's real path. A note
whose window no longer exists is deleted by the window that finds it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

from ...lazy_dataclass import dataclass
from ...model.files.atomic import SaveError, real_path, save
from ...operating_system import process_start
from ..settings import make_private

_ENDING = ".open"


@dataclass(frozen=True)
class OpenNote:
    """A window that has a file open."""

    owner: Owner
    since: datetime

    @property
    def who(self) -> str:
        """`another window of this program since 14:05`, with the day or the computer if it is not this
        one."""
        day = "" if self.since.date() == datetime.now().date() else f"{self.since:%d %B} at "
        where = "" if self.owner.here else f" on the computer {self.owner.host}"
        return f"another window of this program{where} since {day}{self.since:%H:%M}"


class OpenNotes:
    """The notes of one window, below `folder`. If the folder cannot be written, the window leaves no
    notes."""

    def __init__(self, folder: Path, owner: Owner) -> None:
        self._folder, self._owner = folder, owner
        self._held: Path | None = None
        self._held_for: Path | None = None
        """The file whose note is held."""

    def hold(self, path: Path | None) -> None:
        """Note that this window now has exactly this file open; None for no file."""
        if path is not None and path == self._held_for:
            return
        note = self._note(path) if path is not None else None
        if note == self._held:
            return
        self.release()
        if note is None or path is None:
            return
        data = {"path": str(real_path(path)), "since": time.time(), "process": self._owner.pid,
                "computer": self._owner.host}
        with suppress(OSError, SaveError):
            make_private(self._folder)
            save(json.dumps(data, indent=1), note, backup=False, private=True)
            self._held, self._held_for = note, path

    def release(self) -> None:
        """Remove the note: the window no longer has a file open."""
        if self._held is not None:
            with suppress(OSError):
                self._held.unlink()
        self._held = self._held_for = None

    def touch(self) -> None:
        """Give a sign of life to other computers that share the folder."""
        if self._held is not None:
            with suppress(OSError):
                os.utime(self._held)

    def others(self, path: Path) -> list[OpenNote]:
        """The other windows that have a file open, the earliest first."""
        return sorted(self._others(path), key=lambda note: note.since)

    def _others(self, path: Path) -> Iterator[OpenNote]:
        for note in sorted(self._folder.glob(f"{_mark(path)}.*{_ENDING}")):
            owner = owner_of(note.name.removesuffix(_ENDING).partition(".")[2])
            if owner is None or owner == self._owner:
                continue
            with suppress(OSError, ValueError, KeyError, TypeError):
                if owner.alive(note):
                    since = json.loads(note.read_text("utf-8"))["since"]
                    yield OpenNote(owner, datetime.fromtimestamp(since))
                else:
                    note.unlink()

    def _note(self, path: Path) -> Path:
        return self._folder / f"{_mark(path)}.{self._owner}{_ENDING}"


def _mark(path: Path) -> str:
    """A short name for a file, the same for every path that leads to it."""
    real = os.path.normcase(os.path.realpath(path))
    return hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:20]


# Owners: which process something belongs to, and whether that process still runs.
#
# A process number alone is not enough, because numbers are reused. Together with the start time of the
# process it is unique on a computer.

_NAME = re.compile(r"([A-Za-z0-9-]+)_(\d+)_([A-Za-z0-9]*)_(\d+)")
SILENT_AFTER = 300.0
"""Seconds without a sign of life after which a window on another computer counts as gone."""
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Owner:
    """A window: its computer, its process, the start time of the process, and its number in the process."""

    host: str
    pid: int
    started: str
    number: int = 0

    def __str__(self) -> str:
        """A text that can be a file name; `owner_of` reads it."""
        return f"{self.host}_{self.pid}_{self.started}_{self.number}"

    @property
    def here(self) -> bool:
        """Whether it belongs to this computer."""
        return self.host == _host()

    def alive(self, sign: Path) -> bool:
        """Whether the process still runs. On another computer this is judged by when the file `sign` was last
        written or touched. Raises `OSError` if that file cannot be examined."""
        if self.here:
            return process_start(self.pid) == self.started
        # The time of a file comes from the computer that stores it, whose clock may differ from ours.
        return clock_of(sign.parent) - sign.stat().st_mtime < SILENT_AFTER


def new_owner() -> Owner:
    """The owner for a new window of this process."""
    return replace(_this_process(), number=next(_numbers))


def owner_of(text: str) -> Owner | None:
    """The owner in a file name, None if there is none."""
    match = _NAME.fullmatch(text)
    return Owner(match[1], int(match[2]), match[3], int(match[4])) if match else None


def clock_of(folder: Path) -> float:
    """The current time, in seconds since 1970, by the clock that sets the times of files in a folder,
    measured with a temporary file; this computer's time if that cannot be made."""
    try:
        handle, name = tempfile.mkstemp(prefix=".clock.", dir=folder)
    except OSError:
        return time.time()
    try:
        return os.fstat(handle).st_mtime
    finally:
        os.close(handle)
        with suppress(OSError):
            os.unlink(name)


@cache
def _host() -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", socket.gethostname()).strip("-") or "computer"


def _this_process() -> Owner:
    # Determined each time, because the process number changes after a fork.
    return Owner(_host(), os.getpid(), process_start(os.getpid()) or "")
