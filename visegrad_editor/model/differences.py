"""What turns one design into another, as values: each with a sentence, the hexes it concerns, and the way to
take it back.

The fields that documents declare are walked, so that a field added to a document is compared at once. Entries
of lists are found by their names and ids, lines and roads by kind and name, terrain and countries hex by hex.
Where a value comes from is told only if nothing else of its entry differs, because it changes with the value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol

from ..hexgrid import Hex, HexGrid, Hexside
from ..lazy_dataclass import dataclass
from .compare import plain_words
from .design import Design
from .fields import DeclaredField, declared_by_name
from .files.codec import is_section
from .files.plain_data import shorten
from .files.sources import Kind
from .frozen_data import thawed
from .gamemap import HexsideLine, Road
from .id_words import id_words
from .layer import Layer
from .look import NO_LOOK
from .place_words import country_name, hex_words, in_words, where_words
from .provenance import UNIT_VALUES, Provenance
from .rules.phrases import either, plural, small
from .rules.victory import Victory
from .scenario import (
    AssetStart,
    JudgedProblem,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    changed_values,
)
from .scenario_words import changed_sentences, content_words, field_words, goals
from .schedule import ScheduledEvent
from .timetable_words import event_name
from .unmatched import Unmatched
from .where import Where
from .wording import count, key_title, listed

ChangeKind = Literal["moved", "changed", "added", "removed"]
KINDS: tuple[Kind, ...] = ("scenario", "map", "ruleset")
"""The documents in the order in which their changes are listed."""
HEAD = frozenset({
    "name", "extends", "title", "version", "summary", "notes", "provenance", "map", "ruleset", "unmatched"})
"""The fields of documents in which each file differs from any other."""
_PLACE = ("setup", "position", "reinforcement")
_VALUES = ("values", "steps")
_MOST_HEXES = 8
_LONGEST = 160
_COMPLETE = 10_000_000
_NAMED_HEXES = ("places", "labels")
"""The lists of a map whose entries are called by their hex, and have a name besides."""
_MOST_NAMES = 12


class EntryStep(NamedTuple):
    """One entry of a list: what is called so, the nth of that name."""

    name: str
    nth: int = 0


class CellStep(NamedTuple):
    """A place in a list whose entries have no names, such as a row of numbers; or a place in such a row."""

    row: int
    column: int | None = None


ORDER = EntryStep("", -1)
"""In place of an entry: the order of the list."""
Step = str | tuple[str, ...] | EntryStep | CellStep | Hex
"""An attribute; attributes that belong together; an entry of a list; a cell of a table; a hex of a layer."""
MISSING: Any = object()
"""In place of a value that a document does not have."""


class Resettable(Protocol):
    """What can be taken back: a way to it from a document."""

    @property
    def document(self) -> Kind: ...

    @property
    def path(self) -> tuple[Step, ...]: ...

    @property
    def also(self) -> tuple[tuple[Step, ...], ...]: ...


@dataclass(frozen=True)
class DesignChange:
    """One difference between two designs, the earlier one and the later."""

    kind: ChangeKind
    document: Kind
    section: str
    """The attribute of the document."""
    what: str
    """What has changed, as a noun: `unit`, `hex`, `terrain`."""
    key: str
    """The unit, as nationality/name, or the id or name of the entry; "" for a value of the document."""
    before: str
    after: str
    """The value in words; "" where there was, or is, none."""
    text: str
    """A sentence."""
    path: tuple[Step, ...]
    """The way to it from the document; a tuple of attributes comes last."""
    was: tuple[Hex, ...] = ()
    """The hexes it concerned."""
    hexes: tuple[Hex, ...] = ()
    """The hexes it concerns now."""
    name: str = ""
    """What the unit or entry is called in sentences."""
    also: tuple[tuple[Step, ...], ...] = ()
    """Other ways that are taken back with it: where what moved was."""
    follows: bool = False
    """Whether it is a unit that only does as its set-up group, whose change is told."""

    @property
    def field(self) -> str:
        """The attribute of the entry or the document that differs; "" if all of an entry does."""
        last = self.path[-1]
        if isinstance(last, EntryStep | CellStep | Hex):
            return ""
        return last if isinstance(last, str) else last[0]

    @property
    def fields(self) -> tuple[str, ...]:
        """The attributes that differ together."""
        last = self.path[-1]
        if isinstance(last, EntryStep | CellStep | Hex):
            return ()
        return (last,) if isinstance(last, str) else last

    @property
    def group(self) -> str:
        """The heading under which lists show it: `Units`, `Terrain of the map`; values of a document stand
        under its own."""
        if len(self.path) == 1:
            return self.document.capitalize()
        name = key_title("hexsides" if self.section == "lines" else self.section.strip("_"))
        return name if self.document == "scenario" else f"{name} of the {self.document}"

    @property
    def in_head(self) -> bool:
        """Whether it is a name, a title or the like, in which each file differs from any other."""
        return len(self.path) == 1 and self.section in HEAD

    def as_dict(self, before: Design, after: Design) -> dict[str, Any]:
        """Its parts for programs, complete where the sentence is cut; for hexes that become something else
        also what each of them was."""
        one, other = before.map.grid, after.map.grid
        told: dict[str, Any] = {
            "kind": self.kind, "document": self.document, "group": self.group, "section": self.section,
            "what": self.what, "key": self.key, "name": self.name, "field": self.field,
            "before": self._complete(self.before, before), "after": self._complete(self.after, after),
            "was": [one.number(h) for h in self.was if h in one],
            "hexes": [other.number(h) for h in self.hexes if h in other], "text": self.text}
        layer = getattr(before.map, self.section, None)
        if self.document == "map" and isinstance(layer, Layer):
            told["each"] = {one.number(h): layer.at(h) for h in self.was if h in one}
        return told

    def _complete(self, words: str, design: Design) -> str:
        """The words of a value without a limit of their length."""
        if not words.rstrip('"').endswith("..."):
            return words
        value = value_at(getattr(design, self.document), self.path)
        return words if value is MISSING else plain_words(value, design.map.grid, _COMPLETE)


def design_changes(
    before: Design, after: Design, documents: Collection[Kind] = KINDS, head: bool = True,
) -> tuple[DesignChange, ...]:
    """What turns one design into another; () if they are equal. Without `head` the names, titles and the like
    of the documents are left out."""
    found: list[DesignChange] = []
    for kind in KINDS:
        if kind in documents:
            old, new = getattr(before, kind), getattr(after, kind)
            if old is None or new is None:
                if old is not new:
                    found.append(_lone(kind, old, new))
                continue
            found += _Comparison(kind, before, after).changes(old, new)
    return tuple(found if head else (c for c in found if not c.in_head))


def listed_changes(
    before: Design, after: Design, documents: Collection[Kind] = KINDS, of_base: bool = False,
) -> tuple[DesignChange, ...]:
    """What turns one design into another, as lists tell it: units that only follow their set-up group are
    left out, and of notes and summaries only that they differ is told. With `of_base` the names, titles and
    the like of the documents are left out, in which any variant differs."""
    found = []
    for change in design_changes(before, after, documents):
        if change.follows or (of_base and change.in_head and change.section not in _TOLD_OF_A_BASE):
            continue
        if change.path in _TEXTS:
            verb = "are" if change.section == "notes" else "is"
            of = "" if change.document == "scenario" else f" of the {change.document}"
            change = replace(change, text=f"The {change.section}{of} {verb} changed.")
        found.append(change)
    return tuple(found)


_TEXTS = frozenset({("notes",), ("summary",)})
_TOLD_OF_A_BASE = frozenset({"notes", "summary", "unmatched"})
"""The fields of `HEAD` that are told of a variant."""


def grouped(changes: Iterable[DesignChange]) -> dict[str, list[DesignChange]]:
    """The changes under their headings."""
    groups: dict[str, list[DesignChange]] = {}
    for change in changes:
        groups.setdefault(change.group, []).append(change)
    return groups


def summed_up(changes: Iterable[DesignChange], most: int = 6) -> list[str]:
    """The sentences of changes, for print: where there are more than `most` of one kind and heading, one
    sentence that counts and names them."""
    texts: list[str] = []
    kinds: dict[tuple[str, str, str], list[DesignChange]] = {}
    for change in changes:
        kinds.setdefault((change.group, change.kind, change.what), []).append(change)
    for (_, kind, what), several in kinds.items():
        if len(several) <= most:
            texts += [c.text for c in several]
            continue
        names = list(dict.fromkeys(c.name or c.key or c.what for c in several))
        verb = {"moved": "stand or arrive elsewhere", "changed": "differ"}.get(kind, f"are {kind}")
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        comma = "; " if any(", " in name for name in names) else ", "
        texts.append(f"{len(several)} {plural(what)} {verb}: {comma.join(names[:_MOST_NAMES])}{more}.")
    return texts


def take_back(now: Design, base: Design, changes: Iterable[Resettable]) -> Design:
    """The design with what differs from `base` by these changes as it is there. Raises `ValueError` for
    changes of a map with another grid."""
    ways: dict[Kind, list[tuple[Step, ...]]] = {}
    for change in changes:
        if change.document == "map" and now.map.grid != base.map.grid:
            raise ValueError("The grid is another, so nothing on the map can be reset. Undo what changed it.")
        ways.setdefault(change.document, []).extend((change.path, *change.also))
    for kind, paths in ways.items():
        document, old = getattr(now, kind), getattr(base, kind)
        if document is None or old is None:
            continue
        lists: dict[str, list[tuple[Step, ...]]] = {}
        for path in dict.fromkeys(paths):
            # The entries of a list go back together: there may be thousands.
            if len(path) > 1 and isinstance(path[0], str) and isinstance(path[1], EntryStep):
                lists.setdefault(path[0], []).append(path[1:])
            else:
                document = _reset(document, old, path)
        fields: dict[str, Any] = {
            section: _reset_entries(getattr(document, section), getattr(old, section), inner)
            for section, inner in lists.items()}
        whole: dict[str, Any] = {kind: replace(document, **fields) if fields else document}
        now = replace(now, **whole)
    return now


def _lone(kind: Kind, old: Any, new: Any) -> DesignChange:
    there = old if new is None else new
    title, text = str(there.title), f'There is the {kind} "{there.title}".'
    if new is None:
        return DesignChange("removed", kind, kind, kind, "", title, "", f"There is no {kind}.", (kind,))
    return DesignChange("added", kind, kind, kind, "", "", title, text, (kind,))


# -- entries and their names ----------------------------------------------------------------------


def identity(entry: Any) -> str:
    """What an entry of a list is called."""
    if isinstance(entry, Unit):
        return entry.key
    if isinstance(entry, HexsideLine | Road):
        return f"{entry.kind}/{entry.name}"
    if not is_dataclass(entry):
        return str(entry[0]) if isinstance(entry, tuple) and entry else str(entry)
    if isinstance(entry, JudgedProblem):
        return "/".join((entry.code, entry.unit, entry.hex))
    for key in ("id", "hex", "key", "name", "text"):
        if value := getattr(entry, key, ""):
            return f"{value.col},{value.row}" if isinstance(value, Hex) else str(value)
    if hasattr(entry, "turn") and hasattr(entry, "side"):
        return f"{entry.turn}/{entry.side}"
    return str(getattr(entry, "rule", ""))


def by_step(entries: Iterable[Any]) -> dict[EntryStep, Any]:
    """The entries of a list by what they are called in it."""
    seen: Counter[str] = Counter()
    found: dict[EntryStep, Any] = {}
    for entry in entries:
        name = identity(entry)
        found[EntryStep(name, seen[name])] = entry
        seen[name] += 1
    return found


def _same_layers(one: Any, other: Any) -> bool:
    """Whether two layers have the same value in each hex; their letters do not matter."""
    return isinstance(one, Layer) and isinstance(other, Layer) and (
        list(map(len, one.rows)) == list(map(len, other.rows)) and next(one.differing(other), None) is None)


def _has_entries(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(
        is_dataclass(v) or (isinstance(v, tuple) and len(v) == 2 and isinstance(v[0], str)) for v in value
    ) and all(map(identity, value))


_LEAVES_OR_MAY_MOVE = {"withdrawal": "does not leave", "release": "may move at once"}
"""What a unit does that says nothing about when it leaves, or from when on it may move."""
_TOLD_WHOLE = (ScheduledEvent, ReplacementOverride, JudgedProblem)
"""The entries that are said in one sentence, so that what differs in them is, too."""
_NOUNS = {"schedule": "event"}
"""What an entry is called where the name of its list does not say it."""
_GROUPED = ("lines", "roads")
"""The lists of a map whose entries of one kind and name are one thing."""


def value_at(value: Any, path: Sequence[Step]) -> Any:
    """What a way leads to, the values of attributes that belong together as a tuple; `MISSING` if a document
    has no such entry or hex."""
    for step in path:
        if value is None or value is MISSING:
            return MISSING
        if isinstance(step, EntryStep):
            value = by_step(value).get(step, MISSING)
        elif isinstance(step, CellStep):
            value = _cell_at(value, step)
        elif isinstance(step, Hex):
            there = step.row < len(value.rows) and step.col < len(value.rows[step.row])
            value = value.at(step) if there else MISSING
        elif isinstance(step, str):
            value = getattr(value, step)
        else:
            value = tuple(getattr(value, name) for name in step)
    return value


def _cell_at(rows: Sequence[Any], cell: CellStep) -> Any:
    if cell.row >= len(rows):
        return MISSING
    row = rows[cell.row]
    if cell.column is None:
        return row
    return row[cell.column] if cell.column < len(row) else None


# -- taking back ----------------------------------------------------------------------------------


def _reset(now: Any, base: Any, path: Sequence[Step]) -> Any:
    step, *rest = path
    if isinstance(step, EntryStep):
        return _reset_entries(now, base, [path])
    if isinstance(step, CellStep):
        return _reset_cell(now, base, step)
    if isinstance(step, Hex):
        again = now.with_values({step: base.at(step)})
        return base if _same_layers(again, base) else again
    if not isinstance(step, str):
        return _reset_together(now, base, step)
    if rest:
        return replace(now, **{step: _reset(getattr(now, step), getattr(base, step), rest)})
    return replace(now, **{step: getattr(base, step)})


def _reset_cell(now: Sequence[Any], base: Sequence[Any], cell: CellStep) -> tuple[Any, ...]:
    row, value = cell.row, _cell_at(base, cell)
    if value is MISSING or row >= len(now):
        return tuple(now)
    if cell.column is not None:
        line = [*now[row], *(None for _ in range(cell.column + 1 - len(now[row])))]
        line[cell.column] = value
        while line and line[-1] is None:
            line.pop()
        value = tuple(line)
    return (*now[:row], value, *now[row + 1:])


def as_there(again: Any, base: Any) -> Any:
    """An entry that is again as in the base but for where its values come from, as it is there; in a unit the
    values that are as in the base come from there again."""
    if again == base or not hasattr(again, "provenance"):
        return again
    if replace(again, provenance=base.provenance) == base:
        return base
    if isinstance(again, Unit) and isinstance(base, Unit):
        differ = changed_values(base, again)
        for name in UNIT_VALUES:
            if name not in differ and again.provenance.of(name) != base.provenance.of(name):
                again = replace(again, provenance=again.provenance.with_values(
                    [name], base.provenance.of(name)))
    return again


def _reset_together(now: Any, base: Any, names: tuple[str, ...]) -> Any:
    return replace(now, **{name: getattr(base, name) for name in names})


def _reset_entries(now: Any, base: Any, paths: Sequence[Sequence[Step]]) -> Any:
    """A list, or a layer, with what these ways lead to as in the base; each begins with an entry."""
    steps = [(path[0], path[1:]) for path in paths if isinstance(path[0], EntryStep)]
    if isinstance(now, Layer):
        names = {step.name for step, _ in steps}
        again = now.with_values({h: base.at(h) for h in now.differing(base) if now.at(h) in names})
        return base if _same_layers(again, base) else again
    if any(isinstance(e, HexsideLine | Road) for e in (*now, *base)):
        for step, _ in steps:
            now = _reset_group(now, base, step.name)
        return now
    here, there = by_step(now), by_step(base)
    back: set[EntryStep] = set()
    for step, rest in steps:
        if step == ORDER:
            continue
        if rest and step in here and step in there:
            here[step] = as_there(_reset(here[step], there[step], rest), there[step])
        elif step not in there:
            here.pop(step, None)
        elif step in here:
            here[step] = there[step]
        else:
            back.add(step)
    here = _with_entries(here, there, back)
    if any(step == ORDER for step, _ in steps):
        place = {s: n for n, s in enumerate(there)}
        return tuple(here[s] for s in sorted(here, key=lambda s: place.get(s, len(place))))
    return tuple(here.values())


def _with_entries(
    now: Mapping[EntryStep, Any], base: Mapping[EntryStep, Any], back: Container[EntryStep]
) -> dict[EntryStep, Any]:
    """The entries with some of the base in their places: each after the last of those before it there."""
    place = {step: n for n, step in enumerate(now)}
    after: dict[int, list[EntryStep]] = {}
    last = -1
    for step in base:
        last = max(last, place.get(step, -1))
        if step in back:
            after.setdefault(last, []).append(step)
    found = {step: base[step] for step in after.get(-1, ())}
    for n, (step, entry) in enumerate(now.items()):
        found[step] = entry
        found |= {other: base[other] for other in after.get(n, ())}
    return found


def _reset_group(now: Sequence[Any], base: Sequence[Any], name: str) -> tuple[Any, ...]:
    own = [e for e in base if identity(e) == name]
    first = next((i for i, e in enumerate(now) if identity(e) == name), None)
    kept = [e for e in now if identity(e) != name]
    if first is None:
        start = next((i for i, e in enumerate(base) if identity(e) == name), len(base))
        before = {identity(e) for e in base[:start]}
        first = max((i + 1 for i, e in enumerate(kept) if identity(e) in before), default=0)
    again = (*kept[:first], *own, *kept[first:])
    # Entries of several kinds and names may take turns in the base.
    return tuple(base) if _groups(again) == _groups(base) else again


def _groups(entries: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for entry in entries:
        found.setdefault(identity(entry), []).append(entry)
    return found


# -- comparing ------------------------------------------------------------------------------------


class _Comparison:
    """Compares one kind of document of two designs."""

    def __init__(self, kind: Kind, before: Design, after: Design) -> None:
        self._kind: Kind = kind
        self._before, self._after = before, after
        self._grid: HexGrid = after.map.grid
        self._same_grid = before.map.grid == after.map.grid

    def changes(self, old: Any, new: Any) -> Iterator[DesignChange]:
        """The differences of the documents, section by section."""
        known = declared_by_name(type(new))
        for field in fields(new):
            one, other = getattr(old, field.name), getattr(new, field.name)
            if not field.compare or one is other or one == other or _same_layers(one, other):
                continue
            declaration = known.get(field.name)
            found = list(self._of_section(field.name, declaration, one, other))
            yield from found or [self._value((field.name,), declaration, one, other, "")]

    def _of_section(
        self, section: str, one: DeclaredField | None, old: Any, new: Any
    ) -> Iterator[DesignChange]:
        if isinstance(old, Layer) and isinstance(new, Layer):
            yield from self._of_layers(section, old, new)
        elif self._kind == "map" and section in _GROUPED:
            yield from self._of_groups(section, old, new)
        elif section == "unmatched":
            yield from self._of_unmatched(old, new)
        elif section == "victory":
            yield from self._of_goals(old, new)
        elif section == "special_rules" and self._kind == "scenario":
            yield from self._of_texts(section, old, new)
        elif _has_entries((*old, *new) if isinstance(old, tuple) and isinstance(new, tuple) else ()):
            yield from self._of_entries((section,), one, old, new)
        elif one is not None and is_section(one) and type(old) is type(new):
            yield from self._of_record((section,), old, new, one.field.title or section, "")

    # -- hexes ----------------------------------------------------------------------------

    def _of_layers(self, section: str, old: Layer, new: Layer) -> Iterator[DesignChange]:
        if [len(r) for r in old.rows] != [len(r) for r in new.rows]:
            return
        become: dict[str, list[Hex]] = {}
        for hex in new.differing(old):
            become.setdefault(new.at(hex), []).append(hex)
        for value, hexes in become.items():
            before = list(dict.fromkeys(self._filling(section, old.at(h), self._before) for h in hexes))
            after = self._filling(section, value, self._after)
            verb = "becomes" if len(hexes) == 1 else "become"
            text = f"{count(len(hexes), 'hex')} {verb} {after}: {self._numbers(hexes)}."
            yield DesignChange("changed", self._kind, section, "hex", value, " or ".join(before), after, text,
                               (section, EntryStep(value)), tuple(hexes), tuple(hexes))

    @staticmethod
    def _filling(section: str, value: str, design: Design) -> str:
        if section == "levels":
            return f"level {value}"
        if section != "terrain":
            return f"part of {country_name(value, design.ruleset)}" if value else "part of no country"
        kind = design.ruleset.terrain_by_id.get(value)
        return kind.name.lower() if kind is not None else value

    def _numbers(self, hexes: Sequence[Hex]) -> str:
        shown = " ".join(self._grid.number(h) for h in hexes[:_MOST_HEXES] if h in self._grid)
        return f"{shown} and {len(hexes) - _MOST_HEXES:,} more" if len(hexes) > _MOST_HEXES else shown

    def _of_groups(self, section: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[DesignChange]:
        was, now = _groups(old), _groups(new)
        for name in dict.fromkeys((*was, *now)):
            if was.get(name) != now.get(name):
                yield self._of_group(section, name, was.get(name, []), now.get(name, []))
        if was == now:
            title = "Hexsides" if section == "lines" else "Roads"
            yield DesignChange("changed", self._kind, section, section, "", "", "",
                               f"{title}: in another order.", (section,))

    def _of_group(self, section: str, name: str, was: list[Any], now: list[Any]) -> DesignChange:
        first = (now or was)[0]
        rules = (self._after if now else self._before).ruleset
        kinds: Any = rules.road_by_id if section == "roads" else rules.hexside_by_id
        kind = kinds.get(first.kind)
        label = f"{kind.name if kind else first.kind}{f' {first.name}' if first.name else ''}"
        one, other = (list(dict.fromkeys(s for e in x for s in _sides_of(e))) for x in (was, now))
        gone, come = [s for s in one if s not in other], [s for s in other if s not in one]
        where = "lies along" if section == "lines" else "runs across"
        texts = []
        if not now:
            texts.append(f"{label} is removed")
        elif not was:
            texts.append(f"{label} is added: {self._side_words(come)}")
        else:
            texts += [f"{label} also {where} {self._side_words(come)}"] if come else []
            texts += [f"{label} no longer {where} {self._side_words(gone)}"] if gone else []
            widths = [" ".join(str(w) for w in dict.fromkeys(getattr(e, "width", "") for e in x))
                      for x in (was, now)]
            if widths[0] != widths[1]:
                texts.append(f"{label}: width {widths[1]}, not {widths[0]}")
        text = "; ".join(texts) or f"{label} is drawn in other pieces"
        return DesignChange(
            "removed" if not now else "added" if not was else "changed", self._kind, section,
            "road" if section == "roads" else "hexside", name, self._side_words(gone, len(gone)),
            self._side_words(come, len(come)),
            f"{text}.", (section, EntryStep(name)), _hexes_of(gone), _hexes_of(come), label)

    def _side_words(self, sides: Sequence[Hexside], most: int = _MOST_HEXES) -> str:
        if not sides:
            return ""
        shown = " ".join(self._grid.side_text(s) for s in sides[:most])
        more = f" and {len(sides) - most:,} more" if len(sides) > most else ""
        return f"{count(len(sides), 'hexside')} ({shown}{more})"

    # -- entries of lists -------------------------------------------------------------------

    def _of_entries(
        self, path: tuple[Step, ...], one: DeclaredField | None, old: Sequence[Any], new: Sequence[Any]
    ) -> Iterator[DesignChange]:
        here, there = by_step(old), by_step(new)
        what = _noun(path, one)
        gone = [s for s in here if s not in there]
        come = [s for s in there if s not in here]
        if self._kind == "map" and path[0] in _NAMED_HEXES and self._same_grid:
            yield from self._moved(path, what, here, there, gone, come)
        for step in gone:
            yield self._whole("removed", (*path, step), what, here[step])
        for step in come:
            yield self._whole("added", (*path, step), what, there[step])
        for step, before in here.items():
            after = there.get(step)
            if after is None or after == before:
                continue
            inside: list[DesignChange]
            if isinstance(after, Unit) and isinstance(before, Unit):
                inside = list(self._of_units((*path, step), before, after))
            elif isinstance(after, _TOLD_WHOLE) and type(after) is type(before):
                inside = [self._of_whole((*path, step), what, before, after)]
            elif is_dataclass(after) and type(after) is type(before):
                inside = list(self._of_record((*path, step), before, after, self._label(after), what))
            else:
                inside = [self._of_pair((*path, step), what, before, after)]
            yield from inside or [self._value((*path, step), None, before, after, self._label(after), what)]
        if [s for s in here if s in there] != [s for s in there if s in here]:
            title = (one.field.title if one is not None else None) or str(path[-1]).replace("_", " ")
            yield DesignChange("changed", self._kind, str(path[0]), what, "", "", "",
                               f"{title}: in another order.", (*path, ORDER))

    def _moved(
        self, path: tuple[Step, ...], what: str, here: dict[EntryStep, Any], there: dict[EntryStep, Any],
        gone: list[EntryStep], come: list[EntryStep],
    ) -> Iterator[DesignChange]:
        """The places and labels that are in another hex under their old names; they are taken out of `gone`
        and `come`."""
        for old in tuple(gone):
            name = _name_in_hex(here[old])
            new = next((s for s in come if name and _name_in_hex(there[s]) == name), None)
            if new is None:
                continue
            gone.remove(old)
            come.remove(new)
            was, now = here[old].hex, there[new].hex
            before, after = self._grid.number(was), self._grid.number(now)
            text = f"{what.capitalize()} {name} moves from {before} to {after}"
            differ = "" if replace(here[old], hex=now) == there[new] else " and differs in more"
            yield DesignChange("moved", self._kind, str(path[0]), what, identity(there[new]),
                               before, after, f"{text}{differ}.", (*path, new), (was,), (now,), name,
                               ((*path, old),))

    def _whole(self, kind: ChangeKind, path: tuple[Step, ...], what: str, entry: Any) -> DesignChange:
        added = kind == "added"
        design = self._after if added else self._before
        said = content_words(entry, design)
        words = said or self._words(entry, design)
        hexes = self._hexes(entry, design)
        label = self._label(entry)
        text = f"{what.capitalize()} {label} is {kind}"
        if isinstance(entry, Unit):
            words = place_of(entry, design)
            text = f"{self._unit_name(entry)} is {kind}{f': {words}' if added else ''}"
        elif isinstance(entry, tuple) and path[0] == "options" and (usual := self._standard(entry[0])):
            text = f"{label}: {entry[1]}, not {usual}" if added else f"{label}: {usual}, not {entry[1]}"
        elif isinstance(entry, ScheduledEvent) and said and not (entry.name or entry.does):
            # The event is one of the rules: only its date is new, or gone.
            text = f"{said}, in place of what the rules say" if added else (
                f"The event {label} happens as the rules say; before: {small(said)}")
        elif added and (said or isinstance(entry, tuple)):
            text += f": {words}"
        return DesignChange(
            kind, self._kind, str(path[0]), what, identity(entry), "" if added else words,
            words if added else "", f"{text}.", path, () if added else hexes, hexes if added else (), label)

    def _standard(self, option: str) -> str:
        """What is chosen of an option that a scenario does not name; "" for an unknown one."""
        return next((o.choices[0] for o in self._after.ruleset.options if o.id == option and o.choices), "")

    def _of_pair(self, path: tuple[Step, ...], what: str, before: Any, after: Any) -> DesignChange:
        old, new = self._words(before, self._before), self._words(after, self._after)
        label = self._label(after)
        return DesignChange("changed", self._kind, str(path[0]), what, identity(after), old, new,
                            f"{label}: {new}, not {old}.", path)

    def _of_whole(self, path: tuple[Step, ...], what: str, before: Any, after: Any) -> DesignChange:
        """An entry that differs and is said in one sentence."""
        old, new = content_words(before, self._before), content_words(after, self._after)
        differ = tuple(f.name for f in fields(after) if getattr(before, f.name) != getattr(after, f.name))
        subject = f"{what.capitalize()} {self._label(after)}"
        text = f"{subject}: {new}; before: {old}" if old != new else (
            f"{subject}: another {listed([name.replace('_', ' ') for name in differ])}")
        return DesignChange("changed", self._kind, str(path[0]), what, identity(after), old, new,
                            f"{text}.", (*path, differ))

    def _words(self, entry: Any, design: Design) -> str:
        """What an entry says; of an option the title of the choice."""
        if not isinstance(entry, tuple):
            return plain_words(entry, design.map.grid, _LONGEST)
        option = next((o for o in design.ruleset.options if o.id == entry[0]), None)
        if option is not None and isinstance(entry[1], str):
            return option.title_of(entry[1])
        return plain_words(entry[1:], design.map.grid, _LONGEST)

    def _label(self, entry: Any) -> str:
        """What an entry is called in a sentence."""
        if isinstance(entry, Unit):
            return self._unit_name(entry)
        if isinstance(entry, tuple):
            option = next((o for o in self._after.ruleset.options if o.id == entry[0]), None)
            return option.name if option is not None else str(entry[0]).replace("-", " ")
        if isinstance(hex := getattr(entry, "hex", None), Hex) and hex in self._grid:
            name = getattr(entry, "name", "") or getattr(entry, "text", "")
            return f"{name} in {self._grid.number(hex)}" if name else f"in {self._grid.number(hex)}"
        if isinstance(entry, AssetStart):
            asset = next((a for a in self._after.ruleset.assets if a.id == entry.id), None)
            if asset is None:
                return entry.id
            side = self._after.ruleset.side_by_id.get(asset.side)
            return f"{asset.name}, {side.name if side else asset.side}"
        if hasattr(entry, "turn") and hasattr(entry, "side"):
            side = self._after.ruleset.side_by_id.get(entry.side)
            return f"of turn {entry.turn}, {side.name if side else entry.side}"
        if isinstance(entry, JudgedProblem):
            return f"`{entry.code}`"
        if isinstance(entry, ScheduledEvent):
            return event_name(self._after, entry.id)
        for key in ("name", "title", "text", "id"):
            if isinstance(value := getattr(entry, key, None), str) and value:
                return value if len(value) <= 60 else f"{value[:59]}…"
        return identity(entry)

    def _of_texts(self, section: str, old: Sequence[str], new: Sequence[str]) -> Iterator[DesignChange]:
        here, there = by_step(old), by_step(new)
        for step in (s for s in here if s not in there):
            yield DesignChange("removed", self._kind, section, "special rule", "", step.name, "",
                               f'No longer a special rule: "{shorten(step.name, _LONGEST)}"', (section, step))
        for step in (s for s in there if s not in here):
            yield DesignChange("added", self._kind, section, "special rule", "", "", step.name,
                               f'A special rule more: "{shorten(step.name, _LONGEST)}"', (section, step))

    def _of_goals(self, old: Victory | None, new: Victory | None) -> Iterator[DesignChange]:
        """Who wins, in the sentences of the goals."""
        if old is None or new is None:
            before, after = goals(old, "", self._before), goals(new, "", self._after)
            told = " ".join(before or after) or "It says nothing."
            text = f"Victory is as the ruleset says. No longer: {told}" if new is None else (
                f"Victory is this scenario's own, not the ruleset's: {told}")
            # What both say alike need not be told.
            rules = (self._before if old is None else self._after).ruleset.victory
            usual = goals(rules, "", self._before if old is None else self._after)
            one, other = (before, usual) if new is None else (usual, after)
            if 2 * len({*one} & {*other}) > len({*after, *before}):
                said = changed_sentences(one, other) or "Both say the same."
                whose = "as the ruleset says" if new is None else "this scenario's own, not the ruleset's"
                text = f"Victory is {whose}. {said}"
            yield DesignChange("changed", self._kind, "victory", "victory", "", " ".join(before),
                               " ".join(after), text, ("victory",))
            return
        for change in self._of_record(("victory",), old, new, "Victory", ""):
            before, after = (goals(v, change.field, d) for v, d in ((old, self._before), (new, self._after)))
            said = changed_sentences(before, after) if change.field != "rule" else ""
            yield replace(change, before=" ".join(before), after=" ".join(after),
                          text=f"Victory: {said[:1].lower()}{said[1:]}") if said else change

    def _of_unmatched(
        self, old: Sequence[Unmatched], new: Sequence[Unmatched]
    ) -> Iterator[DesignChange]:
        """What the files say about things that their bases do not have."""
        pairs: tuple[tuple[ChangeKind, Sequence[Unmatched], Sequence[Unmatched]], ...] = (
            ("removed", old, new), ("added", new, old))
        for kind, here, there in pairs:
            for one in (u for u in here if u not in there):
                words = f'{one.section} of "{one.called}"'
                data = thawed(one.data)
                if isinstance(data, dict):
                    data = {key: "null" if value is None else value for key, value in data.items()}
                said = plain_words(data, self._grid, _LONGEST)
                text = (f"The file {'says' if kind == 'added' else 'no longer says'} in "
                        f'`{one.section}` of "{one.called}", which its base does not have: {said}.')
                yield DesignChange(
                    kind, self._kind, "unmatched", "entry without a match", one.called,
                    words if kind == "removed" else "", words if kind == "added" else "", text,
                    ("unmatched",), name=one.called)

    # -- units ------------------------------------------------------------------------------

    @cached_property
    def _twice(self) -> frozenset[str]:
        """The names that units of several nationalities have."""
        keys = {u.key: u.name for d in (self._before, self._after) if d.scenario for u in d.scenario.units}
        return frozenset(n for n, times in Counter(keys.values()).items() if times > 1)

    def _unit_name(self, unit: Unit) -> str:
        if unit.name not in self._twice:
            return unit.name
        known = {**self._before.ruleset.nationality_by_id, **self._after.ruleset.nationality_by_id}
        nationality = known.get(unit.nationality)
        return f"{nationality.adjective if nationality else unit.nationality} {unit.name}"

    def _of_units(self, path: tuple[Step, ...], before: Unit, after: Unit) -> Iterator[DesignChange]:
        name = self._unit_name(after)
        differ = [f.name for f in fields(Unit) if getattr(before, f.name) != getattr(after, f.name)]
        place = tuple(n for n in _PLACE if n in differ)
        if place:
            yield self._move((*path, place), name, before, after)
        values = tuple(n for n in _VALUES if n in differ)
        if values:
            texts = self._numbers_of(before, after)
            old, new = (plain_words([list(r) for r in u.values], self._grid, _LONGEST)
                        for u in (before, after))
            text = "; ".join(texts) or f"values {new}, not {old}"
            yield DesignChange("changed", self._kind, "units", "unit", after.key, old, new,
                               f"{name}: {text}.", (*path, values), *self._at(before, after))
        # What a prototype says belongs to the name of it.
        others = [n for n in differ if n not in (*place, *values, "provenance", "like")]
        if not others and not place and not values:
            others = ["provenance"]
        known = declared_by_name(Unit)
        for field in others:
            change = self._value((*path, field), known.get(field), getattr(before, field),
                                 getattr(after, field), name, "unit", after.key)
            was, now = self._at(before, after)
            if field in _LEAVES_OR_MAY_MOVE:
                change = replace(change, text=self._movement(name, field, change))
            together = ("prototype", "like") if field == "prototype" else (field,)
            yield replace(change, path=(*path, together), was=was, hexes=now)

    @staticmethod
    def _movement(name: str, field: str, change: DesignChange) -> str:
        """The sentence of a unit that leaves, or may move, at another time."""
        before, after = (w if w != "nothing" else "" for w in (change.before, change.after))
        now = after or _LEAVES_OR_MAY_MOVE[field]
        return f"{name} {now}{f'; before: {before}' if before else ''}."

    def _at(self, before: Unit, after: Unit) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        return self._hexes(before, self._before), self._hexes(after, self._after)

    def _arrival(self, name: str, before: Unit, after: Unit) -> str:
        """The sentence of a unit that arrives at another time, or by other entries; "" for more."""
        was, now = before.reinforcement, after.reinforcement
        if was is None or now is None or before.setup is not None or after.setup is not None:
            return ""
        times = when_of(was, self._before), when_of(now, self._after)
        ways = ways_of(was, self._before), ways_of(now, self._after)
        if (was.entry, was.also) == (now.entry, now.also) and times[0] != times[1]:
            return f"{name} arrives {times[1]}, not {times[0]}."
        if times[0] == times[1] and all(ways) and ways[0] != ways[1]:
            return f"{name} arrives {times[1]} by {ways[1]}, not by {ways[0]}."
        return ""

    def _move(self, path: tuple[Step, ...], name: str, before: Unit, after: Unit) -> DesignChange:
        old, new = place_of(before, self._before), place_of(after, self._after)
        if before.hex and after.hex and before.hex != after.hex:
            text = (f"{name} moves from {hex_words(before.hex, self._before.map)} "
                    f"to {hex_words(after.hex, self._after.map)}{self._terms_of(before, after)}.")
        elif before.setup == after.setup and before.reinforcement == after.reinforcement and (
                after.setup is not None and after.setup.has_choice and bool(before.hex) != bool(after.hex)):
            choice = in_words(after.setup.where, self._after)
            here = hex_words(after.hex or before.hex, self._after.map)
            text = (f"{name} stands in {here}, still with the choice to be set up {choice}." if after.hex else
                    f"{name} no longer stands in {here}: it is still to be set up {choice}.")
        elif old != new:
            text = self._arrival(name, before, after) or f"{name}: {new}, not {old}."
        else:
            one, other = ([getattr(u, n) for n in _PLACE] for u in (before, after))
            pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
            old, new = (", ".join(plain_words(p[n], self._grid, _LONGEST) for p in pairs) for n in (0, 1))
            text = f"{name}: set-up or arrival {new}, not {old}."
        was, now = self._at(before, after)
        return DesignChange(
            "moved", self._kind, "units", "unit", after.key, old, new, text, path, was, now, name,
            follows=self._only_follows(before, after))

    def _only_follows(self, before: Unit, after: Unit) -> bool:
        """Whether a unit is set up otherwise only because its set-up group is."""
        one, other = self._before.scenario, self._after.scenario
        if one is None or other is None or before.setup is None or after.setup is None:
            return False
        was, now = one.group_of(before), other.group_of(after)
        return was is not None and now is not None and was.id == now.id and (
            (before.position, before.reinforcement) == (after.position, after.reinforcement)) and (
            replace(before.setup, where=now.where, alone=now.alone) == after.setup)

    def _terms_of(self, before: Unit, after: Unit) -> str:
        """What else is said otherwise about the set-up, or the arrival, of a unit that stands elsewhere:
        `, now with a choice of any of 1304 or 1305`; "" if nothing is."""
        old, new = ([*_terms(u, d, bool(u.hex)), *_arriving(u, d)]
                    for u, d in ((before, self._before), (after, self._after)))
        come, gone = [w for w in new if w not in old], [w for w in old if w not in new]
        return "".join(f", {word} {', '.join(some)}" for word, some in (("now", come), ("no longer", gone))
                       if some)

    def _numbers_of(self, before: Unit, after: Unit) -> list[str]:
        """The values on the counter that differ, as `strength 6, not 5`."""
        texts = []
        for row in range(max(len(before.values), len(after.values))):
            state = "" if row == 0 else "reduced " if row == 1 else f"after {row} losses "
            for column in range(max((len(r) for u in (before, after) for r in u.values), default=0)):
                one, other = (_cell(u, row, column) for u in (before, after))
                if one != other:
                    texts.append(f"{state}{self._value_name(column)} {_number(other)}, "
                                 f"not {_number(one)}")
        if before.steps != after.steps:
            texts.append(f"steps {_number(after.steps)}, not {_number(before.steps)}")
        return texts

    def _value_name(self, column: int) -> str:
        values = self._after.ruleset.values
        return values[column].name.lower() if column < len(values) else f"value {column + 1}"

    # -- values -----------------------------------------------------------------------------

    def _of_record(
        self, path: tuple[Step, ...], before: Any, after: Any, label: str, what: str
    ) -> Iterator[DesignChange]:
        """The values in which two entries, or two sections, differ."""
        known = declared_by_name(type(after))
        differ = [f.name for f in fields(after)
                  if f.compare and getattr(before, f.name) != getattr(after, f.name)]
        told = [n for n in differ if n != "provenance"] or differ
        for name in told:
            old, new = getattr(before, name), getattr(after, name)
            one = known.get(name)
            if isinstance(old, tuple) and isinstance(new, tuple) and _named_entries((*old, *new)):
                inner = list(self._of_entries((*path, name), one, old, new))
                yield from (replace(c, text=f"{label}: {c.text[:1].lower()}{c.text[1:]}") for c in inner)
                continue
            change = self._value(
                (*path, name), one, old, new, label, what or label.lower(), self._key(after, path))
            was, now = self._hexes(before, self._before), self._hexes(after, self._after)
            if _all_hexes(old) and _all_hexes(new):
                was = tuple(h for h in old if h not in set(new))
                now = tuple(h for h in new if h not in set(old))
            yield replace(change, path=(*path, (name,)), was=was, hexes=now)

    @staticmethod
    def _key(entry: Any, path: tuple[Step, ...]) -> str:
        return identity(entry) if isinstance(path[-1], EntryStep) else ""

    def _value(
        self, path: tuple[Step, ...], one: DeclaredField | None, old: Any, new: Any, label: str,
        what: str = "", key: str = "",
    ) -> DesignChange:
        """A value that differs."""
        last = path[-1]
        name = last if isinstance(last, str) else ""
        title = ((one.field.title if one is not None else None) or name.replace("_", " ")).strip()
        before = value_words(one, old, self._before)
        after = value_words(one, new, self._after)
        before, after = (f'"{w}"' if isinstance(v, str) and " " in w else w
                         for w, v in ((before, old), (after, new)))
        if name == "play_area":
            before, after = (" to ".join(corners) or "the whole map" for corners in (old, new))
        lower = f"{title[:1].lower()}{title[1:]}"
        subject = f"{label}: {lower}" if label else title
        if _all_hexes(old) and _all_hexes(new):
            come, gone = [h for h in new if h not in set(old)], [h for h in old if h not in set(new)]
            parts = [f"{word} {self._numbers(some)}" for word, some in (("with", come), ("without", gone))
                     if some]
            text = f"{label or title}: {', '.join(parts) or 'hexes in another order'}"
        elif name == "cost" and label and isinstance(old, int | float) and isinstance(new, int | float):
            text = f"{label} costs {after}, not {before}"
        elif before == after or any(w.endswith("...") and not isinstance(v, str)
                                    for w, v in ((before, old), (after, new))):
            # Records that are too long to be told in one sentence.
            differ = "differ" if title.endswith("s") else "differs"
            text = f"{label}: {title.lower()} {differ}" if label else f"{title} {differ}"
        elif before == "nothing":
            text = f"{subject} is {after}, and was not set"
        elif after == "nothing":
            text = f"{subject} is not set, and was {before}"
        elif label and isinstance(new, bool):
            text = f"{label}: {'now' if new else 'no longer'} {lower}"
        elif label:
            text = f"{subject} {after}, not {before}"
        else:
            text = f"{title} {'are' if title.endswith('s') else 'is'} {after}, not {before}"
        return DesignChange("changed", self._kind, str(path[0]), what or title.lower(), key, before, after,
                            f"{text}.", path)

    def _hexes(self, entry: Any, design: Design) -> tuple[Hex, ...]:
        """The hexes where an entry is."""
        if isinstance(entry, Unit):
            hex = design.map.grid.parse(entry.hex) if entry.hex else None
            return () if hex is None else (hex,)
        if isinstance(hex := getattr(entry, "hex", None), Hex):
            return (hex,)
        if _all_hexes(hexes := getattr(entry, "hexes", ())):
            return tuple(hexes)
        if isinstance(where := getattr(entry, "where", None), Where):
            return where.resolve(design.map)
        return ()


def value_words(one: DeclaredField | None, value: Any, design: Design) -> str:
    """A value in words."""
    if value is None and one is not None and one.field.cell == "cost":
        return "prohibited"
    if value == NO_LOOK:
        return "nothing"
    if one is not None and (said := field_words(one.name, value, design)):
        return said
    if isinstance(value, Where):
        return where_words(value, design) or "nowhere"
    if isinstance(value, Provenance):
        rule = f" {value.rule}" if value.rule else ""
        more = ", ".join(f"{name} {p.source}" for name, p in value.values)
        return f"{value.source}{rule}{f' ({more})' if more else ''}"
    if isinstance(value, HexGrid):
        return f"{value.columns} by {value.rows} hexes"
    if isinstance(value, bool):
        return "yes" if value else "no"
    typed = one.field.typed if one is not None else None
    if typed is not None and not isinstance(value, str):
        return typed.show(value)
    return plain_words(value, design.map.grid, _LONGEST)


def _noun(path: tuple[Step, ...], one: DeclaredField | None) -> str:
    """What one entry of a list is called."""
    if one is not None and one.field.one:
        return one.field.one
    name = next((str(s) for s in reversed(path) if isinstance(s, str)), "")
    word = _NOUNS.get(name) or name.rstrip("_").replace("_", " ")
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s") if not word.endswith("ss") else word


def _name_in_hex(entry: Any) -> str:
    """The name of a place, or the text of a label."""
    return str(getattr(entry, "name", "") or getattr(entry, "text", ""))


def _named_entries(entries: Sequence[Any]) -> bool:
    """Whether entries of a list within an entry can be told apart."""
    return bool(entries) and all(is_dataclass(e) and getattr(e, "id", "") for e in entries)


def _all_hexes(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(v, Hex) for v in value)


def _sides_of(entry: HexsideLine | Road) -> tuple[Hexside, ...]:
    return entry.sides if isinstance(entry, HexsideLine) else entry.segments()


def _hexes_of(sides: Iterable[Hexside]) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(h for s in sides for h in (s.a, s.b)))


def _cell(unit: Unit, row: int, column: int) -> int | None:
    values = unit.values[row] if row < len(unit.values) else ()
    return values[column] if column < len(values) else None


def _number(value: int | None) -> str:
    return "none" if value is None else str(value)


def place_of(unit: Unit, design: Design) -> str:
    """Where a unit starts and under which terms, or when and where it arrives, in words."""
    words = []
    setup: Setup | None = unit.setup
    if setup is not None and setup.box:
        words.append(f"in the box {setup.box}")
    elif unit.hex:
        words.append(f"set up in {hex_words(unit.hex, design.map)}")
    elif setup is not None:
        there = where_words(setup.where, design) or "no hex"
        words.append(f"set up {'' if there.startswith('anywhere') else 'in '}{there}")
    words += [*_terms(unit, design, bool(unit.hex)), *_arriving(unit, design)]
    return ", ".join(words) or "off the map"


def _terms(unit: Unit, design: Design, stands: bool) -> Iterator[str]:
    """What the set-up of a unit says besides the hex: its group, for a unit that stands in one of several
    hexes the choice, whether it stands alone, and what it has suffered before."""
    setup: Setup | None = unit.setup
    if setup is None:
        return
    if setup.group:
        group = design.scenario.group_by_id.get(setup.group) if design.scenario is not None else None
        yield f"in the set-up group {group.name if group is not None else setup.group}"
    if stands and setup.has_choice:
        yield f"with a choice of {where_words(setup.where, design)}"
    if setup.alone and not setup.group:
        yield "alone of its nationality in the hex"
    if setup.marks:
        yield f"marked {listed([small(id_words(m, design.ruleset)) for m in setup.marks])}"
    if setup.lost:
        yield f"with {count(setup.lost, 'step')} lost"
    if setup.turns_out:
        yield f"out of supply for {count(setup.turns_out, 'turn')}"


def _arriving(unit: Unit, design: Design) -> Iterator[str]:
    arrival = unit.reinforcement
    if arrival is not None:
        ways = ways_of(arrival, design)
        yield f"arriving {when_of(arrival, design)}{f' by {ways}' if ways else ''}"


def when_of(arrival: Reinforcement, design: Design) -> str:
    """When a reinforcement comes: `on turn 2`, `with the event US entry`."""
    return (f"on turn {arrival.turn}" if arrival.turn else
            f"with the event {event_name(design, arrival.event)}" if arrival.event else
            f"from the pool {event_name(design, arrival.pool)}" if arrival.pool else "at no time")


def ways_of(arrival: Reinforcement, design: Design) -> str:
    """The names of the entries by which a reinforcement may come; "" if there are none."""
    known = design.scenario.entry_by_id if isinstance(design.scenario, Scenario) else {}
    ways = [known[e].name if e in known else e for e in (arrival.entry, *arrival.also) if e]
    return either(ways) if ways else ""
