"""The journal of one window: its unsaved work on disk, each step as the changes it made.

A journal is a text file of lines, each with a checksum. The first two, written together by an atomic save,
contain the files and the history; each later line adds what came since. The first step is stored as its
difference from the documents in the files, usually none. A line that is incomplete or damaged ends the
journal; the lines before it are valid.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

from ... import __version__
from ...errors import VisegradError
from ...lazy_dataclass import dataclass
from ...model.delta import DeltaCodec, DeltaError
from ...model.design import Design
from ...model.files.atomic import SaveError, cause_of, save_bytes, why_not_written
from ...model.files.bytes import ReadError
from ...model.files.document_file import document_from_data
from ...model.files.file_problems import FileProblems
from ...model.files.migration import for_base, for_columns, in_present_format
from ...model.files.schema import check_schema
from ...model.files.sources import Document, Kind, SourceFile, Sources, moved_base
from ...model.files.unit_migration import Columns
from ...model.files.yaml_reader import read_yaml
from ...model.gamemap import GameMap
from ...model.history import Step
from ...model.ruleset import Ruleset
from ...model.scenario import Scenario
from ..errors import write_log
from ..session import OpenDocument
from ..settings import make_private
from .ownership import Owner, new_owner

# Unsaved work as a value: everything a window needs to continue where another one ended.

@dataclass(frozen=True)
class UnsavedGame:
    """A play-test, which can be replayed from its orders."""

    scenario: str
    seed: int
    dice: tuple[int, ...] | None
    players: tuple[tuple[str, str], ...]
    orders: tuple[str, ...]
    at: int
    """How many of the orders are in effect; the others were undone."""
    path: str = ""
    """The game file last opened or written."""
    saved: bool = False
    """Whether a game file contains all of it."""


@dataclass(frozen=True)
class UnsavedWork:
    """What is open in a window at one moment. `saved` is the index of the step that is in the files, -1 if
    none is."""

    document: OpenDocument
    steps: tuple[Step[Design], ...]
    position: int
    saved: int
    sources: Sources = field(default=Sources(), repr=False)
    game: UnsavedGame | None = None

    @property
    def design(self) -> Design:
        return self.steps[self.position].state

    def and_then(self, label: str, design: Design) -> UnsavedWork:
        """The work with one more step."""
        steps = (*self.steps[: self.position + 1], Step(label, design))
        return replace(self, steps=steps, position=len(steps) - 1,
                       saved=self.saved if self.saved <= self.position else -1)

    @property
    def changed(self) -> bool:
        """Whether the design differs from its files."""
        return self.saved < 0 or (
            self.position != self.saved and self.design != self.steps[self.saved].state)

    @property
    def worth_keeping(self) -> bool:
        """Whether anything would be lost without it."""
        return self.changed or (self.game is not None and not self.game.saved)

    @property
    def summary(self) -> str:
        """How much is not saved, such as `3 changes`."""
        parts = []
        if self.changed:
            n = abs(self.position - self.saved) if self.saved >= 0 else self.position
            parts.append("new" if not n else "1 change" if n == 1 else f"{n} changes")
        if self.game is not None and not self.game.saved:
            n = len(self.game.orders)
            parts.append("a game" if n != 1 else "a game of 1 order")
            if n > 1:
                parts[-1] += f" of {n} orders"
        return ", ".join(parts)


FORMAT = 1
MOST_STEPS = 1000
"""The number of latest steps that are written when a journal is begun."""
_ROOM = 4 * 1024 * 1024
"""Minimum number of bytes by which a journal may grow before it is begun anew."""
_CODEC = DeltaCodec([Design, UnsavedGame])
_JSON = json.JSONEncoder(separators=(",", ":"))


class JournalError(VisegradError):
    """A journal contains no usable work; the message says why."""


class Journal:
    """Writes one window's work to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._last: UnsavedWork | None = None
        self._first = 0
        """The index of the first step in the file."""
        self._size = self._limit = 0

    def write(self, work: UnsavedWork) -> None:
        """Bring the file up to date and sync it to disk; raises `SaveError`, and then the file keeps its
        earlier content."""
        last = self._last
        if (last is None or last.sources is not work.sources or last.document != work.document
                or self._size > self._limit or work.position < self._first):
            self._begin(work)
        else:
            work = _without(work, self._first)
            self._append(_change(last, work, None))
            self._last = work

    def remove(self) -> None:
        """Delete the file after the work was saved or discarded. If that fails it does no harm, as the
        journal has the same content as the files."""
        self._close()
        with suppress(OSError):
            self._path.unlink()

    def _close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
        self._handle = self._last = None

    def _begin(self, work: UnsavedWork) -> None:
        self._close()
        document = work.document
        head = {
            "journal": FORMAT, "program": __version__, "files": files_data(work.sources),
            "document": [document.kind, None if document.path is None else str(document.path),
                         document.title, document.read_only]}
        self._first = max(0, min(len(work.steps) - MOST_STEPS, work.position))
        work = _without(work, self._first)
        data = _line(head) + _line(_change(None, work, first_design(work.sources)))
        make_private(self._path.parent)
        save_bytes(data, self._path, backup=False, private=True)
        self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        self._size, self._last = len(data), work
        self._limit = 2 * self._size + _ROOM

    def _append(self, record: dict[str, Any]) -> None:
        assert self._handle is not None
        data = _line(record)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(self._handle, left):]
            os.fsync(self._handle)
        except OSError as error:
            # There may be half a line now, which would hide all lines after it: begin anew next time.
            self._close()
            raise SaveError(why_not_written(error, self._path)) from error
        self._size += len(data)


