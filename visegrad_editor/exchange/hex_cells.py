"""The lines on the sides of a hex as the text of one cell: `NE: river/2 Vistula; E: wall`.

Each entry names a direction, a kind, after a slash a width if that is not 1, and a name if there is one; a
name with a semicolon or quotes is quoted, with inner quotes doubled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..hexgrid import DIRECTION_NAMES, Orientation
from ..model.edit.hex_rows import RoadMark, SideMark

_ENTRY = re.compile(
    r'\s*(?P<way>[A-Za-z]{1,2})\s*:\s*(?P<kind>[^\s/;:"]+)(?:/(?P<width>\d{1,3}))?(?:\s+(?P<name>.*))?')


def sides_cell(marks: Mapping[int, frozenset[SideMark]], orientation: Orientation) -> str:
    """The cell of hexsides.

    >>> sides_cell({0: frozenset({SideMark("river", 2, "Bug")}), 2: frozenset({SideMark("wall")})}, "pointy")
    'E: river/2 Bug; SW: wall'
    """
    return _joined(((d, f"{m.kind}/{m.width}" if m.width != 1 else m.kind, m.name)
                    for d, on_side in sorted(marks.items()) for m in sorted(on_side)), orientation)


def roads_cell(marks: Mapping[int, frozenset[RoadMark]], orientation: Orientation) -> str:
    """The cell of roads: where each leaves the hex."""
    entries = ((d, m.kind, m.name) for d, on_side in sorted(marks.items()) for m in sorted(on_side))
    return _joined(entries, orientation)


def read_sides(
    text: str, orientation: Orientation, kind: Callable[[str], str]
) -> dict[int, frozenset[SideMark]]:
    """The inverse of `sides_cell`; `kind` turns the written kind into its id. Both raise ValueError with a
    sentence for text that cannot be read."""
    marks: dict[int, set[SideMark]] = {}
    for way, word, width, name in _entries(text, orientation):
        if not 1 <= width <= 5:
            raise ValueError(f"The width {width} is invalid; widths are 1 to 5.")
        marks.setdefault(way, set()).add(SideMark(kind(word), width, name))
    return {d: frozenset(m) for d, m in marks.items()}


def read_roads(
    text: str, orientation: Orientation, kind: Callable[[str], str]
) -> dict[int, frozenset[RoadMark]]:
    """The inverse of `roads_cell`."""
    marks: dict[int, set[RoadMark]] = {}
    for way, word, width, name in _entries(text, orientation):
        if width != 1:
            raise ValueError(f'"{word}/{width}": roads have no width in a table.')
        marks.setdefault(way, set()).add(RoadMark(kind(word), name))
    return {d: frozenset(m) for d, m in marks.items()}


def split_entries(text: str) -> list[str]:
    """The entries of a cell; semicolons within quotes do not separate.

    >>> split_entries('E: wall "a; b"; SE: river')
    ['E: wall "a; b"', 'SE: river']
    """
    return [part.strip() for part in re.findall(r'(?:[^;"]|"[^"]*")+', text) if part.strip()]


def _joined(entries: Iterable[tuple[int, str, str]], orientation: Orientation) -> str:
    names = DIRECTION_NAMES[orientation]
    return "; ".join(f"{names[d]}: {what}{f' {_quoted(name)}' if name else ''}" for d, what, name in entries)


def _quoted(name: str) -> str:
    if ";" in name or '"' in name or name != name.strip():
        return '"' + name.replace('"', '""') + '"'
    return name


def _entries(text: str, orientation: Orientation) -> list[tuple[int, str, int, str]]:
    names: Sequence[str] = DIRECTION_NAMES[orientation]
    entries = []
    for part in split_entries(text):
        match = _ENTRY.fullmatch(part)
        if match is None:
            raise ValueError(
                f'"{part[:40]}" cannot be read; write a direction and a kind, for example '
                f"{names[0]}: river, with a semicolon between two.")
        way = match["way"].upper()
        if way not in names:
            raise ValueError(f"\"{match['way']}\" is not a side of these hexes; they are {', '.join(names)}.")
        name = (match["name"] or "").strip()
        if len(name) > 1 and name[0] == name[-1] == '"':
            name = name[1:-1].replace('""', '"')
        entries.append((names.index(way), match["kind"], int(match["width"] or 1), name))
    return entries
