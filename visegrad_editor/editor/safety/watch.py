"""Watches the files of the open design, in a thread, so that a slow drive does not block the window."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import VisegradError
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.atomic import real_path
from ...model.files.bytes import ReadError, read_text
from ...model.files.load import LoadResult, load
from ...model.files.resources import is_bundled, is_installed
from ...model.files.sources import Document, Kind, SourceFile, Sources, moved_base
from ...model.files.yaml_writer import YamlWriteError, as_in_file, changed_text
from ..session import with_names_of
from ..settings import answers
from .journal import KINDS, UnsavedWork

POLL_S = 2.0
PATIENCE_S = 0.3
"""Seconds a drive may take to tell whether a file can be read; after that the last check counts."""
_SETTLE_S = 0.3
"""Seconds after which a file that has just changed is checked again, as it may still be being written."""
_Stamp = tuple[int, int, int] | None


@dataclass(frozen=True)
class DiskChange:
    """A file that differs from its known state; `text` is its current text, None if it is gone or cannot be
    read."""

    kind: Kind
    path: Path
    text: str | None


class FileWatch:
    """Checks files every two seconds; `watch` sets which, and `changes` is the latest result."""

    def __init__(self, poll: float = POLL_S) -> None:
        self._poll = poll
        self._sources: Sources | None = None
        self._latest: tuple[Sources | None, tuple[DiskChange, ...]] = (None, ())
        self._seen: dict[Path, tuple[_Stamp, str | None]] = {}
        self._unsettled: set[Path] = set()
        self._wake = threading.Event()
        self._over = False
        self._before_save: tuple[DiskChange, ...] | None = None
        self._thread: threading.Thread | None = None

    def watch(self, sources: Sources) -> None:
        """Watch exactly the files of these sources; watching the same ones again changes nothing."""
        if sources is self._sources:
            return
        self._sources = sources
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True, name="files")
            self._thread.start()
        self.check_now()

    @property
    def changes(self) -> tuple[DiskChange, ...]:
        """The files that differ from their known state; empty until the first check has ended. While a save
        is running, those that differed before it."""
        if self._before_save is not None:
            return self._before_save
        sources, changes = self._latest
        return changes if sources is self._sources else ()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Report no further changes for as long as the window itself writes the files."""
        self._before_save = self.changes
        try:
            yield
        finally:
            # What was seen meanwhile is half a save.
            self._latest = (self._sources, self._before_save)
            self._before_save = None
            self.check_now()

    def gone(self) -> tuple[DiskChange, ...]:
        """The files that are gone or cannot be read right now. A slow drive is waited for only briefly; then
        the last check of its files counts."""
        files = list(watched_files(self._sources)) if self._sources is not None else []
        readable = answers({str(file.path) for _, file in files}, lambda p: text_now(Path(p)) is not None,
                           PATIENCE_S)
        seen = {change.path for change in self.changes if change.text is None}
        return tuple(DiskChange(kind, file.path, None) for kind, file in files
                     if not readable.get(str(file.path), file.path not in seen))

    def check_now(self) -> None:
        """Start a check now, without waiting for its result."""
        self._wake.set()

    def close(self) -> None:
        """Stop watching."""
        self._over = True
        self._wake.set()

    def _run(self) -> None:
        while not self._over:
            sources = self._sources
            if sources is not None:
                self._latest = (sources, tuple(self._find_changes(sources)))
            self._wake.wait(min(_SETTLE_S, self._poll) if self._unsettled else self._poll)
            self._wake.clear()

    def _find_changes(self, sources: Sources) -> Iterator[DiskChange]:
        before = {change.path: change for change in self._latest[1]} if self._latest[0] is sources else {}
        for kind, file in watched_files(sources):
            path, stamp = file.path, _stamp(file.path)
            known = self._seen.get(path)
            if known is not None and known[0] != stamp:
                self._unsettled.add(path)
                self._seen[path] = (stamp, known[1])
                # Its change is reported until it is read again, except that it is gone when it is there.
                if (last := before.get(path)) is not None and (last.text is not None or stamp is None):
                    yield last
                continue
            if known is None or path in self._unsettled:
                self._unsettled.discard(path)
                self._seen[path] = known = (stamp, None if stamp is None else text_now(path))
            if known[1] != file.on_disk:
                yield DiskChange(kind, file.path, known[1])


def watched_files(sources: Sources) -> Iterator[tuple[Kind, SourceFile]]:
    """The files that may change: all but those of the installed program."""
    for kind in KINDS:
        own = sources.of(kind)
        for file in own.chain() if own is not None else ():
            if file.on_disk is not None and not is_installed(file.path):
                yield kind, file


def _stamp(path: Path) -> _Stamp:
    """Values that change whenever a file is written; None if there is no file."""
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


# The current content of the files of a design, compared with their known state.

def text_now(path: Path) -> str | None:
    """The text in a file, None if it cannot be read."""
    try:
        return read_text(path)
    except (ReadError, OSError):
        return None