def _change(old: UnsavedWork | None, new: UnsavedWork, start: Design | None) -> dict[str, Any]:
    """The record of the changes from one moment to the next; the first step is a change of `start`."""
    pairs = zip(old.steps if old is not None else (), new.steps, strict=False)
    kept = sum(1 for _ in takewhile(lambda p: p[0] is p[1], pairs))
    added, state = [], new.steps[kept - 1].state if kept else start
    for step in new.steps[kept:]:
        added.append([step.label, _CODEC.difference(state, step.state)])
        state = step.state
    return {"keep": kept, "add": added, "at": new.position, "saved": new.saved,
            "game": _CODEC.difference(old.game if old is not None else None, new.game)}


def _without(work: UnsavedWork, first: int) -> UnsavedWork:
    """The work without its first steps; if the saved step is among them, no step is the saved one."""
    if not first:
        return work
    saved = work.saved - first if work.saved >= first else -1
    return replace(work, steps=work.steps[first:], position=work.position - first, saved=saved)


def _line(record: dict[str, Any]) -> bytes:
    # Encode piece by piece: encoding a long record at once would block the window's thread.
    text = "".join(_JSON.iterencode(record)).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


# -- reading ------------------------------------------------------------------------------------


def read_journal(path: Path) -> UnsavedWork:
    """The work in a journal at its last complete record; raises `JournalError`.

    Journals of older versions may contain relative paths, whose folder is not known. Such a file counts as
    one without a known place, and is never written.
    """
    try:
        records = _records(path.read_bytes())
    except OSError as error:
        raise JournalError(f"The journal cannot be read: {error.strerror or error}.") from None
    head = next(records, None)
    if head is None or head.get("journal") != FORMAT:
        raise JournalError("The journal is damaged at its beginning, or from another version of the program.")
    last = None
    try:
        files = files_of(head["files"])
        start = first_design(files)
        kind, file, title, read_only = head["document"]
    except (KeyError, TypeError, ValueError):
        raise JournalError("The journal was written by another version of the program.") from None
    steps: list[Step[Design]] = []
    game: UnsavedGame | None = None
    place = None if file is None else Path(file)
    if place is not None and not place.is_absolute():
        place = None
    for record in records:
        try:
            steps, game = _followed(steps, game, record, start)
            last = (tuple(steps), _place(record["at"], steps), record["saved"], game)
        except (DeltaError, KeyError, TypeError, ValueError, IndexError):
            break
    if last is None:
        raise JournalError("The journal is damaged, or from another version of the program.")
    game = last[3]
    if game is not None and not Path(game.path).is_absolute():
        game = replace(game, path="")
    document = OpenDocument(kind, place, title, read_only)
    return UnsavedWork(document, last[0], last[1], last[2], with_known_places(files), game)


