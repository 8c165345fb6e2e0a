"""The bundled documents by kind and name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .bytes import ReadError
from .formats import KINDS
from .head import head_of
from .resources import resource_folder

ORDER = ("scenario", "map", "ruleset", "card")
"""If several kinds have the same name, the first of these is meant."""
_FIRST = "first.txt"
"""The names of the scenarios to begin with, a line each: to learn each game, and its main one."""


class Bundled(NamedTuple):
    """A document that comes with the program."""

    kind: str
    name: str
    title: str
    summary: str
    path: Path

    @property
    def full_name(self) -> str:
        """The name that says the kind too, `maps/visegrad4`, by which it can be opened."""
        return f"{self.kind}s/{self.name}"


def bundled_names(kind: str) -> tuple[str, ...]:
    """The names of the bundled documents of a kind, sorted."""
    return tuple(path.stem for path in _files(kind))


def bundled_path(kind: str, name: str) -> Path | None:
    """The file of a bundled document, or None if there is none of that name."""
    return next((path for path in _files(kind) if path.stem == name), None)


def find_bundled(name: str) -> tuple[str, Path] | None:
    """The kind and file of a bundled document: `historical`, or `maps/visegrad4` to state the kind."""
    folder, slash, stem = name.replace("\\", "/").rpartition("/")
    for kind in ORDER:
        if not slash or folder in (kind, f"{kind}s"):
            path = bundled_path(kind, stem)
            if path is not None:
                return kind, path
    return None


def bundled_label(kind: str, path: Path) -> str:
    """The name of a bundled file in problems: `maps/visegrad4.yaml`."""
    return f"{kind}s/{path.name}"


@cache
def bundled() -> tuple[Bundled, ...]:
    """All bundled documents of designs, by kind and name."""
    return tuple(entry for kind in KINDS for entry in bundled_of(kind))


def samples() -> tuple[Bundled, ...]:
    """What users may open to see what the program does: the `templates`, then the cards."""
    return (*templates(), *bundled_of("card"))


@cache
def templates() -> tuple[Bundled, ...]:
    """The bundled scenarios and maps: the scenarios named in a file, the best to begin with, then the other
    scenarios, then the maps."""
    designs = [b for b in bundled() if b.kind != "ruleset"]
    first = (resource_folder("sample_scenarios") / _FIRST).read_text("utf-8").split()
    places = {name: n for n, name in enumerate(first)}
    return tuple(sorted(
        designs, key=lambda b: (b.kind != "scenario", places.get(b.name, len(places)), b.title)))


@cache
def bundled_of(kind: str) -> tuple[Bundled, ...]:
    """The bundled documents of a kind, by name."""
    return tuple(_describe(kind, path) for path in _files(kind))


def _files(kind: str) -> Iterator[Path]:
    folder = resource_folder("sample_scenarios") / f"{kind}s"
    # A name with a point is not a separate document: NAME.computed.yaml is the record of an import.
    return iter(sorted(p for p in folder.glob("*.yaml") if "." not in p.stem))


def _describe(kind: str, path: Path) -> Bundled:
    keys = ("title", "summary") if kind == "scenario" else ("title",)  # no other kind has a summary
    try:
        head = head_of(path, *keys)
    except ReadError:
        head = {}
    return Bundled(kind, path.stem, head.get("title", path.stem), head.get("summary", ""), path)
