"""Conversion between the entries of a file and the records of a document, from the declarations of the
records.

A key that is left out stands for the default of the record; so files stay short, and there is one list of
defaults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, is_dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ...lazy_dataclass import dataclass
from ..fields import (
    Codec,
    DeclaredField,
    declared,
    declared_by_name,
    entry_type,
    form_of,
    is_record,
    literal_values,
)
from ..provenance import WHOLE, Provenance
from .plain_data import as_text

T = TypeVar("T")
NO_VALUES: Mapping[str, Any] = MappingProxyType({})


def read_text(value: Any) -> str:
    """Text, even if it was written as a number."""
    return as_text(value) or ""


def read_number(value: Any) -> float:
    """A whole number as it is, any other as a float."""
    return value if isinstance(value, int) else float(value)


def write_number(value: float) -> float:
    """A float without a fraction as a whole number."""
    return int(value) if float(value).is_integer() else float(value)


def read_words(value: Any) -> tuple[str, ...]:
    """A list of short texts, or one of them."""
    return tuple(map(read_text, value if isinstance(value, list) else [value]))


def read_hexes(value: Any) -> tuple[str, ...]:
    """Hex numbers: a list, or a text with spaces between them."""
    if isinstance(value, list):
        return tuple(map(read_text, value))
    return tuple(read_text(value).split())


_PLAIN = tuple(one.key for one in declared(Provenance) if one.key)
_OWN = Provenance()


def read_provenance(value: Any, usual: Provenance = _OWN) -> Provenance:
    """A word, or a mapping of source, rule and note and of the sources of single values.

    A mapping without a source names only what differs from `usual`.
    """
    if not isinstance(value, dict):
        return Provenance(value)
    result = usual
    if "source" in value:
        result = Provenance(
            value["source"], read_text(value.get("rule", "")), read_text(value.get("note", "")))
    elif WHOLE in value:
        result = read_provenance(value[WHOLE])
    for name, source in value.items():
        if name not in (*_PLAIN, WHOLE):
            result = result.with_values([name], read_provenance(source))
    return result


def write_provenance(value: Provenance) -> Any:
    """A word if there is only a source, else a mapping; the inverse of `read_provenance`."""
    if not value.rule and not value.note and not value.values:
        return value.source
    plain = {"source": value.source, **{k: v for k in ("rule", "note") if (v := getattr(value, k))}}
    return {**plain, **{name: write_provenance(p) for name, p in value.values}}


def provenance_change(value: Provenance, usual: Provenance, names: Sequence[str]) -> dict[str, Any]:
    """The differences of a provenance from the usual one, as a mapping without a source."""
    out: dict[str, Any] = {}
    if value.plain != usual.plain:
        out[WHOLE] = write_provenance(value.plain)
        usual = value.plain
    return out | {n: write_provenance(value.of(n)) for n in names if value.of(n) != usual.of(n)}


TEXT = Codec(read_text, str)
INT = Codec(int, int)
BOOL = Codec(bool, bool)
NUMBER = Codec(read_number, write_number)
FLOAT = Codec(lambda v: float(read_number(v)), write_number)
WORDS = Codec(read_words, list)
WORD_SET = Codec(lambda v: frozenset(read_words(v)), sorted)
HEXES = Codec(read_hexes, list)
PROVENANCE = Codec(read_provenance, write_provenance)

_BY_TYPE: dict[Any, Codec] = {
    str: TEXT, int: INT, bool: BOOL, float: NUMBER, tuple[str, ...]: WORDS, frozenset[str]: WORD_SET,
    tuple[int, ...]: Codec(tuple, list), Provenance: PROVENANCE,
}


def codec_of(one: DeclaredField) -> Codec:
    """How the value of a declared field is read and written."""
    codec = one.field.codec or _BY_TYPE.get(one.type) or _codec_of_records(one)
    if one.form.optional and "null" in (one.field.kinds or ()):
        return Codec(lambda v: None if v is None else codec.read(v),
                     lambda v: None if v is None else codec.write(v))
    return codec


def _codec_of_records(one: DeclaredField) -> Codec:
    if literal_values(one.type):
        return TEXT
    inner = form_of(entry_type(one.type)).type
    if inner is str:
        return WORDS
    if is_record(inner):
        several = record_of(inner)
        return Codec(lambda v: tuple(map(several.read, v)), lambda v: list(map(several.write, v)))
    if is_record(one.type):
        single = record_of(one.type)
        return Codec(single.read, single.write)
    raise TypeError(f"{one.name}: no declaration says how {one.type} is read and written")


@dataclass(frozen=True)
class Record(Generic[T]):
    """The codec of a record, from the declarations of its class.

    Fields declared as `apart` are left to the caller: given to `read` by attribute, and to `write` by key.
    """

    make: type[T]

    @cached_property
    def fields(self) -> Mapping[str, DeclaredField]:
        """The declared fields by key, in canonical order."""
        record: Any = self.make
        return {one.key: one for one in declared(record) if one.key}

    @cached_property
    def keys(self) -> Mapping[str, Codec]:
        """The codec of the value of each key, except for fields apart or within."""
        return {k: codec_of(one) for k, one in self.fields.items()
                if not one.field.apart and one.field.within is None}

    @cached_property
    def _single(self) -> tuple[tuple[str, str, Callable[[Any], Any]], ...]:
        """Key, attribute and reading function of each key that holds one attribute."""
        return tuple((k, self.fields[k].name, codec.read) for k, codec in self.keys.items()
                     if not self.fields[k].field.joined)

    @cached_property
    def _joined(self) -> tuple[tuple[str, tuple[str, ...], Callable[[Any], Any]], ...]:
        return tuple((k, self.fields[k].attributes, codec.read) for k, codec in self.keys.items()
                     if self.fields[k].field.joined)

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        """The attributes of each key that is read and written here."""
        return {k: self.fields[k].attributes for k in self.keys}

    @cached_property
    def _writing(self) -> tuple[tuple[str, str, Callable[[Any], Any] | None], ...]:
        """Key, attribute and, for keys of one attribute, the writing function, in the order of the keys."""
        return tuple((k, one.name, self.keys[k].write if k in self.keys and not one.field.joined else None)
                     for k, one in self.fields.items()
                     if k in self.keys or one.field.apart or one.field.within is not None)

    @cached_property
    def _within(self) -> Mapping[str, tuple[str, Record[Any]]]:
        """For each attribute the prefix of its keys, and the codec of those."""
        return {one.name: (one.field.within, record_of(one.type)) for one in self.fields.values()
                if one.field.within is not None}

    @cached_property
    def _usual(self) -> Mapping[str, Any]:
        """The default of each attribute that is left out at its default."""
        by_name = declared_by_name(self.make)
        return {n: one.default for n, one in by_name.items()
                if one.default is not MISSING and not one.field.always}

    def values(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an entry, by attribute."""
        given = {name: read(data[k]) for k, name, read in self._single if k in data}
        for k, names, read in self._joined:
            if k in data:
                given.update(zip(names, read(data[k]), strict=True))
        for name, (before, inner) in self._within.items():
            own = {k: data[before + k] for k in inner.fields if before + k in data}
            if own:
                given[name] = inner.read(own)
        return given

    def read(self, data: Mapping[str, Any], **defaults: Any) -> T:
        """The record of an entry; `defaults` fill what the entry leaves out."""
        return self.make(**{**defaults, **self.values(data)})

    def write(self, record: T, apart: Mapping[str, Any] = NO_VALUES, **defaults: Any) -> dict[str, Any]:
        """The entry of a record, without values at their defaults. `apart` has the values, by key, of the
        fields apart; those it does not name are left out."""
        usual = {**self._usual, **defaults} if defaults else self._usual
        data: dict[str, Any] = {}
        for key, name, write in self._writing:
            if write is not None:
                value = getattr(record, name)
                if name not in usual or value != usual[name]:
                    data[key] = write(value)
            elif key in apart:
                data[key] = apart[key]
            elif name in self._within:
                before, inner = self._within[name]
                data.update((before + k, v) for k, v in inner.write(getattr(record, name)).items())
            elif any(
                    n not in usual or getattr(record, n) != usual[n] for n in self._names.get(key, ())):
                data[key] = self.write_key(record, key)
        return data

    def changed_values(self, data: Mapping[str, Any], start: T) -> dict[str, Any]:
        """The values, by attribute, of an entry that changes the record `start`; null is the default."""
        values = self.values({k: v for k, v in data.items() if v is not None})
        for key, one in self.fields.items():
            if key in data and data[key] is None:
                by_name = declared_by_name(self.make)
                values |= {n: by_name[n].default for n in one.attributes}
        for name, (before, inner) in self._within.items():
            own = {k: data[before + k] for k in inner.fields if before + k in data}
            if own:
                values[name] = inner.change(getattr(start, name), own)
        return values

    def change(self, start: T, data: Mapping[str, Any], **values: Any) -> T:
        """The record `start` with the changes of an entry; `values` stand for what the entry leaves out."""
        record: Any = start
        changed: T = replace(record, **{**values, **self.changed_values(data, start)})
        return changed

    def changes(
        self, before: T, after: T, apart: Mapping[str, Any] = NO_VALUES, left_out: Collection[str] = (),
    ) -> dict[str, Any]:
        """The entry that turns one record into another, without the keys `left_out`; the inverse of `change`.
        `apart` has the values, by key, of the fields apart."""
        data: dict[str, Any] = {}
        for key in self.fields:
            if key not in left_out:
                data |= self.change_of_key(before, after, key, apart)
        return data

    def change_of_key(
        self, before: T, after: T, key: str, apart: Mapping[str, Any] = NO_VALUES
    ) -> dict[str, Any]:
        """What `changes` says of one field."""
        one = self.fields[key]
        old, new = getattr(before, one.name), getattr(after, one.name)
        if one.name in self._within:
            prefix, inner = self._within[one.name]
            return {prefix + k: v for k, v in inner.changes(old, new).items()}
        if all(getattr(before, n) == getattr(after, n) for n in one.attributes):
            return {}
        if new == one.default and empties(one):
            return {key: None}
        if key in self.keys:
            return {key: self.write_key(after, key)}
        return {key: apart[key]} if key in apart else {}

    def write_key(self, record: T, key: str) -> Any:
        """The value of one key in an entry, even if it is the default."""
        names = self.fields[key].attributes
        value = getattr(record, names[0]) if len(names) == 1 else tuple(getattr(record, n) for n in names)
        return self.keys[key].write(value)

    @property
    def usual_provenance(self) -> Provenance:
        """The provenance of a record that does not state one."""
        default: Provenance = self.fields["provenance"].default
        return default


