"""A short mark of the content of a design: two sheets with the same mark say the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..model.design import Design
from ..model.ruleset import Ruleset


def plain(value: Any) -> Any:
    """A document as JSON-ready data, key by key; sets come sorted."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(v) for v in value)
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return value


def fingerprint(content: Design | Ruleset) -> str:
    """Eight hexadecimal digits in two groups that change with any change of the documents."""
    text = json.dumps(plain(content), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"{digest[:4]}-{digest[4:8]}"
