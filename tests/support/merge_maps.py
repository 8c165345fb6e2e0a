"""Random maps computed from data, after changes of the data, and after changes by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Hexside, Numbering
from visegrad_editor.model.edit.areas import add_area, remove_area, rename_area, set_area_hexes
from visegrad_editor.model.edit.hexsides import add_sides, change_line, erase_sides, set_width
from visegrad_editor.model.edit.labels import add_label, change_label, set_label
from visegrad_editor.model.edit.places import remove_place, set_features, set_lettering, set_name
from visegrad_editor.model.edit.roads import draw_road, erase_road, rename_road
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.gamemap import Area, DataSource, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer

GRID = HexGrid("flat", 8, 7, "odd", Numbering("column-first", Axis(1, "down"), Axis(1, "right")))
HEXES = tuple(GRID)
KINDS, NAMES, TOWNS = ("highway", "track"), ("", "", "A1", "A2"), ("Aton", "Betown", "Cestadt")
TERRAIN = Layer((("c", "clear"), ("m", "marsh"), ("f", "forest")), ())
COUNTRIES = Layer((("N", "norland"), (" ", "")), ())

hexes = st.sampled_from(HEXES)


def sheet() -> GameMap:
    """An empty map."""
    rows = ("c" * GRID.columns,) * GRID.rows
    return GameMap("m", "M", "blank", GRID, replace(TERRAIN, rows=rows),
                   replace(COUNTRIES, rows=(" " * GRID.columns,) * GRID.rows))


@st.composite
def paths(draw: st.DrawFn, start: Hex | None = None, most: int = 7) -> tuple[Hex, ...]:
    """A path from hex to hex that crosses no hexside twice."""
    path = [draw(hexes) if start is None else start]
    crossed: set[Hexside] = set()
    for d in draw(st.lists(st.integers(0, 5), min_size=1, max_size=most)):
        there = GRID.step(path[-1], d)
        if there in GRID and GRID.side(path[-1], d) not in crossed:
            crossed.add(GRID.side(path[-1], d))
            path.append(there)
    return tuple(path)


@st.composite
def roads(draw: st.DrawFn) -> tuple[Road, ...]:
    """Any roads, some the same way as others."""
    found = [Road(draw(st.sampled_from(KINDS)), draw(paths()), draw(st.sampled_from(NAMES)))
             for _ in range(draw(st.integers(0, 4)))]
    return tuple(r for r in found if len(r.path) > 1)


@st.composite
def lines(draw: st.DrawFn) -> tuple[HexsideLine, ...]:
    """Any lines of hexsides."""
    found = []
    for _ in range(draw(st.integers(0, 3))):
        sides = dict.fromkeys(
            GRID.side(draw(hexes), draw(st.integers(0, 5))) for _ in range(draw(st.integers(1, 6))))
        name, width = draw(st.sampled_from(NAMES)), draw(st.integers(1, 2))
        found.append(HexsideLine("river", tuple(sides), name, width))
    return tuple(found)


places = st.dictionaries(hexes, st.tuples(
    st.sampled_from(("", *TOWNS)), st.sampled_from(((), ("city",), ("city", "port")))), max_size=5).map(
        lambda found: tuple(Place(h, *value) for h, value in found.items() if any(value)))
labels = st.lists(st.tuples(hexes, st.sampled_from(("The Moor", "Big Sea"))), max_size=3).map(
    lambda found: tuple(Label(text, hex) for hex, text in found))
areas = st.dictionaries(st.sampled_from(("west", "east")), st.lists(hexes, min_size=1, unique=True)).map(
    lambda found: tuple(Area(id, id.title(), tuple(inside)) for id, inside in found.items()))
sources = st.dictionaries(st.sampled_from(("states", "towns")), st.sampled_from(("CC0", "ODbL"))).map(
    lambda found: tuple(DataSource(id, id.title(), licence) for id, licence in found.items()))


@st.composite
def data_maps(draw: st.DrawFn) -> GameMap:
    """A map computed from data."""
    return replace(_painted(draw, sheet()), roads=draw(roads()), lines=draw(lines()), places=draw(places),
                   areas=draw(areas), labels=draw(labels), sources=draw(sources))


@st.composite
def after_the_data(draw: st.DrawFn, map: GameMap) -> GameMap:
    """The map computed from later data: some of everything is new, removed, moved or renamed."""
    map = _painted(draw, map)
    moved: list[Road] = [r for road in map.roads for r in _road_later(draw, road)]
    come = draw(roads()) if draw(st.booleans()) else ()
    every: dict[str, Any] = {"roads": draw(st.permutations((*come, *moved)))}
    if draw(st.booleans()):
        every["lines"] = [line for line in map.lines if draw(st.booleans())] + list(draw(lines()))
    towns = {p.hex: p for p in map.places}
    for place in map.places:
        way = draw(st.integers(0, 4))
        if way:
            del towns[place.hex]
        if way in (2, 3):
            there = draw(hexes) if way == 2 else place.hex
            towns.setdefault(there, replace(place, hex=there, features=("city", "fort")))
    every["places"] = towns.values()
    for part, strategy in (("areas", areas), ("labels", labels), ("sources", sources)):
        if draw(st.booleans()):
            every[part] = draw(strategy)
    changed: dict[str, Any] = {part: tuple(entries) for part, entries in every.items()}
    return replace(map, **changed)


def _road_later(draw: st.DrawFn, road: Road) -> list[Road]:
    path, way = road.path, draw(st.integers(0, 7))
    if way == 0:
        return []
    if way == 1:
        return [replace(road, path=path[::-1])]
    if way == 2:
        return [replace(road, name=draw(st.sampled_from(NAMES)))]
    if way in (3, 4):  # its end is elsewhere
        cut = draw(st.integers(1, len(path)))
        longer = (*path[: cut - 1], *draw(paths(path[cut - 1], 4)))
        return [replace(road, path=longer)] if len(longer) > 1 else []
    if way == 5:  # a detour about a hexside
        at = draw(st.integers(0, len(path) - 2))
        between = [h for h in GRID.neighbours(path[at]) if GRID.adjacent(h, path[at + 1])]
        return [replace(road, path=(*path[: at + 1], *between[:1], *path[at + 1 :]))]
    return [road]


def _painted(draw: st.DrawFn, map: GameMap) -> GameMap:
    for hex in draw(st.lists(hexes, max_size=5)):
        map = paint_terrain(map, [hex], draw(st.sampled_from(("clear", "marsh", "forest"))))
        map = paint_country(map, [hex], draw(st.sampled_from(("norland", ""))))
    return map


@st.composite
def after_hands(draw: st.DrawFn, map: GameMap) -> GameMap:
    """The map after a designer has worked on it."""
    for _ in range(draw(st.integers(0, 5))):
        map = _by_hand(draw, map)
    return map


def _by_hand(draw: st.DrawFn, map: GameMap) -> GameMap:
    way, hex = draw(st.integers(0, 13)), draw(hexes)
    side = GRID.side(hex, draw(st.integers(0, 5)))
    if way == 0:
        return _painted(draw, map)
    if way == 1 and map.roads:
        road = draw(st.sampled_from(map.roads))
        gone = draw(st.lists(st.sampled_from(road.segments()), min_size=1))
        return erase_road(map, road.segments() if draw(st.booleans()) else gone, road.kind)
    if way == 2:
        start = draw(st.sampled_from([h for r in map.roads for h in r.path])) if map.roads else None
        return draw_road(map, draw(st.sampled_from(KINDS)), draw(paths(start, 4)),
                         draw(st.sampled_from(NAMES)))
    if way == 3 and map.roads:
        return rename_road(map, draw(st.integers(0, len(map.roads) - 1)), "Mine")
    if way == 4:
        return add_sides(map, "river", [side], draw(st.sampled_from(NAMES)))
    if way == 5 and map.lines:
        line = draw(st.sampled_from(map.lines))
        return erase_sides(map, draw(st.lists(st.sampled_from(line.sides))))
    if way == 6 and map.lines:
        line = draw(st.sampled_from(map.lines))
        return set_width(map, line.kind, line.sides[:2], 3)
    if way == 7 and map.lines:
        return change_line(map, draw(st.integers(0, len(map.lines) - 1)), name="My River")
    if way == 8 and map.places:
        place = draw(st.sampled_from(map.places))
        map = remove_place(map, place.hex)
        if place.name and draw(st.booleans()):  # it was moved
            map = set_name(map, hex, place.name)
        return map
    if way == 9:
        return set_name(map, draw(st.sampled_from(map.places)).hex if map.places else hex, "Mytown")
    if way == 10 and (named := [p for p in map.places if p.name]):
        return set_lettering(map, draw(st.sampled_from(named)).hex, at="NE", size=0.9)
    if way == 11:
        return set_features(map, hex, ("castle",))
    if way == 12:
        return _label_by_hand(draw, map, hex)
    return _area_by_hand(draw, map, hex)


def _label_by_hand(draw: st.DrawFn, map: GameMap, hex: Hex) -> GameMap:
    way = draw(st.integers(0, 3))
    if not map.labels or way == 0:
        return add_label(map, Label("My Moor", hex))
    label = draw(st.sampled_from(map.labels))
    if way == 1:
        return set_label(map, label.hex, "")
    return change_label(map, label.hex, at="S") if way == 2 else change_label(map, label.hex, to=hex)


def _area_by_hand(draw: st.DrawFn, map: GameMap, hex: Hex) -> GameMap:
    way = draw(st.integers(0, 4))
    if not map.areas or way == 0:
        return add_area(map, "Mine", [hex])
    area = draw(st.sampled_from(map.areas))
    if way == 1:
        return remove_area(map, area.id)
    if way == 2:
        return rename_area(map, area.id, "My area")
    if way == 3:
        return set_area_hexes(map, area.id, area.hexes[1:2], present=False)
    mine = DataSource("mine", "My survey", "CC0")
    return replace(set_area_hexes(map, area.id, [hex]), sources=(mine, *map.sources))
