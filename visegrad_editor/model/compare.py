"""What differs between two designs, in words, for somebody who has to choose one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Literal

from ..hexgrid import Hex, HexGrid, Hexside
from ..lazy_dataclass import dataclass
from .design import Design
from .files.codec import record_of
from .files.plain_data import shorten
from .files.sources import Document
from .layer import Layer
from .wording import quoted

_MOST_NAMES = 4
_MOST_ENTRIES = 40
"""Entries of one section whose values are compared."""
_MOST_VALUES = 4
_KINDS: tuple[Literal["ruleset", "map", "scenario"], ...] = ("ruleset", "map", "scenario")


@dataclass(frozen=True)
class Difference:
    """What differs in a section of a document: its value, its entries that only one of the two has, or the
    values of one entry."""

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
            for text in _words(one, other, grid):
                yield Difference(kind, field.name.replace("_", " "), text)


def _words(mine: Any, theirs: Any, grid: HexGrid) -> Iterator[str]:
    if isinstance(mine, Layer) and isinstance(theirs, Layer):
        yield _of_layers(mine, theirs, grid)
    elif isinstance(mine, tuple) and isinstance(theirs, tuple) and _holds_entries((*mine, *theirs)):
        yield from _of_entries(mine, theirs, grid)
    elif is_dataclass(mine) and type(mine) is type(theirs):
        yield _of_values(mine, theirs, grid)
    else:
        yield _both(_value(mine), _value(theirs))


def _both(mine: str, theirs: str) -> str:
    return f"yours {mine}, in the file {theirs}"


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


def _of_entries(mine: tuple[Any, ...], theirs: tuple[Any, ...], grid: HexGrid) -> Iterator[str]:
    """Matches entries by name, and entries of the same name in their order."""
    one, other = _named(mine, grid), _named(theirs, grid)
    changed = [n for n in one if n in other and one[n] != other[n]]
    alike = True
    for words, names in (("only yours", [n for n in one if n not in other]),
                         ("only in the file", [n for n in other if n not in one])):
        if names:
            alike = False
            shown = ", ".join(name for name, _ in names[:_MOST_NAMES])
            yield f"{words}: {shown}{_more(len(names))}"
    for name in changed[:_MOST_ENTRIES]:
        yield f"{name[0]}: {_of_values(one[name], other[name], grid)}"
    if len(changed) > _MOST_ENTRIES:
        yield f"{len(changed) - _MOST_ENTRIES:,} more differ"
    if alike and not changed:
        yield "in another order"


def _of_values(mine: Any, theirs: Any, grid: HexGrid) -> str:
    """The values in which two entries differ."""
    if not is_dataclass(mine) or type(mine) is not type(theirs):
        return _both(plain_words(mine[1:] if isinstance(mine, tuple) else mine, grid),
                     plain_words(theirs[1:] if isinstance(theirs, tuple) else theirs, grid))
    one, other = _values_of(mine), _values_of(theirs)
    keys = [k for k in dict.fromkeys((*one, *other)) if one.get(k) != other.get(k)]
    # Where a value comes from changes with the value.
    keys = [k for k in keys if k != "provenance"] or keys
    parts = [f"{k.replace('_', ' ')} {_both(plain_words(one.get(k), grid), plain_words(other.get(k), grid))}"
             for k in keys[:_MOST_VALUES]]
    more = f"; and {len(keys) - _MOST_VALUES} more values" if len(keys) > _MOST_VALUES else ""
    return "; ".join(parts) + more


def _values_of(entry: Any) -> dict[str, Any]:
    """The values of an entry by their keys in the file; those of an entry of a map by the names of its
    fields, because only the map can write its hexes."""
    values = {f.name: getattr(entry, f.name) for f in fields(entry) if f.compare}
    return values if any(map(_holds_hex, values.values())) else record_of(type(entry)).write(entry)


def _holds_hex(value: Any) -> bool:
    return isinstance(value, Hex | Hexside) or (
        isinstance(value, tuple | frozenset) and any(map(_holds_hex, value)))


def plain_words(value: Any, grid: HexGrid, longest: int = 60) -> str:
    """A value in words, cut to a readable length."""
    if value is None or value == "" or value == () or value == []:
        return "nothing"
    return shorten(_flat(value, grid) or "nothing", longest)


def _flat(value: Any, grid: HexGrid) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Hex):
        return grid.number(value) if value in grid else "off the map"
    if isinstance(value, Hexside):
        return grid.side_text(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _flat(_values_of(value), grid)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(v, grid)}" for key, v in value.items())
    if isinstance(value, list | tuple | frozenset):
        apart = "; " if any(is_dataclass(v) or isinstance(v, Mapping) for v in value) else " "
        return apart.join(_flat(v, grid) for v in value)
    return str(value)


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
