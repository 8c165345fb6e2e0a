"""YAML text to plain data that remembers its lines. Nothing in a file is ever executed.

The parser's events are read one by one, so that anchors, aliases, tags, duplicate keys and deep nesting are
refused with a sentence before they can do harm.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from ...lazy_dataclass import dataclass
from .bytes import MAX_BYTES, ReadError, read_text, too_big
from .plain_data import DataPath, resolve, shorten
from .unit_migration import Columns, in_present_form

MAX_DEPTH = 30
MAX_VALUES = 300_000
_BOM = "\ufeff"
_LINES, _SEARCHED = 500, 50_000
"""Lines, and letters, of a value in which a word is looked for to tell its line."""
_BLOCK = 4096
# What YAML does not allow in a text at all.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_DIRECTIVE = re.compile("(?:^|[\n\r\x85\u2028\u2029])%")
_MOST_DIRECTIVES = 1000
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# The parser written in Python needs this much longer; its limit keeps the answer quick too.
_SLOW_BYTES = 2 * 1024 * 1024


@dataclass(frozen=True)
class Reading:
    """A YAML text as plain data: dict, list, str, int, float, bool, None.

    `lines` gives the line (from 1) of a value by its path: the keys and indexes that lead to it. The data has
    its present form; that of a text in an older form is in `written`.
    """

    text: str
    data: Any
    lines: Mapping[DataPath, int] = field(repr=False)
    written: Any = field(default=None, repr=False)
    """The data as the text has it, if that is in an older form than `data`."""
    columns: Columns = field(default=Columns(), repr=False)
    """What the numbers of older units became in `data`."""

    def line(self, path: DataPath) -> int:
        """The line of the value, or of the nearest enclosing value that exists."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def line_of_word(self, path: DataPath, word: str) -> int:
        """The line of a word within a value that may run over several lines."""
        first = self.line(path)
        start = self._start_of(first)
        at = self.text.find(word, start, start + _SEARCHED) if "\n" not in word else -1
        between = self.text.count("\n", start, at) if at >= 0 else 0
        return first + between if between <= _LINES else first

    def _start_of(self, line: int) -> int:
        """The index in the text at which a line begins."""
        marks = self._line_marks
        block = bisect_right(marks, line - 1) - 1
        at = block * _BLOCK
        for _ in range(line - 1 - marks[block]):
            at = self.text.find("\n", at) + 1
        return at

    @cached_property
    def _line_marks(self) -> list[int]:
        """The number of lines that end before each block of the text: a list of all lines would be large."""
        marks = [0]
        for at in range(0, len(self.text), _BLOCK):
            marks.append(marks[-1] + self.text.count("\n", at, at + _BLOCK))
        return marks


def read_file(path: Path) -> Reading:
    """Read a YAML file; raises `ReadError`."""
    return read_yaml(read_text(path))


def read_yaml(text: str) -> Reading:
    """Read a YAML text; raises `ReadError`.

    >>> r = read_yaml("units:\\n- {name: 27th, setup: 1718}\\n")
    >>> r.data, r.line(("units", 0, "setup"))
    ({'units': [{'name': '27th', 'setup': 1718}]}, 2)
    """
    try:
        builder = _Builder()
        data = builder.document(yaml_events(text))
    except RecursionError:
        raise ReadError("too-deep", _TOO_DEEP) from None
    present, moved = in_present_form(data)
    for path, old in moved.items():
        builder.lines[path] = builder.lines[old]
    return Reading(text, present, builder.lines, data if moved else None)


def yaml_events(text: str) -> Iterator[Any]:
    """What the parser finds in a text, one thing after the other; raises `ReadError`."""
    body = text.removeprefix(_BOM)
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise too_big(len(text), MAX_BYTES)
    bad = _FORBIDDEN.search(body)
    if bad is not None:
        line = body.count("\n", 0, bad.start()) + 1
        if bad[0] == "\x00":
            raise ReadError("binary", "This is a binary file, not a text.", line)
        raise ReadError(
            "binary", f"Line {line} holds the control character {ord(bad[0]):02X} (hexadecimal), "
            "which text files may not contain. Remove it.", line)
    if _LOADER is yaml.BaseLoader and len(body) > _SLOW_BYTES:
        raise ReadError("too-big", "The file is larger than 2 MB, which needs PyYAML with libyaml.")
    if not body.strip():
        raise ReadError("empty", "The file is empty.")
    if body.count("%") > _MOST_DIRECTIVES:
        _count_directives(body)
    loader = _LOADER(body)
    try:
        while loader.check_event():
            yield loader.get_event()
    except yaml.YAMLError as error:
        raise _syntax(error, body) from None
    finally:
        loader.dispose()


def _count_directives(body: str) -> None:
    """Refuse very many directives: the parser compares each with all before it."""
    directives = list(islice(_DIRECTIVE.finditer(body), _MOST_DIRECTIVES + 1))
    if len(directives) > _MOST_DIRECTIVES:
        raise ReadError("tag", (
            f"More than {_MOST_DIRECTIVES:,} lines begin with %, which marks a directive. Remove them, or "
            "quote texts that begin with %."), body.count("\n", 0, directives[0].end()) + 1)


_TOO_DEEP = f"Values are nested more than {MAX_DEPTH} deep. No document needs more than 6."


