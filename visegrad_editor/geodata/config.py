"""The file that tells how a map is made from geographic data: reading it, and the data it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..hexgrid import Hex, HexGeometry, HexGrid
from ..model.files.codec import read_hexes, read_provenance, read_text, read_words
from ..model.files.file_problems import FileProblems
from ..model.files.map_file import read_geography, read_grid
from ..model.files.map_hexes import HexReader
from ..model.files.references import BadReference, file_below
from ..model.files.resources import is_bundled, resource_folder
from ..model.files.schema import check_schema
from ..model.files.yaml_reader import DataPath, Unreadable, read_file
from ..model.geo_fit import KnownPlace, fit
from ..model.geography import Geography
from ..model.problems import Problem
from ..model.provenance import Provenance, Source
from ..model.wording import did_you_mean, quoted
from .errors import GeodataError
from .geojson import Feature, read_geojson
from .rasters import Raster, read_raster

VECTORS = (".geojson", ".json")
PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff")


class BadConfig(Exception):
    """What is wrong with a file that tells how to make a map: its problems."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


@dataclass(frozen=True)
class Config:
    """A file that tells how a map is made. `data` is what it says, checked by the schema; `folders` are where
    its data files may lie."""

    path: Path
    data: Mapping[str, Any]
    grid: HexGrid
    folders: tuple[Path, ...]
    file_problems: FileProblems
    lies: Geography | None = None
    """The reference of a map that is to hold in place of what the file says."""
    nameless: set[DataPath] = field(default_factory=set)
    """The entries whose name is nowhere in the data; it was told of each, see `names_nothing`."""

    @cached_property
    def hexes(self) -> HexReader:
        return HexReader(self.grid, self.file_problems)

    @cached_property
    def geometry(self) -> HexGeometry:
        return HexGeometry(self.grid)

    @cached_property
    def known(self) -> tuple[KnownPlace, ...]:
        """The places whose hex is known."""
        found = []
        for i, e in enumerate(self.data.get("known", ())):
            hex = self.hexes.one(
                read_text(e["hex"]), ("known", i, "hex"), f"place {read_text(e.get('name', ''))}"
            )
            if hex is not None:
                lon, lat = map(float, e["at"])
                found.append(
                    KnownPlace(hex, (lon, lat), read_text(e.get("name", "")), float(e.get("weight", 1)))
                )
        return tuple(found)

    def source_of(self, entry: Mapping[str, Any], otherwise: Source) -> Provenance:
        """Where a value comes from: as its entry says, else the file as a whole, else so."""
        for part in (entry, self.data):
            if "provenance" in part:
                return read_provenance(part["provenance"])
        return Provenance(otherwise)

    @property
    def tells_where(self) -> bool:
        """Whether the file says how the grid lies on the earth, by `geography` or `known` places."""
        return "geography" in self.data or sum(k.weight > 0 for k in self.known) > 1

    def geography(self) -> Geography:
        """The reference of the grid, given or fitted; raises `BadConfig` where there is none."""
        known = self.known
        if self.lies is not None:
            self.check()
            return self.lies
        given = read_geography(self.data.get("geography"), self.hexes)
        if given is None:
            asked = self.data.get("fit", {})
            centre = asked.get("centre")
            try:
                given = fit(
                    self.geometry,
                    known,
                    None if centre is None else (float(centre[0]), float(centre[1])),
                    hex_km=asked.get("hex_km"),
                    reach=float(asked.get("reach", 4.0)),
                    within=float(asked.get("within", 0.42)) if asked.get("warp", True) else None,
                )
            except ValueError as error:
                self.file_problems.error(
                    "no-geography",
                    (
                        f"The file must say how the grid lies on the earth: by `geography`, or by `known` "
                        f"places to fit it to. {error}"
                    ),
                    (),
                )
        self.check()
        assert given is not None
        return given

    def names_nothing(self, message: str, path: DataPath, word: str) -> None:
        """Tell that a word names nothing in the data: what it is for is left out, the rest is made."""
        self.file_problems.add("warning", "unknown-name", message, path, word)
        self.nameless.add(path[:3])

    def check(self) -> None:
        """Raises `BadConfig` where something wrong was found up to now."""
        if self.file_problems.broken:
            raise BadConfig(tuple(self.file_problems.problems))

    # -- data ---------------------------------------------------------------------------

    @cached_property
    def sources(self) -> dict[str, Mapping[str, Any]]:
        """The entries of `sources` by id."""
        return {read_text(s["id"]): s for s in self.data["sources"]}

    def features(self, id: str) -> tuple[Feature, ...]:
        """The features of a source; raises `GeodataError`."""
        if id not in self._features:
            notes: list[str] = []
            self._features[id] = read_geojson(self._file(id, VECTORS), notes=notes)
            for note in notes:
                at = list(self.sources).index(id)
                self.file_problems.add("warning", "no-extent", note, ("sources", at))
        return self._features[id]

    def read_features(self, id: str) -> tuple[Feature, ...]:
        """The features of a source that was used; () for others and for pictures."""
        return self._features.get(id, ())

    def raster(self, id: str) -> Raster:
        """The picture of a source; raises `GeodataError`."""
        source = self._source(id)
        missing = [k for k in ("west", "north", "degrees") if k not in source]
        if missing:
            raise GeodataError(
                self.path.name,
                f"source {id}",
                (f"A picture needs `{missing[0]}`, so that it is known where it lies."),
            )
        return read_raster(self._file(id, PICTURES), source)

    @cached_property
    def _features(self) -> dict[str, tuple[Feature, ...]]:
        return {}

    def _source(self, id: str) -> Mapping[str, Any]:
        if id not in self.sources:
            raise GeodataError(
                self.path.name,
                "",
                (f"There is no source `{id}`. Sources are {', '.join(self.sources) or 'not given'}."),
            )
        return self.sources[id]

    def _file(self, id: str, endings: tuple[str, ...]) -> Path:
        name = str(self._source(id)["file"])
        if not name.lower().endswith(endings):
            raise GeodataError(
                self.path.name,
                f"source {id}",
                (f"{name} cannot be read here; the file must end in {', '.join(endings)}."),
            )
        reasons = []
        for folder in self.folders:
            try:
                return file_below(name, folder, "data", endings)
            except BadReference as error:
                reasons.append(str(error))
        if is_bundled(self.path):
            source = self._source(id)
            where = f" ({source['url']})" if "url" in source else ""
            advice = (f"The data of this bundled file does not come with the program. It is made from "
                      f"“{source['title']}”{where}; name the folder that has it as {name} with --data.")
        else:
            advice = "Data files lie beside this file or below it, or in the folder of --data."
        raise GeodataError(self.path.name, f"source {id}", f"{reasons[0]} {advice}")


