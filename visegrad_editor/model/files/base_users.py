"""The variants of a file, and what no longer fits in them once it has changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..problems import Problem
from ..wording import count
from .atomic import real_path
from .bytes import ReadError, read_text
from .load import load
from .references import FileReferenceError, is_path, resolve
from .sources import Kind

MOST_FILES, MOST_VARIANTS = 300, 40
"""The most files of a folder that are looked at, and the most variants that are checked."""
_KIND = re.compile(r"^kind\s*:\s*[\"']?(ruleset|map|scenario)\b", re.MULTILINE)
_EXTENDS = re.compile(r"^extends\s*:\s*[\"']?([^\s\"'#]+)", re.MULTILINE)
Errors = Mapping[Path, frozenset[Problem]]
"""The errors of files."""


def variants_of(path: Path, kind: Kind) -> tuple[Path, ...]:
    """The variants of a file, and theirs, in its folder and the one above; a base is never above its
    variants."""
    bases: dict[Path, Path] = {}
    for folder in dict.fromkeys((path.parent, path.parent.parent)):
        try:
            files = sorted(p for e in ("*.yaml", "*.yml") for p in folder.glob(e))[:MOST_FILES]
        except OSError:
            continue
        for file in files:
            if base := _base_of(file, kind):
                bases[real_path(file)] = base
    found: dict[Path, None] = {}
    waiting = [real_path(path)]
    while waiting:
        one = waiting.pop(0)
        new = [file for file, base in bases.items() if base == one and file not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return tuple(found)[:MOST_VARIANTS]


def _base_of(file: Path, kind: Kind) -> Path | None:
    try:
        text = read_text(file)
    except ReadError:
        return None
    known, extends = _KIND.search(text), _EXTENDS.search(text)
    if known is None or extends is None or known[1] != kind or not is_path(extends[1]):
        return None
    try:
        return real_path(resolve(kind, extends[1], file.parent))
    except FileReferenceError:
        return None


def errors_of(files: Iterable[Path]) -> Errors:
    """The errors of files as they are on disk."""
    return {file: frozenset(p for p in load(file).problems if p.severity == "error") for file in files}


def misfits(before: Errors, after: Errors) -> tuple[str, ...]:
    """A sentence for each file that has more errors after a change of its base."""
    told = []
    for file, errors in after.items():
        known = {_essence(p) for p in before.get(file, ())}
        new = sorted((p for p in errors if _essence(p) not in known), key=lambda p: (p.line, p.message))
        if new:
            more = f" (and {len(new) - 1} more)" if len(new) > 1 else ""
            told.append(f"{file.name} is a variant of it and has {count(len(new), 'new error')}: line "
                        f"{new[0].line}, {new[0].message}{more} Open it to settle that.")
    return tuple(told)


def _essence(problem: Problem) -> tuple[str, str, str, str]:
    return problem.code, problem.message, problem.hex, problem.unit
