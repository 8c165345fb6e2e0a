"""The files opened lately: which of them are pinned, and which cannot be found any more."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .settings import Settings

_PATIENCE_S = 0.3
"""How long a drive may take to answer before its files are taken as there."""


@dataclass(frozen=True)
class RecentFile:
    path: str
    pinned: bool
    missing: bool

    @property
    def label(self) -> str:
        """As the menu shows it: the name, its folder, and what is special."""
        folder, name = os.path.split(self.path)
        text = f"{name}   –   {shortened(folder)}"
        return f"{text}   (not found)" if self.missing else text


def shortened(folder: str, most: int = 48) -> str:
    """A long path without its middle.

    >>> shortened("/home/anna/wargames/visegrad/scenarios/winter/1994", 24)
    '/home/…/winter/1994'
    """
    if len(folder) <= most:
        return folder
    parts = folder.split(os.sep)
    head, tail = parts[:2], parts[-1:]
    for part in reversed(parts[2:-1]):
        if len(os.sep.join([*head, "…", part, *tail])) > most:
            break
        tail = [part, *tail]
    return os.sep.join([*head, "…", *tail])


def recent_files(settings: Settings, exists: Callable[[str], bool] = os.path.exists) -> list[RecentFile]:
    """The pinned files, then the others, the latest first of each."""
    pinned = settings.pinned
    paths = [*pinned, *(p for p in settings.recent if p not in pinned)]
    gone = missing(paths, exists)
    return [RecentFile(p, p in pinned, p in gone) for p in paths]


def missing(paths: Iterable[str], exists: Callable[[str], bool] = os.path.exists,
            patience_s: float = _PATIENCE_S) -> set[str]:
    """Which of the files are surely not there. A drive that does not answer holds nobody up."""
    return {p for p, there in answers(paths, exists, patience_s).items() if not there}


def answers(paths: Iterable[str], ask: Callable[[str], bool], patience_s: float) -> dict[str, bool]:
    """What is answered to a question about each file; one whose drive does not answer within `patience_s`
    seconds is left out."""
    found: dict[str, bool] = {}

    def look(path: str) -> None:
        found[path] = ask(path)

    threads = [threading.Thread(target=look, args=(p,), daemon=True) for p in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience_s)
    return dict(found)
