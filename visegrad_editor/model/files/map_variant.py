"""Maps that extend another one: their differences from it as plain data, and back.

`change` lists the hexes that become another terrain, country or level. Places, areas, labels, buildings,
waters and sources are found by what they are; hexsides and roads are taken off with `remove: true`, and
added. The grid stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from ...hexgrid import Hex, HexGrid, Hexside
from ..gamemap import Area, Building, DataSource, GameMap, HexsideLine, Label, Place, Road, Waters
from ..layer import Layer
from ..lettering import PLAIN
from ..provenance import Provenance
from ..unmatched import Step, put_back, step_of
from ..wording import listed, quoted
from .codec import (
    Record,
    list_provenances,
    read_hexes,
    read_text,
    record_of,
    write_provenance,
)
from .file_problems import FileProblems
from .formats import present_format
from .map_hexes import HexReader
from .plain_data import DataPath, shorten
from .variants import REMOVE, ListReader, list_changes, of_base_again

Line = TypeVar("Line", HexsideLine, Road)
Data = Mapping[str, Any]
_LAYERS = ("terrain", "countries", "levels")
_OF_THE_BASE = ("grid", "terrain", "countries", "levels")
"""Keys that only a whole map has."""
_RULEBOOK = Provenance("rulebook")
_MAP: Record[GameMap] = record_of(GameMap)
_LINE, _ROAD, _SOURCE = record_of(HexsideLine), record_of(Road), record_of(DataSource)
_PLACE, _AREA, _LABEL = record_of(Place), record_of(Area), record_of(Label)
_BUILDING, _WATERS = record_of(Building), record_of(Waters)


def hex_keys(record: Record[Any]) -> tuple[str, ...]:
    """The keys of a building or of waters that name hexes."""
    return tuple(key for key, one in record.fields.items() if one.field.apart)


def hexes_of_keys(record: Record[Any], entry: Any, grid: HexGrid, always: bool = False) -> dict[str, str]:
    """The values of those keys, without those that name none unless they are written `always`."""
    values = {key: " ".join(map(grid.number, getattr(entry, key))) for key in hex_keys(record)}
    return {key: text for key, text in values.items() if text or always or key == "hexes"}


# -- reading ------------------------------------------------------------------------------------


def variant_from_data(
    data: Data, problems: FileProblems, base: GameMap, parts: Mapping[str, Callable[[Any, HexReader], Any]]
) -> GameMap | None:
    """The map of schema-checked data with an `extends`; None if a part of it is invalid.

    `parts` read the values of keys that are replaced as a whole.
    """
    for key in _OF_THE_BASE:
        if key in data:
            instead = ("For another grid write a whole map, without `extends`." if key == "grid" else
                       "Write the hexes that differ under `change`.")
            problems.error("of-the-base", (
                f"A map that extends another has the `{key}` of that map, and none of its own. {instead}"),
                (key,))
    hexes = HexReader(base.grid, problems, collects=problems.keeps_unmatched)
    changed = _MAP.changed_values(data, base)
    changes = data.get("change", {})
    for name in _LAYERS:
        if name in changes:
            changed[name] = _changed_layer(
                name, changes[name], getattr(base, name), base.grid, hexes, problems)
    if "hexsides" in data:
        changed["lines"] = _merged_lines(data["hexsides"], base.lines, base.grid, hexes, problems)
    if "roads" in data:
        changed["roads"] = _merged_roads(data["roads"], base.roads, hexes, problems)
    changed |= _merged_lists(data, base, hexes, problems)
    for key, read in parts.items():
        if key in data:
            part = read(data[key], hexes)
            unknown = hexes.unknown()
            if unknown and key == "background":
                # The picture is shown all the same.
                for i, pin in enumerate(data[key]["pins"]):
                    if there := [u for u in unknown if u[2] == read_text(pin["hex"])]:
                        _lose(problems, there[:1], (key, "pins"), "entry", pin, (key, "pins", i, "hex"))
            elif unknown:
                _lose(problems, unknown, (), "key", {key: data[key]}, (key,),
                      f"`{key}` is that of the base instead.")
                continue
            changed[key] = part
    variant = replace(
        base, **changed, extends=read_text(data["extends"]), unmatched=tuple(problems.unmatched))
    return None if problems.broken else variant


def _lose(
    problems: FileProblems, unknown: Sequence[tuple[str, str, str]], way: Sequence[Step],
    what: Literal["entry", "words", "key"], data: Mapping[str, Any] | str, path: DataPath, more: str = "",
) -> None:
    """Keep a part of the file that names hexes or hexsides which the base map does not have."""
    code, message, word = unknown[0]
    rest = list(dict.fromkeys(w for _, _, w in unknown[1:] if w != word))
    if rest:
        message += f" So it is with {listed([shorten(w, 20) for w in rest])}."
    problems.no_match(code, f"{message} {more}".rstrip(), way, what, data, path, word, word=word)


def _words(unknown: Sequence[tuple[str, str, str]]) -> str:
    return " ".join(word for _, _, word in unknown)


def _changed_layer(
    name: str, given: Data, layer: Layer, grid: HexGrid, hexes: HexReader, problems: FileProblems
) -> Layer:
    changes: dict[Hex, str] = {}
    for value, words in given.items():
        path: DataPath = ("change", name, value)
        named = hexes.several(read_hexes(words), path, f"{name} {shorten(value)}")
        if unknown := hexes.unknown():
            _lose(problems, unknown, ("change", name, value), "words", _words(unknown), path)
        for hex in named:
            if changes.get(hex, value) != value:
                problems.error("twice", (
                    f"`change` gives hex {grid.number(hex)} two values of `{name}`: {quoted(changes[hex])} "
                    f"and {quoted(value)}."), path, grid.number(hex), grid.number(hex))
            changes[hex] = value
    new = {value for value in changes.values() if value not in layer.letters}
    if len(new) > layer.free_letters:
        problems.error("too-big", (
            f"`change` adds {len(new)} values to `{name}`; the map has letters for {layer.free_letters}."),
            ("change", name))
        return layer
    return layer.with_values(changes)


def _merged_lists(data: Data, base: GameMap, hexes: HexReader, problems: FileProblems) -> dict[str, Any]:
    """The lists whose entries are found by what they are."""
    grid = base.grid

    def hex_of(entry: Any) -> Hashable:
        if isinstance(entry, Mapping):
            word = read_text(entry["hex"])
            return grid.parse(word) or word
        return entry.hex  # type: ignore[no-any-return]

    def label_of(entry: Any) -> Hashable:
        return (read_text(entry["text"]) if isinstance(entry, Mapping) else entry.text, hex_of(entry))

    def one_hex(section: str, what: str) -> Callable[[Data, int], dict[str, Any] | None]:
        def read(entry: Data, i: int) -> dict[str, Any] | None:
            called = read_text(entry.get("name", entry.get("text")) or "")
            hex = hexes.one(read_text(entry["hex"]), (section, i, "hex"), f"{what} {called}")
            if unknown := hexes.unknown():
                _lose(problems, unknown, (section,), "entry", entry, (section, i, "hex"))
            return None if hex is None else {"hex": hex}
        return read

    def several(
        section: str, what: str, keys: Sequence[str] = ("hexes",)
    ) -> Callable[[Data, int], dict[str, Any] | None]:
        def read(entry: Data, i: int) -> dict[str, Any]:
            found: dict[str, Any] = {}
            called = f"{what} {read_text(entry['id'])}"
            for key in keys:
                if key not in entry:
                    continue
                found[key] = hexes.several(read_hexes(entry[key] or ()), (section, i, key), called)
                if unknown := hexes.unknown():
                    _lose(problems, unknown, (section, step_of(entry, ("id",)), key), "words",
                          _words(unknown), (section, i, key))
            return found
        return read

    ways: tuple[tuple[str, Record[Any], tuple[str, ...], Any, Any], ...] = (
        ("places", _PLACE, ("hex",), hex_of, one_hex("places", "place")),
        ("areas", _AREA, ("id",), None, several("areas", "area")),
        ("labels", _LABEL, ("text", "hex"), label_of, one_hex("labels", "label")),
        ("buildings", _BUILDING, ("id",), None, several("buildings", "building", hex_keys(_BUILDING))),
        ("waters", _WATERS, ("id",), None, several("waters", "waters", hex_keys(_WATERS))),
        ("sources", _SOURCE, ("id",), None, several("sources", "source")))
    whole = list_provenances(data)
    merged: dict[str, Any] = {}
    for section, record, keys, same, apart in ways:
        if section in data:
            usual = _RULEBOOK if section in ("places", "areas") else None
            merged[section] = ListReader(section, record, keys, problems, same, words="map").merged(
                data[section], getattr(base, section), whole.get(section), apart, usual)
    return merged


def _merged_lines(
    given: Sequence[Data], base: Sequence[HexsideLine], grid: HexGrid, hexes: HexReader,
    problems: FileProblems,
) -> tuple[HexsideLine, ...]:
    """The lines of the base without those taken off, with those added.

    Sides join the line of the base of the same kind, name and width; else they are a line of their own.
    """
    lines = list(base)
    own: list[HexsideLine] = []
    for i, entry in enumerate(given):
        path: DataPath = ("hexsides", i)
        sides: tuple[Hexside, ...] = ()
        if entry.get("sides") is not None:
            words = entry["sides"] if isinstance(entry["sides"], list) else read_text(entry["sides"]).split()
            sides = hexes.sides(words, (*path, "sides"), _called(entry))
            if unknown := hexes.unknown():
                _lose(problems, unknown, ("hexsides",), "entry", {**entry, "sides": _words(unknown)},
                      (*path, "sides"))
                if not sides:
                    continue
        same = [n for n, line in enumerate(lines) if _identity(line) == _identity_of(entry)]
        if entry.get(REMOVE) and not same:
            _nothing_there(entry, "hexsides", i, problems, base)
        elif entry.get(REMOVE) and "sides" not in entry:
            lines = [line for n, line in enumerate(lines) if n not in same]
        elif entry.get(REMOVE):
            there = {side for n in same for side in lines[n].sides}
            if lost := [side for side in sides if side not in there]:
                word = grid.side_text(lost[0])
                problems.no_match("unknown-entry", (
                    f"The base has no {_called(entry)} on {word} to remove."), ("hexsides",), "entry",
                    {**entry, "sides": _side_words(lost, grid)}, (*path, "sides"), word, word=word)
            less = {n: tuple(s for s in lines[n].sides if s not in set(sides)) for n in same}
            lines = [replace(line, sides=less[n]) if n in less else line for n, line in enumerate(lines)
                     if n not in less or less[n] or not line.sides]
        elif ListReader("hexsides", _LINE, ("kind",), problems, words="map").is_whole(entry, i):
            line = _LINE.read({k: v for k, v in entry.items() if v is not None}, sides=sides)
            joins = [n for n in same if lines[n].width == line.width or "width" not in entry]
            if joins:
                lines[joins[-1]] = replace(lines[joins[-1]], sides=(*lines[joins[-1]].sides, *sides))
            else:
                own.append(line)
    return (*lines, *own)


def _merged_roads(
    given: Sequence[Data], base: Sequence[Road], hexes: HexReader, problems: FileProblems
) -> tuple[Road, ...]:
    """The roads of the base without those taken off, and those added."""
    roads = list(base)
    own: list[Road] = []
    for i, entry in enumerate(given):
        path: tuple[Hex, ...] = ()
        if entry.get("path") is not None:
            written = entry["path"]
            words = read_hexes(written) if isinstance(written, list) else read_text(
                written).replace("-", " ").split()
            path = hexes.run(words, ("roads", i, "path"), _called(entry))
            if unknown := hexes.unknown():
                _lose(problems, unknown, ("roads",), "entry", entry, ("roads", i, "path"))
                continue
        if entry.get(REMOVE):
            same = [n for n, road in enumerate(roads) if _identity(road) == _identity_of(entry)]
            if same and "path" in entry:
                exact = [n for n in same if roads[n].path == path]
                same = (exact or [n for n in same if roads[n].path == path[::-1]])[:1]
            if not same:
                _nothing_there(entry, "roads", i, problems, roads)
            roads = [road for n, road in enumerate(roads) if n not in set(same)]
        elif ListReader("roads", _ROAD, ("kind",), problems, words="map").is_whole(entry, i):
            own.append(_ROAD.read({k: v for k, v in entry.items() if v is not None}, path=path))
    return (*roads, *own)


def _identity(line: HexsideLine | Road) -> tuple[str, str]:
    return line.kind, line.name


def _identity_of(entry: Data) -> tuple[str, str]:
    return read_text(entry["kind"]), read_text(entry.get("name") or "")


def _called(entry: Data) -> str:
    return shorten(" ".join(filter(None, _identity_of(entry))))


def _nothing_there(
    entry: Data, section: str, i: int, problems: FileProblems, base: Sequence[HexsideLine | Road]
) -> None:
    known = sorted({" ".join(filter(None, _identity(line))) for line in base})
    exact = " with this path" if "path" in entry else ""
    problems.no_match("unknown-entry", (
        f"`{section}` of the base has no {quoted(_called(entry))}{exact} to remove."
        f"{problems.suggest(section, _called(entry), known)}"), (section,), "entry", entry, (section, i),
        _called(entry))


# -- writing ------------------------------------------------------------------------------------


def variant_to_data(
    game_map: GameMap, base: GameMap, whole: Mapping[str, Provenance | None] | None,
    parts: Mapping[str, Callable[[Any], Any]],
) -> dict[str, Any]:
    """The differences of a map from the one it extends, which has the same grid, in canonical order.

    `whole` says which lists state a provenance for all their entries; `parts` write the values of keys that
    are replaced as a whole.
    """
    grid = game_map.grid
    found: dict[str, Any] = {}
    layers = {name: _layer_changes(getattr(game_map, name), getattr(base, name), grid) for name in _LAYERS}
    if any(layers.values()):
        found["change"] = {name: values for name, values in layers.items() if values}
    found["hexsides"] = _line_changes(game_map.lines, base.lines, grid)
    found["roads"] = _road_changes(game_map.roads, base.roads, grid)
    found |= _list_changes(game_map, base, whole or {})
    unmatched = [one for one in game_map.unmatched
                 if one.way[:1] != ("background",) or game_map.background is not None]
    for key, write in parts.items():
        if getattr(game_map, key) != getattr(base, key) or any(one.way[:1] == (key,) for one in unmatched):
            found[key] = write(getattr(game_map, key))
    out: dict[str, Any] = {
        "format": present_format("map"), "kind": "map", "name": game_map.name, "extends": game_map.extends}
    for key in _MAP.fields:
        if key == "terrain" and "change" in found:
            out["change"] = found["change"]
        if key in found:
            if found[key] or key in parts:
                origin = (whole or {}).get(key)
                out |= {} if origin is None else {f"{key}_provenance": write_provenance(origin)}
                out[key] = found[key]
        elif key != "name":
            out |= _MAP.change_of_key(base, game_map, key)
    return put_back(out, unmatched)


def _layer_changes(layer: Layer, base: Layer, grid: HexGrid) -> dict[str, str]:
    """For each value the numbers of the hexes that have become it."""
    changes: dict[str, list[str]] = {}
    for hex in layer.differing(base):
        changes.setdefault(layer.at(hex), []).append(grid.number(hex))
    return {value: " ".join(numbers) for value, numbers in changes.items()}


def _list_changes(
    game_map: GameMap, base: GameMap, whole: Mapping[str, Provenance | None]
) -> dict[str, list[dict[str, Any]]]:
    grid = game_map.grid

    known = {source.id for source in base.sources}

    def hexes(entry: Area | DataSource) -> dict[str, Any]:
        # Without the key, those of the base would be meant.
        stated = entry.hexes or isinstance(entry, Area) or entry.id in known
        return {"hexes": " ".join(map(grid.number, entry.hexes))} if stated else {}

    there = base.place_at
    places = list_changes(
        _PLACE, ("hex",), [p if p == there.get(p.hex) else _bare(p) for p in game_map.places], base.places,
        whole.get("places"), _RULEBOOK, lambda p: p.hex, lambda p: {"hex": grid.number(p.hex)},
        lambda p: {"hex": grid.number(p.hex)})
    areas = list_changes(
        _AREA, ("id",), game_map.areas, base.areas, whole.get("areas"), _RULEBOOK, apart=hexes)
    labels = list_changes(
        _LABEL, ("text", "hex"), game_map.labels, base.labels, same=lambda x: (x.text, x.hex),
        named=lambda x: {"text": x.text, "hex": grid.number(x.hex)},
        apart=lambda x: {"hex": grid.number(x.hex)})
    sources = list_changes(_SOURCE, ("id",), game_map.sources, base.sources, apart=hexes)
    found = {"places": places, "areas": areas, "labels": labels, "sources": sources}
    for section, record in (("buildings", _BUILDING), ("waters", _WATERS)):
        found[section] = _changes_of_sets(record, getattr(game_map, section), getattr(base, section), grid)
    return found


def _changes_of_sets(
    record: Record[Any], after: Sequence[Any], before: Sequence[Any], grid: HexGrid
) -> list[dict[str, Any]]:
    """The changes of buildings or waters. Without its keys, the hexes of the base would be meant."""
    known = {entry.id for entry in before}
    return list_changes(record, ("id",), after, before,
                        apart=lambda entry: hexes_of_keys(record, entry, grid, entry.id in known))


def _bare(place: Place) -> Place:
    """A place as files hold it: the lettering of one without a name does not matter."""
    return place if place.name else replace(place, lettering=PLAIN)


def _groups(*lists: Sequence[Line]) -> Iterable[tuple[list[Line], ...]]:
    """The lines of each list that have the same kind and name, in the order in which those come."""
    found: dict[tuple[str, str], tuple[list[Line], ...]] = {}
    for n, lines in enumerate(lists):
        for line in lines:
            found.setdefault(_identity(line), tuple([] for _ in lists))[n].append(line)
    return found.values()


def _head(line: HexsideLine | Road) -> dict[str, Any]:
    return {"kind": line.kind, **({"name": line.name} if line.name else {})}


def _line_changes(
    after: Sequence[HexsideLine], before: Sequence[HexsideLine], grid: HexGrid
) -> list[dict[str, Any]]:
    changes: list[dict[str, Any]] = []
    for old, new in _groups(before, after):
        if old == new:
            continue
        if not new:
            changes.append({**_head(old[0]), REMOVE: True})
        elif old and (small := _sides_changed(old, new)) is not None:
            gone, come = small
            if gone:
                changes.append({**_head(new[0]), "sides": _side_words(gone, grid), REMOVE: True})
            changes += [_LINE.write(x, {"sides": _side_words(x.sides, grid)}) for x in come]
        else:
            changes += [{**_head(old[0]), REMOVE: True}] if old else []
            changes += [_LINE.write(x, {"sides": _side_words(x.sides, grid)}) for x in new]
    return changes


def _sides_changed(
    old: list[HexsideLine], new: list[HexsideLine]
) -> tuple[list[Hexside], list[HexsideLine]] | None:
    """The sides to take off and the lines to add that turn lines of one kind and name into others; None if
    they must be written anew."""
    now = {side for line in new for side in line.sides}
    gone = list(dict.fromkeys(s for line in old for s in line.sides if s not in now))
    left = [replace(x, sides=tuple(s for s in x.sides if s in now)) for x in old]
    left = [x for x, was in zip(left, old, strict=True) if x.sides or not was.sides]
    if len(left) != len(new) or len({x.width for x in left}) < len(left):
        return None
    come: list[HexsideLine] = []
    for was, line in zip(left, new, strict=True):
        n = len(was.sides)
        if was.width != line.width or line.sides[:n] != was.sides or (line.width == 1 and len(left) > 1):
            return None
        if line.sides[n:]:
            come.append(replace(line, sides=line.sides[n:]))
    return gone, come


def _side_words(sides: Iterable[Hexside], grid: HexGrid) -> str:
    return " ".join(map(grid.side_text, sides))


def _road_changes(after: Sequence[Road], before: Sequence[Road], grid: HexGrid) -> list[dict[str, Any]]:
    def path(road: Road) -> dict[str, Any]:
        return {"path": "-".join(map(grid.number, road.path))}

    changes: list[dict[str, Any]] = []
    for old, new in _groups(before, after):
        if old == new:
            continue
        if not new:
            changes.append({**_head(old[0]), REMOVE: True})
            continue
        kept = [road for road in new if road in old]
        if kept == [road for road in old if road in new] and new[:len(kept)] == kept:
            changes += [{**_head(road), **path(road), REMOVE: True} for road in old if road not in new]
            changes += [_ROAD.write(road, path(road)) for road in new[len(kept):]]
        else:
            changes += [{**_head(old[0]), REMOVE: True}] if old else []
            changes += [_ROAD.write(road, path(road)) for road in new]
    return changes


# -- the order of a file --------------------------------------------------------------------------


def in_file_order(game_map: GameMap, base: GameMap) -> GameMap:
    """A variant as its file can hold it: entries of the base first, in their order; letters of the base."""
    def ordered(
        now: Sequence[Any], before: Sequence[Any], same: Callable[[Any], Hashable]
    ) -> tuple[Any, ...]:
        place = {same(e): n for n, e in reversed(list(enumerate(before)))}
        new = {k: len(before) + n for n, k in enumerate(dict.fromkeys(map(same, now)))}
        return tuple(sorted(of_base_again(now, before, same), key=lambda e: place.get(same(e), new[same(e)])))

    if game_map.grid != base.grid:
        return game_map
    layers: dict[str, Any] = {}
    for name in _LAYERS:
        layer, old = getattr(game_map, name), getattr(base, name)
        layers[name] = old.with_values({hex: layer.at(hex) for hex in layer.differing(old)})
    return replace(
        game_map, **layers, lines=ordered(game_map.lines, base.lines, _identity),
        roads=ordered(game_map.roads, base.roads, _identity),
        places=ordered([_bare(p) for p in game_map.places], base.places, lambda p: p.hex),
        areas=ordered(game_map.areas, base.areas, lambda a: a.id),
        labels=ordered(game_map.labels, base.labels, lambda x: (x.text, x.hex)),
        buildings=ordered(game_map.buildings, base.buildings, lambda b: b.id),
        waters=ordered(game_map.waters, base.waters, lambda w: w.id),
        sources=ordered(game_map.sources, base.sources, lambda s: s.id))
