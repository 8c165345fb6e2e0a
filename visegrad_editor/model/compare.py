"""What differs between two designs, in words, for somebody who has to choose one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from ..hexgrid import Hex, HexGrid
from .design import Design
from .files.sources import Document
from .files.yaml_reader import shorten
from .layer import Layer
from .wording import quoted

_MOST_NAMES = 4
_KINDS: tuple[Literal["ruleset", "map", "scenario"], ...] = ("ruleset", "map", "scenario")


@dataclass(frozen=True)
class Difference:
    """One section of a document that differs. `mine` and `theirs` say what each has and the other lacks."""

    kind: str
    section: str
    text: str


def differences(mine: Design, theirs: Design) -> tuple[Difference, ...]:
    """What differs, document by document and section by section; () if the designs are equal."""
    return tuple(d for kind in _KINDS for d in _of_documents(
        kind, getattr(mine, kind), getattr(theirs, kind), mine.map.grid))


def _of_documents(
    kind: str, mine: Document | None, theirs: Document | None, grid: HexGrid
) -> Iterator[Difference]:
    if mine is None or theirs is None:
        if mine is not theirs:
            yield Difference(kind, kind, f"only {'yours' if theirs is None else 'the file'} has a {kind}")
        return
    for field in fields(mine):
        one, other = getattr(mine, field.name), getattr(theirs, field.name)
        if field.compare and one != other:
            yield Difference(kind, field.name.replace("_", " "), _words(one, other, grid))


def _words(mine: Any, theirs: Any, grid: HexGrid) -> str:
    if isinstance(mine, Layer) and isinstance(theirs, Layer):
        return _of_layers(mine, theirs, grid)
    if isinstance(mine, tuple) and isinstance(theirs, tuple) and _holds_entries((*mine, *theirs)):
        return _of_entries(mine, theirs, grid)
    if is_dataclass(mine):
        return "differs"
    return f"yours {_value(mine)}, in the file {_value(theirs)}"


def _of_layers(mine: Layer, theirs: Layer, grid: HexGrid) -> str:
    if [len(r) for r in mine.rows] != [len(r) for r in theirs.rows]:
        return "another size"
    hexes = [Hex(c, r) for r, (a, b) in enumerate(zip(mine.rows, theirs.rows, strict=True))
             for c, (x, y) in enumerate(zip(a, b, strict=True)) if mine.values.get(x) != theirs.values.get(y)]
    if not hexes:
        return "the same in other letters"
    one = f"1 hex ({grid.number(hexes[0])})"
    names = ", ".join(grid.number(h) for h in hexes[:_MOST_NAMES])
    return one if len(hexes) == 1 else f"{len(hexes):,} hexes ({names}{_more(len(hexes))})"


def _holds_entries(values: Sequence[Any]) -> bool:
    return bool(values) and all(is_dataclass(v) or isinstance(v, tuple) for v in values)


def _of_entries(mine: tuple[Any, ...], theirs: tuple[Any, ...], grid: HexGrid) -> str:
    """Matches entries by name, and entries of the same name in their order."""
    one, other = _named(mine, grid), _named(theirs, grid)
    parts = []
    for words, names in (
        ("only yours", [n for n in one if n not in other]),
        ("only in the file", [n for n in other if n not in one]),
        ("differ", [n for n in one if n in other and one[n] != other[n]]),
    ):
        if names:
            shown = ", ".join(name for name, _ in names[:_MOST_NAMES])
            parts.append(f"{words}: {shown}{_more(len(names))}")
    return "; ".join(parts) or "in another order"


def _named(entries: tuple[Any, ...], grid: HexGrid) -> dict[tuple[str, int], Any]:
    seen: Counter[str] = Counter()
    entries_by_name = {}
    for entry in entries:
        name = _name(entry, grid)
        seen[name] += 1
        entries_by_name[name, seen[name]] = entry
    return entries_by_name


def _name(entry: Any, grid: HexGrid) -> str:
    if not is_dataclass(entry):
        return shorten(str(entry[0] if entry else ""), 30)
    for key in ("key", "name", "text", "id"):
        if value := getattr(entry, key, ""):
            return shorten(str(value), 40)
    hex = getattr(entry, "hex", None)
    if isinstance(hex, Hex) and hex in grid:
        return f"hex {grid.number(hex)}"
    values = (getattr(entry, field.name) for field in fields(entry))
    return " ".join(str(v) for v in values if isinstance(v, str | int) and v)[:40]


def _value(value: Any) -> str:
    return quoted(shorten(value, 40)) if isinstance(value, str) else shorten(str(value), 40)


def _more(n: int) -> str:
    return f" and {n - _MOST_NAMES:,} more" if n > _MOST_NAMES else ""
