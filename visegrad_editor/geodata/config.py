"""The file that describes how a map is computed from geographic data: reading it, and its data files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..hexgrid import Hex, HexGeometry, HexGrid
from ..lazy_dataclass import dataclass
from ..model.files.bytes import ReadError
from ..model.files.codec import read_hexes, read_provenance, read_text, read_words
from ..model.files.file_problems import FileProblems
from ..model.files.map_file import read_geography, read_grid
from ..model.files.map_hexes import HexReader
from ..model.files.plain_data import DataPath
from ..model.files.references import FileReferenceError, file_below
from ..model.files.resources import is_bundled, resource_folder
from ..model.files.schema import check_schema
from ..model.files.yaml_reader import read_file
from ..model.geo_fit import KnownPlace, fit
from ..model.geography import Geography
from ..model.problems import Problem
from ..model.provenance import Provenance, Source
from ..model.wording import did_you_mean, quoted
from .errors import GeodataError, SourceError
from .geojson import Feature, read_geojson
from .rasters import Raster, read_raster

VECTORS = (".geojson", ".json")
PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff")


class ConfigError(GeodataError):
    """The problems of a file that describes how a map is computed."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


@dataclass(frozen=True)
class Config:
    """A file that describes how a map is computed. `data` is its content, checked by the schema; `folders`
    are searched for its data files."""

    path: Path
    data: Mapping[str, Any]
    grid: HexGrid
    folders: tuple[Path, ...]
    file_problems: FileProblems
    override: Geography | None = None
    """The reference of a map that replaces that of the file."""
    nameless: set[DataPath] = field(default_factory=set)
    """The entries whose name does not occur in the data; each has a warning, see `warn_unknown`."""

    @cached_property
    def hexes(self) -> HexReader:
        return HexReader(self.grid, self.file_problems)

    @cached_property
    def geometry(self) -> HexGeometry:
        return HexGeometry(self.grid)

    @cached_property
    def known(self) -> tuple[KnownPlace, ...]:
        """The places whose hex is known."""
        places = []
        for i, e in enumerate(self.data.get("known", ())):
            hex = self.hexes.one(
                read_text(e["hex"]), ("known", i, "hex"), f"place {read_text(e.get('name', ''))}"
            )
            if hex is not None:
                lon, lat = map(float, e["at"])
                places.append(
                    KnownPlace(hex, (lon, lat), read_text(e.get("name", "")), float(e.get("weight", 1)))
                )
        return tuple(places)

    def source_of(self, entry: Mapping[str, Any], otherwise: Source) -> Provenance:
        """The source of a value: that of its entry, else of the whole file, else `otherwise`."""
        for part in (entry, self.data):
            if "provenance" in part:
                return read_provenance(part["provenance"])
        return Provenance(otherwise)

    @property
    def is_placed(self) -> bool:
        """Whether the file states the position of the grid on the earth, by `geography` or `known` places."""
        return "geography" in self.data or sum(k.weight > 0 for k in self.known) > 1

    def geography(self) -> Geography:
        """The reference of the grid, given or fitted; raises `ConfigError` if there is none."""
        known = self.known
        if self.override is not None:
            self.check()
            return self.override
        given = read_geography(self.data.get("geography"), self.hexes)
        if given is None:
            section = self.data.get("fit", {})
            centre = section.get("centre")
            try:
                given = fit(
                    self.geometry,
                    known,
                    None if centre is None else (float(centre[0]), float(centre[1])),
                    hex_km=section.get("hex_km"),
                    reach=float(section.get("reach", 4.0)),
                    within=float(section.get("within", 0.42)) if section.get("warp", True) else None,
                )
            except ValueError as error:
                self.file_problems.error(
                    "no-geography",
                    (
                        f"The file must state how the grid lies on the earth: by `geography`, or by `known` "
                        f"places to fit it to. {error}"
                    ),
                    (),
                )
        self.check()
        assert given is not None
        return given

    def warn_unknown(self, message: str, path: DataPath, word: str) -> None:
        """Warn that a word does not occur in the data: its entry is left out, the rest of the map is made."""
        self.file_problems.add("warning", "unknown-name", message, path, word)
        self.nameless.add(path[:3])

    def check(self) -> None:
        """Raise `ConfigError` if an error was found so far."""
        if self.file_problems.broken:
            raise ConfigError(tuple(self.file_problems.problems))

    # -- data ---------------------------------------------------------------------------

    @cached_property
    def sources(self) -> dict[str, Mapping[str, Any]]:
        """The entries of `sources` by id."""
        return {read_text(s["id"]): s for s in self.data["sources"]}

    def features(self, id: str) -> tuple[Feature, ...]:
        """The features of a source; raises `SourceError`."""
        if id not in self._features:
            notes: list[str] = []
            self._features[id] = read_geojson(self._file(id, VECTORS), notes=notes)
            for note in notes:
                at = list(self.sources).index(id)
                self.file_problems.add("warning", "no-extent", note, ("sources", at))
        return self._features[id]

    def read_features(self, id: str) -> tuple[Feature, ...]:
        """The features of a source that was already read; () for others and for pictures."""
        return self._features.get(id, ())

    def raster(self, id: str) -> Raster:
        """The picture of a source; raises `SourceError`."""
        source = self._source(id)
        missing = [k for k in ("west", "north", "degrees") if k not in source]
        if missing:
            raise SourceError(
                self.path.name,
                f"source {id}",
                (f"A picture needs `{missing[0]}`, which gives its position."),
            )
        return read_raster(self._file(id, PICTURES), source)

    @cached_property
    def _features(self) -> dict[str, tuple[Feature, ...]]:
        return {}

    def _source(self, id: str) -> Mapping[str, Any]:
        if id not in self.sources:
            raise SourceError(
                self.path.name,
                "",
                (f"There is no source `{id}`. Sources are {', '.join(self.sources) or 'not given'}."),
            )
        return self.sources[id]

    def _file(self, id: str, endings: tuple[str, ...]) -> Path:
        name = str(self._source(id)["file"])
        if not name.lower().endswith(endings):
            raise SourceError(
                self.path.name,
                f"source {id}",
                (f"{name} cannot be read here; the file must end in {', '.join(endings)}."),
            )
        reasons = []
        for folder in self.folders:
            try:
                return file_below(name, folder, "data", endings)
            except FileReferenceError as error:
                reasons.append(str(error))
        if is_bundled(self.path):
            source = self._source(id)
            where = f" ({source['url']})" if "url" in source else ""
            advice = (f"The data of this bundled file does not come with the program. It is made from "
                      f"\"{source['title']}\"{where}; name the folder of {name} with --data.")
        else:
            advice = "Data files must be beside this file or below it, or in the folder of --data."
        raise SourceError(self.path.name, f"source {id}", f"{reasons[0]} {advice}")


