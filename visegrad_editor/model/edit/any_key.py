"""Any key of a scenario, a map or a ruleset, read and changed as plain data, as files have it.

Which keys there are, what they may hold and what they mean is in the schemas; so a key that is added to a
document can be edited at once. A change is checked as a file is, and gives the next design.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ..design import Design
from ..fields import DeclaredField, declared, entry_type, form_of, is_record
from ..files.bytes import ReadError
from ..files.codec import record_of
from ..files.file_problems import FileProblems
from ..files.map_file import map_from_data, map_to_data
from ..files.ruleset_file import ruleset_from_data, ruleset_to_data
from ..files.scenario_file import scenario_from_data, scenario_to_data
from ..files.schema import check_schema, schema
from ..files.yaml_emit import flow
from ..files.yaml_reader import Reading, read_yaml
from ..gamemap import GameMap
from ..provenance import Provenance, designers_own
from ..ruleset import Ruleset
from ..scenario import Scenario, Unit
from ..typed_hexes import number_of, numbers_of
from ..wording import key_title, where_words
from .any_names import names_of, what_is_named
from .documents import with_map, with_scenario
from .prototypes import use_prototype
from .ruleset import with_ruleset
from .units import change_unit

Kind = Literal["scenario", "map", "ruleset"]
Path = tuple[str | int, ...]
Json = dict[str, Any]
Way = Literal["text", "words", "texts", "number", "flag", "choice", "numbers", "record", "list", "data"]
"""How a key is edited: a line of text, several words, a text on each line, a number, yes or no, one of some
words, numbers by name, keys of its own, a list of entries with keys, or data in one line."""

_OF_FILE = frozenset({"format", "kind", "extends", "remove", "change", "order", "more_special_rules",
                      "without_special_rules"})
"""Keys that saving writes: what sort of file it is, and how a variant differs from its base."""
APART: Mapping[Kind, Mapping[str, str]] = {
    "scenario": {"ruleset": "Saving names the ruleset that is open.", "map": "Saving names the open map."},
    "map": {"ruleset": "Saving names the ruleset that is open.",
            "grid": "Map > New map, Resize and Turn make the grid.",
            "terrain": "The terrain tools paint it.", "countries": "The country tool paints them.",
            "levels": "The level brush paints them."},
    "ruleset": {}}
"""The keys that are not edited as data, each with what edits it."""
_RECORDS: Mapping[Kind, type[Any]] = {"scenario": Scenario, "map": GameMap, "ruleset": Ruleset}
_FIRST: Mapping[Kind, tuple[str, ...]] = {
    "scenario": ("entries", "units", "replacements", "assets", "options", "special_rules", "set_up_order",
                 "hidden_set_up",
                 "play_area", "start"),
    "map": ("areas", "buildings", "waters", "places", "labels", "roads", "hexsides"),
    "ruleset": ("victory", "events", "pools", "withdrawals", "releases", "call_ups", "phases", "sequence",
                "assets", "formations", "options", "special_rules")}
"""The keys that designers need most, which come first in the window."""


class Missing:
    """A key that a file leaves out."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


# -- what keys there are -----------------------------------------------------------------------------


def document(design: Design, kind: Kind) -> Scenario | GameMap | Ruleset | None:
    """The document of a kind; None if there is no scenario."""
    documents: dict[str, Any] = {"scenario": design.scenario, "map": design.map, "ruleset": design.ruleset}
    return documents[kind]  # type: ignore[no-any-return]


def resolved(kind: Kind, part: Json) -> Json:
    """A schema with the forms it refers to in its place, and without the null by which a variant takes
    something away."""
    while "$ref" in part:
        rest = {k: v for k, v in part.items() if k != "$ref"}
        part = schema(kind)["$defs"][part["$ref"].removeprefix("#/$defs/")] | rest
    if "null" in part.get("type", ()):
        part = part | {"type": [t for t in part["type"] if t != "null"]}
    if "const" in part:
        part = part | {"enum": [part["const"]]}
    if None in part.get("enum", ()):
        part = part | {"enum": [word for word in part["enum"] if word is not None]}
    return part


