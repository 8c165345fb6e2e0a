"""Words of a config that have no match: values missing from the data, kinds missing from the ruleset, data
that lies off the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import shapely

from ..model.files.codec import read_text, read_words
from ..model.files.plain_data import DataPath
from ..model.gamemap import GameMap
from ..model.georeference import georeference
from ..model.problems import Problem
from ..model.ruleset import Ruleset
from ..model.wording import did_you_mean, quoted
from .config import Config
from .geojson import Feature

_AROUND = 0.5
"""The margin in degrees around the map within which data still counts as on it."""
_PERHAPS = " Perhaps its latitude and longitude are swapped: GeoJSON writes the longitude first."
Extent = tuple[float, float, float, float]


def words_without_use(config: Config, ruleset: Ruleset, map: GameMap) -> tuple[Problem, ...]:
    """The problems of a config whose map was computed, each with its line; they did not prevent the map."""
    problems = config.file_problems
    before = len(problems.problems)
    for what, known, path, word in _kinds(config, ruleset):
        if word not in known:
            problems.add("error", f"unknown-{what.replace(' ', '-')}", (
                f"There is no {what} {quoted(word)} in the ruleset {ruleset.name}."
                f"{did_you_mean(word, known)}"), path, word)
    for source, property, path, words in _values(config):
        _warn_values(config, source, property, path, words)
    elsewhere = _warn_data_elsewhere(config, map)
    if config.data.get("rivers", {}).get("source") not in elsewhere:
        _warn_missing_rivers(config, map)
    return tuple(problems.problems[before:])


# -- kinds of the ruleset ---------------------------------------------------------------------


def _kinds(config: Config, ruleset: Ruleset) -> Iterator[tuple[str, list[str], DataPath, str]]:
    """Every id of the ruleset that the config names: (type, known ids, place, id)."""
    for what, known, places in (
        ("terrain", ruleset.terrain_by_id, _terrains(config.data)),
        ("hexside kind", ruleset.hexside_by_id, _hexsides(config.data)),
        ("road kind", ruleset.road_by_id, _roads(config.data)),
        ("feature", ruleset.feature_by_id, _features(config.data)),
    ):
        for path, word in places:
            yield what, list(known), path, word


def _terrains(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    section = data.get("terrain", {})
    for key in ("ground", "sea"):
        if key in section:
            yield ("terrain", key), read_text(section[key])
    for i, rule in enumerate(section.get("rules", ())):
        yield ("terrain", "rules", i, "terrain"), read_text(rule["terrain"])
    for i, pin in enumerate(data.get("pins", ())):
        if "terrain" in pin:
            yield ("pins", i, "terrain"), read_text(pin["terrain"])


def _hexsides(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    if "rivers" in data:
        yield ("rivers", "kind"), read_text(data["rivers"]["kind"])
    for i, wet in enumerate(data.get("water_sides", ())):
        yield ("water_sides", i, "kind"), read_text(wet["kind"])


def _roads(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    section = data.get("roads", {})
    for i, line in enumerate(section.get("lines", ())):
        yield ("roads", "lines", i, "kind"), read_text(line["kind"])
    for key, kind in section.get("from", {}).get("kinds", {}).get("values", {}).items():
        yield ("roads", "from", "kinds", "values", key), read_text(kind)


def _features(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    for part in ("list", "every"):
        for i, entry in enumerate(data.get("places", {}).get(part, ())):
            for word in read_words(entry.get("features", [])):
                yield ("places", part, i, "features"), word


# -- values of the data -----------------------------------------------------------------------


def _values(config: Config) -> Iterator[tuple[str, str, DataPath, Iterable[Any]]]:
    """Every value that features of a source should have: (source, property, place, values)."""
    data = config.data
    if "countries" in data:
        section = data["countries"]
        yield (read_text(section["source"]), read_text(section["property"]), ("countries", "values"),
               section["values"])
    for i, rule in enumerate(data.get("terrain", {}).get("rules", ())):
        cover = rule.get("coverage", {})
        for property, value in cover.get("where", {}).items():
            yield (read_text(cover["source"]), property, ("terrain", "rules", i, "coverage", "where"),
                   value if isinstance(value, list) else [value])
    lines = data.get("roads", {}).get("from")
    if lines:
        yield (read_text(lines["source"]), read_text(lines["kinds"]["property"]),
               ("roads", "from", "kinds", "values"), lines["kinds"]["values"])


def _warn_values(config: Config, source: str, property: str, path: DataPath, words: Iterable[Any]) -> None:
    features = config.features(source)
    there = dict.fromkeys(read_text(f.properties[property]) for f in features if property in f.properties)
    if not there:
        has = list(dict.fromkeys(p for f in features for p in f.properties))
        config.file_problems.add("warning", "unknown-property", (
            f"No feature of the source {source} has a property {quoted(property)}."
            f"{did_you_mean(property, has, 'There are')}"), path)
        return
    for word in words:
        text = read_text(word)
        if text not in there:
            config.file_problems.add("warning", "unknown-value", (
                f"No feature of the source {source} has the {property} {quoted(text)}, so it has no "
                f"effect.{did_you_mean(text, list(there), 'There are')}"), path, text)


# -- where the data lies ----------------------------------------------------------------------


def _warn_data_elsewhere(config: Config, map: GameMap) -> list[str]:
    """Warn of every source that lies entirely off the map; returns their ids."""
    ids: list[str] = []
    lies = georeference(map)
    if lies is None:
        return ids
    x, y = np.array([map.geometry.centre(h) for h in map.grid]).T
    lon, lat = lies.to_earth(x, y)
    if np.isnan(lon).any():
        return ids
    middle = lies.geography.centre[0]
    east = (lon - middle + 180) % 360 - 180 + middle
    here: Extent = (float(east.min()), float(lat.min()), float(east.max()), float(lat.max()))
    for i, (id, features) in enumerate((id, config.read_features(id)) for id in config.sources):
        if features and not any(_meets(_extent(f), here) for f in features):
            swapped = any(_meets(_exchanged(_extent(f)), here) for f in features)
            config.file_problems.add("warning", "data-elsewhere", (
                f"The source {id} lies entirely off the map: it lies at {_degrees(features)}, the map at "
                f"{_words(here)}.{_PERHAPS if swapped else ''}"), ("sources", i))
            ids.append(id)
    return ids


def _extent(feature: Feature) -> Extent:
    west, south, east, north = (float(v) for v in shapely.bounds(feature.geometry))
    return west, south, east, north


def _exchanged(box: Extent) -> Extent:
    return box[1], box[0], box[3], box[2]


def _meets(box: Extent, here: Extent) -> bool:
    """Whether data lies on the map or near it, in whichever turn around the earth its degrees are given."""
    return any(
        box[0] + turn <= here[2] + _AROUND and box[2] + turn >= here[0] - _AROUND
        and box[1] <= here[3] + _AROUND and box[3] >= here[1] - _AROUND for turn in (-360, 0, 360))


def _degrees(features: Iterable[Feature]) -> str:
    boxes = np.array([_extent(f) for f in features])
    boxes = boxes[~np.isnan(boxes).any(axis=1)]
    if not len(boxes):
        return "no place at all"
    return _words((*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)))


def _words(box: Extent) -> str:
    west, south, east, north = box
    return f"latitude {south:.1f} to {north:.1f}, longitude {west:.1f} to {east:.1f}"


def _warn_missing_rivers(config: Config, map: GameMap) -> None:
    """Warn of every river that got no hexside."""
    section = config.data.get("rivers", {})
    there = {line.name for line in map.lines if line.kind == read_text(section.get("kind", ""))}
    for i, line in enumerate(section.get("lines", ())):
        name = read_text(line["name"])
        if name not in there and ("rivers", "lines", i) not in config.nameless:
            config.file_problems.add("warning", "no-hexside", (
                f"Nothing of the river {name} is on the map: it lies elsewhere, runs through water, or is "
                "shorter than `shortest`."), ("rivers", "lines", i))
