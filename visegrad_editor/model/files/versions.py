"""Other versions of a design: its base, what was saved last, and one that git keeps."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from ...errors import VisegradError
from ..design import Design
from ..problems import Problem
from ..wording import quoted
from .atomic import real_path
from .bytes import may_exist
from .load import LoadResult, load
from .plain_data import as_text
from .references import FileReferenceError, is_path, resolve
from .sources import SourceFile, Sources
from .yaml_reader import read_yaml

PREFIX = "git:"
_SECONDS = 20
_MOST_FILES = 50
_REFERENCES = ("ruleset", "map", "extends")
_GIT = re.compile(r"(?P<revision>[^\s:-][^\s:]+):(?P<path>.+)", re.DOTALL)


_CAREFUL = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")
_NO_FETCHING = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
"""The settings of a repository that came from elsewhere can name programs; none of them is run, and nothing
is fetched."""
_MOST_BYTES = 60_000_000


class NoVersionError(VisegradError):
    """Why there is no other version to compare with."""


# -- the base --------------------------------------------------------------------------------------


def base_design(design: Design, sources: Sources) -> Design:
    """The design that this one is a variant of: what the base of the scenario plays, or the design with the
    bases of its map and its ruleset. Raises `NoVersionError` if it is no variant, or its base cannot be
    read."""
    scenario = design.scenario
    if scenario is not None and scenario.extends:
        loaded = load(_base_file("scenario", scenario.extends, sources.scenario), "scenario")
        if loaded.design is None:
            raise NoVersionError(f"The base scenario {scenario.extends} cannot be read.")
        return loaded.design
    parts: dict[str, Any] = {}
    kinds = ("ruleset", "map")
    for kind in kinds:
        extends, own = getattr(design, kind).extends, sources.of(kind)
        if extends:
            loaded = load(_base_file(kind, extends, own), kind)
            file = loaded.sources.of(kind)
            if file is None:
                raise NoVersionError(f"The base {kind} {extends} cannot be read.")
            parts[kind] = file.document
    if not parts:
        what = "scenario" if scenario is not None else "map"
        raise NoVersionError(
            f"This {what} is not a variant: neither it nor what it uses names a base in `extends`.")
    return replace(design, **parts)


def base_or_none(design: Design, sources: Sources) -> Design | None:
    """The design that this one is a variant of; None if it is no variant, or its base cannot be read."""
    try:
        return base_design(design, sources)
    except NoVersionError:
        return None


def _base_file(kind: str, extends: str, own: SourceFile | None) -> Path:
    """The file of a base: the one that the document was read with, or the one its `extends` names."""
    if own is not None and own.base is not None:
        return own.base.path
    folder = own.path.parent if own is not None else Path()
    try:
        return resolve(kind, extends, folder)
    except FileReferenceError as error:
        raise NoVersionError(f"The base {kind} cannot be read. {error}") from None


# -- git -------------------------------------------------------------------------------------------


def is_git_word(word: str) -> bool:
    """Whether a word names a version in git and not a file: `git:HEAD~2`, `HEAD:war.yaml`.

    >>> [is_git_word(w) for w in ("git:HEAD", "HEAD~1:wars/war.yaml", "historical", "C:/war.yaml")]
    [True, True, False, False]
    """
    if word.startswith(PREFIX):
        return True
    return _GIT.fullmatch(word) is not None and not may_exist(Path(word))


@contextmanager
def git_version(word: str, same_as: Path | None = None) -> Iterator[LoadResult]:
    """The file that a word names (`HEAD:path/to/war.yaml`, `git:HEAD:war.yaml`), as it and the files it names
    were in that revision of git; `git:HEAD` is the file `same_as` in that revision.

    A path is taken from the present folder, or from the folder of `same_as`; else from the top of the
    repository. Problems name a file as git does: `HEAD:path/to/war.yaml`. Raises `NoVersionError`.
    """
    rest = word.removeprefix(PREFIX)
    match = _GIT.fullmatch(rest)
    if match is not None:
        revision, path = match["revision"], match["path"]
        folder = Path.cwd()
    elif same_as is None or not rest or rest.startswith("-") or ":" in rest:
        raise NoVersionError(
            f"{quoted(word)} names no version in git. Write REVISION:PATH, for example HEAD:my-war.yaml.")
    else:
        revision, path, folder = rest, same_as.name, same_as.parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "replace").strip())
    _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}",
         complaint=f"Git knows no version {quoted(revision)} here. `git log` lists them.")
    inside = _path_in(folder, top, revision, path)
    with TemporaryDirectory(prefix="visegrad-editor-") as made:
        target = Path(made)
        _fetch(top, revision, inside, target)
        loaded = load(target / inside)
        problems, reading = ((_named_as_in_git(p, target, revision) for p in several)
                             for several in (loaded.problems, loaded.reading))
        yield replace(loaded, problems=tuple(problems), reading=tuple(reading))


def _named_as_in_git(problem: Problem, folder: Path, revision: str) -> Problem:
    """A problem of a file that was fetched into a folder, with the name that the file has in git."""
    path = Path(problem.file)
    if not path.is_relative_to(folder):
        return problem
    return replace(problem, file=f"{revision}:{path.relative_to(folder).as_posix()}")


def _path_in(folder: Path, top: Path, revision: str, path: str) -> PurePosixPath:
    """The path in the repository of a path as it was typed."""
    candidates = []
    with suppress(ValueError, OSError):
        near = Path(os.path.normpath(real_path(folder) / path))
        candidates.append(PurePosixPath(near.relative_to(real_path(top)).as_posix()))
    plain = PurePosixPath(path.replace("\\", "/"))
    if not plain.is_absolute() and ".." not in plain.parts:
        candidates.append(plain)
    for one in candidates:
        if _there(top, revision, one):
            return one
    renamed = _names_before(top, revision)
    for one in candidates:
        if (before := renamed.get(str(one))) is not None:
            return PurePosixPath(before)
    raise NoVersionError(
        f"There is no file {quoted(path)} in the version {quoted(revision)} of git, and none that became it. "
        f"If it had another name then, write {revision}:OLD-NAME.")


def _names_before(top: Path, revision: str) -> dict[str, str]:
    """What the files that have been renamed since a revision were called in it, by their present names."""
    # The files of the folder are not looked at: a repository may name programs that git runs for them.
    words = _git(top, "diff-index", "--cached", "--find-renames", "--name-status", "-z", revision, "--")
    parts = words.decode("utf-8", "replace").split("\0")
    found, place = {}, 0
    while place < len(parts) and parts[place]:
        if parts[place][0] in "RC":
            old, new = parts[place + 1:place + 3]
            found[new] = old
            place += 3
        else:
            place += 2
    return found


def _there(top: Path, revision: str, path: PurePosixPath) -> bool:
    try:
        return _git(top, "cat-file", "-t", f"{revision}:{path}").strip() == b"blob"
    except NoVersionError:
        return False


def _fetch(top: Path, revision: str, path: PurePosixPath, target: Path) -> None:
    """Write a file of a revision, and those it refers to, below the folder `target`."""
    waiting, known = [path], {path}
    while waiting:
        one = waiting.pop()
        if int(_git(top, "cat-file", "-s", f"{revision}:{one}")) > _MOST_BYTES:
            raise NoVersionError(f"{one} of {revision} is too large to be a file of this program.")
        content = _git(top, "cat-file", "blob", f"{revision}:{one}")
        file = target / one
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        for other in _referred(content):
            named = one.parent / other
            if ".." not in named.parts and named not in known and len(known) < _MOST_FILES and _there(
                    top, revision, named):
                known.add(named)
                waiting.append(named)


def _referred(content: bytes) -> Iterator[str]:
    """The paths of the files that a document names."""
    try:
        data = read_yaml(content.decode("utf-8")).data
    except (VisegradError, UnicodeDecodeError, ValueError):
        return
    for key in _REFERENCES if isinstance(data, dict) else ():
        word = as_text(data.get(key)) or ""
        if is_path(word) and not PurePosixPath(word).is_absolute() and "\\" not in word:
            yield word


def _git(folder: Path, *words: str, complaint: str = "") -> bytes:
    """What git prints; raises `NoVersionError` with the reason if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), "--no-pager", *_CAREFUL, *words], capture_output=True,
            timeout=_SECONDS, stdin=subprocess.DEVNULL, check=False, env={**os.environ, **_NO_FETCHING})
    except FileNotFoundError:
        raise NoVersionError("Versions in git need the program git, which is not installed.") from None
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise NoVersionError(f"Git could not be asked: {error}") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if reason and "not a git repository" in reason[0]:
            complaint = f"The folder {folder} is in no repository of git, so git keeps no version of it."
        raise NoVersionError(complaint or f"Git says: {reason[0] if reason else 'nothing'}")
    return done.stdout
