"""What a YAML file says of itself at its beginning, without reading all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from .bytes import ReadError, read_text

_QUOTED_OR_PLAIN = re.compile(r'"([^"\\\t\r]*)"|([A-Za-z][^:#"\\\t\r\x85\u2028\u2029]*[^:#"\\\s])')
_QUOTED = re.compile(r'"[^"\\\n]*"')
_KEY = re.compile(r"[a-z_]+:(?= |$)")
_GOES_ON = re.compile(r"\n+[ \t]")
_PAIRS = (("[", "]"), ("{", "}"))


def head_of(path: Path, *keys: str) -> dict[str, str]:
    """The texts of some keys of a file whose top level is a mapping, those that it has; reading ends with the
    last of them. Raises `ReadError` for a file that cannot be read, or not as far as that.

    >>> from .resources import resource_folder
    >>> head_of(resource_folder("sample_scenarios") / "maps" / "visegrad4.yaml", "kind", "nothing")
    {'kind': 'map'}
    """
    text = read_text(path)
    stated = stated_at_once(text, keys)
    if stated is not None:
        return stated
    from .yaml_reader import texts_of

    return texts_of(text, keys)


def stated_at_once(text: str, keys: Sequence[str]) -> dict[str, str] | None:
    """The texts of some keys of the top level where each stands in a line of its own, plain or in double
    quotes, as nearly always: then no parser of YAML is needed, which takes longer to load than the heads of
    all bundled files take to read. None where that is not certain.

    >>> stated_at_once('# A map.\\nkind: map\\ntitle: "Velna: the front"\\n', ("title", "kind"))
    {'title': 'Velna: the front', 'kind': 'map'}
    >>> stated_at_once("title: Velna\\n  and its bridges\\n", ("title",))
    """
    found: dict[str, str] = {}
    for key in keys:
        at = 0 if text.startswith(f"{key}: ") else text.find(f"\n{key}: ") + 1
        if at == 0 and not text.startswith(f"{key}: "):
            return None
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        value = _QUOTED_OR_PLAIN.fullmatch(text, at + len(key) + 2, end)
        if value is None or _GOES_ON.match(text, end) or not _is_top_level(text[:at]):
            return None
        found[key] = value[1] if value[1] is not None else value[2]
    return found


def _is_top_level(before: str) -> bool:
    """Whether what stands before a line is a mapping that begins in the first column, with no quote and no
    bracket left open."""
    said = [line for line in before.split("\n") if line and not line.startswith("#")]
    words = _QUOTED.sub("", "\n".join(said))
    return all(line.startswith((" ", "- ")) or _KEY.match(line) for line in said) and all(
        words.count(sign) % 2 == 0 for sign in "\"'") and all(
        words.count(a) == words.count(b) for a, b in _PAIRS)


def kind_of(path: Path) -> str:
    """The kind of file that a file says it is; "" if it does not say, or cannot be read."""
    try:
        return head_of(path, "kind").get("kind", "")
    except ReadError:
        return ""