def kinds_of(part: Json) -> tuple[str, ...]:
    """The JSON types that a schema allows."""
    types = part.get("type", ())
    return (types,) if isinstance(types, str) else tuple(types)


def part_of(kind: Kind, path: Path) -> Json:
    """The schema of what a path leads to; {} for what a file may hold as it likes."""
    part = resolved(kind, schema(kind))
    for key in path:
        if isinstance(key, int):
            first = part.get("prefixItems", ())
            part = first[key] if key < len(first) else part.get("items") or {}
        else:
            inside = part.get("properties", {})
            more = part.get("additionalProperties")
            part = inside[key] if key in inside else more if isinstance(more, dict) else {}
        part = resolved(kind, part)
    return part


@cache
def top_keys(kind: Kind) -> tuple[str, ...]:
    """The keys of a document that are edited as data, those most needed first."""
    keys = [k for k in schema(kind)["properties"]
            if k not in _OF_FILE and k not in APART[kind] and not k.endswith("_provenance")]
    first = [k for k in _FIRST[kind] if k in keys]
    return (*first, *(k for k in keys if k not in first))


def keys_of(kind: Kind, path: Path) -> tuple[str, ...]:
    """The keys that a mapping may have, in the order of files; () for a mapping with names as keys."""
    if not path:
        return top_keys(kind)
    inside = part_of(kind, path).get("properties", {})
    return tuple(k for k, part in inside.items() if k != "remove" or "const" not in part)


@dataclass(frozen=True)
class KeyRow:
    """A key as a form shows it."""

    path: Path
    title: str
    help: str
    way: Way
    needed: bool = False
    choices: tuple[str, ...] = ()
    """The only words, or those to choose from; () for any."""
    example: str = ""
    usual: str = ""
    """The value that holds while it is left out; "" if that is none."""


def way_of(kind: Kind, path: Path) -> Way:
    """How the value at a path is edited."""
    part = part_of(kind, path)
    types = kinds_of(part)
    if "enum" in part:
        return "choice"
    if "boolean" in types:
        return "flag"
    if "properties" in part:
        return "record"
    if "array" in types:
        items = resolved(kind, part.get("items") or {}) if part.get("items") is not False else {}
        if "prefixItems" in part or {"array", "object"} & set(kinds_of(items)):
            return "list" if "properties" in items else "data"
        return "words" if "pattern" in items or not {"string"} & set(kinds_of(items)) else "texts"
    if "object" in types:
        values = part.get("additionalProperties")
        plain = isinstance(values, dict) and kinds_of(resolved(kind, values)) == ("integer",)
        return "numbers" if plain else "data"
    if types and set(types) <= {"integer", "number"}:
        return "number"
    return "text"


NUMBER_KEY = "number"
"""The key that a number stands for, where a key may also be a record."""
NUMBER_EXAMPLES = 'a number, all, or odds such as 3:1'
"""What is typed where a key may be a number or a record."""


def or_number(kind: Kind, path: Path) -> bool:
    """Whether a key with keys of its own may be a number instead, as the bounds of a condition may."""
    part = part_of(kind, path)
    return "integer" in kinds_of(part) and NUMBER_KEY in part.get("properties", {})


def in_quotes(text: str) -> str:
    """A description of a schema with the words of files in quotes, as a window shows them.

    >>> in_quotes("A number, `all` of them.")
    'A number, "all" of them.'
    """
    return text.replace("`", '"')


