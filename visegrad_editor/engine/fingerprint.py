"""A short mark of everything in a design that play depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..model.design import Design

# Looks and words: changing them changes no game.
_IGNORED = frozenset({
    "provenance", "notes", "note", "summary", "title", "text", "colour", "colours", "pattern", "symbol",
    "width", "labels", "version", "special_rules", "results", "turn_length", "adjective", "extends", "phases",
})


def fingerprint(design: Design) -> str:
    """Twelve hexadecimal digits in three groups: equal for designs that play alike.

    Colours, notes, labels, provenance and other looks do not count.
    """
    text = json.dumps(_plain(design), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "-".join(digest[i:i + 4] for i in (0, 4, 8))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name not in _IGNORED}
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(v) for v in value)
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    return value