class _Builder:
    """Turns parser events into data and lines."""

    def __init__(self) -> None:
        self.lines: dict[DataPath, int] = {}
        self._values = 0

    def document(self, events: Iterator[Any]) -> Any:
        seen, data = False, None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if seen:
                    line = _line(event)
                    raise ReadError(
                        "several-documents", f"A second document begins at line {line} (`---`). "
                        "A file holds one document.", line)
                if event.tags:
                    raise _refuse("tag", event)
                seen = True
                data = self._value(next(events), events, (), 0)
        if not seen or (data is None and self._values <= 1):
            raise ReadError("empty", "The file holds nothing but comments.")
        return data

    def _value(self, event: Any, events: Iterator[Any], path: DataPath, line: int) -> Any:
        self.lines[path] = line or _line(event)
        self._values += 1
        if self._values > MAX_VALUES:
            raise ReadError(
                "too-big", f"The file holds more than {MAX_VALUES:,} values; no map or scenario has as many.",
                _line(event))
        _check_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style else resolve(event.value)
        if len(path) >= MAX_DEPTH:
            raise ReadError("too-deep", _TOO_DEEP, _line(event))
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(events, path)
        return self._mapping(events, path)

    def _list(self, events: Iterator[Any], path: DataPath) -> list[Any]:
        values: list[Any] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            values.append(self._value(event, events, (*path, len(values)), 0))
        return values

    def _mapping(self, events: Iterator[Any], path: DataPath) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event)
            line = _line(event)
            if key in values:
                first = self.lines[(*path, key)]
                raise ReadError(
                    "duplicate-key", f"The key `{shorten(key)}` occurs twice in one mapping: in line {first} "
                    f"and in line {line}. Remove one.", line)
            values[key] = self._value(next(events), events, (*path, key), line)
        return values

    def _key(self, event: Any) -> str:
        _check_plain(event)
        if not isinstance(event, yaml.ScalarEvent):
            line = _line(event)
            raise ReadError("bad-key", "A list or a mapping is used as a key; a key is a word.", line)
        return str(event.value)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _check_plain(event: Any) -> None:
    """Values and keys are written in place, without aliases, anchors and tags."""
    if isinstance(event, yaml.AliasEvent):
        raise _refuse("alias", event)
    if event.anchor is not None:
        raise _refuse("anchor", event)
    if event.tag is not None:
        raise _refuse("tag", event)


def _refuse(what: str, event: Any) -> ReadError:
    line = _line(event)
    if what == "tag":
        shown = event.tag if getattr(event, "tag", None) else "%TAG"
        message = f"The tag `{shorten(shown)}` is not allowed; files are plain data. Remove it."
        return ReadError("tag", message, line)
    sign = "*" if what == "alias" else "&"
    return ReadError(
        "alias", f"The {what} `{sign}{shorten(event.anchor)}` is not allowed; write the value itself in its "
        f"place. (A text that begins with {sign} must be quoted.)", line)


# The messages of the parsers (libyaml and PyYAML's own), and what they mean for the author of the file.
_MEANINGS = (
    ("tab character", "indent with spaces, not tabs"),
    ("mapping values are not allowed", "a colon too many, or wrong indentation; quote texts with colons"),
    ("could not find expected ':'", "a key without a colon and a space after it"),
    ("expected '-' indicator", "the entries of a list must begin in the same column"),
    ("expected key", "wrong indentation, or a stray quote, bracket or comma here or above"),
    ("expected <block end>", "wrong indentation, or a stray quote, bracket or comma here or above"),
    ("expected ',' or", "a missing comma or closing bracket here or above"),
    ("end of stream", "a quote is opened and never closed"),
    ("node content", "a value is missing, or a bracket above is never closed"),
    ("document start", "this does not belong to the document; is its indentation right?"),
    ("escape", "a backslash in double quotes begins an escape; write two, or use single quotes"),
)


def _syntax(error: yaml.YAMLError, text: str) -> ReadError:
    """A parser error as a sentence."""
    context: Any = getattr(error, "context_mark", None)
    mark: Any = getattr(error, "problem_mark", None) or context
    complaint = " ".join(str(getattr(error, "problem", "") or error).split())
    meaning = next((words for sign, words in _MEANINGS if sign in complaint), complaint)
    if mark is None:
        return ReadError("broken-yaml", f"The file is not valid YAML: {meaning}.")
    if "cannot start any token" in complaint:
        sign = text[mark.index : mark.index + 1]
        meaning = f"a text that begins with {sign} must be quoted"
        if sign == "\t":
            meaning = "indent with spaces, not tabs"
    line = mark.line + 1
    begun = f" (in what begins in line {context.line + 1})" if context and context.line + 1 != line else ""
    message = f"Not valid YAML at column {mark.column + 1} of line {line}{begun}: {meaning}"
    return ReadError("broken-yaml", message if message.endswith("?") else f"{message}.", line)


def texts_of(text: str, keys: Iterable[str]) -> dict[str, str]:
    """The texts of some keys of a text whose top level is a mapping, those that it has; reading ends with the
    last of them. Raises `ReadError`."""
    events, wanted = yaml_events(text), set(keys)
    found: dict[str, str] = {}
    if not isinstance(next((e for e in events if not _is_outside(e)), None), yaml.MappingStartEvent):
        return found
    for key in events:
        if isinstance(key, yaml.MappingEndEvent) or not isinstance(key, yaml.ScalarEvent):
            break
        value = next(events)
        if key.value in wanted and isinstance(value, yaml.ScalarEvent):
            found[key.value] = value.value
            if len(found) == len(wanted):
                break
        _skip(value, events)
    return found


def _is_outside(event: Any) -> bool:
    """Whether an event comes before the values of a document."""
    return isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent)


def _skip(value: Any, events: Iterator[Any]) -> None:
    """Go on to the end of a value whose first event has been read."""
    depth = 0
    while True:
        depth += isinstance(value, yaml.CollectionStartEvent) - isinstance(value, yaml.CollectionEndEvent)
        if depth == 0:
            return
        if depth > MAX_DEPTH:
            raise ReadError("too-deep", "Values are nested too deep.")
        value = next(events)
