"""Tells what changed in the base of the open variant since it was last saved here."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from ...lazy_dataclass import dataclass
from ...model.changed_base import CODE, changed_base
from ...model.delta import DeltaCodec, DeltaError
from ...model.design import Design
from ...model.files.atomic import real_path, save_bytes
from ...model.files.sources import Sources
from ...model.problems import Problem
from ..session import Session

_CODEC = DeltaCodec([Design])
_MOST = 40
"""The most variants whose bases are kept."""


class BaseMemory:
    """Keeps the bases of variants in a folder, as they were when each was last saved or first opened."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _file(self, variant: Path) -> Path:
        return self._folder / f"{sha256(str(real_path(variant)).encode()).hexdigest()[:24]}.json.gz"

    def keep(self, variant: Path, base: Design) -> None:
        """Keep the base of a variant. A disk that is full or write-protected is no reason to complain: it is
        only for telling what changed."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            data = gzip.compress(json.dumps(_CODEC.encode(base)).encode(), mtime=0)
            save_bytes(data, self._file(variant), backup=False)
            kept = sorted(self._folder.glob("*.json.gz"), key=lambda p: p.stat().st_mtime)
            for old in kept[:-_MOST]:
                old.unlink()

    def of(self, variant: Path) -> Design | None:
        """The base that is kept for a variant; None if there is none, or it cannot be read."""
        try:
            data = json.loads(gzip.decompress(self._file(variant).read_bytes()))
            base = _CODEC.decode(data)
        except (OSError, EOFError, ValueError, DeltaError):
            return None
        return base if isinstance(base, Design) else None


class _Files(Protocol):
    """The part of the files of the open design that this uses."""

    @property
    def sources(self) -> Sources: ...

    @property
    def reading_problems(self) -> tuple[Problem, ...]: ...

    def use_sources(self, sources: Sources, reading: tuple[Problem, ...] | None = None) -> None: ...


@dataclass(eq=False)
class BaseChanges:
    """Follows the base of the open variant: when it has changed, on disk or since the variant was last open,
    the problem list names the values of the variant under which it has, until the variant is saved."""

    session: Session
    files: _Files
    memory: BaseMemory
    say_soon: Callable[[str], None]
    """Shows a message when what goes on now is done."""
    _seen: tuple[Path, str, Design] | None = None

    def __post_init__(self) -> None:
        self.session.opened.connect(self.look)

    def look(self) -> None:
        """Compare the base with the one last seen."""
        path, design = self.session.document.path, self.session.design
        inherited = self.session.inheritance.now
        if path is None or self.session.document.read_only or inherited is None:
            self._seen = None
            return
        base = inherited.base
        extends = " ".join((design.scenario.extends if design.scenario else "", design.map.extends,
                            design.ruleset.extends))
        seen, self._seen = self._seen, (path, extends, base)
        here = seen is not None and seen[0] == path
        if here and seen is not None and (seen[1] != extends or seen[2] is base):
            before = None
        else:
            before = seen[2] if here and seen is not None else self.memory.of(path)
        found = changed_base(design, before, base) if before is not None else None
        if found:
            others = tuple(p for p in self.files.reading_problems if p.code != CODE)
            self.files.use_sources(self.files.sources, (
                *others, *found.problems(design, self.files.sources)))
            named = found.under or found.lost
            more = " The problem list (Ctrl+5) names them until you save." if named else ""
            self.say_soon(f"{found.summary}{more}")
        elif not self.session.unsaved:
            saved = here and seen is not None
            told = any(p.code == CODE for p in self.files.reading_problems)
            if told and saved:
                self.files.use_sources(self.files.sources, tuple(
                    p for p in self.files.reading_problems if p.code != CODE))
            self.memory.keep(path, base)
