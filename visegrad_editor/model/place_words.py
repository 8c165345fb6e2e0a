"""Places and sets of hexes in the words a player reads: for the window, sheets and tables."""

from __future__ import annotations

from collections.abc import Sequence

from ..hexgrid import Hex
from .design import Design
from .gamemap import GameMap
from .rules.grammar import HexFilter
from .rules.phrases import Phrases, either, small
from .ruleset import FeatureKind, RoadKind, Ruleset, TerrainKind
from .where import Where
from .wording import article, listed


def country_name(country: str, ruleset: Ruleset) -> str:
    """The name of a country: that of the nationality, else the id in the map file as words."""
    nationality = ruleset.nationality_by_id.get(country)
    return nationality.name if nationality else " ".join(w.capitalize() for w in country.split("-"))


def hex_words(number: str, map: GameMap) -> str:
    """A hex number with the name of the place there: `2017 Warsaw`."""
    hex = map.grid.parse(number)
    place = map.place_at.get(hex) if hex is not None else None
    return f"{number} {place.name}" if place and place.name else number


def where_words(where: Where, design: Design, whole: bool = False) -> str:
    """A set of hexes in words, such as `any city or capital in Poland, except 1718 Kondratki`.

    A single hex is `2017 Warsaw`; the empty set is "". Of many hexes only the first are named, unless the
    `whole` set is wanted.
    """
    ruleset, map = design.ruleset, design.map
    chosen = bool(where.features or where.roads or where.terrain or where.edge)
    if where.single_hex and not (chosen or where.excluding):
        return hex_words(where.single_hex, map)
    parts = [either(_countries(where, ruleset)), *_areas(where, map)]
    if where.hexes:
        parts.append(either(_hex_list(where.hexes, map, whole)))
    parts = [p for p in parts if p]
    if chosen:
        words = f"any {_kind_of_hex(where, ruleset)}"
        if parts:
            words += f" in {either(parts)}"
        if where.edge:
            words += f" on the {either(where.edge)} edge of the map"
    elif not parts:
        return ""
    elif where.countries:
        words = f"anywhere in {either(parts)}"
    elif where.areas:
        words = either(parts)
    else:
        words = f"any of {either(parts)}"
    return words + _exceptions(where, map, whole)


def in_words(where: Where, design: Design) -> str:
    """`in` a set of hexes: `in 2017 Warsaw`, `anywhere in Poland`."""
    words = where_words(where, design)
    return words if words.startswith("anywhere") else f"in {words}"


def all_in_words(where: Where, design: Design, whole: bool = False) -> str:
    """As `in_words`, of hexes that count together: `in all cities in Poland together`, `in 0304 and 0405
    together`."""
    ruleset, map = design.ruleset, design.map
    if len(where.resolve(map)) < 2:
        return in_words(where, design)
    places = [*_countries(where, ruleset), *_areas(where, map)]
    of_hexes = not places
    places += _hex_list(where.hexes, map, whole)
    if where.features or where.roads or where.terrain or where.edge:
        words = f"all {_kinds_of_hexes(where, ruleset)}"
        if places:
            words += f" in {listed(places)}" if not of_hexes else f" among {listed(places)}"
        if where.edge:
            words += f" on the {listed(where.edge)} edge of the map"
    else:
        words = listed(places) if of_hexes else f"all hexes of {listed(places)}"
    return f"in {words} together{_exceptions(where, map, whole)}"


def hex_ranges(hexes: Sequence[str], map: GameMap) -> list[str]:
    """Hexes as ranges along columns, or along rows if those are fewer: `0101 to 0110`, `0201`."""
    known = {hex: number for number in hexes if (hex := map.grid.parse(number)) is not None}
    strange = [number for number in hexes if map.grid.parse(number) is None]
    ways = []
    for down in (True, False):
        runs: list[list[Hex]] = []
        for hex in sorted(known, key=lambda h: (h.col, h.row) if down else (h.row, h.col)):
            step = Hex(hex.col, hex.row - 1) if down else Hex(hex.col - 1, hex.row)
            if runs and runs[-1][-1] == step:
                runs[-1].append(hex)
            else:
                runs.append([hex])
        ways.append(runs)
    texts: list[str] = []
    for run in min(ways, key=len):
        numbers = [known[h] for h in run]
        texts += [f"{numbers[0]} to {numbers[-1]}"] if len(run) > 2 else numbers
    return texts + strange


def _countries(where: Where, ruleset: Ruleset) -> list[str]:
    return [country_name(c, ruleset) for c in where.countries]


def _areas(where: Where, map: GameMap) -> list[str]:
    found = [(area, map.area_by_id.get(area)) for area in where.areas]
    return [known.name if known and known.name else area.replace("-", " ") for area, known in found]


def _exceptions(where: Where, map: GameMap, whole: bool) -> str:
    """The hexes that do not belong to a set, after a comma; "" without any."""
    if not where.excluding:
        return ""
    most = len(where.excluding) if whole else 6
    few = listed([hex_words(h, map) for h in where.excluding[:most]])
    more = len(where.excluding) - most
    return f", except {few}{f' and {more} more' if more > 0 else ''}"


def _hex_list(hexes: tuple[str, ...], map: GameMap, whole: bool) -> list[str]:
    """A few hexes one by one; many as one text, such as `the 24 hexes 0101 to 0112, 0201 to 0212`."""
    if len(hexes) <= 4:
        return [hex_words(h, map) for h in hexes]
    parts = hex_ranges(hexes, map)
    most = len(parts) if whole else 10
    return [f"the {len(hexes)} hexes {', '.join(parts[:most])}{' …' if len(parts) > most else ''}"]


def _kind_of_hex(where: Where, ruleset: Ruleset) -> str:
    """The hexes that a set chooses, without the place: `city or capital`, `marsh hex on a road`."""
    features = either(_kind(ruleset.feature_by_id.get(f), f) for f in where.features)
    terrain = either(_kind(ruleset.terrain_by_id.get(t), t) for t in where.terrain)
    roads = either(_kind(ruleset.road_by_id.get(r), r) for r in where.roads)
    if features and terrain:
        words = f"{features} in {terrain}"
    elif features:
        words = features
    elif terrain:
        words = f"{terrain} hex"
    elif roads:
        return f"{roads} hex"
    else:
        return "hex"
    return f"{words} on {article(roads)}" if roads else words


def _kinds_of_hexes(where: Where, ruleset: Ruleset) -> str:
    """As `_kind_of_hex`, of all of them: `cities and capitals`, `marsh hexes on a road`."""
    features = listed([Phrases(ruleset).hexes(HexFilter(features=(f,))) for f in where.features])
    terrain = [_kind(ruleset.terrain_by_id.get(t), t) for t in where.terrain]
    roads = [_kind(ruleset.road_by_id.get(r), r) for r in where.roads]
    if features:
        words = f"{features} in {either(terrain)}" if terrain else features
    elif terrain:
        words = f"{listed(terrain)} hexes"
    else:
        return f"{listed(roads)} hexes".strip()
    return f"{words} on {article(either(roads))}" if roads else words


def _kind(kind: FeatureKind | TerrainKind | RoadKind | None, id: str) -> str:
    return small(kind.name.strip()) if kind else id
