"""Reading GeoJSON (RFC 7946): features with their geometries in degrees.

Every form the standard allows is read: a FeatureCollection, a Feature, a bare geometry, Multi* and
GeometryCollections, features without a geometry, heights as third numbers, a byte order mark. Files come from
anywhere, so sizes are limited, nothing in them is trusted, and errors name their place.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..lazy_dataclass import dataclass
from ..model.files.bytes import ReadError, read_bytes
from ..model.files.json_reader import TooManyValuesError, read_json
from ..model.wording import printable
from .errors import SourceError

MOST_BYTES = 128 * 1024 * 1024
MOST_POSITIONS = 2_000_000
MOST_SHAPES = 50_000
MOST_TURNS = 10
_SHORT = 60
"""Shapes with fewer positions than this may run as close to themselves as they like."""
_TOLD = 5
_EMPTY = shapely.from_wkt("GEOMETRYCOLLECTION EMPTY")
_DEEPEST = 16
"""The deepest nesting of GeometryCollections; the standard advises against even one."""
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
    """A geometry in degrees east and north, never empty, and its properties.

    Longitudes go beyond 180 if a shape crosses the antimeridian, so that it stays in one piece. `where`
    identifies the feature in the file.
    """

    geometry: BaseGeometry
    properties: dict[str, Any]
    where: str


def read_geojson(
    path: Path, most_bytes: int = MOST_BYTES, notes: list[str] | None = None
) -> tuple[Feature, ...]:
    """The features of a file that have a geometry; raises `SourceError`. A sentence for each omission is
    added to `notes`."""
    name = path.name
    try:
        raw = read_bytes(path, most_bytes)
    except ReadError as error:
        more = " Cut it down to the part of the world you need." if error.code == "too-big" else ""
        raise SourceError(name, "", f"The file cannot be read. {error.message}{more}") from None
    return parse_geojson(raw, name, notes)


def parse_geojson(raw: bytes, name: str, notes: list[str] | None = None) -> tuple[Feature, ...]:
    """The features of the bytes of a file called `name`; raises `SourceError`."""
    # Every position has a bracket, and most of the brackets are positions: far too large files are refused
    # before they take up memory.
    if raw.count(b"[") > 2 * MOST_POSITIONS:
        raise _too_many(name, "")
    reader = _GeoJsonReader(name)
    features = tuple(reader.document(_json(raw, name)))
    if notes is not None:
        notes += reader.notes
    return features


def _too_many(name: str, where: str) -> SourceError:
    return SourceError(name, where, (
        f"The file has more than {MOST_POSITIONS:,} positions. Cut it down to the part of the world you "
        "need, or simplify its shapes: no hex shows more than a few positions."))


def _json(raw: bytes, name: str) -> Any:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SourceError(name, f"line {line}", "The file is not UTF-8 text. GeoJSON always is.") from None

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not a number in JSON")

    try:
        return read_json(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise SourceError(
            name, f"line {error.lineno}, column {error.colno}", f"This is not JSON: {error.msg}."
        ) from None
    except RecursionError:
        raise SourceError(name, "", "Brackets are nested too deeply for GeoJSON.") from None
    except TooManyValuesError as error:
        raise SourceError(name, "", (
            f"{error} Cut the file down to the part of the world you need.")) from None
    except ValueError as error:
        # Python reads whole numbers of some thousand digits at most, and has its own error message for that.
        words = "a number in it has thousands of digits" if "digits" in str(error) else str(error)
        raise SourceError(name, "", f"This is not JSON: {words}.") from None


class _GeoJsonReader:
    """Reads the features of a file, and notes what it leaves out."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._positions = self._shapes = 0
        self._near = 0.0
        self._crossings = 0
        self._nothing: list[str] = []

    @property
    def notes(self) -> list[str]:
        """What was left out, in a sentence."""
        if not self._nothing:
            return []
        names = ", ".join(self._nothing[:_TOLD])
        more = f" and {len(self._nothing) - _TOLD:,} more" if len(self._nothing) > _TOLD else ""
        verb = "has" if len(self._nothing) == 1 else "have"
        return [f"{self._name}: {names}{more} {verb} no extent (all positions are equal, or the area is 0) "
                "and cannot be drawn."]

    def wrong(self, where: str, message: str) -> SourceError:
        return SourceError(self._name, where, message)

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
        """Check the coordinate system: old files may name one that cannot be read as degrees."""
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
            named = f'{where} "{name}"' if name else where
            yield from self._made(self._geometry(geometry, named, 0), properties or {}, named)

    def _made(self, geometry: BaseGeometry, properties: dict[str, Any], where: str) -> Iterator[Feature]:
        if not shapely.is_empty(geometry):
            yield Feature(geometry, {_clean(k): _clean(v) for k, v in properties.items()}, where)

    def _type(self, data: Any, where: str, possible: tuple[str, ...]) -> str:
        kind = data.get("type") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in possible:
            shown = f'"{str(kind)[:40]}"' if kind is not None else "nothing"
            raise self.wrong(
                where,
                f"`type` is {shown}; expected {' or '.join(possible[:3])}"
                f"{' or another geometry' if len(possible) > 3 else ''}.",
            )
        return kind

    # -- geometries ---------------------------------------------------------------------

    def _count(self, where: str) -> None:
        """Count a line or a ring of a polygon; raises if there are too many."""
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
        # A part that had to be made valid may have fallen into several, or be empty.
        made = [p for g in made for p in shapely.get_parts(g) if not shapely.is_empty(p)]
        if not made:
            return _EMPTY
        joined = join(made)
        if kind == "MultiPolygon" and len(made) > 1:
            # Its parts were checked one by one; here their positions to each other are.
            rings = shapely.get_rings(np.array(made, dtype=object))
            self._count_near([shapely.get_coordinates(ring) for ring in rings], where)
        if kind == "MultiPolygon" and not shapely.is_valid(joined):
            self._bounded(joined, where)
            return valid_areas(joined)
        return joined

    def _way(self, positions: Any, where: str) -> Any:
        """The positions in one piece; raises if they are a scribble."""
        if scribbled(positions):
            raise self._endless(where)
        positions_unwrapped = unwrap(positions)
        if np.ptp(positions_unwrapped[:, 0]) > 360 * MOST_TURNS:
            raise self.wrong(where, f"The shape goes around the earth more than {MOST_TURNS} times.")
        return positions_unwrapped

    def _count_near(self, ways: Sequence[Any], where: str) -> None:
        """Count the places where the ways of a shape run close to each other; raises if there are too many to
        check."""
        if sum(map(len, ways)) <= _SHORT:
            return
        self._near += near_legs(ways)
        if self._near > MOST_NEAR:
            raise self.wrong(where, (
                "Up to here the shapes of the file run close to themselves in more places than can be "
                f"checked, about {MOST_NEAR:,}. Simplify them in a geographic information system, or leave "
                "this one out."))

    def _bounded(self, shape: BaseGeometry, where: str) -> None:
        """Raises if a shape crosses itself so often that processing it would not end."""
        count = crossings(shape)
        if count > MOST_CROSSINGS:
            raise self._endless(where)
        self._crossings += count
        if self._crossings > MOST_CROSSINGS_OF_ALL:
            raise self.wrong(where, (
                "Up to here the shapes of the file cross themselves more than "
                f"{MOST_CROSSINGS_OF_ALL:,} times. Fix them in a geographic information system "
                '("fix geometries"), or leave them out.'))

    def _endless(self, where: str) -> SourceError:
        return self.wrong(where, (
            f"The shape crosses itself more than {MOST_CROSSINGS:,} times, or runs along itself too often to "
            'count that, so its inside is unknown. Fix it in a geographic information system ("fix '
            'geometries"), or leave it out.'))

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
        positions = self._positions_of(data, where)
        if len(positions) < 2:
            raise self.wrong(where, "A line needs two positions.")
        if (positions == positions[0]).all():
            self._nothing.append(where)
            return _EMPTY
        way = self._way(positions, where)
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
            positions = self._positions_of(ring, which)
            if len(positions) < 4:
                raise self.wrong(
                    which,
                    f"A ring needs four positions, the last equal to the first; it has {len(positions)}."
                )
            if (positions[0] != positions[-1]).any():
                raise self.wrong(which, "The ring is not closed: its last position must equal the first.")
            rings.append(around_the_pole(self._way(positions, which)))
        if not rings:
            return shapely.from_wkt("POLYGON EMPTY")
        self._count_near(rings, where)
        middle = (rings[0][:, 0].min() + rings[0][:, 0].max()) / 2
        holes = [shapely.linearrings(beside(ring, middle)) for ring in rings[1:]]
        made = shapely.polygons(shapely.linearrings(rings[0]), holes=holes or None)
        if not shapely.is_valid(made):
            self._bounded(made, where)
            # The outline and each hole are made valid separately: a hole beside its outline removes nothing,
            # and does not become land.
            inside = shapely.union_all([valid_areas(shapely.polygons(hole)) for hole in holes])
            made = shapely.difference(valid_areas(shapely.polygons(rings[0])), inside)
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
            array = np.asarray(data)
        except ValueError:
            array = None
        if array is None or array.ndim != 2 or array.shape[1] < 2 or array.dtype.kind not in "fiu":
            array = np.array([self._position(p, f"{where}, position {i + 1}") for i, p in enumerate(data)])
            if not len(array):
                raise self.wrong(where, "Expected a list of positions; it is empty.")
        array = array[:, :2].astype(float)
        bad = ~np.isfinite(array).all(axis=1) | (abs(array[:, 0]) > 540) | (abs(array[:, 1]) > 90.000001)
        if bad.any():
            i = int(bad.argmax())
            x, y = array[i]
            raise self.wrong(
                f"{where}, position {i + 1}",
                f"There is no place {x:.6g}, {y:.6g} on the earth. {_WORLD}{_guess(x, y)}",
            )
        return array

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
    """The name of a feature, "" if it has none."""
    for key in ("name", "NAME", "Name", "title", "ADMIN"):
        if isinstance(name := properties.get(key), str):
            return printable(name)[:40]
    return ""


