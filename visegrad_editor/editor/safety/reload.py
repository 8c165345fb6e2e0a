"""A design with those of its documents from the disk that another program has changed there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ...model.design import Design
from ...model.load import Loaded, load
from ...model.sources import Sources
from .kept_files import KINDS
from .on_disk import text_now
from .watch import DiskChange


class CannotReload(Exception):
    """Why the files cannot be taken as they are now, as a sentence."""


@dataclass(frozen=True)
class Reloaded:
    """The design to go on with, its files, and the design as it is on the disk throughout."""

    design: Design
    sources: Sources
    on_disk: Design
    loaded: Loaded


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
