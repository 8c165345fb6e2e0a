"""Watches the files of the open design, in a thread: a drive that does not answer holds up nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ...model.design import Design
from ...model.files.load import LoadResult, load
from ...model.files.resources import is_bundled, is_installed
from ...model.files.sources import Document, Kind, SourceFile, Sources, moved_base
from ...model.files.yaml_reader import Unreadable, read_text
from ...model.files.yaml_writer import NotWritable, changed_text
from ..session import with_names_of
from ..settings import answers
from .journal import KINDS, Work

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


# What is in the files of a design now, compared with what the window knows of them.

def text_now(path: Path) -> str | None:
    """The text in a file, or None where it cannot be read."""
    try:
        return read_text(path)
    except (Unreadable, OSError):
        return None


def changed_files(sources: Sources) -> Iterator[tuple[Kind, SourceFile]]:
    """The files, bases of variants among them, whose text is not the one last known."""
    for kind in KINDS:
        own = sources.of(kind)
        for file in own.chain() if own is not None else ():
            if text_now(file.path) != file.on_disk:
                yield kind, file


def fixed_files(sources: Sources, path: Path) -> tuple[Kind, ...]:
    """The kinds of one's own files that a design saved at `path` cannot take where they are: they lie
    in another folder, or cannot be written."""
    found: list[Kind] = []
    for kind in KINDS:
        file = sources.of(kind)
        if file is None or is_bundled(file.path):
            continue
        beside = file.path.resolve().parent == path.resolve().parent
        if not beside or not os.access(file.path, os.W_OK):
            found.append(kind)
    return tuple(found)


def brought_up_to_date(work: Work) -> Work:
    """Work of a window that is gone, with the saves it finished but did not live to remember.

    A file with the very text that a save of one of the steps writes was written by that window, and
    is not taken for the change of another program.
    """
    path, changed = work.document.path, dict(changed_files(work.sources))
    if path is None or not changed:
        return work
    fresh = load(path).design
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
    whole = [i for i, design in enumerate(designs) if design == fresh]
    saved = work.saved if work.saved in whole else whole[-1] if whole else -1
    steps = tuple(replace(s, state=d) for s, d in zip(work.steps, designs, strict=True))
    return replace(work, steps=steps, saved=saved, sources=sources)


def _text_of_save(file: SourceFile, document: Document) -> str | None:
    """What a save of the document into its file writes."""
    base = moved_base(file.base, file.path.parent) if file.base is not None else None
    try:
        return changed_text(file.reading, file.document, document, file.base_document, base)
    except NotWritable:
        return None


def _each_once(designs: list[Design], kind: Kind) -> Iterator[Design]:
    """The designs whose document of this kind differs from the one before."""
    last: object = None
    for design in designs:
        if getattr(design, kind) is not last:
            last = getattr(design, kind)
            yield design


# A design with those of its documents from the disk that another program has changed there.

class CannotReload(Exception):
    """Why the files cannot be taken as they are now, as a sentence."""


@dataclass(frozen=True)
class Reloaded:
    """The design to go on with, its files, and the design as it is on the disk throughout."""

    design: Design
    sources: Sources
    on_disk: Design
    loaded: LoadResult


def reloaded(path: Path, mine: Design, sources: Sources, kinds: Collection[str]) -> Reloaded:
    """`mine` with the documents of these kinds as the disk has them; the others stay as edited.

    Raises `CannotReload`.
    """
    loaded = load(path)
    fresh = loaded.design
    if fresh is None or (fresh.scenario is None) != (mine.scenario is None):
        told = "\n".join(str(p) for p in loaded.problems[:8])
        said = f"{path.name} cannot be shown as it is now, so yours stays open.\n\n{told}"
        raise CannotReload(said.strip())
    taken = set(kinds)
    for kind in KINDS:
        old, new = sources.of(kind), loaded.sources.of(kind)
        if old is not None and new is not None and old.path.resolve() != new.path.resolve():
            taken.add(kind)  # the changed file names another map or ruleset
    design = replace(mine, **{k: getattr(fresh, k) for k in taken})
    files = replace(sources, **{k: loaded.sources.of(k) for k in taken})
    return Reloaded(design, files, fresh, loaded)


def acknowledged(sources: Sources, changes: Iterable[DiskChange]) -> Sources:
    """The files with their present texts taken as known, so that a save writes over them. Of one that
    is gone or cannot be read nothing is known, and a save writes it in any case."""
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
