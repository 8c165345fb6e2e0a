"""The files of a design as plain data, so that restored work goes on with them as if nothing had
happened: their text with its comments, and what was last known to be on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ...model.delta import BadDelta, DeltaCodec
from ...model.design import Design
from ...model.document_file import document_from_data
from ...model.findings import Findings
from ...model.scenario import Scenario
from ...model.schema import check_schema
from ...model.sources import Kind, SourceFile, Sources, moved_base
from ...model.yaml_read import Unreadable, read_yaml

KINDS: tuple[Kind, ...] = ("ruleset", "map", "scenario")
_LINKED = ("base", "original", "copy")
"""The fields of a file that lead to another one."""
NOWHERE = Path(Path(__file__).absolute().anchor, "not-known-where.visegrad-editor")
"""A folder that is not there; no folder a file is saved in lies above it."""
_CODEC = DeltaCodec([Scenario])


def files_data(sources: Sources) -> dict[str, Any]:
    """The files of a design as JSON-ready data."""
    return {kind: _file_data(file) for kind in KINDS if (file := sources.of(kind)) is not None}


def files_of(data: Mapping[str, Any]) -> Sources:
    """The files of `files_data`; one that cannot be understood any more is left out."""
    found: dict[str, SourceFile | None] = {k: _file(data[k]) for k in KINDS if k in data}
    return Sources(**found)


def with_known_places(sources: Sources) -> Sources:
    """The files, those whose path is relative as files of a place that is not known: their text is kept for
    the next save, and nothing is read from or written to where they might be."""
    return Sources(**{kind: _known(file) for kind in KINDS if (file := sources.of(kind)) is not None})


def place_known(file: SourceFile) -> bool:
    """Whether it is known where a file lies."""
    return not file.path.is_relative_to(NOWHERE)


def _known(file: SourceFile) -> SourceFile:
    base, original, copy = (None if other is None else _known(other)
                            for other in (file.base, file.original, file.copy))
    file = replace(file, base=base, original=original, copy=copy)
    if file.path.is_absolute():
        return file
    return replace(file, path=NOWHERE.joinpath(*(p for p in file.path.parts if p != "..")), on_disk=None)


def first_design(sources: Sources) -> Design | None:
    """The design the files held when they were read; None where a document of it has no file."""
    ruleset, map, scenario = (getattr(sources.of(k), "document", None) for k in KINDS)
    return Design(ruleset, map, scenario) if ruleset is not None and map is not None else None


def _file_data(file: SourceFile) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": file.kind, "path": str(file.path), "name": file.name, "text": file.text,
        **{name: _file_data(other) for name in _LINKED if (other := getattr(file, name)) is not None}}
    if file.on_disk != file.text:
        data["on_disk"] = file.on_disk
    if file.base is not None and file.base_document is not None:
        # As the base would be read now, but for the folder the file was first read in.
        data["start"] = _CODEC.difference(moved_base(file.base, file.path.parent), file.base_document)
    return data


def _file(data: Mapping[str, Any]) -> SourceFile | None:
    try:
        kind: Kind = data["kind"]
        path, reading = Path(data["path"]), read_yaml(data["text"])
        linked = {name: _file(data[name]) for name in _LINKED if name in data}
        start = None
        base = linked.get("base")
        if base is not None:
            start = cast(Scenario, _CODEC.apply(moved_base(base, path.parent), data.get("start", 0)))
        elif "base" in data:
            return None
        if any(p.code != "unknown-key" for p in check_schema(kind, reading, data["name"])):
            return None
        document = document_from_data(kind, reading.data, Findings(data["name"], reading), start)
        if document is None:
            return None
        file = SourceFile(kind, path, data["name"], reading, document, base, start,
                          data.get("on_disk", reading.text))
        return replace(file, original=linked.get("original"), copy=linked.get("copy"))
    except (KeyError, TypeError, ValueError, Unreadable, BadDelta):
        return None
