"""Plain data as YAML in the house style: short values on one line, one block per unit, <= 100 columns."""

from __future__ import annotations

import re
from decimal import Decimal
from textwrap import wrap
from typing import Any

import yaml

from .plain_data import DataPath, as_text, resolve

WIDTH = 100
_PLAIN = frozenset(" _./-+()'&;!?%,*=")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_STRING_TAG = "tag:yaml.org,2002:str"
_resolver: Any = yaml.SafeLoader("")

# Entries that are blocks even if they would fit on a line, by kind of file.
_BLOCK_ENTRIES = {
    "ruleset": ("nationalities", "tables"),
    "map": ("hexsides", "roads", "sources"),
    "scenario": ("units", "change", "entries"),
    "stamp": ("hexsides", "roads", "units"),
    "translation": ("texts",),
}
_NUMBERS = ("hexes", "excluding")
"""The keys of lists of hexes."""
_NO_BREAK = "\x00"
_BLOCK = frozenset({
    ("grid",), ("grid", "numbering"), ("background",), ("geography",), ("geography", "warp"), ("terrain",),
    ("countries",), ("levels",)})


class Emitter:
    """Writes the values of one kind of file."""

    def __init__(self, kind: str, blocks: bool = True) -> None:
        self._block_entries = _BLOCK_ENTRIES.get(kind, ()) if blocks else ()

    def document(self, data: dict[str, Any]) -> str:
        """A whole file."""
        return "".join(self.pair(key, value, 0, (key,)) for key, value in data.items())

    def pair(self, key: str, value: Any, indent: int, path: DataPath) -> str:
        """The lines of `key: value` at an indentation, including the last line end."""
        head = f"{' ' * indent}{scalar(key, True)}:"
        short = self.line(value, len(head) + 1, path)
        if short is not None:
            return f"{head} {short}\n"
        if isinstance(value, str):
            folded = fold(value, indent + 2)
            return f"{head} {folded}" if folded is not None else f"{head} {scalar(value)}\n"
        return f"{head}\n{self.block(value, indent + 2, path)}"

    def block(self, value: Any, indent: int, path: DataPath) -> str:
        """The lines of a mapping or a list that is not empty, as a block."""
        if isinstance(value, dict):
            return "".join(self.pair(k, v, indent, (*path, k)) for k, v in value.items())
        if is_numbers(value, path):
            return number_lines(value, indent)
        return "".join(self.item(v, indent, (*path, i)) for i, v in enumerate(value))

    def item(self, value: Any, indent: int, path: DataPath) -> str:
        """The lines of a list entry, its dash at an indentation."""
        head = f"{' ' * indent}- "
        short = self.line(value, len(head), path)
        if short is not None:
            return f"{head}{short}\n"
        if isinstance(value, str):
            folded = fold(value, indent + 2)
            return f"{head}{folded}" if folded is not None else f"{head}{scalar(value)}\n"
        if isinstance(value, list) and not any(isinstance(v, list | dict) for v in value):
            return f"{head}{flow(value)}\n"
        return head + self.block(value, indent + 2, path)[indent + 2 :]

    def line(self, value: Any, column: int, path: DataPath) -> str | None:
        """The value on one line that starts at a column; None if it must be a block."""
        if isinstance(value, dict | list):
            if value and self._must_be_block(value, path):
                return None
            text = flow(value)
            return text if not value or column + len(text) <= WIDTH else None
        # Rows of letters are always quoted, so that they stay aligned.
        text = quote(value) if isinstance(value, str) and _is_row(path) else scalar(value)
        if isinstance(value, str) and ("\n" in value or column + len(text) > WIDTH):
            return None
        return text

    def _must_be_block(self, value: Any, path: DataPath) -> bool:
        if isinstance(value, list):
            return path[-1] == "rows" or any(isinstance(v, dict | list) for v in value)
        if path in _BLOCK:
            return True
        if "remove" in value:
            return False
        return len(path) == 2 and path[0] in self._block_entries and isinstance(path[1], int)


