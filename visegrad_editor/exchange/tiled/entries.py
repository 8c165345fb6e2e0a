"""Entries of a map file as custom properties of Tiled, and back.

Texts, numbers and truth values are properties of the same name; other values are JSON in a property whose
name ends in `:json`. So every entry of a map file can be exported and imported again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from ...model.files.json_reader import read_json
from .document import Properties

DATA = "map data"
"""The property of the whole map with everything that layers and objects do not show."""
HOLDS = "holds"
"""The property of a layer that says what its tiles or objects are."""
ORDER = "order"
"""The property of an object with its entry's number in the section."""
_JSON = ":json"


def to_properties(entry: Mapping[str, Any], without: Collection[str] = ()) -> Properties:
    """The properties of an entry.

    >>> to_properties({"kind": "river", "width": 2, "features": ["city", "port"]})
    {'kind': 'river', 'width': 2, 'features:json': '["city", "port"]'}
    """
    properties: Properties = {}
    for key, value in entry.items():
        if key in without:
            continue
        if isinstance(value, str | bool | int | float):
            properties[key] = value
        else:
            properties[f"{key}{_JSON}"] = json.dumps(value, ensure_ascii=False)
    return properties


def from_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The entry of properties; JSON that cannot be read is left out."""
    entry: dict[str, Any] = {}
    for key, value in properties.items():
        if key.endswith(_JSON):
            try:
                entry[key.removesuffix(_JSON)] = read_json(str(value))
            except (ValueError, RecursionError):
                continue
        else:
            entry[key] = value
    return entry