def _place(at: int, steps: list[Step[Design]]) -> int:
    if not 0 <= at < len(steps):
        raise IndexError(at)
    return at


def _followed(
    steps: list[Step[Design]], game: UnsavedGame | None, record: dict[str, Any], start: Design | None
) -> tuple[list[Step[Design]], UnsavedGame | None]:
    steps = steps[: record["keep"]]
    for label, difference in record["add"]:
        state = _CODEC.apply(steps[-1].state if steps else start, difference)
        if not isinstance(state, Design):
            raise DeltaError("this is no design")
        steps.append(Step(str(label), state))
    return steps, _CODEC.apply(game, record["game"])


def _records(data: bytes) -> Iterator[dict[str, Any]]:
    """The records up to the first incomplete or damaged line."""
    for line in data.split(b"\n")[:-1]:
        mark, _, text = line.partition(b" ")
        try:
            if int(mark, 16) != zlib.crc32(text):
                return
            record = json.loads(text)
        except ValueError:
            return
        if not isinstance(record, dict):
            return
        yield record


ENDING = ".journal"
_PACE = 0.4
"""Seconds between two writes, so that a stroke of many steps is written once."""
_AGAIN = 3.0
"""Seconds until a failed write is tried again."""


class JournalKeeper:
    """Keeps the journal of one window, below `folder`, up to date in its own thread. All methods but `wait`
    and `close` return at once."""

    def __init__(self, folder: Path, pace: float = _PACE) -> None:
        self.folder = folder
        self.owner: Owner = new_owner()
        self.path = folder / f"{self.owner}{ENDING}"
        self._complaint = ""
        self._pace = pace
        self._journal = Journal(self.path)
        self._wanted: UnsavedWork | None = None
        self._kept: UnsavedWork | None = None
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._hurry = threading.Event()

    @property
    def complaint(self) -> str:
        """Why the last write failed, as a sentence; "" if it did not, or if there is no work."""
        return self._complaint if self._wanted is not None else ""

    def keep(self, work: UnsavedWork) -> None:
        """Write this work soon, instead of earlier work that is not written yet."""
        self._want(work)

    def forget(self) -> None:
        """Delete the journal, because the work is saved or discarded on purpose."""
        if self._thread is not None:
            self._want(None)

    def _want(self, work: UnsavedWork | None) -> None:
        with self._news:
            self._wanted = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="journal")
                self._thread.start()
            self._news.notify_all()

    def wait(self, seconds: float = 10.0) -> bool:
        """Wait until everything is on disk; False if that took too long or failed."""
        self._hurry.set()
        with self._news:
            if self._thread is None:
                return True
            self._news.wait_for(lambda: self._kept is self._wanted or self.complaint, seconds)
            return self._kept is self._wanted

    def close(self, seconds: float = 3.0) -> None:
        """Write what is pending and end the thread."""
        with self._news:
            thread, self._closing = self._thread, True
            self._news.notify_all()
        self._hurry.set()
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or self._kept is not self._wanted)
                wanted = self._wanted
                if self._kept is wanted:
                    return
            began = time.monotonic()
            self._complaint = self._write(wanted)
            with self._news:
                if not self._complaint:
                    self._kept = wanted
                elif self._closing:
                    return
                self._news.notify_all()
            # Write for at most half of the time, however large the design is.
            took = time.monotonic() - began
            self._hurry.wait(_AGAIN if self._complaint else max(self._pace, took))
            if not self._closing:
                self._hurry.clear()

    def _write(self, work: UnsavedWork | None) -> str:
        """Write or delete the journal; why that failed, "" on success."""
        try:
            if work is None:
                self._journal.remove()
            else:
                self._journal.write(work)
            return ""
        except SaveError as error:
            cause = error.__cause__
            reason = cause_of(cause, self.path) if isinstance(cause, OSError) else str(error)
        except OSError as error:
            reason = cause_of(error, self.path)
        except Exception:  # whatever it is, the user must know that the work is not protected
            kind, error_raised, trace = sys.exc_info()
            if kind is not None and error_raised is not None and not self._complaint:
                write_log(kind, error_raised, trace)
            reason = "a bug in the program."
        return f"Your unsaved work is not protected against a crash: {reason} Save it often."