def read_config(path: Path, folder: Path | None = None) -> Config:
    """The file, its data to be looked for beside it or below, or else in `folder`; raises `BadConfig`."""
    try:
        reading = read_file(path)
    except Unreadable as error:
        raise BadConfig((Problem("error", "not-yaml", error.message, path.name, error.line),)) from None
    problems = check_schema("geodata", reading, path.name)
    if any(p.severity == "error" for p in problems):
        raise BadConfig(problems)
    file_problems = FileProblems(path.name, reading)
    grid = read_grid(reading.data["grid"], file_problems)
    if grid is None:
        raise BadConfig(tuple(file_problems.problems))
    folders = (path.parent,) if folder is None else (folder, path.parent)
    return Config(path, reading.data, grid, folders, file_problems)


def find_config(name: str) -> Path:
    """The file of that path, or the bundled one of that name."""
    path = Path(name)
    if not path.exists() and not path.suffix and path.name == name:
        bundled = resource_folder("sample_scenarios") / "geodata" / f"{name}.yaml"
        if bundled.is_file():
            return bundled
    return path


def hex_numbers(value: Any) -> tuple[str, ...]:
    """Hex numbers as they may be written; () for none."""
    return () if value is None else read_hexes(value)


def hex_of(config: Config, value: Any) -> Hex | None:
    """The hex a text names; None where it names none."""
    return config.grid.parse(read_text(value))


