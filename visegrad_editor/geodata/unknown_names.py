"""What is told of names in a config that nothing in the data has: what they stand for is left out, the rest
of the map is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.codec import read_text, read_words
from ..model.wording import did_you_mean, quoted
from ..model.yaml_read import DataPath
from .config import Config

_OTHER_WORDS = ("provenance", "areas_provenance", "where", "values")
"""Keys below which a `source` is none of the data."""


def check_sources(config: Config) -> None:
    """Raises `BadConfig` where the config names sources that it does not list."""
    for path, word in _named_sources(config.data, ()):
        if word not in config.sources:
            meant = did_you_mean(word, list(config.sources), "Sources are")
            config.findings.error("unknown-source", f"There is no source `{word}`.{meant}", path)
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
    config.findings.add("warning", "unknown-place", (
        f"{word}, told to lie on the {bank} bank of the {river}, is no place of the map and no hex."
        f"{_meant(word, there)}"), ("rivers", "lines", i, bank, j), word)


def _none(config: Config, what: str, part: str, word: str) -> str:
    asked = config.data[part]
    property = read_text(asked.get("property", "name"))
    return f"No {what} of the source {read_text(asked['source'])} has the {property} {quoted(word)}"


def _meant(word: str, there: Iterable[str]) -> str:
    return did_you_mean(word, list(there), "There are")
