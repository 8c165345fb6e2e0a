"""Variants: files that hold only what differs from the document they extend.

Everything left out is that of the base. A list whose entries have an `id`, or keys declared as `keyed`, is
merged, also within sections and entries: an entry with the id of one of the base changes the keys it gives,
any other is added, and `remove: true` takes one away. An entry that changes more than looks and names is the
designer's unless it states its provenance: the rulebook does not say what it says. A section of its own, such
as a mapping of settings, is merged key by key. Any other value replaces that of the base, and null stands for
what a whole file leaves out.

A list within a section that the base leaves at its default is not merged but replaced: only what a file
states can be changed entry by entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from operator import attrgetter
from typing import Any, TypeVar

from ..fields import DeclaredField, declared
from ..frozen_data import FrozenMap, thawed
from ..provenance import Provenance, designers_own
from ..unmatched import Step, step_of
from ..wording import quoted, where_words
from .codec import (
    Record,
    codec_of,
    entry_keys,
    is_section,
    read_provenance,
    read_text,
    record_of,
    record_of_entries,
    write_provenance,
)
from .file_problems import FileProblems
from .plain_data import SINGLE, DataPath, Decimal

T = TypeVar("T")
Data = Mapping[str, Any]
REMOVE = "remove"


# -- reading ------------------------------------------------------------------------------------


class ListReader:
    """Merges the entries of one list of a variant into those of its base."""

    def __init__(
        self, section: str, record: Record[Any], keys: Sequence[str], problems: FileProblems,
        same: Callable[[Any], Hashable] | None = None, at: DataPath = (), words: str = "",
        departs: bool = True, way: Sequence[Step] = (),
    ) -> None:
        """`same` gives the identity of an entry, from its data or its record; without it the texts of its
        keys are that. `at` is the path of the mapping that has the list, and `way` the same by the keys of
        entries. With `departs` an entry that changes a fact and states no provenance is the designer's."""
        self._section, self._record, self._keys, self._problems = section, record, keys, problems
        self._at: DataPath = (*at, section)
        self._way: tuple[Step, ...] = (*way, section)
        self._same = same or self._by_keys
        self._kind, self._departs = words, departs
        self._spoken_of: set[Hashable] = set()
        """The entries that the file says anything about."""

    def _by_keys(self, entry: Any) -> Hashable:
        if isinstance(entry, Mapping):
            return tuple(read_text(entry[k]) for k in self._keys)
        return tuple(str(getattr(entry, k)) for k in self._keys)

    def merged(
        self, given: Sequence[Data], base: Sequence[T], whole: Provenance | None = None,
        apart: Callable[[Data, int], dict[str, Any] | None] = lambda _data, _i: {},
        usual: Provenance | None = None,
    ) -> tuple[T, ...]:
        """The entries of the base, changed, without those removed; then those added.

        `whole` is the provenance that the file states for all its entries of the list, `usual` that of added
        ones otherwise. `apart` reads what the record does not read itself; None leaves an entry out, and says
        why.
        """
        entries: list[Any] = list(base)
        places: dict[Hashable, int] = {}
        for n, entry in enumerate(base):
            places.setdefault(self._same(entry), n)
        used: dict[Hashable, int] = {}
        self._spoken_of = set(map(self._same, given))
        own = {} if whole is None else {"provenance": whole}
        new = own or ({} if usual is None else {"provenance": usual})
        for i, data in enumerate(given):
            same = self._same(data)
            place = places.get(same)
            if data.get(REMOVE) and place is None:
                self._unknown(data, i, base)
            elif place is not None and same in used:
                self._problems.error(
                    "twice", f"`{self._section}` changes {quoted(self._name(data))} twice"
                    f"{self._problems.lines((*self._at, used[same]), (*self._at, i))}. Join the entries.",
                    (*self._at, i))
            elif data.get(REMOVE) and place is not None:
                entries[place] = None
                used[same] = i
            elif (more := apart(data, i)) is not None:
                if place is not None:
                    used[same] = i
                    lists = self._merged_within(entries[place], data, i)
                    plain = {k: v for k, v in data.items() if k not in lists}
                    before = entries[place]
                    changed = self._record.change(
                        before, plain, **{**own, **more, **_by_name(self._record, lists)})
                    if self._departs and not own and "provenance" not in data and _has_other_facts(
                            self._record, before, changed):
                        changed = designers_own(changed)
                    empty = {one.name: one.default for one in _outdated(self._record, before, changed)
                             if one.key not in data}
                    entries[place] = replace(changed, **empty) if empty else changed
                elif self.is_whole(data, i, base):
                    lists = self._merged_within(None, data, i)
                    full = {k: v for k, v in data.items() if v is not None and k not in lists}
                    entries.append(self._record.read(
                        full, **{**new, **more, **_by_name(self._record, lists)}))
        return tuple(e for e in entries if e is not None)

    def _merged_within(self, before: Any, data: Data, i: int) -> dict[str, tuple[Any, ...]]:
        """The lists of entries with ids within an entry, by key, merged into those of the entry `before`."""
        return {
            key: ListReader(key, record_of_entries(one), keys, self._problems, at=(*self._at, i),
                            words=self._kind, departs=self._departs,
                            way=(*self._way, step_of(data, self._keys))).within(one, data[key], before)
            for key, one in self._record.fields.items()
            if data.get(key) is not None and not one.field.apart and (keys := entry_keys(one))}

    def within(
        self, one: DeclaredField, given: Sequence[Data], before: Any, whole: Provenance | None = None,
    ) -> tuple[Any, ...]:
        """The entries of a list within a section or an entry; `before` is that section or entry of the base,
        None if it has none."""
        old = () if before is None else getattr(before, one.name)
        if not old or old != one.default:
            return self.merged(given, old, whole)
        # The list replaces its default, of which nothing needs to be removed.
        ids = set(map(self._same, old))
        return self.merged([d for d in given if not d.get(REMOVE) or self._same(d) not in ids], (), whole)

    def is_whole(self, data: Data, i: int, base: Sequence[Any] = ()) -> bool:
        """Whether an entry that is new has all it needs; if not, that is a problem. `base` are the entries of
        the base."""
        missing = [one.key for one in self._record.fields.values()
                   if one.required and one.key and data.get(one.key) is None]
        for key in missing:
            path = (*self._at, i)
            where = where_words(path, self._problems.reading.data, self._kind)
            message = (
                f"{where[:1].upper()}{where[1:]} needs the key `{key}`: the base has no such entry, so this "
                "one is new.")
            if not self._problems.keeps_unmatched:
                self._problems.error("missing-key", message, path)
                continue
            # The entry is left out as a whole, so one problem is enough.
            self._no_match("missing-key", message, data, i, base)
            break
        return not missing

    def _no_match(self, code: str, message: str, data: Data, i: int, base: Sequence[Any]) -> None:
        single = self._keys[0] if len(self._keys) == 1 and self._same == self._by_keys else ""
        self._problems.no_match(
            code, message, self._way, "entry", data, (*self._at, i), self._name(data),
            [str(getattr(e, single)) for e in base if self._same(e) not in self._spoken_of] if single else (),
            single)

    def _name(self, data: Data) -> str:
        return " ".join(read_text(data[k]) for k in self._keys if k in data)

    def _unknown(self, data: Data, i: int, base: Sequence[Any]) -> None:
        names = [" ".join(str(getattr(e, k)) for k in self._keys) for e in base]
        name = self._name(data)
        known = self._problems.suggest(self._section, name, names) if self._same == self._by_keys else ""
        self._no_match("unknown-entry", (
            f"`{self._section}` of the base has no entry {quoted(name)} to remove.{known}"), data, i, base)


