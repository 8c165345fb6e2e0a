"""What a YAML file says of itself at its beginning, without reading all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .bytes import ReadError
from .yaml_reader import MAX_DEPTH, read_text, yaml_events


def head_of(path: Path, *keys: str) -> dict[str, str]:
    """The texts of some keys of a file whose top level is a mapping, those that it has; reading ends with the
    last of them. Raises `ReadError` for a file that cannot be read, or not as far as that.

    >>> from .resources import resource_folder
    >>> head_of(resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml", "kind", "nothing")
    {'kind': 'map'}
    """
    return _texts(yaml_events(read_text(path)), set(keys))


def kind_of(path: Path) -> str:
    """The kind of file that a file says it is; "" if it does not say, or cannot be read."""
    try:
        return head_of(path, "kind").get("kind", "")
    except ReadError:
        return ""


def _texts(events: Iterator[Any], wanted: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    if not isinstance(next((e for e in events if not _is_outside(e)), None), yaml.MappingStartEvent):
        return found
    for key in events:
        if isinstance(key, yaml.MappingEndEvent) or not isinstance(key, yaml.ScalarEvent):
            break
        value = next(events)
        if key.value in wanted and isinstance(value, yaml.ScalarEvent):
            found[key.value] = value.value
            if len(found) == len(wanted):
                break
        _skip(value, events)
    return found


def _is_outside(event: Any) -> bool:
    """Whether an event comes before the values of a document."""
    return isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent)


def _skip(value: Any, events: Iterator[Any]) -> None:
    """Go on to the end of a value whose first event has been read."""
    depth = 0
    while True:
        depth += isinstance(value, yaml.CollectionStartEvent) - isinstance(value, yaml.CollectionEndEvent)
        if depth == 0:
            return
        if depth > MAX_DEPTH:
            raise ReadError("too-deep", "Values are nested too deep.")
        value = next(events)
