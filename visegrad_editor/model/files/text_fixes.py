"""Fixes of load errors: changes of the text of a file that no document can be made of, or not wholly.

Each changes one place and leaves every other byte, and all comments, as they are. What a fix must know of
the file is found again when it is done, so that several can be done one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from ...lazy_dataclass import dataclass
from ..problems import Problem, TextFix
from ..wording import closest, quoted, shown
from .atomic import save
from .bytes import ReadError, read_text
from .plain_data import DataPath
from .yaml_emit import scalar
from .yaml_places import Places, flow_edits
from .yaml_reader import read_yaml

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
Fits = Callable[[Any, Any], bool]
"""Whether a value fits a schema."""
_COMMENT = re.compile(r"\s+#.*")
_GONE = "The file is no longer as it was when this was found."


# -- which fixes there are -----------------------------------------------------------------------------


def schema_fixes(error: ValidationError, path: DataPath, at: DataPath, fits: Fits) -> tuple[TextFix, ...]:
    """The fixes of a problem that a schema finds at `at`, in the value at `path`: only those that leave
    nothing at that place which does not fit."""
    value: Any = error.instance
    part: Any = error.schema
    what = str(error.validator)
    if what == "additionalProperties" and error.validator_value is False:
        return tuple(_key_fixes(value, str(at[-1]), path, part, fits))
    if what in ("enum", "const", "type", "pattern", "anyOf") and path:
        return tuple(_value_fixes(value, path, part, fits))
    return ()


def _key_fixes(value: Any, key: str, path: DataPath, part: Any, fits: Fits) -> Iterator[TextFix]:
    """The known key that is probably meant, and no such key."""
    inside = value[key]
    properties: Any = part["properties"]
    near = closest(key, [k for k in properties if k not in value])
    # What is wrong within a section that is not read is told once it is.
    if near and (fits(inside, properties[near]) or _is_section(inside, properties[near])):
        yield TextFix(f"Write `{near}` for `{shown(key)}`", lambda text: _with_key(text, path, key, near),
                      is_guess=True, reveals=True)
    if len(value) > 1:
        # What is not known is ignored; only text of the designer's would be lost.
        yield TextFix(f"Leave `{shown(key)}` out", lambda text: _without_key(text, path, key),
                      harmless=inside in (None, "", [], {}))


def _is_section(value: Any, part: Any) -> bool:
    """Whether a value is a list or mapping with something in it, as a schema wants one."""
    kind = "array" if isinstance(value, list) else "object" if isinstance(value, dict) else ""
    types = part.get("type", ())
    return bool(value) and bool(kind) and kind in ([types] if isinstance(types, str) else types)


def _value_fixes(value: Any, path: DataPath, part: Any, fits: Fits) -> Iterator[TextFix]:
    """The value that is probably meant: a number without quotes, a text in quotes, a known word."""
    for meant in _meant(value, part):
        if fits(meant, part):
            written = scalar(meant, True)
            yield TextFix(f"Write {written} for {quoted(value) if isinstance(value, str) else shown(value)}",
                          lambda text, written=written: _with_value(text, path, written),  # type: ignore[misc]
                          # A number or a flag says the same without its quotes, or with them.
                          harmless=not (isinstance(value, str) and isinstance(meant, str)),
                          is_guess=isinstance(value, str) and isinstance(meant, str))
            return


def _meant(value: Any, part: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield from _number_or_flag(value)
    words = [w for w in part.get("enum", ()) if isinstance(w, str)]
    if isinstance(value, bool):
        word = "true" if value else "false"
        yield from (w for w in (("yes", "on") if value else ("no", "off")) if w in words)
        yield word
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, str) and words:
        near = closest(value, words)
        if near:
            yield near


def _number_or_flag(text: str) -> Iterator[Any]:
    bare = text.strip()
    if bare.lower() in ("true", "yes", "on", "false", "no", "off"):
        yield bare.lower() in ("true", "yes", "on")
    digits = bare.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdecimal() and len(digits) < 10:
        yield int(bare)
    elif len(bare) < 20 and digits.count(".") == 1 and digits.replace(".", "").isdecimal():
        yield float(bare)


def name_fix(key: str, word: str, known: Iterable[str]) -> tuple[TextFix, ...]:
    """The fix of a name at a key of the file itself that nothing has: the known name most like it."""
    near = closest(word, [name for name in known if name != word])
    if not near:
        return ()
    return (TextFix(f"Write {quoted(near)} for {quoted(word)}",
                    lambda text: _with_value(text, (key,), scalar(near, True)), is_guess=True),)


# -- the text ------------------------------------------------------------------------------------------


def _node(text: str, path: DataPath) -> Any:
    """The node at a path; raises `ValueError` if there is none."""
    node = yaml.compose(text, Loader=_LOADER)
    for key in path:
        inside: Any = None
        if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            inside = node.value[key]
        elif isinstance(node, yaml.MappingNode):
            inside = next((v for k, v in node.value if k.value == str(key)), None)
        if inside is None:
            raise ValueError(_GONE)
        node = inside
    return node


def _body(text: str) -> tuple[str, str]:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark, text[len(mark):]


def _edited(text: str, edits: Callable[[str], Sequence[tuple[int, int, str]]]) -> str:
    mark, body = _body(text)
    try:
        made = edits(body)
    except yaml.YAMLError:
        raise ValueError(_GONE) from None
    for start, end, new in sorted(made, reverse=True):
        body = body[:start] + new + body[end:]
    try:
        read_yaml(body)
    except ReadError as error:
        raise ValueError(f"This place of the file cannot be changed so: {error.message}") from None
    return mark + body


def _pair(body: str, path: DataPath, key: str) -> tuple[Any, int]:
    """The mapping at a path, and the place of a key in it."""
    node = _node(body, path)
    if not isinstance(node, yaml.MappingNode):
        raise ValueError(_GONE)
    at = next((i for i, (k, _) in enumerate(node.value) if k.value == key), -1)
    if at < 0:
        raise ValueError(_GONE)
    return node, at


def _with_key(text: str, path: DataPath, key: str, new: str) -> str:
    def edits(body: str) -> Sequence[tuple[int, int, str]]:
        node, at = _pair(body, path, key)
        return [(*Places(body).span(node.value[at][0]), new)]
    return _edited(text, edits)


def _without_key(text: str, path: DataPath, key: str) -> str:
    def edits(body: str) -> Sequence[tuple[int, int, str]]:
        node, at = _pair(body, path, key)
        if len(node.value) == 1:
            raise ValueError("Nothing would be left there. Take the whole entry away.")
        places = Places(body)
        if node.flow_style:
            made = flow_edits(places, node, [at], [])
            if made is None:
                raise ValueError(_GONE)
            return made
        removal = places.pair_removal(node, at)
        if removal is None:
            raise ValueError(_GONE)
        return removal
    return _edited(text, edits)


def _with_value(text: str, path: DataPath, written: str) -> str:
    def edits(body: str) -> Sequence[tuple[int, int, str]]:
        node = _node(body, path)
        if not isinstance(node, yaml.ScalarNode):
            raise ValueError(_GONE)
        places = Places(body)
        start, end = places.span(node)
        comment = None
        if node.style in ("|", ">"):
            # A text of lines of its own: the comment behind its sign goes behind the value.
            comment = _COMMENT.search(body[start : places.line_end(start)].rstrip())
        return [(start, end, written + (comment[0] if comment else ""))]
    return _edited(text, edits)


# -- doing them ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FixedText:
    """A text after some fixes; those that could not be done, each with the reason in a sentence."""

    text: str
    refused: tuple[tuple[TextFix, str], ...] = ()


def with_fixes(text: str, fixes: Iterable[TextFix]) -> FixedText:
    """A text after some fixes, one after the other. One that cannot be done does not stop the others."""
    refused = []
    for fix in fixes:
        try:
            text = fix.edit(text)
        except ValueError as error:
            refused.append((fix, str(error)))
    return FixedText(text, tuple(refused))


def fixed_text(path: Path, fixes: Iterable[TextFix]) -> FixedText:
    """The text of a file after some fixes. Raises `ReadError` if it cannot be read."""
    return with_fixes(read_text(path), fixes)


def fix_file(path: Path, fixes: Iterable[TextFix]) -> tuple[tuple[TextFix, str], ...]:
    """Write a file after some fixes, completely or not at all, its old content kept as its backup; the fixes
    that could not be done, each with the reason. Nothing is written if none could. Raises `ReadError` if the
    file cannot be read, and `SaveError` if it cannot be written."""
    fixes = tuple(fixes)
    fixed = fixed_text(path, fixes)
    if len(fixed.refused) < len(fixes):
        save(fixed.text, path)
    return fixed.refused


def text_fixes_of(problems: Iterable[Problem], file: str) -> list[tuple[Problem, TextFix]]:
    """The problems of one file that have fixes of its text, each with each of them."""
    return [(problem, fix) for problem in problems if problem.file == file for fix in problem.text_fixes]