def empties(one: DeclaredField) -> bool:
    """Whether no value in a file is the default of a field, so that null stands for it in a variant."""
    default, field = one.default, one.field
    if one.required or default is MISSING or isinstance(default, bool | Provenance):
        return False
    if field.emptied:
        return True
    if default is None:
        # A cost without a number is written as a word.
        is_cost = "prohibited" in (field.pattern or "")
        return field.codec is None or "null" in (field.kinds or ()) or not is_cost
    if isinstance(default, str):
        return default == "" and (field.pattern is not None or field.choices is not None)
    if isinstance(default, int | float):
        low, above = field.minimum, field.above
        return (low is not None and default < low) or (above is not None and default <= above)
    if isinstance(default, tuple | frozenset):
        return bool(field.apart or field.least or "object" in (field.kinds or ()))
    return True


def entry_keys(one: DeclaredField) -> tuple[str, ...]:
    """The keys by which a variant finds the entries of a list in its base; () if it replaces the list."""
    if one.field.keyed is not None:
        return one.field.keyed
    inner = form_of(entry_type(one.type)).type
    named = is_record(inner) and one.field.codec is None and any(
        d.key == "id" and d.required for d in declared(inner))
    return ("id",) if named else ()


def is_section(one: DeclaredField) -> bool:
    """Whether a field is a mapping of settings that a variant changes key by key."""
    return is_dataclass(one.type) and not one.form.optional and one.field.codec is None and (
        not one.field.apart and one.field.within is None and one.type is not Provenance)