def row_of(kind: Kind, path: Path) -> KeyRow:
    """A key as a form shows it, without the names that a design knows."""
    part = part_of(kind, path)
    key = str(path[-1])
    needed = key in part_of(kind, path[:-1]).get("required", ()) and len(path) > 1
    usual = part.get("default")
    title = str(part.get("title", "")) if _is_own_title(kind, path) else key_title(key)
    return KeyRow(
        path, title, part.get("description", ""),
        way_of(kind, path), needed, tuple(map(str, part.get("enum", ()))),
        next(iter(part.get("examples", ())), ""), "" if usual in (None, "", [], {}) else shown(usual))


def _is_own_title(kind: Kind, path: Path) -> bool:
    """Whether the title in the schema is that of the key, and not of a form that many keys have."""
    key, title = str(path[-1]), part_of(kind, path).get("title", "")
    shared = {resolved(kind, form).get("title") for form in schema(kind)["$defs"].values()}
    return bool(title) and (len(path) == 1 or title not in shared or key_title(key) == title)


# -- values ------------------------------------------------------------------------------------------


class PlainData:
    """The documents of a design as plain data, each made when it is first asked for and kept as long as the
    document stays the same."""

    def __init__(self) -> None:
        self._made: dict[Kind, tuple[Any, Json]] = {}

    def of(self, design: Design, kind: Kind) -> Json:
        """The data of a document as a file that follows no other has it; {} without such a document."""
        now = document(design, kind)
        if now is None:
            return {}
        if kind not in self._made or self._made[kind][0] is not now:
            self._made[kind] = now, _data(now)
        return self._made[kind][1]


def _data(document: Any) -> Json:
    if isinstance(document, Scenario):
        return scenario_to_data(replace(document, extends=""), None, {})
    if isinstance(document, GameMap):
        return map_to_data(document, {})
    return ruleset_to_data(document, {})


def value_at(data: Any, path: Path) -> Any:
    """What data has at a path; MISSING if nothing."""
    for key in path:
        if isinstance(key, int):
            if not isinstance(data, list) or key >= len(data):
                return MISSING
        elif not isinstance(data, dict) or key not in data:
            return MISSING
        data = data[key]
    return data


def shown(value: Any) -> str:
    """A value as it is typed.

    >>> shown(["0102", "0103"]), shown(True), shown({"turn": 2}), shown(MISSING)
    ('0102, 0103', 'yes', '{turn: 2}', '')
    """
    if value is MISSING or value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(v, list | dict) for v in value):
        return ", ".join(map(shown, value))
    return flow(value) if isinstance(value, list | dict) else str(value)


def holds_hexes(kind: Kind, path: Path) -> bool:
    """Whether the value at a path is a hex number, or several."""
    part = part_of(kind, (*path, 0)) if way_of(kind, path) == "words" else part_of(kind, path)
    return part.get("title") == "Hex number"


def read_typed(kind: Kind, path: Path, text: str, map: GameMap) -> Any:
    """The value that typed text means; MISSING for none. For hexes the names of places on the map stand, too.
    Raises ValueError with a sentence for text that is no such value; what a file refuses is told by
    `with_value`."""
    part, way, text = part_of(kind, path), way_of(kind, path), text.strip()
    if not text:
        return MISSING
    if (way in ("record", "list", "data") and text[:1] in "{[") or way == "numbers":
        return read_flow(text if text[:1] in "{[" else f"{{{text}}}")
    if way == "flag":
        if text not in ("yes", "no", "true", "false"):
            raise ValueError("Write yes or no.")
        return text in ("yes", "true")
    if way == "texts":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if holds_hexes(kind, path) and not _are_numbers(text):
        return list(numbers_of(text, map)) if way == "words" else number_of(text, map)
    if way == "words":
        one = resolved(kind, part["items"])
        words = [word for word in re.split(r"[,;\s]+", text.strip("[]")) if word]
        return [_scalar(one, map.grid.spelt(w) if holds_hexes(kind, path) else w) for w in words]
    return _scalar(part, map.grid.spelt(text) if holds_hexes(kind, path) else text)


def _are_numbers(text: str) -> bool:
    """Whether a text has no word without a digit: what is no hex of the map among numbers is told as a
    problem, since the map may still grow."""
    return all(any(c.isdecimal() for c in word) for word in re.split(r"[,;\s]+", text.strip("[],; ")))


