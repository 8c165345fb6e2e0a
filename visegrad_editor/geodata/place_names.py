"""Names of places and their positions on the earth, from a config or from points: for fitting a grid."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

import shapely

from ..hexgrid import Point
from ..lazy_dataclass import dataclass
from ..model.files.codec import read_text
from ..model.geo_fit import KnownPlace
from .config import VECTORS, Config, read_config
from .errors import SourceError
from .geojson import Feature, read_geojson

_NAMES = ("name", "NAME", "Name", "nameascii", "NAMEASCII", "title")
"""Properties in which files keep names, the most usual one first."""
MOST_NAMES = 20_000
_ONE_PLACE = 0.2
"""The most degrees by which two sources may differ about one place."""


@dataclass(frozen=True)
class PlaceNames:
    """`at` gives degrees east and north by name; `known` are the places whose hex the file states too, as
    `(hex number, place)`."""

    at: dict[str, Point] = field(default_factory=dict)
    known: tuple[tuple[str, KnownPlace], ...] = ()

    def find(self, text: str) -> Point | None:
        """The place of that name, ignoring capitals and accents.

        >>> PlaceNames({"Göttingen": (9.93, 51.53)}).find("gottingen ")
        (9.93, 51.53)
        """
        wanted = text.strip().casefold()
        exact = (at for name, at in self.at.items() if name.casefold() == wanted)
        return next(exact, None) or next((self.at[n] for n in self.at if plain(n) == plain(text)), None)

    def beginning(self, text: str) -> tuple[str, ...]:
        """The names with that beginning, one for each place.

        >>> names = PlaceNames({"Coimbra": (-8.42, 40.21), "Cork": (-8.47, 51.9), "Corcaigh": (-8.5, 51.9)})
        >>> names.beginning("co"), names.beginning("COI")
        (('Cork', 'Coimbra'), ('Coimbra',))
        """
        wanted = plain(text)
        places: dict[str, Point] = {}
        for name, (east, north) in self.at.items():
            near = any(abs(east - x) + abs(north - y) < _ONE_PLACE for x, y in places.values())
            if wanted and plain(name).startswith(wanted) and not near:
                places[name] = (east, north)
        return tuple(sorted(places, key=len))


def plain(text: str) -> str:
    """A name without capitals, accents and spaces around it.

    >>> plain(" Łódź"), plain("Besançon")
    ('lodz', 'besancon')
    """
    letters = unicodedata.normalize("NFD", text.strip().casefold().replace("ł", "l").replace("ø", "o"))
    return "".join(c for c in letters if not unicodedata.combining(c))


def large_cities() -> dict[str, Point]:
    """The large cities of Europe by name, in English and in their own language: degrees east and north."""
    table = (Path(__file__).parent / "cities.txt").read_text("utf-8")
    cities = {}
    for line in table.splitlines():
        if not line.startswith("#"):
            north, east, names = line.split(" ", 2)
            cities.update(dict.fromkeys(names.split(", "), (float(east), float(north))))
    return cities


def place_names(path: Path, folder: Path | None = None) -> PlaceNames:
    """The places of a config (its `known` ones, those of `places`, and the points of its source of places if
    the file is available), or the points with a name of a GeoJSON file.

    Raises `ConfigError`, `SourceError` and OSError as reading these does.
    """
    if path.suffix.lower() in VECTORS:
        points = dict(_named(read_geojson(path), _NAMES))
        if not points:
            raise SourceError(path.name, "", "It has no point with a name.")
        return PlaceNames(points)
    config = read_config(path, folder)
    number = config.grid.number
    known = tuple((number(k.hex), k) for k in config.known)
    config.check()
    named = {k.name: k.at for _, k in known if k.name}
    return PlaceNames({**_from_source(config), **_listed(config), **named}, known)


def _listed(config: Config) -> dict[str, Point]:
    listed = config.data.get("places", {}).get("list", ())
    return {read_text(e["name"]): (float(e["at"][0]), float(e["at"][1])) for e in listed if "at" in e}


def _from_source(config: Config) -> dict[str, Point]:
    section = config.data.get("places", {})
    if "source" not in section:
        return {}
    try:
        features = config.features(read_text(section["source"]))
    except SourceError:
        # Bundled configs name data that is not shipped; the places they list are available without it.
        return {}
    return dict(_named(features, (read_text(section.get("property", "name")),)))


def _named(features: tuple[Feature, ...], properties: tuple[str, ...]) -> Iterator[tuple[str, Point]]:
    count = 0
    for feature in features:
        name = next((read_text(v) for p in properties if (v := feature.properties.get(p))), "").strip()
        if name and shapely.get_type_id(feature.geometry) == 0 and count < MOST_NAMES:
            count += 1
            yield name, (float(shapely.get_x(feature.geometry)), float(shapely.get_y(feature.geometry)))
