"""Between the entries of a file and the records of a document, one codec per kind of value.

The keys of a file are the attribute names of the record, and a key that is left out means
the default of the record; so what is written is short, and there is one list of defaults.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from ..provenance import Provenance
from .yaml_reader import as_text

T = TypeVar("T")


class Codec(NamedTuple):
    """How one value is read from plain data and written to it."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def read_text(value: Any) -> str:
    """Text, also where it was written as a number."""
    return as_text(value) or ""


def read_number(value: Any) -> float:
    return value if isinstance(value, int) else float(value)


def write_number(value: float) -> float:
    return int(value) if float(value).is_integer() else float(value)


def read_words(value: Any) -> tuple[str, ...]:
    """A list of short texts, or one of them."""
    return tuple(map(read_text, value if isinstance(value, list) else [value]))


def read_hexes(value: Any) -> tuple[str, ...]:
    """Hex numbers: a list, or a text with spaces between them."""
    if isinstance(value, list):
        return tuple(map(read_text, value))
    return tuple(read_text(value).split())


_PLAIN = ("source", "rule", "note")
_OWN = Provenance()
WHOLE = "all"
"""The name under which a mapping of sources of single values gives that of all others."""


def read_provenance(value: Any, usual: Provenance = _OWN) -> Provenance:
    """A word, or a mapping of source, rule and note and of the sources of single values.

    A mapping without a source names only what differs from `usual`.
    """
    if not isinstance(value, dict):
        return Provenance(value)
    found = usual
    if "source" in value:
        found = Provenance(
            value["source"], read_text(value.get("rule", "")), read_text(value.get("note", "")))
    elif WHOLE in value:
        found = read_provenance(value[WHOLE])
    for name, source in value.items():
        if name not in (*_PLAIN, WHOLE):
            found = found.with_values([name], read_provenance(source))
    return found


def write_provenance(value: Provenance) -> Any:
    if not value.rule and not value.note and not value.values:
        return value.source
    plain = {"source": value.source, **{k: v for k in ("rule", "note") if (v := getattr(value, k))}}
    return {**plain, **{name: write_provenance(p) for name, p in value.values}}


def provenance_change(value: Provenance, usual: Provenance, names: Sequence[str]) -> dict[str, Any]:
    """What of a provenance differs from the usual one, as a mapping without a source."""
    out: dict[str, Any] = {}
    if value.plain != usual.plain:
        out[WHOLE] = write_provenance(value.plain)
        usual = value.plain
    return out | {n: write_provenance(value.of(n)) for n in names if value.of(n) != usual.of(n)}


def _read_cost(value: Any) -> Any:
    return None if value == "prohibited" else value if value == "other" else read_number(value)


def _write_cost(value: Any) -> Any:
    return "prohibited" if value is None else value if isinstance(value, str) else write_number(value)


TEXT = Codec(read_text, str)
INT = Codec(int, int)
BOOL = Codec(bool, bool)
NUMBER = Codec(read_number, write_number)
WORDS = Codec(read_words, list)
WORD_SET = Codec(lambda v: frozenset(read_words(v)), sorted)
HEXES = Codec(read_hexes, list)
COST = Codec(_read_cost, _write_cost)
PROVENANCE = Codec(read_provenance, write_provenance)


@dataclass(frozen=True)
class Record(Generic[T]):
    """The codec of a record: its class and its keys in canonical order."""

    make: type[T]
    keys: Mapping[str, Codec]
    missing: Mapping[str, Any] = field(default_factory=dict)
    """What holds for keys left out that have no default in the record itself."""

    def read(self, data: Mapping[str, Any], **defaults: Any) -> T:
        """The record of an entry; `defaults` holds where the entry says nothing."""
        given = {k: c.read(data[k]) for k, c in self.keys.items() if k in data}
        return self.make(**{**self.missing, **defaults, **given})

    def write(self, record: T, **defaults: Any) -> dict[str, Any]:
        """The entry of a record, without what is the default anyway."""
        usual = {**_defaults(self.make), **self.missing, **defaults}
        values = {k: getattr(record, k) for k in self.keys}
        return {k: self.keys[k].write(v) for k, v in values.items() if k not in usual or v != usual[k]}

    @property
    def usual_provenance(self) -> Provenance:
        """The provenance of a record that does not say."""
        found: Provenance = _defaults(self.make)["provenance"]
        return found


def _defaults(record: type[Any]) -> dict[str, Any]:
    return {f.name: f.default for f in dataclasses.fields(record) if f.default is not dataclasses.MISSING}


def read_list(record: Record[T], data: Mapping[str, Any], section: str) -> tuple[T, ...]:
    """The records of a section, with the provenance its `..._provenance` key gives for all."""
    whole = data.get(f"{section}_provenance")
    defaults = {} if whole is None else {"provenance": read_provenance(whole)}
    return tuple(record.read(entry, **defaults) for entry in data.get(section, ()))


def write_list(
    record: Record[T], entries: Sequence[T], section: str, whole: Provenance | None
) -> dict[str, Any]:
    """A section and, where `whole` is one, its provenance for all; {} for an empty section."""
    out: dict[str, Any] = {} if whole is None else {f"{section}_provenance": write_provenance(whole)}
    defaults = {} if whole is None else {"provenance": whole}
    if entries:
        out[section] = [record.write(e, **defaults) for e in entries]
    return out


def common_provenance(entries: Sequence[Any], usual: Provenance) -> Provenance | None:
    """What a section may say once for all its entries; None where the usual one serves."""
    if not entries:
        return None
    most, _ = Counter(e.provenance for e in entries).most_common(1)[0]
    return None if most == usual else most


def list_provenances(data: Mapping[str, Any]) -> dict[str, Provenance | None]:
    """What the `..._provenance` keys of a file say, by section; for writing it the same way."""
    tail = "_provenance"
    return {k.removesuffix(tail): read_provenance(v) for k, v in data.items() if k.endswith(tail)}