def _scalar(part: Json, text: str) -> Any:
    types = kinds_of(part)
    fits = "string" in types and ("pattern" not in part or re.search(part["pattern"], text))
    if not fits and re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", text) and {"integer", "number"} & set(types):
        return int(text)
    if not fits and "number" in types and re.fullmatch(r"-?[0-9]{0,17}[.,][0-9]{1,17}", text):
        return float(text.replace(",", "."))
    return text


def read_flow(text: str) -> Any:
    """The value that a text in one line of a file means. Raises ValueError with a sentence for no such
    text."""
    try:
        return read_yaml(f"value: {text}\n").data["value"]
    except ReadError as error:
        raise ValueError(f"This is not data of a file: {error}") from None


# -- changes -----------------------------------------------------------------------------------------


def with_value(design: Design, kind: Kind, path: Path, value: Any, data: Json | None = None) -> Design:
    """The design with another value at a path, MISSING to leave it out. `data` is that of `PlainData`. Raises
    ValueError, with what is wrong, for a value that a file may not hold."""
    whole = data if data is not None else PlainData().of(design, kind)
    if not path or document(design, kind) is None:
        raise ValueError("There is nothing to change here.")
    before = value_at(whole, path[:1])
    top = {} if before is MISSING else {str(path[0]): deepcopy(before)}
    for i in range(1, len(path)):
        # What stands between, as a start with its turn.
        if value_at(top, path[:i]) is MISSING and not isinstance(path[i], int) and value is not MISSING:
            _put(top, path[:i], least_at(design, kind, path[:i]))
    _put(top, path, value if value is MISSING else deepcopy(value))
    if path[-1] == NUMBER_KEY and or_number(kind, path[:-1]):
        _shorten_number(top, path[:-1])
    return _read_back(design, kind, str(path[0]), top, whole, path)


def _put(data: Json, path: Path, value: Any) -> None:
    inside: Any = data
    for i, key in enumerate(path[:-1]):
        after: Any = [] if isinstance(path[i + 1], int) else {}
        if isinstance(inside, dict):
            if not isinstance(inside.get(str(key)), list | dict):
                # A hex number, say, that stands for a mapping with only that.
                inside[str(key)] = _as_mapping(inside.get(str(key)), str(key)) if after == {} else after
            inside = inside[str(key)]
        else:
            inside = inside[int(key)]
    key = path[-1]
    if value is MISSING:
        if isinstance(inside, list) and isinstance(key, int):
            del inside[key]
        elif isinstance(inside, dict):
            inside.pop(str(key), None)
    elif isinstance(inside, list) and isinstance(key, int) and key >= len(inside):
        inside.append(value)
    else:
        inside[key] = value


def _shorten_number(data: Json, path: Path) -> None:
    """Write a record with nothing but a number as the number, and leave out one with nothing."""
    now = value_at(data, path)
    if isinstance(now, dict) and now.keys() <= {NUMBER_KEY}:
        _put(data, path, now.get(NUMBER_KEY, MISSING))


_SHORT_FOR = {"setup": "hexes", "provenance": "source"}
"""What a set-up or a provenance that is a mere text stands for."""


def _as_mapping(value: Any, key: str) -> Json:
    short = _SHORT_FOR.get(key) or ("source" if key in _VALUE_SOURCES else "")
    return {short: value} if short and isinstance(value, str | int) else {}


_VALUE_SOURCES = frozenset({"strength", "movement", "values", "reduced_strength", "whole"})


