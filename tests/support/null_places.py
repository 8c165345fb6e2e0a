"""Files that hold null at one place: every key of the schemas, in whole documents and in variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from visegrad_editor.model.files.schema import schema

Json = Mapping[str, Any]
Path_ = tuple[str | int, ...]
_DEEPEST = 4
_HEX = "0101"
"""A hex of every sample map; the examples of the schemas are of other maps."""
"""The most keys of a path: forms may contain themselves."""


@dataclass(frozen=True)
class Place:
    """A key of a schema: its path, with 0 for the entry of a list, and the schemas from the document down to
    it."""

    path: Path_
    parts: tuple[Json, ...]

    def __str__(self) -> str:
        return ".".join("[]" if key == 0 else str(key) for key in self.path)

    def filled(self, value: Any, more: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
        """A document that has a value there, and else what is required: as in the base, where that has it.
        `more` are its keys at the top."""
        first = str(self.path[0])
        return {**more, first: self._within(0, value, base.get(first))}

    def _within(self, depth: int, value: Any, base: Any) -> Any:
        if depth == len(self.path) - 1:
            return value
        part, key = self.parts[depth], self.path[depth + 1]
        if key == 0:
            return [self._within(depth + 1, value, base[0] if isinstance(base, list) and base else None)]
        known = base if isinstance(base, dict) else {}
        needed = {k: known.get(k, v) for k, v in least(part).items()}
        return {**needed, key: self._within(depth + 1, value, known.get(key))}


def places(kind: str) -> Iterator[Place]:
    """Every key of a kind of file."""
    whole = schema(kind)
    yield from _below(whole, whole["$defs"], (), ())


def _below(part: Json, forms: Json, path: Path_, parts: tuple[Json, ...]) -> Iterator[Place]:
    if len(path) > _DEEPEST:
        return
    for key, inner in part.get("properties", {}).items():
        yield from _at(resolved(inner, forms), forms, (*path, key), parts)
    more = part.get("additionalProperties")
    if isinstance(more, Mapping):
        names = [*part.get("propertyNames", {}).get("examples", ()), "some-id"]
        yield from _at(resolved(more, forms), forms, (*path, names[0]), parts)


def _at(part: Json, forms: Json, path: Path_, parts: tuple[Json, ...]) -> Iterator[Place]:
    here = (*parts, part)
    yield Place(path, here)
    for way in part.get("anyOf", (part,)):
        one = resolved(way, forms)
        if "properties" in one or isinstance(one.get("additionalProperties"), Mapping):
            yield from _below(one, forms, path, (*parts, one))
        if isinstance(one.get("items"), Mapping):
            entry = resolved(one["items"], forms)
            yield from _at(entry, forms, (*path, 0), (*parts, one))


def resolved(part: Json, forms: Json) -> Json:
    """A schema with the form that it refers to in its place."""
    while "$ref" in part:
        rest = {k: v for k, v in part.items() if k != "$ref"}
        part = {**forms[part["$ref"].removeprefix("#/$defs/")], **rest}
    if any("$ref" in inner for inner in part.get("properties", {}).values()) or "items" in part:
        part = {**part, "_forms": forms}
    return {**part, "_forms": forms}


def least(part: Json) -> dict[str, Any]:
    """A mapping with the keys that a form requires."""
    forms = part.get("_forms", {})
    return {key: sound(resolved(part["properties"][key], forms)) for key in part.get("required", ())
            if key in part.get("properties", {})}


def sound(part: Json) -> Any:
    """A value that a schema takes."""
    forms = part.get("_forms", {})
    if "const" in part:
        return part["const"]
    if "enum" in part:
        return next(value for value in part["enum"] if value is not None)
    if part.get("examples"):
        return _HEX if re.fullmatch(r'"[0-9]{4}"', part["examples"][0]) else part["examples"][0]
    if "anyOf" in part:
        return sound(resolved(part["anyOf"][0], forms))
    kinds = part.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return least(part)
    if kind == "array":
        several = part.get("prefixItems") or [part["items"]] * part.get("minItems", 0)
        return [sound(resolved(one, forms)) for one in several]
    if kind in ("integer", "number"):
        return max(part.get("minimum", 1), 1) if part.get("maximum", 1) >= 1 else part["maximum"]
    if kind == "boolean":
        return True
    pattern = part.get("pattern", "")
    texts = ("some-id", "0101", "2", "1-2", "1d6", "#102030", "a", "a/b", "a.png", "x=1")
    return next((text for text in texts if re.search(pattern, text)), "some-id")
