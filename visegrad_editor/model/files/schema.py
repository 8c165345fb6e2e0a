"""JSON schemas of files: made from the declarations of the records, and used to check plain data.

The schemas are files in `schemas/`, for this program and for other editors; `scripts/make_schemas.py` writes
them. Errors are reported in sentences.
"""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, field, is_dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from ...errors import VisegradError
from ...lazy_dataclass import dataclass
from ..fields import (
    NOTHING,
    DeclaredField,
    Field,
    declared,
    declared_by_name,
    entry_type,
    form_of,
    is_record,
    literal_values,
    merged,
)
from ..problems import Problem
from ..provenance import Provenance
from ..wording import ID_LENGTH, article, as_id, did_you_mean, quoted, shown, value_words, where_words
from .bytes import ReadError
from .codec import empties, entry_keys, is_section, record_of_entries, write_provenance
from .formats import present_format
from .plain_data import DataPath
from .resources import resource_folder
from .text_fixes import schema_fixes
from .unit_migration import OLD_KEYS, old_key_words
from .yaml_reader import Reading, read_yaml

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


_ENDING = ".schema.json"
MOST = 50
"""The most problems of a file that are reported."""
_LONGEST_KEY = 145
OR_NULL = "OrNull"
"""The end of the name of a form that may also be null."""
OF_VARIANT = "OfVariant"
"""The end of the name of a form as the entries of a list of a variant have it."""
Test = Callable[[Any], bool]


def form_name(part: Json) -> str:
    """The name of the form that a schema refers to, also for a value that may be null or in a variant; "" if
    it refers to none."""
    name = str(part.get("$ref", "")).removeprefix("#/$defs/")
    return name.removesuffix(OR_NULL).removesuffix(OF_VARIANT)


def schema_id(kind: str) -> str:
    """The name of the schema of a kind of file: its `$id`, and the name of its file.

    >>> schema_id("map")
    'map.schema.json'
    """
    return f"{kind}{_ENDING}"


def schema_file(kind: str) -> Path:
    """The path of the schema of a kind of file."""
    return resource_folder("schemas") / schema_id(kind)


@cache
def schema_kinds() -> tuple[str, ...]:
    """The kinds of file that have a schema."""
    names = (p.name.removesuffix(_ENDING) for p in resource_folder("schemas").glob(f"*{_ENDING}"))
    return tuple(sorted(names))


NOT_EXACTLY = "A file could not hold this value exactly; leave out blanks at the ends and unusual characters."


def text_misfit(kind: str, text: str) -> str:
    """Why a text is no file of a kind, as a sentence; "" if it is one."""
    try:
        misfits = check_schema(kind, read_yaml(text), "")
    except ReadError as error:
        return str(error)
    return misfits[0].message if misfits else ""