def _read_back(design: Design, kind: Kind, top: str, changed: Json, whole: Json, path: Path) -> Design:
    rest = {k: v for k, v in whole.items() if k != top}
    single = kind == "scenario" and top == "units" and len(path) > 1 and len(
        changed.get("units", ())) == len(whole.get("units", ()))
    if kind == "scenario" and top != "units":
        rest["units"] = []
    if single:
        changed = {"units": [changed["units"][path[1]]]}
    data = {**rest, **changed}
    if kind == "ruleset":
        for key in schema(kind)["else"].get("required", ()) if "else" in schema(kind) else ():
            data.setdefault(key, [])
    reading = Reading("", data, {})
    for problem in check_schema(kind, reading, ""):
        if problem.severity == "error":
            at = (top, 0, *path[2:]) if single else path
            raise ValueError(_of_field(problem.message, kind, path, where_words(at, data, kind)))
    problems = FileProblems("", reading)
    read: dict[str, Any] = {
        "scenario": scenario_from_data, "map": map_from_data, "ruleset": ruleset_from_data}
    made = read[kind](data, problems)
    if made is None or problems.broken:
        raise ValueError(problems.problems[0].message if problems.problems else "This is no such value.")
    old = document(design, kind)
    if single:
        assert design.scenario is not None
        return _with_unit(design, design.scenario.units[int(path[1])], made.units[0])
    names = _attributes(kind, top)
    fields = {name: _kept(getattr(old, name), getattr(made, name), path) for name in names}
    if all(getattr(old, name) is value or getattr(old, name) == value for name, value in fields.items()):
        return design
    if "units" in fields and len({u.key for u in fields["units"]}) < len(fields["units"]):
        raise ValueError("There is already a unit of that name and nationality.")
    after = replace(old, **fields)  # type: ignore[type-var]
    return put_document(design, after)


def _of_field(message: str, kind: Kind, path: Path, where: str) -> str:
    """What is wrong with the value at a path, as said of the field that was typed into, if it was said of its
    key `where`."""
    subject = f"{where[:1].upper()}{where[1:]} "
    if not isinstance(path[-1], str) or not message.startswith(subject):
        return message
    return f"{row_of(kind, path).title} {message.removeprefix(subject).replace('is the text ', 'is ', 1)}"


def put_document(design: Design, after: Any) -> Design:
    """The design with another scenario, map or ruleset."""
    if isinstance(after, Scenario):
        return with_scenario(design, after)
    return with_map(design, after) if isinstance(after, GameMap) else with_ruleset(design, after)


def _with_unit(design: Design, old: Unit, new: Unit) -> Design:
    scenario = design.scenario
    assert scenario is not None
    if new.prototype != old.prototype:
        return use_prototype(design, [old.key], new.prototype)
    fields = {one.name: getattr(new, one.name) for one in declared(Unit)
              if getattr(new, one.name) != getattr(old, one.name)}
    # Looks are nobody's facts, and a source is what is said about them.
    apart = {name: fields.pop(name) for name in ("look", "provenance") if name in fields}
    after = change_unit(scenario, old.key, **fields)
    if apart:
        after = replace(after, units=tuple(
            replace(u, **apart) if u.key == new.key else u for u in after.units))
    return with_scenario(design, after)


@cache
def _attributes(kind: Kind, key: str) -> tuple[str, ...]:
    """The attributes of a document that a key holds."""
    return next(one.attributes for one in _declared_of(kind) if one.key == key)


def _declared_of(kind: Kind) -> tuple[DeclaredField, ...]:
    record: Any = _RECORDS[kind]
    return declared(record)


def _kept(old: Any, new: Any, path: Path) -> Any:
    """The new value, with those entries of the old one that did not change; one that changed is the
    designer's from now on, unless its source itself was changed."""
    if not isinstance(old, tuple) or not isinstance(new, tuple) or not new or not is_record(type(new[0])):
        return new
    same = len(old) == len(new)
    entries: list[Any] = []
    for i, entry in enumerate(new):
        before = old[i] if same else next((o for o in old if o == entry), None)
        if before is not None and before == entry:
            entries.append(before)
        elif before is not None and path[-1] not in _NO_FACTS and "provenance" not in path and isinstance(
                getattr(entry, "provenance", None), Provenance) and entry.provenance == before.provenance:
            entries.append(designers_own(entry))
        else:
            entries.append(entry)
    return tuple(entries)


