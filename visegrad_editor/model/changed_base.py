"""What a change of its base means for a variant: what it takes over, and what changed under its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..lazy_dataclass import dataclass
from .design import Design
from .differences import KINDS, DesignChange, EntryStep, design_changes, value_at
from .files.sources import Kind, Sources
from .problems import Problem
from .scenario import Unit
from .unmatched import Unmatched, UnmatchedPlaces
from .wording import count, quoted

CODE = "base-changed"
"""The code of the problems."""
_LAYERS = ("terrain", "countries", "levels")


@dataclass(frozen=True)
class LostInBase:
    """What the variant speaks of and the base has no longer."""

    document: Kind
    about: Unmatched
    """What the file of the variant says."""
    name: str
    renamed: str
    """What the base calls it now; "" if it has removed it."""

    @property
    def text(self) -> str:
        """What happened to it, in a sentence."""
        what = f"is called {quoted(self.renamed)}" if self.renamed else "is removed"
        return f"In the base now: {self.name} {what}. Here: `{self.about.section}` still speaks of it."


@dataclass(frozen=True)
class ChangedBase:
    """The changes of a base, as a variant sees them."""

    under: tuple[tuple[DesignChange, DesignChange], ...]
    """What the base says otherwise than before where the variant has a value of its own, which stays: the
    change of the base, and how the variant differs from it now."""
    followed: tuple[DesignChange, ...]
    """What the variant takes over."""
    lost: tuple[LostInBase, ...] = ()
    """What the base has no longer, by that name, and the variant speaks of."""
    documents: tuple[Kind, ...] = KINDS
    """What has a base."""

    def __bool__(self) -> bool:
        """Whether the base has changed at all."""
        return bool(self.under or self.followed or self.lost)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What changed under values of the variant, in sentences."""
        return tuple(dict.fromkeys((*(_sentence(was, now) for was, now in self.under),
                                    *(one.text for one in self.lost))))

    def problems(self, design: Design, sources: Sources) -> tuple[Problem, ...]:
        """A note for each value of the variant under which the base has changed."""
        grid = design.map.grid
        found: dict[str, Problem] = {}
        for was, now in self.under:
            file = sources.of(now.document)
            at = file.entry_line(now.section, now.key) if file is not None and now.key else None
            name, line = at or (file.key_line(now.section) if file is not None else ("", 0))
            hexes = [grid.number(h) for h in now.hexes[:1] if h in grid]
            text = f"{_sentence(was, now)} Keep it, or reset it to the base."
            found[text] = Problem(
                "note", CODE, text, name, line, "".join(hexes),
                unit=now.key if now.section == "units" else "",
                entry=f"{now.section}/{now.key}" if now.document == "ruleset" and now.key else "")
        return (*found.values(), *(_problem(one, sources) for one in self.lost))

    @property
    def summary(self) -> str:
        """The numbers in a sentence; "" if nothing has changed."""
        every = len(self.under) + len(self.followed)
        parts = [*([f"{len(self.followed)} taken over"] if self.followed else []),
                 *([f"{len(self.under)} under values of this variant, which stay"] if self.under else [])]
        whose = "" if "scenario" in self.documents else f" of the {' and the '.join(self.documents)}"
        return f"The base{whose} has {count(every, 'change')}: {', '.join(parts)}." if every else ""


def changed_base(variant: Design, before: Design, after: Design) -> ChangedBase:
    """What changed from one state of the base of a variant to the next; the variant is that of the later
    one. Where only its map or its ruleset has a base, that alone is compared: the rest is its own."""
    documents = _with_base(variant)
    changes = design_changes(before, after, documents, head=False)
    mine: dict[tuple[object, ...], list[DesignChange]] = {}
    for own in design_changes(after, variant, documents, head=False) if changes else ():
        mine.setdefault(_place(own), []).append(own)
    under: list[tuple[DesignChange, DesignChange]] = []
    followed: list[DesignChange] = []
    for change in changes:
        met = next((own for own in mine.get(_place(change), ()) if _meet(own, change)), None)
        if met is not None:
            under.append((change, met))
        else:
            followed.append(change)
    lost = tuple(_lost(variant, before, after, changes))
    return ChangedBase(tuple(under), tuple(followed), lost, documents)


def _with_base(variant: Design) -> tuple[Kind, ...]:
    """The documents of a variant that have a base: with its scenario also the map and the ruleset, since they
    are those of the base unless it names others."""
    if variant.scenario is not None and variant.scenario.extends:
        return KINDS
    return tuple(kind for kind in KINDS if kind != "scenario" and getattr(variant, kind).extends)


def _lost(
    variant: Design, before: Design, after: Design, changes: Sequence[DesignChange]
) -> Iterator[LostInBase]:
    """What the variant speaks of, among what the base has removed or calls otherwise."""
    for kind in KINDS:
        document = getattr(variant, kind)
        for one in document.unmatched if document is not None else ():
            gone = next((c for c in changes if c.document == kind and c.kind == "removed"
                         and c.key == one.called and c.section == _section(one)), None)
            if gone is not None:
                there = value_at(getattr(before, kind), gone.path)
                others = [c for c in changes if c.document == kind and c.kind == "added"
                          and c.section == gone.section
                          and _same_but_for_name(there, value_at(getattr(after, kind), c.path))]
                yield LostInBase(kind, one, gone.name or gone.key, others[0].key if len(others) == 1 else "")


def _section(one: Unmatched) -> str:
    """The list of the document that an entry is about."""
    section = one.way[0] if one.way and isinstance(one.way[0], str) else ""
    return "units" if one.unit and section == "change" else section


def _same_but_for_name(old: Any, new: Any) -> bool:
    """Whether two entries say the same under different names."""
    if isinstance(old, Unit) and isinstance(new, Unit):
        return replace(old, name=new.name, short=new.short, provenance=new.provenance, notes=new.notes) == new
    if type(old) is not type(new) or not hasattr(old, "id") or not hasattr(old, "name"):
        return False
    return bool(replace(old, id=new.id, name=new.name) == new)


def _problem(lost: LostInBase, sources: Sources) -> Problem:
    file = sources.of(lost.document)
    path = UnmatchedPlaces(file.current.data).path(lost.about) if file is not None else None
    if file is None or path is None:
        return Problem("note", CODE, lost.text, file.name if file is not None else "", unit=lost.about.unit)
    line = file.current.line_of_word(path, lost.about.called)
    return Problem("note", CODE, lost.text, file.name, line, unit=lost.about.unit)


def _sentence(was: DesignChange, now: DesignChange) -> str:
    return f"In the base now: {was.text} Here: {now.text}"


def _place(change: DesignChange) -> tuple[object, ...]:
    """The entry that a change is in; the layer, or the document and its value."""
    if change.section in _LAYERS and change.document == "map":
        return change.document, change.section
    place: list[object] = [change.document]
    for step in change.path:
        if not isinstance(step, str | EntryStep):
            break
        place.append(step)
    return tuple(place)


def _meet(one: DesignChange, other: DesignChange) -> bool:
    """Whether two changes of one entry are of the same values."""
    if one.section in _LAYERS and one.document == "map":
        return not set(one.hexes).isdisjoint(other.hexes)
    return not one.fields or not other.fields or not set(one.fields).isdisjoint(other.fields)
