"""Reading GeoJSON (RFC 7946): features with their geometries in degrees.

Every form the standard allows is read: a FeatureCollection, a Feature, a bare geometry, Multi* and
GeometryCollections, features without a geometry, heights as third numbers, a byte order mark. Files come from
anywhere, so sizes are limited, nothing in them is believed, and an error says where it is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..model.file_bytes import Unreadable, read_bytes
from ..model.json_read import TooMuch, read_json
from ..model.wording import printable
from .errors import GeodataError
from .shapes import (
    MOST_CROSSINGS,
    MOST_NEAR,
    around_the_pole,
    beside,
    mended,
    near_legs,
    scribbled,
    tangled,
    unwrapped,
)

MOST_BYTES = 128 * 1024 * 1024
MOST_POSITIONS = 2_000_000
MOST_SHAPES = 50_000
MOST_TURNS = 10
_SHORT = 60
"""Positions of a shape that may run close to itself as it likes."""
_TOLD = 5
_EMPTY = shapely.from_wkt("GEOMETRYCOLLECTION EMPTY")
_DEEPEST = 16
"""GeometryCollections in GeometryCollections; the standard advises against even one."""
_WORLD = "The numbers are degrees: longitude from -180 to 180, then latitude from -90 to 90."
_TYPES = (
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
)
_LONLAT = ("CRS84", "EPSG::4326", "EPSG:4326", "WGS84", "WGS 84")


@dataclass(frozen=True)
class Feature:
    """A geometry in degrees east and north, never empty, and what is said of it.

    Longitudes go beyond 180 where a shape crosses the antimeridian, so that it stays in one piece. `where`
    tells which feature of the file it is.
    """

    geometry: BaseGeometry
    properties: dict[str, Any]
    where: str


def read_geojson(
    path: Path, most_bytes: int = MOST_BYTES, notes: list[str] | None = None
) -> tuple[Feature, ...]:
    """The features of a file that have a geometry; raises `GeodataError`. To `notes` goes what was left out,
    a sentence for each."""
    name = path.name
    try:
        raw = read_bytes(path, most_bytes)
    except Unreadable as error:
        more = " Cut it down to the part of the world you need." if error.code == "too-big" else ""
        raise GeodataError(name, "", f"The file cannot be read. {error.message}{more}") from None
    return parse_geojson(raw, name, notes)


def parse_geojson(raw: bytes, name: str, notes: list[str] | None = None) -> tuple[Feature, ...]:
    """The features of the bytes of a file called `name`; raises `GeodataError`."""
    # Every position has a bracket, and most of the brackets are positions: what is far too much is told
    # before it takes up memory.
    if raw.count(b"[") > 2 * MOST_POSITIONS:
        raise _too_many(name, "")
    reader = _Reader(name)
    found = tuple(reader.document(_json(raw, name)))
    if notes is not None:
        notes += reader.notes
    return found


def _too_many(name: str, where: str) -> GeodataError:
    return GeodataError(name, where, (
        f"The file has more than {MOST_POSITIONS:,} positions. Cut it down to the part of the world you "
        "need, or simplify its shapes: no hex shows more than a few positions."))


def _json(raw: bytes, name: str) -> Any:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise GeodataError(name, f"line {line}", "The file is not UTF-8 text. GeoJSON always is.") from None

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is no number of JSON")

    try:
        return read_json(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise GeodataError(
            name, f"line {error.lineno}, column {error.colno}", f"This is not JSON: {error.msg}."
        ) from None
    except RecursionError:
        raise GeodataError(name, "", "Brackets are nested too deeply for GeoJSON.") from None
    except TooMuch as error:
        raise GeodataError(name, "", (
            f"{error} Cut the file down to the part of the world you need.")) from None
    except ValueError as error:
        # Python reads whole numbers of some thousand digits at most, and says so in its own words.
        words = "a number in it has thousands of digits" if "digits" in str(error) else str(error)
        raise GeodataError(name, "", f"This is not JSON: {words}.") from None


class _Reader:
    def __init__(self, name: str) -> None:
        self._name = name
        self._positions = self._shapes = 0
        self._near = 0.0
        self._nothing: list[str] = []

    @property
    def notes(self) -> list[str]:
        """What was left out, in a sentence."""
        if not self._nothing:
            return []
        said = ", ".join(self._nothing[:_TOLD])
        more = f" and {len(self._nothing) - _TOLD:,} more" if len(self._nothing) > _TOLD else ""
        verb = "has" if len(self._nothing) == 1 else "have"
        return [f"{self._name}: {said}{more} {verb} no extent (all positions are one, or the area is none), "
                "and nothing of it is drawn."]

    def wrong(self, where: str, message: str) -> GeodataError:
        return GeodataError(self._name, where, message)

    def document(self, data: Any) -> Iterator[Feature]:
        self._degrees(data)
        kind = self._type(data, "the file", ("FeatureCollection", "Feature", *_TYPES))
        if kind == "FeatureCollection":
            features = data.get("features")
            if not isinstance(features, list):
                raise self.wrong("the file", "A FeatureCollection needs a list `features`.")
            for i, feature in enumerate(features):
                yield from self._feature(feature, f"feature {i + 1}")
        elif kind == "Feature":
            yield from self._feature(data, "the feature")
        else:
            yield from self._made(self._geometry(data, "the geometry", 0), {}, "the geometry")

    def _degrees(self, data: Any) -> None:
        """Old files may name another system of coordinates; it cannot be read as degrees."""
        if isinstance(data, dict) and isinstance(data.get("crs"), dict):
            crs = (
                str((data["crs"].get("properties") or {}).get("name", ""))
                if isinstance(data["crs"].get("properties"), dict)
                else ""
            )
            if crs and not any(crs.upper().endswith(known) for known in _LONLAT):
                raise self.wrong(
                    "crs",
                    (
                        f"The file is in the system {crs[:60]}, not in degrees. Convert it to WGS 84 "
                        "(EPSG:4326)."
                    ),
                )

    def _feature(self, data: Any, where: str) -> Iterator[Feature]:
        self._type(data, where, ("Feature",))
        properties = data.get("properties")
        if properties is not None and not isinstance(properties, dict):
            raise self.wrong(where, "`properties` must be a mapping, or null.")
        geometry = data.get("geometry")
        if geometry is not None:
            name = _name(properties or {})
            named = f"{where} “{name}”" if name else where
            yield from self._made(self._geometry(geometry, named, 0), properties or {}, named)

    def _made(self, geometry: BaseGeometry, properties: dict[str, Any], where: str) -> Iterator[Feature]:
        if not shapely.is_empty(geometry):
            yield Feature(geometry, {_clean(k): _clean(v) for k, v in properties.items()}, where)

    def _type(self, data: Any, where: str, possible: tuple[str, ...]) -> str:
        kind = data.get("type") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in possible:
            found = f"“{str(kind)[:40]}”" if kind is not None else "nothing"
            raise self.wrong(
                where,
                f"`type` is {found}; expected {' or '.join(possible[:3])}"
                f"{' or another geometry' if len(possible) > 3 else ''}.",
            )
        return kind

    # -- geometries ---------------------------------------------------------------------

    def _count(self, where: str) -> None:
        """Count a line or a ring of a polygon; raises where there are too many."""
        self._shapes += 1
        if self._shapes > MOST_SHAPES:
            raise self.wrong(where, (
                f"The file has more than {MOST_SHAPES:,} lines and rings of polygons. Leave out those that "
                "are not on the map, or join those that belong together."))

    def _geometry(self, data: Any, where: str, depth: int) -> BaseGeometry:
        kind = self._type(data, where, _TYPES)
        if kind == "GeometryCollection":
            parts = data.get("geometries")
            if not isinstance(parts, list):
                raise self.wrong(where, "A GeometryCollection needs a list `geometries`.")
            if depth >= _DEEPEST:
                raise self.wrong(where, "GeometryCollections are nested too deeply.")
            made = [self._geometry(p, f"{where}, geometry {i + 1}", depth + 1) for i, p in enumerate(parts)]
            return shapely.geometrycollections(made)
        coordinates = data.get("coordinates")
        if not isinstance(coordinates, list):
            raise self.wrong(where, f"A {kind} needs a list `coordinates`.")
        if not coordinates:
            return _EMPTY
        many = kind.startswith("Multi")
        readers = {"Point": self._point, "LineString": self._line, "Polygon": self._polygon}
        single = readers[kind.removeprefix("Multi")]
        if not many:
            return single(coordinates, where)
        words = {"MultiPoint": "point", "MultiLineString": "line", "MultiPolygon": "polygon"}
        made = [
            single(part, f"{where}, {words[kind]} {i + 1}")
            for i, part in enumerate(coordinates)
            if part != []
        ]
        join = {
            "MultiPoint": shapely.multipoints,
            "MultiLineString": shapely.multilinestrings,
            "MultiPolygon": shapely.multipolygons,
        }[kind]
        # A part that had to be mended may have fallen into several, or be none.
        made = [p for g in made for p in shapely.get_parts(g) if not shapely.is_empty(p)]
        if not made:
            return _EMPTY
        joined = join(made)
        if kind == "MultiPolygon" and len(made) > 1:
            # Its parts were looked at one by one; here it is how they lie to each other.
            rings = shapely.get_rings(np.array(made, dtype=object))
            self._count_near([shapely.get_coordinates(ring) for ring in rings], where)
        if kind == "MultiPolygon" and not shapely.is_valid(joined):
            self._bounded(joined, where)
            return mended(joined)
        return joined

    def _way(self, positions: Any, where: str) -> Any:
        """The positions in one piece; raises where they are a scribble."""
        if scribbled(positions):
            raise self._endless(where)
        found = unwrapped(positions)
        if np.ptp(found[:, 0]) > 360 * MOST_TURNS:
            raise self.wrong(where, f"The shape goes around the earth more than {MOST_TURNS} times.")
        return found

    def _count_near(self, ways: Sequence[Any], where: str) -> None:
        """Count where the ways of a shape run close to each other; raises where that is too often for it to
        be looked at."""
        if sum(map(len, ways)) <= _SHORT:
            return
        self._near += near_legs(ways)
        if self._near > MOST_NEAR:
            raise self.wrong(where, (
                "Up to here the shapes of the file run close to themselves in more places than can be looked "
                f"at, about {MOST_NEAR:,}. Simplify them in a geographic information system, or leave this "
                "one out."))

    def _bounded(self, shape: BaseGeometry, where: str) -> None:
        """Raises where a shape crosses itself so often that the work with it would not end."""
        if tangled(shape):
            raise self._endless(where)

    def _endless(self, where: str) -> GeodataError:
        return self.wrong(where, (
            f"The shape crosses itself more than {MOST_CROSSINGS:,} times, or runs along itself too often to "
            "count that, so nobody knows what is inside. Mend it in a geographic information system (“fix "
            "geometries”), or leave it out."))

    def _point(self, data: Any, where: str) -> BaseGeometry:
        self._positions += 1
        if self._positions > MOST_POSITIONS:
            raise _too_many(self._name, where)
        x, y = self._position(data, f"{where}, position 1")
        if not (abs(x) <= 540 and abs(y) <= 90.000001):
            self._positions_of([data], where)
        return shapely.points(x, y)

    def _line(self, data: Any, where: str) -> BaseGeometry:
        self._count(where)
        found = self._positions_of(data, where)
        if len(found) < 2:
            raise self.wrong(where, "A line needs two positions.")
        if (found == found[0]).all():
            self._nothing.append(where)
            return _EMPTY
        way = self._way(found, where)
        self._count_near([way], where)
        line = shapely.linestrings(way)
        if not shapely.is_simple(line):
            self._bounded(line, where)
        return line

    def _polygon(self, data: Any, where: str) -> BaseGeometry:
        if not isinstance(data, list):
            raise self.wrong(where, "A polygon is a list of rings.")
        rings = []
        for i, ring in enumerate(data):
            which = f"{where}, ring {i + 1}"
            self._count(where)
            found = self._positions_of(ring, which)
            if len(found) < 4:
                raise self.wrong(
                    which, f"A ring needs four positions, the last like the first; it has {len(found)}."
                )
            if (found[0] != found[-1]).any():
                raise self.wrong(which, "The ring is not closed: its last position must be like the first.")
            rings.append(around_the_pole(self._way(found, which)))
        if not rings:
            return shapely.from_wkt("POLYGON EMPTY")
        self._count_near(rings, where)
        middle = (rings[0][:, 0].min() + rings[0][:, 0].max()) / 2
        holes = [shapely.linearrings(beside(ring, middle)) for ring in rings[1:]]
        made = shapely.polygons(shapely.linearrings(rings[0]), holes=holes or None)
        if not shapely.is_valid(made):
            self._bounded(made, where)
            # The outline and each hole are mended by themselves: a hole beside its outline takes nothing
            # away, and does not become land.
            inside = shapely.union_all([mended(shapely.polygons(hole)) for hole in holes])
            made = shapely.difference(mended(shapely.polygons(rings[0])), inside)
        if shapely.is_empty(made):
            self._nothing.append(where)
        return made

    def _positions_of(self, data: Any, where: str) -> Any:
        """The positions of a list as an array of two columns."""
        if not isinstance(data, list):
            raise self.wrong(where, "Expected a list of positions.")
        self._positions += len(data)
        if self._positions > MOST_POSITIONS:
            raise _too_many(self._name, where)
        try:
            found = np.asarray(data)
        except ValueError:
            found = None
        if found is None or found.ndim != 2 or found.shape[1] < 2 or found.dtype.kind not in "fiu":
            found = np.array([self._position(p, f"{where}, position {i + 1}") for i, p in enumerate(data)])
            if not len(found):
                raise self.wrong(where, "Expected a list of positions; it is empty.")
        found = found[:, :2].astype(float)
        bad = ~np.isfinite(found).all(axis=1) | (abs(found[:, 0]) > 540) | (abs(found[:, 1]) > 90.000001)
        if bad.any():
            i = int(bad.argmax())
            x, y = found[i]
            raise self.wrong(
                f"{where}, position {i + 1}",
                f"There is no place {x:.6g}, {y:.6g} on the earth. {_WORLD}{_guess(x, y)}",
            )
        return found

    def _position(self, data: Any, where: str) -> tuple[float, float]:
        good = (
            isinstance(data, list)
            and len(data) >= 2
            and all(
                isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e300 for v in data[:2]
            )
        )
        if not good:
            raise self.wrong(where, "A position is a list of two or three numbers.")
        return float(data[0]), float(data[1])


def _name(properties: Mapping[str, Any]) -> str:
    """What a feature is called, "" where nothing says it."""
    for key in ("name", "NAME", "Name", "title", "ADMIN"):
        if isinstance(said := properties.get(key), str):
            return printable(said)[:40]
    return ""


def _clean(value: Any) -> Any:
    return printable(value) if isinstance(value, str) else value


def _guess(x: float, y: float) -> str:
    """What probably is wrong with a position that is none."""
    if abs(x) <= 90 and 90.01 < abs(y) <= 180:
        return " Latitude and longitude seem to be exchanged."
    if 1000 < max(abs(x), abs(y)) < math.inf:
        return " These look like metres: convert the file to WGS 84 (EPSG:4326)."
    return ""