def is_numbers(value: Any, path: DataPath) -> bool:
    """Whether a value is a list of numbers of hexes, of which a line holds several."""
    return isinstance(value, list) and len(value) > 1 and bool(path) and path[-1] in _NUMBERS and all(
        isinstance(v, str) for v in value)


def number_lines(numbers: list[str], indent: int) -> str:
    """The lines of a list of numbers of hexes in brackets.

    >>> print(number_lines(["0101", "0102"], 2), end="")
      ["0101", "0102"]
    """
    pad = " " * indent
    # A number is never divided: its blanks are kept out of the way while lines are made.
    whole = ", ".join(scalar(number, True).replace(" ", _NO_BREAK) for number in numbers)
    lines = wrap(whole, max(WIDTH - indent - 2, 20), break_long_words=False, break_on_hyphens=False)
    text = f"\n{pad} ".join(line.replace(_NO_BREAK, " ") for line in lines)
    return f"{pad}[{text}]\n"


def _is_row(path: DataPath) -> bool:
    return len(path) == 3 and path[1] == "rows" and path[0] in ("terrain", "countries", "levels")


def flow(value: Any) -> str:
    """A value in flow style on one line.

    >>> flow({"hex": "2017", "name": "Warsaw", "features": ["capital"]})
    '{hex: "2017", name: Warsaw, features: [capital]}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(k, True)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, True)


def scalar(value: Any, tight: bool = False) -> str:
    """A scalar on one line; `tight` within flow style, where commas need quotes.

    >>> [scalar(v) for v in ("2017", "6/3", 0.5, True, None, "Danube: upper", "")]
    ['"2017"', '6/3', '0.5', 'true', 'null', '"Danube: upper"', '""']
    """
    if isinstance(value, str):
        return value if is_plain(value, tight) else quote(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = as_text(value) if hasattr(value, "text") else None
    if text is None:
        text = str(value) if isinstance(value, int) else format(Decimal(repr(value)), "f")
        if isinstance(value, float) and "." not in text:
            text += ".0"
    return text


def is_plain(text: str, tight: bool = False) -> bool:
    """Whether a text needs no quotes, for our reader and for others."""
    if not text or not text[0].isalnum() or text[-1] == " " or "  " in text or len(text) > 1000:
        return False
    if not all(c.isalnum() or c in _PLAIN or (c > "\xa0" and c.isprintable()) for c in text):
        return False
    if tight and "," in text:
        return False
    if text.isdecimal() or not isinstance(resolve(text), str):
        return False
    return bool(_resolver.resolve(yaml.ScalarNode, text, (True, False)) == _STRING_TAG)


def quote(text: str) -> str:
    """A text in double quotes on one line."""
    return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else _escape(c)) for c in text) + '"'


def _escape(c: str) -> str:
    n = ord(c)
    return f"\\x{n:02x}" if n < 0x100 else f"\\u{n:04x}" if n < 0x10000 else f"\\U{n:08x}"


def fold(text: str, indent: int) -> str | None:
    """A long text as a folded block, beginning with its indicator; None if folding would change it."""
    body = text.removesuffix("\n")
    paragraphs = body.split("\n")
    if not body or not paragraphs[0] or not paragraphs[-1]:
        return None
    if any(p != p.strip() or "  " in p or not all(c.isprintable() for c in p) for p in paragraphs):
        return None
    pad = " " * indent
    blocks = [
        "".join(f"{pad}{line}\n" for line in wrap(
            p, max(WIDTH - indent, 20), break_long_words=False, break_on_hyphens=False)) if p else ""
        for p in paragraphs
    ]
    if _SPACE.search(body):
        return None
    sign = ">" if body != text else ">-"
    return f"{sign}\n" + "\n".join(blocks)


# Blanks that `wrap` treats as one, although they are not.
_SPACE = re.compile(r"[^\S \n]")
