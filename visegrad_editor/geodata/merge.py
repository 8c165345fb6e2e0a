"""Computing a map again: what the data changes, what was changed by hand, and what of it stays.

Beside a map that was computed lies a record, the map as the data last gave it. What differs between the map
and its record was changed by hand and is kept when the map is computed again; the rest follows the data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ..hexgrid import Hex, HexGrid
from ..model.gamemap import GameMap
from ..model.layer import Layer
from .alignment import NotAligned, aligned
from .merge_areas import area_changes, merged_areas, merged_sources, source_changes
from .merge_changes import Back, Change, Changes, hexes_of, sides_of
from .merge_entries import label_changes, merged_labels, merged_places, place_changes
from .merge_lines import line_changes, merged_lines
from .merge_roads import merged_roads, road_changes

__all__ = ["Change", "Merged", "NotAligned", "aligned", "hexes_of", "merge", "overrides", "sides_of"]


@dataclass(frozen=True)
class Merged:
    """A map computed again: `changed` is what the data changed on it, `kept` what was changed by hand and
    stays as it is although the data says otherwise (before: what the data says, after: what the map says),
    and `reset` what was changed by hand and is given up (before: what the map said)."""

    map: GameMap
    changed: tuple[Change, ...]
    kept: tuple[Change, ...]
    reset: tuple[Change, ...] = ()


def merge(
    current: GameMap, record: GameMap, computed: GameMap, reset: Collection[Hex] | None = ()
) -> Merged:
    """The map with the new values where nobody changed the old ones by hand: `record` is what the data gave
    before, or, where nobody knows that, the empty sheet.

    `reset`: hexes that get what the data says whatever was changed there; None: all.
    """
    ours, old, new, grid = current, record, computed, current.grid
    back = Back(None if reset is None else frozenset(reset))
    told = Changes([], [], [])
    map = replace(
        ours,
        terrain=_merged_layer("terrain", grid, ours.terrain, old.terrain, new.terrain, back, told),
        countries=_merged_layer("countries", grid, ours.countries, old.countries, new.countries, back, told),
        lines=merged_lines(grid, ours.lines, old.lines, new.lines, back, told),
        roads=merged_roads(grid, ours.roads, old.roads, new.roads, back, told),
        places=merged_places(grid, ours.places, old.places, new.places, back, told),
        areas=merged_areas(grid, ours.areas, old.areas, new.areas, back, told),
        labels=merged_labels(grid, ours.labels, old.labels, new.labels, back, told),
        sources=merged_sources(ours.sources, old.sources, new.sources, back, told),
        geography=new.geography)
    return Merged(map, tuple(told.changed), tuple(told.kept), tuple(told.reset))


def overrides(current: GameMap, record: GameMap) -> tuple[Change, ...]:
    """What was changed by hand: before is what the data says, after what the map says."""
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
    name: str, grid: HexGrid, ours: Layer, old: Layer, new: Layer, back: Back, told: Changes
) -> Layer:
    """A layer of values, hex by hex."""
    found: dict[Hex, str] = {}
    for hex in new.differing(ours):
        mine, theirs = ours.at(hex), new.at(hex)
        by_hand = mine != old.at(hex)
        if by_hand and not back.any_of([hex]):
            told.kept.append(Change(name, grid.number(hex), theirs, mine))
        else:
            found[hex] = theirs
            (told.reset if by_hand else told.changed).append(Change(name, grid.number(hex), mine, theirs))
    return ours.with_values(found)


def _layer_changes(name: str, grid: HexGrid, before: Layer, after: Layer) -> Iterator[Change]:
    for hex in after.differing(before):
        yield Change(name, grid.number(hex), before.at(hex), after.at(hex))
