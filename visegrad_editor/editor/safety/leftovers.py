"""Work of windows that ended without saving it: found, taken over by one window only, thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .journal import ENDING, BadJournal, Work, read_journal
from .ownership import new_owner, owner_of
from .watch import brought_up_to_date


@dataclass(frozen=True)
class Leftover:
    """The journal of a window that is gone; `work` is None where it cannot be read, and then
    `complaint` says why."""

    path: Path
    when: datetime
    work: Work | None
    complaint: str = ""

    @property
    def title(self) -> str:
        return self.work.document.title if self.work is not None else "Unreadable work"

    def take(self) -> Leftover | None:
        """Make it this window's, so that no other one offers it; None where another was quicker.

        It stays on the disk until `discard`.
        """
        own = self.path.with_name(f"{new_owner()}{ENDING}")
        try:
            self.path.rename(own)
        except OSError:
            return None
        return Leftover(own, self.when, self.work, self.complaint)

    def discard(self) -> None:
        """Remove it for good."""
        with suppress(OSError):
            self.path.unlink()


def leftovers(folder: Path) -> list[Leftover]:
    """Work of windows that are gone: what can be restored, the newest first, then what cannot be read. Work
    that did reach its files is removed."""
    return sorted(_leftovers(folder), key=lambda x: (x.work is not None, x.when), reverse=True)


def any_left(folder: Path) -> bool:
    """Whether there may be such work: told at once, nothing is read."""
    return any(True for _ in _left_behind(folder))


def _left_behind(folder: Path) -> Iterator[tuple[Path, float]]:
    """Journals of windows that are gone, and when they were written last."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        owner = owner_of(path.stem)
        try:
            written, gone = path.stat().st_mtime, owner is not None and not owner.alive(path)
        except OSError:
            continue
        if gone:
            yield path, written


def _leftovers(folder: Path) -> Iterator[Leftover]:
    for path, written in _left_behind(folder):
        when = datetime.fromtimestamp(written)
        try:
            work = brought_up_to_date(read_journal(path))
        except BadJournal as error:
            yield Leftover(path, when, None, str(error))
            continue
        if work.worth_keeping:
            yield Leftover(path, when, work)
        else:
            Leftover(path, when, work).discard()