def _clean(value: Any) -> Any:
    return printable(value) if isinstance(value, str) else value


def _guess(x: float, y: float) -> str:
    """The probable error in an invalid position."""
    if abs(x) <= 90 and 90.01 < abs(y) <= 180:
        return " Latitude and longitude seem to be swapped."
    if 1000 < max(abs(x), abs(y)) < math.inf:
        return " These look like metres: convert the file to WGS 84 (EPSG:4326)."
    return ""


# Preparing shapes of data: across the antimeridian, around a pole, and where they cross themselves. Positions
# are arrays of two columns, degrees east and north.

MOST_CROSSINGS = 20_000
"""The most crossings of a shape with itself. Coasts and borders have none or a few; the time to make a shape
valid grows with them."""
MOST_CROSSINGS_OF_ALL = 100_000
"""The most crossings of all shapes of a file, each with itself."""
MOST_LEGS = 600_000
"""The most legs of a shape whose crossings are counted."""
MOST_NEAR = 20_000_000
"""Pairs of legs, of one shape or of all of a file, whose boxes overlap. A coast has three or four per leg."""
_MOST_COMPARED = 5_000_000
"""Pairs of legs that are compared one by one."""
_PAIRS = 4_000_000
"""Legs compared at one time, at most a few times as many."""
_FEW = 64
_LONG, _TRIED = 10_000, 32
_AREAL = 2