def _outdated(record: Record[Any], before: Any, after: Any) -> list[DeclaredField]:
    """The fields with words of the base about what an entry changes: they do not hold for it any more. Where
    nothing is left to tell, the words stay."""
    return [
        one for one in record.fields.values()
        if one.field.tells is not None and getattr(before, one.name) != one.default
        and getattr(after, one.field.tells) not in ((), getattr(before, one.field.tells))]


def _has_other_facts(record: Record[Any], before: Any, after: Any) -> bool:
    """Whether two entries differ in more than looks, names and sources."""
    return any(getattr(before, name) != getattr(after, name)
               for one in record.fields.values() if one.field.fact is not False and one.name != "provenance"
               for name in one.attributes)


def _by_name(record: Record[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by attribute that are given by key."""
    return {record.fields[key].name: value for key, value in values.items()}


def read_changes(
    make: Any, start: Any, data: Data, problems: FileProblems, kind: str, at: DataPath = (),
    departs: bool = True,
) -> dict[str, Any]:
    """The values, by attribute, that data of a variant changes in a document `start`, or in a section of one.

    `kind` is the kind of the file, for messages; `departs` as for `ListReader`.
    """
    record: Record[Any] = record_of(make)
    plain = dict(data)
    values: dict[str, Any] = {}
    for one in declared(make):
        if not one.key or one.key not in data or one.field.apart:
            continue
        value, before = data[one.key], getattr(start, one.name)
        if value is not None and (keys := entry_keys(one)):
            whole = data.get(f"{one.key}_provenance")
            own = None if whole is None else read_provenance(whole)
            reader = ListReader(one.key, record_of_entries(one), keys, problems, at=at, words=kind,
                                departs=departs, way=[step for step in at if isinstance(step, str)])
            values[one.name] = (
                reader.within(one, value, start, own) if at else
                reader.merged(value, () if _replaces(one, value, before) else before, own))
        elif value is not None and is_section(one) and before is not None and not at:
            values[one.name] = replace(
                before, **read_changes(one.type, before, value, problems, kind, (*at, one.key), departs))
        elif value is not None and isinstance(before, FrozenMap):
            values[one.name] = codec_of(one).read(value).over(before)
        else:
            continue
        del plain[one.key]
    values.update(record.changed_values(plain, start))
    return values


def _replaces(one: DeclaredField, given: Sequence[Data], before: Any) -> bool:
    """Whether a list of a variant stands in place of what the program supplies where a base has none: its
    entries are whole, and none removes anything."""
    needed = [d.key for d in record_of_entries(one).fields.values() if d.required and d.key]
    return _is_supplied(one, before) and all(
        not entry.get(REMOVE) and all(entry.get(key) is not None for key in needed) for entry in given)


def _is_supplied(one: DeclaredField, before: Any) -> bool:
    """Whether a base has no entries of its own in a list for which the program supplies some."""
    return bool(one.default) and before == one.default


def in_order(
    make: Any, values: dict[str, Any], order: Mapping[str, Any], problems: FileProblems, start: Any
) -> dict[str, Any]:
    """The values with the lists that `order` names in that order; what it does not name comes last."""
    lists = {one.key: one for one in declared(make) if entry_keys(one)}
    for key, given in order.items():
        ids = list(map(read_text, given))
        if key not in lists:
            problems.error("unknown-key", (
                f"`order` names {quoted(key)}, which is not a list whose entries have ids."
                f"{problems.suggest('order', key, list(lists))}"), ("order", key))
            continue
        name = lists[key].name
        entries = values.get(name, getattr(start, name))
        names = [name_in_order(e, entry_keys(lists[key])) for e in entries]
        known = set(names)
        for i, id in enumerate(ids):
            if id not in known:
                problems.no_match("unknown-entry", (
                    f"`order` of `{key}` names {quoted(id)}, and `{key}` has no such entry."
                    f"{problems.suggest(key, id, sorted(known))}"), ("order", key), "entry", id,
                    ("order", key, i), id, sorted(known - set(ids)))
        place = {id: n for n, id in reversed(list(enumerate(ids)))}
        last = len(ids)
        pairs = sorted(zip(names, entries, strict=True), key=lambda e: place.get(e[0], last))
        values[name] = tuple(entry for _, entry in pairs)
    return values


def refuse_changes(data: Data, problems: FileProblems, keys: Collection[str], kind: str) -> None:
    """A problem for each of the keys, and for each `remove`, in a file without `extends`."""
    for key in keys:
        if key in data:
            problems.error("not-a-variant", (
                f"`{key}` belongs to a variant; this {kind} names no base in `extends`."), (key,))
    for path in _removals(data, ()):
        problems.error("not-a-variant", (
            f"`{REMOVE}` belongs to a variant; this {kind} names no base in `extends`. Leave the entry out."),
            path)


_SINGLE = SINGLE | {Decimal}


def _removals(data: Any, at: DataPath) -> Iterator[DataPath]:
    """The paths of the entries of lists with `remove: true`; those in the changes of options may have it."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if value.__class__ not in _SINGLE and key != "changes" and isinstance(value, Mapping | list):
                yield from _removals(value, (*at, key))
    elif isinstance(data, list):
        for i, entry in enumerate(data):
            if entry.__class__ in _SINGLE:
                continue
            if isinstance(entry, Mapping) and entry.get(REMOVE) is True:
                yield (*at, i)
            elif isinstance(entry, Mapping | list):
                yield from _removals(entry, (*at, i))


# -- writing ------------------------------------------------------------------------------------


def list_changes(
    record: Record[T], keys: Sequence[str], after: Sequence[T], before: Sequence[T],
    whole: Provenance | None = None, usual: Provenance | None = None,
    same: Callable[[T], Hashable] | None = None, named: Callable[[T], Data] | None = None,
    apart: Callable[[T], Data] = lambda _entry: {},
) -> list[dict[str, Any]]:
    """The entries of a variant's list that turn `before` into `after`; of entries of one identity the first
    counts.

    `named` gives the keys that find an entry, and `apart` those of its keys that the record does not write.
    """
    same = same or (lambda e: tuple(str(getattr(e, k)) for k in keys))
    named = named or (lambda e: {k: record.write_key(e, k) for k in keys})
    old: dict[Hashable, T] = {}
    for entry in before:
        old.setdefault(same(entry), entry)
    kept = {same(e) for e in after}
    changes: list[dict[str, Any]] = [{**named(e), REMOVE: True} for e in old.values() if same(e) not in kept]
    own = {} if whole is None else {"provenance": whole}
    new = own or ({} if usual is None else {"provenance": usual})
    used: set[Hashable] = set()
    for e in of_base_again(after, old.values(), same):
        was = old.get(same(e))
        if was is None or same(e) in used:
            changes.append(record.write(e, apart(e), **new))
        else:
            start: Any = was
            if own:
                start = replace(start, **own)
            elif _has_other_facts(record, was, e):
                start = designers_own(start)
            if e != was:
                changed = record.changes(start, e, apart(e), keys)
                for one in _outdated(record, start, e):
                    changed = _with_words(record, changed, one, start, e)
                changes.append({**named(e), **changed, **_changes_within(record, start, e)})
        used.add(same(e))
    return changes


def of_base_again(entries: Iterable[T], base: Iterable[T], same: Callable[[T], Hashable]) -> tuple[T, ...]:
    """The entries of a list; for those that were changed back those of the base, which are not the designer's
    any more. `same` gives the identity of an entry."""
    old = {same(e): e for e in base}
    return tuple(_of_base_again(e, old[same(e)]) if same(e) in old else e for e in entries)


def _of_base_again(entry: T, was: T) -> T:
    if entry == was or not is_dataclass(entry):
        return entry
    again = lists_of_base_again(entry, was)
    return was if again == designers_own(was) else again


def lists_of_base_again(document: T, base: T) -> T:
    """A ruleset, or a section or an entry of one, with what was changed back as `of_base_again` has it."""
    make: Any = type(document)
    again: dict[str, Any] = {}
    for one in declared(make):
        now, before = getattr(document, one.name), getattr(base, one.name)
        if now == before:
            continue
        if keys := entry_keys(one):
            again[one.name] = of_base_again(now, before, attrgetter(*keys))
        elif one.key and is_section(one) and now is not None and before is not None:
            again[one.name] = lists_of_base_again(now, before)
    return replace(document, **again) if again else document  # type: ignore[type-var]


def _with_words(
    record: Record[Any], changed: Mapping[str, Any], one: DeclaredField, before: Any, after: Any
) -> dict[str, Any]:
    """The changes of an entry with words of the base that are kept; without words there are none to state."""
    words = getattr(after, one.name)
    if words == one.default:
        return {k: v for k, v in changed.items() if k != one.key}
    if words != getattr(before, one.name):
        return dict(changed)
    stated = {**changed, one.key: record.write_key(after, one.key)}
    return {k: stated[k] for k in record.fields if k in stated}


def _changes_within(record: Record[Any], before: Any, after: Any) -> dict[str, Any]:
    """The changes, by key, of the lists of entries with ids within an entry or a section."""
    return {key: _changes_of_list(one, getattr(before, one.name), getattr(after, one.name))
            for key, one in record.fields.items() if entry_keys(one) and not one.field.apart
            and getattr(before, one.name) != getattr(after, one.name)}


def _changes_of_list(one: DeclaredField, before: Sequence[Any], after: Sequence[Any]) -> list[dict[str, Any]]:
    """The changes of a list within an entry or a section; one at its default is replaced."""
    return list_changes(
        record_of_entries(one), entry_keys(one), after, () if before == one.default else before)


def write_changes(
    make: Any, after: Any, before: Any, whole: Mapping[str, Provenance | None] | None = None,
    section: bool = False,
) -> dict[str, Any]:
    """The data of a variant that turns one document, or a section of one, into another; {} if they are equal.

    `whole` says which lists state a provenance for all their entries.
    """
    record: Record[Any] = record_of(make)
    data: dict[str, Any] = {}
    for one in declared(make):
        if not one.key or one.field.apart:
            continue
        old, new = getattr(before, one.name), getattr(after, one.name)
        if section and entry_keys(one):
            if old != new:
                data[one.key] = _changes_of_list(one, old, new)
        elif keys := entry_keys(one):
            origin = (whole or {}).get(one.key)
            inner = record_of_entries(one)
            if origin is not None and "provenance" in inner.keys:
                data[f"{one.key}_provenance"] = write_provenance(origin)
            else:
                origin = None
            base = () if old != new and _is_supplied(one, old) else old
            changes = list_changes(inner, keys, new, base, origin)
            if changes:
                data[one.key] = changes
            elif origin is not None:
                del data[f"{one.key}_provenance"]
        elif old == new:
            continue
        elif is_section(one) and old is not None and new is not None and not section:
            data[one.key] = write_changes(one.type, new, old, section=True)
        elif isinstance(new, FrozenMap):
            data[one.key] = thawed(_laid_over(old, new)) if new else None
        else:
            data |= record.change_of_key(before, after, one.key)
    return data


def name_in_order(entry: Any, keys: Sequence[str]) -> str:
    """What `order` calls an entry: its id, or its keys as 1/blue."""
    return "/".join(str(getattr(entry, k)) for k in keys)


def order_changes(make: Any, after: Any, before: Any) -> dict[str, list[str]]:
    """The ids of the lists whose order is not that which a variant's file has without saying so."""
    order: dict[str, list[str]] = {}
    for one in declared(make):
        if keys := entry_keys(one):
            new, old = ([name_in_order(e, keys) for e in getattr(x, one.name)] for x in (after, before))
            if _is_supplied(one, getattr(before, one.name)):
                continue
            usual = [*(i for i in old if i in set(new)), *(i for i in new if i not in set(old))]
            if new != usual:
                order[one.key] = new
    return order


def twice_named(make: Any, document: Any) -> str:
    """The complaint that a list of a variant has two entries of one id; "" if there are none."""
    for one in declared(make):
        keys = entry_keys(one)
        if not keys:
            continue
        seen: set[tuple[str, ...]] = set()
        for entry in getattr(document, one.name):
            same = tuple(str(getattr(entry, k)) for k in keys)
            if same in seen:
                return (f"`{one.key}` has two entries {quoted(' '.join(same))}; a file that extends another "
                        "can hold one of each. Give the other a name of its own.")
            seen.add(same)
    return ""


def _laid_over(below: FrozenMap, wanted: FrozenMap) -> FrozenMap:
    """What laid over `below` gives `wanted`, if anything does."""
    changed: list[tuple[str, Any]] = []
    for key, value in wanted.entries:
        old = below.get(key)
        if old == value:
            continue
        if isinstance(value, FrozenMap) and isinstance(old, FrozenMap):
            value = _laid_over(old, value)
        changed.append((key, value))
    return FrozenMap(tuple(changed))