def read_config(path: Path, folder: Path | None = None) -> Config:
    """The file, whose data is looked for beside it or below, or else in `folder`; raises `ConfigError`."""
    try:
        reading = read_file(path)
    except ReadError as error:
        raise ConfigError((Problem("error", "not-yaml", error.message, path.name, error.line),)) from None
    problems = check_schema("geodata", reading, path.name)
    if any(p.severity == "error" for p in problems):
        raise ConfigError(problems)
    file_problems = FileProblems(path.name, reading)
    grid = read_grid(reading.data["grid"], file_problems)
    if grid is None:
        raise ConfigError(tuple(file_problems.problems))
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
    """Hex numbers in any notation of the file; () for none."""
    return () if value is None else read_hexes(value)


def hex_of(config: Config, value: Any) -> Hex | None:
    """The hex named by a text; None if there is none."""
    return config.grid.parse(read_text(value))


# Warnings for names in a config that do not occur in the data: their entries are left out, the rest of the
# map is made.

_OTHER_WORDS = ("provenance", "areas_provenance", "where", "values")
"""Keys below which `source` does not name a data source."""


def check_sources(config: Config) -> None:
    """Raises `ConfigError` if the config names sources that it does not list."""
    for path, word in _named_sources(config.data, ()):
        if word not in config.sources:
            meant = did_you_mean(word, list(config.sources), "Sources are")
            config.file_problems.error("unknown-source", f"There is no source `{word}`.{meant}", path)
    config.check()


def _named_sources(part: Any, path: DataPath) -> Iterator[tuple[DataPath, str]]:
    """Every source named in a part of a config, with its place; in other parts the word has another
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


def warn_unknown_river(
    config: Config, i: int, line: Mapping[str, Any], there: Iterable[str], drawn: bool
) -> None:
    """Warn that the lines of the source have none of the names of a river; `there` are the names they
    have."""
    key = "match" if line.get("match") else "name"
    word, left = read_words(line[key])[0], "is only as drawn" if drawn else "is left out"
    config.warn_unknown((
        f"{_none(config, 'line', 'rivers', word)}, so the river {read_text(line['name'])} {left}."
        f"{_meant(word, there)} Give its names there by `match`, or draw it by `through` or `sides`."),
        ("rivers", "lines", i, key), word)


def warn_unknown_stop(
    config: Config, at: tuple[int, int], road: str, word: str, there: Iterable[str]
) -> None:
    """Warn that a stop of a road, by the numbers of road and stop, is neither a town nor a hex."""
    config.warn_unknown((
        f"{quoted(word)} is neither a town of the source nor a hex of the map, so the road {road} "
        "leaves it out."
        f"{_meant(word, there)} A place may be written as [east, north]."),
        ("roads", "lines", at[0], "via", at[1]), word)


def warn_unknown_place(config: Config, i: int, entry: Mapping[str, Any], there: Iterable[str]) -> None:
    """Warn that no point of the source has the name of a listed place."""
    key = "match" if "match" in entry else "name"
    word = read_text(entry.get(key, ""))
    where = (_none(config, "point", "places", word) if "source" in config.data["places"]
             else f"`places` names no source where {quoted(word)} could be looked up")
    config.warn_unknown((
        f"{where}, so the place is left out.{_meant(word, there)} Give its name there by `match`, its place "
        "by `at` or its hex by `hex`."), ("places", "list", i, key), word)


def warn_unknown_bank(
    config: Config, at: tuple[int, str, int], river: str, word: str, there: Iterable[str]
) -> None:
    """Warn that a town listed on a bank, by the numbers of river and town, is not on the map."""
    i, bank, j = at
    config.file_problems.add("warning", "unknown-place", (
        f"{word}, listed on the {bank} bank of the {river}, is neither a place of the map nor a hex."
        f"{_meant(word, there)}"), ("rivers", "lines", i, bank, j), word)


def _none(config: Config, what: str, part: str, word: str) -> str:
    section = config.data[part]
    property = read_text(section.get("property", "name"))
    return f"No {what} of the source {read_text(section['source'])} has the {property} {quoted(word)}"


def _meant(word: str, there: Iterable[str]) -> str:
    return did_you_mean(word, list(there), "There are")