def valid_areas(areas: BaseGeometry) -> BaseGeometry:
    """The areas of a polygon or several that may cross themselves and each other; empty if there are none.

    Call it only after `tangled`: its time grows with the crossings.
    """
    whole = shapely.make_valid(areas, method="structure", keep_collapsed=False)
    parts = [p for p in shapely.get_parts(whole) if shapely.get_dimensions(p) == _AREAL]
    # Collections and polygons of several parts are taken apart once more.
    parts = [q for p in parts for q in shapely.get_parts(p) if shapely.get_dimensions(q) == _AREAL]
    return shapely.union_all(parts) if parts else shapely.from_wkt("POLYGON EMPTY")


def union(shapes: Sequence[BaseGeometry], what: str) -> BaseGeometry:
    """One geometry of all; raises `SourceError` if they cross each other so often that the work would not
    end."""
    # Equal ones are one object, see `Plane.project`.
    shapes = list({id(shape): shape for shape in shapes}.values())
    parts = shapely.get_parts(shapely.get_parts(np.array(shapes, dtype=object))) if shapes else ()
    if len(parts) > 1 and tangled(shapely.geometrycollections(parts)):
        raise SourceError("", what, (
            f"The shapes of the data cross each other more than {MOST_CROSSINGS:,} times, or are too large "
            "to count how often. Leave out those that do not belong there, or simplify them."))
    return shapely.union_all(shapes)


def tangled(geometry: BaseGeometry) -> bool:
    """Whether the outlines of a shape cross each other more than `MOST_CROSSINGS` times; True also for one
    that is too large to be counted.

    >>> tangled(shapely.box(0, 0, 1, 1))
    False
    """
    return crossings(geometry) > MOST_CROSSINGS


