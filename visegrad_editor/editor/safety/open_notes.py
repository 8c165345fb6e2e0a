"""Notes on which window has which file open, so that a second one can say so.

They lie in the program's own folder, one for each window and file, named by the file's real path;
a note whose window is gone is removed by whoever meets it.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ...model.atomic import SaveError, save
from ..user_folders import make_private
from .owner import Owner, owner_of

_ENDING = ".open"


@dataclass(frozen=True)
class OpenNote:
    """A window that has a file open."""

    owner: Owner
    since: datetime

    @property
    def who(self) -> str:
        """`another window of this program since 14:05`, with the day or computer where it is another."""
        day = "" if self.since.date() == datetime.now().date() else f"{self.since:%d %B} at "
        where = "" if self.owner.here else f" on the computer {self.owner.host}"
        return f"another window of this program{where} since {day}{self.since:%H:%M}"


class OpenNotes:
    """The notes below `folder` from one window's side. A folder that cannot be written does no harm:
    the window then leaves no notes."""

    def __init__(self, folder: Path, owner: Owner) -> None:
        self._folder, self._owner = folder, owner
        self._held: Path | None = None

    def hold(self, path: Path | None) -> None:
        """Note that this window has this file open now, and no other one; None for none."""
        note = self._note(path) if path is not None else None
        if note == self._held:
            return
        self.release()
        if note is None or path is None:
            return
        told = {"path": str(path.resolve()), "since": time.time(), "process": self._owner.pid,
                "computer": self._owner.host}
        with suppress(OSError, SaveError):
            make_private(self._folder)
            save(json.dumps(told, indent=1), note, backup=False, private=True)
            self._held = note

    def release(self) -> None:
        """The window has no file open any more."""
        if self._held is not None:
            with suppress(OSError):
                self._held.unlink()
        self._held = None

    def touch(self) -> None:
        """A sign of life for other computers that share the folder."""
        if self._held is not None:
            with suppress(OSError):
                os.utime(self._held)

    def others(self, path: Path) -> list[OpenNote]:
        """The other windows that have a file open, the first one first."""
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
    """A short name for a file, the same by whatever way it is reached."""
    real = os.path.normcase(os.path.realpath(path))
    return hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:20]
