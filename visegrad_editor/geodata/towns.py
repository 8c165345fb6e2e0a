"""Towns: their positions, their hexes, and the places made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import shapely

from ..hexgrid import Hex, Point
from ..lazy_dataclass import dataclass
from ..model.files.codec import read_text, read_words
from ..model.gamemap import Place
from .config import Config, warn_unknown_place
from .errors import SourceError
from .project import Plane

MOST_TOWNS = 60_000
"""The most towns on one map."""


@dataclass(frozen=True)
class Site:
    """A place of the map: its name, the hex it is shown in, and its position in the data (map units)."""

    name: str
    hex: Hex
    point: Point


@dataclass(frozen=True)
class Town:
    """A point of the data: its position on the map (map units), and its size."""

    name: str
    point: Point
    size: float = 0.0


def towns_of(config: Config, plane: Plane, section: Mapping[str, Any]) -> Iterator[Town]:
    """The points of the source that `section` names, those on the map or close to it."""
    if "source" not in section:
        return
    property, size = read_text(section.get("property", "name")), read_text(section.get("size", ""))
    features = config.features(read_text(section["source"]))
    geometries = np.array([f.geometry for f in features], dtype=object)
    parts, of = shapely.get_parts(geometries, return_index=True)
    points = shapely.get_type_id(parts) == 0
    if not points.any():
        return
    x, y = plane.reference.to_map(shapely.get_x(parts[points]), shapely.get_y(parts[points]))
    for i, point in zip(of[points].tolist(), zip(x.tolist(), y.tolist(), strict=True), strict=True):
        properties = features[i].properties
        yield Town(read_text(properties.get(property)), point, _number(properties.get(size)))


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


class Gazetteer:
    """Finds towns by name; of several with the same name the largest."""

    def __init__(self, towns: Iterator[Town] | list[Town]) -> None:
        self._by_name: dict[str, Town] = {}
        for town in towns:
            known = self._by_name.get(town.name)
            if known is None or town.size > known.size:
                self._by_name[town.name] = town

    @property
    def names(self) -> list[str]:
        """The names of all towns, each once."""
        return [name for name in self._by_name if name]

    def get(self, name: str) -> Town | None:
        """The town of that name."""
        return self._by_name.get(name)


def main_towns(plane: Plane, towns: Iterator[Town], least: float) -> dict[Hex, Town]:
    """The largest town of each hex, from a size on."""
    best: dict[Hex, Town] = {}
    for town, hex in _on_the_map(plane, (t for t in towns if t.size >= least)):
        if hex not in best or town.size > best[hex].size:
            best[hex] = town
    return best


def _on_the_map(plane: Plane, towns: Iterable[Town]) -> Iterator[tuple[Town, Hex]]:
    """The towns on the map, each with its hex; raises `SourceError` if there are too many."""
    left, top, right, bottom = plane.geometry.bounds()
    count = 0
    for town in towns:
        x, y = town.point
        if left <= x <= right and top <= y <= bottom:
            count += 1
            if count > MOST_TOWNS:
                raise SourceError("", "", (
                    f"More than {MOST_TOWNS:,} towns of the data lie on the map. Leave out the smallest, by "
                    "`least` or in the file."))
            hex = plane.geometry.hex_at(x, y)
            if hex is not None:
                yield town, hex


def places(config: Config, plane: Plane) -> tuple[list[Place], list[Site]]:
    """The places of the map: those listed, in their order, then all that are large enough; and the position
    of each, including those that share a hex.

    A listed place missing from the source is left out, with a warning.
    """
    section = config.data.get("places", {})
    by_hex: dict[Hex, Place] = {}
    sites: list[Site] = []
    listed = set()
    every = section.get("every", ())
    gazetteer = Gazetteer(
        list(towns_of(config, plane, {**section, **({"size": every[0]["size"]} if every else {})}))
    )
    for i, entry in enumerate(section.get("list", ())):
        name = read_text(entry.get("name", ""))
        hex = _hex_of(config, plane, gazetteer, entry, i)
        listed.add(read_text(entry.get("match", name)))
        if hex is None:
            continue
        sites.append(Site(name, hex, _point_of(plane, gazetteer, entry, hex)))
        # A place positioned in the file is the designer's, the others are looked up in the data.
        provenance = config.source_of(entry, "designer" if {"hex", "at"} & entry.keys() else "data")
        features = read_words(entry.get("features", []))
        before = by_hex.get(hex)
        if before is not None:
            # Two in one hex: the first gives the name.
            by_hex[hex] = Place(
                hex,
                before.name or name,
                tuple(dict.fromkeys((*before.features, *features))),
                before.provenance,
            )
        else:
            by_hex[hex] = Place(hex, name, features, provenance)
    for rule in every:
        towns = sorted(towns_of(config, plane, {**section, "size": rule["size"]}), key=lambda t: -t.size)
        least = float(rule["least"])
        for town, hex in _on_the_map(plane, (t for t in towns if t.size >= least)):
            if town.name not in listed:
                source = config.source_of({}, "data")
                place = Place(hex, town.name, read_words(rule.get("features", [])), source)
                if by_hex.setdefault(hex, place) is place:
                    sites.append(Site(town.name, hex, town.point))
    return list(by_hex.values()), sites


def _point_of(plane: Plane, gazetteer: Gazetteer, entry: Mapping[str, Any], hex: Hex) -> Point:
    """The position of a listed place; the middle of its hex if nothing else is known."""
    if "at" in entry:
        return plane.reference.point(*map(float, entry["at"]))
    town = gazetteer.get(read_text(entry.get("match", entry.get("name", ""))))
    return plane.geometry.centre(hex) if town is None else town.point


def _hex_of(
    config: Config, plane: Plane, gazetteer: Gazetteer, entry: Mapping[str, Any], index: int
) -> Hex | None:
    name = read_text(entry.get("name", ""))
    if "hex" in entry:
        return config.hexes.one(read_text(entry["hex"]), ("places", "list", index, "hex"), f"place {name}")
    if "at" in entry:
        return plane.reference.hex_at(*map(float, entry["at"]))
    town = gazetteer.get(read_text(entry.get("match", name)))
    if town is None:
        warn_unknown_place(config, index, entry, gazetteer.names)
        return None
    return plane.geometry.hex_at(*town.point)
