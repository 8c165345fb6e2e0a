"""Entries of a ruleset: kinds of terrain, unit types, nationalities and the like.

A section is named by its attribute (`terrain`, `unit_types`), an entry by its place in it, because
two entries may for a while have one id. What takes or gives an id is in `ruleset_names`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..design import Design
from ..provenance import Provenance
from ..ruleset import Ruleset
from ..ruleset_fields import HEAD, SECTIONS, entry_label
from ..wording import quoted


def with_ruleset(design: Design, ruleset: Ruleset) -> Design:
    """The design with another ruleset; the design itself where it is the same one."""
    return design if ruleset is design.ruleset else replace(design, ruleset=ruleset)


def change_field(ruleset: Ruleset, section: str, index: int, key: str, value: Any) -> Ruleset:
    """The ruleset with a field of an entry changed; `key` is that of a field in `ruleset_fields`.

    Who changes a fact departs from the rulebook or the reconstruction: the entry is the designer's
    from then on. It keeps the rule number, which is the rule it departs from. An `id` is changed
    by `ruleset_names.rename_entry`, which lets everything follow.
    """
    field = SECTIONS[section].field(key)
    old = getattr(ruleset, section)[index]
    if field.of(old) == value and type(field.of(old)) is type(value):
        return ruleset
    new = field.put(old, value)
    if field.fact and new != old:
        new = by_designer(new)
    return with_entry(ruleset, section, index, new)


def change_head(ruleset: Ruleset, key: str, text: str) -> Ruleset:
    """The ruleset with its title, its turns or the like read from typed text; `key` is that of a field in
    `ruleset_fields.HEAD`. Raises ValueError with a sentence for text that cannot be such a value."""
    field = next(f for f in HEAD if f.key == key)
    changed: Ruleset = field.put(ruleset, field.read(text))
    return ruleset if changed == ruleset else changed


def by_designer(entry: Any) -> Any:
    """The entry marked as the designer's, where it says where it comes from."""
    old = getattr(entry, "provenance", None)
    if old is None or old.source == "designer":
        return entry
    return replace(entry, provenance=Provenance("designer", old.rule))


def with_entry(ruleset: Ruleset, section: str, index: int, entry: Any) -> Ruleset:
    """The ruleset with another entry in this place; itself where they are equal."""
    entries = getattr(ruleset, section)
    if entries[index] == entry:
        return ruleset
    return _with(ruleset, section, (*entries[:index], entry, *entries[index + 1 :]))


def add_entry(ruleset: Ruleset, section: str, entry: Any, at: int | None = None) -> Ruleset:
    """The ruleset with one more entry, before that at place `at` or at the end.

    Raises ValueError for an id that is taken.
    """
    entries = getattr(ruleset, section)
    if SECTIONS[section].has_id:
        refuse_taken(ruleset, section, entry.id)
    at = len(entries) if at is None else at
    return _with(ruleset, section, (*entries[:at], entry, *entries[at:]))


def duplicate_entry(ruleset: Ruleset, section: str, index: int) -> Ruleset:
    """The ruleset with a copy behind an entry, under a free id and name, marked as the designer's."""
    old = getattr(ruleset, section)[index]
    new = by_designer(old)
    if section == "replacements":
        new = replace(new, turn=min(old.turn + 1, 200))
    elif SECTIONS[section].has_id:
        new = replace(new, id=free_id(ruleset, section, old.id), name=_free_name(ruleset, section, old.name))
    return add_entry(ruleset, section, new, index + 1)


def move_entry(ruleset: Ruleset, section: str, index: int, to: int) -> Ruleset:
    """The ruleset with an entry at another place; palettes and charts follow that order."""
    entries = list(getattr(ruleset, section))
    to = min(max(to, 0), len(entries) - 1)
    if to == index:
        return ruleset
    entries.insert(to, entries.pop(index))
    return _with(ruleset, section, tuple(entries))


def refuse_taken(ruleset: Ruleset, section: str, id: str) -> None:
    """Raise ValueError where an entry of the section has that id."""
    for entry in getattr(ruleset, section):
        if entry.id == id:
            one = SECTIONS[section].one
            raise ValueError(f"The id {quoted(id)} belongs to the {one} {entry_label(section, entry)}.")


def free_id(ruleset: Ruleset, section: str, wish: str) -> str:
    """An id of the section that is not taken: the wish, or the wish with a number."""
    taken = {e.id for e in getattr(ruleset, section)}
    return _numbered(wish, taken, "-")


def _free_name(ruleset: Ruleset, section: str, wish: str) -> str:
    return _numbered(wish, {e.name for e in getattr(ruleset, section)}, " ")


def _numbered(wish: str, taken: set[str], between: str) -> str:
    """
    >>> _numbered("river", {"river", "river-2"}, "-")
    'river-3'
    """
    head, _, tail = wish.rpartition(between)
    stem, number = (head, int(tail)) if head and tail.isdecimal() else (wish, 1)
    found = wish
    while found in taken:
        number += 1
        found = f"{stem}{between}{number}"
    return found


def _with(ruleset: Ruleset, section: str, entries: tuple[Any, ...]) -> Ruleset:
    changed: Any = {section: entries}
    return replace(ruleset, **changed)
