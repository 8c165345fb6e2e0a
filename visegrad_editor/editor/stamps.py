"""The stamps a designer has: those that come with the program, his own, and those beside the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..model.atomic import SaveError
from ..model.naming import document_name
from ..model.resources import resource_folder
from ..model.stamp import Stamp
from ..model.stamp_file import NotAStamp, load_stamp, save_stamp
from .signals import Signal

MOST = 500
"""More files of a folder are not looked at."""


@dataclass(frozen=True)
class KeptStamp:
    """A stamp and its file. `own` ones can be renamed and deleted. `complaint` is not empty where the
    file is no good stamp; then there is no stamp."""

    path: Path
    stamp: Stamp | None
    own: bool
    complaint: str = ""

    @property
    def title(self) -> str:
        return self.stamp.title if self.stamp else self.path.name


class Stamps:
    """The stamps in some folders: the program's, and the user's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed = Signal()
        """A stamp was saved, renamed or deleted."""
        self._known: dict[Path, tuple[tuple[int, int], KeptStamp]] = {}

    def all(self, beside: Path | None = None) -> tuple[KeptStamp, ...]:
        """The stamps by title, one's own first; `beside` is the folder of the map that is open."""
        own = [self.folder, *([beside / "stamps"] if beside is not None else [])]
        found = [k for folder in dict.fromkeys(own) for k in self._in(folder, True)]
        # Łódź stands with the other names in L.
        found.sort(key=lambda k: (document_name(k.title, "~"), k.title.casefold()))
        return (*found, *self._in(resource_folder("sample_scenarios") / "stamps", False))

    def _in(self, folder: Path, own: bool) -> Iterator[KeptStamp]:
        try:
            paths = sorted(p for p in folder.glob("*.yaml") if p.is_file())[:MOST]
            signs = [(p, (p.stat().st_mtime_ns, p.stat().st_size)) for p in paths]
        except OSError:
            return
        for path, sign in signs:
            known = self._known.get(path)
            if known is None or known[0] != sign:
                known = self._known[path] = sign, _read(path, own)
            yield known[1]

    def save(self, stamp: Stamp, folder: Path | None = None) -> Path:
        """Keep a stamp under a name made from its title; the path. Raises `SaveError`."""
        folder = folder or self.folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"The folder {folder} for stamps cannot be made: "
                            f"{error.strerror or error}.") from error
        path = free_path(folder, stamp.title)
        save_stamp(stamp, path)
        self.changed.emit()
        return path

    def rename(self, kept: KeptStamp, title: str) -> None:
        """Give one's own stamp another title; its file keeps its name. Raises `SaveError`."""
        assert kept.stamp is not None
        save_stamp(replace(kept.stamp, title=title), kept.path)
        self.changed.emit()

    def delete(self, kept: KeptStamp) -> None:
        """Delete the file of one's own stamp. Raises `SaveError`."""
        try:
            kept.path.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"{kept.path.name} was not deleted: {error.strerror or error}.") from error
        self.changed.emit()


def free_path(folder: Path, title: str) -> Path:
    """A path in the folder for a new stamp of that title."""
    stem = document_name(title, "stamp")[:60]
    path, n = folder / f"{stem}.yaml", 2
    while path.exists():
        path, n = folder / f"{stem}-{n}.yaml", n + 1
    return path


def _read(path: Path, own: bool) -> KeptStamp:
    try:
        return KeptStamp(path, load_stamp(path), own)
    except NotAStamp as error:
        return KeptStamp(path, None, own, str(error))
