"""Files in which one kind of part stands very often: each entry, key, word, letter, blank, line and digit of
a document in turn, found by walking its schema or an example."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, tostring

from visegrad_editor.model.files.bytes import ReadError
from visegrad_editor.model.files.schema import fit_test
from visegrad_editor.model.files.yaml_reader import read_yaml

Step = str | int
Path = tuple[Step, ...]
_NUMBER = "\ue000"
"""Stands for the number of a copy until the text is made."""
_LINE = 60
"""Words in a line of a text that runs over several."""


@dataclass(frozen=True)
class Part:
    """A kind of part of a format. `text` gives a file of about that many bytes in which it is repeated."""

    name: str
    text: Callable[[int], str]


@dataclass(frozen=True)
class Copies:
    """In a document: a value, or a key and its value, that stands `count` times. Its texts hold `_NUMBER`
    where each copy has its own number."""

    value: Any
    count: int
    key: str = ""


@dataclass(frozen=True)
class Folded:
    """In a document: words over many lines."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Bare:
    """In a document: letters that are written as they are, such as the digits of a number."""

    letters: str


def _numbered(text: str, count: int) -> str:
    return "".join(text.replace(_NUMBER, str(i)) for i in range(count)) if _NUMBER in text else text * count


# -- plain data as text ------------------------------------------------------------------------------


def as_yaml(value: Any, indent: str = "") -> str:
    """Plain data in block style, with a line for each value."""
    if isinstance(value, Mapping):
        if not value:
            return " {}\n"
        return "\n" + "".join(_yaml_entry(k, v, indent) for k, v in value.items())
    if isinstance(value, list):
        if not value:
            return " []\n"
        return "\n" + "".join(
            _numbered(f"{indent}-{as_yaml(v.value, indent + '  ')}", v.count) if isinstance(v, Copies)
            else f"{indent}-{as_yaml(v, indent + '  ')}" for v in value)
    if isinstance(value, Folded):
        return " >-\n" + "".join(f"{indent} {line}\n" for line in value.lines)
    if isinstance(value, Bare):
        return f" {value.letters}\n"
    if isinstance(value, str) and "\n" in value and value.strip(" \n"):
        return " |\n" + "".join(f"{indent} {line}\n" for line in value.split("\n"))
    return f" {json.dumps(value, ensure_ascii=False)}\n"


def _yaml_entry(key: str, value: Any, indent: str) -> str:
    if isinstance(value, Copies):
        return _numbered(_yaml_entry(value.key, value.value, indent), value.count)
    return f"{indent}{json.dumps(key, ensure_ascii=False)}:{as_yaml(value, indent + '  ')}"


