"""Watches the files of the open design, in a thread: a drive that does not answer holds up nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...model.resources import is_installed
from ...model.sources import Kind, SourceFile, Sources
from ..recent_files import answers
from .kept_files import KINDS
from .on_disk import text_now

POLL_S = 2.0
PATIENCE_S = 0.3
"""How long a drive may take to say whether a file can be read before the last look at it counts."""
_SETTLE_S = 0.3
"""A file that has just changed may still be written to: it is looked at again after these seconds."""
_Stamp = tuple[int, int, int] | None


@dataclass(frozen=True)
class DiskChange:
    """A file that is not as the window knows it; `text` is what it says now, None where it is gone
    or cannot be read."""

    kind: Kind
    path: Path
    text: str | None


class Watch:
    """Looks every two seconds; `found` is what it saw last. `watch` says which files."""

    def __init__(self, poll: float = POLL_S) -> None:
        self._poll = poll
        self._sources: Sources | None = None
        self._found: tuple[Sources | None, tuple[DiskChange, ...]] = (None, ())
        self._seen: dict[Path, tuple[_Stamp, str | None]] = {}
        self._restless: set[Path] = set()
        self._wake = threading.Event()
        self._over = False
        self._thread: threading.Thread | None = None

    def watch(self, sources: Sources) -> None:
        """Watch the files of these sources, and no others; the same ones again change nothing."""
        if sources is self._sources:
            return
        self._sources = sources
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True, name="files")
            self._thread.start()
        self.look()

    @property
    def found(self) -> tuple[DiskChange, ...]:
        """The files that are not as known; empty until the first look at them is over."""
        sources, changes = self._found
        return changes if sources is self._sources else ()

    def gone(self) -> tuple[DiskChange, ...]:
        """The files that are gone or cannot be read this very moment. A drive that does not answer is waited
        for only a moment; of its files the last look at them counts."""
        files = list(watched(self._sources)) if self._sources is not None else []
        readable = answers({str(file.path) for _, file in files}, lambda p: text_now(Path(p)) is not None,
                           PATIENCE_S)
        seen = {change.path for change in self.found if change.text is None}
        return tuple(DiskChange(kind, file.path, None) for kind, file in files
                     if not readable.get(str(file.path), file.path not in seen))

    def look(self) -> None:
        """Look at once, without waiting for it."""
        self._wake.set()

    def close(self) -> None:
        """Stop watching."""
        self._over = True
        self._wake.set()

    def _run(self) -> None:
        while not self._over:
            sources = self._sources
            if sources is not None:
                self._found = (sources, tuple(self._changes(sources)))
            self._wake.wait(min(_SETTLE_S, self._poll) if self._restless else self._poll)
            self._wake.clear()

    def _changes(self, sources: Sources) -> Iterator[DiskChange]:
        told = {change.path: change for change in self._found[1]} if self._found[0] is sources else {}
        for kind, file in watched(sources):
            path, stamp = file.path, _stamp(file.path)
            known = self._seen.get(path)
            if known is not None and known[0] != stamp:
                self._restless.add(path)
                self._seen[path] = (stamp, known[1])
                # What was told of it stays until it is read again, but not that it is gone when it is there.
                if (last := told.get(path)) is not None and (last.text is not None or stamp is None):
                    yield last
                continue
            if known is None or path in self._restless:
                self._restless.discard(path)
                self._seen[path] = known = (stamp, None if stamp is None else text_now(path))
            if known[1] != file.on_disk:
                yield DiskChange(kind, file.path, known[1])


def watched(sources: Sources) -> Iterator[tuple[Kind, SourceFile]]:
    """The files that somebody may change: all but those within the installed program."""
    for kind in KINDS:
        own = sources.of(kind)
        for file in own.chain() if own is not None else ():
            if file.on_disk is not None and not is_installed(file.path):
                yield kind, file


def _stamp(path: Path) -> _Stamp:
    """What changes with every writing of a file; None where there is none."""
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino
