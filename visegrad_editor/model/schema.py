"""Checks plain data against the JSON schemas and says in sentences what does not fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from .fitting import Test, UnknownKeyword, fitting
from .problems import Problem
from .resources import resource_folder
from .wording import article, did_you_mean, quoted, shown, value_words, where_words
from .yaml_read import DataPath, Reading

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

KINDS = ("ruleset", "map", "scenario")
MOST = 50
_LONGEST_KEY = 145


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON schema of a kind of file, as it stands in `schemas/`."""
    path = resource_folder("schemas") / f"{kind}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _whole(kind: str) -> Any:
    """The schema with all references put in place: following them for every value would take time."""
    whole = schema(kind)
    return _inline(whole, whole["$defs"])


@cache
def _fits(kind: str) -> Test:
    try:
        return fitting(_whole(kind))
    except UnknownKeyword:
        return lambda _value: False


@cache
def _validator(kind: str) -> Draft202012Validator:
    # Only where something does not fit: it takes long to load.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_whole(kind))


def _inline(part: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_inline(p, definitions) for p in part]
    if not isinstance(part, dict):
        return part
    rest = {k: _inline(v, definitions) for k, v in part.items() if k not in ("$ref", "$defs")}
    if "$ref" in part:
        target = definitions[part["$ref"].removeprefix("#/$defs/")]
        return {**_inline(target, definitions), **rest}
    return rest


def check_schema(kind: str, reading: Reading, file: str) -> tuple[Problem, ...]:
    """What in the data does not fit the schema of its kind, at most about 50 problems."""
    if not isinstance(reading.data, dict):
        message = f"A {kind} is a mapping of keys to values; found {value_words(reading.data)}."
        return (Problem("error", "wrong-type", message, file, 1),)
    if _fits(kind)(reading.data):
        return ()
    found: list[Problem] = []
    for error in islice(_validator(kind).iter_errors(reading.data), MOST * 2):
        for problem in islice(_problems(error, reading, kind, file), MOST):
            if problem not in found:
                found.append(problem)
        if len(found) >= MOST:
            more = "There are more problems; these are the first."
            found = [*found[:MOST], Problem("note", "more-problems", more, file)]
            break
    return tuple(sorted(found, key=lambda p: (p.severity == "note", p.line)))


def _problems(error: ValidationError, reading: Reading, kind: str, file: str) -> Iterator[Problem]:
    path: DataPath = tuple(error.absolute_path)
    for code, message, at in _messages(error, path, reading, kind):
        unit, hex = _subject(path, reading.data)
        yield Problem("error", code, message, file, reading.line(at), hex=hex, unit=unit)


def _subject(path: DataPath, data: dict[str, Any]) -> tuple[str, str]:
    """The unit key and the hex number of the entry a path lies in, each or both empty."""
    if len(path) < 2 or not isinstance(path[1], int):
        return "", ""
    entry = data[str(path[0])][path[1]]
    if not isinstance(entry, dict):
        return "", ""
    if path[0] == "units" and isinstance(entry.get("name"), str) and "nationality" in entry:
        return f"{entry['nationality']}/{entry['name']}"[:_LONGEST_KEY], ""
    if path[0] == "change" and isinstance(entry.get("unit"), str):
        return entry["unit"][:_LONGEST_KEY], ""
    return "", str(entry["hex"]) if isinstance(entry.get("hex"), str | int) else ""