_RECORDS: dict[Any, Record[Any]] = {}


def record_of(make: type[T]) -> Record[T]:
    """The codec of a class of records."""
    if make not in _RECORDS:
        _RECORDS[make] = Record(make)
    return _RECORDS[make]


def record_of_entries(one: DeclaredField) -> Record[Any]:
    """The codec of the entries of a list of records."""
    return record_of(form_of(entry_type(one.type)).type)


def read_list(record: Record[T], data: Mapping[str, Any], section: str) -> tuple[T, ...]:
    """The records of a section, with the provenance that its `..._provenance` key gives for all."""
    whole = data.get(f"{section}_provenance")
    defaults = {} if whole is None else {"provenance": read_provenance(whole)}
    return tuple(record.read(entry, **defaults) for entry in data.get(section, ()))


def write_list(
    record: Record[T], entries: Sequence[T], section: str, whole: Provenance | None
) -> dict[str, Any]:
    """A section and, if `whole` is a provenance, that provenance for all its entries; {} if it is empty."""
    out: dict[str, Any] = {} if whole is None else {f"{section}_provenance": write_provenance(whole)}
    defaults: dict[str, Any] = {} if whole is None else {"provenance": whole}
    if entries:
        out[section] = [record.write(e, **defaults) for e in entries]
    return out


def common_provenance(entries: Sequence[Any], usual: Provenance) -> Provenance | None:
    """The provenance that a section may state once for all its entries; None if the usual one fits."""
    if not entries:
        return None
    most, _ = Counter(e.provenance for e in entries).most_common(1)[0]
    return None if most == usual else most


def list_provenances(data: Mapping[str, Any]) -> dict[str, Provenance | None]:
    """The values of the `..._provenance` keys of a file, by section; for writing it the same way."""
    tail = "_provenance"
    return {k.removesuffix(tail): read_provenance(v) for k, v in data.items() if k.endswith(tail)}
