"""The files a design was read from: needed to find lines and to save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ..gamemap import GameMap
from ..ruleset import Ruleset
from ..scenario import Scenario
from .atomic import real_path
from .plain_data import DataPath, as_text
from .references import is_path
from .yaml_reader import Reading, read_yaml

Kind = Literal["ruleset", "map", "scenario"]
Document = Ruleset | GameMap | Scenario
_KEYS = ("id", "hex", "side", "rule")


@dataclass(frozen=True)
class SourceFile:
    """A file as it was read.

    Every save starts from this text and this document, however often it is saved: so undoing all changes and
    saving restores the text byte for byte. `on_disk` is the text last known to be in the file, to notice
    changes by another program.
    """

    kind: Kind
    path: Path
    """Absolute."""
    name: str
    """The name of the file in problems: the path as it was given."""
    reading: Reading = field(repr=False)
    document: Document = field(repr=False)
    base: SourceFile | None = field(default=None, repr=False)
    """The file a variant extends."""
    base_document: Document | None = field(default=None, repr=False)
    """The document a variant extends, its paths as this file would write them."""
    on_disk: str | None = field(default=None, repr=False, compare=False)
    original: SourceFile | None = field(default=None, repr=False, compare=False)
    """The file this one was copied from by a save."""
    copy: SourceFile | None = field(default=None, repr=False, compare=False)
    """The changed copy of this file that was in use before it."""

    @property
    def text(self) -> str:
        """The text of the file as it was read."""
        return self.reading.text

    @cached_property
    def current(self) -> Reading:
        """The file as it is now; after a save its lines differ from those first read."""
        return self.reading if self.on_disk in (None, self.text) else read_yaml(str(self.on_disk))

    def chain(self) -> Iterator[SourceFile]:
        """This file, then the files it extends."""
        file: SourceFile | None = self
        while file is not None:
            yield file
            file = file.base

    def entry_lines(self, section: str, name: str) -> list[tuple[str, int]]:
        """(file, line) of the entries of that name in a section, those of this file first.

        The name is a unit key (`poland/1st Armored`), else the id, hex, side or rule of the entry.
        """
        return [(f.name, line) for f in self.chain() for line in f._entries.get((section, name), ())]

    def entry_line(self, section: str, name: str, nth: int = 0) -> tuple[str, int] | None:
        """(file, line) of the nth entry of that name, in the order of `entry_lines`; of the last one where
        there are fewer, and None where there is none."""
        last: tuple[str, int] | None = None
        for file in self.chain():
            lines = file._entries.get((section, name), ())
            if nth < len(lines):
                return file.name, lines[nth]
            if lines:
                last, nth = (file.name, lines[-1]), nth - len(lines)
        return last

    def key_line(self, *path: str | int) -> tuple[str, int]:
        """(file, line) of a key, in the first file of the chain that has it."""
        for file in self.chain():
            if path in file.current.lines:
                return file.name, file.current.lines[path]
        return self.name, self.current.line(path)

    def line_within(self, section: str, name: str, within: DataPath, nth: int = 0) -> int:
        """The line of a part of this file's nth entry of that name, `within` being its path in the entry;
        that of the nearest part around it, and 0 if there is no such entry. A section that is not a list is
        itself the entry."""
        path = self._way_to(section, name, nth)
        return 0 if path is None else self.current.line((*path, *within))

    def stated_line(self, section: str, name: str, within: DataPath = ()) -> int:
        """The line at which this file itself states a part of its first entry of that name, or the key
        `section` if there is no name; 0 if it does not."""
        path = self._way_to(section, name) if name else (section,)
        return 0 if path is None else self.current.lines.get((*path, *within), 0)

    def _way_to(self, section: str, name: str, nth: int = 0) -> DataPath | None:
        """The path of this file's nth entry of that name; None if it has none."""
        entries = self.current.data.get(section) or ()
        if isinstance(entries, dict):
            return (section,)
        if section == "units" and ("units", name) not in self._places:
            section = "change"
        places = self._places.get((section, name), ())
        return (section, places[nth]) if nth < len(places) else None

    @cached_property
    def _places(self) -> dict[tuple[str, str], list[int]]:
        """The indexes of the entries of each name in each list."""
        indexes: dict[tuple[str, str], list[int]] = {}
        for section, entries in self.current.data.items():
            for i, entry in enumerate(entries if isinstance(entries, list) else ()):
                indexes.setdefault((section, entry_name(section, entry)), []).append(i)
        return indexes

    @cached_property
    def _entries(self) -> dict[tuple[str, str], list[int]]:
        places: dict[tuple[str, str], list[int]] = {}
        for section, entries in self.current.data.items():
            if isinstance(entries, list):
                for i, entry in enumerate(entries):
                    path: DataPath = (section, i)
                    target = "units" if section == "change" else section
                    places.setdefault((target, entry_name(section, entry)), []).append(
                        self.current.line(path))
        return places


def entry_name(section: str, entry: Any) -> str:
    """The identifying name of an entry of a list, "" if it has none."""
    if not isinstance(entry, dict):
        return ""
    if section == "units":
        return f"{as_text(entry.get('nationality')) or ''}/{as_text(entry.get('name')) or ''}"
    if section == "change":
        return as_text(entry.get("unit")) or ""
    if section == "replacements":
        return f"{as_text(entry.get('turn'))}/{as_text(entry.get('side'))}"
    if section == "problems":
        return "/".join(as_text(entry.get(key)) or "" for key in ("code", "unit", "hex"))
    if section in ("hexsides", "roads") and "kind" in entry:
        return f"{as_text(entry['kind'])}/{as_text(entry.get('name')) or ''}"
    if section == "labels":
        return as_text(entry.get("text")) or ""
    return next((as_text(entry[k]) or "" for k in _KEYS if k in entry), "")


_REFERENCES: Mapping[str, tuple[str, ...]] = {
    "ruleset": (), "map": ("ruleset",), "scenario": ("ruleset", "map")}
"""The keys of each kind of document that name other files."""


def moved_base(base: SourceFile, folder: Path) -> Document:
    """The document of a base file with its paths as a file in `folder` would write them."""
    document: Any = base.document
    here, there = real_path(folder), real_path(base.path.parent)
    if here == there or not there.is_relative_to(here):
        return base.document
    below = PurePosixPath(there.relative_to(here).as_posix())
    written = {k: getattr(document, k) for k in _REFERENCES[base.kind]}
    paths: dict[str, Any] = {k: str(below / r) for k, r in written.items() if is_path(r)}
    return replace(document, **paths) if paths else base.document


@dataclass(frozen=True)
class Sources:
    """The files of a design; None for a document that was not read from a file."""

    ruleset: SourceFile | None = None
    map: SourceFile | None = None
    scenario: SourceFile | None = None

    def of(self, kind: str) -> SourceFile | None:
        source: SourceFile | None = getattr(self, kind)
        return source