def _messages(
    error: ValidationError, path: DataPath, reading: Reading, kind: str
) -> Iterator[tuple[str, str, DataPath]]:
    """(code, message, path) of each thing an error of the validator stands for."""
    value: Any = error.instance
    rule: Any = error.validator_value
    where = where_words(path, reading.data, kind)
    what = str(error.validator)
    part: Any = error.schema
    expected = _expected(part)
    if what == "additionalProperties" and rule is False:
        known = list(part["properties"])
        for key in value:
            if key not in known:
                yield "unknown-key", (
                    f"Unknown key `{shown(key)}` in {where}.{did_you_mean(key, known, 'Known keys')}"
                ), (*path, key)
    elif what == "required":
        for key in rule:
            if key not in value:
                yield "missing-key", f"{where[:1].upper()}{where[1:]} needs the key `{key}`.", path
    elif what == "type" and value is None:
        hint = " A value that begins with # must be quoted." if "#rrggbb" in str(part) else ""
        yield "wrong-type", f"{_subject_words(path, where)} is empty; expected {expected}.{hint}", path
    elif what == "type":
        message = f"{_subject_words(path, where)} is {value_words(value)}; expected {expected}."
        yield "wrong-type", message, path
    elif what in ("enum", "const"):
        choices = [str(c) for c in (rule if what == "enum" else [rule])]
        if path == ("format",):
            message = f"The file has format {shown(value)}; this program reads format 1."
        else:
            message = (
                f"{_subject_words(path, where)} is {value_words(value)}."
                f"{did_you_mean(str(value), choices, 'Possible')}"
            )
        yield "wrong-value", message, path
    elif error.absolute_schema_path and "propertyNames" in error.absolute_schema_path:
        yield "wrong-value", f"{quoted(value)} in {where} is not one letter; each key is one letter.", (
            *path, value)
    elif what in ("minimum", "maximum", "exclusiveMinimum"):
        bound = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than"}[what]
        message = f"{_subject_words(path, where)} is {shown(value)}; it must be {bound} {rule}."
        yield "wrong-value", message, path
    elif what in ("minItems", "minProperties"):
        has = f"has {len(value)}" if value else "is empty"
        yield "wrong-value", f"{_subject_words(path, where)} {has}; it needs at least {rule}.", path
    elif what == "maxItems":
        message = f"{_subject_words(path, where)} has {len(value)} entries; at most {rule} are allowed."
        yield "wrong-value", message, path
    elif what == "maxLength":
        message = f"{_subject_words(path, where)} is {len(value)} letters long; at most {rule} are allowed."
        yield "wrong-value", message, path
    else:
        message = f"{_subject_words(path, where)} is {value_words(value)}; expected {_form(part)}."
        yield "wrong-value", message, path


_TYPE_WORDS = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "array": "a list", "object": "a mapping of keys to values", "null": "nothing",
}


def _expected(part: dict[str, Any]) -> str:
    """What a schema asks for: `text such as 6/3`."""
    if part.get("enum"):
        return " or ".join(str(c) for c in part["enum"])
    title = str(part.get("title", ""))
    kinds = part.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if "string" in kinds:
        # Numbers are only let in because a designer may leave out the quotes.
        kinds = [k for k in kinds if k not in ("integer", "number") or part.get("minimum") is not None]
    words = " or ".join(_TYPE_WORDS[k] for k in kinds if k != "null")
    if title in ("Short name", "Hex number", "Colour", "Rule number"):
        words = article(title.lower())
    examples = part.get("examples", [])
    tail = f", such as {examples[0]}" if examples else ""
    return f"{words}{tail}" if words else "another value"


def _form(part: dict[str, Any]) -> str:
    """What a text must look like."""
    if str(part.get("pattern", "")).startswith("^[a-z0-9]"):
        return "small letters, digits, - and _ only"
    if part.get("title") == "Where the value comes from":
        return " or ".join(", ".join(str(part["pattern"]).strip("^$()").split("|")).rsplit(", ", 1))
    if "prohibited" in str(part.get("pattern", "")):
        return "a number or " + " or ".join(str(part["pattern"]).strip("^$()").split("|"))
    examples = part.get("examples", [])
    return f"something like {examples[0]}" if examples else _expected(part)


def _subject_words(path: DataPath, where: str) -> str:
    """`turns` or `strength of unit ...`: what a message speaks of."""
    return where[:1].upper() + where[1:] if path else "The file"
