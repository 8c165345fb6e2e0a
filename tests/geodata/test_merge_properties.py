"""For any changes by hand and any changes of the data: a designer's changes stay, the rest follows the data,
nothing is doubled, and resetting everything gives the computed map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merge_maps import GRID, HEXES, after_hands, after_the_data, data_maps

from visegrad_editor.geodata.merge import merge, overrides
from visegrad_editor.hexgrid import Hex, Hexside
from visegrad_editor.model.gamemap import Area, GameMap, Place

PARTS = ("lines", "roads", "places", "areas", "labels", "sources")
quick = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
Step = tuple[Hexside, str, Any]


@st.composite
def cases(draw: st.DrawFn) -> tuple[GameMap, GameMap, GameMap]:
    """(the map after changes by hand, its record, the map computed from the new data)."""
    record = draw(data_maps())
    return draw(after_hands(record)), record, draw(after_the_data(record))


def road_steps(map: GameMap) -> list[Step]:
    return [(side, road.kind, road.name) for road in map.roads for side in road.segments()]


def line_steps(map: GameMap) -> list[Step]:
    return [(side, line.kind, (line.name, line.width)) for line in map.lines for side in line.sides]


both = pytest.mark.parametrize("steps", [road_steps, line_steps])
Steps = Callable[[GameMap], list[Step]]


def values(map: GameMap) -> tuple[Any, ...]:
    """The contents of a map, ignoring order, pieces and provenance."""
    ground = tuple((map.terrain.at(h), map.countries.at(h)) for h in HEXES)
    return (ground, set(road_steps(map)), set(line_steps(map)), {*map.sources}, Counter(map.labels),
            {(p.hex, p.name, p.features, p.lettering) for p in map.places},
            {(a.id, a.name, a.rule, frozenset(a.hexes)) for a in map.areas})


@quick
@given(cases())
def test_hexes_and_sources_changed_by_hand_stay_and_the_rest_follows(
    case: tuple[GameMap, GameMap, GameMap]
) -> None:
    ours, old, new = case
    result = merge(*case).map
    for hex in HEXES:
        for part in ("terrain", "countries"):
            mine, was, theirs, now = (getattr(map, part).at(hex) for map in (ours, old, new, result))
            assert now == (theirs if mine == was else mine)
    mine, was, theirs, now = ({s.id: s for s in map.sources} for map in (ours, old, new, result))
    for id in {*mine, *was, *theirs}:
        assert now.get(id) == (theirs.get(id) if mine.get(id) == was.get(id) else mine.get(id))


@both
@quick
@given(cases())
def test_lines_drawn_or_erased_by_hand_stay_so(
    steps: Steps, case: tuple[GameMap, GameMap, GameMap]
) -> None:
    mine, was, theirs = (set(steps(map)) for map in case)
    now = set(steps(merge(*case).map))
    assert mine - was <= now
    assert not (was - mine) & now
    assert now <= mine | theirs


@both
@quick
@given(cases())
def test_untouched_lines_follow_the_data(steps: Steps, case: tuple[GameMap, GameMap, GameMap]) -> None:
    """Roads connected by hexes or by name are one net, and so are sides of rivers; a net without changes by
    hand follows the data."""
    _, old, new = case
    mine, was, theirs = (set(steps(map)) for map in case)
    touched = {hex for side, _, _ in mine ^ was for hex in side}
    names = {called for _, _, called in mine ^ was if called not in ("", ("", 1), ("", 2))}
    net: list[tuple[set[Hex], Any]]
    if steps is road_steps:
        net = [({*road.path}, road.name) for map in (old, new) for road in map.roads]
    else:
        net = [({*side}, (line.name, line.width) if line.name else "")
               for map in (old, new) for line in map.lines for side in line.sides]
    spread = True
    while spread:
        near = [(hexes, name) for hexes, name in net if not touched.isdisjoint(hexes) or name in names]
        spread = any(not touched.issuperset(hexes) or (name and name not in names) for hexes, name in near)
        touched.update(h for hexes, _ in near for h in hexes)
        names.update(name for _, name in near if name)
    now = set(steps(merge(*case).map))
    assert {s for s in now if touched.isdisjoint(s[0])} == {s for s in theirs if touched.isdisjoint(s[0])}


@both
@quick
@given(cases())
def test_nothing_is_doubled(steps: Steps, case: tuple[GameMap, GameMap, GameMap]) -> None:
    ours, _, new = case
    result = merge(*case).map

    def no_more(count: Callable[[GameMap], Counter[Any]]) -> bool:
        mine, theirs, now = (count(map) for map in (ours, new, result))
        return all(n <= max(mine[what], theirs[what]) for what, n in now.items())

    assert no_more(lambda map: Counter(steps(map)))
    assert no_more(lambda map: Counter(step[:2] for step in set(steps(map))))
    assert no_more(lambda map: Counter(p.name for p in map.places if p.name))
    for road in result.roads:
        assert len(road.path) > 1
        assert all(GRID.adjacent(a, b) for a, b in zip(road.path, road.path[1:], strict=False))
    assert len({p.hex for p in result.places}) == len(result.places)
    assert len({a.id for a in result.areas}) == len(result.areas)


def by_name(places: Iterable[Place]) -> dict[str, Place]:
    """The places with a unique name."""
    found = Counter(p.name for p in places)
    return {p.name: p for p in places if p.name and found[p.name] == 1}


@quick
@given(cases())
def test_places_changed_by_hand_stay(case: tuple[GameMap, GameMap, GameMap]) -> None:
    mine, was, theirs, now = (by_name(map.places) for map in (*case, merge(*case).map))
    ours, old = case[:2]
    for name, place in mine.items():
        if name not in {p.name for p in old.places} and place.hex not in old.place_at:
            assert place in case[0].places
            assert now[name] == place, "it was added by hand"
        if name in was and name in now and len({p.name for p in ours.places}) == len(ours.places):
            for part in ("hex", "features", "lettering"):
                if getattr(place, part) != getattr(was[name], part):
                    assert getattr(now[name], part) == getattr(place, part)
                elif part != "hex" and name in theirs:
                    assert getattr(now[name], part) == getattr(theirs[name], part)
    left = {p.name for p in ours.places}
    gone = {n for n, p in was.items() if n not in left and p.hex not in ours.place_at and n in theirs}
    assert not gone & set(now), "it was erased by hand"


@quick
@given(cases())
def test_areas_and_labels_changed_by_hand_stay(case: tuple[GameMap, GameMap, GameMap]) -> None:
    ours, old, _ = case
    result = merge(*case).map
    mine, was, theirs, now = ({a.id: a for a in map.areas} for map in (*case, result))
    for id, area in mine.items():
        before = frozenset(was[id].hexes if id in was else ())
        if (area.name, frozenset(area.hexes)) == (was[id].name if id in was else "", before):
            assert now.get(id) == theirs.get(id)
        else:
            inside = set(hexes_in(now.get(id)))
            assert set(area.hexes) - before <= inside
            assert not (before - set(area.hexes)) & inside
            assert now.get(id) is None or id not in was or area.name in (was[id].name, now[id].name)
    assert not (set(was) - set(mine)) & set(now)
    added = Counter(ours.labels) - Counter(old.labels)
    assert all(label in result.labels for label in added if label.text == "My Moor")


def hexes_in(area: Area | None) -> tuple[Hex, ...]:
    return () if area is None else area.hexes


@quick
@given(cases())
def test_an_untouched_map_becomes_the_computed_one(case: tuple[GameMap, GameMap, GameMap]) -> None:
    _, old, new = case
    done = merge(old, old, new)
    assert [getattr(done.map, part) for part in PARTS] == [getattr(new, part) for part in PARTS]
    assert values(done.map) == values(new)
    assert done.kept == done.reset == ()


@quick
@given(cases())
def test_resetting_everything_gives_the_computed_map(case: tuple[GameMap, GameMap, GameMap]) -> None:
    ours, _, new = case
    done = merge(*case, reset=None)
    assert [getattr(done.map, part) for part in PARTS] == [getattr(new, part) for part in PARTS]
    assert values(done.map) == values(new)
    assert done.kept == ()
    assert bool(done.changed or done.reset) == (values(ours) != values(new))


@quick
@given(cases(), st.frozensets(st.sampled_from(HEXES), max_size=12))
def test_reset_hexes_follow_the_data(
    case: tuple[GameMap, GameMap, GameMap], back: frozenset[Hex]
) -> None:
    def there(map: GameMap) -> tuple[Any, ...]:
        steps = {s for s in (*road_steps(map), *line_steps(map)) if not back.isdisjoint(s[0])}
        return (
            {h: (map.terrain.at(h), map.countries.at(h)) for h in back}, steps,
            {(p.hex, p.name, p.features, p.lettering) for p in map.places if p.hex in back},
            {(a.id, h) for a in map.areas for h in a.hexes if h in back},
            Counter(x for x in map.labels if x.hex in back))

    assert there(merge(*case, reset=back).map) == there(case[2])


@quick
@given(cases())
def test_the_next_import_changes_nothing_and_keeps_the_same(case: tuple[GameMap, GameMap, GameMap]) -> None:
    ours, _, new = case
    done = merge(*case)
    again = merge(done.map, new, new)
    assert values(again.map) == values(done.map)
    assert again.changed == again.reset == ()
    assert bool(again.kept) == bool(done.kept) == (values(done.map) != values(new))
    assert bool(overrides(done.map, new)) == bool(done.kept)
    assert bool(done.changed) == (values(done.map) != values(ours))
    assert done.reset == ()
