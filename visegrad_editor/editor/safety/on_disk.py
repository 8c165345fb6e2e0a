"""What is in the files of a design now, compared with what the window knows of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...model.design import Design
from ...model.load import load
from ...model.resources import is_bundled
from ...model.sources import Document, Kind, SourceFile, Sources, moved_base
from ...model.yaml_read import Unreadable, read_text
from ...model.yaml_write import NotWritable, changed_text
from ..session import with_names_of
from .kept_files import KINDS
from .work import Work


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
