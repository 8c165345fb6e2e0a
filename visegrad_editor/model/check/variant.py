"""What a variant says for nothing: entries that its base, perhaps changed since, has in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..design import Design
from ..files.sources import SourceFile, Sources, entry_name
from ..problems import Problem
from ..scenario import Unit
from ..wording import quoted
from .context import Checks

_KINDS = ("map", "scenario")
"""A ruleset may repeat a value on purpose, so that it stays when the template changes."""


def check_variant(checks: Checks, design: Design, sources: Sources | None) -> None:
    """A note for each entry of a variant's file that makes something as the base has it already."""
    for kind in _KINDS if sources is not None else ():
        file = sources.of(kind) if sources is not None else None
        document = getattr(design, kind)
        if file is not None and file.base_document is not None and document is not None:
            checks.problems += _of_file(file, document, file.base_document)


def _of_file(file: SourceFile, document: Any, base: Any) -> Iterable[Problem]:
    for section, entries in file.current.data.items():
        attribute = "units" if section == "change" else section
        if not isinstance(entries, list) or section == "units":
            continue
        now, was = (_by_name(getattr(d, attribute, ())) for d in (document, base))
        for i, entry in enumerate(entries):
            name = entry_name(section, entry)
            if name and not entry.get("remove") and name in was and now.get(name) == was[name]:
                yield Problem(
                    "note", "as-in-base", (
                        f"`{section}` says of {quoted(name)} only what its base has already. The entry can "
                        "be removed."), file.name, file.current.line((section, i)),
                    unit=name if section == "change" else "")


def _by_name(entries: Any) -> dict[str, Any]:
    """Entries with a key or an id, by that."""
    named: dict[str, Any] = {}
    for entry in entries if isinstance(entries, tuple) else ():
        name = entry.key if isinstance(entry, Unit) else getattr(entry, "id", "")
        if name:
            named.setdefault(name, entry)
    return named