_NO_FACTS = frozenset({"name", "text", "title", "notes", "colour", "symbol", "pattern"})


def prototype_says(design: Design, kind: Kind, path: Path) -> str:
    """What the prototype of a unit says of one of its keys, as text; "" if it says nothing."""
    scenario = design.scenario
    if (kind, len(path), path[:1]) != ("scenario", 3, ("units",)) or scenario is None:
        return ""
    index, key = int(path[1]), str(path[2])
    unit = scenario.units[index] if index < len(scenario.units) else None
    if unit is None or unit.like is None or key not in unit.like.says:
        return ""
    record = record_of(Unit)
    return shown(record.write_key(replace(unit, **{key: getattr(unit.like, key)}), key))


# -- entries of lists --------------------------------------------------------------------------------


def new_entry(design: Design, kind: Kind, path: Path, data: Json) -> Json:
    """A new entry for the list at a path, with what an entry must have."""
    entries = value_at(data, path)
    taken = [e.get("id") for e in entries if isinstance(e, dict)] if isinstance(entries, list) else []
    entry: Json = least_at(design, kind, (*path, len(taken)))
    if "id" in part_of(kind, (*path, 0)).get("properties", {}):
        entry = {"id": free_id(str(path[-1]), taken)} | {k: v for k, v in entry.items() if k != "id"}
    return entry


def free_id(section: str, taken: Sequence[Any], wish: str = "") -> str:
    """An id that no entry has.

    >>> free_id("entries", ["entry-1"]), free_id("events", [], "coup"), free_id("x", ["coup"], "coup")
    ('entry-2', 'coup', 'coup-2')
    """
    if wish:
        stem = re.sub(r"-[0-9]+$", "", wish)
        free = (f"{stem}-{n}" if n > 1 else stem for n in range(1, len(taken) + 3))
    else:
        word = _ONE.get(section, section.rstrip("s").replace("_", "-"))
        free = (f"{word}-{n}" for n in range(1, len(taken) + 3))
    return next(id for id in free if id not in taken)


_ONE = {"entries": "entry", "countries": "country", "call_ups": "call-up"}


def least_at(design: Design, kind: Kind, path: Path) -> Any:
    """The least that a file may hold at a path."""
    part, way = part_of(kind, path), way_of(kind, path)
    if way == "record" and {"source", "note"} <= part["properties"].keys():
        return {"source": "designer"}
    if way == "record":
        needed = part.get("required", ())
        strict = _strictly_needed(kind, path)
        return {key: least_at(design, kind, (*path, key)) for key in dict.fromkeys((*needed, *strict))}
    if way in ("list", "words", "texts"):
        least = part.get("minItems", 0)
        known = names_at(design, kind, path)
        items = resolved(kind, part.get("items") or {})
        if least and not known and ("properties" in items or "number" in kinds_of(items)):
            return [least_at(design, kind, (*path, i)) for i in range(least)]
        return list(known[:max(1, least)]) if known else ["x"] * least
    if way == "choice":
        return part["enum"][0]
    if way == "flag":
        return False
    if way == "number" or ("integer" in kinds_of(part) and "string" not in kinds_of(part)):
        return max(part.get("minimum", 0), 1 if part.get("maximum", 1) >= 1 else 0)
    if way in ("numbers", "data"):
        return {} if "object" in kinds_of(part) else [["?"]] if part.get("minItems") else []
    if "number" in kinds_of(part) and part.get("pattern"):
        return 1
    known = names_at(design, kind, path)
    if known:
        return known[0]
    if part.get("title") == "Hex number":
        return design.map.grid.number(next(iter(design.map.grid)))
    example = next(iter(part.get("examples", ())), "")
    pattern = part.get("pattern", "")
    if pattern and not re.search(pattern, "new") and example:
        return read_flow(example)
    return "new" if pattern else key_title(f"new {path[-1] if isinstance(path[-1], str) else 'text'}")