# The files of a design as plain data: their text with its comments, and what was last known to be on disk, so
# that restored work can continue with them.

KINDS: tuple[Kind, ...] = ("ruleset", "map", "scenario")
_LINKED = ("base", "original", "copy")
"""The fields of a file that refer to another one."""
NOWHERE = Path(Path(__file__).absolute().anchor, "not-known-where.visegrad-editor")
"""A folder that does not exist and is not inside a folder in which files are saved."""
_FILES_CODEC = DeltaCodec([Ruleset, GameMap, Scenario])


def files_data(sources: Sources) -> dict[str, Any]:
    """The files of a design as JSON-ready data."""
    return {kind: _file_data(file) for kind in KINDS if (file := sources.of(kind)) is not None}


def files_of(data: Mapping[str, Any]) -> Sources:
    """The files from the data of `files_data`; one that cannot be read is left out."""
    files: dict[str, SourceFile | None] = {k: _file(data[k]) for k in KINDS if k in data}
    return Sources(**files)


def with_known_places(sources: Sources) -> Sources:
    """The files; those with a relative path become files without a known place. Their text is kept for the
    next save, but nothing is read from or written to their path."""
    return Sources(**{kind: _known(file) for kind in KINDS if (file := sources.of(kind)) is not None})


def place_known(file: SourceFile) -> bool:
    """Whether the place of a file is known."""
    return not file.path.is_relative_to(NOWHERE)


def _known(file: SourceFile) -> SourceFile:
    base, original, copy = (None if other is None else _known(other)
                            for other in (file.base, file.original, file.copy))
    file = replace(file, base=base, original=original, copy=copy)
    if file.path.is_absolute():
        return file
    return replace(file, path=NOWHERE.joinpath(*(p for p in file.path.parts if p != "..")), on_disk=None)


def first_design(sources: Sources) -> Design | None:
    """The design that was in the files when they were read; None if the ruleset or the map has no file."""
    ruleset, map, scenario = (getattr(sources.of(k), "document", None) for k in KINDS)
    return Design(ruleset, map, scenario) if ruleset is not None and map is not None else None


def _file_data(file: SourceFile) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": file.kind, "path": str(file.path), "name": file.name, "text": file.text,
        **{name: _file_data(other) for name in _LINKED if (other := getattr(file, name)) is not None}}
    if file.on_disk != file.text:
        data["on_disk"] = file.on_disk
    if file.reading.columns != Columns():
        data["columns"] = [file.reading.columns.of, file.reading.columns.allowances]
    if isinstance(file.document, Scenario) and file.base is None and "turns" not in file.reading.data:
        data["turns"] = file.document.turns
    if file.base is not None and file.base_document is not None:
        # The difference from the base as it would be read now, because of the folder of the file.
        data["start"] = _FILES_CODEC.difference(moved_base(file.base, file.path.parent), file.base_document)
    return data


def _file(data: Mapping[str, Any]) -> SourceFile | None:
    try:
        kind: Kind = data["kind"]
        path, reading = Path(data["path"]), in_present_format(data["kind"], read_yaml(data["text"]))
        linked = {name: _file(data[name]) for name in _LINKED if name in data}
        start = None
        base = linked.get("base")
        if base is not None:
            start = cast(Document, _FILES_CODEC.apply(moved_base(base, path.parent), data.get("start", 0)))
        elif "base" in data:
            return None
        if any(p.code != "unknown-key" for p in check_schema(kind, reading, data["name"])):
            return None
        if "columns" in data:
            of, allowances = data["columns"]
            reading = for_columns(kind, reading, Columns(tuple(of), tuple((t, n) for t, n in allowances)))
        if start is not None:
            reading = for_base(kind, reading, start)
        problems = FileProblems(data["name"], reading, keeps_unmatched=True)
        document = document_from_data(kind, reading.data, problems, start)
        if document is None:
            return None
        if isinstance(document, Scenario) and "turns" in data:
            document = replace(document, turns=int(data["turns"]))
        file = SourceFile(kind, path, data["name"], reading, document, base, start,
                          data.get("on_disk", reading.text))
        return replace(file, original=linked.get("original"), copy=linked.get("copy"))
    except (KeyError, TypeError, ValueError, ReadError, DeltaError):
        return None
