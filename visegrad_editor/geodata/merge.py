"""Computing a map again: what the data changes, what was changed by hand, and what of it stays.

Beside a map that was computed lies a record, the map as the data last gave it. What differs between the map
and its record was changed by hand and is kept when the map is computed again; the rest follows the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..hexgrid import Hex, HexGrid, Hexside
from ..model.gamemap import GameMap, HexsideLine, Road
from .alignment import NotAligned, aligned

__all__ = ["LAYERS", "Change", "Merged", "NotAligned", "aligned", "hexes_of", "merge", "overrides",
           "sides_of"]

_NUMBERS = re.compile(r"[0-9A-Za-z.]+")
LAYERS = ("terrain", "countries", "hexsides", "roads", "places", "areas", "labels")


@dataclass(frozen=True)
class Change:
    """One value that differs: of which layer, where (hex numbers as on the map), from what to what."""

    layer: str
    where: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.layer} {self.where}: {self.before or 'nothing'} -> {self.after or 'nothing'}"


@dataclass(frozen=True)
class Merged:
    """A map computed again: `changed` is what the data changed on it, `kept` what was changed by hand and
    stays as it is although the data says otherwise (before: what the data says, after: what the map says),
    and `reset` what was changed by hand and is given up (before: what the map said)."""

    map: GameMap
    changed: tuple[Change, ...]
    kept: tuple[Change, ...]
    reset: tuple[Change, ...] = ()


def hexes_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hex]:
    """The hexes of a map where values differ: of a road or an area those that come and go; those of hexsides
    are told by `sides_of`."""
    found: set[str] = set()
    for change in changes:
        if change.layer in ("roads", "areas"):
            found |= set(_NUMBERS.findall(change.before)) ^ set(_NUMBERS.findall(change.after))
        elif change.layer != "hexsides":
            found.update(_NUMBERS.findall(change.where))
    return frozenset(hex for number in found if (hex := map.grid.parse(number)) is not None)


def sides_of(map: GameMap, changes: Iterable[Change]) -> frozenset[Hexside]:
    """The hexsides of a map where values differ."""
    found = (map.grid.parse_side(c.where) for c in changes if c.layer == "hexsides")
    return frozenset(side for side in found if side is not None)


def merge(
    current: GameMap, record: GameMap, computed: GameMap, reset: Collection[Hex] | None = ()
) -> Merged:
    """The map with the new values where nobody changed the old ones by hand: `record` is what the data gave
    before, or, where nobody knows that, the empty sheet.

    `reset`: hexes that get what the data says whatever was changed there; None: all.
    """
    layers: dict[str, Any] = {}
    changed: list[Change] = []
    kept: list[Change] = []
    given_up: list[Change] = []
    anywhere = reset is None
    back = frozenset(reset or ())
    for layer in LAYERS:
        ours, new = _values(current, layer), _values(computed, layer)
        old = _values(record, layer)
        result = dict(ours)
        for key in dict.fromkeys((*ours, *new)):
            mine, theirs = ours.get(key), new.get(key)
            if mine == theirs:
                continue
            by_hand = mine != old.get(key)
            if by_hand and not (anywhere or back.intersection(_hexes(key))):
                kept.append(_change(current.grid, layer, key, theirs, mine))
                continue
            (given_up if by_hand else changed).append(_change(current.grid, layer, key, mine, theirs))
            if theirs is None:
                result.pop(key, None)
            else:
                result[key] = theirs
        layers[layer] = result
    map = _with_values(current, computed, layers)
    map = replace(map, sources=computed.sources, geography=computed.geography)
    return Merged(map, tuple(changed), tuple(kept), tuple(given_up))


def overrides(current: GameMap, record: GameMap) -> tuple[Change, ...]:
    """What was changed by hand: before is what the data says, after what the map says."""
    found = []
    for layer in LAYERS:
        ours, new = _values(current, layer), _values(record, layer)
        found += [_change(current.grid, layer, key, new.get(key), ours.get(key))
                  for key in dict.fromkeys((*ours, *new)) if ours.get(key) != new.get(key)]
    return tuple(found)


# -- the values of a map by what they stand at -------------------------------------------------


def _values(map: GameMap, layer: str) -> dict[Hashable, Any]:
    if layer == "terrain":
        return {h: map.terrain.at(h) for h in map.grid}
    if layer == "countries":
        return {h: map.countries.at(h) for h in map.grid}
    if layer == "hexsides":
        found: dict[Hashable, Any] = {}
        for line in map.lines:
            for side in line.sides:
                found[side, line.kind, line.name] = line.width
        return found
    if layer == "roads":
        numbered: dict[Hashable, Any] = {}
        for road in map.roads:
            again = sum(1 for k in numbered if isinstance(k, tuple) and k[:2] == (road.kind, road.name))
            numbered[road.kind, road.name, again] = road.path
        return numbered
    if layer == "places":
        return {p.hex: (p.name, p.features) for p in map.places}
    if layer == "areas":
        return {a.id: (a.name, a.rule, a.hexes) for a in map.areas}
    return {(x.hex, x.text): (x.size, x.rotation, x.style) for x in map.labels}


def _hexes(key: Hashable) -> Iterator[Hex]:
    if isinstance(key, Hex):
        yield key
    elif isinstance(key, tuple):
        for part in key:
            yield from _hexes(part)


def _change(grid: HexGrid, layer: str, key: Any, before: Any, after: Any) -> Change:
    def words(value: Any) -> str:
        if value is None:
            return ""
        if layer == "places":
            return " ".join((value[0], *(f"({f})" for f in value[1]))).strip() or "unnamed"
        if layer == "hexsides":
            return f"{key[1]} {key[2]}".strip() + (f", width {value}" if value != 1 else "")
        if layer == "roads":
            return "-".join(map(grid.number, value))
        if layer == "areas":
            return " ".join(map(grid.number, value[2]))
        return str(value) if isinstance(value, str) else ", ".join(map(str, value))

    if layer == "hexsides":
        side: Hexside = key[0]
        where = f"{grid.number(side.a)}/{grid.number(side.b)}"
    elif layer == "roads":
        where = f"{key[0]} {key[1]}".strip()
    elif layer == "labels":
        where = f"{key[1]} {grid.number(key[0])}"
    else:
        where = grid.number(key) if isinstance(key, Hex) else str(key)
    return Change(layer, where, words(before), words(after))


# -- and back ---------------------------------------------------------------------------------


def _with_values(current: GameMap, computed: GameMap, layers: Mapping[str, Mapping[Any, Any]]) -> GameMap:
    map = replace(
        current, terrain=current.terrain.with_values(dict(layers["terrain"])),
        countries=current.countries.with_values(dict(layers["countries"])),
        lines=tuple(_lines(current, computed, layers["hexsides"])),
        roads=tuple(_roads(layers["roads"])))
    return replace(
        map,
        places=_entries(current.places, computed.places, layers["places"], lambda p: p.hex,
                        lambda p: (p.name, p.features)),
        areas=_entries(current.areas, computed.areas, layers["areas"], lambda a: a.id,
                       lambda a: (a.name, a.rule, a.hexes)),
        labels=_entries(current.labels, computed.labels, layers["labels"], lambda x: (x.hex, x.text),
                        lambda x: (x.size, x.rotation, x.style)))


def _entries(
    ours: tuple[Any, ...], theirs: tuple[Any, ...], wanted: Mapping[Any, Any],
    key: Callable[[Any], Any], value: Callable[[Any], Any],
) -> tuple[Any, ...]:
    """Entries that have the wanted values, our own where they do, in our order, new ones last."""
    new = {key(e): e for e in theirs}
    found = [e if value(e) == wanted[key(e)] else new[key(e)] for e in ours if key(e) in wanted]
    here = {key(e) for e in ours}
    return (*found, *(e for e in theirs if key(e) in wanted and key(e) not in here))


def _lines(current: GameMap, computed: GameMap, wanted: Mapping[Any, int]) -> Iterator[HexsideLine]:
    left = dict(wanted)

    def cut(line: HexsideLine) -> HexsideLine | None:
        sides = tuple(s for s in line.sides if left.get((s, line.kind, line.name)) == line.width)
        for side in sides:
            del left[side, line.kind, line.name]
        return None if not sides else line if sides == line.sides else replace(line, sides=sides)

    unchanged = [line for line in current.lines
                 if all(wanted.get((s, line.kind, line.name)) == line.width for s in line.sides)]
    if len(unchanged) == len(current.lines) and sum(len(x.sides) for x in unchanged) == len(left):
        yield from current.lines
        return
    # A line the data gives as it is wanted keeps its order from source to mouth.
    whole = [x for x in computed.lines if all(wanted.get((s, x.kind, x.name)) == x.width for s in x.sides)]
    for line in (*whole, *current.lines, *computed.lines):
        found = cut(line)
        if found is not None:
            yield found


def _roads(wanted: Mapping[Any, Any]) -> Iterator[Road]:
    for (kind, name, _), path in wanted.items():
        yield Road(kind, path, name)