def changed_files(sources: Sources) -> Iterator[tuple[Kind, SourceFile]]:
    """The files, including bases of variants, whose text is not the last known one."""
    for kind in KINDS:
        own = sources.of(kind)
        for file in own.chain() if own is not None else ():
            if text_now(file.path) != file.on_disk:
                yield kind, file


def fixed_files(sources: Sources, path: Path) -> tuple[Kind, ...]:
    """The kinds of the user's files that cannot stay where they are when a design is saved at `path`: they
    are in another folder or cannot be written."""
    fixed: list[Kind] = []
    for kind in KINDS:
        file = sources.of(kind)
        if file is None or is_bundled(file.path):
            continue
        beside = real_path(file.path).parent == real_path(path).parent
        if not beside or not os.access(file.path, os.W_OK):
            fixed.append(kind)
    return tuple(fixed)


def with_finished_saves(work: UnsavedWork) -> UnsavedWork:
    """The work of a crashed window, with the saves that it completed but did not record.

    A file with exactly the text that a save of one of the steps writes was written by that window; it is not
    treated as changed by another program.
    """
    path, changed = work.document.path, dict(changed_files(work.sources))
    if path is None or not changed:
        return work
    found = load(path)
    fresh, files = found.design, found.sources
    if fresh is None:
        return work
    sources = work.sources
    designs = [with_names_of(step.state, fresh) for step in work.steps]
    for kind in changed:
        file, now = sources.of(kind), getattr(fresh, kind)
        if file is None or all(getattr(d, kind) != now for d in _each_once(designs, kind)):
            continue
        text = text_now(file.path)
        if text is not None and text == _text_of_save(file, now):
            sources = replace(sources, **{kind: replace(file, on_disk=text)})
    if sources is work.sources:
        return work
    on_disk = _as_in_files(fresh, files)
    whole = [i for i, design in enumerate(designs) if _as_in_files(design, files) == on_disk]
    saved = work.saved if work.saved in whole else whole[-1] if whole else -1
    steps = tuple(replace(s, state=d) for s, d in zip(work.steps, designs, strict=True))
    return replace(work, steps=steps, saved=saved, sources=sources)


def _as_in_files(design: Design, files: Sources) -> Design:
    """The design with the lists of its variants in the order that their files can hold."""
    ordered: dict[str, Any] = {
        kind: as_in_file(document, file.base_document) for kind in KINDS
        if (document := getattr(design, kind)) is not None and (file := files.of(kind)) is not None
        and file.base_document is not None}
    return replace(design, **ordered) if ordered else design


def _text_of_save(file: SourceFile, document: Document) -> str | None:
    """The text that saving the document into its file writes; None if that cannot be done."""
    base = moved_base(file.base, file.path.parent) if file.base is not None else None
    try:
        return changed_text(file.reading, file.document, document, file.base_document, base)
    except YamlWriteError:
        return None


def _each_once(designs: list[Design], kind: Kind) -> Iterator[Design]:
    """The designs whose document of a kind differs from that of the design before."""
    last: object = None
    for design in designs:
        if getattr(design, kind) is not last:
            last = getattr(design, kind)
            yield design


# Reloading documents that another program has changed.

class ReloadError(VisegradError):
    """The files cannot be reloaded; the message says why."""


@dataclass(frozen=True)
class ReloadedDesign:
    """The design to continue with, its files, and the design exactly as it is on disk."""

    design: Design
    sources: Sources
    on_disk: Design
    loaded: LoadResult


def reload_design(path: Path, mine: Design, sources: Sources, kinds: Collection[str]) -> ReloadedDesign:
    """`mine` with the documents of these kinds read from disk; the others stay as edited.

    Raises `ReloadError`.
    """
    loaded = load(path)
    fresh = loaded.design
    if fresh is None or (fresh.scenario is None) != (mine.scenario is None):
        problems = "\n".join(str(p) for p in loaded.problems[:8])
        text = f"{path.name} cannot be loaded in its present state, so your version stays open.\n\n{problems}"
        raise ReloadError(text.strip())
    taken = set(kinds)
    for kind in KINDS:
        old, new = sources.of(kind), loaded.sources.of(kind)
        if old is not None and new is not None and real_path(old.path) != real_path(new.path):
            taken.add(kind)  # the changed file refers to another map or ruleset
    design = replace(mine, **{k: getattr(fresh, k) for k in taken})
    files = replace(sources, **{k: loaded.sources.of(k) for k in taken})
    return ReloadedDesign(design, files, fresh, loaded)


def acknowledged(sources: Sources, changes: Iterable[DiskChange]) -> Sources:
    """The files with their present texts as the known ones, so that a save replaces them. A file that is gone
    or cannot be read has no known text, and a save writes it in any case."""
    paths = {change.path for change in changes}
    for kind in KINDS:
        file = sources.of(kind)
        links = []
        while file is not None:
            links.append(replace(file, on_disk=text_now(file.path)) if file.path in paths else file)
            file = file.base
        if not links:
            continue
        file = links.pop()
        while links:
            file = replace(links.pop(), base=file)
        sources = replace(sources, **{kind: file})
    return sources