def schema_line(kind: str) -> str:
    """The line that tells a YAML editor which schema a file has. It is looked for beside the file, so that
    the line is the same on every computer; `visegrad-editor schema -o FOLDER` puts it there.

    >>> schema_line("map")
    '# yaml-language-server: $schema=map.schema.json\\n'
    """
    return f"# yaml-language-server: $schema={schema_id(kind)}\n"


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON schema of a kind of file, as in `schemas/`."""
    parsed: dict[str, Any] = json.loads(schema_file(kind).read_text(encoding="utf-8"))
    return parsed


@cache
def _whole(kind: str) -> Any:
    """The schema with all references replaced by their targets, except those of forms that contain
    themselves: following them for every value would take too long."""
    whole = schema(kind)
    definitions = whole["$defs"]
    endless = frozenset(name for name in definitions if _reaches(name, name, definitions))
    inlined = _inline(whole, definitions, endless)
    return {**inlined, "$defs": {n: _inline(definitions[n], definitions, endless) for n in sorted(endless)}}


def _reaches(start: str, goal: str, definitions: dict[str, Any]) -> bool:
    """Whether a definition refers to another, directly or through others."""
    seen: set[str] = set()
    left = [start]
    while left:
        for name in _references(definitions[left.pop()]):
            if name == goal:
                return True
            if name not in seen:
                seen.add(name)
                left.append(name)
    return False


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for one in part:
            yield from _references(one)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value.removeprefix("#/$defs/")
            else:
                yield from _references(value)


@cache
def _fits(kind: str) -> Test:
    try:
        return fit_test(schema(kind))
    except UnknownKeywordError:
        return lambda _value: False


@cache
def _validator(kind: str) -> Draft202012Validator:
    # Imported only if something does not fit: it takes long to load.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_whole(kind))


def _inline(part: Any, definitions: dict[str, Any], endless: frozenset[str]) -> Any:
    if isinstance(part, list):
        return [_inline(p, definitions, endless) for p in part]
    if not isinstance(part, dict):
        return part
    rest = {k: _inline(v, definitions, endless) for k, v in part.items() if k not in ("$ref", "$defs")}
    if "$ref" not in part:
        return rest
    name = part["$ref"].removeprefix("#/$defs/")
    if name in endless:
        return {**rest, "$ref": part["$ref"]}
    return {**_inline(definitions[name], definitions, endless), **rest}


# -- checking -----------------------------------------------------------------------------------


def check_schema(kind: str, reading: Reading, file: str) -> tuple[Problem, ...]:
    """The problems of data that does not fit the schema of its kind, at most about 50."""
    if not isinstance(reading.data, dict):
        message = f"A {kind} is a mapping of keys to values; found {value_words(reading.data)}."
        return (Problem("error", "wrong-type", message, file, 1),)
    if _fits(kind)(reading.data):
        return ()
    problems: list[Problem] = []
    for error in islice(_validator(kind).iter_errors(reading.data), MOST * 2):
        if tuple(error.absolute_path) == ("format",):
            # What follows is written in another format, so nothing is known about the rest.
            return tuple(_problems(error, reading, kind, file))
        for problem in islice(_problems(error, reading, kind, file), MOST):
            if problem not in problems:
                problems.append(problem)
        if len(problems) >= MOST:
            more = "There are more problems; these are the first."
            problems = [*problems[:MOST], Problem("note", "more-problems", more, file)]
            break
    return tuple(sorted(problems, key=lambda p: (p.severity == "note", p.line)))


def _problems(error: ValidationError, reading: Reading, kind: str, file: str) -> Iterator[Problem]:
    path: DataPath = tuple(error.absolute_path)
    for code, message, at in _messages(error, path, reading, kind):
        unit, hex = _subject(path, reading.data)
        # The paths of data in an older form do not lead to the same places of the text.
        fixes = schema_fixes(error, path, at, _fits_part(kind)) if reading.written is None else ()
        yield Problem("error", code, message, file, reading.line(at), hex=hex, unit=unit, text_fixes=fixes)


@cache
def _fits_part(kind: str) -> Callable[[Any, Any], bool]:
    """Whether a value fits a part of a schema, whose references are to the forms of the whole."""
    whole = _validator(kind)
    return lambda value, part: whole.evolve(schema=part).is_valid(value)


def _subject(path: DataPath, data: dict[str, Any]) -> tuple[str, str]:
    """The unit key and the hex number of the entry that contains a path, each or both empty."""
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
    """(code, message, path) of each problem that an error of the validator represents."""
    value: Any = error.instance
    rule: Any = error.validator_value
    where = where_words(path, reading.data, kind)
    what = str(error.validator)
    part: Any = error.schema
    expected = _expected(part)
    if what == "additionalProperties" and rule is False:
        known = list(part["properties"])
        for key in value:
            if key in known:
                continue
            if key in OLD_KEYS and "values" in known:
                wrong = old_key_words(key, value, value_words(value[key]))
                yield "wrong-value", f"`{key}` of {where} {wrong}.", (*path, key)
            else:
                hint = _hint_of_words(key.lower(), known) or did_you_mean(key, known, "Known keys")
                yield "unknown-key", f"Unknown key `{shown(key)}` in {where}.{hint}", (*path, key)
    elif what == "required":
        for key in rule:
            if key not in value:
                yield "missing-key", f"{where[:1].upper()}{where[1:]} needs the key `{key}`.", path
    elif what == "dependentRequired":
        for key in dict.fromkeys(k for given, needed in rule.items() if given in value for k in needed):
            if key not in value:
                yield "missing-key", f"{where[:1].upper()}{where[1:]} needs the key `{key}`.", path
    elif what == "type" and value is None:
        hint = " A value that begins with # must be quoted." if "#rrggbb" in str(part) else ""
        yield "wrong-type", f"{_subject_words(path, where)} is empty; expected {expected}.{hint}", path
    elif what == "type" and _is_long_number(value) and not _takes_text(part):
        digits = sum(c.isdecimal() for c in value)
        yield "wrong-type", (
            f"{_subject_words(path, where)} is a number of {digits:,} digits, which is too large; expected "
            f"{expected} of at most 18 digits."), path
    elif what == "pattern" and _is_long_number(value) and "integer" in _types(part) and not any(
            re.search(str(rule), "1" * n) for n in range(1, 9)):
        # Digits alone are no such text, so a number is meant.
        digits = sum(c.isdecimal() for c in value)
        yield "wrong-type", (
            f"{_subject_words(path, where)} is a number of {digits:,} digits, which is too large; expected "
            "a whole number of at most 18 digits."), path
    elif what == "type":
        message = f"{_subject_words(path, where)} is {value_words(value)}; expected {expected}."
        if isinstance(value, list) and path[-2:] == ("reinforcement", "entry"):
            message = (
                f"{_subject_words(path, where)} is a list; it names one entry. The others that the owner may "
                "choose instead stand in `also`: {turn: 2, entry: west, also: [north]}.")
        yield "wrong-type", f"{message}{_hint_of_type(value, part)}", path
    elif what in ("enum", "const"):
        choices = [str(c) for c in (rule if what == "enum" else [rule])]
        if path == ("format",):
            newest = present_format(kind)
            formats = "format 1" if newest == 1 else f"formats 1 to {newest}"
            message = f"The file has format {shown(value)}; this program reads {formats}."
            if isinstance(value, int) and value > newest:
                message += " A newer version of the program has written it, and can read it."
        else:
            message = (
                f"{_subject_words(path, where)} is {value_words(value)}."
                f"{did_you_mean(str(value), choices, 'Possible')}"
                f"{_hint_of_words(str(value).lower(), choices) if isinstance(value, bool) else ''}"
            )
        yield "wrong-value", message, path
    elif what == "pattern" and "propertyNames" in error.absolute_schema_path and str(rule)[1:-1].isalpha():
        # The pattern is the only key there is.
        yield "unknown-key", f"Unknown key `{shown(value)}` in {where}. The only key is {rule[1:-1]}.", (
            *path, value)
    elif what == "pattern" and "propertyNames" in error.absolute_schema_path:
        yield "wrong-value", f"{quoted(value)} in {where} is not a short name; write {_form(part)}.", (
            *path, value)
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
    elif what in ("maxItems", "maxProperties"):
        message = f"{_subject_words(path, where)} has {len(value)} entries; at most {rule} are allowed"
        # Of a list with a few places, such as first and last, each place has a meaning.
        said = str(part.get("description", "")).strip() if rule <= _PLACES else ""
        message += f": {said[:1].lower()}{said[1:]}" if said else "."
        yield "wrong-value", message, path
    elif what == "minLength":
        has = f"is {len(value)} letters long" if value else "is empty"
        more = f"at least {rule} are needed" if value else f"expected {expected}"
        yield "wrong-value", f"{_subject_words(path, where)} {has}; {more}.", path
    elif what == "maxLength":
        message = f"{_subject_words(path, where)} is {len(value)} letters long; at most {rule} are allowed."
        yield "wrong-value", message, path
    else:
        form = _form(part)
        if form == _ID_FORM and isinstance(value, str) and as_id(value):
            form += f", such as {as_id(value)[:ID_LENGTH]}"
        message = f"{_subject_words(path, where)} is {value_words(value)}; expected {form}."
        yield "wrong-value", message, path


_PLACES = 3
"""The most entries of a list whose entries mean something by their place."""
_ID_FORM = "small letters, digits, - and _ only"
_LOOK_ALIKES = {"true": ("yes", "on"), "false": ("no", "off")}
"""Words that programs which read YAML in an older version take for true and false, and write so."""


def _hint_of_words(value: str, known: Sequence[str]) -> str:
    """What to do about true or false where a word is known that other programs take for it; "" otherwise."""
    word = next((w for w in _LOOK_ALIKES.get(value, ()) if w in known), "")
    return f' Write "{word}" in quotes: other programs turn the bare word into {value}.' if word else ""


def _hint_of_type(value: Any, part: dict[str, Any]) -> str:
    """What to write in place of a value that YAML reads as another type than was meant; "" if that is not
    known."""
    if isinstance(value, bool) and "string" in _types(part):
        word = "true" if value else "false"
        return f' As text it must be quoted: "{word}".'
    if not isinstance(value, str) or _takes_text(part):
        return ""
    number = _number_meant(value)
    return f" Write {number}." if number else ""


_PADDED = re.compile("[+-]?0*[0-9][0-9_]*")
_WITH_POWER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?[eE][+-]?[0-9]{1,2}")


def _number_meant(text: str) -> str:
    """The plain form of a number that is written with zeros in front, `_` or a power of ten."""
    if len(text) > _LONGEST_KEY:
        return ""
    if _PADDED.fullmatch(text):
        return str(int(text))
    return f"{float(text):g}" if _WITH_POWER.fullmatch(text) and abs(float(text)) < 10**6 else ""


_TYPE_WORDS = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "array": "a list", "object": "a mapping of keys to values", "null": "nothing",
}


_LONG_NUMBER = re.compile(r"-?[0-9]{19,}")
"""A whole number with more digits than the reader takes for a number; it remains text."""


def _is_long_number(value: object) -> bool:
    return isinstance(value, str) and _LONG_NUMBER.fullmatch(value) is not None


def _types(part: dict[str, Any]) -> list[str]:
    kinds = part.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _takes_text(part: dict[str, Any]) -> bool:
    kinds = _types(part)
    return "string" in kinds or not {"integer", "number"} & set(kinds)


def _expected(part: dict[str, Any]) -> str:
    """What a schema expects: `text such as 6/3`."""
    if part.get("enum"):
        return " or ".join(str(c) for c in part["enum"])
    if part.get("anyOf"):
        return " or ".join(dict.fromkeys(_expected(way) for way in part["anyOf"]))
    title = str(part.get("title", ""))
    kinds = _types(part)
    if "string" in kinds:
        # Numbers are accepted only because a designer may leave out the quotes.
        kinds = [k for k in kinds if k not in ("integer", "number") or part.get("minimum") is not None]
    words = " or ".join(_TYPE_WORDS[k] for k in kinds if k != "null")
    if title in ("Short name", "Hex number", "Colour", "Rule number"):
        words = article(title.lower())
    examples = part.get("examples", [])
    tail = f", such as {examples[0]}" if examples else ""
    return f"{words}{tail}" if words else "another value"


def _form(part: dict[str, Any]) -> str:
    """The form that a text must have."""
    if str(part.get("pattern", "")).startswith("^[a-z0-9]"):
        return _ID_FORM
    if part.get("title") == "Where the value comes from":
        return " or ".join(", ".join(str(part["pattern"]).strip("^$()").split("|")).rsplit(", ", 1))
    if "prohibited" in str(part.get("pattern", "")):
        return "a number or " + " or ".join(str(part["pattern"]).strip("^$()").split("|"))
    examples = part.get("examples", [])
    return f"something like {examples[0]}" if examples else _expected(part)


def _subject_words(path: DataPath, where: str) -> str:
    """The subject of a message: `turns` or `strength of unit ...`."""
    return where[:1].upper() + where[1:] if path else "The file"

# -- the quick check -----------------------------------------------------------------------------
# Nearly every file fits its schema. Confirming that takes a twentieth of the time of listing what does not
# fit: the schema is compiled once into functions that check a value.

Fit = Callable[[Any], Test]
"""Makes the check of a part of a schema."""
_TOLD = frozenset({"description", "title", "examples", "default", "$schema", "$id", "$comment", "$defs"})
"""Keywords that check nothing."""


class UnknownKeywordError(VisegradError, ValueError):
    """A schema contains a keyword that is not supported here."""


def fit_test(schema: Any) -> Test:
    """A function that checks whether a value fits the schema, whose references are to its own forms.

    "True" is certain; a list without duplicates whose entries are not texts is rejected although it may fit.
    Raises `UnknownKeywordError` for a schema with unsupported keywords; the check of a form is made, and
    refused, when a value first needs it, as most files use few of many forms.

    >>> fits = fit_test({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}})
    >>> fits({"n": 3}), fits({"n": 0}), fits({"n": True}), fits([])
    (True, False, False, False)
    """
    forms: dict[str, Any] = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    made: dict[str, Test] = {}

    def fit(part: Any) -> Test:
        if not isinstance(part, dict) or "$ref" not in part:
            return _fit_of(part, fit)
        name: str = part["$ref"].removeprefix("#/$defs/")
        rest = {k: v for k, v in part.items() if k != "$ref"}
        if rest.keys() - _TOLD:
            return fit({**forms[name], **rest})

        def fits(value: Any) -> bool:
            test = made.get(name)
            if test is None:
                test = made[name] = fit(forms[name])
            return test(value)

        return fits

    return fit(schema)


def _fit_of(schema: Any, fit: Fit) -> Test:
    """The check of a part of a schema that is no reference."""
    if schema is True or schema is False:
        return lambda _value: schema
    tests = [make(schema, fit) for words, make in _PARTS if words & schema.keys()]
    unknown = schema.keys() - _KNOWN - _TOLD
    if unknown:
        raise UnknownKeywordError(f"unknown: {', '.join(sorted(unknown))}")
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


def _type(schema: Mapping[str, Any], fit: Fit) -> Test:
    kinds = schema["type"]
    if isinstance(kinds, str):
        return _TYPES[kinds]
    tests = [_TYPES[kind] for kind in kinds]
    return lambda value: any(test(value) for test in tests)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal, where true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _one_of(schema: Mapping[str, Any], fit: Fit) -> Test:
    values = list(schema.get("enum", [schema.get("const")]))
    if "enum" in schema and "const" in schema:
        raise UnknownKeywordError("enum and const at once")
    if any(isinstance(value, list | dict) for value in values):
        raise UnknownKeywordError("lists and mappings in an enum")
    if all(isinstance(value, str) for value in values):
        words = frozenset(values)
        return lambda value: isinstance(value, str) and value in words
    return lambda value: any(_same(value, one) for one in values)


def _amount(schema: Mapping[str, Any], fit: Fit) -> Test:
    low, high, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")

    def fits(value: Any) -> bool:
        return not _number(value) or not (
            (low is not None and value < low) or (high is not None and value > high)
            or (above is not None and value <= above))

    return fits


def _text(schema: Mapping[str, Any], fit: Fit) -> Test:
    least, most = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
    pattern = schema.get("pattern")
    search = None if pattern is None else re.compile(pattern).search
    return lambda value: not isinstance(value, str) or (
        least <= len(value) <= most and (search is None or search(value) is not None))


def _list(schema: Mapping[str, Any], fit: Fit) -> Test:
    least, most = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
    first = [fit(part) for part in schema.get("prefixItems", ())]
    rest = fit(schema["items"]) if "items" in schema else None
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


def _mapping(schema: Mapping[str, Any], fit: Fit) -> Test:
    least, most = schema.get("minProperties", 0), schema.get("maxProperties", float("inf"))
    required, needs = schema.get("required", ()), schema.get("dependentRequired", {})
    known = {key: fit(part) for key, part in schema.get("properties", {}).items()}
    other = fit(schema.get("additionalProperties", True))
    name = fit(schema["propertyNames"]) if "propertyNames" in schema else None

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        if not least <= len(value) <= most:
            return False
        for key in required:
            if key not in value:
                return False
        for key, others in needs.items():
            if key in value and any(other not in value for other in others):
                return False
        for key, one in value.items():
            if not known.get(key, other)(one) or (name is not None and not name(key)):
                return False
        return True

    return fits


def _any_of(schema: Mapping[str, Any], fit: Fit) -> Test:
    ways = [fit(part) for part in schema["anyOf"]]
    return lambda value: any(way(value) for way in ways)


def _in_case(schema: Mapping[str, Any], fit: Fit) -> Test:
    if any(word in str(schema["if"]) for word in ("uniqueItems", "$ref")):
        raise UnknownKeywordError("a condition that is not sure")
    case, then, otherwise = (fit(schema.get(word, True)) for word in ("if", "then", "else"))
    return lambda value: then(value) if case(value) else otherwise(value)


_PARTS: tuple[tuple[frozenset[str], Callable[[Mapping[str, Any], Fit], Test]], ...] = (
    (frozenset({"type"}), _type),
    (frozenset({"enum", "const"}), _one_of),
    (frozenset({"minimum", "maximum", "exclusiveMinimum"}), _amount),
    (frozenset({"minLength", "maxLength", "pattern"}), _text),
    (frozenset({"minItems", "maxItems", "prefixItems", "items", "uniqueItems"}), _list),
    (frozenset({"properties", "required", "additionalProperties", "propertyNames", "minProperties",
                "maxProperties", "dependentRequired"}), _mapping),
    (frozenset({"anyOf"}), _any_of),
    (frozenset({"if", "then", "else"}), _in_case),
)
_KNOWN = frozenset[str]().union(*(words for words, _ in _PARTS))


# -- making schemas -----------------------------------------------------------------------------

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Json = dict[str, Any]


@dataclass(frozen=True)
class DocumentKind:
    """A kind of file: the record it holds, and its names. `extra` are keys that only the file has, by name;
    `base` is the key that names the document a variant extends, whose file then holds only differences."""

    kind: str
    record: type
    title: str
    help: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    base: str = ""
    says_kind: str = ""


def make_schema(document: DocumentKind, elsewhere: Mapping[str, type] | None = None) -> Json:
    """The JSON schema of a kind of file, from the declarations of its record.

    `elsewhere` are the records of other kinds of file, whose keys are part of this one.
    """
    maker = _Maker(elsewhere or {})
    number = present_format(document.kind)
    head: Json = {
        "format": {"title": "Version of the file format", "description": f"Always {number}.",
                   "const": number},
        "kind": {"description": f"Says that this file {document.says_kind or f'is a {document.kind}'}.",
                 "const": document.kind}}
    keys, required = maker.keys_of(document.record)
    properties = _in_order({**head, **keys}, {k: (maker.part(t), form_of(t).field.after)
                                              for k, t in document.extra.items()})
    needed = [*head, *required]
    made: Json = {
        "$schema": DRAFT, "$id": schema_id(document.kind), "title": document.title,
        "description": document.help, "type": "object", "properties": properties}
    if document.base:
        always = [*head, "name"]
        properties, whole = maker.with_changes(document.record, properties)
        made |= {"properties": properties, "required": always, "if": {"required": [document.base]},
                 "else": {"required": [k for k in needed if k not in always], "properties": whole}}
    else:
        made["required"] = needed
    return {**made, "additionalProperties": False, "$defs": maker.shared}


def _in_order(keys: Json, more: Mapping[str, tuple[Json, str | None]]) -> Json:
    """The keys with others inserted after those they follow."""
    names = list(keys)
    for name, (_, after) in more.items():
        names.insert(names.index(after) + 1 if after is not None else len(names), name)
    return {n: keys[n] if n in keys else more[n][0] for n in names}


_JSON_TYPES: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


class _Maker:
    """Makes the parts of one schema; `shared` are the forms that several of its fields have."""

    def __init__(self, elsewhere: Mapping[str, type]) -> None:
        self._elsewhere = elsewhere
        self._within_another = False
        """Whether keys of another kind of file are being made; forms of the same name then belong to that
        file."""
        self._in_making: set[str] = set()
        """The shared forms being made, which contain themselves."""
        self.shared: dict[str, Json] = {}
        self._made: dict[tuple[str, bool], list[tuple[Any, Field, Json]]] = {}
        """The shared forms made so far, by their names and whether they belong to another file."""

    def part(self, hint: Any, otherwise: Field = NOTHING) -> Json:
        """The schema of a type; `otherwise` overrides the description of the type."""
        form = form_of(hint)
        fields = (*form.fields, otherwise)
        other = next((i for i in reversed(range(len(fields))) if fields[i].form is not None), None)
        if other is not None:
            return self.part(fields[other].form, replace(merged(fields[other:]), form=None))
        common = next((i for i in reversed(range(len(fields))) if fields[i].shared), -1)
        if common >= 0:
            below, above = merged(fields[:common + 1]), merged(fields[common + 1:])
            name = below.shared or ""
            if name in self._in_making:
                return {"$ref": f"#/$defs/{name}", **_limits(replace(above, title=None))}
            if self._within_another and name in self.shared:
                whole = self.shared[name]
            else:
                whole = self._whole(name, form.type, below)
            if self.shared.setdefault(name, whole) == whole and above.kinds is None and above.parts is None:
                # The title of the form stays: messages use it.
                return {"$ref": f"#/$defs/{name}", **_limits(replace(above, title=None))}
            return self._plain(form.type, replace(merged(fields), title=below.title))
        return self._plain(form.type, merged(fields))

    def _whole(self, name: str, type: Any, field: Field) -> Json:
        """The schema of a shared form."""
        # Forms within forms within forms would be made thousands of times.
        made = self._made.setdefault((name, self._within_another), [])
        for a_type, a_field, whole in made:
            if a_type == type and a_field == field:
                return whole
        self._in_making.add(name)
        whole = self._plain(type, field)
        self._in_making.remove(name)
        made.append((type, field, whole))
        return whole

    def _plain(self, type: Any, field: Field) -> Json:
        made = _limits(field)
        if typing.is_typeddict(type) and type.__doc__ and field.help is None:
            made["description"] = " ".join(type.__doc__.split())
        choices = field.choices or literal_values(type)
        if field.kinds is None and get_origin(type) is types.UnionType:
            return made | {"anyOf": [self.part(way) for way in get_args(type)]}
        if field.elsewhere is not None:
            self._within_another = True
            keys, _ = self.keys_of(self._elsewhere[field.elsewhere])
            self._within_another = False
            return made | {"type": "object", "properties": keys, "additionalProperties": False}
        if choices:
            return made | ({"enum": list(choices)} if len(choices) > 1 else {"const": choices[0]})
        made["type"] = self._json_type(type, field)
        if "array" in made["type"]:
            made |= self._listed(type, field)
        return made | self._keyed(type, field)

    def _json_type(self, type: Any, field: Field) -> str | list[str]:
        if field.kinds is not None:
            return field.kinds[0] if len(field.kinds) == 1 else list(field.kinds)
        if type in _JSON_TYPES:
            return _JSON_TYPES[type]
        if entry_type(type) is not None or get_origin(type) is tuple:
            return "array"
        if is_record(type) or field.values is not None or get_origin(type) in (dict, Mapping):
            return "object"
        raise TypeError(f"no declaration says what {type} is in a file")

    def _listed(self, type: Any, field: Field) -> Json:
        """The constraints on the entries of a list."""
        made: Json = {}
        entries = field.entries if field.entries is not None else entry_type(type)
        if entries is not None:
            made["items"] = self.part(entries)
        elif get_origin(type) is tuple:
            made |= self._fixed(get_args(type))
        return made | _known(minItems=field.least, maxItems=field.most, uniqueItems=field.unique)

    def _keyed(self, type: Any, field: Field) -> Json:
        """The constraints on the keys of a mapping."""
        if field.values is not None:
            names = {} if field.names is None else {"propertyNames": _limits(field.names)}
            return {"additionalProperties": self.part(field.values), **names,
                    **_known(minProperties=field.least, maxProperties=field.most)}
        if not is_record(type):
            if field.more is None:
                return {}
            return {"properties": self.keys_of(field.more)[0], "additionalProperties": False}
        keys, required = self.keys_of(type, field.parts)
        if field.more is not None:
            keys |= self.keys_of(field.more)[0]
        if field.changes is not None:
            keys |= self._changes(field.changes, field.keyed or ())
        needs = None if field.needs is None else {k: list(others) for k, others in field.needs.items()}
        return {"properties": keys, **({"required": required} if required else {}),
                "additionalProperties": False, **_known(minProperties=field.least, dependentRequired=needs)}

    def _fixed(self, parts: tuple[Any, ...]) -> Json:
        """A list of a fixed length, its entries alike or each with a form of its own."""
        made: Json = {"minItems": len(parts), "maxItems": len(parts)}
        if len(set(map(repr, parts))) == 1:
            return made | {"items": self.part(parts[0])}
        return made | {"prefixItems": [self.part(p) for p in parts], "items": False}

    def with_changes(self, record: type, properties: Json) -> tuple[Json, Json]:
        """The schemas of the keys of a document that may be a variant, and what more applies to each key if
        it is none."""
        return self._of_variant(declared(record), properties, section=False)

    def _of_variant(
        self, fields: Iterable[DeclaredField], properties: Json, section: bool
    ) -> tuple[Json, Json]:
        loose: Json = dict(properties)
        strict: Json = {}
        several = ((prefix + inner.key, inner) for one in fields
                   for prefix, inner in ([("", one)] if one.field.within is None else
                                         [(one.field.within, i) for i in declared(one.type)]))
        for key, one in several:
            if key in properties:
                part, more = self._loose(one, properties[key], section)
                loose[key] = part
                strict |= {key: more} if more else {}
        return loose, strict

    def _loose(self, one: DeclaredField, part: Json, section: bool) -> tuple[Json, Json]:
        """The schema of a key in a variant, and what more applies in a whole file."""
        keys = entry_keys(one)
        if keys:
            whole = self._resolved(part)
            items = self._resolved(whole["items"])
            inner = record_of_entries(one).fields.values()
            entries, more = self._of_variant(inner, items["properties"], section=True)
            entries["remove"] = {
                "description": "In a variant: true removes the entry of the base.", "const": True}
            needed = [k for k in items.get("required", ()) if k not in keys]
            strict = _known(required=needed or None, properties=more or None)
            loose = {**items, "properties": entries, "required": list(keys)}
            if form := form_name(whole["items"]):
                self.shared[f"{form}{OF_VARIANT}"] = loose
                loose = {"$ref": f"#/$defs/{form}{OF_VARIANT}"}
            return {**whole, "items": loose}, {"items": strict} if strict else {}
        if is_section(one) and not section:
            whole = self._resolved(part)
            inside, more = self._of_variant(declared(one.type), whole["properties"], True)
            required = whole.pop("required", None)
            return {**whole, "properties": inside}, _known(required=required, properties=more or None)
        whole = self._resolved(part)
        if not empties(one) or "null" in whole.get("type", ()) or not {"type", "enum"} & whole.keys():
            return part, {}
        if "enum" in whole:
            return {**whole, "enum": [*whole["enum"], None]}, {"enum": whole["enum"]}
        kinds = [whole["type"]] if isinstance(whole["type"], str) else whole["type"]
        told: Json = {k: whole[k] for k in ("title", "examples") if k in whole}
        return self._or_null(part, kinds), told | {"type": whole["type"]}

    def _or_null(self, part: Json, kinds: list[str]) -> Json:
        """The schema of a value that may also be null."""
        form = part.get("$ref", "")
        if not form:
            return {**part, "type": [*kinds, "null"]}
        shared = self.shared[form.removeprefix("#/$defs/")]
        name = f"{form.removeprefix('#/$defs/')}{OR_NULL}"
        self.shared[name] = {**shared, "type": [*kinds, "null"]}
        return {**part, "$ref": f"#/$defs/{name}"}

    def _resolved(self, part: Json) -> Json:
        """A schema with the form it refers to in its place."""
        if "$ref" not in part:
            return dict(part)
        rest = {k: v for k, v in part.items() if k != "$ref"}
        return {**self.shared[part["$ref"].removeprefix("#/$defs/")], **rest}

    def _changes(self, record: type, keyed: tuple[str, ...]) -> Json:
        """The keys of an entry that changes such a record: all except those that identify it; null where that
        removes something."""
        keys: Json = {}
        for one in declared(record):
            if one.key and one.key not in keyed:
                keys[one.key] = self.part(one.hint)
                whole = self._resolved(keys[one.key])
                kinds = whole.get("type")
                left_out = not (one.required or one.default is MISSING
                                or isinstance(one.default, bool | Provenance))
                if isinstance(kinds, str | list) and (
                        one.form.optional or empties(one) or (left_out and "enum" not in whole)):
                    keys[one.key] = self._or_null(keys[one.key], [kinds] if isinstance(kinds, str) else kinds)
        return keys

    def _origin(self, entry: Any) -> Any:
        """The type of the provenance of an entry of a list; None if it has none."""
        form = form_of(entry)
        if not is_dataclass(form.type) or "provenance" not in declared_by_name(form.type):
            return None
        left_out = (form.field.parts or {}).get("provenance", NOTHING).key == ""
        return None if left_out else declared_by_name(form.type)["provenance"].hint

    def keys_of(self, record: Any, parts: Mapping[str, Field] | None = None) -> tuple[Json, list[str]]:
        """The schemas of the keys of a record, and the required keys. `parts` overrides the descriptions of
        its fields; one with the key "" is left out."""
        keys: Json = {}
        parts = parts or {}
        for one in declared(record):
            otherwise = parts.get(one.name, NOTHING)
            if not one.key or otherwise.key == "":
                continue
            if one.field.within is not None:
                inside, _ = self.keys_of(one.type)
                keys |= {one.field.within + k: v for k, v in inside.items()}
                continue
            origin = self._origin(otherwise.over(one.field).entries or entry_type(one.type))
            if origin is not None:
                keys[f"{one.key}_provenance"] = self.part(origin, Field(
                    help=f"Where the entries of `{one.key}` come from, unless an entry says otherwise."))
            keys[one.key] = self.part(one.hint, otherwise) | _default(one)
        return keys, [
            one.key for one in declared(record)
            if one.key in keys and (
                asked if (asked := parts.get(one.name, NOTHING).required) is not None else one.required)]


def _default(one: DeclaredField) -> Json:
    """The default of a key, in the form of files; {} for null and for required keys."""
    value, codec = one.default, one.field.codec
    if value is None or one.required or one.field.apart or one.field.joined or one.field.supplied:
        return {}
    if codec is not None:
        value = codec.write(value)
    elif isinstance(value, Provenance):
        value = write_provenance(value)
    if not isinstance(value, str | int | float) or value == "":
        return {}
    # A default that no file can hold means "left out".
    least = one.field.minimum
    below = least is not None and not isinstance(value, str) and value < least
    return {} if below else {"default": value}


def _limits(field: Field) -> Json:
    """The constraints that a field states, whatever its type."""
    help = field.help
    if help is not None and field.unit is not None:
        help = f"{help} Unit: {field.unit}."
    if help is not None and (field.since or 1) > 1:
        help = f"{help} Since format {field.since}."
    numbers = field.kinds is None or "number" in field.kinds or "integer" in field.kinds
    return _known(
        title=field.title, description=help, minimum=field.minimum if numbers else None,
        maximum=field.maximum if numbers else None, exclusiveMinimum=field.above,
        minLength=field.shortest, maxLength=field.longest,
        pattern=field.pattern, examples=None if field.examples is None else list(field.examples))


def _known(**values: Any) -> Json:
    return {k: v for k, v in values.items() if v is not None}


def schema_text(made: Json) -> str:
    """The text of the file of a schema."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"
