"""Whether plain data fits a JSON schema, yes or no: a twentieth of the work of finding out what does not.

Nearly every file that is read fits. The schema is put together once as functions that look at a value; only
the keywords that our schemas use are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Test = Callable[[Any], bool]
_TOLD = frozenset({"description", "title", "examples", "default", "$schema", "$id", "$comment", "$defs"})
"""Keywords that ask for nothing."""


class UnknownKeyword(ValueError):
    """A schema asks for something that is not known here."""


def fitting(schema: Any) -> Test:
    """Whether a value fits the schema, in which references are put in place already.

    A "yes" is sure; a list without doubles whose entries are no texts is told not to fit although it may.
    Raises `UnknownKeyword` for a schema that asks for more than is known here.

    >>> fits = fitting({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}})
    >>> fits({"n": 3}), fits({"n": 0}), fits({"n": True}), fits([])
    (True, False, False, False)
    """
    if schema is True or schema is False:
        return lambda _value: schema
    tests = [make(schema) for words, make in _PARTS if words & schema.keys()]
    unknown = schema.keys() - _KNOWN - _TOLD
    if unknown:
        raise UnknownKeyword(f"not known: {', '.join(sorted(unknown))}")
    if not tests:
        return lambda _value: True
    if len(tests) == 1:
        return tests[0]
    several = tuple(tests)

    def fits(value: Any) -> bool:
        for test in several:  # noqa: SIM110 - a generator would take most of the time
            if not test(value):
                return False
        return True

    return fits


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: dict[str, Test] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _number(value) and (isinstance(value, int) or value.is_integer()),
    "number": _number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def _type(schema: Mapping[str, Any]) -> Test:
    kinds = schema["type"]
    if isinstance(kinds, str):
        return _TYPES[kinds]
    tests = [_TYPES[kind] for kind in kinds]
    return lambda value: any(test(value) for test in tests)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are alike, where true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _one_of(schema: Mapping[str, Any]) -> Test:
    values = list(schema.get("enum", [schema.get("const")]))
    if "enum" in schema and "const" in schema:
        raise UnknownKeyword("enum and const at once")
    if any(isinstance(value, list | dict) for value in values):
        raise UnknownKeyword("lists and mappings in an enum")
    if all(isinstance(value, str) for value in values):
        words = frozenset(values)
        return lambda value: isinstance(value, str) and value in words
    return lambda value: any(_same(value, one) for one in values)


def _amount(schema: Mapping[str, Any]) -> Test:
    low, high, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")

    def fits(value: Any) -> bool:
        return not _number(value) or not (
            (low is not None and value < low) or (high is not None and value > high)
            or (above is not None and value <= above))

    return fits


def _text(schema: Mapping[str, Any]) -> Test:
    least, most = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
    pattern = schema.get("pattern")
    found = None if pattern is None else re.compile(pattern).search
    return lambda value: not isinstance(value, str) or (
        least <= len(value) <= most and (found is None or found(value) is not None))


def _list(schema: Mapping[str, Any]) -> Test:
    least, most = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
    first = [fitting(part) for part in schema.get("prefixItems", ())]
    rest = fitting(schema["items"]) if "items" in schema else None
    unique = schema.get("uniqueItems", False)

    def fits(value: Any) -> bool:
        if not isinstance(value, list):
            return True
        if not least <= len(value) <= most:
            return False
        if unique and not (all(isinstance(v, str) for v in value) and len(set(value)) == len(value)):
            return False
        for test, one in zip(first, value, strict=False):
            if not test(one):
                return False
        return rest is None or all(map(rest, value[len(first):] if first else value))

    return fits


def _mapping(schema: Mapping[str, Any]) -> Test:
    least, most = schema.get("minProperties", 0), schema.get("maxProperties", float("inf"))
    required = schema.get("required", ())
    known = {key: fitting(part) for key, part in schema.get("properties", {}).items()}
    other = fitting(schema.get("additionalProperties", True))
    name = fitting(schema["propertyNames"]) if "propertyNames" in schema else None

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        if not least <= len(value) <= most:
            return False
        for key in required:
            if key not in value:
                return False
        for key, one in value.items():
            if not known.get(key, other)(one) or (name is not None and not name(key)):
                return False
        return True

    return fits


def _any_of(schema: Mapping[str, Any]) -> Test:
    ways = [fitting(part) for part in schema["anyOf"]]
    return lambda value: any(way(value) for way in ways)


def _in_case(schema: Mapping[str, Any]) -> Test:
    if "uniqueItems" in str(schema["if"]):
        raise UnknownKeyword("a condition that is not sure")
    case, then, otherwise = (fitting(schema.get(word, True)) for word in ("if", "then", "else"))
    return lambda value: then(value) if case(value) else otherwise(value)


_PARTS: tuple[tuple[frozenset[str], Callable[[Mapping[str, Any]], Test]], ...] = (
    (frozenset({"type"}), _type),
    (frozenset({"enum", "const"}), _one_of),
    (frozenset({"minimum", "maximum", "exclusiveMinimum"}), _amount),
    (frozenset({"minLength", "maxLength", "pattern"}), _text),
    (frozenset({"minItems", "maxItems", "prefixItems", "items", "uniqueItems"}), _list),
    (frozenset({"properties", "required", "additionalProperties", "propertyNames", "minProperties",
                "maxProperties"}), _mapping),
    (frozenset({"anyOf"}), _any_of),
    (frozenset({"if", "then", "else"}), _in_case),
)
_KNOWN = frozenset().union(*(words for words, _ in _PARTS))
