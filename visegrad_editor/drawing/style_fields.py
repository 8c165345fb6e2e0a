"""The values of a style as the plain data of a file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ..model.frozen_data import FrozenMap, frozen, thawed
from .style import DEFAULT, Face, Style

KIND_LOOKS = ("patterns", "terrain", "hexsides", "roads", "features", "nationalities", "sides")
"""Fields that say how the kinds of a ruleset look."""
TONES = ("terrain_paler", "terrain_grey", "line_paler", "line_grey", "counter_paler", "counter_grey")
"""Fields that change all colours a ruleset gives."""
FIELDS = tuple(f.name for f in fields(Style) if f.name != "turn")
"""What a style file can say. How the view is turned is no matter of style."""


def with_fields(style: Style, data: Mapping[str, Any]) -> Style:
    """A style with schema-checked values of a file laid over its own: kinds and letters key by key, others
    as a whole."""
    changed: dict[str, Any] = {}
    for key, value in data.items():
        if key not in FIELDS:
            continue
        old, new = getattr(style, key), frozen(value)
        if isinstance(old, FrozenMap):
            changed[key] = new.over(old)
        elif isinstance(old, Face):
            changed[key] = replace(old, **new)
        else:
            changed[key] = new
    return replace(style, **changed) if changed else style


def fields_of(style: Style, below: Style = DEFAULT) -> dict[str, Any]:
    """What a style says other than another, as the plain data of a file."""
    found: dict[str, Any] = {}
    for key in FIELDS:
        value, old = getattr(style, key), getattr(below, key)
        if value == old:
            continue
        if isinstance(value, Face):
            value = FrozenMap(tuple(
                (f.name, v) for f in fields(Face) if (v := getattr(value, f.name)) != getattr(old, f.name)))
        found[key] = thawed(value)
    return found
