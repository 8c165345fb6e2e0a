"""Computing a map again: the changes of the data, and the changes by hand that are kept.

Beside a computed map lies a record, the map as the data last gave it. Every difference between the map and
its record was made by hand and is kept when the map is computed again; the rest follows the data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..hexgrid import Hex, HexGrid
from ..lazy_dataclass import dataclass
from ..model.gamemap import Area, DataSource, GameMap, Label, Place
from ..model.layer import Layer
from ..model.lettering import PLAIN, Lettering, Spot, spot_text
from .alignment import AlignmentError, align
from .merge_changes import Change, Changes, Resets, hexes_of, sides_of
from .merge_lines import line_changes, merged_lines
from .merge_roads import merged_roads, road_changes

__all__ = ["AlignmentError", "Change", "MergeResult", "align", "hexes_of", "merge", "overrides", "sides_of"]


@dataclass(frozen=True)
class MergeResult:
    """A map computed again: `changed` lists the changes of the data, `kept` the changes by hand that differ
    from the data (before: the data, after: the map), and `reset` the changes by hand that are given up
    (before: the map)."""

    map: GameMap
    changed: tuple[Change, ...]
    kept: tuple[Change, ...]
    reset: tuple[Change, ...] = ()


def merge(
    current: GameMap, record: GameMap, computed: GameMap, reset: Collection[Hex] | None = ()
) -> MergeResult:
    """The map with the new values except where somebody changed the old ones by hand: `record` is the
    previously computed map, or, if that is unknown, the empty sheet.

    `reset`: hexes that follow the data whatever was changed there; None: all.
    """
    ours, old, new, grid = current, record, computed, current.grid
    resets = Resets(None if reset is None else frozenset(reset))
    log = Changes([], [], [])
    map = replace(
        ours,
        terrain=_merged_layer("terrain", grid, ours.terrain, old.terrain, new.terrain, resets, log),
        countries=_merged_layer("countries", grid, ours.countries, old.countries, new.countries, resets, log),
        lines=merged_lines(grid, ours.lines, old.lines, new.lines, resets, log),
        roads=merged_roads(grid, ours.roads, old.roads, new.roads, resets, log),
        places=merged_places(grid, ours.places, old.places, new.places, resets, log),
        areas=merged_areas(grid, ours.areas, old.areas, new.areas, resets, log),
        labels=merged_labels(grid, ours.labels, old.labels, new.labels, resets, log),
        sources=merged_sources(ours.sources, old.sources, new.sources, resets, log),
        geography=new.geography)
    return MergeResult(map, tuple(log.changed), tuple(log.kept), tuple(log.reset))


def overrides(current: GameMap, record: GameMap) -> tuple[Change, ...]:
    """The changes by hand: before is the data, after the map."""
    ours, old, grid = current, record, current.grid
    return (
        *_layer_changes("terrain", grid, old.terrain, ours.terrain),
        *_layer_changes("countries", grid, old.countries, ours.countries),
        *line_changes(grid, old.lines, ours.lines),
        *road_changes(grid, old.roads, ours.roads),
        *place_changes(grid, old.places, ours.places),
        *area_changes(grid, old.areas, ours.areas),
        *label_changes(grid, old.labels, ours.labels),
        *source_changes(old.sources, ours.sources))


def _merged_layer(
    name: str, grid: HexGrid, ours: Layer, old: Layer, new: Layer, resets: Resets, log: Changes
) -> Layer:
    """Merges a layer of values, hex by hex."""
    values: dict[Hex, str] = {}
    for hex in new.differing(ours):
        mine, theirs = ours.at(hex), new.at(hex)
        by_hand = mine != old.at(hex)
        if by_hand and not resets.any_of([hex]):
            log.kept.append(Change(name, grid.number(hex), theirs, mine))
        else:
            values[hex] = theirs
            (log.reset if by_hand else log.changed).append(Change(name, grid.number(hex), mine, theirs))
    return ours.with_values(values)


def _layer_changes(name: str, grid: HexGrid, before: Layer, after: Layer) -> Iterator[Change]:
    for hex in after.differing(before):
        yield Change(name, grid.number(hex), before.at(hex), after.at(hex))


# Areas and sources of a map that is computed again: identified by id; areas are compared hex by hex.

Areas = tuple[Area, ...]
Sources = tuple[DataSource, ...]


def merged_areas(grid: HexGrid, ours: Areas, old: Areas, new: Areas, resets: Resets, log: Changes) -> Areas:
    """The areas of a map that follows the data from `old` to `new` except for changes by hand.

    Changes by hand to an area as a whole, including its name and rule, are given up only if all its hexes are
    reset.
    """
    mine, was, theirs = ({a.id: a for a in areas} for areas in (ours, old, new))
    merged: dict[str, Area] = {}
    for id in {**mine, **theirs}:
        one, before, other = mine.get(id), was.get(id), theirs.get(id)
        area = _area(one, before, other, resets)
        if area is not None:
            merged[id] = area
        if (change := _area_change(grid, id, one, area)) is not None:
            hexes = {h for a in (one, other) if a is not None for h in a.hexes}
            given_up = _area_value(one) != _area_value(before) and resets.any_of(hexes)
            (log.reset if given_up else log.changed).append(change)
        if (kept := _area_change(grid, id, other, area)) is not None:
            log.kept.append(kept)
    return new if resets.everywhere or ours == old else tuple(merged.values())


def _area(ours: Area | None, old: Area | None, new: Area | None, resets: Resets) -> Area | None:
    hexes = {h for area in (ours, new) if area is not None for h in area.hexes}
    if _area_value(ours) == _area_value(old) or resets.all_of(hexes):
        return new
    if ours is None:
        given = () if new is None else tuple(h for h in new.hexes if resets.any_of([h]))
        return replace(new, hexes=given) if new is not None and given else None
    mine, was, theirs = (frozenset(a.hexes if a else ()) for a in (ours, old, new))
    follows = old is not None and new is not None
    kept = [h for h in (*ours.hexes, *(new.hexes if new else ()))
            if (h in theirs if resets.any_of([h]) or (follows and (h in mine) == (h in was)) else h in mine)]
    area = replace(ours, hexes=tuple(dict.fromkeys(kept)))
    if old is not None and new is not None:
        same = [f for f in ("name", "rule", "provenance") if getattr(ours, f) == getattr(old, f)]
        area = replace(area, **{f: getattr(new, f) for f in same})
    return area if area.hexes or not ours.hexes else None


def area_changes(grid: HexGrid, before: Areas, after: Areas) -> Iterator[Change]:
    """The differences between the areas of two maps."""
    one, other = ({a.id: a for a in areas} for areas in (before, after))
    for id in {**one, **other}:
        if (change := _area_change(grid, id, one.get(id), other.get(id))) is not None:
            yield change


def _area_value(area: Area | None) -> tuple[object, ...] | None:
    return None if area is None else (area.name, area.rule, frozenset(area.hexes))


def _area_change(grid: HexGrid, id: str, before: Area | None, after: Area | None) -> Change | None:
    if _area_value(before) == _area_value(after):
        return None

    def words(area: Area | None, other: Area | None) -> str:
        if area is None:
            return ""
        hexes = " ".join(map(grid.number, area.hexes))
        differ = other is not None and (other.name, other.rule) != (area.name, area.rule)
        return f'"{area.name}" {area.rule}'.rstrip() + f": {hexes}" if differ else hexes

    return Change("areas", id, words(before, after), words(after, before))


def merged_sources(ours: Sources, old: Sources, new: Sources, resets: Resets, log: Changes) -> Sources:
    """The sources of a map that follows the data from `old` to `new` except for changes by hand."""
    mine, was, theirs = ({s.id: s for s in sources} for sources in (ours, old, new))
    merged: list[DataSource] = []
    for id in {**mine, **theirs}:
        one, before, other = mine.get(id), was.get(id), theirs.get(id)
        by_hand = one != before
        hexes = {h for source in (one, other) if source is not None for h in source.hexes}
        source = one if by_hand and not resets.all_of(hexes) else other
        if source is not None:
            merged.append(source)
        if source != one:
            (log.reset if by_hand else log.changed).append(_source_change(id, one, source))
        if source != other:
            log.kept.append(_source_change(id, other, source))
    return new if resets.everywhere or ours == old else tuple(merged)


def source_changes(before: Sources, after: Sources) -> Iterator[Change]:
    """The differences between the sources of two maps."""
    one, other = ({s.id: s for s in sources} for sources in (before, after))
    for id in {**one, **other}:
        if one.get(id) != other.get(id):
            yield _source_change(id, one.get(id), other.get(id))


def _source_change(id: str, before: DataSource | None, after: DataSource | None) -> Change:
    titles = ["" if s is None else s.title for s in (before, after)]
    if before is not None and after is not None and before.title == after.title:
        differ = [f for f in ("licence", "url", "note", "gives", "hexes")
                  if getattr(before, f) != getattr(after, f)]
        titles[1] += f" (other {', '.join(differ)})"
    return Change("sources", id, titles[0], titles[1])


# Places and labels of a map that is computed again: identified by name and hex, and compared field by field,
# so that a town renamed by hand moves with the data, and a label moved by hand is not doubled.

@dataclass(frozen=True)
class _Layer:
    """The properties of a kind of entry: its name, the fields that are compared, the fields that follow,
    whether a hex may have several, and how an entry is described."""

    name: str
    called: Callable[[Entry], str]
    fields: tuple[str, ...]
    silent: tuple[str, ...]
    crowds: bool
    words: Callable[[Entry, Entry | None], str]


def merged_places(
    grid: HexGrid, ours: tuple[Place, ...], old: tuple[Place, ...], new: tuple[Place, ...], resets: Resets,
    log: Changes,
) -> tuple[Place, ...]:
    """The places of a map that follows the data from `old` to `new` except for changes by hand."""
    return _merged(_PLACES, grid, ours, old, new, resets, log)


def merged_labels(
    grid: HexGrid, ours: tuple[Label, ...], old: tuple[Label, ...], new: tuple[Label, ...], resets: Resets,
    log: Changes,
) -> tuple[Label, ...]:
    """The labels of a map that follows the data from `old` to `new` except for changes by hand."""
    return _merged(_LABELS, grid, ours, old, new, resets, log)


def place_changes(grid: HexGrid, before: tuple[Place, ...], after: tuple[Place, ...]) -> list[Change]:
    """The differences between the places of two maps."""
    return _changes(_PLACES, grid, before, after)


def label_changes(grid: HexGrid, before: tuple[Label, ...], after: tuple[Label, ...]) -> list[Change]:
    """The differences between the labels of two maps."""
    return _changes(_LABELS, grid, before, after)


# -- merging entries ---------------------------------------------------------------------------------


@dataclass
class _Fate:
    """An entry on our map, in the record and in the data, and the result of merging them.

    `fixed`: it keeps its hex against all others; `reset`: it follows the data.
    """

    ours: Entry | None
    old: Entry | None
    new: Entry | None
    result: Entry | None = None
    fixed: bool = False
    reset: bool = False


def _merged(
    layer: _Layer, grid: HexGrid, ours: tuple[Any, ...], old: tuple[Any, ...], new: tuple[Any, ...],
    resets: Resets, log: Changes,
) -> tuple[Any, ...]:
    fates = _fates(layer, grid, ours, old, new)
    for fate in fates:
        _decide(layer, fate, resets)
    if not layer.crowds:
        _make_room(fates)
    for fate in fates:
        changed = _change(layer, grid, fate.ours, fate.result)
        if changed is not None:
            given_up = fate.reset and _value(layer, fate.ours) != _value(layer, fate.old)
            (log.reset if given_up else log.changed).append(changed)
        kept = _change(layer, grid, fate.new, fate.result)
        if kept is not None:
            log.kept.append(kept)
    if resets.everywhere or ours == old:
        return new
    here = {id(f.ours): f for f in fates if f.ours is not None}
    come = {id(f.new): f for f in fates if f.ours is None and f.new is not None}
    results = (*(here[id(e)].result for e in ours), *(come[id(e)].result for e in new if id(e) in come))
    return tuple(e for e in results if e is not None)


def _fates(
    layer: _Layer, grid: HexGrid, ours: Sequence[Entry], old: Sequence[Entry], new: Sequence[Entry]
) -> list[_Fate]:
    by_old = {id(was): is_now for was, is_now in pairs(layer.called, grid, old, new) if was is not None}
    fates = []
    alone = []
    met = set()
    for was, mine in pairs(layer.called, grid, old, ours):
        if was is None:
            alone.append(mine)
        else:
            theirs = by_old[id(was)]
            fates.append(_Fate(mine, was, theirs))
            met.add(id(theirs))
    # Entries without a record may have been added to both the map and the data in the meantime.
    for mine, theirs in pairs(layer.called, grid, alone, [e for e in new if id(e) not in met]):
        fates.append(_Fate(mine, None, theirs))
    return fates


def _decide(layer: _Layer, fate: _Fate, resets: Resets) -> None:
    ours, old, new = fate.ours, fate.old, fate.new
    there = [e.hex for e in (ours, new) if e is not None]
    if resets.any_of(there):
        fate.result, fate.reset = new, True
    elif ours is None:
        fate.result = new if old is None else None
    elif old is None:
        fate.result, fate.fixed = ours, True
    elif new is None:
        by_hand = _value(layer, ours) != _value(layer, old)
        fate.result, fate.fixed = (ours, True) if by_hand else (None, False)
    else:
        both = (*layer.fields, *layer.silent)
        follows = {f: getattr(new, f) for f in both if getattr(ours, f) == getattr(old, f)}
        fate.result, fate.fixed = replace(ours, **follows), ours.hex != old.hex


def _make_room(fates: Iterable[_Fate]) -> None:
    """Of two entries in one hex the one put there by hand stays; the other stays where it was on our map, or
    is left out if it was not there or if its hex is reset."""
    todo = True
    while todo:
        todo = False
        fixed = {f.result.hex for f in fates if f.fixed and f.result is not None}
        for fate in fates:
            if fate.result is not None and not fate.fixed and fate.result.hex in fixed:
                todo = True
                fate.fixed = True
                ours = None if fate.reset else fate.ours
                fate.result = None if ours is None else replace(fate.result, hex=ours.hex)


def _value(layer: _Layer, entry: Entry | None) -> tuple[Any, ...] | None:
    return None if entry is None else tuple(getattr(entry, f) for f in layer.fields)


# -- in words ---------------------------------------------------------------------------------------------


def _changes(layer: _Layer, grid: HexGrid, before: Sequence[Entry], after: Sequence[Entry]) -> list[Change]:
    return [change for one, other in pairs(layer.called, grid, before, after)
            if (change := _change(layer, grid, one, other)) is not None]


def _change(layer: _Layer, grid: HexGrid, before: Entry | None, after: Entry | None) -> Change | None:
    if _value(layer, before) == _value(layer, after):
        return None
    hexes = dict.fromkeys(grid.number(e.hex) for e in (before, after) if e is not None)
    where = " ".join(hexes)
    named = after or before
    if layer.crowds and named is not None:
        where = f"{layer.called(named)} {where}"
    words = ["" if e is None else layer.words(e, other) for e, other in ((before, after), (after, before))]
    if words[0] == words[1]:
        words = [f"{w} in {grid.number(e.hex)}" for w, e in zip(words, (before, after), strict=True) if e]
    return Change(layer.name, where, words[0], words[1])


def _place_words(place: Place, other: Place | None) -> str:
    words = " ".join((place.name, *(f"({f})" for f in place.features))).strip() or "unnamed"
    if other is not None and other.lettering != place.lettering:
        words += f", {_lettering_words(place.lettering)}"
    return words


def _lettering_words(lettering: Lettering) -> str:
    if lettering == PLAIN:
        return "name as usual"
    size = f", size {lettering.size:g}" if lettering.size else ""
    turned = f", turned {lettering.rotation:g}°" if lettering.rotation else ""
    return f"name {_spot_words(lettering.at)}{size}{turned}"


def _label_words(label: Label, other: Label | None) -> str:
    words = f"{label.size:g}, {label.rotation:g}, {label.style}"
    if other is not None and other.text != label.text:
        words = f"{label.text}, {words}"
    if other is not None and other.at != label.at:
        words += f", {_spot_words(label.at)}"
    return words


def _spot_words(spot: Spot) -> str:
    return spot_text(spot).lower()


_PLACES = _Layer(
    "places", lambda place: str(place.name), ("hex", "name", "features", "lettering"), ("provenance",),
    crowds=False, words=_place_words)
_LABELS = _Layer(
    "labels", lambda label: str(label.text), ("hex", "text", "size", "rotation", "style", "at"), (),
    crowds=True, words=_label_words)


# Matching places or labels of one map with those of another, where they may have moved or been renamed.

Entry = Any
"""A place or a label: a value with a `hex`."""


def pairs(
    called: Callable[[Entry], str], grid: HexGrid, before: Sequence[Entry], after: Sequence[Entry]
) -> list[tuple[Entry | None, Entry | None]]:
    """The entries of two maps in pairs: with the one of the same name in the same hex, else the nearest of
    the same name elsewhere, else the one in the same hex, if there is only one."""
    partner: dict[int, int] = {}
    taken: set[int] = set()

    def left(key: Callable[[Entry], Hashable]) -> Iterator[tuple[list[int], list[int]]]:
        """The entries without a partner so far, those of both maps with the same key."""
        by_key: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for i, entry in enumerate(before):
            if i not in partner:
                by_key[key(entry)][0].append(i)
        for j, entry in enumerate(after):
            if j not in taken:
                by_key[key(entry)][1].append(j)
        return ((one, other) for what, (one, other) in by_key.items() if one and other and what != "")

    def pair(i: int, j: int) -> None:
        if i not in partner and j not in taken:
            partner[i] = j
            taken.add(j)

    for one, other in left(lambda e: (e.hex, called(e))):
        for i, j in zip(one, other, strict=False):
            pair(i, j)
    for one, other in left(called):
        for _, i, j in sorted((grid.distance(before[i].hex, after[j].hex), i, j) for i in one for j in other):
            pair(i, j)
    for one, other in left(lambda e: (e.hex,)):
        if len(one) == len(other) == 1:
            pair(one[0], other[0])
    return [*((e, after[partner[i]] if i in partner else None) for i, e in enumerate(before)),
            *((None, e) for j, e in enumerate(after) if j not in taken)]