# What is told of names in a config that nothing in the data has: what they stand for is left out, the rest
# of the map is made.

_OTHER_WORDS = ("provenance", "areas_provenance", "where", "values")
"""Keys below which a `source` is none of the data."""


def check_sources(config: Config) -> None:
    """Raises `BadConfig` where the config names sources that it does not list."""
    for path, word in _named_sources(config.data, ()):
        if word not in config.sources:
            meant = did_you_mean(word, list(config.sources), "Sources are")
            config.file_problems.error("unknown-source", f"There is no source `{word}`.{meant}", path)
    config.check()


def _named_sources(part: Any, path: DataPath) -> Iterator[tuple[DataPath, str]]:
    """Every source that is named in a part of a config, with its place; elsewhere the word has another
    meaning."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if key == "source":
                yield (*path, key), read_text(value)
            elif key not in _OTHER_WORDS:
                yield from _named_sources(value, (*path, key))
    elif isinstance(part, list):
        for i, value in enumerate(part):
            yield from _named_sources(value, (*path, i))


def tell_river(config: Config, i: int, line: Mapping[str, Any], there: Iterable[str], drawn: bool) -> None:
    """The lines of the source have none of the names of a river; `there` are those they have."""
    key = "match" if line.get("match") else "name"
    word, left = read_words(line[key])[0], "is only as drawn" if drawn else "is left out"
    config.names_nothing((
        f"{_none(config, 'line', 'rivers', word)}, so the river {read_text(line['name'])} {left}."
        f"{_meant(word, there)} Give its names there by `match`, or draw it by `through` or `sides`."),
        ("rivers", "lines", i, key), word)


def tell_stop(config: Config, at: tuple[int, int], road: str, word: str, there: Iterable[str]) -> None:
    """A stop of a road, by the numbers of road and stop, names no town and no hex."""
    config.names_nothing((
        f"{quoted(word)} is no town of the source and no hex of the map, so the road {road} goes without it."
        f"{_meant(word, there)} A place may be written as [east, north]."),
        ("roads", "lines", at[0], "via", at[1]), word)


def tell_place(config: Config, i: int, entry: Mapping[str, Any], there: Iterable[str]) -> None:
    """No point of the source has the name of a listed place."""
    key = "match" if "match" in entry else "name"
    word = read_text(entry.get(key, ""))
    where = (_none(config, "point", "places", word) if "source" in config.data["places"]
             else f"`places` names no source where {quoted(word)} could be looked up")
    config.names_nothing((
        f"{where}, so the place is left out.{_meant(word, there)} Give its name there by `match`, its place "
        "by `at` or its hex by `hex`."), ("places", "list", i, key), word)


def tell_bank(
    config: Config, at: tuple[int, str, int], river: str, word: str, there: Iterable[str]
) -> None:
    """A town told to lie on a bank, by the numbers of river and town, is none of the map."""
    i, bank, j = at
    config.file_problems.add("warning", "unknown-place", (
        f"{word}, told to lie on the {bank} bank of the {river}, is no place of the map and no hex."
        f"{_meant(word, there)}"), ("rivers", "lines", i, bank, j), word)


def _none(config: Config, what: str, part: str, word: str) -> str:
    asked = config.data[part]
    property = read_text(asked.get("property", "name"))
    return f"No {what} of the source {read_text(asked['source'])} has the {property} {quoted(word)}"


def _meant(word: str, there: Iterable[str]) -> str:
    return did_you_mean(word, list(there), "There are")
