"""Fixes of checks: a card with the problem of a check solved, as the check says in its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from typing import Any

from ..errors import VisegradError
from ..model.fields import DeclaredField
from ..model.files.plain_data import DataPath
from ..model.files.schema import check_schema
from ..model.files.yaml_reader import read_yaml
from .card import Card, CardRule
from .card_file import card_text
from .card_names import KIND
from .check_functions import functions_of
from .checks import ITEM, Finding, Remedy, target
from .expressions import Entries, Unknown, key_of, keys_of
from .facts import Facts
from .special_rules import SpecialRules

Change = Callable[[Any], Any]


class FixError(VisegradError):
    """Why a problem cannot be solved so, as a sentence."""


def fix_words(finding: Finding, called: Callable[[str], str] = str) -> str:
    """What the fix of a finding does, in a few words; "" if it has none. `called` says what a key of the card
    is called there."""
    remedy = finding.check.check.fix
    if remedy is None:
        return ""
    if remedy.label:
        return remedy.label
    if remedy.set:
        key = called(remedy.set)
        return f"Set {key} to {remedy.ask}" if remedy.ask else f"Set {key}"
    if remedy.trim:
        return f"Cut {called(remedy.trim)}"
    if remedy.drop:
        return "Take it away" if remedy.drop == ITEM else f"Leave out {called(remedy.drop)}"
    return f"Add to {called(remedy.to)}" if remedy.add else f"Remove from {called(remedy.source)}"


def asks(finding: Finding) -> str:
    """What a person must answer before the fix of a finding can be made; "" if nothing."""
    remedy = finding.check.check.fix
    return remedy.ask if remedy is not None else ""


def fixed(card: Card, finding: Finding, answer: Any = None) -> Card:
    """The card with the problem of a finding solved. `answer` is the value for a fix that asks a person, as
    plain data. Raises `FixError` for a problem without a fix, for one that wants an answer, and where the
    card could not hold the value."""
    remedy = finding.check.check.fix
    if remedy is None:
        raise FixError(f"{finding.check.check.id} has no fix; change the card by hand.")
    if remedy.ask and answer is None:
        raise FixError(f"The fix of {finding.check.check.id} needs an answer: {remedy.ask}.")
    facts = Facts(card)
    value = answer if remedy.ask else _value(finding, facts)
    changed = _tidy(_changed(facts, finding, remedy, value))
    misfits = check_schema(KIND, read_yaml(card_text(changed)), "")
    if misfits:
        raise FixError(f"The card cannot hold that: {misfits[0].message}")
    return changed


def _value(finding: Finding, facts: Facts) -> Any:
    expression = finding.check.value
    if expression is None:
        return None
    value = expression.value(finding.values, functions_of(facts))
    if isinstance(value, Unknown):
        raise FixError(f"It is not known to what: {'; '.join(value.needs)}.")
    return value


def _changed(facts: Facts, finding: Finding, remedy: Remedy, value: Any) -> Card:
    if remedy.drop == ITEM:
        return _without(facts.card, finding.item.path)
    key, each = remedy.key, finding.check.check.each
    change = _change(remedy, value)
    parts = [key_of(part) for part in key.split(".")]
    if parts[0] == "sets" and len(parts) > 1:
        return _in_rules(facts, parts[1:], change, bool(remedy.drop))
    path = target(facts, finding.item, key, each)
    changed: Card = _at(facts.card, path, change)
    if remedy.also_drop:
        more = target(Facts(changed), finding.item, remedy.also_drop, each)
        changed = _at(changed, more, lambda _: _DROPPED)
    return changed


def _change(remedy: Remedy, value: Any) -> Change:
    """What happens to the value of the key; a list stays a tuple, as records have it."""
    plain = _plain(value)
    if remedy.drop:
        return lambda _: _DROPPED
    if remedy.add:
        return lambda old: (*(old or ()), plain)
    if remedy.remove:
        return lambda old: tuple(one for one in old or () if one != plain)
    if remedy.trim:
        return lambda old: min(old, plain)
    return lambda _: plain


_DROPPED = object()


def _plain(value: Any) -> Any:
    if isinstance(value, (Entries, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, Mapping):
        return tuple((k, _plain(v)) for k, v in value.items())
    return int(value) if isinstance(value, float) and value == int(value) else value


def _at(owner: Any, path: DataPath, change: Change) -> Any:
    """A record or a list with what stands at a path in it changed."""
    if not path:
        return change(owner)
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*owner[:step], _at(owner[step], rest, change), *owner[step + 1:])
    if not is_dataclass(owner) or isinstance(owner, type):
        if isinstance(owner, tuple):
            return tuple((k, _at(v, rest, change)) if k == step else (k, v) for k, v in owner)
        raise FixError(f"The card has nothing at {step}.")
    one = keys_of(type(owner))[step]
    value = getattr(owner, one.name)
    if value is None and rest and is_dataclass(one.type):
        make: Any = one.type
        try:
            value = make()
        except TypeError:
            raise FixError(f"Give the card `{step}` first.") from None
    made = _at(value, rest, change)
    return replace(owner, **{one.name: _default(one) if made is _DROPPED else made})


def _default(one: DeclaredField) -> Any:
    return one.default


def _in_rules(facts: Facts, parts: list[str], change: Change, drop: bool) -> Card:
    """The card with a key of its special rules changed: in the rule that holds, or in a new one; what is left
    out is left out of all."""
    card, name = facts.card, keys_of(SpecialRules)[parts[0]].name
    default = getattr(SpecialRules(), name)
    having = [i for i, r in enumerate(card.ssr) if r.sets is not None and getattr(r.sets, name) != default]
    if not having:
        sets = _at(SpecialRules(), tuple(parts), change)
        return card if drop else replace(card, ssr=(*card.ssr, CardRule(sets=sets)))
    rules = list(card.ssr)
    for i in having if drop else having[-1:]:
        sets = _at(rules[i].sets, tuple(parts), change)
        rules[i] = replace(rules[i], sets=sets)
    return replace(card, ssr=tuple(rules))


def _tidy(card: Card) -> Card:
    """The card without special rules that say nothing any more, and without groups of which nothing is
    left."""
    rules = [replace(r, sets=None) if r.sets == SpecialRules() else r for r in card.ssr]
    return replace(card, ssr=tuple(r for r in rules if r.text or r.sets is not None), groups=tuple(
        g for g in card.groups if g.has_counters or g.arrives.by == "air"))


def _without(card: Card, path: DataPath) -> Card:
    """The card without the thing at a path."""
    where, last = path[:-1], path[-1]
    changed: Card = _at(card, where, lambda old: (*old[:last], *old[last + 1:])) if isinstance(
        last, int) else _at(card, path, lambda _: _DROPPED)
    return changed