def crossings(geometry: BaseGeometry) -> int:
    """How often the outlines of a shape cross each other, counted no further than one more than
    `MOST_CROSSINGS`, which is also the answer for one that is too large to be counted.

    >>> crossings(shapely.from_wkt("POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))"))
    1
    """
    most = MOST_CROSSINGS
    if int(shapely.get_num_coordinates(geometry)) > MOST_LEGS:
        return most + 1
    legs = _legs(geometry)
    if len(legs) <= _FEW:
        # Without a tree: there may be very many small shapes.
        starts, ends = shapely.get_coordinates(legs).reshape(-1, 2, 2).swapaxes(0, 1)
        one, other = np.triu_indices(len(legs), 1)
        return int(_crossed(starts[one], ends[one], starts[other], ends[other]).sum())
    tree = shapely.STRtree(legs)
    starts, ends = shapely.get_coordinates(legs).reshape(-1, 2, 2).swapaxes(0, 1)
    count = near = start = 0
    # Few legs at first: a tangle shows soon, and all its crossings at once would fill the memory.
    step = 1
    while start < len(legs):
        one, other = tree.query(legs[start : start + step])
        later = other > one + start
        one, other = one[later] + start, other[later]
        near += len(one)
        # The library takes twenty times as long for a pair.
        count += int(_crossed(starts[one], ends[one], starts[other], ends[other]).sum())
        if count > most or near > _MOST_COMPARED:
            return most + 1
        start += step
        # As many as have some hundred thousand legs near them.
        step = min(2 * step, max(1, int(_PAIRS * start / (10 * (near + 1)))), 100_000)
    return count


def near_legs(ways: Sequence[Any]) -> float:
    """The approximate number of pairs of legs whose boxes overlap: questions about a shape (whether it is
    valid, what is inside) take time in proportion to it.

    >>> around = np.linspace(0, 2 * np.pi, 50_000)
    >>> near_legs([np.column_stack([np.cos(around), np.sin(around)])]) < 200_000
    True
    """
    starts, ends = np.concatenate([w[:-1] for w in ways]), np.concatenate([w[1:] for w in ways])
    legs = len(starts)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    tried = range(0, legs, max(1, legs // _TRIED))
    pairs = sum(int(((low <= high[i]) & (high >= low[i])).all(axis=1).sum()) for i in tried)
    return pairs * legs / (2 * len(tried))


def scribbled(positions: Any) -> bool:
    """Whether a long way crosses itself so often that a few of its legs show it: then even the check whether
    it is valid takes long.

    >>> around = np.linspace(0, 2 * np.pi, 50_000)
    >>> scribbled(np.column_stack([np.cos(around), np.sin(around)]))
    False
    """
    legs = len(positions) - 1
    if legs < _LONG:
        return False
    starts, ends = positions[:-1], positions[1:]
    tried = range(0, legs, legs // _TRIED)
    crossings = sum(int(_crossed(starts[i], ends[i], starts, ends).sum()) for i in tried)
    return crossings * legs / (2 * _TRIED) > 100 * MOST_CROSSINGS


def _crossed(start: Any, end: Any, starts: Any, ends: Any) -> Any:
    """Which legs one leg crosses from side to side; for several legs, each with its partner."""

    def side(a: Any, b: Any, c: Any) -> Any:
        return np.sign((b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1])
                       - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0]))

    return ((side(start, end, starts) * side(start, end, ends) < 0)
            & (side(starts, ends, start) * side(starts, ends, end) < 0))


def _legs(geometry: BaseGeometry) -> Any:
    """Every leg from a position to the next as a line."""
    lines = _lines(geometry)
    positions, line = shapely.get_coordinates(lines, return_index=True)
    together = line[1:] == line[:-1]
    ends = np.stack([positions[:-1][together], positions[1:][together]], axis=1)
    return shapely.linestrings(ends[(ends[:, 0] != ends[:, 1]).any(axis=1)])


def _lines(geometry: BaseGeometry) -> Any:
    parts = shapely.get_parts(geometry)
    areal = shapely.get_dimensions(parts) == _AREAL
    return np.concatenate([shapely.get_rings(parts[areal]), parts[shapely.get_dimensions(parts) == 1]])


def unwrap(positions: Any) -> Any:
    """The positions with longitudes that do not jump at the antimeridian. A leg of a whole 360 degrees, as in
    polygons of the whole world, is not a jump."""
    legs = np.diff(positions[:, 0])
    jumps = (abs(legs) > 180) & (abs(legs) < 359.999)
    if not jumps.any():
        return positions
    turns = np.concatenate([[0.0], np.cumsum(np.where(jumps, -360 * np.sign(legs), 0.0))])
    return np.column_stack([positions[:, 0] + turns, positions[:, 1]])


def around_the_pole(ring: Any) -> Any:
    """A ring that goes once around the earth contains a pole: it is closed over it."""
    if abs(ring[-1, 0] - ring[0, 0]) < 1:
        return ring
    pole = 90.0 if ring[:, 1].mean() > 0 else -90.0
    return np.vstack([ring, [[ring[-1, 0], pole], [ring[0, 0], pole]], ring[:1]])


def beside(ring: Any, middle: float) -> Any:
    """A hole moved by full turns to its polygon."""
    turns = round((middle - (ring[:, 0].min() + ring[:, 0].max()) / 2) / 360)
    return ring + np.array([360.0 * turns, 0.0]) if turns else ring
