"""Back to the original: a copy of a map or ruleset that no longer differs from what it was copied from.

A sample, or a file out of reach, is copied when it was changed, and the scenario then names the copy.
Where the change is taken back, the scenario shall name the original again; and the copy again, where
the change is made once more.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .atomic import real_path
from .design import Design
from .gamemap import GameMap
from .load import load
from .references import BadReference, reference_to, resolve
from .ruleset import Ruleset
from .scenario import Scenario
from .sources import Kind, SourceFile, Sources
from .yaml_read import Unreadable, read_text


def settled(
    design: Design, sources: Sources, folder: Path
) -> tuple[Design, Sources, tuple[str, ...]]:
    """The files the ruleset and the map of a design belong in, for a main file in `folder`.

    A copy that says what its original says gives way to it; a variant's own file to that of the
    base. A file left so is kept on the disk. Returns the design as those files write it, the files,
    and a sentence for each file left.
    """
    notes = []
    # The map comes second: it can use only an original that has the right ruleset.
    kinds: tuple[Kind, ...] = ("ruleset", "map") if design.scenario is not None else ("ruleset",)
    for kind in kinds:
        own = sources.of(kind)
        if own is None:
            continue
        other = _other(kind, design, own, sources)
        if other is None or not _usable(kind, other, sources, folder):
            continue
        sources = replace(sources, **{kind: other})
        if isinstance(other.document, GameMap):
            theirs = other.document
            design = replace(design, map=replace(design.map, name=theirs.name, ruleset=theirs.ruleset))
        elif isinstance(other.document, Ruleset):
            design = replace(design, ruleset=replace(design.ruleset, name=other.document.name))
        if other.copy is not None:
            notes.append(f"The {kind} is that of {other.path.stem} again, and is referred to there; "
                         f"{own.path.name} is no longer used.")
    return design, sources, tuple(notes)


def _other(kind: Kind, design: Design, own: SourceFile, sources: Sources) -> SourceFile | None:
    """The file to use in place of a document's own, or None where that stays."""
    now: Ruleset | GameMap = getattr(design, kind)
    if own.copy is not None:
        if _alike(now, own.document):
            return None
        return replace(own.copy, original=replace(own, copy=None))
    original = own.original
    if original is None and not _alike(now, own.document):
        # The designer may have a file for it on purpose; only one changed just now is looked at.
        original = _of_base(kind, own, sources)
    if original is None or not _alike(now, original.document):
        return None
    return replace(original, copy=replace(own, original=None))


def _of_base(kind: Kind, own: SourceFile, sources: Sources) -> SourceFile | None:
    """The file a variant would use, had it none of its own."""
    base = sources.scenario.base if sources.scenario is not None else None
    if base is None or not isinstance(base.document, Scenario):
        return None
    try:
        path = resolve(kind, getattr(base.document, kind), base.path.parent)
    except BadReference:
        return None
    return None if real_path(path) == real_path(own.path) else load(path, kind).sources.of(kind)


def _alike(one: object, other: object) -> bool:
    """Whether two documents say the same, but for the name a copy was given and how a map refers to
    its ruleset."""
    if isinstance(one, GameMap) and isinstance(other, GameMap):
        return replace(one, name="", ruleset="") == replace(other, name="", ruleset="")
    if isinstance(one, Ruleset) and isinstance(other, Ruleset):
        return replace(one, name="") == replace(other, name="")
    return one == other


def _usable(kind: Kind, file: SourceFile, sources: Sources, folder: Path) -> bool:
    """Whether a file can be referred to, still holds what it did, and has the ruleset of the design."""
    if reference_to(kind, file.path, folder) is None:
        return False
    try:
        if read_text(file.path) != file.on_disk:
            return False
    except Unreadable:
        return False
    if file.copy is None:
        return True
    # The original; its text must be that of the document compared.
    if file.on_disk != file.text:
        return False
    if not isinstance(file.document, GameMap):
        return True
    if sources.ruleset is None:
        return False
    try:
        named = resolve("ruleset", file.document.ruleset, file.path.parent)
    except BadReference:
        return False
    return real_path(named) == real_path(sources.ruleset.path)
