"""Resolves `ruleset`, `map` and `extends`: a bundled document, or a file below the folder.

A path may not leave the folder of the file that names it, so that a downloaded scenario
cannot make the program read anything else.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from ...errors import VisegradError
from ..wording import did_you_mean, listed, quoted
from .atomic import real_path
from .bytes import beginning
from .catalogue import bundled_names, bundled_path
from .resources import is_bundled

ENDINGS = (".yaml", ".yml")
_MOST_FILES, _HEAD = 300, 4000
"""How many files are looked at for one that was renamed, and how many bytes of each: a file says its kind and
name in these, after remarks."""


class FileReferenceError(VisegradError):
    """Why a reference does not name a file that may be read."""


class MissingFileError(FileReferenceError):
    """The path is valid, but there is no file."""


def is_path(reference: str) -> bool:
    """Whether a reference is a path and not a bundled name."""
    return reference.lower().endswith(ENDINGS) or "/" in reference or "\\" in reference


def resolve(kind: str, reference: str, folder: Path) -> Path:
    """The file that a reference in a file of `folder` names; raises `FileReferenceError`."""
    if not is_path(reference):
        path = bundled_path(kind, reference)
        if path is not None:
            return path
        message = f"There is no bundled {kind} {quoted(reference)}."
        beside = next((reference + e for e in ENDINGS if (folder / (reference + e)).is_file()), "")
        if beside:
            raise FileReferenceError(f"{message} To use the file beside this one write {beside}.")
        raise FileReferenceError(message + did_you_mean(reference, bundled_names(kind), "Bundled"))
    try:
        return file_below(reference, folder, kind, ENDINGS)
    except MissingFileError as error:
        path = folder / PurePosixPath(reference)
        names = [p.name for p in _called(path.stem, kind, path.parent)]
        if not names:
            raise
        raise MissingFileError(
            f"There is no file {quoted(reference)} below {real_path(folder).name or folder}. {listed(names)} "
            f"there {'says' if len(names) == 1 else 'say'} `name: {path.stem}`: was the file renamed? Write "
            f"{PurePosixPath(reference).with_name(names[0])} instead.") from error


def _called(name: str, kind: str, folder: Path) -> list[Path]:
    """The files of a folder that say to be a document of this kind and name."""
    wanted = re.compile(rf"^kind\s*:\s*[\"']?{kind}\b", re.MULTILINE)
    named = re.compile(rf"^name\s*:\s*[\"']?{re.escape(name)}[\"']?\s*(#.*)?$", re.MULTILINE)
    found = []
    for path in sorted(p for e in ENDINGS for p in folder.glob(f"*{e}"))[:_MOST_FILES]:
        head = beginning(path, _HEAD).decode("utf-8", "replace")
        if wanted.search(head) and named.search(head):
            found.append(path)
    return found


def documents_below(kind: str, folder: Path, others: Iterable[Path] = ()) -> list[str]:
    """References to the documents of a kind in a folder, and to those of some other files that lie below it,
    sorted; of a very full folder only the first ones."""
    beside = sorted(p for e in ENDINGS for p in folder.glob(f"*{e}"))[:_MOST_FILES]
    found = {reference for path in (*beside, *others)
             if (reference := below(path, folder)) and _is_of_kind(path, kind)}
    return sorted(found)


def below(path: Path, folder: Path) -> str:
    """The reference to a file that lies in a folder or below it; "" if it does not."""
    try:
        return real_path(path).relative_to(real_path(folder)).as_posix()
    except (OSError, ValueError):
        return ""


def file_below(reference: str, folder: Path, what: str, endings: Sequence[str]) -> Path:
    """The file that a path in a file of `folder` names; raises `FileReferenceError`, or `MissingFileError` if
    it is only missing.

    `what` and `endings` are used in the sentences.
    """
    pure = PurePosixPath(reference)
    if "\\" in reference or ":" in reference:
        raise FileReferenceError(f"The path {quoted(reference)} must be written with / and without a drive.")
    if pure.is_absolute() or reference.startswith("~"):
        raise FileReferenceError(f"The path {quoted(reference)} must be relative to the folder of this file.")
    if ".." in pure.parts:
        raise FileReferenceError(
            f"The path {quoted(reference)} leaves the folder of this file (`..`). Put the {what} into the "
            "same folder or one below it.")
    path = folder / pure
    try:
        if not real_path(path).is_relative_to(real_path(folder)):
            raise FileReferenceError(
                f"The path {quoted(reference)} leads out of the folder by a symbolic link.")
        if _goes_round(path):
            raise FileReferenceError(f"{quoted(reference)} is a symbolic link that leads to itself.")
        if path.exists() and not path.is_file():
            raise FileReferenceError(f"{quoted(reference)} is not a file.")
        if not path.is_file():
            there = sorted(p for e in endings for p in path.parent.glob(f"*{e}"))
            near = [p.name for p in there if endings != ENDINGS or _is_of_kind(p, what)]
            raise MissingFileError(
                f"There is no file {quoted(reference)} below {real_path(folder).name or folder}."
                f"{did_you_mean(path.name, near, 'Files there')}")
    except (OSError, ValueError):
        raise FileReferenceError(f"The path {quoted(reference)} cannot be read.") from None
    return path


def _goes_round(path: Path) -> bool:
    """Whether a path is, or leads through, a symbolic link that leads to itself."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _is_of_kind(path: Path, kind: str) -> bool:
    """Whether the file says near its beginning that it is of this kind."""
    return f"kind: {kind}".encode() in beginning(path, _HEAD)


def reference_to(kind: str, target: Path, folder: Path) -> str | None:
    """How a file in `folder` refers to a document: bundled name or relative path; None if it cannot."""
    if is_bundled(target) and bundled_path(kind, target.stem) is not None:
        return target.stem
    try:
        relative = os.path.relpath(real_path(target), real_path(folder))
    except ValueError:
        # On Windows there is no relative path from one drive to another.
        return None
    return None if relative.startswith("..") or os.path.isabs(relative) else Path(relative).as_posix()
