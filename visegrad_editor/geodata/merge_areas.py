"""Areas and sources on a map that is computed again: known by their id; areas are compared hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..hexgrid import HexGrid
from ..model.gamemap import Area, DataSource
from .merge_changes import Back, Change, Changes

Areas = tuple[Area, ...]
Sources = tuple[DataSource, ...]


def merged_areas(grid: HexGrid, ours: Areas, old: Areas, new: Areas, back: Back, told: Changes) -> Areas:
    """The areas of a map that follows the data from `old` to `new` but for changes by hand.

    What was done by hand to an area as a whole, its name and rule among that, is given up only where all its
    hexes are given back.
    """
    mine, was, theirs = ({a.id: a for a in areas} for areas in (ours, old, new))
    found: dict[str, Area] = {}
    for id in {**mine, **theirs}:
        one, before, other = mine.get(id), was.get(id), theirs.get(id)
        area = _area(one, before, other, back)
        if area is not None:
            found[id] = area
        if (change := _area_change(grid, id, one, area)) is not None:
            hexes = {h for a in (one, other) if a is not None for h in a.hexes}
            given_up = _value(one) != _value(before) and back.any_of(hexes)
            (told.reset if given_up else told.changed).append(change)
        if (kept := _area_change(grid, id, other, area)) is not None:
            told.kept.append(kept)
    return new if back.everywhere or ours == old else tuple(found.values())


def _area(ours: Area | None, old: Area | None, new: Area | None, back: Back) -> Area | None:
    hexes = {h for area in (ours, new) if area is not None for h in area.hexes}
    if _value(ours) == _value(old) or back.all_of(hexes):
        return new
    if ours is None:
        given = () if new is None else tuple(h for h in new.hexes if back.any_of([h]))
        return replace(new, hexes=given) if new is not None and given else None
    mine, was, theirs = (frozenset(a.hexes if a else ()) for a in (ours, old, new))
    follows = old is not None and new is not None
    kept = [h for h in (*ours.hexes, *(new.hexes if new else ()))
            if (h in theirs if back.any_of([h]) or (follows and (h in mine) == (h in was)) else h in mine)]
    area = replace(ours, hexes=tuple(dict.fromkeys(kept)))
    if old is not None and new is not None:
        same = [f for f in ("name", "rule", "provenance") if getattr(ours, f) == getattr(old, f)]
        area = replace(area, **{f: getattr(new, f) for f in same})
    return area if area.hexes or not ours.hexes else None


def area_changes(grid: HexGrid, before: Areas, after: Areas) -> Iterator[Change]:
    """Where the areas of two maps differ."""
    one, other = ({a.id: a for a in areas} for areas in (before, after))
    for id in {**one, **other}:
        if (change := _area_change(grid, id, one.get(id), other.get(id))) is not None:
            yield change


def _value(area: Area | None) -> tuple[object, ...] | None:
    return None if area is None else (area.name, area.rule, frozenset(area.hexes))


def _area_change(grid: HexGrid, id: str, before: Area | None, after: Area | None) -> Change | None:
    if _value(before) == _value(after):
        return None

    def words(area: Area | None, other: Area | None) -> str:
        if area is None:
            return ""
        hexes = " ".join(map(grid.number, area.hexes))
        differ = other is not None and (other.name, other.rule) != (area.name, area.rule)
        return f"“{area.name}” {area.rule}".rstrip() + f": {hexes}" if differ else hexes

    return Change("areas", id, words(before, after), words(after, before))


def merged_sources(ours: Sources, old: Sources, new: Sources, back: Back, told: Changes) -> Sources:
    """The sources of a map that follows the data from `old` to `new` but for changes by hand."""
    mine, was, theirs = ({s.id: s for s in sources} for sources in (ours, old, new))
    found: list[DataSource] = []
    for id in {**mine, **theirs}:
        one, before, other = mine.get(id), was.get(id), theirs.get(id)
        by_hand = one != before
        hexes = {h for source in (one, other) if source is not None for h in source.hexes}
        source = one if by_hand and not back.all_of(hexes) else other
        if source is not None:
            found.append(source)
        if source != one:
            (told.reset if by_hand else told.changed).append(_source_change(id, one, source))
        if source != other:
            told.kept.append(_source_change(id, other, source))
    return new if back.everywhere or ours == old else tuple(found)


def source_changes(before: Sources, after: Sources) -> Iterator[Change]:
    """Where the sources of two maps differ."""
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
