"""Unsaved work of windows that ended without saving it: finding, taking over, discarding."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ...lazy_dataclass import dataclass
from .journal import ENDING, JournalError, UnsavedWork, read_journal
from .ownership import new_owner, owner_of
from .watch import with_finished_saves


@dataclass(frozen=True)
class Leftover:
    """The journal of a window that no longer exists; if it cannot be read, `work` is None and `complaint`
    says why."""

    path: Path
    when: datetime
    work: UnsavedWork | None
    complaint: str = ""

    @property
    def title(self) -> str:
        return self.work.document.title if self.work is not None else "ReadError work"

    @property
    def when_words(self) -> str:
        """When it was recorded last: `7 March 2026, 14:05`."""
        return f"{self.when.day} {self.when:%B %Y, %H:%M}"

    def take(self) -> Leftover | None:
        """Take it over for this window, so that no other offers it; None if another was faster.

        It stays on disk until `discard`.
        """
        own = self.path.with_name(f"{new_owner()}{ENDING}")
        try:
            self.path.rename(own)
        except OSError:
            return None
        return Leftover(own, self.when, self.work, self.complaint)

    def discard(self) -> None:
        """Delete it for good."""
        with suppress(OSError):
            self.path.unlink()


def leftovers(folder: Path) -> list[Leftover]:
    """The work of windows that no longer exist: first what can be restored, the latest first, then what
    cannot be read. Work that has reached its files is deleted."""
    return sorted(_leftovers(folder), key=lambda x: (x.work is not None, x.when), reverse=True)


def any_left(folder: Path) -> bool:
    """Whether there may be such work; a quick check that reads no journal."""
    return any(True for _ in left_behind(folder))


def left_behind(folder: Path, ending: str = ENDING) -> Iterator[tuple[Path, float]]:
    """The journals, or other files named after their window, of windows that no longer exist, with the times
    of their last write."""
    for path in sorted(folder.glob(f"*{ending}")):
        owner = owner_of(path.stem)
        try:
            written, gone = path.stat().st_mtime, owner is not None and not owner.alive(path)
        except OSError:
            continue
        if gone:
            yield path, written


def _leftovers(folder: Path) -> Iterator[Leftover]:
    for path, written in left_behind(folder):
        when = datetime.fromtimestamp(written)
        try:
            work = with_finished_saves(read_journal(path))
        except JournalError as error:
            yield Leftover(path, when, None, str(error))
            continue
        if work.worth_keeping:
            yield Leftover(path, when, work)
        else:
            Leftover(path, when, work).discard()
