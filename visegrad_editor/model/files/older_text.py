"""Texts with units of an older form, written in the present one; every other byte stays as it was."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import yaml

from .bytes import ReadError
from .unit_migration import OLD_KEYS, in_present_form
from .yaml_emit import flow
from .yaml_places import Places
from .yaml_reader import Reading, read_yaml
from .yaml_splice import SpliceError, splice

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def in_present_text(reading: Reading) -> Reading:
    """The same file with its units in the present form also in its text; the reading itself if they are, or
    if the text cannot be changed so."""
    if reading.written is None:
        return reading
    kind = str(reading.data["kind"])
    with suppress(SpliceError, ReadError):
        found = read_yaml(_replaced(reading))
        if found.data == reading.data and found.written is None:
            return found
    with suppress(SpliceError, ReadError):
        return read_yaml(splice(reading.text, kind, reading.written, reading.written, reading.data))
    return reading


def _replaced(reading: Reading) -> str:
    """The text with each `strength` and `movement` of a unit replaced by `values` where it stands."""
    mark = "\ufeff" if reading.text.startswith("\ufeff") else ""
    body = reading.text[len(mark):]
    places = Places(body)
    top: Any = yaml.compose(body, Loader=_LOADER)
    tops = {k.value: v for k, v in top.value}
    edits: list[tuple[int, int, str]] = []
    for section, i, _ in in_present_form(reading.written)[1]:
        node = tops[section].value[i]
        edits += _unit_edits(places, body, node, reading.data[section][i])
    for start, end, new in sorted(edits, reverse=True):
        body = body[:start] + new + body[end:]
    return mark + body


def _unit_edits(places: Places, body: str, node: Any, entry: dict[str, Any]) -> list[tuple[int, int, str]]:
    pairs = [(k, v) for k, v in node.value if k.value in OLD_KEYS]
    (key, value), *rest = pairs
    quoted = key.style in ('"', "'")
    new = {k: entry[k] for k in ("values", "steps") if k in entry}
    if "values" not in new or value.end_mark.line != key.start_mark.line:
        raise SpliceError
    words = [f"{json.dumps(k)}: {json.dumps(v)}" if quoted else f"{k}: {flow(v)}" for k, v in new.items()]
    # What a file gives as steps of its own is already there.
    words = words[:1] if any(k.value == "steps" for k, _ in node.value) else words
    between = ", " if node.flow_style else "\n" + " " * places.column(places.span(key)[0])
    edits = [(places.span(key)[0], places.span(value)[1], between.join(words))]
    for k, v in rest:
        edits.append(_without(places, body, node, k, v))
    return edits


def _without(places: Places, body: str, node: Any, key: Any, value: Any) -> tuple[int, int, str]:
    """The edit that removes a pair which is not the first of its entry; a comment behind it stays."""
    at = next(i for i, (k, _) in enumerate(node.value) if k is key)
    end = places.span(value)[1]
    if node.flow_style:
        return places.span(node.value[at - 1][1])[1], end, ""
    start = places.span(key)[0]
    line_end = body.find("\n", end)
    rest = body[end:] if line_end < 0 else body[end:line_end]
    if rest.strip():
        return start, end + len(rest) - len(rest.lstrip()), ""
    return places.line_start(start), len(body) if line_end < 0 else line_end + 1, ""