def _strictly_needed(kind: Kind, path: Path) -> tuple[str, ...]:
    """The keys that an entry needs in a file that is no variant."""
    strict: Json = schema(kind).get("else", {})
    for key in path:
        inside = strict.get("properties", {})
        strict = strict.get("items", {}) if isinstance(key, int) else inside.get(key, {})
    more = ("type",) if kind == "scenario" and path[:1] == ("units",) and len(path) == 2 else ()
    # A unit needs a type as long as it has no prototype.
    return (*strict.get("required", ()), *more)


def entry_title(entry: Any, index: int) -> str:
    """An entry of a list in a few words: its name, or what it says first."""
    if not isinstance(entry, dict):
        return shown(entry) or str(index + 1)
    for key in ("name", "title", "id", "text", "hex"):
        if isinstance(entry.get(key), str | int) and str(entry[key]).strip():
            text = " ".join(str(entry[key]).split())
            return text if len(text) < 48 else f"{text[:46]}…"
    words = ", ".join(f"{key_title(k).lower()} {shown(v)}" for k, v in entry.items())
    return f"{index + 1}: {words[:44]}…" if len(words) > 45 else f"{index + 1}: {words}" if words else str(
        index + 1)


# -- the names that a key may hold -------------------------------------------------------------------


def records_at(kind: Kind, path: Path) -> tuple[Any, DeclaredField | None]:
    """The record that has the last key of a path, and that key as it is declared; None if it is not."""
    record: Any = _RECORDS[kind]
    one: DeclaredField | None = None
    owner: Any = record
    for key in path:
        if isinstance(key, int):
            continue
        owner, one = record, _declared(record, key)
        if one is None:
            record = None
            continue
        if one.field.within is not None:
            owner, one = one.type, _declared(one.type, key)
            if one is None:
                return None, None
        record = form_of(entry_type(one.type)).type if entry_type(one.type) is not None else one.type
        if one.field.more is not None:
            record = one.field.more
    return owner, one


def _declared(record: Any, key: str) -> DeclaredField | None:
    if record is None or not is_record(record):
        return None
    for one in declared(record):
        if one.key == key and one.field.within is None:
            return one
    for one in declared(record):
        if one.field.within is not None and any(
                one.field.within + inner.key == key for inner in declared(one.type)):
            return one
    return None


def names_at(design: Design, kind: Kind, path: Path) -> tuple[str, ...]:
    """The names that a key may hold, as the design has them; () if it names nothing."""
    owner, one = records_at(kind, path)
    if one is None:
        return tuple(part_of(kind, path).get("enum", ()))
    if one.field.refers_to is not None:
        return tuple(e.id for e in getattr(design.ruleset, one.field.refers_to))
    what, also = what_is_named(owner, one.name)
    return (*names_of(design, what), *also) if what else ()


def paths_of(kind: Kind) -> Iterator[Path]:
    """Every key that the schema of a document has and the window edits, entries of lists as number 0. The
    keys of a record that stands in several places are found in the first of them."""
    seen: set[Any] = set()
    queue: list[Path] = [()]
    while queue:
        path = queue.pop(0)
        for key in keys_of(kind, path):
            here = (*path, key)
            yield here
            way = way_of(kind, here)
            if way in ("record", "list"):
                inside = (*here, 0) if way == "list" else here
                form = _record_in(kind, here) or inside
                if form not in seen:
                    seen.add(form)
                    queue.append(inside)


def _record_in(kind: Kind, path: Path) -> Any:
    """The record whose keys stand below a path; None if none is declared."""
    _, one = records_at(kind, path)
    if one is None:
        return None
    if one.field.more is not None:
        return one.field.more
    inside = form_of(entry_type(one.type) or one.type).type
    return inside if is_record(inside) else None