def as_json(value: Any) -> str:
    """Plain data as JSON."""
    if isinstance(value, Mapping):
        return "{" + ",".join(
            _numbered(f"{json.dumps(v.key, ensure_ascii=False)}:{as_json(v.value)},", v.count)[:-1]
            if isinstance(v, Copies) else f"{json.dumps(k, ensure_ascii=False)}:{as_json(v)}"
            for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(
            _numbered(f"{as_json(v.value)},", v.count)[:-1] if isinstance(v, Copies) else as_json(v)
            for v in value) + "]"
    if isinstance(value, Folded):
        return json.dumps("\n".join(value.lines))
    return value.letters if isinstance(value, Bare) else json.dumps(value, ensure_ascii=False)


# -- which parts there are ----------------------------------------------------------------------------


def parts_of(
    data: Any, schema: Mapping[str, Any] | bool = True, write: Callable[[Any], str] = as_yaml,
    most_values: int = 290_000,
) -> Iterator[Part]:
    """Every kind of part of a document that the schema knows, or, without one, that the example has.
    What the example lacks is made up from the schema. At most `most_values` values are written."""
    seen = set()
    for path, value, part in _nodes([((), data)], schema, ()):
        limited = bool({"maxLength", "enum", "const", "pattern"} & part.keys())
        for how, put in _repetitions(value, limited, most_values):
            name = f"{'.'.join(map(str, path[0])) or 'document'}: {how}"
            if name in seen:
                continue
            seen.add(name)

            def text(size: int, at: Path = path[1], put: Callable[[int], Any] = put) -> str:
                return write(_replaced(data, at, put(size)))

            yield Part(name, text)


def crowds_of(
    data: Any, schema: Mapping[str, Any] | bool = True, write: Callable[[Any], str] = as_yaml,
    most_values: int = 290_000, sections: Sequence[str] = (), without: Sequence[str] = (),
) -> Iterator[Part]:
    """A document in which every list is long and every mapping has many keys, each as far as the schema lets
    it: all entries alike, each with a name of its own, and each with all its words its own, so that very many
    entries name very many others that are not there. `sections` are the keys of the document for which that
    is so; without them all are but `without`."""
    long = _lengthened(data, schema, sections, without)
    for how, copy in (
            ("alike", _as_it_is), ("numbered", _with_own_name), ("words of their own", _with_own_words)):
        def text(size: int, copy: Callable[[Any, Any], Any] = copy) -> str:
            whole, share, values = data, size // len(long), most_values // len(long)
            for place, value, part in long:
                whole = _replaced(whole, place, _longer(value, part, share, values, copy))
            return write(whole)

        yield Part(f"{', '.join(sections) or 'everything'}: {how}", text)


def long_sections(
    data: Any, schema: Mapping[str, Any] | bool = True, without: Sequence[str] = ()
) -> list[str]:
    """The keys of a document below which `crowds_of` lengthens something."""
    return list(dict.fromkeys(str(place[0]) for place, _, _ in _lengthened(data, schema, (), without)))


def _lengthened(
    data: Any, schema: Mapping[str, Any] | bool, sections: Sequence[str], without: Sequence[str] = ()
) -> list[tuple[Path, Any, Mapping[str, Any]]]:
    """Place, value and schema of the lists and mappings of a document that may be longer, the outer before
    the inner ones."""
    fits = fit_test(schema)
    found: dict[Path, tuple[Any, Mapping[str, Any]]] = {}
    for (name, place), value, part in _nodes([((), data)], schema, ()):
        # The rows of a map are as many as its grid has.
        fixed = name[-1:] == ("rows",) and len(name) == 2
        left_out = name[:1] and (name[0] in without or (sections and name[0] not in sections))
        if not value or not isinstance(value, dict | list) or fixed or left_out or place in found:
            continue
        if isinstance(value, dict) and (
                schema is True or part.get("additionalProperties", True) in (True, False)
                or not fit_test(part.get("propertyNames", True))(f"{next(iter(value))}77")):
            continue
        longer = _longer(value, part, 1, 1000, _with_own_words)
        if part.get("maxItems", 1000) > len(value) and fits(_once(_replaced(data, place, longer))):
            found[place] = value, part
    return [(place, *one) for place, one in found.items()]


def _longer(
    value: Any, part: Mapping[str, Any], size: int, most_values: int, copy: Callable[[Any, Any], Any]
) -> Any:
    if isinstance(value, dict):
        key, inner = next(iter(value.items()))
        one = copy(inner, part["additionalProperties"])
        most = part.get("maxProperties", 10**9) - len(value)
        count = min(most, _count({key: inner}, size, most_values))
        return {**value, "": Copies(one, count, f"{key}{_NUMBER}")}
    entry = value[0]
    if isinstance(entry, dict):
        # In a variant an entry made up from the schema would take one away.
        entry = {k: v for k, v in entry.items() if k != "remove"}
    one = copy(entry, part.get("items", True))
    most = part.get("maxItems", 10**9) - len(value)
    return [*value, Copies(one, min(most, _count(one, size, most_values)))]


def _as_it_is(value: Any, _: Any) -> Any:
    return value


def _with_own_name(value: Any, schema: Any) -> Any:
    return _with_numbers(value) if isinstance(value, dict) else _with_own_words(value, schema)


def _once(value: Any) -> Any:
    """The data with one of each of its copies."""
    if isinstance(value, str):
        return value.replace(_NUMBER, "7")
    if isinstance(value, Copies):
        return _once(value.value)
    if isinstance(value, dict):
        return {v.key.replace(_NUMBER, "7") if isinstance(v, Copies) else k: _once(v)
                for k, v in value.items()}
    return [_once(v) for v in value] if isinstance(value, list) else value


def _with_own_words(value: Any, schema: Any) -> Any:
    """The value with a number in each word that may have one; hexes and amounts stay as they are."""
    part: Mapping[str, Any] = schema if isinstance(schema, Mapping) else {}
    for way in part.get("anyOf", ()):
        if fit_test(way)(value):
            return _with_own_words(value, way)
    if isinstance(value, str):
        return value + _NUMBER if value[:1].isalpha() and fit_test(part or True)(f"{value}77777") else value
    if isinstance(value, dict):
        known, other = part.get("properties", {}), part.get("additionalProperties", True)
        return {k: v if k == "type" and not part else _with_own_words(v, known.get(k, other))
                for k, v in value.items()}
    if isinstance(value, list):
        return [_with_own_words(v, part.get("items", True)) for v in value]
    return value


Instances = list[tuple[Path, Any]]


def _nodes(
    found: Instances, schema: Mapping[str, Any] | bool, name: Path
) -> Iterator[tuple[tuple[Path, Path], Any, Mapping[str, Any]]]:
    """(name, place) of each kind of value, an example of it, and its schema."""
    if not found or schema is False:
        return
    part: Mapping[str, Any] = {} if schema is True else schema
    for way in part.get("anyOf", ()):
        fitting = [f for f in found if _is_of(f[1], way)]
        if not fitting and (made := sample(way)) is not None:
            fitting = [(found[0][0], made)]
        yield from _nodes(fitting, {**{k: v for k, v in part.items() if k != "anyOf"}, **way}, name)
    if "anyOf" in part:
        return
    place, value = found[0]
    yield (name, place), value, part
    if isinstance(value, dict):
        known = part.get("properties", {})
        keys = dict.fromkeys((*known, *(k for _, v in found if isinstance(v, dict) for k in v)))
        others = [k for k in keys if k not in known]
        if schema is not True:
            # Of keys that stand for names one is like the other.
            keys = dict.fromkeys((*known, *others[:1]))
        for key in keys:
            inner = known.get(key, part.get("additionalProperties", True))
            having = [((*p, key), v[key]) for p, v in found if isinstance(v, dict) and key in v]
            if not having and (made := sample(inner)) is not None:
                having = [((*place, key), made)]
            yield from _nodes(having, inner, (*name, key if key in known or schema is True else "KEY"))
    elif isinstance(value, list):
        inside = [
            ((*p, i), v) for p, values in found if isinstance(values, list) for i, v in enumerate(values)]
        firsts = part.get("prefixItems", ())
        for i, inner in enumerate(firsts):
            yield from _nodes([f for f in inside if f[0][-1] == i], inner, (*name, i))
        inner = part.get("items", True)
        if not inside and (made := sample(inner)) is not None:
            inside = [((*place, 0), made)]
        if not firsts:
            shapes: dict[Any, Instances] = {}
            for f in inside:
                shapes.setdefault(_shape(f[1]) if schema is True else "", []).append(f)
            for several in shapes.values():
                entry = several[0][1]
                kind = entry.get("type", "") if schema is True and isinstance(entry, dict) else ""
                yield from _nodes(several, inner, (*name, f"ENTRY {kind}".strip()))


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value)), value.get("type"), value.get("kind")
    return type(value)


