"""The journal of one window: its unsaved work on the disk, each step as what it changed.

A journal is a text of lines, each with a check sum. The first two, written together by an atomic
save, hold the files and the history; every later one what came since. The first step is told as what
differs from the documents in the files, which most often is nothing. A line that was cut short or
spoiled ends the journal: what stands before it is whole.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from ... import __version__
from ...model.atomic import SaveError, save_bytes, why_not_written
from ...model.delta import BadDelta, DeltaCodec
from ...model.design import Design
from ...model.history import Step
from ..session import Document
from ..user_folders import make_private
from .kept_files import files_data, files_of, first_design, with_known_places
from .work import KeptGame, Work

FORMAT = 1
MOST_STEPS = 1000
"""As many of the newest steps are taken over when a journal is begun."""
_ROOM = 4 * 1024 * 1024
"""Bytes a journal may grow by before it is begun anew, at least."""
_CODEC = DeltaCodec([Design, KeptGame])
_JSON = json.JSONEncoder(separators=(",", ":"))


class BadJournal(Exception):
    """Why a journal holds no work, as a sentence."""


class Journal:
    """Writes one window's work to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._last: Work | None = None
        self._first = 0
        """Steps that are older are not in the file."""
        self._size = self._limit = 0

    def write(self, work: Work) -> None:
        """Bring the file up to date, safely on the disk; raises `SaveError`, and then the file holds
        what it held before."""
        last = self._last
        if (last is None or last.sources is not work.sources or last.document != work.document
                or self._size > self._limit or work.position < self._first):
            self._begin(work)
        else:
            work = _without(work, self._first)
            self._append(_change(last, work, None))
            self._last = work

    def remove(self) -> None:
        """The work is saved or thrown away: remove the file. One that cannot be removed does no harm:
        it holds what is in the files."""
        self._close()
        with suppress(OSError):
            self._path.unlink()

    def _close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
        self._handle = self._last = None

    def _begin(self, work: Work) -> None:
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
            # Half a line may stand there now, which would hide all lines after it: begin anew next time.
            self._close()
            raise SaveError(why_not_written(error, self._path)) from error
        self._size += len(data)


def _change(old: Work | None, new: Work, start: Design | None) -> dict[str, Any]:
    """The record of what came from one moment to the next; the first step is told as a change of `start`."""
    pairs = zip(old.steps if old is not None else (), new.steps, strict=False)
    kept = sum(1 for _ in takewhile(lambda p: p[0] is p[1], pairs))
    added, state = [], new.steps[kept - 1].state if kept else start
    for step in new.steps[kept:]:
        added.append([step.label, _CODEC.difference(state, step.state)])
        state = step.state
    return {"keep": kept, "add": added, "at": new.position, "saved": new.saved,
            "game": _CODEC.difference(old.game if old is not None else None, new.game)}


def _without(work: Work, first: int) -> Work:
    """The work without its first steps; where the saved one is among them, none is the saved one."""
    if not first:
        return work
    saved = work.saved - first if work.saved >= first else -1
    return replace(work, steps=work.steps[first:], position=work.position - first, saved=saved)


def _line(record: dict[str, Any]) -> bytes:
    # Piece by piece: made in one go, a long record would hold up the window's own thread.
    text = "".join(_JSON.iterencode(record)).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


# -- reading ------------------------------------------------------------------------------------


def read_journal(path: Path) -> Work:
    """The work of a journal at the last moment that is whole; raises `BadJournal`.

    Journals of older versions may tell paths as they were typed in a folder nobody knows any more. What
    is named so counts as a file whose place is not known, and is never written.
    """
    try:
        records = _records(path.read_bytes())
    except OSError as error:
        raise BadJournal(f"The journal cannot be read: {error.strerror or error}.") from None
    head = next(records, None)
    if head is None or head.get("journal") != FORMAT:
        raise BadJournal("The journal is damaged at its beginning, or of another version of the program.")
    told = None
    try:
        files = files_of(head["files"])
        start = first_design(files)
        kind, file, title, read_only = head["document"]
    except (KeyError, TypeError, ValueError):
        raise BadJournal("The journal was written by another version of the program.") from None
    steps: list[Step[Design]] = []
    game: KeptGame | None = None
    place = None if file is None else Path(file)
    if place is not None and not place.is_absolute():
        place = None
    for record in records:
        try:
            steps, game = _followed(steps, game, record, start)
            told = (tuple(steps), _place(record["at"], steps), record["saved"], game)
        except (BadDelta, KeyError, TypeError, ValueError, IndexError):
            break
    if told is None:
        raise BadJournal("The journal is damaged, or of another version of the program.")
    game = told[3]
    if game is not None and not Path(game.path).is_absolute():
        game = replace(game, path="")
    document = Document(kind, place, title, read_only)
    return Work(document, told[0], told[1], told[2], with_known_places(files), game)


def _place(at: int, steps: list[Step[Design]]) -> int:
    if not 0 <= at < len(steps):
        raise IndexError(at)
    return at


def _followed(
    steps: list[Step[Design]], game: KeptGame | None, record: dict[str, Any], start: Design | None
) -> tuple[list[Step[Design]], KeptGame | None]:
    steps = steps[: record["keep"]]
    for label, difference in record["add"]:
        state = _CODEC.apply(steps[-1].state if steps else start, difference)
        if not isinstance(state, Design):
            raise BadDelta("this is no design")
        steps.append(Step(str(label), state))
    return steps, _CODEC.apply(game, record["game"])


def _records(data: bytes) -> Iterator[dict[str, Any]]:
    """The records up to the first line that is not whole."""
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