_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,),
    "object": (dict,), "null": (type(None),)}
_WORDS = ("0101", "a", "6/3", "#aabbcc", "1.0", "0101/0102", "1-2", "other", "N")


def _is_of(value: Any, schema: Mapping[str, Any]) -> bool:
    kinds = schema.get("type", list(_TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return isinstance(value, tuple(t for k in kinds for t in _TYPES[k]))


def _example(shown: Any) -> Any:
    """The value of an example of a schema, which is as a designer writes it."""
    if not isinstance(shown, str):
        return shown
    try:
        found: Any = read_yaml(f"a: {shown}\n").data["a"]
    except ReadError:
        return shown
    return shown if found is None else found


def sample(schema: Mapping[str, Any] | bool) -> Any:
    """A value that fits a schema, with all its keys; None where none is known."""
    if isinstance(schema, bool):
        return "a" if schema else None
    if schema.get("examples"):
        return _example(schema["examples"][0])
    if schema.get("enum"):
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return next((made for way in schema["anyOf"] if (made := sample(way)) is not None), None)
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        made = {k: v for k, part in schema.get("properties", {}).items() if (v := sample(part)) is not None}
        other = schema.get("additionalProperties", False)
        return made or ({"a": v} if (v := sample(other)) is not None else None)
    if kind == "array":
        parts = schema.get("prefixItems") or [schema.get("items", True)]
        return [v for part in parts if (v := sample(part)) is not None]
    if kind == "string":
        pattern = schema.get("pattern")
        return next((w for w in _WORDS if pattern is None or re.search(pattern, w)), "a")
    usual = {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 1.5), "boolean": True}
    return usual.get(kind)


def _replaced(data: Any, path: Path, value: Any) -> Any:
    """The data with another value at a place; keys on the way there may be missing."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        entries = list(data) if isinstance(data, list) else []
        entries += [None] * (step + 1 - len(entries))
        entries[step] = _replaced(entries[step], rest, value)
        return entries
    entries_by_key = dict(data) if isinstance(data, Mapping) else {}
    entries_by_key[step] = _replaced(entries_by_key.get(step), rest, value)
    return entries_by_key


# -- how a part is repeated ------------------------------------------------------------------------------

Repetition = tuple[str, Callable[[int], Any]]


def _repetitions(value: Any, limited: bool, most_values: int) -> Iterator[Repetition]:
    """Ways to make a value large: (in words, the value for about so many bytes)."""
    if isinstance(value, dict):
        yield from _of_mapping(value, most_values)
    elif isinstance(value, list):
        yield from _of_list(value, most_values)
    elif isinstance(value, str):
        yield from _of_text(value, limited)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield "digits", lambda size: Bare("1" * size)
        yield "decimals", lambda size: Bare("0." + "1" * size)
    if isinstance(value, dict | list):
        yield "nested", lambda size: Bare("[" * (size // 2) + "]" * (size // 2))


def _count(value: Any, size: int, most_values: int) -> int:
    return max(1, min(size // max(1, len(as_yaml(value))), most_values // _values(value)))


def _values(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_values, inside))


def _of_list(value: list[Any], most_values: int) -> Iterator[Repetition]:
    shapes: dict[Any, Any] = {}
    for entry in value:
        shapes.setdefault(_shape(entry), entry)
    for entry in shapes.values():
        for how, one in (("alike", entry), ("numbered", _with_numbers(entry)), ("apart", _apart(entry))):
            if how == "alike" or one != entry:
                yield f"entries {how}", (lambda size, one=one: [
                    *value, Copies(one, _count(one, size, most_values))])


def _of_mapping(value: dict[str, Any], most_values: int) -> Iterator[Repetition]:
    key, inner = next(iter(value.items()), ("a", 1))
    yield "keys", lambda size: {
        **value, "": Copies(inner, _count({key: inner}, size, most_values), f"{key}{_NUMBER}")}
    yield "a long key", lambda size: {**value, key * (size // max(1, len(key))): inner}


def _with_numbers(value: Any) -> Any:
    """The value with a number in what tells entries apart."""
    if isinstance(value, str):
        return value + _NUMBER
    if isinstance(value, dict):
        named = [k for k in value if k in ("id", "name", "title", "unit", "text", "source", "file")]
        return {k: _with_numbers(v) if k in named else v for k, v in value.items()}
    return [_with_numbers(v) for v in value] if isinstance(value, list) else value


def _apart(value: Any) -> Any:
    """The value with numbers that differ a little from copy to copy."""
    if isinstance(value, float):
        return Bare(f"{value:.4f}{_NUMBER}")
    if isinstance(value, dict):
        return {k: _apart(v) for k, v in value.items()}
    return [_apart(v) for v in value] if isinstance(value, list) else value


def _of_text(value: str, limited: bool) -> Iterator[Repetition]:
    word = value.split()[0] if value.split() else "a"
    yield "letters", lambda size: (word[:1] or "a") * size
    yield "blanks", lambda size: f"{word}{' ' * size}x"
    yield "words", lambda size: f"{word} " * (size // (len(word) + 1))
    if limited:
        return
    yield "words numbered", lambda size: "".join(f"{word}{i} " for i in range(size // (len(word) + 7)))
    yield "words over lines", lambda size: Folded(
        (f"{word} " * _LINE,) * (size // (_LINE * (len(word) + 1))))
    yield "words numbered over lines", lambda size: Folded(tuple(
        " ".join(f"{word}{i}" for i in range(j, j + _LINE))
        for j in range(0, size // (len(word) + 7), _LINE)))
    for sign in ("-", ",", ";", "/"):
        yield f"words with {sign}", (
            lambda size, sign=sign: f"{word}{sign}" * (size // (len(word) + 1)) + word)
    yield "lines", lambda size: f"{word}\n" * (size // (len(word) + 1))
    yield "remarks", lambda size: "# x\n" * (size // 4)
    yield "signs", lambda size: '"' * (size // 2) + "(" * (size // 2)


# -- XML ----------------------------------------------------------------------------------------------------


def parts_of_xml(root: Element) -> Iterator[Part]:
    """Every kind of part of an example: its elements, attributes and texts."""
    seen: dict[tuple[str, ...], Element] = {}
    for element in root.iter():
        # What a property means is in its name.
        told = element.get("name", "") if element.tag == "property" else " ".join(sorted(element.keys()))
        seen.setdefault((element.tag, told), element)
    for kind, element in seen.items():
        name = " ".join(kind).strip()
        if element is not root:
            yield Part(f"{name}: elements alike", _xml_copies(root, element, False))
            yield Part(f"{name}: elements numbered", _xml_copies(root, element, True))
            yield Part(f"{name}: nested", _xml_nested(root, element))
        yield Part(f"{name}: attributes", _xml_attributes(root, element))
        for key, value in element.items():
            for how, put in _of_text(value, False):
                yield Part(f"{name}@{key}: {how}", _xml_put(root, element, key, put))
            if value.isdigit():
                yield Part(f"{name}@{key}: digits", _xml_put(root, element, key, lambda size: "1" * size))
        if element.text and element.text.strip():
            for how, put in _of_text(element.text.strip(), False):
                yield Part(f"{name}#text: {how}", _xml_put(root, element, "", put))



def crowds_of_xml(root: Element) -> Iterator[Part]:
    """An example in which each of its elements stands very often: alike, and each with numbers of its own."""
    for how, numbered in (("alike", False), ("numbered", True)):
        def text(size: int, numbered: bool = numbered) -> str:
            elements = {tostring(e, encoding="unicode") for e in root.iter() if e is not root}
            whole = _xml_whole(root)
            for one in sorted(elements, key=len):
                whole = whole.replace(one, one + _xml_numbered(one, size // (4 * len(elements)), numbered), 1)
            return whole

        yield Part(f"everything: {how}", text)


def _xml_whole(root: Element) -> str:
    return '<?xml version="1.0"?>' + tostring(root, encoding="unicode")


def _xml_copies(root: Element, element: Element, numbered: bool) -> Callable[[int], str]:
    def text(size: int) -> str:
        one = tostring(element, encoding="unicode")
        return _xml_whole(root).replace(one, one + _xml_numbered(one, size, numbered), 1)

    return text


def _xml_numbered(one: str, size: int, numbered: bool) -> str:
    copy = one
    if numbered:
        copy = re.sub(r'\b(id|name|firstgid|source|x|y)="([^"]*)"', rf'\1="\2{_NUMBER}"', one)
    return _numbered(copy, max(1, size // len(copy)))


def _xml_nested(root: Element, element: Element) -> Callable[[int], str]:
    def text(size: int) -> str:
        one = tostring(element, encoding="unicode")
        open_, close = f"<{element.tag}>", f"</{element.tag}>"
        count = size // (len(open_) + len(close))
        return _xml_whole(root).replace(one, one + open_ * count + close * count, 1)

    return text


def _xml_attributes(root: Element, element: Element) -> Callable[[int], str]:
    def text(size: int) -> str:
        one = tostring(element, encoding="unicode")
        more = _numbered(f' a{_NUMBER}="1"', size // 12)
        return _xml_whole(root).replace(one, one.replace(f"<{element.tag}", f"<{element.tag}{more}", 1), 1)

    return text


def _xml_put(root: Element, element: Element, key: str, put: Callable[[int], Any]) -> Callable[[int], str]:
    def text(size: int) -> str:
        made = put(size)
        words = " ".join(made.lines) if isinstance(made, Folded) else str(made)
        before = element.text if key == "" else element.get(key)
        try:
            if key:
                element.set(key, words)
            else:
                element.text = words
            return _xml_whole(root)
        finally:
            if key:
                element.set(key, before or "")
            else:
                element.text = before

    return text


# -- tables -------------------------------------------------------------------------------------------------


def parts_of_table(rows: Sequence[Mapping[str, str]]) -> Iterator[Part]:
    """Every kind of part of a table of hexes: its rows, columns, and what stands in its cells."""
    columns = list(rows[0])

    def table(head: str, *lines: str) -> str:
        return "\n".join((head, *lines)) + "\n"

    def line(row: Mapping[str, str]) -> str:
        return ",".join('"' + row[c].replace('"', '""') + '"' for c in columns)

    head, all_lines = ",".join(columns), [line(r) for r in rows]
    whole, short = "\n".join(all_lines) + "\n", rows[0]["hex"] + "\n"
    first = all_lines[0] + "\n"
    yield Part("rows: alike", lambda size: f"{head}\n" + first * (size // len(first)))
    yield Part("rows: all, again and again", lambda size: f"{head}\n" + whole * (size // len(whole)))
    yield Part("rows: short", lambda size: f"{head}\n" + short * (size // len(short)))
    yield Part("rows: of no hex", lambda size: f"{head}\n" + "".join(f"x{i}\n" for i in range(size // 8)))
    yield Part("rows: wrong in each cell", lambda size: f"{head}\n" + "".join(
        ",".join([r["hex"], *(f"?{i}" for _ in columns[1:])]) + "\n"
        for i, r in zip(range(size // 30), (r for _ in range(size) for r in rows), strict=False)))
    yield Part("rows: empty", lambda size: table(head, *all_lines) + "\n" * size)
    yield Part("rows: commas", lambda size: f"{head}\n" + "," * size + "\n")
    yield Part("columns: alike", lambda size: "hex,terrain" + ",terrain" * (size // 8) + "\n" + "1,2\n")
    yield Part("columns: numbered", lambda size: (
        head + "".join(f",c{i}" for i in range(size // 8)) + "\n" + whole))
    yield Part("quotation marks", lambda size: f"{head}\n" + '"' * size)
    yield Part("a cell of lines", lambda size: f'{head}\n"' + "a\n" * (size // 2) + '"\n')
    yield Part("a cell never closed", lambda size: f'{head}\n"' + "a,b\n" * (size // 4))
    for column in columns:
        value = next((r[column] for r in rows if r[column]), "a")
        for how, put in _of_text(value, False):
            # A cell may have so many letters; there may be many such cells.
            def text(size: int, column: str = column, put: Callable[[int], Any] = put) -> str:
                made = put(100_000)
                words = " ".join(made.lines) if isinstance(made, Folded) else str(made)
                long = [line({**r, column: words}) for r in rows[:max(1, size // 100_000)]]
                return table(head, *long)

            yield Part(f"{column}: {how}", text)
